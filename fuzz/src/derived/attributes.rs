//! Attributes and types of `docs/types.md` and `docs/attributes.md` that no other type of this target has, and lists of structs with them.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet, VecDeque};
use std::marker::PhantomData;
use std::net::{IpAddr, SocketAddr};
use std::num::{NonZeroI32, NonZeroI64, NonZeroU8, NonZeroU16, NonZeroU32, Wrapping};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use arbitrary::Arbitrary;
use godot_var::math::{Vector2i, Vector4, double};
use godot_var::values::StringName;
use godot_var::{Color, GodotVar, Variant, Vector2, Vector3};

/// Fields of fixed length, some of them with functions that may return errors.
#[derive(Clone, Debug, PartialEq, Arbitrary, GodotVar)]
pub(crate) struct Measured {
    pub(crate) id: u32,
    #[godot_var(with = even, as = u32)]
    #[arbitrary(with = any::even)]
    pub(crate) even: u32,
    #[godot_var(with = percent, as = u8)]
    #[arbitrary(with = any::share)]
    pub(crate) share: f32,
    #[godot_var(with = halves, as = f32)]
    pub(crate) half: i16,
    #[godot_var(with = flat, as = Vector2)]
    pub(crate) place: (f32, f32),
    #[godot_var(unit = "ms")]
    #[arbitrary(with = any::duration)]
    pub(crate) lasts: Duration,
    #[godot_var(unit = "s")]
    #[arbitrary(with = any::time)]
    pub(crate) since: SystemTime,
    pub(crate) step: Even,
    pub(crate) port: Port,
    pub(crate) count: NonZeroU16,
    pub(crate) turn: Wrapping<i16>,
    pub(crate) last: bool,
}

/// The same, without keys.
#[derive(Clone, Debug, PartialEq, Arbitrary, GodotVar)]
pub(crate) struct Row(
    pub(crate) u32,
    #[arbitrary(with = any::even)]
    #[godot_var(with = even, as = i64)]
    pub(crate) u32,
    #[arbitrary(with = any::duration)]
    #[godot_var(unit = "us")]
    pub(crate) Duration,
    pub(crate) Even,
    #[godot_var(with = halves, as = f32)] pub(crate) i16,
);

/// An int with functions.
#[derive(Clone, Copy, Debug, PartialEq, Arbitrary, GodotVar)]
pub(crate) struct Even(
    #[arbitrary(with = any::even)]
    #[godot_var(with = even, as = u32)]
    pub(crate) u32,
);

/// An int, converted as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Arbitrary, GodotVar)]
#[godot_var(try_from = u16, into = u16)]
pub(crate) struct Port(pub(crate) NonZeroU16);

impl TryFrom<u16> for Port {
    type Error = &'static str;

    fn try_from(number: u16) -> Result<Self, Self::Error> {
        NonZeroU16::new(number).map(Self).ok_or("no port")
    }
}

impl From<Port> for u16 {
    fn from(port: Port) -> Self {
        port.0.get()
    }
}

/// A text or nothing, converted as a whole.
#[derive(Clone, Debug, PartialEq, Arbitrary, GodotVar)]
#[godot_var(from = "Option<String>", into = "Option<String>")]
pub(crate) struct Title(pub(crate) String);

impl From<Option<String>> for Title {
    fn from(text: Option<String>) -> Self {
        Self(text.unwrap_or_default())
    }
}

impl From<Title> for Option<String> {
    fn from(Title(text): Title) -> Self {
        Some(text).filter(|text| !text.is_empty())
    }
}

/// Values that the functions below accept.
mod any {
    use std::time::{Duration, SystemTime};

    use arbitrary::{Result, Unstructured};

    pub(super) fn even(bytes: &mut Unstructured<'_>) -> Result<u32> {
        Ok(bytes.arbitrary::<u32>()? & !1)
    }

    pub(super) fn share(bytes: &mut Unstructured<'_>) -> Result<f32> {
        Ok(f32::from(bytes.int_in_range(0..=100_u8)?) / 100.0)
    }

