//! Commands read no pipe or device that no option names, no file without a bound, and files of any name.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const SAY: &str = "pub mod part;\nuse godot_var::GodotVar;\n#[derive(GodotVar)]\npub struct Say { pub text: part::Text }\n";
const PART: &str =
    "use godot_var::GodotVar;\n#[derive(GodotVar)]\npub struct Text { pub words: String }\n";
const WHOLE: &str =
    "use godot_var::GodotVar;\n#[derive(GodotVar)]\npub struct Say { pub text: String }\n";
const TEMPLATE: &str = "version 2.0\n{\n\tPing Low 1 NotTrusted Unencoded\n\t{\n\t\tBlock Single\n\t\t{ At U32 }\n\t}\n}\n";

/// Longer than a command takes, and shorter than anybody waits for a pipe.
const PATIENCE: Duration = Duration::from_secs(60);

fn folder(name: &OsStr) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("devices").join(name);
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().expect("it runs").success());
}

/// Runs the program with 4 GB of memory, and ends it after a while.
fn run(folder: &Path, arguments: &[impl AsRef<OsStr>]) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 4000000; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_godot-var")]);
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let begun = Instant::now();
    while child.try_wait().expect("a status").is_none() {
        if begun.elapsed() > PATIENCE {
            drop(child.kill());
            let arguments: Vec<_> = arguments.iter().map(AsRef::as_ref).collect();
            panic!("{arguments:?} waits");
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().expect("its output")
}

/// Runs the program, which fails, and returns what it prints.
fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    let told = String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8");
    assert!(matches!(output.status.code(), Some(1 | 2)), "{arguments:?}: {told}");
    told
}

const READERS: [&[&str]; 9] = [
    &["generate", "gdscript", "--godot", "4", "say.rs", "-o", "net"],
    &["generate", "docs", "say.rs", "-o", "net"],
    &["generate", "lock", "say.rs", "-o", "say.lock"],
    &["generate", "wireshark", "say.rs", "-o", "net"],
    &["check", "say.rs", "say.rs"],
    &["check", "--project", ".", "--scene", "main.tscn", "say.rs"],
    &["inspect", "--schema", "say.rs", "00000000"],
    &["encode", "--schema", "say.rs"],
    &["send", "udp://127.0.0.1:9", "--schema", "say.rs", "{}"],
];

#[test]
fn a_module_is_a_regular_file() {
    let folder = folder(OsStr::new("modules"));
    fs::write(folder.join("say.rs"), SAY).expect("a schema");
    fs::write(folder.join("main.tscn"), "[gd_scene format=3]\n").expect("a scene");
    let part = folder.join("part.rs");
    let put: [(&str, &dyn Fn()); 3] = [
        ("a pipe or a device", &|| pipe(&part)),
        ("a pipe or a device", &|| symlink("/dev/zero", &part).expect("a link")),
        ("it has 2199023255552 bytes, and 67108864 are allowed", &|| {
            File::create(&part).and_then(|file| file.set_len(1 << 41)).expect("a long file");
        }),
    ];
    for (expected, put) in put {
        put();
        for arguments in READERS {
            if arguments[0] == "send" && cfg!(not(feature = "network")) {
                continue;
            }
            let told = refused(&folder, arguments);
            assert!(told.contains(expected), "{arguments:?}: {told}");
        }
        fs::remove_file(&part).expect("the module");
    }
    // A link to a regular file is one.
    fs::write(folder.join("elsewhere"), PART).expect("a module");
    symlink("elsewhere", &part).expect("a link");
    assert!(run(&folder, READERS[0]).status.success());
}

