//! From a Rust item to the checked model; reports all mistakes.

mod enumeration;
mod field;

use darling::Error;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, Member as FieldName};

use self::enumeration::enumeration;
pub use self::field::option_content;
use self::field::{field, header};
use super::attributes::{ContainerAttrs, FieldAttrs, Trailing};
use super::model::{Body, Header, Message, Record};
use crate::attributes::{Attributes, FIELD, Parsed, container, facade, parse};
use crate::errors::Errors;
use crate::variant::{asked_for, asked_for_by};

/// The most bits of a header.
const MOST_BITS: u32 = 64;

/// Parses and checks an item that derives `GodotFlat`.
///
/// # Errors
/// All mistakes at once.
pub fn message(item: &DeriveInput) -> darling::Result<Message> {
    let mut errors = Errors::new();
    let Parsed { attrs, complete } =
        parse::<ContainerAttrs>(container(&item.data), &item.attrs, &mut errors);
    let body = match &item.data {
        Data::Struct(data) => {
            let flags = attrs.flags.is_present().then(|| attrs.flags.span());
            Body::Record(record(&data.fields, flags, &mut errors))
        }
        Data::Enum(data) => Body::Enumeration(enumeration(item, data, &attrs, &mut errors)),
        Data::Union(data) => {
            errors.push(
                Error::custom("a union cannot travel; use a struct or an enum")
                    .with_span(&data.union_token.span()),
            );
            Body::Record(Record::default())
        }
    };
    errors.alone(complete, |errors| check_delta(&attrs, item, &body, errors));
    errors.finish()?;
    Ok(Message {
        ident: item.ident.clone(),
        generics: item.generics.clone(),
        big_endian: attrs.big_endian.is_present(),
        trailing: attrs.trailing.as_deref().is_some_and(|what| matches!(what, Trailing::Ignore)),
        around: attrs.recursive.map(|around| around.into_inner().0).unwrap_or_default(),
        max_size: attrs.max_size.as_ref().map(|limit| (**limit, limit.span())),
        layout: attrs.layout.as_ref().map(|pinned| (pinned.to_string(), pinned.span())),
        delta: attrs.delta.map(|derives| derives.into_inner().0),
        krate: facade(attrs.krate),
        body,
    })
}

/// The fields of a struct or variant; `flags` is the place of that attribute.
fn record(fields: &Fields, flags: Option<proc_macro2::Span>, errors: &mut Errors) -> Record {
    let mut bits = 0;
    let mut checked: Vec<super::model::Field> = Vec::new();
    let mut all_complete = true;
    for (item, name) in fields.iter().zip(fields.members()) {
        let Parsed { attrs, complete } = parse::<FieldAttrs>(FIELD, &item.attrs, errors);
        all_complete &= complete;
        let field = errors.alone(complete, |errors| {
            let header = header(&attrs, &item.ty, flags.is_some(), bits, errors);
            let own = match header {
                Header::None => 0,
                Header::Bool(_) | Header::Presence(_) => 1,
                Header::Bits(_, bits, _) => bits,
            };
            if bits <= MOST_BITS && bits + own > MOST_BITS {
                errors.report(
                    item.ty.span(),
                    format_args!(
                        "the header of `flags` has at most {MOST_BITS} bits, and with this field {}; \
                         move fields into a struct of their own",
                        bits + own
                    ),
                );
            }
            bits += own;
            let before = checked.last().filter(|before| {
                // In the header it may not, which is reported there.
                !before.default.is_none() && matches!(before.header, Header::None)
            });
            if let Some(before) = before
                && attrs.default.is_none()
            {
                errors.report(
                    item.ty.span(),
                    format_args!(
                        "`{}` before it may be missing, so this field may be missing, too; give it a `default`",
                        text(&before.name)
                    ),
                );
            }
            field(&attrs, item, name, header, errors)
        });
        checked.push(field);
    }
    if let Some(span) = flags
        && bits == 0
        && all_complete
    {
        errors.report(
            span,
            "`flags` has nothing to hold; it is for fields of the types `bool` and `Option`, and for those with `bits`",
        );
    }
    Record { header_bits: flags.map(|_| bits), fields: checked }
}

/// The name of a field in messages.
fn text(name: &FieldName) -> String {
    match name {
        FieldName::Named(ident) => ident.to_string(),
        FieldName::Unnamed(index) => index.index.to_string(),
    }
}

/// Refuses `delta` on what has no fields to leave out.
fn check_delta(attrs: &ContainerAttrs, item: &DeriveInput, body: &Body, errors: &mut Errors) {
    let (Some(delta), Body::Record(record)) = (&attrs.delta, body) else { return };
    let name = &item.ident;
    let named = record.fields.iter().all(|field| matches!(field.name, FieldName::Named(_)));
    if record.fields.is_empty() {
        let message = format!("`{name}` has no fields, so nothing can change; remove `delta`");
        errors.report(delta.key(), message);
    } else if !named {
        errors.report(delta.key(), "`delta` needs fields with names");
    } else if record.fields.len() > MOST_BITS as usize {
        let message = format!(
            "`delta` has a bit for each field, and at most {MOST_BITS}; move fields into a struct of their own"
        );
        errors.report(delta.key(), message);
    }
    for path in &delta.0 {
        if let Some(last) = path.segments.last()
            && (path.is_ident("Default") || last.ident == "GodotFlat")
        {
            let derived = &last.ident;
            let message = format!("`{name}Delta` has a `{derived}` already; remove this one");
            errors.report(path.span(), message);
        }
    }
    if let Some(span) = attrs.place_of("trailing") {
        errors.report(span, "`trailing` cannot stand beside `delta`: the flags say what follows");
    }
    // Both wires share one delta.
    if let Data::Struct(data) = &item.data
        && asked_for(item, "delta").is_some()
    {
        for field in &data.fields {
            if let Some(name) = &field.ident
                && asked_for_by("godot_var", &field.attrs, "skip").is_some()
            {
                let message = format!(
                    "`{name}` is not in the delta, because `#[godot_var(skip)]` leaves it out, but a flat delta has every field; \
                     remove `skip`, or write `delta` for one of the wires only"
                );
                errors.report(name.span(), message);
            }
        }
    }
}
