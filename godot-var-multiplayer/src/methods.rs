//! The RPCs of a script: names, ids, permissions, and how their calls are sent.

use core::cmp::Ordering;
use core::fmt;
use core::marker::PhantomData;

use godot_var_runtime::{DecodeError, EncodeError, Output};

use crate::setters::setters;
use crate::{ArgumentReader, Checksum};

/// Which peers may call an RPC on the peer that has the node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Caller {
    /// `"any_peer"`: every peer.
    AnyPeer,
    /// `"authority"`: the node's multiplayer authority. This is the server unless the game changed it.
    Authority,
}

/// How a packet is sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TransferMode {
    /// `"unreliable"`: it may be lost or arrive late.
    Unreliable,
    /// `"unreliable_ordered"`: it may be lost. A packet that arrives after a newer one is dropped.
    UnreliableOrdered,
    /// `"reliable"`: it arrives, in order.
    #[default]
    Reliable,
}

impl TransferMode {
    /// The first channels of an `ENetConnection`, which are not transfer channels.
    const ENET_SYSTEM_CHANNELS: u8 = 2;

    /// Returns the channel of the `ENetConnection` for packets of this mode and transfer channel. Channel 0 has the reliable packets of
    /// transfer channel 0, and channel 1 its other packets. Transfer channel `n` is channel `n + 1`.
    ///
    /// ```
    /// use godot_var_multiplayer::TransferMode::{Reliable, Unreliable};
    ///
    /// assert_eq!([Reliable.enet_channel(0), Unreliable.enet_channel(0), Reliable.enet_channel(3)], [0, 1, 4]);
    /// ```
    ///
    /// # Source
    /// `ENetMultiplayerPeer::put_packet`. Transfer channel 0 was tested with Godot 4.6.3.
    pub const fn enet_channel(self, transfer_channel: u8) -> u8 {
        match (transfer_channel, self) {
            (0, Self::Reliable) => 0,
            (0, Self::Unreliable | Self::UnreliableOrdered) => 1,
            (channel, _) => channel.saturating_add(Self::ENET_SYSTEM_CHANNELS - 1),
        }
    }

    /// Returns the transfer channel for a channel of an `ENetConnection`.
    ///
    /// ```
    /// use godot_var_multiplayer::TransferMode;
    ///
    /// assert_eq!([0, 1, 4].map(TransferMode::of_enet_channel), [0, 0, 3]);
    /// ```
    ///
    /// # Source
    /// `ENetMultiplayerPeer::get_packet_channel`.
    pub const fn of_enet_channel(enet_channel: u8) -> u8 {
        enet_channel.saturating_sub(Self::ENET_SYSTEM_CHANNELS - 1)
    }
}

/// One `@rpc` method of a script.
///
/// ```
/// use godot_var_multiplayer::{Caller, Method, TransferMode};
///
/// // @rpc("any_peer", "call_local", "unreliable", 3)
/// const MOVE: Method = Method::new("move", Caller::AnyPeer)
///     .with_mode(TransferMode::Unreliable)
///     .with_channel(3)
///     .with_call_local(true);
/// assert_eq!((MOVE.name, MOVE.channel), ("move", 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Method {
    /// The name in the script.
    pub name: &'static str,
    /// Which peers may call it.
    pub caller: Caller,
    /// How calls are sent.
    pub mode: TransferMode,
    /// The transfer channel of calls.
    pub channel: u8,
    /// Whether `rpc()` also calls the method on the caller's own node.
    pub call_local: bool,
    /// Whether a call is a question or an answer.
    pub role: Role,
}

/// Whether a call of a method is a question or an answer: see [`Session::ask`](crate::Session::ask).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Role {
    /// Neither.
    #[default]
    Call,
    /// It has an answer. Its first argument on the wire is an int, the number of the request.
    Question,
    /// It answers a question, with the number of the request, an error text that is empty if there was none, and the value.
    Answer,
}

/// A method with an answer of the type `T`. `#[rpc(answer = T)]` makes a constant for each.
pub struct Question<T> {
    pub(crate) method: &'static str,
    answer: PhantomData<fn() -> T>,
}

