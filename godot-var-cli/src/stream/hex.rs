//! Hex digits as the bytes that they stand for, as they come.

use std::io::{self, Read};

use crate::buffered::Buffered;

/// Bytes that tell a text from a stream of frames: as the length of a frame, four digits are more
/// than 800 MB.
const SNIFFED: usize = 8;

/// A reader of bytes, or of their hex digits: what begins with digits is taken for digits.
///
/// Whitespace between digits is left out. Any other character is an error of the kind `InvalidData`.
#[derive(Debug)]
pub struct MaybeHex<R> {
    input: Buffered<R>,
    is_hex: Option<bool>,
    /// What is wrong after the digits that were read.
    failed: Option<io::Error>,
}

impl<R: Read> MaybeHex<R> {
    /// Reads nothing yet.
    pub const fn new(input: R) -> Self {
        Self { input: Buffered::new(input), is_hex: None, failed: None }
    }

    fn is_hex(&mut self) -> io::Result<bool> {
        if let Some(is_hex) = self.is_hex {
            return Ok(is_hex);
        }
        self.input.fill_to(SNIFFED)?;
        let start = self.input.available();
        let start = start.get(..SNIFFED).unwrap_or(start);
        let is_hex =
            start.iter().all(|byte| byte.is_ascii_hexdigit() || byte.is_ascii_whitespace());
        Ok(*self.is_hex.insert(is_hex))
    }

    /// The next digit.
    fn digit(&mut self) -> io::Result<Option<u8>> {
        loop {
            if self.input.available().is_empty() && !self.input.fill()? {
                return Ok(None);
            }
            let Some(&byte) = self.input.available().first() else { return Ok(None) };
            let digit = char::from(byte).to_digit(16);
            if digit.is_none() && !byte.is_ascii_whitespace() {
                return Err(invalid(&format!(
                    "{:?} is not a hex digit (at character {})",
                    char::from(byte),
                    self.input.offset()
                )));
            }
            self.input.used(1);
            if let Some(digit) = digit {
                return Ok(Some(digit as u8));
            }
        }
    }

    /// The byte of the next two digits.
    fn pair(&mut self) -> io::Result<Option<u8>> {
        let Some(high) = self.digit()? else { return Ok(None) };
        match self.digit()? {
            Some(low) => Ok(Some(high << 4 | low)),
            None => Err(invalid("an odd number of hex digits")),
        }
    }
}

fn invalid(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

impl<R: Read> Read for MaybeHex<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.is_hex()? {
            if self.input.available().is_empty() && !self.input.fill()? {
                return Ok(0);
            }
            let bytes = self.input.available();
            let len = bytes.len().min(buffer.len());
            buffer[..len].copy_from_slice(&bytes[..len]);
            self.input.used(len);
            return Ok(len);
        }
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let mut read = 0;
        for byte in buffer {
            // What has come goes out before more is waited for.
            if read > 0 && self.input.available().len() < 2 {
                break;
            }
            match self.pair() {
                Ok(Some(pair)) => *byte = pair,
                Ok(None) => break,
                Err(error) if read > 0 => {
                    self.failed = Some(error);
                    break;
                }
                Err(error) => return Err(error),
            }
            read += 1;
        }
        Ok(read)
    }
}
