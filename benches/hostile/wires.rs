//! What costs as much as it can beside the readers of whole values: peeks, streams, the other wires.

use std::cell::RefCell;
use std::hint;

use bytes::BytesMut;
use godot_var::bridges::codec::VariantCodec;
use godot_var::framing::{FrameDecoder, LengthOrder, read_frame};
use godot_var::inspect::{peek_bytes, peek_field, peek_id};
use godot_var::litenet::{
    FromLiteNetBytes, LengthPrefixed, LiteNet2018, LiteNetHead, Packed, Rest,
};
use godot_var::lludp::{FromLludpBytes, Options, Packet, compress, expand};
use godot_var::{Godot4, Limits, Variant};
use tokio_util::codec::Decoder;

use crate::hostile::{Read, messages};
use crate::lite_net_lib_manager::{head, y2018};

#[allow(dead_code, unreachable_pub, reason = "what the template has and is only read here")]
mod template {
    godot_var::lludp::message_template!("../schemas/every_type.msg");
    pub(crate) mod owned {
        godot_var::lludp::message_template!("../schemas/every_type.msg", owned);
    }
}

/// A reader, what it reads, and the bytes.
pub(crate) struct Case {
    pub(crate) reader: &'static str,
    pub(crate) read: Read,
    pub(crate) what: String,
    pub(crate) bytes: Vec<u8>,
}

/// Inputs of about `size` bytes.
pub(crate) fn cases(size: usize) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |readers: &[(&'static str, Read)], what: &str, bytes: &[u8]| {
        for (reader, read) in readers {
            let (what, bytes) = (what.to_owned(), bytes.to_vec());
            cases.push(Case { reader, read: *read, what, bytes });
        }
    };
    for (what, bytes) in messages(size) {
        add(&PEEKS, what, &bytes);
    }
    let frames = |len: usize| [&(len as u32).to_le_bytes()[..], &vec![0; len]].concat();
    add(&STREAMS, "empty frames", &frames(0).repeat(size / 4));
    add(&STREAMS, "short frames", &frames(4).repeat(size / 8));
    add(&STREAMS, "one frame", &frames(size - 4));
    add(&STREAMS, "a frame that does not end", &frames(2 * size)[..size]);
    for first in 0..20 {
        for fill in [0, 1, 0x7f, 0xff] {
            // The number of a message, and counts as high as the bytes let them be.
            let mut bytes = vec![fill; size];
            bytes[0] = first;
            bytes[2..6].copy_from_slice(&(size as u32 / 2).to_le_bytes());
            add(&LITENET_MESSAGES, &format!("message {first} of {fill}"), &bytes);
        }
    }
    let list = |elements: &[u8]| {
        let count = (size / elements.len()).min(65_535) as u16;
        [&count.to_le_bytes()[..], &elements.repeat(usize::from(count))].concat()
    };
    for element in
        [&[0, 0][..], &[0], &[0xff, 0xff], &[2, 0, 0xff, 0xff], &[1, 0, 0, 0], &[1, 0, 1, 0, 0]]
    {
        add(&LITENET_LISTS, &format!("a list of {element:?}"), &list(element));
    }
    let datagram = |blocks: &[u8]| {
        let blocks = blocks.repeat(size / blocks.len());
        [&[0x80, 0, 0, 0, 1, 0, 1][..], &blocks].concat()
    };
    for blocks in [&[0, 255][..], &[0, 1], &[1, 0, 1], &[1], &[0, 0]] {
        add(&LLUDP, &format!("blocks of {blocks:?}"), &datagram(blocks));
    }
    for number in [&[0xff, 0xff, 0, 1][..], &[0xff, 17]] {
        for fill in [0, 1, 0x7f] {
            let bytes = [number, &vec![fill; size]].concat();
            add(&LLUDP_MESSAGES, &format!("message {number:x?} of {fill}"), &bytes);
        }
    }
    cases
}

const PEEKS: [(&str, Read); 5] = [
    ("peek_id", |bytes| drop(peek_id::<Godot4>(bytes))),
    ("peek_field", |bytes| drop(peek_field::<Godot4, i64>(bytes, "next"))),
    ("peek_field", |bytes| drop(peek_field::<Godot4, &str>(bytes, "[7]"))),
    ("peek_field, 3 steps", |bytes| {
        drop(peek_field::<Godot4, i64>(bytes, "next.next.next"));
    }),
    ("peek_bytes", |bytes| drop(peek_bytes::<Godot4>(bytes, "next"))),
];

