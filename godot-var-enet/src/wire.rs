//! The header of a datagram and the twelve commands in it, read and written.
//!
//! A datagram is a [`Header`] of 2 or 4 bytes, and then commands without padding. All numbers are big-endian. [`Commands`] reads them:
//!
//! ```
//! use godot_var_enet::wire::{Command, Commands, Header};
//!
//! // "hi" on channel 2, as the first unreliable packet after the first reliable one.
//! let datagram = [0x10, 0x05, 0x07, 2, 0, 1, 0, 1, 0, 2, b'h', b'i'];
//! let (header, body) = Header::read(&datagram)?;
//! assert_eq!((header.slot, header.session, header.sent_time), (5, 1, None));
//!
//! let first = Commands::new(body).next().expect("a command")?;
//! assert_eq!((first.channel, first.number), (2, 1));
//! assert_eq!(first.command, Command::Unreliable { number: 1, data: b"hi" });
//! # Ok::<(), godot_var_enet::wire::WireError>(())
//! ```

use core::fmt;

/// The longest datagram that `ENet` reads, in bytes.
pub const MAX_DATAGRAM: usize = 4096;
/// The slot in the header of a datagram whose sender does not know the receiver's slot yet.
pub const NO_SLOT: u16 = 0x0FFF;
/// The channel of commands that belong to the connection.
pub const CONNECTION: u8 = 0xFF;
/// A sender puts at most this many commands into a datagram.
const MAX_COMMANDS: usize = 32;
/// The bytes that a sender reserves for the header.
pub(crate) const HEADER: usize = 4;

const SENT_TIME: u16 = 0x8000;
const COMPRESSED: u16 = 0x4000;
const ACKNOWLEDGED: u8 = 0x80;
/// The bits of a command's first byte that are its number.
const KIND: u8 = 0x0F;

/// A datagram is not one of `ENet`, or no `ENet` writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WireError {
    /// It ends within its header.
    Header,
    /// It has no command.
    Empty,
    /// The number of a command is not one from 1 to 12. Has the offset of the command after the header, in bytes.
    Unknown(usize),
    /// It ends within a command. Has the offset of the command after the header, in bytes.
    Ends(usize),
    /// The flags or the channel of a command are not those that `ENet` gives it. Has the offset of the command after the header, in bytes.
    Irregular(usize),
    /// A command wants an acknowledgement, but the header has no sent time.
    NoSentTime,
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header => f.write_str("the datagram ends within the header of ENet"),
            Self::Empty => f.write_str("the datagram has no command of ENet"),
            Self::Unknown(at) => write!(f, "byte {at} after the header is not a command of ENet"),
            Self::Ends(at) => {
                write!(f, "the command at byte {at} after the header is not complete")
            }
            Self::Irregular(at) => {
                write!(f, "the command at byte {at} after the header has wrong flags")
            }
            Self::NoSentTime => {
                f.write_str("a command requests an acknowledgement, but has no time")
            }
        }
    }
}

impl core::error::Error for WireError {}

/// The header of a datagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The number that the receiver gave to the connection, from 0 to 4,094, or [`NO_SLOT`].
    pub slot: u16,
    /// Tells datagrams of a connection from older ones of the same slot: 0 to 3.
    pub session: u8,
    /// Whether the bytes after the header are compressed.
    pub is_compressed: bool,
    /// The low 16 bits of the sender's clock, in milliseconds.
    pub sent_time: Option<u16>,
}

impl Header {
    /// Reads the header of a datagram. Returns it with the bytes after it, which may be compressed.
    ///
    /// # Errors
    /// [`WireError::Header`] if the datagram is too short.
    pub fn read(mut datagram: &[u8]) -> Result<(Self, &[u8]), WireError> {
        let flags = u16::read(&mut datagram).ok_or(WireError::Header)?;
        let mut sent_time = None;
        if flags & SENT_TIME != 0 {
            sent_time = Some(Field::read(&mut datagram).ok_or(WireError::Header)?);
        }
        let (slot, session) = (flags & NO_SLOT, (flags >> 12 & 3) as u8);
        let is_compressed = flags & COMPRESSED != 0;
        Ok((Self { slot, session, is_compressed, sent_time }, datagram))
    }

