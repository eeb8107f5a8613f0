//! Reads a message field by field.

use godot_var::litenet::{
    Decode, Era, EraSpec, EulerAngles, LiteNet, LiteNet2018, LiteNetHead, PackedInt, ZigzagInt,
    read_msg_type,
};
use godot_var::{DecodeError, Limits, Reader};
use godot_var_codegen::litenet::Form;
use godot_var_codegen::names::Tree;
use godot_var_codegen::protocol::Integer;

use super::Side;
use super::messages::{Kind, Message as Table, UNKNOWN, table};
use super::names::Pick;
use crate::inspect::{PLACE, TYPE, VALUE};
use crate::json;
use crate::message::{Label, Parts};
use crate::visible::visible_json;
use crate::wire::Decoded;

type Fields = Vec<(String, Tree)>;

/// Returns the message with a number. If several messages share it, their content decides.
fn message_of<E: Era>(number: u16, from_client: bool, body: &Reader<'_>) -> &'static Table {
    let is_it = |message: &&'static Table| {
        message.number == number
            && match message.pick {
                Pick::Any => true,
                Pick::SentBy { client } => from_client == client,
                Pick::First(kind) => u16::read_packed::<E>(&mut body.clone()) == Ok(kind),
                Pick::Whole => {
                    let limits = Limits::NONE.with_canonical(true);
                    let mut reader = Reader::with_limits(body.rest(), limits);
                    fields::<E>(message, &mut reader, &mut Parts::default()).is_ok()
                        && reader.remaining() == 0
                }
            }
    };
    table(E::SPEC).iter().find(is_it).unwrap_or(&UNKNOWN)
}

fn fields<E: Era>(
    message: &'static Table,
    reader: &mut Reader<'_>,
    parts: &mut Parts,
) -> Result<Fields, DecodeError> {
    let mut fields = Fields::new();
    let mut seen = Vec::with_capacity(message.fields.len());
    for field in &message.fields {
        if !field.when.holds(&seen) {
            seen.push(None);
            continue;
        }
        let name = field.name.as_str();
        let value = value::<E>(field.kind, reader).map_err(|error| error.in_key(name))?;
        seen.push(match &value {
            Tree::Bool(truth) => Some((*truth).into()),
            Tree::Int(number) => Some(*number),
            _ => None,
        });
        parts.add(reader.position(), 0, || {
            let value = visible_json(&json::of_tree(&value).to_string());
            format!("{PLACE}{name}{PLACE:#}: {VALUE}{value}{VALUE:#}")
        });
        match name.split_once('.') {
            None => fields.push((name.to_owned(), value)),
            Some((outer, inner)) => {
                let inner = (inner.to_owned(), value);
                match fields.iter_mut().find(|(name, _)| name == outer) {
                    Some((_, Tree::Record(fields))) => fields.push(inner),
                    _ => fields.push((outer.to_owned(), Tree::Record(vec![inner]))),
                }
            }
        }
    }
    Ok(fields)
}

fn plain<'de, E: Era, T: Decode<'de, LiteNet<E>>>(
    reader: &mut Reader<'de>,
) -> Result<T, DecodeError> {
    T::decode(reader)
}

fn value<E: Era>(kind: Kind, reader: &mut Reader<'_>) -> Result<Tree, DecodeError> {
    Ok(match kind {
        Kind::Bool => Tree::Bool(plain::<E, _>(reader)?),
        Kind::Int(form, integer) => int::<E>(form, integer, reader)?,
        Kind::F32 => Tree::Single(plain::<E, _>(reader)?),
        Kind::F64 => Tree::Float(plain::<E, _>(reader)?),
        Kind::Text => Tree::Text(plain::<E, _>(reader)?),
        Kind::Vector => {
            let EulerAngles { x, y, z } = plain::<E, _>(reader)?;
            Tree::record([("x", x), ("y", y), ("z", z)].map(|(name, it)| (name, Tree::Single(it))))
        }
        Kind::Block => {
            let len = plain::<E, u16>(reader)?;
            Tree::Bytes(reader.take(usize::from(len), "bytes")?.to_vec())
        }
        Kind::Rest => Tree::Bytes(reader.take(reader.remaining(), "bytes")?.to_vec()),
    })
}

fn int<E: Era>(form: Form, integer: Integer, reader: &mut Reader<'_>) -> Result<Tree, DecodeError> {
    let number: i128 = match (form, integer) {
        (Form::Plain, Integer::I8) => plain::<E, i8>(reader)?.into(),
        (Form::Plain, Integer::I16) => plain::<E, i16>(reader)?.into(),
        (Form::Plain, Integer::I32) => plain::<E, i32>(reader)?.into(),
        (Form::Plain, Integer::I64) => plain::<E, i64>(reader)?.into(),
        (Form::Plain, Integer::U8) => plain::<E, u8>(reader)?.into(),
        (Form::Plain, Integer::U16) => plain::<E, u16>(reader)?.into(),
        (Form::Plain, Integer::U32) => plain::<E, u32>(reader)?.into(),
        (Form::Plain, Integer::U64) => plain::<E, u64>(reader)?.into(),
        (Form::Packed, Integer::U16) => u16::read_packed::<E>(reader)?.into(),
        (Form::Packed, Integer::I64) => i64::read_packed::<E>(reader)?.into(),
        (Form::Packed, Integer::U64) => u64::read_packed::<E>(reader)?.into(),
        // The schema's reader has checked which integers can have this form.
        (Form::Packed, _) => u32::read_packed::<E>(reader)?.into(),
        (Form::Zigzag, Integer::I16) => i16::read_zigzag::<E>(reader)?.into(),
        (Form::Zigzag, Integer::I64) => i64::read_zigzag::<E>(reader)?.into(),
        (Form::Zigzag, _) => i32::read_zigzag::<E>(reader)?.into(),
    };
    Ok(match integer {
        Integer::I64 | Integer::U64 => Tree::Wide(number),
        _ => Tree::Int(number),
    })
}

fn read_in<E: Era>(bytes: &[u8], side: Side, parts: &mut Parts) -> Result<Decoded, DecodeError> {
    let mut reader = Reader::with_limits(bytes, side.limits);
    let number = read_msg_type::<E>(&mut reader)?;
    let message = message_of::<E>(number, side.from_client, &reader);
    let name = &message.name;
    parts.add(reader.position(), 0, || format!("{TYPE}{name}{TYPE:#}, message {number}"));
    let mut fields = fields::<E>(message, &mut reader, parts)?;
    if *name == UNKNOWN.name {
        fields.insert(0, ("msgType".to_owned(), Tree::Int(number.into())));
    }
    let (name, id) = (Some(name.clone()), Some(number.to_string()));
    let label = Label { name, id, ..Label::default() };
    Ok(Decoded::new(label, Tree::Record(fields), reader.position()))
}

/// Reads a message. After an error, `parts` has the bytes before it.
pub(super) fn read(bytes: &[u8], side: Side, parts: &mut Parts) -> Result<Decoded, DecodeError> {
    side.limits.check_bytes(bytes.len())?;
    match side.era {
        EraSpec::Y2018 => read_in::<LiteNet2018>(bytes, side, parts),
        EraSpec::Head => read_in::<LiteNetHead>(bytes, side, parts),
    }
}
