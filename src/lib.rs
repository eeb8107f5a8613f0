// A link has its meaning from where it is defined first: `links.md` leads to items, the pages
// themselves to each other as files.
#![doc = include_str!("../docs/links.md")]
#![doc = include_str!("../docs/guide.md")]
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

/// ```
/// use godot_var::{FromFlatBytes, GodotFlat, ToFlatBytes, Vector2};
///
/// #[derive(Debug, PartialEq, GodotFlat)]
/// #[flat(flags)]
/// struct Input {
///     #[flat(varint)]
///     tick: u32,
///     #[flat(range = -1.0..=1.0, as = u8)]
///     stick: Vector2,
///     jump: bool,
///     target: Option<u16>,
/// }
///
/// let input = Input { tick: 300, stick: Vector2::new(-1.0, 1.0), jump: true, target: None };
/// let bytes = input.to_flat_bytes()?;
/// assert_eq!(bytes, [0b01, 0xac, 0x02, 0, 255]);
/// assert_eq!(Input::from_flat_bytes(&bytes)?, input);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The [module](mod@flat) lists the attributes, and the bytes of every type.
///
#[cfg(feature = "flat")]
pub use godot_var_derive::GodotFlat;
#[doc = include_str!("../docs/derive_links.md")]
/// ```
/// use godot_var::{FromVariantBytes, Godot4, GodotVar, ToVariantBytes};
///
/// #[derive(Debug, PartialEq, GodotVar)]
/// #[godot_var(array, id)]
/// enum ToServer {
///     #[godot_var(id = 1)]
///     Join { name: String },
/// }
///
/// // What `var_to_bytes([1, "Ann"])` gives in Godot 4.
/// let join = ToServer::Join { name: "Ann".into() };
/// let bytes = join.to_variant_bytes::<Godot4>()?;
/// assert_eq!(bytes.len(), 28);
/// assert_eq!(ToServer::from_variant_bytes::<Godot4>(&bytes)?, join);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [Messages](crate::guide::messages) shows which attributes give which form, and
/// [compile errors](crate::guide::compile_errors) what the errors mean.
///
pub use godot_var_derive::GodotVar;
/// The fingerprint of a protocol: 16 hex digits that change when the bytes of any of its types do.
///
/// It covers every type in the file it is in, and in the files of its modules, that derives [`GodotVar`](macro@GodotVar) or `GodotFlat`. `LAYOUT` in the
/// [GDScript](guide::tools) that is generated from this file is the same text. Send it in the first message:
/// [Versions](guide::versions) shows how.
///
/// ```ignore
/// // src/protocol.rs, at its top level:
/// pub const LAYOUT: &str = godot_var::protocol_fingerprint!();
/// ```
///
/// The build fails where generators refuse the file, too: a `#[cfg]` on a type or a module. A type in a module must be visible in
/// the file, such as by `pub`. A generic type is covered by the types that use it.
///
/// `protocol_fingerprint!(flat)` covers only the types that derive `GodotFlat`.
/// `protocol_fingerprint!(crate = path)` names the facade, if it has another name than `godot_var`.
///
pub use godot_var_derive::protocol_fingerprint;
#[cfg(feature = "flat")]
pub use godot_var_runtime::flat::{FromFlatBytes, ToFlatBytes};
pub use godot_var_runtime::variant::math;
pub use godot_var_runtime::variant::{
    Array, Color, DecodeVariant, Dialect, Dictionary, EncodeVariant, FromVariantBytes, Godot3,
    Godot4, ToVariantBytes, Variant, Vector2, Vector3,
};
pub use godot_var_runtime::{DecodeError, EncodeError, Limits, Output, Reader};

/// Values that have no type of Rust's own: the dynamic [`Variant`] and what can be in it, views of
/// packed arrays. Vectors and matrices are in [`math`].
pub mod values {
    pub use godot_var_runtime::variant::{
        Array, Callable, Dictionary, DictionaryType, DoubleStructure, ElementType, NodePath,
        Object, ObjectId, PackedElement, PackedIter, PackedView, Rid, Signal, StringName, Variant,
        VariantType,
    };
}

/// Dialects other than those of today's engines, and a [`Dialect`] as data for programs that choose it at run time: see
/// [dialects](guide::dialects).
pub mod dialect {
    pub use godot_var_runtime::variant::{
        DialectSpec, Double, Flagless, FloatForm, Generation, Godot3_0, IntForm, RealForm,
    };
}

