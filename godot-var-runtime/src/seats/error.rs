//! Why a connection gets no seat.

use core::fmt;

use super::Token;

/// Why a connection gets no seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SeatError {
    /// No seat has the token: it is wrong, or its seat has ended.
    UnknownToken,
    /// A token is empty or longer than [`Token::MAX_LEN`].
    TokenLength(usize),
    /// Another player has the same token.
    TokenTaken,
    /// The connection has a seat already, or the name of one whose player is away.
    ConnectionTaken,
    /// There are as many seats as [`SeatLimits::max`](super::SeatLimits::max).
    Full,
    /// A session has no peer with this id.
    NotConnected,
}

impl fmt::Display for SeatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownToken => {
                f.write_str("no seat has this token: it is wrong, or its grace time is over")
            }
            Self::TokenLength(len) => {
                write!(f, "a token has 1 to {} bytes, and not {len}", Token::MAX_LEN)
            }
            Self::TokenTaken => f.write_str("another player has the same token"),
            Self::ConnectionTaken => f.write_str(
                "the connection has a seat already, or the id of a player who is away: connect again",
            ),
            Self::Full => f.write_str("all seats are taken: raise `SeatLimits::max`"),
            Self::NotConnected => f.write_str("the peer is not connected"),
        }
    }
}

impl core::error::Error for SeatError {}
