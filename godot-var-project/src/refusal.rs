//! Which values the engine refuses for a declared type.
//!
//! # Source
//! `GDScriptInstance::set`, `GDScriptFunction::call` and `Variant::can_convert_strict`; each pair of types was run in Godot 4.6.3.

use godot_var_runtime::variant::{Generation, TypeLayout, VariantType};

use super::types::ScriptType;

/// How a value reaches its declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// As an argument of a call, or by `set` as a property of the engine's own nodes.
    Call,
    /// By `set` as a variable of a script.
    Set,
}

/// Returns what the engine refuses for a declared type, of the values that are written with a layout.
pub(super) fn refused(layout: &TypeLayout<'_>, declared: &ScriptType, way: Way) -> Option<String> {
    let types = layout.written_types(Generation::Godot4);
    let name = |kind: VariantType| kind.name(Generation::Godot4);
    let mut written = types.iter().filter(|_| !is_any(layout));
    let expected: Vec<Option<VariantType>> = match declared {
        ScriptType::Unknown(_) | ScriptType::Plain("Variant" | "void") => return None,
        ScriptType::Plain(declared) => {
            let declared = VariantType::from_name(declared, Generation::Godot4)?;
            let refused = written.find(|found| !takes(declared, *found, way))?;
            return Some(described(refused, name(refused)));
        }
        ScriptType::Enum(..) => {
            let refused = written.find(|found| !takes(VariantType::Int, *found, way))?;
            return Some(described(refused, name(refused)));
        }
        ScriptType::Array(element) => vec![VariantType::from_name(element, Generation::Godot4)],
        ScriptType::Dictionary(key, value) => {
            [key, value].map(|name| VariantType::from_name(name, Generation::Godot4)).into()
        }
    };
    let container = if expected.len() == 1 { VariantType::Array } else { VariantType::Dictionary };
    written.find_map(|found| {
        if found == container {
            let elements = elements(layout)?;
            return (elements != expected).then(|| {
                let names: Vec<_> = elements.iter().flatten().copied().map(name).collect();
                match &names[..] {
                    [] => format!("an untyped {}", name(found)),
                    names => format!("`{}[{}]`", name(found), names.join(", ")),
                }
            });
        }
        let is_converted =
            way == Way::Call && container == VariantType::Array && found.element().is_some();
        (!is_converted).then(|| described(found, name(found)))
    })
}

fn described(kind: VariantType, name: &str) -> String {
    if kind == VariantType::Nil { "null".to_owned() } else { format!("`{name}`") }
}

/// Whether only the value says what is written.
fn is_any(layout: &TypeLayout<'_>) -> bool {
    match layout {
        TypeLayout::Any | TypeLayout::Custom(_) | TypeLayout::Recursive(_) => true,
        TypeLayout::Option(inner) => is_any(inner),
        layout => layout.wrapped().is_some_and(is_any),
    }
}

/// The types of elements that a container is written with. Without any it is untyped; `None` if only the value says so.
fn elements(layout: &TypeLayout<'_>) -> Option<Vec<Option<VariantType>>> {
    match layout {
        TypeLayout::Typed(inner) => declared_elements(inner),
        TypeLayout::Option(inner) => elements(inner),
        TypeLayout::Value(..) | TypeLayout::Enumeration(_) => None,
        layout => layout.wrapped().map_or(Some(Vec::new()), elements),
    }
}

fn declared_elements(layout: &TypeLayout<'_>) -> Option<Vec<Option<VariantType>>> {
    let written = |layout: &TypeLayout<'_>| layout.written_type(Generation::Godot4);
    match layout {
        TypeLayout::List(element) | TypeLayout::Set(element) | TypeLayout::Array(element) => {
            Some(vec![written(element)])
        }
        TypeLayout::Map(key, value) => Some(vec![written(key), written(value)]),
        layout => layout.wrapped().and_then(declared_elements),
    }
}

/// Whether the engine takes a value of the type `found` for the type `declared`, if necessary by converting it.
fn takes(declared: VariantType, found: VariantType, way: Way) -> bool {
    use VariantType::{
        Array, Basis, Bool, Color, Float, Int, NodePath, Plane, Projection, Quaternion, Rect2,
        Rect2i, String, StringName, Transform2D, Transform3D, Vector2, Vector2i, Vector3, Vector3i,
        Vector4, Vector4i,
    };

    if found == declared {
        return true;
    }
    match (declared, found) {
        (Bool | Int | Float, Bool | Int | Float)
        | (String, StringName | NodePath)
        | (StringName | NodePath, String)
        | (Vector2, Vector2i)
        | (Vector2i, Vector2)
        | (Rect2, Rect2i)
        | (Rect2i, Rect2)
        | (Vector3, Vector3i)
        | (Vector3i, Vector3)
        | (Vector4, Vector4i)
        | (Vector4i, Vector4)
        | (Transform2D | Projection, Transform3D)
        | (Quaternion, Basis)
        | (Basis, Quaternion)
        | (Transform3D, Transform2D | Quaternion | Basis | Projection)
        | (Color, Int | String) => true,
        (StringName, NodePath)
        | (NodePath, StringName)
        | (Plane, Vector3 | Vector3i)
        | (Projection, Transform2D | Quaternion | Basis) => way == Way::Set,
        (Array, found) => found.element().is_some(),
        (declared, Array) => declared.element().is_some(),
        _ => false,
    }
}