impl<T> Question<T> {
    /// Makes the constant for a method with this name.
    pub const fn new(method: &'static str) -> Self {
        Self { method, answer: PhantomData }
    }
}

impl<T> Clone for Question<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Question<T> {}

impl<T> fmt::Debug for Question<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Question").field(&self.method).finish()
    }
}

impl Method {
    /// Makes a method with the defaults of `@rpc`: reliable, channel 0, not called locally.
    pub const fn new(name: &'static str, caller: Caller) -> Self {
        let role = Role::Call;
        Self { name, caller, mode: TransferMode::Reliable, channel: 0, call_local: false, role }
    }

    /// The method that every set with a question has, for the answers of both sides.
    pub const ANSWERED: Self = Self::new("answered", Caller::AnyPeer).with_role(Role::Answer);

    setters! {
        role => with_role: Role;
        mode => with_mode: TransferMode;
        channel => with_channel: u8;
        call_local => with_call_local: bool;
    }

    /// Returns the id of the method with this name: its position in the sorted list.
    pub const fn id_of(methods: &[Self], name: &str) -> Option<u16> {
        let mut id = 0;
        while id < methods.len() {
            if let Ordering::Equal = compare(methods[id].name, name) {
                return Some(id as u16);
            }
            id += 1;
        }
        None
    }
}

/// Sorts the methods of a script by the code points of their names. The position of a method is its id.
///
/// The list must have all RPCs of the script, also those of scripts it extends, each name once. A call contains the position of its method,
/// so a missing method shifts the ids of others.
///
/// ```
/// use godot_var_multiplayer::{Caller, Method, sorted};
///
/// const CHAT: [Method; 3] = sorted([
///     Method::new("say", Caller::AnyPeer),
///     Method::new("_alpha", Caller::AnyPeer),
///     Method::new("Move", Caller::AnyPeer),
/// ]);
/// const SAY: Option<u16> = Method::id_of(&CHAT, "say");
/// assert_eq!(CHAT.map(|method| method.name), ["Move", "_alpha", "say"]);
/// assert_eq!(SAY, Some(2));
/// ```
///
/// # Panics
/// If two methods have the same name, or there are more than 32,768. In a constant this is a compile error.
///
/// # Source
/// `SceneRPCInterface::_parse_rpc_config`; tested with Godot 4.6.3.
#[expect(clippy::panic, reason = "evaluated by the compiler, where it fails the build")]
pub const fn sorted<const N: usize>(mut methods: [Method; N]) -> [Method; N] {
    assert!(N <= 1 << 15, "more than 32,768 RPCs in one script");
    let mut done = 1;
    while done < N {
        let mut at = done;
        while at > 0 {
            match compare(methods[at - 1].name, methods[at].name) {
                Ordering::Less => break,
                Ordering::Equal => panic!("two RPCs of one name"),
                Ordering::Greater => methods.swap(at - 1, at),
            }
            at -= 1;
        }
        done += 1;
    }
    methods
}

/// Compares bytes of UTF-8, which sort like their code points.
pub(crate) const fn compare(a: &str, b: &str) -> Ordering {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() {
        if a[at] < b[at] {
            return Ordering::Less;
        }
        if a[at] > b[at] {
            return Ordering::Greater;
        }
        at += 1;
    }
    if a.len() < b.len() {
        Ordering::Less
    } else if a.len() > b.len() {
        Ordering::Greater
    } else {
        Ordering::Equal
    }
}

