//! Godot's high-level multiplayer in Rust: the packets of `@rpc`, `MultiplayerSpawner`, `MultiplayerSynchronizer` and `send_bytes`, as Godot
//! 4 sends them over `ENet`, WebSocket and WebRTC.
//!
//! Programs use the facade crate `godot-var` with the feature `multiplayer`. It re-exports this crate and adds `#[derive(GodotRpc)]` and
//! `#[derive(GodotSync)]` for sets of methods and properties.
//!
//! - [`Packet`]: every command, decoded from bytes and encoded to them;
//! - [`Row`], [`Arguments`]: values in the compressed form of Variant, typed or dynamic;
//! - [`Method`], [`MethodSet`]: the RPCs of one script, with their ids and their [`Checksum`] at compile time;
//! - [`Property`], [`PropertySet`]: the properties that a synchronizer replicates, and their rows;
//! - [`Session`]: a server or a client, without I/O. It checks who may call what, assigns numbers to paths, spawns nodes and sends
//!   properties;
//! - `net`, with the feature `net`: the transports of a session, `ENet` and WebSocket;
//! - `tickets`, with the feature `tickets`: who may join which room until when, signed by a lobby;
//! - [`Options`]: which packets a reader accepts;
//! - [`godot3`]: packets and sessions of Godot 3, which has a different protocol.
//!
//! A packet begins with one byte:
//!
//! | Bits | Meaning |
//! |---|---|
//! | 0 to 2 | the command: 0 [`Rpc`], 1 [`SimplifyPath`], 2 [`ConfirmPath`], 3 raw bytes, 4 [`Spawn`], 5 despawn, 6 [`Sync`] and [`Delta`], 7 peers, authentication and relay |
//! | 3 | unused; readers ignore it |
//! | 4 to 7 | flags of an [`Rpc`]; bit 4 makes a [`Delta`] of a [`Sync`] |
//!
//! All numbers are little-endian. A text is UTF-8 and ends with a NUL.
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
//! | an argument that is missing or malformed | it and the arguments after it become null, and the method is called | an error | the call is a mistake |
//! | bytes after the last argument, a path, or a command of fixed length | are ignored | an error, unless [`Options::trailing_bytes`] is set | the writer made a mistake |
//! | a path that is absolute, empty or contains `..` | is resolved, also outside of the root | an error, unless [`Options::any_path`] is set | a peer must not reach other nodes |
//! | a path or name that is not UTF-8 | is repaired | an error | no writer produces it |
//! | a checksum that is not 32 digits and a NUL | compares unequal, or shifts the fields after it | an error | no writer produces it |
//! | the offset of a path that points into the packet's header | is followed | an error | no writer produces it |
//! | a SYNC or delta with extra bytes after its last element | ignores them | an error, unless [`Options::trailing_bytes`] is set | as above |
//! | an element with an empty row at the very end | is not read | is read | no data is lost |
//! | objects with properties | are refused unless allowed | are refused unless [`Limits::objects`](godot_var_runtime::Limits::objects) is set | – |
//!
//! # Where a session differs from the engine
//!
//! | What | Engine | [`Session`] | Why |
//! |---|---|---|---|
//! | a path whose node is missing at the receiver | is announced once | is announced again after 0.5 s, then at growing intervals up to 8 s | the level may not be loaded yet (godot#77026) |
//! | a spawn whose spawner is not confirmed | is sent and lost | waits for the confirmation | as above |
//! | a reliable call of a node that is not spawned at the peer yet | is sent and lost | waits for the spawn | as above |
//! | an announcement, or a reliable call, of another client about such a node | is sent on and lost | waits for the spawn | the client announces a path only once |
//! | an unreliable call of such a node, or a call of one that is not visible to the peer | is sent and lost | is not sent; [`CallError::NotSpawned`], [`CallError::NotVisible`] for own calls | it would be an error there |
//! | a relayed packet for all that the server itself refuses | is sent on | is not sent on | no engine sends one |
//! | a received announcement of a missing node | is an error without an answer | is confirmed; the node can be added later | otherwise the peer would always send full paths, and its synchronizers nothing |
//! | a call if the checksums of the RPCs differ | calls the method that has the number here | [`Refusal::ChecksumDiffers`], unless [`Config::older`] has the other names | the number means another method |
//! | an absolute path or one with `..` | is resolved | only nodes that were added are found | a peer must not reach other nodes |
//! | a scene that clients load again | a node at a path that is known counts as loaded | [`Session::change_scene`] gives it new numbers, which clients confirm when they have it | spawns of the next match are not lost |
//! | a client that connects again | is a new peer | may return to its [seat](Session::add_seat), with its nodes and their authority | who loses a connection wants to play on |
//! | the numbers of a despawned node | are kept until the peer leaves | are forgotten | memory stays bounded |
//! | properties of an unknown synchronizer | are ignored; in a delta with an error | [`Refusal::UnknownId`], [`Refusal::NotAdded`]; the other properties in the packet are accepted | the game may want to know |
//! | a row with values of a wrong type, or too many | sets or ignores them | [`Update::apply`] returns an error and sets nothing | no writer produces it |
//! | a row that is too long for a packet | is never sent; an error in each frame | [`ReplicationError::TooLong`] with the property's name | the game gets the error when it sets the state (godot#89262) |
//! | a row that fits [`Config::max_sync_packet_size`] only without the header | is sent after a packet without elements, which is an error at the receiver | [`ReplicationError::TooLong`] | the limit covers the whole packet |
//! | the time of a SYNC | grows by one each frame | grows by one each frame that sends one | it wraps later |
//! | a second node with the same name, a number used twice, too many scenes | is an error | [`Refusal`] | – |
//!
//! # Source
//! The behaviour of `modules/multiplayer` of Godot 4.6.3. `tests/vectors/multiplayer.jsonl` has 480 packets that it wrote; this crate reads
//! and writes them byte for byte. `multiplayer_injected.jsonl` has 92 packets that were sent to it. The class reference calls the protocol
//! "an implementation detail" that "may change without notice".
#![no_std]
#![deny(
    clippy::unwrap_used,
    clippy::panic,
    clippy::std_instead_of_core,
    clippy::alloc_instead_of_core
)]

