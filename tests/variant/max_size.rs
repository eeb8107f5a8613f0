//! The bound of `max_size`: no value takes more bytes, whatever the attributes and type of its field are.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, VecDeque};

use godot_var::EncodeVariant;
use godot_var::dialect::{Double, Flagless, Godot3_0};
use godot_var::math::Vector4;
use godot_var::values::StringName;
use godot_var::{Dialect, Godot3, Godot4, GodotVar, ToVariantBytes, Vector3};
use proptest::collection::vec;
use proptest::prelude::*;

/// The parts of values: texts, numbers of every width, lengths.
#[derive(Clone, Debug)]
struct Seed {
    text: String,
    ints: Vec<i64>,
    floats: Vec<f64>,
    len: usize,
}

fn seeds() -> impl Strategy<Value = Seed> {
    let text = prop_oneof!["[a:/]{0,12}", "[a-zé€😀]{0,6}", Just("a/a/a:a:a:a".to_owned())];
    let int = prop_oneof![
        any::<i64>(),
        Just(i64::MIN),
        Just(i64::MAX),
        Just(0),
        Just(1 << 31),
        -300_i64..300
    ];
    let float = prop_oneof![any::<f64>(), Just(0.1), Just(0.5), Just(f64::NAN), Just(1e300)];
    (text, vec(int, 12), vec(float, 12), 0_usize..=12).prop_map(|(text, ints, floats, len)| Seed {
        text,
        ints,
        floats,
        len,
    })
}

/// A message with one field, made from a seed. Texts have up to 12 bytes, lists up to 12 elements.
trait Made: ToVariantBytes {
    fn made(seed: &Seed) -> Self;
}

macro_rules! messages {
    ($($name:ident: [$($attribute:tt)*] $type:ty = $made:expr;)*) => {
        $(
            #[derive(Debug, GodotVar)]
            struct $name {
                #[godot_var($($attribute)*)]
                value: $type,
            }

            impl Made for $name {
                fn made(seed: &Seed) -> Self {
                    let made: fn(&Seed) -> $type = $made;
                    Self { value: made(seed) }
                }
            }
        )*

        /// The messages that every dialect has.
        fn each<D: Dialect>(seed: &Seed)
        where
            $($name: EncodeVariant<D>,)*
        {
            $(check::<D, $name>(seed);)*
        }
    };
}

fn cut(seed: &Seed, bytes: usize) -> String {
    let mut end = seed.text.len().min(bytes);
    while !seed.text.is_char_boundary(end) {
        end -= 1;
    }
    seed.text[..end].to_owned()
}

fn ints<T: TryFrom<i64> + Default>(seed: &Seed) -> impl Iterator<Item = T> {
    seed.ints.iter().take(seed.len).map(|int| T::try_from(*int).unwrap_or_default())
}

messages! {
    Int: [as = "int"] f64 = |seed| seed.floats[0].trunc();
    Float: [as = "float"] i32 = |seed| seed.ints[0] as i32;
    Wide: [as = "float64"] f32 = |seed| seed.floats[0] as f32;
    Flag: [as = "int"] bool = |seed| seed.len > 5;
    OptionalInt: [as = "int"] Option<u8> = |seed| (seed.len > 3).then_some(200);
    Single: [] f32 = |seed| seed.floats[0] as f32;
    Real: [] f64 = |seed| seed.floats[0];
    Letter: [] char = |seed| seed.text.chars().next().unwrap_or('x');
    Text: [max_len = 12] String = |seed| cut(seed, 12);
    OddText: [max_len = 11] String = |seed| cut(seed, 11);
    OptionalText: [max_len = 12] Option<String> = |seed| Some(cut(seed, 12));
    Name: [as = "StringName", max_len = 12] String = |seed| cut(seed, 12);
    OwnName: [max_len = 12] StringName = |seed| StringName(cut(seed, 12));
    Path: [as = "NodePath", max_len = 12] String = |seed| cut(seed, 12);
    OptionalPath: [as = "NodePath", max_len = 12] Option<String> = |seed| Some(cut(seed, 12));
    StrictPath: [as = "NodePath", max_len = 12, strict] String = |seed| cut(seed, 12);
    Boxed: [max_len = 12] Box<str> = |seed| cut(seed, 12).into();
    Borrowed: [max_len = 12] Cow<'static, str> = |seed| cut(seed, 12).into();
    Bytes: [max_len = 12] Vec<u8> = |seed| ints(seed).collect();
    OddBytes: [max_len = 11] Vec<u8> = |seed| ints(seed).take(11).collect();
    ByteArray: [as = "Array", max_len = 12] Vec<u8> = |seed| ints(seed).collect();
    Shorts: [max_len = 12] Vec<i16> = |seed| ints(seed).collect();
    Ints: [max_len = 12] Vec<i32> = |seed| ints(seed).collect();
    IntArray: [as = "Array", max_len = 12] Vec<i32> = |seed| ints(seed).collect();
    IntSet: [max_len = 12] VecDeque<i32> = |seed| ints(seed).collect();
    Longs: [max_len = 12] Vec<i64> = |seed| ints(seed).collect();
    LongArray: [as = "Array", max_len = 12] Vec<i64> = |seed| ints(seed).collect();
    StrictLongs: [as = "Array", max_len = 12, strict] Vec<i64> = |seed| ints(seed).collect();
    Singles: [as = "Array", max_len = 12] Vec<f32> =
        |seed| seed.floats.iter().take(seed.len).map(|float| *float as f32).collect();
    Reals: [max_len = 12] Vec<f64> = |seed| seed.floats[..seed.len].to_vec();
    RealArray: [as = "Array", max_len = 12] Vec<f64> = |seed| seed.floats[..seed.len].to_vec();
    Points: [max_len = 12] Vec<Vector3> = |seed| vec![Vector3::default(); seed.len];
    PointArray: [as = "Array", max_len = 12] Vec<Vector3> =
        |seed| vec![Vector3::default(); seed.len];
    Pairs: [max_len = 12] BTreeMap<i64, f64> =
        |seed| ints(seed).zip(seed.floats.iter().copied()).collect();
    Hashed: [max_len = 12] HashMap<u8, bool> = |seed| ints(seed).map(|int| (int, true)).collect();
    Tuples: [max_len = 12] Vec<(i64, Option<f32>)> =
        |seed| ints(seed).map(|int| (int, Some(f32::NAN))).collect();
    OptionalInts: [as = "Array", max_len = 12] Option<Vec<i32>> =
        |seed| Some(ints(seed).collect());
}

