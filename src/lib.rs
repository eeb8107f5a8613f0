//! Facade.
pub use godot_var_runtime::variant::*;
pub use godot_var_runtime::*;
