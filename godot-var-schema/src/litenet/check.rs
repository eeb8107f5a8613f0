//! From a Rust item to the checked model; reports all mistakes.

use std::collections::BTreeMap;

use darling::Error;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{BinOp, Data, DeriveInput, Expr, ExprLit, Fields, Lit, Member as FieldName, UnOp};

use super::attributes::{ContainerAttrs, FieldAttrs, MemberAttrs};
use super::model::{
    Body, Codec, Condition, ConditionValue, Dispatch, Enumeration, Field, Member, Message, Number,
    Other, Record,
};
use crate::attributes::{Attributes, FIELD, MEMBER, Parsed, container, facade, parse};
use crate::errors::Errors;
use crate::literals::integer;

/// Parses and checks an item that derives `LiteNetMessage`.
///
/// # Errors
/// All mistakes at once.
pub fn message(item: &DeriveInput) -> darling::Result<Message> {
    let mut errors = Errors::new();
    let Parsed { attrs, .. } =
        parse::<ContainerAttrs>(container(&item.data), &item.attrs, &mut errors);
    let body = match &item.data {
        Data::Struct(data) => Body::Record {
            msg_type: attrs.msg_type.as_deref().copied(),
            record: record(&data.fields, &mut errors),
        },
        Data::Enum(data) => Body::Enumeration(enumeration(item, data, &attrs, &mut errors)),
        Data::Union(data) => {
            errors.push(
                Error::custom("a union cannot travel; use a struct or an enum")
                    .with_span(&data.union_token.span()),
            );
            Body::Record { msg_type: None, record: Record { fields: Vec::new() } }
        }
    };
    errors.finish()?;
    Ok(Message {
        ident: item.ident.clone(),
        generics: item.generics.clone(),
        krate: facade(attrs.krate),
        body,
    })
}

fn record(fields: &Fields, errors: &mut Errors) -> Record {
    let mut names = Vec::new();
    let mut checked = Vec::new();
    for (position, (field, name)) in fields.iter().zip(fields.members()).enumerate() {
        let Parsed { attrs, complete } = parse::<FieldAttrs>(FIELD, &field.attrs, errors);
        let last = position + 1 == fields.len();
        let (codec, condition) = errors.alone(complete, |errors| {
            check_conflicts(&attrs, errors);
            check_rest(&attrs, last, errors);
            (codec(&attrs), condition(&attrs, &names, errors))
        });
        names.push(name.clone());
        checked.push(Field { name, ty: field.ty.clone(), codec, condition });
    }
    Record { fields: checked }
}

/// Refuses encodings that exclude each other: `#[litenet(packed, zigzag)]`.
fn check_conflicts(attrs: &FieldAttrs, errors: &mut Errors) {
    let first = attrs.exclusive(&["packed", "zigzag", "euler", "rest", "with"], errors);
    if let Some(first @ ("euler" | "rest" | "with")) = first {
        attrs.exclusive(&[first, "len"], errors);
    }
}

/// Refuses fields after `#[litenet(rest)]`, which takes all bytes.
fn check_rest(attrs: &FieldAttrs, last: bool, errors: &mut Errors) {
    if let Some(span) = attrs.place_of("rest").filter(|_| !last) {
        errors.report(span, "`rest` takes all bytes to the end; it belongs on the last field");
    }
}

fn codec(attrs: &FieldAttrs) -> Codec {
    if let Some(path) = &attrs.with {
        return Codec::With(path.0.clone());
    }
    let one = if attrs.packed.is_present() {
        Codec::Packed
    } else if attrs.zigzag.is_present() {
        Codec::Zigzag
    } else if attrs.euler.is_present() {
        return Codec::Euler;
    } else if attrs.rest.is_present() {
        return Codec::Rest;
    } else {
        Codec::Plain
    };
    match &attrs.len {
        Some(prefix) => Codec::Counted(**prefix, Box::new(one)),
        None => one,
    }
}

fn condition(attrs: &FieldAttrs, before: &[FieldName], errors: &mut Errors) -> Option<Condition> {
    let text = attrs.condition.as_ref()?;
    let expr = match text.parse::<Expr>() {
        Ok(expr) => expr,
        Err(error) => {
            errors.report(
                text.span(),
                format_args!(
                    "`if` compares an earlier field, as in `receivers == Target`; {error}"
                ),
            );
            return None;
        }
    };
    match condition_of(&expr, before) {
        Ok(condition) => Some(condition),
        Err(message) => {
            errors.report(text.span(), message);
            None
        }
    }
}

