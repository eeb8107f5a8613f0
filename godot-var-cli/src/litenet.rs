//! Messages of LiteNetLibManager as JSON, both ways, and bytes with their meaning beside them.
//!
//! ```text
//! {"message":"ServerDestroyObject","fields":{"objectId":1,"reasons":0}}
//! ```
//!
//! Field names are those of the C# classes. 64-bit integers are decimal strings; floats are numbers, or
//! `"NaN"`, `"Infinity"`, `"-Infinity"`, and `"NaN:7fc00000"` for a NaN with other bits than C#'s; what has no type on the
//! wire (parameters, values, states, extras) is hex. A number that no message has is the message `Unknown`,
//! with `msgType` and `body`.
//!
//! The body of a response depends on its request, which a single message does not tell: an empty one
//! is a `Response:Empty`, one that is to the last byte what `EnterGame` answers is a `Response:EnterGame`,
//! any other a `Response` with `extra`.

mod tree;

use std::io::{self, Write};

use godot_var::litenet::{
    DecodeLiteNet, EncodeLiteNet, Era, EraSpec, EulerAngles, LiteNet2018, LiteNetHead, Packed,
    Zigzag, read_msg_type, write_msg_type,
};
use godot_var::output::VecOutput;
use godot_var::{DecodeError, DecodeErrorKind, EncodeError, Limits, Reader};
use serde_json::{Map, Number, Value as Json, json};

use crate::input::{InvalidHex, parse_hex};
use crate::inspect::{ERROR, OFFSET, PLACE, TYPE, VALUE, hex_groups};
use crate::lines::{Answer, error_json};

pub use tree::names;
pub(crate) use tree::{field_names, tree};

/// Which messages to expect: today, clients and servers give the same number to different ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// The era of the wire.
    pub era: EraSpec,
    /// Whether a client has written the messages. Of no matter in July 2018.
    pub from_client: bool,
}

/// How a field travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Bool,
    Byte,
    U16,
    I32,
    F32,
    PackedU16,
    PackedU32,
    /// An i64, packed as the u64 of the same bits.
    PackedI64,
    ZigzagI32,
    ZigzagI64,
    Text,
    Vector,
    /// A length of 16 bits, bytes.
    Block,
    /// Bytes to the end.
    Rest,
}

struct Field {
    /// `serverSceneInfo.sceneName` is a field of an object in a field.
    name: &'static str,
    kind: Kind,
    /// Whether it is there, by the last [`Kind::Byte`] in front of it.
    when: fn(u8) -> bool,
}

const fn field(name: &'static str, kind: Kind) -> Field {
    Field { name, kind, when: |_| true }
}

const fn field_if(name: &'static str, kind: Kind, when: fn(u8) -> bool) -> Field {
    Field { name, kind, when }
}

struct Message {
    number: u16,
    name: &'static str,
    fields: &'static [Field],
}

const OBJECT: Field = field("objectId", Kind::PackedU32);
const BEHAVIOUR: Field = field("behaviourIndex", Kind::Byte);
const ELEMENT: Field = field("elementId", Kind::Byte);
const HASH: Field = field("elementId", Kind::ZigzagI32);
const RECEIVERS: Field = field("receivers", Kind::Byte);
const PARAMS: Field = field("params", Kind::Rest);
const POSITION: Field = field("position", Kind::Vector);
const ROTATION: Field = field("rotation", Kind::Vector);
const REQUEST_ID: Field = field("requestId", Kind::PackedU32);
const REQUEST_TYPE: Field = field("requestType", Kind::PackedU16);
const RESPONSE: Field = field("responseCode", Kind::Byte);
const EXTRA: Field = field("extra", Kind::Rest);
const OWNER: Field = field("connectionId", Kind::ZigzagI64);
const TICK: Field = field("tick", Kind::PackedU32);
const ADDRESSABLE: Field = field("serverSceneInfo.isAddressable", Kind::Bool);
const KEY: Field = field("serverSceneInfo.addressableKey", Kind::Text);
const SCENE: Field = field("serverSceneInfo.sceneName", Kind::Text);

