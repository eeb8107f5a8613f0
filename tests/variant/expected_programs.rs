//! Programs that users of Rust expect to work: what they write comes back, in both engines' dialects.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Debug;
use std::marker::PhantomData;
use std::num::{
    NonZero, NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroU8, NonZeroU32, NonZeroU64,
    Wrapping,
};
use std::rc::Rc;
use std::sync::Arc;

use godot_var::error::EncodeErrorKind;
use godot_var::math::{Vector2i, Vector3i};
use godot_var::{FromVariantBytes, Godot3, Godot4, GodotVar, ToVariantBytes, Variant};

/// Returns the value on the wire, after a round trip in both dialects.
fn travels<T>(value: &T) -> Variant
where
    T: ToVariantBytes + for<'de> FromVariantBytes<'de> + PartialEq + Debug,
{
    let old = value.to_variant_bytes::<Godot3>().expect("encodes");
    assert_eq!(&T::from_variant_bytes::<Godot3>(&old).expect("decodes"), value, "in Godot 3");
    travels_in_godot4(value)
}

fn travels_in_godot4<T>(value: &T) -> Variant
where
    T: ToVariantBytes + for<'de> FromVariantBytes<'de> + PartialEq + Debug,
{
    let bytes = value.to_variant_bytes::<Godot4>().expect("encodes");
    assert_eq!(&T::from_variant_bytes::<Godot4>(&bytes).expect("decodes"), value, "in Godot 4");
    Variant::from_variant_bytes::<Godot4>(&bytes).expect("a value")
}

#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
struct Place {
    x: i32,
    y: i32,
}

#[test]
fn a_box_in_a_tagged_enum() {
    #[derive(Debug, PartialEq, GodotVar)]
    #[godot_var(tag = "type")]
    enum Event {
        Moved(Box<Place>),
        Shared(Arc<Place>),
        Told { by: String },
    }
    travels(&Event::Moved(Box::new(Place { x: 1, y: 2 })));
    travels(&Event::Shared(Arc::new(Place { x: 1, y: 2 })));
    travels(&Event::Told { by: "Ann".into() });
}

#[test]
fn a_flattened_box() {
    #[derive(Debug, PartialEq, GodotVar)]
    struct Entity {
        id: u32,
        #[godot_var(flatten)]
        place: Box<Place>,
        #[godot_var(flatten)]
        extra: Option<Rc<Extra>>,
    }
    #[derive(Debug, PartialEq, GodotVar)]
    struct Extra {
        name: String,
    }
    let place = Box::new(Place { x: 1, y: 2 });
    travels(&Entity { id: 1, place: place.clone(), extra: None });
    travels(&Entity { id: 1, place, extra: Some(Rc::new(Extra { name: "Ann".into() })) });
}

#[test]
fn sets_without_an_order() {
    #[derive(Debug, PartialEq, GodotVar)]
    struct Tags {
        names: HashSet<String>,
        numbers: HashSet<u16>,
        maybe: Option<HashSet<i32>>,
    }
    travels(&Tags {
        names: HashSet::from(["a".into(), "b".into()]),
        numbers: HashSet::from([1, 2, 3]),
        maybe: Some(HashSet::from([4])),
    });
}

#[test]
fn phantom_data_is_not_on_the_wire() {
    #[derive(Debug, PartialEq)]
    struct Metres;
    #[derive(Debug, PartialEq, GodotVar)]
    struct Length<U> {
        value: f32,
        unit: PhantomData<U>,
    }
    #[derive(Debug, PartialEq, GodotVar)]
    #[godot_var(transparent)]
    struct Id<T>(u32, PhantomData<T>);
    #[derive(Debug, PartialEq, GodotVar)]
    enum Either<T> {
        One { value: i32, of: PhantomData<T> },
        Two,
    }
    let length = Length::<Metres> { value: 1.5, unit: PhantomData };
    let bytes = length.to_variant_bytes::<Godot4>().expect("encodes");
    assert_eq!(Length::from_variant_bytes::<Godot4>(&bytes), Ok(length));
    let shown = Variant::from_variant_bytes::<Godot4>(&bytes).expect("a value");
    assert_eq!(shown, Variant::Dictionary([("value", Variant::Float(1.5))].into_iter().collect()));
    travels(&Id::<Metres>(7, PhantomData));
    travels(&Either::<Metres>::One { value: 1, of: PhantomData });
    travels(&Either::<Metres>::Two);
}

