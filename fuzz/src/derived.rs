//! Any bytes as derived messages, in every dialect.

pub(crate) mod attributes;
pub(crate) mod recursion;

use std::collections::BTreeMap;

use arbitrary::Arbitrary;
use attributes::{Habits, Happening, Many, Newer, Say, Sets, Speech, Talk, Through, Wide};
use godot_var::dialect::{Double, Flagless, Godot3_0};
use godot_var::math::Transform3D;
use godot_var::values::NodePath;
use godot_var::{
    Dialect, FromVariantBytes, Godot3, Godot4, GodotVar, Limits, Reader, ToVariantBytes, Variant,
    Vector2, Vector3,
};
use godot_var_cli::lines;
use recursion::{Around, Holder, Tagged};

#[allow(unreachable_pub, dead_code)]
#[path = "../../schemas/arena.rs"]
pub(crate) mod arena;

/// Values that are equal to themselves, and fit their fields.
mod any {
    use arbitrary::{Result, Unstructured};
    use godot_var::Variant;

    pub(super) fn whole(bytes: &mut Unstructured<'_>) -> Result<f64> {
        bytes.arbitrary::<i32>().map(f64::from)
    }

    /// At most twelve bytes: three characters of any kind.
    pub(super) fn short(bytes: &mut Unstructured<'_>) -> Result<String> {
        Ok(bytes.arbitrary::<String>()?.chars().take(3).collect())
    }

    pub(super) fn small(bytes: &mut Unstructured<'_>) -> Result<(i8, u16, u64)> {
        Ok((bytes.arbitrary()?, bytes.arbitrary()?, bytes.arbitrary::<u64>()? >> 1))
    }

    pub(super) fn int(bytes: &mut Unstructured<'_>) -> Result<Variant> {
        bytes.arbitrary::<i64>().map(Variant::from)
    }
}

/// Owned: every kind of field, and the type itself.
#[derive(Clone, Debug, PartialEq, Arbitrary, GodotVar)]
pub(crate) struct Owned {
    pub(crate) at: i64,
    #[godot_var(alias = "ratio", alias = "r")]
    #[arbitrary(with = any::whole)]
    pub(crate) share: f64,
    #[godot_var(max_len = 12)]
    #[arbitrary(with = any::short)]
    pub(crate) name: String,
    #[arbitrary(with = any::small)]
    pub(crate) small: (i8, u16, u64),
    #[arbitrary(value = Some(Vector3::new(1.0, -0.0, 0.5)))]
    pub(crate) maybe: Option<Vector3>,
    pub(crate) bytes: Vec<u8>,
    #[godot_var(default)]
    pub(crate) path: NodePath,
    #[godot_var(default)]
    #[arbitrary(value = Transform3D::IDENTITY)]
    pub(crate) place: Transform3D,
    #[godot_var(default)]
    pub(crate) grid: [i32; 3],
    #[godot_var(default)]
    pub(crate) names: Vec<String>,
    #[godot_var(default)]
    #[arbitrary(value = vec![Vector2::new(0.5, -7.0)])]
    pub(crate) points: Vec<Vector2>,
    #[godot_var(default)]
    pub(crate) scores: BTreeMap<String, i64>,
    #[godot_var(default)]
    #[arbitrary(with = any::int)]
    pub(crate) any: Variant,
    #[godot_var(default, skip_encoding_if = Vec::is_empty)]
    pub(crate) events: Vec<Event>,
    #[godot_var(default)]
    #[arbitrary(value = None)]
    pub(crate) child: Option<Box<Owned>>,
    #[godot_var(flatten)]
    pub(crate) more: More,
}

/// The content of [`Owned`].
#[derive(Clone, Debug, PartialEq, Arbitrary, GodotVar)]
pub(crate) struct More {
    #[arbitrary(value = godot_var::Color::new(0.0, 0.5, 1.0, 1.0))]
    pub(crate) color: godot_var::Color,
    #[godot_var(strict)]
    pub(crate) level: u8,
}

/// An enum with a tag; an untagged one; one by name.
#[derive(Clone, Debug, PartialEq, Arbitrary, GodotVar)]
#[godot_var(tag = "type", rename_all = "snake_case")]
pub(crate) enum Event {
    Damage {
        target: u32,
        #[arbitrary(value = -0.5)]
        amount: f32,
    },
    Form(Form),
    Over,
}

#[derive(Clone, Debug, PartialEq, Arbitrary, GodotVar)]
pub(crate) struct Form {
    pub(crate) of: Untagged,
    pub(crate) side: Side,
}

#[derive(Clone, Debug, PartialEq, Arbitrary, GodotVar)]
#[godot_var(untagged)]
pub(crate) enum Untagged {
    Nothing,
    Number(i64),
    Text(String),
    Pair(#[arbitrary(value = 0.5)] f32, i32),
    Named { x: bool },
}

#[derive(Clone, Debug, PartialEq, Arbitrary, GodotVar)]
pub(crate) enum Side {
    Left,
    Right { by: u32 },
    Both(i32, i32),
}

/// Borrowed from the message, in the form of an Array.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array)]
pub(crate) struct Borrowed<'a> {
    pub(crate) text: &'a str,
    pub(crate) bytes: &'a [u8],
    pub(crate) inner: Strict<'a>,
    #[godot_var(default)]
    pub(crate) list: Vec<&'a str>,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(deny_unknown_fields)]
pub(crate) struct Strict<'a> {
    pub(crate) key: &'a str,
    pub(crate) number: Option<u32>,
}

