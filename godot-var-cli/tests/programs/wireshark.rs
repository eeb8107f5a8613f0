//! Generated dissectors in `tshark`: their names and values equal what this crate decodes.

use crate::boundaries;
use godot_var::dialect::Generation;
use godot_var::values::ObjectId;
use godot_var::{
    Array, Dialect, Dictionary, FromVariantBytes, Godot3, Godot4, Limits, ToVariantBytes, Variant,
};
use godot_var_cli::lines;
use godot_var_codegen::flat::parse_text as parse_flat;
use godot_var_codegen::names::Names;
use godot_var_codegen::protocol::{Protocol, parse_text};
use godot_var_codegen::wireshark::{Options, generate, generate_flat};

pub(crate) mod capture;
pub(crate) mod captures;
pub(crate) mod datagrams;
pub(crate) mod expected;
pub(crate) mod flat;
pub(crate) mod flat_messages;
pub(crate) mod list;
pub(crate) mod lludp;
pub(crate) mod multiplayer;
pub(crate) mod notes;
#[path = "../../../tests/common/samples.rs"]
mod samples;

use crate::needs;
use capture::{Capture, TSHARK, fields, folder, tshark};
use expected::{assert_same, expected, shown};

/// A value's type, and its bytes in both dialects.
struct Case {
    class: String,
    godot3: Vec<u8>,
    godot4: Vec<u8>,
}

#[derive(Default)]
pub(crate) struct Cases(Vec<Case>);

impl Cases {
    pub(crate) fn add<T>(&mut self, class: &str, value: &T)
    where
        T: ToVariantBytes + for<'a> FromVariantBytes<'a>,
    {
        self.0.push(Case {
            class: class.to_owned(),
            godot3: value.to_variant_bytes::<Godot3>().expect("a value of Godot 3"),
            godot4: value.to_variant_bytes::<Godot4>().expect("a value of Godot 4"),
        });
    }

    pub(crate) fn read<T>(&mut self, class: &str, value: &T)
    where
        T: ToVariantBytes + for<'a> FromVariantBytes<'a>,
    {
        self.add(class, value);
    }
}