macro_rules! typed {
    ($($name:ident: [$($attribute:tt)*] $type:ty = $made:expr;)*) => {
        $(
            #[derive(Debug, GodotVar)]
            struct $name {
                #[godot_var($($attribute)*)]
                value: $type,
            }
        )*

        /// The messages that only Godot 4 has.
        fn each_of_godot4(seed: &Seed) {
            $(
                let made: fn(&Seed) -> $type = $made;
                let value = $name { value: made(seed) };
                let most = <$name as EncodeVariant<Godot4>>::FACTS.max_bytes();
                hold(stringify!($name), value.to_variant_bytes::<Godot4>().ok(), most);
            )*
        }
    };
}

typed! {
    TypedInts: [typed, max_len = 12] Vec<i32> = |seed| ints(seed).collect();
    TypedLongs: [typed, max_len = 12] Vec<i64> = |seed| ints(seed).collect();
    TypedBytes: [typed, max_len = 12] VecDeque<u8> = |seed| ints(seed).collect();
    TypedPoints: [typed, max_len = 12] Vec<Vector4> = |seed| vec![Vector4::default(); seed.len];
    TypedPairs: [typed, max_len = 12] BTreeMap<i64, f64> =
        |seed| ints(seed).zip(seed.floats.iter().copied()).collect();
    TypedOption: [typed, max_len = 12] Option<Vec<i64>> = |seed| Some(ints(seed).collect());
}

#[derive(Debug, GodotVar)]
#[godot_var(tag = "type")]
enum Tagged {
    Path {
        #[godot_var(as = "NodePath", max_len = 12)]
        path: String,
    },
    Ints {
        #[godot_var(as = "Array", max_len = 12)]
        ints: Vec<i64>,
    },
}

impl Made for Tagged {
    fn made(seed: &Seed) -> Self {
        if seed.len.is_multiple_of(2) {
            Self::Path { path: cut(seed, 12) }
        } else {
            Self::Ints { ints: ints(seed).collect() }
        }
    }
}

#[track_caller]
fn hold(name: &str, bytes: Option<Vec<u8>>, most: Option<usize>) {
    let most = most.expect(name);
    // A value that cannot be encoded has no size.
    if let Some(bytes) = bytes {
        assert!(bytes.len() <= most, "{name}: {} bytes, {most} at most", bytes.len());
    }
}

fn check<D: Dialect, T: Made + EncodeVariant<D>>(seed: &Seed) {
    let bytes = T::made(seed).to_variant_bytes::<D>().ok();
    hold(std::any::type_name::<T>(), bytes, <T as EncodeVariant<D>>::FACTS.max_bytes());
}

proptest! {
    #[test]
    fn no_value_takes_more_than_its_bound(seed in seeds()) {
        each::<Godot4>(&seed);
        each::<Godot3>(&seed);
        each::<Godot3_0>(&seed);
        each::<Flagless>(&seed);
        each::<Double<Godot4>>(&seed);
        each::<Double<Godot3>>(&seed);
        each_of_godot4(&seed);
        check::<Godot4, Tagged>(&seed);
        check::<Godot3, Tagged>(&seed);
    }
}
