//! `godot-var.toml`: what `generate` and `check` do without arguments.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub(super) const CHAT: &str =
    "use godot_var::GodotVar;\n#[derive(GodotVar)]\npub struct Chat {\n    pub text: String,\n}\n";

/// The page's example.
fn example() -> &'static str {
    let page = include_str!("../../../docs/program.md");
    let (_, text) = page.split_once("```toml\n").expect("an example");
    text.split_once("```").expect("its end").0
}

/// A project in which commands run.
pub(super) struct Project(pub(super) PathBuf);

impl Project {
    pub(super) fn new(name: &str, settings: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("settings-{name}"));
        drop(fs::remove_dir_all(&folder));
        for inner in ["src", "client/scenes"] {
            fs::create_dir_all(folder.join(inner)).expect("a folder");
        }
        let project = Self(folder);
        project.write("godot-var.toml", settings);
        project.write("src/protocol.rs", CHAT);
        project.write("client/project.godot", "config_version=5\n");
        project
    }

    pub(super) fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).expect("a file");
    }

    fn command(&self, within: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_godot-var"));
        command.args(arguments).current_dir(self.0.join(within));
        command
    }

    /// Returns the status, and both outputs.
    fn run_in(&self, within: &str, arguments: &[&str]) -> (Option<i32>, String) {
        let output = self.command(within, arguments).output().expect("the program runs");
        let told = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(told).expect("UTF-8"))
    }

    pub(super) fn run(&self, arguments: &[&str]) -> (Option<i32>, String) {
        self.run_in("", arguments)
    }
}

pub(super) fn good(told: &str) -> (Option<i32>, String) {
    (Some(0), told.to_owned())
}

#[test]
fn generate_makes_everything() {
    let project = Project::new("everything", example());
    let missing = "client/net/protocol.gd: missing\nunity/Assets/Net/ProtocolProtocol.cs: missing\nweb/src/protocol.ts: missing\ndocs/protocol.html: missing\nprotocol.lua: missing\nsrc/protocol.lock: missing\n";
    assert_eq!(project.run(&["generate", "--check"]), (Some(1), missing.to_owned()));
    let wrote = "wrote client/net/protocol.gd (1 message)\nwrote unity/Assets/Net/ProtocolProtocol.cs (1 message)\nwrote web/src/protocol.ts (1 message)\nwrote docs/protocol.html (1 message)\nwrote protocol.lua (1 message)\nwrote src/protocol.lock (1 message)\n";
    assert_eq!(project.run(&["generate"]), good(wrote));
    assert_eq!(project.run(&["generate", "--check"]), good(""));
    let script = fs::read_to_string(project.0.join("client/net/protocol.gd")).expect("a script");
    assert!(script.contains("class ChatNet"), "{script}");
    let dissector = fs::read_to_string(project.0.join("protocol.lua")).expect("a dissector");
    assert!(dissector.contains("7777"), "{dissector}");

    // From a folder below, the paths are those from there.
    let upper = "../../client/net/protocol.gd is up to date\n../../unity/Assets/Net/ProtocolProtocol.cs is up to date\n../../web/src/protocol.ts is up to date\n../../docs/protocol.html is up to date\n../../protocol.lua is up to date\n";
    assert_eq!(project.run_in("client/scenes", &["generate"]), good(upper));

    // A lock stays until it is asked for, because `check` compares with it.
    project.write("src/protocol.rs", &CHAT.replace("String", "u32"));
    let (status, told) = project.run(&["generate"]);
    assert_eq!((status, told.contains("lock")), (Some(0), false), "{told}");
    assert_eq!(project.run(&["generate", "--check"]), good(""));
    let (status, told) = project.run(&["check"]);
    assert_eq!(status, Some(1));
    assert!(told.starts_with("src/protocol.rs:4:9: wire: [type-changed] `Chat.text`"), "{told}");
    assert_eq!(project.run(&["generate", "lock"]), good("wrote src/protocol.lock (1 message)\n"));
    assert_eq!(project.run(&["check"]).0, Some(0));
}

