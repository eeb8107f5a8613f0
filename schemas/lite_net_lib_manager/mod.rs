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
//!
//! ```text
//! y2018::ServerCallFunction<(String, i32)>      a function of two parameters
//! y2018::ServerUpdateSyncField<f32>             a field that is a float
//! y2018::ServerMessage<Rest<'_>>                any message; its values are read when they are known
//! head::ServerRpc<(Zigzag<i32>, String)>        today integers of parameters are packed
//! head::SyncDelta<head::DeltaElements<MyElement>>
//! ```

pub mod head;
pub mod y2018;
