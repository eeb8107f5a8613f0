//! Finds the type that a broken message most likely has, and the names of its parts.

use crate::inspect::fits;
use godot_var_runtime::variant::{
    EnumerationForm, EnumerationLayout, Generation, MemberLayout, RecordLayout, Tag, TypeLayout,
    Variant,
};

use super::Tree;

/// The weight of a tag that an enum knows; a value has the weight 1.
const TAG: usize = 1000;

/// Rates how well a value matches a layout: by values of the right type, and by tags, which weigh most.
pub(super) fn likeness(layout: &TypeLayout<'_>, value: &Variant) -> usize {
    match layout {
        TypeLayout::Option(_) if value.is_nil() => 1,
        TypeLayout::Option(inner) => likeness(inner, value),
        TypeLayout::List(inner) | TypeLayout::Set(inner) | TypeLayout::Array(inner) => {
            match value {
                Variant::Array(array) => {
                    1 + array.elements.iter().map(|value| likeness(inner, value)).sum::<usize>()
                }
                value => usize::from(fits(layout, value, Generation::Godot4).is_ok()),
            }
        }
        TypeLayout::Tuple(layouts) => match value {
            Variant::Array(array) => {
                let pairs = layouts.iter().zip(&array.elements);
                pairs.map(|(layout, value)| likeness(layout, value)).sum()
            }
            _ => 0,
        },
        TypeLayout::Map(_, inner) => match value {
            Variant::Dictionary(dictionary) => {
                let values = dictionary.entries.iter().map(|(_, value)| value);
                1 + values.map(|value| likeness(inner, value)).sum::<usize>()
            }
            _ => 0,
        },
        TypeLayout::Record(layout) => record(layout, value, 0),
        TypeLayout::Enumeration(layout) => enumeration(layout, value),
        TypeLayout::Value(..) | TypeLayout::Borrowed(_) => {
            usize::from(fits(layout, value, Generation::Godot4).is_ok())
        }
        // Any value would match, so it does not count.
        TypeLayout::Any | TypeLayout::Custom(_) | TypeLayout::Recursive(_) => 0,
        layout => layout.wrapped().map_or(0, |inner| likeness(inner, value)),
    }
}

fn record(layout: &RecordLayout<'_>, value: &Variant, ids: usize) -> usize {
    let fields = layout.fields.iter();
    match value {
        Variant::Dictionary(_) if layout.keyed => fields
            .map(|field| match field_value(value, field.key, field.aliases) {
                _ if field.flattened => likeness(field.layout, value),
                Some(value) => 1 + likeness(field.layout, value),
                None => 0,
            })
            .sum(),
        Variant::Array(array) if !layout.keyed => {
            let values = array.elements.iter().skip(ids);
            fields.zip(values).map(|(field, value)| likeness(field.layout, value)).sum()
        }
        _ => 0,
    }
}

fn field_value<'v>(value: &'v Variant, key: &str, aliases: &[&str]) -> Option<&'v Variant> {
    let mut entries = value.as_dictionary()?.entries.iter().rev();
    let is_it = |name: &str| name == key || aliases.contains(&name);
    entries.find(|(key, _)| key.as_str().is_some_and(is_it)).map(|(_, value)| value)
}

fn enumeration(layout: &EnumerationLayout<'_>, value: &Variant) -> usize {
    let Some((member, content)) = member_of(layout, value) else {
        let contents = layout.members.iter().filter_map(|member| member.content);
        return match layout.form {
            EnumerationForm::Untagged => {
                contents.map(|content| likeness(content, value)).max().unwrap_or_default()
            }
            _ => 0,
        };
    };
    TAG + match (member.content, content) {
        (Some(TypeLayout::Record(layout)), Some(value)) => {
            record(layout, value, usize::from(matches!(value, Variant::Array(_))))
        }
        (Some(layout), Some(value)) => likeness(layout, value),
        _ => 0,
    }
}

