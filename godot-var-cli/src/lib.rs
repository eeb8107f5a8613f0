//! The library half of the `godot-var` program: the work of its commands, for your own tools.
//!
//! - [`json`]: lossless JSON for Variants, both ways;
//! - [`natural`]: messages as natural JSON by a schema, both ways;
//! - [`lines`]: the work of `decode` and `encode`, line by line;
//! - [`flat`]: flat messages by a schema: as natural JSON, both ways, and as dumps with their meaning;
//! - [`litenet`]: the same for messages of LiteNetLibManager;
//! - [`lludp`]: datagrams of LLUDP by a message template: as JSON, both ways, and as dumps with their meaning; also the page of a template;
//! - [`multiplayer`]: packets of Godot's high-level multiplayer: as JSON, both ways, and as dumps;
//! - `net`, with the feature `network`: sends and receives messages, for proxies, listeners and clients;
//! - [`pcap`]: captures of `tcpdump` and Wireshark, and the messages in them;
//! - [`diagnostics`]: mistakes in a message template, with their lines;
//! - [`findings`]: findings of `check`, in JSON;
//! - [`inspect`](mod@inspect): dumps of bytes with their meaning;
//! - [`stream`]: messages in an input of any length, selected by name and [condition](stream::Condition), shown, as JSON, or counted;
//! - [`Transport`]: what carries messages; [`Wire`]: the wires by name; [`input`]: hex digits as input.
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

mod buffered;
pub mod diagnostics;
pub mod findings;
pub mod flat;
pub mod input;
pub mod inspect;
pub mod json;
pub mod lines;
pub mod litenet;
pub mod lludp;
mod message;
pub mod multiplayer;
pub mod natural;
#[cfg(feature = "network")]
pub mod net;
pub mod pcap;
pub mod stream;
mod transport;
mod value;
pub mod visible;
mod wire;

pub use transport::Transport;
pub use wire::Wire;
