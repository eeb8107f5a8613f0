//! `godot-var check`.

use std::convert::identity;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anstyle::{AnsiColor, Style};
use clap::{Args, ValueEnum};
use godot_var_cli::findings;
use godot_var_cli::visible::shown;
use godot_var_codegen::evolve::{self, Callers, Finding, Level, Side};
use godot_var_codegen::in_one_line;
use godot_var_codegen::protocol::{Diagnostic, Place};
use godot_var_schema::open;

use super::output::counted;
use super::versions::{self, Served};
use crate::settings::messages::FILE;
use crate::settings::tables::{self, Accepted, Deny};
use crate::settings::{self, Settings};
use crate::sources::schema::report;
use crate::sources::{SchemaFiles, godot_project};

/// Report what a change of a schema breaks on the wire and in code, and for which programs
///
/// Each side is a Rust module with types that derive `GodotVar`, `GodotFlat`, `GodotRpc` or `GodotSync`, or a lock that `generate lock` wrote.
/// Without a schema: the schemas, the locks, the versions and the accepted findings of `godot-var.toml`; if it names none, each project and
/// module of `[[rust]]`. The exit status is 0 if there is no finding of a level that
/// `--deny` names, 1 if there is one, and 2 if the two sides could not be compared.
#[derive(Debug, Args)]
#[command(
    override_usage = "godot-var check [OPTIONS]\n       godot-var check [OPTIONS] OLD NEW\n       godot-var check [OPTIONS] --against-git REV [SCHEMA...]\n       godot-var check --project DIR [--scene SCENE] [SCHEMA...]"
)]
#[command(after_help = "Examples:
  godot-var check
  godot-var check schemas/arena.lock schemas/arena.rs
  godot-var check --against-git v1.0 src/protocol.rs
  godot-var check --project client src/project.rs
  godot-var check --format json --deny note schemas/arena.lock schemas/arena.rs")]