/// Names the parts of a value by a layout that need not fit. A part that is not where the layout has it keeps its names on the wire.
pub(super) fn parts(layout: &TypeLayout<'_>, value: &Variant) -> Tree {
    match (layout, value) {
        (
            TypeLayout::List(inner) | TypeLayout::Set(inner) | TypeLayout::Array(inner),
            Variant::Array(array),
        ) => Tree::List(array.elements.iter().map(|value| parts(inner, value)).collect()),
        (TypeLayout::Record(layout), _) => parts_of_record(layout, value, 0),
        (TypeLayout::Enumeration(layout), _) => match member_of(layout, value) {
            Some((member, content)) => {
                let content = match (member.content, content) {
                    (Some(TypeLayout::Record(record)), Some(value)) => {
                        parts_of_record(record, value, usize::from(value.as_array().is_some()))
                    }
                    (Some(layout), Some(value)) => parts(layout, value),
                    _ => Tree::Nil,
                };
                Tree::Named(member.name.to_owned(), Box::new(content))
            }
            None => Tree::from(value),
        },
        (layout, _) => {
            layout.wrapped().map_or_else(|| Tree::from(value), |inner| parts(inner, value))
        }
    }
}

fn parts_of_record(layout: &RecordLayout<'_>, value: &Variant, ids: usize) -> Tree {
    let mut found = Vec::new();
    for (index, field) in layout.fields.iter().enumerate() {
        let part = match value {
            Variant::Dictionary(_) if layout.keyed && field.flattened => Some(value),
            Variant::Dictionary(_) if layout.keyed => field_value(value, field.key, field.aliases),
            Variant::Array(array) if !layout.keyed => array.elements.get(index + ids),
            _ => None,
        };
        match (field.rust_name(), part.map(|part| parts(field.layout, part))) {
            // The only field of a newtype variant.
            ("0", Some(tree)) if layout.fields.len() == 1 => return tree,
            (_, Some(Tree::Record(inner))) if field.flattened => found.extend(inner),
            (name, Some(tree)) => {
                if field.key != name {
                    found.push((field.key.to_owned(), Tree::Same(name.to_owned())));
                }
                found.push((name.to_owned(), tree));
            }
            (_, None) => {}
        }
    }
    if found.is_empty() { Tree::from(value) } else { Tree::Record(found) }
}

/// Returns the part of a value that is the tag of an enum in this form.
pub(super) fn tag_of<'v>(form: EnumerationForm<'_>, value: &'v Variant) -> Option<&'v Variant> {
    match form {
        EnumerationForm::Names | EnumerationForm::Numbers => Some(value),
        EnumerationForm::Ids => value.as_array()?.first(),
        EnumerationForm::Internal(key) | EnumerationForm::Adjacent(key, _) => {
            field_value(value, key, &[])
        }
        EnumerationForm::External => match value.as_dictionary() {
            Some(dictionary) => dictionary.entries.first().map(|(name, _)| name),
            None => Some(value),
        },
        EnumerationForm::Untagged => None,
    }
}

/// Returns the variant for the tag of a value, and the value with its content.
pub(super) fn member_of<'l, 'v>(
    layout: &EnumerationLayout<'l>,
    value: &'v Variant,
) -> Option<(&'l MemberLayout<'l>, Option<&'v Variant>)> {
    let tag = tag_of(layout.form, value)?;
    let content = match layout.form {
        EnumerationForm::External => match value.as_dictionary() {
            Some(dictionary) => match &dictionary.entries[..] {
                [(_, content)] => Some(content),
                _ => return None,
            },
            None => None,
        },
        EnumerationForm::Adjacent(_, content) => field_value(value, content, &[]),
        EnumerationForm::Internal(_) | EnumerationForm::Ids => Some(value),
        _ => None,
    };
    let is_it = |member: &&MemberLayout<'_>| match (member.tag, tag) {
        (Tag::Int(id), Variant::Int(number)) => id == *number,
        (Tag::Text(name), tag) => {
            tag.as_str().is_some_and(|tag| tag == name || member.aliases.contains(&tag))
        }
        _ => false,
    };
    layout.members.iter().find(is_it).map(|member| (member, content))
}
