#!/usr/bin/env bash
# Times the engine's own var2bytes and bytes2var on the workloads A to E, in the form of the table
# of `cargo bench --bench ratios`, to be put below it:
#
#   benches/engine.sh
#
# Needs godot3-server (Godot 3.2 to 3.6, headless) in the path, or its name in GODOT3; where there is
# none it says so and succeeds. A number is the median of five rounds of GDScript calling the function
# in a loop; what the loop costs when it is empty is taken off, what a call of a function costs is not.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

program="${GODOT3:-godot3-server}"
if ! command -v "$program" >/dev/null; then
    echo "SKIPPED: $program not found; install Debian's godot3-server or name a headless Godot 3 in GODOT3"
    exit 0
fi

scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
printf 'config_version=4\n\n[logging]\n\nfile_logging/enable_file_logging=false\nfile_logging/enable_file_logging.pc=false\n' \
    >"$scratch/project.godot"
cp engine.gd "$scratch/"

# The engine leaves settings and caches in the home folder, and runs for ever after an error in a script.
if ! HOME="$scratch" LANG=en_US.UTF-8 timeout --kill-after=5 120 \
    "$program" --path "$scratch" -s engine.gd </dev/null >"$scratch/log" 2>&1; then
    cat "$scratch/log" >&2
    exit 1
fi

awk '
    /^Godot Engine v/ { split($3, v, "."); engine = "Godot " substr(v[1], 2) "." v[2] "." v[3] }
    $1 == "ROW" {
        printf "| %s encode, %s | %d | %.1f | | |\n", $2, engine, $3, $4
        printf "| %s decode, %s | %d | %.1f | | |\n", $2, engine, $3, $5
        rows++
    }
    END { exit rows != 5 }
' "$scratch/log" || { cat "$scratch/log" >&2; exit 1; }
