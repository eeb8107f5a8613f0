//! The table `versions` of `godot-var.toml`: what `check` and `generate` do about versions that are still out there.

use std::fs;

use godot_var_codegen::{lock, protocol};

use crate::settings::{CHAT, Project, good};

const SETTINGS: &str = r#"schemas = ["src/protocol.rs"]

[versions]
locks = ["locks/1.0.lock", "locks/1.1.lock"]
output = "src/accepted.rs"

[[gdscript]]
godot = "4"
output = "client4"

[[gdscript]]
godot = "3"
output = "client3"

[[csharp]]
engine = "none"
output = "csharp"

[[typescript]]
output = "web"
"#;

/// The files that have the list.
const FILES: [&str; 5] = [
    "src/accepted.rs",
    "client4/protocol.gd",
    "client3/protocol.gd",
    "csharp/ProtocolProtocol.cs",
    "web/protocol.ts",
];

/// A project with a version 1.0 that it cannot serve, and 1.1 that it can.
fn project(name: &str) -> Project {
    let project = Project::new(name, SETTINGS);
    for (version, schema) in [("1.0", &*CHAT.replace("String", "u32")), ("1.1", CHAT)] {
        project.write("src/protocol.rs", schema);
        let lock = format!("locks/{version}.lock");
        let (status, told) = project.run(&["generate", "lock", "src/protocol.rs", "-o", &lock]);
        assert_eq!(status, Some(0), "{told}");
    }
    let present = CHAT.replace("String,", "String,\n    pub at: Option<u32>,");
    project.write("src/protocol.rs", &present);
    project
}

fn read(project: &Project, name: &str) -> String {
    fs::read_to_string(project.0.join(name)).expect("a file")
}

/// The fingerprints of the present version, of 1.1 and of 1.0.
fn fingerprints(project: &Project) -> [String; 3] {
    let present = protocol::parse_text("protocol.rs", &read(project, "src/protocol.rs"));
    let locked = |name: &str| lock::parse(name, &read(project, name)).expect("a lock");
    [present.expect("a schema"), locked("locks/1.1.lock"), locked("locks/1.0.lock")]
        .map(|protocol| format!("{:016x}", protocol.fingerprint_of_all()))
}

#[test]
fn check_fails_for_a_version_that_cannot_be_served() {
    let project = project("versions-check");
    let (status, told) = project.run(&["check"]);
    assert_eq!(status, Some(1), "{told}");
    for part in [
        "wire: [type-changed] `Chat.text` changed from `u32` to `String`\n  old readers refuse what new writers send: ",
        "\n  new readers refuse what old writers send: ",
        "error: locks/1.0.lock: src/protocol.rs cannot serve this version\n  help: ",
    ] {
        assert!(told.contains(part), "{told}");
    }
    assert!(!told.contains("1.1.lock"), "{told}");
    // The level of the settings is for code that follows the last release.
    let (status, told) = project.run(&["check", "--deny", "note", "--format", "github"]);
    assert_eq!(status, Some(1));
    assert!(told.contains("\n::error file=locks/1.0.lock,line=1,col=1,title=version::"), "{told}");
    assert!(!told.contains("1.1.lock"), "{told}");

    project.write("godot-var.toml", &SETTINGS.replace("\"locks/1.0.lock\", ", ""));
    let served = "clients of these versions can play: locks/1.1.lock\n";
    let (status, told) = project.run(&["check", "--deny", "note"]);
    assert!(status == Some(0) && told.ends_with(served), "{told}");
}

#[test]
fn every_language_has_the_versions_that_can_be_served() {
    let project = project("versions-generate");
    let [present, served, refused] = fingerprints(&project);
    let (status, told) = project.run(&["generate"]);
    let warning = "warning: locks/1.0.lock: src/protocol.rs cannot serve this version, so its clients are refused; `godot-var check` names the reasons\n";
    assert_eq!((status, told.matches(warning).count()), (Some(0), 1), "{told}");
    for name in FILES {
        let text = read(&project, name);
        let (_, list) = text.split_once("ccepted").or(text.split_once("ACCEPTED")).expect("a list");
        let at = [&present, &served].map(|it| list.find(&**it).expect("a fingerprint"));
        assert!(at[0] < at[1] && !text.contains(&refused), "{name}: {text}");
    }
    assert_eq!(project.run(&["generate", "--check"]), good(warning));

    // A finding that is accepted keeps no version out.
    let accept = "\n[[check.accept]]\nrule = \"type-changed\"\nsubject = \"Chat.text\"\nreason = \"nobody sends it\"\n";
    project.write("godot-var.toml", &(SETTINGS.to_owned() + accept));
    let served = "clients of these versions can play: locks/1.0.lock, locks/1.1.lock\n";
    let (status, told) = project.run(&["check"]);
    assert!(status == Some(0) && told.ends_with(served), "{told}");
    let (status, told) = project.run(&["generate"]);
    assert_eq!((status, told.contains("warning")), (Some(0), false), "{told}");
    for name in FILES {
        assert!(read(&project, name).contains(&refused), "{name}");
    }

    // Another version, or another schema, makes the lists stale.
    project.write("godot-var.toml", &SETTINGS.replace(", \"locks/1.1.lock\"", ""));
    let (status, told) = project.run(&["generate", "--check"]);
    assert_eq!((status, told.matches(": stale").count()), (Some(1), FILES.len()), "{told}");
    // Without the table no file has a list.
    let (before, after) = SETTINGS.split_once("[versions]").expect("the table");
    let (_, after) = after.split_once("\n\n").expect("its end");
    project.write("godot-var.toml", &format!("{before}{after}"));
    assert_eq!(project.run(&["generate"]).0, Some(0));
    for name in &FILES[1..] {
        assert!(!read(&project, name).to_lowercase().contains("accepted"), "{name}");
    }
}

