//! Any values and any bytes as deltas: of flat messages, of Variants, and of the properties of a multiplayer session.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::time::Duration;

use allocation_counter::measure;
use arbitrary::{Arbitrary, Result, Unstructured};
use godot_var::flat::{FromFlatBytes, ToFlatBytes};
use godot_var::multiplayer::{
    DeltaElement, DeltaElements, GodotSync, Options, PropertySet, Row, Synchronizer,
};
use godot_var::output::VecOutput;
use godot_var::values::Dictionary;
use godot_var::{
    Dialect, FromVariantBytes, Godot3, Godot4, GodotFlat, GodotVar, ToVariantBytes, Variant,
    Vector3,
};

use crate::sample::Random;

/// Values that fit their fields.
mod any {
    use std::time::Duration;

    use arbitrary::{Result, Unstructured};
    use godot_var::Vector3;

    pub(super) fn vector(bytes: &mut Unstructured<'_>) -> Result<Vector3> {
        Ok(Vector3::new(bytes.arbitrary()?, bytes.arbitrary()?, bytes.arbitrary()?))
    }

    pub(super) fn share(bytes: &mut Unstructured<'_>) -> Result<f32> {
        bytes.arbitrary::<u16>().map(|number| f32::from(number) / 65535.0)
    }

    pub(super) fn wide(bytes: &mut Unstructured<'_>) -> Result<i64> {
        bytes.int_in_range(-(1 << 32)..=(1 << 32) - 1)
    }

    pub(super) fn open(bytes: &mut Unstructured<'_>) -> Result<super::Open> {
        let number = bytes.int_in_range(0..=7)?;
        Ok(match number {
            0 => super::Open::One,
            6 => super::Open::Seventh,
            number => super::Open::Other(number),
        })
    }

    pub(super) fn time(bytes: &mut Unstructured<'_>) -> Result<Duration> {
        bytes.arbitrary::<u32>().map(|number| Duration::from_millis(number.into()))
    }

    pub(super) fn some_time(bytes: &mut Unstructured<'_>) -> Result<Option<Duration>> {
        Ok(if bytes.arbitrary()? { Some(time(bytes)?) } else { None })
    }

    pub(super) fn even(bytes: &mut Unstructured<'_>) -> Result<u32> {
        bytes.arbitrary::<u32>().map(|number| number & !1)
    }

    pub(super) fn whole(bytes: &mut Unstructured<'_>) -> Result<f64> {
        bytes.arbitrary::<i32>().map(f64::from)
    }

    pub(super) fn bools(bytes: &mut Unstructured<'_>) -> Result<Vec<u16>> {
        Ok(bytes.arbitrary::<Vec<u16>>()?.into_iter().take(3).collect())
    }

    pub(super) fn small(bytes: &mut Unstructured<'_>) -> Result<i8> {
        bytes.int_in_range(-16..=15)
    }

    pub(super) fn short(bytes: &mut Unstructured<'_>) -> Result<String> {
        Ok(bytes.arbitrary::<String>()?.chars().filter(|c| *c != '\0').take(5).collect())
    }
}

/// A message of both wires whose fields keep every value.
#[derive(Clone, Debug, PartialEq, Arbitrary, GodotFlat, GodotVar)]
#[flat(delta)]
#[godot_var(delta(Clone, Debug))]
struct Player {
    #[flat(varint)]
    id: u32,
    #[arbitrary(with = any::vector)]
    at: Vector3,
    yaw: f32,
    #[godot_var(f64)]
    far: f64,
    #[godot_var(max_len = 20)]
    #[flat(len = u16)]
    #[arbitrary(with = any::short)]
    name: String,
    alive: bool,
    team: Option<u8>,
    #[godot_var(default = 7)]
    level: i64,
    items: Vec<Item>,
    #[godot_var(default, skip_encoding_if = BTreeMap::is_empty)]
    scores: BTreeMap<u8, String>,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Arbitrary, GodotFlat, GodotVar)]
struct Item {
    kind: Kind,
    count: Option<i16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Arbitrary, GodotFlat, GodotVar)]
enum Kind {
    One,
    Two,
    Three,
}

/// A flat message whose fields are rounded, or are bits of the header.
#[derive(Clone, Debug, PartialEq, Arbitrary, GodotFlat)]
#[flat(flags, big_endian, delta(Clone, Debug))]
struct Coarse {
    here: bool,
    #[flat(bits = 5)]
    #[arbitrary(with = any::small)]
    step: i8,
    #[flat(range = 0..=1, as = u8)]
    #[arbitrary(with = any::share)]
    power: f32,
    #[flat(as = f16)]
    #[arbitrary(with = any::share)]
    half: f32,
    #[flat(c_string, max_len = 20)]
    #[arbitrary(with = any::short)]
    title: String,
    mark: Option<u8>,
    #[flat(bits = 2)]
    kind: Kind,
}

