//! Checks of values without parts, and of lengths, against their bounds.

use godot_var_runtime::variant::tools::{self as codec, no_text};
use godot_var_runtime::variant::{
    Bounds, Component, DoubleStructure, NodePath, Payload, TypeLayout, Variant, VariantType,
    single, whole,
};
use godot_var_runtime::{DecodeError, DecodeErrorKind};

use crate::protocol::ParsedText;
use crate::values::double_components;

/// The int that a reader gets from a value, or the error; `None` if the value is not a number.
pub(super) fn read_int(value: &Variant) -> Option<Result<i64, DecodeError>> {
    match value {
        Variant::Int(number) => Some(Ok(*number)),
        Variant::Float(number) => {
            Some(whole(*number).ok_or_else(|| codec::not_an_integer(0, "int", *number)))
        }
        _ => None,
    }
}

/// Checks a value, which has an accepted type, against the bounds.
pub(super) fn check_value(
    kind: VariantType,
    bounds: Bounds<'_>,
    value: &Variant,
) -> Result<(), DecodeError> {
    match (kind, value) {
        (VariantType::Int, _) => match read_int(value) {
            Some(Ok(number)) if !bounds.take_int(number) => {
                Err(codec::out_of_range(0, bounds.expected_int(), number))
            }
            Some(Err(error)) => Err(error),
            _ => Ok(()),
        },
        (VariantType::Float, Variant::Int(number)) => {
            check_float(codec::float_of_int(*number, 0)?, bounds)
        }
        (VariantType::Float, Variant::Float(number)) => check_float(*number, bounds),
        (VariantType::Object, Variant::Object(_)) => {
            Err(DecodeError::new(DecodeErrorKind::WrongType, 0, "object id", "Object"))
        }
        (_, Variant::Double(structure)) if bounds == Bounds::F32 => check_width(structure),
        (_, Variant::NodePath(path)) if bounds == Bounds::Text => {
            let text = path.to_string();
            if NodePath::of_text(&text).is_none() { Err(no_text(0, &text)) } else { Ok(()) }
        }
        (VariantType::String, value) if ParsedText::of(bounds).is_some() => {
            check_text(value.as_str().unwrap_or_default(), bounds)
        }
        (_, value) if bounds == Bounds::Char => {
            let count = value.as_str().map_or(0, |text| text.chars().count());
            if count == 1 {
                return Ok(());
            }
            Err(DecodeError::new(
                DecodeErrorKind::WrongLength,
                0,
                "String of one character",
                format!("{count} characters"),
            ))
        }
        _ => Ok(()),
    }
}

/// Checks a text that is in a custom form.
fn check_text(text: &str, bounds: Bounds<'_>) -> Result<(), DecodeError> {
    match ParsedText::of(bounds) {
        Some(form) if !form.takes(text) => {
            let found = format!("a String of {} bytes in another form", text.len());
            Err(DecodeError::new(DecodeErrorKind::InvalidValue, 0, form.expected, found))
        }
        _ => Ok(()),
    }
}

fn check_float(value: f64, bounds: Bounds<'_>) -> Result<(), DecodeError> {
    if bounds.take_float(value) {
        Ok(())
    } else {
        Err(codec::out_of_range(0, "a float that the field can hold", value))
    }
}

/// Checks the elements of a packed array against their layout.
pub(super) fn check_packed(element: &TypeLayout<'_>, value: &Variant) -> Result<(), DecodeError> {
    let TypeLayout::Value(_, bounds) = element else { return Ok(()) };
    let ints = |ints: &mut dyn Iterator<Item = i64>| match ints
        .enumerate()
        .find(|(_, number)| !bounds.hold(*number))
    {
        Some((index, number)) => {
            Err(codec::out_of_range(0, bounds.expected_int(), number).in_index(index))
        }
        None => Ok(()),
    };
    match value {
        Variant::PackedByteArray(list) => ints(&mut list.iter().copied().map(i64::from)),
        Variant::PackedInt32Array(list) => ints(&mut list.iter().copied().map(i64::from)),
        Variant::PackedInt64Array(list) => ints(&mut list.iter().copied()),
        Variant::PackedFloat64Array(list) => {
            for (index, number) in list.iter().enumerate() {
                check_float(*number, *bounds).map_err(|error| error.in_index(index))?;
            }
            Ok(())
        }
        Variant::PackedStringArray(list) => {
            for (index, text) in list.iter().enumerate() {
                check_text(text, *bounds).map_err(|error| error.in_index(index))?;
            }
            Ok(())
        }
        Variant::Double(structure) if *bounds == Bounds::F32 => check_width(structure),
        _ => Ok(()),
    }
}

/// Checks that components of 64 bits fit 32 bits.
fn check_width(structure: &DoubleStructure) -> Result<(), DecodeError> {
    let all = double_components(structure);
    match all.into_iter().find(|component| single(*component).is_none()) {
        Some(component) => Err(codec::out_of_range(0, "a component of 32 bits", component)),
        None => Ok(()),
    }
}

/// Whether a value has components of 64 bits.
pub(super) fn is_wide(value: &Variant) -> bool {
    matches!(value, Variant::Double(_))
}

/// Whether the components of a value can have either width.
pub(super) fn has_width(value: &Variant) -> bool {
    matches!(value.variant_type().payload(), Payload::Packed { component: Component::Real, .. })
}

/// Whether the elements of a list have components of 64 bits.
pub(super) fn is_wide_list(list: &TypeLayout<'_>) -> bool {
    matches!(list, TypeLayout::List(TypeLayout::Value(_, Bounds::F64)))
}

/// Checks the length of a text in bytes, or of a list in elements, against the maximum.
pub(super) fn check_length(
    layout: &TypeLayout<'_>,
    value: &Variant,
    most: usize,
) -> Result<(), DecodeError> {
    let is_path =
        matches!(layout.wrapped().unwrap_or(layout), TypeLayout::Value(VariantType::NodePath, _));
    let (len, unit) = match value {
        Variant::NodePath(path) => (path.to_string().len(), "bytes of UTF-8"),
        Variant::Dictionary(dictionary) => (dictionary.entries.len(), "pairs"),
        value => match (value.as_str(), value.list_len()) {
            (Some(text), _) if is_path => {
                (NodePath::parse(text).to_string().len(), "bytes of UTF-8")
            }
            (Some(text), _) => (text.len(), "bytes of UTF-8"),
            (None, Some(len)) => (len, "elements"),
            (None, None) => return Ok(()),
        },
    };
    if len <= most {
        return Ok(());
    }
    Err(DecodeError::new(
        DecodeErrorKind::LimitExceeded,
        0,
        format!("at most {most} {unit}"),
        len.to_string(),
    ))
}
