#!/usr/bin/env bash
# Checks that the version of each library matches the changes of its API since a git revision:
#
#   scripts/semver.sh [REVISION]      the default is the newest tag
#
# Needs cargo-semver-checks (cargo install cargo-semver-checks --locked). It only compares Rust APIs. `godot-var check` compares what a
# change means on the wire. The derives have no API but their attributes, which the tests of `docs/attributes.md` cover.
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
# It does not check macros.
mapfile -t published < <(scripts/published.sh | grep -vx godot-var-derive)
exec cargo semver-checks --baseline-rev "$revision" --all-features "${published[@]/#/--package=}"