/// What is around a value on its way: lengths in streams and files, the header of Godot 3's ENet.
/// See [transports](guide::transports).
pub mod framing {
    pub use godot_var_runtime::variant::{EnetHeader, FrameDecoder, LengthOrder, put_frame};
    #[cfg(feature = "std")]
    pub use godot_var_runtime::variant::{read_frame, write_frame};
}

/// Parts of a message without the rest: [peeks](mod@inspect::peek) at one field. A walk over all bytes is in `godot_var_codegen::inspect`.
pub mod inspect {
    pub use godot_var_runtime::variant::peek;
    pub use godot_var_runtime::variant::{
        peek_bytes, peek_bytes_with, peek_field, peek_field_with, peek_id, peek_id_with,
    };
}

/// The layout of a type at compile time: its shape, its fingerprint, the bounds of its size. A type that is encoded by hand states them as
/// constants of [`Describe`](layout::Describe) and [`EncodeVariant`].
pub mod layout {
    pub use godot_var_runtime::Word;
    pub use godot_var_runtime::variant::{
        Again, Bounds, Component, Describe, EnumerationForm, EnumerationLayout, Facts, FieldLayout,
        LARGEST_WHOLE_FLOAT, MemberLayout, Payload, RecordLayout, Tag, TypeLayout, VariantTypes,
        accepted, fingerprint, fingerprint_of_all, layout_fingerprint, single, whole,
    };
    // What the compiler names when a type lacks the derive, or an engine lacks a type: from here it needs no path.
    #[doc(hidden)]
    pub use godot_var_runtime::private::{
        ArrayField, BTreeMapKey, BesideTag, DecodeEveryDialect, DecodeFunction, DeltaField,
        EncodeEveryDialect, EncodeFunction, Flatten, GodotVar, HashMapKey, MaxLenField,
        NodePathField, NumberField, RangeField, ReadFunction, StringField, StringNameField,
        TimeField, TypedField, WriteFunction,
    };
}

/// Players that keep their place while their connection is lost: see the page [seats](guide::seats).
#[cfg(feature = "seats")]
pub mod seats {
    #[doc(inline)]
    pub use godot_var_runtime::seats::*;
}

/// Godot's high-level multiplayer without Godot: the packets of `@rpc`, `MultiplayerSpawner` and `MultiplayerSynchronizer`, and a
/// server's [`Session`](multiplayer::Session) without I/O.
///
/// The methods of a script are an enum that derives [`GodotRpc`](macro@multiplayer::GodotRpc), the properties of a synchronizer a struct that
/// derives [`GodotSync`](macro@multiplayer::GodotSync). [`godot_var_multiplayer`] has the first byte of a packet and where its reader differs
/// from the engine.
#[cfg(feature = "multiplayer")]
pub mod multiplayer {
    #[doc = include_str!("../docs/links.md")]
    #[doc = include_str!("../docs/godot_rpc.md")]
    pub use godot_var_derive::GodotRpc;
    #[doc = include_str!("../docs/links.md")]
    #[doc = include_str!("../docs/godot_sync.md")]
    pub use godot_var_derive::GodotSync;
    #[doc(inline)]
    pub use godot_var_multiplayer::*;
}

/// The state of a world to many clients over lossy packets, as what changed since a state that the client has: a
/// [`SnapshotServer`](snapshot::SnapshotServer) and a [`SnapshotClient`](snapshot::SnapshotClient) without I/O.
///
/// The state of an entity derives [`SnapshotState`](macro@snapshot::SnapshotState). [`godot_var_snapshot`] has an example and the bytes.
#[cfg(feature = "snapshot")]
pub mod snapshot {
    #[doc = include_str!("../docs/snapshot_state.md")]
    pub use godot_var_derive::SnapshotState;
    #[doc(inline)]
    pub use godot_var_snapshot::*;
}

#[cfg(feature = "flat")]
pub mod flat {
    #![doc = include_str!("../docs/flat_reference.md")]
    #[doc(inline)]
    pub use godot_var_runtime::flat::*;
}

#[cfg(feature = "litenet")]
pub mod litenet {
    #![doc = include_str!("../docs/litenet.md")]
    /// ```
    /// use godot_var::litenet::{FromLiteNetBytes, LiteNetHead, LiteNetMessage, ToLiteNetBytes};
    ///
    /// #[derive(Debug, PartialEq, LiteNetMessage)]
    /// #[litenet(msg_type = 5)]
    /// struct Destroy {
    ///     #[litenet(packed)]
    ///     object_id: u32,
    ///     reasons: u8,
    /// }
    ///
    /// let destroy = Destroy { object_id: 7, reasons: 1 };
    /// let bytes = destroy.to_litenet_bytes::<LiteNetHead>()?;
    /// assert_eq!(bytes, [5, 7, 1]);
    /// assert_eq!(Destroy::from_litenet_bytes::<LiteNetHead>(&bytes)?, destroy);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The [module](self) lists the attributes.
    ///
    pub use godot_var_derive::LiteNetMessage;
    #[doc(inline)]
    pub use godot_var_runtime::litenet::*;
}

