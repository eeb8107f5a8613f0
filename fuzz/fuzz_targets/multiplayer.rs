//! libFuzzer drives [`godot_var_fuzz::multiplayer`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| godot_var_fuzz::multiplayer(data));
