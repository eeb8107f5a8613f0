//! The library half of the `godot-var` program: the work of its commands, for your own tools.
//!
//! - [`Wire`]: encodes, decodes and explains the messages of one wire. Its implementations are [`variant`], [`flat`], both in [`mixed`],
//!   [`litenet`], [`lludp`] and [`multiplayer`];
//! - [`json`]: lossless JSON for Variants, both ways;
//! - [`natural`]: messages as natural JSON by a schema, both ways;
//! - [`lines`]: the work of `decode` and `encode`, line by line;
//! - `net`, with the feature `network`: sends and receives messages, for proxies, listeners and clients;
//! - [`pcap`]: captures of `tcpdump` and Wireshark, and the messages in them;
//! - [`diagnostics`]: mistakes in a message template, with their lines;
//! - [`findings`]: findings of `check`, in JSON;
//! - [`inspect`](mod@inspect): dumps of bytes with their meaning;
//! - [`stream`]: messages in an input of any length, selected by name and [condition](stream::Condition), shown, as JSON, or counted;
//! - [`Transport`]: what carries messages; [`input`]: hex digits as input.
//!
//! ```
//! use godot_var_cli::{Wire, variant::Variants};
//! use godot_var::{Dialect, Godot4, Limits};
//!
//! let wire = Variants::new(&Godot4::SPEC, Limits::DEFAULT);
//! let decoded = wire.read(&[2, 0, 0, 0, 7, 0, 0, 0])?;
//! assert_eq!(decoded.used, 8);
//! assert_eq!(wire.json(&decoded).to_string(), r#"{"t":"int","v":"7"}"#);
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
pub mod mixed;
pub mod multiplayer;
pub mod natural;
#[cfg(feature = "network")]
pub mod net;
pub mod pcap;
pub mod stream;
mod transport;
pub mod variant;
pub mod visible;
mod wire;

pub use transport::Transport;
pub use wire::{Compared, Decoded, Wire};
