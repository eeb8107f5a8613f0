//! Variants and flat messages of one schema: in one capture, in packets of the multiplayer, in `dev`.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

const SCHEMA: &str = "use godot_var::snapshot::SnapshotState;
use godot_var::{GodotFlat, GodotVar};

#[derive(GodotVar)]
#[godot_var(array, id)]
enum ToServer {
    #[godot_var(id = 1)]
    Say { text: String },
}

#[derive(GodotFlat)]
enum Fast {
    #[flat(id = 128)]
    Snapshot { bodies: Vec<Body> },
    #[flat(id = 129, flags)]
    Hit { #[flat(bits = 4)] health: u8 },
}

#[derive(GodotFlat)]
struct Body {
    #[flat(varint)]
    id: u32,
}

#[derive(Clone, GodotFlat, SnapshotState)]
#[flat(delta)]
#[snapshot(input = ())]
struct Ball { height: u8 }
";

/// `[1, \"hi\"]`.
const SAY: &str = "1c00000002000000020000000100000004000000020000006869 0000";

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, schema: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("mixed-{name}"));
        drop(fs::remove_dir_all(&folder));
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("game.rs"), schema).expect("a file");
        Self(folder)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_godot-var"));
        command.args(arguments).current_dir(&self.0).output().expect("the program runs")
    }

    /// What `inspect` prints of some packets in hex.
    fn inspect(&self, options: &[&str], packets: &[&str]) -> String {
        fs::write(self.0.join("packets"), packets.join("\n")).expect("a file");
        let start = ["inspect", "--no-settings", "--schema", "game.rs", "--lines", "packets"];
        let output = self.run(&[&start[..], options].concat());
        let told = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(!told.contains("warning"), "{told}");
        String::from_utf8(output.stdout).expect("UTF-8")
    }
}