fn condition_of(expr: &Expr, before: &[FieldName]) -> Result<Condition, String> {
    let boxed = |expr| condition_of(expr, before).map(Box::new);
    match expr {
        Expr::Paren(paren) => condition_of(&paren.expr, before),
        Expr::Group(group) => condition_of(&group.expr, before),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
            boxed(&unary.expr).map(Condition::Not)
        }
        Expr::Binary(binary) => match binary.op {
            BinOp::And(_) => Ok(Condition::Both(boxed(&binary.left)?, boxed(&binary.right)?)),
            BinOp::Or(_) => Ok(Condition::Either(boxed(&binary.left)?, boxed(&binary.right)?)),
            BinOp::Eq(_) => comparison(&binary.left, &binary.right, before),
            BinOp::Ne(_) => comparison(&binary.left, &binary.right, before)
                .map(|condition| Condition::Not(Box::new(condition))),
            _ => Err("`if` knows `==`, `!=`, `!`, `&&` and `||`".to_owned()),
        },
        other => position_of(other, before).map(Condition::Flag),
    }
}

fn comparison(left: &Expr, right: &Expr, before: &[FieldName]) -> Result<Condition, String> {
    let field = position_of(left, before)?;
    let value = match right {
        Expr::Path(path) => match path.path.get_ident() {
            Some(name) => ConditionValue::OfType(name.clone()),
            None => ConditionValue::Expr(right.clone()),
        },
        Expr::Lit(_) | Expr::Unary(_) => ConditionValue::Expr(right.clone()),
        _ => {
            return Err(
                "`if` compares with a variant of the field's enum, a constant or a literal"
                    .to_owned(),
            );
        }
    };
    Ok(Condition::Is(field, value))
}

fn position_of(expr: &Expr, before: &[FieldName]) -> Result<usize, String> {
    let name = match expr {
        Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => Some(number.base10_digits().to_owned()),
        _ => None,
    };
    let Some(name) = name else {
        return Err(
            "`if` names an earlier field on the left, as in `receivers == Target`".to_owned()
        );
    };
    let text = |field: &FieldName| match field {
        FieldName::Named(ident) => ident.to_string(),
        FieldName::Unnamed(index) => index.index.to_string(),
    };
    before.iter().position(|field| text(field) == name).ok_or_else(|| {
        let known = before.iter().map(|field| format!("`{}`", text(field))).collect::<Vec<_>>();
        if known.is_empty() {
            format!("`{name}` is no earlier field; there is none before this one")
        } else {
            format!("`{name}` is no earlier field; there are {}", known.join(", "))
        }
    })
}

fn enumeration(
    item: &DeriveInput,
    data: &syn::DataEnum,
    attrs: &ContainerAttrs,
    errors: &mut Errors,
) -> Enumeration {
    let dispatch = if attrs.messages.is_present() { Dispatch::MsgType } else { Dispatch::Byte };
    let mut members = Vec::new();
    let mut other: Option<Other> = None;
    let mut numbers = Numbers { taken: BTreeMap::new(), next: 0, missed_messages: false };
    for member in &data.variants {
        let Parsed { attrs, complete } = parse::<MemberAttrs>(MEMBER, &member.attrs, errors);
        if let Some(span) = attrs.place_of("other") {
            errors.alone(complete, |errors| {
                check_kept(&attrs, &member.fields, errors);
                if other.is_some() {
                    errors.report(span, "`other` is given to two variants; one is enough");
                }
                other = check_other(member, span, errors);
            });
            continue;
        }
        let record = record(&member.fields, errors);
        let number = errors.alone(complete, |errors| match dispatch {
            Dispatch::Byte => byte_of(member, &attrs, &mut numbers, errors),
            Dispatch::MsgType => msg_type_of(member, &attrs, &mut numbers, errors),
        });
        members.push(Member { ident: member.ident.clone(), number, record });
    }
    if data.variants.is_empty() {
        errors.report(item.ident.span(), "an enum without variants cannot travel; give it one");
    }
    Enumeration { dispatch, members, other }
}

