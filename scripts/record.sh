#!/usr/bin/env bash
# Records docs/pictures/new.gif: the game that `godot-var new` makes, with four players: scripts/record.sh
#
# Needs Xvfb, ImageMagick and the engines of scripts/engines.sh, which the tests install, too.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

picture="$PWD/docs/pictures/new.gif"
frames=44
# The interval between two frames, in hundredths of a second.
interval=12

eval "$(scripts/engines.sh target/engines 2>/dev/null)"
cargo build --quiet --package godot-var-cli
program="$PWD/target/debug/godot-var"

folder="$(mktemp --directory)"
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$folder"' EXIT
# The engine leaves settings in the home folder. Cargo looks for packages there.
export CARGO_HOME="${CARGO_HOME:-$HOME/.cargo}" RUSTUP_HOME="${RUSTUP_HOME:-$HOME/.rustup}" HOME="$folder"
cp Cargo.lock "$folder"
target="$PWD/target"
cd "$folder"
"$program" new arena >/dev/null
mv Cargo.lock arena
cargo build --quiet --manifest-path arena/Cargo.toml --target-dir "$target"

export DISPLAY=:76
Xvfb "$DISPLAY" -screen 0 720x450x24 >/dev/null 2>&1 &
"$target/debug/arena" 127.0.0.1:7976 >/dev/null &
sleep 2
play() {
    "$GODOT4" "$@" --path arena/client -- --server 127.0.0.1:7976 --bot --name "$name" >/dev/null 2>&1 &
}
for name in Bob Cem Dana; do play --headless; done
name=Ann play --rendering-driver opengl3 --resolution 720x450 --position 0,0
# Until everybody has said something.
sleep 12
for frame in $(seq -w "$frames"); do
    next=$(($(date +%s%N) + interval * 10000000))
    import -window root -depth 8 "frame$frame.png"
    left=$((next - $(date +%s%N)))
    if ((left > 0)); then sleep "$(printf '0.%09d' "$left")"; fi
done
# One palette for all frames, so that what stands still costs nothing.
convert frame0*.png frame4*.png -append +dither -colors 40 -unique-colors palette.png
convert -delay "$interval" -loop 0 frame*.png +dither -remap palette.png -layers OptimizeTransparency "$picture"
ls -l "$picture"
