//! Lists, maps and tuples.

use std::collections::{BTreeMap, BTreeSet};

use godot_var::values::StringName;
use godot_var::*;

use super::{Case, case};

pub(crate) fn cases() -> Vec<Case> {
    vec![
        case! { "a list as an Array";
        old { #[derive(GodotVar)] pub struct M { pub a: Vec<i32> } } sends [M { a: vec![1] }];
        new { #[derive(GodotVar)] pub struct M { #[godot_var(as = "Array")] pub a: Vec<i32> } }
        sends [M { a: vec![1] }] },
        case! { "a longer Array";
        old { #[derive(GodotVar)] pub struct M { #[godot_var(as = "Array")] pub a: [f32; 2] } }
        sends [M { a: [0.5; 2] }];
        new { #[derive(GodotVar)] pub struct M { #[godot_var(as = "Array")] pub a: [f32; 3] } }
        sends [M { a: [0.5; 3] }] },
        case! { "a longer typed list";
        old { #[derive(GodotVar)] pub struct M { #[godot_var(typed)] pub a: [f32; 2] } }
        sends [M { a: [0.5; 2] }];
        new { #[derive(GodotVar)] pub struct M { #[godot_var(typed)] pub a: [f32; 3] } }
        sends [M { a: [0.5; 3] }] },
        case! { "a typed list";
        old { #[derive(GodotVar)] pub struct M { pub a: Vec<i64> } } sends [M { a: vec![1] }];
        new { #[derive(GodotVar)] pub struct M { #[godot_var(typed)] pub a: Vec<i64> } }
        sends [M { a: vec![1] }] },
        case! { "a strict list of another kind";
        old { #[derive(GodotVar)] pub struct M { #[godot_var(strict)] pub a: Vec<i32> } }
        sends [M { a: vec![1] }];
        new { #[derive(GodotVar)] pub struct M { #[godot_var(as = "Array")] pub a: Vec<i32> } }
        sends [M { a: vec![1] }] },
        case! { "packed ints of other widths";
        old { #[derive(GodotVar)] pub struct M { pub a: Vec<u8> } } sends [M { a: vec![1, 255] }];
        new { #[derive(GodotVar)] pub struct M { pub a: Vec<i32> } }
        sends [M { a: vec![1] }, M { a: vec![-1] }] },
        case! { "packed ints to an Array of ints";
        old { #[derive(GodotVar)] pub struct M { pub a: Vec<i32> } } sends [M { a: vec![1] }, M { a: vec![-1] }];
        new { #[derive(GodotVar)] pub struct M { pub a: Vec<u16> } } sends [M { a: vec![1] }, M { a: vec![65_535] }] },
        case! { "packed ints to packed floats";
        old { #[derive(GodotVar)] pub struct M { pub a: Vec<i32> } } sends [M { a: vec![1] }];
        new { #[derive(GodotVar)] pub struct M { pub a: Vec<f32> } } sends [M { a: vec![1.0] }] },
        case! { "an Array of ints to packed floats";
        old { #[derive(GodotVar)] pub struct M { pub a: Vec<u16> } } sends [M { a: vec![1] }];
        new { #[derive(GodotVar)] pub struct M { pub a: Vec<f32> } } sends [M { a: vec![1.0] }] },
        case! { "packed floats of other widths";
        old { #[derive(GodotVar)] pub struct M { pub a: Vec<f32> } } sends [M { a: vec![1.0] }];
        new { #[derive(GodotVar)] pub struct M { pub a: Vec<f64> } }
        sends [M { a: vec![0.1] }, M { a: vec![1e300] }] },
        case! { "packed elements to options";
        old { #[derive(GodotVar)] pub struct M { pub a: Vec<i32> } } sends [M { a: vec![1] }];
        new { #[derive(GodotVar)] pub struct M { pub a: Vec<Option<i32>> } }
        sends [M { a: vec![Some(1)] }, M { a: vec![None] }] },
        case! { "packed elements to newtypes";
        old { #[derive(GodotVar)] pub struct M { pub a: Vec<i32> } } sends [M { a: vec![1] }];
        new { #[derive(GodotVar)] pub struct M { pub a: Vec<Id> }
            #[derive(GodotVar)] pub struct Id(pub i32); } sends [M { a: vec![Id(1)] }] },
        case! { "texts to names";
        old { #[derive(GodotVar)] pub struct M { pub a: Vec<String> } } sends [M { a: vec!["x".into()] }];
        new { #[derive(GodotVar)] pub struct M { pub a: Vec<StringName> } }
        sends [M { a: vec!["x".into()] }] },
        case! { "texts to characters";
        old { #[derive(GodotVar)] pub struct M { pub a: Vec<String> } } sends [M { a: vec!["x".into()] }];
        new { #[derive(GodotVar)] pub struct M { pub a: Vec<char> } } sends [M { a: vec!['x'] }] },
        case! { "owned bytes to borrowed ones";
        old { #[derive(GodotVar)] pub struct M { pub a: Vec<u8> } } sends [M { a: vec![1] }];
        new { #[derive(GodotVar)] pub struct M<'a> { pub a: &'a [u8] } } sends [M { a: &[1] }] },
        case! { "ints to borrowed bytes";
        old { #[derive(GodotVar)] pub struct M { pub a: Vec<i32> } } sends [M { a: vec![1] }];
        new { #[derive(GodotVar)] pub struct M<'a> { pub a: &'a [u8] } } sends [M { a: &[1] }] },
        case! { "a list to an array";
        old { #[derive(GodotVar)] pub struct M { pub a: Vec<i32> } } sends [M { a: vec![1] }, M { a: vec![1, 2] }];
        new { #[derive(GodotVar)] pub struct M { pub a: [i32; 2] } } sends [M { a: [1, 2] }] },
        case! { "an array of another length";
        old { #[derive(GodotVar)] pub struct M { pub a: [i32; 3] } } sends [M { a: [1, 2, 3] }];
        new { #[derive(GodotVar)] pub struct M { pub a: [i32; 2] } } sends [M { a: [1, 2] }] },
        case! { "a list to a set";
        old { #[derive(GodotVar)] pub struct M { pub a: Vec<i32> } } sends [M { a: vec![1, 1] }];
        new { #[derive(GodotVar)] pub struct M { pub a: BTreeSet<i32> } } sends [M { a: [1].into() }] },
        case! { "a tuple of more";
        old { #[derive(GodotVar)] pub struct M { pub a: (i32, i32) } } sends [M { a: (1, 2) }];
        new { #[derive(GodotVar)] pub struct M { pub a: (i32, i32, i32) } } sends [M { a: (1, 2, 3) }] },
        case! { "a tuple of another type";
        old { #[derive(GodotVar)] pub struct M { pub a: (i32, u8) } } sends [M { a: (1, 2) }];
        new { #[derive(GodotVar)] pub struct M { pub a: (i32, u16) } } sends [M { a: (1, 2) }, M { a: (1, 300) }] },
        case! { "a packed list to a tuple";
        old { #[derive(GodotVar)] pub struct M { pub a: [i32; 2] } } sends [M { a: [1, 2] }];
        new { #[derive(GodotVar)] pub struct M { pub a: (i32, i32) } } sends [M { a: (1, 2) }] },
        case! { "an Array to a tuple";
        old { #[derive(GodotVar)] pub struct M { pub a: Vec<u16> } } sends [M { a: vec![1, 2] }, M { a: vec![] }];
        new { #[derive(GodotVar)] pub struct M { pub a: (u16, u8) } } sends [M { a: (1, 2) }] },
        case! { "the keys of a map";
        old { #[derive(GodotVar)] pub struct M { pub a: BTreeMap<u8, i32> } } sends [M { a: [(1, 1)].into() }];
        new { #[derive(GodotVar)] pub struct M { pub a: BTreeMap<u16, i32> } }
        sends [M { a: [(1, 1)].into() }, M { a: [(300, 1)].into() }] },
        case! { "the values of a map";
        old { #[derive(GodotVar)] pub struct M { pub a: BTreeMap<String, i32> } }
        sends [M { a: [("x".to_owned(), 1)].into() }];
        new { #[derive(GodotVar)] pub struct M { pub a: BTreeMap<String, String> } }
        sends [M { a: [("x".to_owned(), "y".to_owned())].into() }, M { a: BTreeMap::new() }] },
        case! { "a list to a map";
        old { #[derive(GodotVar)] pub struct M { pub a: Vec<i32> } } sends [M { a: vec![1] }];
        new { #[derive(GodotVar)] pub struct M { pub a: BTreeMap<i32, i32> } } sends [M { a: [(1, 1)].into() }] },
        case! { "a struct to a Dictionary";
        old { #[derive(GodotVar)] pub struct M { pub a: At }
            #[derive(GodotVar)] pub struct At { pub x: i32 } } sends [M { a: At { x: 1 } }];
        new { #[derive(GodotVar)] pub struct M { pub a: Dictionary } }
        sends [M { a: Dictionary::new() }, M { a: [(Variant::from("x"), Variant::from(1))].into_iter().collect() }] },
    ]
}
