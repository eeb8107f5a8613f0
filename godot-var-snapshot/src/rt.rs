//! The paths that derives use, as the facade has them.

pub(crate) use godot_var_runtime::private as __private;

#[cfg(test)]
pub(crate) use crate as snapshot;
