//! Writes types of each wire from a seed.
//!
//! `FUZZ_TYPES` sets their number, `FUZZ_TYPES_SEED` the seed.

#[path = "generator/mod.rs"]
mod generator;

use std::path::PathBuf;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=generator");
    let number = |name: &str, usual| {
        println!("cargo::rerun-if-env-changed={name}");
        env::var(name).map_or(usual, |text| text.parse().expect("a number"))
    };
    let (seed, count) = (number("FUZZ_TYPES_SEED", 1), number("FUZZ_TYPES", 80));
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let write = |name: String, text: &str| fs::write(folder.join(name), text).expect("a file");
    for (wire, types) in generator::all(seed, count as usize) {
        write(format!("{wire}.rs"), &(types.source + &types.newer));
        let mut families = types.families;
        if !types.template.is_empty() {
            let path = folder.join(format!("{wire}.msg"));
            fs::write(&path, &types.template).expect("a file");
            families.push_str(&format!(
                "pub(super) mod template {{ godot_var::lludp::message_template!({path:?}, owned); }}\n"
            ));
        }
        write(format!("{wire}_families.rs"), &families);
    }
}
