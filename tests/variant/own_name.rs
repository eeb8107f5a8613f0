//! `Self` means the type wherever a field or an attribute says it, in every form.

use std::fmt::Debug;
use std::marker::PhantomData;

use godot_var::{
    DecodeError, DecodeVariant, Dialect, EncodeError, EncodeVariant, FromVariantBytes, Godot3,
    Godot4, GodotVar, Output, Reader, ToVariantBytes, Variant, Vector2,
};

fn goes_both_ways<T>(value: &T)
where
    T: ToVariantBytes + for<'a> FromVariantBytes<'a> + Debug + PartialEq,
{
    fn in_dialect<D: Dialect, T>(value: &T)
    where
        T: ToVariantBytes + for<'a> FromVariantBytes<'a> + Debug + PartialEq,
    {
        let bytes = value.to_variant_bytes::<D>().unwrap();
        assert_eq!(value.variant_len::<D>().unwrap(), bytes.len());
        assert_eq!(&T::from_variant_bytes::<D>(&bytes).unwrap(), value);
    }
    in_dialect::<Godot4, T>(value);
    in_dialect::<Godot3, T>(value);
}

trait Measured {
    type Unit;
}

macro_rules! expressions {
    ($($test:ident $name:ident $named:ident [$($attribute:tt)*]),* $(,)?) => { $(
        #[derive(Debug, PartialEq, GodotVar)]
        $($attribute)*
        enum $name {
            Number { value: f64 },
            Sum { left: Box<Self>, right: Box<Self>, third: Option<Box<Self>> },
            Call { name: String, arguments: Vec<Self> },
            Length { length: <Self as Measured>::Unit },
        }

        impl Measured for $name {
            type Unit = i32;
        }

        /// As the other, with its name where that says `Self`.
        #[derive(Debug, PartialEq, GodotVar)]
        $($attribute)*
        enum $named {
            Number { value: f64 },
            Sum { left: Box<$named>, right: Box<$named>, third: Option<Box<$named>> },
            Call { name: String, arguments: Vec<$named> },
            Length { length: i32 },
        }

        #[test]
        fn $test() {
            let leaf = || Box::new($name::Number { value: 1.5 });
            let call = $name::Call { name: "f".into(), arguments: vec![*leaf()] };
            let sum = $name::Sum { left: leaf(), right: Box::new(call), third: None };
            goes_both_ways(&sum);
            goes_both_ways(&$name::Length { length: 3 });

            let leaf = || Box::new($named::Number { value: 1.5 });
            let call = $named::Call { name: "f".into(), arguments: vec![*leaf()] };
            let named = $named::Sum { left: leaf(), right: Box::new(call), third: None };
            let bytes = sum.to_variant_bytes::<Godot4>();
            assert_eq!(bytes, named.to_variant_bytes::<Godot4>());
            let layout = godot_var::layout::layout_fingerprint::<$name>();
            assert_eq!(layout, godot_var::layout::layout_fingerprint::<$named>());
        }
    )* };
}

