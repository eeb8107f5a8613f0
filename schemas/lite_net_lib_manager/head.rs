//! Messages of today. Each starts with its number, packed. Long ids are zigzag in two halves.

use godot_var::Vector3;
use godot_var::litenet::{EulerAngles, LengthPrefixed, LiteNetMessage};

pub use super::y2018::{DestroyObjectReasons, FunctionReceivers};

/// What became of a request.
///
/// | Byte | Response |
/// |-----:|---|
/// | 0 | `Success` |
/// | 1 | `Timeout` |
/// | 2 | `Error` |
/// | 3 | `Unimplemented` |
/// | 4 | `Exception` |
#[derive(Clone, Copy, Debug, PartialEq, Eq, LiteNetMessage)]
#[allow(missing_docs, reason = "the words say it")]
pub enum ResponseCode {
    Success,
    Timeout,
    Error,
    Unimplemented,
    Exception,
    /// Unknown to this version.
    #[litenet(other)]
    Other(u8),
}

/// A scene.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 1 | `is_addressable` | bool |
/// | 2+n | `addressable_key` | string: u16 length plus one, UTF-8 |
/// | 2+n | `scene_name` | string |
#[derive(Clone, Debug, PartialEq, Eq, LiteNetMessage)]
pub struct ServerSceneInfo {
    /// Whether it is loaded by its key.
    pub is_addressable: bool,
    /// The key.
    pub addressable_key: String,
    /// The name.
    pub scene_name: String,
}

/// 0, both ways. Types: 0 `EnterGame` with a packed `packetVersion`, 1 `ClientReady`, 2 `ClientNotReady`.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 1–3 | `request_type` | packed ushort |
/// | 1–5 | `request_id` | packed uint |
/// | rest | `body` | by type, then extras |
#[allow(clippy::struct_field_names, reason = "the names of the C# classes")]
#[derive(Clone, Debug, PartialEq, Eq, LiteNetMessage)]
#[litenet(msg_type = 0)]
pub struct Request<B> {
    /// What is asked.
    #[litenet(packed)]
    pub request_type: u16,
    /// The response names it.
    #[litenet(packed)]
    pub request_id: u32,
    /// What the type defines.
    pub body: B,
}

/// The body of the request 0.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 1–5 | `packet_version` | packed uint |
#[derive(Clone, Copy, Debug, PartialEq, Eq, LiteNetMessage)]
pub struct EnterGameRequest {
    /// Both sides must have the same.
    #[litenet(packed)]
    pub packet_version: u32,
}

/// The body of the response to [`EnterGameRequest`].
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 2–10 | `connection_id` | packed long |
/// | 5+n | `server_scene_info` | [`ServerSceneInfo`] |
#[derive(Clone, Debug, PartialEq, Eq, LiteNetMessage)]
pub struct EnterGameResponse {
    /// The client's own id.
    #[litenet(zigzag)]
    pub connection_id: i64,
    /// Where the game is.
    pub server_scene_info: ServerSceneInfo,
}

/// 1, both ways.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 1–5 | `request_id` | packed uint |
/// | 1 | `response_code` | byte |
/// | rest | `body` | by the type of the request, then extras |
#[allow(clippy::struct_field_names, reason = "the names of the C# classes")]
#[derive(Clone, Debug, PartialEq, Eq, LiteNetMessage)]
#[litenet(msg_type = 1)]
pub struct Response<B> {
    /// The request.
    #[litenet(packed)]
    pub request_id: u32,
    /// What became of it.
    pub response_code: ResponseCode,
    /// What the request's type defines.
    pub body: B,
}

/// 2, client to server.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 1 | `receivers` | byte |
/// | 0, 2–10 | `connection_id` | packed long, only for `Target` |
/// | 1–5 | `object_id` | packed uint |
/// | 1–5 | `element_id` | packed int: a hash |
/// | rest | `parameters` | one after the other |
#[derive(Clone, Debug, PartialEq, Eq, LiteNetMessage)]
#[litenet(msg_type = 2)]
pub struct ClientRpc<P> {
    /// Who shall execute it.
    pub receivers: FunctionReceivers,
    /// The one connection.
    #[litenet(zigzag, if = "receivers == Target")]
    pub connection_id: Option<i64>,
    /// The object.
    #[litenet(packed)]
    pub object_id: u32,
    /// The function.
    #[litenet(zigzag)]
    pub element_id: i32,
    /// A tuple of up to ten.
    pub parameters: P,
}

