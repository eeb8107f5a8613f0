#!/usr/bin/env bash
# Runs Clippy in place of the compiler, so that tests and lints need one build:
#
#   RUSTC_WORKSPACE_WRAPPER=$PWD/scripts/clippy.sh cargo test --workspace
#
# This is a Bash script because other shells drop variables like CARGO_BIN_EXE_godot-var.
# Programs that must not compile use the compiler itself, because their tests compare its messages. So does the generated code of a whole
# message template.
case "${CARGO_MANIFEST_DIR-}" in
*/tests/trybuild/* | */tests/lludp-template) exec "$@" ;;
esac
exec clippy-driver "$@"
