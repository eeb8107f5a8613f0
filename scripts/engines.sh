#!/usr/bin/env bash
# Installs the headless engines for the tests, and prints the variables that the tests read:
#
#   eval "$(scripts/engines.sh DIR)"
#   eval "$(scripts/engines.sh DIR release)"   # Godot 4's release template, too, which benches/engine.sh times
#
# Installs Godot 4 and 3.6 from Debian's unstable suite, in its current versions, into DIR. The system is not changed. Debian's own Godot 3.2
# is used if `godot3-server` is installed. Existing engines are kept. Needs Debian, or a system with its package tools and archive keys.
set -euo pipefail

if [ $# -lt 1 ] || [ $# -gt 2 ] || [ "${2:-release}" != release ]; then
    echo "usage: scripts/engines.sh DIR [release]" >&2
    exit 2
fi
mkdir -p "$1"
dir="$(cd "$1" && pwd)"

apt=(-qq
    -o "Dir::Etc::sourcelist=$dir/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null
    -o "Dir::State::lists=$dir/apt/lists" -o "Dir::State::status=$dir/apt/status"
    -o "Dir::Cache::archives=$dir/apt/archives" -o "Dir::Cache::pkgcache=" -o "Dir::Cache::srcpkgcache="
    -o APT::Install-Recommends=false -o APT::Sandbox::User=root -o Debug::NoLocking=true)

# The mirror of this machine's Debian packages.
mirror() {
    local uri
    uri="$(apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
        sed -n 's/^Debian \(.*\)$/\1/p' | head -n 1)"
    if [ -z "$uri" ]; then
        # Its lists were never fetched, but the sources name it.
        uri="$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list 2>/dev/null |
            grep -v '^ *#' | grep -o 'https\?://[^ ]*/debian/\?\( \|$\)' | head -n 1 | tr -d ' ')"
    fi
    echo "${uri:?no Debian mirror among the sources of apt}"
}

# Makes a program of a package that uses the unpacked libraries. A template only runs the pack beside its program with the same name, and
# here the program is the loader. So if PACK is the name of a pack, a copy of the loader is put beside it.
wrapper() {
    local root="$1" program="$2" loader libraries
    # Relative to the wrapper's folder, so that the folder can be moved.
    loader="$(cd "$root" && find root -name 'ld-linux-x86-64.so.2' -o -name 'ld-linux-aarch64.so.1' | head -n 1)"
    libraries="$(cd "$root" && find root -name '*.so*' -printf '$here/%h\n' | sort -u | paste -sd :)"
    cat >"$root/godot" <<SH
#!/bin/sh
here="\$(dirname "\$(readlink -f "\$0")")"
loader="\$here/$loader"
if [ -n "\${PACK:-}" ]; then
    cp "\$loader" "\${PACK%.pck}"
    loader="\${PACK%.pck}"
fi
exec "\$loader" --library-path "$libraries" "\$here/root/$program" "\$@"
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
}

# Prints the version of an engine. Fails if it does not start. (Godot 3.2 exits with an error after printing.)
version() {
    { "$1" --version || true; } | tail -n 1 | grep .
}

# The engines with their package and program.
engines=("godot4 godot usr/bin/godot" "godot3 godot3-server usr/bin/godot3-server")
if [ $# -eq 2 ]; then
    engines+=("godot4-release godot-template-release usr/bin/godot-template-release")
fi
missing=()
for engine in "${engines[@]}"; do
    version "$dir/${engine%% *}/godot" >/dev/null 2>&1 || missing+=("$engine")
done
if [ "${#missing[@]}" -gt 0 ]; then
    mkdir -p "$dir/apt/lists/partial"
    : >"$dir/apt/status"
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $(mirror) sid main" >"$dir/apt/sources.list"
    apt-get "${apt[@]}" update >&2
    for engine in "${missing[@]}"; do
        # shellcheck disable=SC2086 # three words
        install $engine
    done
    rm -rf "$dir/apt"
fi

name() {
    local version
    version="$(version "$2")"
    printf 'export %s=%q\n' "$1" "$2"
    echo "$1: Godot $version" >&2
}

name GODOT4 "$dir/godot4/godot"
name GODOT36 "$dir/godot3/godot"
if [ $# -eq 2 ]; then
    name GODOT4_RELEASE "$dir/godot4-release/godot"
fi
if command -v godot3-server >/dev/null; then
    name GODOT3 "$(command -v godot3-server)"
fi
