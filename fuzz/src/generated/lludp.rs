//! Messages of LLUDP: derived, and of the template.

use std::sync::LazyLock;

use godot_var::lludp::{EncodeLludp, FromLludpBytes, LludpMessage, ToLludpBytes};
use godot_var::{DecodeError, EncodeError, Reader};
use godot_var_cli::{Wire as _, lludp::Interpreter};
use godot_var_schema::template::{FieldType, Message, Quantity, Template, parse};

use super::{Codec, Debug, Entry, Family, Traits, Wire, Written, calls, largest};
use crate::sample::Random;

pub(super) const TEMPLATE: &str = include_str!(concat!(env!("OUT_DIR"), "/lludp.msg"));

/// The header of a datagram: no flags, the number 0, no extra header.
const HEADER: [u8; 6] = [0; 6];

#[allow(
    dead_code,
    unused,
    clippy::all,
    clippy::pedantic,
    nonstandard_style,
    reason = "nobody reads them"
)]
mod types {
    use super::*;

    include!(concat!(env!("OUT_DIR"), "/lludp.rs"));
    include!(concat!(env!("OUT_DIR"), "/lludp_families.rs"));
}

pub(super) struct Lludp;

static SCHEMA: LazyLock<Template> = LazyLock::new(|| parse(TEMPLATE).expect("a valid template"));
static INTERPRETER: LazyLock<Interpreter> = LazyLock::new(|| Interpreter::new(SCHEMA.clone()));

/// The message of a type: both have the same number at the end of their names.
fn message(name: &str) -> &'static Message {
    let number = |name: &str| name.trim_start_matches(|c: char| !c.is_ascii_digit()).to_owned();
    let of_type = |message: &&Message| number(&message.name) == number(name);
    SCHEMA.messages.iter().find(of_type).expect("this message")
}

impl Wire for Lludp {
    const WHOLE: bool = false;

    fn sample(name: &str, seed: u64) -> Vec<u8> {
        let message = message(name);
        let mut random = Random(seed);
        let id = message.id().to_be_bytes();
        // A number of four bytes, or of fewer after as many of 0xff as tell so.
        let first = id.iter().position(|byte| *byte != 0).unwrap_or(3);
        let mut bytes = id[first..].to_vec();
        for block in &message.blocks {
            let repeats = match block.quantity {
                Quantity::Single => 1,
                Quantity::Multiple(count) => usize::from(count),
                Quantity::Variable => {
                    let count = random.below(4);
                    bytes.push(count as u8);
                    count
                }
            };
            for _ in 0..repeats {
                for field in &block.fields {
                    put(field.field_type, &mut random, &mut bytes);
                }
            }
        }
        bytes
    }

    /// All that the template says of a message.
    fn fingerprint(name: &str) -> Option<String> {
        let message = message(name);
        let blocks: Vec<_> = message.blocks.iter().map(|block| &*block.name).collect();
        Some(facts(
            &message.name,
            message.id(),
            message.trusted,
            message.zerocoded,
            &message.deprecation,
            &blocks,
        ))
    }
}

fn facts(
    name: &str,
    id: u32,
    trusted: bool,
    zerocoded: bool,
    deprecation: &impl Debug,
    blocks: &[&str],
) -> String {
    format!("{name} {id:#x} {trusted} {zerocoded} {deprecation:?} {blocks:?}")
}

/// Appends a value.
fn put(field: FieldType, random: &mut Random, bytes: &mut Vec<u8>) {
    let floats = |count: usize| (count, true);
    let (len, is_float) = match field {
        FieldType::Bool => return bytes.push(random.below(2) as u8),
        FieldType::U8 | FieldType::S8 => (1, false),
        FieldType::U16 | FieldType::S16 | FieldType::IpPort => (2, false),
        FieldType::U32 | FieldType::S32 | FieldType::IpAddr => (4, false),
        FieldType::U64 | FieldType::S64 => (8, false),
        FieldType::Uuid => (16, false),
        FieldType::F32 => floats(1),
        FieldType::Vector3 | FieldType::Quaternion => floats(3),
        FieldType::Vector4 => floats(4),
        FieldType::F64 => return bytes.extend((random.below(999) as f64).to_le_bytes()),
        FieldType::Vector3d => {
            return (0..3).for_each(|_| bytes.extend((random.below(999) as f64).to_le_bytes()));
        }
        FieldType::Fixed(len) => (usize::from(len), false),
        FieldType::Variable(size) => {
            let len = random.below(5);
            bytes.extend(&len.to_le_bytes()[..usize::from(size)]);
            (len, false)
        }
    };
    for _ in 0..len {
        if is_float {
            bytes.extend((random.below(999) as f32 / 4.0).to_le_bytes());
        } else {
            bytes.push(random.below(256) as u8);
        }
    }
}

impl<'a, T> Codec<'a, Lludp> for T
where
    T: FromLludpBytes<'a> + ToLludpBytes + EncodeLludp + LludpMessage + Debug,
{
    calls! {
        from_lludp_bytes read_lludp_bytes
        to_lludp_bytes append_lludp_bytes write_lludp_bytes lludp_len
    }

    fn fingerprint() -> Option<String> {
        let own = T::FACTS;
        Some(facts(
            own.name,
            own.number.id(),
            own.trusted,
            own.zerocoded,
            &own.deprecation,
            own.blocks,
        ))
    }

    /// The interpreter of templates, for a whole datagram.
    fn by_schema(name: &str, bytes: &[u8]) -> Option<Result<Written, DecodeError>> {
        let datagram = [&HEADER, bytes].concat();
        let read = match INTERPRETER.decode(&datagram) {
            Ok(read) if read["message"] != message(name).name => return None,
            Ok(read) => read,
            Err(error) => return Some(Err(error)),
        };
        // It says so of blocks that are missing; a program writes zeros.
        let is_whole = read.get("missing_blocks").is_none();
        let encoded = super::unless_nan(&read, || INTERPRETER.encode(&read));
        let encoded = encoded.filter(|_| is_whole);
        Some(Ok(encoded.map(|read| read.map(|datagram| datagram[HEADER.len()..].to_vec()))))
    }
}

pub(super) fn entries() -> Vec<Entry> {
    types::entries!(Lludp).into()
}
