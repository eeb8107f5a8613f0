#!/usr/bin/env bash
# Installs the headless engines for the tests, and prints the variables that the tests read:
#
#   eval "$(scripts/engines.sh DIR)"
#   eval "$(scripts/engines.sh DIR release)"   # Godot 4's release template, too, which benches/engine.sh times
#
# Installs Godot 4 and 3.6 from Debian's unstable suite, in its current versions, into DIR. The system is not changed. Debian's own Godot 3.2
# is used if `godot3-server` is installed. Existing engines are kept. Needs Debian, or a system with its package tools and archive keys.
set -euo pipefail

if [ $# -lt 1 ] || [ $# -gt 2 ] || [ "${2:-release}" != release ]; then
    echo "usage: scripts/engines.sh DIR [release]" >&2
    exit 2
fi
mkdir -p "$1"
dir="$(cd "$1" && pwd)"

# shellcheck source=scripts/unstable.sh
source "$(dirname "${BASH_SOURCE[0]}")/unstable.sh"

# A template only runs the pack beside its program with the same name, and here the program is the loader. So if PACK is the name of a pack,
# a copy of the loader is put beside it.
beside_its_pack='if [ -n "${PACK:-}" ]; then
    cp "$loader" "${PACK%.pck}"
    loader="${PACK%.pck}"
fi'

install() {
    local name="$1" package="$2" program="$3"
    rm -rf "${dir:?}/$name"
    mkdir -p "$dir/$name"
    unpack "$dir/$name/root" "$package"
    wrapper "$dir/$name/godot" root "$program" "$beside_its_pack"
}

# Prints the version of an engine. Fails if it does not start. (Godot 3.2 exits with an error after printing.)
version() {
    { "$1" --version || true; } | tail -n 1 | grep .
}

# The engines with their package and program.
engines=("godot4 godot usr/bin/godot" "godot3 godot3-server usr/bin/godot3-server")
if [ $# -eq 2 ]; then
    engines+=("godot4-release godot-template-release usr/bin/godot-template-release")
fi
missing=()
for engine in "${engines[@]}"; do
    version "$dir/${engine%% *}/godot" >/dev/null 2>&1 || missing+=("$engine")
done
if [ "${#missing[@]}" -gt 0 ]; then
    begin "$dir"
    for engine in "${missing[@]}"; do
        # shellcheck disable=SC2086 # three words
        install $engine
    done
    end
fi

name() {
    local version
    version="$(version "$2")"
    printf 'export %s=%q\n' "$1" "$2"
    echo "$1: Godot $version" >&2
}

name GODOT4 "$dir/godot4/godot"
name GODOT36 "$dir/godot3/godot"
if [ $# -eq 2 ]; then
    name GODOT4_RELEASE "$dir/godot4-release/godot"
fi
if command -v godot3-server >/dev/null; then
    name GODOT3 "$(command -v godot3-server)"
fi
