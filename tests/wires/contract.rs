//! What the entry points of every wire promise: the guide's page "other wires" says it in words.

use bytes::BytesMut;
use godot_var::error::{DecodeErrorKind, EncodeErrorKind};
use godot_var::litenet::{
    FromLiteNetBytes, LiteNet2018, LiteNetHead, LiteNetMessage, ToLiteNetBytes,
};
use godot_var::lludp::{FromLludpBytes, LludpBlock, LludpMessage, ToLludpBytes};
use godot_var::{
    FromFlatBytes, FromVariantBytes, Godot3, Godot4, GodotFlat, GodotVar, Limits, Reader,
    ToFlatBytes, ToVariantBytes, flat, layout, litenet,
};

/// The types of each wire: a message, and one of another layout.
#[derive(Debug, PartialEq, GodotVar, GodotFlat, LiteNetMessage)]
#[litenet(msg_type = 300)]
struct Say {
    id: u32,
    text: String,
    #[godot_var(max_len = 10)]
    #[flat(max_len = 10)]
    scores: Vec<u16>,
}

#[derive(GodotVar, GodotFlat, LiteNetMessage)]
#[litenet(msg_type = 301)]
struct Shout {
    id: u32,
    text: String,
    scores: Vec<i16>,
}

#[derive(Debug, PartialEq, LludpMessage)]
#[lludp(frequency = "Low", number = 300)]
struct Chat {
    #[lludp(name = "ChatData")]
    line: Line,
}

#[derive(Debug, PartialEq, LludpBlock)]
struct Line {
    id: u32,
    #[lludp(variable = 1)]
    text: Vec<u8>,
}

fn say(len: usize) -> Say {
    Say { id: 7, text: "hi".to_owned(), scores: vec![3; len] }
}

fn chat(len: usize) -> Chat {
    Chat { line: Line { id: 7, text: vec![b'x'; len] } }
}

/// The test of a wire, from a message, one that it cannot hold, and the names of its entry points.
macro_rules! contract {
    ($($name:ident: $good:expr, $bad:expr, $ty:ty [$($of:tt)*]
        $to:ident $append:ident $append_mut:ident $write:ident $len:ident
        $from:ident $from_with:ident $read:ident;)*) => {$(
        mod $name {
            use super::*;

            #[test]
            fn what_is_written_has_its_exact_length() {
                let message: $ty = $good;
                let bytes = message.$to $($of)* ().unwrap();
                assert!(bytes.len() > 6);
                assert_eq!(message.$len $($of)* (), Ok(bytes.len()));

                let mut appended = vec![1, 2];
                assert_eq!(message.$append $($of)* (&mut appended), Ok(bytes.len()));
                assert_eq!((&appended[..2], &appended[2..]), (&[1, 2][..], &bytes[..]));

                let mut appended = BytesMut::from(&[1, 2][..]);
                assert_eq!(message.$append_mut $($of)* (&mut appended), Ok(bytes.len()));
                assert_eq!((&appended[..2], &appended[2..]), (&[1, 2][..], &bytes[..]));

                let mut room = vec![0xaa; bytes.len() + 2];
                assert_eq!(message.$write $($of)* (&mut room), Ok(bytes.len()));
                assert_eq!((&room[..bytes.len()], &room[bytes.len()..]), (&bytes[..], &[0xaa; 2][..]));
            }

            #[test]
            fn a_slice_that_is_too_short_names_the_length_it_needs() {
                let message: $ty = $good;
                let needed = message.$len $($of)* ().unwrap();
                for len in 0..needed {
                    let error = message.$write $($of)* (&mut vec![0; len]).unwrap_err();
                    assert_eq!(error.kind(), EncodeErrorKind::BufferTooSmall, "{len}");
                    assert_eq!(error.needed(), Some(needed), "{len}");
                }
            }

            #[test]
            fn after_an_error_a_buffer_is_what_it_was() {
                let message: $ty = $bad;
                let error = message.$to $($of)* ().unwrap_err();
                assert_eq!(error.kind(), EncodeErrorKind::TooLong);
                let mut bytes = vec![1, 2];
                assert_eq!(message.$append $($of)* (&mut bytes), Err(error.clone()));
                assert_eq!(bytes, [1, 2]);
                let mut bytes = BytesMut::from(&[1, 2][..]);
                assert_eq!(message.$append_mut $($of)* (&mut bytes), Err(error.clone()));
                assert_eq!(bytes[..], [1, 2]);
                assert_eq!(message.$write $($of)* (&mut vec![0; 100_000]), Err(error.clone()));
                assert_eq!(message.$len $($of)* (), Err(error));
            }

            #[test]
            fn a_message_is_read_as_a_whole() {
                let message: $ty = $good;
                let mut bytes = message.$to $($of)* ().unwrap();
                assert_eq!(<$ty>::$from $($of)* (&bytes).as_ref(), Ok(&message));
                for len in 0..bytes.len() {
                    let error = <$ty>::$from $($of)* (&bytes[..len]).unwrap_err();
                    assert_eq!(error.kind(), DecodeErrorKind::Incomplete, "{len}");
                }
                let len = bytes.len();
                for more in 1..=8 {
                    bytes.push(0);
                    let error = <$ty>::$from $($of)* (&bytes).unwrap_err();
                    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::WrongLength, len));
                    assert_eq!(
                        error.to_string(),
                        format!("expected the end of the message, found {more} more bytes at byte {len}")
                    );
                    assert_eq!(<$ty>::$from_with $($of)* (&bytes, Limits::NONE), Err(error));
                }
            }

            #[test]
            fn the_next_of_several_leaves_the_rest() {
                let message: $ty = $good;
                let one = message.$to $($of)* ().unwrap();
                let len = one.len();
                let bytes = [&one[..], &one, &one[..len - 1]].concat();
                let mut reader = Reader::new(&bytes);
                for read in 1..=2 {
                    assert_eq!(<$ty>::$read $($of)* (&mut reader).as_ref(), Ok(&message));
                    assert_eq!(reader.position(), read * len);
                }
                for _ in 0..2 {
                    let error = <$ty>::$read $($of)* (&mut reader).unwrap_err();
                    assert_eq!(error.kind(), DecodeErrorKind::Incomplete);
                    assert_eq!((reader.position(), reader.remaining()), (2 * len, len - 1));
                }
            }

            #[test]
            fn limits_bound_the_whole_message() {
                let message: $ty = $good;
                let bytes = message.$to $($of)* ().unwrap();
                let read = |most| {
                    <$ty>::$from_with $($of)* (&bytes, Limits::DEFAULT.with_bytes(most))
                };
                assert_eq!(read(bytes.len()), Ok(message));
                let error = read(bytes.len() - 1).unwrap_err();
                assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::LimitExceeded, 0));
            }
        }
    )*};
}