    pub(super) fn duration(bytes: &mut Unstructured<'_>) -> Result<Duration> {
        Ok(Duration::from_millis(bytes.arbitrary::<u32>()?.into()))
    }

    pub(super) fn time(bytes: &mut Unstructured<'_>) -> Result<SystemTime> {
        Ok(SystemTime::UNIX_EPOCH + duration(bytes)?)
    }

    pub(super) fn maybe_time(bytes: &mut Unstructured<'_>) -> Result<Option<SystemTime>> {
        Ok(if bytes.arbitrary()? { Some(time(bytes)?) } else { None })
    }
}

/// Only even numbers.
mod even {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the derive passes the field")]
    pub(super) fn encode<W: From<u32>>(number: &u32) -> W {
        W::from(*number)
    }

    pub(super) fn decode<W: TryInto<u32>>(number: W) -> Result<u32, String> {
        let number = number.try_into().map_err(|_| "beyond a u32")?;
        if number % 2 == 0 { Ok(number) } else { Err(format!("{number} is odd")) }
    }
}

/// From 0 to 1, in percent.
mod percent {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the derive passes the field")]
    pub(super) fn encode(share: &f32) -> u8 {
        (share * 100.0).round() as u8
    }

    pub(super) fn decode(percent: u8) -> Result<f32, &'static str> {
        if percent <= 100 { Ok(f32::from(percent) / 100.0) } else { Err("more than all") }
    }
}

/// Halves, as a float.
mod halves {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the derive passes the field")]
    pub(super) fn encode(halves: &i16) -> f32 {
        f32::from(*halves) / 2.0
    }

    pub(super) fn decode(number: f32) -> Result<i16, &'static str> {
        let halves = (number * 2.0) as i16;
        if f32::from(halves) / 2.0 == number { Ok(halves) } else { Err("not in halves") }
    }
}

/// A pair as a vector.
mod flat {
    pub(super) fn encode(pair: &(f32, f32)) -> godot_var::Vector2 {
        godot_var::Vector2::from(*pair)
    }

    pub(super) fn decode(vector: godot_var::Vector2) -> Result<(f32, f32), String> {
        if vector.x.is_nan() { Err("nowhere".into()) } else { Ok((vector.x, vector.y)) }
    }
}

/// Two letters, as a text.
mod initials {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the derive passes the field")]
    pub(super) fn encode(letters: &[char; 2]) -> String {
        letters.iter().collect()
    }

    #[expect(clippy::needless_pass_by_value, reason = "the derive hands over what it has read")]
    pub(super) fn decode(text: String) -> Result<[char; 2], String> {
        text.chars().collect::<Vec<_>>().try_into().map_err(|_| format!("{text:?} has not two"))
    }
}

/// A list without its order.
mod sorted {
    pub(super) fn encode(list: &[i32]) -> Vec<i32> {
        list.to_vec()
    }

    pub(super) fn decode(mut list: Vec<i32>) -> Result<Vec<i32>, &'static str> {
        list.sort_unstable();
        if list.first() == Some(&i32::MIN) { Err("too small") } else { Ok(list) }
    }
}

/// A struct without its unused parts.
mod tick {
    use super::Measured;

    pub(super) fn encode(measured: &Measured) -> Measured {
        measured.clone()
    }

    pub(super) fn decode(measured: Measured) -> Result<Measured, &'static str> {
        if measured.id == 13 { Err("bad luck") } else { Ok(measured) }
    }
}

/// With separate functions for encoding and decoding: milliseconds here, seconds there.
mod seconds {
    use godot_var::{
        DecodeError, DecodeVariant, Dialect, EncodeError, EncodeVariant, Output, Reader,
    };

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the derive passes the field")]
    pub(super) fn encode<D: Dialect, O: Output>(ms: &u32, out: &mut O) -> Result<(), EncodeError> {
        EncodeVariant::<D>::encode(&(f64::from(*ms) / 1000.0), out)
    }

