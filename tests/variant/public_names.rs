//! The list of names that a user meets first stays short: those at the facade's root, and the traits of this wire.
//!
//! A failure means that a public name was removed or added. If that is intended, change the list.

use std::fs;
use std::path::Path;

/// The names at the root, with all features.
const ROOT: [&str; 41] = [
    "Array",
    "Color",
    "DecodeError",
    "DecodeVariant",
    "Dialect",
    "Dictionary",
    "EncodeError",
    "EncodeVariant",
    "FromFlatBytes",
    "FromVariantBytes",
    "Godot3",
    "Godot4",
    "GodotFlat",
    "GodotVar",
    "Limits",
    "Output",
    "Reader",
    "ToFlatBytes",
    "ToVariantBytes",
    "Variant",
    "Vector2",
    "Vector3",
    "attributes",
    "bridges",
    "dialect",
    "error",
    "flat",
    "framing",
    "guide",
    "inspect",
    "layout",
    "litenet",
    "lludp",
    "math",
    "multiplayer",
    "output",
    "protocol_fingerprint",
    "seats",
    "snapshot",
    "types",
    "values",
];

/// The traits of the runtime's module `variant`, and the one that it shares with the other wires.
const TRAITS: [&str; 11] = [
    "Components",
    "DecodeVariant",
    "Describe",
    "Dialect",
    "EncodeVariant",
    "FromVariantBytes",
    "Output",
    "PackedElement",
    "PutVariant",
    "Real",
    "ToVariantBytes",
];

/// Returns the public names that a file declares or re-exports outside of its modules, without hidden ones.
fn public_names(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).expect("a source file");
    let mut names = Vec::new();
    let (mut depth, mut hidden, mut item) = (0, false, String::new());
    for line in text.lines() {
        let code = line.split("//").next().unwrap_or_default();
        if depth == 0 && item.is_empty() {
            if code.starts_with("#[") {
                hidden |= code.contains("doc(hidden)") || code.contains("cfg(doctest)");
                continue;
            }
            if code.starts_with("pub use ") {
                code.clone_into(&mut item);
            } else if let Some(module) = code.strip_prefix("pub mod ")
                && !hidden
            {
                let end = module.find([' ', ';']).expect("a name ends");
                names.push(module[..end].to_owned());
            }
        } else if !item.is_empty() {
            item.push_str(code);
        }
        if item.is_empty() {
            depth += code.matches('{').count();
            depth -= code.matches('}').count();
            hidden &= code.trim().is_empty();
        } else if item.ends_with(';') {
            if !hidden {
                names.extend(reexported(&item));
            }
            (hidden, item) = (false, String::new());
        }
    }
    names.sort();
    names.dedup();
    names
}

/// The names of `pub use a::{self, b as c, d};`: `a`, `c`, `d`.
fn reexported(item: &str) -> Vec<String> {
    let path = item.trim_start_matches("pub use ").trim_end_matches(';');
    let (before, list) = path.split_once('{').unwrap_or(("", path));
    let own = before.trim_end_matches("::").rsplit("::").next().unwrap_or_default();
    let leaves = list.trim_end_matches('}').split(',').map(str::trim);
    leaves
        .filter(|leaf| !leaf.is_empty())
        .map(|leaf| match leaf.rsplit([' ', ':']).next().unwrap_or_default() {
            "self" => own.to_owned(),
            name => name.to_owned(),
        })
        .collect()
}

/// Joins all Rust files below a folder.
fn sources(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            text += &sources(&path);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            text += &fs::read_to_string(&path).expect("a source file");
        }
    }
    text
}

#[test]
fn the_root_has_few_names() {
    let names = public_names(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs"));
    assert_eq!(names, ROOT);
    assert!(names.len() <= 41, "{} names", names.len());
}

#[test]
fn the_traits_are_few() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("godot-var-runtime/src");
    let text = sources(&source);
    let mut names = public_names(&source.join("variant/mod.rs"));
    assert!(names.contains(&"math".to_owned()), "a module: {names:?}");
    names.extend(["Components", "Real", "Output"].map(str::to_owned));
    names.retain(|name| {
        [" ", "<", ":"].iter().any(|end| text.contains(&format!("\npub trait {name}{end}")))
    });
    names.sort();
    assert_eq!(names, TRAITS);
    assert!(names.len() <= 12, "{} traits", names.len());
    // The names in `math`, and the views of packed arrays.
    let values = sources(&source.join("variant/types")) + &sources(&source.join("variant/values"));
    assert_eq!(
        values.matches("\npub trait ").count(),
        ["Components", "PackedElement", "Real"].len()
    );
}
