//! Fields that are encoded through an adapter, a pointer or a newtype: their bytes in every place of a record, in every dialect, compared
//! with the dynamic `Variant`.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use crate::common::assert_writes_no_more;
use godot_var::dialect::{Double, Flagless, Godot3_0};
use godot_var::{
    Array, Dialect, Dictionary, FromVariantBytes, Godot3, Godot4, ToVariantBytes, Variant, Vector3,
};

const PLACE: Vector3 = Vector3 { x: 1.0, y: -2.5, z: 3.0 };
const WIDE: u32 = 3_000_000_000;

/// The value encodes like the dynamic one, into a `Vec` and into slices, and the decoded value encodes to the same bytes. (Values are not
/// compared, because a NaN equals nothing.)
fn same_in<T, D>(value: &T, dynamic: &Variant, what: &str)
where
    T: ToVariantBytes + for<'de> FromVariantBytes<'de>,
    D: Dialect,
{
    let expected = dynamic.to_variant_bytes::<D>().expect("the dynamic value encodes");
    let encode = |value: &T| value.to_variant_bytes::<D>().expect("encodes");
    let what = format!("{what} in {}", D::SPEC.name);
    assert_eq!(hex::encode(encode(value)), hex::encode(&expected), "{what}");
    assert_writes_no_more(&expected, |slice| value.write_variant_bytes::<D>(slice));
    let back =
        T::from_variant_bytes::<D>(&expected).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!(hex::encode(encode(&back)), hex::encode(&expected), "{what}, read back");
}

/// In the dialects that differ most in headers and floats. The code for the shapes of records is the same in all of them.
macro_rules! in_most_unlike_dialects {
    ($type:ty, $value:expr, $dynamic:expr, $what:expr) => {{
        let (value, dynamic, what): (&$type, &Variant, &str) = (&$value, &$dynamic, $what);
        same_in::<_, Godot4>(value, dynamic, what);
        same_in::<_, Double<Godot3>>(value, dynamic, what);
    }};
}

macro_rules! in_every_dialect {
    ($type:ty, $value:expr, $dynamic:expr, $what:expr) => {{
        let (value, dynamic, what): (&$type, &Variant, &str) = (&$value, &$dynamic, $what);
        in_most_unlike_dialects!($type, *value, *dynamic, what);
        same_in::<_, Godot3>(value, dynamic, what);
        same_in::<_, Godot3_0>(value, dynamic, what);
        same_in::<_, Flagless>(value, dynamic, what);
        same_in::<_, Double<Godot4>>(value, dynamic, what);
    }};
}

fn dict<const N: usize>(pairs: [(&str, Variant); N]) -> Variant {
    Variant::Dictionary(Dictionary::from_iter(pairs))
}

fn list(elements: impl IntoIterator<Item = Variant>) -> Variant {
    Variant::Array(elements.into_iter().collect::<Array>())
}

/// Puts a field with these attributes first, in the middle and last, between values of one width and of two: in a Dictionary, an Array,
/// after a newtype, in a variant, in a list of records.
macro_rules! adapted {
    ($name:ident: [$($attribute:tt)*] $type:ty = $wrap:expr, as $dynamic:expr, for [$($value:expr),*]) => {
        #[test]
        fn $name() {
            use godot_var::GodotVar;

            #[derive(GodotVar)]
            struct Keyed {
                $($attribute)*
                a: $type,
                id: u32,
                $($attribute)*
                b: $type,
                place: Vector3,
                $($attribute)*
                c: $type,
            }

            #[derive(GodotVar)]
            #[godot_var(array)]
            struct Elements(
                $($attribute)* $type,
                Vector3,
                $($attribute)* $type,
                i64,
                $($attribute)* $type,
            );

            #[derive(GodotVar)]
            #[godot_var(transparent)]
            struct Newtype($($attribute)* $type);

            #[derive(GodotVar)]
            struct Held {
                a: Newtype,
                yaw: f32,
                b: Newtype,
                id: u64,
                c: Newtype,
            }

            #[derive(GodotVar)]
            #[godot_var(array, id)]
            enum Kinds {
                #[godot_var(id = 1)]
                Pair($($attribute)* $type, $($attribute)* $type),
            }

            let (wrap, dynamic) = ($wrap, $dynamic);
            let values = [$($value),*];
            let (mut records, mut all) = (Vec::new(), Vec::new());
            for (i, id) in [7, WIDE, 8].into_iter().cycle().take(values.len() * 2).enumerate() {
                let at = |more: usize| values[(i + more) % values.len()].clone();
                let (a, b, c) = (at(0), at(1), at(2));
                let as_dynamic = [a.clone(), b.clone(), c.clone()].map(&dynamic);
                let [da, db, dc] = as_dynamic.clone();
                let what = format!("{a:?}, {b:?}, {c:?}");
                let keyed = || Keyed {
                    a: wrap(a.clone()),
                    id,
                    b: wrap(b.clone()),
                    place: PLACE,
                    c: wrap(c.clone()),
                };
                let expected = dict([
                    ("a", da.clone()),
                    ("id", id.into()),
                    ("b", db.clone()),
                    ("place", PLACE.into()),
                    ("c", dc.clone()),
                ]);
                in_every_dialect!(Keyed, keyed(), expected, &what);
                records.push(keyed());
                all.push(expected);

                let elements = Elements(
                    wrap(a.clone()),
                    PLACE,
                    wrap(b.clone()),
                    i64::from(id),
                    wrap(c.clone()),
                );
                let expected = list([da, PLACE.into(), db, id.into(), dc]);
                in_most_unlike_dialects!(Elements, elements, expected, &what);

                let [da, db, dc] = as_dynamic;
                let held = Held {
                    a: Newtype(wrap(a.clone())),
                    yaw: 0.5,
                    b: Newtype(wrap(b.clone())),
                    id: u64::from(id),
                    c: Newtype(wrap(c.clone())),
                };
                let expected = dict([
                    ("a", da.clone()),
                    ("yaw", 0.5.into()),
                    ("b", db.clone()),
                    ("id", id.into()),
                    ("c", dc),
                ]);
                in_most_unlike_dialects!(Held, held, expected, &what);
                in_most_unlike_dialects!(Newtype, Newtype(wrap(a.clone())), da.clone(), &what);

                let pair = Kinds::Pair(wrap(a.clone()), wrap(b.clone()));
                in_most_unlike_dialects!(Kinds, pair, list([1.into(), da, db]), &what);
            }
            in_most_unlike_dialects!(Vec<Keyed>, records, list(all), "a list");
        }
    };
}