const fn message(number: u16, name: &'static str, fields: &'static [Field]) -> Message {
    Message { number, name, fields }
}

const Y2018: &[Message] = &[
    message(0, "ClientEnterGame", &[]),
    message(1, "ClientReady", &[EXTRA]),
    message(2, "ClientNotReady", &[]),
    message(
        3,
        "ClientCallFunction",
        &[
            RECEIVERS,
            field_if("connectId", Kind::PackedI64, |receivers| receivers == 0),
            OBJECT,
            BEHAVIOUR,
            ELEMENT,
            PARAMS,
        ],
    ),
    message(4, "ServerSpawnSceneObject", &[OBJECT, POSITION, ROTATION]),
    message(
        5,
        "ServerSpawnObject",
        &[
            field("assetId", Kind::Text),
            OBJECT,
            field("connectId", Kind::PackedI64),
            POSITION,
            ROTATION,
        ],
    ),
    message(6, "ServerDestroyObject", &[OBJECT, field("reasons", Kind::Byte)]),
    message(7, "ServerUpdateSyncField", &[OBJECT, BEHAVIOUR, ELEMENT, field("field", Kind::Rest)]),
    message(8, "ServerCallFunction", &[OBJECT, BEHAVIOUR, ELEMENT, PARAMS]),
    message(
        9,
        "ServerUpdateSyncList",
        &[
            OBJECT,
            BEHAVIOUR,
            ELEMENT,
            field("operation", Kind::Byte),
            field_if("index", Kind::I32, |operation| matches!(operation, 2..=5)),
            field_if("item", Kind::Rest, |operation| matches!(operation, 0 | 2 | 4 | 5)),
            field_if("extra", Kind::Rest, |operation| operation > 5),
        ],
    ),
    message(10, "ServerTime", &[field("serverTime", Kind::F32)]),
    message(11, "ServerSyncBehaviour", &[OBJECT, BEHAVIOUR, field("payload", Kind::Rest)]),
    message(
        12,
        "ServerError",
        &[field("shouldDisconnect", Kind::Bool), field("errorMessage", Kind::Text)],
    ),
    message(13, "ServerSceneChange", &[field("serverSceneName", Kind::Text)]),
];

const HEAD: &[Message] = &[
    message(
        0,
        "Request:EnterGame",
        &[REQUEST_TYPE, REQUEST_ID, field("packetVersion", Kind::PackedU32)],
    ),
    message(0, "Request:ClientReady", &[REQUEST_TYPE, REQUEST_ID, EXTRA]),
    message(0, "Request:ClientNotReady", &[REQUEST_TYPE, REQUEST_ID, EXTRA]),
    message(0, "Request", &[REQUEST_TYPE, REQUEST_ID, EXTRA]),
    message(1, "Response:EnterGame", &[REQUEST_ID, RESPONSE, OWNER, ADDRESSABLE, KEY, SCENE]),
    message(1, "Response:Empty", &[REQUEST_ID, RESPONSE]),
    message(1, "Response", &[REQUEST_ID, RESPONSE, EXTRA]),
    message(
        2,
        "RPC(client)",
        &[
            RECEIVERS,
            field_if("connectionId", Kind::ZigzagI64, |receivers| receivers == 0),
            OBJECT,
            HASH,
            PARAMS,
        ],
    ),
    message(2, "RPC(server)", &[OBJECT, HASH, PARAMS]),
    message(3, "SyncBaseLine(client)", BASE_LINE),
    message(3, "SyncBaseLine", BASE_LINE),
    message(4, "SyncDelta", &[TICK, field("objectCount", Kind::U16), field("objects", Kind::Rest)]),
    message(
        5,
        "ServerError",
        &[field("shouldDisconnect", Kind::Bool), field("errorMessage", Kind::Text)],
    ),
    message(6, "ServerSceneChange", &[ADDRESSABLE, KEY, SCENE]),
    message(7, "ServerSetObjectOwner", &[OBJECT, OWNER]),
    message(8, "Ping", &[field("pingTime", Kind::ZigzagI64)]),
    message(
        9,
        "Pong",
        &[field("pingTime", Kind::ZigzagI64), field("pongTime", Kind::ZigzagI64), TICK],
    ),
    message(10, "Disconnect", &[field("data", Kind::Block)]),
];

