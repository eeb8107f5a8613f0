#!/usr/bin/env bash
# Prints what makes `cargo test` run the tests that start no program: no engine, no example, no compiler.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

printf '%s\n' --package godot-var --package godot-var-runtime --package godot-var-schema --lib
for test in tests/*.rs tests/*/main.rs; do
    if ! grep -qE 'common/(engine|example)|Command::new' "$test"; then
        name="${test#tests/}"
        name="${name%/main.rs}"
        printf '%s\n' --test "${name%.rs}"
    fi
done
