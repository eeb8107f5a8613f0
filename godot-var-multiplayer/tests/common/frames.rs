//! WebSocket as bytes: the request of a client, and its frames.

/// The request of a client, with these headers besides.
pub(super) fn request(headers: &str) -> String {
    format!(
        "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n{headers}\r\n"
    )
}

/// The header of a client's frame of `len` bytes. The mask is zero, so the bytes follow as they are.
pub(super) fn header(first: u8, len: u64) -> Vec<u8> {
    let len = match (u8::try_from(len), u16::try_from(len)) {
        (Ok(len), _) if len < 126 => vec![0x80 | len],
        (_, Ok(len)) => [&[0xFE], &len.to_be_bytes()[..]].concat(),
        _ => [&[0xFF], &len.to_be_bytes()[..]].concat(),
    };
    [&[first], &len[..], &[0; 4]].concat()
}

/// A frame of a client.
pub(super) fn frame(first: u8, bytes: &[u8]) -> Vec<u8> {
    [header(first, bytes.len() as u64), bytes.to_vec()].concat()
}