/// A number in three bits, or another one.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
enum Open {
    #[flat(id = 0)]
    One,
    #[flat(id = 6)]
    Seventh,
    #[flat(other)]
    Other(u8),
}

/// Half of a number.
mod half {
    use std::convert::Infallible;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "what `with` calls")]
    pub(super) fn encode(number: &u32) -> u32 {
        number / 2
    }

    pub(super) fn decode(half: u32) -> Result<u32, Infallible> {
        Ok(half.wrapping_mul(2))
    }
}

/// A flat message whose fields have each codec.
#[derive(Clone, Debug, PartialEq, Arbitrary, GodotFlat)]
#[flat(flags, delta(Clone, Debug))]
struct Coded {
    #[flat(bits = 3)]
    #[arbitrary(with = any::open)]
    open: Open,
    #[flat(bits = 33)]
    #[arbitrary(with = any::wide)]
    seed: i64,
    #[flat(unit = "ms")]
    #[arbitrary(with = any::time)]
    wait: Duration,
    #[flat(unit = "us")]
    #[arbitrary(with = any::some_time)]
    since: Option<Duration>,
    #[flat(angle, as = u16)]
    #[arbitrary(with = any::share)]
    yaw: f32,
    #[flat(range = 0..=1, as = u8, clamp, len = u8, max_len = 2)]
    #[arbitrary(value = vec![0.5])]
    shares: Vec<f32>,
    #[flat(lenient)]
    is_odd: [bool; 2],
    #[flat(with = half, as = u32, varint)]
    #[arbitrary(with = any::even)]
    even: u32,
    #[flat(as = Godot4)]
    any: Option<i32>,
    #[flat(varint, max_len = 3)]
    #[arbitrary(with = any::bools)]
    list: Vec<u16>,
}

/// A message of Variants whose fields have each codec.
#[derive(Clone, Debug, PartialEq, Arbitrary, GodotVar)]
#[godot_var(delta(Clone, Debug))]
struct Told {
    #[godot_var(as = "int")]
    #[arbitrary(with = any::whole)]
    whole: f64,
    #[godot_var(as = "float")]
    part: i32,
    #[godot_var(as = "StringName", max_len = 20)]
    #[arbitrary(with = any::short)]
    word: String,
    #[godot_var(as = "Array", max_len = 3)]
    #[arbitrary(with = any::bools)]
    list: Vec<u16>,
    #[godot_var(strict)]
    exact: Option<i16>,
    #[godot_var(unit = "s")]
    #[arbitrary(with = any::time)]
    wait: Duration,
    #[godot_var(unit = "us")]
    #[arbitrary(with = any::some_time)]
    since: Option<Duration>,
    #[godot_var(with = half, as = u32)]
    #[arbitrary(with = any::even)]
    even: u32,
    #[godot_var(rename = "other")]
    unsigned: u64,
}

macro_rules! wide {
    ($($field:ident)*) => {
        /// A flat message whose delta has all bits that a mask can have.
        #[derive(Clone, Debug, PartialEq, Arbitrary, GodotFlat)]
        #[flat(delta(Clone, Debug))]
        struct Wide { $($field: u8),* }

        changes! { Wide as WideDelta: $($field)* }
    };
}

/// What every message with a delta has.
trait Changes: Clone {
    /// The delta.
    type Delta: Debug;

    /// The number of its fields.
    const FIELDS: usize;

    fn changes(&self, older: &Self) -> Self::Delta;
    fn take(&mut self, delta: Self::Delta);
    /// The value with those fields of another one whose bits are set.
    fn mixed(&self, other: &Self, mask: u64) -> Self;
}

macro_rules! changes {
    ($message:ident as $delta:ident: $($field:ident)*) => {
        impl Changes for $message {
            type Delta = $delta;

            const FIELDS: usize = [$(stringify!($field)),*].len();

            fn changes(&self, older: &Self) -> $delta {
                self.changes_since(older)
            }

            fn take(&mut self, delta: $delta) {
                self.apply(delta);
            }

            fn mixed(&self, other: &Self, mut mask: u64) -> Self {
                let mut is_next = || {
                    let is_set = mask & 1 == 1;
                    mask >>= 1;
                    is_set
                };
                $(let $field = if is_next() { &other.$field } else { &self.$field }.clone();)*
                Self { $($field),* }
            }
        }
    };
}