/// The RPCs of one script as an enum. Each variant is a method, and its fields are the arguments.
///
/// A value is a call. [`DecodeCall`] reads one. `#[derive(GodotRpc)]` of the facade crate implements both. By hand:
///
/// ```
/// use godot_var_multiplayer::{
///     ArgumentReader, Arguments, Caller, Checksum, DecodeCall, Method, MethodSet, Options,
///     compressed, sorted,
/// };
/// use godot_var_runtime::variant::Godot4;
/// use godot_var_runtime::{DecodeError, EncodeError, Output, VecOutput};
///
/// #[derive(Debug, PartialEq)]
/// enum Chat<'a> {
///     Say { text: &'a str, times: u8 },
///     Quit,
/// }
///
/// impl MethodSet for Chat<'_> {
///     const METHODS: &'static [Method] = &sorted([
///         Method::new("say", Caller::AnyPeer),
///         Method::new("quit", Caller::AnyPeer),
///     ]);
///
///     fn id(&self) -> u16 {
///         const SAY: u16 = Method::id_of(Chat::METHODS, "say").expect("a method of the set");
///         const QUIT: u16 = Method::id_of(Chat::METHODS, "quit").expect("a method of the set");
///         match self {
///             Self::Say { .. } => SAY,
///             Self::Quit => QUIT,
///         }
///     }
///
///     fn encode_arguments<O: Output>(&self, out: &mut O) -> Result<u8, EncodeError> {
///         match self {
///             Self::Say { text, times } => {
///                 compressed::encode::<Godot4, _, _>(text, out)?;
///                 compressed::encode::<Godot4, _, _>(times, out)?;
///                 Ok(2)
///             }
///             Self::Quit => Ok(0),
///         }
///     }
/// }
///
/// impl<'de> DecodeCall<'de> for Chat<'de> {
///     fn decode_arguments(
///         id: u16,
///         arguments: &mut ArgumentReader<'de>,
///     ) -> Result<Option<Self>, DecodeError> {
///         Ok(Some(match Self::METHODS.get(usize::from(id)).map(|method| method.name) {
///             Some("say") => {
///                 Self::Say { text: arguments.next("text")?, times: arguments.next("times")? }
///             }
///             Some("quit") => Self::Quit,
///             _ => return Ok(None),
///         }))
///     }
/// }
///
/// assert_eq!(Chat::CHECKSUM, Checksum::of_names(&["quit", "say"]));
///
/// let call = Chat::Say { text: "hi", times: 3 };
/// let mut values = Vec::new();
/// let count = call.encode_arguments(&mut VecOutput::new(&mut values))?;
/// let arguments = Arguments::of(count, &values);
/// assert_eq!(Chat::decode_call(call.id(), arguments, &Options::DEFAULT)?, Some(call));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a set of RPCs",
    label = "not the RPCs of a script",
    note = "an enum with a variant for each `@rpc` function derives it: `#[derive(GodotRpc)]`"
)]
pub trait MethodSet {
    /// All RPCs of the script in the order of their ids, as [`sorted`] returns them.
    const METHODS: &'static [Method];

    /// The checksum in a [`SimplifyPath`](crate::SimplifyPath) of the script's nodes, unless a node has RPCs of its own (`Node.rpc_config`).
    const CHECKSUM: Checksum = Checksum::of_methods(Self::METHODS);

    /// Returns the id of the called method: its position in [`METHODS`](Self::METHODS).
    fn id(&self) -> u16;

    /// Writes the arguments in the [compressed form](godot_var_runtime::variant::compressed) and returns their number.
    ///
    /// # Errors
    /// An argument that cannot be encoded.
    fn encode_arguments<O: Output>(&self, out: &mut O) -> Result<u8, EncodeError>;
}

/// A [`MethodSet`] that can be decoded from calls. It can borrow from the packet.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a set of RPCs",
    label = "not the RPCs of a script",
    note = "an enum with a variant for each `@rpc` function derives it: `#[derive(GodotRpc)]`"
)]
pub trait DecodeCall<'de>: MethodSet + Sized {
    /// Reads the arguments of the method with this id. Returns `None` if the set has no such method.
    ///
    /// # Errors
    /// An argument that is missing or does not fit.
    fn decode_arguments(
        id: u16,
        arguments: &mut ArgumentReader<'de>,
    ) -> Result<Option<Self>, DecodeError>;

    /// Reads a call and checks that no argument is left.
    ///
    /// # Errors
    /// The errors of [`decode_arguments`](Self::decode_arguments) and of [`ArgumentReader::finish`].
    fn decode_call(
        id: u16,
        arguments: crate::Arguments<'de>,
        options: &crate::Options,
    ) -> Result<Option<Self>, DecodeError> {
        let mut reader = arguments.reader(options);
        let Some(call) = Self::decode_arguments(id, &mut reader)? else { return Ok(None) };
        reader.finish()?;
        Ok(Some(call))
    }
}
