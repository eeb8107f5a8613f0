//! libFuzzer drives [`godot_var_fuzz::locks`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| godot_var_fuzz::locks(data));
