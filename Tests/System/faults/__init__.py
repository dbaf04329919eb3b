"""Crash and fault tests: what a server keeps when it is killed, and when its disk fails."""
