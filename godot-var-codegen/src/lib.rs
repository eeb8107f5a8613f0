//! The generators of `godot-var`: whole schema files to what is made of them, without any I/O.
//!
//! - [`protocol`]: a schema file of Variant messages as a model, its types resolved by name across modules;
//!   [`litenet`]: the same for LiteNetLibManager;
//! - [`gdscript`]: the client's classes; [`wireshark`]: a dissector; [`docs`]: pages about the messages, each with an
//!   example in bytes;
//! - [`lock`]: a schema in canonical form; [`evolve`]: what a change of schema breaks;
//! - [`multiplayer`]: structs of synchronized properties against the synchronizers of a scene;
//! - [`names`]: which message of a schema a value is.
//!
//! The types that derives read one by one are [`godot_var_schema`]'s, bytes are
//! [`godot_var_runtime`]'s. The program `godot-var` and build scripts stand on this crate.
//!
//! ```
//! use godot_var_codegen::gdscript::{Engine, Options, generate};
//! use godot_var_codegen::protocol;
//!
//! let text = "use godot_var::GodotVar;\n#[derive(GodotVar)]\nstruct Hit { target: u8, hard: bool }";
//! let protocol = protocol::parse_text("hit.rs", text).expect("a valid schema");
//! let script = generate(&protocol, &Options::new(Engine::Godot4)).expect("GDScript");
//! assert!(script.contains("class Hit"));
//! ```

pub mod docs;
pub mod evolve;
pub mod gdscript;
pub mod litenet;
pub mod lock;
pub mod multiplayer;
pub mod names;
pub mod protocol;
mod text;
pub mod wireshark;
