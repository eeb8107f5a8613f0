//! `godot-var check`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::{Args, ValueEnum};
use godot_var_cli::findings;
use godot_var_codegen::evolve::{self, Finding, Level};
use godot_var_codegen::multiplayer;
use godot_var_codegen::project;
use godot_var_codegen::protocol::{Diagnostic, Place, Protocol};

use super::schema::report;
use super::{godot_project, of_file};

/// Report what a change of a schema breaks on the wire and in code, and for which programs
///
/// Each side is a Rust module with types that derive `GodotVar`, `GodotRpc` or `GodotSync`, or a lock that `generate lock` wrote. The exit
/// status is 0 if there is no finding of a level that `--deny` names, 1 if there is one, and 2 if the two sides could not be compared.
#[derive(Debug, Args)]
#[command(
    override_usage = "godot-var check [OPTIONS] OLD NEW\n       godot-var check [OPTIONS] --against-git REV SCHEMA...\n       godot-var check --scene SCENE SCHEMA...\n       godot-var check --project DIR SCHEMA..."
)]
#[command(after_help = "Examples:
  godot-var check schemas/arena.lock schemas/arena.rs
  godot-var check --against-git v1.0 src/protocol.rs
  godot-var check --project client src/project.rs
  godot-var check --json --deny note schemas/arena.lock schemas/arena.rs")]
