//! The RPCs between players, the lobby and rooms, and what processes keep in NATS.

use std::collections::{BTreeMap, VecDeque};

use godot_var::multiplayer::GodotRpc;
use godot_var::{FromVariantBytes, Godot4, GodotVar, ToVariantBytes};

use crate::Failure;

/// How many rooms a process has. Each takes one of tokio's 512 threads for blocking calls.
pub(crate) const MAX_ROOMS: u32 = 400;

/// The text that ends a match.
pub(crate) const OVER: &str = "over";

/// The RPCs of `lobby.gd`.
#[derive(Debug, GodotRpc)]
pub(crate) enum LobbyCall {
    /// A player wants to join a room. The first one with a name has it; the key tells it from others.
    #[rpc(any_peer)]
    Enter {
        player: String,
        key: String,
        room: String,
        version: i64,
    },
    /// The room is at this address, which takes the ticket once.
    Go {
        url: String,
        ticket: String,
    },
    Sorry {
        why: String,
    },
}

/// The RPCs of `room.gd`.
#[derive(Debug, GodotRpc)]
pub(crate) enum RoomCall {
    /// The first call of a connection: the room has kept the player's messages up to `kept`, and `said` of all players.
    Welcome { kept: i64, said: i64, version: i64 },
    /// The player's answer: it has heard everything up to this one, and wants the rest.
    #[rpc(any_peer)]
    Since { said: i64 },
    /// Messages of a player have the numbers 1, 2, 3, …
    #[rpc(any_peer)]
    Say { number: i64, text: String },
    /// The room has kept the player's messages up to this number, and never loses them again.
    Kept { number: i64 },
    /// The message number `said` of the room.
    Heard { said: i64, player: String, number: i64, text: String },
}

/// A message of a player in the log of its room.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array)]
pub(crate) struct Words {
    pub(crate) player: String,
    pub(crate) number: i64,
    pub(crate) text: String,
}

/// What the log of a room consists of.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array, id)]
pub(crate) enum Record {
    /// A process has taken the room. Records of earlier owners are refused from now on.
    #[godot_var(id = 1)]
    Taken { epoch: u64 },
    #[godot_var(id = 2)]
    Said { epoch: u64, entry: u64, words: Vec<Words> },
}

impl Record {
    pub(crate) fn epoch(&self) -> u64 {
        match self {
            Self::Taken { epoch } | Self::Said { epoch, .. } => *epoch,
        }
    }
}

/// How many messages a room repeats for a player who lost its connection.
const RECENT: usize = 1024;

/// A snapshot of a room: all that its next process needs.
#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
pub(crate) struct State {
    pub(crate) epoch: u64,
    /// The last entry of the log that this contains.
    pub(crate) entry: u64,
    /// How far each log was read.
    pub(crate) read: Vec<u64>,
    /// The number of all messages.
    pub(crate) said: i64,
    /// The last number of each player.
    pub(crate) kept: BTreeMap<String, i64>,
    pub(crate) recent: VecDeque<Words>,
    /// Of all messages in their order, so that two states can be compared.
    pub(crate) digest: i64,
}

impl State {
    /// Returns the last number of a player.
    pub(crate) fn kept(&self, player: &str) -> i64 {
        self.kept.get(player).copied().unwrap_or(0)
    }

    /// Applies an entry of the log.
    pub(crate) fn apply(&mut self, entry: u64, words: &[Words]) {
        self.entry = entry;
        for word in words {
            self.said += 1;
            self.kept.insert(word.player.clone(), word.number);
            // FNV-1a.
            for byte in format!("{} {} {};", word.player, word.number, word.text).bytes() {
                self.digest = (self.digest ^ i64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
            self.recent.push_back(word.clone());
        }
        self.recent.drain(..self.recent.len().saturating_sub(RECENT));
    }

    /// Returns the messages after one of this number, each with its own. The oldest may be missing.
    pub(crate) fn since(&self, said: i64) -> impl Iterator<Item = (i64, &Words)> {
        let first = self.said - self.recent.len() as i64 + 1;
        (first..).zip(&self.recent).filter(move |(number, _)| *number > said)
    }
}

/// Where a room is: a value of the bucket ROOMS. Its revision is the epoch of the room's owner.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub(crate) struct Place {
    pub(crate) process: String,
    pub(crate) url: String,
}

/// Who has a name, and its room: a value of the bucket SEATS.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub(crate) struct Seat {
    pub(crate) key: String,
    pub(crate) room: String,
}

/// What a process says of itself five times a second, on `alive.<process>`.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub(crate) struct Alive {
    pub(crate) process: String,
    pub(crate) version: i64,
    pub(crate) rooms: u32,
    pub(crate) draining: bool,
}

/// A lobby's request to a process, on `open.<process>`: take this room, whose place has this revision.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub(crate) struct Open {
    pub(crate) room: String,
    pub(crate) revision: u64,
}

/// The answer: the room's address, and the epoch of its owner.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub(crate) struct Opened {
    pub(crate) url: String,
    pub(crate) epoch: u64,
}

/// What a ticket is for: a room as long as this process owns it.
pub(crate) fn ticket_room(room: &str, epoch: u64) -> String {
    format!("{room}@{epoch}")
}

/// Returns a value as the bytes of a message of NATS.
pub(crate) fn write<T: ToVariantBytes>(value: &T) -> Result<Vec<u8>, Failure> {
    Ok(value.to_variant_bytes::<Godot4>()?)
}

/// Reads the bytes of a message of NATS.
pub(crate) fn read<T: for<'b> FromVariantBytes<'b>>(bytes: &[u8]) -> Result<T, Failure> {
    Ok(T::from_variant_bytes::<Godot4>(bytes)?)
}
