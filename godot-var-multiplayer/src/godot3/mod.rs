//! Godot 3's high-level multiplayer in Rust: the packets of `rpc`, `rset` and `send_bytes`, as Godot 3.2 to 3.6 sends them over `ENet` and
//! WebSocket.
//!
//! - [`Message`]: the header that a transport adds to a packet, and its messages about peers;
//! - [`Packet`]: every command, decoded from bytes and encoded to them;
//! - [`Arguments`], [`Value`]: Godot 3 Variants, typed or dynamic;
//! - [`Member`], [`RpcMode`], [`Node`]: the methods and properties of a node, and which peers may call or set them (`remote`, `master`,
//!   `puppet`);
//! - [`Session`]: a server or a client, without I/O. Its [`Config`](crate::Config), [`Refusal`](crate::Refusal) and
//!   [`CallError`](crate::CallError) are those of Godot 4.
//!
//! | | Godot 3 | Godot 4 |
//! |---|---|---|
//! | a method | is sent by name | is sent as its position among the sorted names; a checksum covers the names |
//! | a value | is a Variant as `var2bytes` writes it | is a Variant in the compressed form |
//! | properties | `rset` sets one property by name | synchronizers and spawners |
//! | packets between clients | have the target in their header; the server sends them on | have a command of their own |
//! | a path whose node is missing | is confirmed | is an error |
//!
//! # Where this differs from the engine
//!
//! | What | Engine | Here | Why |
//! |---|---|---|---|
//! | bytes after the last argument, the value or a path | are ignored | an error, unless [`Options::trailing_bytes`](crate::Options::trailing_bytes) is set | the writer made a mistake |
//! | a path that is absolute, empty or contains `..` | is resolved, also outside of the root | an error; even with [`Options::any_path`](crate::Options::any_path) a session finds only nodes that were added | a peer must not reach other nodes |
//! | the offset of a path that points before the end of the values | is followed | an error | no writer produces it |
//! | an unknown command | is ignored | an error | no writer produces it |
//! | paths with numbers | are kept without limit | [`SessionLimits`](crate::SessionLimits) apply; the session does not confirm paths above the limit, so the peer goes on to send the path | memory stays bounded |
//! | arguments of another number or type | may be an error when the script is called | an error of [`Call::decode`] | the call is a mistake |
//! | a packet for other clients | is always sent on | is sent on if it can be decoded | clients need not be trusted |
//! | `rpc()` to all of a `master` method | is sent to all; most peers refuse it | is sent only to the network master | other peers would report errors |
//!
//! # Source
//! The behaviour of `core/io/multiplayer_api.cpp` of Godot 3. `tests/vectors/multiplayer_godot3.jsonl` has 100 messages, which are the same
//! in 3.2.3 and 3.6.2.

mod arguments;
mod member;
mod message;
mod packet;
mod session;

pub use arguments::{ArgumentReader, Arguments, DecodeArguments, EncodeArguments, Value};
pub use member::{Member, RpcMode};
pub use message::Message;
pub use packet::{Packet, Rpc, Rset};
pub use session::{Call, Event, Incoming, Node, Outgoing, Session, Set};