#[cfg(feature = "lludp")]
pub mod lludp {
    #![doc = include_str!("../docs/lludp_packets.md")]
    /// A block holds fields of LLUDP, and is a field of a message. `#[derive(LludpBlock)]` is for its struct.
    ///
    /// ```
    /// use godot_var::lludp::{LludpBlock, Uuid};
    ///
    /// #[derive(LludpBlock)]
    /// struct Line<'a> {
    ///     #[lludp(name = "AgentID")] // AgentId otherwise
    ///     agent_id: Uuid,
    ///     #[lludp(variable = 1)] // the bytes of its length: 1 or 2
    ///     text: &'a [u8],
    /// }
    /// ```
    ///
    /// | `#[lludp(…)]` | On | Meaning |
    /// |---|---|---|
    /// | `name = "AgentID"` | field | its name in the template; without it the Rust name in `PascalCase` |
    /// | `variable = 1`, `variable = 2` | field of bytes | how many bytes the length before it takes |
    /// | `crate = path` | struct | where the facade is |
    ///
    pub use godot_var_derive::LludpBlock;
    /// A message of LLUDP is a number and blocks. For messages of a template use [`message_template!`].
    ///
    /// ```
    /// use godot_var::lludp::{FromLludpBytes, LludpBlock, LludpMessage, ToLludpBytes};
    ///
    /// #[derive(Debug, PartialEq, LludpMessage)]
    /// #[lludp(frequency = "High", number = 1)]
    /// struct Ping {
    ///     ping: PingId,
    /// }
    ///
    /// #[derive(Debug, PartialEq, LludpBlock)]
    /// struct PingId {
    ///     id: u8,
    /// }
    ///
    /// let ping = Ping { ping: PingId { id: 7 } };
    /// let bytes = ping.to_lludp_bytes()?;
    /// assert_eq!(bytes, [1, 7]);
    /// assert_eq!(Ping::from_lludp_bytes(&bytes)?, ping);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// | `#[lludp(…)]` | On | Meaning |
    /// |---|---|---|
    /// | `frequency = "High"`, `"Medium"`, `"Low"`, `"Fixed"`, with `number = 1` | struct | the [message number](MessageNumber) |
    /// | `trusted`, `zerocoded` | struct | what the template says of it |
    /// | `deprecated = "UDPDeprecated"` | struct | likewise |
    /// | `name = "PingID"` | struct, block | its name in the template; without it the Rust name in `PascalCase` |
    /// | `crate = path` | struct | where the facade is |
    ///
    pub use godot_var_derive::LludpMessage;
    #[doc = include_str!("../docs/lludp.md")]
    pub use godot_var_derive::message_template;
    #[doc(inline)]
    pub use godot_var_runtime::lludp::*;
}

/// What implements [`Output`].
pub mod output {
    #[cfg(feature = "bytes")]
    pub use godot_var_runtime::BytesMutOutput;
    pub use godot_var_runtime::{SliceOutput, VecOutput};
}

/// The kind of an error, and its [path](DecodeError::path).
pub mod error {
    pub use godot_var_runtime::{DecodeErrorKind, EncodeErrorKind, Path, PathSegment};
}

/// Types of other crates, in addition to those that can be fields as they are: see
/// [bridges](guide::bridges).
pub mod bridges {
    #[cfg(feature = "tokio")]
    pub use godot_var_runtime::codec;
    #[cfg(feature = "bytes")]
    pub use godot_var_runtime::variant::PutVariant;
    #[cfg(feature = "serde")]
    pub use godot_var_runtime::variant::natural;
    #[cfg(feature = "uuid")]
    pub use godot_var_runtime::variant::uuid_bytes;
}

/// How to use it, page by page: from the [quick start](guide::quick_start) to what Godot users ask.
pub mod guide {
    #[doc = include_str!("../docs/links.md")]
    #[doc = include_str!("../docs/guide/quick_start.md")]
    pub mod quick_start {}