/// Elements carry no length, so only whoever knows their types can read states.
const BASE_LINE: &[Field] = &[TICK, field("stateCount", Kind::U16), field("states", Kind::Rest)];

/// A number that no message has.
const UNKNOWN: &Message = &message(0, "Unknown", &[field("body", Kind::Rest)]);

// ---------------------------------------------------------------- reading

/// A field that was read.
struct Piece {
    name: &'static str,
    kind: Kind,
    start: usize,
    end: usize,
    value: Json,
}

struct Decoded {
    number: u16,
    name: &'static str,
    /// Where the number ends.
    body: usize,
    pieces: Vec<Piece>,
    used: usize,
}

/// The message that a number stands for; a look ahead tells those apart that share it.
fn message_of<E: Era>(number: u16, side: Side, body: &Reader<'_>) -> &'static Message {
    let name = match (E::SPEC, number) {
        (EraSpec::Head, 0) => match Packed::<u16>::decode_in::<E>(&mut body.clone()) {
            Ok(Packed(0)) => "Request:EnterGame",
            Ok(Packed(1)) => "Request:ClientReady",
            Ok(Packed(2)) => "Request:ClientNotReady",
            _ => "Request",
        },
        (EraSpec::Head, 1) => {
            let fits = |name| {
                let limits = Limits::NONE.with_canonical(true);
                let mut reader = Reader::with_limits(body.rest(), limits);
                named(HEAD, name).is_some_and(|message| {
                    fields::<E>(message, &mut reader, &mut Vec::new()).is_ok()
                        && reader.remaining() == 0
                })
            };
            if fits("Response:Empty") {
                "Response:Empty"
            } else if fits("Response:EnterGame") {
                "Response:EnterGame"
            } else {
                "Response"
            }
        }
        (EraSpec::Head, 2) if side.from_client => "RPC(client)",
        (EraSpec::Head, 2) => "RPC(server)",
        (EraSpec::Head, 3) if side.from_client => "SyncBaseLine(client)",
        (EraSpec::Head, 3) => "SyncBaseLine",
        (era, number) => {
            let known = table(era).iter().find(|message| message.number == number);
            return known.unwrap_or(UNKNOWN);
        }
    };
    named(HEAD, name).unwrap_or(UNKNOWN)
}

const fn table(era: EraSpec) -> &'static [Message] {
    match era {
        EraSpec::Y2018 => Y2018,
        EraSpec::Head => HEAD,
    }
}

fn named(table: &'static [Message], name: &str) -> Option<&'static Message> {
    table.iter().find(|message| message.name == name)
}

/// Reads in an era that is named first.
trait DecodeIn: Sized {
    fn decode_in<'de, E: Era>(reader: &mut Reader<'de>) -> Result<Self, DecodeError>
    where
        Self: DecodeLiteNet<'de, E>,
    {
        <Self as DecodeLiteNet<'de, E>>::decode(reader)
    }
}

impl<T> DecodeIn for T {}

fn fields<E: Era>(
    message: &Message,
    reader: &mut Reader<'_>,
    pieces: &mut Vec<Piece>,
) -> Result<(), DecodeError> {
    let mut selector = 0;
    for field in message.fields {
        if !(field.when)(selector) {
            continue;
        }
        let start = reader.position();
        let value = value::<E>(field.kind, reader, &mut selector)
            .map_err(|error| error.in_key(field.name))?;
        let (name, kind, end) = (field.name, field.kind, reader.position());
        pieces.push(Piece { name, kind, start, end, value });
    }
    Ok(())
}

