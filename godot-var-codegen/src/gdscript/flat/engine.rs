//! What the engine calls numbers, steps and components.

use godot_var_runtime::flat::NumberType;
use godot_var_runtime::variant::VariantType;

use crate::flat::component_paths;

/// The last step as a float.
pub(super) fn last_step(steps: NumberType) -> String {
    format!("{}.0", steps.largest())
}

/// The name of a number in the functions of `PackedByteArray`.
pub(super) fn in_array(number: NumberType) -> &'static str {
    match number {
        NumberType::U8 => "u8",
        NumberType::U16 => "u16",
        NumberType::U32 => "u32",
        NumberType::U64 => "u64",
        NumberType::I8 => "s8",
        NumberType::I16 => "s16",
        NumberType::I32 => "s32",
        NumberType::I64 => "s64",
        NumberType::F16 => "half",
        NumberType::F32 => "float",
        NumberType::F64 => "double",
    }
}

/// The name of a number in the functions of `StreamPeer`.
pub(super) fn in_stream(number: NumberType) -> &'static str {
    match number {
        NumberType::I8 => "8",
        NumberType::I16 => "16",
        NumberType::I32 => "32",
        NumberType::I64 => "64",
        number => in_array(number),
    }
}

/// The components of a structure as GDScript names them.
pub(super) fn components(kind: VariantType) -> Vec<String> {
    component_paths(kind).into_iter().map(|path| path.join(".")).collect()
}