    #[doc = include_str!("../docs/links.md")]
    #[cfg_attr(feature = "std", doc = "[`read_frame`]: crate::framing::read_frame")]
    #[cfg_attr(feature = "std", doc = "[`write_frame`]: crate::framing::write_frame")]
    #[doc = "[examples]: https://docs.rs/crate/godot-var/latest/source/docs/examples.md"]
    #[doc = "[SECURITY.md]: https://docs.rs/crate/godot-var/latest/source/SECURITY.md"]
    #[doc = include_str!("../docs/guide/transports.md")]
    pub mod transports {}

    #[doc = include_str!("../docs/links.md")]
    #[doc = include_str!("../docs/guide/websocket.md")]
    pub mod websocket {}

    #[doc = include_str!("../docs/links.md")]
    #[doc = include_str!("../docs/guide/bots.md")]
    pub mod bots {}

    #[doc = include_str!("../docs/pictures/links.txt")]
    #[doc = include_str!("../docs/links.md")]
    #[doc = "[speed]: https://docs.rs/crate/godot-var/latest/source/docs/speed.md"]
    #[doc = include_str!("../docs/guide/messages.md")]
    pub mod messages {}

    #[doc = include_str!("../docs/links.md")]
    #[doc = include_str!("../docs/compile_errors.md")]
    pub mod compile_errors {}

    #[doc = include_str!("../docs/links.md")]
    #[doc = include_str!("../docs/guide/versions.md")]
    pub mod versions {}

    #[doc = include_str!("../docs/evolution.md")]
    pub mod evolution {}

    #[doc = include_str!("../docs/links.md")]
    #[cfg_attr(feature = "multiplayer", doc = "[session]: crate::multiplayer::Session")]
    #[cfg_attr(feature = "tickets", doc = "[tickets]: crate::multiplayer::tickets")]
    #[doc = include_str!("../docs/fleet.md")]
    pub mod fleet {}

    #[doc = include_str!("../docs/links.md")]
    #[doc = include_str!("../docs/dialects.md")]
    pub mod dialects {}

    #[doc = include_str!("../docs/links.md")]
    #[doc = "[SECURITY.md]: https://docs.rs/crate/godot-var/latest/source/SECURITY.md"]
    #[doc = "[speed]: https://docs.rs/crate/godot-var/latest/source/docs/speed.md"]
    #[doc = include_str!("../docs/limits.md")]
    pub mod limits {}

