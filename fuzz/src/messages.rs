//! Any datagram as a typed message of LLUDP, compared with the interpreter of the same template.

use std::sync::LazyLock;

use godot_var::lludp::{EncodeLludp, ExtraPlace, Flags, Incoming, Options, Outgoing, ZeroCoding};
use godot_var_cli::{Wire as _, lludp::Interpreter};

pub(crate) mod borrowed {
    godot_var::lludp::message_template!("../schemas/every_type.msg");
}

pub(crate) mod owned {
    godot_var::lludp::message_template!("../schemas/every_type.msg", owned);
}

static INTERPRETERS: LazyLock<[(Options, Interpreter); 2]> = LazyLock::new(|| {
    let text = include_str!("../../schemas/every_type.msg");
    let template = godot_var_schema::template::parse(text).expect("a valid template");
    let interpreter = Interpreter::new(template);
    [ExtraPlace::AfterNumber, ExtraPlace::BeforeNumber].map(|extra| {
        let options = Options { extra, ..Options::DEFAULT };
        (options, interpreter.clone().with_options(options))
    })
});

/// Returns the datagram of a message with its header and acks.
fn write<M: EncodeLludp>(read: &Incoming<'_, M>, options: &Options) -> Vec<u8> {
    let acks: Vec<u32> = read.acks.iter().collect();
    let zerocoded = read.packet.flags.contains(Flags::ZEROCODED);
    let outgoing = Outgoing {
        flags: read.packet.flags,
        sequence: read.packet.sequence,
        extra: read.packet.extra,
        acks: &acks,
        zero_coding: Some(if zerocoded { ZeroCoding::Always } else { ZeroCoding::Never }),
        extra_place: options.extra,
    };
    // Missing blocks are encoded as zeros. The largest message has two hundred of them.
    let room = read.packet.blocks.len() + 1024;
    let mut scratch = vec![0; room];
    let mut out = vec![0; (room + read.packet.extra.len()) * 2 + acks.len() * 4];
    let len = outgoing.write(&read.message, &mut scratch, &mut out).expect("room enough");
    out.truncate(len);
    out
}

/// A type of messages for any buffer.
trait Typed {
    /// The datagram decodes to the same message, which encodes to the same bytes.
    fn again(written: &[u8], debug: &str, options: &Options);
}

macro_rules! typed {
    ($($name:ident = $type:ty;)+) => { $(
        struct $name;
        impl Typed for $name {
            fn again(written: &[u8], debug: &str, options: &Options) {
                let mut scratch = vec![0; options.expanded];
                let read = Incoming::<$type>::read(written, options, &mut scratch);
                let read = read.expect("as written");
                assert_eq!(format!("{:?}", read.message), debug);
                assert_eq!((read.missing, read.unread), (&[][..], 0));
                assert_eq!(write(&read, options), written);
            }
        }
    )+ };
}

typed! {
    Borrowed = borrowed::AnyMessage<'_>;
    Owned = owned::AnyMessage;
}

/// Decodes a datagram as borrowed, as owned and with the interpreter, and encodes what all of them accept.
pub fn messages(datagram: &[u8]) {
    for (options, interpreter) in &*INTERPRETERS {
        let (mut one, mut two) = (vec![0; options.expanded], vec![0; options.expanded]);
        let borrowed = Incoming::<borrowed::AnyMessage<'_>>::read(datagram, options, &mut one);
        let owned = Incoming::<owned::AnyMessage>::read(datagram, options, &mut two);
        let form = interpreter.decode(datagram);
        let (borrowed, owned, mut form) = match (borrowed, owned, form) {
            (Ok(borrowed), Ok(owned), Ok(form)) => (borrowed, owned, form),
            (Err(borrowed), Err(owned), Err(form)) => {
                // Only owned lists that cannot fit are refused as a whole, so that the paths differ.
                let judged = [borrowed, owned, form].map(|error| (error.kind(), error.offset()));
                assert_eq!(judged, [judged[0]; 3]);
                continue;
            }
            (borrowed, owned, form) => panic!("{borrowed:?}, {owned:?}, {form:?}"),
        };
        let debug = format!("{:?}", borrowed.message);
        assert_eq!(format!("{:?}", owned.message), debug);
        assert_eq!((borrowed.missing, borrowed.unread), (owned.missing, owned.unread));
        assert_eq!(form["message"], borrowed.message.facts().name);
        assert_eq!(form["unread"].as_u64().unwrap_or(0), borrowed.unread as u64);
        let missing = form["missing_blocks"].as_array().map_or(&[][..], Vec::as_slice);
        assert_eq!(borrowed.missing, missing);

        let written = write(&borrowed, options);
        assert_eq!(write(&owned, options), written);
        Borrowed::again(&written, &debug, options);
        Owned::again(&written, &debug, options);
        if borrowed.missing.is_empty() {
            form.as_object_mut().expect("an object").remove("unread");
            assert_eq!(interpreter.decode(&written).expect("as written"), form);
        }
    }
}
