#!/usr/bin/env bash
# Takes the screenshots of docs/pictures: the dump of `inspect`, the inspector, a generated page, a dissector in Wireshark, the add-on in Godot, the
# arena's page.
#
#   scripts/screenshots.sh      run by hand
#
# Needs chromium, imagemagick, wireshark (with text2pcap), xdotool, xauth and xvfb of Debian, and axe-core and typescript as in CONTRIBUTING.md. The messages are a
# recording of Godot 4.6.3.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

for program in chromium convert import text2pcap wireshark xdotool Xvfb; do
    command -v "$program" >/dev/null || {
        echo "error: $program is not installed" >&2
        exit 2
    }
done

godot_var="${GODOT_VAR:-}"
if [ -z "$godot_var" ]; then
    cargo build --quiet --package godot-var-cli
    godot_var="${CARGO_TARGET_DIR:-target}/debug/godot-var"
fi

work="$(mktemp -d)"
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT
schema=godot-var-cli/tests/recordings/chat.rs
recording=godot-var-cli/tests/recordings/chat.hex

# Saves the page FILE in a window of WIDTH,HEIGHT, or a part of it, as docs/pictures/NAME.png.
page() {
    local file="$1" size="$2" name="$3" part="${4:-100%x100%+0+0}"
    chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$work/chromium" \
        --window-size="$size" --screenshot="$work/$name.png" "file://$file" 2>/dev/null
    convert "$work/$name.png" -crop "$part" +repage "$work/$name.png"
    smaller "$name"
}

# A picture with few colors needs far fewer bytes.
smaller() {
    convert "$work/$1.png" -strip +dither -colors 128 -define png:compression-level=9 "docs/pictures/$1.png"
}

# The dump of one message in the colors of a terminal, with the command above it.
command_line='godot-var inspect --lines chat.hex --schema chat.rs'
{
    echo '<!doctype html><meta charset="utf-8"><style>body{margin:0;background:#1e1e1e;color:#ddd;font:15px/1.4 "DejaVu Sans Mono",monospace}'
    echo 'pre{margin:16px}.b{font-weight:bold}.c2{color:#8a8a8a}.c31{color:#f48771}.c32{color:#8fd18f}.c33{color:#e5c07b}.c36{color:#6cc7d9}</style><pre>'
    echo "<span class=c32>\$</span> $command_line"
    sed -n 1p "$recording" | CLICOLOR_FORCE=1 "$godot_var" inspect --lines - --schema "$schema" |
        sed -E 's/&/\&amp;/g; s/</\&lt;/g
            s/\x1b\[1m\x1b\[([0-9]+)m/<span class="b c\1">/g; s/\x1b\[0m/<\/span>/g; s/\x1b\[([0-9]+)m/<span class=c\1>/g'
    echo '</pre>'
} >"$work/inspect.html"
page "$work/inspect.html" 920,345 inspect

# The test of the inspector takes this screenshot.
scripts/inspector.sh "${CARGO_TARGET_DIR:-target}/inspector" >/dev/null
CI=true cargo test --quiet --package godot-var-cli --test programs inspector::it_fits >/dev/null
cp "${CARGO_TARGET_DIR:-target}/tmp/browser/inspector_look/recording_1000_light.png" "$work/inspector.png"
smaller inspector

# So does the test of the add-on, in the editor of Godot 4.
eval "$(scripts/engines.sh "${CARGO_TARGET_DIR:-target}/engines")"
CI=true SCREENSHOTS="$work" cargo test --quiet --package godot-var-cli --test programs addon::the_editor >/dev/null
mv "$work/messages.png" "$work/addon.png"
smaller addon

# And that of the arena's page.
CI=true SCREENSHOTS="$work" cargo test --quiet --test programs arena_page >/dev/null
smaller arena-page

"$godot_var" generate docs schemas/arena.rs -o "$work" --to-server ClientMessage --to-client ServerMessage >/dev/null
# The browser prints nothing of a page at an anchor, except in a frame.
echo '<style>body,iframe{display:block;margin:0;border:0}</style><iframe src="arena.html#clientmessage-join" width="1440" height="860"></iframe>' \
    >"$work/frame.html"
page "$work/frame.html" 1440,860 page

# Wireshark shows the second message with its fields, on a virtual screen.
"$godot_var" generate wireshark "$schema" -o "$work/chat.lua" --port 7777 >/dev/null
while read -r line; do
    echo "$line" | sed 's/../& /g; s/^/000000 /'
    echo
done <"$recording" | text2pcap -q -u 50000,7777 - "$work/chat.pcap"
mkdir -p "$work/home"
export DISPLAY=:97 HOME="$work/home" XDG_RUNTIME_DIR="$work" QT_QPA_PLATFORM=xcb
Xvfb "$DISPLAY" -screen 0 1200x800x24 >/dev/null 2>&1 &
sleep 2
wireshark -X "lua_script:$work/chat.lua" -o gui.update.enabled:FALSE -o gui.ask_unsaved:FALSE \
    -g 2 "$work/chat.pcap" >/dev/null 2>&1 &
sleep "${WAIT:-25}"
window="$(xdotool search --onlyvisible --name 'chat.pcap' | head -n 1)"
xdotool windowmove "$window" 0 0 windowsize "$window" 1200 800
sleep 1
# More room for the fields than for the list of packets.
xdotool mousemove 300 434 mousedown 1 mousemove 300 300 mousemove 300 250 mouseup 1
# Close all protocols except the last in the tree of fields.
xdotool mousemove 200 266 click 1 key ctrl+Left key End key shift+Right
sleep 2
import -window root "$work/wireshark.png"
smaller wireshark