fn value<E: Era>(
    kind: Kind,
    reader: &mut Reader<'_>,
    selector: &mut u8,
) -> Result<Json, DecodeError> {
    Ok(match kind {
        Kind::Bool => bool::decode_in::<E>(reader)?.into(),
        Kind::Byte => {
            *selector = u8::decode_in::<E>(reader)?;
            (*selector).into()
        }
        Kind::U16 => u16::decode_in::<E>(reader)?.into(),
        Kind::I32 => i32::decode_in::<E>(reader)?.into(),
        Kind::F32 => float(f32::decode_in::<E>(reader)?),
        Kind::PackedU16 => Packed::<u16>::decode_in::<E>(reader)?.0.into(),
        Kind::PackedU32 => Packed::<u32>::decode_in::<E>(reader)?.0.into(),
        Kind::PackedI64 => Packed::<i64>::decode_in::<E>(reader)?.0.to_string().into(),
        Kind::ZigzagI32 => Zigzag::<i32>::decode_in::<E>(reader)?.0.into(),
        Kind::ZigzagI64 => Zigzag::<i64>::decode_in::<E>(reader)?.0.to_string().into(),
        Kind::Text => String::decode_in::<E>(reader)?.into(),
        Kind::Vector => {
            let EulerAngles { x, y, z } = EulerAngles::decode_in::<E>(reader)?;
            json!({ "x": float(x), "y": float(y), "z": float(z) })
        }
        Kind::Block => {
            let len = u16::decode_in::<E>(reader)?;
            hex::encode(reader.take(usize::from(len), "bytes")?).into()
        }
        Kind::Rest => hex::encode(reader.take(reader.remaining(), "bytes")?).into(),
    })
}

/// The bits of C#'s `float.NaN`.
const NAN: u32 = 0xffc0_0000;

fn float(value: f32) -> Json {
    match Number::from_f64(f64::from(value)) {
        Some(number) => Json::Number(number),
        None if value.to_bits() == NAN => "NaN".into(),
        None if value.is_nan() => format!("NaN:{:08x}", value.to_bits()).into(),
        None if value > 0.0 => "Infinity".into(),
        None => "-Infinity".into(),
    }
}

fn decode_in<E: Era>(
    bytes: &[u8],
    side: Side,
    limits: Limits,
    partial: &mut Option<Decoded>,
) -> Result<(), DecodeError> {
    let mut reader = Reader::with_limits(bytes, limits);
    let number = read_msg_type::<E>(&mut reader)?;
    let message = message_of::<E>(number, side, &reader);
    let decoded = partial.insert(Decoded {
        number,
        name: message.name,
        body: reader.position(),
        pieces: Vec::new(),
        used: 0,
    });
    fields::<E>(message, &mut reader, &mut decoded.pieces)?;
    decoded.used = reader.position();
    Ok(())
}

/// Reads what can be read, and the error behind it.
fn read(bytes: &[u8], side: Side, limits: Limits) -> (Option<Decoded>, Result<(), DecodeError>) {
    let mut decoded = None;
    if bytes.len() > limits.bytes {
        let most = format!("at most {} bytes", limits.bytes);
        let found = bytes.len().to_string();
        return (None, Err(DecodeError::new(DecodeErrorKind::LimitExceeded, 0, most, found)));
    }
    let done = match side.era {
        EraSpec::Y2018 => decode_in::<LiteNet2018>(bytes, side, limits, &mut decoded),
        EraSpec::Head => decode_in::<LiteNetHead>(bytes, side, limits, &mut decoded),
    };
    (decoded, done)
}

