#!/usr/bin/env bash
# rustdoc that writes JSON, which stable Rust only does if it is asked this way. Only rustdoc is asked: build scripts that see the variable
# would build their packages again. tests/public-api names it in RUSTDOC.
RUSTC_BOOTSTRAP=1 exec rustdoc "$@"
