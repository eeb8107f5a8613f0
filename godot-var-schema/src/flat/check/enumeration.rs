//! Enums: the numbers of their variants.

use std::collections::BTreeMap;

use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{DeriveInput, Fields};

use super::super::attributes::{ContainerAttrs, MemberAttrs};
use super::super::model::{Enumeration, Member, Other, Prefix};
use super::record;
use crate::attributes::{Attributes, MEMBER, Parsed, parse};
use crate::errors::Errors;
use crate::literals::integer;

pub(super) fn enumeration(
    item: &DeriveInput,
    data: &syn::DataEnum,
    attrs: &ContainerAttrs,
    errors: &mut Errors,
) -> Enumeration {
    let repr = attrs.repr.as_deref().copied().unwrap_or(Prefix::U8);
    let mut members = Vec::new();
    let mut other: Option<Other> = None;
    let parsed: Vec<_> = data
        .variants
        .iter()
        .map(|member| (member, parse::<MemberAttrs>(MEMBER, &member.attrs, errors)))
        .collect();
    let has_fields = parsed
        .iter()
        .any(|(member, parsed)| !parsed.attrs.other.is_present() && !member.fields.is_empty());
    let mut numbers = Numbers {
        taken: BTreeMap::new(),
        next: 0,
        repr,
        by_id: attrs.id.is_present() || has_fields,
        missed_id: false,
    };
    for (member, Parsed { attrs, complete }) in parsed {
        if let Some(span) = attrs.place_of("other") {
            errors.alone(complete, |errors| {
                check_kept(&attrs, &member.fields, errors);
                if other.is_some() {
                    errors.report(span, "`other` is given to two variants; one is enough");
                }
                other = check_other(member, repr, span, errors);
            });
            continue;
        }
        let flags = attrs.flags.is_present().then(|| attrs.flags.span());
        let record = record(&member.fields, flags, errors);
        let id = errors.alone(complete, |errors| numbers.id_of(member, &attrs, errors));
        members.push(Member { ident: member.ident.clone(), id, record });
    }
    if data.variants.is_empty() {
        errors.report(item.ident.span(), "an enum without variants cannot travel; give it one");
    }
    Enumeration { repr, members, other }
}

/// The numbers of the variants so far.
struct Numbers {
    taken: BTreeMap<u32, String>,
    next: i64,
    repr: Prefix,
    /// Whether every variant needs an `id`.
    by_id: bool,
    missed_id: bool,
}

impl Numbers {
    /// `id = 3`, the discriminant, or the previous variant's number plus one.
    fn id_of(&mut self, member: &syn::Variant, attrs: &MemberAttrs, errors: &mut Errors) -> u32 {
        if let (Some(id), Some(_)) = (&attrs.id, &member.discriminant) {
            errors.report(
                id.key(),
                "the variant has two numbers, `id` and its discriminant; remove one",
            );
            return 0;
        }
        let (number, span) = match (&attrs.id, &member.discriminant) {
            (Some(id), _) => (Some(i64::from(**id)), id.span()),
            (None, Some((_, expr))) => (integer(expr), expr.span()),
            (None, None) => (Some(self.next), member.ident.span()),
        };
        if self.by_id && attrs.id.is_none() && member.discriminant.is_none() {
            // Said once of an enum: the variants after it may lack it, too.
            if !std::mem::replace(&mut self.missed_id, true) {
                let message = format!(
                    "`{0}` needs a number: `#[flat(id = 1)]`; the variants of an enum with fields or `id` have one each",
                    member.ident
                );
                errors.report(span, message);
            }
            return 0;
        }
        let (name, most) = match self.repr {
            Prefix::U8 => ("u8", u32::from(u8::MAX)),
            Prefix::U16 => ("u16", u32::from(u16::MAX)),
            Prefix::U32 => ("u32", u32::MAX),
            Prefix::Varint => ("varint", u32::MAX),
        };
        let Some(number) = number else {
            errors.report(span, "the number of a variant is a literal, as its bytes depend on it");
            return 0;
        };
        let Some(id) = u32::try_from(number).ok().filter(|id| *id <= most) else {
            let message = format!(
                "the number {number} does not fit: this enum travels as a `{name}`, from 0 to {most}; \
                 see `repr`"
            );
            errors.report(span, message);
            return 0;
        };
        if let Some(first) = self.taken.get(&id) {
            errors.report(span, format_args!("the number {id} is taken by `{first}`"));
        }
        self.taken.entry(id).or_insert_with(|| member.ident.to_string());
        self.next = i64::from(id) + 1;
        id
    }
}

/// Refuses attributes beside `other`, whose number and fields are as they came.
fn check_kept(attrs: &MemberAttrs, fields: &Fields, errors: &mut Errors) {
    attrs.exclude("other", &["id", "flags"], errors);
    for attr in fields.iter().flat_map(|field| &field.attrs) {
        if attr.path().is_ident("flat") {
            errors.report(
                attr.path().span(),
                "`other` keeps a value as it came; remove the attribute",
            );
        }
    }
}

/// `Other`, `Other(u8)`, or `Other(u8, Vec<u8>)` with the rest of the message.
fn check_other(
    member: &syn::Variant,
    repr: Prefix,
    span: Span,
    errors: &mut Errors,
) -> Option<Other> {
    let ident = member.ident.clone();
    let wanted = match repr {
        Prefix::U8 => "u8",
        Prefix::U16 => "u16",
        Prefix::U32 | Prefix::Varint => "u32",
    };
    let types: Vec<_> = match &member.fields {
        Fields::Unit => return Some(Other { ident, number: false, rest: None }),
        Fields::Unnamed(fields) => fields.unnamed.iter().map(|field| &field.ty).collect(),
        Fields::Named(_) => Vec::new(),
    };
    let (number, rest) = match types.as_slice() {
        [number] => (number, None),
        [number, rest] => (number, Some(Box::new((*rest).clone()))),
        _ => {
            let message = format!(
                "`other` keeps nothing, the number, or the number and the rest of the message: \
                 `{ident}`, `{ident}({wanted})` or `{ident}({wanted}, Vec<u8>)`"
            );
            errors.report(span, message);
            return None;
        }
    };
    if number.to_token_stream().to_string() != wanted {
        let message = format!("the number of this enum is a `{wanted}`; write `{ident}({wanted})`");
        errors.report(number.span(), message);
        return None;
    }
    Some(Other { ident, number: true, rest })
}
