#!/usr/bin/env bash
# Records the datagrams of real engines in godot-var-enet/tests/vectors anew:
#
#   eval "$(scripts/engines.sh target/engines)"
#   scripts/record_enet.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
CI=true GODOT_VAR_RECORD=1 cargo test --package godot-var --all-features --test programs -- a_short_exchange