#[test]
fn a_mistake_in_one_output_leaves_the_others() {
    let project = Project::new("own", example());
    fs::create_dir(project.0.join("client/net")).expect("a folder");
    project.write("client/net/protocol.gd", "extends Node\n");
    let (status, told) = project.run(&["generate"]);
    assert_eq!(status, Some(1));
    let place = example().lines().position(|line| line == "[[gdscript]]").expect("a table") + 1;
    let error = format!(
        "error: godot-var.toml:{place}:1: client/net/protocol.gd: `godot-var generate gdscript` did not write this file"
    );
    assert!(told.contains(&error), "{told}");
    assert!(told.contains("wrote protocol.lua"), "{told}");
    assert_eq!(project.run(&["generate", "--force"]).0, Some(0));
}

#[test]
fn mistakes_have_their_place() {
    let schema = "schemas = [\"src/protocol.rs\"]\n";
    for (settings, error) in [
        (
            "schemas = [\"src/protocl.rs\"]\n",
            "1:12: src/protocl.rs: no such file; did you mean \"protocol.rs\"?",
        ),
        ("schemas = []\n", "1:11: `schemas` names no schema"),
        ("lock = \"a.lock\"\n", "1:1: missing field `schemas`, or a table `[[rust]]`"),
        (&format!("lock = 5\n{RUST}"), "1:8: invalid type: integer `5`, expected"),
        (&format!("lock = \"a.lock\"\n{RUST}"), "1:8: the file names no schema: add `schemas`"),
        (
            &format!("{RUST}[[docs]]\noutput = \"docs\"\n"),
            "4:1: the file names no schema: add `schemas`",
        ),
        (
            &format!("{RUST}[[wireshark]]\noutput = \"a.lua\"\n"),
            "4:1: the file names no schema: add `schemas`",
        ),
        (
            &RUST.replace("project", "projct"),
            "2:1: unknown field `projct`, expected one of `project`, `output`, `scene`; did you mean \"project\"?",
        ),
        (
            &RUST.replace("\"client\"", "\"clint\""),
            "1:1: clint: no such file; did you mean \"client\"?",
        ),
        (&RUST.replace("\"client\"", "\"src\""), "1:1: src/project.godot: no such file"),
        (&RUST.replace("output", "# output"), "1:1: missing field `output`"),
        (
            &format!("{schema}[[gdscrip]]\n"),
            "2:3: unknown field `gdscrip`, expected one of `name`, `schemas`, `lock`",
        ),
        (&format!("{schema}[[gdscrip]]\n"), "; did you mean \"gdscript\"?"),
        (
            &format!("{schema}[[gdscript]]\nouput = \"net\"\ngodot = \"4\"\n"),
            "3:1: unknown field `ouput`",
        ),
        (
            &format!("{schema}[[gdscript]]\nouput = \"net\"\ngodot = \"4\"\n"),
            "; did you mean \"output\"?",
        ),
        (&format!("{schema}[[gdscript]]\ngodot = \"4\"\n"), "2:1: missing field `output`"),
        (
            &format!("{schema}[[gdscript]]\ngodot = 4\noutput = \"net\"\n"),
            "3:9: invalid type: integer `4`, expected a string",
        ),
        (
            &format!("{schema}[[docs]]\noutput = \"a\"\nformat = \"hmtl\"\n"),
            "4:10: \"hmtl\" is not one of md, html, all; did you mean \"html\"?",
        ),
        (&format!("{schema}wire = \"godot5\"\n"), "2:8: \"godot5\" is not one of godot4, "),
        (&format!("{schema}lock = [\n"), "2:9: unclosed array, expected `]`"),
        (
            &format!(
                "{schema}[[check.accept]]\nrule = \"field-aded\"\nsubject = \"Chat.at\"\nreason = \"new\"\n"
            ),
            "3:8: no rule has the name \"field-aded\"; did you mean \"field-added\"?",
        ),
        (
            &format!(
                "{schema}[[check.accept]]\nrule = \"field-added\"\nsubject = \"Chat.at\"\nreason = \" \"\n"
            ),
            "5:10: a reason is missing",
        ),
        (
            "schemas = [\"src/protocol.rs\", \"src/protocol.rs\"]\nlock = \"a.lock\"\n",
            "2:8: several schemas have several locks: name a folder for them",
        ),
        (
            "schemas = [\"src/protocol.rs\", \"src/protocol.rs\"]\n[[wireshark]]\noutput = \"a.lua\"\n",
            "2:1: there are several schemas: add `schema`",
        ),
    ] {
        let project = Project::new("mistakes", settings);
        for (command, status) in [("generate", 1), ("check", 2)] {
            let (ended, told) = project.run(&[command]);
            assert_eq!(ended, Some(status), "{settings}: {told}");
            assert!(told.starts_with("error: godot-var.toml:"), "{settings}: {told}");
            assert!(told.contains(error), "{settings}: {told}");
        }
    }
}

