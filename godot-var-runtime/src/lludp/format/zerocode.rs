//! Zero-coding: a run of zeros is a zero byte and the length of the run.
//!
//! The scans take eight bytes at a time. While a packet is expanded, stores of whole words may
//! reach past the end of the result.

use crate::{DecodeError, DecodeErrorKind};

/// The default maximum size of an expanded packet in bytes, with its header.
pub const DEFAULT_EXPANDED: usize = 12288;

/// The maximum size of an expanded packet in Second Life's viewer in bytes, with its header.
pub const VIEWER_EXPANDED: usize = 8192;

const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x8080_8080_8080_8080;

/// The top bit of the first zero byte of a little-endian word, and bits above it; 0 if there is
/// none.
#[inline(always)]
fn zero_bytes(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & TOPS
}

/// The number of bytes before the first zero byte of a little-endian word; 8 if there is none.
#[inline(always)]
fn literals(word: u64) -> usize {
    (zero_bytes(word).trailing_zeros() / 8) as usize
}

/// Expands a zero-coded body into `out` and returns the expanded length in bytes. Bytes of `out`
/// after these may have changed.
///
/// `00 N` is N zeros. As in the viewer, each further `00` after the first adds 256: `00 00 N` is
/// 256 + N zeros. A `00` at the very end is one zero.
///
/// # Errors
/// [`DecodeErrorKind::LimitExceeded`] at the byte of the input that does not fit into `out`.
pub fn expand(coded: &[u8], out: &mut [u8]) -> Result<usize, DecodeError> {
    let mut rest = coded;
    let mut used = 0;
    loop {
        while let (Some(word), Some(room)) = (rest.first_chunk::<8>(), room::<8>(out, used)) {
            *room = *word;
            let len = literals(u64::from_le_bytes(*word));
            used += len;
            rest = rest.get(len..).unwrap_or_default();
            if len < 8 {
                break;
            }
        }
        let Some((&byte, after)) = rest.split_first() else { return Ok(used) };
        if byte != 0 {
            match out.get_mut(used) {
                Some(room) => *room = byte,
                None => return Err(too_long(coded.len() - rest.len(), out.len())),
            }
            used += 1;
            rest = after;
            continue;
        }
        let (mut zeros, mut after) = (1, after);
        while let Some((0, next)) = after.split_first() {
            zeros += 256;
            after = next;
        }
        if let Some((&count, next)) = after.split_first() {
            zeros += usize::from(count) - 1;
            after = next;
        }
        match room::<32>(out, used) {
            Some(room) if zeros <= 32 => *room = [0; 32],
            _ => match out.get_mut(used..used + zeros) {
                Some(room) => room.fill(0),
                None => return Err(too_long(coded.len() - rest.len(), out.len())),
            },
        }
        used += zeros;
        rest = after;
    }
}

#[inline(always)]
fn room<const N: usize>(out: &mut [u8], used: usize) -> Option<&mut [u8; N]> {
    out.get_mut(used..)?.first_chunk_mut()
}

#[cold]
fn too_long(offset: usize, limit: usize) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::LimitExceeded,
        offset,
        alloc::format!("zero-coded bytes that expand to at most {limit}"),
        "more",
    )
}

/// Zero-codes `body` into `out`. Returns the length in bytes, or `None` if `out` is too short.
/// Bytes of `out` after these do not change.
///
/// The result is at most twice as long as the body.
pub fn compress(body: &[u8], out: &mut [u8]) -> Option<usize> {
    let mut compressor = Compressor::new(out);
    compressor.feed(body);
    compressor.finish().ok()
}

/// Zero-codes its input piece by piece; runs continue across pieces.
#[derive(Debug)]
pub(super) struct Compressor<'a> {
    out: &'a mut [u8],
    /// Bytes written; after the buffer is full, also the bytes that did not fit.
    used: usize,
    zeros: usize,
}

impl<'a> Compressor<'a> {
    pub(super) fn new(out: &'a mut [u8]) -> Self {
        Self { out, used: 0, zeros: 0 }
    }

