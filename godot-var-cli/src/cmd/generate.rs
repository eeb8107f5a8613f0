//! `godot-var generate`.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use godot_var::dialect::Generation;
use godot_var_cli::visible::shown;
use godot_var_codegen::language::Language;
use godot_var_codegen::protocol::{Diagnostic, Place, Protocol};
use godot_var_codegen::schema::Schema;
use godot_var_codegen::wireshark::{self, LludpOptions, generate_flat, generate_lludp};
use godot_var_codegen::{addon, flat, litenet, lock};
use godot_var_project::Options;
use godot_var_schema::open;

use super::docs;
use super::output::{Output, Own, Writing, counted, write};
use super::versions::Served;
use super::watch::Watch;
use crate::settings::clients::{Client, Csharp, Gdscript, Typescript};
use crate::settings::godot_version::GodotVersion;
use crate::settings::tables::{Addon, Docs, Rust, SchemaWire, Wireshark};
use crate::settings::{self, Settings, clients, lludp};
use crate::sources::schema::{no_type, parse_both, read_both, read_both_silently, report, warn};
use crate::sources::{SchemaFiles, godot_project, of_file};

/// Generate code for the other side of a schema or of a Godot project, documentation, or a lock
///
/// Without a command, generates everything that `godot-var.toml` names; the file is in the current folder or in one above it. Writes the lock
/// only if it is missing; `generate lock` updates it.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "Examples:
  godot-var generate
  godot-var generate gdscript --godot 4 schemas/arena.rs -o client/net
  godot-var generate docs schemas/arena.rs -o docs/generated
  godot-var generate rust client -o src/project.rs")]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// The `godot-var.toml` to use, instead of the one in the current folder or above it
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    watch: Watch,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// GDScript classes, one file per schema
    Gdscript(Generated<Gdscript>),
    /// C# classes for Godot, Unity and .NET, one file per schema
    Csharp(Generated<Csharp>),
    /// TypeScript types and functions for browsers and Node, one module per schema
    Typescript(Generated<Typescript>),
    /// Pages about the messages of a schema, in HTML and Markdown
    Docs(Generated<Docs>),
    /// The layout as a text to commit; `check` compares it with later schemas
    Lock(Lock),
    /// A Rust module for a server, from the `@rpc` functions and scenes of a Godot 4 project
    Rust(Generated<Rust>),
    /// A Wireshark dissector in Lua
    Wireshark(Generated<Wireshark>),
    /// An add-on for the editor of Godot 4, which shows the messages of a running game
    Addon {
        #[command(flatten)]
        table: Addon,
        #[command(flatten)]
        writing: Writing,
    },
}

// The keys of a table of the settings, and the options of the command line. `clap` would show a doc comment as help.
#[derive(Debug, Args)]
struct Generated<T: Args> {
    #[command(flatten)]
    table: T,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    watch: Watch,
}

impl<T: Args> Generated<T> {
    /// Generates once, or after each change of the inputs of the table.
    fn run(
        &self,
        inputs: impl Fn(&T) -> Vec<PathBuf>,
        generate: impl Fn(&T, &Writing) -> io::Result<bool>,
    ) -> io::Result<bool> {
        self.watch.of(|| inputs(&self.table), || generate(&self.table, &self.writing))
    }
}

