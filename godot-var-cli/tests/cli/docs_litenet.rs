//! Pages about messages of LiteNetLibManager: examples and tables compared with compiled types and bytes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use godot_var::litenet::{
    Era as Wire, EraSpec, FromLiteNetBytes, LiteNet2018, LiteNetHead, ToLiteNetBytes,
};
use godot_var_cli::{Wire as _, litenet::Side};
use godot_var_codegen::docs::{self, Example, Page, Section};
use godot_var_codegen::litenet::{self as schema, Schema};

use crate::lite_net_lib_manager::{head, y2018};

mod forms {
    //! What those messages have none of.

    use std::net::SocketAddr;

    use godot_var::litenet::{
        Color, EulerAngles, Guid, Half, LengthPrefixed, LiteNetMessage, Packed, Zigzag,
    };
    use godot_var::math::Vector2i;
    use godot_var::{Vector2, Vector3};

    /// Tells more by its members.
    #[derive(Clone, Debug, PartialEq, LiteNetMessage)]
    pub(crate) enum Kind {
        #[litenet(id = 7)]
        Short,
        Long {
            by: i16,
        },
    }

    #[derive(Clone, Debug, PartialEq, LiteNetMessage)]
    #[litenet(msg_type = 300)]
    pub(crate) struct Forms {
        kind: Kind,
        long: bool,
        #[litenet(if = "long && kind != Short")]
        never: Option<u64>,
        #[litenet(if = "!long || kind == Short")]
        there: Option<Vector2>,
        optional: Option<i8>,
        #[litenet(len = "i32")]
        text: String,
        #[litenet(len = "packed", packed)]
        numbers: Vec<u32>,
        bytes: Vec<u8>,
        pairs: Vec<(u16, Packed<u64>)>,
        cells: [Vector2i; 2],
        color: Color,
        half: Half,
        guid: Guid,
        address: SocketAddr,
        inner: LengthPrefixed<Pair<Zigzag<i16>>>,
        doubles: (f64, f32),
    }

    #[derive(Clone, Debug, PartialEq, LiteNetMessage)]
    pub(crate) struct Pair<T>(T, T, EulerAngles, Vector3);

    #[derive(Clone, Debug, PartialEq, LiteNetMessage)]
    #[litenet(msg_type = 2288)]
    pub(crate) struct Hello {
        id: u32,
    }

    #[derive(Clone, Debug, PartialEq, LiteNetMessage)]
    #[litenet(messages)]
    pub(crate) enum Message {
        Hello(Hello),
        #[litenet(msg_type = 9)]
        Own {
            number: u32,
            forms: Vec<Kind>,
        },
    }

