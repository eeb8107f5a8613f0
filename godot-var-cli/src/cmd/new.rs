//! `godot-var new`.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::ops::Deref;
use std::path::{Component, Path, PathBuf};

use askama::Template;
use clap::Args;
use godot_var_cli::Transport;
use godot_var_cli::visible::shown;
use godot_var_codegen::gdscript::Engine;
use serde_json::Value;

use super::generate;
use super::output::Writing;
use crate::settings::godot_version::GodotVersion;
use crate::settings::messages::FILE;
use crate::sources::of_file;

/// Make a folder with a small game: a server in Rust, a client in Godot, and the messages between them
///
/// Players walk and talk. The folder has tests, a `godot-var.toml`, and a README with the next steps.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  godot-var new arena
  godot-var new arena-over-udp --transport udp --godot 3
  godot-var new arena-with-rpcs --multiplayer
  godot-var new arena-with-snapshots --snapshots")]
pub(super) struct Arguments {
    /// The new folder, or `.` for the current one; the package gets its name
    #[arg(value_name = "FOLDER")]
    path: PathBuf,
    /// The transport of the messages; WebSocket also works for games in the browser
    #[arg(
        long,
        value_enum,
        default_value_t = Transport::WebSocket,
        default_value_if("snapshots", "true", "enet")
    )]
    transport: Transport,
    /// Use Godot's high-level multiplayer: `@rpc`, `MultiplayerSpawner`, `MultiplayerSynchronizer`
    #[arg(long)]
    multiplayer: bool,
    /// Send the state of the world as snapshots, of which packets may be lost; over ENet
    #[arg(long, conflicts_with = "multiplayer")]
    snapshots: bool,
    /// The version of Godot of the client: `4` (4.4 and later) or `3` (3.2 to 3.6)
    #[arg(long, value_name = "VERSION", default_value = "4")]
    godot: GodotVersion,
}

/// What the templates depend on.
#[expect(clippy::struct_excessive_bools, reason = "templates ask for one of them each")]
struct Project<'a> {
    name: &'a str,
    /// The value of `godot-var` in the manifest.
    dependency: String,
    in_workspace: bool,
    scheme: &'static str,
    transport_name: &'static str,
    dialect: &'static str,
    wire: &'static str,
    engine: &'static str,
    udp: bool,
    websocket: bool,
    enet: bool,
    /// Whether the game uses high-level multiplayer.
    multiplayer: bool,
    snapshots: bool,
    godot3: bool,
    /// Words of GDScript and of scenes that the engines have under other names.
    onready: &'static str,
    is_empty: &'static str,
    pool: &'static str,
    error: &'static str,
    edge: &'static str,
}

/// Renders a template.
macro_rules! text {
    ($project:expr, $path:literal) => {{
        #[derive(Template)]
        #[template(path = $path, escape = "none")]
        struct File<'a>(&'a Project<'a>);

        // The names in the template are those of the project.
        impl<'a> Deref for File<'a> {
            type Target = Project<'a>;

            fn deref(&self) -> &Project<'a> {
                self.0
            }
        }

        File($project).render().map_err(io::Error::other)?
    }};
}

