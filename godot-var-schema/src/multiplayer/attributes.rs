//! The attributes of `#[rpc(…)]` and `#[sync(…)]`, as written: one struct for each kind of place.

use darling::util::Flag;

use crate::attributes::{
    Attributes, ENUM, FIELD, Given, Key, MEMBER, STRUCT, Vocabulary, WrittenPath, attributes,
};
use crate::rename::RenameRule;
use crate::variant::{DefaultExpr, WrittenType};

/// `#[rpc(…)]`.
pub(crate) struct Rpc;

impl Vocabulary for Rpc {
    const ATTRIBUTE: &'static str = "rpc";
    const TABLES: &'static [&'static [Key]] =
        &[SetAttrs::KEYS, MethodAttrs::KEYS, ArgumentAttrs::KEYS];
    const ABSENT: &'static [(&'static str, &'static str)] = &[
        ("remote", "`remote` is Godot 3's word; in Godot 4 it is `any_peer`"),
        ("remotesync", "`remotesync` is Godot 3's word; in Godot 4 it is `any_peer, call_local`"),
        ("master", "`master` is Godot 3's word; in Godot 4 it is `any_peer`"),
        ("mastersync", "`mastersync` is Godot 3's word; in Godot 4 it is `any_peer, call_local`"),
        ("puppet", "`puppet` is Godot 3's word; in Godot 4 it is `authority`"),
        ("puppetsync", "`puppetsync` is Godot 3's word; in Godot 4 it is `authority, call_local`"),
        ("sync", "`sync` is Godot 3's word; in Godot 4 it is `call_local`"),
        ("ordered", "`ordered` does not exist; it is `unreliable_ordered`"),
        ("name", "`name` does not exist; the name of a method is set by `rename = \"…\"`"),
        (
            "skip",
            "`skip` is not supported; without one of the script's methods, calls reach other methods",
        ),
        ("with", "`with` is not supported; use a type that derives `GodotVar`"),
    ];
}

attributes! {
    /// Attributes of a set of methods.
    pub(crate) struct SetAttrs of Rpc on [ENUM] {
        /// The case of all methods' names.
        "rename_all" => rename_all: Option<Given<RenameRule>>, "rename_all = \"PascalCase\"";
        /// The path of the facade crate.
        "crate" => krate: Option<Given<WrittenPath>>, "crate = my_crate::godot_var";
    }
}

attributes! {
    /// Attributes of a method.
    pub(crate) struct MethodAttrs of Rpc on [MEMBER] {
        /// Every peer may call it.
        "any_peer" => any_peer: Flag, "any_peer";
        /// Only the node's authority may call it.
        "authority" => authority: Flag, "authority";
        /// Calls arrive, in order.
        "reliable" => reliable: Flag, "reliable";
        /// Calls may be lost or overtaken.
        "unreliable" => unreliable: Flag, "unreliable";
        /// Calls may be lost; late calls are dropped.
        "unreliable_ordered" => unreliable_ordered: Flag, "unreliable_ordered";
        /// The caller's own node is called, too.
        "call_local" => call_local: Flag, "call_local";
        /// Only other peers' nodes are called.
        "call_remote" => call_remote: Flag, "call_remote";
        /// The transfer channel.
        "channel" => channel: Option<Given<u8>>, "channel = 3";
        /// The name in the script.
        "rename" => rename: Option<Given<String>>, "rename = \"…\"";
        /// The type of its answer.
        "answer" => answer: Option<Given<WrittenType>>, "answer = Profile";
    }
}

attributes! {
    /// Attributes of an argument.
    pub(crate) struct ArgumentAttrs of Rpc on [FIELD] {
        /// The value of a missing argument: its type's `Default`, or an expression.
        "default" => default: Option<Given<DefaultExpr>>, "default = 7";
        /// A typed container.
        "typed" => typed: Flag, "typed";
    }
}

/// `#[sync(…)]`.
pub(crate) struct Sync;

impl Vocabulary for Sync {
    const ATTRIBUTE: &'static str = "sync";
    const TABLES: &'static [&'static [Key]] = &[ConfigAttrs::KEYS, PropertyAttrs::KEYS];
    const ABSENT: &'static [(&'static str, &'static str)] = &[
        ("rename", "`rename` is called `path` here: `path = \".:name\"`"),
        ("name", "`name` is called `path` here: `path = \".:name\"`"),
        ("watch", "`watch` is the older name; it is `on_change`"),
        ("sync", "`sync` is the older name; it is `always`"),
        ("no_spawn", "`no_spawn` does not exist; write `spawn = false`"),
        (
            "skip",
            "`skip` is not supported; every field is a property. Keep other state in a struct around this one",
        ),
        ("default", "`default` is not needed; a property that no packet has keeps its value"),
        ("with", "`with` is not supported; use a type that derives `GodotVar`"),
    ];
}

attributes! {
    /// Attributes of the properties of a synchronizer.
    pub(crate) struct ConfigAttrs of Sync on [STRUCT] {
        /// The path of the facade crate.
        "crate" => krate: Option<Given<WrittenPath>>, "crate = my_crate::godot_var";
    }
}

attributes! {
    /// Attributes of a property.
    pub(crate) struct PropertyAttrs of Sync on [FIELD] {
        /// Sent at every interval.
        "always" => always: Flag, "always";
        /// Sent when it has changed.
        "on_change" => on_change: Flag, "on_change";
        /// Not sent after the spawn.
        "never" => never: Flag, "never";
        /// Whether spawns include it.
        "spawn" => spawn: Option<Given<bool>>, "spawn = false";
        /// Its path from the synchronizer's root.
        "path" => path: Option<Given<String>>, "path = \"Sprite2D:frame\"";
        /// A typed container.
        "typed" => typed: Flag, "typed";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::attributes::test_tables! { Rpc: SetAttrs, MethodAttrs, ArgumentAttrs; Sync: ConfigAttrs, PropertyAttrs; }
}