/// The numbers of the variants so far.
struct Numbers {
    taken: BTreeMap<u16, String>,
    next: i64,
    missed_messages: bool,
}

impl Numbers {
    fn take(&mut self, number: u16, member: &syn::Variant, span: Span, errors: &mut Errors) {
        if let Some(first) = self.taken.get(&number) {
            errors.report(span, format_args!("the number {number} is taken by `{first}`"));
        }
        self.taken.entry(number).or_insert_with(|| member.ident.to_string());
        self.next = i64::from(number) + 1;
    }
}

/// `id = 3`, the discriminant, or the previous variant's number plus one.
fn byte_of(
    member: &syn::Variant,
    attrs: &MemberAttrs,
    numbers: &mut Numbers,
    errors: &mut Errors,
) -> Number {
    // Said once of an enum: all its variants have it.
    if let Some(span) = attrs.place_of("msg_type").filter(|_| !numbers.missed_messages) {
        numbers.missed_messages = true;
        errors.report(
            span,
            "`msg_type` needs `#[litenet(messages)]` on the enum; the number of a plain variant is `id`",
        );
    }
    if let (Some(id), Some(_)) = (&attrs.id, &member.discriminant) {
        errors
            .report(id.key(), "the variant has two numbers, `id` and its discriminant; remove one");
    }
    let (number, span) = match (&attrs.id, &member.discriminant) {
        (Some(id), _) => (Some(i64::from(**id)), id.key()),
        (None, Some((_, expr))) => (integer(expr), expr.span()),
        (None, None) => (Some(numbers.next), member.ident.span()),
    };
    let byte = number.and_then(|number| u8::try_from(number).ok());
    let Some(byte) = byte else {
        errors.report(
            span,
            "the number of a variant is a literal from 0 to 255: it travels as a byte",
        );
        return Number::Is(0);
    };
    numbers.take(u16::from(byte), member, span, errors);
    Number::Is(u16::from(byte))
}

/// `msg_type = 3`, or that of the message that is the only field.
fn msg_type_of(
    member: &syn::Variant,
    attrs: &MemberAttrs,
    numbers: &mut Numbers,
    errors: &mut Errors,
) -> Number {
    if let Some(span) = attrs.place_of("id") {
        errors.report(span, "`id` is for enums that travel as a byte; here it is `msg_type`");
    }
    if let Some(number) = &attrs.msg_type {
        numbers.take(**number, member, number.key(), errors);
        return Number::Is(**number);
    }
    let is_newtype = matches!(&member.fields, Fields::Unnamed(fields) if fields.unnamed.len() == 1);
    if !is_newtype {
        errors.report(
            member.ident.span(),
            format_args!(
                "`{}` has no message number; give it one by `#[litenet(msg_type = 5)]`, or let it hold a message",
                member.ident
            ),
        );
    }
    Number::OfMessage
}

/// Refuses attributes beside `other`, whose number and fields are as they came.
fn check_kept(attrs: &MemberAttrs, fields: &Fields, errors: &mut Errors) {
    attrs.exclude("other", &["id", "msg_type"], errors);
    for attr in fields.iter().flat_map(|field| &field.attrs) {
        if attr.path().is_ident("litenet") {
            errors.report(
                attr.path().span(),
                "`other` keeps a value as it came; remove the attribute",
            );
        }
    }
}

/// `Other(u8)`, or `Other(u8, Vec<u8>)` with the rest of the message.
fn check_other(member: &syn::Variant, span: Span, errors: &mut Errors) -> Option<Other> {
    let Fields::Unnamed(fields) = &member.fields else {
        errors.report(
            span,
            "`other` keeps a number: write `Other(u8)`, or `Other(u16)` for messages",
        );
        return None;
    };
    let types: Vec<_> = fields.unnamed.iter().map(|field| &field.ty).collect();
    let rest = match types.as_slice() {
        [_] => None,
        [_, rest] => Some(Box::new((*rest).clone())),
        _ => {
            errors.report(
                span,
                "`other` keeps a number, and the rest of the message if there is a second field",
            );
            return None;
        }
    };
    Some(Other { ident: member.ident.clone(), rest })
}