pub(super) struct Arguments {
    /// The old schema or lock, then the new one; with `--against-git` only the new ones, with `--scene` and `--project` those that derive
    /// `GodotRpc` and `GodotSync`
    #[arg(required = true, value_name = "SCHEMA")]
    schemas: Vec<PathBuf>,
    /// Compare with the same files in a git revision: a tag, a branch, `HEAD`
    #[arg(long, value_name = "REV")]
    against_git: Option<String>,
    /// Compare the structs that derive `GodotSync` with the synchronizers of a `.tscn`, or with a config in a `.tres`; the exit status is 1
    /// if any differs
    #[arg(long, value_name = "SCENE", conflicts_with_all = ["against_git", "deny", "json"])]
    scene: Vec<PathBuf>,
    /// Compare the enums that derive `GodotRpc`, and the structs that derive `GodotSync`, with the scripts and scenes of a Godot 4 project;
    /// the exit status is 1 if any differs
    #[arg(long, value_name = "DIR", conflicts_with_all = ["against_git", "deny", "json", "scene"])]
    project: Option<PathBuf>,
    /// The lowest level that makes the exit status 1
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = Deny::Wire)]
    deny: Deny,
    /// Print one JSON object per finding and line
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Deny {
    /// Messages that do not arrive, or arrive as something else
    Wire,
    /// Also changes that code must follow
    Source,
    /// Every finding
    Note,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<ExitCode> {
    if !arguments.scene.is_empty() {
        return scenes(&arguments.scene, &arguments.schemas);
    }
    if let Some(project) = &arguments.project {
        return with_project(project, &arguments.schemas);
    }
    let pairs: Vec<(&Path, &Path)> = match (&arguments.against_git, &arguments.schemas[..]) {
        (Some(_), schemas) => schemas.iter().map(|schema| (&**schema, &**schema)).collect(),
        (None, [old, new]) => vec![(old, new)],
        (None, _) => {
            anstream::eprintln!("error: expected an old and a new schema, or `--against-git REV`");
            return Ok(ExitCode::from(2));
        }
    };
    let denied = match arguments.deny {
        Deny::Wire => Level::Wire,
        Deny::Source => Level::Source,
        Deny::Note => Level::Note,
    };
    let mut status = 0;
    for (old, new) in pairs {
        let before = match &arguments.against_git {
            Some(revision) => from_git(revision, old),
            None => from_files(old),
        };
        let (Some(before), Some(after)) = (read(before), read(from_files(new))) else {
            status = 2;
            continue;
        };
        let mut found = evolve::check(&before, &after);
        if let Some(revision) = &arguments.against_git {
            for place in found.iter_mut().filter_map(|finding| finding.old.as_mut()) {
                in_revision(revision, place);
            }
        }
        if found.iter().any(|finding| finding.level <= denied) {
            status = status.max(1);
        }
        show(&found, arguments.json)?;
    }
    Ok(ExitCode::from(status))
}

/// Reports the differences between synchronizers and the structs of schemas.
fn scenes(scenes: &[PathBuf], schemas: &[PathBuf]) -> io::Result<ExitCode> {
    let (mut synchronizers, mut structs, mut errors) = (Vec::new(), Vec::new(), Vec::new());
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    for schema in schemas {
        match multiplayer::parse(&schema.to_string_lossy(), read) {
            Ok(found) => structs.extend(found),
            Err(found) => errors.extend(found),
        }
    }
    for scene in scenes {
        let text = std::fs::read_to_string(scene).map_err(of_file(scene))?;
        match multiplayer::scene(&scene.to_string_lossy(), &text) {
            Ok(found) => synchronizers.extend(found),
            Err(found) => errors.extend(found),
        }
    }
    if !errors.is_empty() {
        report("error", &errors);
        return Ok(ExitCode::from(2));
    }
    let found = multiplayer::check(&synchronizers, &structs);
    let mut output = anstream::stdout().lock();
    for difference in &found {
        writeln!(output, "{difference}")?;
    }
    Ok(ExitCode::from(u8::from(!found.is_empty())))
}

/// Reports the differences between a project and the sets of schemas.
fn with_project(folder: &Path, schemas: &[PathBuf]) -> io::Result<ExitCode> {
    let mut protocols = Vec::new();
    for schema in schemas {
        match super::schema::read(schema) {
            Ok(protocol) => protocols.push(protocol),
            Err(errors) => {
                report("error", &errors);
                return Ok(ExitCode::from(2));
            }
        }
    }
    let files = godot_project::files(folder)?;
    let shown = folder.to_string_lossy();
    let options =
        project::Options { folder: shown.trim_end_matches('/'), ..project::Options::new(&files) };
    let read =
        |path: &str| godot_project::read(&folder.join(path)).map_err(|error| error.to_string());
    match project::check(&options, read, &protocols) {
        Ok(found) => {
            let mut output = anstream::stdout().lock();
            for difference in &found {
                writeln!(output, "{difference}")?;
            }
            Ok(ExitCode::from(u8::from(!found.is_empty())))
        }
        Err(errors) => {
            report("error", &errors);
            Ok(ExitCode::from(2))
        }
    }
}

fn from_files(path: &Path) -> Result<Protocol, Vec<Diagnostic>> {
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    evolve::parse(&path.to_string_lossy(), read)
}

/// Reads a schema and its modules from a revision.
fn from_git(revision: &str, path: &Path) -> Result<Protocol, Vec<Diagnostic>> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let read = |path: &str| {
        if revision.starts_with('-') {
            return Err("a git revision cannot begin with `-`".to_owned());
        }
        let path = Path::new(path).strip_prefix(folder).unwrap_or(Path::new(path));
        let output = Command::new("git")
            .arg("-C")
            .arg(folder)
            .args(["cat-file", "blob", &format!("{revision}:./{}", path.to_string_lossy())])
            .output()
            .map_err(|error| format!("git cannot be started: {error}"))?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).trim_end().to_owned());
        }
        String::from_utf8(output.stdout).map_err(|error| error.to_string())
    };
    let mut side = evolve::parse(&path.to_string_lossy(), read);
    let found = match &mut side {
        Ok(protocol) => &mut protocol.warnings,
        Err(errors) => errors,
    };
    for diagnostic in found {
        in_revision(revision, &mut diagnostic.place);
    }
    side
}

/// Turns `schemas/arena.rs:5:1` into `v1.0:schemas/arena.rs:5:1`.
fn in_revision(revision: &str, place: &mut Place) {
    place.file = format!("{revision}:{}", place.file);
}

/// Prints mistakes and warnings.
fn read(side: Result<Protocol, Vec<Diagnostic>>) -> Option<Protocol> {
    match side {
        Ok(protocol) => {
            report("warning", &protocol.warnings);
            Some(protocol)
        }
        Err(errors) => {
            report("error", &errors);
            None
        }
    }
}

fn show(found: &[Finding], json: bool) -> io::Result<()> {
    let mut output = anstream::stdout().lock();
    for finding in found {
        if json {
            writeln!(output, "{}", findings::to_json(finding))?;
        } else {
            writeln!(output, "{finding}")?;
        }
    }
    if !json && !found.is_empty() {
        let count = |level| found.iter().filter(|finding| finding.level == level).count();
        let [wire, source, note] = [Level::Wire, Level::Source, Level::Note].map(count);
        writeln!(output, "wire: {wire}, source: {source}, note: {note}")?;
    }
    output.flush()
}
