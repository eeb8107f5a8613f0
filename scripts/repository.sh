#!/usr/bin/env bash
# Writes the address of the public host into the manifests, and enables what needs it:
#
#   scripts/repository.sh [URL]      the default is the remote `origin`, as https
#
# Run it once, before the first release. `scripts/packages.sh` tries it on a copy.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# A remote may be named `git@host:owner/name.git`.
url="${1:-$(git remote get-url origin 2>/dev/null | sed -E 's#^(ssh://)?git@([^:/]+)[:/]#https://\2/#' || true)}"
url="${url%.git}"
if [[ ! "$url" =~ ^https://[^/[:space:]\"]+/[^[:space:]\"]+$ ]]; then
    echo "error: \`$url\` is not an address of a repository; scripts/repository.sh https://HOST/OWNER/NAME" >&2
    exit 2
fi

# Once for the workspace. An address that is there is replaced.
sed -i -E '/^repository = /d' Cargo.toml
sed -i "/^\[workspace.package\]/a repository = \"$url\"" Cargo.toml
for package in $(scripts/published.sh); do
    manifest="$package/Cargo.toml"
    [ "$package" != godot-var ] || manifest=Cargo.toml
    grep -q '^repository\.workspace' "$manifest" || sed -i '/^license\.workspace/a repository.workspace = true' "$manifest"
done
# The table of `cargo binstall`, and the comment that says when to enable it.
sed -i -E '/^# `cargo binstall` needs/,/^#$/d; /^# \[package\.metadata\.binstall\]/,/^$/s/^# //' godot-var-cli/Cargo.toml
echo "repository = \"$url\""
