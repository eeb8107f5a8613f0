//! The packets of snapshots in a schema are those that the compiled server and client exchange.

use godot_var::flat::{Encode, Flat, Little, layout_fingerprint};
use godot_var::snapshot::wire::{ClientMessage, Received, Record, Snapshot, Whole};
use godot_var::{FromFlatBytes, Limits, ToFlatBytes};
use godot_var_codegen::flat::{self, Blend, Schema};
use godot_var_codegen::language::World;
use godot_var_codegen::names::Tree;
use godot_var_codegen::protocol::{Diagnostic, Protocol};
use godot_var_codegen::{lock, schema};

use crate::world::{
    FromClient, FromServer, Player, PlayerDelta, Rocket, RocketDelta, RocketKind, Steer,
    SteerDelta, Thing, ThingDelta,
};
use crate::world_session::{Random, session};

const TEXT: &str = include_str!("../../../schemas/world.rs");

fn read(text: &str) -> Schema {
    flat::parse_text("world.rs", text).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

#[test]
fn every_type_has_the_layout_and_the_size_of_the_compiled_one() {
    let schema = read(TEXT);
    assert_eq!(schema.warnings, []);
    let sizes = flat::Sizes::new(&schema);
    let mut seen = 0;
    macro_rules! check {
        ($($name:literal $ty:ty,)*) => {$(
            let index = schema.position($name).unwrap_or_else(|| panic!("{} is missing", $name));
            assert_eq!(format!("{:016x}", schema.fingerprint(index)), layout_fingerprint::<$ty>(), $name);
            let size = <$ty as Encode<Flat<Little>>>::SIZE;
            assert_eq!(sizes.message(index).refusing(), size.refusing(), $name);
            seen += 1;
        )*};
    }
    check! {
        "Player" Player, "PlayerDelta" PlayerDelta, "Rocket" Rocket, "RocketDelta" RocketDelta, "RocketKind" RocketKind,
        "Thing" Thing, "ThingDelta" ThingDelta, "Steer" Steer, "SteerDelta" SteerDelta, "FromServer" FromServer,
        "FromClient" FromClient, "SnapshotThing" Snapshot<Thing>, "snapshot::RecordThing" Record<Thing>,
        "snapshot::WholeThing" Whole<Thing>, "ClientMessageSteer" ClientMessage<Steer>, "snapshot::Received" Received,
    }
    assert_eq!(seen, schema.types.len());
    assert_eq!(format!("{:016x}", schema.fingerprint_of_all()), crate::world::LAYOUT);
}

#[test]
fn a_schema_says_how_each_field_is_shown() {
    let schema = read(TEXT);
    let blends = |name: &str| {
        let def = schema.get(name).unwrap_or_else(|| panic!("{name} is missing"));
        def.fields().map(|field| field.blend).collect::<Vec<_>>()
    };
    let step = Some(Blend::Step);
    assert_eq!(
        blends("Player"),
        [
            Some(Blend::Teleport(8.0)),
            Some(Blend::Linear),
            Some(Blend::Angle),
            step,
            step,
            step,
            step
        ]
    );
    assert_eq!(
        blends("Rocket"),
        [Some(Blend::Linear), Some(Blend::Linear), Some(Blend::Degrees), step, step]
    );
    assert_eq!(blends("PlayerDelta"), [None; 7]);
    let extrapolates = |name: &str| {
        schema.get(name).and_then(|def| def.state.as_ref()).map(|state| state.extrapolates)
    };
    let all = ["Player", "Rocket", "Thing", "Steer", "FromServer", "PlayerDelta"].map(extrapolates);
    assert_eq!(all, [Some(true), Some(false), Some(false), Some(false), None, None]);
}

#[test]
fn a_lock_has_the_packets_and_their_fingerprint() {
    let schema = read(TEXT);
    let text = lock::write_all(&Protocol::default(), &schema).expect("a lock");
    let (_, locked) = lock::parse_all("world.lock", &text).expect("an untouched lock");
    assert_eq!(locked.fingerprint_of_all(), schema.fingerprint_of_all());
    let world = |schema: &Schema| {
        let name = |index: usize| schema.types[index].path();
        let all = schema.worlds().map(|(state, world)| {
            (name(state), world.input.map(name), name(world.packet), name(world.message))
        });
        all.collect::<Vec<_>>()
    };
    let expected = [(
        "Thing".to_owned(),
        Some("Steer".to_owned()),
        "snapshot::SnapshotThing".to_owned(),
        "snapshot::ClientMessageSteer".to_owned(),
    )];
    assert_eq!((world(&schema), world(&locked)), (expected.to_vec(), expected.to_vec()));
    // Without a type that uses them, the packets are the world's.
    let alone = TEXT.split("/// What the server sends.").next().expect("a text");
    let (alone, other) = (read(alone), read(&alone.replace("input = Steer", "input = ()")));
    assert_eq!(world(&alone), expected);
    assert_ne!(alone.fingerprint_of_all(), other.fingerprint_of_all());
    assert_eq!(world(&other)[0].1, None);
    assert_eq!(world(&other)[0].3, "snapshot::ClientMessageNothing");
}

#[test]
fn json_says_which_packets_a_world_has() {
    let (variants, flat) =
        flat::parse_both("world.rs", |_| Ok(TEXT.to_owned())).expect("a valid schema");
    let json = schema::json(&schema::Schema::new(&variants, &flat)).expect("JSON");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let named = |name: &str| {
        let types = json["types"].as_array().expect("a list");
        types.iter().find(|def| def["name"] == name).unwrap_or_else(|| panic!("{name} is missing"))
    };
    assert_eq!(
        named("Thing")["state"]["world"],
        serde_json::json!({ "input": "Steer", "packet": "snapshot::SnapshotThing", "message": "snapshot::ClientMessageSteer" })
    );
    assert_eq!(named("Player")["record"][0]["blend"], serde_json::json!({ "teleport": 8.0 }));
    assert_eq!(named("Player")["state"]["extrapolates"], true);
    assert_eq!(named("ThingDelta")["delta_of"], "Thing");
    assert_eq!(
        named("snapshot::SnapshotThing")["docs"][0],
        "A packet from the server: states of one tick."
    );
}

#[test]
fn what_is_not_an_input_is_refused() {
    let refusal = |from: &str, to: &str| {
        let errors = flat::parse_text("world.rs", &TEXT.replace(from, to)).expect_err("a mistake");
        errors.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let way =
        "is not an input: a struct with `#[flat(delta)]` that derives `SnapshotState`, or `()`";
    assert_eq!(
        refusal("input = Steer", "input = Thing"),
        [format!("world.rs:59:20: `Thing` {way}")]
    );
    assert_eq!(refusal("input = Steer", "input = u8"), [format!("world.rs:59:20: `u8` {way}")]);
    let errors = refusal("#[snapshot(teleport = 8.0)]", "#[snapshot(teleprt = 8.0)]");
    assert!(errors[0].contains("did you mean `teleport`"), "{errors:?}");
}

#[test]
fn a_language_learns_which_types_a_world_has() {
    let (variants, flat) =
        flat::parse_both("world.rs", |_| Ok(TEXT.to_owned())).expect("a valid schema");
    let schema = schema::Schema::new(&variants, &flat);
    let worlds = World::all(&schema);
    let [world] = &worlds[..] else { panic!("{worlds:?}") };
    let name = |index: usize| schema.types[index].name;
    let types = [
        world.state,
        world.packet,
        world.record,
        world.whole,
        world.delta,
        world.message,
        world.received,
    ];
    assert_eq!(
        types.map(name),
        [
            "Thing",
            "SnapshotThing",
            "RecordThing",
            "WholeThing",
            "ThingDelta",
            "ClientMessageSteer",
            "Received"
        ]
    );
    assert_eq!(world.input.map(name), Some("Steer"));
    let kinds = world
        .kinds
        .iter()
        .map(|kind| (kind.member, kind.state.map(name), kind.delta.map(name), kind.extrapolates));
    assert_eq!(
        kinds.collect::<Vec<_>>(),
        [
            (Some(0), Some("Player"), Some("PlayerDelta"), true),
            (Some(1), Some("Rocket"), Some("RocketDelta"), false),
            (Some(2), None, None, false),
        ]
    );
    // A struct is a world, too.
    let text = "
        use godot_var::{GodotFlat, snapshot::SnapshotState};
        #[derive(GodotFlat, SnapshotState)] #[flat(delta)] #[snapshot(input = ())] struct Ball { height: f32 }
    ";
    let (variants, flat) =
        flat::parse_both("ball.rs", |_| Ok(text.to_owned())).expect("a valid schema");
    let schema = schema::Schema::new(&variants, &flat);
    let [world] = &World::all(&schema)[..] else { panic!("one world") };
    let name = |index: usize| schema.types[index].name;
    assert_eq!(
        (world.input, name(world.delta), name(world.message)),
        (None, "BallDelta", "ClientMessageNothing")
    );
    let [ball] = &world.kinds[..] else { panic!("one kind") };
    assert_eq!(
        (ball.member, ball.state.map(name), ball.delta.map(name)),
        (None, Some("Ball"), Some("BallDelta"))
    );
}

#[test]
fn states_without_an_input_are_reported_once() {
    let text = "use godot_var::{GodotFlat, snapshot::SnapshotState};
        #[derive(Clone, GodotFlat, SnapshotState)] #[flat(delta)] struct Hero { health: u8 }
        #[derive(Clone, GodotFlat, SnapshotState)] enum Entity { #[flat(id = 1)] Hero(Hero) }";
    let read = |text: &str| {
        let (variants, flat) = flat::parse_both("world.rs", |_| Ok(text.to_owned()))
            .unwrap_or_else(|errors| panic!("{errors:#?}"));
        let words = |found: &Diagnostic| found.to_string();
        // Of Variants there are no packets, which are flat messages alone.
        let all = variants.warnings.iter().filter(|found| !flat.has(found)).chain(&flat.warnings);
        all.map(words).collect::<Vec<_>>()
    };
    assert_eq!(
        read(text),
        [
            "world.rs:3:57: no type with `SnapshotState` has an `input`, so no client class is written; \
          write `#[snapshot(input = Steer)]` on the state of the entities, such as `Entity`, with your type of input, \
          or `#[snapshot(input = ())]`"
        ]
    );
    let with = |input: &str| text.replace("enum", &format!("#[snapshot(input = {input})] enum"));
    assert_eq!(read(&with("()")), Vec::<String>::new());
    assert_eq!(read(&with("Hero")), Vec::<String>::new());
}

#[test]
fn a_state_without_a_delta_is_one_mistake() {
    let text = "use godot_var::{GodotFlat, snapshot::SnapshotState};
        #[derive(Clone, GodotFlat, SnapshotState)] struct Hero { health: u8 }
        #[derive(Clone, GodotFlat, SnapshotState)] #[snapshot(input = ())]
        enum Entity { #[flat(id = 1)] Hero(Hero) }";
    let errors = flat::parse_both("world.rs", |_| Ok(text.to_owned())).expect_err("a mistake");
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        errors,
        [
            "world.rs:2:59: a state is sent as the fields that changed; write `#[flat(delta)]` on `Hero`"
        ]
    );
}

#[test]
fn packets_of_a_server_are_read_by_the_schema_as_rust_reads_them() {
    let schema = read(TEXT);
    let position = |name: &str| schema.position(name).expect("a type");
    let read =
        |index: usize, bytes: &[u8]| flat::read(&schema, index, bytes, Limits::DEFAULT, None);
    let (mut deltas, mut far, mut wholes, mut absences) = (0, 0, 0, 0);
    for seed in 0..6 {
        let session = session(seed, 240);
        for bytes in &session.packets {
            let packet = Snapshot::<Thing>::from_flat_bytes(bytes).expect("a packet");
            assert_eq!(packet.to_flat_bytes().as_ref(), Ok(bytes));
            let found = read(position("SnapshotThing"), bytes).expect("a packet");
            let number = |of: &Tree, name: &str| match of.get(name) {
                Some(Tree::Int(number)) => Some(*number),
                _ => None,
            };
            let Some(Tree::List(records)) = found.fields.get("records") else {
                panic!("{found:?}")
            };
            let keys = records.iter().map(|record| number(record, "key"));
            let expected = packet.records.iter().map(|record| Some(i128::from(record.key)));
            assert!(keys.eq(expected), "{found:?}");
            for (record, own) in records.iter().zip(&packet.records) {
                assert_eq!(number(record, "near"), Some(own.near.into()));
                assert_eq!(number(record, "far"), own.far.map(i128::from));
                deltas += usize::from(own.delta.is_some());
                far += usize::from(own.far.is_some());
                wholes += usize::from(own.whole.is_some());
                absences += usize::from(own.whole.is_none() && own.delta.is_none());
            }
            // In a message enum a byte comes before it.
            let enclosed = [&[1][..], bytes].concat();
            let message = FromServer::from_flat_bytes(&enclosed).expect("a message");
            assert_eq!(message, FromServer::World(packet));
            let found = read(position("FromServer"), &enclosed).expect("a message");
            assert_eq!(found.name, "FromServer::World");
        }
        for bytes in &session.messages {
            let message = ClientMessage::<Steer>::from_flat_bytes(bytes).expect("a message");
            assert_eq!(message.to_flat_bytes().as_ref(), Ok(bytes));
            let found = read(position("ClientMessageSteer"), bytes).expect("a message");
            let Some(Tree::List(older)) = found.fields.get("older") else { panic!("{found:?}") };
            assert_eq!(older.len(), message.older.len());
            let enclosed = [&[1][..], bytes].concat();
            assert_eq!(FromClient::from_flat_bytes(&enclosed), Ok(FromClient::Steer(message)));
        }
    }
    assert!(
        deltas > 1_000 && far > 20 && wholes > 100 && absences > 20,
        "{deltas} {far} {wholes} {absences}"
    );
}

#[test]
fn broken_packets_get_the_same_answer_from_the_schema_as_from_rust() {
    let schema = read(TEXT);
    let index = schema.position("SnapshotThing").expect("a type");
    let (mut random, mut refused) = (Random::new(9), 0);
    for bytes in session(9, 200).packets {
        let mut bytes = bytes;
        match random.below(3) {
            0 => bytes.truncate(random.below(bytes.len() as u64) as usize),
            1 => bytes.push(0),
            _ => {
                let at = random.below(bytes.len() as u64) as usize;
                bytes[at] ^= 1 << random.below(8);
            }
        }
        let of_rust = Snapshot::<Thing>::from_flat_bytes(&bytes).is_ok();
        let of_schema = flat::read(&schema, index, &bytes, Limits::DEFAULT, None).is_ok();
        refused += usize::from(!of_rust);
        assert_eq!(of_rust, of_schema, "{bytes:?}");
    }
    assert!(refused > 100, "{refused}");
}

#[test]
fn a_dump_names_entities_and_their_baselines() {
    let schema = read(TEXT);
    let index = schema.position("SnapshotThing").expect("a type");
    let rocket = || RocketDelta { roll: Some(90.0), ..RocketDelta::default() };
    let record = |key, near, far, whole, delta| Record::<Thing> { near, key, far, whole, delta };
    let whole = || Some(Whole { life: 1, state: Thing::Flag });
    let packet = Snapshot::<Thing> {
        epoch: 1,
        sequence: 1_000,
        tick: 20,
        input: 3,
        lead: 1,
        records: vec![
            record(5, 4, None, None, Some(ThingDelta::Rocket(rocket()))),
            record(6, 0, Some(900), None, Some(ThingDelta::Rocket(rocket()))),
            record(7, 0, None, whole(), None),
            record(8, 0, None, None, None),
            record(9, 2, None, whole(), None),
        ],
    };
    let mut pieces = Vec::new();
    let bytes = packet.to_flat_bytes().expect("a packet");
    flat::read(&schema, index, &bytes, Limits::DEFAULT, Some(&mut pieces)).expect("a packet");
    let forms: Vec<&str> =
        pieces.iter().map(|piece| &*piece.form).filter(|form| form.contains("entity")).collect();
    assert_eq!(
        forms,
        [
            "Record, entity 5: Rocket, changed since the packet 4 before",
            "Record, entity 6: Rocket, changed since the packet 900 before",
            "Record, entity 7: Flag, whole",
            "Record, entity 8: gone, or out of sight",
            "Record, entity 9: neither a whole state, nor a delta on one packet, nor gone",
        ]
    );
    let names: Vec<&str> = pieces.iter().map(|piece| &*piece.name).collect();
    assert!(names.contains(&"roll"), "{names:?}");
}
