#!/usr/bin/env python3
"""Refuses rooms of a target (the folders of its sources) that name each other's types in a circle.

    Tests/Support/lint/rooms.py

A type is a room's where one file alone declares its name. Of each circle the arrow is told that takes the fewest names:
move those types down to the room that uses them, or what uses them up.
"""

import collections
import pathlib
import re
import sys

SOURCES = pathlib.Path(__file__).resolve().parents[3] / "Sources"

DECLARATION = re.compile(
    r"^\s*(?:(?:public|package|internal|private|fileprivate|final|indirect|nonisolated|@\w+(?:\([^)]*\))?) )*"
    r"(?:struct|class|actor|enum|protocol|typealias)\s+([A-Z]\w*)", re.MULTILINE)
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)


def arrows_of(target):
    """For each room the rooms whose types it names, and these names."""
    texts = {file: NOT_CODE.sub(" ", file.read_text()) for file in sorted(target.rglob("*.swift"))}
    homes = collections.defaultdict(set)
    for file, text in texts.items():
        for name in DECLARATION.findall(text):
            homes[name].add(file)
    arrows = collections.defaultdict(lambda: collections.defaultdict(set))
    for file, text in texts.items():
        for name in set(re.findall(r"\b[A-Z]\w*\b", text)):
            if len(homes[name]) != 1 or file in homes[name]:
                continue
            [home] = homes[name]
            if home.parent != file.parent:
                arrows[file.parent.name][home.parent.name].add(name)
    return arrows


def reachable(arrows, room):
    """The rooms to which arrows lead from a room, over others too."""
    found, open_rooms = set(), [room]
    while open_rooms:
        for other in arrows.get(open_rooms.pop(), ()):
            if other not in found:
                found.add(other)
                open_rooms.append(other)
    return found


def problems(target):
    """Tells each circle, until there is none."""
    arrows = arrows_of(target)
    while links := [(len(names), room, other) for room in arrows for other, names in arrows[room].items()
                    if room in reachable(arrows, other)]:
        _, room, other = min(links)
        names = arrows[room].pop(other)
        yield f"{target.name}: {room} must not name {other}'s {', '.join(sorted(names))}"


def main():
    found = [problem for target in sorted(SOURCES.glob("*/*"))
             if target.is_dir() for problem in problems(target)]
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