    pub(super) fn feed(&mut self, body: &[u8]) {
        let mut rest = body;
        'pieces: loop {
            // Zeros, some of which may come from the previous piece.
            while let Some(word) = rest.first_chunk::<8>() {
                let len = (u64::from_le_bytes(*word).trailing_zeros() / 8) as usize;
                self.zeros += len;
                rest = rest.get(len..).unwrap_or_default();
                if len < 8 {
                    break;
                }
            }
            while let Some((0, after)) = rest.split_first() {
                self.zeros += 1;
                rest = after;
            }
            if rest.is_empty() {
                return;
            }
            self.put_zeros();
            while let (Some(word), Some(room)) =
                (rest.first_chunk::<8>(), room::<8>(self.out, self.used))
            {
                let value = u64::from_le_bytes(*word);
                let zeros = zero_bytes(value);
                let len = literals(value);
                self.used += len;
                rest = rest.get(len..).unwrap_or_default();
                if zeros != 0 {
                    // Bytes after the literals are not overwritten: the message may end there.
                    let before = (zeros ^ zeros.wrapping_sub(1)) >> 8;
                    let old = u64::from_le_bytes(*room);
                    *room = (old ^ ((old ^ value) & before)).to_le_bytes();
                    continue 'pieces;
                }
                *room = *word;
            }
            while let Some((&byte, after)) = rest.split_first() {
                if byte == 0 {
                    break;
                }
                self.put(byte);
                rest = after;
            }
        }
    }

    #[inline(always)]
    fn put(&mut self, byte: u8) {
        if let Some(room) = self.out.get_mut(self.used) {
            *room = byte;
        }
        self.used += 1;
    }

    #[inline(always)]
    fn put_zeros(&mut self) {
        while self.zeros > 0 {
            let count = self.zeros.min(255);
            self.put(0);
            self.put(count as u8);
            self.zeros -= count;
        }
    }

    /// Returns the number of bytes written; if they do not fit, the number needed as an error.
    pub(super) fn finish(mut self) -> Result<usize, usize> {
        self.put_zeros();
        if self.used <= self.out.len() { Ok(self.used) } else { Err(self.used) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;

    fn compressed(body: &[u8]) -> Vec<u8> {
        let mut out = vec![0; body.len() * 2];
        let len = compress(body, &mut out).expect("twice the length is enough");
        out.truncate(len);
        out
    }

    #[test]
    fn runs_are_cut_at_255() {
        assert_eq!(compressed(&[0]), [0, 1]);
        assert_eq!(compressed(&[0; 255]), [0, 255]);
        assert_eq!(compressed(&[0; 256]), [0, 255, 0, 1]);
        assert_eq!(compressed(&[0; 600]), [0, 255, 0, 255, 0, 90]);
        assert_eq!(compressed(&[1, 0, 0, 2]), [1, 0, 2, 2]);
    }

    #[test]
    fn expansion_follows_the_viewer() {
        let mut out = [9; 1024];
        for (coded, zeros) in
            [(&[0, 7][..], 7), (&[0], 1), (&[0, 0], 257), (&[0, 0, 44], 300), (&[0, 0, 0, 1], 513)]
        {
            assert_eq!(expand(coded, &mut out), Ok(zeros));
            assert!(out[..zeros].iter().all(|&byte| byte == 0));
        }
        assert_eq!(expand(&[0, 5], &mut [0; 4]).map_err(|error| error.offset()), Err(0));
        assert_eq!(expand(&[1, 2, 3], &mut [0; 2]).map_err(|error| error.offset()), Err(2));
    }

    #[test]
    fn any_body_survives_both_ways() {
        let mut state = 1_u32;
        for len in 0..700 {
            let body: Vec<u8> = (0..len)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    if state >> 29 < 4 { 0 } else { (state >> 16) as u8 }
                })
                .collect();
            let coded = compressed(&body);
            let mut out = vec![0; len];
            assert_eq!(expand(&coded, &mut out), Ok(len));
            assert_eq!(out, body);
            if len > 0 {
                assert!(expand(&coded, &mut out[..len - 1]).is_err());
                assert_eq!(compress(&body, &mut vec![0; coded.len() - 1]), None);
                let mut out = vec![0xAA; coded.len() + 16];
                assert_eq!(compress(&body, &mut out[..coded.len()]), Some(coded.len()));
                assert_eq!(compress(&body, &mut out), Some(coded.len()));
                assert_eq!(out, [&coded[..], &[0xAA; 16]].concat());
            }
        }
    }
}
