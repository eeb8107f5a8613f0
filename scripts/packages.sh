#!/usr/bin/env bash
# Checks that each package builds from its own contents, with those of the other packages as dependencies, and that `repository.sh` works:
#
#   scripts/packages.sh
#
# Includes changes that are not committed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

target="$(mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd)"
mapfile -t packages < <(scripts/published.sh)

# Without a network, uses the packages that were fetched before.
offline=()
cargo fetch --quiet 2>/dev/null || offline=(--offline)

# `cargo package` would rebuild each of them with all dependencies. Here they form a workspace in which each replaces its release, so that
# earlier builds are reused.
shipped="$target/shipped"
rm -rf "$shipped" "$target/package"
mkdir -p "$shipped"
cargo package --quiet --allow-dirty --no-verify --target-dir "$target" "${offline[@]}" "${packages[@]/#/--package=}"
for archive in "$target"/package/*.crate; do
    # Set new file times. All files in an archive have the same time, so cargo would not see that a file has changed.
    tar --extract --touch --file "$archive" --directory "$shipped"
done
{
    printf '[workspace]\nmembers = ["*"]\nresolver = "3"\n\n[patch.crates-io]\n'
    for package in "${packages[@]}"; do
        printf '%s = { path = "%s" }\n' "$package" "$(basename "$shipped/$package"-[0-9]*)"
    done
} >"$shipped/Cargo.toml"
cp Cargo.lock "$shipped"
# Checks the packages that users depend on one by one, because features of one could otherwise enable code for another.
for package in godot-var godot-var-codegen godot-var-project godot-var-cli; do
    echo "$package"
    cargo check --quiet --manifest-path "$shipped/Cargo.toml" --target-dir "$target" "${offline[@]}" --package "$package"
done

# What a release does with the address of the host, on a copy.
copy="$(mktemp -d)"
trap 'rm -rf "$copy"' EXIT
git ls-files -z | tar --null --files-from=- --create | tar --extract --directory "$copy"
address=https://host.example/owner/name
(cd "$copy" && scripts/repository.sh "$address.git" && scripts/repository.sh "$address") >/dev/null
with_address="$(cargo metadata --manifest-path "$copy/Cargo.toml" --no-deps --offline --format-version 1 |
    grep -o "\"repository\":\"$address\"" | wc -l)"
if [ "$with_address" -ne "${#packages[@]}" ] || ! grep -q '^\[package.metadata.binstall\]' "$copy/godot-var-cli/Cargo.toml"; then
    echo "error: scripts/repository.sh: $with_address of ${#packages[@]} packages have the address" >&2
    exit 1
fi
