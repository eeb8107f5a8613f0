//! Guesses the transport of bytes if the user has not named it.

use super::websocket;

/// The length of a frame, once its bytes are there.
pub(super) fn length(bytes: &[u8], big_endian: bool) -> Option<usize> {
    let word = *bytes.first_chunk()?;
    let length = if big_endian { u32::from_be_bytes(word) } else { u32::from_le_bytes(word) };
    Some(length as usize)
}

/// The highest number of a type that an engine has had so far is lower.
const TYPES: u8 = 64;
/// The flags of a header that an engine has had so far.
const FLAGS: u8 = 0x0F;

/// Whether a frame with a Variant begins here, as far as the bytes tell: four are needed.
pub(super) fn is_framed(bytes: &[u8], big_endian: bool, max: usize) -> Option<bool> {
    let length = length(bytes, big_endian)?;
    // Every Variant has a multiple of four bytes.
    let is_length = (4..=max).contains(&length) && length % 4 == 0;
    let is_header = bytes.get(4..8).is_none_or(
        |header| matches!(header, [kind, 0, flags, 0] if *kind < TYPES && *flags <= FLAGS),
    );
    Some(is_length && is_header)
}

/// Whether it is a line of HTTP with which a WebSocket begins, or of its answer.
pub(super) fn is_http(bytes: &[u8]) -> bool {
    [&b"GET "[..], b"HTTP/1."].iter().any(|start| bytes.starts_with(start))
}

/// Whether frames of WebSocket begin here, one after the other up to the end of these bytes. One has to end a message;
/// if it goes on after these bytes, it has to be long.
pub(super) fn is_websocket(bytes: &[u8]) -> bool {
    let (mut rest, mut is_open, mut found) = (bytes, false, false);
    // The header of the last one may be cut.
    while let Some(header) = websocket::Header::read(rest) {
        if header.fault(is_open).is_some() {
            return false;
        }
        let len = usize::try_from(header.len).unwrap_or(usize::MAX);
        let after = rest.get(header.size.saturating_add(len)..);
        if !header.is_control() {
            is_open = !header.is_last;
            found |= header.is_last && (after.is_some() || header.len > websocket::MAX_CONTROL);
        }
        rest = after.unwrap_or_default();
    }
    found
}

/// The name of what is often met and cannot be read.
pub(super) fn known(bytes: &[u8]) -> Option<&'static str> {
    const METHODS: [&[u8]; 5] = [b"GET ", b"POST ", b"PUT ", b"HEAD ", b"HTTP/"];
    match bytes {
        [20..=23, 3, 0..=4, ..] => Some("TLS"),
        [20..=23, 0xFE, 0xFD | 0xFF, ..] => Some("DTLS"),
        _ if METHODS.iter().any(|method| bytes.starts_with(method)) => Some("HTTP"),
        _ => None,
    }
}
