//! The library half of the `godot-var` program: what its commands do, for a tool of your own.
//!
//! - [`json`]: a lossless picture of a Variant in JSON, both ways;
//! - [`natural`]: messages as natural JSON by a schema, both ways;
//! - [`lines`]: the work of `decode` and `encode`, line by line;
//! - [`litenet`]: messages of LiteNetLibManager, likewise;
//! - [`lludp`]: datagrams of LLUDP in JSON, both ways, or with their meaning beside them, by a
//!   message template, and the page of a template;
//! - [`multiplayer`]: packets of Godot's high-level multiplayer, likewise;
//! - `net`, with the feature `network`: messages on their way, for proxies, listeners and clients;
//! - [`pcap`]: captures of `tcpdump` and Wireshark, and the messages in them;
//! - [`diagnostics`]: what is wrong in a message template, with the line that it is about;
//! - [`findings`]: what a change of schema breaks, in JSON;
//! - [`inspect`](mod@inspect): bytes with their meaning beside them;
//! - [`stream`]: messages out of an input of any length, selected by name and [condition](stream::Condition), shown, as
//!   JSON, or counted;
//! - [`Wire`]: the wires by their names, [`input`]: bytes as people hand them over.
//!
//! ```
//! use godot_var_cli::{Wire, json, lines};
//! use godot_var::Limits;
//!
//! let spec = Wire::Godot4.spec().expect("a dialect of Variant");
//! let (value, used) = lines::decode(&[2, 0, 0, 0, 7, 0, 0, 0], spec, Limits::DEFAULT)?;
//! assert_eq!(used, 8);
//! assert_eq!(json::to_json(&value, spec).to_string(), r#"{"t":"int","v":"7"}"#);
//! # Ok::<(), godot_var::DecodeError>(())
//! ```

pub mod diagnostics;
pub mod findings;
pub mod input;
pub mod inspect;
pub mod json;
pub mod lines;
pub mod litenet;
pub mod lludp;
pub mod multiplayer;
pub mod natural;
#[cfg(feature = "network")]
pub mod net;
pub mod pcap;
pub mod stream;
mod wire;

pub use wire::Wire;
