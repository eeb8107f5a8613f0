//! Changes inside of lists, options, maps and generic types.

use godot_var::math::double;
use godot_var::values::ObjectId;
use godot_var::*;

use super::{Case, case};

pub(crate) fn cases() -> Vec<Case> {
    vec![
        case! { "a list of options of another type";
        old { #[derive(GodotVar)] pub struct M {  pub a: Vec<Option<i32>> } }
        sends [M { a: vec![Some(1)] }, M { a: vec![None] }];
        new { #[derive(GodotVar)] pub struct M {  pub a: Vec<Option<String>> } }
        sends [M { a: vec![Some("x".into())] }, M { a: vec![] }] },
        case! { "an optional enum with a new member";
        old { #[derive(GodotVar)] pub struct M {  pub a: Option<Mood> } #[derive(GodotVar)] pub enum Mood { Good, Bad } }
        sends [M { a: Some(Mood::Good) }, M { a: Some(Mood::Bad) }, M { a: None }];
        new { #[derive(GodotVar)] pub struct M {  pub a: Option<Mood> } #[derive(GodotVar)] pub enum Mood { Good, Bad, Ugly } }
        sends [M { a: Some(Mood::Ugly) }, M { a: Some(Mood::Good) }] },
        case! { "a bound of a newtype";
        old { #[derive(GodotVar)] pub struct M {  pub a: Name } #[derive(GodotVar)] pub struct Name(pub String); }
        sends [M { a: Name("four".into()) }, M { a: Name("five5".into()) }];
        new { #[derive(GodotVar)] pub struct M {  pub a: Name } #[derive(GodotVar)] pub struct Name(#[godot_var(max_len = 4)] pub String); }
        sends [M { a: Name("four".into()) }] },
        case! { "another argument of a generic type";
        old { #[derive(GodotVar)] pub struct M {  pub a: Page<i32> } #[derive(GodotVar)] pub struct Page<T> { pub items: Vec<T> } }
        sends [M { a: Page { items: vec![1] } }];
        new { #[derive(GodotVar)] pub struct M {  pub a: Page<String> } #[derive(GodotVar)] pub struct Page<T> { pub items: Vec<T> } }
        sends [M { a: Page { items: vec!["x".into()] } }] },
        case! { "bools to an array of bools";
        old { #[derive(GodotVar)] pub struct M {  pub a: Vec<bool> } }
        sends [M { a: vec![true] }, M { a: vec![true, false] }];
        new { #[derive(GodotVar)] pub struct M {  pub a: [bool; 2] } }
        sends [M { a: [true, false] }] },
        case! { "32 to 64 bits of packed structures";
        old { #[derive(GodotVar)] pub struct M {  pub a: Vec<Vector3> } }
        sends [M { a: vec![Vector3::ZERO] }];
        new { #[derive(GodotVar)] pub struct M {  pub a: Vec<double::Vector3> } }
        sends [M { a: vec![double::Vector3::new(1.0, 2.0, 3.0)] }] },
        case! { "any values to ints";
        old { #[derive(GodotVar)] pub struct M {  pub a: Vec<Variant> } }
        sends [M { a: vec![1.into()] }, M { a: vec!["x".into()] }];
        new { #[derive(GodotVar)] pub struct M {  pub a: Vec<i32> } }
        sends [M { a: vec![1] }] },
        case! { "an Array to ints";
        old { #[derive(GodotVar)] pub struct M {  pub a: Array } }
        sends [M { a: [Variant::Int(1)].into_iter().collect() }, M { a: [Variant::Bool(true)].into_iter().collect() }];
        new { #[derive(GodotVar)] pub struct M {  pub a: Vec<u16> } }
        sends [M { a: vec![1] }] },
        case! { "a Dictionary to a map";
        old { #[derive(GodotVar)] pub struct M {  pub a: Dictionary } }
        sends [M { a: Dictionary::from_iter([("x", Variant::Int(1))]) }, M { a: Dictionary::from_iter([("x", Variant::Bool(true))]) }];
        new { #[derive(GodotVar)] pub struct M {  pub a: std::collections::BTreeMap<String, i32> } }
        sends [M { a: [("x".to_owned(), 1)].into() }] },
        case! { "null to an Option";
        old { #[derive(GodotVar)] pub struct M {  pub a: () } }
        sends [M { a: () }];
        new { #[derive(GodotVar)] pub struct M {  pub a: Option<i32> } }
        sends [M { a: Some(1) }, M { a: None }] },
        case! { "a list of structs to one";
        old { #[derive(GodotVar)] pub struct M {  pub a: Vec<At> } #[derive(GodotVar)] pub struct At { pub x: i32 } }
        sends [M { a: vec![At { x: 1 }] }];
        new { #[derive(GodotVar)] pub struct M {  pub a: At } #[derive(GodotVar)] pub struct At { pub x: i32 } }
        sends [M { a: At { x: 1 } }] },
        case! { "a struct to an optional one";
        old { #[derive(GodotVar)] pub struct M {  pub a: At } #[derive(GodotVar)] pub struct At { pub x: i32 } }
        sends [M { a: At { x: 1 } }];
        new { #[derive(GodotVar)] pub struct M {  pub a: Option<Box<At>> } #[derive(GodotVar)] pub struct At { pub x: i32 } }
        sends [M { a: None }, M { a: Some(Box::new(At { x: 1 })) }] },
        case! { "names as keys of a map";
        old { #[derive(GodotVar)] pub struct M {  pub a: std::collections::BTreeMap<String, i32> } }
        sends [M { a: [("Good".to_owned(), 1)].into() }, M { a: [("x".to_owned(), 1)].into() }];
        new { #[derive(GodotVar)] pub struct M {  pub a: std::collections::BTreeMap<Mood, i32> } #[derive(GodotVar, PartialEq, Eq, PartialOrd, Ord)] pub enum Mood { Good, Bad } }
        sends [M { a: [(Mood::Good, 1)].into() }] },
        case! { "a list that may be null";
        old { #[derive(GodotVar)] pub struct M {  pub a: Option<Vec<i32>> } }
        sends [M { a: None }, M { a: Some(vec![1]) }];
        new { #[derive(GodotVar)] pub struct M {  pub a: Vec<i32> } }
        sends [M { a: vec![1] }] },
        case! { "tuples of other lengths in a list";
        old { #[derive(GodotVar)] pub struct M {  pub a: Vec<(i32, i32)> } }
        sends [M { a: vec![(1, 2)] }];
        new { #[derive(GodotVar)] pub struct M {  pub a: Vec<(i32, i32, i32)> } }
        sends [M { a: vec![(1, 2, 3)] }] },
        case! { "a map of maps";
        old { #[derive(GodotVar)] pub struct M {  pub a: std::collections::BTreeMap<i32, std::collections::BTreeMap<i32, u8>> } }
        sends [M { a: [(1, [(1, 1)].into())].into() }];
        new { #[derive(GodotVar)] pub struct M {  pub a: std::collections::BTreeMap<i32, std::collections::BTreeMap<i32, u16>> } }
        sends [M { a: [(1, [(1, 300)].into())].into() }, M { a: [].into() }] },
        case! { "bytes to ints";
        old { #[derive(GodotVar)] pub struct M {  pub a: Vec<u8> } }
        sends [M { a: vec![1] }];
        new { #[derive(GodotVar)] pub struct M {  pub a: Vec<u64> } }
        sends [M { a: vec![1 << 40] }, M { a: vec![1] }] },
        case! { "an ObjectId to a number";
        old { #[derive(GodotVar)] pub struct M {  pub a: ObjectId } }
        sends [M { a: ObjectId(1) }];
        new { #[derive(GodotVar)] pub struct M {  pub a: i64 } }
        sends [M { a: 1 }] },
        case! { "a float to a bounded number";
        old { #[derive(GodotVar)] pub struct M {  pub a: f64 } }
        sends [M { a: 1.0 }, M { a: 256.0 }, M { a: 0.5 }];
        new { #[derive(GodotVar)] pub struct M {  pub a: u8 } }
        sends [M { a: 1 }] },
        case! { "an untagged enum to a wider one";
        old { #[derive(GodotVar)] pub struct M {  pub a: Any } #[derive(GodotVar)] #[godot_var(untagged)] pub enum Any { N(i32) } }
        sends [M { a: Any::N(1) }];
        new { #[derive(GodotVar)] pub struct M {  pub a: Any } #[derive(GodotVar)] #[godot_var(untagged)] pub enum Any { N(i32), F(f64), T(String) } }
        sends [M { a: Any::N(1) }, M { a: Any::F(0.5) }, M { a: Any::T("x".into()) }] },
        case! { "untagged structs";
        old { #[derive(GodotVar)] pub struct M {  pub a: Any } #[derive(GodotVar)] #[godot_var(untagged)] pub enum Any { P { x: i32 }, Q { y: i32 } } }
        sends [M { a: Any::P { x: 1 } }, M { a: Any::Q { y: 1 } }];
        new { #[derive(GodotVar)] pub struct M {  pub a: Any } #[derive(GodotVar)] #[godot_var(untagged)] pub enum Any { P { x: i32, z: i32 }, Q { y: i32 } } }
        sends [M { a: Any::P { x: 1, z: 2 } }, M { a: Any::Q { y: 1 } }] },
        case! { "a list of messages with ids";
        old { #[derive(GodotVar)] pub struct M {  pub a: Vec<Event> } #[derive(GodotVar)] #[godot_var(array, id)] pub enum Event { #[godot_var(id = 1)] A(i32), #[godot_var(id = 2)] B { x: i32, y: i32 } } }
        sends [M { a: vec![Event::A(1)] }, M { a: vec![Event::B { x: 1, y: 2 }] }];
        new { #[derive(GodotVar)] pub struct M {  pub a: Vec<Event> } #[derive(GodotVar)] #[godot_var(array, id)] pub enum Event { #[godot_var(id = 1)] A(i32), #[godot_var(id = 2)] B { y: i32 } } }
        sends [M { a: vec![Event::A(1)] }, M { a: vec![Event::B { y: 2 }] }] },
    ]
}
