//! Encodes blocks and fields from JSON.

use std::net::Ipv4Addr;

use godot_var::error::EncodeErrorKind;
use godot_var::lludp::{Encode, Frequency, Lludp, MessageNumber, Port, Uuid, Variable1, Variable2};
use godot_var::{EncodeError, Output};
use godot_var_schema::template::{self, Block, Field, FieldType, Message, Quantity};
use serde_json::Value as Json;

use super::read::COMPONENTS;
use crate::natural::{check_parts, double_of};

pub(super) fn put_blocks(
    message: &Message,
    form: &Json,
    key: &'static str,
    out: &mut impl Output,
) -> Result<(), EncodeError> {
    let blocks = &form[key];
    if let Some(map) = blocks.as_object() {
        for name in map.keys() {
            if !message.blocks.iter().any(|block| block.name == *name) {
                return Err(
                    invalid(format_args!("{} has no block {name:?}", message.name)).in_key(key)
                );
            }
        }
    }
    let is_missing = |block: &Block| {
        let mut names = form["missing_blocks"].as_array().into_iter().flatten();
        names.any(|name| name == block.name.as_str()) && blocks[&block.name].is_null()
    };
    // Only blocks at the end can be missing, and never the first.
    let kept = message.blocks.iter().rposition(|block| !is_missing(block));
    let kept = kept.map_or(message.blocks.len().min(1), |last| last + 1);
    for block in message.blocks.iter().take(kept) {
        put_block(block, &blocks[&block.name], out)
            .map_err(|error| error.in_key(block.name.clone()).in_key(key))?;
    }
    Ok(())
}

pub(super) fn number(message: &Message) -> Result<MessageNumber, EncodeError> {
    let frequency = match message.frequency {
        template::Frequency::High => Frequency::High,
        template::Frequency::Medium => Frequency::Medium,
        template::Frequency::Low => Frequency::Low,
        template::Frequency::Fixed => Frequency::Fixed,
    };
    MessageNumber::new(frequency, message.number)
        .ok_or_else(|| invalid(format_args!("no number of its frequency: {}", message.number)))
}

fn put_block(block: &Block, form: &Json, out: &mut impl Output) -> Result<(), EncodeError> {
    let rows = array(form)?;
    match block.quantity {
        Quantity::Variable => match u8::try_from(rows.len()) {
            Ok(count) => plain(&count, out)?,
            Err(_) => {
                return Err(EncodeError::new(
                    EncodeErrorKind::TooLong,
                    format!("{} repeats; a block has at most 255", rows.len()),
                ));
            }
        },
        Quantity::Single => expect_rows(rows, 1)?,
        Quantity::Multiple(count) => expect_rows(rows, count.into())?,
    }
    for (index, row) in rows.iter().enumerate() {
        put_row(block, row, out).map_err(|error| error.in_index(index))?;
    }
    Ok(())
}

fn expect_rows(rows: &[Json], expected: usize) -> Result<(), EncodeError> {
    if rows.len() == expected {
        return Ok(());
    }
    Err(invalid(format_args!("{} repeats; the block has {expected}", rows.len())))
}

fn put_row(block: &Block, row: &Json, out: &mut impl Output) -> Result<(), EncodeError> {
    let Some(map) = row.as_object() else { return Err(expected("an object", row)) };
    for key in map.keys() {
        if !block.fields.iter().any(|field| field.name == *key) {
            return Err(invalid(format_args!("the block has no field {key:?}")));
        }
    }
    for Field { name, field_type, .. } in &block.fields {
        put_field(*field_type, &row[name], out).map_err(|error| error.in_key(name.clone()))?;
    }
    Ok(())
}

