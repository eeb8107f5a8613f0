//! The front end of `#[derive(GodotVar)]`: attributes, model, checks.

mod attributes;
mod check;
pub mod delta;
pub mod model;
pub mod view;

pub(crate) use attributes::DefaultExpr;
pub use attributes::asked_for;
pub(crate) use check::{OR_SKIP, default_value, has_lifetime, option_of_option, type_mistake};
pub use check::{message, type_arguments};
