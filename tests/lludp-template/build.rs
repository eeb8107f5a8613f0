//! Looks for the templates: `LLUDP_TEMPLATE`, or `../shared/lludp/message_template.msg` beside the repository.

use std::path::PathBuf;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-env-changed=LLUDP_TEMPLATE");
    println!("cargo::rerun-if-env-changed=CI");
    println!("cargo::rustc-check-cfg=cfg(lludp_template, all_must_run)");
    if env::var_os("CI").is_some_and(|ci| ci == "true") {
        println!("cargo::rustc-cfg=all_must_run");
    }
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("Cargo sets it"));
    let main = env::var_os("LLUDP_TEMPLATE")
        .map_or_else(|| folder.join("../../../shared/lludp/message_template.msg"), PathBuf::from);
    let extra = main.with_file_name("extra_template.msg");
    println!("cargo::rerun-if-changed={}", main.display());
    println!("cargo::rerun-if-changed={}", extra.display());
    match (fs::canonicalize(&main), fs::canonicalize(&extra)) {
        (Ok(main), Ok(extra)) => {
            println!("cargo::rustc-cfg=lludp_template");
            println!("cargo::rustc-env=MAIN_TEMPLATE={}", main.display());
            println!("cargo::rustc-env=EXTRA_TEMPLATE={}", extra.display());
        }
        _ => {
            println!("cargo::warning={} is not there: its messages are not tested", main.display());
        }
    }
}
