//! Enums: the numbers of their variants.

use std::collections::BTreeMap;

use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{DataEnum, DeriveInput, Fields, Type, Variant};

use super::super::model::{Enumeration, Member, Other, Prefix};
use super::{Wire, record};
use crate::attributes::{Attributes, Given, Parsed, Vocabulary};
use crate::errors::Errors;
use crate::literals::integer;

/// How an enum numbers its variants.
#[expect(clippy::struct_excessive_bools, reason = "each is a rule of its own")]
pub(crate) struct Numbering {
    pub(crate) repr: Prefix,
    /// Whether the numbers are those of messages.
    pub(crate) messages: bool,
    /// Whether every variant needs an `id`.
    pub(crate) by_id: bool,
    /// Whether `repr` is that of another derive, which reports numbers that do not fit.
    pub(crate) shares_repr: bool,
    /// Whether another derive reports variants without an `id`.
    pub(crate) shares_ids: bool,
}

/// What the attributes of a variant say.
pub(crate) struct MemberKeys {
    pub(crate) other: Option<Span>,
    pub(crate) flags: Option<Span>,
    pub(crate) id: Option<Given<u32>>,
    pub(crate) msg_type: Option<Given<u16>>,
    pub(crate) shared: Shared,
}

/// What the attributes of another derive say that apply to this one, too.
#[derive(Default)]
pub(crate) struct Shared {
    /// A number, if the variant has no other `id`, and its place.
    pub(crate) id: Option<(i64, Span)>,
    pub(crate) is_other: bool,
    pub(crate) lacks_id: bool,
}

/// The name of a wire's attribute.
fn attribute<W: Wire>() -> &'static str {
    <W::Member as Attributes>::Vocabulary::ATTRIBUTE
}

pub(super) fn check<W: Wire>(
    item: &DeriveInput,
    data: &DataEnum,
    attrs: &W::Container,
    errors: &mut Errors,
) -> Enumeration {
    let mut members = Vec::new();
    let mut other: Option<Other> = None;
    let parsed = data.variants.iter().map(|member| {
        let Parsed { attrs, complete } = W::parse_variant(member, errors);
        (member, W::member(&attrs, member), attrs, complete)
    });
    let parsed: Vec<_> = parsed.collect();
    let has_fields =
        parsed.iter().any(|(member, keys, ..)| keys.other.is_none() && !member.fields.is_empty());
    let mut numbers = Numbers {
        attribute: attribute::<W>(),
        has_repr: W::Container::KEYS.iter().any(|key| key.name == "repr"),
        numbering: W::numbering(attrs, item, has_fields, errors),
        taken: BTreeMap::new(),
        next: 0,
        is_missing_id: false,
        has_stray_msg_type: false,
    };
    for (member, keys, attrs, complete) in parsed {
        if let Some(span) = keys.other {
            errors.alone(complete, |errors| {
                check_kept::<W>(&attrs, &member.fields, errors);
                if other.is_some() {
                    errors.report(span, "`other` is given to two variants; one is enough");
                }
                let (repr, is_shared) = (numbers.numbering.repr, keys.shared.is_other);
                other = check_other::<W>(member, repr, span, is_shared, errors);
            });
            continue;
        }
        let record = record::<W>(&member.fields, keys.flags, errors);
        let number = errors.alone(complete, |errors| {
            if numbers.numbering.messages {
                numbers.of_message(member, &keys, errors)
            } else {
                Some(numbers.of_variant(member, &keys, errors).unwrap_or(0))
            }
        });
        members.push(Member { ident: member.ident.clone(), number, record });
    }
    if data.variants.is_empty() {
        errors.report(item.ident.span(), "an enum without variants cannot be encoded; give it one");
    }
    let Numbering { repr, messages, .. } = numbers.numbering;
    Enumeration { repr, messages, members, other }
}

/// The numbers of the variants so far.
struct Numbers {
    attribute: &'static str,
    has_repr: bool,
    numbering: Numbering,
    /// With the name of the variant, and whether another derive gives it.
    taken: BTreeMap<u32, (String, bool)>,
    next: i64,
    // Each of these is reported once for an enum, as all its variants may have the same mistake.
    is_missing_id: bool,
    has_stray_msg_type: bool,
}

impl Numbers {
    /// Gives a number to a variant. If both numbers are shared, another derive reports that they are equal.
    fn take(
        &mut self,
        number: u32,
        member: &Variant,
        span: Span,
        is_shared: bool,
        errors: &mut Errors,
    ) {
        if let Some((first, first_is_shared)) = self.taken.get(&number)
            && !(is_shared && *first_is_shared)
        {
            errors.report(span, format_args!("the number {number} is taken by `{first}`"));
        }
        self.taken.entry(number).or_insert_with(|| (member.ident.to_string(), is_shared));
        self.next = i64::from(number) + 1;
    }

