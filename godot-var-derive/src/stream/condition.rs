//! `if`: whether a field is there.

use godot_var_schema::stream::model::{Condition, ConditionValue, Record};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use crate::names::{local, place};

/// A condition over the local variables of fields, which are references while writing.
pub(super) fn condition(condition: &Condition, record: &Record, references: bool) -> TokenStream {
    let value = |position: usize| {
        // Errors about a type that cannot be compared are reported at the compared field.
        let span = place(&record.fields[position].ty);
        let mut local = local(position);
        local.set_span(span);
        if references { quote_spanned!(span=> *#local) } else { quote!(#local) }
    };
    let again = |condition| self::condition(condition, record, references);
    match condition {
        Condition::Flag(position) => {
            let (value, ty) = (value(*position), &record.fields[*position].ty);
            quote_spanned!(place(ty)=> <#ty as __rt::stream::Condition>::holds(#value))
        }
        Condition::Is(position, ConditionValue::OfType(name)) => {
            let (value, ty) = (value(*position), &record.fields[*position].ty);
            quote!((#value == <#ty>::#name))
        }
        Condition::Is(position, ConditionValue::Expr(expr)) => {
            let value = value(*position);
            quote!((#value == #expr))
        }
        Condition::Not(condition) => {
            let condition = again(condition);
            quote!(!#condition)
        }
        Condition::Both(left, right) => {
            let (left, right) = (again(left), again(right));
            quote!((#left && #right))
        }
        Condition::Either(left, right) => {
            let (left, right) = (again(left), again(right));
            quote!((#left || #right))
        }
    }
}

/// The same as a text, for layouts.
pub(super) fn text(condition: &Condition) -> String {
    match condition {
        Condition::Flag(position) => position.to_string(),
        Condition::Is(position, ConditionValue::OfType(name)) => format!("{position} == {name}"),
        Condition::Is(position, ConditionValue::Expr(expr)) => {
            format!("{position} == {}", quote!(#expr))
        }
        Condition::Not(condition) => format!("!({})", text(condition)),
        Condition::Both(left, right) => format!("({} && {})", text(left), text(right)),
        Condition::Either(left, right) => format!("({} || {})", text(left), text(right)),
    }
}
