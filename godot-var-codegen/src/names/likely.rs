//! Finds the type that a broken message most likely has.

use godot_var_runtime::variant::{
    EnumerationForm, EnumerationLayout, Generation, MemberLayout, RecordLayout, Tag, TypeLayout,
    Variant, fits,
};

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