/// The lines that generate a module from the project.
const RUST: &str = "[[rust]]\nproject = \"client\"\noutput = \"src/game.rs\"\n";

/// A project with one RPC.
fn with_rpc(project: &Project, name: &str) {
    project.write(
        "client/project.godot",
        "config_version=5\n[application]\nrun/main_scene=\"res://main.tscn\"\n",
    );
    project.write(
        "client/main.tscn",
        "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://main.gd\" id=\"1\"]\n\
         [node name=\"Main\" type=\"Node\"]\nscript = ExtResource(\"1\")\n",
    );
    project.write("client/main.gd", &format!("extends Node\n@rpc func {name}() -> void: pass\n"));
}

/// The name of a project is the heading of its page and its protocol in Wireshark; its transport is the first on the page.
#[test]
fn name_and_transport_are_those_of_the_project() {
    let tables = "[[docs]]\noutput = \"protocol.md\"\n[[wireshark]]\noutput = \"protocol.lua\"\n";
    let schemas = "schemas = [\"src/protocol.rs\"]\n";
    let project = Project::new("name", &format!("{schemas}{tables}"));
    let made = |settings: &str| {
        project.write("godot-var.toml", settings);
        let (status, told) = project.run(&["generate"]);
        assert_eq!(status, Some(0), "{told}");
        let read = |name: &str| fs::read_to_string(project.0.join(name)).expect("an output");
        let (page, script) = (read("protocol.md"), read("protocol.lua"));
        let heading = page.lines().find(|line| line.starts_with("# ")).expect("a heading");
        let peer = page.lines().find(|line| line.starts_with("var peer")).expect("a script");
        let is_named = |name: &str| script.contains(&format!("name = \"{name}\""));
        assert!(is_named("protocol") || is_named("my_game-2"), "{script}");
        // The classes have the name of the schema.
        assert!(page.contains("preload(\"res://protocol.gd\")"), "{page}");
        (heading.to_owned(), peer.to_owned(), is_named("my_game-2"))
    };
    let without = made(&format!("{schemas}{tables}"));
    assert_eq!(without, ("# protocol".into(), "var peer := PacketPeerUDP.new()".into(), false));
    for (scheme, class) in [
        ("udp", "PacketPeerUDP"),
        ("ws", "WebSocketPeer"),
        ("tcp", "PacketPeerStream"),
        ("enet", "ENetMultiplayerPeer"),
    ] {
        let dev = format!("[dev]\naddress = \"{scheme}://127.0.0.1:7777\"\n");
        let with = made(&format!("name = \"My game-2\"\n{schemas}{tables}{dev}"));
        assert_eq!(with, ("# My game-2".into(), format!("var peer := {class}.new()"), true));
    }
    let own = tables.replace("\n[[", "\nname = \"Chat\"\ntransport = \"tcp\"\n[[");
    let (heading, peer, _) = made(&format!("name = \"My game-2\"\n{schemas}{own}"));
    assert_eq!((&*heading, &*peer), ("# Chat", "var peer := PacketPeerStream.new()"));
    project.write("godot-var.toml", &format!("name = \" \"\n{schemas}"));
    let (status, told) = project.run(&["generate"]);
    assert_eq!(told, "error: godot-var.toml:1:8: `name` is empty\n");
    assert_eq!(status, Some(1));
}