/// A fingerprint does not have the names of fields that are not on the wire: without a difference the older clients would be let in.
#[test]
fn a_version_that_no_fingerprint_tells_is_an_error() {
    let settings = "schemas = [\"src/protocol.rs\"]\n[versions]\nlocks = \"locks\"\noutput = \"src/accepted.rs\"\n";
    let flat = "#[derive(godot_var::GodotFlat)]\npub struct Hit {\n    pub health: i32,\n    pub armor: i32,\n}\n";
    let array = flat.replace("GodotFlat)]", "GodotVar)]\n#[godot_var(array)]");
    let plain = "#[derive(godot_var::GodotVar)]\npub struct Say {\n    pub text: String,\n}\n";
    let says = |told: &str, help: &str| {
        let error = format!(
            "error: locks/1.lock:1:1: src/protocol.rs cannot serve this version, and would accept its clients: they greet as others do that play\n  help: {help}"
        );
        told.contains(&error)
    };
    for (name, old) in
        [("flat", flat.to_owned()), ("array", array), ("both", format!("{plain}{flat}"))]
    {
        let project = Project::new(&format!("versions-untold-{name}"), settings);
        project.write("src/protocol.rs", &old);
        let lock = ["generate", "lock", "src/protocol.rs", "-o", "locks/1.lock"];
        assert_eq!(project.run(&lock).0, Some(0));
        // Another field is the first.
        let swapped =
            old.replace("health", "first").replace("armor", "health").replace("first", "armor");
        project.write("src/protocol.rs", &swapped);
        for command in ["check", "generate"] {
            let (status, told) = project.run(&[command]);
            assert!(status == Some(1) && says(&told, "add a type"), "{name}: {told}");
            assert!(!told.contains("so its clients are refused"), "{told}");
        }
        assert!(!project.0.join("src/accepted.rs").exists());

        // What the help says.
        let derive = if name == "array" { "GodotVar" } else { "GodotFlat" };
        let new = format!("{swapped}#[derive(godot_var::{derive})]\npub struct Since2;\n");
        project.write("src/protocol.rs", &new);
        let (status, told) = project.run(&["generate"]);
        assert!(status == Some(0) && told.contains("so its clients are refused"), "{told}");
        let text = read(&project, "src/accepted.rs");
        let then = lock::parse_all("1.lock", &read(&project, "locks/1.lock"));
        let (then, then_flat) = then.expect("a lock");
        for fingerprint in [then.fingerprint_of_all(), then_flat.fingerprint_of_all()] {
            assert!(!text.contains(&format!("{fingerprint:016x}")), "{name}: {text}");
        }
        assert!(!says(&project.run(&["check"]).1, ""));
    }

    // Flat messages alone are told by their own fingerprint, which stays if the others change.
    let project = Project::new("versions-untold-others", settings);
    project.write("src/protocol.rs", &format!("{plain}{flat}"));
    assert_eq!(
        project.run(&["generate", "lock", "src/protocol.rs", "-o", "locks/1.lock"]).0,
        Some(0)
    );
    project.write("src/protocol.rs", &format!("{}{flat}", plain.replace("String", "u32")));
    assert_eq!(project.run(&["generate"]).0, Some(0));
    // If they break, too, their fingerprint must tell it.
    let swapped =
        flat.replace("health", "first").replace("armor", "health").replace("first", "armor");
    project.write("src/protocol.rs", &format!("{}{swapped}", plain.replace("String", "u32")));
    let (status, told) = project.run(&["generate"]);
    assert!(status == Some(1) && says(&told, "add a type"), "{told}");

    // Nothing but the names of RPCs tells who calls them.
    let rpcs = "#[derive(godot_var::multiplayer::GodotRpc)]\npub enum Chat {\n    #[rpc(any_peer)]\n    Say { text: String },\n}\n";
    let project = Project::new("versions-untold-rpcs", settings);
    project.write("src/protocol.rs", rpcs);
    assert_eq!(
        project.run(&["generate", "lock", "src/protocol.rs", "-o", "locks/1.lock"]).0,
        Some(0)
    );
    project.write("src/protocol.rs", &rpcs.replace("String", "u32"));
    let (status, told) = project.run(&["generate"]);
    assert!(status == Some(1) && says(&told, "give what changed a new name"), "{told}");
    project.write("src/protocol.rs", &rpcs.replace("String", "u32").replace("Say", "Tell"));
    let (status, told) = project.run(&["generate"]);
    assert!(status == Some(0) && told.contains("so its clients are refused"), "{told}");
}

