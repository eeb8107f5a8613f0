//! Fields that are added, removed, moved, or move into other types.

use godot_var::*;

use super::{Case, case};

pub(crate) fn cases() -> Vec<Case> {
    vec![
        case! { "a field at the end";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub a: u16 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub a: u16, pub b: u8 } } },
        case! { "a field at the end with a default";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub a: u16 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub a: u16, #[flat(default = 7)] pub b: u8 } }
        same |o, n| o.a == n.a },
        case! { "a field at the end with a default, after a text";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub a: String } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub a: String, #[flat(default)] pub b: u8 } }
        same |o, n| o.a == n.a },
        case! { "a field at the end with a default, and readers that ignore what follows";
        old { #[derive(Debug, GodotFlat)] #[flat(trailing = "ignore")] pub struct M { pub a: u16 } }
        new { #[derive(Debug, GodotFlat)] #[flat(trailing = "ignore")]
            pub struct M { pub a: u16, #[flat(default)] pub b: u8 } }
        same |o, n| o.a == n.a },
        case! { "a required field at the end, and readers that ignore what follows";
        old { #[derive(Debug, GodotFlat)] #[flat(trailing = "ignore")] pub struct M { pub a: u16 } }
        new { #[derive(Debug, GodotFlat)] #[flat(trailing = "ignore")] pub struct M { pub a: u16, pub b: u8 } }
        same |o, n| o.a == n.a },
        case! { "readers that ignore what follows";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub a: u16 } }
        new { #[derive(Debug, GodotFlat)] #[flat(trailing = "ignore")] pub struct M { pub a: u16 } } },
        case! { "a field in the middle";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub a: u16, pub b: u16 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub a: u16, pub x: u8, pub b: u16 } }
        same |o, n| o.a == n.a && o.b == n.b },
        case! { "a field in the middle, before a text";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub a: u8, pub b: String } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub a: u8, pub x: u8, pub b: String } }
        same |o, n| o.a == n.a && o.b == n.b },
        case! { "a field at the front";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub a: Vec<u8> } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub x: u8, pub a: Vec<u8> } }
        same |o, n| o.a == n.a },
        case! { "a field without bytes";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub a: u8, pub b: u8 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub a: u8, pub x: (), pub b: u8 } }
        same |o, n| o.a == n.a && o.b == n.b },
        case! { "two fields swapped";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub a: u16, pub b: u16 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub b: u16, pub a: u16 } }
        same |o, n| o.a == n.a && o.b == n.b },
        case! { "fields of other widths swapped";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub a: u8, pub b: u16, pub c: u8 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub b: u16, pub a: u8, pub c: u8 } }
        same |o, n| o.a == n.a && o.b == n.b && o.c == n.c },
        case! { "another name";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub hp: u16, pub b: u8 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub health: u16, pub b: u8 } }
        same |o, n| o.hp == n.health && o.b == n.b },
        case! { "a struct renamed with a smaller bound";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub p: P }
            #[derive(Debug, GodotFlat)] pub struct P { #[flat(max_len = 100)] pub t: String } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub p: Q }
            #[derive(Debug, GodotFlat)] pub struct Q { #[flat(max_len = 2)] pub t: String } }
        same |o, n| o.p.t == n.p.t },
        case! { "texts of a list become structs with a bound";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub names: Vec<String>, pub z: u8 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub names: Vec<Name>, pub z: u8 }
            #[derive(Debug, GodotFlat)] pub struct Name { #[flat(max_len = 2)] pub t: String } }
        same |o, n| o.names.iter().eq(n.names.iter().map(|name| &name.t)) && o.z == n.z },
        case! { "a smaller bound beside fields that become a tuple";
        old { #[derive(Debug, GodotFlat)] pub struct M { #[flat(max_len = 100)] pub name: String, pub x: u8, pub y: u8 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { #[flat(max_len = 2)] pub name: String, pub pos: (u8, u8) } }
        same |o, n| o.name == n.name && (o.x, o.y) == n.pos },
        case! { "a struct renamed with its fields in another order";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub p: P }
            #[derive(Debug, GodotFlat)] pub struct P { pub x: u8, pub y: u8 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub p: Q }
            #[derive(Debug, GodotFlat)] pub struct Q { pub y: u8, pub x: u8 } }
        same |o, n| o.p.x == n.p.x && o.p.y == n.p.y },
        case! { "fields in another order in a struct of their own";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub x: u8, pub y: u8, pub z: u8 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub z: u8, pub p: P }
            #[derive(Debug, GodotFlat)] pub struct P { pub y: u8, pub x: u8 } }
        same |o, n| o.x == n.p.x && o.y == n.p.y && o.z == n.z },
        case! { "another name and another width";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub hp: u8, pub b: u8 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub health: u16, pub b: u8 } }
        same |o, n| u16::from(o.hp) == n.health && o.b == n.b },
        case! { "another default";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub a: u8, #[flat(default = 1)] pub b: u8 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub a: u8, #[flat(default = 2)] pub b: u8 } } },
        case! { "a default less";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub a: u8, #[flat(default = 1)] pub b: u8 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub a: u8, pub b: u8 } } },
        case! { "an element more in a tuple struct";
        old { #[derive(Debug, GodotFlat)] pub struct M(pub u8, pub i16); }
        new { #[derive(Debug, GodotFlat)] pub struct M(pub u8, pub i16, pub u8); }
        same |o, n| o.0 == n.0 && o.1 == n.1 },
        case! { "names for the elements of a tuple struct";
        old { #[derive(Debug, GodotFlat)] pub struct M(pub u8, pub i16); }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub a: u8, pub b: i16 } }
        same |o, n| o.0 == n.a && o.1 == n.b },
        case! { "a field with a default in a value inside another one";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub list: [Item; 2] }
            #[derive(Debug, GodotFlat)] pub struct Item { pub n: u8 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub list: [Item; 2] }
            #[derive(Debug, GodotFlat)] pub struct Item { pub n: u8, #[flat(default)] pub m: u8 } }
        same |o, n| o.list[0].n == n.list[0].n && o.list[1].n == n.list[1].n },
        case! { "a field in a list's elements that ignore what follows";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub list: Vec<Item> }
            #[derive(Debug, GodotFlat)] #[flat(trailing = "ignore")] pub struct Item { pub n: u8 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub list: Vec<Item> }
            #[derive(Debug, GodotFlat)] #[flat(trailing = "ignore")] pub struct Item { pub n: u8, pub m: u8 } }
        same |o, n| o.list.len() == n.list.len() && o.list.iter().zip(&n.list).all(|(o, n)| o.n == n.n) },
        case! { "a type that grows where the message loses a field";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub at: At, pub b: u8 }
            #[derive(Debug, GodotFlat)] pub struct At { pub x: u8 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub at: At }
            #[derive(Debug, GodotFlat)] pub struct At { pub x: u8, pub y: u8 } }
        same |_o, _n| false },
        case! { "fields moved into a struct";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub id: u8, pub x: f32, pub y: f32, pub z: u8 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub id: u8, pub at: At, pub z: u8 }
            #[derive(Debug, GodotFlat)] pub struct At { pub x: f32, pub y: f32 } }
        same |o, n| o.id == n.id && o.x.to_bits() == n.at.x.to_bits() && o.y.to_bits() == n.at.y.to_bits() && o.z == n.z },
        case! { "a vector in place of its components";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub x: f32, pub y: f32 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub at: Vector2 } }
        same |o, n| o.x.to_bits() == n.at.x.to_bits() && o.y.to_bits() == n.at.y.to_bits() },
        case! { "another type of the same fields";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub at: At, pub b: u8 }
            #[derive(Debug, GodotFlat)] pub struct At { pub x: u16, pub y: u8 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub at: Place, pub b: u8 }
            #[derive(Debug, GodotFlat)] pub struct Place { pub x: u16, pub y: u8 } }
        same |o, n| o.at.x == n.at.x && o.at.y == n.at.y && o.b == n.b },
        case! { "another type of other fields";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub at: Vec<At>, pub b: u8 }
            #[derive(Debug, GodotFlat)] pub struct At { pub x: u16 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub at: Vec<Place>, pub b: u8 }
            #[derive(Debug, GodotFlat)] pub struct Place { pub x: u16, pub y: u8 } }
        same |o, n| o.at.len() == n.at.len() && o.at.iter().zip(&n.at).all(|(o, n)| o.x == n.x) && o.b == n.b },
        case! { "the highest byte first";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub a: u16, pub b: u8 } }
        new { #[derive(Debug, GodotFlat)] #[flat(big_endian)] pub struct M { pub a: u16, pub b: u8 } } },
        case! { "the highest byte first, of single bytes";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub a: u8, pub b: String } }
        new { #[derive(Debug, GodotFlat)] #[flat(big_endian)] pub struct M { pub a: u8, pub b: String } } },
        case! { "the highest byte first, in a value inside";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub a: [Item; 1] }
            #[derive(Debug, GodotFlat)] pub struct Item { pub n: i32 } }
        new { #[derive(Debug, GodotFlat)] #[flat(big_endian)] pub struct M { pub a: [Item; 1] }
            #[derive(Debug, GodotFlat)] pub struct Item { pub n: i32 } } },
        case! { "the highest byte first, of a type that had it already";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub a: Item }
            #[derive(Debug, GodotFlat)] #[flat(big_endian)] pub struct Item { pub n: i32 } }
        new { #[derive(Debug, GodotFlat)] #[flat(big_endian)] pub struct M { pub a: Item }
            #[derive(Debug, GodotFlat)] #[flat(big_endian)] pub struct Item { pub n: i32 } } },
        case! { "a bound of the size";
        old { #[derive(Debug, GodotFlat)] #[flat(max_size = 4)] pub struct M { pub a: u16 } }
        new { #[derive(Debug, GodotFlat)] #[flat(max_size = 100)] pub struct M { pub a: u16 } } },
        case! { "a shorter text";
        old { #[derive(Debug, GodotFlat)] pub struct M { #[flat(max_len = 30)] pub a: String } }
        new { #[derive(Debug, GodotFlat)] pub struct M { #[flat(max_len = 6)] pub a: String } } },
        case! { "a list without a bound";
        old { #[derive(Debug, GodotFlat)] pub struct M { #[flat(len = u8, max_len = 2)] pub a: Vec<u8> } }
        new { #[derive(Debug, GodotFlat)] pub struct M { #[flat(len = u8)] pub a: Vec<u8> } } },
        case! { "a bound that the count has anyway";
        old { #[derive(Debug, GodotFlat)] pub struct M { #[flat(len = u8)] pub a: Vec<u8> } }
        new { #[derive(Debug, GodotFlat)] pub struct M { #[flat(len = u8, max_len = 255)] pub a: Vec<u8> } } },
        case! { "a type that contains itself";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub n: u8, pub next: Option<Box<M>> } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub n: u16, pub next: Option<Box<M>> } }
        same |o, n| u16::from(o.n) == n.n && o.next.is_some() == n.next.is_some() },
        case! { "another type that names the one around it";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub doors: Vec<Door> }
            #[derive(Debug, GodotFlat)] #[flat(recursive(M))] pub struct Door { pub open: bool, pub to: Option<Box<M>> } }
        new { #[derive(Debug, GodotFlat)] #[flat(recursive(Door))] pub struct M { pub doors: Vec<Door> }
            #[derive(Debug, GodotFlat)] pub struct Door { pub open: bool, pub to: Option<Box<M>> } } },
        case! { "another message beside it";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub a: u8 }
            #[derive(Debug, GodotFlat)] pub struct Ping { pub at: i64 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub a: u8 }
            #[derive(Debug, GodotFlat)] pub struct Pong { pub at: i64 } } },
    ]
}
