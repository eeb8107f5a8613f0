//! What a client shows to get its seat again.

use alloc::boxed::Box;
use core::fmt;
use core::hint::black_box;

use super::SeatError;
use crate::variant::layout::fingerprint;

/// What a client shows to get its seat again.
///
/// Whoever has the token has the player, so it must not be guessed: make it of [random bytes](Self::random), and send it to its player alone.
/// If clients prove who they are in another way, such as a signed ticket, the game may use a name of its [own](Self::new).
///
/// Tokens are compared in a time that does not depend on how many bytes are right. Seats are found by a hash of 64 bits, so what the time of a
/// lookup might tell is less than half of a random token. A token is not shown by `Debug`.
#[derive(Clone)]
pub struct Token(Box<[u8]>);

impl Token {
    /// The length of the longest token.
    pub const MAX_LEN: usize = 64;

    /// Makes a token of random bytes. They must be from a source that nobody can predict: the operating system's, through a crate such as
    /// `getrandom`.
    pub fn random(bytes: [u8; 16]) -> Self {
        Self(bytes.into())
    }

    /// Makes a token of 1 to 64 bytes of the game's own. If a client can name them without any other proof, they must be random.
    ///
    /// # Errors
    /// [`SeatError::TokenLength`].
    pub fn new(bytes: &[u8]) -> Result<Self, SeatError> {
        match bytes.len() {
            1..=Self::MAX_LEN => Ok(Self(bytes.into())),
            len => Err(SeatError::TokenLength(len)),
        }
    }

    /// Returns its bytes, to send them to the player.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Whether these are its bytes, in a time that depends on the length alone.
    pub(super) fn is(&self, bytes: &[u8]) -> bool {
        let pairs = self.0.iter().zip(bytes);
        let differ = pairs.fold(0, |differ, (own, other)| black_box(differ | (own ^ other)));
        self.0.len() == bytes.len() && differ == 0
    }

    pub(super) fn hash(&self) -> u64 {
        Self::hash_of(&self.0)
    }

    /// It needs no secret: equal hashes only make a lookup slower. No token is as long as what is cut.
    pub(super) fn hash_of(bytes: &[u8]) -> u64 {
        let bytes = bytes.get(..=Self::MAX_LEN).unwrap_or(bytes);
        fingerprint::bytes(fingerprint::START, bytes)
    }
}

impl PartialEq for Token {
    fn eq(&self, other: &Self) -> bool {
        self.is(&other.0)
    }
}

impl Eq for Token {}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Token({} bytes)", self.0.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hash finds tokens, and this decides.
    #[test]
    fn a_token_is_compared_as_a_whole() {
        let token = Token::new(b"abcd").expect("a length");
        assert!(token.is(b"abcd"));
        for other in [&b""[..], b"abc", b"abcde", b"Abcd", b"abcD", b"abce", b"badc"] {
            assert!(!token.is(other), "{other:?}");
            assert_ne!(token.hash(), Token::hash_of(other), "{other:?}");
            assert_ne!(Some(&token), Token::new(other).ok().as_ref());
        }
    }
}
