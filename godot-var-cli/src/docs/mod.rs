//! Documentation of a schema with examples: what `generate docs` writes.
//!
//! The pages are those of [`godot_var_schema::docs`]; here each message gets an example, whose bytes
//! are encoded and explained by the code that reads and writes messages everywhere else. Values are
//! made up from names, types and defaults, always the same ones for the same schema.
//!
//! ```
//! use godot_var_cli::docs;
//! use godot_var_schema::docs::{Format, Generation, files};
//! use godot_var_schema::protocol;
//!
//! let text = "use godot_var::GodotVar;\n#[derive(GodotVar)]\nstruct Hit { target: u8, hard: bool }";
//! let protocol = protocol::parse_text("hit.rs", text).expect("a valid schema");
//! let page = docs::variant(&protocol, "hit", Generation::Godot4);
//! let example = page.sections[0].example.clone().expect("a message").expect("an example");
//! assert_eq!(example.value, r#"{"target": 1, "hard": true}"#);
//! assert_eq!(example.bytes.len(), 52);
//! assert_eq!((example.runs[2].offset, example.runs[2].path.as_str()), (24, "target"));
//! assert!(files(&page, "hit", Format::All)["hit.html"].contains("&quot;target&quot;"));
//! ```

mod litenet;
mod lludp;
mod sample;
mod text;
mod variant;

pub use litenet::litenet;
pub use lludp::lludp;
pub use variant::variant;
