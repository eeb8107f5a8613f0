//! The length prefix of streams and files, and the header of Godot 3's ENet packets.
//!
//! Packets (UDP, WebSocket, ENet) preserve the boundaries of values. A stream of bytes does not, so
//! `StreamPeer.put_var`, `PacketPeerStream` and `store_var` write a length before each value. This
//! module frames bytes and does not read the values in them.

mod decoder;
mod enet;
#[cfg(feature = "std")]
mod io;

use alloc::vec::Vec;

pub use decoder::FrameDecoder;
pub use enet::EnetHeader;
#[cfg(feature = "std")]
pub use io::{read_frame, write_frame};

use crate::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Limits};

/// The byte order of the length before a frame. The value itself is always little-endian.
///
/// | Offset | Size | Field | Encoding |
/// |-------:|-----:|-------|----------|
/// | 0 | 4 | length | u32, below 2^31: bytes of the value |
/// | 4 | length | value | a Variant |
///
/// | Written by | Order |
/// |---|---|
/// | `StreamPeer.put_var`, `StreamPeerTCP.put_var` | little-endian; big-endian if the stream's `big_endian` is set |
/// | `File.store_var`, `FileAccess.store_var` | little-endian; big-endian if the file's `endian_swap` or `big_endian` is set |
/// | `PacketPeerStream` | always little-endian, also if its stream's `big_endian` is set |
///
/// # Examples
/// ```
/// use godot_var_runtime::variant::LengthOrder;
///
/// assert_eq!(LengthOrder::LittleEndian.prefix(0x38)?, [0x38, 0, 0, 0]);
/// assert_eq!(LengthOrder::BigEndian.prefix(0x38)?, [0, 0, 0, 0x38]);
/// # Ok::<(), godot_var_runtime::EncodeError>(())
/// ```
///
/// # Source
/// The engines 3.2.3, 3.6.2 and 4.6.3: `tests/programs/engine.rs` runs each line of the table against them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LengthOrder {
    /// The least significant byte first: the engines' default.
    #[default]
    LittleEndian,
    /// The most significant byte first.
    BigEndian,
}

impl LengthOrder {
    /// Returns the four bytes before a value of `len` bytes.
    ///
    /// # Errors
    /// [`EncodeErrorKind::TooLong`] for 2^31 bytes and more: engines read the length as an `i32`.
    pub fn prefix(self, len: usize) -> Result<[u8; 4], EncodeError> {
        match i32::try_from(len) {
            Ok(len) => Ok(match self {
                Self::LittleEndian => len.to_le_bytes(),
                Self::BigEndian => len.to_be_bytes(),
            }),
            Err(_) => Err(EncodeError::new(
                EncodeErrorKind::TooLong,
                alloc::format!("a frame of {len} bytes; its length must be below 2^31"),
            )),
        }
    }

    /// The length in a prefix that was read at `offset`, if it is valid and at most `max`.
    pub(crate) fn length(
        self,
        prefix: [u8; 4],
        max: usize,
        offset: usize,
    ) -> Result<usize, DecodeError> {
        let length = match self {
            Self::LittleEndian => u32::from_le_bytes(prefix),
            Self::BigEndian => u32::from_be_bytes(prefix),
        };
        match plausible(length, max) {
            Some(length) => Ok(length),
            None => Err(bad_length(length, max, offset)),
        }
    }
}

/// The length as a size, if it is below 2^31 and at most `max`.
fn plausible(length: u32, max: usize) -> Option<usize> {
    let length = usize::try_from(i32::try_from(length).ok()?).ok()?;
    (length <= max).then_some(length)
}

