//! No command loses a file that the program did not generate.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const SCHEMA: &str =
    "mod part;\n#[derive(GodotVar)] struct Say { text: String, part: part::Part }\n";
const PART: &str = "#[derive(GodotVar)] pub struct Part { at: i64 }\n";
const TEMPLATE: &str = "version 2.0\n{\n\tPing Low 1 NotTrusted Unencoded\n\t{\n\t\tBlock Single\n\t\t{ At U32 }\n\t}\n}\n";
const MINE: &str =
    "extends Node\n# I wrote this.\n#  godot-var generate gdscript --godot 4 say.rs -o net\n";

/// Each generator with the file that it writes.
const GENERATORS: [(&[&str], &str); 10] = [
    (&["generate", "gdscript", "--godot", "4", "say.rs", "-o", "net"], "net/say.gd"),
    (&["generate", "gdscript", "--godot", "3", "say.rs", "-o", "net"], "net/say.gd"),
    (&["generate", "docs", "say.rs", "-o", "net", "--format", "md"], "net/say.md"),
    (&["generate", "docs", "say.rs", "-o", "net", "--format", "md"], "net/say/say.svg"),
    (&["generate", "docs", "say.rs", "-o", "net/say.html"], "net/say.html"),
    (&["generate", "lock", "say.rs", "-o", "net/say.lock"], "net/say.lock"),
    (&["generate", "wireshark", "say.rs", "-o", "net"], "net/say.lua"),
    (&["generate", "wireshark", "ping.msg", "-o", "net/ping.lua"], "net/ping.lua"),
    (&["generate", "csharp", "say.rs", "-o", "net"], "net/SayProtocol.cs"),
    (&["generate", "typescript", "say.rs", "-o", "net"], "net/say.ts"),
];