const STREAMS: [(&str, Read); 4] = [
    ("FrameDecoder", |bytes| {
        let mut frames = FrameDecoder::new(LengthOrder::LittleEndian);
        frames.feed(bytes);
        while let Ok(Some(_)) = frames.next_frame() {}
    }),
    ("read_frame", |bytes| {
        let (mut input, mut buffer) = (bytes, Vec::new());
        let order = LengthOrder::LittleEndian;
        while let Ok(Some(_)) = read_frame(&mut input, order, Limits::DEFAULT, &mut buffer) {}
    }),
    ("FrameDecoder, byte by byte", |bytes| {
        let mut frames = FrameDecoder::new(LengthOrder::LittleEndian);
        for byte in bytes {
            frames.feed(std::slice::from_ref(byte));
            while let Ok(Some(_)) = frames.next_frame() {}
        }
    }),
    ("VariantCodec, byte by byte", |bytes| {
        let mut codec = VariantCodec::<Variant, Variant, Godot4>::new(LengthOrder::LittleEndian);
        let mut buffer = BytesMut::new();
        for byte in bytes {
            buffer.extend_from_slice(std::slice::from_ref(byte));
            while codec.decode(&mut buffer).ok().flatten().is_some() {}
        }
    }),
];

const LITENET_MESSAGES: [(&str, Read); 2] = [
    ("LiteNetLibManager, 2018", |bytes| {
        drop(y2018::ServerMessage::<Rest<'_>>::from_litenet_bytes::<LiteNet2018>(bytes));
    }),
    ("LiteNetLibManager", |bytes| {
        drop(head::ServerMessage::<Rest<'_>>::from_litenet_bytes::<LiteNetHead>(bytes));
    }),
];

const LITENET_LISTS: [(&str, Read); 8] = [
    ("LiteNetLibManager", |bytes| {
        drop(Vec::<LengthPrefixed<Vec<()>>>::from_litenet_bytes::<LiteNetHead>(bytes));
    }),
    ("LiteNetLibManager, 2018", |bytes| {
        drop(Vec::<String>::from_litenet_bytes::<LiteNet2018>(bytes));
    }),
    ("LiteNetLibManager, 2018", |bytes| {
        drop(Vec::<Vec<Packed<u16>>>::from_litenet_bytes::<LiteNet2018>(bytes));
    }),
    ("LiteNetLibManager", |bytes| {
        drop(Vec::<String>::from_litenet_bytes::<LiteNetHead>(bytes));
    }),
    ("LiteNetLibManager", |bytes| {
        drop(Vec::<Vec<Vec<u64>>>::from_litenet_bytes::<LiteNetHead>(bytes));
    }),
    ("LiteNetLibManager", |bytes| {
        drop(Vec::<Packed<u64>>::from_litenet_bytes::<LiteNetHead>(bytes));
    }),
    ("LiteNetLibManager", |bytes| drop(Vec::<Vec<()>>::from_litenet_bytes::<LiteNetHead>(bytes))),
    ("LiteNetLibManager", |bytes| {
        drop(Vec::<Option<u16>>::from_litenet_bytes::<LiteNetHead>(bytes));
    }),
];

thread_local! {
    /// Room for what a packet expands to, which its caller gives.
    static SCRATCH: RefCell<Vec<u8>> = RefCell::new(vec![0; 1 << 23]);
}

const LLUDP_MESSAGES: [(&str, Read); 2] = [
    ("LLUDP, typed", |bytes| {
        if let Ok(template::AnyMessage::EveryType(message)) =
            FromLludpBytes::from_lludp_bytes(bytes)
        {
            message.peers.into_iter().for_each(drop);
        }
    }),
    ("LLUDP, owned", |bytes| drop(template::owned::AnyMessage::from_lludp_bytes(bytes))),
];

const LLUDP: [(&str, Read); 3] = [
    ("zero-coding", |bytes| {
        SCRATCH.with_borrow_mut(|scratch| hint::black_box(compress(bytes, scratch)));
    }),
    ("LLUDP", |bytes| {
        SCRATCH.with_borrow_mut(|scratch| {
            let options = Options { expanded: scratch.len(), ..Options::DEFAULT };
            let _ = Packet::read(bytes, &options, scratch);
        });
    }),
    ("LLUDP", |bytes| SCRATCH.with_borrow_mut(|scratch| drop(expand(bytes, scratch)))),
];
