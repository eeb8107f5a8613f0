#!/usr/bin/env bash
# Runs fuzz targets with libFuzzer and prints executions, coverage and findings:
#
#   fuzz/run.sh [SECONDS [TARGET...]]     60 seconds of CPU each, all targets
#
# Needs nightly Rust and cargo-fuzz (cargo install cargo-fuzz). JOBS sets how many targets run at once (2). The corpora grow in fuzz/corpus,
# from the seeds of src/seeds.rs and the inputs that fuzz/corpora keeps. A finding becomes a file in fuzz/findings/TARGET, which
# tests/replay.rs runs from then on.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seconds="${1:-60}"
shift || true
targets=("$@")
if [ "${#targets[@]}" -eq 0 ]; then
    mapfile -t targets < <(sed -n 's/^    ("\([a-z0-9]*\)", [a-z0-9]*),$/\1/p' fuzz/src/lib.rs)
fi

if ! cargo +nightly fuzz --version >/dev/null 2>&1; then
    echo "error: nightly Rust and cargo-fuzz are needed: cargo install cargo-fuzz" >&2
    exit 2
fi

export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$PWD/target}/fuzz"
cargo run --quiet --package godot-var-fuzz --example corpora -- unpack fuzz/corpus
# No code of the project is unsafe, and without a sanitizer a target runs several times as fast. With `cfg(fuzzing)`, proc-macro2 forgets the
# places in a text.
cargo +nightly fuzz build --sanitizer none --no-cfg-fuzzing --features libfuzzer
programs="$CARGO_TARGET_DIR/$(rustc -vV | sed -n 's/^host: //p')/release"
logs="$CARGO_TARGET_DIR/logs"
commit="$(git rev-parse --short HEAD)"
mkdir -p "$logs"

# libFuzzer counts the time of the clock, and other programs take a part of the CPU: rounds, until the target has had its seconds.
one() {
    local target="$1" log="$logs/$1.log" used=0 status=0 round
    local TIMEFORMAT='%U %S'
    mkdir -p "fuzz/artifacts/$target"
    echo "commit: $commit" >"$log"
    while [ "$status" -eq 0 ] && [ "$used" -lt "$((seconds * 1000))" ]; do
        round="$({ time nice -n 19 "$programs/$target" "fuzz/corpus/$target" \
            -artifact_prefix="fuzz/artifacts/$target/" -max_total_time="$(((seconds * 1000 - used) / 1000 + 1))" \
            -rss_limit_mb=2048 -timeout=60 -max_len=4096 -print_final_stats=1 \
            >>"$log" 2>&1; } 2>&1)" || status=$?
        round="$(awk '{ printf "%d", ($1 + $2) * 1000 }' <<<"$round")"
        used=$((used + round))
        echo "cpu: $round ms" >>"$log"
    done
}
export -f one
export commit programs logs seconds
printf '%s\n' "${targets[@]}" | xargs -P "${JOBS:-2}" -I{} bash -c 'one {}'

found=0
printf '%-14s %12s %9s %s\n' target executions coverage findings
for target in "${targets[@]}"; do
    log="$logs/$target.log"
    executions="$(awk '/^stat::number_of_executed_units: / { sum += $2 } END { print sum }' "$log")"
    coverage="$(grep -ao 'cov: [0-9]*' "$log" | tail -n 1 | cut -d' ' -f2)"
    findings="$(find "fuzz/artifacts/$target" -type f ! -name 'slow-unit-*' | wc -l)"
    printf '%-14s %12s %9s %s\n' "$target" "${executions:-?}" "${coverage:-?}" "$findings"
    # A target that ended without its numbers has a finding, too.
    if [ "$findings" -gt 0 ] || [ -z "$executions" ]; then found=1; fi
done
fuzz/table.sh "${targets[@]/#/$logs/}"
exit "$found"