extern crate alloc;
#[cfg(any(feature = "net", feature = "metrics"))]
extern crate std;

mod checksum;
mod conversions;
#[doc(hidden)]
pub mod derived;
pub mod godot3;
mod methods;
#[cfg(feature = "net")]
pub mod net;
mod options;
mod packet;
mod properties;
mod session;
mod setters;
#[cfg(feature = "tickets")]
pub mod tickets;
mod watch;

pub use checksum::Checksum;
pub use godot_var_runtime::variant::compressed;
pub use methods::{Caller, DecodeCall, Method, MethodSet, Question, Role, TransferMode, sorted};
pub use options::{Era, Options};
pub use packet::path::{ConfirmPath, Confirmed, SimplifyPath};
pub use packet::replication::{
    Delta, DeltaElement, DeltaElements, DeltaElementsIter, Ids, Scene, Spawn, Sync, SyncElement,
    SyncElements, SyncElementsIter, Synchronizer,
};
pub use packet::row::{Row, Values};
pub use packet::rpc::{ArgumentReader, Arguments, NodeRef, Rpc, RpcForm, Width};
pub use packet::{Command, Packet};
pub use properties::{Property, PropertySet, ReplicationMode};
pub use session::{
    Answer, AnswerError, Call, CallError, Config, Event, Incoming, Interest, InterestTarget,
    LeftOut, Loaded, Misfit, MissingAuth, MultiplayerSpawner, MultiplayerSynchronizer, NewNode,
    Node, NodeId, Notices, Numbered, OlderRpcs, Outgoing, Refusal, Relay, ReplicationError,
    Request, Session, SessionLimits, Spawned, Target, Update,
};

/// Constants of the wire, for tools that generate readers in other languages.
pub mod wire {
    pub use crate::packet::replication::CUSTOM;
    pub use crate::packet::rpc::{BYTES_ONLY, IS_PATH, METHOD_16, NODE_WIDTH};
    pub use crate::packet::{ADD_PEER, AUTH, DEL_PEER, DELTA, RELAY};
}

/// The peer id of the server.
pub const SERVER: i32 = 1;

/// As a target, 0 means every peer.
pub const EVERYBODY: i32 = 0;