    pub(super) fn decode<D: Dialect>(reader: &mut Reader<'_>) -> Result<u32, DecodeError> {
        let at = reader.position();
        let seconds = <f64 as DecodeVariant<'_, D>>::decode(reader)?;
        if !(0.0..4e6).contains(&seconds) {
            return Err(DecodeError::custom(at, "no such time"));
        }
        Ok((seconds * 1000.0).round() as u32)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "`skip_encoding_if` passes the field")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// Fields of any length with functions, in options, with defaults.
#[derive(Clone, Debug, PartialEq, Arbitrary, GodotVar)]
pub(crate) struct Through {
    #[godot_var(with = initials, as = String)]
    pub(crate) by: [char; 2],
    #[godot_var(with = percent, as = u8)]
    #[arbitrary(value = Some(0.25))]
    pub(crate) maybe: Option<f32>,
    #[godot_var(with = initials, as = String)]
    pub(crate) maybe_by: Option<[char; 2]>,
    #[godot_var(with = sorted, as = "Vec<i32>")]
    pub(crate) sorted: Vec<i32>,
    #[godot_var(with = tick, as = Measured)]
    pub(crate) tick: Measured,
    #[godot_var(with = seconds)]
    pub(crate) at: u32,
    #[godot_var(encode_with = percent::encode, decode_with = percent::decode, as = "u8", default = 0.5)]
    #[arbitrary(with = any::share)]
    pub(crate) volume: f32,
    #[godot_var(with = even, as = i64, skip_encoding_if = is_zero, default)]
    #[arbitrary(with = any::even)]
    pub(crate) even: u32,
    #[godot_var(unit = "us", default)]
    #[arbitrary(with = any::maybe_time)]
    pub(crate) exact: Option<SystemTime>,
    #[godot_var(unit = "s", default)]
    #[arbitrary(value = Some(Duration::from_millis(10)))]
    pub(crate) rest: Option<Duration>,
    pub(crate) title: Title,
}

/// An enum with a tag and functions inside.
#[derive(Clone, Debug, PartialEq, Arbitrary, GodotVar)]
#[godot_var(tag = "what", rename_all = "snake_case")]
pub(crate) enum What {
    #[godot_var(rename = "hit", alias = "struck")]
    Hit {
        #[godot_var(with = even, as = u32)]
        #[arbitrary(with = any::even)]
        by: u32,
        #[godot_var(unit = "ms")]
        #[arbitrary(with = any::duration)]
        lasts: Duration,
    },
    Measured(Box<Measured>),
    Inner(How),
    #[godot_var(rename_all = "UPPERCASE")]
    Nothing {
        why: Option<Even>,
    },
    #[godot_var(skip)]
    #[expect(dead_code, reason = "nobody makes what cannot be written")]
    #[arbitrary(skip)]
    Hidden,
}

/// An enum with a number as its tag, beside the tag of [`What`].
#[derive(Clone, Debug, PartialEq, Arbitrary, GodotVar)]
#[godot_var(tag = "how")]
pub(crate) enum How {
    #[godot_var(id = 1)]
    Fast {
        #[godot_var(with = percent, as = u8)]
        #[arbitrary(with = any::share)]
        rate: f32,
    },
    #[godot_var(id = 2)]
    Slow,
}

/// Flattened enums with a tag, and the remaining pairs.
#[derive(Clone, Debug, PartialEq, Arbitrary, GodotVar)]
pub(crate) struct Happening {
    pub(crate) at: u32,
    #[godot_var(flatten)]
    pub(crate) what: What,
    #[godot_var(flatten)]
    pub(crate) row: Option<Sizes>,
    #[godot_var(flatten)]
    pub(crate) rest: BTreeMap<String, Variant>,
}

/// Flattened, and through functions.
#[derive(Clone, Debug, PartialEq, Arbitrary, GodotVar)]
#[godot_var(keys = "StringName")]
pub(crate) struct Sizes {
    #[godot_var(with = even, as = i64)]
    #[arbitrary(with = any::even)]
    pub(crate) wide: u32,
    pub(crate) high: Even,
}

/// An untagged enum, with functions.
#[derive(Clone, Debug, PartialEq, Arbitrary, GodotVar)]
#[godot_var(untagged)]
pub(crate) enum Fitting {
    Even(Even),
    Share(
        #[arbitrary(with = any::share)]
        #[godot_var(with = percent, as = u8)]
        f32,
    ),
    Row(Row),
    Measured(Measured),
    Sizes(Sizes),
    Title(String),
}

/// An enum with ids, and an `other` variant.
#[derive(Clone, Debug, PartialEq, Arbitrary, GodotVar)]
#[godot_var(array, id)]
pub(crate) enum Numbered {
    #[godot_var(id = 1)]
    Even(
        #[arbitrary(with = any::even)]
        #[godot_var(with = even, as = u32)]
        u32,
        Even,
    ),
    #[godot_var(id = 2)]
    Row {
        row: Row,
        #[godot_var(unit = "s")]
        #[arbitrary(with = any::duration)]
        lasts: Duration,
    },
    #[godot_var(id = "say")]
    Say(Vec<Measured>),
    #[godot_var(other)]
    Newer(Variant),
}

/// An adjacently tagged enum, whose variants have names in other cases.
#[derive(Clone, Debug, PartialEq, Arbitrary, GodotVar)]
#[godot_var(tag = "t", content = "c", rename_all_fields = "camelCase")]
pub(crate) enum Beside {
    Even(Even),
    Two(
        #[arbitrary(with = any::share)]
        #[godot_var(with = percent, as = u8)]
        f32,
        Port,
    ),
    Named {
        #[godot_var(unit = "ms")]
        #[arbitrary(with = any::duration)]
        how_long: Duration,
    },
    Nothing,
}

/// An enum by number, with an `other` variant.
#[derive(Clone, Debug, PartialEq, Arbitrary, GodotVar)]
#[godot_var(repr = "int")]
pub(crate) enum Weapon {
    #[godot_var(id = 3)]
    Sword,
    Bow,
    #[godot_var(other)]
    Newer(i64),
}

/// Lists, options, maps and arrays of all these.
#[derive(Clone, Debug, Default, PartialEq, Arbitrary, GodotVar)]
#[godot_var(default)]
pub(crate) struct Many {
    pub(crate) measured: Vec<Measured>,
    pub(crate) queue: VecDeque<Measured>,
    pub(crate) one: Option<Box<Measured>>,
    pub(crate) few: Option<[Measured; 2]>,
    pub(crate) by_name: BTreeMap<String, Measured>,
    pub(crate) nested: Vec<Vec<Row>>,
    pub(crate) rows: Box<[Row]>,
    pub(crate) pairs: Vec<(Even, f32)>,
    pub(crate) evens: Vec<Even>,
    pub(crate) ports: Vec<Port>,
    pub(crate) titles: Vec<Title>,
    pub(crate) through: Vec<Through>,
    pub(crate) whats: Vec<What>,
    pub(crate) happenings: Vec<Happening>,
    pub(crate) fitting: Vec<Fitting>,
    pub(crate) numbered: Vec<Numbered>,
    pub(crate) beside: Vec<Beside>,
    pub(crate) weapons: Vec<Weapon>,
    pub(crate) sizes: Rc<[Sizes]>,
}

/// Types of the standard library.
#[derive(Clone, Debug, PartialEq, Arbitrary, GodotVar)]
#[godot_var(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct Habits<T> {
    pub(crate) none_of: PhantomData<T>,
    pub(crate) counts: Vec<NonZeroU8>,
    pub(crate) turns: Vec<Wrapping<i32>>,
    pub(crate) far: NonZeroI64,
    pub(crate) maybe_near: Option<NonZeroU32>,
    pub(crate) by_count: BTreeMap<NonZeroI32, Wrapping<u8>>,
    pub(crate) address: IpAddr,
    pub(crate) peers: Vec<SocketAddr>,
    pub(crate) letters: Vec<char>,
    pub(crate) shared: Arc<[String]>,
    #[arbitrary(value = vec![0.5, f32::INFINITY].into())]
    pub(crate) weights: Cow<'static, [f32]>,
    pub(crate) boxed: Vec<Rc<i32>>,
    pub(crate) double: double::Vector3,
    pub(crate) unit: (),
    #[godot_var(as = "StringName")]
    pub(crate) method: Box<str>,
    #[godot_var(as = "NodePath")]
    pub(crate) node: Option<String>,
    #[godot_var(as = "Array", max_len = 4)]
    pub(crate) loose: Vec<i32>,
    #[godot_var(as = "int")]
    #[arbitrary(value = 3.0)]
    pub(crate) whole: f64,
    #[godot_var(as = "float")]
    pub(crate) real: NonZeroU16,
    #[godot_var(strict)]
    pub(crate) exact: Vec<f32>,
    #[godot_var(skip)]
    pub(crate) local: u128,
    #[godot_var(skip_encoding, default = 7)]
    pub(crate) asked: i32,
    #[godot_var(skip_decoding)]
    pub(crate) told: i32,
    #[godot_var(skip_encoding_if = Option::is_none)]
    pub(crate) note: Option<T>,
}