/// Decodes, encodes, decodes the result and encodes that: the two encodings are equal.
fn again<'de, D: Dialect, T, U>(bytes: &'de [u8])
where
    T: FromVariantBytes<'de> + ToVariantBytes,
    U: for<'any> Again<'any, D>,
{
    let limits = Limits::DEFAULT;
    let mut reader = Reader::with_limits(bytes, limits);
    let read = T::read_variant_bytes::<D>(&mut reader);
    let value = match read {
        Ok(value) => value,
        Err(error) => {
            assert!(error.offset() <= bytes.len(), "an offset beyond the bytes: {error}");
            assert_eq!(reader.position(), 0, "the reader stands where it stood");
            return;
        }
    };
    let used = reader.position();
    // The dynamic value is skipped without checking all its texts; the rest is as strict.
    if let Ok((_, dynamic)) = lines::decode(bytes, &D::SPEC, limits) {
        assert_eq!(used, dynamic, "{}: a typed value is as long as a dynamic one", D::SPEC.name);
    }
    let written = value.to_variant_bytes::<D>().expect("what was read can be written");
    assert_eq!(value.variant_len::<D>().expect("the same value"), written.len());
    let (dynamic, used) =
        lines::decode(&written, &D::SPEC, limits).expect("what was written is a value");
    assert_eq!(used, written.len());
    let rewritten = lines::encode(&dynamic, &D::SPEC).expect("the same value");
    assert!(rewritten == written || !U::SHORTEST, "both know one way only to write it");
    U::again(&written);
}

/// Decodes again, from bytes with a shorter lifetime.
pub(crate) trait Again<'de, D: Dialect> {
    /// Whether every float has the shortest form, like a dynamic one.
    const SHORTEST: bool = true;

    /// Decoding and encoding gives the same bytes.
    fn again(bytes: &'de [u8]);
}

macro_rules! again {
    ($($name:ident = $type:ty;)+) => { $(
        pub(crate) struct $name;
        impl<'de, D: Dialect> Again<'de, D> for $name {
            fn again(bytes: &'de [u8]) {
                let value = <$type>::from_variant_bytes::<D>(bytes).expect("what was written can be read");
                assert_eq!(value.to_variant_bytes::<D>().expect("the same value"), bytes, "{}", D::SPEC.name);
            }
        }
    )+ };
}

again! {
    AgainClient = arena::ClientMessage;
    AgainServer = arena::ServerMessage;
    AgainOwned = Owned;
    AgainBorrowed = Borrowed<'de>;
    AgainThrough = Through;
    AgainHappening = Happening;
    AgainMany = Many;
    AgainHabits = Habits<f32>;
    AgainSay = Say;
    AgainSpeech = Speech;
    AgainTalk = Talk;
    AgainNewer = Newer;
    AgainHolder = Holder;
    AgainTagged = Tagged;
    AgainAround = Around;
}

struct AgainWide;

impl<'de, D: Dialect> Again<'de, D> for AgainWide {
    const SHORTEST: bool = false;

    fn again(bytes: &'de [u8]) {
        let value = Wide::from_variant_bytes::<D>(bytes).expect("what was written can be read");
        assert_eq!(value.to_variant_bytes::<D>().expect("the same value"), bytes);
    }
}

struct AgainSets;

impl<'de, D: Dialect> Again<'de, D> for AgainSets {
    fn again(bytes: &'de [u8]) {
        let value = Sets::from_variant_bytes::<D>(bytes).expect("what was written can be read");
        let written = value.to_variant_bytes::<D>().expect("the same value");
        assert_eq!(written.len(), bytes.len(), "in another order");
        assert_eq!(Sets::from_variant_bytes::<D>(&written).as_ref(), Ok(&value));
    }
}

fn in_dialect<D: Dialect>(bytes: &[u8]) {
    again::<D, arena::ClientMessage, AgainClient>(bytes);
    again::<D, arena::ServerMessage, AgainServer>(bytes);
    again::<D, Owned, AgainOwned>(bytes);
    again::<D, Borrowed<'_>, AgainBorrowed>(bytes);
    again::<D, Through, AgainThrough>(bytes);
    again::<D, Happening, AgainHappening>(bytes);
    again::<D, Many, AgainMany>(bytes);
    again::<D, Habits<f32>, AgainHabits>(bytes);
    again::<D, Wide, AgainWide>(bytes);
    again::<D, Sets, AgainSets>(bytes);
    again::<D, Talk, AgainTalk>(bytes);
    again::<D, Holder, AgainHolder>(bytes);
    again::<D, Tagged, AgainTagged>(bytes);
    again::<D, Around, AgainAround>(bytes);
    again::<D, Say, AgainSay>(bytes);
    again::<D, Speech, AgainSpeech>(bytes);
}

/// Decodes as each type, and encodes again.
pub fn derived(bytes: &[u8]) {
    in_dialect::<Godot4>(bytes);
    in_dialect::<Godot3>(bytes);
    in_dialect::<Godot3_0>(bytes);
    in_dialect::<Flagless>(bytes);
    in_dialect::<Double<Godot4>>(bytes);
    in_dialect::<Double<Godot3>>(bytes);
    again::<Godot4, Newer, AgainNewer>(bytes);
    again::<Double<Godot4>, Newer, AgainNewer>(bytes);
    // Its vectors have 32 bits.
}
