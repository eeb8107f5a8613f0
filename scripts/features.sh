#!/usr/bin/env bash
# Checks that every feature builds alone, without warnings, and that none of them needs another:
#
#   scripts/features.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

for package in godot-var-runtime godot-var; do
    manifest=Cargo.toml
    [ "$package" = godot-var ] || manifest="$package/Cargo.toml"
    mapfile -t features < <(sed -n '/^\[features\]/,/^\[/s/^\([a-z][a-z0-9_-]*\) = .*/\1/p' "$manifest")
    # Clippy, because it refuses warnings of this project's packages without other flags for all packages: what has been built for
    # other checks serves here.
    check() {
        printf '%s %s\n' "$package" "$*"
        cargo clippy --quiet --package "$package" --no-default-features "$@" -- -D warnings
    }
    check
    for feature in "${features[@]}"; do
        check --features "$feature"
    done
    check --all-features
done