fn protocol(name: &str, text: &str) -> Protocol {
    parse_text(name, text).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

const PORT: u16 = 7777;

fn arena_dissector(folder: &std::path::Path) -> Protocol {
    let protocol = protocol("arena.rs", include_str!("../../../schemas/arena.rs"));
    let options = Options {
        port: Some(PORT),
        to_server: Some("ClientMessage".to_owned()),
        to_client: Some("ServerMessage".to_owned()),
        ..Options::new("arena")
    };
    let script = generate(&protocol, &options).expect("a dissector");
    std::fs::write(folder.join("arena.lua"), script).expect("a file");
    protocol
}

/// The messages of the arena and their directions.
fn arena_cases() -> Vec<Case> {
    let mut cases = Cases::default();
    samples::arena(&mut cases);
    cases.0.retain(|case| case.class.ends_with("Message"));
    cases.0
}

fn the_arena_over_udp_and_tcp() {
    let folder = folder("arena");
    let protocol = arena_dissector(&folder);
    let mut capture = Capture::default();
    let mut wanted = Vec::new();
    let cases = arena_cases();
    for case in &cases {
        for (spec, bytes) in [(&Godot4::SPEC, &case.godot4), (&Godot3::SPEC, &case.godot3)] {
            let (from, to) = if case.class == "ClientMessage" { (999, PORT) } else { (PORT, 999) };
            capture.udp(from, to, bytes);
            wanted.push(expected(&protocol, "arena", &case.class, spec, bytes));
        }
    }
    let pdml = tshark(&folder, &["arena.lua"], &capture, &["-T", "pdml"]);
    let packets = fields(&pdml, "arena.");
    assert_eq!(packets.len(), capture.len());
    for (packet, wanted) in packets.iter().zip(&wanted) {
        assert_same(&shown(packet, "arena"), wanted, "over UDP");
    }
    let names = tshark(&folder, &["arena.lua"], &capture, &["-T", "fields", "-e", "arena.message"]);
    assert!(
        names.starts_with("Join\nJoin\nMove\nMove\nChat\nChat\nLeave\nLeave\nWelcome\n"),
        "{names}"
    );
    let filter = ["-Y", "arena.player_state.health == -5 && arena.player_state.pos.y > 2.4"];
    let found = tshark(&folder, &["arena.lua"], &capture, &filter);
    assert!(found.lines().count() == 4 && found.contains("arena"), "{found}");

    // A stream that is cut inside messages: the fields are those of all messages.
    let mut stream = Vec::new();
    let mut wanted = Vec::new();
    for case in cases.iter().filter(|case| case.class == "ServerMessage") {
        stream.extend(u32::try_from(case.godot4.len()).expect("short").to_le_bytes());
        stream.extend(&case.godot4);
        wanted.extend(expected(&protocol, "arena", &case.class, &Godot4::SPEC, &case.godot4));
    }
    wanted.sort();
    for size in [1, 50, 333, 5000] {
        let mut capture = Capture::default();
        for (i, segment) in stream.chunks(size).enumerate() {
            let sequence = u32::try_from(i * size).expect("a short stream");
            capture.tcp(PORT, 999, sequence, segment);
        }
        let pdml = tshark(&folder, &["arena.lua"], &capture, &["-T", "pdml"]);
        let all: Vec<_> =
            fields(&pdml, "arena.").iter().flat_map(|packet| shown(packet, "arena")).collect();
        assert_same(&all, &wanted, &format!("over TCP in segments of {size}"));
    }
}

fn the_dissector_takes_what_rust_takes() {
    let folder = folder("boundaries");
    let mut wrong = Vec::new();
    let mut count = 0;
    for (schema, text) in [("both", boundaries::BOTH), ("newer", boundaries::NEWER)] {
        let script = generate(&protocol(schema, text), &Options::new(schema)).expect("a dissector");
        let file = format!("{schema}.lua");
        std::fs::write(folder.join(&file), script).expect("a file");
        for (spec, dialect) in [(&Godot4::SPEC, "Godot 4"), (&Godot3::SPEC, "Godot 3")] {
            let (mut capture, mut wanted) = (Capture::default(), Vec::new());
            for ty in boundaries::types() {
                if (schema == "newer") != ty.godot3.is_none() {
                    continue;
                }
                let reads = if spec == &Godot4::SPEC { Some(ty.godot4) } else { ty.godot3 };
                let Some(reads) = reads else { continue };
                for value in boundaries::values() {
                    // Values that Godot 3 does not have, and wide ones.
                    let Ok(bytes) = lines::encode(&ty.message(value.as_ref()), spec) else {
                        continue;
                    };
                    capture.udp(PORT, PORT, &bytes);
                    wanted.push((ty.name, reads(&bytes), value));
                }
            }
            if wanted.is_empty() {
                continue;
            }
            let (port, only) =
                (format!("{schema}.ports:{PORT}"), format!("{schema}.dialect:{dialect}"));
            let [message, likely] = ["message", "likely"].map(|field| format!("{schema}.{field}"));
            let columns = ["-T", "fields", "-e", &message, "-e", &likely];
            let arguments = [&["-o", &port, "-o", &only][..], &columns].concat();
            let names = tshark(&folder, &[&file], &capture, &arguments);
            assert_eq!(names.lines().count(), wanted.len());
            for (found, (name, reads, value)) in names.lines().zip(&wanted) {
                // A broken message has its likely name twice.
                if (found.strip_suffix('\t') == Some(name)) != *reads {
                    wrong.push(format!("{dialect}: {name} {reads} {found:?}: {value:?}"));
                }
            }
            count += wanted.len();
        }
    }
    assert!(count > 20_000, "{count}");
    let number = wrong.len();
    wrong.truncate(60);
    assert!(wrong.is_empty(), "{number} of {count}:\n{}", wrong.join("\n"));
}

fn every_form_of_a_message() {
    let folder = folder("every_form");
    let protocol = protocol("every_form.rs", include_str!("../../../schemas/every_form.rs"));
    let script = generate(&protocol, &Options::new("every_form")).expect("a dissector");
    std::fs::write(folder.join("every_form.lua"), script).expect("a file");
    let mut cases = Cases::default();
    samples::every_form(&mut cases);
    // A GDScript class has another name if the engine has a type with the same name.
    for case in &mut cases.0 {
        if let Some(name) = case.class.strip_suffix("Message").filter(|name| !name.is_empty()) {
            case.class = name.to_owned();
        }
    }
    let mut classes: Vec<_> = cases.0.iter().map(|case| case.class.clone()).collect();
    classes.dedup();
    let mut count = 0;
    for class in classes {
        let mut capture = Capture::default();
        let mut wanted = Vec::new();
        for case in cases.0.iter().filter(|case| case.class == class) {
            for (spec, dialect, bytes) in
                [(&Godot4::SPEC, "Godot 4", &case.godot4), (&Godot3::SPEC, "Godot 3", &case.godot3)]
            {
                capture.udp(999, PORT, bytes);
                wanted.push((dialect, expected(&protocol, "every_form", &class, spec, bytes)));
            }
        }
        let arguments = [
            "-o",
            "every_form.ports:7777",
            "-o",
            &format!("every_form.to_server:{class}"),
            "-T",
            "pdml",
        ];
        let pdml = tshark(&folder, &["every_form.lua"], &capture, &arguments);
        let packets = fields(&pdml, "every_form.");
        assert_eq!(packets.len(), wanted.len());
        for (packet, (dialect, wanted)) in packets.iter().zip(&wanted) {
            assert_same(&shown(packet, "every_form"), wanted, &format!("{class} in {dialect}"));
            count += wanted.len();
        }
    }
    assert!(count > 300, "only {count} fields");
}

fn the_command_writes_checks_and_refuses() {
    let folder = folder("command");
    let schema = concat!(env!("CARGO_MANIFEST_DIR"), "/../schemas/arena.rs");
    let run = |more: &[&str]| {
        std::process::Command::new(env!("CARGO_BIN_EXE_godot-var"))
            .args(["generate", "wireshark", schema, "--output"])
            .args(more)
            .output()
            .expect("the program runs")
    };
    let file = folder.join("other.lua");
    drop(std::fs::remove_file(&file));
    let (file, folder) = (file.to_str().expect("UTF-8"), folder.to_str().expect("UTF-8"));
    let missing = run(&[file, "--check"]);
    assert!(!missing.status.success());
    assert_eq!(String::from_utf8_lossy(&missing.stdout), format!("{file}: missing\n"));
    assert!(run(&[file, "--port", "7777"]).status.success());
    assert!(run(&[file, "--port", "7777", "--check"]).status.success());
    assert!(!run(&[file, "--port", "7778", "--check"]).status.success(), "it is stale");
    assert!(run(&[folder]).status.success());
    let script = std::fs::read_to_string(format!("{folder}/arena.lua")).expect("a script");
    assert!(script.contains("ports = \"\"") && script.contains("name = \"arena\""));
    let template = concat!(env!("CARGO_MANIFEST_DIR"), "/../schemas/every_type.msg");
    let written = std::process::Command::new(env!("CARGO_BIN_EXE_godot-var"))
        .args(["generate", "wireshark", template, "-o", folder, "--port", "12035"])
        .status();
    assert!(written.expect("the program runs").success());
    let script = std::fs::read_to_string(format!("{folder}/lludp.lua")).expect("a script");
    assert!(script.contains("of `every_type.msg`.") && script.contains("ports = \"12035\""));
    assert!(run(&[folder, "--godot", "3"]).status.success());
    let script = std::fs::read_to_string(format!("{folder}/arena.lua")).expect("a script");
    assert!(script.contains("\tdialect = 3,\n"));
    let refused = run(&[folder, "--to-server", "Nobody"]);
    assert_eq!(
        String::from_utf8_lossy(&refused.stderr),
        "error: `to-server`: the schema has no type `Nobody`\n"
    );
}

/// An Array of Godot 3 has the number of a Projection of Godot 4, and a `PackedByteArray` that of a Color.
fn the_engine_that_is_named_decides() {
    let folder = folder("engine");
    let schema =
        protocol("unlike.rs", "use godot_var::GodotVar;\n#[derive(GodotVar)] struct No(bool);");
    let ints: Vec<Variant> = (0..15).map(Variant::from).collect();
    let of_godot3 = Variant::Array(Array::new(ints)).to_variant_bytes::<Godot3>().expect("a value");
    let of_godot4 = Variant::Color(godot_var::Color::new(0.0, 1.0, 1.0, 1.0));
    let of_godot4 = of_godot4.to_variant_bytes::<Godot4>().expect("a value");
    for (engine, bytes, name, other) in [
        (Generation::Godot3, &of_godot3, "Variant Array", "Projection"),
        (Generation::Godot4, &of_godot4, "Variant Color", "PackedByteArray"),
    ] {
        let options = Options { port: Some(PORT), engine: Some(engine), ..Options::new("unlike") };
        let script = generate(&schema, &options).expect("a dissector");
        std::fs::write(folder.join("unlike.lua"), script).expect("a file");
        let mut capture = Capture::default();
        capture.udp(999, PORT, bytes);
        let shown = tshark(&folder, &["unlike.lua"], &capture, &["-V"]);
        assert!(shown.contains(name) && !shown.contains(other), "{engine:?}: {shown}");
    }
    // The bytes of Godot 3 are whole ones of the other engine, too.
    let (value, _) =
        lines::decode(&of_godot3, &Godot4::SPEC, Limits::NONE).expect("a Projection, and more");
    assert!(matches!(value, Variant::Projection(_)), "{value:?}");
}

/// Calls `each` with every copy of a value in which one value, or one of those inside it, is another.
fn spoil(value: &Variant, each: &mut dyn FnMut(Variant)) {
    for other in [
        Variant::Nil,
        Variant::Int(300),
        Variant::Int(-70_000),
        Variant::Int(i64::MAX),
        Variant::Float(1.5),
        Variant::Float(-0.25),
        Variant::from("?"),
        Variant::from("grün"),
        Variant::from(vec![0_u8, 200]),
        Variant::PackedInt64Array(vec![7, -1]),
        Variant::PackedFloat64Array(vec![0.5, 0.25]),
        Variant::ObjectId(ObjectId(7)),
        Variant::Array(Array::default()),
    ] {
        each(other);
    }
    match value {
        Variant::Array(array) => {
            for (index, element) in array.elements.iter().enumerate() {
                spoil(element, &mut |other| {
                    let mut array = array.clone();
                    array.elements[index] = other;
                    each(Variant::Array(array));
                });
            }
        }
        Variant::Dictionary(dictionary) => {
            for (index, (_, value)) in dictionary.entries.iter().enumerate() {
                spoil(value, &mut |other| {
                    let mut dictionary = dictionary.clone();
                    dictionary.entries[index].1 = other;
                    each(Variant::Dictionary(dictionary));
                });
            }
        }
        _ => {}
    }
}

fn broken_messages_are_explained_as_by_inspect() {
    let folder = folder("broken");
    let mut every_form = Cases::default();
    samples::every_form(&mut every_form);
    let arena = include_str!("../../../schemas/arena.rs");
    let forms = include_str!("../../../schemas/every_form.rs");
    for (schema, text, cases) in
        [("arena", arena, arena_cases()), ("every_form", forms, every_form.0)]
    {
        let parsed = protocol(&format!("{schema}.rs"), text);
        let options = Options { port: Some(PORT), ..Options::new(schema) };
        let script = generate(&parsed, &options).expect("a dissector");
        let file = format!("{schema}.lua");
        std::fs::write(folder.join(&file), script).expect("a file");
        let names = Names::new(parsed, &[]).expect("all types");
        let (mut capture, mut wanted) = (Capture::default(), Vec::new());
        for case in cases {
            let value = Variant::from_variant_bytes::<Godot4>(&case.godot4).expect("a value");
            spoil(&value, &mut |broken| {
                capture.udp(999, PORT, &broken.to_variant_bytes::<Godot4>().expect("a value"));
                wanted.push(match names.name(&broken) {
                    Ok(_) => (String::new(), String::new()),
                    Err(misfit) if misfit.message.starts_with("no type of the schema fits") => {
                        (String::new(), String::new())
                    }
                    Err(misfit) => (misfit.likely.unwrap_or_default(), misfit.message),
                });
            });
        }
        let (only, likely) = (format!("{schema}.dialect:Godot 4"), format!("{schema}.likely"));
        let arguments = ["-o", &only, "-T", "fields", "-e", &likely, "-e", "_ws.expert.message"];
        let shown = tshark(&folder, &[&file], &capture, &arguments);
        assert_eq!(shown.lines().count(), wanted.len());
        let mut wrong = Vec::new();
        for (line, (likely, message)) in shown.lines().zip(&wanted) {
            let (name, found) = line.split_once('\t').expect("two fields");
            let own = likely.rsplit("::").next().unwrap_or_default();
            if (name, found) != (own, message) {
                wrong.push(format!("{name} | {found}\n    {likely} | {message}"));
            }
        }
        let explained = wanted.iter().filter(|(_, message)| !message.is_empty()).count();
        assert!(wrong.is_empty(), "{} of {explained}:\n{}", wrong.len(), wrong.join("\n"));
        assert!(explained > 80, "{explained}");
    }
}

/// Cut, modified and hostile packets together, over both transports.
fn no_packet_is_an_error_of_lua() {
    let folder = folder("malformed");
    arena_dissector(&folder);
    let mut capture = Capture::default();
    let mut sequence = 0;
    let mut send = |bytes: &[u8]| {
        capture.udp(999, PORT, bytes);
        capture.tcp(999, PORT, sequence, bytes);
        sequence += u32::try_from(bytes.len()).expect("short");
    };
    let mut random = 1_u32;
    for case in arena_cases() {
        for bytes in [&case.godot4, &case.godot3] {
            for end in (0..bytes.len()).step_by(3) {
                send(&bytes[..end]);
            }
            for _ in 0..40 {
                let mut spoilt = bytes.clone();
                for _ in 0..3 {
                    random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let at = (random >> 8) as usize % spoilt.len();
                    spoilt[at] = [0, 1, 28, 0x7F, 0xFF, (random >> 24) as u8][at % 6];
                }
                send(&spoilt);
            }
        }
    }
    let mut deep = Vec::new();
    for _ in 0..3000 {
        deep.extend([28, 0, 0, 0, 1, 0, 0, 0]);
    }
    send(&deep);
    // Every type without content, and with counts that are too large.
    for id in 0..=40 {
        for flags in [0, 1, 2, 3, 15] {
            send(&[id, 0, flags, 0]);
            send(&[id, 0, flags, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0]);
            send(&[id, 0, flags, 0, 0xFF, 0xFF, 0xFF, 0x7F]);
            send(&[id, 0, flags, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        }
    }
    send(&[0xFF; 64]);
    let many: Vec<u8> = [28, 0, 0, 0, 0, 0x40, 0, 0].into_iter().chain(vec![0; 60_000]).collect();
    send(&many);
    // Over TCP, an empty message has a length alone.
    for port in 1000..1003 {
        capture.tcp(port, PORT, 0, &[0; 4]);
        capture.tcp(port, PORT, 4, &[4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    }
    let shown = tshark(&folder, &["arena.lua"], &capture, &["-V"]);
    assert!(shown.contains("Malformed Variant") && shown.contains("inside each other"));
    assert!(
        shown.contains("arena.rs), Leave") && shown.contains("Variant Nil"),
        "the good ones are read"
    );
}

/// A hundred nested values whose variants differ only after the inner value. A dissector whose work doubles with each level would not
/// finish.
fn untagged_enums_take_time_for_each_level_once() {
    let folder = folder("untagged");
    let text = "use godot_var::GodotVar;
        #[derive(GodotVar)]
        #[godot_var(untagged)]
        enum Expr {
            Name(String),
            Number(f64),
            Both { left: Box<Expr>, right: Box<Expr> },
            Ints { left: Box<Expr>, rest: Vec<i32> },
            Floats { left: Box<Expr>, rest: Vec<f32> },
            Neg { left: Box<Expr> },
        }";
    let script = generate(&protocol("expr.rs", text), &Options::new("expr")).expect("a dissector");
    std::fs::write(folder.join("expr.lua"), script).expect("a file");
    let mut capture = Capture::default();
    let rest = Variant::Array(Array::new(vec![Variant::Float(1.5)]));
    let mut wanted = String::new();
    for (end, fits) in [(Variant::Bool(true), false), (Variant::String("x".to_owned()), true)] {
        for (more, name) in [(None, "Neg"), (Some(&rest), "Floats")] {
            // The maximum depth that a dissector shows.
            let value = (0..60).fold(end.clone(), |inner, _| {
                let mut pairs = Dictionary::new();
                pairs.insert("left", inner);
                if let Some(rest) = more {
                    pairs.insert("rest", rest.clone());
                }
                Variant::Dictionary(pairs)
            });
            capture.udp(999, PORT, &value.to_variant_bytes::<Godot4>().expect("a value"));
            // No variant has the value at the bottom.
            let columns = if fits { [name, ""] } else { ["Expr", "Expr"] };
            wanted.push_str(&columns.join("\t"));
            wanted.push('\n');
        }
    }
    let fields = ["-T", "fields", "-e", "expr.message", "-e", "expr.likely"];
    let arguments = [&["-o", "expr.ports:7777"][..], &fields].concat();
    let (done, shown) = std::sync::mpsc::channel();
    std::thread::spawn(move || done.send(tshark(&folder, &["expr.lua"], &capture, &arguments)));
    let shown = shown.recv_timeout(std::time::Duration::from_secs(60)).expect("it ends");
    assert_eq!(shown, wanted);
}

/// Twenty messages of 65,536 elements without bytes in a segment of 160 bytes: `tshark` ends with a tree of a million items.
/// The second frame and the second pass over the first have the same room again.
fn a_frame_has_one_limit_for_all_its_messages() {
    let folder = folder("frame-limit");
    let text = "use godot_var::GodotFlat;
        #[derive(GodotFlat)]
        enum Message { #[flat(id = 3)] Many { rows: Vec<Empty> } }
        #[derive(GodotFlat)]
        struct Empty {}";
    let schema = parse_flat("rows.rs", text).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let options = Options { port: Some(PORT), ..Options::new("rows") };
    let script = generate_flat(&schema, &options).expect("a dissector");
    std::fs::write(folder.join("rows.lua"), script).expect("a file");
    let segment = [4, 0, 0, 0, 3, 0x80, 0x80, 4].repeat(20);
    let mut capture = Capture::default();
    capture.tcp(999, PORT, 0, &segment);
    capture.tcp(999, PORT, 160, &segment);
    let shown = tshark(&folder, &["rows.lua"], &capture, &["-2", "-V"]);
    let count = |text: &str| shown.lines().filter(|line| line.contains(text)).count();
    assert_eq!(count("rows: 65536 elements"), 2);
    assert_eq!(count("[65535]: Empty"), 2);
    assert_eq!(count("Line: [not shown: at most 100000 values in a frame]"), 2 * 19);
}

needs::tests! {
    needs TSHARK: a_frame_has_one_limit_for_all_its_messages, untagged_enums_take_time_for_each_level_once, the_engine_that_is_named_decides, the_arena_over_udp_and_tcp, the_dissector_takes_what_rust_takes, every_form_of_a_message,  no_packet_is_an_error_of_lua, broken_messages_are_explained_as_by_inspect;
    needs nothing: the_command_writes_checks_and_refuses;
}
