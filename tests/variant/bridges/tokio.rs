//! The codec over streams: every cut, both byte orders, wrong lengths, and a peer that disconnects.

use bytes::{BufMut, BytesMut};
use futures_util::{SinkExt, StreamExt};
use godot_var::bridges::codec::{CodecError, VariantCodec};
use godot_var::error::{DecodeErrorKind, EncodeErrorKind};
use godot_var::framing::{LengthOrder, put_frame};
use godot_var::{Godot3, Godot4, GodotVar, Limits, ToVariantBytes, Variant};
use tokio_util::codec::{Decoder, Encoder, Framed, FramedRead, FramedWrite};

const ORDERS: [LengthOrder; 2] = [LengthOrder::LittleEndian, LengthOrder::BigEndian];

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array, id)]
enum Message {
    #[godot_var(id = 1)]
    Chat { text: String },
    #[godot_var(id = 2)]
    Number(i64),
    #[godot_var(id = 3)]
    Leave,
}

fn messages() -> Vec<Message> {
    vec![
        Message::Chat { text: "hello".into() },
        Message::Leave,
        Message::Number(i64::MIN),
        Message::Chat { text: "y".repeat(3000) },
        Message::Leave,
    ]
}

type Server = VariantCodec<Message, Message, Godot4>;

fn run(future: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_current_thread().build().expect("a runtime").block_on(future);
}

#[test]
fn frames_are_those_of_put_var() {
    for order in ORDERS {
        let (mut codec, mut buffer, mut expected) = (Server::new(order), BytesMut::new(), vec![]);
        for message in messages() {
            put_frame(&message.to_variant_bytes::<Godot4>().unwrap(), order, &mut expected)
                .unwrap();
            codec.encode(&message, &mut buffer).unwrap();
        }
        assert_eq!(buffer, expected);
        let mut by_value = BytesMut::new();
        for message in messages() {
            codec.encode(message, &mut by_value).unwrap();
        }
        assert_eq!(by_value, expected);
    }
}

#[test]
fn any_cut_of_the_stream_gives_the_same_messages() {
    for order in ORDERS {
        let mut stream = BytesMut::new();
        for message in messages() {
            Server::new(order).encode(message, &mut stream).unwrap();
        }
        for piece in (1..40).chain([stream.len()]) {
            let (mut codec, mut buffer, mut read) = (Server::new(order), BytesMut::new(), vec![]);
            for bytes in stream.chunks(piece) {
                buffer.put_slice(bytes);
                while let Some(message) = codec.decode(&mut buffer).unwrap() {
                    read.push(message);
                }
            }
            assert_eq!(codec.decode_eof(&mut buffer).unwrap(), None);
            assert_eq!(read, messages());
        }
    }
}

#[test]
fn a_lying_length_ends_the_stream_and_takes_no_memory() {
    let limits = Limits::DEFAULT.with_bytes(1 << 20);
    for (prefix, kind) in [
        (0x10_0001, DecodeErrorKind::LimitExceeded),
        (0x7fff_ffff, DecodeErrorKind::LimitExceeded),
        (0x8000_0000, DecodeErrorKind::InvalidLength),
        (0xffff_ffff, DecodeErrorKind::InvalidLength),
    ] {
        let mut codec = Server::with_limits(LengthOrder::LittleEndian, limits);
        let mut buffer = BytesMut::new();
        codec.encode(Message::Leave, &mut buffer).unwrap();
        let whole = buffer.len();
        buffer.put_u32_le(prefix);
        let allocated = allocation_counter::measure(|| {
            assert_eq!(codec.decode(&mut buffer).unwrap(), Some(Message::Leave));
            for _ in 0..3 {
                buffer.put_slice(&[0; 9]);
                match codec.decode(&mut buffer) {
                    Err(CodecError::Frame(error)) => {
                        assert_eq!((error.kind(), error.offset()), (kind, whole));
                    }
                    other => panic!("{other:?}"),
                }
                assert!(buffer.is_empty());
            }
            assert_eq!(codec.decode_eof(&mut buffer).unwrap(), None);
        });
        assert!(allocated.bytes_max < 2_000, "{allocated:?}");
    }
    // A length within the limit: nothing is allocated for bytes that have not arrived.
    let mut codec = Server::with_limits(LengthOrder::LittleEndian, limits);
    let mut buffer = BytesMut::from(&[0, 0, 0x10, 0, 1, 2, 3][..]);
    let allocated = allocation_counter::measure(|| {
        assert_eq!(codec.decode(&mut buffer).unwrap(), None);
    });
    assert_eq!(allocated.bytes_total, 0);
}

