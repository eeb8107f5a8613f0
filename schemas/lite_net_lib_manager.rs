//! The messages of LiteNetLibManager, for Unity servers of two eras.
//!
//! [`y2018`] are the messages of July 2018, which the project's wiki page describes; [`head`] are today's.
//! The era of the call and the module belong together:
//!
//! ```text
//! y2018::ServerMessage::from_litenet_bytes::<LiteNet2018>(bytes)
//! head::ServerMessage::from_litenet_bytes::<LiteNetHead>(bytes)
//! ```
//!
//! Parameters of functions and values of sync fields have no type on the wire. They are a type parameter
//! here: a tuple for the parameters, any type that derives `LiteNetMessage` for a value, and
//! [`Rest`](godot_var::litenet::Rest) for bytes that a later step will read, once the element is known.

/// Messages of July 2018. Each starts with its number as `i16`.
pub mod y2018 {
    use godot_var::LiteNetMessage;
    use godot_var::litenet::EulerAngles;
    use godot_var::variant::Vector3;

    /// Who shall execute a function.
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

    /// What happens to a sync list: a byte, then its operands. `index` is a plain i32.
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
}

/// Messages of today. Each starts with its number, packed. Long ids are zigzag in two halves.
pub mod head {
    use godot_var::LiteNetMessage;
    use godot_var::litenet::EulerAngles;
    use godot_var::variant::Vector3;

    pub use super::y2018::{DestroyObjectReasons, FunctionReceivers};

    /// What became of a request.
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
    #[derive(Clone, Copy, Debug, PartialEq, Eq, LiteNetMessage)]
    pub struct EnterGameRequest {
        /// Both sides must have the same.
        #[litenet(packed)]
        pub packet_version: u32,
    }

    /// The body of the response to [`EnterGameRequest`].
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

    /// 3, server to client. `S` is `Vec`-like: a list of [`State`] behind a u16 count. Elements carry no
    /// length, so whoever reads `Data` must know their types; [`SyncBaseLineRest`] does not read them.
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

    /// The state of an object; `X` is an element of it: a packed id, then its data.
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
            /// Behind a packed signed count.
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
            /// Behind a packed signed count.
            #[litenet(len = "zigzag")]
            elements: Vec<X>,
        },
    }

    /// 3, client to server: states without a type.
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
    #[derive(Clone, Debug, PartialEq, LiteNetMessage)]
    pub struct ClientState<X> {
        /// The object.
        #[litenet(packed)]
        pub object_id: u32,
        /// Behind a packed signed count.
        #[litenet(len = "zigzag")]
        pub elements: Vec<X>,
    }

    /// 4, server to client.
    ///
    /// | Size | Field | Encoding |
    /// |-----:|---|---|
    /// | 1–5 | `tick` | packed uint |
    /// | 2 | count of `objects` | u16 |
    /// | … | `objects` | [`DeltaObject`] |
    #[derive(Clone, Debug, PartialEq, Eq, LiteNetMessage)]
    #[litenet(msg_type = 4)]
    pub struct SyncDelta {
        /// The server's.
        #[litenet(packed)]
        pub tick: u32,
        /// What has changed.
        #[litenet(len = "u16")]
        pub objects: Vec<DeltaObject>,
    }

    /// Changes of an object, which can be skipped: `data` is [`DeltaElements`] behind its length.
    #[derive(Clone, Debug, PartialEq, Eq, LiteNetMessage)]
    pub struct DeltaObject {
        /// The object.
        #[litenet(packed)]
        pub object_id: u32,
        /// A u16 length, then a u16 count and the elements.
        #[litenet(len = "u16")]
        pub data: Vec<u8>,
    }

    /// What stands in [`DeltaObject::data`].
    #[derive(Clone, Debug, PartialEq, LiteNetMessage)]
    pub struct DeltaElements<X> {
        /// Behind a u16 count.
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

    /// 6, server to client: a [`ServerSceneInfo`].
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

    /// What a server sends; `T` stands for parameters and bodies.
    #[derive(Clone, Debug, PartialEq, LiteNetMessage)]
    #[litenet(messages)]
    #[allow(missing_docs, reason = "each is the message of its name")]
    pub enum ServerMessage<T> {
        Request(Request<T>),
        Response(Response<T>),
        Rpc(ServerRpc<T>),
        SyncBaseLine(SyncBaseLineRest),
        SyncDelta(SyncDelta),
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
}