changes! { Player as PlayerDelta: id at yaw far name alive team level items scores kind }
changes! { Coarse as CoarseDelta: here step power half title mark kind }
changes! { Coded as CodedDelta: open seed wait since yaw shares is_odd even any list }
changes! { Told as ToldDelta: whole part word list exact wait since even unsigned }
wide! {
    a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 d0 d1
    d2 d3 d4 d5 d6 d7 d8 d9 e0 e1 e2 e3 e4 e5 e6 e7 e8 e9 f0 f1 f2 f3 f4 f5 f6 f7 f8 f9 g0 g1 g2 g3
}

/// Properties that are sent always, on change and only in spawns.
#[derive(Clone, Debug, Arbitrary, GodotSync)]
struct State {
    always: i64,
    #[sync(on_change)]
    hp: i32,
    #[sync(on_change)]
    #[arbitrary(with = any::short)]
    name: String,
    #[sync(never)]
    id: u8,
    #[sync(on_change)]
    #[arbitrary(with = any::vector)]
    at: Vector3,
    #[sync(on_change, spawn = false)]
    team: Option<u8>,
    again: bool,
}

/// The bits of those that are sent on change.
const ON_CHANGE: u64 = 0b1111;

/// The first byte selects what the others are: values of all kinds, a flat delta, a delta of Variants, or a row of properties.
pub fn deltas(bytes: &[u8]) {
    let Some((first, bytes)) = bytes.split_first() else { return };
    let mut choices = Unstructured::new(bytes);
    // Too few bytes for a value are not a finding.
    let _ = match first % 4 {
        0 => pairs(&mut choices),
        1 => {
            any_flat::<Player>(bytes, &start());
            any_flat::<Coarse>(bytes, &start());
            any_flat::<Coded>(bytes, &start());
            any_flat::<Wide>(bytes, &start());
            Ok(())
        }
        2 => {
            any_variant::<Godot4, Player>(bytes, &start());
            any_variant::<Godot3, Player>(bytes, &start());
            any_variant::<Godot4, Told>(bytes, &told());
            any_variant::<Godot3, Told>(bytes, &told());
            Ok(())
        }
        _ => properties(&mut choices),
    };
}

/// The same value each time.
fn start<T: for<'a> Arbitrary<'a>>() -> T {
    T::arbitrary(&mut Unstructured::new(&[1; 400])).expect("enough bytes")
}

/// The same, with an int that the engine has.
fn told() -> Told {
    Told { unsigned: 7, ..start() }
}

fn pairs(choices: &mut Unstructured<'_>) -> Result<()> {
    let (older, newer) = two::<Player>(choices)?;
    flat_pair(&older, &newer);
    variant_pair::<Godot4, Player>(&older, &newer);
    variant_pair::<Godot3, Player>(&older, &newer);
    let (older, newer) = two::<Coarse>(choices)?;
    // Both sides have what a message can have.
    flat_pair(&rounded(&older), &newer);
    let (older, newer) = two::<Coded>(choices)?;
    flat_pair(&rounded(&older), &newer);
    let (mut older, mut newer) = two::<Told>(choices)?;
    (older.unsigned, newer.unsigned) = (older.unsigned >> 1, newer.unsigned >> 1);
    variant_pair::<Godot4, Told>(&older, &newer);
    variant_pair::<Godot3, Told>(&older, &newer);
    let (older, newer) = two::<Wide>(choices)?;
    flat_pair(&older, &newer);
    Ok(())
}

/// Two values that share fields.
fn two<'a, T: Arbitrary<'a> + Changes>(choices: &mut Unstructured<'a>) -> Result<(T, T)> {
    let (mask, older, other) =
        (choices.arbitrary()?, T::arbitrary(choices)?, T::arbitrary(choices)?);
    let newer = older.mixed(&other, mask);
    Ok((older, newer))
}

/// The value that the other side has.
fn rounded<T: ToFlatBytes + for<'a> FromFlatBytes<'a>>(value: &T) -> T {
    let bytes = value.to_flat_bytes().expect("every field fits");
    T::from_flat_bytes(&bytes).expect("as written")
}

/// Both are equal but for fields that are not equal to themselves, such as a vector with a NaN.
fn assert_equal<T: Changes>(one: &T, other: &T) {
    assert_eq!(format!("{:?}", one.changes(other)), format!("{:?}", one.changes(one)));
}

