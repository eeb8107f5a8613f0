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
    # What the compiler says at all is a warning or an error. Denied by a flag, warnings would have every dependency built anew.
    check() {
        printf '%s %s\n' "$package" "$*"
        if ! said="$(cargo check --quiet --package "$package" --no-default-features "$@" 2>&1)" || [ -n "$said" ]; then
            printf '%s\n' "$said" >&2
            exit 1
        fi
    }
    check
    for feature in "${features[@]}"; do
        check --features "$feature"
    done
done
