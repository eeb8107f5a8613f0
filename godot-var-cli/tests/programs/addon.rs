//! The add-on for the editor: what a game tells the debugger, and what the editor shows while the game of `tests/addon` runs.

use std::fs;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use godot_var::framing::{LengthOrder, read_frame};
use godot_var::math::Quaternion;
use godot_var::snapshot::wire::{Record, Snapshot, Whole};
use godot_var::{
    Array, FromVariantBytes, Godot4, Limits, ToFlatBytes, ToVariantBytes, Variant, Vector3,
};
use serde_json::Value;

use crate::needs::{self, GDFORMAT, GDLINT, GODOT4, XVFB};
use crate::programs::engine::{Scratch, command};
use crate::schemas::arena::{Chat, ClientMessage, PlayerState};

#[path = "../../../schemas/world.rs"]
#[allow(dead_code, unreachable_pub, reason = "the packets have a part of it")]
pub(crate) mod world;
use world::{Rocket, RocketDelta, RocketKind, Thing, ThingDelta};

/// Longer than the editor and a game take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// Makes a copy of the project with its classes and the add-on. Every warning of GDScript is an error.
fn project(scratch: &Scratch) {
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/addon");
    for name in
        ["project.godot", "main.tscn", "main.gd", "addons/test/plugin.cfg", "addons/test/plugin.gd"]
    {
        let path = scratch.path("client").join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::copy(files.join(name), path).expect("a copy");
    }
    let strict = include_str!("../../../examples/arena-client-godot4/project.godot");
    let strict = &strict[strict.find("[debug]").expect("the warnings")..];
    // Up to 4.5, and from 4.6 on.
    let addons = "gdscript/warnings/exclude_addons=false\n\
                  gdscript/warnings/directory_rules={ \"res://addons\": 1 }\n";
    change(scratch, |settings| format!("{settings}\n{strict}\n{addons}"));
    for name in ["arena.rs", "world.rs"] {
        let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schemas").join(name);
        fs::copy(schema, scratch.path(name)).expect("a copy");
    }
    let lines: Vec<String> = packets().iter().map(hex::encode).collect();
    fs::write(scratch.path("client/packets.txt"), lines.join("\n")).expect("written");
    let settings = "schemas = [\"arena.rs\", \"world.rs\"]\n\n[[gdscript]]\ngodot = \"4\"\noutput = \"client/net\"\n\n\
                    [[addon]]\noutput = \"client\"\n";
    fs::write(scratch.path("godot-var.toml"), settings).expect("written");
    let generated = Command::new(env!("CARGO_BIN_EXE_godot-var"))
        .args(["generate", "--settings"])
        .arg(scratch.path("godot-var.toml"))
        .output()
        .expect("it runs");
    assert!(generated.status.success(), "{}", String::from_utf8_lossy(&generated.stderr));
}

/// Changes the settings of the project.
fn change(scratch: &Scratch, change: impl FnOnce(&str) -> String) {
    let path = scratch.path("client/project.godot");
    let settings = fs::read_to_string(&path).expect("settings");
    fs::write(path, change(&settings)).expect("written");
}

/// What a game tells of a message: the time in microseconds, whether it was sent, name, fields, length, first bytes, error.
type Told = (u64, bool, String, Vec<String>, u64, Vec<u8>, String);

/// Runs the game with a debugger, and returns what it tells of messages.
fn told(scratch: &Scratch) -> Vec<Told> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let address = listener.local_addr().expect("its address");
    let mut game = command(&GODOT4, scratch)
        .arg("--path")
        .arg(scratch.path("client"))
        .args(["--quit-after", "60", "--remote-debug", &format!("tcp://{address}")])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the engine starts");
    let (stream, _) = listener.accept().expect("the game");
    stream.set_read_timeout(Some(PATIENCE)).expect("it can");
    let told = messages(&stream);
    game.kill().and_then(|()| game.wait()).expect("its end");
    told
}

