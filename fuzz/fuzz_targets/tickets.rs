//! libFuzzer drives [`godot_var_fuzz::tickets`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| godot_var_fuzz::tickets(data));