/// A folder with schemas, in which the program runs.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("files").join(name);
        drop(fs::remove_dir_all(&folder));
        fs::create_dir_all(folder.join("net/say")).expect("a folder");
        let new = Self(folder);
        new.put("say.rs", SCHEMA);
        new.put("part.rs", PART);
        new.put("ping.msg", TEMPLATE);
        new
    }

    fn put(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).expect("a file");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("a file")
    }

    fn output(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_godot-var"));
        command.args(arguments).current_dir(&self.0).output().expect("the program runs")
    }

    /// Runs the program and returns its output, if it succeeds.
    fn run(&self, arguments: &[&str], more: &[&str]) -> String {
        let output = self.output(&[arguments, more].concat());
        assert!(output.status.success(), "{arguments:?} {more:?}: {output:?}");
        assert!(output.stderr.is_empty(), "{arguments:?} {more:?}: {output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// Runs the program and returns its error, if it fails without other output.
    fn refused(&self, arguments: &[&str], more: &[&str]) -> String {
        let output = self.output(&[arguments, more].concat());
        assert_eq!(output.status.code(), Some(1), "{arguments:?} {more:?}: {output:?}");
        assert!(output.stdout.is_empty(), "{arguments:?} {more:?}: {output:?}");
        String::from_utf8(output.stderr).expect("UTF-8")
    }

    /// The number of files below a folder.
    fn count(&self, name: &str) -> usize {
        let entries = fs::read_dir(self.0.join(name)).expect("a folder");
        entries
            .map(|entry| {
                let entry = entry.expect("an entry");
                let is_folder = entry.file_type().expect("a type").is_dir();
                let inner = format!("{name}/{}", entry.file_name().display());
                if is_folder { self.count(&inner) } else { 1 }
            })
            .sum()
    }
}

#[test]
fn only_generated_files_are_written_over() {
    for (arguments, file) in GENERATORS {
        let folder = Folder::new("own");
        folder.put(file, MINE);
        let command = arguments[..2].join(" ");
        let error = format!(
            "error: {file}: `godot-var {command}` did not write this file; choose another output, or \
             write over it with `--force`\n"
        );
        for more in [&[][..], &["--check"]] {
            assert_eq!(folder.refused(arguments, more), error);
            assert_eq!((folder.read(file), folder.count("net")), (MINE.to_owned(), 1), "{file}");
        }
        folder.run(arguments, &["--force"]);
        let first = folder.read(file);
        assert_ne!(first, MINE);
        // Its own file and an empty one.
        for old in [format!("{first}\nMore.\n"), String::new()] {
            folder.put(file, &old);
            folder.run(arguments, &[]);
            assert_eq!(folder.read(file), first);
        }
    }
    // The file of another generator is no better.
    let folder = Folder::new("own");
    let lock = ["generate", "lock", "say.rs", "-o", "net/say.gd"];
    folder.run(GENERATORS[0].0, &[]);
    let script = folder.read("net/say.gd");
    assert!(folder.refused(&lock, &[]).starts_with("error: net/say.gd: "));
    assert_eq!(folder.read("net/say.gd"), script);
}

/// The add-on needs a project of Godot 4, does not lose files there, and tells how to enable it. `godot-var.toml` can name it.
#[test]
fn an_addon_stays_among_its_own_files() {
    let folder = Folder::new("addon");
    let addon = ["generate", "addon", "-o", "net"];
    let error = folder.refused(&addon, &[]);
    assert!(error.starts_with("error: net/project.godot: No such file"), "{error}");
    folder.put("net/project.godot", "config_version=4\n");
    let error = "error: net/project.godot: the add-on needs a project of Godot 4 (4.4 or later)\n";
    assert_eq!(folder.refused(&addon, &[]), error);
    folder.put("net/project.godot", "config_version=5\n");
    let missing = folder.output(&[&addon[..], &["--check"]].concat());
    let missing = String::from_utf8(missing.stdout).expect("UTF-8");
    assert_eq!(missing.lines().count(), 6, "{missing}");
    assert!(missing.contains("net/addons/godot_var/plugin.cfg: missing\n"), "{missing}");
    let way = "enable it in the editor: Project → Project Settings… → Plugins\n";
    assert_eq!(
        folder.run(&addon, &[]),
        format!("wrote net/addons/godot_var (add-on for the editor)\n{way}")
    );
    for file in ["plugin.cfg", "plugin.gd", "message_log.gd"] {
        let file = format!("net/addons/godot_var/{file}");
        let first = folder.read(&file);
        folder.put(&file, MINE);
        let error = folder.refused(&addon, &[]);
        assert!(
            error.starts_with(&format!("error: {file}: `godot-var generate addon` did not write")),
            "{error}"
        );
        assert_eq!(folder.read(&file), MINE);
        folder.put(&file, &format!("{first}\n# More.\n"));
        folder.run(&addon, &[]);
        assert_eq!(folder.read(&file), first);
    }
    let settings = "config_version=5\n[editor_plugins]\n\nenabled=PackedStringArray(\"res://addons/godot_var/plugin.cfg\")\n";
    folder.put("net/project.godot", settings);
    assert_eq!(folder.run(&addon, &[]), "net/addons/godot_var is up to date\n");

    // From another folder, by the settings.
    fs::remove_dir_all(folder.0.join("net/addons")).expect("removed");
    folder.put("godot-var.toml", "schemas = [\"say.rs\"]\n\n[[addon]]\noutput = \"net\"\n");
    let elsewhere = Command::new(env!("CARGO_BIN_EXE_godot-var"))
        .args(["generate", "--settings", "../godot-var.toml"])
        .current_dir(folder.0.join("net"))
        .output()
        .expect("the program runs");
    let told = String::from_utf8(elsewhere.stdout).expect("UTF-8");
    assert_eq!(told, "wrote ../net/addons/godot_var (add-on for the editor)\n");
    folder.put("godot-var.toml", "schemas = [\"say.rs\"]\n\n[[addon]]\nout = \"net\"\n");
    let error = folder.refused(&["generate"], &[]);
    assert!(error.contains("godot-var.toml:4:1: unknown field `out`"), "{error}");
    let error = folder.refused(&["generate", "--settings", "none.toml"], &[]);
    assert!(error.starts_with("error: none.toml: No such file"), "{error}");
}

#[test]
fn inputs_are_never_written_over() {
    let folder = Folder::new("inputs");
    folder.put("project.godot", "config_version=5\n");
    folder.put("empty.rs", "");
    for (link, to) in [
        ("net/say.gd", "../project.godot"),
        ("net/say.md", "../say.rs"),
        ("net/say.lua", "../part.rs"),
        ("net/ping.lua", "../ping.msg"),
    ] {
        symlink(to, folder.0.join(link)).expect("a link");
    }
    let (gdscript, docs) = (GENERATORS[0].0, GENERATORS[2].0);
    let (wireshark, template) = (GENERATORS[6].0, GENERATORS[7].0);
    let project = [gdscript, &["--project", "."]].concat();
    folder.put("say.rs", &format!("mod empty;\n{SCHEMA}"));
    let before = ["say.rs", "part.rs", "ping.msg", "project.godot", "empty.rs"];
    let texts = before.map(|name| folder.read(name));
    for (arguments, file) in [
        (&["generate", "lock", "say.rs", "-o", "say.rs"][..], "say.rs"),
        (&["generate", "lock", "./say.rs", "-o", "net/../part.rs"], "net/../part.rs"),
        // An empty file, which is an input nevertheless.
        (&["generate", "lock", "say.rs", "-o", "empty.rs"], "empty.rs"),
        (&project, "net/say.gd"),
        (docs, "net/say.md"),
        (wireshark, "net/say.lua"),
        (template, "net/ping.lua"),
    ] {
        for more in [&[][..], &["--force"], &["--check"]] {
            let error =
                format!("error: {file}: the command reads this file; choose another output\n");
            assert_eq!(folder.refused(arguments, more), error);
        }
    }
    assert_eq!(before.map(|name| folder.read(name)), texts);
}

#[test]
fn links_stay_links() {
    let folder = Folder::new("links");
    let link = folder.0.join("net/say.gd");
    let generate = GENERATORS[0].0;
    // To a file of someone else, to a file of the generator's.
    folder.put("main.gd", MINE);
    symlink("../main.gd", &link).expect("a link");
    assert!(folder.refused(generate, &[]).contains("--force"));
    assert_eq!(folder.read("main.gd"), MINE);
    folder.put("main.gd", "");
    folder.run(generate, &[]);
    assert!(link.is_symlink() && folder.read("main.gd").contains("class Say"));
    fs::remove_file(&link).expect("the link");
    symlink("say.gd", &link).expect("a link");
    assert!(folder.refused(generate, &["--force"]).starts_with("error: net/say.gd: "));
}

/// A link to a file that does not exist would let whoever made it choose where a command creates a file.
#[test]
fn no_file_is_created_through_a_link() {
    let folder = Folder::new("dangling");
    fs::create_dir(folder.0.join("outside")).expect("a folder");
    for (arguments, file) in GENERATORS {
        let link = folder.0.join(file);
        fs::create_dir_all(link.parent().expect("a folder")).expect("a folder");
        symlink(folder.0.join("outside/file"), &link).expect("a link");
        for more in [&[][..], &["--force"], &["--check"]] {
            let error =
                format!("error: {file}: this is a link to a file that does not exist; remove it\n");
            assert_eq!(folder.refused(arguments, more), error);
        }
        fs::remove_file(&link).expect("the link");
    }
    fs::create_dir(folder.0.join("client")).expect("a folder");
    folder.put("client/project.godot", "config_version=5\n");
    let addon = ["generate", "addon", "-o", "client"];
    for name in ["addons", "addons/godot_var", "addons/godot_var/plugin.cfg"] {
        let link = folder.0.join("client").join(name);
        fs::create_dir_all(link.parent().expect("a folder")).expect("a folder");
        symlink(folder.0.join("outside/file"), &link).expect("a link");
        folder.refused(&addon, &["--force"]);
        fs::remove_file(&link).expect("the link");
    }
    if cfg!(feature = "network") {
        symlink(folder.0.join("outside/file"), folder.0.join("x.pcap")).expect("a link");
        let listen = ["listen", "udp://127.0.0.1:0", "--time", "0.1", "--record", "x.pcap"];
        for more in [&[][..], &["--force"]] {
            let told = folder.refused(&listen, more);
            assert!(told.contains("x.pcap: this is a link to a file that does not"), "{told}");
        }
    }
    assert_eq!(folder.count("outside"), 0);
}

#[test]
fn a_path_is_the_output_of_one_schema() {
    let folder = Folder::new("twice");
    for inner in ["a", "b"] {
        fs::create_dir(folder.0.join(inner)).expect("a folder");
        folder.put(&format!("{inner}/net.rs"), PART);
    }
    for (command, file) in [
        ("gdscript --godot 4", "net.gd"),
        ("csharp", "NetProtocol.cs"),
        ("typescript", "net.ts"),
        ("docs --format html", "net.html"),
    ] {
        let command: Vec<&str> = ["generate"].into_iter().chain(command.split(' ')).collect();
        let arguments = [&command, &["say.rs", "a/net.rs", "b/net.rs", "-o", "net"][..]].concat();
        let error = format!(
            "error: net/{file}: two schemas have this output; write them to different folders\n"
        );
        for more in [&[][..], &["--force"], &["--check"]] {
            assert_eq!(folder.refused(&arguments, more), error);
        }
        assert_eq!(folder.count("net"), 0);
    }
    // Also if a link makes it the same file.
    folder.put("net/net.gd", "");
    symlink("net.gd", folder.0.join("net/say.gd")).expect("a link");
    let linked = ["generate", "gdscript", "--godot", "4", "a/net.rs", "say.rs", "-o", "net"];
    assert!(folder.refused(&linked, &[]).starts_with("error: net/say.gd: two schemas"));
}

#[test]
fn a_file_is_replaced_as_a_whole() {
    let folder = Folder::new("whole");
    for (arguments, file) in GENERATORS {
        fs::create_dir_all(folder.0.join("net/say")).expect("a folder");
        let path = folder.0.join(file);
        folder.put(file, "");
        // Whoever reads the old file reads it to its end.
        let old = folder.0.join("old");
        fs::hard_link(&path, &old).expect("a link");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("its owner");
        folder.run(arguments, &[]);
        assert!(!folder.read(file).is_empty() && folder.read("old").is_empty(), "{file}");
        let mode = fs::metadata(&path).expect("the file").mode() & 0o777;
        assert_eq!(mode, 0o640, "{file}");
        // A new file has the permissions of any new file, and nothing else is left there.
        fs::remove_dir_all(folder.0.join("net")).expect("the folder");
        folder.run(arguments, &[]);
        let usual = fs::metadata(folder.0.join("say.rs")).expect("a file").mode();
        assert_eq!(fs::metadata(&path).expect("the file").mode(), usual, "{file}");
        let files = if arguments.contains(&"md") { 2 } else { 1 };
        assert_eq!(folder.count("net"), files, "{file}");
        fs::remove_dir_all(folder.0.join("net")).expect("the folder");
        fs::remove_file(old).expect("the file");
    }
    fs::create_dir_all(folder.0.join("net")).expect("a folder");
    let (arguments, file) = GENERATORS[0];
    folder.put(file, "");
    fs::set_permissions(folder.0.join(file), fs::Permissions::from_mode(0o440)).expect("its owner");
    assert_eq!(
        folder.refused(arguments, &[]),
        format!("error: {file}: the file is read-only; write over it with `--force`\n")
    );
    folder.run(arguments, &["--force"]);
    fs::remove_file(folder.0.join(file)).expect("the file");
    fs::create_dir(folder.0.join(file)).expect("a folder");
    let told = folder.refused(arguments, &["--force"]);
    assert_eq!(told, format!("error: {file}: a folder has this name\n"));
}

#[test]
fn what_is_written_is_said() {
    let folder = Folder::new("said");
    for (arguments, told) in [
        (GENERATORS[0].0, "wrote net/say.gd (1 message)\n"),
        (
            &["generate", "docs", "say.rs", "-o", "net"],
            "wrote net/say.html (1 message)\nwrote net/say.md (1 message, 1 picture)\n",
        ),
        (GENERATORS[5].0, "wrote net/say.lock (1 message)\n"),
        (GENERATORS[6].0, "wrote net/say.lua (1 message)\n"),
        (GENERATORS[7].0, "wrote net/ping.lua (1 message)\n"),
        (GENERATORS[8].0, "wrote net/SayProtocol.cs (1 message)\n"),
        (GENERATORS[9].0, "wrote net/say.ts (1 message)\n"),
        (&["man", "-o", "man1"], "wrote man1 (24 pages)\n"),
    ] {
        if arguments[0] == "generate" {
            let missing = folder.output(&[arguments, &["--check"]].concat());
            assert_eq!(missing.status.code(), Some(1), "{arguments:?}");
        }
        assert_eq!(folder.run(arguments, &[]), told);
        for (told, again) in told.lines().zip(folder.run(arguments, &[]).lines()) {
            let path = told.split(' ').nth(1).expect("a path");
            assert_eq!(again, format!("{path} is up to date"));
        }
    }
    // A page with a stale picture is not up to date.
    let page = GENERATORS[2].0;
    let picture = folder.read("net/say/say.svg");
    folder.put("net/say/say.svg", &picture.replace("Say", "Hey"));
    assert_eq!(folder.run(page, &[]), "wrote net/say.md (1 message, 1 picture)\n");
    // The output itself.
    let lock = ["generate", "lock", "say.rs", "-o", "/dev/stdout"];
    assert_eq!(folder.run(&lock, &[]), {
        folder.run(GENERATORS[5].0, &[]);
        folder.read("net/say.lock")
    });
}

#[test]
fn a_manual_page_of_someone_else_stays() {
    let folder = Folder::new("man");
    folder.put("net/godot-var-inspect.1", MINE);
    let told = folder.refused(&["man", "-o", "net"], &[]);
    assert!(told.starts_with("error: net/godot-var-inspect.1: "), "{told}");
    assert_eq!((folder.read("net/godot-var-inspect.1").as_str(), folder.count("net")), (MINE, 1));
    folder.run(&["man", "-o", "net", "--force"], &[]);
    folder.run(&["man", "-o", "net"], &[]);
}

#[test]
fn a_schema_without_messages_is_an_error() {
    let folder = Folder::new("empty");
    folder.put("say.rs", "struct Say { text: String }\n");
    folder.put("ping.msg", "version 2.0\n");
    folder.put("sync.rs", "#[derive(GodotSync)] struct Player { hp: i64 }\n");
    let way = "; add the derive to your types, or name the file that has them";
    for ((arguments, _), derives) in GENERATORS.into_iter().zip([
        "`GodotVar`, `GodotFlat` or `GodotRpc`",
        "`GodotVar`, `GodotFlat` or `GodotRpc`",
        "`GodotVar`, `GodotFlat`, `GodotRpc`, `GodotSync` or `LiteNetMessage`",
        "`GodotVar`, `GodotFlat`, `GodotRpc`, `GodotSync` or `LiteNetMessage`",
        "`GodotVar`, `GodotFlat`, `GodotRpc`, `GodotSync` or `LiteNetMessage`",
        "`GodotVar`, `GodotFlat`, `GodotRpc` or `GodotSync`",
        "`GodotVar`, `GodotFlat`, `GodotRpc` or `GodotSync`",
    ]) {
        let told = folder.refused(arguments, &[]);
        assert_eq!(told, format!("error: say.rs: no type derives {derives}{way}\n"));
    }
    for (arguments, _) in &GENERATORS[8..] {
        let told = folder.refused(arguments, &[]);
        assert_eq!(
            told,
            format!("error: say.rs: no type derives `GodotVar` or `GodotFlat`{way}\n")
        );
    }
    for arguments in [GENERATORS[7].0, &["generate", "docs", "ping.msg", "-o", "net"]] {
        let told = folder.refused(arguments, &[]);
        assert_eq!(told, "error: ping.msg: the template has no messages\n");
    }
    let told =
        folder.refused(&["generate", "gdscript", "--godot", "4", "sync.rs", "-o", "net"], &[]);
    let derives = "`GodotVar`, `GodotFlat` or `GodotRpc`";
    assert!(told.starts_with(&format!("error: sync.rs: no type derives {derives}")), "{told}");
    assert_eq!(folder.count("net"), 0);
}

#[cfg(feature = "network")]
#[test]
fn a_recording_never_loses_another_one() {
    let folder = Folder::new("record");
    let listen = ["listen", "udp://127.0.0.1:0", "--time", "0.01", "--record"];
    let listen = |file: &str, more: &[&str]| {
        let output = folder.output(&[&listen[..], &[file], more].concat());
        (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
    };
    assert_eq!(listen("new.pcap", &[]).0, Some(0));
    let header = fs::read(folder.0.join("new.pcap")).expect("a capture");
    let longer = [&header[..], &[0; 16]].concat();
    fs::write(folder.0.join("new.pcap"), &longer).expect("a capture");
    let (status, told) = listen("new.pcap", &[]);
    let error = "error: new.pcap: the file has a capture already; record to another one, or write over it with `--force`";
    assert_eq!((status, told.lines().last()), (Some(1), Some(error)));
    assert_eq!(fs::read(folder.0.join("new.pcap")).expect("a capture"), longer);
    assert_eq!(listen("new.pcap", &["--force"]).0, Some(0));
    assert_eq!(fs::read(folder.0.join("new.pcap")).expect("a capture"), header);
    for more in [&[][..], &["--force"]] {
        let (status, told) = listen("say.rs", more);
        let error = "error: say.rs: the file is not a capture; record to another one";
        assert_eq!((status, told.lines().last()), (Some(1), Some(error)));
        assert_eq!(folder.read("say.rs"), SCHEMA);
    }
    folder.put("empty.pcap", "");
    assert_eq!(listen("empty.pcap", &[]).0, Some(0));
    assert_eq!(listen("/dev/null", &[]).0, Some(0));
}