/// Floats of 64 bits, which dynamic values do not require.
#[derive(Clone, Debug, PartialEq, Arbitrary, GodotVar)]
#[godot_var(array)]
pub(crate) struct Wide {
    #[godot_var(f64)]
    pub(crate) one: f64,
    #[godot_var(as = "float64")]
    pub(crate) two: Option<u16>,
    #[godot_var(default)]
    pub(crate) more: Vec<Wide>,
}

/// In no certain order.
#[derive(Clone, Debug, PartialEq, Arbitrary, GodotVar)]
pub(crate) struct Sets {
    pub(crate) numbers: HashSet<i32>,
    pub(crate) names: HashSet<String>,
    #[godot_var(max_len = 3)]
    pub(crate) few: Option<HashSet<NonZeroU8>>,
    #[godot_var(default)]
    pub(crate) more: Vec<Sets>,
}

/// A message of texts and packed arrays.
#[derive(Clone, Debug, PartialEq, Arbitrary, GodotVar)]
pub(crate) struct Say {
    pub(crate) text: String,
    pub(crate) data: Vec<u8>,
    pub(crate) maybe: Option<Box<str>>,
    pub(crate) numbers: Vec<i32>,
    pub(crate) ratios: Rc<[f32]>,
    pub(crate) colors: Vec<Color>,
    pub(crate) lines: Vec<String>,
    pub(crate) by_name: BTreeMap<String, Vec<u8>>,
    #[godot_var(with = even, as = u32)]
    #[arbitrary(with = any::even)]
    pub(crate) even: u32,
    pub(crate) step: Even,
}

