#!/usr/bin/env bash
# Checks that every feature builds alone without warnings, so that none of them needs another:
#
#   scripts/features.sh
#
# The facade forwards each feature to the runtime, which is checked with the same feature; the derive, to the schema.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Features that begin with an underscore are shared by others.
features_of() {
    sed -n '/^\[features\]/,/^\[/s/^\([a-z][a-z0-9_-]*\) = .*/\1/p' "$1" | sort
}
missing="$(comm -13 <(features_of Cargo.toml) <(features_of godot-var-runtime/Cargo.toml))"
if [ -n "$missing" ]; then
    echo "error: the facade does not forward: $missing" >&2
    exit 1
fi

# Any output of the compiler is a warning or an error. A flag that denies warnings would rebuild every dependency.
check() {
    local package="$1"
    shift
    printf '%s\n' "$package: ${*:-no feature}"
    if ! said="$(cargo check --quiet --package "$package" --no-default-features "$@" 2>&1)" || [ -n "$said" ]; then
        printf '%s\n' "$said" >&2
        exit 1
    fi
}
for manifest in Cargo.toml godot-var-derive/Cargo.toml godot-var-cli/Cargo.toml; do
    package="$(sed -n 's/^name = "\(godot-var[a-z-]*\)"$/\1/p' "$manifest" | head -n 1)"
    check "$package"
    for feature in $(features_of "$manifest"); do
        check "$package" --features "$feature"
    done
done
# What operators see of sockets needs both.
for feature in metrics tracing; do
    check godot-var --features "net,$feature"
done
