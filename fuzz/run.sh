#!/usr/bin/env bash
# Runs fuzz targets with libFuzzer and prints executions, coverage and findings:
#
#   fuzz/run.sh [SECONDS [TARGET...]]     60 seconds each, all targets
#
# Needs nightly Rust and cargo-fuzz (cargo install cargo-fuzz). JOBS sets how many targets run at once (2). The corpora grow in fuzz/corpus,
# from the seeds of src/seeds.rs. A finding becomes a file in fuzz/findings/TARGET, which tests/replay.rs runs from then on.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seconds="${1:-60}"
shift || true
targets=("$@")
if [ "${#targets[@]}" -eq 0 ]; then
    mapfile -t targets < <(sed -n 's/^    ("\([a-z]*\)", [a-z]*),$/\1/p' fuzz/src/lib.rs)
fi

if ! cargo +nightly fuzz --version >/dev/null 2>&1; then
    echo "error: nightly Rust and cargo-fuzz are needed: cargo install cargo-fuzz" >&2
    exit 2
fi

export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$PWD/target}/fuzz"
cargo run --quiet --package godot-var-fuzz --example seeds -- fuzz/corpus
cargo +nightly fuzz build --features libfuzzer
programs="$CARGO_TARGET_DIR/$(rustc -vV | sed -n 's/^host: //p')/release"
logs="$CARGO_TARGET_DIR/logs"
mkdir -p "$logs"

one() {
    local target="$1"
    mkdir -p "fuzz/artifacts/$target"
    nice -n 19 "$programs/$target" "fuzz/corpus/$target" \
        -artifact_prefix="fuzz/artifacts/$target/" -max_total_time="$seconds" \
        -rss_limit_mb=2048 -timeout=60 -max_len=4096 -print_final_stats=1 \
        >"$logs/$target.log" 2>&1 || true
}
export -f one
export programs logs seconds
printf '%s\n' "${targets[@]}" | xargs -P "${JOBS:-2}" -I{} bash -c 'one {}'

found=0
printf '%-12s %12s %9s %s\n' target executions coverage findings
for target in "${targets[@]}"; do
    log="$logs/$target.log"
    executions="$(sed -n 's/^stat::number_of_executed_units: //p' "$log")"
    coverage="$(grep -ao 'cov: [0-9]*' "$log" | tail -n 1 | cut -d' ' -f2)"
    findings="$(find "fuzz/artifacts/$target" -type f ! -name 'slow-unit-*' | wc -l)"
    printf '%-12s %12s %9s %s\n' "$target" "${executions:-?}" "${coverage:-?}" "$findings"
    # A target that ended without its numbers has a finding, too.
    if [ "$findings" -gt 0 ] || [ -z "$executions" ]; then found=1; fi
done
exit "$found"
