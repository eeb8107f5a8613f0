#!/usr/bin/env bash
# Prints the packages that are published, each after those that it needs.
set -euo pipefail

printf '%s\n' godot-var-runtime godot-var-schema godot-var-derive godot-var-multiplayer godot-var godot-var-codegen godot-var-cli