/// Decodes one message to JSON, and says how many bytes it takes. Bytes behind it are no error.
///
/// # Errors
/// See [`DecodeErrorKind`].
pub fn decode(bytes: &[u8], side: Side, limits: Limits) -> Result<(Json, usize), DecodeError> {
    let (decoded, done) = read(bytes, side, limits);
    done?;
    let mut fields = Map::new();
    let Some(Decoded { number, name, pieces, used, .. }) = decoded else {
        return Err(DecodeError::custom(0, "no message"));
    };
    if name == UNKNOWN.name {
        fields.insert("msgType".to_owned(), number.into());
    }
    for Piece { name, value, .. } in pieces {
        match name.split_once('.') {
            None => drop(fields.insert(name.to_owned(), value)),
            Some((outer, inner)) => {
                let outer = fields.entry(outer).or_insert_with(|| json!({}));
                if let Some(outer) = outer.as_object_mut() {
                    outer.insert(inner.to_owned(), value);
                }
            }
        }
    }
    Ok((json!({ "message": name, "fields": fields }), used))
}

/// Decodes a line of hex digits to `{"value": …, "used": N}` or to
/// `{"error": {"kind", "offset", "message"}}`.
pub fn decode_line(line: &[u8], side: Side, limits: Limits) -> Answer {
    let decoded = match parse_hex(line) {
        Ok(bytes) => decode(&bytes, side, limits)
            .map_err(|error| error_json(error.kind().name(), error.offset(), &error.to_string())),
        Err(InvalidHex { offset, message }) => Err(error_json("InvalidHex", offset, &message)),
    };
    match decoded {
        Ok((value, used)) => {
            Answer { line: json!({ "value": value, "used": used }).to_string(), ok: true }
        }
        Err(error) => Answer { line: error.to_string(), ok: false },
    }
}

// ---------------------------------------------------------------- writing

/// Encodes a message from the JSON that [`decode`] gives. `msgType` and fields that end in `Name` are
/// remarks, except that a message `Unknown` needs its `msgType`.
///
/// # Errors
/// With the path in the JSON.
pub fn encode(value: &Json, side: Side) -> Result<Vec<u8>, EncodeError> {
    let mut bytes = Vec::new();
    match side.era {
        EraSpec::Y2018 => encode_in::<LiteNet2018>(value, &mut bytes)?,
        EraSpec::Head => encode_in::<LiteNetHead>(value, &mut bytes)?,
    }
    Ok(bytes)
}

fn encode_in<E: Era>(value: &Json, bytes: &mut Vec<u8>) -> Result<(), EncodeError> {
    let Some(name) = value.get("message").and_then(Json::as_str) else {
        return Err(EncodeError::custom("expected {\"message\": \"…\", \"fields\": {…}}"));
    };
    let table = table(E::SPEC);
    let known = named(table, name).or((name == UNKNOWN.name).then_some(UNKNOWN));
    let Some(message) = known else {
        let known: Vec<_> = table.iter().map(|message| message.name).collect();
        let error = EncodeError::custom(format_args!(
            "{name:?} is no message of this wire; there are {}",
            known.join(", ")
        ));
        return Err(error.in_key("message"));
    };
    let none = json!({});
    let given = value.get("fields").unwrap_or(&none);
    write_message::<E>(message, given, bytes).map_err(|error| error.in_key("fields"))
}

fn write_message<E: Era>(
    message: &Message,
    given: &Json,
    bytes: &mut Vec<u8>,
) -> Result<(), EncodeError> {
    let Some(object) = given.as_object() else {
        return Err(EncodeError::custom("expected an object"));
    };
    let number = if message.name == UNKNOWN.name {
        let number = object.get("msgType").and_then(Json::as_u64);
        number.and_then(|number| u16::try_from(number).ok()).ok_or_else(|| {
            EncodeError::custom("expected a number from 0 to 65535").in_key("msgType")
        })?
    } else {
        message.number
    };
    let out = &mut VecOutput::new(bytes);
    write_msg_type::<E, _>(number, out);
    let mut selector = 0;
    let mut taken = Vec::new();
    for field in message.fields {
        if !(field.when)(selector) {
            continue;
        }
        let mut path = field.name.split('.');
        taken.extend(path.clone().next());
        let value = path.try_fold(given, |value, name| value.get(name));
        write_value::<E>(field.kind, value, out, &mut selector)
            .map_err(|error| error.in_key(field.name))?;
    }
    let is_remark = |name: &str| name == "msgType" || name.ends_with("Name");
    match object.keys().find(|name| !taken.contains(&name.as_str()) && !is_remark(name)) {
        None => Ok(()),
        Some(name) => {
            Err(EncodeError::custom(format_args!("{} has no such field here", message.name))
                .in_key(name.clone()))
        }
    }
}