/// Such a folder need not exist before the first release, and a lock in it needs no other step.
#[test]
fn a_folder_has_all_versions() {
    let settings = SETTINGS.replace("[\"locks/1.0.lock\", \"locks/1.1.lock\"]", "\"locks\"");
    let project = Project::new("versions-folder", &settings);
    let keep = "godot-var generate lock src/protocol.rs -o locks/1.0.lock";
    let none = format!("no version is kept yet; before a release: {keep}\n");
    assert_eq!(project.run(&["check"]), good(&none));
    let (status, told) = project.run(&["generate", "lock"]);
    let way = format!("error: godot-var.toml: no `lock`; to keep a version: {keep}\n");
    assert_eq!((status, &*told), (Some(1), &*way));
    for version in ["1.10", "1.9"] {
        let schema = CHAT.replace("text", &format!("text{}", &version[2..]));
        project.write("src/protocol.rs", &schema);
        let lock = format!("locks/{version}.lock");
        let (status, told) = project.run(&["generate", "lock", "src/protocol.rs", "-o", &lock]);
        assert_eq!(status, Some(0), "{told}");
    }
    fs::write(project.0.join("locks/README.md"), "not a lock").expect("a file");
    let accept = |name: &str| {
        ["field-added", "field-removed"].map(|rule| {
            format!("\n[[check.accept]]\nrule = \"{rule}\"\nsubject = \"Chat.{name}\"\nreason = \"a test\"\n")
        })
    };
    let accepted = ["text10", "text9", "text"].map(accept).concat().concat();
    project.write("godot-var.toml", &format!("{settings}{accepted}"));
    project.write("src/protocol.rs", CHAT);
    let (status, told) = project.run(&["check"]);
    let served = "clients of these versions can play: locks/1.9.lock, locks/1.10.lock\n";
    assert!(status == Some(0) && told.starts_with(served), "{told}");

    fs::remove_dir_all(project.0.join("locks")).expect("removed");
    project.write("locks", "a file");
    let (status, told) = project.run(&["check"]);
    let error = "error: godot-var.toml:4:9: locks: not a folder; write a list\n";
    assert_eq!((status, &*told), (Some(2), error));
}

/// Without a `lock` the last version is the one whose code is known.
#[test]
fn the_last_version_has_what_code_must_follow() {
    let settings = SETTINGS.replace("[\"locks/1.0.lock\", \"locks/1.1.lock\"]", "\"locks\"");
    let project = Project::new("versions-callers", &settings);
    project.write("src/protocol.rs", CHAT);
    for version in ["1.0", "1.1"] {
        let lock = format!("locks/{version}.lock");
        project.run(&["generate", "lock", "src/protocol.rs", "-o", &lock]);
    }
    let present = CHAT.replace("String,", "String,\n    pub at: Option<u32>,");
    project.write("src/protocol.rs", &present);
    let (status, told) = project.run(&["check"]);
    let argument = "  GDScript: `Chat.at`, of the type `Variant`, is new, also as an argument of `Chat.create`\n";
    let help = "  help: no client of this version breaks: update the code that uses it\n";
    assert_eq!(
        (status, told.matches(argument).count(), told.matches(help).count()),
        (Some(0), 1, 1),
        "{told}"
    );
}

#[test]
fn several_schemas_have_a_folder_for_each_version() {
    let settings = "schemas = [\"src/protocol.rs\", \"src/lobby.rs\"]\n[versions]\nlocks = [\"locks/1.0\"]\noutput = \"src/accepted.rs\"\n";
    let project = Project::new("versions-folders", settings);
    let lobby = "use godot_var::{GodotFlat, GodotVar};\n#[derive(GodotVar, GodotFlat)]\npub struct Room {\n    pub id: u32,\n}\n";
    project.write("src/lobby.rs", lobby);
    let lock = ["generate", "lock", "src/protocol.rs", "-o", "locks/1.0/protocol.lock"];
    assert_eq!(project.run(&lock).0, Some(0));
    let served = "clients of these versions can play: locks/1.0/protocol.lock\n";
    assert_eq!(project.run(&["check"]), good(served));
    // The lobby is new. Its Variants and its flat messages have a list each.
    assert_eq!(project.run(&["generate"]), good("wrote src/accepted.rs (2 lists)\n"));
    let text = read(&project, "src/accepted.rs");
    let names = ["// protocol.rs\n", "// lobby.rs\n", "// lobby.rs, flat messages\n"];
    assert!(names.iter().all(|name| text.contains(name)), "{text}");
    assert_eq!(text.matches("    &[\n        \"").count(), 3, "{text}");
}

