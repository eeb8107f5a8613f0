#!/usr/bin/env bash
# Times the engines' own functions (var_to_bytes, bytes_to_var) on the workloads A to E, in the form of the table of
# `cargo bench --bench ratios`, to be put below it, and the generated classes of the arena on a snapshot of 64 players and 8 scores, as Variants and as
# flat messages, and of one player as a flat message, with the same by hand. With the release template also the client of a world of snapshots,
# next to lists of as many states:
#
#   eval "$(scripts/engines.sh target/engines release)"
#   benches/engine.sh
#
# GODOT3 is Godot 3.2 to 3.6, headless (default: godot3-server), GODOT4 the editor build of Godot 4, which is a debug build,
# GODOT4_RELEASE the release template as scripts/engines.sh installs it. What is not there is skipped. A number is nanoseconds of a
# call from GDScript in a loop; what the loop costs when it is empty is taken off, what a call of a function costs is not. Of Godot 3
# it is the median of five rounds, of Godot 4 the shortest of 200.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
export HOME="$scratch" LANG=en_US.UTF-8

# Runs an engine, which goes on for ever after an error in a script, and prints its rows; the first argument is how many.
time_rows() {
    local rows="$1" name="$2"
    shift 2
    if ! timeout --kill-after=5 300 "$@" </dev/null >"$scratch/log" 2>&1; then
        cat "$scratch/log" >&2
        exit 1
    fi
    awk -v rows="$rows" -v name="$name" '
        /^Godot Engine v/ { split($3, v, "."); engine = "Godot " substr(v[1], 2) "." v[2] "." v[3] name }
        $1 == "ROW" {
            printf "| %s encode, %s | %d | %.1f | | |\n", $2, engine, $3, $4
            printf "| %s decode, %s | %d | %.1f | | |\n", $2, engine, $3, $5
            count++
        }
        END { exit count != rows }
    ' "$scratch/log" || { cat "$scratch/log" >&2; exit 1; }
}

godot3="${GODOT3:-godot3-server}"
if command -v "$godot3" >/dev/null; then
    mkdir "$scratch/three"
    printf 'config_version=4\n\n[logging]\n\nfile_logging/enable_file_logging=false\nfile_logging/enable_file_logging.pc=false\n' \
        >"$scratch/three/project.godot"
    cp engine3.gd "$scratch/three/"
    time_rows 5 "" "$godot3" --path "$scratch/three" -s engine3.gd
else
    echo "SKIPPED: $godot3 not found; install Debian's godot3-server or name a headless Godot 3 in GODOT3"
fi

if [ -z "${GODOT4:-}" ]; then
    echo "SKIPPED: no Godot 4; scripts/engines.sh installs one, and says how to name it in GODOT4"
    exit 0
fi
mkdir "$scratch/four"
cp engine4.gd by_hand4.gd ../examples/arena-client-godot4/arena.gd "$scratch/four/"
cat >"$scratch/four/project.godot" <<'INI'
config_version=5

[application]

config/name="times"
run/main_scene="res://main.tscn"
INI
cat >"$scratch/four/main.tscn" <<'SCENE'
[gd_scene load_steps=2 format=3]

[ext_resource type="Script" path="res://engine4.gd" id="1"]

[node name="Main" type="Node"]
script = ExtResource("1")
SCENE
time_rows 11 " debug" "$GODOT4" --headless --path "$scratch/four"

if [ -z "${GODOT4_RELEASE:-}" ]; then
    echo "SKIPPED: no release template of Godot 4; scripts/engines.sh DIR release installs one"
    exit 0
fi
# A template runs a pack only.
cat >"$scratch/four/pack.gd" <<'GD'
extends SceneTree


func _initialize() -> void:
	var packer: PCKPacker = PCKPacker.new()
	var good: bool = packer.pck_start("res://times.pck") == OK
	for file: String in ["project.godot", "main.tscn", "engine4.gd", "by_hand4.gd", "arena.gd"]:
		good = good and packer.add_file("res://" + file, "res://" + file) == OK
	quit(0 if good and packer.flush() == OK else 1)
GD
timeout --kill-after=5 60 "$GODOT4" --headless --path "$scratch/four" -s pack.gd </dev/null >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; exit 1; }
PACK="$scratch/four/times.pck" time_rows 11 " release" "$GODOT4_RELEASE" --headless

# The client of a world, in the same project. A packet is timed alone, since it is taken only once.
cargo run --quiet -p godot-var-cli -- generate gdscript --godot 4 engine_world.rs -o "$scratch/world" >/dev/null
cp "$scratch/world/engine_world.gd" "$scratch/four/arena.gd"
cp engine_world4.gd "$scratch/four/engine4.gd"
timeout --kill-after=5 60 "$GODOT4" --headless --path "$scratch/four" -s pack.gd </dev/null >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; exit 1; }
PACK="$scratch/four/times.pck" timeout --kill-after=5 300 "$GODOT4_RELEASE" --headless </dev/null >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; exit 1; }
grep '^| ' "$scratch/log"