    /// A nested message includes its number.
    #[derive(Clone, Debug, PartialEq, LiteNetMessage)]
    #[litenet(msg_type = 301)]
    pub(crate) struct Outer {
        message: Message,
        forms: Forms,
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(text: &str) -> Result<Schema, Vec<String>> {
    schema::parse("some.rs", |_| Ok(text.to_owned()))
        .map_err(|errors| errors.iter().map(ToString::to_string).collect())
}

fn manager() -> Page {
    let file = root().join("schemas/lite_net_lib_manager/mod.rs").display().to_string();
    let read = |path: &str| fs::read_to_string(path).map_err(|error| error.to_string());
    let schema = schema::parse(&file, read).expect("a valid schema");
    docs::litenet(&schema, "lite_net_lib_manager", EraSpec::Head)
}

fn forms(era: EraSpec) -> Page {
    let text = include_str!("docs_litenet.rs");
    let from = text.find("mod forms {").expect("the module");
    let until = text.find("fn root()").expect("what follows");
    docs::litenet(&read(&text[from..until]).expect("a valid schema"), "forms", era)
}

/// Returns the sections with examples, each with the title of its type.
fn examples(page: &Page) -> Vec<(&str, &Section, &Example)> {
    let mut owner = "";
    let mut found = Vec::new();
    for section in &page.sections {
        if !section.is_member {
            owner = &section.title;
        }
        match &section.example {
            None => {}
            Some(Err(reason)) => panic!("{}: no example: {reason}", section.title),
            Some(Ok(example)) => found.push((owner, section, example)),
        }
    }
    found
}

type Recode = fn(&[u8]) -> Result<Vec<u8>, String>;

fn recode<E: Wire, T>(bytes: &[u8]) -> Result<Vec<u8>, String>
where
    T: for<'de> FromLiteNetBytes<'de> + ToLiteNetBytes,
{
    let value = T::from_litenet_bytes::<E>(bytes).map_err(|error| error.to_string())?;
    value.to_litenet_bytes::<E>().map_err(|error| error.to_string())
}

macro_rules! types {
    ($($era:ty, $module:ident: $($name:ident $(<$argument:ty>)?),*;)*) => {
        BTreeMap::from([$($((
            concat!(stringify!($module), ".", stringify!($name)),
            recode::<$era, $module::$name $(<$argument>)?> as Recode,
        ),)*)*])
    };
}

fn hold_against_types(page: &Page, types: &BTreeMap<&str, Recode>) {
    let mut seen = Vec::new();
    for (owner, section, example) in examples(page) {
        let recode = types.get(owner).unwrap_or_else(|| panic!("{owner} is not compared"));
        let title = &section.title;
        let again = recode(&example.bytes).unwrap_or_else(|error| panic!("{title}: {error}"));
        assert_eq!(again, example.bytes, "{title}: {}", example.value);
        seen.push(owner);
    }
    seen.dedup();
    assert_eq!(seen.len(), types.len(), "{seen:?}");
}

/// Checks that each row is at the offset of its field's runs. Returns how many were compared.
fn hold_tables(page: &Page) -> usize {
    let mut compared = 0;
    for (_, section, Example { bytes, runs, .. }) in examples(page) {
        let title = &section.title;
        let size = section.size.expect("a size");
        assert!(size.contains(bytes.len() as u64), "{title}: {} bytes, not {size}", bytes.len());
        let mut end = 0;
        for run in runs {
            assert_eq!(run.offset, end, "{title}: {run:?}");
            end += run.len;
        }
        assert_eq!(end, bytes.len(), "{title}");
        let mut next = 0;
        for row in &section.rows {
            let of_field = |path: &str| {
                let rest = path.strip_prefix(row.label.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
            };
            let start = runs.get(next).map_or(bytes.len(), |run| run.offset);
            let front = row.label.split_once(": ");
            let count = match front {
                Some((name, word)) => runs[next..]
                    .iter()
                    .take(1)
                    .filter(|run| run.path == name && run.text.starts_with(word))
                    .count(),
                // The number of a message or a variant, or an enum that is one byte.
                None if next == 0 && runs[0].depth == 0 => 1,
                None => runs[next..].iter().take_while(|run| of_field(&run.path)).count(),
            };
            next += count;
            let until = runs.get(next).map_or(bytes.len(), |run| run.offset);
            let (offset, length) = (row.offset, row.length);
            let (at, taken) = (start as u64, (until - start) as u64);
            assert!(offset.contains(at), "{title}.{}: at {at}, not {offset}", row.label);
            assert!(length.contains(taken), "{title}.{}: {taken}, not {length}", row.label);
            let may_miss = row.description.words().contains("Only if ");
            assert!(count > 0 || may_miss, "{title}.{}: not in the example", row.label);
            compared += 1;
        }
        assert_eq!(next, runs.len(), "{title}: no row tells of {:?}", &runs[next..]);
    }
    compared
}

#[test]
fn examples_are_what_the_compiled_types_write() {
    let types = types! {
        LiteNet2018, y2018: FunctionReceivers, DestroyObjectReasons, ElementInfo, ClientEnterGame,
            ClientReady<u8>, ClientNotReady, ClientCallFunction<u8>, ServerSpawnSceneObject,
            ServerSpawnObject, ServerDestroyObject, ServerUpdateSyncField<u8>,
            ServerCallFunction<u8>, SyncListOperation<u8>, ServerUpdateSyncList<u8>, ServerTime,
            ServerSyncBehaviour<u8>, ServerError, ServerSceneChange;
        LiteNetHead, head: ResponseCode, ServerSceneInfo, Request<u8>, EnterGameRequest,
            EnterGameResponse, Response<u8>, ClientRpc<u8>, ServerRpc<u8>, SyncBaseLine<u8>,
            SyncBaseLineRest, Element<u8>, SyncList<u8>, SyncListOperations<u8>,
            SyncListOperation<u8>, State<u8>, ClientSyncBaseLine<u8>, ClientState<u8>,
            SyncDelta<u8>, DeltaObject<u8>, DeltaElements<u8>, ServerError, ServerSceneChange,
            ServerSetObjectOwner, Ping, Pong, Disconnect;
    };
    hold_against_types(&manager(), &types);
    let old = types! { LiteNet2018, forms: Kind, Forms, Pair<u8>, Hello, Message, Outer; };
    hold_against_types(&forms(EraSpec::Y2018), &old);
    let new = types! { LiteNetHead, forms: Kind, Forms, Pair<u8>, Hello, Message, Outer; };
    hold_against_types(&forms(EraSpec::Head), &new);
}

#[test]
fn tables_are_where_the_bytes_are() {
    let compared = hold_tables(&manager());
    assert!(compared > 150, "{compared} rows");
    for era in [EraSpec::Y2018, EraSpec::Head] {
        let compared = hold_tables(&forms(era));
        assert!(compared > 25, "{compared} rows");
    }
}

/// The program itself reads and writes each message.
#[test]
fn examples_are_messages_to_the_program() {
    let mut old = 0;
    for (title, section, example) in examples(&manager()) {
        let is_message = section.rows.first().is_some_and(|row| row.label == "message");
        if !is_message {
            continue;
        }
        let (module, name) = title.split_once('.').expect("a module");
        let era = if module == "y2018" { EraSpec::Y2018 } else { EraSpec::Head };
        let side = Side::new(era, name.starts_with("Client"));
        let decoded = side.read(&example.bytes).expect("a message");
        assert_eq!(decoded.used, example.bytes.len(), "{title}");
        let value = side.json(&decoded);
        assert_eq!(side.encode(&value).expect("what was read"), example.bytes, "{title}");
        if era == EraSpec::Y2018 {
            assert_eq!(value["message"], name);
            old += 1;
        }
    }
    assert_eq!(old, 14);
}

#[test]
fn offsets_are_numbers_and_then_ranges() {
    let page = manager();
    let places = |title: &str| {
        let section = page.sections.iter().find(|section| section.title == title);
        let rows = section.expect("this type").rows.iter().map(|row| {
            let (offset, length) = (row.offset, row.length);
            format!("{offset} {length} {}", row.label)
        });
        rows.collect::<Vec<_>>()
    };
    assert_eq!(
        places("y2018.ServerSpawnObject"),
        [
            "0 2 message",
            "2 4 asset_id: length",
            "6 0+ asset_id",
            "6+ 1–5 object_id",
            "7+ 1–9 connect_id",
            "8+ 12 position",
            "20+ 12 rotation"
        ]
    );
    assert_eq!(
        places("head.ServerError"),
        ["0 1 message", "1 1 should_disconnect", "2 2 error_message: length", "4 0+ error_message"]
    );
    assert_eq!(
        places("y2018.ClientCallFunction"),
        [
            "0 2 message",
            "2 1 receivers",
            "3 0–9 connect_id",
            "3–12 3–7 element",
            "6–19 0+ parameters"
        ]
    );
}

#[test]
fn what_cannot_be_shown_is_said() {
    let text = "
        use godot_var::litenet::{LengthPrefixed, LiteNetMessage};
        #[derive(LiteNetMessage)]
        struct Timed { #[litenet(with = seconds)] at: u64 }
        #[derive(LiteNetMessage)]
        struct Long { all: [[u64; 1000]; 1000] }
        #[derive(LiteNetMessage)]
        struct Grows<X> { more: Box<Grows<(X, X)>>, less: LengthPrefixed<Grows<Vec<X>>> }
        #[derive(LiteNetMessage)]
        struct Asked { kind: u8, #[litenet(if = \"kind == WIDE\")] wide: Option<u8> }
    ";
    let page = docs::litenet(&read(text).expect("a valid schema"), "some", EraSpec::Head);
    let reasons = page.sections.iter().map(|section| match &section.example {
        Some(Err(reason)) => reason.as_str(),
        other => panic!("{}: {other:?}", section.title),
    });
    assert_eq!(
        reasons.collect::<Vec<_>>(),
        [
            "the field at is written by seconds::encode",
            "it would be too long",
            "it would be too long",
            "the schema does not define whether kind == WIDE"
        ]
    );
    assert_eq!(page.sections[1].size.expect("a size").fixed(), Some(8_000_000));
}

#[test]
fn mistakes_have_their_places() {
    let wrong = |fields: &str| {
        let text = format!("use godot_var::*;\n#[derive(LiteNetMessage)]\nstruct A {{ {fields} }}");
        read(&text).expect_err("a mistake").join("\n")
    };
    assert_eq!(wrong("b: B"), "some.rs:3:15: `B` is not a type of this schema");
    assert_eq!(
        wrong("#[litenet(packed)] b: f32"),
        "some.rs:3:34: only integers have a packed form"
    );
    assert!(wrong("#[litenet(pack)] b: u8").starts_with("some.rs:3:22: unknown attribute `pack`"));
    assert!(wrong("#[cfg(x)] b: u8").starts_with("some.rs:3:14: a `#[cfg]`"));
    let text = "use godot_var::litenet::LiteNetMessage;\n#[derive(LiteNetMessage)]\nstruct B;\n\
                #[derive(LiteNetMessage)]\n#[litenet(messages)]\nenum A { B(B) }";
    let told = read(text).expect_err("a mistake").join("\n");
    assert_eq!(told, "some.rs:6:12: this type has no message number; add `msg_type`");
}

#[test]
fn the_program_writes_the_pages() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("docs_litenet");
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).expect("a folder");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_godot-var"));
        let output = command.args(["generate", "docs"]).args(arguments).output().expect("it runs");
        (output.status.success(), String::from_utf8(output.stderr).expect("text"))
    };
    let place = folder.display().to_string();
    let schema = root().join("schemas/lite_net_lib_manager/mod.rs").display().to_string();
    assert_eq!(run(&[&schema, "-o", &place]), (true, String::new()));
    assert_eq!(run(&[&schema, "-o", &place, "--check"]), (true, String::new()));
    assert!(folder.join("lite_net_lib_manager/head-pong.svg").exists());

    let own = folder.join("own.rs");
    let text = "use godot_var::litenet::LiteNetMessage;\n#[derive(LiteNetMessage)]\n\
                #[litenet(msg_type = 20)]\nstruct Hello { name: String }\n";
    fs::write(&own, text).expect("a file");
    let own = own.display().to_string();
    assert!(run(&[&own, "-o", &place, "--era", "2018"]).0);
    let old = fs::read_to_string(folder.join("own.md")).expect("a page");
    assert!(old.contains("| 2 | 4 | i32 | Bytes of `name`. |"), "{old}");
    assert!(run(&[&own, "-o", &place]).0);
    let new = fs::read_to_string(folder.join("own.md")).expect("a page");
    assert!(new.contains("| 1 | 2 | u16, plus one | Bytes of `name`. |"), "{new}");

    let mixed = format!("{text}#[derive(GodotVar)]\nstruct A;\n");
    fs::write(folder.join("own.rs"), mixed).expect("a file");
    let (good, told) = run(&[&own, "-o", &place]);
    assert!(!good && told.contains("a page is about one wire"), "{told}");
}
