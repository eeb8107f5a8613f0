//! What is wrong with a layout. The compiler fails the build with the sentence; programs that read schemas print it.

use super::bounds::Bounds;
use super::fingerprint::{as_text, digits};
use super::keys::equal;
use super::model::{EnumerationForm, TypeLayout};
use super::sentence::{Place, Sentence};
use crate::variant::types::{Generation, VariantType};

/// Of the type `name`: it may take more bytes than its `max_size`. `longest` is the field that takes the most.
pub const fn size_mistake(
    most: Option<usize>,
    longest: Option<(Place<'_>, Option<usize>)>,
    name: &str,
    limit: usize,
) -> Option<Sentence> {
    let sentence = Sentence::new(&["`max_size = "]).number(limit as i128).and(&["`: `", name, "`"]);
    Some(match (most, longest) {
        (Some(most), _) if most <= limit => return None,
        (Some(most), Some((field, Some(bytes)))) => {
            let sentence = sentence.and(&[" takes up to "]).number(most as i128);
            let sentence = sentence.and(&[" bytes, of which "]).field(field).and(&[" up to "]);
            sentence.number(bytes as i128).and(&["; shorten it, or raise the limit"])
        }
        (Some(most), _) => {
            let sentence = sentence.and(&[" takes up to "]).number(most as i128);
            sentence.and(&[" bytes; shorten it, or raise the limit"])
        }
        (None, Some((field, None))) => {
            let sentence = sentence.and(&[" has no longest form, because "]).field(field);
            sentence.and(&[" has none; give its texts and lists a `max_len`"])
        }
        (None, _) => sentence.and(&[" has no longest form; give its texts and lists a `max_len`"]),
    })
}

/// Of an `Option` of the type `name`: that can be Nil itself.
pub const fn option_mistake(can_be_nil: bool, name: &str) -> Option<Sentence> {
    if !can_be_nil {
        return None;
    }
    let sentence =
        Sentence::new(&["`Option<", name, ">`: `None` and `", name, "` can both be Nil, "]);
    let sentence = sentence.and(&["and a reader would take one for the other; use `", name]);
    Some(sentence.and(&["` alone, a `bool`, or an enum"]))
}

/// Of a field that a writer may leave out: a reader requires it.
pub const fn omission_mistake(may_be_missing: bool, key: &str) -> Option<Sentence> {
    if may_be_missing {
        return None;
    }
    let sentence = Sentence::new(&["the reader refuses a message without `", key]);
    Some(sentence.and(&["`; add `default` to `skip_encoding_if`"]))
}

/// Of the content of an `other` variant, the type `name`: it cannot hold whatever identifies no variant.
pub const fn other_mistake(
    form: EnumerationForm<'_>,
    layout: &TypeLayout<'_>,
    name: &str,
) -> Option<Sentence> {
    if holds_unknown(form, layout) {
        return None;
    }
    let (unknown, ty) = match form {
        EnumerationForm::Numbers => ("number", "i64"),
        EnumerationForm::Names => ("name", "String"),
        _ => ("message", "Variant"),
    };
    Some(Sentence::new(&["`", name, "` cannot hold every unknown ", unknown, "; use `", ty, "`"]))
}

const fn holds_unknown(form: EnumerationForm<'_>, layout: &TypeLayout<'_>) -> bool {
    use EnumerationForm::{Adjacent, External, Ids, Internal, Names, Numbers};

    match (form, layout) {
        (_, TypeLayout::Newtype(_, inner)) => holds_unknown(form, inner),
        (_, TypeLayout::Any | TypeLayout::Custom(_))
        | (Numbers, TypeLayout::Value(VariantType::Int, Bounds::None | Bounds::I64))
        | (Names, TypeLayout::Value(VariantType::String | VariantType::StringName, Bounds::None))
        | (Ids, TypeLayout::Value(VariantType::Array, Bounds::None))
        | (Internal(_) | Adjacent(..), TypeLayout::Value(VariantType::Dictionary, Bounds::None)) => {
            true
        }
        // It has variants of its own for them.
        (form, TypeLayout::Enumeration(inner)) => match (form, inner.form) {
            (Numbers, Numbers) | (Names, Names) | (External, External) | (Ids, Ids) => true,
            (Internal(tag), Internal(inner)) => equal(tag, inner),
            (Adjacent(tag, content), Adjacent(inner, inner_content)) => {
                equal(tag, inner) && equal(content, inner_content)
            }
            _ => false,
        },
        _ => false,
    }
}

/// Of a `typed` field, of a struct or of the variant with this name: its elements are not of a single type.
pub const fn typed_mistake(
    layout: &TypeLayout<'_>,
    variant: &str,
    index: usize,
) -> Option<Sentence> {
    if is_typed(field_of(layout, variant, index)) {
        return None;
    }
    Some(Sentence::new(&[
        "`typed` needs elements of one type; an `Option`, a `Variant` or an enum with data is of several: remove `typed`",
    ]))
}

const fn field_of<'l>(
    layout: &'l TypeLayout<'l>,
    variant: &str,
    index: usize,
) -> &'l TypeLayout<'l> {
    match layout {
        TypeLayout::Record(record) if index < record.fields.len() => record.fields[index].layout,
        TypeLayout::Newtype(_, inner) => inner,
        TypeLayout::Enumeration(enumeration) => {
            each!(member in enumeration.members => {
                if let Some(content) = member.content
                    && equal(member.name, variant)
                {
                    return field_of(content, "", index);
                }
            });
            layout
        }
        layout => layout,
    }
}

