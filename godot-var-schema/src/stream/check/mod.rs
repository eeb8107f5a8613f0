//! From a Rust item to the checked model: what is the same on every wire.

mod enumeration;

use darling::Error;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, Variant};

pub(crate) use self::enumeration::{MemberKeys, Numbering, Shared};
use super::model::{Body, Field, Message, Presence, Record};
use crate::attributes::{Attributes, FIELD, MEMBER, Parsed, container, parse};
use crate::errors::Errors;

/// The most bits of a header.
pub(crate) const MAX_BITS: u32 = 64;

/// The most bits of an element of a list of packed elements.
pub(crate) const MAX_PACKED: u32 = 32;

/// What distinguishes a wire: its attributes, and what they mean.
pub(crate) trait Wire {
    /// The attributes of a struct or enum.
    type Container: Attributes;
    /// The attributes of a field.
    type Field: Attributes;
    /// The attributes of a variant.
    type Member: Attributes;
    /// Whether `other` may keep nothing: `Other` without a field.
    const OTHER_KEEPS_NOTHING: bool;

    /// Reads the attributes of an item.
    fn parse_item(item: &DeriveInput, errors: &mut Errors) -> Parsed<Self::Container> {
        parse(container(&item.data), &item.attrs, errors)
    }

    /// Reads the attributes of a field.
    fn parse_field(field: &syn::Field, errors: &mut Errors) -> Parsed<Self::Field> {
        parse(FIELD, &field.attrs, errors)
    }

    /// Reads the attributes of a variant.
    fn parse_variant(member: &Variant, errors: &mut Errors) -> Parsed<Self::Member> {
        parse(MEMBER, &member.attrs, errors)
    }

    /// The place of `flags` on a struct.
    fn flags(_: &Self::Container) -> Option<Span> {
        None
    }

    /// How an enum numbers its variants, of which one may have fields.
    fn numbering(
        attrs: &Self::Container,
        item: &DeriveInput,
        has_fields: bool,
        errors: &mut Errors,
    ) -> Numbering;

    /// What the attributes of a variant say.
    fn member(attrs: &Self::Member, member: &Variant) -> MemberKeys;

    /// Completes a field, which is `plain`, after the fields of a record `before` it.
    fn field(
        attrs: &Self::Field,
        plain: Field,
        before: &Record,
        is_last: bool,
        errors: &mut Errors,
    ) -> Field;

    /// Makes the message. Its attributes may not be `complete`.
    fn message(
        attrs: Parsed<Self::Container>,
        item: &DeriveInput,
        body: Body,
        errors: &mut Errors,
    ) -> Message;
}

/// Parses and checks an item; reports all mistakes at once.
pub(crate) fn message<W: Wire>(item: &DeriveInput) -> darling::Result<Message> {
    let mut errors = Errors::new();
    let parsed = W::parse_item(item, &mut errors);
    let body = match &item.data {
        Data::Struct(data) => {
            Body::Record(record::<W>(&data.fields, W::flags(&parsed.attrs), &mut errors))
        }
        Data::Enum(data) => {
            Body::Enumeration(enumeration::check::<W>(item, data, &parsed.attrs, &mut errors))
        }
        Data::Union(data) => {
            errors.push(
                Error::custom("a union cannot be encoded; use a struct or an enum")
                    .with_span(&data.union_token.span()),
            );
            Body::Record(Record::default())
        }
    };
    let message = W::message(parsed, item, body, &mut errors);
    errors.finish()?;
    Ok(message)
}

/// The fields of a struct or variant, with `flags` or without.
fn record<W: Wire>(fields: &Fields, flags: Option<Span>, errors: &mut Errors) -> Record {
    let mut record = Record { header_bits: flags.map(|_| 0), fields: Vec::new() };
    for (position, (item, name)) in fields.iter().zip(fields.members()).enumerate() {
        let Parsed { attrs, complete } = W::parse_field(item, errors);
        let field = errors.alone(complete, |errors| {
            let plain = Field::new(name, item.ty.clone());
            let is_last = position + 1 == fields.len();
            let field = W::field(&attrs, plain, &record, is_last, errors);
            check_after(&field, &record, errors);
            field
        });
        record.header_bits = record.header_bits.map(|bits| bits + field.presence.header_bits());
        record.fields.push(field);
    }
    // Without a field for it there is no header.
    record.header_bits = record.header_bits.filter(|bits| *bits > 0);
    record
}

/// Refuses a field that cannot follow those `before` it.
fn check_after(field: &Field, before: &Record, errors: &mut Errors) {
    let span = field.ty.span();
    let bits = before.header_bits.unwrap_or(0);
    let with_this = bits + field.presence.header_bits();
    if bits <= MAX_BITS && with_this > MAX_BITS {
        let message = format!(
            "the header of `flags` has at most {MAX_BITS} bits, and with this field {with_this}; \
             move fields into another struct"
        );
        errors.report(span, message);
    }
    // The default of a field in the header is a mistake, which is reported there.
    let before = before
        .fields
        .last()
        .filter(|before| !before.default.is_none() && matches!(before.presence, Presence::Always));
    if let Some(before) = before
        && field.default.is_none()
    {
        let message = format!(
            "`{}` before it may be missing, so this field may be missing, too; give it a `default`",
            before.key
        );
        errors.report(span, message);
    }
}
