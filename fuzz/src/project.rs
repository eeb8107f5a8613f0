//! Any texts as the scripts, scenes and settings of a Godot project.

use std::cell::Cell;

use allocation_counter::measure;
use godot_var_codegen::protocol::{self, Diagnostic};
use godot_var_project::{self as project, Generated, Options};
use proc_macro2::extra::invalidate_current_thread_spans;

/// Between the texts of two files.
pub(crate) const BETWEEN: u8 = 0;

/// The files that an input has, in order.
pub(crate) const SCRIPTS: [&str; 3] = ["a.gd", "b.gd", "c.gd"];
pub(crate) const SCENES: [&str; 4] = ["main.tscn", "other.tscn", "config.tres", "project.godot"];

type File<'t> = (&'static str, &'t str);

/// The files of a project. What one input lacks is here.
const OTHERS: [File<'static>; 5] = [
    (
        "project.godot",
        "[application]\nrun/main_scene=\"res://main.tscn\"\n[autoload]\nA=\"*res://a.gd\"\n",
    ),
    ("main.tscn", include_str!("main.tscn")),
    ("a.gd", "class_name A\nextends Node\nenum Kind { ONE, TWO }\n@rpc func a(kind: Kind): pass\n"),
    (
        "b.gd",
        "extends \"a.gd\"\nconst MAX := 3\n@rpc(\"any_peer\") func b(text: String): pass\nvar at: Vector2\nvar hp := MAX\n",
    ),
    ("c.gd", "extends MultiplayerSpawner\nfunc _ready(): spawn_function = make\n"),
];

/// Reads the input as scripts.
pub fn gdscript(bytes: &[u8]) {
    if let Some(files) = split(bytes, &SCRIPTS) {
        whole_project(&files);
    }
}

/// Reads the input as scenes, as a config of a synchronizer, and as settings.
pub fn scenes(bytes: &[u8]) {
    if let Some(files) = split(bytes, &SCENES) {
        whole_project(&files);
    }
}

/// The files of the input, then those that it lacks.
fn split<'t>(bytes: &'t [u8], names: &[&'static str]) -> Option<Vec<File<'t>>> {
    let texts = bytes.splitn(names.len(), |byte| *byte == BETWEEN);
    let texts: Vec<_> = texts.map(str::from_utf8).collect::<Result<_, _>>().ok()?;
    let mut files: Vec<File<'t>> = names.iter().copied().zip(texts).collect();
    let others = OTHERS.into_iter().filter(|(name, _)| files.iter().all(|(own, _)| own != name));
    let others: Vec<_> = others.collect();
    files.extend(others);
    Some(files)
}

/// A project gives errors with their places, or a module: of Rust, that has what the project has.
fn whole_project(files: &[File<'_>]) {
    // A thread keeps all sources that it has parsed.
    invalidate_current_thread_spans();
    let names: Vec<String> = files.iter().map(|(name, _)| (*name).to_owned()).collect();
    let options = Options::new(&names);
    let reads = Cell::new(0);
    let read = |path: &str| {
        reads.set(reads.get() + 1);
        let found = files.iter().find(|(name, _)| *name == path);
        found.map(|(_, text)| (*text).to_owned()).ok_or_else(|| "no such file".to_owned())
    };
    let mut generated = None;
    let cost = measure(|| generated = Some(project::generate(&options, read)));
    let len: usize = files.iter().map(|(_, text)| text.len()).sum();
    assert!(reads.get() <= files.len() + len / 4, "{} reads", reads.get());
    let (times, bytes) = (cost.count_total, cost.bytes_max);
    assert!(times <= 20_000 + 400 * len as u64, "{times} allocations for {len} bytes");
    assert!(bytes <= (1 << 20) + 1000 * len as u64, "{bytes} bytes at once for {len}");
    match generated.expect("it was called") {
        Ok(generated) => {
            let Generated { text, warnings, .. } = &generated;
            warnings.iter().for_each(|warning| shown(warning, files));
            assert!(is_tame(text), "{text}");
            assert!(syn::parse_file(text).is_ok(), "{text}");
            let again = project::generate(&options, read).expect("as before");
            assert_eq!(text, &again.text);
            let schema = protocol::parse_text("project.rs", text);
            let schema = schema.unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]));
            let found = project::check(&options, read, &[schema]).expect("as before").differences;
            // Warnings say what the module lacks, such as a parameter of an unknown type.
            assert!(found.is_empty() || !warnings.is_empty(), "{}\n{text}", found[0]);
        }
        Err(errors) => {
            assert!(!errors.is_empty());
            errors.iter().for_each(|error| shown(error, files));
        }
    }
}

/// A message is about a place in one of the files, and sends no command to the terminal.
fn shown(diagnostic: &Diagnostic, files: &[(&str, &str)]) {
    let place = &diagnostic.place;
    let text = files.iter().find(|(name, _)| *name == place.file).map(|(_, text)| *text);
    let text = text.unwrap_or_else(|| panic!("{diagnostic}: no such file"));
    let line = place.line.checked_sub(1).and_then(|line| text.split('\n').nth(line));
    let line = line.unwrap_or_else(|| panic!("{diagnostic}: no such line"));
    assert!((1..=line.chars().count() + 1).contains(&place.column), "{diagnostic}");
    assert!(is_tame(&diagnostic.to_string()), "{diagnostic:?}");
}

fn is_tame(text: &str) -> bool {
    !text.contains(|c: char| c.is_control() && !matches!(c, '\n' | '\t'))
}
