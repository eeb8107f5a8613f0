//! Tickets: a lobby signs which player may join which room until when, and the process of the room checks it without asking anybody.
//!
//! The lobby and its rooms share a [`TicketKey`]. The signature is HMAC-SHA256: both sides belong to one operator, so a shared secret is
//! enough, and it needs less code than a pair of keys. Anyone who has the key can sign, so clients must never get it.
//!
//! ```
//! use godot_var_multiplayer::tickets::{Ticket, TicketError, TicketGate, TicketKey};
//!
//! let key = || TicketKey::new([7; 32]); // 32 random bytes, the same in all processes
//! let now = 1_800_000_000; // Unix time in seconds
//!
//! // In the lobby. The number of a ticket is random or counted, so that no two tickets are the same.
//! let ticket = Ticket::new("red", "Ann", now + 30, 1);
//! let text = key().sign(&ticket)?;
//!
//! // In the process of the room.
//! let mut gate = TicketGate::new(key());
//! assert_eq!(gate.check(&text, "blue", now), Err(TicketError::WrongRoom));
//! assert_eq!(gate.check(&text, "red", now)?.player, "Ann");
//! assert_eq!(gate.check(&text, "red", now), Err(TicketError::SeenBefore));
//! # Ok::<(), TicketError>(())
//! ```
//!
//! The text consists of letters, digits, `-` and `_`, so it can be part of a URL. A client of Godot 4 sends it with
//! `multiplayer.send_auth(1, ticket.to_ascii_buffer())`, and the session returns it in [`Event::Auth`](crate::Event::Auth).
//!
//! A ticket is not encrypted. Anyone who reads it before its player has used it can use it instead: send it over TLS, and let it expire soon.
//! To change the key, keep a gate with the old one until its tickets have expired.
//!
//! # The text
//!
//! Base64 with the alphabet of URLs and without padding, of these bytes:
//!
//! | Bytes | Content |
//! |---|---|
//! | 1 | the version of this form, 1 |
//! | 8 | `expires`, little-endian |
//! | 8 | `number`, little-endian |
//! | 1, then n | the length of `room`, and its UTF-8 |
//! | 1, then n | the length of `player`, and its UTF-8 |
//! | 32 | HMAC-SHA256 of `godot-var ticket`, and of all bytes before |

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::{error, fmt};

use data_encoding::BASE64URL_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

const VERSION: u8 = 1;
/// Keeps signatures apart from those of other programs with the same key.
const DOMAIN: &[u8] = b"godot-var ticket";
const SIGNATURE_LEN: usize = 32;
/// The maximum length of a room or a player: what its byte of length can say.
const MAX_NAME_LEN: usize = u8::MAX as usize;
const MAX_BYTES: usize = 1 + 8 + 8 + 2 * (1 + MAX_NAME_LEN) + SIGNATURE_LEN;
/// The length of the longest text.
const MAX_TEXT_LEN: usize = (MAX_BYTES * 4).div_ceil(3);

/// Who may join which room, until when.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Ticket {
    /// The room, at most 255 bytes.
    pub room: String,
    /// The player, at most 255 bytes.
    pub player: String,
    /// The Unix time in seconds from which the ticket is refused.
    pub expires: u64,
    /// Makes two tickets differ that are the same otherwise: a counter or a random number. It need not be secret.
    pub number: u64,
}

impl Ticket {
    /// Returns a ticket, which is not signed yet.
    pub fn new(room: &str, player: &str, expires: u64, number: u64) -> Self {
        Self { room: room.to_owned(), player: player.to_owned(), expires, number }
    }

    fn to_bytes(&self) -> Result<Vec<u8>, TicketError> {
        let mut bytes = Vec::with_capacity(MAX_BYTES);
        bytes.push(VERSION);
        bytes.extend(self.expires.to_le_bytes());
        bytes.extend(self.number.to_le_bytes());
        for name in [&self.room, &self.player] {
            bytes.push(u8::try_from(name.len()).map_err(|_| TicketError::TooLong)?);
            bytes.extend(name.as_bytes());
        }
        Ok(bytes)
    }

    /// Reads what [`to_bytes`](Self::to_bytes) has written. Returns `None` for anything else.
    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (&version, bytes) = bytes.split_first()?;
        let (expires, bytes) = bytes.split_first_chunk()?;
        let (number, bytes) = bytes.split_first_chunk()?;
        let (room, bytes) = split_name(bytes)?;
        let (player, rest) = split_name(bytes)?;
        let (expires, number) = (u64::from_le_bytes(*expires), u64::from_le_bytes(*number));
        (version == VERSION && rest.is_empty()).then(|| Self::new(room, player, expires, number))
    }
}

/// Splits off a text after its length.
fn split_name(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let (&len, bytes) = bytes.split_first()?;
    let (name, rest) = bytes.split_at_checked(len.into())?;
    Some((core::str::from_utf8(name).ok()?, rest))
}

/// The secret that a lobby and its rooms share.
#[derive(Clone)]
pub struct TicketKey(Hmac<Sha256>);

impl fmt::Debug for TicketKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TicketKey(secret)")
    }
}

impl TicketKey {
    /// Returns the key of these bytes, which must be random: 32 bytes of `getrandom` or `openssl rand`.
    pub fn new(secret: [u8; 32]) -> Self {
        // HMAC fills a short key up to a block with zeros.
        let mut block = [0; 64];
        block[..32].copy_from_slice(&secret);
        Self(Hmac::new(&block.into()).chain_update(DOMAIN))
    }

