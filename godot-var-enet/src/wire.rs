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
pub(crate) const MAX_COMMANDS: usize = 32;
/// The bytes that a sender reserves for the header.
pub(crate) const HEADER: usize = 4;

const SENT_TIME: u16 = 0x8000;
const COMPRESSED: u16 = 0x4000;
const ACKNOWLEDGED: u8 = 0x80;
const UNSEQUENCED: u8 = 0x40;

/// The bytes of each command from 1 to 12 without data, and the position of the length of its data.
pub const COMMANDS: [(usize, Option<usize>); 12] = [
    (8, None),
    (48, None),
    (44, None),
    (8, None),
    (4, None),
    (6, Some(4)),
    (8, Some(6)),
    (24, Some(6)),
    (8, Some(6)),
    (12, None),
    (16, None),
    (24, Some(6)),
];

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
            Self::Unknown(at) => write!(f, "byte {at} after the header is no command of ENet"),
            Self::Ends(at) => {
                write!(f, "the datagram ends within the command at byte {at} after the header")
            }
            Self::Irregular(at) => {
                write!(f, "the flags of the command at byte {at} after the header are wrong")
            }
            Self::NoSentTime => {
                f.write_str("a command wants an acknowledgement, but the datagram has no sent time")
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
    pub fn read(datagram: &[u8]) -> Result<(Self, &[u8]), WireError> {
        let (first, rest) = datagram.split_first_chunk().ok_or(WireError::Header)?;
        let flags = u16::from_be_bytes(*first);
        let (sent_time, body) = if flags & SENT_TIME == 0 {
            (None, rest)
        } else {
            let (time, rest) = rest.split_first_chunk().ok_or(WireError::Header)?;
            (Some(u16::from_be_bytes(*time)), rest)
        };
        let header = Self {
            slot: flags & NO_SLOT,
            session: (flags >> 12 & 3) as u8,
            is_compressed: flags & COMPRESSED != 0,
            sent_time,
        };
        Ok((header, body))
    }

    /// Returns the header's bytes, and how many of them there are: 2 or 4.
    pub const fn to_bytes(self) -> ([u8; HEADER], usize) {
        let mut flags = self.slot & NO_SLOT | (self.session as u16 & 3) << 12;
        if self.is_compressed {
            flags |= COMPRESSED;
        }
        let Some(time) = self.sent_time else {
            let [a, b] = flags.to_be_bytes();
            return ([a, b, 0, 0], 2);
        };
        let ([a, b], [c, d]) = ((flags | SENT_TIME).to_be_bytes(), time.to_be_bytes());
        ([a, b, c, d], HEADER)
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

    pub(crate) const fn kind(&self) -> u8 {
        match self {
            Self::Acknowledge { .. } => 1,
            Self::Connect(..) => 2,
            Self::Verify(_) => 3,
            Self::Disconnect { .. } => 4,
            Self::Ping => 5,
            Self::Reliable(_) => 6,
            Self::Unreliable { .. } => 7,
            Self::Fragment(_) => 8,
            Self::Unsequenced { .. } => 9,
            Self::Bandwidth { .. } => 10,
            Self::Throttle(_) => 11,
            Self::UnreliableFragment(_) => 12,
        }
    }

    const fn flags(&self) -> u8 {
        match self {
            Self::Acknowledge { .. } | Self::Unreliable { .. } | Self::UnreliableFragment(_) => 0,
            Self::Unsequenced { .. } | Self::Disconnect { is_acknowledged: false, .. } => {
                UNSEQUENCED
            }
            _ => ACKNOWLEDGED,
        }
    }

    /// Whether its sender waits for an acknowledgement.
    pub const fn is_acknowledged(&self) -> bool {
        self.flags() == ACKNOWLEDGED
    }

    /// Whether it belongs to the connection, not to one of its channels.
    const fn is_of_connection(&self) -> bool {
        matches!(self.kind(), 2..=5 | 10 | 11)
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
        let rest = self.body.get(at..).unwrap_or_default();
        let first = rest.first().copied().unwrap_or_default();
        let kind = first & 0x0F;
        let (size, length) = usize::from(kind)
            .checked_sub(1)
            .and_then(|kind| COMMANDS.get(kind))
            .ok_or(WireError::Unknown(at))?;
        let (head, rest) = rest.split_at_checked(*size).ok_or(WireError::Ends(at))?;
        let head = Head(head);
        let length = length.map_or(0, |at| usize::from(head.u16(at)));
        let data = rest.get(..length).ok_or(WireError::Ends(at))?;
        let command = match kind {
            1 => Command::Acknowledge { number: head.u16(4), sent_time: head.u16(6) },
            2 => Command::Connect(head.connect(), head.u32(44)),
            3 => Command::Verify(head.connect()),
            4 => Command::Disconnect {
                data: head.u32(4),
                is_acknowledged: first & ACKNOWLEDGED != 0,
            },
            5 => Command::Ping,
            6 => Command::Reliable(data),
            7 => Command::Unreliable { number: head.u16(4), data },
            8 => Command::Fragment(head.fragment(data)),
            9 => Command::Unsequenced { group: head.u16(4), data },
            10 => Command::Bandwidth { incoming: head.u32(4), outgoing: head.u32(8) },
            11 => Command::Throttle(head.throttle(4)),
            _ => Command::UnreliableFragment(head.fragment(data)),
        };
        let (channel, number) = (head.u8(1), head.u16(2));
        let is_regular = first & !0x0F == command.flags()
            && (command.kind() == 1 || command.is_of_connection() == (channel == CONNECTION));
        if !is_regular {
            return Err(WireError::Irregular(at));
        }
        self.at += size + length;
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

/// The fields of a command, whose bytes are all there.
struct Head<'a>(&'a [u8]);

impl Head<'_> {
    fn array<const N: usize>(&self, at: usize) -> [u8; N] {
        self.0.get(at..).and_then(|rest| rest.first_chunk()).copied().unwrap_or([0; N])
    }

    fn u8(&self, at: usize) -> u8 {
        self.0.get(at).copied().unwrap_or_default()
    }

    fn u16(&self, at: usize) -> u16 {
        u16::from_be_bytes(self.array(at))
    }

    fn u32(&self, at: usize) -> u32 {
        u32::from_be_bytes(self.array(at))
    }

    fn throttle(&self, at: usize) -> Throttle {
        Throttle {
            interval: self.u32(at),
            acceleration: self.u32(at + 4),
            deceleration: self.u32(at + 8),
        }
    }

    fn connect(&self) -> Connect {
        Connect {
            slot: self.u16(4),
            incoming_session: self.u8(6),
            outgoing_session: self.u8(7),
            mtu: self.u32(8),
            window: self.u32(12),
            channels: self.u32(16),
            incoming_bandwidth: self.u32(20),
            outgoing_bandwidth: self.u32(24),
            throttle: self.throttle(28),
            connect_id: self.u32(40),
        }
    }

    fn fragment<'a>(&self, data: &'a [u8]) -> Fragment<'a> {
        Fragment {
            start: self.u16(4),
            count: self.u32(8),
            index: self.u32(12),
            total: self.u32(16),
            offset: self.u32(20),
            data,
        }
    }
}