#[test]
fn wrapping_numbers() {
    #[derive(Debug, PartialEq, GodotVar)]
    struct Clock {
        tick: Wrapping<u32>,
        small: Option<Wrapping<i8>>,
        all: Vec<Wrapping<i32>>,
        bytes: Vec<Wrapping<u8>>,
    }
    let ticks = [Wrapping(7), Wrapping(-1)];
    travels(&Clock {
        tick: Wrapping(u32::MAX),
        small: Some(Wrapping(-128)),
        all: ticks.to_vec(),
        bytes: vec![Wrapping(255)],
    });
    assert_eq!(
        ticks.to_vec().to_variant_bytes::<Godot4>(),
        vec![7, -1].to_variant_bytes::<Godot4>(),
        "a packed array"
    );
}

#[test]
fn ints_without_zero() {
    #[derive(Debug, PartialEq, GodotVar)]
    struct Stock {
        count: NonZeroU8,
        change: NonZero<i64>,
        most: Option<NonZeroU64>,
        #[godot_var(as = "float")]
        real: NonZeroI32,
        bytes: Vec<NonZeroU8>,
        ints: Vec<NonZeroI32>,
        longs: Vec<NonZeroI64>,
        shorts: Vec<NonZeroI16>,
        by_id: BTreeMap<NonZeroU32, String>,
    }
    let stock = Stock {
        count: NonZeroU8::MAX,
        change: NonZero::<i64>::MIN,
        most: None,
        real: NonZeroI32::MIN,
        bytes: vec![NonZeroU8::MIN, NonZeroU8::MAX],
        ints: vec![NonZeroI32::MIN, NonZeroI32::MAX],
        longs: vec![NonZeroI64::MIN],
        shorts: vec![NonZeroI16::MAX; 3],
        by_id: BTreeMap::from([(NonZeroU32::MAX, "last".into())]),
    };
    travels(&stock);
    travels(&vec![stock]);
    assert_eq!(
        vec![NonZeroI32::MIN].to_variant_bytes::<Godot4>(),
        vec![i32::MIN].to_variant_bytes::<Godot4>(),
        "a packed array"
    );

    fn refused<'v, T: FromVariantBytes<'v>>(bytes: &'v [u8], error: &str) {
        let read = T::from_variant_bytes::<Godot4>(bytes);
        assert_eq!(read.err().map(|error| error.to_string()).as_deref(), Some(error));
    }
    let zero = 0.to_variant_bytes::<Godot4>().expect("encodes");
    refused::<NonZeroU8>(&zero, "expected int from 1 to 255, found 0 at byte 0");
    refused::<NonZeroI8>(&zero, "expected int from -128 to 127, not 0, found 0 at byte 0");
    refused::<NonZeroI64>(&zero, "expected int other than 0, found 0 at byte 0");
    refused::<Option<NonZeroU64>>(
        &zero,
        "expected int from 1 to 9223372036854775807, found 0 at byte 0",
    );
    let real = 0.0.to_variant_bytes::<Godot4>().expect("encodes");
    refused::<NonZeroI64>(&real, "expected int other than 0, found 0 at byte 0");
    let list = vec![1i32, 0].to_variant_bytes::<Godot4>().expect("encodes");
    refused::<Vec<NonZeroI32>>(
        &list,
        "[1]: expected int from -2147483648 to 2147483647, not 0, found 0 at byte 16",
    );
    let too_large = u64::MAX.try_into().map(|most: NonZeroU64| most.to_variant_bytes::<Godot4>());
    assert!(too_large.expect("not 0").is_err(), "above the largest int");
}

#[test]
fn shared_and_borrowed_lists() {
    #[derive(Debug, PartialEq, GodotVar)]
    struct Mesh {
        indices: Rc<[i32]>,
        names: Arc<[String]>,
        places: Rc<[Place]>,
        weights: Cow<'static, [f32]>,
    }
    #[derive(Debug, PartialEq, GodotVar)]
    struct Part<'a> {
        bytes: Cow<'a, [u8]>,
        weights: Cow<'a, [f32]>,
        names: Cow<'a, [&'a str]>,
        places: Option<Cow<'a, [Place]>>,
    }
    travels(&Mesh {
        indices: Rc::from([1, 2]),
        names: Arc::from(["a".to_owned()]),
        places: Rc::from([Place::default()]),
        weights: Cow::Borrowed(&[0.5]),
    });
    let part = Part {
        bytes: Cow::Borrowed(&[1]),
        weights: Cow::Borrowed(&[0.5, 1.0]),
        names: Cow::Borrowed(&["a", "b"]),
        places: Some(Cow::Owned(vec![Place { x: 1, y: 2 }])),
    };
    let bytes = part.to_variant_bytes::<Godot4>().expect("encodes");
    let read = Part::from_variant_bytes::<Godot4>(&bytes).expect("decodes");
    assert_eq!(read, part);
    assert!(matches!((read.bytes, read.weights), (Cow::Borrowed(_), Cow::Owned(_))));
    // Only bytes require their packed array.
    let loose = Variant::Dictionary(
        [
            ("bytes", Variant::PackedByteArray(vec![1])),
            ("weights", Variant::Array([0.5, 1.0].into_iter().map(Variant::from).collect())),
            ("names", Variant::PackedStringArray(vec!["a".into(), "b".into()])),
            ("places", Variant::Nil),
        ]
        .into_iter()
        .collect(),
    );
    let bytes = loose.to_variant_bytes::<Godot4>().expect("encodes");
    let read = Part::from_variant_bytes::<Godot4>(&bytes).expect("decodes");
    assert_eq!(read, Part { places: None, ..part });
}

