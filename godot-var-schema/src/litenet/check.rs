//! What the attributes of a message of LiteNetLibManager mean, and which exclude each other.

use syn::ext::IdentExt;
use syn::{BinOp, DeriveInput, Expr, ExprLit, Lit, UnOp, Variant};

use super::attributes::{ContainerAttrs, FieldAttrs, MemberAttrs};
use crate::attributes::{Attributes, Parsed, facade};
use crate::errors::Errors;
use crate::stream::check::{MemberKeys, Numbering, Shared, Wire};
use crate::stream::model::{
    Body, Codec, Condition, ConditionValue, Field, Message, Prefix, Presence, Record,
};

pub(super) struct LiteNet;

impl Wire for LiteNet {
    type Container = ContainerAttrs;
    type Field = FieldAttrs;
    type Member = MemberAttrs;
    const OTHER_KEEPS_NOTHING: bool = false;

    fn numbering(
        attrs: &ContainerAttrs,
        _item: &DeriveInput,
        _has_fields: bool,
        _errors: &mut Errors,
    ) -> Numbering {
        let messages = attrs.messages.is_present();
        let repr = if messages { Prefix::U16 } else { Prefix::U8 };
        Numbering { repr, messages, by_id: false, shares_repr: false, shares_ids: false }
    }

    fn member(attrs: &MemberAttrs, _member: &Variant) -> MemberKeys {
        let (other, shared) = (attrs.place_of("other"), Shared::default());
        let (id, msg_type) = (attrs.id.clone(), attrs.msg_type.clone());
        MemberKeys { other, flags: None, id, msg_type, shared }
    }

    fn field(
        attrs: &FieldAttrs,
        plain: Field,
        before: &Record,
        is_last: bool,
        errors: &mut Errors,
    ) -> Field {
        check_conflicts(attrs, errors);
        check_rest(attrs, is_last, errors);
        let condition = condition(attrs, &before.fields, errors);
        let presence = condition.map_or(Presence::Always, Presence::If);
        Field { codec: codec(attrs), presence, ..plain }
    }

    fn message(
        Parsed { attrs, .. }: Parsed<ContainerAttrs>,
        item: &DeriveInput,
        body: Body,
        _errors: &mut Errors,
    ) -> Message {
        let msg_type = attrs.msg_type.as_deref().copied();
        Message { msg_type, ..Message::new(&item.ident, &item.generics, facade(attrs.krate), body) }
    }
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
        Codec::varying("Packed", vec![])
    } else if attrs.zigzag.is_present() {
        Codec::varying("Zigzag", vec![])
    } else if attrs.euler.is_present() {
        return Codec::fixed("Euler", vec![]);
    } else if attrs.rest.is_present() {
        return Codec::Rest;
    } else {
        Codec::Plain
    };
    match &attrs.len {
        Some(prefix) => Codec::Counted(Some(prefix.0), None, Box::new(one)),
        None => one,
    }
}

fn condition(attrs: &FieldAttrs, before: &[Field], errors: &mut Errors) -> Option<Condition> {
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

fn condition_of(expr: &Expr, before: &[Field]) -> Result<Condition, String> {
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

fn comparison(left: &Expr, right: &Expr, before: &[Field]) -> Result<Condition, String> {
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

fn position_of(expr: &Expr, before: &[Field]) -> Result<usize, String> {
    let name = match expr {
        Expr::Path(path) => path.path.get_ident().map(|name| name.unraw().to_string()),
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => Some(number.base10_digits().to_owned()),
        _ => None,
    };
    let Some(name) = name else {
        return Err(
            "`if` names an earlier field on the left, as in `receivers == Target`".to_owned()
        );
    };
    before.iter().position(|field| field.key == name).ok_or_else(|| {
        let known = before.iter().map(|field| format!("`{}`", field.key)).collect::<Vec<_>>();
        if known.is_empty() {
            format!("`{name}` is not an earlier field; there is none before this one")
        } else {
            format!("`{name}` is not an earlier field; there are {}", known.join(", "))
        }
    })
}
