//! Enums: variants that are added, removed, or change their names, numbers, ids and contents.

use godot_var::*;

use super::{Case, case};

pub(crate) fn cases() -> Vec<Case> {
    vec![
        case! { "a member by name";
        old { #[derive(GodotVar)] pub enum M { A, B } } sends [M::A, M::B];
        new { #[derive(GodotVar)] pub enum M { A, B, C } } sends [M::A, M::B, M::C] },
        case! { "a member by name, where others are taken";
        old { #[derive(GodotVar)] pub enum M { A, B, #[godot_var(other)] Other(String) } }
        sends [M::A, M::B];
        new { #[derive(GodotVar)] pub enum M { A, B, C, #[godot_var(other)] Other(String) } }
        sends [M::A, M::B, M::C] },
        case! { "a member with data, where other names are taken";
        old { #[derive(GodotVar)] pub enum M { A, B(i32) } } sends [M::A, M::B(1)];
        new { #[derive(GodotVar)] pub enum M { A, #[godot_var(other)] Other(String) } } sends [M::A] },
        case! { "a member with data among names";
        old { #[derive(GodotVar)] pub enum M { A, B } } sends [M::A, M::B];
        new { #[derive(GodotVar)] pub enum M { A, B, C(i32) } } sends [M::A, M::B, M::C(1)] },
        case! { "a name on the wire";
        old { #[derive(GodotVar)] pub enum M { A, B } } sends [M::A, M::B];
        new { #[derive(GodotVar)] pub enum M { A, #[godot_var(rename = "b")] B } } sends [M::A, M::B] },
        case! { "a name on the wire, with an alias";
        old { #[derive(GodotVar)] pub enum M { A, B } } sends [M::A, M::B];
        new { #[derive(GodotVar)] pub enum M { A, #[godot_var(rename = "b", alias = "B")] B } }
        sends [M::A, M::B] },
        case! { "a name in Rust";
        old { #[derive(GodotVar)] pub enum M { A, B } } sends [M::A, M::B];
        new { #[derive(GodotVar)] pub enum M { A, #[godot_var(rename = "B")] Bee } } sends [M::A, M::Bee] },
        case! { "names to numbers";
        old { #[derive(GodotVar)] pub enum M { A, B } } sends [M::A, M::B];
        new { #[derive(GodotVar)] #[godot_var(repr = "int")] pub enum M { A, B } } sends [M::A, M::B] },
        case! { "a number at the end";
        old { #[derive(GodotVar)] #[godot_var(repr = "int")] pub enum M { A, B } } sends [M::A, M::B];
        new { #[derive(GodotVar)] #[godot_var(repr = "int")] pub enum M { A, B, C } }
        sends [M::A, M::B, M::C] },
        case! { "a number in the middle";
        old { #[derive(GodotVar)] #[godot_var(repr = "int")] pub enum M { A, B } } sends [M::A, M::B];
        new { #[derive(GodotVar)] #[godot_var(repr = "int")] pub enum M { A, C, B } }
        sends [M::A, M::B, M::C] },
        case! { "a number of its own";
        old { #[derive(GodotVar)] #[godot_var(repr = "int")] pub enum M { A, B } } sends [M::A, M::B];
        new { #[derive(GodotVar)] #[godot_var(repr = "int")] pub enum M { A, B = 5 } } sends [M::A, M::B] },
        case! { "an enum to its text";
        old { #[derive(GodotVar)] pub struct M { pub a: Mood }
            #[derive(GodotVar)] pub enum Mood { Calm, Happy } }
        sends [M { a: Mood::Calm }, M { a: Mood::Happy }];
        new { #[derive(GodotVar)] pub struct M { pub a: String } }
        sends [M { a: "Calm".into() }, M { a: "sad".into() }] },
        case! { "an enum to its number";
        old { #[derive(GodotVar)] pub struct M { pub a: Team }
            #[derive(GodotVar)] #[godot_var(repr = "int")] pub enum Team { Red, Blue } }
        sends [M { a: Team::Red }, M { a: Team::Blue }];
        new { #[derive(GodotVar)] pub struct M { pub a: u8 } } sends [M { a: 1 }, M { a: 2 }] },
        case! { "a message";
        old { #[derive(GodotVar)] #[godot_var(array, id)]
            pub enum M { #[godot_var(id = 1)] A(i32), #[godot_var(id = 2)] B } } sends [M::A(1), M::B];
        new { #[derive(GodotVar)] #[godot_var(array, id)]
            pub enum M { #[godot_var(id = 1)] A(i32), #[godot_var(id = 2)] B, #[godot_var(id = 3)] C } }
        sends [M::A(1), M::B, M::C] },
        case! { "another id";
        old { #[derive(GodotVar)] #[godot_var(array, id)]
            pub enum M { #[godot_var(id = 1)] A, #[godot_var(id = 2)] B } } sends [M::A, M::B];
        new { #[derive(GodotVar)] #[godot_var(array, id)]
            pub enum M { #[godot_var(id = 1)] A, #[godot_var(id = 3)] B } } sends [M::A, M::B] },
        case! { "another id, where others are kept";
        old { #[derive(GodotVar)] #[godot_var(array, id)]
            pub enum M { #[godot_var(id = 1)] A, #[godot_var(id = 2)] B, #[godot_var(other)] Other(Variant) } }
        sends [M::A, M::B];
        new { #[derive(GodotVar)] #[godot_var(array, id)]
            pub enum M { #[godot_var(id = 1)] A, #[godot_var(id = 3)] B, #[godot_var(other)] Other(Variant) } }
        sends [M::A, M::B] },
        case! { "ids swapped";
        old { #[derive(GodotVar)] #[godot_var(array, id)]
            pub enum M { #[godot_var(id = 1)] A(i32), #[godot_var(id = 2)] B(i32) } } sends [M::A(1), M::B(1)];
        new { #[derive(GodotVar)] #[godot_var(array, id)]
            pub enum M { #[godot_var(id = 2)] A(i32), #[godot_var(id = 1)] B(i32) } } sends [M::A(1), M::B(1)] },
        case! { "an id for another message";
        old { #[derive(GodotVar)] #[godot_var(array, id)]
            pub enum M { #[godot_var(id = 1)] A, #[godot_var(id = 2)] Leave } } sends [M::A, M::Leave];
        new { #[derive(GodotVar)] #[godot_var(array, id)]
            pub enum M { #[godot_var(id = 1)] A, #[godot_var(id = 2)] Kick(String) } }
        sends [M::A, M::Kick("x".into())] },
        case! { "a message with another name in Rust";
        old { #[derive(GodotVar)] #[godot_var(array, id)]
            pub enum M { #[godot_var(id = 1)] A, #[godot_var(id = 2)] Leave(i32) } } sends [M::A, M::Leave(1)];
        new { #[derive(GodotVar)] #[godot_var(array, id)]
            pub enum M { #[godot_var(id = 1)] A, #[godot_var(id = 2)] Go(i32) } } sends [M::A, M::Go(1)] },
        case! { "a field of a message";
        old { #[derive(GodotVar)] #[godot_var(array, id)]
            pub enum M { #[godot_var(id = 1)] A, #[godot_var(id = 2)] Say { text: String } } }
        sends [M::A, M::Say { text: "x".into() }];
        new { #[derive(GodotVar)] #[godot_var(array, id)]
            pub enum M { #[godot_var(id = 1)] A, #[godot_var(id = 2)] Say { text: String, loud: bool } } }
        sends [M::A, M::Say { text: "x".into(), loud: true }] },
        case! { "a field of a message with a default";
        old { #[derive(GodotVar)] #[godot_var(array, id)]
            pub enum M { #[godot_var(id = 1)] A, #[godot_var(id = 2)] Say { text: String } } }
        sends [M::A, M::Say { text: "x".into() }];
        new { #[derive(GodotVar)] #[godot_var(array, id)] pub enum M {
            #[godot_var(id = 1)] A,
            #[godot_var(id = 2)] Say { text: String, #[godot_var(default)] loud: bool } } }
        sends [M::A, M::Say { text: "x".into(), loud: true }] },
        case! { "a field beside a tag";
        old { #[derive(GodotVar)] #[godot_var(tag = "t")] pub enum M { A, B { x: i32 } } }
        sends [M::A, M::B { x: 1 }];
        new { #[derive(GodotVar)] #[godot_var(tag = "t")] pub enum M { A, B { x: i32, y: i32 } } }
        sends [M::A, M::B { x: 1, y: 2 }] },
        case! { "fields beside a tag become a struct";
        old { #[derive(GodotVar)] #[godot_var(tag = "t")] pub enum M { A, B { x: i32 } } }
        sends [M::A, M::B { x: 1 }];
        new { #[derive(GodotVar)] #[godot_var(tag = "t")] pub enum M { A, B(At) }
            #[derive(GodotVar)] pub struct At { pub x: i32 } }
        sends [M::A, M::B(At { x: 1 })] },
        case! { "the key of a tag";
        old { #[derive(GodotVar)] #[godot_var(tag = "t")] pub enum M { A, B { x: i32 } } }
        sends [M::A, M::B { x: 1 }];
        new { #[derive(GodotVar)] #[godot_var(tag = "type")] pub enum M { A, B { x: i32 } } }
        sends [M::A, M::B { x: 1 }] },
        case! { "the key of a content";
        old { #[derive(GodotVar)] #[godot_var(tag = "t", content = "c")] pub enum M { B { x: i32 } } }
        sends [M::B { x: 1 }];
        new { #[derive(GodotVar)] #[godot_var(tag = "t", content = "d")] pub enum M { B { x: i32 } } }
        sends [M::B { x: 1 }] },
        case! { "a content where there was none, adjacent";
        old { #[derive(GodotVar)] #[godot_var(tag = "t", content = "c")] pub enum M { A, B(i32) } }
        sends [M::A, M::B(1)];
        new { #[derive(GodotVar)] #[godot_var(tag = "t", content = "c")] pub enum M { A(i32), B(i32) } }
        sends [M::A(1), M::B(1)] },
        case! { "a content where there was none, external";
        old { #[derive(GodotVar)] pub enum M { A, B(i32) } } sends [M::A, M::B(1)];
        new { #[derive(GodotVar)] pub enum M { A(i32), B(i32) } } sends [M::A(1), M::B(1)] },
        case! { "a content of another type";
        old { #[derive(GodotVar)] pub enum M { A, B(i32) } } sends [M::A, M::B(1)];
        new { #[derive(GodotVar)] pub enum M { A, B(String) } } sends [M::A, M::B("x".into())] },
        case! { "a content as a struct";
        old { #[derive(GodotVar)] pub enum M { A, B { x: i32 } } } sends [M::A, M::B { x: 1 }];
        new { #[derive(GodotVar)] pub enum M { A, B(At) }
            #[derive(GodotVar)] pub struct At { pub x: i32 } }
        sends [M::A, M::B(At { x: 1 })] },
        case! { "tagged to external";
        old { #[derive(GodotVar)] #[godot_var(tag = "t")] pub enum M { B { x: i32 } } } sends [M::B { x: 1 }];
        new { #[derive(GodotVar)] pub enum M { B { x: i32 } } } sends [M::B { x: 1 }] },
        case! { "an untagged member";
        old { #[derive(GodotVar)] #[godot_var(untagged)] pub enum M { Id(u32), Name(String) } }
        sends [M::Id(1), M::Name("x".into())];
        new { #[derive(GodotVar)] #[godot_var(untagged)] pub enum M { Id(u32), Name(String), At { x: f32 } } }
        sends [M::Id(1), M::Name("x".into()), M::At { x: 1.0 }] },
        case! { "an untagged member that takes another one's content";
        old { #[derive(GodotVar)] #[godot_var(untagged)] pub enum M { Id(u32), Name(String) } }
        sends [M::Id(1), M::Name("x".into())];
        new { #[derive(GodotVar)] #[godot_var(untagged)] pub enum M { Any(f64), Id(u32), Name(String) } }
        sends [M::Any(1.0), M::Any(1.5), M::Id(1), M::Name("x".into())] },
        case! { "a value to an untagged enum";
        old { #[derive(GodotVar)] pub struct M { pub a: u32 } } sends [M { a: 1 }];
        new { #[derive(GodotVar)] pub struct M { pub a: Target }
            #[derive(GodotVar)] #[godot_var(untagged)] pub enum Target { Id(u32), Name(String) } }
        sends [M { a: Target::Id(1) }, M { a: Target::Name("x".into()) }] },
        case! { "a message to an enum";
        old { #[derive(GodotVar)] pub struct M { pub x: i32 } } sends [M { x: 1 }];
        new { #[derive(GodotVar)] pub enum M { Red, Blue } } sends [M::Red] },
        case! { "a struct to an enum";
        old { #[derive(GodotVar)] pub struct M { pub a: At }
            #[derive(GodotVar)] pub struct At { pub x: i32 } } sends [M { a: At { x: 1 } }];
        new { #[derive(GodotVar)] pub struct M { pub a: Team }
            #[derive(GodotVar)] #[godot_var(repr = "int")] pub enum Team { Red } }
        sends [M { a: Team::Red }] },
    ]
}