/// 2, server to client: as [`ClientRpc`] from `object_id` on.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 1–5 | `object_id` | packed uint |
/// | 1–5 | `element_id` | packed int: a hash |
/// | rest | `parameters` | one after the other |
#[derive(Clone, Debug, PartialEq, Eq, LiteNetMessage)]
#[litenet(msg_type = 2)]
pub struct ServerRpc<P> {
    /// The object.
    #[litenet(packed)]
    pub object_id: u32,
    /// The function.
    #[litenet(zigzag)]
    pub element_id: i32,
    /// A tuple of up to ten.
    pub parameters: P,
}

/// 3, server to client. Elements carry no length, so whoever reads them must know their types;
/// [`SyncBaseLineRest`] does not read them. `X` is the [`Element`] of the game, or what stands for it.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 1–5 | `tick` | packed uint |
/// | 2 | count of `states` | u16 |
/// | … | `states` | [`State`] |
#[derive(Clone, Debug, PartialEq, LiteNetMessage)]
#[litenet(msg_type = 3)]
pub struct SyncBaseLine<X> {
    /// The server's.
    #[litenet(packed)]
    pub tick: u32,
    /// What there is.
    #[litenet(len = "u16")]
    pub states: Vec<State<X>>,
}

/// [`SyncBaseLine`] of either side, with its states unread.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 1–5 | `tick` | packed uint |
/// | 2 | `state_count` | u16 |
/// | rest | `states` | unread |
#[derive(Clone, Debug, PartialEq, Eq, LiteNetMessage)]
#[litenet(msg_type = 3)]
pub struct SyncBaseLineRest {
    /// The sender's.
    #[litenet(packed)]
    pub tick: u32,
    /// How many states follow.
    pub state_count: u16,
    /// What follows.
    #[litenet(rest)]
    pub states: Vec<u8>,
}

/// An element of an object's state: a sync field or a sync list.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 1–5 | `element_id` | packed int: [`hashed_id`](godot_var::litenet::hashed_id) of `<type>_<behaviour>_<field>` |
/// | … | `data` | by the id: the value of a field, [`SyncListOperations`] of a list, or a list whole in a [`State::Spawn`] |
///
/// Only the id tells what follows, so a game whose elements differ in type writes a type of its own in
/// place of this one: it reads the id as `Zigzag<i32>`, and then what the id stands for.
/// `tests/wires/litenet/golden/sync.rs` has such a type.
#[derive(Clone, Debug, PartialEq, Eq, LiteNetMessage)]
pub struct Element<D> {
    /// Which element.
    #[litenet(zigzag)]
    pub element_id: i32,
    /// What it holds.
    pub data: D,
}

/// The data of a sync list that is sent whole, in a [`State::Spawn`].
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 1–5 | count of `items` | packed int |
/// | … | `items` | values |
#[derive(Clone, Debug, PartialEq, Eq, LiteNetMessage)]
pub struct SyncList<T> {
    /// All its items.
    #[litenet(len = "zigzag")]
    pub items: Vec<T>,
}

/// The data of a sync list that has changed.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 1–5 | count of `operations` | packed int |
/// | … | `operations` | [`SyncListOperation`] |
#[derive(Clone, Debug, PartialEq, Eq, LiteNetMessage)]
pub struct SyncListOperations<T> {
    /// In their order.
    #[litenet(len = "zigzag")]
    pub operations: Vec<SyncListOperation<T>>,
}

/// What happens to a sync list: a byte, then its operands.
///
/// | Byte | Operation | Operands |
/// |-----:|---|---|
/// | 0 | `Add` | `value` |
/// | 1 | `Clear` | – |
/// | 2 | `Insert` | `index`: plain i32; `value` |
/// | 3 | `RemoveAt` | `index` |
/// | 4 | `Set` | `index`, `value` |
/// | 5 | `Dirty` | `index`, `value` |
/// | 6 | `RemoveFirst` | – |
/// | 7 | `RemoveLast` | – |
/// | 8 | `AddInitial` | `value` |
#[derive(Clone, Debug, PartialEq, Eq, LiteNetMessage)]
pub enum SyncListOperation<T> {
    /// At the end.
    Add(T),
    /// All items go.
    Clear,
    /// A new item.
    Insert {
        /// In front of this one.
        index: i32,
        /// The new item.
        value: T,
    },
    /// An item goes.
    RemoveAt {
        /// This one.
        index: i32,
    },
    /// Another item in its place.
    Set {
        /// This one.
        index: i32,
        /// The new item.
        value: T,
    },
    /// The item itself has changed.
    Dirty {
        /// This one.
        index: i32,
        /// What it is now.
        value: T,
    },
    /// The first item goes.
    RemoveFirst,
    /// The last item goes.
    RemoveLast,
    /// One of the items that were there before.
    AddInitial(T),
}

