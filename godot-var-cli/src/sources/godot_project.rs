//! The files of a Godot project.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use godot_var_codegen::gdscript::ProjectNames;
use godot_var_codegen::in_one_line;
use godot_var_codegen::protocol::Diagnostic;
use godot_var_project::Options;
use godot_var_schema::open;

use super::of_file;

/// The file with the settings of a project.
pub(crate) const SETTINGS: &str = "project.godot";

/// Reads the settings and all scripts except `ours`, which will be overwritten.
pub(crate) fn names(folder: &Path, ours: &[PathBuf]) -> io::Result<ProjectNames> {
    let mut names = ProjectNames::default();
    names.add_settings(SETTINGS, &read(&folder.join(SETTINGS))?);
    let ours: Vec<PathBuf> = ours.iter().filter_map(|path| fs::canonicalize(path).ok()).collect();
    for shown in &files(folder)? {
        let path = folder.join(shown);
        let is_script = path.extension().is_some_and(|extension| extension == "gd");
        if is_script && !fs::canonicalize(&path).is_ok_and(|path| ours.contains(&path)) {
            names.add_script(shown, &read(&path)?);
        }
    }
    Ok(names)
}

/// Calls `made` with the files of a project, further scenes of it, and a function that reads its files.
pub(crate) fn with<R>(
    folder: &Path,
    scenes: &[String],
    made: impl FnOnce(&Options<'_>, &dyn Fn(&str) -> Result<String, String>) -> R,
) -> io::Result<R> {
    let files = files(folder)?;
    let shown = folder.to_string_lossy();
    let options = Options { folder: shown.trim_end_matches('/'), scenes, ..Options::new(&files) };
    Ok(made(&options, &|path| read(&folder.join(path)).map_err(|error| error.to_string())))
}

/// Returns the paths of all files of a project from its folder, with `/`.
pub(crate) fn files(folder: &Path) -> io::Result<Vec<String>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        let entries = fs::read_dir(&inner).map_err(of_file(&inner))?;
        let mut entries: Vec<PathBuf> =
            entries.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
        entries.sort();
        if entries.iter().any(|path| path.ends_with(".gdignore")) {
            continue;
        }
        for path in entries {
            // The engine does not open a file whose name is not UTF-8.
            let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
            if name.starts_with('.') || path.is_symlink() {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            // A pipe has no end, and a device is not part of a project.
            if !path.is_file() {
                continue;
            }
            let inner = path.strip_prefix(folder).unwrap_or(&path).iter();
            let steps: Vec<_> = inner.map(|step| step.to_string_lossy()).collect();
            files.push(steps.join("/"));
        }
    }
    Ok(files)
}

/// Reads a text that may contain bytes other than UTF-8.
pub(crate) fn read(path: &Path) -> io::Result<String> {
    let bytes = open::bytes(path).map_err(of_file(path))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Reports each mistake in a line: what names a newline is the project's.
pub(crate) fn report(severity: &str, found: &[Diagnostic]) {
    for diagnostic in found {
        anstream::eprintln!("{severity}: {}", in_one_line(&diagnostic.to_string()));
    }
}