fn put_field(field_type: FieldType, form: &Json, out: &mut impl Output) -> Result<(), EncodeError> {
    match field_type {
        FieldType::U8 => plain(&integer::<u8>(form)?, out),
        FieldType::U16 => plain(&integer::<u16>(form)?, out),
        FieldType::U32 => plain(&integer::<u32>(form)?, out),
        FieldType::U64 => plain(&integer::<u64>(form)?, out),
        FieldType::S8 => plain(&integer::<i8>(form)?, out),
        FieldType::S16 => plain(&integer::<i16>(form)?, out),
        FieldType::S32 => plain(&integer::<i32>(form)?, out),
        FieldType::S64 => plain(&integer::<i64>(form)?, out),
        FieldType::F32 => put_single(form, out),
        FieldType::F64 => put_double(form, out),
        FieldType::Vector3 | FieldType::Quaternion => parts::<_, 3>(form, out, put_single),
        FieldType::Vector4 => parts::<_, 4>(form, out, put_single),
        FieldType::Vector3d => parts::<_, 3>(form, out, put_double),
        FieldType::Uuid => match text(form)?.parse::<Uuid>() {
            Ok(id) => plain(&id, out),
            Err(_) => Err(expected("a UUID", form)),
        },
        FieldType::Bool => plain(&form.as_bool().ok_or_else(|| expected("a boolean", form))?, out),
        FieldType::IpAddr => match text(form)?.parse::<Ipv4Addr>() {
            Ok(address) => plain(&address, out),
            Err(_) => Err(expected("an IPv4 address", form)),
        },
        FieldType::IpPort => plain(&Port(integer(form)?), out),
        FieldType::Fixed(len) => {
            let bytes = bytes(form)?;
            if bytes.len() != usize::from(len) {
                return Err(invalid(format_args!("{} bytes; the field has {len}", bytes.len())));
            }
            out.put_bytes(&bytes);
            Ok(())
        }
        FieldType::Variable(1) => plain(&Variable1(&bytes(form)?), out),
        FieldType::Variable(_) => plain(&Variable2(&bytes(form)?), out),
    }
}

/// Writes a value in its own encoding.
fn plain(value: &impl Encode<Lludp>, out: &mut impl Output) -> Result<(), EncodeError> {
    value.encode(out)
}

fn put_single(form: &Json, out: &mut impl Output) -> Result<(), EncodeError> {
    plain(&(number_of(form)? as f32), out)
}

fn put_double(form: &Json, out: &mut impl Output) -> Result<(), EncodeError> {
    plain(&number_of(form)?, out)
}

fn parts<O: Output, const N: usize>(
    form: &Json,
    out: &mut O,
    put: fn(&Json, &mut O) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    // Versions before 0.2 wrote arrays.
    if let Some(parts) = form.as_array() {
        if parts.len() != N {
            return Err(invalid(format_args!("{} components; the type has {N}", parts.len())));
        }
        let mut parts = parts.iter().enumerate();
        return parts.try_for_each(|(at, part)| put(part, out).map_err(|error| error.in_index(at)));
    }
    let names = &COMPONENTS[..N];
    check_parts(form, &names.iter().map(|name| vec![*name]).collect::<Vec<_>>())?;
    names.iter().try_for_each(|name| put(&form[name], out).map_err(|error| error.in_key(*name)))
}

fn number_of(form: &Json) -> Result<f64, EncodeError> {
    double_of(form).ok_or_else(|| expected("a number", form))
}

/// Reads a number, or its decimal text.
pub(super) fn integer<T: std::str::FromStr>(form: &Json) -> Result<T, EncodeError> {
    let digits = match form {
        Json::Number(number) => number.to_string(),
        Json::String(text) => text.clone(),
        _ => return Err(expected("an integer", form)),
    };
    digits.parse().map_err(|_| {
        EncodeError::new(
            EncodeErrorKind::OutOfRange,
            format!("expected an integer in the range of its type, found {form}"),
        )
    })
}

pub(super) fn text(form: &Json) -> Result<&str, EncodeError> {
    form.as_str().ok_or_else(|| expected("a text", form))
}

pub(super) fn array(form: &Json) -> Result<&[Json], EncodeError> {
    form.as_array().map(Vec::as_slice).ok_or_else(|| expected("an array", form))
}

pub(super) fn bytes(form: &Json) -> Result<Vec<u8>, EncodeError> {
    hex::decode(text(form)?).map_err(|_| expected("hex digits", form))
}

fn expected(what: &str, form: &Json) -> EncodeError {
    if form.is_null() {
        return invalid(format_args!("expected {what}, but it is missing"));
    }
    let mut found = form.to_string();
    if found.len() > 60 {
        found = found.chars().take(60).chain("…".chars()).collect();
    }
    invalid(format_args!("expected {what}, found {found}"))
}

pub(super) fn invalid(message: std::fmt::Arguments<'_>) -> EncodeError {
    EncodeError::custom(message)
}