/// The state of an object: a byte, then its fields. `X` is an [`Element`].
///
/// | Size | Field of `Spawn`, 1 | Encoding |
/// |-----:|---|---|
/// | 1 | `is_scene_object` | bool |
/// | 1–5 | `hash_id` | packed int: of the scene object or of the asset |
/// | 12 | `position` | 3 × f32 |
/// | 12 | `euler_angles` | 3 × f32, degrees |
/// | 1–5 | `object_id` | packed uint |
/// | 2–10 | `connection_id` | packed long |
/// | 1–5 | count of `elements` | packed int |
/// | … | `elements` | [`Element`], lists whole |
///
/// | Size | Field of `Destroy`, 2 | Encoding |
/// |-----:|---|---|
/// | 1–5 | `object_id` | packed uint |
/// | 1 | `reasons` | byte |
///
/// | Size | Field of `Data`, 3 | Encoding |
/// |-----:|---|---|
/// | 1–5 | `object_id` | packed uint |
/// | 1–5 | count of `elements` | packed int |
/// | … | `elements` | [`Element`], lists as operations |
#[derive(Clone, Debug, PartialEq, LiteNetMessage)]
pub enum State<X> {
    /// 1: a new object, with the initial state of its elements.
    #[litenet(id = 1)]
    Spawn {
        /// Which of two hashes follows.
        is_scene_object: bool,
        /// Of the scene object, or of the asset.
        #[litenet(zigzag)]
        hash_id: i32,
        /// Where it is.
        position: Vector3,
        /// How it is turned.
        euler_angles: EulerAngles,
        /// The object.
        #[litenet(packed)]
        object_id: u32,
        /// Its owner.
        #[litenet(zigzag)]
        connection_id: i64,
        /// Preceded by a packed signed count.
        #[litenet(len = "zigzag")]
        elements: Vec<X>,
    },
    /// 2: an object is gone.
    #[litenet(id = 2)]
    Destroy {
        /// The object.
        #[litenet(packed)]
        object_id: u32,
        /// Why.
        reasons: DestroyObjectReasons,
    },
    /// 3: changes.
    #[litenet(id = 3)]
    Data {
        /// The object.
        #[litenet(packed)]
        object_id: u32,
        /// Preceded by a packed signed count.
        #[litenet(len = "zigzag")]
        elements: Vec<X>,
    },
}

/// 3, client to server: states without a type.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 1–5 | `tick` | packed uint |
/// | 2 | count of `states` | u16 |
/// | … | `states` | [`ClientState`] |
#[derive(Clone, Debug, PartialEq, LiteNetMessage)]
#[litenet(msg_type = 3)]
pub struct ClientSyncBaseLine<X> {
    /// The client's.
    #[litenet(packed)]
    pub tick: u32,
    /// What has changed.
    #[litenet(len = "u16")]
    pub states: Vec<ClientState<X>>,
}

/// Changes of an object that a client owns.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 1–5 | `object_id` | packed uint |
/// | 1–5 | count of `elements` | packed int |
/// | … | `elements` | [`Element`] |
#[derive(Clone, Debug, PartialEq, LiteNetMessage)]
pub struct ClientState<X> {
    /// The object.
    #[litenet(packed)]
    pub object_id: u32,
    /// Preceded by a packed signed count.
    #[litenet(len = "zigzag")]
    pub elements: Vec<X>,
}

/// 4, server to client. `D` is [`DeltaElements`], or [`Rest`](godot_var::litenet::Rest) for bytes.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 1–5 | `tick` | packed uint |
/// | 2 | count of `objects` | u16 |
/// | … | `objects` | [`DeltaObject`] |
#[derive(Clone, Debug, PartialEq, Eq, LiteNetMessage)]
#[litenet(msg_type = 4)]
pub struct SyncDelta<D> {
    /// The server's.
    #[litenet(packed)]
    pub tick: u32,
    /// What has changed.
    #[litenet(len = "u16")]
    pub objects: Vec<DeltaObject<D>>,
}

/// Changes of an object. They stand after their length, so that whoever does not know the object can
/// step over it.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 1–5 | `object_id` | packed uint |
/// | 2 | length of `data` | u16, bytes |
/// | … | `data` | [`DeltaElements`] |
#[derive(Clone, Debug, PartialEq, Eq, LiteNetMessage)]
pub struct DeltaObject<D> {
    /// The object.
    #[litenet(packed)]
    pub object_id: u32,
    /// What has changed of it.
    pub data: LengthPrefixed<D>,
}

