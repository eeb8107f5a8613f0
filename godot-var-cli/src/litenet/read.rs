//! Reads a message field by field.

use godot_var::litenet::{
    DecodeLiteNet, Era, EraSpec, EulerAngles, LiteNet2018, LiteNetHead, PackedInt, ZigzagInt,
    read_msg_type,
};
use godot_var::{DecodeError, DecodeErrorKind, Limits, Reader};
use godot_var_codegen::protocol::Integer;
use serde_json::{Number, Value as Json, json};

use super::Side;
use super::messages::{Form, Kind, Message, UNKNOWN, table};
use super::names::Pick;

/// A decoded field.
pub(super) struct Piece {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) value: Json,
}

pub(super) struct Decoded {
    pub(super) number: u16,
    pub(super) name: &'static str,
    /// The offset after the number.
    pub(super) body: usize,
    pub(super) pieces: Vec<Piece>,
    pub(super) used: usize,
}

/// Returns the message with a number. If several messages share it, their content decides.
fn message_of<E: Era>(number: u16, side: Side, body: &Reader<'_>) -> &'static Message {
    let is_it = |message: &&'static Message| {
        message.number == number
            && match message.pick {
                Pick::Any => true,
                Pick::SentBy { client } => side.from_client == client,
                Pick::First(kind) => u16::read_packed::<E>(&mut body.clone()) == Ok(kind),
                Pick::Whole => {
                    let limits = Limits::NONE.with_canonical(true);
                    let mut reader = Reader::with_limits(body.rest(), limits);
                    fields::<E>(message, &mut reader, &mut Vec::new()).is_ok()
                        && reader.remaining() == 0
                }
            }
    };
    table(E::SPEC).iter().find(is_it).unwrap_or(&UNKNOWN)
}

fn fields<E: Era>(
    message: &'static Message,
    reader: &mut Reader<'_>,
    pieces: &mut Vec<Piece>,
) -> Result<(), DecodeError> {
    let mut seen = Vec::with_capacity(message.fields.len());
    for field in &message.fields {
        if !field.when.holds(&seen) {
            seen.push(None);
            continue;
        }
        let start = reader.position();
        let name = field.name.as_str();
        let value = value::<E>(field.kind, reader).map_err(|error| error.in_key(name))?;
        seen.push(match &value {
            Json::Bool(truth) => Some((*truth).into()),
            Json::Number(number) => number.as_i128(),
            _ => None,
        });
        pieces.push(Piece { name, kind: field.kind, start, end: reader.position(), value });
    }
    Ok(())
}

fn plain<'de, E: Era, T: DecodeLiteNet<'de, E>>(
    reader: &mut Reader<'de>,
) -> Result<T, DecodeError> {
    T::decode(reader)
}

fn value<E: Era>(kind: Kind, reader: &mut Reader<'_>) -> Result<Json, DecodeError> {
    Ok(match kind {
        Kind::Bool => plain::<E, bool>(reader)?.into(),
        Kind::Int(form, integer) => int::<E>(form, integer, reader)?,
        Kind::F32 => float(plain::<E, f32>(reader)?),
        Kind::F64 => double(plain::<E, f64>(reader)?),
        Kind::Text => plain::<E, String>(reader)?.into(),
        Kind::Vector => {
            let EulerAngles { x, y, z } = plain::<E, _>(reader)?;
            json!({ "x": float(x), "y": float(y), "z": float(z) })
        }
        Kind::Block => {
            let len = plain::<E, u16>(reader)?;
            hex::encode(reader.take(usize::from(len), "bytes")?).into()
        }
        Kind::Rest => hex::encode(reader.take(reader.remaining(), "bytes")?).into(),
    })
}

/// Reads a number. 64-bit integers become decimal strings.
fn int<E: Era>(form: Form, integer: Integer, reader: &mut Reader<'_>) -> Result<Json, DecodeError> {
    Ok(match (form, integer) {
        (Form::Plain, Integer::I8) => plain::<E, i8>(reader)?.into(),
        (Form::Plain, Integer::I16) => plain::<E, i16>(reader)?.into(),
        (Form::Plain, Integer::I32) => plain::<E, i32>(reader)?.into(),
        (Form::Plain, Integer::I64) => plain::<E, i64>(reader)?.to_string().into(),
        (Form::Plain, Integer::U8) => plain::<E, u8>(reader)?.into(),
        (Form::Plain, Integer::U16) => plain::<E, u16>(reader)?.into(),
        (Form::Plain, Integer::U32) => plain::<E, u32>(reader)?.into(),
        (Form::Plain, Integer::U64) => plain::<E, u64>(reader)?.to_string().into(),
        (Form::Packed, Integer::U16) => u16::read_packed::<E>(reader)?.into(),
        (Form::Packed, Integer::I64) => i64::read_packed::<E>(reader)?.to_string().into(),
        (Form::Packed, Integer::U64) => u64::read_packed::<E>(reader)?.to_string().into(),
        // The schema's reader has checked which integers can have this form.
        (Form::Packed, _) => u32::read_packed::<E>(reader)?.into(),
        (Form::Zigzag, Integer::I16) => i16::read_zigzag::<E>(reader)?.into(),
        (Form::Zigzag, Integer::I64) => i64::read_zigzag::<E>(reader)?.to_string().into(),
        (Form::Zigzag, _) => i32::read_zigzag::<E>(reader)?.into(),
    })
}

/// The bits of C#'s `float.NaN`.
pub(super) const NAN: u32 = 0xffc0_0000;

fn float(value: f32) -> Json {
    match Number::from_f64(f64::from(value)) {
        Some(number) => Json::Number(number),
        None if value.to_bits() == NAN => "NaN".into(),
        None if value.is_nan() => format!("NaN:{:08x}", value.to_bits()).into(),
        None if value > 0.0 => "Infinity".into(),
        None => "-Infinity".into(),
    }
}

fn double(value: f64) -> Json {
    match Number::from_f64(value) {
        Some(number) => Json::Number(number),
        None if value.is_nan() => "NaN".into(),
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
        name: &message.name,
        body: reader.position(),
        pieces: Vec::new(),
        used: 0,
    });
    fields::<E>(message, &mut reader, &mut decoded.pieces)?;
    decoded.used = reader.position();
    Ok(())
}

/// Reads fields up to the first error.
pub(super) fn read(
    bytes: &[u8],
    side: Side,
    limits: Limits,
) -> (Option<Decoded>, Result<(), DecodeError>) {
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
