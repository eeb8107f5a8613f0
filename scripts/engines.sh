#!/usr/bin/env bash
# Installs the headless engines that the tests talk to, and prints the variables that the tests read:
#
#   eval "$(scripts/engines.sh DIR)"
#
# Godot 4 and 3.6 come from Debian's unstable suite, whatever version stands there, into DIR; nothing of the system
# changes. Debian's own Godot 3.2 is taken as it is where `godot3-server` is installed. What is there already is kept.
# Needs Debian (or a system with its package tools and archive keys).
set -euo pipefail

if [ $# -ne 1 ]; then
    echo "usage: scripts/engines.sh DIR" >&2
    exit 2
fi
mkdir -p "$1"
dir="$(cd "$1" && pwd)"

apt=(-qq
    -o "Dir::Etc::sourcelist=$dir/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null
    -o "Dir::State::lists=$dir/apt/lists" -o "Dir::State::status=$dir/apt/status"
    -o "Dir::Cache::archives=$dir/apt/archives" -o "Dir::Cache::pkgcache=" -o "Dir::Cache::srcpkgcache="
    -o APT::Install-Recommends=false -o APT::Sandbox::User=root -o Debug::NoLocking=true)

# The mirror that this machine uses for Debian's own packages.
mirror() {
    local uri
    uri="$(apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
        sed -n 's/^Debian \(.*\)$/\1/p' | head -n 1)"
    if [ -z "$uri" ]; then
        # Its lists were never fetched: the sources name it all the same.
        uri="$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list 2>/dev/null |
            grep -v '^ *#' | grep -o 'https\?://[^ ]*/debian/\?\( \|$\)' | head -n 1 | tr -d ' ')"
    fi
    echo "${uri:?no Debian mirror among the sources of apt}"
}

# A program of a package, started by the libraries that were unpacked with it.
wrapper() {
    local root="$1" program="$2" libraries
    libraries="$(find "$root/root" -name '*.so*' -printf '%h\n' | sort -u | paste -sd :)"
    cat >"$root/godot" <<SH
#!/bin/sh
exec "$(find "$root/root" -name 'ld-linux-x86-64.so.2' -o -name 'ld-linux-aarch64.so.1' | head -n 1)" \\
    --library-path "$libraries" \\
    "$root/root/$program" "\$@"
SH
    chmod +x "$root/godot"
}

install() {
    local name="$1" package="$2" program="$3" root="$dir/$1"
    rm -rf "$root" "$dir/apt/archives"
    mkdir -p "$root/root" "$dir/apt/archives/partial"
    apt-get "${apt[@]}" --yes --download-only install "$package/sid" >&2
    for archive in "$dir"/apt/archives/*.deb; do
        dpkg -x "$archive" "$root/root"
    done
    wrapper "$root" "$program"
    rm -rf "$dir/apt/archives"
    # The last step: without this file the next run begins anew.
    "$root/godot" --version | tail -n 1 >"$root/version.part"
    mv "$root/version.part" "$root/version"
}

if [ ! -s "$dir/godot4/version" ] || [ ! -s "$dir/godot3/version" ]; then
    mkdir -p "$dir/apt/lists/partial"
    : >"$dir/apt/status"
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $(mirror) sid main" >"$dir/apt/sources.list"
    apt-get "${apt[@]}" update >&2
    [ -s "$dir/godot4/version" ] || install godot4 godot usr/bin/godot
    [ -s "$dir/godot3/version" ] || install godot3 godot3-server usr/bin/godot3-server
    rm -rf "$dir/apt"
fi

name() {
    printf 'export %s=%q\n' "$1" "$2"
    echo "$1: Godot $("$2" --version | tail -n 1)" >&2
}

name GODOT4 "$dir/godot4/godot"
name GODOT36 "$dir/godot3/godot"
if command -v godot3-server >/dev/null; then
    name GODOT3 "$(command -v godot3-server)"
fi
