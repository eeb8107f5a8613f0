#!/usr/bin/env bash
# Keeps the inputs of fuzz/corpus that reach what no shorter ones reach, in a file of fuzz/corpora for each target:
#
#   fuzz/minimise.sh [TARGET...]     all targets that fuzz/run.sh has built
#
# The longest inputs are left out if a file has no room for them (src/corpora.rs). PROGRAMS is the folder of the programs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

target_dir="${CARGO_TARGET_DIR:-$PWD/target}"
programs="${PROGRAMS:-$target_dir/fuzz/$(rustc -vV | sed -n 's/^host: //p')/release}"
targets=("$@")
if [ "${#targets[@]}" -eq 0 ]; then
    for corpus in fuzz/corpus/*/; do
        target="$(basename "$corpus")"
        [ ! -x "$programs/$target" ] || targets+=("$target")
    done
fi

few="$(mktemp -d)"
trap 'rm -rf "$few"' EXIT
for target in "${targets[@]}"; do
    mkdir "$few/$target"
    nice -n 19 "$programs/$target" -merge=1 -rss_limit_mb=2048 -timeout=60 -max_len=4096 \
        "$few/$target" "fuzz/corpus/$target" >"$few/log" 2>&1 || {
        tail -n 20 "$few/log" >&2
        exit 1
    }
done
mkdir -p fuzz/corpora
cargo run --quiet --package godot-var-fuzz --example corpora -- pack "$few" "${targets[@]}"