contract! {
    variant: say(9), say(11), Say [::<Godot4>]
        to_variant_bytes append_variant_bytes append_variant_bytes_mut write_variant_bytes variant_len
        from_variant_bytes from_variant_bytes_with read_variant_bytes;
    variant_godot3: say(9), say(11), Say [::<Godot3>]
        to_variant_bytes append_variant_bytes append_variant_bytes_mut write_variant_bytes variant_len
        from_variant_bytes from_variant_bytes_with read_variant_bytes;
    flat_message: say(9), say(11), Say []
        to_flat_bytes append_flat_bytes append_flat_bytes_mut write_flat_bytes flat_len
        from_flat_bytes from_flat_bytes_with read_flat_bytes;
    litenet_2018: say(9), say(0x1_0000), Say [::<LiteNet2018>]
        to_litenet_bytes append_litenet_bytes append_litenet_bytes_mut write_litenet_bytes litenet_len
        from_litenet_bytes from_litenet_bytes_with read_litenet_bytes;
    litenet_head: say(9), say(0x1_0000), Say [::<LiteNetHead>]
        to_litenet_bytes append_litenet_bytes append_litenet_bytes_mut write_litenet_bytes litenet_len
        from_litenet_bytes from_litenet_bytes_with read_litenet_bytes;
    lludp_message: chat(9), chat(256), Chat []
        to_lludp_bytes append_lludp_bytes append_lludp_bytes_mut write_lludp_bytes lludp_len
        from_lludp_bytes from_lludp_bytes_with read_lludp_bytes;
}

/// Variant alone decodes in place of an existing value, with the same promises.
#[test]
fn in_place_a_message_is_read_as_a_whole() {
    let mut bytes = say(9).to_variant_bytes::<Godot4>().unwrap();
    let (len, mut place) = (bytes.len(), say(1));
    assert_eq!(Say::from_variant_bytes_in_place::<Godot4>(&bytes, &mut place), Ok(()));
    assert_eq!(place, say(9));
    bytes.push(0);
    let error = Say::from_variant_bytes::<Godot4>(&bytes).unwrap_err();
    let in_place = Say::from_variant_bytes_in_place::<Godot4>(&bytes, &mut place);
    assert_eq!(in_place, Err(error));
    let mut reader = Reader::new(&bytes);
    assert_eq!(Say::read_variant_bytes_in_place::<Godot4>(&mut reader, &mut place), Ok(()));
    assert_eq!(reader.position(), len);
}

/// Every wire with layouts has fingerprints of one form, at compile time. LLUDP has message templates instead.
#[test]
fn a_fingerprint_is_sixteen_digits_that_change_with_the_bytes() {
    const SAY: [&str; 4] = [
        layout::layout_fingerprint::<Say>(),
        flat::layout_fingerprint::<Say>(),
        litenet::layout_fingerprint::<LiteNet2018, Say>(),
        litenet::layout_fingerprint::<LiteNetHead, Say>(),
    ];
    const SHOUT: [&str; 4] = [
        layout::layout_fingerprint::<Shout>(),
        flat::layout_fingerprint::<Shout>(),
        litenet::layout_fingerprint::<LiteNet2018, Shout>(),
        litenet::layout_fingerprint::<LiteNetHead, Shout>(),
    ];
    let mut all: Vec<_> = SAY.into_iter().chain(SHOUT).collect();
    for fingerprint in &all {
        assert_eq!(fingerprint.len(), 16);
        assert!(fingerprint.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')));
    }
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 8);
}
