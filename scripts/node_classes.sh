#!/usr/bin/env bash
# Rewrites the list of the engine's nodes with the types of their properties:
#
#   eval "$(scripts/engines.sh DIR)" && scripts/node_classes.sh
#
# A line has a class, its base, and `property:type` for each property of a type that travels. Needs `jq`.
set -euo pipefail

out="$(cd "$(dirname "$0")/.." && pwd)/godot-var-project/src/classes.txt"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
HOME="$work" timeout 120 "${GODOT4:?}" --headless --dump-extension-api >/dev/null
jq -r '
    (.builtin_classes | map(.name) - ["Nil", "Callable", "Signal"]) as $plain
    | (.classes | map({(.name): .inherits}) | add) as $bases
    | def is_node: . == "Node" or (. != null and ($bases[.] | is_node));
    .classes[]
    | select(.name | is_node)
    | [.name, .inherits, (.properties // [] | .[] | select(.type as $type | $plain | index($type)) | "\(.name):\(.type)")]
    | join(" ")
' extension_api.json | LC_ALL=C sort >"$out"
wc -l "$out"