macro_rules! through_all {
    ($module:ident: $base:ty, as $dynamic:expr, for [$($value:expr),*]; $($more:tt)*) => {
        mod $module {
            use super::*;

            adapted!(plain: [] $base = |v: $base| v, as $dynamic, for [$($value),*]);
            adapted!(strict: [#[godot_var(strict)]] $base = |v: $base| v, as $dynamic, for [$($value),*]);
            adapted!(boxed: [] Box<$base> = Box::new, as $dynamic, for [$($value),*]);
            adapted!(strict_box: [#[godot_var(strict)]] Box<$base> = Box::new, as $dynamic, for [$($value),*]);
            through_all!($($more)*, $base, as $dynamic, for [$($value),*]);
        }
    };
    (all, $base:ty, as $dynamic:expr, for [$($value:expr),*]) => {
        adapted!(shared: [] Rc<Arc<$base>> = |v: $base| Rc::new(Arc::new(v)), as $dynamic, for [$($value),*]);
        adapted!(optional: [] Option<$base> = Some, as $dynamic, for [$($value),*]);
        adapted!(strict_option: [#[godot_var(strict)]] Option<$base> = Some, as $dynamic, for [$($value),*]);
        adapted!(owned: [] Cow<'static, $base> = Cow::Owned, as $dynamic, for [$($value),*]);
        adapted!(strict_owned: [#[godot_var(strict)]] Cow<'static, $base> = Cow::Owned, as $dynamic, for [$($value),*]);
    };
    (some, $base:ty, as $dynamic:expr, for [$($value:expr),*]) => {};
}

through_all!(uint: u32, as Variant::from, for [5, WIDE, 0, u32::MAX, 0x7FFF_FFFF]; all);
through_all!(long: i64, as Variant::from, for [-5, i64::MIN, 1 << 31, -(1 << 31)]; all);
through_all!(byte: u8, as Variant::from, for [0, 255]; some);
through_all!(single: f32, as Variant::from, for [1.5, f32::NAN, -0.0, f32::INFINITY]; all);
through_all!(real: f64, as Variant::from, for [1.5, 0.1, f64::NAN, -0.0]; all);
through_all!(truth: bool, as Variant::from, for [true, false]; some);
through_all!(vector: Vector3, as Variant::from, for [PLACE, Vector3::new(f32::NAN, 0.0, -0.0)]; all);
through_all!(text: String, as Variant::from, for [String::new(), "seven77".to_owned()]; some);
through_all!(maybe: Option<u32>, as |v: Option<u32>| v.map_or(Variant::Nil, Variant::from), for [None, Some(5), Some(WIDE)]; some);

mod other_types {
    use super::*;

    adapted!(u32_as_float: [#[godot_var(as = "float")]] u32 = std::convert::identity, as |v: u32| Variant::from(f64::from(v)), for [5, 1 << 31]);
    adapted!(f32_as_int: [#[godot_var(as = "int")]] f32 = std::convert::identity, as |v: f32| Variant::from(v as i64), for [5.0, 4_294_967_296.0]);
    adapted!(u32_as_int: [#[godot_var(as = "int")]] u32 = std::convert::identity, as Variant::from, for [5, WIDE]);
    adapted!(bool_as_int: [#[godot_var(as = "int", strict)]] bool = std::convert::identity, as |v: bool| Variant::from(i64::from(v)), for [true, false]);
    adapted!(bool_as_float: [#[godot_var(as = "float", strict)]] bool = std::convert::identity, as |v: bool| Variant::from(f64::from(u8::from(v))), for [true, false]);
    adapted!(text_of_bounded_length: [#[godot_var(max_len = 9)]] String = std::convert::identity, as Variant::from, for [String::new(), "seven77".to_owned()]);
    adapted!(strict_text_of_bounded_length: [#[godot_var(max_len = 9, strict)]] String = std::convert::identity, as Variant::from, for [String::new(), "seven77".to_owned()]);
    adapted!(strict_list_of_bounded_length: [#[godot_var(max_len = 9, strict)]] Vec<i32> = std::convert::identity, as Variant::from, for [vec![], vec![1, 2]]);
}
