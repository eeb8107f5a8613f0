//! The buffers of `bytes` as targets, `Bytes` as a field.

use bytes::{BufMut, Bytes, BytesMut};
use godot_var::bridges::PutVariant;
use godot_var::error::EncodeErrorKind;
use godot_var::framing::{LengthOrder, put_frame};
use godot_var::output::BytesMutOutput;
use godot_var::{
    EncodeVariant, FromVariantBytes, Godot3, Godot4, GodotVar, Reader, ToVariantBytes, Variant,
};

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Message {
    id: u32,
    text: String,
    blob: Bytes,
    list: Vec<Bytes>,
    maybe: Option<u64>,
}

fn message(len: usize) -> Message {
    Message {
        id: 7,
        text: "x".repeat(len),
        blob: Bytes::from(vec![9; len % 7]),
        list: vec![Bytes::from_static(b"ab"), Bytes::new()],
        maybe: len.is_multiple_of(2).then_some(len as u64),
    }
}

#[test]
fn every_way_gives_the_same_bytes() {
    // Both sides of the 512 bytes that need no allocation.
    for len in (0..40).chain(300..420).chain([5_000]) {
        let message = message(len);
        let expected = message.to_variant_bytes::<Godot4>().unwrap();

        let mut buffer = BytesMut::from(&b"before"[..]);
        assert_eq!(message.put_variant_bytes::<Godot4>(&mut buffer).unwrap(), expected.len());
        assert_eq!(buffer[6..], expected);
        assert_eq!(
            message.append_variant_bytes_mut::<Godot4>(&mut buffer).unwrap(),
            expected.len()
        );
        assert_eq!(buffer[6 + expected.len()..], expected);

        let mut out_of_parts = BytesMut::new();
        EncodeVariant::<Godot4>::encode(&message, &mut BytesMutOutput::new(&mut out_of_parts))
            .unwrap();
        assert_eq!(out_of_parts, expected);

        for order in [LengthOrder::LittleEndian, LengthOrder::BigEndian] {
            let mut frame = vec![];
            put_frame(&expected, order, &mut frame).unwrap();
            let mut buffer = Vec::new();
            assert_eq!(
                message.put_variant_frame::<Godot4>(order, &mut buffer).unwrap(),
                frame.len()
            );
            assert_eq!(buffer, frame);
        }
        let bytes = buffer.freeze();
        let mut reader = Reader::new(&bytes[6..]);
        assert_eq!(Message::read_variant_bytes::<Godot4>(&mut reader).unwrap(), message);
    }
}

#[test]
fn dynamic_values_too() {
    let value = Variant::from(vec![Variant::from(1), Variant::from("x"), Variant::Nil]);
    let mut buffer = BytesMut::new();
    value.append_variant_bytes_mut::<Godot3>(&mut buffer).unwrap();
    assert_eq!(buffer, value.to_variant_bytes::<Godot3>().unwrap());
}

#[test]
fn a_short_buffer_is_left_alone() {
    let message = message(3);
    let needed = message.variant_len::<Godot4>().unwrap();
    for room in [0, 1, needed - 1, needed + 3] {
        let mut buffer = BytesMut::new().limit(room);
        if room >= needed {
            assert!(message.put_variant_bytes::<Godot4>(&mut buffer.get_mut().limit(room)).is_ok());
            buffer.get_mut().clear();
            buffer.set_limit(room);
            let error = message.put_variant_frame::<Godot4>(LengthOrder::LittleEndian, &mut buffer);
            assert_eq!(error.unwrap_err().needed(), Some(needed + 4));
        } else {
            let error = message.put_variant_bytes::<Godot4>(&mut buffer).unwrap_err();
            assert_eq!(error.kind(), EncodeErrorKind::BufferTooSmall);
            assert_eq!(error.needed(), Some(needed));
        }
        assert!(buffer.get_ref().is_empty());
    }
}

#[test]
fn an_error_takes_everything_back() {
    let wrong = Message { maybe: Some(u64::MAX), ..message(3) };
    let mut buffer = BytesMut::from(&b"before"[..]);
    assert_eq!(
        wrong.append_variant_bytes_mut::<Godot4>(&mut buffer).unwrap_err().kind(),
        EncodeErrorKind::OutOfRange
    );
    assert!(wrong.put_variant_bytes::<Godot4>(&mut buffer).is_err());
    assert!(wrong.put_variant_frame::<Godot4>(LengthOrder::BigEndian, &mut buffer).is_err());
    assert_eq!(buffer, b"before"[..]);
}

#[test]
fn bytes_are_a_packed_byte_array() {
    let field = Bytes::from_static(&[1, 2, 3]);
    let bytes = field.to_variant_bytes::<Godot4>().unwrap();
    assert_eq!(bytes, vec![1_u8, 2, 3].to_variant_bytes::<Godot4>().unwrap());
    assert_eq!(Bytes::from_variant_bytes::<Godot4>(&bytes).unwrap(), field);
    for end in 0..bytes.len() - 1 {
        assert!(Bytes::from_variant_bytes::<Godot4>(&bytes[..end]).is_err());
    }
    // As loose as a Vec<u8>.
    let ints = Variant::from(vec![1_i64, 255]).to_variant_bytes::<Godot4>().unwrap();
    assert_eq!(Bytes::from_variant_bytes::<Godot4>(&ints).unwrap(), [1, 255][..]);
}
