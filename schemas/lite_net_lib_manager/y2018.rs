//! Messages of July 2018. Each starts with its number as `i16`.

use godot_var::Vector3;
use godot_var::litenet::{EulerAngles, LiteNetMessage};

/// Who shall execute a function.
///
/// | Byte | Receivers |
/// |-----:|---|
/// | 0 | `Target` |
/// | 1 | `All` |
/// | 2 | `Server` |
#[derive(Clone, Copy, Debug, PartialEq, Eq, LiteNetMessage)]
pub enum FunctionReceivers {
    /// One connection, which the message names.
    Target,
    /// All connections.
    All,
    /// The server.
    Server,
    /// Unknown to this version; treated as not `Target`.
    #[litenet(other)]
    Other(u8),
}

/// Why an object is gone. Servers of the time always send 0.
///
/// | Byte | Reason |
/// |-----:|---|
/// | 0 | `RequestedToDestroy` |
/// | 1 | `RemovedFromSubscribing` |
#[derive(Clone, Copy, Debug, PartialEq, Eq, LiteNetMessage)]
pub enum DestroyObjectReasons {
    /// It was destroyed.
    RequestedToDestroy,
    /// It went out of sight.
    RemovedFromSubscribing,
    /// Unknown to this version.
    #[litenet(other)]
    Other(u8),
}

/// What a sync field, sync list or function belongs to.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 1–5 | `object_id` | packed uint |
/// | 1 | `behaviour_index` | byte: the component on the object |
/// | 1 | `element_id` | byte: the index within its own kind |
#[derive(Clone, Copy, Debug, PartialEq, Eq, LiteNetMessage)]
pub struct ElementInfo {
    /// The object.
    #[litenet(packed)]
    pub object_id: u32,
    /// The component on it.
    pub behaviour_index: u8,
    /// Fields, lists and functions are numbered separately.
    pub element_id: u8,
}

/// 0, client to server: nothing follows the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, LiteNetMessage)]
#[litenet(msg_type = 0)]
pub struct ClientEnterGame;

/// 1, client to server.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | rest | `extra` | what the game defines, nothing by default |
#[derive(Clone, Debug, PartialEq, Eq, LiteNetMessage)]
#[litenet(msg_type = 1)]
pub struct ClientReady<X> {
    /// What the game adds.
    pub extra: X,
}

/// 2, client to server: nothing follows the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, LiteNetMessage)]
#[litenet(msg_type = 2)]
pub struct ClientNotReady;

/// 3, client to server: "Client net function calls".
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 1 | `receivers` | byte |
/// | 0, 1–9 | `connect_id` | packed ulong of the same bits, only for `Target` |
/// | 3–7 | `element` | [`ElementInfo`] |
/// | rest | `parameters` | one after the other |
#[derive(Clone, Debug, PartialEq, Eq, LiteNetMessage)]
#[litenet(msg_type = 3)]
pub struct ClientCallFunction<P> {
    /// Who shall execute it.
    pub receivers: FunctionReceivers,
    /// The one connection.
    #[litenet(packed, if = "receivers == Target")]
    pub connect_id: Option<i64>,
    /// The function.
    pub element: ElementInfo,
    /// A tuple of up to ten.
    pub parameters: P,
}

/// 4, server to client.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 1–5 | `object_id` | packed uint |
/// | 12 | `position` | 3 × f32 |
/// | 12 | `rotation` | 3 × f32, Euler degrees |
#[derive(Clone, Copy, Debug, PartialEq, LiteNetMessage)]
#[litenet(msg_type = 4)]
pub struct ServerSpawnSceneObject {
    /// The object.
    #[litenet(packed)]
    pub object_id: u32,
    /// Where it is.
    pub position: Vector3,
    /// How it is turned.
    pub rotation: EulerAngles,
}

/// 5, server to client.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 4+n | `asset_id` | string: i32 length, UTF-8; usually 32 hex digits |
/// | 1–5 | `object_id` | packed uint |
/// | 1–9 | `connect_id` | packed ulong of the same bits |
/// | 12 | `position` | 3 × f32 |
/// | 12 | `rotation` | 3 × f32, Euler degrees |
#[derive(Clone, Debug, PartialEq, LiteNetMessage)]
#[litenet(msg_type = 5)]
pub struct ServerSpawnObject {
    /// The prefab.
    pub asset_id: String,
    /// The object.
    #[litenet(packed)]
    pub object_id: u32,
    /// Its owner.
    #[litenet(packed)]
    pub connect_id: i64,
    /// Where it is.
    pub position: Vector3,
    /// How it is turned.
    pub rotation: EulerAngles,
}

/// 6, server to client.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 1–5 | `object_id` | packed uint |
/// | 1 | `reasons` | byte |
#[derive(Clone, Copy, Debug, PartialEq, Eq, LiteNetMessage)]
#[litenet(msg_type = 6)]
pub struct ServerDestroyObject {
    /// The object.
    #[litenet(packed)]
    pub object_id: u32,
    /// Why.
    pub reasons: DestroyObjectReasons,
}

