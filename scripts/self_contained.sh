#!/usr/bin/env bash
# Prints what makes `cargo test` run the tests that start no program: no engine, no example, no compiler.
set -euo pipefail

printf '%s\n' --package godot-var --package godot-var-runtime --package godot-var-schema --package godot-var-codegen \
    --lib --test variant --test wires --test schema --test codegen
