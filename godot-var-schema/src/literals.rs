//! Literals in expressions, also in the invisible parentheses that `macro_rules!` puts around a
//! fragment.

use syn::{Expr, ExprLit, ExprUnary, Lit, LitStr, UnOp};

/// An expression without the invisible parentheses around it.
pub(crate) fn ungrouped(expr: &Expr) -> &Expr {
    match expr {
        Expr::Group(group) => ungrouped(&group.expr),
        _ => expr,
    }
}

/// The text of a string literal.
pub(crate) fn text(expr: &Expr) -> Option<&LitStr> {
    match ungrouped(expr) {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text),
        _ => None,
    }
}

/// The value of an integer literal, with or without a minus.
pub fn integer(expr: &Expr) -> Option<i64> {
    match ungrouped(expr) {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => number.base10_parse().ok(),
        Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => match &**expr {
            Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => {
                format!("-{}", number.base10_digits()).parse().ok()
            }
            _ => None,
        },
        Expr::Paren(paren) => integer(&paren.expr),
        _ => None,
    }
}
