#!/usr/bin/env bash
# Prints the published packages, each after its dependencies.
set -euo pipefail

printf '%s\n' godot-var-runtime godot-var-schema godot-var-derive godot-var-enet godot-var-multiplayer godot-var-snapshot godot-var godot-var-codegen godot-var-project godot-var-cli