/// An enum of the same.
#[derive(Clone, Debug, PartialEq, Arbitrary, GodotVar)]
#[godot_var(tag = "type")]
pub(crate) enum Speech {
    Loud {
        text: String,
        #[godot_var(with = percent, as = u8)]
        #[arbitrary(with = any::share)]
        volume: f32,
    },
    Data {
        bytes: Vec<u8>,
    },
    Silence,
}

/// Lists of these messages.
#[derive(Debug, Arbitrary, GodotVar)]
pub(crate) struct Talk {
    pub(crate) says: Vec<Say>,
    pub(crate) last: Option<Say>,
    pub(crate) speech: Vec<Speech>,
}

/// Types that Godot 3 does not have.
#[derive(Clone, Debug, PartialEq, Arbitrary, GodotVar)]
pub(crate) struct Newer {
    pub(crate) longs: Vec<i64>,
    pub(crate) vectors: Vec<Vector4>,
    pub(crate) cell: Vector2i,
    pub(crate) by_cell: BTreeMap<Vector2i, StringName>,
    #[godot_var(typed)]
    pub(crate) typed: Vec<i64>,
    #[godot_var(typed)]
    pub(crate) by_name: BTreeMap<String, f64>,
    pub(crate) points: Vec<Vector3>,
    #[godot_var(with = even, as = i64)]
    #[arbitrary(with = any::even)]
    pub(crate) even: u32,
}
