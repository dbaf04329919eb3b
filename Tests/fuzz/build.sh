#!/bin/bash
# Builds the fuzzer: optimised, with AddressSanitizer and libFuzzer. Compiled here rather than by the
# package manager, which would build the cryptography of other targets like that, too.
#
#     Tests/fuzz/build.sh BINARY
set -euo pipefail
cd "$(dirname "$0")/../.."

binary=$1
folder=$(dirname "$binary")
rm -rf "$folder"
mkdir -p "$folder"
flags=(-swift-version 6 -package-name lockstep -parse-as-library -O -wmo -g -DFUZZING
  -sanitize=address -sanitize=fuzzer -I "$folder" -I Sources/CJSON)
for feature in ExistentialAny MemberImportVisibility InternalImportsByDefault \
  NonisolatedNonsendingByDefault InferIsolatedConformances ImmutableWeakCaptures; do
  flags+=(-enable-upcoming-feature "$feature")
done

compile() { # MODULE FOLDER
  echo "compiling $1 for fuzzing"
  # Names of clients are hashed; nothing that is fuzzed needs them.
  find "$2" -name '*.swift' ! -name ClientName.swift -print0 | sort -z | xargs -0 \
    swiftc "${flags[@]}" -module-name "$1" -emit-module -emit-module-path "$folder/$1.swiftmodule" \
    -c -o "$folder/$1.o"
}

compile TextBytes Sources/TextBytes
compile JSON Sources/JSON
compile ListEditing Sources/ListEditing
compile ListProtocol Sources/ListProtocol
compile Persistence Sources/Persistence
compile HistoryChecking Sources/HistoryChecking
compile SeededRandom Sources/SeededRandom
compile EditScripts Tests/EditScripts
compile fuzzer Tests/fuzz/Sources
swiftc -use-ld=lld -sanitize=address -sanitize=fuzzer "$folder"/*.o -ljson-c -o "$binary"
