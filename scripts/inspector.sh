#!/usr/bin/env bash
# Builds DIR/inspector.html, one file that runs `godot-var inspect` in a browser:
#
#   scripts/inspector.sh DIR
#
# Compiles the program to WebAssembly (WASI) and puts it into the page of docs/inspector. If DIR has no compiler for that, the script downloads
# one from Debian's unstable suite (260 MB) and unpacks it there. The system is not changed. Needs Debian, cargo and Python.
set -euo pipefail

if [ $# -ne 1 ]; then
    echo "usage: scripts/inspector.sh DIR" >&2
    exit 2
fi
mkdir -p "$1"
dir="$(cd "$1" && pwd)"
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/unstable.sh
source scripts/unstable.sh

target=wasm32-wasip1
tools="$dir/tools"

# Compiles a program that does nothing, to check the tools.
works() {
    echo "fn main() {}" | "$tools/rustc" --target "$target" -C linker="$tools/wasm-ld" -o "$dir/works.wasm" -
}

if ! works 2>/dev/null; then
    begin "$dir"
    # The linker must belong to the LLVM of the compiler.
    lld="$(apt-cache "${apt[@]}" show libstd-rust-dev-wasm32 | grep -o 'lld-[0-9]*' | head -n 1)"
    rm -rf "$tools"
    unpack "$tools/root" rustc libstd-rust-dev-wasm32 "$lld"
    end
    wrapper "$tools/rustc" root usr/bin/rustc
    wrapper "$tools/wasm-ld" root "usr/lib/llvm-${lld#lld-}/bin/wasm-ld"
    works
fi

# WebAssembly has two stacks. This sets the size of the one in memory; the other one belongs to the browser.
variables=(RUSTC="$tools/rustc" CARGO_TARGET_WASM32_WASIP1_LINKER="$tools/wasm-ld"
    CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS="-C link-arg=-zstack-size=$((64 << 20))")
env --unset=RUSTC_WORKSPACE_WRAPPER --unset=RUSTFLAGS "${variables[@]}" \
    cargo build --quiet --locked --package godot-var-cli --bin godot-var --no-default-features \
    --profile inspector --target "$target" --target-dir "$dir/build"

docs/inspector/assemble.py "$dir/build/$target/inspector/godot-var.wasm" "$dir/inspector.html"
ls -l "$dir/inspector.html" "$dir/build/$target/inspector/godot-var.wasm" | awk '{ print $9 ": " $5 " bytes" }'
