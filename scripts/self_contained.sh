#!/usr/bin/env bash
# Prints the arguments with which `cargo test` runs the tests that start no engine, example or compiler.
set -euo pipefail

printf '%s\n' --package godot-var --package godot-var-runtime --package godot-var-schema --package godot-var-codegen \
    --package godot-var-project --lib --test variant --test wires --test schema --test codegen --test projects