fn messages(stream: &TcpStream) -> Vec<Told> {
    let limits = Limits::DEFAULT.with_bytes(8 << 20);
    let mut told = Vec::new();
    let (mut stream, mut buffer) = (stream, Vec::new());
    // The game's end closes the stream.
    while let Ok(Some(frame)) =
        read_frame(&mut stream, LengthOrder::LittleEndian, limits, &mut buffer)
    {
        let (command, _, _): (String, u64, Vec<Variant>) =
            FromVariantBytes::from_variant_bytes::<Godot4>(frame).expect("a command");
        if command.starts_with("godot_var:") {
            assert_eq!(command, "godot_var:message");
            let (_, _, message): (String, u64, Told) =
                FromVariantBytes::from_variant_bytes::<Godot4>(frame).expect("a message");
            told.push(message);
        }
    }
    told
}

fn chat() -> ClientMessage {
    let (channel, text) = ("all".into(), "hello\n\"you\"".into());
    ClientMessage::Chat(Chat { channel, text, at: 5, tags: vec![] })
}

fn player() -> PlayerState {
    let (pos, vel) = (Vector3::new(1.0, 2.0, 3.0), Vector3::ZERO);
    PlayerState { id: 7, pos, vel, yaw: 0.5, health: 100, grounded: true }
}

/// Packets of a world: two that the client takes, one with an entity twice, one that is cut, and one with many entities.
fn packets() -> [Vec<u8>; 5] {
    let none = |key| Record::<Thing> { near: 0, key, far: None, whole: None, delta: None };
    let new = |key, state| Record { whole: Some(Whole { life: 1, state }), ..none(key) };
    let packet = |sequence, records| {
        let (epoch, tick, input, lead) = (7, u32::from(sequence), 0, 0);
        let packet = Snapshot { epoch, sequence, tick, input, lead, records };
        packet.to_flat_bytes().expect("bytes")
    };
    let (pos, turn) = (Vector3::new(1.0, 2.0, 3.0), Quaternion::IDENTITY);
    let rocket = Rocket { pos, turn, roll: 0.0, fuel: 0.5, kind: RocketKind::Homing };
    let delta = || ThingDelta::Rocket(RocketDelta { fuel: Some(0.25), ..RocketDelta::default() });
    let changed = |near| Record { near, delta: Some(delta()), ..none(5) };
    let second = packet(1004, vec![changed(4), none(900)]);
    let cut = second[..second.len() - 1].to_vec();
    [
        packet(1000, vec![new(5, Thing::Rocket(rocket)), new(900, Thing::Flag)]),
        second,
        packet(1005, vec![changed(1), changed(1)]),
        cut,
        packet(1006, (10..60).map(|key| new(key, Thing::Flag)).collect()),
    ]
}

