#!/usr/bin/env bash
# Checks that need nightly Rust: the tests that start no program under AddressSanitizer, and a build with the oldest versions of all
# dependencies.
#
#   scripts/nightly.sh [address|minimal]     without an argument both
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

what="${1:-all}"
target="${CARGO_TARGET_DIR:-$PWD/target}"
host="$(rustc +nightly -vV | sed -n 's/^host: //p')"

if [ "$what" = all ] || [ "$what" = address ]; then
    echo "=== Tests under AddressSanitizer"
    # Name the target, so that build scripts and macros are built without the sanitizer.
    mapfile -t tests < <(scripts/self_contained.sh)
    RUSTFLAGS="-Zsanitizer=address" RUST_MIN_STACK=67108864 CARGO_TARGET_DIR="$target/address" \
        cargo +nightly test --target "$host" "${tests[@]}"
fi

if [ "$what" = all ] || [ "$what" = minimal ]; then
    echo "=== Oldest versions of direct dependencies"
    copy="$(mktemp -d)"
    trap 'rm -rf "$copy"' EXIT
    git archive HEAD | tar -x -C "$copy"
    (
        cd "$copy"
        rm Cargo.lock
        # The versions that tests need do not affect users.
        find . -name Cargo.toml -exec sed -i '/^\[.*dev-dependencies/,/^\[/{/^\[.*dev-dependencies/d;/^\[/!d}' {} +
        cargo +nightly -Zdirect-minimal-versions generate-lockfile
        mapfile -t published < <(scripts/published.sh)
        CARGO_TARGET_DIR="$target/minimal" cargo check --all-features "${published[@]/#/--package=}"
    )
fi