pub(super) fn run(arguments: &Arguments) -> io::Result<bool> {
    let Arguments { path, transport, multiplayer, snapshots, godot } = arguments;
    // Of `.`, the name is that of the current folder.
    let folder = real(path)?;
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    check_name(name).map_err(|why| refused(path, &why))?;
    if *multiplayer && !matches!(transport, Transport::WebSocket | Transport::Enet) {
        let message = "`--multiplayer` needs `--transport websocket` or `enet`: Godot's high-level multiplayer has no \
                       peer for the others";
        return Err(io::Error::new(ErrorKind::InvalidInput, message));
    }
    if *snapshots && *transport != Transport::Enet {
        let message = "`--snapshots` needs `--transport enet`, which has an unreliable mode; for another transport, make \
                       the game and see the page \"Snapshots\" of the guide";
        return Err(io::Error::new(ErrorKind::InvalidInput, message));
    }
    let is_free = |mut entries: fs::ReadDir| {
        entries.all(|entry| entry.is_ok_and(|entry| entry.file_name() == ".git"))
    };
    match fs::read_dir(path).map(is_free) {
        Ok(true) => {}
        Ok(false) => {
            return Err(refused(path, "the folder is not empty; choose another one"));
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) if error.kind() == ErrorKind::NotADirectory => {
            return Err(refused(path, "there is a file of this name; choose another one"));
        }
        Err(error) => return Err(of_file(path)(error)),
    }
    let in_workspace = folder.ancestors().skip(1).any(|folder| folder.join("Cargo.toml").is_file());
    let godot3 = match godot.engine() {
        Engine::Godot3 => true,
        Engine::Godot4 => false,
        _ => {
            let message = "`--godot`: the client needs Godot 4.4 or later, or Godot 3";
            return Err(io::Error::new(ErrorKind::InvalidInput, message));
        }
    };
    let [engine, onready, is_empty, pool, error, edge] = if godot3 {
        ["godot3", "onready", "empty", "Pool", "int", "margin"]
    } else {
        ["godot", "@onready", "is_empty", "Packed", "Error", "offset"]
    };
    let mut features = Vec::new();
    if *multiplayer || *transport == Transport::Enet {
        features.push("net");
    }
    if *snapshots {
        features.push("snapshot");
    }
    let multiplayer = *multiplayer || *snapshots;
    let project = Project {
        name,
        dependency: dependency(&folder, &features),
        in_workspace,
        scheme: transport.scheme(),
        transport_name: match transport {
            Transport::Udp => "UDP",
            Transport::Tcp => "TCP",
            Transport::WebSocket => "WebSocket",
            Transport::Enet => "ENet",
        },
        dialect: if godot3 { "Godot3" } else { "Godot4" },
        wire: match (multiplayer, godot3) {
            (true, _) => "multiplayer",
            (false, true) => "godot3",
            (false, false) => "godot4",
        },
        engine,
        udp: *transport == Transport::Udp,
        websocket: *transport == Transport::WebSocket,
        enet: *transport == Transport::Enet,
        multiplayer,
        snapshots: *snapshots,
        godot3,
        onready,
        is_empty,
        pool,
        error,
        edge,
    };
    for (file, text) in files(&project, *transport)? {
        put(&path.join(file), &text)?;
    }
    if !generate::all(&path.join(FILE), &Writing::default())? {
        return Ok(false);
    }
    let enter = match path.components().as_path() {
        path if path == Path::new(".") => String::new(),
        path => format!("  cd {}\n", shown(path)),
    };
    anstream::println!(
        "\nThe game is ready. Start its server, and as many clients as you like:\n\n{enter}  cargo run\n  {engine} --path \
         client\n\n{} has the next steps.",
        shown(path.join("README.md"))
    );
    Ok(true)
}

/// Cargo's rules for the name of a new package, and the names that the package needs for others.
fn check_name(name: &str) -> Result<(), String> {
    const KEYWORDS: &str = "as async await break const continue crate dyn else enum extern false fn for gen if impl in let \
        loop match mod move mut pub ref return self static struct super trait true type unsafe use where while abstract become \
        box do final macro override priv try typeof unsized virtual yield";
    // Of the standard library, of Cargo's folders, of Windows, of dependencies.
    const TAKEN: &str = "test core std alloc proc-macro proc_macro build deps examples incremental con prn aux nul \
        godot-var godot_var tungstenite libtest-mimic libtest_mimic";
    let has = |words: &str| words.split_whitespace().any(|word| word == name);
    let wrong =
        name.chars().find(|letter| !letter.is_ascii_alphanumeric() && !"-_".contains(*letter));
    let why = match (wrong, name.chars().next()) {
        (Some(letter), _) => {
            let letter = if letter == ' ' { "a space".to_owned() } else { format!("{letter:?}") };
            let hint = suggestion(name);
            format!("`{name}` cannot be the name of a package, because it has {letter}; {hint}")
        }
        (None, None) => "this folder has no name for the package; choose another one".to_owned(),
        (None, Some(first)) if first.is_ascii_digit() || first == '-' => {
            let hint = suggestion(name);
            format!("`{name}` cannot be the name of a package, which begins with a letter; {hint}")
        }
        _ if has(KEYWORDS) => format!("`{name}` is a word of Rust; choose another name"),
        _ if has(TAKEN) => format!("a package cannot be called `{name}`; choose another name"),
        _ => return Ok(()),
    };
    Err(why)
}