/// Each message is told once, with its fields and bytes; broken ones with their error, and those that are only checked not at all.
fn games_tell_the_debugger() {
    let scratch = Scratch::new("addon-tells");
    project(&scratch);
    let told = told(&scratch);
    let mut rest = told.iter();
    let mut next = || rest.next().expect("a message");

    let bytes = chat().to_variant_bytes::<Godot4>().expect("bytes");
    let fields = ["channel=\"all\"", "text=\"hello\n\\\"you\\\"\"", "at=5", "tags=[]"];
    for is_sent in [true, false] {
        let (time, sent, name, shown, len, start, error) = next();
        assert!((1..60_000_000).contains(time), "{time}");
        assert_eq!((*sent, &**name, &**error), (is_sent, "ClientMessage.CHAT", ""));
        assert_eq!(
            (shown.as_slice(), *len, start),
            (&fields.map(str::to_owned)[..], bytes.len() as u64, &bytes)
        );
    }
    // By `put_var`: sent, and broken when it arrives.
    let (_, true, name, _, len, start, _) = next() else { panic!("{told:?}") };
    assert_eq!((&**name, *len, start), ("ClientMessage.CHAT", bytes.len() as u64, &bytes));
    let (_, false, name, fields, _, start, error) = next() else { panic!("{told:?}") };
    assert_eq!((&**name, fields.len()), ("ClientMessage.CHAT", 0));
    assert_eq!(error, "ClientMessage.CHAT.text: expected String, got int");
    Array::from_variant_bytes::<Godot4>(start).expect("a value");
    let (_, false, _, _, 9, start, error) = next() else { panic!("{told:?}") };
    assert!(start == b"{\"id\": 1}" && error.contains("looks like text or JSON"), "{error}");
    let error = "PlayerState.id: expected int from 0 to 4294967295, got -1";
    for is_sent in [true, false] {
        let (_, sent, _, fields, .., found) = next();
        assert_eq!((*sent, &**found, fields.is_empty()), (is_sent, error, !is_sent));
    }
    let bytes = player().to_flat_bytes().expect("bytes");
    for is_sent in [true, false] {
        let (_, sent, name, fields, 37, start, error) = next() else { panic!("{told:?}") };
        assert_eq!((*sent, &**name, start, &**error), (is_sent, "PlayerState", &bytes, ""));
        assert_eq!(fields[..2], ["id=7", "pos=(1.0, 2.0, 3.0)"]);
    }
    let (_, false, _, _, 20, _, error) = next() else { panic!("{told:?}") };
    assert_eq!(error, "PlayerState.vel at byte 20: the message ends here");
    // Of a long message, only the beginning.
    let (_, true, name, fields, len, start, _) = next() else { panic!("{told:?}") };
    assert_eq!((&**name, start.len()), ("ServerMessage.SNAPSHOT", 1024));
    assert!(*len > 15_000 && fields[1].ends_with(", grounded=true)] and 95 more"), "{fields:?}");
    // Packets of a world: an entity is a field.
    let mut packet = |size: usize| {
        let (_, false, name, fields, len, start, error) = next() else { panic!("{told:?}") };
        assert_eq!((&**name, *len as usize, start.len()), ("SnapshotThing", size, size));
        (fields.as_slice(), &**error)
    };
    let [first, second, twice, cut, many] = packets().map(|bytes| packet(bytes.len()));
    assert_eq!(first.0[..5], ["epoch=7", "sequence=1000", "tick=1000", "input=0", "lead=0"]);
    let rocket = &first.0[5];
    assert!(
        rocket.starts_with("entity 5=ROCKET, whole: pos=(1.0, 2.0, 3.0), turn=(")
            && rocket.ends_with("fuel=0.5, kind=1"),
        "{rocket}"
    );
    assert_eq!((&first.0[6..], first.1), (&["entity 900=FLAG, whole".to_owned()][..], ""));
    let changed = "entity 5=ROCKET, changed since the packet 4 before: fuel=0.25";
    assert_eq!(second.0[5..], [changed, "entity 900=gone, or out of sight"]);
    assert_eq!((second.1, twice.1), ("", "entity 5 is in the packet twice"));
    let changed = changed.replace("4 before", "1 before");
    assert_eq!(twice.0[5..], [&*changed, &*changed]);
    assert!(cut.0.is_empty() && cut.1.starts_with("SnapshotThing.records[1]"), "{cut:?}");
    assert_eq!((many.0.len(), &*many.0[45], many.1), (46, "more=10 entities", ""));
    let (_, true, name, fields, .., error) = next() else { panic!("{told:?}") };
    assert_eq!((&**name, &**error), ("ClientMessageSteer", ""));
    let sent = ["begin_anew=false", "input=1", "newest=Steer(stick=(1.0, 1.0), fire=true)"];
    assert!(fields[0].starts_with("received=Received(epoch=7, latest=1006, "), "{fields:?}");
    assert_eq!(fields[1..4], sent);
    let mut moves = 0;
    for (_, sent, name, ..) in rest {
        assert_eq!((*sent, &**name), (true, "ClientMessage.MOVE"));
        moves += 1;
    }
    assert!(moves > 1, "{told:?}");
}

/// A project without the add-on, whose editor would not know the messages.
fn games_without_the_addon_tell_nothing() {
    let scratch = Scratch::new("addon-none");
    project(&scratch);
    change(&scratch, |settings| settings.replace("\"res://addons/godot_var/plugin.cfg\", ", ""));
    assert_eq!(told(&scratch), []);
}

/// The engine that `wrapper` starts may be an argument of the loader of programs. Then the editor does not know how to start a game: this
/// makes it start the loader with the same arguments.
fn run_arguments(scratch: &Scratch) -> String {
    let script = "extends SceneTree\n\nfunc _init():\n\tprint(FileAccess.open(\"/proc/self/cmdline\", FileAccess.READ).get_buffer(65536).hex_encode())\n\tquit()\n";
    fs::write(scratch.path("cmdline.gd"), script).expect("written");
    let output = command(&GODOT4, scratch).arg("-s").arg(scratch.path("cmdline.gd")).output();
    let output = String::from_utf8(output.expect("the engine starts").stdout).expect("UTF-8");
    let hex = output.trim().lines().last().unwrap_or_default();
    let digits = (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16));
    let bytes = digits.collect::<Result<Vec<_>, _>>().expect("bytes");
    let line = String::from_utf8(bytes).expect("UTF-8");
    let words: Vec<&str> = line.split('\0').take_while(|word| *word != "--headless").collect();
    match words.as_slice() {
        [_, loaded @ ..] if !loaded.is_empty() => format!("loader {} %command%", loaded.join(" ")),
        _ => "%command%".to_owned(),
    }
}