    /// Returns the header's bytes, and how many of them there are: 2 or 4.
    pub fn to_bytes(self) -> ([u8; HEADER], usize) {
        let mut flags = self.slot & NO_SLOT | (u16::from(self.session) & 3) << 12;
        flags |= if self.is_compressed { COMPRESSED } else { 0 };
        flags |= self.sent_time.map_or(0, |_| SENT_TIME);
        let ([a, b], [c, d]) =
            (flags.to_be_bytes(), self.sent_time.unwrap_or_default().to_be_bytes());
        ([a, b, c, d], if self.sent_time.is_some() { HEADER } else { 2 })
    }
}

/// What both sides say of a connection when it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connect {
    /// The sender's slot for the connection.
    pub slot: u16,
    /// In [`Command::Verify`]: the session in the headers of the server. In [`Command::Connect`] 255, or the session of an earlier connection.
    pub incoming_session: u8,
    /// The same for the headers of the client.
    pub outgoing_session: u8,
    /// The longest datagram, in bytes.
    pub mtu: u32,
    /// The most bytes that may be unacknowledged.
    pub window: u32,
    /// How many channels the connection has.
    pub channels: u32,
    /// The bytes a second that the sender can receive; 0 is no limit.
    pub incoming_bandwidth: u32,
    /// The bytes a second that the sender can send; 0 is no limit.
    pub outgoing_bandwidth: u32,
    /// How unreliable packets are dropped if the connection is slow.
    pub throttle: Throttle,
    /// A random number of the client. It has no byte order: it is only compared.
    pub connect_id: u32,
}

/// How unreliable packets are dropped if the connection is slow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throttle {
    /// The time in milliseconds over which the best round trip is measured.
    pub interval: u32,
    /// What a good round trip adds to the share of packets that are sent, in 32nds.
    pub acceleration: u32,
    /// What a bad round trip takes away.
    pub deceleration: u32,
}

impl Throttle {
    /// The values that `ENet` and Godot begin with.
    pub const DEFAULT: Self = Self { interval: 5000, acceleration: 2, deceleration: 2 };
}

/// A part of a packet that is too long for a datagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fragment<'a> {
    /// The number of the first part: a reliable or an unreliable one, as the packet.
    pub start: u16,
    /// How many parts the packet has.
    pub count: u32,
    /// The position of this part among them, from 0.
    pub index: u32,
    /// The length of the packet in bytes.
    pub total: u32,
    /// The position of this part's first byte in the packet.
    pub offset: u32,
    /// The bytes of this part.
    pub data: &'a [u8],
}

impl<'a> Fragment<'a> {
    /// Returns a whole packet as its only part.
    pub(crate) const fn whole(start: u16, data: &'a [u8]) -> Self {
        Self { start, count: 1, index: 0, total: data.len() as u32, offset: 0, data }
    }
}

/// One of the twelve commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// 1: a command has arrived.
    Acknowledge {
        /// The number of that command, on the channel in the head.
        number: u16,
        /// The sent time of its datagram.
        sent_time: u16,
    },
    /// 2: asks for a connection, with a word for the server's application.
    Connect(Connect, u32),
    /// 3: a server's answer to it.
    Verify(Connect),
    /// 4: ends a connection.
    Disconnect {
        /// A word for the other application.
        data: u32,
        /// Whether the sender waits for an acknowledgement.
        is_acknowledged: bool,
    },
    /// 5: asks for an acknowledgement.
    Ping,
    /// 6: a packet that arrives, in order.
    Reliable(&'a [u8]),
    /// 7: a packet that may be lost, in order.
    Unreliable {
        /// Its number since the last reliable command of the channel.
        number: u16,
        /// The packet.
        data: &'a [u8],
    },
    /// 8: a part of a reliable packet.
    Fragment(Fragment<'a>),
    /// 9: a packet that may be lost, in any order.
    Unsequenced {
        /// Its number on the connection.
        group: u16,
        /// The packet.
        data: &'a [u8],
    },
    /// 10: the bytes a second that the sender can receive and send; 0 is no limit.
    Bandwidth {
        /// What it can receive.
        incoming: u32,
        /// What it can send.
        outgoing: u32,
    },
    /// 11: sets the receiver's throttle.
    Throttle(Throttle),
    /// 12: a part of an unreliable packet, which is delivered in order.
    UnreliableFragment(Fragment<'a>),
}

impl Command<'_> {
    /// Returns the bytes of a packet or of a part of one.
    pub const fn data(&self) -> &[u8] {
        match self {
            Self::Reliable(data)
            | Self::Unreliable { data, .. }
            | Self::Unsequenced { data, .. }
            | Self::Fragment(Fragment { data, .. })
            | Self::UnreliableFragment(Fragment { data, .. }) => data,
            _ => &[],
        }
    }

    /// Whether its sender waits for an acknowledgement.
    pub const fn is_acknowledged(&self) -> bool {
        self.first_byte() & ACKNOWLEDGED != 0
    }
}

/// A command with its head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Framed<'a> {
    /// The channel, or [`CONNECTION`].
    pub channel: u8,
    /// The number of this reliable command, or of the last one before it.
    pub number: u16,
    /// The command.
    pub command: Command<'a>,
}

