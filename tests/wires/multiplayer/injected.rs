//! Packets that were sent to a client of Godot 4.6: each is accepted or refused, and each difference has its reason.

use godot_var::error::DecodeErrorKind;
use godot_var::multiplayer::{Options, Packet, Row, Rpc, Synchronizer, compressed};
use godot_var::{DecodeError, DecodeVariant, Godot4, Limits, Reader, Vector2};
use serde_json::Value as Json;

use crate::common::{bytes, text, vectors};

/// Packets that only the engine or only this library accepts, judged by the packet and the types of its values.
const DIFFERENCES: [(&str, Option<DecodeErrorKind>, &str); 12] = [
    (
        "absolute path /root/A/W2/Chät",
        Some(DecodeErrorKind::InvalidValue),
        "a peer must not reach beyond the root",
    ),
    (
        "path outside of root ../Out",
        Some(DecodeErrorKind::InvalidValue),
        "a peer must not reach beyond the root",
    ),
    (
        "say with argc 2 but one value",
        Some(DecodeErrorKind::Incomplete),
        "the engine calls with null for what is missing; nobody meant that call",
    ),
    (
        "say with argc 2 and a broken second value",
        Some(DecodeErrorKind::Incomplete),
        "the engine calls with null for what is malformed; nobody meant that call",
    ),
    (
        "say with trailing bytes",
        Some(DecodeErrorKind::InvalidLength),
        "the engine ignores bytes after the last argument; the writer meant something else",
    ),
    (
        "one int in full variant form",
        Some(DecodeErrorKind::InvalidLength),
        "the engine reads 0 and ignores the rest; the writer meant another number",
    ),
    (
        "one object",
        Some(DecodeErrorKind::ObjectRefused),
        "the engine calls with null for a refused object; nobody meant that call",
    ),
    (
        "sync wrong type for pos (int)",
        Some(DecodeErrorKind::WrongType),
        "the engine sets any value, which the property then ignores",
    ),
    (
        "sync with two values",
        Some(DecodeErrorKind::WrongType),
        "the engine sets any value, which the property then ignores",
    ),
    (
        "sync before any spawn, id 3",
        Some(DecodeErrorKind::WrongType),
        "the engine does not look at the row of a synchronizer that it does not know",
    ),
    (
        "delta one-byte value (bool into hp)",
        Some(DecodeErrorKind::WrongType),
        "the engine makes an int of a bool",
    ),
    (
        "spawn 't' with short state",
        Some(DecodeErrorKind::Incomplete),
        "the engine spawns with the defaults of the scene; nobody meant that state",
    ),
];

/// Packets that the engine refuses because of its state: they are valid, and the receiver's state decides.
const OF_STATE: [&str; 15] = [
    "uncached id",
    "duplicate id",
    "missing node",
    "sys auth payload",
    "spawn uncached spawner",
    "spawn same net id",
    "spawn same name",
    "spawn scene 1 of 1",
    "delta bit 2 (no such property)",
    "path sync id uncached",
    "despawn unknown",
    "spawn while a level is missing: SIMPLIFY for a node that is not there yet",
    "its spawn after the level has come",
    "spawn after the spawner was freed",
    "unknown method",
];

#[test]
fn every_packet_is_taken_or_refused() {
    let (mut differing, mut of_state) = (Vec::new(), Vec::new());
    let vectors = vectors("multiplayer_injected.jsonl");
    assert_eq!(vectors.len(), 92);
    for vector in &vectors {
        let case = text(vector, "case");
        let here = take(&bytes(vector)).map_err(|error| error.kind());
        let there = is_taken_by_the_engine(vector);
        if let Some((.., kind, _)) = DIFFERENCES.iter().find(|(name, ..)| *name == case) {
            assert_eq!(here.err(), *kind, "{case}");
            assert_ne!(here.is_ok(), there, "{case}");
            differing.push(case);
        } else if OF_STATE.contains(&case) {
            assert_eq!((here, there), (Ok(()), false), "{case}");
            of_state.push(case);
        } else {
            assert_eq!(here.is_ok(), there, "{case}: {here:?}");
        }
    }
    assert_eq!(differing.len(), DIFFERENCES.len());
    assert_eq!(of_state.len(), OF_STATE.len());
}

/// Whether the engine acted on it (a line of `[7]`, its peer id), answered (`7>1`), or reported no error.
fn is_taken_by_the_engine(vector: &Json) -> bool {
    let lines = |key: &str| vector[key].as_array().expect("a list").iter();
    let is_deed = |line: &Json| line.as_str().is_some_and(|line| line.starts_with(['[', '7']));
    lines("effects").any(is_deed) || lines("errors").next().is_none()
}

/// Decodes a packet and its values with the methods and properties of the client's script and scene.
fn take(bytes: &[u8]) -> Result<(), DecodeError> {
    match Packet::read(bytes, &Options::DEFAULT)? {
        Packet::Rpc(call) => take_call(&call),
        // `player.tscn`: `pos`, `hp` and `title` are spawned. The first is synchronized always, the others on change.
        Packet::Spawn(spawn) if spawn.state.is_empty() => Ok(()),
        Packet::Spawn(spawn) => {
            let mut state = values(spawn.state);
            next::<Vector2>(&mut state)?;
            next::<i64>(&mut state)?;
            next::<&str>(&mut state)?;
            finish(&state)
        }
        Packet::Sync(sync) => sync.elements.into_iter().try_for_each(|element| {
            // Another synchronizer, whose properties are unknown.
            if !matches!(element.synchronizer, Synchronizer::Spawned(3)) {
                return Ok(());
            }
            let mut row = values(element.row);
            next::<Vector2>(&mut row)?;
            finish(&row)
        }),
        Packet::Delta(delta) => delta.elements.into_iter().try_for_each(|element| {
            let mut row = values(element.row);
            if element.mask & 1 != 0 {
                next::<i64>(&mut row)?;
            }
            if element.mask & 2 != 0 {
                next::<&str>(&mut row)?;
            }
            let known = element.mask & 0b11;
            if known == 0 { Ok(()) } else { finish(&row) }
        }),
        _ => Ok(()),
    }
}

/// The methods of `chat.gd`, whose parameters have no types.
fn take_call(call: &Rpc<'_>) -> Result<(), DecodeError> {
    const PARAMETERS: [usize; 9] = [1, 0, 8, 0, 1, 1, 2, 0, 0];
    const MANY: u16 = 2;
    let mut arguments = call.arguments.reader(&Options::DEFAULT);
    // Methods of the node itself, and no method.
    let parameters = PARAMETERS.get(usize::from(call.method)).copied();
    for _ in 0..parameters.unwrap_or_else(|| arguments.left()) {
        if call.method != MANY || arguments.left() > 0 {
            arguments.next_variant("argument")?;
        }
    }
    arguments.finish()
}

fn values(row: Row<'_>) -> Reader<'_> {
    row.reader(Limits::DEFAULT)
}

fn next<'de, T: DecodeVariant<'de, Godot4>>(reader: &mut Reader<'de>) -> Result<(), DecodeError> {
    compressed::decode::<Godot4, T>(reader).map(drop)
}

fn finish(reader: &Reader<'_>) -> Result<(), DecodeError> {
    match reader.remaining() {
        0 => Ok(()),
        _ => Err(DecodeError::new(
            DecodeErrorKind::InvalidLength,
            reader.position(),
            "the end of the row",
            "",
        )),
    }
}