    /// Returns the ticket as a signed text, for a URL or an authentication message.
    ///
    /// # Errors
    ///
    /// [`TicketError::TooLong`] if the room or the player has more than 255 bytes.
    pub fn sign(&self, ticket: &Ticket) -> Result<String, TicketError> {
        let mut bytes = ticket.to_bytes()?;
        let signature = self.0.clone().chain_update(&bytes).finalize().into_bytes();
        bytes.extend(signature);
        Ok(BASE64URL_NOPAD.encode(&bytes))
    }

    /// Returns the ticket and its signature, if this key has signed it.
    fn open(&self, text: &[u8]) -> Result<(Ticket, [u8; SIGNATURE_LEN]), TicketError> {
        if text.len() > MAX_TEXT_LEN {
            return Err(TicketError::Malformed);
        }
        let bytes = BASE64URL_NOPAD.decode(text).map_err(|_| TicketError::Malformed)?;
        let (content, signature) =
            bytes.split_last_chunk::<SIGNATURE_LEN>().ok_or(TicketError::Malformed)?;
        let ticket = Ticket::from_bytes(content).ok_or(TicketError::Malformed)?;
        // Takes the same time for all wrong signatures.
        let checked = self.0.clone().chain_update(content).verify(signature.into());
        checked.map_err(|_| TicketError::BadSignature)?;
        Ok((ticket, *signature))
    }
}

/// Checks the tickets of a process, for one room or many, and lets each in once.
///
/// It remembers the tickets that it let in until they expire. A process that starts anew has forgotten them: put into the room's name what
/// differs then, such as a number of the room's owner, or let tickets expire within seconds.
#[derive(Clone, Debug)]
pub struct TicketGate {
    key: TicketKey,
    leeway: u64,
    capacity: usize,
    /// When a ticket expires, and its signature.
    seen: BTreeSet<(u64, [u8; SIGNATURE_LEN])>,
    /// Tickets that expire up to this time are forgotten, and therefore refused, also if the clock is set back.
    forgotten: u64,
}

impl TicketGate {
    /// Returns a gate that has seen no ticket.
    pub fn new(key: TicketKey) -> Self {
        Self { key, leeway: 0, capacity: 65_536, seen: BTreeSet::new(), forgotten: 0 }
    }

    /// Accepts tickets for so many seconds after they expire, for a clock that is ahead of the lobby's. Default: 0.
    #[must_use]
    pub fn with_leeway(mut self, seconds: u64) -> Self {
        self.leeway = seconds;
        self
    }

    /// Remembers at most so many tickets, of about 40 bytes each. Further ones are refused with [`TicketError::Full`] until one of these
    /// expires. Default: 65,536.
    #[must_use]
    pub fn with_capacity(mut self, tickets: usize) -> Self {
        self.capacity = tickets;
        self
    }

    /// Lets a ticket in, or says why not. `text` comes from the client, `now` is the Unix time in seconds. A refused ticket changes nothing.
    pub fn check(
        &mut self,
        text: impl AsRef<[u8]>,
        room: &str,
        now: u64,
    ) -> Result<Ticket, TicketError> {
        self.forget(now);
        let (ticket, signature) = self.key.open(text.as_ref())?;
        if ticket.room != room {
            return Err(TicketError::WrongRoom);
        }
        if self.is_over(ticket.expires, now) || ticket.expires <= self.forgotten {
            return Err(TicketError::Expired);
        }
        let entry = (ticket.expires, signature);
        if self.seen.contains(&entry) {
            return Err(TicketError::SeenBefore);
        }
        if self.seen.len() >= self.capacity {
            return Err(TicketError::Full);
        }
        self.seen.insert(entry);
        Ok(ticket)
    }

    /// Returns how many tickets are remembered.
    pub fn remembered(&self) -> usize {
        self.seen.len()
    }

    fn is_over(&self, expires: u64, now: u64) -> bool {
        now >= expires.saturating_add(self.leeway)
    }

    fn forget(&mut self, now: u64) {
        while let Some(&(expires, _)) = self.seen.first() {
            if !self.is_over(expires, now) {
                break;
            }
            self.seen.pop_first();
            self.forgotten = expires;
        }
    }
}

/// Why a ticket is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TicketError {
    /// The text is not a ticket, or is cut.
    Malformed,
    /// Another key has signed the ticket, or somebody has changed it.
    BadSignature,
    /// The ticket is for another room.
    WrongRoom,
    /// The ticket has expired.
    Expired,
    /// Somebody has used the ticket already.
    SeenBefore,
    /// The gate remembers as many tickets as it may.
    Full,
    /// A room or player to sign has more than 255 bytes.
    TooLong,
}

impl fmt::Display for TicketError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "this is not a ticket",
            Self::BadSignature => "the ticket has a wrong signature",
            Self::WrongRoom => "the ticket is for another room",
            Self::Expired => "the ticket has expired; ask the lobby for another one",
            Self::SeenBefore => "the ticket was used before; ask the lobby for another one",
            Self::Full => "too many tickets are in use; try again in some seconds",
            Self::TooLong => "a room or player in a ticket has more than 255 bytes",
        })
    }
}

impl error::Error for TicketError {}
