//! Any stream, fed in any pieces.

use std::io::{self, Read};

use bytes::BytesMut;
use godot_var::bridges::codec::{CodecError, VariantCodec};
use godot_var::framing::{EnetHeader, FrameDecoder, LengthOrder, put_frame, read_frame};
use godot_var::{Dialect, FromVariantBytes, Godot4, Limits, Variant};
use godot_var_codegen::inspect::walk_frames;
use tokio_util::codec::Decoder;

use crate::pieces::Pieces;

/// The maximum length of a frame in bytes.
const MOST: usize = 600;

/// Returns what a reader of the whole stream finds: the frames, and how it ends.
fn reference(mut stream: &[u8], order: LengthOrder) -> (Vec<&[u8]>, End) {
    let mut frames = Vec::new();
    loop {
        let Some((prefix, rest)) = stream.split_first_chunk::<4>() else {
            let end = if stream.is_empty() { End::Clean } else { End::Cut };
            return (frames, end);
        };
        let length = match order {
            LengthOrder::LittleEndian => u32::from_le_bytes(*prefix),
            LengthOrder::BigEndian => u32::from_be_bytes(*prefix),
        } as usize;
        if length > MOST {
            return (frames, End::Wrong);
        }
        let Some((frame, after)) = rest.split_at_checked(length) else {
            return (frames, End::Cut);
        };
        frames.push(frame);
        stream = after;
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    Clean,
    Cut,
    Wrong,
}

/// Splits a stream into frames in four ways, which must agree.
///
/// The first byte selects the byte order and the number of bytes for the lengths of pieces.
pub fn framing(bytes: &[u8]) {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let order = if first & 1 == 0 { LengthOrder::LittleEndian } else { LengthOrder::BigEndian };
    let (lengths, stream) = rest.split_at(rest.len().min(usize::from(first >> 4)));
    let limits = Limits::DEFAULT.with_bytes(MOST);
    let (frames, end) = reference(stream, order);

    let mut decoder = FrameDecoder::with_limits(order, limits);
    let (mut taken, mut fed, mut failed) = (0, 0, false);
    let mut pieces = Pieces::new(stream, lengths);
    let mut piece = [0; 256];
    loop {
        let length = pieces.read(&mut piece).expect("a slice");
        if length == 0 {
            break;
        }
        decoder.feed(&piece[..length]);
        fed += length;
        loop {
            match decoder.next_frame() {
                Ok(Some(frame)) => {
                    assert_eq!(Some(&frame), frames.get(taken));
                    taken += 1;
                }
                Ok(None) => break,
                Err(_) => {
                    failed = true;
                    break;
                }
            }
        }
        assert!(decoder.buffered() <= fed.min(MOST + 3 + 256), "more is kept than a frame");
    }
    assert_eq!(taken, frames.len());
    assert_eq!(failed, end == End::Wrong);
    assert_eq!(decoder.finish().is_ok(), end == End::Clean);

    let mut reader = Pieces::new(stream, lengths);
    let mut buffer = Vec::new();
    for frame in &frames {
        let read = read_frame(&mut reader, order, limits, &mut buffer).expect("a frame");
        assert_eq!(read, Some(*frame));
    }
    let last = read_frame(&mut reader, order, limits, &mut buffer).map(|frame| frame.is_none());
    match (last, end) {
        (Ok(true), End::Clean) => {}
        (Err(error), End::Cut) => assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof),
        (Err(error), End::Wrong) => assert_eq!(error.kind(), io::ErrorKind::InvalidData),
        (last, end) => panic!("{last:?} where the stream is {end:?}"),
    }

    by_codec(&mut Pieces::new(stream, lengths), order, limits, &frames, end);

    let mut written = Vec::new();
    for frame in &frames {
        put_frame(frame, order, &mut written).expect("short frames");
    }
    assert_eq!(written, stream[..written.len()]);
    let _ = walk_frames(stream, order == LengthOrder::BigEndian, limits, &Godot4::SPEC, |_| {});
    if let Ok((header, value)) = EnetHeader::split(stream) {
        let mut packet = Vec::new();
        header.put(value, &mut packet);
        assert_eq!(packet, stream);
    }
}

/// The codec for tokio returns the values of the frames, and ends like the stream.
fn by_codec(
    pieces: &mut Pieces<'_>,
    order: LengthOrder,
    limits: Limits,
    frames: &[&[u8]],
    end: End,
) {
    let mut codec = VariantCodec::<Variant, Variant, Godot4>::with_limits(order, limits);
    let (mut buffer, mut piece, mut taken) = (BytesMut::new(), [0; 256], 0);
    let mut take = |item: Result<Variant, CodecError>| match item {
        Err(CodecError::Frame(_)) => false,
        item => {
            let frame = frames.get(taken).expect("no more than the frames");
            match (item, Variant::from_variant_bytes_with::<Godot4>(frame, limits)) {
                (Ok(item), Ok(value)) => assert!(item.identical(&value)),
                (Err(CodecError::Decode(error)), Err(expected)) => assert_eq!(error, expected),
                (item, value) => panic!("{item:?} where the frame is {value:?}"),
            }
            taken += 1;
            true
        }
    };
    let mut failed = false;
    while !failed {
        let length = pieces.read(&mut piece).expect("a slice");
        buffer.extend_from_slice(&piece[..length]);
        while let Some(item) = codec.decode(&mut buffer).transpose() {
            if !take(item) {
                failed = true;
                break;
            }
        }
        if length == 0 {
            break;
        }
    }
    assert_eq!(failed, end == End::Wrong);
    let last = codec.decode_eof(&mut buffer).transpose();
    assert_eq!(last.is_none(), end != End::Cut, "{last:?}");
    assert!(buffer.is_empty());
    assert_eq!(taken, frames.len());
}
