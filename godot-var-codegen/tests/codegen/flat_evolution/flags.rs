//! The header of `flags`, and deltas.

use godot_var::*;

use super::{Case, case};

pub(crate) fn cases() -> Vec<Case> {
    vec![
        case! { "bools in a header";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub a: bool, pub b: bool, pub n: u8 } }
        new { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { pub a: bool, pub b: bool, pub n: u8 } } },
        case! { "a bool at the end of a header with room";
        old { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { pub a: bool, pub n: u8 } }
        new { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { pub a: bool, pub n: u8, pub b: bool } }
        same |o, n| o.a == n.a && o.n == n.n },
        case! { "a bool at the end of a full header";
        old { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { #[flat(bits = 8)] pub a: u8, pub n: u8 } }
        new { #[derive(Debug, GodotFlat)] #[flat(flags)]
            pub struct M { #[flat(bits = 8)] pub a: u8, pub n: u8, pub b: bool } }
        same |o, n| o.a == n.a && o.n == n.n },
        case! { "a bool in the middle of a header";
        old { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { pub a: bool, pub b: bool } }
        new { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { pub a: bool, pub x: bool, pub b: bool } }
        same |o, n| o.a == n.a && o.b == n.b },
        case! { "an optional value at the end of a header with room";
        old { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { pub a: bool, pub n: u8 } }
        new { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { pub a: bool, pub x: Option<u16>, pub n: u8 } }
        same |o, n| o.a == n.a && o.n == n.n },
        case! { "an enum that becomes a signed number of as many bits";
        old { #[derive(Clone, Copy, Debug, GodotFlat)] pub enum E { A, B, C, D, X, Y } #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { #[flat(bits = 3)] pub a: E, pub b: bool } }
        new { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { #[flat(bits = 3)] pub a: i8, pub b: bool } }
        same |o, n| o.b == n.b && o.a as i32 == i32::from(n.a) },
        case! { "an enum of small numbers that becomes a signed number of as many bits";
        old { #[derive(Clone, Copy, Debug, GodotFlat)] pub enum E { A, B, C, D } #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { #[flat(bits = 3)] pub a: E, pub b: bool } }
        new { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { #[flat(bits = 3)] pub a: i8, pub b: bool } }
        same |o, n| o.b == n.b && o.a as i32 == i32::from(n.a) },
        case! { "an enum that becomes a wider number of as many bits";
        old { #[derive(Clone, Copy, Debug, GodotFlat)] pub enum E { A, B, C, D, X, Y } #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { #[flat(bits = 3)] pub a: E, pub b: bool } }
        new { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { #[flat(bits = 3)] pub a: u16, pub b: bool } }
        same |o, n| o.b == n.b && o.a as i32 == i32::from(n.a) },
        case! { "an enum of all numbers that becomes a number";
        old { #[derive(Clone, Copy, Debug, GodotFlat)] pub enum E { A, B } #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { #[flat(bits = 1)] pub a: E, pub b: bool } }
        new { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { #[flat(bits = 1)] pub a: u8, pub b: bool } }
        same |o, n| o.b == n.b && o.a as i32 == i32::from(n.a) },
        case! { "a bool that becomes a signed bit";
        old { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { pub a: bool, pub b: bool } }
        new { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { #[flat(bits = 1)] pub a: i8, pub b: bool } }
        same |o, n| o.b == n.b && i8::from(o.a) == n.a },
        case! { "a bool that becomes a wide bit";
        old { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { pub a: bool, pub b: bool } }
        new { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { #[flat(bits = 1)] pub a: u16, pub b: bool } }
        same |o, n| o.b == n.b && u16::from(o.a) == n.a },
        case! { "a number of more bits";
        old { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { #[flat(bits = 3)] pub a: u8, pub b: bool } }
        new { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { #[flat(bits = 4)] pub a: u8, pub b: bool } } },
        case! { "a number of more bits, and a header of more bytes";
        old { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { #[flat(bits = 8)] pub a: u16 } }
        new { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { #[flat(bits = 9)] pub a: u16 } } },
        case! { "a wider type of as many bits";
        old { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { #[flat(bits = 3)] pub a: u8 } }
        new { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { #[flat(bits = 3)] pub a: u32 } } },
        case! { "a sign in the header";
        old { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { #[flat(bits = 3)] pub a: u8 } }
        new { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { #[flat(bits = 3)] pub a: i8 } } },
        case! { "a number at the end of a header with room";
        old { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { pub a: bool } }
        new { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { pub a: bool, #[flat(bits = 5)] pub n: i8 } }
        same |o, n| o.a == n.a },
        case! { "an enum without 0 at the end of a header with room";
        old { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { pub a: bool } }
        new { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { pub a: bool, #[flat(bits = 2)] pub k: Kind }
            #[derive(Debug, GodotFlat)] pub enum Kind { Bow = 1, Sword } }
        same |_o, _n| false },
        case! { "an enum with 0 at the end of a header with room";
        old { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { pub a: bool } }
        new { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { pub a: bool, #[flat(bits = 2)] pub k: Kind }
            #[derive(Debug, GodotFlat)] pub enum Kind { Bow, Sword } }
        same |o, n| o.a == n.a },
        case! { "an enum moved into the header";
        old { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { pub a: bool, pub k: Kind }
            #[derive(Debug, GodotFlat)] pub enum Kind { Bow, Sword } }
        new { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { pub a: bool, #[flat(bits = 2)] pub k: Kind }
            #[derive(Debug, GodotFlat)] pub enum Kind { Bow, Sword } } },
        case! { "a variant more in the header";
        old { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { #[flat(bits = 2)] pub k: Kind }
            #[derive(Debug, GodotFlat)] pub enum Kind { Bow, Sword } }
        new { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { #[flat(bits = 2)] pub k: Kind }
            #[derive(Debug, GodotFlat)] pub enum Kind { Bow, Sword, Axe } } },
        case! { "a number in place of an enum in the header";
        old { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { #[flat(bits = 2)] pub k: Kind }
            #[derive(Clone, Copy, Debug, GodotFlat)] pub enum Kind { Bow, Sword } }
        new { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { #[flat(bits = 2)] pub k: u8 } }
        same |o, n| o.k as u8 == n.k },
        case! { "a bool in place of an optional value";
        old { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { pub a: bool, pub x: Option<u8> } }
        new { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { pub a: bool, pub x: bool } }
        same |o, n| o.a == n.a && o.x.is_some() == n.x && o.x.is_none() },
        case! { "another name in the header";
        old { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { pub a: bool, pub b: bool } }
        new { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { pub a: bool, pub c: bool } }
        same |o, n| o.a == n.a && o.b == n.c },
        case! { "bits swapped";
        old { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { pub a: bool, pub b: bool } }
        new { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { pub b: bool, pub a: bool } }
        same |o, n| o.a == n.a && o.b == n.b },
        case! { "another type of an optional value";
        old { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { pub a: bool, pub x: Option<u8> } }
        new { #[derive(Debug, GodotFlat)] #[flat(flags)] pub struct M { pub a: bool, pub x: Option<u16> } } },
        case! { "a bool of any byte";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub a: bool } }
        new { #[derive(Debug, GodotFlat)] pub struct M { #[flat(lenient)] pub a: bool } } },
        case! { "a field more in a delta with room";
        old { #[derive(Clone, Debug, PartialEq, GodotFlat)] #[flat(delta(Debug))] pub struct State { pub a: u8, pub b: String }
            pub type M = StateDelta; }
        new { #[derive(Clone, Debug, PartialEq, GodotFlat)] #[flat(delta(Debug))]
            pub struct State { pub a: u8, pub b: String, #[flat(default)] pub c: u16 }
            pub type M = StateDelta; }
        same |o, n| o.a == n.a && o.b == n.b },
        case! { "a field less at the front of a delta";
        old { #[derive(Clone, Debug, PartialEq, GodotFlat)] #[flat(delta(Debug))] pub struct State { pub a: u8, pub b: String }
            pub type M = StateDelta; }
        new { #[derive(Clone, Debug, PartialEq, GodotFlat)] #[flat(delta(Debug))] pub struct State { pub b: String }
            pub type M = StateDelta; }
        same |o, n| o.b == n.b && o.a.is_none() },
    ]
}