/// A name for a package that is similar to one that is none.
fn suggestion(name: &str) -> String {
    let words = name.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    let words = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-");
    let name = match words.chars().next() {
        None => "game".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("game-{words}"),
        Some(_) => words,
    };
    format!("call the folder `{name}`, for example")
}

/// The value of `godot-var` in the manifest: the clone from which this program was built, if it is still there, or else the version.
fn dependency(folder: &Path, features: &[&str]) -> String {
    let clone = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    let clone = clone.filter(|clone| clone.join("godot-var-runtime/Cargo.toml").is_file());
    let clone = clone
        .map(|clone| way(folder, clone).unwrap_or_else(|| clone.to_string_lossy().into_owned()));
    let has_features = !features.is_empty();
    let features = if has_features { format!(", features = {features:?}") } else { String::new() };
    let version = env!("CARGO_PKG_VERSION");
    match clone {
        // A basic string of TOML has the escapes of JSON.
        Some(clone) => format!("{{ path = {}{features} }}", Value::from(clone)),
        None if has_features => format!("{{ version = \"{version}\"{features} }}"),
        None => format!("\"{version}\""),
    }
}

/// The path without links. The last folders of it may not exist yet.
fn real(path: &Path) -> io::Result<PathBuf> {
    let absolute = std::path::absolute(path)?;
    let (mut existing, mut rest) = (absolute.as_path(), Vec::new());
    loop {
        if let Ok(real) = fs::canonicalize(existing) {
            return Ok(rest.into_iter().rev().fold(real, |path, name| path.join(name)));
        }
        let (Some(parent), Some(name)) = (existing.parent(), existing.file_name()) else {
            return Ok(absolute);
        };
        rest.push(name);
        existing = parent;
    }
}

/// The way from a new folder to the clone: relative if the folder is inside the clone, next to it, or below that, because both are then
/// moved together.
fn way(folder: &Path, clone: &Path) -> Option<String> {
    if folder.components().any(|part| part == Component::ParentDir) {
        return None;
    }
    let clone = fs::canonicalize(clone).ok()?;
    let up = |inner: &Path| inner.components().map(|_| "..").collect::<Vec<_>>().join("/");
    if let Ok(inner) = folder.strip_prefix(&clone) {
        return Some(up(inner));
    }
    let inner = folder.strip_prefix(clone.parent()?).ok()?;
    Some(format!("{}/{}", up(inner), clone.file_name()?.to_str()?))
}

