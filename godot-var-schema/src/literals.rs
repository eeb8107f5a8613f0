//! Literals and constant expressions, also inside the invisible parentheses that `macro_rules!`
//! puts around a fragment.

use syn::{BinOp, Expr, ExprLit, ExprUnary, Lit, LitStr, Path, Stmt, Type, UnOp};

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

/// The value of a literal number, with or without a minus.
pub(crate) fn number(expr: &Expr) -> Option<f64> {
    match ungrouped(expr) {
        Expr::Lit(ExprLit { lit: Lit::Float(number), .. }) => number.base10_parse().ok(),
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => number.base10_parse().ok(),
        Expr::Paren(paren) => number(&paren.expr),
        Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => number(expr).map(|number| -number),
        _ => None,
    }
}

/// The value of a constant integer expression: literals, `b'a'`, operators, casts. `of_path`
/// returns the value of a constant by its path, or `None`.
pub fn constant(expr: &Expr, of_path: &mut dyn FnMut(&Path) -> Option<i64>) -> Option<i64> {
    if let Some(number) = integer(expr) {
        return Some(number);
    }
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Byte(byte), .. }) => Some(byte.value().into()),
        Expr::Lit(ExprLit { lit: Lit::Bool(value), .. }) => Some(value.value().into()),
        Expr::Group(group) => constant(&group.expr, of_path),
        Expr::Paren(paren) => constant(&paren.expr, of_path),
        Expr::Block(block) if block.label.is_none() => match &block.block.stmts[..] {
            [Stmt::Expr(expr, None)] => constant(expr, of_path),
            _ => None,
        },
        Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => {
            constant(expr, of_path)?.checked_neg()
        }
        Expr::Binary(binary) => {
            let left = constant(&binary.left, of_path)?;
            let right = constant(&binary.right, of_path)?;
            let number = operation(&binary.op, left, right)?;
            let is_shift = matches!(binary.op, BinOp::Shl(_) | BinOp::Shr(_));
            let right = (!is_shift).then_some(&*binary.right);
            let suffix = suffix(&binary.left).or_else(|| right.and_then(suffix));
            suffix.is_none_or(|ty| is_within(number, &ty)).then_some(number)
        }
        Expr::Cast(cast) => {
            let number = match ungrouped(&cast.expr) {
                Expr::Lit(ExprLit { lit: Lit::Char(letter), .. }) => {
                    u32::from(letter.value()).into()
                }
                expr => constant(expr, of_path)?,
            };
            fits(number, &cast.ty).then_some(number)
        }
        Expr::Path(path) if path.qself.is_none() => {
            of_path(&path.path).or_else(|| end_of_type(&path.path))
        }
        _ => None,
    }
}

/// The value of `u8::MAX` or `i32::MIN`.
fn end_of_type(path: &Path) -> Option<i64> {
    let [ty, end] =
        [path.segments.get(path.segments.len().checked_sub(2)?)?, path.segments.last()?];
    let is_max = match end.ident.to_string().as_str() {
        "MAX" => true,
        "MIN" => false,
        _ => return None,
    };
    let range: (i64, i64) = match ty.ident.to_string().as_str() {
        "i8" => (i8::MIN.into(), i8::MAX.into()),
        "i16" => (i16::MIN.into(), i16::MAX.into()),
        "i32" => (i32::MIN.into(), i32::MAX.into()),
        "i64" | "isize" => (i64::MIN, i64::MAX),
        "u8" => (0, u8::MAX.into()),
        "u16" => (0, u16::MAX.into()),
        "u32" => (0, u32::MAX.into()),
        _ => return None,
    };
    Some(if is_max { range.1 } else { range.0 })
}

fn operation(op: &BinOp, left: i64, right: i64) -> Option<i64> {
    match op {
        BinOp::Add(_) => left.checked_add(right),
        BinOp::Sub(_) => left.checked_sub(right),
        BinOp::Mul(_) => left.checked_mul(right),
        BinOp::Div(_) => left.checked_div(right),
        BinOp::Rem(_) => left.checked_rem(right),
        BinOp::BitAnd(_) => Some(left & right),
        BinOp::BitOr(_) => Some(left | right),
        BinOp::BitXor(_) => Some(left ^ right),
        BinOp::Shl(_) => left.checked_mul(1_i64.checked_shl(right.try_into().ok()?)?),
        BinOp::Shr(_) => left.checked_shr(right.try_into().ok()?),
        _ => None,
    }
}

/// The integer type after a literal, which is that of the operation.
fn suffix(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) if !number.suffix().is_empty() => {
            Some(number.suffix().to_owned())
        }
        Expr::Lit(ExprLit { lit: Lit::Byte(_), .. }) => Some("u8".to_owned()),
        Expr::Paren(paren) => suffix(&paren.expr),
        Expr::Group(group) => suffix(&group.expr),
        _ => None,
    }
}

/// Whether an integer type has the number.
pub fn fits(number: i64, ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    let Some(name) = path.path.get_ident() else { return false };
    is_within(number, &name.to_string())
}

fn is_within(number: i64, ty: &str) -> bool {
    match ty {
        "i8" => i8::try_from(number).is_ok(),
        "i16" => i16::try_from(number).is_ok(),
        "i32" => i32::try_from(number).is_ok(),
        "u8" => u8::try_from(number).is_ok(),
        "u16" => u16::try_from(number).is_ok(),
        "u32" => u32::try_from(number).is_ok(),
        "u64" | "usize" | "u128" => number >= 0,
        "i64" | "isize" | "i128" => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    fn value(expr: &Expr) -> Option<i64> {
        constant(expr, &mut |path| path.is_ident("TEN").then_some(10))
    }

    #[test]
    fn constant_expressions() {
        assert_eq!(value(&parse_quote!(3 * 60)), Some(180));
        assert_eq!(value(&parse_quote!(b'a')), Some(97));
        assert_eq!(value(&parse_quote!('a' as u8)), Some(97));
        assert_eq!(value(&parse_quote!(1 << 4 | { 2 })), Some(18));
        assert_eq!(value(&parse_quote!(-(TEN + 1) as i64)), Some(-11));
        assert_eq!(value(&parse_quote!(i16::MIN)), Some(-32768));
        assert_eq!(value(&parse_quote!(core::primitive::u32::MAX as isize + 1)), Some(1 << 32));
        assert_eq!(value(&parse_quote!(u64::MAX)), None);
        assert_eq!(value(&parse_quote!(300 as u8)), None);
        assert_eq!(value(&parse_quote!(1 / 0)), None);
        assert_eq!(value(&parse_quote!(1 << 64)), None);
        assert_eq!(value(&parse_quote!(0xff_u8 << 1)), None);
        assert_eq!(value(&parse_quote!(1 << 4_u8)), Some(16));
        assert_eq!(value(&parse_quote!(ELEVEN)), None);
        assert_eq!(value(&parse_quote!(f())), None);
    }
}