fn write_value<E: Era>(
    kind: Kind,
    value: Option<&Json>,
    out: &mut VecOutput<&mut Vec<u8>>,
    selector: &mut u8,
) -> Result<(), EncodeError> {
    fn put<E: Era>(
        value: &impl EncodeLiteNet<E>,
        out: &mut VecOutput<&mut Vec<u8>>,
    ) -> Result<(), EncodeError> {
        value.encode(out)
    }
    let value = match (value, kind) {
        (Some(value), _) => value,
        (None, Kind::Rest) => return Ok(()),
        (None, _) => return Err(EncodeError::custom("the field is missing")),
    };
    match kind {
        Kind::Bool => match value.as_bool() {
            Some(value) => put::<E>(&value, out),
            None => Err(EncodeError::custom("expected true or false")),
        },
        Kind::Byte => {
            *selector = int(value)?;
            put::<E>(selector, out)
        }
        Kind::U16 => put::<E>(&int::<u16>(value)?, out),
        Kind::I32 => put::<E>(&int::<i32>(value)?, out),
        Kind::F32 => put::<E>(&float_of(value)?, out),
        Kind::PackedU16 => put::<E>(&Packed(int::<u16>(value)?), out),
        Kind::PackedU32 => put::<E>(&Packed(int::<u32>(value)?), out),
        Kind::PackedI64 => put::<E>(&Packed(int::<i64>(value)?), out),
        Kind::ZigzagI32 => put::<E>(&Zigzag(int::<i32>(value)?), out),
        Kind::ZigzagI64 => put::<E>(&Zigzag(int::<i64>(value)?), out),
        // `null` is C#'s null, which travels as an empty string.
        Kind::Text if value.is_null() => put::<E>(&"", out),
        Kind::Text => match value.as_str() {
            Some(text) => put::<E>(&text, out),
            None => Err(EncodeError::custom("expected a string")),
        },
        Kind::Vector => {
            for name in ["x", "y", "z"] {
                let component = value.get(name).unwrap_or(&Json::Null);
                let component = float_of(component).map_err(|error| error.in_key(name))?;
                put::<E>(&component, out)?;
            }
            Ok(())
        }
        Kind::Block => {
            let block = block(value)?;
            let len = u16::try_from(block.len())
                .map_err(|_| EncodeError::custom("more than 65535 bytes"))?;
            put::<E>(&len, out)?;
            godot_var::Output::put_bytes(out, &block);
            Ok(())
        }
        Kind::Rest => {
            godot_var::Output::put_bytes(out, &block(value)?);
            Ok(())
        }
    }
}

fn int<T: TryFrom<i128>>(value: &Json) -> Result<T, EncodeError> {
    let number: Option<i128> = match value {
        Json::Number(number) => number.to_string().parse().ok(),
        Json::String(text) => text.parse().ok(),
        _ => None,
    };
    let Some(number) = number else {
        return Err(EncodeError::custom(format_args!("expected an integer, found {value}")));
    };
    T::try_from(number)
        .map_err(|_| EncodeError::custom(format_args!("{number} does not fit the field")))
}

