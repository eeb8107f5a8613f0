//! Message templates: those that are read, and what is said of those that are not.
//!
//! `BLESS=1 cargo test -p godot-var-schema template` writes the expected texts anew.

use std::path::{Path, PathBuf};
use std::{env, fs};

use godot_var_schema::template::parse;

fn templates(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let files = fs::read_dir(folder).expect("the folder can be read");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "msg"));
    paths.sort();
    assert!(!paths.is_empty());
    paths
}

#[test]
fn valid_templates_are_read() {
    for path in templates("valid") {
        let text = fs::read_to_string(&path).expect("the file can be read");
        if let Err(errors) = parse(&text) {
            panic!("{}: {errors:?}", path.display());
        }
    }
}

#[test]
fn invalid_templates_are_explained() {
    for path in templates("invalid") {
        let text = fs::read_to_string(&path).expect("the file can be read");
        let errors = parse(&text).expect_err("something is wrong in it");
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        let lines: Vec<String> = errors.iter().map(|error| format!("{name}:{error}")).collect();
        let told = lines.join("\n") + "\n";
        let expected = path.with_extension("stderr");
        if env::var_os("BLESS").is_some() {
            fs::write(&expected, &told).expect("the file can be written");
        }
        let expected = fs::read_to_string(&expected).expect("the expected text");
        assert_eq!(told, expected, "{name}");
    }
}

#[test]
fn no_damage_makes_it_panic() {
    let text = include_str!("../valid/every_type.msg");
    for end in 0..text.len() {
        let _ = parse(&text[..end]);
    }
    let words: Vec<&str> = text.split_inclusive(char::is_whitespace).collect();
    for left_out in 0..words.len() {
        let mut damaged = words.clone();
        damaged.remove(left_out);
        let _ = parse(&damaged.concat());
        damaged.insert(left_out, "{ ");
        let _ = parse(&damaged.concat());
        damaged[left_out] = "} ";
        let _ = parse(&damaged.concat());
    }
}
