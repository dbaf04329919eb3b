#!/bin/bash
# The tests of what runs on several threads, and then the server itself under 200 connections, with
# ThreadSanitizer. SECONDS_EACH=10 shortens the load.
set -euo pipefail
cd "$(dirname "$0")/../../.."

# One after the other, and so their tests: together they keep each other waiting for longer than
# they wait for peers.
suites=(ListJournalTests NATSTests ListServerTests SimulationTests WebSocketTransportTests ListClientTests)
seconds=${SECONDS_EACH:-60}
build=(--sanitize=thread --build-path .build/tsan)
reports=$(mktemp -d)
trap 'rm -rf "$reports"' EXIT
suppressions=$PWD/Tests/System/tsan/suppressions.txt
export TSAN_OPTIONS="suppressions=$suppressions log_path=$reports/report exitcode=66"
export SWIFT_BACKTRACE=enable=no

judge() {
  if compgen -G "$reports/report*" > /dev/null; then
    cat "$reports"/report*
    echo "ThreadSanitizer has something to say about $1"
    exit 1
  fi
  echo "ThreadSanitizer has nothing to say about $1"
}

echo 'building with ThreadSanitizer'
TSAN_OPTIONS='' swift build --build-tests "${build[@]}"
TSAN_OPTIONS='' swift build -c release --product lockstep --static-swift-stdlib

for suite in "${suites[@]}"; do
  swift test --skip-build --no-parallel "${build[@]}" --filter "^$suite\\."
  judge "$suite"
done

# The generator is fast, the server slow: what it cannot keep up with makes no difference here.
for scenario in "fanout --subscribers 199 --at 40" 'editors --editors 200'; do
  .build/release/lockstep load $scenario --seconds "$seconds" \
    --start-server --server .build/tsan/debug/lockstep
  judge "the server under load: $scenario, $seconds s"
done
