//! Generated structs for Unity, in mono: they read and refuse what Rust does, and write the same bytes.

use std::fs;
use std::path::Path;
use std::process::Command;

use godot_var::litenet::{
    EraSpec, FromLiteNetBytes as _, LiteNet2018, LiteNetHead, Rest, ToLiteNetBytes as _,
};
use godot_var_codegen::language::csharp::{CSharp, Engine};
use godot_var_codegen::litenet::{self, Body};
use godot_var_fuzz::foreign::{self, Random, Type};
use serde_json::Value as Json;

use crate::languages::{Case, Judge, cases, named, read_answers, reduced, run, write_rows};
use crate::needs::{self, MCS, MONO};
use crate::programs::engine::Scratch;
use crate::random::spoil;

#[path = "../../../schemas/lite_net_lib_manager/mod.rs"]
#[allow(dead_code, reason = "the whole schema")]
mod lite_net_lib_manager;
use lite_net_lib_manager::{head, y2018};

/// In July 2018 readers replace bytes that are no text. Rust does not, if the field borrows its text.
const NO_TEXT: &str = "expected UTF-8";

fn language() -> CSharp {
    CSharp { namespace: Some("Generated".to_owned()), ..CSharp::new(Engine::Unity) }
}

/// Compiles structs with the driver, passes it messages, and compares its answers with Rust's.
///
/// `calls` are cases of a `switch` over the names of types, which read a message and set what writes it again.
fn try_structs(test: &str, structs: &str, era: EraSpec, calls: &str, cases: &[Case<'_>]) {
    let reader = format!(
        "using Generated;\nusing LiteNetLib.Utils;\nstatic class Types {{\n\
         public static readonly bool IsHead = {};\n\
         public static System.Action<NetDataWriter> Read(string type, NetDataReader reader) {{\n\
         System.Action<NetDataWriter> write;\n\
         switch (type) {{\n{calls}default: throw new System.ArgumentException(type);\n}} return write; }} }}\n",
        era == EraSpec::Head
    );
    let scratch = Scratch::new(test);
    let [file, types, program, rows, answers] =
        ["Generated.cs", "Types.cs", "driver.exe", "rows", "answers"]
            .map(|name| scratch.path(name));
    fs::write(&file, structs).expect("a file");
    fs::write(&types, reader).expect("a file");
    let drivers = Path::new("tests/programs/drivers");
    run(Command::new(MCS.path())
        .args(["-langversion:7.2", "-warn:4", "-warnaserror"])
        .arg(format!("-out:{}", program.display()))
        .args([&file, &types])
        .args(["LiteNetDriver.cs", "LiteNetLib.cs"].map(|name| drivers.join(name))));
    write_rows(&rows, cases);
    run(Command::new(MONO.path()).args([&program, &rows, &answers]));
    let judge = Judge {
        language: "C#",
        not_held: &[],
        not_known: if era == EraSpec::Y2018 { vec![NO_TEXT] } else { Vec::new() },
        variants: None,
        keeps_nan: true,
        is_same: |own: &[u8], found: &[u8]| own == found,
    };
    let [read, refused] = judge.compare(cases, read_answers(&answers, cases));
    println!("{read} messages are read, {refused} refused");
    assert!(read > 1000 && refused > 1000, "too few");
}

fn try_generated(test: &str, (source, types): (&str, Vec<Type>), era: EraSpec) {
    let parse = |text: &str| litenet::parse("types.rs", |_| Ok(text.to_owned()));
    let (structs, refused) = reduced(source, |text| {
        language().generate_litenet(&parse(text).expect("a schema"), "types", era)
    });
    let schema = parse(source).expect("a schema");
    let found = named(&types, &refused, 60, |ty| {
        let name = ty.name;
        let has = |kind| {
            ["\n", " : "].iter().any(|end| structs.contains(&format!("public {kind} {name}{end}")))
        };
        ["struct", "sealed class", "abstract class"].into_iter().any(has).then(|| name.to_owned())
    });
    let call = |(ty, name): &(&Type, String)| match schema.get(ty.name).expect("this type").body {
        Body::Record { msg_type, .. } => {
            let number = msg_type.map_or("null".to_owned(), |_| format!("{name}.MsgType"));
            format!(
                "case \"{name}\": {{ Driver.Number(reader, {number}); var read = new {name}(); read.Deserialize(reader); \
                 write = writer => {{ Driver.Put(writer, {number}); read.Serialize(writer); }}; break; }}\n"
            )
        }
        Body::Enumeration { .. } => {
            format!("case \"{name}\": {{ write = {name}.Deserialize(reader).Serialize; break; }}\n")
        }
    };
    let calls: String = found.iter().map(call).collect();
    try_structs(test, &structs, era, &calls, &cases(&found, None));
}

fn messages_of_2018() {
    try_generated("litenet-2018", foreign::litenet2018(), EraSpec::Y2018);
}

fn messages_of_today() {
    try_generated("litenet-head", foreign::litenet_head(), EraSpec::Head);
}

/// A message of LiteNetLibManager itself. Parts of the game's types are bytes.
macro_rules! message {
    ($name:literal, $ty:ty, $era:ty) => {
        Type {
            name: $name,
            exact: true,
            plain: true,
            single: true,
            sample: |_| Vec::new(),
            again: |bytes| {
                let read = <$ty>::from_litenet_bytes::<$era>(bytes)?;
                Ok(read.to_litenet_bytes::<$era>())
            },
            has_nan: |_| false,
        }
    };
}

/// How many copies of a recorded message have other bytes.
const CHANGES: usize = 30;

fn try_recorded(test: &str, types: &[Type; 2], name: &str, era: EraSpec) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |file: &str| {
        let path = root.join("schemas/lite_net_lib_manager").join(file);
        fs::read_to_string(path).map_err(|error| error.to_string())
    };
    let schema = litenet::parse("mod.rs", read).expect("a schema");
    let structs = language().generate_litenet(&schema, "mod", EraSpec::Head).expect("C#");
    let vectors = fs::read_to_string(root.join("tests/vectors/litenetlib.jsonl")).expect("a file");
    let (mut random, mut cases) = (Random(1), Vec::new());
    for line in vectors.lines() {
        let vector: Json = serde_json::from_str(line).expect("JSON");
        let text = |key: &str| vector[key].as_str().expect("a text");
        let Some(kind) = text("kind").strip_prefix("message:") else { continue };
        if text("era") != name {
            continue;
        }
        let is_of_client = kind.ends_with("(client)") || kind.starts_with("Client");
        let ty = &types[usize::from(!is_of_client)];
        let bytes = hex::decode(text("hex")).expect("bytes");
        assert_eq!((ty.again)(&bytes), Ok(Ok(bytes.clone())), "{vector}");
        let case = |bytes| Case { ty, name: ty.name.to_owned(), bytes };
        for _ in 0..CHANGES {
            let mut other = bytes.clone();
            spoil(&mut random, &mut other);
            cases.push(case(other));
        }
        cases.extend((0..bytes.len()).map(|len| case(bytes[..len].to_vec())));
        cases.push(case(bytes));
    }
    // Runtimes of .NET differ in how many U+FFFD they write for bytes that are no text.
    cases.retain(|case| match (case.ty.again)(&case.bytes) {
        Ok(Ok(own)) => !own.windows(3).any(|part| part == "\u{fffd}".as_bytes()),
        _ => true,
    });
    let module = if era == EraSpec::Head { "Head" } else { "Y2018" };
    let call = |ty: &Type| {
        format!(
            "case \"{}\": write = Generated.{module}.{}<Rest>.Deserialize(reader).Serialize; break;\n",
            ty.name, ty.name
        )
    };
    let calls: String = types.iter().map(call).collect();
    try_structs(test, &structs, era, &calls, &cases);
}

fn recorded_messages_of_2018() {
    let types = [
        message!("ClientMessage", y2018::ClientMessage<Rest<'_>>, LiteNet2018),
        message!("ServerMessage", y2018::ServerMessage<Rest<'_>>, LiteNet2018),
    ];
    try_recorded("litenet-recorded-2018", &types, "2018-07", EraSpec::Y2018);
}

fn recorded_messages_of_today() {
    let types = [
        message!("ClientMessage", head::ClientMessage<Rest<'_>>, LiteNetHead),
        message!("ServerMessage", head::ServerMessage<Rest<'_>>, LiteNetHead),
    ];
    try_recorded("litenet-recorded-head", &types, "head", EraSpec::Head);
}

needs::tests! {
    needs MCS MONO: messages_of_2018, messages_of_today, recorded_messages_of_2018, recorded_messages_of_today;
}
