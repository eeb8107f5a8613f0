//! Godot's high-level multiplayer without Godot: the packets of `@rpc`, `MultiplayerSpawner`, `MultiplayerSynchronizer`
//! and `send_bytes`, as Godot 4 sends them over `ENet`, WebSocket and WebRTC.
//!
//! Programs use the facade crate `godot-var` with the feature `multiplayer`, which re-exports this one, and has `#[derive(GodotRpc)]` and
//! `#[derive(GodotSync)]` for the sets of methods and properties.
//!
//! - [`Packet`]: every command, read from bytes and written to them;
//! - [`Row`], [`Arguments`]: values in the compressed form of a Variant, typed or dynamic;
//! - [`Method`], [`MethodSet`]: the RPCs of one script, with their ids and their [`Checksum`] at compile time;
//! - [`Property`], [`PropertySet`]: what a synchronizer replicates, and its rows;
//! - [`Session`]: a server or a client, without I/O: who may call what, which numbers stand for which paths, who has which node, and
//!   which properties are sent;
//! - [`Options`]: which packets a reader takes;
//! - [`godot3`]: packets and sessions of Godot 3, whose protocol is another one.
//!
//! A packet begins with one byte:
//!
//! | Bits | Meaning |
//! |---|---|
//! | 0 to 2 | the command: 0 [`Rpc`], 1 [`SimplifyPath`], 2 [`ConfirmPath`], 3 raw bytes, 4 [`Spawn`], 5 despawn, 6 [`Sync`] and [`Delta`], 7 peers, authentication and relay |
//! | 3 | nothing; readers do not look at it |
//! | 4 to 7 | flags of an [`Rpc`]; bit 4 makes a [`Delta`] of a [`Sync`] |
//!
//! All numbers are little-endian. A text is UTF-8 without a NUL in it, followed by one.
//!
//! ```
//! use godot_var_multiplayer::{Arguments, NodeRef, Options, Packet, Rpc, compressed};
//! use godot_var_runtime::VecOutput;
//! use godot_var_runtime::variant::Godot4;
//!
//! // `say("hi", 5)` of the node `Chat`, to a peer that has not confirmed the path yet.
//! let mut values = Vec::new();
//! let mut out = VecOutput::new(&mut values);
//! compressed::encode::<Godot4, _, _>("hi", &mut out)?;
//! compressed::encode::<Godot4, _, _>(&5, &mut out)?;
//! let call = Rpc::new(NodeRef::Path("Chat"), 6, Arguments::of(2, &values));
//! let bytes = Packet::Rpc(call).to_bytes()?;
//!
//! let Packet::Rpc(call) = Packet::read(&bytes, &Options::DEFAULT)? else { panic!("an RPC") };
//! assert_eq!(call.node, NodeRef::Path("Chat"));
//! let mut arguments = call.arguments.reader(&Options::DEFAULT);
//! let (text, number): (&str, u8) = (arguments.next("text")?, arguments.next("number")?);
//! arguments.finish()?;
//! assert_eq!((text, number), ("hi", 5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where this reader differs from the engine
//!
//! | Packet | Engine | Here | Why |
//! |---|---|---|---|
//! | an argument that is missing or malformed | becomes null, as do those after it, and the method is called | an error | nobody meant that call |
//! | bytes after the last argument, a path, a command of fixed length | are ignored | an error; taken with [`Options::trailing_bytes`] | the writer meant something else |
//! | a path that is absolute, climbs (`..`) or is empty | is resolved, outside of the root as well | an error; taken with [`Options::any_path`] | a peer must not reach beyond the root |
//! | a path or name that is no UTF-8 | is repaired | an error | no writer means it |
//! | a checksum that is not 32 digits and a NUL | compares unequal, or shifts what follows | an error | no writer means it |
//! | the offset of a path that lies within the packet's header | is followed | an error | no writer means it |
//! | a SYNC or delta with bytes after its last element that are none | ignores them | an error; taken with [`Options::trailing_bytes`] | as above |
//! | an element with an empty row at the very end | does not see it | is read | no data is lost |
//! | objects with properties | refused unless allowed | refused unless [`Limits::objects`](godot_var_runtime::Limits::objects) | the same |
//!
//! # Where a session differs from the engine
//!
//! | What | Engine | [`Session`] | Why |
//! |---|---|---|---|
//! | a path whose node is not there at the receiver | is announced once | is announced again after 0.5 s, then ever less often, up to every 8 s | the level may not be loaded yet (godot#77026) |
//! | a spawn whose spawner is not confirmed | is sent, and lost | waits for the confirmation | as above |
//! | the announcement of a node that is not there | an error, no answer | is confirmed, and the node found later | the peer would send full paths for ever, and its synchronizers nothing |
//! | a call where the checksums of the RPCs differ | calls the method that has the number here | [`Refusal::ChecksumDiffers`] | it means another method |
//! | an absolute or climbing path | is resolved | only nodes that were added are found | a peer must not reach beyond them |
//! | the numbers of a despawned node | are kept until the peer leaves | are forgotten | what is kept is bounded |
//! | properties of an unknown synchronizer | are ignored, with an error in a delta | [`Refusal::UnknownId`]; others in the packet are taken | the game may want to know |
//! | values of a wrong type, or too many, in a row | are set, or ignored | an error, and nothing is set: [`Update::apply`] | no writer means it |
//! | a row too long for a packet | is never sent, with an error in each frame | [`ReplicationError::TooLong`], which names the property | the game finds it while it is written (godot#89262) |
//! | a row that fills a packet of [`Config::max_sync_packet_size`] but for its header | is sent after a packet without elements, which the receiver complains about | [`ReplicationError::TooLong`] | the size is that of the packet |
//! | the time of a SYNC | one more each frame | one more each frame that sends one | it wraps later |
//! | a second node of one name, a number twice, a scene too many | an error | [`Refusal`] | the same |
//!
//! # Source
//! `modules/multiplayer` of Godot 4.6.3, by its behaviour: `tests/vectors/multiplayer.jsonl` has 480 packets that it wrote, which
//! are read and written byte for byte, and `multiplayer_injected.jsonl` 92 that it was given. The class reference calls the protocol
//! "an implementation detail" that "may change without notice".
#![no_std]
#![deny(
    clippy::unwrap_used,
    clippy::panic,
    clippy::std_instead_of_core,
    clippy::alloc_instead_of_core
)]