/// The delta makes the older value the newer one.
fn flat_pair<T>(older: &T, newer: &T)
where
    T: Changes + ToFlatBytes + for<'a> FromFlatBytes<'a>,
    T::Delta: ToFlatBytes + for<'a> FromFlatBytes<'a>,
{
    let delta = newer.changes(older);
    let bytes = delta.to_flat_bytes().expect("every field fits");
    assert_eq!(delta.flat_len(), Ok(bytes.len()));
    let read = T::Delta::from_flat_bytes(&bytes).expect("as written");
    assert_eq!(read.to_flat_bytes().as_ref(), Ok(&bytes));
    let mut applied = older.clone();
    applied.take(read);
    assert_equal(&applied, &rounded(newer));
    assert_eq!(older.changes(&older.clone()).flat_len(), rounded(older).changes(older).flat_len());
    any_flat(&bytes, older);
}

fn variant_pair<D: Dialect, T>(older: &T, newer: &T)
where
    T: Changes + ToVariantBytes,
    T::Delta: ToVariantBytes + for<'a> FromVariantBytes<'a>,
{
    let delta = newer.changes(older);
    let bytes = delta.to_variant_bytes::<D>().expect("every field fits");
    assert_eq!(delta.variant_len::<D>(), Ok(bytes.len()));
    let read = T::Delta::from_variant_bytes::<D>(&bytes).expect("as written");
    let mut applied = older.clone();
    applied.take(read);
    assert_equal(&applied, newer);
    any_variant::<D, T>(&bytes, older);
}

/// A delta that is read can be written, and changes only its fields. Parts and extensions of it are none.
fn any_flat<T>(bytes: &[u8], older: &T)
where
    T: Changes + ToFlatBytes,
    T::Delta: ToFlatBytes + for<'a> FromFlatBytes<'a>,
{
    let mut read = None;
    let cost = measure(|| read = Some(T::Delta::from_flat_bytes(bytes)));
    let most = 4096 + 2 * bytes.len() * size_of::<Item>().max(size_of::<(u8, String)>()) * 2;
    assert!(cost.bytes_max <= most as u64, "{} bytes at once", cost.bytes_max);
    let delta = match read.expect("it was called") {
        Ok(delta) => delta,
        Err(error) => {
            return assert!(error.offset() <= bytes.len(), "{error}");
        }
    };
    let written = delta.to_flat_bytes().expect("what was read can be written");
    assert_eq!(delta.flat_len(), Ok(written.len()));
    let again = T::Delta::from_flat_bytes(&written).expect("as written");
    assert_eq!(format!("{again:?}"), format!("{delta:?}"));
    for len in (0..written.len()).rev().take(32) {
        assert!(T::Delta::from_flat_bytes(&written[..len]).is_err(), "{len}");
    }
    assert!(T::Delta::from_flat_bytes(&[&written[..], &[0]].concat()).is_err());

    let mut applied = older.clone();
    applied.take(delta);
    applied.to_flat_bytes().expect("a delta makes a message");
    let changed = applied.changes(older).to_flat_bytes().expect("every field fits");
    let own = older.changes(older).to_flat_bytes().expect("every field fits");
    let masks = || changed.iter().zip(&written).zip(&own).take(<T as Changes>::FIELDS.div_ceil(8));
    assert!(masks().all(|((changed, sent), own)| changed & !sent & !own == 0));
    let mut twice = applied.clone();
    twice.take(again);
    assert_equal(&twice, &applied);
}

/// The same for a delta of Variants, whose keys say what it changes.
fn any_variant<D: Dialect, T>(bytes: &[u8], older: &T)
where
    T: Changes + ToVariantBytes,
    T::Delta: ToVariantBytes + for<'a> FromVariantBytes<'a>,
{
    let mut place = older.changes(older);
    let in_place = T::Delta::from_variant_bytes_in_place::<D>(bytes, &mut place);
    let delta = match T::Delta::from_variant_bytes::<D>(bytes) {
        Ok(delta) => delta,
        Err(error) => {
            assert!(error.offset() <= bytes.len(), "{error}");
            return assert_eq!(in_place.err(), Some(error));
        }
    };
    assert!(in_place.is_ok());
    assert_eq!(format!("{place:?}"), format!("{delta:?}"));
    let written = delta.to_variant_bytes::<D>().expect("what was read can be written");
    assert_eq!(delta.variant_len::<D>(), Ok(written.len()));
    let again = T::Delta::from_variant_bytes::<D>(&written).expect("as written");
    assert_eq!(again.to_variant_bytes::<D>().as_ref(), Ok(&written));

    let mut applied = older.clone();
    applied.take(delta);
    applied.to_variant_bytes::<D>().expect("a delta makes a message");
    let (sent, own) = (keys::<D>(&written), keys::<D>(&encoded::<D>(&older.changes(older))));
    for (key, _) in keys::<D>(&encoded::<D>(&applied.changes(older))).entries {
        let has = |fields: &Dictionary| fields.entries.iter().any(|(other, _)| *other == key);
        assert!(has(&sent) || has(&own), "{key:?}");
    }
    let mut twice = applied.clone();
    twice.take(again);
    assert_equal(&twice, &applied);
}

