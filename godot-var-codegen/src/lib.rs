//! The generators of `godot-var`. They turn whole schema files into code, documentation and reports, without any I/O.
//!
//! - [`protocol`]: a schema file of Variant messages as a model, with types resolved by name across modules; [`flat`] and [`litenet`]: the same for
//!   flat messages and LiteNetLibManager;
//! - [`schema`]: both as one model, a type once with a column for each wire; [`language`]: turns it into the files of a client;
//! - [`gdscript`]: classes for the client; [`wireshark`]: a dissector; [`docs`]: pages about the messages, each with an example in bytes;
//! - [`lock`]: a schema's layout as JSON; [`evolve`]: what a change of schema breaks;
//! - [`inspect`]: a walk over the bytes of a value, and which values fit a layout; [`values`]: structures by their components; [`names`]: finds the message of a schema that a value is.
//!
//! [`godot_var_schema`] has the types that the derive reads, one by one. [`godot_var_runtime`] encodes and decodes bytes. The program
//! `godot-var` and build scripts use this crate.
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

pub mod addon;
pub mod docs;
pub mod evolve;
pub mod flat;
pub mod gdscript;
pub mod inspect;
pub mod language;
mod layout_size;
pub mod litenet;
pub mod lock;
pub mod names;
pub mod protocol;
pub mod schema;
mod text;
pub mod values;
pub mod wireshark;

pub use godot_var_runtime::private::is_hidden;
pub use text::in_one_line;
