# Unpacks packages of Debian's unstable suite into a folder. The system is not changed. For other scripts:
#
#   source scripts/unstable.sh
#   begin DIR                       # fetches the lists of packages; DIR is an absolute path
#   unpack ROOT PACKAGE...          # unpacks packages and all that they depend on
#   wrapper FILE ROOT PROGRAM       # makes FILE, which starts a program of ROOT with the unpacked libraries
#   end                             # deletes the lists
#
# Needs Debian, or a system with its package tools and archive keys.

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

begin() {
    apt_dir="$1/apt"
    apt=(-qq
        -o "Dir::Etc::sourcelist=$apt_dir/sources.list" -o Dir::Etc::sourceparts=/dev/null
        -o "Dir::State::lists=$apt_dir/lists" -o "Dir::State::status=$apt_dir/status"
        -o "Dir::Cache::archives=$apt_dir/archives" -o "Dir::Cache::pkgcache=" -o "Dir::Cache::srcpkgcache="
        -o APT::Install-Recommends=false -o APT::Sandbox::User=root -o Debug::NoLocking=true)
    mkdir -p "$apt_dir/lists/partial"
    : >"$apt_dir/status"
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $(mirror) sid main" >"$apt_dir/sources.list"
    apt-get "${apt[@]}" update >&2
}

unpack() {
    local root="$1"
    shift
    rm -rf "$root" "$apt_dir/archives"
    mkdir -p "$root" "$apt_dir/archives/partial"
    apt-get "${apt[@]}" --yes --download-only install "${@/%//sid}" >&2
    for archive in "$apt_dir"/archives/*.deb; do
        dpkg -x "$archive" "$root"
    done
    rm -rf "$apt_dir/archives"
}

# ROOT is a folder beside FILE. A fourth argument is shell code that runs before the program starts, and may change $loader.
wrapper() {
    local file="$1" root="$2" program="$3" more="${4-}" folder loader libraries
    folder="$(dirname "$file")"
    # Relative to the wrapper's folder, so that the folder can be moved.
    loader="$(cd "$folder" && find "$root" -name 'ld-linux-x86-64.so.2' -o -name 'ld-linux-aarch64.so.1' | head -n 1)"
    libraries="$(cd "$folder" && find "$root" -name '*.so*' -printf '$here/%h\n' | sort -u | paste -sd :)"
    cat >"$file" <<SH
#!/bin/sh
here="\$(dirname "\$(readlink -f "\$0")")"
loader="\$here/$loader"
$more
exec "\$loader" --library-path "$libraries" "\$here/$root/$program" "\$@"
SH
    chmod +x "$file"
}

end() {
    rm -rf "$apt_dir"
}
