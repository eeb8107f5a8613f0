#!/usr/bin/env bash
# Makes the captures of this folder again: real engines talk with the examples, or with themselves, over the loopback device.
#
#   godot-var-cli/tests/captures/record.sh [FOLDER]
#
# Needs dumpcap (of tshark) and the right to capture, and the engines in GODOT4, GODOT36 and GODOT3:
# eval "$(scripts/engines.sh target/engines)".
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$here/../../.."
out="$(realpath "${1:-$here}")"
examples="${CARGO_TARGET_DIR:-$root/target}/debug/examples"
work="$(mktemp -d)"
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT

cd "$root"
cargo build --quiet --package godot-var-network-examples --example tcp_tokio --example websocket --example enet \
    --example multiplayer

# capture FILE FILTER: starts to capture, in the background.
capture() {
    dumpcap -q -P -i lo -f "$2" -w "$work/capture.pcap" 2>"$work/dumpcap" &
    dumpcap=$!
    until grep -q '^File: ' "$work/dumpcap"; do sleep 0.05; done
    file="$1"
}

finish() {
    sleep 0.5
    kill -INT "$dumpcap"
    wait "$dumpcap" || true
    mv "$work/capture.pcap" "$out/$file"
    chmod 644 "$out/$file"
}

# engine GODOT ARGUMENTS: runs a headless engine to its end.
engine() {
    local engine="$1" headless=()
    shift
    [ "$engine" = "$GODOT4" ] && headless=(--headless)
    HOME="$work" timeout 30 "$engine" "${headless[@]}" "$@" >"$work/client" 2>&1 || { cat "$work/client" >&2; exit 1; }
    grep -q '^OK$' "$work/client" || { cat "$work/client" >&2; exit 1; }
}

# serve EXAMPLE ARGUMENTS: starts a server on a free port.
serve() {
    local example="$1"
    shift
    : >"$work/server"
    "$examples/$example" --listen 127.0.0.1:0 "$@" >"$work/server" 2>&1 &
    server=$!
    until [ -s "$work/server" ]; do sleep 0.05; done
    port="$(sed -n '1s/.*127\.0\.0\.1:\([0-9]*\).*/\1/p' "$work/server")"
}

# with_example EXAMPLE SCRIPT TRANSPORT NAME GODOT DIALECT LANGUAGE
with_example() {
    serve "$1" --godot "$6"
    capture "$4.pcap" "$3 port $port"
    engine "$5" --path "examples/clients-$7" -s "$2" -- 127.0.0.1 "$port"
    finish
    kill "$server"
}

for way in "tcp_tokio tcp.gd tcp tcp" "websocket websocket.gd tcp websocket" "enet enet.gd udp enet"; do
    read -r example script transport name <<<"$way"
    with_example "$example" "$script" "$transport" "${name}_godot4.6.3" "$GODOT4" 4 godot4
    with_example "$example" "$script" "$transport" "${name}_godot3.6.2" "$GODOT36" 3 godot3
    with_example "$example" "$script" "$transport" "${name}_godot3.2.3" "$GODOT3" 3 godot3
done

# Packets in parts, compressed by ENet's range coder and not.
for engine in 4.6.3 3.6.2; do
    [ "$engine" = 4.6.3 ] && godot="$GODOT4" || godot="$GODOT36"
    for compression in plain compressed; do
        capture "enet_${compression}_godot$engine.pcap" "udp port 17777"
        engine "$godot" --path "$here/godot${engine%%.*}" -s long.gd -- "$compression" 17777
        finish
    done
done

# High-level multiplayer.
for scheme in ws enet; do
    serve multiplayer
    capture "multiplayer_${scheme}_godot4.6.3.pcap" "port $port"
    engine "$GODOT4" --path examples/multiplayer-client-godot4 -- "$scheme://127.0.0.1:$port" Ann demo
    finish
    kill "$server"
done
