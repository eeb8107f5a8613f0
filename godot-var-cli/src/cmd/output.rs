//! The files that commands write.

use std::collections::BTreeSet;
use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use godot_var_cli::visible::shown;
use godot_var_schema::open;
use tempfile::Builder;

use crate::sources::of_file;

#[derive(Clone, Debug, Default, Args)]
pub(super) struct Writing {
    /// Write nothing; list missing and stale files, and fail if there are any
    #[arg(long)]
    pub(super) check: bool,
    /// Also overwrite files that this command did not write, but never a file that it reads
    #[arg(long)]
    pub(super) force: bool,
    /// Whether an option names the output. Then it may be a pipe or a device.
    #[arg(skip = true)]
    pub(super) named: bool,
}

impl Writing {
    /// The same for a file that no option names itself.
    pub(super) fn unnamed(&self) -> Self {
        Self { named: false, ..self.clone() }
    }
}

/// What a command generates from one schema.
pub(super) struct Output {
    /// The path to print.
    pub(super) path: PathBuf,
    pub(super) files: Vec<(PathBuf, String)>,
    /// The number of its parts in words, such as `9 types`.
    pub(super) content: String,
}

impl Output {
    pub(super) fn file(path: PathBuf, text: String, content: String) -> Self {
        Self { files: vec![(path.clone(), text)], path, content }
    }
}

/// Which files a command may write over.
pub(super) struct Own<'a> {
    /// The command, without the program's name.
    pub(super) command: &'a str,
    /// Its own files have a line that begins with one of these, before the first empty line.
    pub(super) marks: &'a [&'a str],
    /// The files that it reads.
    pub(super) inputs: Vec<PathBuf>,
}

/// A file to write.
struct Change<'a> {
    path: &'a Path,
    /// Where the links at the path lead.
    target: PathBuf,
    text: &'a str,
    present: Option<Metadata>,
}

/// Writes the files that differ, and prints what was done. With `check` it only prints which differ. Before it writes any, it refuses
/// to lose a file that the command did not write.
pub(super) fn write(outputs: &[Output], own: &Own<'_>, writing: &Writing) -> io::Result<bool> {
    let inputs = own.inputs.iter().filter_map(|path| fs::canonicalize(path).ok()).collect();
    let mut targets = BTreeSet::new();
    let mut changes = Vec::new();
    for output in outputs {
        let mut stale = Vec::new();
        for (path, text) in &output.files {
            let target = followed(path).map_err(of_file(path))?;
            if !targets.insert(target.clone()) {
                return Err(refused(
                    path,
                    "two schemas have this output; write them to different folders",
                ));
            }
            let change = change(path, target, text, own, &inputs, writing.force)?;
            let is_named = writing.named && *path == output.path;
            if !is_named && change.as_ref().is_some_and(Change::is_device) {
                return Err(refused(
                    path,
                    "this leads to a pipe or a device; name it by `--output` itself",
                ));
            }
            stale.extend(change);
        }
        changes.push((output, stale));
    }
    if writing.check {
        let stale: Vec<_> = changes.iter().flat_map(|(_, stale)| stale).collect();
        for Change { path, present, .. } in &stale {
            let state = if present.is_some() { "stale" } else { "missing" };
            anstream::println!("{}: {state}", shown(path));
        }
        return Ok(stale.is_empty());
    }
    for (Output { path, content, .. }, stale) in &changes {
        for change in stale {
            change.write().map_err(of_file(change.path))?;
        }
        match &stale[..] {
            [] => anstream::println!("{} is up to date", shown(path)),
            // Such as the standard output.
            [change] if change.is_device() => {}
            _ => anstream::println!("wrote {} ({content})", shown(path)),
        }
    }
    Ok(true)
}

/// Returns the change that a file needs, unless it would lose something.
fn change<'a>(
    path: &'a Path,
    target: PathBuf,
    text: &'a str,
    own: &Own<'_>,
    inputs: &BTreeSet<PathBuf>,
    force: bool,
) -> io::Result<Option<Change<'a>>> {
    if inputs.contains(&target) {
        return Err(refused(path, "the command reads this file; choose another output"));
    }
    let present = match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => {
            return Err(refused(path, "a folder has this name"));
        }
        Ok(metadata) => Some(metadata),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(of_file(path)(error)),
    };
    let change = Change { path, target, text, present };
    let Some(metadata) = change.present.as_ref().filter(|metadata| metadata.is_file()) else {
        return Ok(Some(change));
    };
    let bytes = open::bytes(path).map_err(of_file(path))?;
    if bytes == text.as_bytes() {
        return Ok(None);
    }
    if !force && !bytes.is_empty() && !has_mark(&bytes, own.marks) {
        let command = own.command;
        return Err(refused(
            path,
            &format!(
                "`godot-var {command}` did not write this file; choose another output, or write over it with `--force`"
            ),
        ));
    }
    if !force && metadata.permissions().readonly() {
        return Err(refused(path, "the file is read-only; write over it with `--force`"));
    }
    Ok(Some(change))
}

impl Change<'_> {
    fn is_device(&self) -> bool {
        self.present.as_ref().is_some_and(|metadata| !metadata.is_file())
    }

    /// Replaces the file as a whole, so that nobody reads a part of it.
    fn write(&self) -> io::Result<()> {
        let Self { target, text, present, .. } = self;
        if self.is_device() {
            return OpenOptions::new().write(true).open(self.path)?.write_all(text.as_bytes());
        }
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        fs::create_dir_all(folder)?;
        let mut builder = Builder::new();
        builder.prefix(".godot-var-");
        // Those of any new file. The user's mask takes away what others may not do.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(folder)?;
        file.write_all(text.as_bytes())?;
        if let Some(present) = present {
            file.as_file().set_permissions(present.permissions())?;
        }
        file.persist(target)?;
        Ok(())
    }
}

/// Follows the links at a path. One to a file that does not exist is an error: whoever made it chose where a file would be.
pub(super) fn followed(path: &Path) -> io::Result<PathBuf> {
    match (fs::canonicalize(path), path.parent(), path.file_name()) {
        (Ok(target), ..) => Ok(target),
        (Err(error), ..) if error.kind() != ErrorKind::NotFound => Err(error),
        // The standard output may be a link to a pipe without a path.
        _ if path.is_symlink() && !path.exists() => {
            Err(io::Error::other("this is a link to a file that does not exist; remove it"))
        }
        (_, Some(folder), Some(name)) if folder.is_dir() => {
            Ok(fs::canonicalize(folder)?.join(name))
        }
        _ => Ok(path.to_owned()),
    }
}

fn has_mark(bytes: &[u8], marks: &[&str]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let mut head = text.lines().take_while(|line| !line.is_empty());
    head.any(|line| marks.iter().any(|mark| line.starts_with(mark)))
}

fn refused(path: &Path, message: &str) -> io::Error {
    io::Error::other(format!("{}: {message}", shown(path)))
}

/// `1 type`, `2 types`.
pub(super) fn counted(count: usize, what: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} {what}{s}")
}
