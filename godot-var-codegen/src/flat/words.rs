//! Encodings in a few words.

use godot_var_runtime::flat::Prefix;
use godot_var_runtime::variant::Generation;

use super::{Type, component_names};

/// How a count is written, in a word.
pub(super) fn prefix_name(prefix: Prefix) -> &'static str {
    match prefix {
        Prefix::Varint => "varint",
        Prefix::Number(number) => number.name(),
    }
}

/// The encoding of a value in a few words.
pub fn form(ty: &Type) -> String {
    form_with(ty, &|_| "type of the schema".to_owned())
}

/// The same with the names of types, which `named` returns.
pub(crate) fn form_with(ty: &Type, named: &dyn Fn(usize) -> String) -> String {
    let form = |ty: &Type| form_with(ty, named);
    match ty {
        Type::Unit => "nothing".to_owned(),
        Type::Bool => "bool".to_owned(),
        Type::LenientBool => "bool, any byte but 0".to_owned(),
        Type::Number(number) => number.name().to_owned(),
        Type::Varint(number) => format!("{} varint", number.name()),
        Type::NonZero(inner) => format!("{}, not 0", form(inner)),
        Type::InBits(bits, inner) => format!("{} in {bits} bits", form(inner)),
        Type::Char => "char, varint".to_owned(),
        Type::Range { low, high, steps, clamp } => {
            let clamp = if *clamp { ", clamped" } else { "" };
            format!("{low} to {high} in {}{clamp}", steps.name())
        }
        Type::Angle { degrees, steps } => {
            format!("angle in {}{}", if *degrees { "degrees, " } else { "" }, steps.name())
        }
        Type::Direction(inner) => format!("direction, {}", form(inner)),
        Type::Octahedron(inner) => format!("direction, twice {}", form(inner)),
        Type::SmallestThree(bits) => format!("rotation, 3 times {bits} bits"),
        Type::Components(kind, inner) => {
            let count = component_names(*kind).len();
            format!("{}, {count} times {}", kind.name(Generation::Godot4), form(inner))
        }
        Type::Text(_, prefix) => format!("text, length {}", prefix_name(*prefix)),
        Type::CString(_) => "text and a 0".to_owned(),
        Type::List(prefix, inner) => {
            format!("list of {}, count {}", form(inner), prefix_name(*prefix))
        }
        Type::Map(prefix, key, value) => {
            format!("map of {} to {}, count {}", form(key), form(value), prefix_name(*prefix))
        }
        Type::Array(count, inner) => format!("{count} times {}", form(inner)),
        Type::Tuple(elements) => {
            let elements: Vec<String> = elements.iter().map(form).collect();
            format!("({})", elements.join(", "))
        }
        Type::Option(inner) => format!("optional {}", form(inner)),
        Type::AtMost(most, inner) => format!("{}, at most {most}", form(inner)),
        Type::Ipv4 => "Ipv4Addr".to_owned(),
        Type::Ipv6 => "Ipv6Addr".to_owned(),
        Type::Ip => "IpAddr".to_owned(),
        Type::Socket => "SocketAddr".to_owned(),
        Type::Uuid => "Uuid".to_owned(),
        Type::Variant(generation, kind) => {
            let kind = kind.map_or("Variant", |kind| kind.name(*generation));
            let godot = if *generation == Generation::Godot4 { 4 } else { 3 };
            format!("u32 length, {kind} of Godot {godot}")
        }
        Type::VariantOf(generation, path) => {
            let godot = if *generation == Generation::Godot4 { 4 } else { 3 };
            format!("u32 length, {path} as a Variant of Godot {godot}")
        }
        Type::Message(index) => named(*index),
        Type::Custom(path) => format!("by {path}"),
    }
}
