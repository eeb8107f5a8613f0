//! The runtime's table of types, and its rules of what readers take, as Lua tables.

use godot_var_runtime::variant::{
    Bounds, Component, FromVariantBytes, Generation, Godot3, Godot4, LARGEST_WHOLE_FLOAT, Payload,
    TOO_LARGE_FOR_SINGLE, TypeLayout, Variant, VariantType,
};

use super::lua::{list, put, string};
use crate::text::filled;

/// The columns that a line has at most.
pub(super) const WIDTH: usize = 120;

/// The name of a type in Lua: that of Godot 4, so that one schema fits both.
pub(super) fn name(kind: VariantType) -> &'static str {
    kind.name(Generation::Godot4)
}

/// A list of names as the keys of a Lua table, in quotes.
fn quoted<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<String> {
    names.into_iter().map(|name| format!("\"{name}\"")).collect()
}

/// All tables.
pub(super) fn tables() -> String {
    let mut out = String::new();
    out.push_str("\n-- What the wire has, and what readers take.\n\n");
    ids(&mut out, "GODOT4", Generation::Godot4);
    out.push_str("-- By Godot 4's names, so that one schema fits both.\n");
    ids(&mut out, "GODOT3", Generation::Godot3);
    structures(&mut out);
    packed(&mut out);
    readable(&mut out);
    hints(&mut out);
    put(&mut out, format_args!("local LARGEST_WHOLE_FLOAT = {LARGEST_WHOLE_FLOAT}\n"));
    out.push_str("-- From here on a finite float is infinite in 32 bits.\n");
    put(&mut out, format_args!("local TOO_LARGE_FOR_SINGLE = {TOO_LARGE_FOR_SINGLE:e}\n"));
    out
}

/// Type ids: those of an engine are next to each other, from 0.
fn ids(out: &mut String, table: &str, generation: Generation) {
    let known = (0..=u8::MAX).map_while(|id| VariantType::from_id(id, generation));
    let mut names = quoted(known.map(name));
    if let Some(first) = names.first_mut() {
        first.insert_str(0, "[0] = ");
    }
    put(out, format_args!("local {table} = {{\n{}}}\n\n", filled(&names, "\t", WIDTH)));
}

fn structures(out: &mut String) {
    out.push_str("-- Components in the order of the wire.\nlocal STRUCTURES = {\n");
    for kind in VariantType::ALL {
        let Payload::Structure { component, names, .. } = kind.payload() else { continue };
        let mut parts = quoted(names.iter().copied());
        match component {
            Component::I32 => parts.push("int = true".to_owned()),
            Component::F32 => parts.push("single = true".to_owned()),
            _ => {}
        }
        let line = format!("\t{} = {{ {} }},", name(*kind), parts.join(", "));
        if line.len() + 3 <= WIDTH {
            put(out, format_args!("{line}\n"));
        } else {
            let parts = filled(&parts, "\t\t", WIDTH);
            put(out, format_args!("\t{} = {{\n{parts}\t}},\n", name(*kind)));
        }
    }
    out.push_str("}\n\n");
}

fn packed(out: &mut String) {
    out.push_str(
        "-- The elements of packed arrays: a class with its width, or a structure.\nlocal PACKED = {\n",
    );
    for kind in VariantType::ALL {
        let Payload::Packed { element, component } = kind.payload() else { continue };
        let text = match (element.components(), component) {
            // They are one value, not a list.
            (None, Component::U8) => continue,
            (Some(_), _) => format!("structure = \"{}\"", name(element)),
            (None, component) => {
                format!("class = \"{}\", width = {}", name(element), component.bytes(false))
            }
        };
        put(out, format_args!("\t{} = {{ {text} }},\n", name(*kind)));
    }
    out.push_str("}\n\n");
}

/// A set of types as a Lua table.
pub(super) fn set(kinds: impl IntoIterator<Item = VariantType>) -> String {
    list(kinds.into_iter().map(|kind| format!("{} = true", name(kind))))
}

/// What to do about messages that senders often send by mistake, as the errors of the runtime say it.
fn hints(out: &mut String) {
    let framed = [&200_u32.to_le_bytes()[..], &[0; 200]].concat();
    // A Node with its properties.
    let object = [24, 0, 0, 0, 4, 0, 0, 0, b'N', b'o', b'd', b'e', 0, 0, 0, 0];
    let godot4 = |bytes: &[u8]| Variant::from_variant_bytes::<Godot4>(bytes).err();
    // An Array of Godot 4.
    let godot3 = Variant::from_variant_bytes::<Godot3>(&[28, 0, 0, 0, 0, 0, 0, 0]).err();
    out.push_str("\nlocal HINTS = {\n");
    for (name, error) in [
        ("text", godot4(b"text")),
        ("framed", godot4(&framed)),
        ("no_value", godot4(&[0xff; 8])),
        ("object", godot4(&object)),
        ("of_godot4", godot3),
    ] {
        let hint = error.map_or_else(String::new, |error| error.hint().to_owned());
        debug_assert!(!hint.is_empty(), "an error with the hint `{name}`");
        put(out, format_args!("\t{name} = {},\n", string(&hint)));
    }
    out.push_str("}\n");
}

fn readable(out: &mut String) {
    out.push_str("-- The types that a value of a type is read from.\nlocal READ_FROM = {\n");
    for kind in VariantType::ALL {
        let types = TypeLayout::Value(*kind, Bounds::None).read_types(Generation::Godot4);
        put(out, format_args!("\t{} = {},\n", name(*kind), set(types.iter())));
    }
    out.push_str("}\n");
}
