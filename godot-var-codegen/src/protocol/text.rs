//! Types and values in Rust syntax, for messages.

use std::fmt::Write;

use godot_var_runtime::variant::{Bounds, VariantType};

use super::{ParsedText, Protocol, Time, Type, TypeDef, Value};

/// Writes a type in Rust syntax, relative to a module.
pub(crate) fn type_text(protocol: &Protocol, module: &[String], ty: &Type) -> String {
    let of = |inner: &Type| type_text(protocol, module, inner);
    match ty {
        Type::Value(kind, bounds) => {
            let name = ty.rust_name().unwrap_or_default();
            match (kind, bounds) {
                (VariantType::Nil, _) => name.to_owned(),
                (VariantType::String, Bounds::Other(_)) => {
                    ParsedText::of(*bounds).map_or(name, |form| form.path).to_owned()
                }
                (_, bounds) if bounds.lacks_zero() => format!("std::num::{name}"),
                (VariantType::String, Bounds::None) => {
                    builtin(protocol, module, name, "std::string::String")
                }
                (
                    VariantType::Bool | VariantType::Int | VariantType::Float | VariantType::String,
                    _,
                ) => builtin(protocol, module, name, &format!("std::primitive::{name}")),
                (_, Bounds::F64) => format!("godot_var::math::double::{name}"),
                _ => builtin(protocol, module, name, &format!("godot_var::{name}")),
            }
        }
        Type::Variant => builtin(protocol, module, "Variant", "godot_var::Variant"),
        Type::Pointer(inner) => {
            format!("{}<{}>", builtin(protocol, module, "Box", "std::boxed::Box"), of(inner))
        }
        Type::Option(inner) => {
            let name = builtin(protocol, module, "Option", "std::option::Option");
            format!("{name}<{}>", of(inner))
        }
        Type::List(inner) => {
            format!("{}<{}>", builtin(protocol, module, "Vec", "std::vec::Vec"), of(inner))
        }
        Type::View(inner) if **inner == Type::U8 => format!("&'a [{}]", of(inner)),
        Type::View(inner) => format!("godot_var::values::PackedView<'a, {}>", of(inner)),
        Type::FixedList(len, inner) => format!("[{}; {len}]", of(inner)),
        Type::Set(inner) => format!("std::collections::BTreeSet<{}>", of(inner)),
        Type::Tuple(elements) => match &elements[..] {
            [one] => format!("({},)", of(one)),
            _ => format!("({})", elements.iter().map(of).collect::<Vec<_>>().join(", ")),
        },
        Type::Map(key, value) => {
            format!("std::collections::BTreeMap<{}, {}>", of(key), of(value))
        }
        Type::Message(index) => path_to(&protocol.types[*index], module),
        Type::Custom => "Custom".to_owned(),
    }
}

/// Returns the type of a field, which may be a time.
fn field_type_text(
    protocol: &Protocol,
    module: &[String],
    ty: &Type,
    time: Option<Time>,
) -> String {
    match (ty, time) {
        (ty, None) => type_text(protocol, module, ty),
        (Type::Option(inner), _) => {
            let name = builtin(protocol, module, "Option", "std::option::Option");
            format!("{name}<{}>", field_type_text(protocol, module, inner, time))
        }
        (_, Some(time)) => format!("std::time::{}", time.type_name()),
    }
}

/// Does the same without modules of the standard library and lifetimes, for the root module.
pub(crate) fn short_type_text(protocol: &Protocol, ty: &Type, time: Option<Time>) -> String {
    let text = field_type_text(protocol, &[], ty, time);
    text.replace("std::collections::", "").replace("std::time::", "").replace("&'a ", "&")
}

/// Writes a value in Rust syntax. `named` returns the paths of types.
pub(crate) fn value_text(named: &dyn Fn(usize) -> String, value: &Value) -> String {
    let of = |inner: &Value| value_text(named, inner);
    let list = |values: &[Value]| values.iter().map(of).collect::<Vec<_>>().join(", ");
    match value {
        Value::Bool(value) => value.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Float(number) => format!("{number:?}"),
        Value::Text(text) => format!("{text:?}"),
        Value::None => "None".to_owned(),
        Value::Some(inner) => format!("Some({})", of(inner)),
        Value::List(values) => format!("vec![{}]", list(values)),
        Value::Tuple(values) => match &values[..] {
            [one] => format!("({},)", of(one)),
            _ => format!("({})", list(values)),
        },
        Value::Empty => "Default::default()".to_owned(),
        Value::Structure(name, values) if name == "Color" => {
            let mut text = "Color { ".to_owned();
            for (name, value) in ["r", "g", "b", "a"].iter().zip(values) {
                // Writing to a String cannot fail.
                let _ = write!(text, "{name}: {}, ", of(value));
            }
            format!("{} }}", text.trim_end_matches(", "))
        }
        Value::Structure(name, values) => format!("{name}::new({})", list(values)),
        Value::Member(index, member) => {
            format!("{}::{}", named(*index), raw(member))
        }
    }
}

/// Returns the short name, unless a type of the schema has it.
fn builtin(protocol: &Protocol, module: &[String], short: &str, full: &str) -> String {
    let is_taken = protocol.types.iter().any(|def| def.module == module && def.name == short);
    if is_taken { full } else { short }.to_owned()
}

pub(crate) fn path_to(def: &TypeDef, module: &[String]) -> String {
    let inside = def.module.strip_prefix(module);
    let mut path = String::new();
    if inside.is_none() {
        for _ in module {
            path.push_str("super::");
        }
    }
    for step in inside.unwrap_or(&def.module) {
        path.push_str(&raw(step));
        path.push_str("::");
    }
    path.push_str(&raw(&def.name));
    path
}

/// Writes a name as an identifier: `r#match`.
fn raw(name: &str) -> String {
    if syn::parse_str::<syn::Ident>(name).is_ok() { name.to_owned() } else { format!("r#{name}") }
}
