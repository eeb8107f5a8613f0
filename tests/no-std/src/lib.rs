//! Derived messages in a crate without std. `cargo check` is the test. A target without std shows that no dependency needs it either.
#![no_std]
#![deny(warnings, missing_docs)]

extern crate alloc;

use alloc::{borrow::Cow, collections::BTreeMap, string::String, vec::Vec};

use godot_var::multiplayer::{Arguments, GodotRpc, GodotSync, NodeRef, Options, Packet, Rpc};
use godot_var::{
    DecodeError, Dialect, EncodeError, FromVariantBytes, Godot4, GodotVar, ToVariantBytes, Vector3,
};

/// A struct.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(rename_all = "camelCase")]
pub struct Player<'a> {
    /// Borrowed.
    pub name: &'a str,
    /// Borrowed, if it can be.
    pub title: Cow<'a, str>,
    /// Packed.
    pub path: Vec<Vector3>,
    /// A list.
    #[godot_var(default, skip_encoding_if = Vec::is_empty)]
    pub notes: Vec<String>,
    /// The rest.
    #[godot_var(flatten)]
    pub rest: BTreeMap<String, i64>,
}

/// An enum.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array, id)]
pub enum Message {
    /// With fields.
    #[godot_var(id = 1)]
    Move {
        /// Where to.
        to: Vector3,
    },
    /// Without.
    #[godot_var(id = 2)]
    Leave,
}

/// The methods of a script.
#[derive(Clone, Debug, PartialEq, GodotRpc)]
pub enum Chat<'a> {
    /// With arguments.
    #[rpc(any_peer)]
    Say {
        /// What.
        text: &'a str,
        /// How often.
        #[rpc(default = 1)]
        times: u8,
    },
    /// Without.
    Quit,
}

/// The properties of a synchronizer.
#[derive(Clone, Debug, PartialEq, GodotSync)]
pub struct Properties {
    /// Always.
    pub position: Vector3,
    /// Now and then.
    #[sync(on_change)]
    pub title: String,
}

/// Writes into a buffer of fixed size.
///
/// # Errors
/// As the encoder.
pub fn send<D: Dialect>(message: &Message, buffer: &mut [u8]) -> Result<usize, EncodeError> {
    message.write_variant_bytes::<D>(buffer)
}

/// Reads a player.
///
/// # Errors
/// As the decoder.
pub fn receive(bytes: &[u8]) -> Result<Player<'_>, DecodeError> {
    Player::from_variant_bytes::<Godot4>(bytes)
}

/// Calls a method without arguments.
///
/// # Errors
/// As the encoder.
pub fn call(path: &str, method: u16, buffer: &mut [u8]) -> Result<usize, EncodeError> {
    Packet::Rpc(Rpc::new(NodeRef::Path(path), method, Arguments::NONE)).write_bytes(buffer)
}

/// Reads a packet.
///
/// # Errors
/// As the decoder.
pub fn packet(bytes: &[u8]) -> Result<Packet<'_>, DecodeError> {
    Packet::read(bytes, &Options::DEFAULT)
}