/// In a constant it fails the build.
#[test]
#[should_panic(
    expected = "the schema changed since `godot-var generate` wrote the accepted fingerprints"
)]
fn a_list_of_another_schema_is_stale() {
    const LISTS: &[&[&str]] = &[&["0123456789abcdef", "533cb293b52ceaa0"], &[]];
    assert_eq!(godot_var::layout::accepted(LISTS, "0123456789abcdef"), LISTS[0]);
    godot_var::layout::accepted(LISTS, "533cb293b52ceaa0");
}

#[test]
fn mistakes_have_their_place() {
    let named =
        |lock: &str| format!("schemas = [\"src/protocol.rs\"]\n[versions]\nlocks = [\"{lock}\"]\n");
    let folders = named("locks").replace("rs\"]", "rs\", \"src/other.rs\"]");
    let project = Project::new("versions-mistakes", "");
    project.write("src/other.rs", CHAT);
    for (settings, error) in [
        (named("locks/1.lock"), "3:10: locks/1.lock: no such file"),
        (named("locks"), "3:10: locks/protocol.lock: no such file"),
        (folders, "3:10: locks: the folder has no lock of a schema"),
        (
            named("a").replace("locks", "lock"),
            "3:1: unknown field `lock`, expected `locks` or `output`",
        ),
    ] {
        project.write("godot-var.toml", &settings);
        for command in ["check", "generate"] {
            let (status, told) = project.run(&[command]);
            assert_ne!(status, Some(0));
            assert!(told.starts_with(&format!("error: godot-var.toml:{error}")), "{told}");
        }
    }
}

/// A session knows the names of RPCs of each version from the module, so only those that are gone break.
#[test]
fn rpcs_of_older_versions_are_translated() {
    let schema = |variants: &str| {
        format!(
            "use godot_var::multiplayer::GodotRpc;\n#[derive(GodotRpc)]\npub enum Chat {{\n{variants}}}\n"
        )
    };
    let with_output = "schemas = [\"src/protocol.rs\"]\n[versions]\nlocks = [\"locks/1.lock\"]\noutput = \"src/accepted.rs\"\n";
    let project = Project::new("versions-rpcs", with_output);
    let (say, alert) = ("    #[rpc(any_peer)]\n    Say { text: String },\n", "    Alert,\n");
    project.write("src/protocol.rs", &schema(say));
    let lock = ["generate", "lock", "src/protocol.rs", "-o", "locks/1.lock"];
    assert_eq!(project.run(&lock).0, Some(0));
    project.write("src/protocol.rs", &schema(&format!("{say}{alert}")));

    let (status, told) = project.run(&["check"]);
    assert_eq!(status, Some(0), "{told}");
    let new = "src/protocol.rs:6:5: note: [rpc-set-changed] `Chat::Alert` is new\n  old readers refuse new values that new writers send: ";
    assert!(told.starts_with(new), "{told}");
    assert!(
        told.contains("\n  help: today's messages still arrive: send the new ones only to programs that know them\n"),
        "{told}"
    );
    assert_eq!(project.run(&["generate"]), good("wrote src/accepted.rs (1 list)\n"));
    let text = read(&project, "src/accepted.rs");
    let names = "::of_names(\n        &[\"alert\", \"say\"],\n        &[\"say\"],\n    ),\n";
    assert!(text.contains(names) && !text.contains("ACCEPTED"), "{text}");

    // Without the module no session knows them.
    let output = with_output.replace("output", "# output");
    project.write("godot-var.toml", &output);
    let (status, told) = project.run(&["check"]);
    assert_eq!(status, Some(1), "{told}");
    assert!(told.contains("the checksum changed from"), "{told}");

    // A client may still call what is gone.
    project.write("godot-var.toml", with_output);
    project.write("src/protocol.rs", &schema(alert));
    let (status, told) = project.run(&["check"]);
    assert_eq!(status, Some(1), "{told}");
    let gone = ": wire: [rpc-set-changed] `Chat::Say` was removed\n  new readers refuse what old writers send: no RPC of the set has this name anymore\n  help: keep it until no old program uses it\n";
    assert!(told.contains(gone), "{told}");
}