#[test]
fn the_files_of_settings_and_projects_are_regular() {
    let folder = folder(OsStr::new("settings"));
    let put = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a file");
    fs::create_dir_all(folder.join("game")).expect("a folder");
    put("say.rs", WHOLE);
    put("godot-var.toml", "schemas = [\"say.rs\"]\nlock = \"say.lock\"\n");
    for name in ["say.lock", "zero.rs", "game/project.godot"] {
        symlink("/dev/zero", folder.join(name)).expect("a link");
    }
    let told = refused(&folder, &["check"]);
    assert!(told.contains("say.lock: no such file"), "{told}");
    let told = refused(&folder, &["generate", "lock"]);
    assert!(told.contains("say.lock: this leads to a pipe or a device"), "{told}");
    for arguments in [
        &["generate", "rust", "game", "-o", "net.rs"][..],
        &["generate", "addon", "-o", "game"],
        &["generate", "gdscript", "--godot", "4", "say.rs", "-o", "net", "--project", "game"],
        &["check", "--project", "game", "say.rs"],
    ] {
        let told = refused(&folder, arguments);
        assert!(told.contains("game/project.godot"), "{arguments:?}: {told}");
        assert!(told.contains("a pipe or a device"), "{arguments:?}: {told}");
    }
    put("godot-var.toml", "schemas = [\"zero.rs\"]\n");
    let told = refused(&folder, &["generate"]);
    assert!(told.contains("zero.rs: no such file"), "{told}");
    // A pipe that nobody writes to would be waited for.
    pipe(&folder.join("pipe.rs"));
    for schema in ["zero.rs", "pipe.rs"] {
        put("godot-var.toml", &format!("schemas = [\"{schema}\"]\nwire = \"flat\"\n"));
        for arguments in [&["inspect", "00000000"][..], &["decode"], &["encode"]] {
            let told = refused(&folder, arguments);
            assert!(told.contains("a pipe or a device"), "{schema}, {arguments:?}: {told}");
        }
    }
}

#[test]
fn an_output_inside_a_folder_is_no_pipe() {
    let folder = folder(OsStr::new("outputs"));
    let net = folder.join("net");
    fs::create_dir_all(&net).expect("a folder");
    fs::write(folder.join("say.rs"), WHOLE).expect("a schema");
    for name in ["say.gd", "say.html", "say.lua"] {
        pipe(&net.join(name));
    }
    for arguments in [READERS[0], READERS[1], READERS[3]] {
        let told = refused(&folder, arguments);
        assert!(told.contains("this leads to a pipe or a device"), "{arguments:?}: {told}");
    }
    let output = run(&folder, &["generate", "lock", "say.rs", "-o", "/dev/stdout"]);
    assert!(output.status.success(), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("\"Say\""), "{output:?}");
}

#[test]
fn what_an_argument_names_may_be_a_pipe() {
    let folder = folder(OsStr::new("named"));
    for (name, text, arguments) in [
        ("say.rs", WHOLE, &["generate", "gdscript", "--godot", "4", "say.rs", "-o", "net"][..]),
        ("say.rs", WHOLE, &["generate", "docs", "say.rs", "-o", "net"]),
        ("say.rs", WHOLE, &["generate", "lock", "say.rs", "-o", "say.lock"]),
        ("say.rs", WHOLE, &["check", "say.rs", "say.lock"]),
        ("say.rs", WHOLE, &["inspect", "--schema", "say.rs", "--type", "Say", "00000000"]),
        ("ping.msg", TEMPLATE, &["generate", "docs", "ping.msg", "-o", "net"]),
        ("ping.msg", TEMPLATE, &["template", "check", "ping.msg"]),
        ("ping.msg", TEMPLATE, &["decode", "--wire", "lludp", "--template", "ping.msg"]),
    ] {
        let path = folder.join(name);
        pipe(&path);
        let writer = thread::spawn({
            let path = path.clone();
            move || fs::write(path, text).expect("a reader")
        });
        let output = run(&folder, arguments);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {told}");
        assert!(!told.contains("not found") && !told.contains("no type"), "{arguments:?}: {told}");
        writer.join().expect("it was read");
        fs::remove_file(path).expect("the pipe");
    }
    // A device has no end.
    for arguments in [
        &["generate", "lock", "/dev/zero", "-o", "say.lock"][..],
        &["template", "check", "/dev/zero"],
        &["generate", "--settings", "/dev/zero"],
    ] {
        let told = refused(&folder, arguments);
        assert!(told.contains("it has more bytes, and 67108864 are allowed"), "{told}");
    }
}

#[test]
fn a_watched_device_is_not_read() {
    let folder = folder(OsStr::new("watched"));
    fs::write(folder.join("say.rs"), SAY).expect("a schema");
    pipe(&folder.join("part.rs"));
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 4000000; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_godot-var")]);
    command.args(["generate", "lock", "say.rs", "-o", "say.lock", "--watch"]);
    command.current_dir(&folder).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let begun = Instant::now();
    thread::sleep(Duration::from_secs(1));
    // It still watches, and makes the lock as soon as the module is one.
    assert!(child.try_wait().expect("a status").is_none());
    fs::remove_file(folder.join("part.rs")).expect("the pipe");
    fs::write(folder.join("part.rs"), PART).expect("a module");
    while !folder.join("say.lock").exists() && begun.elapsed() < PATIENCE {
        thread::sleep(Duration::from_millis(50));
    }
    drop(child.kill());
    let told = child.wait_with_output().expect("its output");
    assert!(folder.join("say.lock").exists(), "{}", String::from_utf8_lossy(&told.stderr));
}

