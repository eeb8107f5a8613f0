//! The public API of each published package is that of its text in `api`: a name or a signature that changes is seen in the diff.
//!
//! `BLESS=1 cargo test -p godot-var-public-api` writes the texts.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use public_api::{Builder, PublicApi};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// The published packages that have an API: a macro's is its attributes, which are in `docs/attributes.md`.
fn packages() -> Vec<String> {
    let listed = Command::new(root().join("scripts/published.sh")).output().expect("the list");
    let listed = String::from_utf8(listed.stdout).expect("UTF-8");
    listed.lines().filter(|package| *package != "godot-var-derive").map(str::to_owned).collect()
}

/// Writes the JSON of the packages, and returns its folder.
fn document(packages: &[String]) -> PathBuf {
    let target = root().join(env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()));
    let status = Command::new(env!("CARGO"))
        .args(["doc", "--quiet", "--no-deps", "--all-features"])
        .args(packages.iter().flat_map(|package| ["--package", package]))
        .current_dir(root())
        .env("RUSTDOC", root().join("scripts/rustdoc_json.sh"))
        .env("RUSTDOCFLAGS", "-Zunstable-options --output-format=json")
        .env("CARGO_TARGET_DIR", &target)
        // Documentation needs no lints.
        .env_remove("RUSTC_WORKSPACE_WRAPPER")
        .status()
        .expect("cargo runs");
    assert!(status.success(), "{status}");
    target.join("doc")
}

/// Returns the API as text, without impls of traits: those of the wires are thousands, and `scripts/semver.sh` compares them. A type with
/// several paths has its members once.
fn lines(api: &PublicApi) -> String {
    let (mut modules, mut of_traits, mut seen) = (HashSet::new(), HashSet::new(), HashSet::new());
    let mut text = String::new();
    for item in api.items() {
        let line = item.to_string();
        let is_impl = line.starts_with("impl");
        if item.parent_id().is_some_and(|parent| of_traits.contains(&parent)) {
            continue;
        }
        if is_impl && line.contains(" for ") {
            of_traits.insert(item.id());
            continue;
        }
        if line.starts_with("pub mod ") {
            modules.insert(item.id());
        }
        if line.starts_with("pub mod godot_var::guide::") {
            // A page.
            continue;
        }
        let is_in_module = item.parent_id().is_none_or(|parent| modules.contains(&parent));
        if seen.insert(item.id()) || is_in_module && !is_impl {
            text += &line;
            text.push('\n');
        }
    }
    text
}

#[test]
fn the_api_is_that_of_the_texts() {
    let packages = packages();
    assert_eq!(packages.len(), 9, "{packages:?}");
    let documented = document(&packages);
    let mut changed = Vec::new();
    for package in &packages {
        let json = documented.join(format!("{}.json", package.replace('-', "_")));
        let api = Builder::from_rustdoc_json(json)
            .omit_blanket_impls(true)
            .omit_auto_trait_impls(true)
            .omit_auto_derived_impls(true)
            .build()
            .unwrap_or_else(|error| panic!("{package}: {error}"));
        let text = lines(&api);
        let path = root().join(format!("tests/public-api/api/{package}.txt"));
        if env::var_os("BLESS").is_some() {
            fs::write(&path, text).expect("written");
            continue;
        }
        let expected = fs::read_to_string(&path).unwrap_or_default();
        let differs = |of: &str, in_other: &str, sign: char| -> Vec<String> {
            let known: Vec<&str> = in_other.lines().collect();
            let only = of.lines().filter(|line| !known.contains(line));
            only.map(|line| format!("{package}: {sign} {line}")).collect()
        };
        changed.extend(differs(&expected, &text, '-'));
        changed.extend(differs(&text, &expected, '+'));
    }
    assert!(
        changed.is_empty(),
        "the public API changed; if that is intended: BLESS=1 cargo test -p godot-var-public-api\n{}",
        changed.join("\n")
    );
}
