//! Fields that are added, removed, moved, or get another key.

use godot_var::*;

use super::{Case, case};

pub(crate) fn cases() -> Vec<Case> {
    vec![
        case! { "a required field";
        old { #[derive(GodotVar)] pub struct M { pub a: i32 } } sends [M { a: 1 }];
        new { #[derive(GodotVar)] pub struct M { pub a: i32, pub b: i32 } }
        sends [M { a: 1, b: 2 }] },
        case! { "an optional field";
        old { #[derive(GodotVar)] pub struct M { pub a: i32 } } sends [M { a: 1 }];
        new { #[derive(GodotVar)] pub struct M { pub a: i32, pub b: Option<i32> } }
        sends [M { a: 1, b: Some(2) }, M { a: 1, b: None }] },
        case! { "a field with a default";
        old { #[derive(GodotVar)] pub struct M { pub a: i32 } } sends [M { a: 1 }];
        new { #[derive(GodotVar)] pub struct M { pub a: i32, #[godot_var(default = 5)] pub b: i32 } }
        sends [M { a: 1, b: 2 }] },
        case! { "a field where unknown ones are denied";
        old { #[derive(GodotVar)] #[godot_var(deny_unknown_fields)] pub struct M { pub a: i32 } }
        sends [M { a: 1 }];
        new { #[derive(GodotVar)] #[godot_var(deny_unknown_fields)]
            pub struct M { pub a: i32, #[godot_var(default)] pub b: i32 } }
        sends [M { a: 1, b: 2 }] },
        case! { "unknown fields denied, with the same fields";
        old { #[derive(GodotVar)] pub struct M { pub a: i32 } } sends [M { a: 1 }];
        new { #[derive(GodotVar)] #[godot_var(deny_unknown_fields)] pub struct M { pub a: i32 } }
        sends [M { a: 1 }] },
        case! { "another order of keys";
        old { #[derive(GodotVar)] pub struct M { pub a: i32, pub b: String } }
        sends [M { a: 1, b: "x".into() }];
        new { #[derive(GodotVar)] pub struct M { pub b: String, pub a: i32 } }
        sends [M { a: 1, b: "x".into() }] },
        case! { "another key";
        old { #[derive(GodotVar)] pub struct M { pub hp: i32 } } sends [M { hp: 1 }];
        new { #[derive(GodotVar)] pub struct M { #[godot_var(rename = "health")] pub hp: i32 } }
        sends [M { hp: 1 }] },
        case! { "another key, with an alias";
        old { #[derive(GodotVar)] pub struct M { pub hp: i32 } } sends [M { hp: 1 }];
        new { #[derive(GodotVar)]
            pub struct M { #[godot_var(rename = "health", alias = "hp")] pub hp: i32 } }
        sends [M { hp: 1 }] },
        case! { "another key of an optional field";
        old { #[derive(GodotVar)] pub struct M { pub hp: Option<i32> } } sends [M { hp: Some(1) }];
        new { #[derive(GodotVar)]
            pub struct M { #[godot_var(rename = "health")] pub hp: Option<i32> } }
        sends [M { hp: Some(1) }] },
        case! { "another Rust name";
        old { #[derive(GodotVar)] pub struct M { pub hp: i32 } } sends [M { hp: 1 }];
        new { #[derive(GodotVar)] pub struct M { #[godot_var(rename = "hp")] pub health: i32 } }
        sends [M { health: 1 }] },
        case! { "Option to required";
        old { #[derive(GodotVar)] pub struct M { pub a: Option<i32> } }
        sends [M { a: None }, M { a: Some(1) }];
        new { #[derive(GodotVar)] pub struct M { pub a: i32 } } sends [M { a: 1 }] },
        case! { "left out at times";
        old { #[derive(GodotVar)] pub struct M { pub a: Vec<i32> } }
        sends [M { a: vec![] }, M { a: vec![1] }];
        new { #[derive(GodotVar)]
            pub struct M { #[godot_var(skip_encoding_if = Vec::is_empty, default)] pub a: Vec<i32> } }
        sends [M { a: vec![] }, M { a: vec![1] }] },
        case! { "no longer written";
        old { #[derive(GodotVar)] pub struct M { pub a: i32, pub b: i32 } } sends [M { a: 1, b: 2 }];
        new { #[derive(GodotVar)]
            pub struct M { pub a: i32, #[godot_var(skip_encoding, default = 1)] pub b: i32 } }
        sends [M { a: 1, b: 2 }] },
        case! { "a field that is only read";
        old { #[derive(GodotVar)] pub struct M { pub a: i32 } } sends [M { a: 1 }];
        new { #[derive(GodotVar)]
            pub struct M { pub a: i32, #[godot_var(skip_encoding)] pub b: i32 } }
        sends [M { a: 1, b: 2 }] },
        case! { "no longer read";
        old { #[derive(GodotVar)] pub struct M { pub a: i32, pub b: i32 } } sends [M { a: 1, b: 2 }];
        new { #[derive(GodotVar)]
            pub struct M { pub a: i32, #[godot_var(skip_decoding)] pub b: i32 } }
        sends [M { a: 1, b: 2 }] },
        case! { "another default";
        old { #[derive(GodotVar)] pub struct M { #[godot_var(default = 1)] pub a: i32 } }
        sends [M { a: 1 }];
        new { #[derive(GodotVar)] pub struct M { #[godot_var(default = 2)] pub a: i32 } }
        sends [M { a: 1 }] },
        case! { "an element at the end";
        old { #[derive(GodotVar)] #[godot_var(array)] pub struct M { pub a: i32 } }
        sends [M { a: 1 }];
        new { #[derive(GodotVar)] #[godot_var(array)] pub struct M { pub a: i32, pub b: i32 } }
        sends [M { a: 1, b: 2 }] },
        case! { "an element at the end with a default";
        old { #[derive(GodotVar)] #[godot_var(array)] pub struct M { pub a: i32 } }
        sends [M { a: 1 }];
        new { #[derive(GodotVar)] #[godot_var(array)]
            pub struct M { pub a: i32, #[godot_var(default)] pub b: i32 } }
        sends [M { a: 1, b: 2 }] },
        case! { "an optional element at the end";
        old { #[derive(GodotVar)] #[godot_var(array)] pub struct M { pub a: i32 } }
        sends [M { a: 1 }];
        new { #[derive(GodotVar)] #[godot_var(array)] pub struct M { pub a: i32, pub b: Option<i32> } }
        sends [M { a: 1, b: None }] },
        case! { "an element in the middle";
        old { #[derive(GodotVar)] #[godot_var(array)] pub struct M { pub a: i32, pub b: i32 } }
        sends [M { a: 1, b: 2 }];
        new { #[derive(GodotVar)] #[godot_var(array)]
            pub struct M { pub a: i32, pub c: i32, pub b: i32 } }
        sends [M { a: 1, b: 2, c: 3 }] },
        case! { "elements of one type swapped";
        old { #[derive(GodotVar)] #[godot_var(array)] pub struct M { pub a: i32, pub b: i32 } }
        sends [M { a: 1, b: 2 }];
        new { #[derive(GodotVar)] #[godot_var(array)] pub struct M { pub b: i32, pub a: i32 } }
        sends [M { a: 1, b: 2 }] },
        case! { "elements of different types swapped";
        old { #[derive(GodotVar)] #[godot_var(array)] pub struct M { pub a: i32, pub b: String } }
        sends [M { a: 1, b: "x".into() }];
        new { #[derive(GodotVar)] #[godot_var(array)] pub struct M { pub b: String, pub a: i32 } }
        sends [M { a: 1, b: "x".into() }] },
        case! { "an element more in a tuple struct";
        old { #[derive(GodotVar)] pub struct M(pub i32, pub i32); } sends [M(1, 2)];
        new { #[derive(GodotVar)] pub struct M(pub i32, pub i32, pub String); }
        sends [M(1, 2, "x".into())] },
        case! { "an element with another name";
        old { #[derive(GodotVar)] #[godot_var(array)] pub struct M { pub a: i32, pub b: i32 } }
        sends [M { a: 1, b: 2 }];
        new { #[derive(GodotVar)] #[godot_var(array)] pub struct M { pub a: i32, pub c: i32 } }
        sends [M { a: 1, c: 2 }] },
        case! { "Dictionary to Array";
        old { #[derive(GodotVar)] pub struct M { pub a: i32 } } sends [M { a: 1 }];
        new { #[derive(GodotVar)] #[godot_var(array)] pub struct M { pub a: i32 } }
        sends [M { a: 1 }] },
        case! { "keys as StringName";
        old { #[derive(GodotVar)] pub struct M { pub a: i32 } } sends [M { a: 1 }];
        new { #[derive(GodotVar)] #[godot_var(keys = "StringName")] pub struct M { pub a: i32 } }
        sends [M { a: 1 }] },
        case! { "fields moved into a flattened struct";
        old { #[derive(GodotVar)] pub struct M { pub id: u8, pub x: i32, pub y: i32 } }
        sends [M { id: 1, x: 2, y: 3 }];
        new { #[derive(GodotVar)] pub struct M { pub id: u8, #[godot_var(flatten)] pub at: At }
            #[derive(GodotVar)] pub struct At { pub x: i32, pub y: i32 } }
        sends [M { id: 1, at: At { x: 2, y: 3 } }] },
        case! { "fields moved into a struct";
        old { #[derive(GodotVar)] pub struct M { pub id: u8, pub x: i32, pub y: i32 } }
        sends [M { id: 1, x: 2, y: 3 }];
        new { #[derive(GodotVar)] pub struct M { pub id: u8, pub at: At }
            #[derive(GodotVar)] pub struct At { pub x: i32, pub y: i32 } }
        sends [M { id: 1, at: At { x: 2, y: 3 } }] },
        case! { "a flattened Option";
        old { #[derive(GodotVar)] pub struct M { pub id: u8 } } sends [M { id: 1 }];
        new { #[derive(GodotVar)] pub struct M { pub id: u8, #[godot_var(flatten)] pub at: Option<At> }
            #[derive(GodotVar)] pub struct At { pub x: i32 } }
        sends [M { id: 1, at: None }, M { id: 1, at: Some(At { x: 2 }) }] },
        case! { "a flattened map of ints meets a text";
        old { #[derive(GodotVar)] pub struct M {
            pub id: u8, #[godot_var(flatten)] pub rest: std::collections::BTreeMap<String, i32> } }
        sends [M { id: 1, rest: [("x".to_owned(), 1)].into() }];
        new { #[derive(GodotVar)] pub struct M { pub id: u8, #[godot_var(default)] pub name: String } }
        sends [M { id: 1, name: "x".into() }] },
        case! { "a flattened enum with a new variant";
        old { #[derive(GodotVar)] pub struct M { pub id: u8, #[godot_var(flatten)] pub shape: Shape }
            #[derive(GodotVar)] #[godot_var(tag = "kind")] pub enum Shape { Circle { radius: f32 } } }
        sends [M { id: 1, shape: Shape::Circle { radius: 0.5 } }];
        new { #[derive(GodotVar)] pub struct M { pub id: u8, #[godot_var(flatten)] pub shape: Shape }
            #[derive(GodotVar)] #[godot_var(tag = "kind")]
            pub enum Shape { Circle { radius: f32 }, Square { side: f32 } } }
        sends [M { id: 1, shape: Shape::Circle { radius: 0.5 } }, M { id: 1, shape: Shape::Square { side: 2.0 } }] },
        case! { "a flattened enum with another tag";
        old { #[derive(GodotVar)] pub struct M { #[godot_var(flatten)] pub shape: Shape }
            #[derive(GodotVar)] #[godot_var(tag = "kind")] pub enum Shape { Circle { radius: f32 } } }
        sends [M { shape: Shape::Circle { radius: 0.5 } }];
        new { #[derive(GodotVar)] pub struct M { #[godot_var(flatten)] pub shape: Figure }
            #[derive(GodotVar)] #[godot_var(tag = "type")] pub enum Figure { Circle { radius: f32 } } }
        sends [M { shape: Figure::Circle { radius: 0.5 } }] },
        case! { "a field of a flattened enum, where unknown ones are denied";
        old { #[derive(GodotVar)] #[godot_var(deny_unknown_fields)] pub struct M { #[godot_var(flatten)] pub shape: Shape }
            #[derive(GodotVar)] #[godot_var(tag = "kind")] pub enum Shape { Circle { radius: f32 }, Point } }
        sends [M { shape: Shape::Circle { radius: 0.5 } }, M { shape: Shape::Point }];
        new { #[derive(GodotVar)] #[godot_var(deny_unknown_fields)] pub struct M { #[godot_var(flatten)] pub shape: Shape }
            #[derive(GodotVar)] #[godot_var(tag = "kind")]
            pub enum Shape { Circle { radius: f32, #[godot_var(default)] name: String }, Point } }
        sends [M { shape: Shape::Circle { radius: 0.5, name: "sun".into() } }, M { shape: Shape::Point }] },
        case! { "a field of a flattened enum moves to another variant, where unknown ones are denied";
        old { #[derive(GodotVar)] #[godot_var(deny_unknown_fields)] pub struct M { #[godot_var(flatten)] pub shape: Shape }
            #[derive(GodotVar)] #[godot_var(tag = "kind")]
            pub enum Shape { Circle { #[godot_var(default)] radius: f32 }, Point } }
        sends [M { shape: Shape::Circle { radius: 0.5 } }, M { shape: Shape::Point }];
        new { #[derive(GodotVar)] #[godot_var(deny_unknown_fields)] pub struct M { #[godot_var(flatten)] pub shape: Shape }
            #[derive(GodotVar)] #[godot_var(tag = "kind")]
            pub enum Shape { Circle, Point { #[godot_var(default)] radius: f32 } } }
        sends [M { shape: Shape::Circle }, M { shape: Shape::Point { radius: 0.5 } }] },
        case! { "a text of a flattened enum beside a flattened map of ints";
        old { #[derive(GodotVar)] pub struct M { #[godot_var(flatten)] pub shape: Shape,
                #[godot_var(flatten)] pub rest: std::collections::BTreeMap<String, i32> }
            #[derive(GodotVar)] #[godot_var(tag = "kind")] pub enum Shape { Circle { radius: f32 }, Point } }
        sends [M { shape: Shape::Point, rest: [("x".to_owned(), 1)].into() }];
        new { #[derive(GodotVar)] pub struct M { #[godot_var(flatten)] pub shape: Shape,
                #[godot_var(flatten)] pub rest: std::collections::BTreeMap<String, i32> }
            #[derive(GodotVar)] #[godot_var(tag = "kind")]
            pub enum Shape { Circle { radius: f32, #[godot_var(default)] name: String }, Point } }
        sends [M { shape: Shape::Circle { radius: 0.5, name: "sun".into() }, rest: [].into() },
            M { shape: Shape::Point, rest: [("x".to_owned(), 1)].into() }] },
        case! { "a new flattened enum, where unknown ones are denied";
        old { #[derive(GodotVar)] #[godot_var(deny_unknown_fields)] pub struct M { pub id: u8 } }
        sends [M { id: 1 }];
        new { #[derive(GodotVar)] #[godot_var(deny_unknown_fields)]
            pub struct M { pub id: u8, #[godot_var(flatten)] pub shape: Shape }
            #[derive(GodotVar)] #[godot_var(tag = "kind")] pub enum Shape { Circle, Point } }
        sends [M { id: 1, shape: Shape::Point }] },
        case! { "a flattened enum in the place of a flattened map of ints";
        old { #[derive(GodotVar)] pub struct M {
            pub id: u8, #[godot_var(flatten)] pub rest: std::collections::BTreeMap<String, i32> } }
        sends [M { id: 1, rest: [("x".to_owned(), 1)].into() }];
        new { #[derive(GodotVar)] pub struct M { pub id: u8, #[godot_var(flatten)] pub shape: Option<Shape> }
            #[derive(GodotVar)] #[godot_var(tag = "kind")] pub enum Shape { Circle, Point } }
        sends [M { id: 1, shape: None }, M { id: 1, shape: Some(Shape::Point) }] },
        case! { "a change in a nested type";
        old { #[derive(GodotVar)] pub struct M { pub list: Vec<Item> }
            #[derive(GodotVar)] pub struct Item { pub n: i32 } }
        sends [M { list: vec![Item { n: 1 }] }];
        new { #[derive(GodotVar)] pub struct M { pub list: Vec<Item> }
            #[derive(GodotVar)] pub struct Item { pub n: i32, pub count: i32 } }
        sends [M { list: vec![Item { n: 1, count: 2 }] }] },
        case! { "another type of the same fields";
        old { #[derive(GodotVar)] pub struct M { pub at: At }
            #[derive(GodotVar)] pub struct At { pub x: i32 } }
        sends [M { at: At { x: 1 } }];
        new { #[derive(GodotVar)] pub struct M { pub at: Place }
            #[derive(GodotVar)] pub struct Place { pub x: i32 } }
        sends [M { at: Place { x: 1 } }] },
        case! { "another type of other fields";
        old { #[derive(GodotVar)] pub struct M { pub at: At }
            #[derive(GodotVar)] pub struct At { pub x: i32 } }
        sends [M { at: At { x: 1 } }];
        new { #[derive(GodotVar)] pub struct M { pub at: Place }
            #[derive(GodotVar)] pub struct Place { pub x: i32, pub y: i32 } }
        sends [M { at: Place { x: 1, y: 2 } }] },
        case! { "a type that contains itself";
        old { #[derive(GodotVar)] pub struct M { pub n: u8, pub next: Option<Box<M>> } }
        sends [M { n: 1, next: Some(Box::new(M { n: 2, next: None })) }];
        new { #[derive(GodotVar)] pub struct M { pub n: u16, pub next: Option<Box<M>> } }
        sends [M { n: 1, next: Some(Box::new(M { n: 2, next: None })) }, M { n: 300, next: None }] },
        case! { "a message that is gone";
        old { #[derive(GodotVar)] pub struct M { pub a: i32 }
            #[derive(GodotVar)] pub struct Ping { pub at: i64 } } sends [M { a: 1 }];
        // Only `M` is exchanged here, so the other message is not the type of a field.
        new { #[derive(GodotVar)] pub struct M { pub a: i32 }
            #[derive(GodotVar)] pub struct Pong { pub at: i64 } } sends [M { a: 1 }] },
        case! { "a bound of the size";
        old { #[derive(GodotVar)] #[godot_var(max_size = 28)] pub struct M { pub a: i32 } }
        sends [M { a: 1 }];
        new { #[derive(GodotVar)] #[godot_var(max_size = 100)] pub struct M { pub a: i32 } }
        sends [M { a: 1 }] },
    ]
}
