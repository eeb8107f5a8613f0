//! Writes a message field by field.

use godot_var::litenet::{Encode, Era, EraSpec, LiteNet, LiteNet2018, LiteNetHead, write_msg_type};
use godot_var::output::VecOutput;
use godot_var::{EncodeError, Output};
use godot_var_codegen::litenet::{Form, put_integer};
use godot_var_codegen::protocol::Integer;
use serde_json::Value as Json;

use super::messages::{Kind, Message, UNKNOWN, named, table};
use crate::input::parse_hex;
use crate::natural::{Printed, double_of, printed, single_of};

/// Encodes a message. It ignores `msgType` and fields that end in `Name`, but a message `Unknown` needs its `msgType`.
pub(super) fn encode(json: &Json, era: EraSpec) -> Result<Vec<u8>, EncodeError> {
    let (name, fields) = match printed(json)? {
        Printed::Message(name, fields) => (name, fields),
        Printed::Value(value) => return encode(value, era).map_err(|error| error.in_key("value")),
    };
    let Some(message) = named(era, name) else {
        let known: Vec<_> = table(era).iter().map(|message| message.name.as_str()).collect();
        let error = EncodeError::custom(format_args!(
            "{name:?} is not a message of this wire; use one of {}",
            known.join(", ")
        ));
        return Err(error.in_key("message"));
    };
    let mut bytes = Vec::new();
    let written = match era {
        EraSpec::Y2018 => write_message::<LiteNet2018>(message, fields, &mut bytes),
        EraSpec::Head => write_message::<LiteNetHead>(message, fields, &mut bytes),
    };
    written.map_err(|error| error.in_key("fields"))?;
    Ok(bytes)
}

fn write_message<E: Era>(
    message: &'static Message,
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
    let mut seen = Vec::with_capacity(message.fields.len());
    let mut taken = Vec::new();
    for field in &message.fields {
        if !field.when.holds(&seen) {
            seen.push(None);
            continue;
        }
        let mut path = field.name.split('.');
        taken.extend(path.clone().next());
        let value = path.try_fold(given, |value, name| value.get(name));
        let number = write_value::<E>(field.kind, value, out)
            .map_err(|error| error.in_key(field.name.as_str()))?;
        seen.push(number);
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

type Sink<'b> = VecOutput<&'b mut Vec<u8>>;

fn plain<E: Era>(value: &impl Encode<LiteNet<E>>, out: &mut Sink<'_>) -> Result<(), EncodeError> {
    value.encode(out)
}

/// Writes a value, and returns it if conditions can use it.
fn write_value<E: Era>(
    kind: Kind,
    value: Option<&Json>,
    out: &mut Sink<'_>,
) -> Result<Option<i128>, EncodeError> {
    let value = match (value, kind) {
        (Some(value), _) => value,
        (None, Kind::Rest) => return Ok(None),
        (None, _) => return Err(EncodeError::custom("the field is missing")),
    };
    match kind {
        Kind::Bool => match value.as_bool() {
            Some(value) => {
                plain::<E>(&value, out)?;
                return Ok(Some(value.into()));
            }
            None => return Err(EncodeError::custom("expected true or false")),
        },
        Kind::Int(form, integer) => return write_int(form, integer, value, out).map(Some),
        Kind::F32 => plain::<E>(&float_of(value)?, out)?,
        Kind::F64 => plain::<E>(&double_of(value).ok_or_else(|| wrong_float(value))?, out)?,
        // `null` is C#'s null, which is encoded as an empty string.
        Kind::Text if value.is_null() => plain::<E>(&"", out)?,
        Kind::Text => match value.as_str() {
            Some(text) => plain::<E>(&text, out)?,
            None => return Err(EncodeError::custom("expected a string")),
        },
        Kind::Vector => {
            for name in ["x", "y", "z"] {
                let component = value.get(name).unwrap_or(&Json::Null);
                let component = float_of(component).map_err(|error| error.in_key(name))?;
                plain::<E>(&component, out)?;
            }
        }
        Kind::Block => {
            let block = block(value)?;
            let len = u16::try_from(block.len())
                .map_err(|_| EncodeError::custom("more than 65535 bytes"))?;
            plain::<E>(&len, out)?;
            out.put_bytes(&block);
        }
        Kind::Rest => out.put_bytes(&block(value)?),
    }
    Ok(None)
}

fn write_int(
    form: Form,
    integer: Integer,
    value: &Json,
    out: &mut Sink<'_>,
) -> Result<i128, EncodeError> {
    let number: Option<i128> = match value {
        Json::Number(number) => number.to_string().parse().ok(),
        Json::String(text) => text.parse().ok(),
        _ => None,
    };
    let Some(number) = number else {
        return Err(EncodeError::custom(format_args!("expected an integer, found {value}")));
    };
    let fits = match integer {
        Integer::U64 => u64::try_from(number).is_ok(),
        integer => {
            let (least, most) = integer.range();
            (least.into()..=most.into()).contains(&number)
        }
    };
    if !fits {
        return Err(EncodeError::custom(format_args!("{number} does not fit the field")));
    }
    put_integer(form, integer, number, out);
    Ok(number)
}

fn wrong_float(value: &Json) -> EncodeError {
    EncodeError::custom(format_args!("expected a float, found {value}"))
}

fn float_of(value: &Json) -> Result<f32, EncodeError> {
    single_of(value).ok_or_else(|| wrong_float(value))
}

fn block(value: &Json) -> Result<Vec<u8>, EncodeError> {
    let Some(digits) = value.as_str() else {
        return Err(EncodeError::custom(format_args!("expected hex digits, found {value}")));
    };
    parse_hex(digits.as_bytes()).map_err(|error| EncodeError::custom(error.message))
}
