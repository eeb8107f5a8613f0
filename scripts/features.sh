#!/usr/bin/env bash
# Checks that every feature builds alone, without warnings, and that none of them needs another:
#
#   scripts/features.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

export RUSTFLAGS="${RUSTFLAGS:-} -D warnings"
# Flags of its own would build everything anew in the same place.
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$PWD/target}/features"

for package in godot-var-runtime godot-var; do
    manifest=Cargo.toml
    [ "$package" = godot-var ] || manifest="$package/Cargo.toml"
    mapfile -t features < <(sed -n '/^\[features\]/,/^\[/s/^\([a-z][a-z0-9_-]*\) = .*/\1/p' "$manifest")
    check() {
        printf '%s %s\n' "$package" "$*"
        cargo check --quiet --package "$package" --no-default-features "$@"
    }
    check
    for feature in "${features[@]}"; do
        check --features "$feature"
    done
    check --all-features
done
