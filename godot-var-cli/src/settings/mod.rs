//! `godot-var.toml`, and the options that the command line and its tables have in common.

#[cfg(feature = "program")]
pub(crate) mod clients;
#[cfg(feature = "program")]
pub(crate) mod godot_version;
pub(crate) mod lludp;
pub(crate) mod messages;
#[cfg(feature = "program")]
mod project;
#[cfg(feature = "program")]
pub(crate) mod tables;
pub(crate) mod wires;

#[cfg(feature = "program")]
pub(crate) use project::{Settings, find, inputs, wrong};

#[cfg(feature = "network")]
pub(crate) use project::modules;
