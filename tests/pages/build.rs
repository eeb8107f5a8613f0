//! Makes documentation tests of the examples of two pages. Readers of plain Markdown would see the hidden lines that `rustdoc` needs, so the
//! pages do not have them: this script adds them.

use std::path::Path;
use std::{env, fs, io};

const PAGES: [&str; 2] = ["docs/attributes.md", "docs/types.md"];

/// What an example sees.
const BEFORE: &str = "
# #![allow(unused_imports)]
# use {godot_var::*, godot_var_pages::show::*};
# use std::{borrow::Cow, collections::BTreeMap, time::{Duration, SystemTime}};
";

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut tests = String::new();
    for page in PAGES {
        let path = root.join(page);
        println!("cargo::rerun-if-changed={}", path.display());
        let text = fs::read_to_string(path)?;
        // Before each odd fence is text, after it an example.
        let mut line = 1;
        for (index, part) in text.split("```").enumerate() {
            if index % 2 == 1 && (part.starts_with("rust\n") || part.starts_with("compile_fail\n"))
            {
                let (kind, code) = part.split_once('\n').unwrap_or_default();
                let after = if code.contains('?') && !code.contains("fn main") {
                    "# Ok::<(), Box<dyn std::error::Error>>(())\n"
                } else {
                    ""
                };
                let test = format!("```{kind}{BEFORE}{code}{after}```");
                let name: String = page.chars().filter(char::is_ascii_alphabetic).collect();
                tests.extend(["#[doc = ", &format!("{test:?}"), "]\n"]);
                tests.extend(["pub mod ", &name, "_line_", &line.to_string(), " {}\n"]);
            }
            line += part.matches('\n').count();
        }
    }
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("no OUT_DIR"))?;
    fs::write(Path::new(&out).join("examples.rs"), tests)
}
