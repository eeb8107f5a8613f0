//! The global names in the settings and scripts of a Godot project.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use godot_var_codegen::gdscript::ProjectNames;

use super::of_file;

/// The file with the settings of a project.
pub(super) const SETTINGS: &str = "project.godot";

/// Reads the settings and all scripts except `ours`, which will be overwritten.
pub(super) fn names(folder: &Path, ours: &[PathBuf]) -> io::Result<ProjectNames> {
    let mut names = ProjectNames::default();
    names.add_settings(SETTINGS, &read(&folder.join(SETTINGS))?);
    let ours: Vec<PathBuf> = ours.iter().filter_map(|path| fs::canonicalize(path).ok()).collect();
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        let mut entries: Vec<PathBuf> =
            fs::read_dir(&inner)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
        entries.sort();
        if entries.iter().any(|path| path.ends_with(".gdignore")) {
            continue;
        }
        for path in entries {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.starts_with('.') || path.is_symlink() {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(".gd")
                && !fs::canonicalize(&path).is_ok_and(|path| ours.contains(&path))
            {
                let shown = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy();
                names.add_script(&shown, &read(&path)?);
            }
        }
    }
    Ok(names)
}

/// Reads a text that may contain bytes other than UTF-8.
fn read(path: &Path) -> io::Result<String> {
    let bytes = fs::read(path).map_err(of_file(path))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
