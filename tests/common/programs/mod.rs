//! Programs that tests start: an engine, a parser of scripts, the examples.

pub(crate) mod classes;
pub(crate) mod engine;
pub(crate) mod example;
