//! The front end of `#[derive(GodotVar)]`: attributes, model, checks.

pub(crate) mod attributes;
mod check;
pub mod delta;
pub mod model;

pub(crate) use attributes::{DefaultExpr, Derives, Length, WrittenType};
pub use attributes::{asked_for, asked_for_by};
pub(crate) use check::{
    OR_SKIP, argument_of, check_default, default_value, has_lifetime, option_of_option, time_of,
    type_mistake,
};
pub use check::{is_like_a_function, message, type_arguments};
