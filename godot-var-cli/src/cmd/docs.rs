//! `godot-var generate docs`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::{Args, ValueEnum};
use godot_var::litenet::EraSpec;
use godot_var_cli::diagnostics::{Severity, Shown};
use godot_var_cli::{Transport, lludp};
use godot_var_codegen::docs::{self, Format, Page, files};
use godot_var_codegen::{flat, litenet};
use godot_var_schema::template;
use serde::Deserialize;

use super::files::{SchemaFiles, named_text};
use super::godot_version::GodotVersion;
use super::of_file;
use super::output::{Output, Own, Writing, counted, write};
use super::schema::{check_file, no_type, report};
use super::settings;
use super::watch::Watch;

/// Write pages about a schema: for each message, the code that sends and receives it, its fields and its bytes
///
/// Writes NAME.md with its pictures in NAME/, and NAME.html as a single file. If the output ends in `.md` or `.html`, writes only
/// that page. The same schema always gives the same files.
#[derive(Debug, Args, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[command(after_help = "Examples:
  godot-var generate docs schemas/arena.rs -o docs/generated --to-server ClientMessage --to-client ServerMessage
  godot-var generate docs schemas/arena.rs -o docs/generated --to-server ClientMessage --to-client ServerMessage --check
  godot-var generate docs schemas/arena.rs -o arena.html
  godot-var generate docs schemas/lite_net_lib_manager/mod.rs -o pages
  godot-var generate docs message_template.msg -o pages --format html")]
pub(super) struct Arguments {
    /// The schemas: Rust modules with types that derive `GodotVar`, `GodotFlat`, `GodotRpc`, `GodotSync` or `LiteNetMessage`, or
    /// message templates (`*.msg`)
    #[arg(required = true)]
    #[serde(default)]
    pub(super) schemas: Vec<PathBuf>,
    /// The folder for the pages; or, for one schema, a file that ends in `.html` or `.md`
    #[arg(short, long, value_name = "DIR|FILE")]
    output: PathBuf,
    /// The version of Godot whose bytes to show: `4`, `3`, or one such as `4.6`
    #[arg(long, value_name = "VERSION", default_value = "4")]
    #[serde(default)]
    godot: GodotVersion,
    /// The wire to show, if the types of a schema derive both `GodotVar` and `GodotFlat`; default: `godot`
    #[arg(long, value_enum)]
    #[serde(default, deserialize_with = "super::project::optional")]
    wire: Option<SchemaWire>,
    /// The era of `LiteNetLibManager` messages whose modules are not named `y2018` or `head`
    #[arg(long, value_enum, default_value_t)]
    #[serde(default, deserialize_with = "super::project::value")]
    era: LiteNetEra,
    /// The heading of the page; default: the name of the schema's file
    #[arg(long, value_name = "TEXT")]
    name: Option<String>,
    /// What carries the messages: its script is the first on the page
    #[arg(long, value_enum)]
    #[serde(default, deserialize_with = "super::project::optional")]
    transport: Option<Transport>,
    /// The type of the messages that clients send: their sections show how to send them
    #[arg(long, value_name = "TYPE")]
    to_server: Option<String>,
    /// The type of the messages that the server sends: their sections show how to receive them
    #[arg(long, value_name = "TYPE")]
    to_client: Option<String>,
    /// What to write; default: both, or what the ending of the output says
    #[arg(long, value_enum)]
    #[serde(default, deserialize_with = "super::project::optional")]
    format: Option<Kind>,
    #[command(flatten)]
    #[serde(skip)]
    pub(super) writing: Writing,
    #[command(flatten)]
    #[serde(skip)]
    pub(super) watch: Watch,
}

impl Arguments {
    /// Starts relative paths from the folder `root`. Without own schemas it takes the others.
    pub(super) fn resolve(&mut self, root: &Path, schemas: &[PathBuf]) -> Result<(), String> {
        self.output = root.join(&self.output);
        settings::resolve_schemas(&mut self.schemas, root, schemas)
    }