pub(super) struct Arguments {
    /// The old schema or lock, then the new one; with `--against-git` only the new ones, with `--project` those that derive `GodotRpc` and
    /// `GodotSync`
    #[arg(value_name = "SCHEMA")]
    schemas: Vec<PathBuf>,
    /// Compare with the same files in a git revision: a tag, a branch, `HEAD`
    #[arg(long, value_name = "REV")]
    against_git: Option<String>,
    /// Compare the enums that derive `GodotRpc`, and the structs that derive `GodotSync`, with the scripts and scenes of a Godot 4 project;
    /// the exit status is 1 if any differs. Without a schema: with the schemas of `godot-var.toml`, and its modules of this project
    #[arg(long, value_name = "DIR", conflicts_with_all = ["against_git", "deny", "json", "format"])]
    project: Option<PathBuf>,
    /// With `--project`: a scene besides the main scene, the autoloads, and the scenes that these and their scripts name
    #[arg(long, value_name = "SCENE", requires = "project")]
    scene: Vec<String>,
    /// The lowest level that makes the exit status 1; default: that of `godot-var.toml`, or `wire`
    #[arg(long, value_enum, value_name = "LEVEL")]
    deny: Option<Deny>,
    /// How to print findings
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Short for `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Format {
    /// Lines to read
    #[default]
    Text,
    /// One JSON object per finding, each on its own line
    Json,
    /// Annotations of GitHub Actions
    Github,
}

/// Two sides to compare.
struct Pair {
    old: PathBuf,
    new: PathBuf,
    /// Whether the old side is a version that is still out there.
    is_version: bool,
    /// Whether it matters what follows for code: the old side is the last release.
    is_last: bool,
}

impl Pair {
    fn new(old: &Path, new: &Path) -> Self {
        Self { old: old.to_owned(), new: new.to_owned(), is_version: false, is_last: true }
    }
}

pub(super) fn run(arguments: &Arguments) -> io::Result<ExitCode> {
    match compare(arguments) {
        Ok(status) => Ok(ExitCode::from(status)),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(error),
        Err(error) => {
            anstream::eprintln!("error: {error}");
            Ok(ExitCode::from(2))
        }
    }
}

fn compare(arguments: &Arguments) -> io::Result<u8> {
    let settings = match arguments.schemas[..] {
        [] => Some(Settings::read(&settings::find()?)?),
        _ => None,
    };
    let schemas = settings.as_ref().map_or(&arguments.schemas, |settings| &settings.schemas);
    if let Some(project) = &arguments.project {
        let (mut schemas, mut scenes) = (schemas.clone(), arguments.scene.clone());
        for module in settings.iter().flat_map(|settings| modules(settings, project)) {
            schemas.extend(Some(module.output.clone()).filter(|it| !schemas.contains(it)));
            scenes.extend_from_slice(&module.scene);
        }
        if schemas.is_empty() {
            let way = "give the module: `godot-var check --project DIR src/project.rs`";
            return Err(io::Error::other(format!(
                "`{FILE}` names no schema and no module of this project; {way}"
            )));
        }
        return with_project(project, &scenes, &schemas);
    }
    let is_text = matches!(arguments.format, Format::Text) && !arguments.json;
    if let Some(settings) = settings.as_ref().filter(|it| it.schemas.is_empty())
        && is_text
        && arguments.against_git.is_none()
    {
        return settings.rust.iter().try_fold(0, |status, (_, module)| {
            let output = std::slice::from_ref(&module.output);
            Ok(status.max(with_project(&module.project, &module.scene, output)?))
        });
    }
    if schemas.is_empty() {
        return Err(io::Error::other(format!("`{FILE}` names no schema")));
    }
    let pairs = match (&arguments.against_git, &settings, &schemas[..]) {
        (Some(_), ..) => schemas.iter().map(|it| Pair::new(it, it)).collect(),
        (None, Some(settings), _) => with_locks(settings)?,
        (None, None, [old, new]) => vec![Pair::new(old, new)],
        _ => {
            let message = "expected an old and a new schema, or `--against-git REV`";
            return Err(io::Error::other(message));
        }
    };
    let of_settings = settings.as_ref().and_then(|settings| settings.deny);
    let denied = match arguments.deny.or(of_settings).unwrap_or_default() {
        Deny::Wire => Level::Wire,
        Deny::Source => Level::Source,
        Deny::Note => Level::Note,
    };
    let format = if arguments.json { Format::Json } else { arguments.format };
    let accepted = settings.as_ref().map_or(&[][..], |settings| &settings.accepted);
    let mut occurs = vec![false; accepted.len()];
    let mut status = 0;
    let (mut served, mut refuses) = (Vec::new(), false);
    for Pair { old, new, is_version, is_last } in pairs {
        let before = match &arguments.against_git {
            Some(revision) => from_git(revision, &old),
            None => versions::side(&old),
        };
        let (Some(before), Some(after)) = (read(before), read(versions::side(&new))) else {
            status = 2;
            continue;
        };
        let mut found = match &settings {
            Some(settings) if is_version => versions::findings(settings, &before, &after),
            _ => evolve::check_all(&before, &after),
        };
        let clients = settings.iter().flat_map(|settings| &settings.clients);
        let languages = clients
            .filter(|(_, client)| is_last && client.schemas().contains(&new))
            .map(|(_, client)| client.language())
            .collect::<io::Result<Vec<_>>>()?;
        let languages: Vec<_> = languages.iter().map(AsRef::as_ref).collect();
        evolve::add_callers(&mut found, (&before, &after), &languages);
        if let Some(revision) = &arguments.against_git {
            for place in found.iter_mut().filter_map(|finding| finding.old.as_mut()) {
                in_revision(revision, place);
            }
        }
        found.retain(|finding| is_last || !finding.breaks.is_empty());
        found.retain(|finding| {
            let index = versions::acceptance(accepted, finding);
            index.inspect(|index| occurs[*index] = true).is_none()
        });
        // It is a matter of the wire alone whether versions play together.
        let denied = if is_version { Level::Wire } else { denied };
        let fails = found.iter().any(|finding| finding.level <= denied);
        show(&found, format, denied, is_version)?;
        if found.is_empty() && !is_version && matches!(format, Format::Text) {
            let revision = arguments.against_git.iter().map(|it| format!("{it}:"));
            let old = revision.collect::<String>() + &shown(&old);
            anstream::println!("compared {old} with {}: no findings", shown(&new));
        }
        if fails {
            status = status.max(1);
        }
        if fails && is_version {
            refuses = true;
            refused_version(&old, &new, format);
        } else if is_version {
            served.push(old);
        }
    }
    if let Some(settings) = settings.as_ref().filter(|_| refuses) {
        let served = Served::of(settings);
        for Diagnostic { place, message } in served.map_or_else(identity, |it| it.untold) {
            match format {
                Format::Github => {
                    anstream::println!("{}", annotation("error", &place, "version", &message));
                }
                Format::Text | Format::Json => anstream::eprintln!("error: {place}: {message}"),
            }
        }
    }
    if let (Format::Text, 0, None, Some(settings)) =
        (format, status, &arguments.against_git, &settings)
    {
        tell_versions(settings, &served);
    }
    // Without a comparison nothing is known to be out of date.
    if status < 2 {
        for ((at, accepted), _) in accepted.iter().zip(occurs).filter(|(_, occurs)| !occurs) {
            let Accepted { rule, subject, .. } = accepted;
            let rule = rule.name();
            let message = format!("`{subject}` has no finding `{rule}`; remove this table");
            match format {
                Format::Github => {
                    anstream::println!("{}", annotation("warning", at, "accepted", &message));
                }
                Format::Text | Format::Json => anstream::eprintln!("warning: {at}: {message}"),
            }
        }
    }
    Ok(status)
}

/// Says which older clients can play, or how to keep a version.
fn tell_versions(settings: &Settings, served: &[PathBuf]) {
    let Some((_, versions)) = &settings.versions else { return };
    if !served.is_empty() {
        let names: Vec<_> = served.iter().map(shown).collect();
        anstream::println!("clients of these versions can play: {}", names.join(", "));
    } else if let Some(command) = versions.keep(&settings.schemas) {
        anstream::println!("no version is kept yet; before a release: {command}");
    }
}

/// Reports a version that the schema does not serve, and what to do.
fn refused_version(lock: &Path, schema: &Path, format: Format) {
    let message = format!("{} cannot serve this version", shown(schema));
    let help = "change the schema so that both versions can play together, or remove the lock from `[versions]` when no client has this version any more";
    match format {
        Format::Github => {
            let place = Place { file: lock.display().to_string(), line: 1, column: 1 };
            let line = annotation("error", &place, "version", &format!("{message}\n{help}"));
            anstream::println!("{line}");
        }
        Format::Text | Format::Json => {
            anstream::eprintln!("error: {}: {message}\n  help: {help}", shown(lock));
        }
    }
}

/// Pairs each schema of the settings with its lock, and with those of the versions that are still out there.
fn with_locks(settings: &Settings) -> io::Result<Vec<Pair>> {
    let refused = |message: String| Err(io::Error::other(message));
    if settings.locks.is_empty() && settings.versions.is_none() {
        let way = "add it and run `godot-var generate lock`, or compare with `--against-git REV`";
        return refused(format!("`{FILE}` names no `lock`; {way}"));
    }
    if let Some(missing) = settings.locks.iter().find(|lock| !lock.is_file()) {
        let way = "`godot-var generate lock` writes it";
        return refused(format!("{}: no such file; {way}", shown(missing)));
    }
    let pairs = settings.locks.iter().zip(&settings.schemas);
    let mut pairs: Vec<_> = pairs.map(|(old, new)| Pair::new(old, new)).collect();
    let has_lock = !pairs.is_empty();
    let versions = settings.versions.iter().flat_map(|(_, versions)| &versions.locks);
    for (schema, locks) in settings.schemas.iter().zip(versions) {
        pairs.extend(locks.iter().enumerate().map(|(at, lock)| {
            let is_last = !has_lock && at + 1 == locks.len();
            Pair { is_version: true, is_last, ..Pair::new(lock, schema) }
        }));
    }
    Ok(pairs)
}

/// The modules of a project that the settings name.
fn modules<'s>(settings: &'s Settings, project: &Path) -> impl Iterator<Item = &'s tables::Rust> {
    let folder = fs::canonicalize(project).ok();
    let is_of = move |module: &&tables::Rust| {
        folder.is_some() && fs::canonicalize(&module.project).ok() == folder
    };
    settings.rust.iter().map(|(_, module)| module).filter(is_of)
}

/// Reports the differences between a project and the sets of schemas.
fn with_project(folder: &Path, scenes: &[String], schemas: &[PathBuf]) -> io::Result<u8> {
    let mut protocols = Vec::new();
    for schema in schemas {
        match crate::sources::schema::read(schema) {
            Ok(protocol) => protocols.push(protocol),
            Err(errors) => {
                report("error", &errors);
                return Ok(2);
            }
        }
    }
    let checked = godot_project::with(folder, scenes, |options, read| {
        godot_var_project::check(options, read, &protocols)
    })?;
    match checked {
        Ok(found) => {
            godot_project::report("warning", &found.warnings);
            let mut output = anstream::stdout().lock();
            for difference in &found.differences {
                writeln!(output, "{}", in_one_line(&difference.to_string()))?;
            }
            if found.differences.is_empty() {
                let names: Vec<_> = schemas.iter().map(shown).collect();
                writeln!(
                    output,
                    "compared {} with {}: no differences ({}, {})",
                    shown(folder),
                    names.join(", "),
                    counted(found.rpcs, "RPC"),
                    counted(found.synchronizers, "synchronizer")
                )?;
            }
            Ok(u8::from(!found.differences.is_empty()))
        }
        Err(errors) => {
            godot_project::report("error", &errors);
            Ok(2)
        }
    }
}

/// Reads a schema and its modules from a revision.
fn from_git(revision: &str, path: &Path) -> Result<Side, Vec<Diagnostic>> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let files = SchemaFiles(path);
    let read = |name: &str| {
        if revision.starts_with('-') {
            return Err("a git revision cannot begin with `-`".to_owned());
        }
        let path = files.path(name);
        let path = path.strip_prefix(folder).unwrap_or(&path);
        let mut blob = OsString::from(format!("{revision}:./"));
        blob.push(path);
        let output = Command::new("git")
            .arg("-C")
            .arg(folder)
            .args(["cat-file", "blob"])
            .arg(blob)
            .output()
            .map_err(|error| format!("git cannot be started: {error}"))?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).trim_end().to_owned());
        }
        open::utf8(output.stdout).map_err(|error| error.to_string())
    };
    let mut side = evolve::parse(&files.root(), read);
    let found = match &mut side {
        Ok(side) => &mut side.protocol.warnings,
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
fn read(side: Result<Side, Vec<Diagnostic>>) -> Option<Side> {
    match side {
        Ok(side) => {
            report("warning", &side.protocol.warnings);
            Some(side)
        }
        Err(errors) => {
            report("error", &errors);
            None
        }
    }
}

fn show(found: &[Finding], format: Format, denied: Level, is_version: bool) -> io::Result<()> {
    let mut output = anstream::stdout().lock();
    for finding in found {
        match format {
            Format::Text => {
                // Both versions run, so it is not enough to write a lock anew.
                let help = match finding.level {
                    _ if !is_version => finding.help(),
                    Level::Wire => finding.help(),
                    _ if finding.breaks.is_empty() => {
                        "no client of this version breaks: update the code that uses it"
                    }
                    _ => {
                        "today's messages still arrive: send the new ones only to programs that know them"
                    }
                };
                text(finding, help, &mut output)?;
            }
            Format::Json => writeln!(output, "{}", findings::to_json(finding))?,
            Format::Github => {
                let severity = if finding.level <= denied { "error" } else { "notice" };
                let place = finding.new.as_ref().or(finding.old.as_ref());
                let breaks = finding.breaks.iter().map(|found| format!("\n{found}"));
                let callers = finding.callers.iter();
                let callers = callers.map(|it| format!("\n{}: {}", it.language, it.change));
                let message = finding.message.clone() + &breaks.chain(callers).collect::<String>();
                let nowhere = Place { file: String::new(), line: 1, column: 1 };
                let place = place.unwrap_or(&nowhere);
                let line = annotation(severity, place, finding.rule.name(), &message);
                writeln!(output, "{line}")?;
            }
        }
    }
    if matches!(format, Format::Text) && !found.is_empty() {
        let count = |level| found.iter().filter(|finding| finding.level == level).count();
        let [wire, source, note] = [Level::Wire, Level::Source, Level::Note].map(count);
        writeln!(output, "wire: {wire}, source: {source}, note: {note}")?;
    }
    output.flush()
}

/// Writes a finding as its `Display` does, with colors, and the way out.
fn text(finding: &Finding, help: &str, output: &mut impl Write) -> io::Result<()> {
    let Finding { level, rule, message, breaks, callers, old, new, .. } = finding;
    let color = match level {
        Level::Wire => AnsiColor::Red,
        Level::Source => AnsiColor::Yellow,
        Level::Note => AnsiColor::Cyan,
    };
    let (style, green, dim) =
        (color.on_default().bold(), AnsiColor::Green.on_default().bold(), Style::new().dimmed());
    if let Some(place) = new.as_ref().or(old.as_ref()) {
        write!(output, "{place}: ")?;
    }
    let (level, rule) = (level.name(), rule.name());
    writeln!(output, "{style}{level}{style:#}: [{rule}] {message}")?;
    for found in breaks {
        writeln!(output, "  {found}")?;
    }
    for Callers { language, change } in callers {
        writeln!(output, "  {language}: {change}")?;
    }
    if let (Some(_), Some(old)) = (new, old) {
        writeln!(output, "  {dim}old: {old}{dim:#}")?;
    }
    writeln!(output, "  {green}help{green:#}: {help}")
}

/// A workflow command of GitHub Actions:
/// <https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands>.
fn annotation(severity: &str, place: &Place, title: &str, message: &str) -> String {
    let escape = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let file = escape(&place.file).replace(':', "%3A").replace(',', "%2C");
    let (line, column, message) = (place.line, place.column, escape(message));
    format!("::{severity} file={file},line={line},col={column},title={title}::{message}")
}
