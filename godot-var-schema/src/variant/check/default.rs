//! `default`: the value of a missing field, and serde's names of functions in quotes.

use syn::{Expr, Path, Type};

use super::super::attributes::DefaultExpr;
use super::super::model::DefaultValue;
use super::types::is_number;
use crate::attributes::Given;
use crate::errors::Errors;
use crate::literals::text;

/// The value of a missing field, from `default`.
pub(crate) fn default_value(default: Option<&Given<DefaultExpr>>) -> DefaultValue {
    match default.map(|default| &**default) {
        None => DefaultValue::None,
        Some(DefaultExpr::Trait) => DefaultValue::Trait,
        Some(DefaultExpr::Expr(expr)) => DefaultValue::Expr(expr.clone()),
    }
}

/// Refuses `default = "path"`, which calls a function in serde and is a text here.
pub(crate) fn check_default(
    default: Option<&Given<DefaultExpr>>,
    ty: Option<&Type>,
    errors: &mut Errors,
) {
    let Some(given) = default else { return };
    let DefaultExpr::Expr(expr) = &**given else { return };
    let Some(text) = text(expr).map(syn::LitStr::value) else { return };
    let message = if ty.is_none_or(is_number) {
        if syn::parse_str::<Path>(&text).is_ok() {
            format!(
                "`default` takes a value, and {text:?} is a text; to call a function, write \
                 `default = {text}()`"
            )
        } else if ty.is_some() && syn::parse_str::<Expr>(&text).is_ok() {
            format!("`default` takes a value, and {text:?} is a text; write `default = {text}`")
        } else {
            return;
        }
    } else if is_like_a_function(&text) {
        format!(
            "`default` takes a value, and {text:?} looks like a function; write \
             `default = {text}()`, or `default = {text:?}.into()` for the text"
        )
    } else {
        return;
    };
    errors.report(given.span(), message);
}

/// Whether a text is a path as serde's users write it: `Config::name`, `default_name`.
pub fn is_like_a_function(text: &str) -> bool {
    let is_path = syn::parse_str::<Path>(text).is_ok();
    is_path && (text.contains("::") || text.starts_with("default_") || text.ends_with("_default"))
}
