//! libFuzzer drives [`godot_var_fuzz::seats`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| godot_var_fuzz::seats(data));
