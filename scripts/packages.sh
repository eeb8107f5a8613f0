#!/usr/bin/env bash
# Checks that each package builds from what it ships alone, with what the others ship as its dependencies:
#
#   scripts/packages.sh
#
# Changes that are not committed are packaged, too.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

target="$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)"
mapfile -t packages < <(scripts/published.sh)

# Without a network what was fetched before serves.
offline=()
cargo fetch --quiet 2>/dev/null || offline=(--offline)

# `cargo package` would build each of them and all that it needs anew. Here they make a workspace, in which each stands for its
# release, so that what other checks have built serves.
shipped="$target/shipped"
rm -rf "$shipped" "$target/package"
mkdir -p "$shipped"
cargo package --quiet --allow-dirty --no-verify --target-dir "$target" "${offline[@]}" "${packages[@]/#/--package=}"
for archive in "$target"/package/*.crate; do
    # As new: the times of files in an archive are always the same, and cargo would take a changed file for one that it knows.
    tar --extract --touch --file "$archive" --directory "$shipped"
done
{
    printf '[workspace]\nmembers = ["*"]\nresolver = "3"\n\n[patch.crates-io]\n'
    for package in "${packages[@]}"; do
        printf '%s = { path = "%s" }\n' "$package" "$(basename "$shipped/$package"-[0-9]*)"
    done
} >"$shipped/Cargo.toml"
cp Cargo.lock "$shipped"
# What a user names as a dependency, each alone: what one asks for would else be there for another.
for package in godot-var godot-var-codegen godot-var-cli; do
    echo "$package"
    cargo check --quiet --manifest-path "$shipped/Cargo.toml" --target-dir "$target" "${offline[@]}" --package "$package"
done