/// Writes commands after the bytes that are in a buffer.
pub(crate) struct Writer<'a> {
    buffer: &'a mut [u8],
    len: usize,
}

impl<'a> Writer<'a> {
    pub(crate) const fn new(buffer: &'a mut [u8], len: usize) -> Self {
        Self { buffer, len }
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    fn put(&mut self, bytes: &[u8]) {
        let end = self.len + bytes.len();
        if let Some(to) = self.buffer.get_mut(self.len..end) {
            to.copy_from_slice(bytes);
            self.len = end;
        }
    }

    /// Writes a command, for which there must be room.
    pub(crate) fn command(&mut self, framed: &Framed<'_>) {
        let Framed { channel, number, command } = framed;
        self.put(&[command.kind() | command.flags(), *channel]);
        self.put(&number.to_be_bytes());
        match command {
            Command::Acknowledge { number, sent_time } => self.shorts(&[*number, *sent_time]),
            Command::Connect(connect, data) => {
                self.connect(connect);
                self.words(&[*data]);
            }
            Command::Verify(connect) => self.connect(connect),
            Command::Disconnect { data, .. } => self.words(&[*data]),
            Command::Ping => {}
            Command::Reliable(data) => self.data(None, data),
            Command::Unreliable { number, data } => self.data(Some(*number), data),
            Command::Unsequenced { group, data } => self.data(Some(*group), data),
            Command::Fragment(part) | Command::UnreliableFragment(part) => {
                self.shorts(&[part.start, part.data.len() as u16]);
                self.words(&[part.count, part.index, part.total, part.offset]);
                self.put(part.data);
            }
            Command::Bandwidth { incoming, outgoing } => self.words(&[*incoming, *outgoing]),
            Command::Throttle(throttle) => self.throttle(*throttle),
        }
    }

    fn shorts(&mut self, shorts: &[u16]) {
        for short in shorts {
            self.put(&short.to_be_bytes());
        }
    }

    fn words(&mut self, words: &[u32]) {
        for word in words {
            self.put(&word.to_be_bytes());
        }
    }

    fn throttle(&mut self, throttle: Throttle) {
        self.words(&[throttle.interval, throttle.acceleration, throttle.deceleration]);
    }

    fn connect(&mut self, connect: &Connect) {
        self.shorts(&[connect.slot]);
        self.put(&[connect.incoming_session, connect.outgoing_session]);
        self.words(&[connect.mtu, connect.window, connect.channels]);
        self.words(&[connect.incoming_bandwidth, connect.outgoing_bandwidth]);
        self.throttle(connect.throttle);
        self.words(&[connect.connect_id]);
    }

    fn data(&mut self, number: Option<u16>, data: &[u8]) {
        if let Some(number) = number {
            self.shorts(&[number]);
        }
        self.shorts(&[data.len() as u16]);
        self.put(data);
    }
}