impl<T: Args + Client> Generated<T> {
    /// The same for the language of a client.
    fn client(&self) -> io::Result<bool> {
        self.run(
            |table| table.schemas().to_vec(),
            |table, writing| client(table, &Served::default(), writing),
        )
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  godot-var generate lock
  godot-var generate lock src/protocol.rs -o src/protocol.lock
  godot-var check src/protocol.lock src/protocol.rs")]
struct Lock {
    /// The schema: a Rust module with types that derive `GodotVar`, `GodotFlat`, `GodotRpc` or `GodotSync`; without it the schemas and the
    /// lock of `godot-var.toml`
    #[arg(requires = "output")]
    schema: Option<PathBuf>,
    /// The file for the lock; use `NAME.lock`, so that `check` recognizes it
    #[arg(short, long, value_name = "FILE", requires = "schema")]
    output: Option<PathBuf>,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    watch: Watch,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<bool> {
    let Some(command) = &arguments.command else {
        let path = match &arguments.settings {
            Some(path) => path.clone(),
            None => settings::find()?,
        };
        return arguments.watch.of(|| settings::inputs(&path), || all(&path, &arguments.writing));
    };
    match command {
        Command::Gdscript(own) => own.client(),
        Command::Csharp(own) => own.client(),
        Command::Typescript(own) => own.client(),
        Command::Docs(own) => own.run(|table| table.schemas.clone(), docs::run),
        Command::Lock(Lock { schema: Some(schema), output: Some(output), writing, watch }) => {
            watch.of(|| vec![schema.clone()], || lock(schema, output, writing))
        }
        Command::Lock(Lock { writing, watch, .. }) => {
            let path = settings::find()?;
            watch.of(|| settings::inputs(&path), || locks(&path, writing))
        }
        Command::Rust(own) => own.run(|table| vec![table.project.clone()], rust),
        Command::Wireshark(own) => own.run(|table| vec![table.schema.clone()], dissector),
        Command::Addon { table, writing } => editor_addon(table, writing),
    }
}

/// Generates what the settings name. Goes on after a mistake in one of the outputs.
pub(super) fn all(path: &Path, writing: &Writing) -> io::Result<bool> {
    let writing = &writing.unnamed();
    let settings = Settings::read(path)?;
    let (mut good, mut are_versions_read) = (true, true);
    let mut note = |at: &Place, done: io::Result<bool>| {
        good &= done.unwrap_or_else(|error| {
            anstream::eprintln!("error: {}", settings::wrong(at, error));
            false
        });
    };
    // A module may be a schema of the other outputs.
    for (at, table) in &settings.rust {
        note(at, rust(table, writing));
    }
    let served = Served::of(&settings).and_then(|served| {
        served.warn();
        if served.untold.is_empty() { Ok(served) } else { Err(served.untold) }
    });
    let served = served.unwrap_or_else(|errors| {
        report("error", &errors);
        are_versions_read = false;
        Served::default()
    });
    if let Some((at, _)) = settings.versions.as_ref().filter(|_| are_versions_read) {
        note(at, served.write(&settings, writing));
    }
    // Lists without the older versions would refuse their clients. Others would accept those that are not served.
    let clients = settings.clients.iter().filter(|_| are_versions_read);
    for (at, table) in clients {
        note(at, client(&**table, &served, writing));
    }
    for (at, table) in &settings.docs {
        note(at, docs::run(table, writing));
    }
    for (at, table) in &settings.wireshark {
        note(at, dissector(table, writing));
    }
    for (at, table) in &settings.addon {
        note(at, editor_addon(table, writing));
    }
    for (schema, output) in settings.schemas.iter().zip(&settings.locks) {
        // It is what `check` compares with, so it stays.
        if !output.exists() {
            good &= lock(schema, output, writing)?;
        }
    }
    Ok(good && are_versions_read)
}

/// Writes the locks of the settings.
fn locks(path: &Path, writing: &Writing) -> io::Result<bool> {
    let Settings { schemas, locks, versions, .. } = Settings::read(path)?;
    if locks.is_empty() {
        let message = match versions.and_then(|(_, versions)| versions.keep(&schemas)) {
            Some(command) => format!("no `lock`; to keep a version: {command}"),
            None => {
                "no `lock`: name the file, or give the command a schema and `--output`".to_owned()
            }
        };
        return Err(io::Error::other(format!("{}: {message}", shown(path))));
    }
    let each = schemas.iter().zip(&locks);
    each.map(|(schema, output)| lock(schema, output, &writing.unnamed()))
        .try_fold(true, |good, done| Ok(good & done?))
}

fn lock(schema: &Path, output: &Path, writing: &Writing) -> io::Result<bool> {
    let (protocol, flat) = match read_both(schema) {
        Ok(both) => both,
        Err(errors) => {
            report("error", &errors);
            return Ok(false);
        }
    };
    let is_known = |index: &usize| protocol.get(&flat.types[*index].path()).is_some();
    let alone = flat.outer_types().into_iter().filter(|index| !is_known(index)).count();
    let messages = protocol.message_count() + protocol.sync_sets.len() + alone;
    if messages == 0 {
        return Err(no_type(schema, "`GodotVar`, `GodotFlat`, `GodotRpc` or `GodotSync`"));
    }
    match lock::write_all(&protocol, &flat) {
        Ok(text) => {
            let content = counted(messages, "message");
            let output = Output::file(output.to_owned(), text, content);
            let inputs = SchemaFiles(schema).paths(&protocol.files);
            let own = Own { command: "generate lock", marks: &lock::MARKS, inputs };
            write(&[output], &own, writing)
        }
        Err(errors) => {
            report("error", &errors);
            Ok(false)
        }
    }
}

fn rust(arguments: &Rust, writing: &Writing) -> io::Result<bool> {
    let module = arguments.output.file_stem().unwrap_or_default().to_string_lossy();
    let generated = godot_project::with(&arguments.project, &arguments.scene, |options, read| {
        godot_var_project::generate(&Options { module: &module, ..*options }, read)
    })?;
    let generated = match generated {
        Ok(generated) => generated,
        Err(errors) => {
            godot_project::report("error", &errors);
            return Ok(false);
        }
    };
    godot_project::report("warning", &generated.warnings);
    if generated.scripts + generated.synchronizers == 0 {
        let message = "no script here has `@rpc`, and no scene a synchronizer; name further scenes with `--scene`";
        return Err(of_file(&arguments.project)(io::Error::other(message)));
    }
    let content = format!(
        "{}, {}",
        counted(generated.scripts, "RPC set"),
        counted(generated.synchronizers, "synchronizer")
    );
    // `cargo fmt` may have changed the format.
    let present = open::text(&arguments.output).ok();
    let text = match present.filter(|present| godot_var_project::is_same(present, &generated.text))
    {
        Some(present) => present,
        None => generated.text,
    };
    let output = Output::file(arguments.output.clone(), text, content);
    let folder = arguments.project.to_string_lossy();
    let folder = folder.trim_end_matches('/');
    let inputs = generated.inputs.iter().map(|shown| {
        let inner = shown.strip_prefix(folder).map(|inner| inner.trim_start_matches('/'));
        inner.map_or_else(|| PathBuf::from(shown), |inner| arguments.project.join(inner))
    });
    let inputs = inputs.collect();
    let own = Own { command: "generate rust", marks: &[godot_var_project::MARK], inputs };
    let is_good = write(&[output], &own, writing)?;
    if arguments.server && !writing.check {
        begin_server(&arguments.output.with_file_name("main.rs"), &generated.server)?;
    }
    Ok(is_good)
}

/// What `cargo new` writes.
const OF_CARGO: &str = "fn main() {\n    println!(\"Hello, world!\");\n}\n";

/// Writes a `main.rs` for the user to go on with, unless there is one.
fn begin_server(path: &Path, text: &str) -> io::Result<()> {
    if path.exists() && open::text(path).is_ok_and(|present| present == OF_CARGO) {
        fs::remove_file(path).map_err(of_file(path))?;
    }
    match OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(mut file) => {
            file.write_all(text.as_bytes()).map_err(of_file(path))?;
            anstream::println!("wrote {} (it is yours: go on there)", shown(path));
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            anstream::println!("{} exists, and is not written", shown(path));
        }
        Err(error) => return Err(of_file(path)(error)),
    }
    Ok(())
}

fn dissector(arguments: &Wireshark, writing: &Writing) -> io::Result<bool> {
    let is_template = arguments.schema.extension().is_some_and(|extension| extension == "msg");
    let stem = arguments.schema.file_stem().unwrap_or_default().to_string_lossy();
    let stem = if is_template { "lludp".to_owned() } else { stem.to_lowercase() };
    let name = arguments.name.clone().unwrap_or(stem);
    let is_file = arguments.output.extension().is_some_and(|extension| extension == "lua");
    let (path, writing) = if is_file {
        (arguments.output.clone(), writing.clone())
    } else {
        (arguments.output.join(format!("{name}.lua")), writing.unnamed())
    };
    let put = |script, content, inputs| {
        let own = Own { command: "generate wireshark", marks: &[wireshark::MARK], inputs };
        write(&[Output::file(path, script, content)], &own, &writing)
    };
    if is_template {
        if arguments.godot.is_some() {
            let message =
                "`--godot` is for Variants; the messages of a template have their own types";
            return Err(io::Error::other(message));
        }
        if arguments.to_server.is_some() || arguments.to_client.is_some() {
            let message =
                "`--to-server` and `--to-client` name types of a schema, not of a template";
            return Err(io::Error::other(message));
        }
        if arguments.wire.is_some() {
            let message = "`--wire` is for types of a schema, not of a template";
            return Err(io::Error::other(message));
        }
        let template = lludp::parsed(&arguments.schema)?;
        let file = arguments.schema.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let options = LludpOptions { name, port: arguments.port, file };
        let script = generate_lludp(&template, &options).map_err(io::Error::other)?;
        let content = docs::content(&template, &arguments.schema)?;
        return put(script, content, vec![arguments.schema.clone()]);
    }
    let (protocol, flat) = match parse_both(&arguments.schema) {
        Ok(both) => both,
        Err(errors) => {
            report("error", &errors);
            return Ok(false);
        }
    };
    let refused =
        |message: &str| Err(io::Error::other(format!("{}: {message}", shown(&arguments.schema))));
    let count = protocol.message_count() + protocol.sync_sets.len();
    let generation = arguments.godot.map(GodotVersion::generation);
    let options = wireshark::Options {
        port: arguments.port,
        engine: generation,
        to_server: arguments.to_server.clone(),
        to_client: arguments.to_client.clone(),
        ..wireshark::Options::new(name)
    };
    let (is_flat, derives) = match arguments.wire {
        Some(SchemaWire::Flat) => (true, "`GodotFlat`"),
        Some(SchemaWire::Godot) => (false, "`GodotVar`, `GodotRpc` or `GodotSync`"),
        None => (
            count == 0 && !flat.types.is_empty(),
            "`GodotVar`, `GodotFlat`, `GodotRpc` or `GodotSync`",
        ),
    };
    let (script, content) = if is_flat && !flat.types.is_empty() {
        if generation.is_some() {
            return refused("`--godot` is for Variants; both engines have the same flat messages");
        }
        report("warning", &flat.warnings);
        let layout = (count > 0).then(|| protocol.fingerprint_of_all());
        let options = wireshark::Options { layout, ..options };
        (generate_flat(&flat, &options), counted(flat.types.len(), "type"))
    } else if !is_flat && count > 0 {
        if protocol.types.is_empty() && generation == Some(Generation::Godot3) {
            return refused(
                "no type derives `GodotVar`; `GodotRpc` and `GodotSync` are for Godot 4",
            );
        }
        // They are also about flat messages, which are left out.
        report("warning", &protocol.warnings);
        (wireshark::generate(&protocol, &options), counted(count, "message"))
    } else {
        report("warning", if is_flat { &flat.warnings } else { &protocol.warnings });
        return Err(no_type(&arguments.schema, derives));
    };
    let inputs = SchemaFiles(&arguments.schema).paths(&protocol.files);
    put(script.map_err(io::Error::other)?, content, inputs)
}

/// Writes a file for each schema in the language of a table.
fn client(table: &dyn Client, served: &Served, writing: &Writing) -> io::Result<bool> {
    let language = &*table.language()?;
    let files = clients::files(table, language)?;
    let mut inputs = table.inputs();
    let mut outputs = Vec::new();
    for (schema, path) in table.schemas().iter().zip(&files) {
        let (protocol, flat) = match read_both_silently(schema) {
            Ok(both) => both,
            Err(errors) => {
                report("error", &errors);
                continue;
            }
        };
        let (count, derives) = messages(&protocol, &flat, language);
        let of_litenet = if count == 0 { litenet_file(table, schema) } else { None };
        match of_litenet {
            // Types of this wire alone are written, so the protocol's warnings do not apply.
            Some(Ok((text, files, content))) => {
                inputs.extend(files);
                outputs.push(Output::file(path.clone(), text, content));
                continue;
            }
            Some(Err(errors)) => {
                report("error", &errors);
                continue;
            }
            None => warn(&protocol.warnings),
        }
        if count == 0 {
            return Err(no_type(schema, derives));
        }
        inputs.extend(SchemaFiles(schema).paths(&protocol.files));
        let stem = schema.file_stem().unwrap_or_default().to_string_lossy();
        let accepted = served.accepted(schema, &protocol, &flat);
        match language.generate(&Schema { accepted, ..Schema::new(&protocol, &flat) }, &stem) {
            Ok(text) => outputs.push(Output::file(path.clone(), text, counted(count, "message"))),
            Err(errors) => report("error", &errors),
        }
    }
    if outputs.len() < files.len() {
        return Ok(false);
    }
    let command = format!("generate {}", language.name());
    let own = Own { command: &command, marks: language.marks(), inputs };
    write(&outputs, &own, &writing.unnamed())
}

/// What is written of a schema of LiteNetLibManager: the text, the files that were read, and the content in words.
type OfLiteNet = Result<(String, Vec<PathBuf>, String), Vec<Diagnostic>>;

/// Writes the file of a schema whose types derive `LiteNetMessage`; `None` if there are none, or the language has none.
fn litenet_file(table: &dyn Client, schema: &Path) -> Option<OfLiteNet> {
    let files = SchemaFiles(schema);
    let read = match litenet::parse(&files.root(), |name| files.text(name)) {
        Ok(read) => read,
        Err(errors) => return Some(Err(errors)),
    };
    let stem = schema.file_stem().unwrap_or_default().to_string_lossy();
    if read.types.is_empty() {
        return None;
    }
    let written = table.litenet(&read, &stem)?;
    report("warning", &read.warnings);
    let content = counted(read.types.len(), "type");
    Some(written.map(|text| (text, files.paths(&read.files), content)))
}

/// Returns the number of messages that a language has of a schema, and the derives of these types.
fn messages(
    protocol: &Protocol,
    flat: &flat::Schema,
    language: &dyn Language,
) -> (usize, &'static str) {
    let is_known = |def: &flat::TypeDef| protocol.get(&def.path()).is_some();
    let alone = flat.roots().into_iter().filter(|index| !is_known(&flat.types[*index]));
    let count = protocol.message_count() + alone.count();
    if language.has_rpcs() {
        return (count, "`GodotVar`, `GodotFlat` or `GodotRpc`");
    }
    let methods: usize = protocol.rpc_sets.iter().map(|set| set.methods.len()).sum();
    (count - methods, "`GodotVar` or `GodotFlat`")
}

fn editor_addon(arguments: &Addon, writing: &Writing) -> io::Result<bool> {
    let settings = arguments.output.join(godot_project::SETTINGS);
    let project = godot_project::read(&settings)?;
    if !project.lines().any(|line| line.trim() == "config_version=5") {
        let message = "the add-on needs a project of Godot 4 (4.4 or later)";
        return Err(of_file(&settings)(io::Error::other(message)));
    }
    let path = arguments.output.join(addon::FOLDER);
    let files = addon::files().map(|(name, text)| (path.join(name), text)).into();
    let output = Output { path, files, content: "add-on for the editor".to_owned() };
    let own = Own { command: "generate addon", marks: &addon::MARKS, inputs: vec![settings] };
    let done = write(&[output], &own, writing)?;
    if !writing.check && !project.contains(addon::PLUGIN) {
        anstream::println!("enable it in the editor: Project → Project Settings… → Plugins");
    }
    Ok(done)
}