expressions! {
    externally External ExternalByName [],
    with_a_tag Tagged TaggedByName [#[godot_var(tag = "type")]],
    with_a_content Adjacent AdjacentByName [#[godot_var(tag = "type", content = "data")]],
    untagged Untagged UntaggedByName [#[godot_var(untagged)]],
}

#[derive(Debug, PartialEq, GodotVar)]
enum Tuples {
    Leaf(i32),
    Two(Box<Self>, Box<Self>),
    Many(Vec<Self>),
}

#[derive(Debug, PartialEq, GodotVar)]
enum Generic<T, const N: usize> {
    Leaf([T; N]),
    Node { left: Box<Self>, right: Option<Box<Self>> },
}

#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(array, id)]
enum Ids {
    #[godot_var(id = 1)]
    Leaf(i32),
    #[godot_var(id = 2)]
    Node { left: Box<Self>, others: Vec<Self> },
}

#[test]
fn in_tuples_and_generic_types() {
    goes_both_ways(&Tuples::Two(
        Box::new(Tuples::Leaf(1)),
        Box::new(Tuples::Many(vec![Tuples::Leaf(2)])),
    ));
    goes_both_ways(&Ids::Node { left: Box::new(Ids::Leaf(1)), others: vec![Ids::Leaf(2)] });
    let leaf = Generic::<Vector2, 2>::Leaf([Vector2::ONE; 2]);
    goes_both_ways(&Generic::Node { left: Box::new(leaf), right: None });
}

#[derive(Debug, Default, Clone, PartialEq, GodotVar)]
#[godot_var(delta(Debug))]
struct Player {
    #[godot_var(max_len = Self::LONGEST)]
    name: String,
    #[godot_var(default = Self::FULL, skip_encoding_if = Self::is_full)]
    health: i32,
    inventory: [u8; Self::SLOTS],
    pets: Vec<Self>,
}

impl Player {
    const LONGEST: usize = 8;
    const FULL: i32 = 100;
    const SLOTS: usize = 2;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "called with a reference to the field")]
    fn is_full(health: &i32) -> bool {
        *health == Self::FULL
    }
}

#[test]
fn in_attributes_and_deltas() {
    let pet = Player { name: "Rex".into(), health: 100, inventory: [1, 2], pets: vec![] };
    let player = Player { name: "Ann".into(), health: 7, pets: vec![pet], ..Player::default() };
    goes_both_ways(&player);
    let long = Player { name: "nine char".into(), ..player };
    assert!(long.to_variant_bytes::<Godot4>().is_err());
}

/// Functions and types in quotes.
#[derive(Debug, Default, Clone, PartialEq, GodotVar)]
struct Quoted<T> {
    #[godot_var(default, skip_encoding_if = "Self::is_zero")]
    count: i32,
    #[godot_var(encode_with = "Self::write", decode_with = "Self::read")]
    doubled: i32,
    /// A text that only looks like it.
    #[godot_var(rename = "Self", default = "Self")]
    key: String,
    value: T,
}

impl<T> Quoted<T> {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "called with a reference to the field")]
    fn is_zero(count: &i32) -> bool {
        *count == 0
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "called with a reference to the field")]
    fn write<D: Dialect, O: Output>(value: &i32, out: &mut O) -> Result<(), EncodeError> {
        EncodeVariant::<D>::encode(&(value * 2), out)
    }

    fn read<D: Dialect>(reader: &mut Reader<'_>) -> Result<i32, DecodeError> {
        <i32 as DecodeVariant<D>>::decode(reader).map(|value| value / 2)
    }
}

#[test]
fn in_quotes() {
    let value = Quoted { count: 0, doubled: 21, key: "a".into(), value: 1u8 };
    goes_both_ways(&value);
    let bytes = value.to_variant_bytes::<Godot4>().unwrap();
    let dynamic = Variant::from_variant_bytes::<Godot4>(&bytes).unwrap();
    assert_eq!(dynamic.to_string(), "{ \"doubled\": 42, \"Self\": \"a\", \"value\": 1 }");
}

/// What a `PhantomData` names is never sent.
#[derive(Debug, PartialEq, GodotVar)]
struct Marked<T> {
    raw: u64,
    made_by: PhantomData<fn() -> T>,
    points: PhantomData<*const T>,
    width: PhantomData<usize>,
    acts: PhantomData<dyn Fn(i32)>,
}

#[test]
fn phantoms_of_anything() {
    let marked = Marked::<Player> {
        raw: 7,
        made_by: PhantomData,
        points: PhantomData,
        width: PhantomData,
        acts: PhantomData,
    };
    goes_both_ways(&marked);
}

/// The expansion uses what is deprecated without a warning.
#[deny(warnings)]
#[allow(missing_docs, reason = "the names say it")]
pub mod deprecated {
    use godot_var::GodotVar;

    #[derive(Debug, PartialEq, GodotVar)]
    #[non_exhaustive]
    pub enum Message {
        #[deprecated]
        Old,
        New {
            #[deprecated]
            name: String,
        },
    }

    #[derive(Debug, PartialEq, GodotVar)]
    #[deprecated]
    #[non_exhaustive]
    pub struct Gone {
        #[deprecated]
        pub id: i32,
    }
}

#[test]
#[allow(deprecated, reason = "they are what is tested")]
fn deprecated_types() {
    goes_both_ways(&deprecated::Message::Old);
    goes_both_ways(&deprecated::Message::New { name: "x".into() });
    goes_both_ways(&deprecated::Gone { id: 1 });
}