#[test]
fn keys_that_the_engine_has() {
    #[derive(Debug, PartialEq, GodotVar)]
    struct Board {
        cells: HashMap<Vector2i, String>,
        blocks: BTreeMap<Vector3i, i32>,
        flags: HashMap<bool, i32>,
        letters: BTreeMap<char, i32>,
    }
    travels_in_godot4(&Board {
        cells: HashMap::from([(Vector2i::new(1, -2), "a".into())]),
        blocks: BTreeMap::from([(Vector3i::new(1, 2, 3), 4)]),
        flags: HashMap::from([(true, 1)]),
        letters: BTreeMap::from([('x', 1)]),
    });
}

#[test]
fn generic_tags_and_flattened_fields() {
    #[derive(Debug, PartialEq, GodotVar)]
    #[godot_var(tag = "type")]
    enum Event<T, U> {
        Of(T),
        Boxed(Box<U>),
        Told { what: U },
    }
    #[derive(Debug, PartialEq, GodotVar)]
    struct Envelope<T> {
        id: u32,
        #[godot_var(flatten)]
        content: T,
        #[godot_var(flatten)]
        pair: Option<Pair<T>>,
    }
    #[derive(Debug, PartialEq, GodotVar)]
    struct Pair<T> {
        first: Option<T>,
        second: i32,
    }
    let place = || Place { x: 1, y: 2 };
    travels(&Event::<Place, Place>::Of(place()));
    travels(&Event::<Place, Place>::Boxed(Box::new(place())));
    travels(&Event::<Place, Place>::Told { what: place() });
    travels(&Envelope { id: 1, content: place(), pair: None });
    let pair = Pair { first: Some(place()), second: 3 };
    travels(&Envelope { id: 1, content: place(), pair: Some(pair) });
}

#[test]
fn fields_of_associated_types() {
    trait Game {
        type Move;
        type Score;
    }
    #[derive(Debug, PartialEq)]
    struct Chess;
    impl Game for Chess {
        type Move = String;
        type Score = i32;
    }
    #[derive(Debug, PartialEq, GodotVar)]
    struct Turn<G: Game> {
        by: G::Move,
        all: Vec<<G as Game>::Move>,
        score: Option<G::Score>,
    }
    #[derive(Debug, PartialEq, GodotVar)]
    #[godot_var(array, id)]
    enum Message<G: Game> {
        #[godot_var(id = 1)]
        Move(G::Move),
        #[godot_var(id = 2)]
        Score(G::Score),
    }
    let turn = Turn::<Chess> { by: "e4".into(), all: vec!["e4".into()], score: Some(3) };
    let bytes = turn.to_variant_bytes::<Godot4>().expect("encodes");
    assert_eq!(Turn::<Chess>::from_variant_bytes::<Godot4>(&bytes), Ok(turn));
    travels(&Message::<Chess>::Move("e4".into()));
    travels(&Message::<Chess>::Score(4));
}

const BASE: u8 = 10;
const LONGEST: usize = 4;

#[test]
fn discriminants_that_are_expressions() {
    #[derive(Debug, PartialEq, GodotVar)]
    #[godot_var(repr = "int")]
    #[repr(u8)]
    enum Letter {
        A = b'a',
        B,
        Base = BASE,
        Next,
        Shifted = 1 << 4 | 2,
    }
    #[derive(Debug, PartialEq, GodotVar)]
    #[godot_var(repr = "int")]
    enum Signed {
        Least = -(BASE as isize),
        Next,
        Most = i32::MAX as isize,
    }
    #[derive(Debug, PartialEq, GodotVar)]
    #[godot_var(repr = "int")]
    #[repr(i64)]
    enum Open {
        Known = BASE as i64 * 2,
        #[godot_var(other)]
        Other(i64) = -1,
    }
    assert_eq!(travels(&Letter::A), Variant::Int(97));
    assert_eq!(travels(&Letter::B), Variant::Int(98));
    assert_eq!(travels(&Letter::Base), Variant::Int(10));
    assert_eq!(travels(&Letter::Next), Variant::Int(11));
    assert_eq!(travels(&Letter::Shifted), Variant::Int(18));
    assert_eq!(travels(&Signed::Least), Variant::Int(-10));
    assert_eq!(travels(&Signed::Next), Variant::Int(-9));
    assert_eq!(travels(&Signed::Most), Variant::Int(2_147_483_647));
    assert_eq!(travels(&Open::Known), Variant::Int(20));
    assert_eq!(travels(&Open::Other(7)), Variant::Int(7));
    let bytes = 5.to_variant_bytes::<Godot4>().expect("encodes");
    let error = Letter::from_variant_bytes::<Godot4>(&bytes).unwrap_err();
    assert!(error.to_string().contains("97, 98, 10, 11, 18"), "{error}");
}