impl Framed<'_> {
    /// Returns the acknowledgement of a command.
    pub(crate) const fn acknowledgement(channel: u8, number: u16, sent_time: u16) -> Self {
        Self { channel, number, command: Command::Acknowledge { number, sent_time } }
    }
}

/// Reads the commands of a datagram, without its header. Stops after an error.
#[derive(Clone, Debug)]
pub struct Commands<'a> {
    body: &'a [u8],
    at: usize,
}

impl<'a> Commands<'a> {
    /// Takes the bytes after the header, without compression.
    pub const fn new(body: &'a [u8]) -> Self {
        Self { body, at: 0 }
    }

    /// Returns the position of the next command in bytes.
    pub const fn position(&self) -> usize {
        self.at
    }

    /// Checks that a datagram has commands, and that all of them are as `ENet` writes them.
    ///
    /// # Errors
    /// The first deviation.
    pub fn check(header: Header, body: &'a [u8]) -> Result<(), WireError> {
        if body.is_empty() {
            return Err(WireError::Empty);
        }
        for command in Self::new(body) {
            if command?.command.is_acknowledged() && header.sent_time.is_none() {
                return Err(WireError::NoSentTime);
            }
        }
        Ok(())
    }

    fn read(&mut self) -> Result<Framed<'a>, WireError> {
        let at = self.at;
        let mut rest = self.body.get(at..).unwrap_or_default();
        let first = Field::read(&mut rest).ok_or(WireError::Ends(at))?;
        let is_of_connection = match first & KIND {
            // It has the channel of what it acknowledges.
            1 => None,
            2..=5 | 10 | 11 => Some(true),
            6..=9 | 12 => Some(false),
            _ => return Err(WireError::Unknown(at)),
        };
        let channel = Field::read(&mut rest).ok_or(WireError::Ends(at))?;
        let number = Field::read(&mut rest).ok_or(WireError::Ends(at))?;
        let is_other = is_of_connection.is_some_and(|it| it != (channel == CONNECTION));
        if is_other || !Command::has(first) {
            return Err(WireError::Irregular(at));
        }
        let command = Command::read(first, &mut rest).ok_or(WireError::Ends(at))?;
        self.at = self.body.len() - rest.len();
        Ok(Framed { channel, number, command })
    }
}

impl<'a> Iterator for Commands<'a> {
    type Item = Result<Framed<'a>, WireError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.body.len() {
            return None;
        }
        let read = self.read();
        if read.is_err() {
            self.at = self.body.len();
        }
        Some(read)
    }
}

/// What a command is made of: numbers, records of them, and bytes after their number.
trait Field<'a>: Sized {
    fn read(from: &mut &'a [u8]) -> Option<Self>;
    fn write(self, to: &mut Writer<'_>);
}

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl Field<'_> for $integer {
            #[inline]
            fn read(from: &mut &[u8]) -> Option<Self> {
                let (bytes, rest) = from.split_first_chunk()?;
                *from = rest;
                Some(Self::from_be_bytes(*bytes))
            }

            fn write(self, to: &mut Writer<'_>) {
                to.put(&self.to_be_bytes());
            }
        }
    )*};
}

integers!(u8 u16 u32);

fn take<'a>(len: u16, from: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (data, rest) = from.split_at_checked(len.into())?;
    *from = rest;
    Some(data)
}

impl<'a> Field<'a> for &'a [u8] {
    #[inline]
    fn read(from: &mut &'a [u8]) -> Option<Self> {
        take(Field::read(from)?, from)
    }

    fn write(self, to: &mut Writer<'_>) {
        (self.len() as u16).write(to);
        to.put(self);
    }
}