fn encoded<D: Dialect>(delta: &impl ToVariantBytes) -> Vec<u8> {
    delta.to_variant_bytes::<D>().expect("every field fits")
}

fn keys<D: Dialect>(bytes: &[u8]) -> Dictionary {
    match Variant::from_variant_bytes::<D>(bytes) {
        Ok(Variant::Dictionary(fields)) => fields,
        other => panic!("a Dictionary, not {other:?}"),
    }
}

/// A row sets the properties whose bits are set, or nothing.
fn properties(choices: &mut Unstructured<'_>) -> Result<()> {
    let (older, newer) = (State::arbitrary(choices)?, State::arbitrary(choices)?);
    let mask = choices.arbitrary::<u8>()?;
    let mut row = Vec::new();
    let fits = u64::from(mask) & ON_CHANGE;
    newer.encode_changed(fits, &mut VecOutput::new(&mut row)).expect("every field fits");
    let applied = row_applied(&older, fits, &row).expect("as written");
    assert_eq!(row_of(&applied, fits), row);

    // Through a packet's element.
    let (synchronizer, mut elements) = (Synchronizer::Spawned(7), Vec::new());
    let element = DeltaElement { synchronizer, mask: fits, row: Row::new(&row) };
    element.put(&mut VecOutput::new(&mut elements)).expect("a short row");
    let elements = DeltaElements::new(&elements).expect("as written");
    let found: Vec<_> = elements.into_iter().collect();
    assert_eq!((found.len(), found[0].mask, found[0].row.bytes()), (1, fits, &row[..]));

    let any = choices.bytes(choices.len())?;
    if let Some(applied) = row_applied(&older, mask.into(), any) {
        let written = row_of(&applied, mask.into());
        let again = row_applied(&older, mask.into(), &written).expect("as written");
        assert_eq!(row_of(&again, mask.into()), written);
    }
    Ok(())
}

/// The value after a row; `None` if the row is refused.
fn row_applied(older: &State, mask: u64, row: &[u8]) -> Option<State> {
    let mut applied = older.clone();
    let result = applied.apply_changed(mask, Row::new(row), &Options::DEFAULT);
    if let Err(error) = result {
        assert!(error.offset() <= row.len(), "{error}");
        assert_eq!(format!("{applied:?}"), format!("{older:?}"));
        return None;
    }
    let others = ON_CHANGE & !mask;
    assert_eq!(row_of(&applied, others), row_of(older, others));
    assert_eq!((applied.always, applied.id, applied.again), (older.always, older.id, older.again));
    Some(applied)
}

fn row_of(state: &State, mask: u64) -> Vec<u8> {
    let mut row = Vec::new();
    state.encode_changed(mask, &mut VecOutput::new(&mut row)).expect("every field fits");
    row
}

/// Values that share fields, and the deltas between them.
pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for seed in 0..24 {
        let mut random = Random(seed);
        let bytes: Vec<u8> = (0..600).map(|_| random.below(256) as u8).collect();
        found.push([&[0][..], &bytes].concat());
        found.push([&[3][..], &bytes[..60 + 3 * seed as usize]].concat());
        let choices = &mut Unstructured::new(&bytes);
        let Ok((older, newer)) = two::<Player>(choices) else { continue };
        let delta = newer.changes_since(&older);
        found.push([&[1][..], &delta.to_flat_bytes().expect("every field fits")].concat());
        found.push([&[2][..], &encoded::<Godot4>(&delta)].concat());
        found.push([&[2][..], &encoded::<Godot3>(&delta)].concat());
        let Ok((older, newer)) = two::<Coarse>(choices) else { continue };
        let delta = newer.changes_since(&older);
        found.push([&[1][..], &delta.to_flat_bytes().expect("every field fits")].concat());
        let Ok((older, newer)) = two::<Wide>(choices) else { continue };
        let delta = newer.changes_since(&older);
        found.push([&[1][..], &delta.to_flat_bytes().expect("every field fits")].concat());
    }
    found
}