    /// `id = 3`, the discriminant, or the previous variant's number plus one.
    fn of_variant(
        &mut self,
        member: &Variant,
        keys: &MemberKeys,
        errors: &mut Errors,
    ) -> Option<u32> {
        if let Some(msg_type) = &keys.msg_type
            && !std::mem::replace(&mut self.has_stray_msg_type, true)
        {
            let message = format!(
                "`msg_type` needs `#[{}(messages)]` on the enum; the number of a plain variant is `id`",
                self.attribute
            );
            errors.report(msg_type.key(), message);
        }
        let (number, span) = match (&keys.id, keys.shared.id, &member.discriminant) {
            (Some(id), _, Some(_)) => {
                let message = "the variant has two numbers, `id` and its discriminant; remove one";
                errors.report(id.key(), message);
                return None;
            }
            (Some(id), _, None) => (Some(i64::from(**id)), id.span()),
            (None, Some((number, span)), _) => (Some(number), span),
            (None, None, Some((_, expr))) => (integer(expr), expr.span()),
            (None, None, None) if self.numbering.by_id => {
                let is_reported = self.numbering.shares_ids && keys.shared.lacks_id;
                if !is_reported && !std::mem::replace(&mut self.is_missing_id, true) {
                    let message = format!(
                        "`{}` needs a number: `#[{}(id = 1)]`; the variants of an enum with fields or `id` have one each",
                        member.ident, self.attribute
                    );
                    errors.report(member.ident.span(), message);
                }
                return None;
            }
            (None, None, None) => (Some(self.next), member.ident.span()),
        };
        let Some(number) = number else {
            errors.report(span, "the number of a variant is a literal, as its bytes depend on it");
            return None;
        };
        let (name, max) = match self.numbering.repr {
            Prefix::U8 => ("u8", u32::from(u8::MAX)),
            Prefix::U16 => ("u16", u32::from(u16::MAX)),
            Prefix::Varint => ("varint", u32::MAX),
            _ => ("u32", u32::MAX),
        };
        let Some(id) = u32::try_from(number).ok().filter(|id| *id <= max) else {
            if self.numbering.shares_repr && keys.id.is_none() {
                return None;
            }
            let help = match (self.has_repr, keys.shared.id) {
                (true, Some(_)) => "; see `#[flat(repr)]`",
                (true, None) => "; see `repr`",
                (false, _) => "",
            };
            let message = format!(
                "the number {number} does not fit: this enum is sent as a `{name}`, from 0 to {max}{help}"
            );
            errors.report(span, message);
            return None;
        };
        self.take(id, member, span, keys.shared.id.is_some(), errors);
        Some(id)
    }

    /// `msg_type = 3`, or `None` for that of the message that is the only field.
    fn of_message(
        &mut self,
        member: &Variant,
        keys: &MemberKeys,
        errors: &mut Errors,
    ) -> Option<u32> {
        if let Some(id) = &keys.id {
            let message = "`id` is for enums that are sent as a byte; here it is `msg_type`";
            errors.report(id.key(), message);
        }
        if let Some(number) = &keys.msg_type {
            let (number, span) = (u32::from(**number), number.span());
            self.take(number, member, span, false, errors);
            return Some(number);
        }
        if !matches!(&member.fields, Fields::Unnamed(fields) if fields.unnamed.len() == 1) {
            let message = format!(
                "`{}` has no message number; give it one by `#[{}(msg_type = 5)]`, or let it hold a message",
                member.ident, self.attribute
            );
            errors.report(member.ident.span(), message);
        }
        None
    }
}

/// Refuses attributes next to `other`, whose number and fields are as they came.
fn check_kept<W: Wire>(attrs: &W::Member, fields: &Fields, errors: &mut Errors) {
    let keys = W::Member::KEYS.iter().map(|key| key.name);
    let others: Vec<_> = keys.filter(|name| *name != "other").collect();
    attrs.exclude("other", &others, errors);
    for attr in fields.iter().flat_map(|field| &field.attrs) {
        if attr.path().is_ident(attribute::<W>()) {
            errors.report(
                attr.path().span(),
                "`other` keeps a value as it came; remove the attribute",
            );
        }
    }
}

/// `Other`, `Other(u8)`, or `Other(u8, Vec<u8>)` with the rest of the message.
fn check_other<W: Wire>(
    member: &Variant,
    repr: Prefix,
    span: Span,
    is_shared: bool,
    errors: &mut Errors,
) -> Option<Other> {
    let ident = member.ident.clone();
    let wanted = match repr {
        Prefix::U8 => "u8",
        Prefix::U16 => "u16",
        _ => "u32",
    };
    let types: Vec<_> = match &member.fields {
        Fields::Unit if W::OTHER_KEEPS_NOTHING => {
            return Some(Other { ident, number: false, rest: None });
        }
        Fields::Unnamed(fields) => fields.unnamed.iter().map(|field| &field.ty).collect(),
        Fields::Unit | Fields::Named(_) => Vec::new(),
    };
    let fits = |number: &Type| number.to_token_stream().to_string() == wanted;
    if is_shared && !(types.len() <= 2 && types.first().is_some_and(|number| fits(number))) {
        let message = format!(
            "a flat `other` cannot keep this; write `{ident}` without a field, or `#[flat(id = 1)]` with a free number, \
             which sends `{ident}` like the other variants"
        );
        errors.report(span, message);
        return None;
    }
    let (number, rest) = match types.as_slice() {
        [number] => (number, None),
        [number, rest] => (number, Some(Box::new((*rest).clone()))),
        _ => {
            let (nothing, alone) = if W::OTHER_KEEPS_NOTHING {
                ("nothing, ", format!("`{ident}`, "))
            } else {
                ("", String::new())
            };
            let message = format!(
                "`other` keeps {nothing}the number, or the number and the rest of the message: \
                 {alone}`{ident}({wanted})` or `{ident}({wanted}, Vec<u8>)`"
            );
            errors.report(span, message);
            return None;
        }
    };
    if !fits(number) {
        let message = format!("the number of this enum is a `{wanted}`; write `{ident}({wanted})`");
        errors.report(number.span(), message);
        return None;
    }
    Some(Other { ident, number: true, rest })
}
