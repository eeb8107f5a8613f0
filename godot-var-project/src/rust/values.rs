//! Types and default values of a project in Rust.

use godot_var_runtime::variant::{Component, Generation, Payload, VariantType};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::Module;
use super::text::code;
use crate::expression::Expression;
use crate::model::RpcParameter;
use crate::names::ident;
use crate::types::ScriptType;
use godot_var_codegen::in_one_line;

impl Module<'_> {
    /// `default = value` of an argument, if it is plain.
    pub(super) fn default(&self, parameter: &RpcParameter) -> Option<TokenStream> {
        let (_, value) = parameter.default.as_ref()?;
        let value = value.as_ref()?;
        let tokens = match (&parameter.ty, value) {
            (ScriptType::Enum(key, index), Expression::Int(number)) => {
                match self.enums.get(&(key.clone(), *index)) {
                    Some((name, members)) => {
                        let member = members.get(number)?;
                        quote! { #name::#member }
                    }
                    None => int(*number),
                }
            }
            (ScriptType::Plain("bool"), Expression::Bool(value)) => quote! { #value },
            (ScriptType::Plain("int"), Expression::Int(value)) => int(*value),
            (ScriptType::Plain("float"), value) => float(value.float()?),
            (ScriptType::Plain("String"), Expression::Text(_, text)) if text.is_empty() => {
                return Some(quote! { default });
            }
            (ScriptType::Plain("String" | "StringName"), Expression::Text(_, text)) => {
                quote! { #text.into() }
            }
            (ScriptType::Plain(ty), value)
                if ty.starts_with("Vector") && ty.ends_with(char::is_numeric) =>
            {
                return vector(ty, value);
            }
            (ScriptType::Plain(_) | ScriptType::Array(_), Expression::Array(list))
                if list.is_empty() =>
            {
                return Some(quote! { default });
            }
            (
                ScriptType::Plain("Dictionary") | ScriptType::Dictionary(..),
                Expression::Dictionary(entries),
            ) if entries.is_empty() => return Some(quote! { default }),
            (ScriptType::Unknown(_) | ScriptType::Plain("Variant"), value) => match value {
                Expression::Nil => quote! { Variant::Nil },
                Expression::Bool(value) => quote! { Variant::from(#value) },
                Expression::Int(value) => {
                    let value = Literal::i64_suffixed(*value);
                    quote! { Variant::from(#value) }
                }
                Expression::Float(value) => {
                    let value = float(*value);
                    quote! { Variant::from(#value) }
                }
                Expression::Text(None, text) => quote! { Variant::from(#text) },
                _ => return None,
            },
            _ => return None,
        };
        Some(quote! { default = #tokens })
    }

    pub(super) fn ty(&self, ty: &ScriptType) -> RustType {
        match ty {
            ScriptType::Plain(name) => RustType::of(plain(name)),
            ScriptType::Array(element) if is_typed(element) => {
                let element = plain(element);
                RustType { is_typed: true, ..RustType::of(quote! { Vec<#element> }) }
            }
            ScriptType::Dictionary(key @ ("String" | "int" | "bool"), value) if is_typed(value) => {
                let (key, value) = (plain(key), plain(value));
                RustType { is_typed: true, ..RustType::of(quote! { BTreeMap<#key, #value> }) }
            }
            ScriptType::Array(element) => RustType::noted(
                plain("Array"),
                format!("A {}.", code(&format!("Array[{element}]"))),
            ),
            ScriptType::Dictionary(key, value) => RustType::noted(
                plain("Dictionary"),
                format!("A {}.", code(&format!("Dictionary[{key}, {value}]"))),
            ),
            ScriptType::Enum(key, index) => match self.enums.get(&(key.clone(), *index)) {
                Some((name, _)) => RustType::of(quote! { #name }),
                None => RustType::noted(
                    quote! { i64 },
                    "An enum with numbers that are not literals.".to_owned(),
                ),
            },
            ScriptType::Unknown(reason) => {
                RustType::noted(quote! { Variant }, format!("Any value: {}.", in_one_line(reason)))
            }
        }
    }
}

/// The type of a field.
pub(super) struct RustType {
    pub(super) tokens: TokenStream,
    /// What the documentation of the field says.
    pub(super) note: Option<String>,
    /// Whether it is encoded with the types of its elements.
    pub(super) is_typed: bool,
}

impl RustType {
    const fn of(tokens: TokenStream) -> Self {
        Self { tokens, note: None, is_typed: false }
    }

    fn noted(tokens: TokenStream, note: String) -> Self {
        Self { note: Some(note), ..Self::of(tokens) }
    }
}

/// Whether a container of these elements is encoded with their type.
fn is_typed(element: &str) -> bool {
    !matches!(element, "Array" | "Dictionary" | "RID")
}

/// The default of a vector: `Vector2(1, 2)`, `Vector2()`, `Vector2.ZERO`, `Vector2.ONE`.
fn vector(ty: &str, value: &Expression) -> Option<TokenStream> {
    let name = ident(ty);
    match value {
        Expression::Call(path, numbers) if path == &[ty] => {
            if numbers.is_empty() {
                return Some(quote! { default });
            }
            let count = ty.chars().last().and_then(|c| c.to_digit(10))? as usize;
            let numbers = numbers.iter().map(Expression::float).collect::<Option<Vec<_>>>()?;
            let numbers = (numbers.len() == count).then(|| numbers.into_iter().map(float))?;
            Some(quote! { default = #name::new(#(#numbers),*) })
        }
        Expression::Name(path) if path == &[ty, "ZERO"] => Some(quote! { default }),
        Expression::Name(path) if path == &[ty, "ONE"] => Some(quote! { default = #name::ONE }),
        _ => None,
    }
}

fn plain(name: &str) -> TokenStream {
    let Some(kind) = VariantType::from_name(name, Generation::Godot4) else {
        return quote! { Variant };
    };
    match (kind, kind.payload()) {
        (VariantType::Bool, _) => quote! { bool },
        (VariantType::Int, _) => quote! { i64 },
        (VariantType::Float, _) => quote! { f64 },
        (_, Payload::Packed { element, component }) => match component {
            Component::U8 => quote! { Vec<u8> },
            Component::I32 if element == VariantType::Int => quote! { Vec<i32> },
            Component::I64 => quote! { Vec<i64> },
            Component::F32 if element == VariantType::Float => quote! { Vec<f32> },
            Component::F64 => quote! { Vec<f64> },
            _ => {
                let element = format_ident!("{element:?}");
                quote! { Vec<#element> }
            }
        },
        (_, Payload::PackedTexts) => quote! { Vec<String> },
        _ => {
            let name = format_ident!("{kind:?}");
            quote! { #name }
        }
    }
}

pub(super) fn int(value: i64) -> TokenStream {
    let number = Literal::u64_unsuffixed(value.unsigned_abs());
    if value < 0 {
        quote! { -#number }
    } else {
        quote! { #number }
    }
}

pub(super) fn float(value: f64) -> TokenStream {
    if value.is_nan() {
        return quote! { f64::NAN };
    }
    let magnitude = if value.is_infinite() {
        quote! { f64::INFINITY }
    } else {
        let number = Literal::f64_unsuffixed(value.abs());
        quote! { #number }
    };
    if value.is_sign_negative() {
        quote! { -#magnitude }
    } else {
        magnitude
    }
}
