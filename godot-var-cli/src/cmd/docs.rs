//! `godot-var generate docs`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, io};

use godot_var_cli::diagnostics::{Severity, Shown};
use godot_var_cli::visible::shown;
use godot_var_cli::{Transport, lludp};
use godot_var_codegen::docs::{self, Format, Page, files};
use godot_var_codegen::{flat, litenet};
use godot_var_schema::template;

use super::output::{Output, Own, Writing, counted, write};
use crate::settings::tables::{Docs, Kind, SchemaWire};
use crate::sources::schema::{check_file, no_type, report};
use crate::sources::{SchemaFiles, named_text, of_file};

/// Where the pages go.
struct Target<'a> {
    folder: &'a Path,
    /// The name of a page, if the user has given one in place of the schema's.
    name: Option<&'a str>,
    format: Format,
}

fn target(arguments: &Docs) -> io::Result<Target<'_>> {
    let output = &arguments.output;
    let extension = output.extension().and_then(|extension| extension.to_str());
    let kind = match extension {
        Some("html") => Some(Kind::Html),
        Some("md") => Some(Kind::Md),
        _ => None,
    };
    let wrong = |message: &str| {
        let message = format!("`--output {}` names a file, {message}", shown(output));
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
            return wrong("but its name is not UTF-8, and pages use it in their links");
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

pub(super) fn run(arguments: &Docs, writing: &Writing) -> io::Result<bool> {
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
            return Err(io::Error::other(format!("{}: no file", shown(schema))));
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
        directed.map_err(|error| io::Error::other(format!("{}: {error}", shown(schema))))?;
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
fn page(schema: &Path, name: &str, arguments: &Docs) -> io::Result<Option<Described>> {
    if schema.extension().is_some_and(|extension| extension == "msg") {
        return template_page(schema, name);
    }
    let era = arguments.era.spec();
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
    let refused = |message: &str| Err(io::Error::other(format!("{}: {message}", shown(schema))));
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
                "some types derive `GodotVar` or `GodotFlat`, some `LiteNetMessage`; a page is about one wire, so move these to another schema",
            );
        }
    };
    report("warning", warnings);
    let files = files.paths(&protocol.files);
    Ok(Some(Described { page, content, files }))
}

/// Returns the number of messages in words, unless there are none.
pub(super) fn content(template: &template::Template, file: &Path) -> io::Result<String> {
    match template.messages.len() {
        0 => Err(io::Error::other(format!("{}: the template has no messages", shown(file)))),
        count => Ok(counted(count, "message")),
    }
}

fn template_page(schema: &Path, name: &str) -> io::Result<Option<Described>> {
    let text = named_text(schema)?;
    match template::parse(&text) {
        Ok(template) => Ok(Some(Described {
            page: lludp::page(&template, name),
            content: content(&template, schema)?,
            files: vec![schema.to_owned()],
        })),
        Err(errors) => {
            let file = &shown(schema);
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
        anstream::println!("{}: left over", shown(path));
    }
    Ok(found.is_empty())
}