#[test]
fn a_module_is_generated_from_a_project() {
    let project = Project::new("rust", RUST);
    with_rpc(&project, "greet");
    let missing = "src/game.rs: missing\n".to_owned();
    assert_eq!(project.run(&["generate", "--check"]), (Some(1), missing));
    let wrote = "wrote src/game.rs (1 RPC set, 0 synchronizers)\n";
    assert_eq!(project.run_in("client/scenes", &["generate"]).0, Some(0));
    fs::remove_file(project.0.join("src/game.rs")).expect("written");
    assert_eq!(project.run(&["generate"]), good(wrote));
    assert_eq!(project.run(&["generate", "--check"]), good(""));
    // The settings name the project and the module, so that nobody has to.
    let compared = "compared client with src/game.rs: no differences (1 RPC, 0 synchronizers)\n";
    for arguments in [&["check"][..], &["check", "--project", "client"]] {
        assert_eq!(project.run(arguments), good(compared));
    }
    let (status, told) = project.run(&["check", "--project", "src"]);
    let error = "error: `godot-var.toml` names no schema and no module of this project; give the module: `godot-var check --project DIR src/project.rs`\n";
    assert_eq!((status, &*told), (Some(2), error));
    with_rpc(&project, "part");
    for arguments in [&["check"][..], &["check", "--project", "./client"]] {
        let (status, told) = project.run(arguments);
        assert!(
            status == Some(1)
                && told.contains("`MainCall` lacks `part`")
                && !told.contains("compared"),
            "{told}"
        );
    }
    let stale = "src/game.rs: stale\n".to_owned();
    assert_eq!(project.run(&["generate", "--check"]), (Some(1), stale));
    let error = "error: `godot-var.toml` names no schema\n".to_owned();
    assert_eq!(project.run(&["check", "--against-git", "HEAD"]), (Some(2), error));

    // The module is a schema, and is written before others read it.
    fs::remove_file(project.0.join("src/game.rs")).expect("written");
    let settings =
        "schemas = [\"src/game.rs\"]\nlock = \"src/game.lock\"\n[[docs]]\noutput = \"game.html\"\n";
    project.write("godot-var.toml", &(settings.to_owned() + RUST));
    let others = "wrote game.html (1 message)\nwrote src/game.lock (1 message)\n";
    assert_eq!(project.run(&["generate"]), good(&(wrote.to_owned() + others)));
    let same = "compared src/game.lock with src/game.rs: no findings\n";
    assert_eq!(project.run(&["check"]), good(same));
    assert_eq!(project.run(&["check", "--json"]), good(""));
    assert_eq!(project.run(&["check", "--project", "client"]), good(compared));
    with_rpc(&project, "leave");
    let (status, told) = project.run(&["check", "--project", "client"]);
    assert_eq!((status, told.contains("`leave`")), (Some(1), true), "{told}");

    // A mistake in a script has its place, and the other outputs are written.
    project.write("client/main.gd", "extends Node\n@rpc(7000) func leave() -> void: pass\n");
    let (status, told) = project.run(&["generate"]);
    assert_eq!(status, Some(1));
    let error = "error: client/main.gd:2:1: the channel 7000 is not 0 to 255\n";
    assert!(told.contains(error) && told.contains("game.html is up to date"), "{told}");
    project.write("client/main.gd", "extends Node\n");
    let (status, told) = project.run(&["generate"]);
    let error = "error: godot-var.toml:5:1: client: no script here has `@rpc`";
    assert!(status == Some(1) && told.contains(error), "{told}");
}