/// 7, server to client.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 3–7 | `element` | [`ElementInfo`] |
/// | rest | `value` | plain |
#[derive(Clone, Debug, PartialEq, Eq, LiteNetMessage)]
#[litenet(msg_type = 7)]
pub struct ServerUpdateSyncField<T> {
    /// The field.
    pub element: ElementInfo,
    /// Its new value.
    pub value: T,
}

/// 8, server to client: "Server net function calls".
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 3–7 | `element` | [`ElementInfo`] |
/// | rest | `parameters` | one after the other |
#[derive(Clone, Debug, PartialEq, Eq, LiteNetMessage)]
#[litenet(msg_type = 8)]
pub struct ServerCallFunction<P> {
    /// The function.
    pub element: ElementInfo,
    /// A tuple of up to ten.
    pub parameters: P,
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
#[derive(Clone, Debug, PartialEq, Eq, LiteNetMessage)]
pub enum SyncListOperation<T> {
    /// 0: `value`.
    Add(T),
    /// 1: nothing follows. The wiki does not know it.
    Clear,
    /// 2: `index`, `value`. The initial state of a list is a series of these.
    Insert {
        /// In front of this one.
        index: i32,
        /// The new element.
        value: T,
    },
    /// 3: `index`.
    RemoveAt {
        /// This one.
        index: i32,
    },
    /// 4: `index`, `value`.
    Set {
        /// This one.
        index: i32,
        /// Its new value.
        value: T,
    },
    /// 5: `index`, `value`.
    Dirty {
        /// This one.
        index: i32,
        /// Its value.
        value: T,
    },
    /// Unknown to this version, with the rest of the message.
    #[litenet(other)]
    Other(u8, Vec<u8>),
}

/// 9, server to client: one operation a message.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 3–7 | `element` | [`ElementInfo`] |
/// | rest | `operation` | [`SyncListOperation`] |
#[derive(Clone, Debug, PartialEq, Eq, LiteNetMessage)]
#[litenet(msg_type = 9)]
pub struct ServerUpdateSyncList<T> {
    /// The list.
    pub element: ElementInfo,
    /// What happens to it.
    pub operation: SyncListOperation<T>,
}

/// 10, server to client.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 4 | `server_time` | f32, seconds |
#[derive(Clone, Copy, Debug, PartialEq, LiteNetMessage)]
#[litenet(msg_type = 10)]
pub struct ServerTime {
    /// Seconds.
    pub server_time: f32,
}

/// 11, server to client.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 1–5 | `object_id` | packed uint |
/// | 1 | `behaviour_index` | byte |
/// | rest | `payload` | what the behaviour defines |
#[derive(Clone, Debug, PartialEq, Eq, LiteNetMessage)]
#[litenet(msg_type = 11)]
pub struct ServerSyncBehaviour<P> {
    /// The object.
    #[litenet(packed)]
    pub object_id: u32,
    /// The component on it.
    pub behaviour_index: u8,
    /// What the component writes.
    pub payload: P,
}

/// 12, server to client. Servers of the time send it with the number 6, by mistake.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 1 | `should_disconnect` | bool |
/// | 4+n | `error_message` | string |
#[derive(Clone, Debug, PartialEq, Eq, LiteNetMessage)]
#[litenet(msg_type = 12)]
pub struct ServerError {
    /// Whether the client shall go.
    pub should_disconnect: bool,
    /// What to show.
    pub error_message: String,
}

/// 13, server to client.
///
/// | Size | Field | Encoding |
/// |-----:|---|---|
/// | 4+n | `server_scene_name` | string |
#[derive(Clone, Debug, PartialEq, Eq, LiteNetMessage)]
#[litenet(msg_type = 13)]
pub struct ServerSceneChange {
    /// The scene.
    pub server_scene_name: String,
}

/// What a client sends; `T` stands for parameters and extras.
#[derive(Clone, Debug, PartialEq, LiteNetMessage)]
#[litenet(messages)]
#[allow(missing_docs, reason = "each is the message of its name")]
pub enum ClientMessage<T> {
    ClientEnterGame(ClientEnterGame),
    ClientReady(ClientReady<T>),
    ClientNotReady(ClientNotReady),
    ClientCallFunction(ClientCallFunction<T>),
    /// A number from 14 on is the game's own.
    #[litenet(other)]
    Other(u16, Vec<u8>),
}

/// What a server sends; `T` stands for parameters, values and payloads.
#[derive(Clone, Debug, PartialEq, LiteNetMessage)]
#[litenet(messages)]
#[allow(missing_docs, reason = "each is the message of its name")]
pub enum ServerMessage<T> {
    ServerSpawnSceneObject(ServerSpawnSceneObject),
    ServerSpawnObject(ServerSpawnObject),
    ServerDestroyObject(ServerDestroyObject),
    ServerUpdateSyncField(ServerUpdateSyncField<T>),
    ServerCallFunction(ServerCallFunction<T>),
    ServerUpdateSyncList(ServerUpdateSyncList<T>),
    ServerTime(ServerTime),
    ServerSyncBehaviour(ServerSyncBehaviour<T>),
    ServerError(ServerError),
    ServerSceneChange(ServerSceneChange),
    /// A number from 14 on is the game's own.
    #[litenet(other)]
    Other(u16, Vec<u8>),
}
