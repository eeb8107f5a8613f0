//! The types of Variants as tables of support code, by which readers step over values.

use godot_var_runtime::variant::{Component, Generation, Payload, VariantType};

/// The types that an engine has, in the order of their numbers.
pub(crate) fn numbered(generation: Generation) -> Vec<VariantType> {
    let mut known: Vec<VariantType> = VariantType::ALL.to_vec();
    known.retain(|kind| kind.id(generation).is_some());
    known.sort_by_key(|kind| kind.id(generation));
    known
}

/// How many words a value has, or an element of a packed array; negative: twice as many in a wide value.
pub(crate) fn words(kind: VariantType, generation: Generation) -> i32 {
    let of = |component: Component, count: usize| {
        let count = i32::try_from(count).unwrap_or_default();
        match component {
            Component::Real => -count,
            Component::I64 | Component::F64 => count * 2,
            Component::U8 => 0,
            Component::I32 | Component::F32 => count,
        }
    };
    match kind.payload() {
        Payload::Bool => 1,
        Payload::Int | Payload::Float => -1,
        Payload::Structure { component, names, .. } => of(component, names.len()),
        Payload::Rid if generation == Generation::Godot4 => 2,
        Payload::Packed { .. } => {
            kind.packed_components().map_or(0, |(component, count)| of(component, count))
        }
        _ => 0,
    }
}
