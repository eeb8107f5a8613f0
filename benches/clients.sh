#!/usr/bin/env bash
# Times the arena's generated C# and TypeScript next to the same by hand with BinaryWriter, BinaryReader and DataView:
#
#   benches/clients.sh
#
# Needs mcs and mono, node, and tsc: `npm install --prefix target/typescript typescript@5`, or name it in TSC. What is not there is
# skipped. A row has the shortest of 400 short rounds, in which both take turns, and for C# the bytes that a call allocates.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/clients"

root="$(cd ../.. && pwd)"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT

echo "| operation | bytes | generated | by hand | ratio | allocated | by hand |"
echo "|---|--:|--:|--:|--:|--:|--:|"
if command -v mcs >/dev/null && command -v mono >/dev/null; then
    mcs -optimize+ -langversion:7.2 "-out:$scratch/times.exe" Times.cs ByHand.cs "$root/examples/arena-client-csharp/ArenaProtocol.cs"
    LANG=C.UTF-8 mono "$scratch/times.exe"
else
    echo "SKIPPED: mcs or mono not found; install Debian's mono-mcs and mono-runtime"
fi

tsc="${TSC:-${CARGO_TARGET_DIR:-$root/target}/typescript/node_modules/.bin/tsc}"
if command -v node >/dev/null && command -v "$tsc" >/dev/null; then
    echo '{ "type": "module" }' >"$scratch/package.json"
    cp "$root/examples/arena-client-typescript/arena.ts" "$scratch/"
    "$tsc" --target ES2022 --module ESNext --strict "$scratch/arena.ts"
    node times.mjs "$scratch/arena.js"
else
    echo "SKIPPED: node or tsc not found; install nodejs, and npm install --prefix target/typescript typescript@5"
fi