#[test]
fn names_need_not_be_utf8() {
    let folder = folder(OsStr::from_bytes(b"\xff"));
    let named = |text: &str| {
        let bytes: Vec<u8> =
            text.bytes().map(|byte| if byte == b'?' { 0xfe } else { byte }).collect();
        OsString::from(OsStr::from_bytes(&bytes))
    };
    let put = |name: &str, text: &str| {
        let path = folder.join(named(name));
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    let go = |arguments: &str| {
        let arguments: Vec<OsString> = arguments.split(' ').map(named).collect();
        let output = run(&folder, &arguments);
        let told = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8_lossy(&told).into_owned())
    };
    put("a?/s?y.rs", SAY);
    put("a?/s?y/part.rs", PART);
    put("ping?.msg", TEMPLATE);
    put("v?.bin", "\x02\0\0\0\x07\0\0\0");
    put(
        "game?/project.godot",
        "config_version=5\n[application]\nrun/main_scene=\"res://main.tscn\"\n",
    );
    put(
        "game?/main.tscn",
        "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://main.gd\" id=\"1\"]\n[node name=\"Main\" type=\"Node\"]\nscript = ExtResource(\"1\")\n",
    );
    put("game?/main.gd", "extends Node\n@rpc func say(text: String) -> void: pass\n");
    put("game?/x?.gd", "extends Nobody\n");
    for (arguments, file) in [
        ("generate gdscript --godot 4 a?/s?y.rs -o net --project game?", "net/s?y.gd"),
        ("generate docs a?/s?y.rs -o net", "net/s\u{fffd}y.html"),
        ("generate lock a?/s?y.rs -o net/s?y.lock", "net/s?y.lock"),
        ("generate wireshark a?/s?y.rs -o net/s?y.lua --name say", "net/s?y.lua"),
        ("generate wireshark ping?.msg -o net/p?.lua", "net/p?.lua"),
        ("generate rust game? -o net/r?.rs", "net/r?.rs"),
        ("check net/s?y.lock a?/s?y.rs", "net"),
        ("check --project game? net/r?.rs", "net"),
        ("inspect --schema a?/s?y.rs --type part::Text 1b00000000000000", "net"),
        ("inspect v?.bin", "net"),
        ("template check ping?.msg", "net"),
    ] {
        let (good, told) = go(arguments);
        assert!(good, "{arguments}: {told}");
        assert!(!told.contains("no such file") && !told.contains("cannot be read"), "{told}");
        assert!(folder.join(named(file)).exists(), "{arguments}: {told}");
    }
    let (good, told) = go("inspect v?.bin");
    assert!(good && told.contains("int, 7"), "{told}");
    // Files that are read stay.
    for arguments in [
        "generate lock a?/s?y.rs -o a?/s?y/part.rs --force",
        "generate rust game? -o game?/main.gd --force",
    ] {
        let (good, told) = go(arguments);
        assert!(!good && told.contains("the command reads this file"), "{arguments}: {told}");
    }
    let (good, told) = go("generate docs a?/s?y.rs -o net/s?.html");
    assert!(!good && told.contains("is not UTF-8"), "{told}");
    let (good, told) = go("inspect m?ssing.bin");
    assert!(!good && told.contains("no such file"), "{told}");
}

/// Each file of a crate that uses one of these calls. Tests aside, `open.rs` alone opens files to read.
#[test]
fn one_module_opens_files_to_read() {
    let calls =
        ["fs::read(", "read_to_string(&", "fs::read_to_string", "File::open(", "include_str!(env"];
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let mut folders: Vec<PathBuf> = ["cli", "codegen", "schema", "derive", "multiplayer"]
        .map(|name| root.join(format!("godot-var-{name}/src")))
        .into();
    let mut count = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                count += 1;
                let text = fs::read_to_string(&path).expect("a source");
                let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
                let found: Vec<_> =
                    code.filter(|line| calls.iter().any(|call| line.contains(call))).collect();
                assert!(
                    path.ends_with("godot-var-schema/src/open.rs") || found.is_empty(),
                    "{path:?}: {found:?}"
                );
            }
        }
    }
    assert!(count > 100, "{count}");
}
