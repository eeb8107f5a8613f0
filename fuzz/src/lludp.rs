//! Any datagram of LLUDP, by the whole template, and zero-coding by itself.

use std::path::Path;
use std::sync::LazyLock;
use std::{env, fs};

use godot_var::error::DecodeErrorKind;
use godot_var::lludp::{
    ExtraPlace, Options, Packet, VIEWER_EXPANDED, ZeroCoding, compress, expand,
};
use godot_var_cli::{Wire as _, lludp::Interpreter};

/// The template of Second Life, which is not part of this project: `LLUDP_TEMPLATE` is its path. Otherwise a small template with every type.
static INTERPRETERS: LazyLock<[(Options, Interpreter); 2]> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = env::var_os("LLUDP_TEMPLATE")
        .and_then(|path| fs::read_to_string(path).ok())
        .or_else(|| fs::read_to_string(root.join("../../shared/lludp/message_template.msg")).ok())
        .unwrap_or_else(|| {
            assert!(env::var("CI").as_deref() != Ok("true"), "the whole template is needed");
            include_str!("../../schemas/every_type.msg").to_owned()
        });
    let interpreter =
        Interpreter::new(godot_var_schema::template::parse(&text).expect("a valid template"));
    [ExtraPlace::AfterNumber, ExtraPlace::BeforeNumber].map(|extra| {
        let options = Options { extra, ..Options::DEFAULT };
        (options, interpreter.clone().with_options(options))
    })
});

/// Splits a datagram, decodes its message, and encodes both.
pub fn lludp(datagram: &[u8]) {
    for (options, interpreter) in &*INTERPRETERS {
        let mut scratch = vec![0; options.expanded];
        let packet = Packet::read(datagram, options, &mut scratch);
        let read = interpreter.decode(datagram);
        let (packet, acks) = match packet {
            Ok(packet) => packet,
            Err(error) => {
                assert_eq!(read.expect_err("the packet is wrong").kind(), error.kind());
                continue;
            }
        };
        assert!(packet.blocks.len() + packet.extra.len() <= options.expanded.max(datagram.len()));

        let acks: Vec<u32> = acks.iter().collect();
        let coding =
            if packet.flags.bits() & 0x80 == 0 { ZeroCoding::Never } else { ZeroCoding::Always };
        let mut out = vec![0; (packet.blocks.len() + packet.extra.len() + 4) * 2 + 2048];
        let len = packet.write(&acks, coding, options, &mut out).expect("room enough");
        let mut scratch = vec![0; options.expanded];
        let (again, acks_again) =
            Packet::read(&out[..len], options, &mut scratch).expect("as written");
        assert_eq!(again, packet);
        assert!(acks_again.iter().eq(acks));
        if coding == ZeroCoding::Never {
            assert_eq!(out[..len], *datagram);
        }
        assert!(packet.write(&[], coding, options, &mut []).is_err());

        match read {
            Ok(mut form) => {
                let written = interpreter.encode(&form).expect("what was read can be written");
                let again = interpreter.decode(&written).expect("as written");
                form.as_object_mut().expect("an object").remove("unread");
                assert_eq!(again, form);
            }
            Err(error) => {
                let most = options.expanded.max(datagram.len());
                assert!(error.offset() <= most, "an offset beyond the bytes: {error}");
            }
        }
    }
}

/// Expands byte by byte, as the documentation of `expand` describes.
fn reference(coded: &[u8], most: usize) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut bytes = coded.iter();
    while let Some(&byte) = bytes.next() {
        if byte != 0 {
            out.push(byte);
        } else {
            let mut zeros = 1;
            loop {
                match bytes.next() {
                    Some(0) => zeros += 256,
                    Some(&count) => {
                        zeros += usize::from(count) - 1;
                        break;
                    }
                    None => break,
                }
            }
            if out.len() + zeros > most {
                return None;
            }
            out.resize(out.len() + zeros, 0);
        }
        if out.len() > most {
            return None;
        }
    }
    Some(out)
}

/// Expands and compresses. The first two bytes are the length of the buffer.
pub fn zerocode(bytes: &[u8]) {
    let Some((room, bytes)) = bytes.split_first_chunk::<2>() else { return };
    let room = usize::from(u16::from_le_bytes(*room)) % (VIEWER_EXPANDED + 1);
    let mut out = vec![0xAA; room];
    match (expand(bytes, &mut out), reference(bytes, room)) {
        (Ok(len), Some(expected)) => assert_eq!(out[..len], expected),
        (Err(error), None) => {
            assert_eq!(error.kind(), DecodeErrorKind::LimitExceeded);
            assert!(error.offset() < bytes.len());
        }
        (ours, expected) => panic!("{ours:?} where {:?}", expected.map(|bytes| bytes.len())),
    }

    let mut coded = vec![0; bytes.len() * 2];
    let len = compress(bytes, &mut coded).expect("twice the length is enough");
    let mut back = vec![0; bytes.len()];
    assert_eq!(expand(&coded[..len], &mut back), Ok(bytes.len()));
    assert_eq!(back, bytes);
    let mut exact = vec![0xAA; len + 8];
    assert_eq!(compress(bytes, &mut exact), Some(len));
    assert_eq!(exact[len..], [0xAA; 8], "written after the packet");
    assert_eq!(compress(bytes, &mut exact[..len]), Some(len));
    if let Some(short) = len.checked_sub(1) {
        assert_eq!(compress(bytes, &mut vec![0; short]), None);
    }
}