#[test]
fn lengths_and_defaults_that_are_expressions() {
    #[derive(Debug, PartialEq, GodotVar)]
    struct Chat<const N: usize> {
        #[godot_var(max_len = LONGEST)]
        text: String,
        #[godot_var(max_len = 2 * LONGEST)]
        rows: Option<Vec<i32>>,
        #[godot_var(max_len = N)]
        names: HashSet<String>,
        #[godot_var(default = 3 * 60)]
        seconds: u32,
        #[godot_var(default = LONGEST as i64)]
        long: i64,
    }
    let chat = Chat::<1> {
        text: "four".into(),
        rows: Some(vec![0; 8]),
        names: HashSet::from(["a".into()]),
        seconds: 180,
        long: 4,
    };
    travels(&chat);
    let too_long = Chat::<1> { text: "fives".into(), ..chat };
    assert!(too_long.to_variant_bytes::<Godot4>().is_err());
    let short: Variant = Variant::Dictionary(
        [("text", Variant::from("a")), ("names", Variant::Array(godot_var::Array::default()))]
            .into_iter()
            .collect(),
    );
    let bytes = short.to_variant_bytes::<Godot4>().expect("encodes");
    let read = Chat::<0>::from_variant_bytes::<Godot4>(&bytes).expect("decodes");
    assert_eq!((read.seconds, read.long, read.rows), (180, 4, None));
}

#[test]
fn conversions_of_a_whole_type() {
    #[derive(Clone, Debug, PartialEq, GodotVar)]
    #[godot_var(try_from = "u32", into = "u32")]
    struct Even(u32);
    impl TryFrom<u32> for Even {
        type Error = String;
        fn try_from(number: u32) -> Result<Self, String> {
            if number.is_multiple_of(2) {
                Ok(Self(number))
            } else {
                Err(format!("{number} is odd"))
            }
        }
    }
    impl From<Even> for u32 {
        fn from(even: Even) -> Self {
            even.0
        }
    }

    #[derive(Clone, Debug, PartialEq, GodotVar)]
    #[godot_var(from = Wire, into = Wire)]
    enum Shape {
        Point,
        Circle(f32),
    }
    #[derive(GodotVar)]
    struct Wire {
        radius: Option<f32>,
    }
    impl From<Wire> for Shape {
        fn from(wire: Wire) -> Self {
            wire.radius.map_or(Self::Point, Self::Circle)
        }
    }
    impl From<Shape> for Wire {
        fn from(shape: Shape) -> Self {
            match shape {
                Shape::Point => Self { radius: None },
                Shape::Circle(radius) => Self { radius: Some(radius) },
            }
        }
    }

    #[derive(Clone, Debug, PartialEq, GodotVar)]
    #[godot_var(from = "Option<T>", into = "Option<T>")]
    struct Maybe<T: Clone>(Vec<T>);
    impl<T: Clone> From<Option<T>> for Maybe<T> {
        fn from(value: Option<T>) -> Self {
            Self(value.into_iter().collect())
        }
    }
    impl<T: Clone> From<Maybe<T>> for Option<T> {
        fn from(value: Maybe<T>) -> Self {
            value.0.into_iter().next()
        }
    }

    #[derive(Debug, PartialEq, GodotVar)]
    struct All {
        even: Even,
        evens: Vec<Even>,
        option: Option<Even>,
        shape: Shape,
        maybe: Maybe<i32>,
    }
    assert_eq!(travels(&Even(4)), Variant::Int(4));
    travels(&Shape::Circle(1.5));
    let all = All {
        even: Even(2),
        evens: vec![Even(4), Even(6)],
        option: Some(Even(8)),
        shape: Shape::Point,
        maybe: Maybe(vec![7]),
    };
    travels(&all);
    let odd = Variant::Dictionary(
        [
            ("even", Variant::Int(2)),
            ("evens", Variant::PackedInt32Array(vec![2, 3])),
            ("shape", Variant::Dictionary(godot_var::Dictionary::new())),
        ]
        .into_iter()
        .collect(),
    );
    let bytes = odd.to_variant_bytes::<Godot4>().expect("encodes");
    let error = All::from_variant_bytes::<Godot4>(&bytes).unwrap_err();
    assert_eq!(error.kind(), godot_var::error::DecodeErrorKind::WrongType);
    let odd = Variant::Dictionary(
        [
            ("even", Variant::Int(2)),
            ("evens", Variant::Array([2, 3].into_iter().map(Variant::from).collect())),
            ("shape", Variant::Dictionary(godot_var::Dictionary::new())),
        ]
        .into_iter()
        .collect(),
    );
    let bytes = odd.to_variant_bytes::<Godot4>().expect("encodes");
    let error = All::from_variant_bytes::<Godot4>(&bytes).unwrap_err();
    assert_eq!(error.path().to_string(), "All.evens[1]");
    assert!(error.to_string().contains("3 is odd"), "{error}");
}

