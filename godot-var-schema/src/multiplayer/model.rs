//! Checked sets of methods and properties of Godot's high-level multiplayer. All mistakes have been
//! reported.

use syn::{Generics, Ident, Member, Path, Type};

use crate::variant::model::DefaultValue;

/// An enum that derives `GodotRpc`: the RPCs of one script.
#[derive(Debug)]
pub struct Methods {
    /// Its name.
    pub ident: Ident,
    /// Its lifetimes.
    pub generics: Generics,
    /// The path of the facade crate.
    pub krate: Path,
    /// The methods, in the order of the variants.
    pub methods: Vec<Method>,
}

/// A method: a variant.
#[derive(Debug)]
pub struct Method {
    /// Its name in Rust.
    pub ident: Ident,
    /// Its name in the script.
    pub name: String,
    /// The peers that may call it.
    pub caller: Caller,
    /// The transfer mode of calls.
    pub mode: TransferMode,
    /// The transfer channel.
    pub channel: u8,
    /// Whether the caller's own node is called, too.
    pub call_local: bool,
    /// Its answer, if it has one. Then the number of a request comes before the arguments.
    pub answer: Option<Answer>,
    /// The arguments: at most 255, those with a default last.
    pub arguments: Vec<Argument>,
}

/// The answer to a method.
#[derive(Debug)]
pub struct Answer {
    /// The name of the constant for the question: `LOGIN`.
    pub constant: Ident,
    /// The type of the answer.
    pub ty: Type,
}

/// The name of the method for answers, which every set with a question has.
pub const ANSWERED: &str = "answered";

/// An argument: a field.
#[derive(Debug)]
pub struct Argument {
    /// Its name in Rust, or its position.
    pub member: Member,
    /// Its name in errors: that of the field, or `arg0`.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// The value of a missing argument.
    pub default: DefaultValue,
    /// Whether a container is written with its declared type.
    pub typed: bool,
}

/// The peers that may call a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caller {
    /// `any_peer`.
    AnyPeer,
    /// `authority`.
    Authority,
}

impl Caller {
    /// The keyword in `@rpc`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::AnyPeer => "any_peer",
            Self::Authority => "authority",
        }
    }
}

/// The transfer mode of calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransferMode {
    /// `reliable`.
    Reliable,
    /// `unreliable`.
    Unreliable,
    /// `unreliable_ordered`.
    UnreliableOrdered,
}

impl TransferMode {
    /// The keyword in `@rpc`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Reliable => "reliable",
            Self::Unreliable => "unreliable",
            Self::UnreliableOrdered => "unreliable_ordered",
        }
    }
}

/// A struct that derives `GodotSync`: the properties of one synchronizer.
#[derive(Debug)]
pub struct Properties {
    /// Its name.
    pub ident: Ident,
    /// The path of the facade crate.
    pub krate: Path,
    /// The properties, in the order of the `SceneReplicationConfig`: at most 64 of them on change.
    pub properties: Vec<Property>,
}

/// A property: a field.
#[derive(Debug)]
pub struct Property {
    /// Its name in Rust.
    pub ident: Ident,
    /// Its path from the synchronizer's root.
    pub path: String,
    /// Its type, which borrows nothing from a message.
    pub ty: Type,
    /// When it is synchronized.
    pub mode: ReplicationMode,
    /// Whether spawns include it.
    pub spawn: bool,
    /// Whether a container is written with its declared type.
    pub typed: bool,
}

/// When a property is synchronized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplicationMode {
    /// `always`.
    Always,
    /// `on_change`.
    OnChange,
    /// `never`.
    Never,
}

impl ReplicationMode {
    /// The keyword in `#[sync(…)]`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::OnChange => "on_change",
            Self::Never => "never",
        }
    }
}
