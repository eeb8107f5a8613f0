//! Godot 3's high-level multiplayer without Godot: the packets of `rpc`, `rset` and `send_bytes`, as 3.2 to 3.6 send them over `ENet` and
//! WebSocket.
//!
//! - [`Message`]: what a transport puts around a packet, and says of peers that come and go;
//! - [`Packet`]: every command, read from bytes and written to them;
//! - [`Arguments`], [`Value`]: Variants of Godot 3, typed or dynamic;
//! - [`Member`], [`RpcMode`], [`Node`]: the methods and properties of a node, and who may call or set them: `remote`, `master`, `puppet`;
//! - [`Session`]: a server or a client, without I/O.
//!
//! | | Godot 3 | Godot 4 |
//! |---|---|---|
//! | a method | goes by its name | goes by its position among the sorted names, with a checksum of them |
//! | a value | a Variant as `var2bytes` writes it | a Variant in a form of its own |
//! | properties | `rset`: one at a time, by its name | synchronizers, spawners |
//! | packets between clients | the header says for whom; the server sends them on | a command of its own |
//! | a path whose node is missing | is confirmed all the same | is an error |
//!
//! # Where this differs from the engine
//!
//! | What | Engine | Here | Why |
//! |---|---|---|---|
//! | bytes after the last argument, the value or a path | are ignored | an error; taken with [`Options::trailing_bytes`](crate::Options::trailing_bytes) | the writer meant something else |
//! | a path that is absolute, climbs (`..`) or is empty | is resolved, outside of the root as well | an error; even with [`Options::any_path`](crate::Options::any_path) a session finds only nodes that were added | a peer must not reach beyond them |
//! | the offset of a path that lies before the values | is followed | an error | no writer means it |
//! | an unknown command | is ignored | an error | no writer means it |
//! | paths with numbers | are kept without bounds | [`SessionLimits`](crate::SessionLimits); what is beyond is not confirmed, so the peer names the node by its path | what is kept is bounded |
//! | arguments of another number or type | are found when the script is called, perhaps | an error of [`Call::decode`] | nobody meant that call |
//! | a packet for other clients | is sent on, whatever it is | is sent on if it can be read | clients need not be trusted |
//! | `rpc()` to all of a `master` method | is sent to all, and most refuse it | is sent to the network master alone | the others would complain |
//!
//! # Source
//! `core/io/multiplayer_api.cpp` of Godot 3, by its behaviour: `tests/vectors/multiplayer_godot3.jsonl` has 100 messages, the same of 3.2.3
//! and 3.6.2.

mod arguments;
mod member;
mod message;
mod packet;
mod session;

pub use arguments::{ArgumentReader, Arguments, DecodeArguments, EncodeArguments, Value};
pub use member::{Member, RpcMode};
pub use message::Message;
pub use packet::{Packet, Rpc, Rset};
pub use session::{
    Call, CallError, Config, Event, Incoming, Node, Outgoing, Refusal, Session, Set,
};
