#!/usr/bin/env bash
# The compiler with Clippy in it, so that what tests run is linted while it is built, and each crate is gone through once:
#
#   RUSTC_WORKSPACE_WRAPPER=$PWD/scripts/clippy.sh cargo test --workspace
#
# In Bash, as other shells drop variables like CARGO_BIN_EXE_godot-var.
# The programs that must not compile are left to the compiler alone: their tests hold its words. So are the messages of a whole template: nobody wrote them.
case "${CARGO_MANIFEST_DIR-}" in
*/tests/trybuild/* | */tests/lludp-template) exec "$@" ;;
esac
exec clippy-driver "$@"