mod percent {
    //! As a whole number from 0 to 100.

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "`with` hands the field by reference")]
    pub(super) fn encode(value: &f32) -> u8 {
        (value * 100.0) as u8
    }

    pub(super) fn decode(wire: u8) -> Result<f32, &'static str> {
        if wire <= 100 { Ok(f32::from(wire) / 100.0) } else { Err("more than 100 percent") }
    }
}

mod initials {
    //! As a text of letters.

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "`with` hands the field by reference")]
    pub(super) fn encode(value: &[char; 2]) -> String {
        value.iter().collect()
    }

    #[allow(clippy::needless_pass_by_value, reason = "`with` hands over what it has read")]
    pub(super) fn decode(wire: String) -> Result<[char; 2], String> {
        wire.chars().collect::<Vec<_>>().try_into().map_err(|_| format!("{wire:?} has not two"))
    }
}

#[test]
fn functions_on_values() {
    #[derive(Debug, PartialEq, GodotVar)]
    struct Volume {
        before: i32,
        #[godot_var(with = percent, as = u8)]
        music: f32,
        #[godot_var(with = percent, as = u8)]
        voice: Option<f32>,
        #[godot_var(with = initials, as = String)]
        by: [char; 2],
        #[godot_var(encode_with = percent::encode, decode_with = percent::decode, as = "u8", default = 0.5)]
        last: f32,
    }
    let volume = Volume { before: 1, music: 0.5, voice: Some(0.25), by: ['a', 'b'], last: 0.75 };
    let shown = travels(&volume);
    let expected = [
        ("before", Variant::Int(1)),
        ("music", Variant::Int(50)),
        ("voice", Variant::Int(25)),
        ("by", "ab".into()),
        ("last", Variant::Int(75)),
    ];
    assert_eq!(shown, Variant::Dictionary(expected.clone().into_iter().collect()));
    travels(&Volume { voice: None, ..volume });
    for (place, value) in [(1, Variant::Int(101)), (2, Variant::Int(101)), (3, "abc".into())] {
        let mut wrong = expected.clone();
        let key = wrong[place].0;
        wrong[place].1 = value;
        let wrong = Variant::Dictionary(wrong.into_iter().collect());
        let bytes = wrong.to_variant_bytes::<Godot4>().expect("encodes");
        let error = Volume::from_variant_bytes::<Godot4>(&bytes).unwrap_err();
        assert_eq!(error.path().to_string(), format!("Volume.{key}"));
        assert_eq!(error.kind(), godot_var::error::DecodeErrorKind::Custom);
    }
}

