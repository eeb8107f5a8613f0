//! The schemas of this repository, compiled.

#[path = "../../schemas/arena.rs"]
pub mod arena;
#[path = "../../schemas/every_form.rs"]
pub mod every_form;