#[test]
fn without_settings_the_error_names_them() {
    // Outside of the target folder, whose project may get settings of its own.
    let folder = std::env::temp_dir().join(format!("godot-var-no-settings-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_godot-var"));
        let output = command.args(arguments).current_dir(&folder).output().expect("it runs");
        (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
    };
    for (arguments, status) in [(&["generate"][..], 1), (&["generate", "lock"], 1), (&["check"], 2)]
    {
        let (ended, told) = run(arguments);
        assert_eq!(ended, Some(status), "{told}");
        assert!(told.starts_with("error: no `godot-var.toml` in this folder"), "{told}");
    }
    fs::remove_dir(&folder).expect("removed");
}

#[test]
fn check_accepts_findings_and_reports_those_that_are_gone() {
    let accepted = |subject: &str| {
        format!(
            "\n[[check.accept]]\nrule = \"field-added\"\nsubject = \"{subject}\"\nreason = \"every client is new\"\n"
        )
    };
    let settings = "schemas = [\"src/protocol.rs\"]\nlock = \"locks\"\n";
    let project = Project::new("accepted", settings);
    assert_eq!(
        project.run(&["check"]),
        (
            Some(2),
            "error: locks/protocol.lock: no such file; `godot-var generate lock` writes it\n"
                .to_owned()
        )
    );
    assert_eq!(project.run(&["generate"]), good("wrote locks/protocol.lock (1 message)\n"));
    project.write("src/protocol.rs", &CHAT.replace("String,", "String,\n    pub at: u32,"));
    let (status, told) = project.run(&["check"]);
    assert_eq!(status, Some(1));
    assert!(told.contains("[field-added] `Chat.at` is new and required"), "{told}");
    assert_eq!(
        project.run(&["check", "--format", "github"]),
        (
            Some(1),
            "::error file=src/protocol.rs,line=5,col=9,title=field-added::`Chat.at` is new and required%0Anew readers refuse what old writers send: the field is missing\n".to_owned()
        )
    );
    let (status, told) = project.run(&["check", "--format", "json"]);
    assert_eq!((status, told.contains("\"subject\":\"Chat.at\"")), (Some(1), true), "{told}");

    project.write("godot-var.toml", &(settings.to_owned() + &accepted("Chat.at")));
    let compared = "compared locks/protocol.lock with src/protocol.rs: no findings\n";
    assert_eq!(project.run(&["check"]), good(compared));
    project.write(
        "godot-var.toml",
        &(settings.to_owned() + &accepted("Chat.at") + &accepted("Chat.to")),
    );
    let gone = "godot-var.toml:9:1: `Chat.to` has no finding `field-added`; remove this table\n";
    assert_eq!(project.run(&["check"]), good(&format!("{compared}warning: {gone}")));
    let gone = "::warning file=godot-var.toml,line=9,col=1,title=accepted::`Chat.to` has no finding `field-added`; remove this table\n";
    assert_eq!(project.run(&["check", "--format", "github"]), good(gone));

    // The level of the file, and that of the command line.
    let optional = CHAT.replace("String,", "String,\n    pub at: Option<u32>,");
    project.write("src/protocol.rs", &optional);
    project.write("godot-var.toml", &(settings.to_owned() + "[check]\ndeny = \"source\"\n"));
    assert_eq!(project.run(&["check"]).0, Some(1));
    assert_eq!(project.run(&["check", "--deny", "wire"]).0, Some(0));
    // Named files are compared without the settings.
    assert_eq!(project.run(&["check", "locks/protocol.lock", "src/protocol.rs"]).0, Some(0));
}