#[test]
fn both_kinds_are_named() {
    let folder = Folder::new("named", SCHEMA);
    let packets = [SAY, "80020507", "8103", "81", "0700", "ff"];
    let lines = folder.inspect(&["--json"], &packets);
    for (line, parts) in lines.lines().zip([
        &[r#""message":"ToServer::Say","fields":{"text":"hi"}"#][..],
        &[r#""message":"Fast::Snapshot","wire":"flat","fields":{"bodies":[{"id":5},{"id":7}]}"#],
        &[r#""message":"Fast::Hit","wire":"flat","fields":{"health":3}"#],
        // It is most like the flat message with this number.
        &[r#""error":{"#, r#""likely":"Fast::Hit""#],
        &[r#""error":{"#],
        &[r#""error":{"#],
    ]) {
        assert!(parts.iter().all(|part| line.contains(part)), "{line}: {parts:?}");
    }
    assert_eq!(lines.lines().count(), packets.len(), "{lines}");
    let dump = folder.inspect(&[], &["8103"]);
    assert!(dump.contains("Fast::Hit, a flat message\n"), "{dump}");
    // A selected type leaves the other kind out.
    let of_variants = folder.inspect(&["--json", "--type", "ToServer"], &["8103"]);
    assert!(of_variants.contains("\"error\""), "{of_variants}");
    let of_flat = folder.inspect(&["--json", "--type", "Fast"], &["8103", SAY]);
    let of_flat: Vec<_> = of_flat.lines().collect();
    assert!(of_flat[0].contains("Fast::Hit") && of_flat[1].contains("\"error\""), "{of_flat:?}");
    // A direction does not: its Variants are of this type.
    let server = ["--json", "--to-server", "ToServer"];
    assert!(folder.inspect(&server, &["8103"]).contains("Fast::Hit"));
    let selected =
        folder.inspect(&["--json", "--message", "Hit", "--where", "health > 2"], &packets);
    assert_eq!(selected.matches("\"fields\"").count(), 1, "{selected}");
}

/// A Variant that differs from the schema is no flat message, though its bytes may begin like one.
#[test]
fn a_variant_that_differs_is_broken() {
    let folder = Folder::new("broken", SCHEMA);
    // [1, 5]
    let differs = "1c0000000200000002000000010000000200000005000000";
    let line = folder.inspect(&["--json"], &[differs]);
    assert!(line.contains(r#""likely":"ToServer::Say""#) && !line.contains("flat"), "{line}");
}

#[test]
fn both_kinds_are_encoded() {
    let folder = Folder::new("encoded", SCHEMA);
    for (message, bytes) in [
        (r#"{"message":"Say","fields":{"text":"hi"}}"#, &*SAY.replace(' ', "")),
        (r#"{"message":"Hit","fields":{"health":3}}"#, "8103"),
    ] {
        fs::write(folder.0.join("line"), message).expect("a file");
        let output = folder.run(&["encode", "--no-settings", "--schema", "game.rs", "line"]);
        let written = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(written.contains(bytes), "{written} {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// What `send_bytes` and `send_auth` send may be a message of the schema.
#[test]
fn packets_of_the_multiplayer_have_messages() {
    let raw = |bytes: &str| format!("03{bytes}");
    // The packet: epoch, sequence, tick, input, lead, and the entity 5 with its whole state.
    let snapshot = raw("07e80314050001014005020a");
    let [hit, say, none] = [raw("8103"), raw(SAY), raw("ffee")];
    let auth = format!("0700{}", "8103");
    let multiplayer = ["--wire", "multiplayer"];
    let folder = Folder::new("multiplayer", SCHEMA);
    let json = [&multiplayer[..], &["--json"]].concat();
    let lines = folder.inspect(&json, &[&snapshot, &hit, &say, &auth, &none]);
    let lines: Vec<_> = lines.lines().collect();
    for (line, part) in lines.iter().zip([
        r#""message":"snapshot::SnapshotBall","#,
        r#""message":"Fast::Hit","value":{"command":"raw","bytes":"8103"},"fields":{"health":3}"#,
        r#""message":"ToServer::Say","#,
        r#""message":"Fast::Hit","value":{"command":"auth","bytes":"8103"},"fields":{"health":3}"#,
        r#""message":"raw","value":{"command":"raw","bytes":"ffee"},"used"#,
    ]) {
        assert!(line.contains(part), "{line}: {part}");
    }
    assert!(lines[0].contains(r#""height":10"#), "{}", lines[0]);
    let dump = folder.inspect(&multiplayer, &[&hit]);
    assert!(dump.contains("Fast::Hit, from byte 1:\n00000000  81 "), "{dump}");
    // They are found by their names, and by the command.
    for (word, count) in [("Hit", 2), ("raw", 4), ("auth", 1)] {
        let options = [&json[..], &["--message", word]].concat();
        let found = folder.inspect(&options, &[&snapshot, &hit, &say, &auth, &none]);
        assert_eq!(found.lines().count(), count, "{word}: {found}");
    }
    let options = [&json[..], &["--where", "fields.health == 3"]].concat();
    assert_eq!(folder.inspect(&options, &[&snapshot, &hit, &none]).lines().count(), 1);

    // Flat messages alone are enough.
    let (_, flat) = SCHEMA.split_once("#[derive(GodotFlat)]\nenum").expect("flat messages");
    let uses = "use godot_var::{GodotFlat, snapshot::SnapshotState};\n#[derive(GodotFlat)]\nenum";
    let folder = Folder::new("multiplayer-flat", &format!("{uses}{flat}"));
    assert!(folder.inspect(&json, &[&hit]).contains("Fast::Hit"));
    // Nothing is not.
    let folder = Folder::new("multiplayer-nothing", "struct Nothing;");
    let output = folder.run(&["inspect", "--wire", "multiplayer", "--schema", "game.rs", "0300"]);
    let error = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(error.contains("no type of the schema derives"), "{error}");
}

/// A file is read for each direction, and its warnings are printed once.
#[test]
fn warnings_come_once() {
    let schema = format!("{SCHEMA}some_macro!();\n");
    let folder = Folder::new("warnings", &schema);
    let settings = "schemas = [\"game.rs\"]\n[dev]\naddress = \"udp://127.0.0.1:0\"\nto-server = \"ToServer\"\nto-client = \"Fast\"\n";
    fs::write(folder.0.join("godot-var.toml"), settings).expect("a file");
    let listen =
        ["listen", "udp://127.0.0.1:0", "--time", "0.1", "--to-server", "ToServer", "--to-client"];
    for command in [&["inspect", "8103"][..], &[&listen[..], &["Fast"]].concat()] {
        let told = String::from_utf8(folder.run(command).stderr).expect("UTF-8");
        assert_eq!(told.matches("warning").count(), 1, "{told}");
        assert!(told.contains("`some_macro!` is not expanded"), "{told}");
    }
}