#[cold]
#[inline(never)]
fn bad_length(length: u32, max: usize, offset: usize) -> DecodeError {
    let (kind, expected) = if i32::try_from(length).is_err() {
        (DecodeErrorKind::InvalidLength, "a frame length below 2^31".into())
    } else {
        (DecodeErrorKind::LimitExceeded, alloc::format!("a frame of at most {max} bytes"))
    };
    // The usual cause is a peer with the other byte order: show the length in that order.
    let swapped = length.swap_bytes();
    if let Some(swapped) = plausible(swapped, max) {
        let found = alloc::format!("the length {length} ({swapped} in the other byte order)");
        return DecodeError::new(kind, offset, expected, found);
    }
    let error = DecodeError::new(kind, offset, expected, alloc::format!("the length {length}"));
    if kind == DecodeErrorKind::LimitExceeded { error.hinted(Limits::RAISES_BYTES) } else { error }
}

/// Appends the length of the bytes and the bytes.
///
/// # Errors
/// [`EncodeErrorKind::TooLong`] for 2^31 bytes and more; nothing is appended then.
///
/// # Examples
/// ```
/// use godot_var_runtime::variant::{LengthOrder, put_frame};
///
/// let mut out = Vec::new();
/// put_frame(&[0, 0, 0, 0], LengthOrder::LittleEndian, &mut out)?; // null
/// assert_eq!(out, [4, 0, 0, 0, 0, 0, 0, 0]);
/// # Ok::<(), godot_var_runtime::EncodeError>(())
/// ```
#[doc(alias("put_var", "store_var"))]
pub fn put_frame(payload: &[u8], order: LengthOrder, out: &mut Vec<u8>) -> Result<(), EncodeError> {
    let prefix = order.prefix(payload.len())?;
    out.reserve(prefix.len() + payload.len());
    out.extend_from_slice(&prefix);
    out.extend_from_slice(payload);
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use alloc::vec;
    use proptest::collection::vec as list;
    use proptest::prelude::*;

    const ORDERS: [LengthOrder; 2] = [LengthOrder::LittleEndian, LengthOrder::BigEndian];

    /// All frames that are complete, and the error after them.
    fn drain(decoder: &mut FrameDecoder) -> (Vec<Vec<u8>>, Option<DecodeError>) {
        let mut frames = Vec::new();
        loop {
            match decoder.next_frame() {
                Ok(Some(frame)) => frames.push(frame.to_vec()),
                Ok(None) => return (frames, None),
                Err(error) => return (frames, Some(error)),
            }
        }
    }

    #[test]
    fn prefix_as_seen_on_the_wire() {
        assert_eq!(LengthOrder::LittleEndian.prefix(56).unwrap(), [0x38, 0, 0, 0]);
        assert_eq!(LengthOrder::BigEndian.prefix(56).unwrap(), [0, 0, 0, 0x38]);
        assert_eq!(LengthOrder::default(), LengthOrder::LittleEndian);
        let longest = i32::MAX as usize;
        assert!(LengthOrder::BigEndian.prefix(longest).is_ok());
        let error = LengthOrder::BigEndian.prefix(longest + 1).unwrap_err();
        assert_eq!(error.kind(), EncodeErrorKind::TooLong);
    }

    #[test]
    fn lying_lengths_fail_for_good() {
        for order in ORDERS {
            let mut decoder = FrameDecoder::with_limits(order, Limits::DEFAULT.with_bytes(1 << 16));
            let mut stream = Vec::new();
            put_frame(&[7; 12], order, &mut stream).unwrap();
            stream.extend_from_slice(&order.prefix((1 << 16) + 1).unwrap());
            decoder.feed(&stream);
            let (frames, error) = drain(&mut decoder);
            let error = error.unwrap();
            assert_eq!(frames, [vec![7; 12]]);
            assert_eq!(error.kind(), DecodeErrorKind::LimitExceeded);
            assert_eq!(error.offset(), 16);
            assert_eq!(decoder.buffer.capacity(), 0);

            decoder.feed(&[0; 8]);
            assert_eq!(decoder.buffered(), 0);
            assert_eq!(decoder.next_frame().unwrap_err(), error);
            assert_eq!(decoder.finish().unwrap_err(), error);
        }
    }

    #[test]
    fn the_longest_frame_passes() {
        let limits = Limits::DEFAULT.with_bytes(20);
        let mut decoder = FrameDecoder::with_limits(LengthOrder::LittleEndian, limits);
        decoder.feed(&[20, 0, 0, 0]);
        decoder.feed(&[9; 20]);
        assert_eq!(decoder.next_frame().unwrap(), Some(&[9; 20][..]));
        assert!(decoder.finish().is_ok());
        decoder.feed(&[21, 0, 0, 0]);
        let error = decoder.next_frame().unwrap_err();
        assert_eq!(error.kind(), DecodeErrorKind::LimitExceeded);
    }

    #[test]
    fn negative_lengths_are_invalid_under_any_limit() {
        for prefix in [[0, 0, 0, 0x80], [0xff; 4]] {
            for limits in [Limits::DEFAULT, Limits::NONE.with_bytes(usize::MAX)] {
                let mut decoder = FrameDecoder::with_limits(LengthOrder::LittleEndian, limits);
                decoder.feed(&prefix);
                let error = decoder.next_frame().unwrap_err();
                assert_eq!(error.kind(), DecodeErrorKind::InvalidLength);
            }
        }
    }

    #[test]
    fn the_other_byte_order_is_named() {
        let mut decoder = FrameDecoder::new(LengthOrder::LittleEndian);
        decoder.feed(&[0, 0, 0, 0x38]);
        assert_eq!(
            alloc::format!("{}", decoder.next_frame().unwrap_err()),
            "expected a frame of at most 16777216 bytes, \
             found the length 939524096 (56 in the other byte order) at byte 0"
        );
    }

    #[test]
    fn many_small_frames_in_one_feed_move_no_bytes() {
        let mut stream = Vec::new();
        for number in 0..200_000_u32 {
            put_frame(&number.to_le_bytes(), LengthOrder::LittleEndian, &mut stream).unwrap();
        }
        let mut decoder = FrameDecoder::new(LengthOrder::LittleEndian);
        decoder.feed(&stream);
        let data = decoder.buffer.as_ptr();
        for number in 0..200_000_u32 {
            assert_eq!(decoder.next_frame().unwrap(), Some(&number.to_le_bytes()[..]));
            assert_eq!(decoder.buffer.as_ptr(), data);
        }
        assert_eq!(decoder.buffer.len(), stream.len());
        decoder.feed(&[]);
        assert!(decoder.buffer.capacity() <= FrameDecoder::KEPT);
    }

    /// However much waits, a feed moves no more bytes than were returned, and keeps no more than wait.
    #[test]
    fn frames_that_are_taken_between_feeds_move_few_bytes() {
        let mut frame = Vec::new();
        put_frame(&[7; 4], LengthOrder::LittleEndian, &mut frame).unwrap();
        let mut decoder = FrameDecoder::new(LengthOrder::LittleEndian);
        decoder.feed(&frame.repeat(100));
        let mut moved = 0;
        for returned in 1..=1000 {
            assert_eq!(decoder.next_frame().unwrap(), Some(&[7; 4][..]));
            let before = decoder.buffer.len();
            decoder.feed(&frame);
            assert_eq!(decoder.buffered(), 100 * frame.len());
            let after = decoder.buffer.len() - frame.len();
            moved += if after < before { after } else { 0 };
            assert!(moved <= returned * frame.len(), "{moved} after {returned}");
            assert!(after <= 2 * 100 * frame.len(), "{after} after {returned}");
        }
        assert!(moved > 0);
    }

    #[test]
    fn the_end_inside_a_frame() {
        let mut decoder = FrameDecoder::new(LengthOrder::LittleEndian);
        assert!(decoder.finish().is_ok());
        decoder.feed(&[0, 0, 0, 0, 8, 0]);
        assert_eq!(decoder.next_frame().unwrap(), Some(&[][..]));
        assert_eq!(decoder.next_frame().unwrap(), None);
        let error = decoder.finish().unwrap_err();
        assert!(error.is_incomplete());
        assert_eq!(error.offset(), 6);
    }

    #[test]
    fn enet_header() {
        let header = EnetHeader { sender: -2, target: 1 };
        let mut packet = vec![];
        header.put(&[5; 4], &mut packet);
        assert_eq!(packet.len(), EnetHeader::SIZE + 4);
        assert_eq!(EnetHeader::split(&packet).unwrap(), (header, &[5; 4][..]));
        assert_eq!(EnetHeader::split(&packet[..8]).unwrap(), (header, &[][..]));
        assert!(EnetHeader::split(&packet[..7]).unwrap_err().is_incomplete());
        let mut packets = packet.clone();
        header.put(&[6; 40], &mut packets);
        assert_eq!(packets, [&packet[..], &packet[..8], &[6; 40]].concat());
    }

    proptest! {
        #[test]
        fn any_split_gives_the_same_frames(
            payloads in list(list(any::<u8>(), 0..40), 0..30),
            cuts in list(1_usize..50, 1..20),
            big_endian: bool,
        ) {
            let order = ORDERS[usize::from(big_endian)];
            let mut stream = Vec::new();
            for payload in &payloads {
                put_frame(payload, order, &mut stream).unwrap();
            }
            let mut decoder = FrameDecoder::new(order);
            let mut frames = Vec::new();
            let (mut rest, mut cuts) = (&stream[..], cuts.iter().cycle());
            while !rest.is_empty() {
                let (piece, later) = rest.split_at((*cuts.next().unwrap()).min(rest.len()));
                decoder.feed(piece);
                // Frames are not always taken at once: the rest must survive the next feed.
                if piece.len() % 3 != 0 {
                    let (ready, error) = drain(&mut decoder);
                    prop_assert!(error.is_none());
                    frames.extend(ready);
                }
                rest = later;
            }
            frames.extend(drain(&mut decoder).0);
            prop_assert_eq!(&frames, &payloads);
            prop_assert!(decoder.finish().is_ok());
        }

        #[test]
        fn any_bytes_are_frames_or_an_error(bytes in list(any::<u8>(), 0..200), piece in 1_usize..9) {
            let mut whole = FrameDecoder::new(LengthOrder::BigEndian);
            whole.feed(&bytes);
            let expected = drain(&mut whole);
            let mut pieces = FrameDecoder::new(LengthOrder::BigEndian);
            let mut found = (Vec::new(), None);
            for part in bytes.chunks(piece) {
                pieces.feed(part);
                let (frames, error) = drain(&mut pieces);
                found.0.extend(frames);
                found.1 = error;
            }
            prop_assert_eq!(found, expected);
        }
    }

    #[cfg(feature = "std")]
    mod over_io {
        use super::*;
        use std::io::{self, Cursor, ErrorKind, Read};

        /// Reads and writes a few bytes at a time, with interruptions.
        struct Trickle<T>(T, usize);

        impl<T> Trickle<T> {
            fn step(&mut self, len: usize) -> io::Result<usize> {
                self.1 += 1;
                if self.1.is_multiple_of(2) {
                    Ok(len.min(3))
                } else {
                    Err(ErrorKind::Interrupted.into())
                }
            }
        }

        impl<T: Read> Read for Trickle<T> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let len = self.step(buffer.len())?;
                self.0.read(&mut buffer[..len])
            }
        }

        impl<T: io::Write> io::Write for Trickle<T> {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                let len = self.step(bytes.len())?;
                self.0.write(&bytes[..len])
            }
            fn flush(&mut self) -> io::Result<()> {
                self.0.flush()
            }
        }

        fn read_one(bytes: &[u8], buffer: &mut Vec<u8>) -> io::Result<Option<Vec<u8>>> {
            let mut reader = bytes;
            read_frame(&mut reader, LengthOrder::LittleEndian, Limits::DEFAULT, buffer)
                .map(|frame| frame.map(<[u8]>::to_vec))
        }

        #[test]
        fn a_lying_length_allocates_what_came() {
            let mut bytes = vec![0, 0, 0, 1]; // 16 MiB, the limit
            bytes.extend_from_slice(&[1; 100]);
            let mut buffer = Vec::new();
            let error = read_one(&bytes, &mut buffer).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::UnexpectedEof);
            assert!(buffer.capacity() <= 128 * 1024, "{}", buffer.capacity());
        }

        #[test]
        fn a_bad_length_is_a_decode_error_inside() {
            let cases = [
                ([1, 0, 0, 1], DecodeErrorKind::LimitExceeded),
                ([0, 0, 0, 0x80], DecodeErrorKind::InvalidLength),
            ];
            for (prefix, kind) in cases {
                let error = read_one(&prefix, &mut Vec::new()).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::InvalidData);
                let inner = error.get_ref().unwrap().downcast_ref::<DecodeError>().unwrap();
                assert_eq!(inner.kind(), kind);
            }
        }

        #[test]
        fn the_end_between_and_inside_frames() {
            let mut buffer = vec![1; 9];
            assert_eq!(read_one(&[], &mut buffer).unwrap(), None);
            assert!(buffer.is_empty());
            assert_eq!(read_one(&[0; 4], &mut buffer).unwrap(), Some(vec![]));
            for len in 1..8 {
                let error = read_one(&[4, 0, 0, 0, 9, 9, 9, 9][..len], &mut buffer).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::UnexpectedEof);
            }
        }

        /// Only interruptions are tried again.
        #[test]
        fn other_errors_are_returned() {
            struct Broken;
            impl Read for Broken {
                fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                    Err(ErrorKind::WouldBlock.into())
                }
            }
            impl io::Write for Broken {
                fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                    Err(ErrorKind::BrokenPipe.into())
                }
                fn flush(&mut self) -> io::Result<()> {
                    Ok(())
                }
            }
            let (order, mut buffer) = (LengthOrder::LittleEndian, Vec::new());
            let error = read_frame(&mut Broken, order, Limits::DEFAULT, &mut buffer);
            assert_eq!(error.unwrap_err().kind(), ErrorKind::WouldBlock);
            let error = write_frame(&mut Broken, &[1], order);
            assert_eq!(error.unwrap_err().kind(), ErrorKind::BrokenPipe);
        }

        #[test]
        fn a_full_writer_is_an_error() {
            let mut room = [0; 6];
            let error = write_frame(&mut &mut room[..], &[1; 4], LengthOrder::BigEndian);
            assert_eq!(error.unwrap_err().kind(), ErrorKind::WriteZero);
            let mut room = [0; 2];
            let error = write_frame(&mut &mut room[..], &[1; 4], LengthOrder::BigEndian);
            assert_eq!(error.unwrap_err().kind(), ErrorKind::WriteZero);
        }

        proptest! {
            #[test]
            fn written_frames_read_back(
                payloads in list(list(any::<u8>(), 0..40), 0..10),
                long in 0_usize..200_000,
                big_endian: bool,
            ) {
                let order = ORDERS[usize::from(big_endian)];
                let mut payloads = payloads;
                payloads.push(vec![3; long]);
                let mut expected = Vec::new();
                let mut writer = Trickle(Vec::new(), 0);
                for payload in &payloads {
                    put_frame(payload, order, &mut expected).unwrap();
                    write_frame(&mut writer, payload, order).unwrap();
                }
                prop_assert_eq!(&writer.0, &expected);
                let mut reader = Trickle(Cursor::new(writer.0), 0);
                let mut buffer = Vec::new();
                for payload in &payloads {
                    let frame = read_frame(&mut reader, order, Limits::DEFAULT, &mut buffer).unwrap();
                    prop_assert_eq!(frame, Some(&payload[..]));
                }
                prop_assert!(read_frame(&mut reader, order, Limits::DEFAULT, &mut buffer).unwrap().is_none());
            }
        }
    }
}