#[test]
fn check_names_what_the_code_of_each_language_must_change() {
    let schema = |field: &str| {
        CHAT.replace(
            "String,",
            &format!("String,\n    #[godot_var(rename = \"at\")]\n    pub {field},"),
        )
    };
    let base = "schemas = [\"src/protocol.rs\"]\nlock = \"locks\"\n";
    let project = Project::new("callers", base);
    project.write("src/protocol.rs", &schema("sent_at: u32"));
    assert_eq!(project.run(&["generate"]).0, Some(0));
    project.write("src/protocol.rs", &schema("said_at: u32"));
    let languages = |told: &str| {
        let lines = told.lines().filter(|line| line.contains(": `Chat."));
        lines.filter(|line| line.starts_with("  ")).map(str::to_owned).collect::<Vec<_>>()
    };
    // Only the languages of the project.
    assert_eq!(languages(&project.run(&["check"]).1), Vec::<String>::new());
    let csharp = base.to_owned() + "[[csharp]]\noutput = \"cs\"\n";
    project.write("godot-var.toml", &csharp);
    let line = "  C#: `Chat.SentAt` is now `Chat.SaidAt`";
    assert_eq!(languages(&project.run(&["check"]).1), [line]);
    let (status, told) = project.run(&["check", "--json"]);
    assert_eq!(status, Some(0));
    let callers = r#""callers":[{"language":"C#","change":"`Chat.SentAt` is now `Chat.SaidAt`"}]"#;
    assert!(told.contains(callers), "{told}");
    let (_, told) = project.run(&["check", "--format", "github"]);
    assert!(told.contains("%0AC#: `Chat.SentAt` is now"), "{told}");
    project.write(
        "godot-var.toml",
        &(csharp
            + "[[gdscript]]\ngodot = \"4\"\noutput = \"net\"\n[[typescript]]\noutput = \"ts\"\n"),
    );
    assert_eq!(
        languages(&project.run(&["check"]).1),
        [
            "  GDScript: `Chat.sent_at` is now `Chat.said_at`",
            line,
            "  TypeScript: `Chat.sentAt` is now `Chat.saidAt`",
        ]
    );
}

#[test]
fn watch_follows_the_settings() {
    let settings = "schemas = [\"src/protocol.rs\"]\n";
    let project = Project::new("watch", settings);
    let mut watch = project.command("", &["generate", "--watch"]);
    let mut watch = watch.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut notes = BufReader::new(watch.stderr.take().expect("a pipe")).lines();
    let mut note = || notes.next().expect("a note").expect("text");
    assert_eq!(note(), "generated; watching 2 files");
    // A schema and a project that are away for a moment, as while a branch is switched.
    let (schema, away) = (project.0.join("src/protocol.rs"), project.0.join("src/away"));
    fs::rename(&schema, &away).expect("moved");
    while !note().starts_with("not generated") {}
    fs::rename(&away, &schema).expect("moved back");
    while note() != "generated; watching 2 files" {}
    project.write(
        "godot-var.toml",
        &(settings.to_owned() + "[[gdscript]]\ngodot = \"4\"\noutput = \"net\"\n"),
    );
    assert_eq!(note(), "godot-var.toml has changed");
    assert_eq!(note(), "generated; watching 2 files");
    assert!(project.0.join("net/protocol.gd").is_file());
    with_rpc(&project, "greet");
    project.write("godot-var.toml", RUST);
    let state = "generated; watching 4 files";
    while note() != state {}
    with_rpc(&project, "part");
    assert_eq!(note(), "client/main.gd has changed");
    assert_eq!(note(), state);
    let (project_folder, away) = (project.0.join("client"), project.0.join("away"));
    fs::rename(&project_folder, &away).expect("moved");
    while !note().starts_with("not generated") {}
    fs::rename(&away, &project_folder).expect("moved back");
    while note() != state {}
    let module = fs::read_to_string(project.0.join("src/game.rs")).expect("a module");
    assert!(module.contains("Part"), "{module}");
    watch.kill().expect("killed");
    watch.wait().expect("ended");
}

/// Messages of which some have the same fields.
const GAME: &str = "use godot_var::GodotVar;
#[derive(GodotVar)]
pub struct Hello { pub name: String }
#[derive(GodotVar)]
pub struct Welcome { pub name: String }
#[derive(GodotVar)]
pub struct Anything {}
#[derive(GodotVar)]
pub struct Move { pub x: f32 }
";

/// What the program encodes of a line of JSON.
fn encoded(project: &Project, arguments: &[&str], json: &str) -> String {
    let mut command = project.command("", &[&["encode"], arguments].concat());
    let output = crate::common::feed(&mut command, json.as_bytes());
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8").trim().to_owned()
}

