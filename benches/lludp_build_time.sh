#!/usr/bin/env bash
# Measures what the messages of Second Life's template cost the compiler:
#
#   LLUDP_TEMPLATE=message_template.msg benches/lludp_build_time.sh
#
# Builds crates that call `message_template!` for ten messages, for all, and for all with the enum of all in use,
# without incremental compilation, and prints the user seconds of the crate alone, the macro's time included.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
LLUDP_TEMPLATE="$(realpath "${LLUDP_TEMPLATE:-$root/../shared/lludp/message_template.msg}")"
export LLUDP_TEMPLATE
folder="${CARGO_TARGET_DIR:-$root/target}/lludp-build-time"
rm -rf "$folder/crates"
export CARGO_TARGET_DIR="$folder/target" CARGO_INCREMENTAL=0

# crate NAME OPTIONS CODE
crate() {
    local dir="$folder/crates/$1"
    mkdir -p "$dir/src"
    cat >"$dir/Cargo.toml" <<TOML
[package]
name = "$1"
version = "0.0.0"
edition = "2024"

[workspace]

[dependencies]
godot-var = { path = "$root", features = ["lludp"] }
TOML
    cp "$root/Cargo.lock" "$dir/Cargo.lock"
    cat >"$dir/src/lib.rs" <<RUST
pub mod messages {
    godot_var::lludp::message_template!(env = "LLUDP_TEMPLATE"$2);
}
$3
RUST
}

ten='AgentUpdate, ObjectUpdate, ChatFromViewer, ChatFromSimulator, PacketAck, StartPingCheck, CompletePingCheck, UseCircuitCode, LogoutRequest, LayerData'
both='pub fn both(datagram: &[u8], out: &mut [u8], scratch: &mut [u8]) -> Option<usize> {
    use godot_var::lludp::{Incoming, Options, Outgoing};
    let mut room = [0; 12288];
    let read = Incoming::<messages::AnyMessage>::read(datagram, &Options::DEFAULT, &mut room).ok()?;
    Outgoing::new(1).write(&read.message, scratch, out).ok()
}'
crate ten ", only = [$ten]" ''
crate ten_used ", only = [$ten]" "$both"
crate all '' ''
crate all_used '' "$both"
crate all_owned ', owned' ''

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

echo '| | check s | dev s | release s |'
echo '|---|--:|--:|--:|'
for name in ten ten_used all all_used all_owned; do
    echo "| $name | $(seconds "$name" check) | $(seconds "$name" build) | $(seconds "$name" build --release) |"
done
