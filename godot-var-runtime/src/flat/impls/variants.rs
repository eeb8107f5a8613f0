//! Values of the engine without a form of their own: `put_var`.

use crate::flat::derived::AsVariant;
use crate::flat::derived::{DecodeField, EncodeField};
use crate::flat::format::order::ByteOrder;
use crate::flat::format::size::Size;
use crate::flat::layout::TypeLayout;
use crate::flat::{DecodeFlat, EncodeFlat};
use crate::variant::{Array, Callable, Dictionary, Godot4, Signal, Variant};
use crate::{DecodeError, EncodeError, Output, Reader};

as_codec! {
    [] ['de] Variant: AsVariant<Godot4>;
    [] ['de] Dictionary: AsVariant<Godot4>;
    [] ['de] Array: AsVariant<Godot4>;
    [] ['de] Callable: AsVariant<Godot4>;
    [] ['de] Signal: AsVariant<Godot4>;
}