#[test]
fn messages_have_the_names_of_the_settings() {
    let project = Project::new("names", "schemas = [\"src/protocol.rs\"]\n");
    project.write("src/protocol.rs", GAME);
    let json = r#"{"message":"Welcome","fields":{"name":"Ann"}}"#;
    let hello = encoded(&project, &["--schema", "src/protocol.rs"], json);
    let note = "names of src/protocol.rs, from godot-var.toml (--no-settings: without)\n";
    // Several types fit: all are named, in each form.
    let (status, shown) = project.run(&["inspect", &hello]);
    assert_eq!(status, Some(0), "{shown}");
    assert!(
        shown.contains("Hello or Welcome, because several types fit: --type selects one\n"),
        "{shown}"
    );
    assert!(shown.contains(note), "{shown}");
    let (_, shown) = project.run(&["inspect", "--json", &hello]);
    assert!(
        shown.contains(r#""message":"Hello","or":["Welcome"],"fields":{"name":"Ann"}"#),
        "{shown}"
    );
    let (_, shown) = project.run(&["inspect", "--summary", "--message", "Welcome", &hello]);
    assert!(shown.contains("Hello or Welcome"), "{shown}");
    // In a folder below, and with a type of the command line.
    let (_, shown) = project.run_in("client", &["inspect", "--type", "Welcome", &hello]);
    assert!(shown.contains("Welcome\n") && shown.contains("from ../godot-var.toml"), "{shown}");
    // Without the settings, and with others.
    let (_, shown) = project.run(&["inspect", "--no-settings", &hello]);
    assert!(!shown.contains("Hello") && !shown.contains("names of"), "{shown}");
    project.write("client/other.toml", "schemas = [\"../src/protocol.rs\"]\n[dev]\naddress = \"udp://127.0.0.1:0\"\nto-server = \"Hello\"\nto-client = \"Move\"");
    let (_, shown) = project.run(&["inspect", "--settings", "client/other.toml", &hello]);
    assert!(shown.contains("Hello\n"), "{shown}");
    // A direction that is not known is one of both.
    let json = r#"{"message":"Move","fields":{"x":0.5}}"#;
    let step = encoded(&project, &["--schema", "src/protocol.rs"], json);
    let (_, shown) = project.run(&["inspect", "--settings", "client/other.toml", &step]);
    assert!(shown.contains("Move\n"), "{shown}");
    let (status, shown) = project.run(&["inspect", "--no-settings", "--type", "Move", &step]);
    let error = "error: --type names a type of a schema: give --schema FILE, or name it in `godot-var.toml`\n";
    assert_eq!((status, &*shown), (Some(1), error));
    project.write("godot-var.toml", "schemas = [\"src/protocol.rs\"]\nwire = \"godot5\"\n");
    let (status, shown) = project.run(&["inspect", &hello]);
    assert_eq!(status, Some(1));
    assert!(shown.starts_with("error: godot-var.toml:2:8: \"godot5\" is not one of "), "{shown}");
}

#[test]
fn flat_messages_have_the_types_of_the_settings() {
    let project = Project::new("flat-names", "schemas = [\"src/protocol.rs\"]\n");
    project.write(
        "src/protocol.rs",
        "use godot_var::GodotFlat;
         #[derive(GodotFlat)] pub struct Input { pub tick: u32, pub jump: bool }
         #[derive(GodotFlat)] pub struct State { pub tick: u32, pub hp: u16 }",
    );
    let dev =
        "[dev]\naddress = \"udp://127.0.0.1:0\"\nto-server = \"Input\"\nto-client = \"State\"\n";
    project.write("godot-var.toml", &format!("schemas = [\"src/protocol.rs\"]\n{dev}"));
    // The schema has flat messages alone, so these are meant.
    assert_eq!(
        encoded(&project, &[], r#"{"message":"Input","fields":{"tick":7,"jump":true}}"#),
        "0700000001"
    );
    for (bytes, name) in [("0700000001", "Input"), ("070000000200", "State")] {
        let (status, shown) = project.run(&["inspect", "--json", bytes]);
        assert_eq!(status, Some(0), "{shown}");
        assert!(shown.contains(&format!("\"message\":\"{name}\",\"fields\"")), "{shown}");
    }
    let output = crate::common::feed(&mut project.command("", &["decode"]), b"0700000001");
    assert!(String::from_utf8_lossy(&output.stdout).contains("\"jump\":true"), "{output:?}");
}

#[cfg(feature = "network")]
#[test]
fn messages_of_a_listener_have_the_names_of_the_settings() {
    let settings =
        "schemas = [\"src/protocol.rs\"]\n[[docs]]\noutput = \"p.md\"\nto-server = \"Welcome\"\n";
    let project = Project::new("listen", settings);
    project.write("src/protocol.rs", GAME);
    let listen = ["listen", "udp://127.0.0.1:0", "--count", "1", "--time", "60"];
    let mut listener = project.command("", &listen);
    listener.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut listener = listener.spawn().expect("the program runs");
    let told = BufReader::new(listener.stderr.take().expect("a pipe")).lines();
    let mut told = told.map(|line| line.expect("a line"));
    let address = told.find_map(|line| Some(line.strip_prefix("listening on ")?.to_owned()));
    let json = r#"{"message":"Welcome","fields":{"name":"Ann"}}"#;
    let sent = project.run(&["send", &address.expect("an address"), json, "--time", "0.1"]);
    assert_eq!(sent.0, Some(0), "{sent:?}");
    let shown = listener.wait_with_output().expect("it ends");
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(shown.contains("Welcome  name: \"Ann\""), "{shown}");
}

/// As other commands do, `schema` takes the first schema of the settings.
#[test]
fn the_schema_need_not_be_named() {
    let project = Project::new("settings-schema", "schemas = [\"src/protocol.rs\"]\n");
    let named = project.run(&["schema", "src/protocol.rs"]);
    assert!(named.0 == Some(0) && named.1.starts_with("Chat "), "{named:?}");
    assert_eq!(project.run(&["schema"]), named);
}

/// Someone else named the files of a project, and what its settings write.
#[cfg(unix)]
#[test]
fn names_of_files_send_no_commands() {
    let name = "d\u{1b}]0;evil\u{7}\u{202e}\u{200f}\nerror: x";
    let settings = format!(
        "schemas = [\"src/protocol.rs\"]\n[[gdscript]]\ngodot = \"4\"\noutput = {}\n",
        serde_json::Value::from(name)
    );
    let project = Project::new("hidden-names", &settings);
    project.write(&format!("client/{name}.gd"), "extends Node\n@rpc func a(x: Nope): pass\n");
    let start = "config_version=5\n[application]\nrun/main_scene=\"res://main.tscn\"\n";
    project.write("client/project.godot", start);
    project.write("client/main.tscn", "[gd_scene format=3]\n[node name=\"Main\" type=\"Node\"]\n");
    project.write(&format!("{name}.msg"), "version 2.0\n");
    let shown = "d\\u{1b}]0;evil\\u{7}\\u{202e}\\u{200f}\\nerror: x";
    for (arguments, name) in [
        (&["generate"][..], format!("wrote {shown}/protocol.gd (")),
        (&["generate"], format!("{shown}/protocol.gd is up to date\n")),
        (&["generate", "rust", "client", "-o", "net.rs"], format!("{shown}.gd:1:1: ")),
        (&["check", "--project", "client", "src/protocol.rs"], format!("{shown}.gd:1:1: ")),
        (&["template", "check", &format!("{name}.msg")], format!("{shown}.msg: ")),
        (&["new", &format!("{name}/game")], format!("  cd {shown}/game\n")),
        (&["new", &format!("{name}/game")], format!("error: {shown}/game: ")),
    ] {
        let (_, told) = project.run(arguments);
        assert!(told.contains(&name), "{told}");
        let hidden = |c: char| c != '\n' && godot_var_codegen::is_hidden(c);
        assert!(!told.contains(hidden) && !told.contains("\nerror: x"), "{told:?}");
    }
}