#[test]
fn times_in_a_unit() {
    use std::time::{Duration, SystemTime};
    #[derive(Debug, PartialEq, GodotVar)]
    struct Times {
        #[godot_var(unit = "s")]
        seconds: Duration,
        #[godot_var(unit = "ms")]
        milliseconds: Duration,
        #[godot_var(unit = "us")]
        microseconds: Option<Duration>,
        #[godot_var(unit = "s")]
        at: SystemTime,
        #[godot_var(unit = "ms")]
        until: Option<SystemTime>,
        #[godot_var(unit = "us")]
        before_1970: SystemTime,
    }
    let times = Times {
        seconds: Duration::from_millis(1500),
        milliseconds: Duration::from_millis(70),
        microseconds: Some(Duration::from_micros(3)),
        at: SystemTime::UNIX_EPOCH + Duration::from_millis(2500),
        until: None,
        before_1970: SystemTime::UNIX_EPOCH - Duration::from_micros(7),
    };
    let shown = travels(&times);
    let expected = [
        ("seconds", Variant::Float(1.5)),
        ("milliseconds", Variant::Int(70)),
        ("microseconds", Variant::Int(3)),
        ("at", Variant::Float(2.5)),
        ("until", Variant::Nil),
        ("before_1970", Variant::Int(-7)),
    ];
    assert_eq!(shown, Variant::Dictionary(expected.clone().into_iter().collect()));
    for (place, value) in [
        (0, Variant::Float(-1.0)),
        (0, Variant::Float(f64::NAN)),
        (0, Variant::Float(1e300)),
        (1, Variant::Int(-1)),
        (3, Variant::Float(f64::INFINITY)),
    ] {
        let mut wrong = expected.clone();
        wrong[place].1 = value;
        let wrong = Variant::Dictionary(wrong.into_iter().collect());
        let bytes = wrong.to_variant_bytes::<Godot4>().expect("encodes");
        assert!(Times::from_variant_bytes::<Godot4>(&bytes).is_err(), "{wrong:?}");
    }
    let long = Times { milliseconds: Duration::MAX, ..times };
    assert!(long.to_variant_bytes::<Godot4>().is_err());
    // A `SystemTime` holds more microseconds than an int: some 292,277 years.
    let year = Duration::from_secs(60 * 60 * 24 * 365);
    for (years, good) in [(290_000, true), (300_000, false)] {
        for before_1970 in
            [SystemTime::UNIX_EPOCH - years * year, SystemTime::UNIX_EPOCH + years * year]
        {
            let far = Times { before_1970, ..long };
            let far = Times { milliseconds: Duration::ZERO, ..far };
            assert_eq!(far.to_variant_bytes::<Godot4>().is_ok(), good, "{years}");
        }
    }
}