/// What stands in [`DeltaObject::data`].
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 2 | count of `elements` | u16 |
/// | … | `elements` | [`Element`], lists as operations |
#[derive(Clone, Debug, PartialEq, Eq, LiteNetMessage)]
pub struct DeltaElements<X> {
    /// Preceded by a u16 count.
    #[litenet(len = "u16")]
    pub elements: Vec<X>,
}

/// 5, server to client.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 1 | `should_disconnect` | bool |
/// | 2+n | `error_message` | string |
#[derive(Clone, Debug, PartialEq, Eq, LiteNetMessage)]
#[litenet(msg_type = 5)]
pub struct ServerError {
    /// Whether the client shall go.
    pub should_disconnect: bool,
    /// What to show.
    pub error_message: String,
}

/// 6, server to client.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 5+n | `server_scene_info` | [`ServerSceneInfo`] |
#[derive(Clone, Debug, PartialEq, Eq, LiteNetMessage)]
#[litenet(msg_type = 6)]
pub struct ServerSceneChange {
    /// Where the game goes on.
    pub server_scene_info: ServerSceneInfo,
}

/// 7, server to client.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 1–5 | `object_id` | packed uint |
/// | 2–10 | `connection_id` | packed long |
#[derive(Clone, Copy, Debug, PartialEq, Eq, LiteNetMessage)]
#[litenet(msg_type = 7)]
pub struct ServerSetObjectOwner {
    /// The object.
    #[litenet(packed)]
    pub object_id: u32,
    /// Its owner from now on.
    #[litenet(zigzag)]
    pub connection_id: i64,
}

/// 8, both ways.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 2–10 | `ping_time` | packed long, Unix milliseconds |
#[derive(Clone, Copy, Debug, PartialEq, Eq, LiteNetMessage)]
#[litenet(msg_type = 8)]
pub struct Ping {
    /// When it was sent.
    #[litenet(zigzag)]
    pub ping_time: i64,
}

/// 9, both ways.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 2–10 | `ping_time` | packed long, as in the ping |
/// | 2–10 | `pong_time` | packed long, Unix milliseconds |
/// | 1–5 | `tick` | packed uint |
#[allow(clippy::struct_field_names, reason = "the names of the C# classes")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, LiteNetMessage)]
#[litenet(msg_type = 9)]
pub struct Pong {
    /// When the ping was sent.
    #[litenet(zigzag)]
    pub ping_time: i64,
    /// When it was answered.
    #[litenet(zigzag)]
    pub pong_time: i64,
    /// Of whoever answers.
    #[litenet(packed)]
    pub tick: u32,
}

/// 10, server to client.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 2+n | `data` | u16 length, bytes |
#[derive(Clone, Debug, PartialEq, Eq, LiteNetMessage)]
#[litenet(msg_type = 10)]
pub struct Disconnect {
    /// What the server adds.
    #[litenet(len = "u16")]
    pub data: Vec<u8>,
}

/// What a client sends; `T` stands for parameters and bodies.
#[derive(Clone, Debug, PartialEq, LiteNetMessage)]
#[litenet(messages)]
#[allow(missing_docs, reason = "each is the message of its name")]
pub enum ClientMessage<T> {
    Request(Request<T>),
    Response(Response<T>),
    Rpc(ClientRpc<T>),
    SyncBaseLine(SyncBaseLineRest),
    Ping(Ping),
    Pong(Pong),
    /// The game's own.
    #[litenet(other)]
    Other(u16, Vec<u8>),
}

/// What a server sends; `T` stands for parameters, bodies and the data of deltas.
#[derive(Clone, Debug, PartialEq, LiteNetMessage)]
#[litenet(messages)]
#[allow(missing_docs, reason = "each is the message of its name")]
pub enum ServerMessage<T> {
    Request(Request<T>),
    Response(Response<T>),
    Rpc(ServerRpc<T>),
    SyncBaseLine(SyncBaseLineRest),
    SyncDelta(SyncDelta<T>),
    ServerError(ServerError),
    ServerSceneChange(ServerSceneChange),
    ServerSetObjectOwner(ServerSetObjectOwner),
    Ping(Ping),
    Pong(Pong),
    Disconnect(Disconnect),
    /// The game's own.
    #[litenet(other)]
    Other(u16, Vec<u8>),
}
