#!/usr/bin/env bash
# Rewrites the lists of the engines' names, which generated GDScript must not use:
#
#   eval "$(scripts/engines.sh DIR)" && scripts/gdscript_names.sh
#
# Every engine prints its own names: classes from `ClassDB`, everything else from the reference that `--doctool` writes. Run it after adding
# or updating an engine.
set -euo pipefail

out="$(cd "$(dirname "$0")/.." && pwd)/godot-var-codegen/src/gdscript/names"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
export HOME="$work" LANG=en_US.UTF-8

cat >"$work/classes.gd" <<'GD'
extends SceneTree
func _initialize():
	for name in ClassDB.get_class_list():
		print("class ", name)
	for method in ClassDB.class_get_method_list("Node"):
		print("node ", method.name)
	quit(0)
GD
echo 'config_version=4' >"$work/project.godot"

for engine in "${GODOT4:?}" "${GODOT36:?}" "${GODOT3:?}"; do
    doc="$work/$(basename "$(dirname "$engine")")-$RANDOM"
    mkdir "$doc"
    headless=()
    if "$engine" --version | grep -q '^4'; then
        headless=(--headless)
    fi
    timeout 120 "$engine" "${headless[@]}" --path "$work" --doctool "$doc" >"$work/log" 2>&1
    timeout 60 "$engine" "${headless[@]}" --path "$work" -s classes.gd >"$work/printed" 2>&1
    sed -n 's/^class //p' "$work/printed" >>"$work/classes"
    if [ "${#headless[@]}" -gt 0 ]; then
        # RPCs are generated only for Godot 4.
        sed -n 's/^node //p' "$work/printed" >>"$work/node"
    fi
    find "$doc" -name '*.xml' -printf '%f\n' | sed 's/\.xml$//' | grep -v '^@' >>"$work/classes"
    # Singletons are in the global scope.
    global="$doc/doc/classes/@GlobalScope.xml" script="$doc/modules/gdscript/doc_classes/@GDScript.xml"
    sed -n 's/.*<member name="\([^"]*\)".*/\1/p' "$global" >>"$work/classes"
    sed -n 's/.*<\(method\|constant\) name="\([^"]*\)".*/\2/p' "$global" "$script" >>"$work/globals"
    sed -n 's/.*<constant .* enum="\([A-Za-z]*\)".*/\1/p' "$global" >>"$work/globals"
done
LC_ALL=C sort -u "$work/classes" >"$out/classes.txt"
LC_ALL=C sort -u "$work/globals" >"$out/globals.txt"
LC_ALL=C sort -u "$work/node" >"$out/node.txt"
wc -l "$out/classes.txt" "$out/globals.txt" "$out/node.txt"