/// The files of a project.
fn files(project: &Project<'_>, transport: Transport) -> io::Result<Vec<(&'static str, String)>> {
    let Project { multiplayer, snapshots, godot3, .. } = *project;
    let mut files = vec![
        ("Cargo.toml", text!(project, "new/manifest.toml")),
        (".gitignore", text!(project, "new/gitignore")),
        (FILE, text!(project, "new/settings.toml")),
        ("tests/play.rs", text!(project, "new/server/play.rs")),
        ("src/console.rs", text!(project, "new/console.rs")),
    ];
    files.extend([("client/main.tscn", text!(project, "new/client/main.tscn"))]);
    files.extend(if godot3 {
        [
            ("client/project.godot", text!(project, "new/godot3/project.godot")),
            ("client/field.gd", text!(project, "new/godot3/field.gd")),
        ]
    } else {
        [
            ("client/project.godot", text!(project, "new/godot4/project.godot")),
            ("client/field.gd", text!(project, "new/godot4/field.gd")),
        ]
    });
    if snapshots {
        files.extend([
            ("README.md", text!(project, "new/snapshots/readme.md")),
            ("src/protocol.rs", text!(project, "new/snapshots/protocol.rs")),
            ("src/game.rs", text!(project, "new/snapshots/game.rs")),
            ("src/main.rs", text!(project, "new/snapshots/main.rs")),
            ("src/tests.rs", text!(project, "new/snapshots/tests.rs")),
            ("client/prediction.gd", text!(project, "new/snapshots/prediction.gd")),
            ("client/view.gd", text!(project, "new/snapshots/view.gd")),
            ("client/bot.gd", text!(project, "new/snapshots/bot.gd")),
        ]);
        files.extend(if godot3 {
            [
                ("src/net.rs", text!(project, "new/snapshots/net3.rs")),
                ("client/main.gd", text!(project, "new/godot3/main_snapshots.gd")),
            ]
        } else {
            [
                ("src/net.rs", text!(project, "new/snapshots/net4.rs")),
                ("client/main.gd", text!(project, "new/godot4/main_snapshots.gd")),
            ]
        });
        return Ok(files);
    }
    files.extend([
        ("README.md", text!(project, "new/readme.md")),
        ("client/bot.gd", text!(project, "new/client/bot.gd")),
    ]);
    if multiplayer {
        files.extend([
            ("src/protocol.rs", text!(project, "new/multiplayer/protocol.rs")),
            ("src/rules.rs", text!(project, "new/multiplayer/rules.rs")),
            ("src/main.rs", text!(project, "new/multiplayer/main.rs")),
            ("src/tests.rs", text!(project, "new/multiplayer/tests.rs")),
        ]);
        if godot3 {
            files.extend([
                ("src/game.rs", text!(project, "new/multiplayer/game3.rs")),
                ("client/main.gd", text!(project, "new/godot3/main_multiplayer.gd")),
                ("client/player.gd", text!(project, "new/godot3/player.gd")),
                ("client/player.tscn", text!(project, "new/godot3/player.tscn")),
            ]);
        } else {
            files.extend([
                ("src/game.rs", text!(project, "new/multiplayer/game4.rs")),
                ("client/main.gd", text!(project, "new/godot4/main_multiplayer.gd")),
                ("client/chat.gd", text!(project, "new/godot4/chat.gd")),
                ("client/player.gd", text!(project, "new/godot4/player.gd")),
                ("client/player.tscn", text!(project, "new/godot4/player.tscn")),
            ]);
        }
        return Ok(files);
    }
    let (server, client) = match transport {
        Transport::Udp => {
            (text!(project, "new/server/udp.rs"), text!(project, "new/client/net_udp.gd"))
        }
        Transport::Tcp => {
            (text!(project, "new/server/tcp.rs"), text!(project, "new/client/net_tcp.gd"))
        }
        Transport::WebSocket => (
            text!(project, "new/server/websocket.rs"),
            text!(project, "new/client/net_websocket.gd"),
        ),
        Transport::Enet => {
            (text!(project, "new/server/enet.rs"), text!(project, "new/client/net_enet.gd"))
        }
    };
    files.extend([
        ("src/net.rs", server),
        ("src/protocol.rs", text!(project, "new/server/protocol.rs")),
        ("src/game.rs", text!(project, "new/server/game.rs")),
        ("src/main.rs", text!(project, "new/server/main.rs")),
        ("src/tests.rs", text!(project, "new/server/tests.rs")),
        ("client/main.gd", text!(project, "new/client/main.gd")),
        ("client/net/net.gd", client),
    ]);
    Ok(files)
}

/// Writes a file that does not exist yet.
fn put(path: &Path, text: &str) -> io::Result<()> {
    let written = || {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
        // A template has no line end after its last line.
        writeln!(file, "{}", text.trim_end())
    };
    written().map_err(of_file(path))
}

fn refused(path: &Path, why: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, format!("{}: {why}", shown(path)))
}