#[test]
fn a_value_of_another_kind_is_one_error() {
    let mut codec = Server::new(LengthOrder::LittleEndian);
    let mut buffer = BytesMut::new();
    codec.encode(Message::Leave, &mut buffer).unwrap();
    VariantCodec::<(), Variant, Godot4>::new(LengthOrder::LittleEndian)
        .encode(Variant::from("what?"), &mut buffer)
        .unwrap();
    buffer.put_slice(&[0, 0, 0, 0]); // a frame without a value
    codec.encode(Message::Number(5), &mut buffer).unwrap();

    assert_eq!(codec.decode(&mut buffer).unwrap(), Some(Message::Leave));
    let error = codec.decode(&mut buffer).unwrap_err();
    assert_eq!(error.to_string(), "Message: expected Array, found String at byte 0");
    let CodecError::Decode(error) = error else { panic!("{error:?}") };
    assert_eq!(error.kind(), DecodeErrorKind::WrongType);
    assert!(matches!(codec.decode(&mut buffer), Err(CodecError::Decode(e)) if e.is_incomplete()));
    assert_eq!(codec.decode(&mut buffer).unwrap(), Some(Message::Number(5)));
    assert_eq!(codec.decode_eof(&mut buffer).unwrap(), None);
}

#[test]
fn what_cannot_be_sent_leaves_no_bytes() {
    let mut codec = VariantCodec::<(), u64, Godot3>::new(LengthOrder::BigEndian);
    let mut buffer = BytesMut::from(&b"before"[..]);
    let error = codec.encode(u64::MAX, &mut buffer).unwrap_err();
    assert!(matches!(error, CodecError::Encode(e) if e.kind() == EncodeErrorKind::OutOfRange));
    assert_eq!(buffer, b"before"[..]);

    let limits = Limits::DEFAULT.with_bytes(16);
    let mut codec = VariantCodec::<(), String, Godot3>::with_limits(LengthOrder::BigEndian, limits);
    codec.encode("12345678".to_owned(), &mut buffer).unwrap();
    let before = buffer.clone();
    let error = codec.encode("123456789".to_owned(), &mut buffer).unwrap_err();
    assert_eq!(error.to_string(), "a frame of 20 bytes; at most 16 fit");
    assert_eq!(buffer, before);
}

#[test]
fn two_sides_talk() {
    run(async {
        let (ours, theirs) = tokio::io::duplex(64);
        let mut server = Framed::new(ours, Server::new(LengthOrder::BigEndian));
        let mut client = Framed::new(theirs, Server::new(LengthOrder::BigEndian));
        let sending = async {
            for message in messages() {
                client.send(message).await.expect("sent");
            }
            let answer = client.next().await.expect("an answer").expect("readable");
            assert_eq!(answer, Message::Number(5));
            drop(client);
        };
        let serving = async {
            let mut seen = vec![];
            for _ in messages() {
                seen.push(server.next().await.expect("a message").expect("readable"));
            }
            assert_eq!(seen, messages());
            server.send(&Message::Number(5)).await.expect("sent");
            assert!(server.next().await.is_none());
        };
        futures_util::future::join(sending, serving).await;
    });
}

#[test]
fn a_peer_that_goes_away_inside_a_frame() {
    run(async {
        let mut stream = BytesMut::new();
        Server::new(LengthOrder::LittleEndian).encode(Message::Leave, &mut stream).unwrap();
        let whole = stream.len();
        stream.put_slice(&[8, 0, 0, 0, 2]);
        let mut reader = FramedRead::new(&stream[..], Server::new(LengthOrder::LittleEndian));
        assert_eq!(reader.next().await.unwrap().unwrap(), Message::Leave);
        match reader.next().await {
            Some(Err(CodecError::Frame(error))) => {
                assert!(error.is_incomplete());
                assert_eq!(error.offset(), whole + 5);
            }
            other => panic!("{other:?}"),
        }
        assert!(reader.next().await.is_none());

        // A broken connection has its own error.
        let broken = without_other_end();
        let mut writer = FramedWrite::new(broken, Server::new(LengthOrder::LittleEndian));
        let sent = writer.send(Message::Leave).await;
        assert!(matches!(sent, Err(CodecError::Io(_))), "{sent:?}");
    });
}

/// A stream whose other end is gone.
fn without_other_end() -> tokio::io::DuplexStream {
    let (ours, theirs) = tokio::io::duplex(8);
    drop(theirs);
    ours
}

#[test]
fn a_slow_stream_of_single_bytes() {
    run(async {
        let (mut ours, theirs) = tokio::io::duplex(1);
        let mut stream = BytesMut::new();
        for message in messages() {
            Server::new(LengthOrder::LittleEndian).encode(message, &mut stream).unwrap();
        }
        let writing = async {
            tokio::io::AsyncWriteExt::write_all(&mut ours, &stream).await.expect("written");
            drop(ours);
        };
        let reading = async {
            let frames = FramedRead::new(theirs, Server::new(LengthOrder::LittleEndian));
            let read: Vec<_> = frames.map(|message| message.expect("readable")).collect().await;
            assert_eq!(read, messages());
        };
        futures_util::future::join(writing, reading).await;
    });
}
