#!/usr/bin/env bash
# Says whether the version of each library tells what has changed in its API since a revision of git:
#
#   scripts/semver.sh [REVISION]      the newest tag without one
#
# Needs cargo-semver-checks (cargo install cargo-semver-checks --locked). Only Rust APIs are compared: what a change does on the
# wire is said by `godot-var check`. The derives have no API but their attributes, which `docs/attributes.md` tests.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if ! cargo semver-checks --version >/dev/null 2>&1; then
    echo "error: cargo-semver-checks is missing: cargo install cargo-semver-checks --locked" >&2
    exit 2
fi
revision="${1:-$(git describe --tags --abbrev=0 2>/dev/null || true)}"
if [ -z "$revision" ]; then
    echo "error: there is no tag to compare with; name a revision: scripts/semver.sh REVISION" >&2
    exit 2
fi
# It has no word for macros.
mapfile -t published < <(scripts/published.sh | grep -vx godot-var-derive)
exec cargo semver-checks --baseline-rev "$revision" --all-features "${published[@]/#/--package=}"