#[test]
fn values_by_functions_in_lists() {
    use std::time::Duration;
    #[derive(Debug, PartialEq, GodotVar)]
    struct Percent(#[godot_var(with = even, as = u32)] u32);
    #[derive(Debug, PartialEq, GodotVar)]
    struct Row {
        id: u32,
        #[godot_var(with = even, as = i64)]
        number: u32,
        #[godot_var(with = even, as = f32)]
        real: u32,
        #[godot_var(unit = "ms")]
        since: Duration,
        #[godot_var(unit = "s")]
        lasts: Duration,
        percent: Percent,
        last: bool,
    }
    #[derive(Debug, PartialEq, GodotVar)]
    struct Around {
        rows: Vec<Row>,
        one: Row,
        boxed: Option<Box<Row>>,
        pair: [Row; 2],
        percents: Vec<Percent>,
        by_name: BTreeMap<String, Row>,
    }
    // Only even numbers.
    mod even {
        #[expect(clippy::trivially_copy_pass_by_ref, reason = "the derive passes the field")]
        pub(super) fn encode<W: From<Number>>(number: &u32) -> W {
            W::from(Number(*number))
        }
        pub(super) fn decode<W: Into<Number>>(number: W) -> Result<u32, String> {
            let Number(number) = number.into();
            if number % 2 == 0 { Ok(number) } else { Err(format!("{number} is odd")) }
        }
        pub(super) struct Number(pub(super) u32);
        impl From<Number> for u32 {
            fn from(number: Number) -> Self {
                number.0
            }
        }
        impl From<Number> for i64 {
            fn from(number: Number) -> Self {
                number.0.into()
            }
        }
        impl From<Number> for f32 {
            fn from(number: Number) -> Self {
                number.0 as f32
            }
        }
        impl From<u32> for Number {
            fn from(number: u32) -> Self {
                Self(number)
            }
        }
        impl From<i64> for Number {
            fn from(number: i64) -> Self {
                Self(number as u32)
            }
        }
        impl From<f32> for Number {
            fn from(number: f32) -> Self {
                Self(number as u32)
            }
        }
    }
    let row = |id| Row {
        id,
        number: 2 * id,
        real: 4,
        since: Duration::from_millis(3),
        lasts: Duration::from_millis(1500),
        percent: Percent(8),
        last: true,
    };
    let around = Around {
        rows: (0..5).map(row).collect(),
        one: row(6),
        boxed: Some(Box::new(row(7))),
        pair: [row(8), row(9)],
        percents: vec![Percent(2), Percent(4)],
        by_name: BTreeMap::from([("a".into(), row(10))]),
    };
    let mut shown = travels(&around);
    let bytes = around.to_variant_bytes::<Godot4>().expect("encodes");
    let mut place = Around::from_variant_bytes::<Godot4>(&bytes).expect("decodes");
    place.rows.truncate(2);
    Around::from_variant_bytes_in_place::<Godot4>(&bytes, &mut place).expect("decodes");
    assert_eq!(place, around);

    // A value that a function refuses is refused in a list, too.
    let Variant::Dictionary(fields) = &mut shown else { panic!("a Dictionary") };
    fields.insert("percents", Variant::Array([2, 3].into_iter().map(Variant::from).collect()));
    let odd = shown.to_variant_bytes::<Godot4>().expect("encodes");
    let error = Around::from_variant_bytes::<Godot4>(&odd).expect_err("an odd number");
    assert_eq!(error.path().to_string(), "Around.percents[1]");
    assert!(error.to_string().contains("3 is odd"), "{error}");
}

#[test]
fn addresses_are_texts() {
    use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
    #[derive(Debug, PartialEq, GodotVar)]
    struct Server {
        address: IpAddr,
        old: Ipv4Addr,
        new: Option<Ipv6Addr>,
        sockets: Vec<SocketAddr>,
        by_address: BTreeMap<IpAddr, String>,
    }
    let server = Server {
        address: Ipv4Addr::LOCALHOST.into(),
        old: Ipv4Addr::BROADCAST,
        new: Some(Ipv6Addr::LOCALHOST),
        sockets: vec!["127.0.0.1:7777".parse().expect("an address"), ([1, 2, 3, 4], 5).into()],
        by_address: BTreeMap::from([(Ipv6Addr::LOCALHOST.into(), "here".into())]),
    };
    let shown = travels(&server).to_string();
    assert_eq!(
        shown,
        r#"{ "address": "127.0.0.1", "old": "255.255.255.255", "new": "::1", "sockets": ["127.0.0.1:7777", "1.2.3.4:5"], "by_address": { "::1": "here" } }"#
    );
    for wrong in ["", "127.0.0.256", "localhost", "127.0.0.1 "] {
        let bytes = wrong.to_variant_bytes::<Godot4>().expect("encodes");
        let error = IpAddr::from_variant_bytes::<Godot4>(&bytes).unwrap_err();
        assert_eq!(error.kind(), godot_var::error::DecodeErrorKind::InvalidValue, "{wrong}");
    }
    let packed = Variant::PackedStringArray(vec!["1.2.3.4:5".into(), "x".into()]);
    let bytes = packed.to_variant_bytes::<Godot4>().expect("encodes");
    let error = Vec::<SocketAddr>::from_variant_bytes::<Godot4>(&bytes).unwrap_err();
    assert_eq!(error.path().to_string(), "[1]");
    for longest in ["ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255", "::ffff:255.255.255.255"] {
        let address: IpAddr = longest.parse().expect("an address");
        let len = address.to_variant_bytes::<Godot4>().expect("encodes").len();
        assert!(len <= 8 + 48, "{address}: {len}");
    }
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(tag = "kind")]
enum Shape {
    Circle {
        radius: f32,
    },
    #[godot_var(alias = "box")]
    Square(Place),
    Nothing,
}

fn text_map(pairs: &[(&str, i32)]) -> BTreeMap<String, i32> {
    pairs.iter().map(|(key, value)| ((*key).to_owned(), *value)).collect()
}

#[test]
#[expect(clippy::vec_box, reason = "that is what is tried")]
fn lists_of_pointers() {
    #[derive(Debug, PartialEq, GodotVar)]
    struct Boxes {
        numbers: Vec<Box<i32>>,
        texts: Vec<Box<String>>,
        shared: [Rc<String>; 2],
        maybe: Vec<Option<Box<i32>>>,
    }
    let shown = travels(&Boxes {
        numbers: vec![Box::new(1)],
        texts: vec![Box::default(), Box::new("a".into())],
        shared: [Rc::default(), Rc::new("b".into())],
        maybe: vec![None, Some(Box::new(2))],
    });
    let is_packed = |key: &str| {
        shown
            .as_dictionary()
            .and_then(|shown| shown.get(key))
            .is_some_and(|value| value.as_array().is_none())
    };
    assert_eq!(["numbers", "texts", "shared", "maybe"].map(is_packed), [false, true, true, false]);
}

#[test]
fn tagged_enums_in_tagged_enums() {
    #[derive(Debug, PartialEq, GodotVar)]
    #[godot_var(tag = "type")]
    enum Event<T> {
        Drawn(Shape),
        Boxed(Box<Shape>),
        Any(T),
        Ended,
    }
    travels(&Event::<Shape>::Boxed(Box::new(Shape::Nothing)));
    travels(&Event::Any(Shape::Circle { radius: 2.0 }));
    travels(&Event::<Place>::Ended);
    travels(&vec![Event::<Place>::Drawn(Shape::Circle { radius: 0.5 })]);
    let shown = travels(&Event::<Place>::Drawn(Shape::Square(Place { x: 1, y: 2 })));
    assert_eq!(shown.to_string(), r#"{ "type": "Drawn", "kind": "Square", "x": 1, "y": 2 }"#);

    let refused = |pairs: &[(&str, Variant)], error: &str| {
        let pairs = pairs.iter().map(|(key, value)| (*key, value.clone()));
        let value = Variant::Dictionary(pairs.collect());
        let bytes = value.to_variant_bytes::<Godot4>().expect("encodes");
        let read = Event::<Place>::from_variant_bytes::<Godot4>(&bytes);
        assert_eq!(read.err().map(|error| error.to_string()).as_deref(), Some(error));
    };
    refused(
        &[("type", "Drawn".into())],
        "Drawn.kind: expected a tag, but it is missing from the value at byte 0",
    );
    refused(
        &[("type", "Drawn".into()), ("kind", "Line".into())],
        r#"Drawn: no Shape has the name "Line" at byte 0; it has "Circle", "Square", "Nothing""#,
    );
    refused(
        &[("type", "Drawn".into()), ("kind", 0.5.into())],
        "Drawn.kind: expected a tag, found float 0.5 at byte 48",
    );
}

#[test]
fn flattened_tagged_enums() {
    #[derive(Debug, PartialEq, GodotVar)]
    struct Drawing {
        id: u32,
        #[godot_var(flatten)]
        shape: Shape,
        name: String,
    }
    let drawing = Drawing { id: 7, shape: Shape::Circle { radius: 0.5 }, name: "sun".into() };
    let shown = travels(&drawing);
    assert_eq!(shown.to_string(), r#"{ "id": 7, "kind": "Circle", "radius": 0.5, "name": "sun" }"#);
    travels(&Drawing { shape: Shape::Square(Place { x: 1, y: 2 }), ..drawing });
    travels(&vec![Drawing { id: 8, shape: Shape::Nothing, name: String::new() }]);

    #[derive(Debug, PartialEq, GodotVar)]
    struct Maybe {
        #[godot_var(flatten)]
        shape: Option<Box<Shape>>,
        #[godot_var(flatten)]
        rest: BTreeMap<String, i32>,
    }
    travels(&Maybe { shape: None, rest: text_map(&[("more", 1)]) });
    let square = Some(Box::new(Shape::Square(Place { x: 1, y: 2 })));
    travels(&Maybe { shape: square, rest: text_map(&[("more", 1), ("other", 2)]) });

    // A key of another variant is not a map's key: every decoded value can be encoded.
    let pairs: [(&str, Variant); 4] =
        [("kind", "box".into()), ("x", 1.into()), ("y", 2.into()), ("radius", 3.into())];
    let bytes = Variant::Dictionary(pairs.into_iter().collect()).to_variant_bytes::<Godot4>();
    let bytes = bytes.expect("encodes");
    let read = Maybe::from_variant_bytes::<Godot4>(&bytes).expect("decodes");
    assert_eq!(read.rest, BTreeMap::new());
    travels(&read);
    for taken in ["kind", "x", "radius"] {
        let value = Maybe { shape: Some(Box::new(Shape::Nothing)), rest: text_map(&[(taken, 1)]) };
        let error = value.to_variant_bytes::<Godot4>().expect_err("a key of the enum");
        assert_eq!(error.kind(), EncodeErrorKind::DuplicateKey);
    }

    #[derive(Debug, PartialEq, GodotVar)]
    #[godot_var(deny_unknown_fields)]
    struct Closed {
        #[godot_var(flatten)]
        shape: Shape,
    }
    travels(&Closed { shape: Shape::Nothing });
    assert!(Closed::from_variant_bytes::<Godot4>(&bytes).is_err(), "no square has a radius");
}

#[test]
fn enums_that_are_flattened_with_what_they_do_not_know() {
    #[derive(Debug, PartialEq, GodotVar)]
    #[godot_var(tag = "kind")]
    enum Known<'a> {
        Named {
            name: &'a str,
        },
        #[godot_var(skip)]
        Local,
        #[godot_var(other)]
        Else,
    }
    #[derive(Debug, PartialEq, GodotVar)]
    struct Outer<'a> {
        #[godot_var(flatten)]
        known: Known<'a>,
    }
    let bytes = Outer { known: Known::Named { name: "Ann" } }.to_variant_bytes::<Godot4>();
    let bytes = bytes.expect("encodes");
    let read = Outer::from_variant_bytes::<Godot4>(&bytes).expect("decodes");
    assert_eq!(read, Outer { known: Known::Named { name: "Ann" } });
    let newer = Variant::Dictionary([("kind", Variant::from(7))].into_iter().collect());
    let newer = newer.to_variant_bytes::<Godot4>().expect("encodes");
    let read = Outer::from_variant_bytes::<Godot4>(&newer).expect("decodes");
    assert_eq!(read, Outer { known: Known::Else });
    for known in [Known::Local, Known::Else] {
        assert!(Outer { known }.to_variant_bytes::<Godot4>().is_err());
    }
}
