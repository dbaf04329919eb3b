#!/bin/bash
# Builds the fuzzer: optimised, with AddressSanitizer and libFuzzer. Compiled here rather than by the
# package manager, which would build the cryptography of other targets like that, too.
#
#     Tests/Support/fuzz/build.sh BINARY
set -euo pipefail
cd "$(dirname "$0")/../../.."

binary=$1
folder=$(dirname "$binary")
rm -rf "$folder"
mkdir -p "$folder"
flags=(-swift-version 6 -package-name lockstep -parse-as-library -O -wmo -g -DFUZZING
  -sanitize=address -sanitize=fuzzer -I "$folder" -I Sources/CLibraries/CJSON -I Sources/CLibraries/CExpat)
for feature in ExistentialAny MemberImportVisibility InternalImportsByDefault \
  NonisolatedNonsendingByDefault InferIsolatedConformances ImmutableWeakCaptures; do
  flags+=(-enable-upcoming-feature "$feature")
done

compile() { # MODULE FOLDER or FILES
  local module=$1
  shift
  echo "compiling $module for fuzzing"
  # Names of clients are hashed; nothing that is fuzzed needs them.
  find "$@" -name '*.swift' ! -name ClientName.swift -print0 | sort -z | xargs -0 \
    swiftc "${flags[@]}" -module-name "$module" -enable-testing -emit-module \
    -emit-module-path "$folder/$module.swiftmodule" -c -o "$folder/$module.o"
}

compile TextBytes Sources/Basics/TextBytes
compile JSON Sources/Basics/JSON
compile ListEditing Sources/Editing/ListEditing
compile ListProtocol Sources/Editing/ListProtocol
compile ListFiles Sources/Tools/ListFiles
compile Persistence Sources/Editing/Persistence
# What of tokens is read before, or without, any cryptography.
compile Authentication Sources/Server/Authentication/{Base64URL,CompactToken,JSONWebKey,KeyFileError,RevocationList,TokenClaims,TokenPayload}.swift
compile HistoryChecking Sources/Tools/HistoryChecking
compile SeededRandom Sources/Basics/SeededRandom
compile EditScripts Tests/Support/EditScripts
compile fuzzer Tests/Support/fuzz/Sources
swiftc -use-ld=lld -sanitize=address -sanitize=fuzzer "$folder"/*.o -ljson-c -lexpat -o "$binary"