fn float_of(value: &Json) -> Result<f32, EncodeError> {
    let bits = |text: &str| {
        let bits = u32::from_str_radix(text.strip_prefix("NaN:")?, 16).ok()?;
        Some(f32::from_bits(bits)).filter(|value| value.is_nan())
    };
    let float = match value {
        Json::Number(number) => number.as_f64().map(|value| value as f32),
        Json::String(text) => match text.as_str() {
            "NaN" => Some(f32::from_bits(NAN)),
            "Infinity" => Some(f32::INFINITY),
            "-Infinity" => Some(f32::NEG_INFINITY),
            text => bits(text),
        },
        _ => None,
    };
    float.ok_or_else(|| EncodeError::custom(format_args!("expected a float, found {value}")))
}

fn block(value: &Json) -> Result<Vec<u8>, EncodeError> {
    let Some(digits) = value.as_str() else {
        return Err(EncodeError::custom(format_args!("expected hex digits, found {value}")));
    };
    parse_hex(digits.as_bytes()).map_err(|error| EncodeError::custom(error.message))
}

/// Encodes a line of JSON to hex digits, or to `error: …`. The line is a message, or an object
/// with the key `"value"`, as [`decode_line`] gives it.
pub fn encode_line(line: &[u8], side: Side) -> Answer {
    let encoded = serde_json::from_slice::<Json>(line)
        .map_err(|error| EncodeError::custom(format_args!("not JSON: {error}")))
        .and_then(|json| match json.get("value") {
            Some(value) => encode(value, side).map_err(|error| error.in_key("value")),
            None => encode(&json, side),
        });
    match encoded {
        Ok(bytes) => Answer { line: hex::encode(bytes), ok: true },
        Err(error) => Answer { line: format!("error: {error}"), ok: false },
    }
}

// ---------------------------------------------------------------- showing

/// Bytes in a row of the dump.
const ROW: usize = 16;

/// Writes an annotated dump, with the escape codes of colours in it. Returns the error of the
/// bytes, if they have one: what stands before it is shown, and the error itself too.
///
/// # Errors
/// When writing fails.
pub fn inspect(
    bytes: &[u8],
    side: Side,
    limits: Limits,
    output: &mut impl Write,
) -> io::Result<Option<DecodeError>> {
    let (decoded, done) = read(bytes, side, limits);
    let mut end = 0;
    if let Some(decoded) = &decoded {
        let Decoded { number, name, body, pieces, .. } = decoded;
        let text = format!("{TYPE}{name}{TYPE:#}, message {number}");
        rows(bytes, 0, *body, &text, output)?;
        end = *body;
        for Piece { name, start, end: piece_end, value, .. } in pieces {
            let text = format!("{PLACE}{name}{PLACE:#}: {VALUE}{value}{VALUE:#}");
            rows(bytes, *start, *piece_end, &text, output)?;
            end = *piece_end;
        }
    }
    let rest = bytes.len() - end;
    if rest > 0 {
        let text = if done.is_ok() { "bytes behind the message" } else { "not read" };
        rows(bytes, end, bytes.len(), &format!("{OFFSET}{text}{OFFSET:#}"), output)?;
    }
    match done {
        Ok(()) => Ok(None),
        Err(error) => {
            writeln!(output, "{ERROR}error:{ERROR:#} {error} ({})", error.kind().name())?;
            Ok(Some(error))
        }
    }
}

/// Bytes in rows, with a text beside the first.
fn rows(
    bytes: &[u8],
    start: usize,
    end: usize,
    text: &str,
    output: &mut impl Write,
) -> io::Result<()> {
    let mut text = Some(text);
    let mut offset = start;
    let part = bytes.get(start..end).unwrap_or_default();
    // What takes no bytes, an empty rest, has a row all the same.
    let empty: [&[u8]; 1] = [&[]];
    let chunks = part.chunks(ROW).chain(empty.into_iter().filter(|_| part.is_empty()));
    for chunk in chunks {
        let hex = hex_groups(chunk);
        match text.take() {
            Some(text) => writeln!(output, "{OFFSET}{offset:08x}{OFFSET:#}  {hex:37}{text}")?,
            None => writeln!(output, "{OFFSET}{offset:08x}{OFFSET:#}  {hex}")?,
        }
        offset += chunk.len();
    }
    Ok(())
}