extern crate alloc;

mod checksum;
#[doc(hidden)]
pub mod derived;
pub mod godot3;
mod methods;
mod options;
mod packet;
mod properties;
mod session;

pub use checksum::Checksum;
pub use godot_var_runtime::variant::compressed;
pub use methods::{Caller, DecodeCall, Method, MethodSet, TransferMode, sorted};
pub use options::{Era, Options};
pub use packet::path::{ConfirmPath, Confirmed, SimplifyPath};
pub use packet::replication::{
    Delta, DeltaElement, DeltaElements, DeltaElementsIter, Ids, IdsIter, Scene, Spawn, Sync,
    SyncElement, SyncElements, SyncElementsIter, Synchronizer,
};
pub use packet::row::{Row, Values};
pub use packet::rpc::{ArgumentReader, Arguments, NodeRef, Rpc, RpcForm, Width};
pub use packet::{Command, Packet};
pub use properties::{Property, PropertySet, ReplicationMode};
pub use session::{
    Call, CallError, Config, Event, Incoming, MultiplayerSpawner, MultiplayerSynchronizer, NewNode,
    Node, NodeId, Outgoing, Refusal, Relay, ReplicationError, Session, SessionLimits, Spawned,
    Target, Update,
};

/// Numbers and bits of the wire, for tools that write readers in other languages.
pub mod wire {
    pub use crate::packet::replication::CUSTOM;
    pub use crate::packet::rpc::{BYTES_ONLY, IS_PATH, METHOD_16, NODE_WIDTH};
    pub use crate::packet::{ADD_PEER, AUTH, DEL_PEER, DELTA, RELAY};
}

/// The peer id of the server.
pub const SERVER: i32 = 1;

/// As a target: every peer.
pub const EVERYBODY: i32 = 0;
