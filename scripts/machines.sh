#!/usr/bin/env bash
# Runs the tests on other machines, emulated: s390x, which is big-endian, and i686, which has 32-bit words:
#
#   scripts/machines.sh [s390x|i686]...     without an argument both
#
# Needs root on Debian. Installs debootstrap if it is missing. Rust and the standard library of each machine come from Debian's testing suite
# and are installed into a folder below the target directory (4 GB). Tests that start a program or a compiler are left out.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

machines=("$@")
if [ "${#machines[@]}" -eq 0 ]; then machines=(s390x i686); fi
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "error: root on Debian is needed" >&2
    exit 2
fi
if ! command -v debootstrap >/dev/null; then
    apt-get -qq update
    apt-get -qq install --yes --no-install-recommends debootstrap >/dev/null
fi

target="$(realpath --canonicalize-missing "${CARGO_TARGET_DIR:-target}")"
root="$target/machines"
if [ ! -e "$root/ready" ]; then
    echo "=== Debian testing, with Rust"
    rm -rf "$root"
    mkdir -p "$root"
    trap 'tail -n 20 "$target/machines.log" >&2' ERR
    debootstrap --variant=minbase testing "$root" >"$target/machines.log" 2>&1
    # A mirror may be a few days behind.
    echo 'Acquire::Check-Valid-Until "false";' >"$root/etc/apt/apt.conf.d/90mirror"
    chroot "$root" sh -e >>"$target/machines.log" 2>&1 <<'END'
dpkg --add-architecture s390x
dpkg --add-architecture i386
apt-get -qq update
DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends \
    cargo gcc libc6-dev rustc qemu-user \
    gcc-s390x-linux-gnu libc6-dev-s390x-cross libstd-rust-dev:s390x \
    gcc-i686-linux-gnu libc6-dev-i386-cross libstd-rust-dev:i386
END
    trap - ERR
    touch "$root/ready"
fi

mapfile -t tests < <(scripts/self_contained.sh)
cargo fetch --quiet --locked

# Mounts other files that the tests read, and fetched packages. The mounts end with the shell.
mkdir -p "$root/work/tree" "$root/work/shared" "$root/cargo/registry"
export ROOT="$root" REGISTRY="${CARGO_HOME:-$HOME/.cargo}/registry"
inside() {
    unshare --mount bash -euc '
        mount --bind . "$ROOT/work/tree"
        if [ -d ../shared ]; then mount --bind ../shared "$ROOT/work/shared"; fi
        mount --bind "$REGISTRY" "$ROOT/cargo/registry"
        mount -t proc proc "$ROOT/proc"
        exec chroot "$ROOT" env --chdir=/work/tree "$@"
    ' bash "$@"
}

for machine in "${machines[@]}"; do
    case "$machine" in
        s390x) emulator=qemu-s390x ;;
        i686) emulator=qemu-i386 ;;
        *)
            echo "error: no machine $machine" >&2
            exit 2
            ;;
    esac
    linux="CARGO_TARGET_${machine^^}_UNKNOWN_LINUX_GNU"
    run=(
        CI= CARGO_HOME=/cargo CARGO_TARGET_DIR=/target CARGO_PROFILE_DEV_DEBUG=0
        "${linux}_LINKER=$machine-linux-gnu-gcc"
        "${linux}_RUNNER=$emulator -L /usr/$machine-linux-gnu"
        cargo test --quiet --offline --locked --no-fail-fast --target "$machine-unknown-linux-gnu"
    )
    echo "=== Tests on $machine"
    inside "${run[@]}" "${tests[@]}"
    inside "${run[@]}" --package godot-var-lludp-template --package godot-var-fuzz
done
