//! Attributes and templates to models, and what is said of mistakes in them.

mod model;
mod shared;
mod template;