const fn is_typed(layout: &TypeLayout<'_>) -> bool {
    match (*layout, layout.wrapped()) {
        (TypeLayout::Newtype(..), _) => true,
        (TypeLayout::Array(element), _) => has_one_type(element),
        (TypeLayout::Map(key, value), _) => has_one_type(key) && has_one_type(value),
        (TypeLayout::Option(inner), _) | (_, Some(inner)) => is_typed(inner),
        (_, None) => true,
    }
}

/// Whether values of a layout are always written as one type, as far as that is known.
const fn has_one_type(layout: &TypeLayout<'_>) -> bool {
    matches!(layout, TypeLayout::Custom(_) | TypeLayout::Recursive(_))
        || layout.written_type(Generation::Godot4).is_some()
}

/// Of a field in Godot 3: that lacks a type in it. Structs and enums check their own fields.
pub(crate) const fn lack_in_godot3(layout: &TypeLayout<'_>, field: &str) -> Option<Sentence> {
    let kind = match *layout {
        TypeLayout::Typed(_) => {
            return Some(Sentence::new(&["`", field, "`: Godot 3 has no `typed` containers"]));
        }
        TypeLayout::Value(..) => layout.written_type(Generation::Godot3),
        TypeLayout::Borrowed(TypeLayout::List(element)) => element.packed_array(),
        _ => None,
    };
    if let Some(kind) = kind
        && kind.id(Generation::Godot3).is_none()
    {
        let kind = kind.name(Generation::Godot4);
        return Some(Sentence::new(&["`", field, "`: ", kind, " does not exist in Godot 3"]));
    }
    let mut i = 0;
    while let Some(part) = layout.part(i) {
        if let Some(lack) = lack_in_godot3(part, field) {
            return Some(lack);
        }
        i += 1;
    }
    None
}

/// Of a layout with this fingerprint: another one is pinned.
pub const fn layout_mistake(fingerprint: u64, pinned: &str) -> Option<Sentence> {
    let now = digits(fingerprint);
    let now = as_text(&now);
    if equal(now, pinned) {
        return None;
    }
    let sentence =
        Sentence::new(&["the wire layout changed: its fingerprint is `", now, "` now; "]);
    let sentence =
        sentence.and(&["if the change is intended, write `layout = \"", now, "\"` and ship "]);
    Some(sentence.and(&["both sides together, else look for the change here or in a nested type"]))
}