    /// Takes the name and the transport of the project, unless the table has its own. Several pages do not have one name.
    pub(super) fn complete(&mut self, name: Option<&str>, transport: Option<Transport>) {
        if self.name.is_none() && self.schemas.len() == 1 {
            self.name = name.map(str::to_owned);
        }
        self.transport = self.transport.or(transport);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// A Markdown page, and its pictures as files
    Md,
    /// An HTML page
    Html,
    /// Both
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum SchemaWire {
    /// Variants
    Godot,
    /// Flat messages
    Flat,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum LiteNetEra {
    /// July 2018
    #[value(name = "2018")]
    Y2018,
    /// Today
    #[value(alias = "today")]
    #[default]
    Head,
}

/// Where the pages go.
struct Target<'a> {
    folder: &'a Path,
    /// The name of a page, if the user has given one in place of the schema's.
    name: Option<&'a str>,
    format: Format,
}

fn target(arguments: &Arguments) -> io::Result<Target<'_>> {
    let output = &arguments.output;
    let extension = output.extension().and_then(|extension| extension.to_str());
    let kind = match extension {
        Some("html") => Some(Kind::Html),
        Some("md") => Some(Kind::Md),
        _ => None,
    };
    let wrong = |message: &str| {
        let message = format!("`--output {}` names a file, {message}", output.display());
        Err(io::Error::new(io::ErrorKind::InvalidInput, message))
    };
    match kind {
        Some(_) if output.is_dir() => {
            return wrong("but a folder has this name: remove it, or choose another name");
        }
        Some(_) if arguments.schemas.len() > 1 => {
            return wrong("but several schemas need a folder for their pages");
        }
        _ if arguments.name.is_some() && arguments.schemas.len() > 1 => {
            let message = "`--name` is the heading of one page; several schemas have several pages";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        Some(kind) if arguments.format.is_some_and(|format| format != kind) => {
            return wrong("and `--format` names another kind of page");
        }
        Some(_) if output.file_stem().is_some_and(|stem| stem.to_str().is_none()) => {
            return wrong("whose name is not UTF-8; pages have it in their links");
        }
        _ => {}
    }
    let format = match kind.or(arguments.format).unwrap_or(Kind::All) {
        Kind::Md => Format::Markdown,
        Kind::Html => Format::Html,
        Kind::All => Format::All,
    };
    let (folder, name) = match (kind, output.parent()) {
        (Some(_), Some(folder)) => (folder, output.file_stem().and_then(|stem| stem.to_str())),
        _ => (output.as_path(), None),
    };
    Ok(Target { folder, name, format })
}

pub(super) fn run(arguments: &Arguments, writing: &Writing) -> io::Result<bool> {
    let target = target(arguments)?;
    let (mut outputs, mut inputs, mut pages) = (Vec::new(), Vec::new(), Vec::new());
    for schema in &arguments.schemas {
        // The name of the module, also if its text is `mod.rs` in a folder.
        let named = match (schema.file_name(), schema.parent()) {
            (Some(file), Some(folder)) if file == "mod.rs" && folder.file_name().is_some() => {
                folder
            }
            _ => schema,
        };
        let Some(stem) = named.file_stem() else {
            return Err(io::Error::other(format!("{}: no file", schema.display())));
        };
        let stem = stem.to_string_lossy();
        let Some(mut described) = page(schema, &stem, arguments)? else { continue };
        if let Some(title) = &arguments.name {
            title.clone_into(&mut described.page.title);
        }
        if let Some(transport) = arguments.transport {
            described.page.open_on(match transport {
                Transport::Udp => docs::Transport::Udp,
                Transport::Tcp => docs::Transport::Tcp,
                Transport::WebSocket => docs::Transport::WebSocket,
                Transport::Enet => docs::Transport::Enet,
            });
        }
        let (to_server, to_client) = (&arguments.to_server, &arguments.to_client);
        let directed = described.page.direct(to_server.as_deref(), to_client.as_deref());
        directed.map_err(|error| io::Error::other(format!("{}: {error}", schema.display())))?;
        inputs.extend(described.files);
        let name = target.name.map_or_else(|| stem.into_owned(), str::to_owned);
        let files = files(&described.page, &name, target.format);
        let listed = files.keys().cloned().collect();
        outputs.extend(self::outputs(target.folder, &name, files, &described.content));
        pages.push((name, listed));
    }
    if pages.len() < arguments.schemas.len() {
        return Ok(false);
    }
    let own = Own { command: "generate docs", marks: &[docs::MARK], inputs };
    let writing = if target.name.is_some() { writing.clone() } else { writing.unnamed() };
    let mut good = write(&outputs, &own, &writing)?;
    if target.format != Format::Html {
        for (name, files) in &pages {
            good &= no_left_overs(target.folder, name, files)? || !writing.check;
        }
    }
    Ok(good)
}

/// Returns the pages. The pictures belong to the page in Markdown.
fn outputs(
    folder: &Path,
    name: &str,
    mut files: BTreeMap<String, String>,
    content: &str,
) -> Vec<Output> {
    let mut page = |extension| {
        let file = format!("{name}.{extension}");
        let text = files.remove(&file)?;
        Some(Output::file(folder.join(file), text, content.to_owned()))
    };
    let (html, mut markdown) = (page("html"), page("md"));
    if let (Some(markdown), false) = (&mut markdown, files.is_empty()) {
        markdown.content = format!("{content}, {}", counted(files.len(), "picture"));
        markdown.files.extend(files.into_iter().map(|(path, text)| (folder.join(path), text)));
    }
    html.into_iter().chain(markdown).collect()
}

/// What a schema has to show.
struct Described {
    page: Page,
    /// The number of its types or messages in words.
    content: String,
    /// The files of the schema.
    files: Vec<PathBuf>,
}

/// Returns the page of a schema, or prints its mistakes.
fn page(schema: &Path, name: &str, arguments: &Arguments) -> io::Result<Option<Described>> {
    if schema.extension().is_some_and(|extension| extension == "msg") {
        return template_page(schema, name);
    }
    let era = match arguments.era {
        LiteNetEra::Y2018 => EraSpec::Y2018,
        LiteNetEra::Head => EraSpec::Head,
    };
    let files = SchemaFiles(schema);
    let read = |name: &str| files.text(name);
    let all = check_file(schema).and_then(|()| {
        let (protocol, flat) = flat::parse_both(&files.root(), read)?;
        Ok((protocol, flat, litenet::parse(&files.root(), read)?))
    });
    let (protocol, flat, messages) = match all {
        Ok(all) => all,
        Err(errors) => {
            report("error", &errors);
            return Ok(None);
        }
    };
    let refused = |message: &str| Err(io::Error::other(format!("{}: {message}", schema.display())));
    let sets = protocol.rpc_sets.len() + protocol.sync_sets.len();
    let has_variants = !protocol.types.is_empty() || sets > 0;
    let wire = match (arguments.wire, has_variants, flat.types.is_empty()) {
        (Some(wire), ..) => Some(wire),
        (None, true, _) => Some(SchemaWire::Godot),
        (None, false, false) => Some(SchemaWire::Flat),
        (None, false, true) => None,
    };
    let (warnings, page, content) = match (wire, messages.types.len()) {
        (Some(SchemaWire::Godot), 0) if has_variants => {
            let count = protocol.message_count() + protocol.sync_sets.len();
            let page = docs::variant(&protocol, name, arguments.godot.generation());
            (&protocol.warnings, page, counted(count, "message"))
        }
        (Some(SchemaWire::Flat), 0) if !flat.types.is_empty() => {
            (&flat.warnings, docs::flat(&flat, &protocol, name), counted(flat.types.len(), "type"))
        }
        (Some(SchemaWire::Flat), 0) => return Err(no_type(schema, "`GodotFlat`")),
        (_, 0) => {
            let derives = "`GodotVar`, `GodotFlat`, `GodotRpc`, `GodotSync` or `LiteNetMessage`";
            return Err(no_type(schema, derives));
        }
        (None, types) => {
            (&messages.warnings, docs::litenet(&messages, name, era), counted(types, "type"))
        }
        (Some(_), _) => {
            return refused(
                "some types derive `GodotVar` or `GodotFlat`, some `LiteNetMessage`; a page is about one wire, so move \
                 these to a schema of their own",
            );
        }
    };
    report("warning", warnings);
    let files = files.paths(&protocol.files);
    Ok(Some(Described { page, content, files }))
}

fn template_page(schema: &Path, name: &str) -> io::Result<Option<Described>> {
    let text = named_text(schema)?;
    match template::parse(&text) {
        Ok(template) => Ok(Some(Described {
            page: lludp::page(&template, name),
            content: super::lludp::content(&template, schema)?,
            files: vec![schema.to_owned()],
        })),
        Err(errors) => {
            let file = &schema.display().to_string();
            for diagnostic in &errors {
                let (text, severity) = (text.as_str(), Severity::Error);
                anstream::eprintln!("{}", Shown { file, text, severity, diagnostic });
            }
            Ok(None)
        }
    }
}

/// Lists pictures of messages that no longer exist. They are not removed, because the user may have added them.
fn no_left_overs(folder: &Path, name: &str, files: &BTreeSet<String>) -> io::Result<bool> {
    let pictures = folder.join(name);
    let entries = match fs::read_dir(&pictures) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
        Err(error) => return Err(of_file(&pictures)(error)),
    };
    let mut found = Vec::new();
    for entry in entries {
        let path = entry?.path();
        let is_picture = path.extension().is_some_and(|extension| extension == "svg");
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        if is_picture && !files.contains(&format!("{name}/{file}")) {
            found.push(path);
        }
    }
    found.sort();
    for path in &found {
        anstream::println!("{}: left over", path.display());
    }
    Ok(found.is_empty())
}