impl<'a> Field<'a> for Fragment<'a> {
    fn read(from: &mut &'a [u8]) -> Option<Self> {
        let (start, len) = (Field::read(from)?, Field::read(from)?);
        let (count, index) = (Field::read(from)?, Field::read(from)?);
        let (total, offset) = (Field::read(from)?, Field::read(from)?);
        Some(Self { start, count, index, total, offset, data: take(len, from)? })
    }

    fn write(self, to: &mut Writer<'_>) {
        self.start.write(to);
        (self.data.len() as u16).write(to);
        for number in [self.count, self.index, self.total, self.offset] {
            number.write(to);
        }
        to.put(self.data);
    }
}

macro_rules! records {
    ($($record:ident { $($field:ident)* })*) => {$(
        impl Field<'_> for $record {
            fn read(from: &mut &[u8]) -> Option<Self> {
                Some(Self { $($field: Field::read(from)?),* })
            }

            fn write(self, to: &mut Writer<'_>) {
                $(self.$field.write(to);)*
            }
        }
    )*};
}

records! {
    Connect {
        slot incoming_session outgoing_session mtu window channels incoming_bandwidth
        outgoing_bandwidth throttle connect_id
    }
    Throttle { interval acceleration deceleration }
}

/// For each command its first byte, and what follows the channel and the number.
macro_rules! commands {
    ($($first:literal $name:ident $content:tt: $($field:ident)*;)*) => {
        impl<'a> Command<'a> {
            #[allow(unused_variables, reason = "the content of the command")]
            const fn first_byte(&self) -> u8 {
                match self {
                    $(Self::$name $content => $first,)*
                }
            }

            /// Whether a command has this first byte.
            const fn has(first: u8) -> bool {
                matches!(first, $($first)|*)
            }

            fn read(first: u8, from: &mut &'a [u8]) -> Option<Self> {
                Some(match first {
                    $($first => {
                        $(let $field = Field::read(from)?;)*
                        Self::$name $content
                    })*
                    _ => return None,
                })
            }

            fn write(self, to: &mut Writer<'_>) {
                match self {
                    $(Self::$name $content => { $($field.write(to);)* })*
                }
            }
        }
    };
}

commands! {
    0x01 Acknowledge { number, sent_time }: number sent_time;
    0x82 Connect(connect, data): connect data;
    0x83 Verify(connect): connect;
    0x84 Disconnect { data, is_acknowledged: true }: data;
    0x44 Disconnect { data, is_acknowledged: false }: data;
    0x85 Ping {}:;
    0x86 Reliable(data): data;
    0x07 Unreliable { number, data }: number data;
    0x88 Fragment(part): part;
    0x49 Unsequenced { group, data }: group data;
    0x8A Bandwidth { incoming, outgoing }: incoming outgoing;
    0x8B Throttle(throttle): throttle;
    0x0C UnreliableFragment(part): part;
}

/// Writes the commands of a datagram, after the bytes for its header.
pub(crate) struct Writer<'a> {
    buffer: &'a mut [u8],
    pub(crate) len: usize,
    pub(crate) commands: usize,
    /// Whether a command wants an acknowledgement, so that the header needs the time.
    pub(crate) is_timed: bool,
}

impl<'a> Writer<'a> {
    pub(crate) const fn new(buffer: &'a mut [u8]) -> Self {
        Self { buffer, len: HEADER, commands: 0, is_timed: false }
    }

    fn put(&mut self, bytes: &[u8]) {
        let end = self.len + bytes.len();
        if let Some(to) = self.buffer.get_mut(self.len..end) {
            to.copy_from_slice(bytes);
        }
        self.len = end;
    }

    /// Writes a command, if the datagram has room for it.
    pub(crate) fn command(&mut self, framed: &Framed<'_>) -> bool {
        let start = self.len;
        let &Framed { channel, number, command } = framed;
        self.put(&[command.first_byte(), channel]);
        number.write(self);
        command.write(self);
        let fits = self.len <= self.buffer.len() && self.commands < MAX_COMMANDS;
        if fits {
            self.commands += 1;
            self.is_timed |= command.is_acknowledged();
        } else {
            self.len = start;
        }
        fits
    }

    /// Takes the last command back, which wants no acknowledgement.
    pub(crate) const fn undo(&mut self, len: usize) {
        self.len = len;
        self.commands -= 1;
    }
}
