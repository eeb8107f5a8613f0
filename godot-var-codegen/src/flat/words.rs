//! Encodings in a few words.

use godot_var_runtime::flat::Prefix;
use godot_var_runtime::variant::Generation;

use super::{Schema, Type, component_names, kind_of};
use crate::protocol;
use crate::protocol::text::type_text;

/// How a count is written, in a word.
pub(super) fn prefix_name(prefix: Prefix) -> &'static str {
    match prefix {
        Prefix::Varint => "varint",
        Prefix::Number(number) => number.name(),
    }
}

/// The encoding of a value in a few words.
pub fn form(schema: &Schema, ty: &Type) -> String {
    let form = |ty: &Type| form(schema, ty);
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
        Type::Packed(prefix, bits, inner) => {
            format!("list of {} in {bits} bits each, count {}", form(inner), prefix_name(*prefix))
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
        Type::Variant(generation, ty) => {
            let godot = if *generation == Generation::Godot4 { 4 } else { 3 };
            let name = match (ty, kind_of(ty)) {
                (protocol::Type::Variant, _) => "Variant".to_owned(),
                (_, Some(kind)) => kind.name(*generation).to_owned(),
                (ty, None) => format!("{} as a Variant", type_text(&schema.variants, &[], ty)),
            };
            format!("u32 length, {name} of Godot {godot}")
        }
        Type::Message(index) => schema.types[*index].path(),
        Type::Custom(path) => format!("by {path}"),
    }
}