    #[doc = include_str!("../docs/links.md")]
    #[cfg_attr(feature = "litenet", doc = "[litenet]: crate::litenet")]
    #[cfg_attr(
        not(feature = "litenet"),
        doc = "[litenet]: https://docs.rs/godot-var/latest/godot_var/litenet/index.html"
    )]
    #[doc = include_str!("../docs/guide/clients.md")]
    pub mod clients {}

    #[doc = include_str!("../docs/links.md")]
    #[doc = "[arena]: https://docs.rs/crate/godot-var/latest/source/docs/generated/arena.md"]
    #[doc = include_str!("../docs/guide/tools.md")]
    pub mod tools {}

    #[doc = include_str!("../docs/links.md")]
    #[doc = include_str!("../docs/bridges.md")]
    pub mod bridges {}

    #[doc = include_str!("../docs/links.md")]
    #[doc = "[program]: https://docs.rs/crate/godot-var/latest/source/docs/program.md"]
    #[doc = include_str!("../docs/guide/debugging.md")]
    pub mod debugging {}

    #[doc = include_str!("../docs/links.md")]
    #[doc = include_str!("../docs/wireshark.md")]
    pub mod wireshark {}

    #[doc = include_str!("../docs/links.md")]
    #[doc = include_str!("../docs/guide/questions.md")]
    pub mod questions {}

    #[doc = include_str!("../docs/links.md")]
    #[cfg_attr(feature = "snapshot", doc = "[state]: macro@crate::snapshot::SnapshotState")]
    #[doc = include_str!("../docs/guide/snapshots.md")]
    pub mod snapshots {}

    #[doc = include_str!("../docs/links.md")]
    #[doc = "[SECURITY.md]: https://docs.rs/crate/godot-var/latest/source/SECURITY.md"]
    #[doc = include_str!("../docs/guide/snapshots_network.md")]
    pub mod snapshots_network {}

    #[doc = include_str!("../docs/links.md")]
    #[doc = include_str!("../docs/guide/prediction.md")]
    pub mod prediction {}

    #[doc = include_str!("../docs/links.md")]
    #[cfg_attr(
        feature = "multiplayer",
        doc = "[session]: crate::multiplayer::Session\n[rpc]: macro@crate::multiplayer::GodotRpc\n[sync]: macro@crate::multiplayer::GodotSync\n[interest]: crate::multiplayer::Interest\n[notices]: crate::multiplayer::Notices"
    )]
    #[doc = "[speed]: https://docs.rs/crate/godot-var/latest/source/docs/speed.md"]
    #[cfg_attr(feature = "net", doc = "[net]: crate::multiplayer::net")]
    #[doc = include_str!("../docs/guide/multiplayer.md")]
    pub mod multiplayer {}

    #[doc = include_str!("../docs/links.md")]
    #[cfg_attr(
        feature = "multiplayer",
        doc = "[session]: crate::multiplayer::Session\n[sync]: macro@crate::multiplayer::GodotSync"
    )]
    #[cfg_attr(feature = "net", doc = "[net]: crate::multiplayer::net")]
    #[cfg_attr(feature = "tickets", doc = "[tickets]: crate::multiplayer::tickets")]
    #[doc = include_str!("../docs/guide/multiplayer_players.md")]
    pub mod multiplayer_players {}

    #[doc = include_str!("../docs/links.md")]
    #[cfg_attr(feature = "multiplayer", doc = "[interest]: crate::multiplayer::Interest")]
    #[doc = include_str!("../docs/guide/seats.md")]
    pub mod seats {}

    #[doc = include_str!("../docs/links.md")]
    #[cfg_attr(
        feature = "multiplayer",
        doc = "[rpc]: macro@crate::multiplayer::GodotRpc\n[sync]: macro@crate::multiplayer::GodotSync"
    )]
    #[doc = include_str!("../docs/guide/bevy.md")]
    pub mod bevy {}

    #[doc = include_str!("../docs/links.md")]
    #[cfg_attr(
        feature = "multiplayer",
        doc = "[refusal]: crate::multiplayer::Refusal\n[misfit]: crate::multiplayer::Misfit"
    )]
    #[doc = "[program]: https://docs.rs/crate/godot-var/latest/source/docs/program.md"]
    #[doc = include_str!("../docs/guide/figures.md")]
    pub mod figures {}

    #[doc = include_str!("../docs/links.md")]
    #[cfg_attr(
        feature = "multiplayer",
        doc = "[session]: crate::multiplayer::Session\n[rpc]: macro@crate::multiplayer::GodotRpc\n[sync]: macro@crate::multiplayer::GodotSync"
    )]
    #[cfg_attr(feature = "net", doc = "[net]: crate::multiplayer::net")]
    #[doc = include_str!("../docs/guide/existing_project.md")]
    pub mod existing_project {}

    #[doc = include_str!("../docs/links.md")]
    #[cfg_attr(feature = "multiplayer", doc = "[session3]: crate::multiplayer::godot3::Session")]
    #[cfg_attr(feature = "net", doc = "[net]: crate::multiplayer::net")]
    #[doc = include_str!("../docs/guide/multiplayer_godot3.md")]
    pub mod multiplayer_godot3 {}

    #[doc = include_str!("../docs/links.md")]
    #[doc = "[speed]: https://docs.rs/crate/godot-var/latest/source/docs/speed.md"]
    #[cfg_attr(feature = "flat", doc = "[flat]: mod@crate::flat")]
    #[cfg_attr(
        not(feature = "flat"),
        doc = "[flat]: https://docs.rs/godot-var/latest/godot_var/flat/index.html"
    )]
    #[doc = include_str!("../docs/guide/flat.md")]
    pub mod flat {}

    #[doc = include_str!("../docs/links.md")]
    #[doc = "[speed]: https://docs.rs/crate/godot-var/latest/source/docs/speed.md"]
    #[cfg_attr(feature = "lludp", doc = "[lludp]: macro@crate::lludp::message_template")]
    #[cfg_attr(
        not(feature = "lludp"),
        doc = "[lludp]: https://docs.rs/godot-var/latest/godot_var/lludp/macro.message_template.html"
    )]
    #[doc = include_str!("../docs/other_wires.md")]
    pub mod other_wires {}
}

// `tests/pages` runs the examples: they need lines that readers do not.
#[doc = include_str!("../docs/links.md")]
#[cfg_attr(not(doctest), doc = include_str!("../docs/attributes.md"))]
pub mod attributes {}

#[doc = include_str!("../docs/links.md")]
#[cfg_attr(not(doctest), doc = include_str!("../docs/types.md"))]
pub mod types {}

/// The README's snippets, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

#[doc(hidden)]
pub use godot_var_runtime::private as __private;
