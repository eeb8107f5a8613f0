#!/usr/bin/env bash
# Measures what messages cost the compiler, with our derive and with serde + postcard:
#
#   benches/build_time.sh [first | many]
#
# `first` builds a program with one message of 10 fields from nothing, with all its dependencies, and prints the CPU seconds
# (user and system) of that and their ratio: three times each, by turns, the medians.
#
# `many` writes crates with 200 structs, both directions of each used once, into a new `Vec` (ours in one dialect), below the
# target directory; builds what they depend on; then builds each crate alone, without incremental
# compilation, and prints the user seconds of that and the lines of its unoptimised LLVM IR.
# Without an argument both are measured.
#
# The types of the fields follow no pattern, as in real messages. Two structs with the same types in
# the same order have the same code in a format without names, and LLVM compiles that once: with types
# that went round, 190 of the 200 cost serde and postcard little.
#
# "Plain" has the structs without any derive. The difference of its check to ours is the time of the
# macro and of checking what it wrote; stable Rust does not tell the two apart.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
target="${CARGO_TARGET_DIR:-$root/target}"
folder="$target/build-time"
rm -rf "$folder/crates"
export CARGO_TARGET_DIR="$folder/target" CARGO_INCREMENTAL=0

# crate NAME COUNT DEPENDENCIES DERIVES HEAD CALLS: the calls name a type as @.
crate() {
    local dir="$folder/crates/$1" count="$2"
    set -- "$1" "${@:3}"
    mkdir -p "$dir/src"
    cat >"$dir/Cargo.toml" <<TOML
[package]
name = "$1"
version = "0.0.0"
edition = "2024"

[workspace]

[dependencies]
$2

[profile.release]
codegen-units = 16
TOML
    # The versions that the repository has locked; Cargo drops what is not used.
    cp "$root/Cargo.lock" "$dir/Cargo.lock"
    awk -v messages="$count" -v derives="$3" -v head="$4" -v calls="$5" '
        function pick() {
            seed = seed * 16807 % 2147483647
            return types[int(seed / 65536) % count + 1]
        }
        BEGIN {
            print head
            seed = 1
            count = split("u32 i32 f32 bool String u8 i64 [f32;3] Vec<i32> Option<u32>", types, " ")
            for (i = 0; i < messages; i++) {
                if (derives != "") printf "#[derive(%s)]\n", derives
                printf "pub struct M%d {\n", i
                for (j = 0; j < 10; j++)
                    printf "    pub field_%d_%d: %s,\n", i, j, pick()
                print "}"
                line = calls
                gsub(/@/, "M" i, line)
                gsub(/#/, i, line)
                print line
            }
        }' >"$dir/src/lib.rs"
}

# with_both NAME COUNT: writes NAME_ours and NAME_serde_postcard.
with_both() {
    # shellcheck disable=SC2016 # nothing in these is for the shell
    crate "$1ours" "$2" "godot-var = { path = \"$root\" }" GodotVar \
        'use godot_var::{DecodeError, EncodeError, FromVariantBytes, Godot4, GodotVar, ToVariantBytes};' \
    'pub fn encode_#(value: &@) -> Result<Vec<u8>, EncodeError> {
    value.to_variant_bytes::<Godot4>()
}
pub fn decode_#(bytes: &[u8]) -> Result<@, DecodeError> {
    @::from_variant_bytes::<Godot4>(bytes)
}'
    # shellcheck disable=SC2016
    crate "$1serde_postcard" "$2" 'serde = { version = "1", features = ["derive"] }
postcard = { version = "1", default-features = false, features = ["alloc"] }' 'Serialize, Deserialize' \
        'use serde::{Deserialize, Serialize};' \
    'pub fn encode_#(value: &@) -> postcard::Result<Vec<u8>> {
    postcard::to_allocvec(value)
}
pub fn decode_#(bytes: &[u8]) -> postcard::Result<@> {
    postcard::from_bytes(bytes)
}'
}

# seconds CRATE COMMAND…: of building the crate alone.
seconds() {
    local dir="$folder/crates/$1"
    shift
    (
        cd "$dir"
        cargo "$@" --quiet
        touch src/lib.rs
        TIMEFORMAT=%U
        { time cargo "$@" --quiet --offline 2>"$folder/log"; } 2>&1
    )
}

# lines CRATE: of its LLVM IR before optimisation, in one unit.
lines() {
    (
        cd "$folder/crates/$1"
        rm -f "$CARGO_TARGET_DIR"/debug/deps/"$1"-*.ll
        touch src/lib.rs
        cargo rustc --quiet --lib -- --emit=llvm-ir -C codegen-units=1
        cat "$CARGO_TARGET_DIR"/debug/deps/"$1"-*.ll | wc -l
    )
}

# first CRATE: CPU seconds of building it and all that it depends on, from nothing.
first() {
    (
        cd "$folder/crates/$1"
        export CARGO_TARGET_DIR="$folder/first"
        rm -rf "$CARGO_TARGET_DIR"
        cargo fetch --quiet
        TIMEFORMAT='%U %S'
        { time cargo build --quiet --offline 2>"$folder/log"; } 2>&1 | awk '{ print $1 + $2 }'
    )
}

median() {
    printf '%s\n' "$@" | sort -n | sed -n "$((($# + 1) / 2))p"
}

first_builds() {
    with_both first_ 1
    local ours=() theirs=()
    for _ in 1 2 3; do
        ours+=("$(first first_ours)")
        theirs+=("$(first first_serde_postcard)")
    done
    local one other
    one="$(median "${ours[@]}")"
    other="$(median "${theirs[@]}")"
    awk -v one="$one" -v other="$other" 'BEGIN {
        print "| First dev build, one message | CPU s |"
        print "|---|--:|"
        printf "| ours | %.1f |\n| serde_postcard | %.1f |\n\nRatio: %.2f\n\n", one, other, one / other
    }'
}

many_messages() {
    crate plain 200 '' '' '' ''
    with_both '' 200
    echo '| 200 structs of 10 fields | check s | dev s | release s | LLVM IR lines (dev) |'
    echo '|---|--:|--:|--:|--:|'
    for name in plain ours serde_postcard; do
        check="$(seconds "$name" check)"
        dev="$(seconds "$name" build)"
        release="$(seconds "$name" build --release)"
        echo "| $name | $check | $dev | $release | $(lines "$name") |"
        declare "check_$name=$check"
    done
    # shellcheck disable=SC2154 # declared in the loop
    awk -v ours="$check_ours" -v plain="$check_plain" \
        'BEGIN { printf "\nThe macro, and checking what it wrote: %.2f s\n", ours - plain }'
}

case "${1:-both}" in
    first) first_builds ;;
    many) many_messages ;;
    both)
        first_builds
        many_messages
        ;;
    *)
        echo "usage: benches/build_time.sh [first | many]" >&2
        exit 2
        ;;
esac