/// Runs the editor with the plugin of the test, and returns what it has shown, by the name of each look at it.
fn shown(scratch: &Scratch) -> Vec<(String, Value)> {
    let arguments = run_arguments(scratch);
    change(scratch, |settings| {
        format!("{settings}\n[editor]\n\nrun/main_run_args=\"{arguments} --headless\"\n")
    });
    // The first start of an editor sometimes ends in a crash on a screen.
    let import = command(&GODOT4, scratch)
        .arg("--path")
        .arg(scratch.path("client"))
        .args(["--editor", "--quit"])
        .output()
        .expect("the editor starts");
    assert!(import.status.success(), "{}", String::from_utf8_lossy(&import.stderr));
    let output = Command::new("timeout")
        .arg(PATIENCE.as_secs().to_string())
        .args(["xvfb-run", "-a", "-s", "-screen 0 1600x900x24"])
        .arg(GODOT4.path())
        .args(["--editor", "--rendering-driver", "opengl3", "--audio-driver", "Dummy"])
        .args(["--resolution", "1600x900", "--path"])
        .arg(scratch.path("client"))
        .env("HOME", scratch.path(""))
        .env("GODOT_VAR", env!("CARGO_BIN_EXE_godot-var"))
        .env("LIBGL_ALWAYS_SOFTWARE", "1")
        .stdin(Stdio::null())
        .output()
        .expect("timeout runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    let told = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = errors.lines().chain(told.lines()).collect();
    let all = lines.join("\n");
    assert!(output.status.success(), "{}: {all}", output.status);
    let complaints = lines.iter().enumerate().filter(|(_, line)| {
        line.contains("SCRIPT ERROR") || line.contains("WARNING: Unknown message")
    });
    let complaints: Vec<_> =
        complaints.map(|(at, _)| lines[at..].iter().take(3).collect::<Vec<_>>()).collect();
    assert!(complaints.is_empty(), "{complaints:#?}");
    let shown = told.lines().filter_map(|line| line.strip_prefix("SHOWN "));
    shown.map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// A row of the list.
fn row(row: &Value) -> (Vec<&str>, bool) {
    let texts = row["texts"].as_array().expect("texts");
    (texts.iter().map(|text| text.as_str().expect("a text")).collect(), row["red"] == true)
}

/// The list with one message in full, the numbers of each type, filter, pause and clear; what a hostile game sends; the panel that generates.
fn the_editor_shows_messages() {
    let scratch = Scratch::new("addon-editor");
    project(&scratch);
    let shown = shown(&scratch);
    let names: Vec<&str> = shown.iter().map(|(name, _)| &**name).collect();
    let all = "empty playing selected|filter chat -hello|filter -clientmessage.move|choices|filter |paused|filter b]n|selected|hostile|cleared|default|\
               generated|opened|mistaken|missing";
    assert_eq!(names.join("|"), all.replacen(' ', "|", 2));
    let rows = |at: usize| shown[at].1["rows"].as_array().expect("rows").iter().map(row);
    let text = |at: usize, key: &str| shown[at].1[key].as_str().expect("a text");
    assert!(text(0, "hint").starts_with("Play the game: ") && text(1, "hint").is_empty());

    let playing: Vec<_> = rows(1).collect();
    let (first, red) = &playing[0];
    let len = chat().to_variant_bytes::<Godot4>().expect("bytes").len().to_string();
    let fields = "channel=\"all\", text=\"hello \\\"you\\\"\", at=5, tags=[]";
    assert_eq!((&first[1..], *red), (&["→", "ClientMessage.CHAT", fields, &len][..], false));
    assert!(first[0].parse::<f64>().is_ok_and(|seconds| seconds > 0.0), "{}", first[0]);
    // A message in a message is not another one.
    let names: Vec<String> = playing
        .iter()
        .take(18)
        .map(|(texts, red)| format!("{}{}{red}", texts[1], texts[2]))
        .collect();
    let expected = "→ClientMessage.CHATfalse ←ClientMessage.CHATfalse →ClientMessage.CHATfalse ←ClientMessage.CHATtrue ←ServerMessagetrue \
                    →PlayerStatetrue ←PlayerStatetrue →PlayerStatefalse ←PlayerStatefalse ←PlayerStatetrue \
                    →ServerMessage.SNAPSHOTfalse ←SnapshotThingfalse ←SnapshotThingfalse ←SnapshotThingtrue \
                    ←SnapshotThingtrue ←SnapshotThingfalse →ClientMessageSteerfalse →ClientMessage.MOVEfalse";
    assert_eq!(names.join(" "), expected);
    assert_eq!(playing[3].0[3], "ClientMessage.CHAT.text: expected String, got int");
    assert_eq!(playing[9].0[3..], ["PlayerState.vel at byte 20: the message ends here", "20"]);
    let changed = "entity 5=ROCKET, changed since the packet 4 before: fuel=0.25";
    assert!(playing[12].0[3].contains(changed), "{:?}", playing[12]);
    assert_eq!(playing[13].0[3], "entity 5 is in the packet twice");
    assert_eq!(shown[1].1["follows"], true);

    let types = shown[1].1["types"].as_array().expect("types");
    let number = |text: &Value| text.as_str().expect("a text").parse::<f64>().expect("a number");
    let of = |name: &str| types.iter().find(|row| row[0] == name).expect("a type").clone();
    let moves = of("→ ClientMessage.MOVE");
    assert!(number(&moves[1]) > 30.0 && number(&moves[2]) >= 1.0, "{moves}");
    // In the order of their bytes.
    assert_eq!(types[types.len() - 1][0], "← ServerMessage, 1 broken");
    let chats = (2 * len.parse::<u32>().expect("a number")).to_string();
    assert_eq!(
        of("→ ClientMessage.CHAT"),
        serde_json::json!(["→ ClientMessage.CHAT", "2", "0", chats, "0"])
    );
    assert_eq!(of("← PlayerState, 2 broken")[1], "3");
    assert_eq!(of("← SnapshotThing, 2 broken")[1], "5");
    assert!(text(1, "status").ends_with(",  7 broken"), "{}", text(1, "status"));

    let details = text(2, "text");
    for part in [
        "→ ClientMessage.CHAT  124 bytes, at ",
        "\nchannel = \"all\"\n",
        "\nat = 5\n",
        "\n00000000  1c 00 00 00",
    ] {
        assert!(details.contains(part), "{details}");
    }
    // In the first line, which is in sight.
    assert!(details.lines().next().is_some_and(|line| line.ends_with("  Copy the bytes")));
    // `inspect` reads the bytes as they are shown.
    let dump = details.split_once("\n\n").expect("the bytes").1;
    let read =
        Command::new(env!("CARGO_BIN_EXE_godot-var")).args(["inspect", "--json", dump]).output();
    let read = read.expect("it runs");
    assert!(
        read.status.success() && String::from_utf8_lossy(&read.stdout).contains("hello"),
        "{}",
        String::from_utf8_lossy(&read.stderr)
    );
    let filtered: Vec<_> = rows(3).map(|(texts, _)| texts[2]).collect();
    assert_eq!(filtered, ["ClientMessage.CHAT"]);
    assert_eq!(rows(4).count(), 17);
    let choices = serde_json::json!([
        [
            false,
            "ClientMessage.CHAT,ClientMessage.CHAT,ClientMessage.CHAT,ServerMessage.SNAPSHOT,SnapshotThing,SnapshotThing,SnapshotThing,SnapshotThing,SnapshotThing"
        ],
        [false, "ServerMessage,ClientMessageSteer"],
        [true, ""]
    ]);
    assert_eq!((&shown[5].1["names"], &shown[5].1["tab"]), (&choices, &serde_json::json!(2)));
    assert!(rows(6).count() > 40);
    assert_eq!(shown[7].1["before"], shown[7].1["still"]);

    // Of what the hostile game has sent, 12 are no messages, and 3 are, cut.
    let (texts, _) = rows(8).next_back().expect("a row");
    assert_eq!(texts[2..], ["[b]N[/b]   ", ", =, [url=x]a[/url]", "1"]);
    let details = text(9, "text");
    assert!(
        details.starts_with("→ [b]N[/b]     1 bytes, ") && details.contains("\n[url = x]a[/url]\n"),
        "{details}"
    );
    let hostile = &shown[10].1;
    let at_most = |key: &str, most: u64| {
        let number = hostile[key].as_u64().expect("a number");
        assert!(number <= most && number > most / 2, "{key}: {hostile}");
    };
    assert_eq!(hostile["odd"], 12);
    at_most("types", 201);
    at_most("entries", 4000);
    at_most("rows", 2000);
    // A thousand bytes, and the texts.
    at_most("longest", 6000);
    assert!(rows(11).next().is_none() && text(11, "status").starts_with("0 messages"));

    assert_eq!(text(12, "program"), "godot-var");
    let panel = |at: usize| (text(at, "status"), text(at, "output"), &shown[at].1["links"]);
    let output = "client/net/arena.gd is up to date\nclient/net/world.gd is up to date\nclient/addons/godot_var is up to date\n";
    assert_eq!(
        panel(13),
        ("Generated.", output, &serde_json::json!(["client/net/arena.gd", "client/net/world.gd"]))
    );
    assert_eq!(shown[13].1["running"], true);
    assert_eq!(text(14, "path"), "res://net/arena.gd");
    let (status, output, links) = panel(15);
    assert!(
        status.starts_with("Not generated") && output.starts_with("error: arena.rs:29:"),
        "{output}"
    );
    assert_eq!(*links, serde_json::json!(["arena.rs:29:13"]));
    let (status, output, _) = panel(16);
    assert!(status == "The program was not found." && output.contains("Godot Var → Program"));
}

/// The add-on has the form that the tools of GDScript give it.
fn scripts_are_formatted() {
    let scratch = Scratch::new("addon-form");
    project(&scratch);
    for tool in [&GDFORMAT, &GDLINT] {
        let mut command = Command::new(tool.path());
        if tool.path() == GDFORMAT.path() {
            command.arg("--check");
        }
        let files = fs::read_dir(scratch.path("client/addons/godot_var")).expect("a folder");
        let scripts = files.map(|file| file.expect("a file").path());
        command.args(scripts.filter(|path| path.extension().is_some_and(|it| it == "gd")));
        let output = command.output().expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
}

/// A release has the game, and no file of the add-on: neither as tokens nor as text, nor with the files of a filter.
fn exports_do_not_have_the_addon() {
    let scratch = Scratch::new("addon-export");
    let made = Command::new(env!("CARGO_BIN_EXE_godot-var"))
        .arg("new")
        .arg(scratch.path("game"))
        .output()
        .expect("it runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let client = scratch.path("game/client");
    for (mode, script) in [(2, "main.gdc"), (0, "main.gd")] {
        let preset = format!(
            "[preset.0]\n\nname=\"Linux\"\nplatform=\"Linux\"\nexport_filter=\"all_resources\"\ninclude_filter=\"*.cfg\"\n\
             script_export_mode={mode}\n\n[preset.0.options]\n\ntexture_format/s3tc_bptc=true\n"
        );
        fs::write(client.join("export_presets.cfg"), preset).expect("written");
        let pack = scratch.path("game.zip");
        let output = command(&GODOT4, &scratch)
            .arg("--path")
            .arg(&client)
            .args(["--export-pack", "Linux"])
            .arg(&pack)
            .output()
            .expect("the engine starts");
        let told = String::from_utf8_lossy(&output.stdout);
        // The names of files are readable in the archive.
        let bytes = fs::read(&pack).unwrap_or_else(|_| panic!("no pack: {told}"));
        let has = |name: &str| bytes.windows(name.len()).any(|part| part == name.as_bytes());
        assert!(has(script) && has("project.binary"), "{told}");
        assert!(!has("addons/godot_var"), "{told}");
    }
}

needs::tests! {
    needs GODOT4: games_tell_the_debugger, games_without_the_addon_tell_nothing, exports_do_not_have_the_addon;
    needs GODOT4 XVFB: the_editor_shows_messages;
    needs GDFORMAT GDLINT: scripts_are_formatted;
}
