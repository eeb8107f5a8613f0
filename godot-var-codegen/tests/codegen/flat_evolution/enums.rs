//! Enums: variants, their numbers, and what follows them.

use godot_var::*;

use super::{Case, case};

pub(crate) fn cases() -> Vec<Case> {
    vec![
        case! { "a variant more";
        old { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A(u8), #[flat(id = 2)] B } }
        new { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A(u8), #[flat(id = 2)] B, #[flat(id = 3)] C { x: u8 } } } },
        case! { "a variant more where others are kept";
        old { #[derive(Debug, GodotFlat)]
            pub enum M { #[flat(id = 1)] A(u8), #[flat(other)] Other(u8, Vec<u8>) } }
        new { #[derive(Debug, GodotFlat)]
            pub enum M { #[flat(id = 1)] A(u8), #[flat(id = 3)] C { x: u8 }, #[flat(other)] Other(u8, Vec<u8>) } }
        same |o, n| match (o, n) {
            (old::M::A(o), new::M::A(n)) => o == n,
            (old::M::Other(3, _), new::M::C { .. }) => true,
            _ => false,
        } },
        case! { "a variant without fields more where numbers are kept";
        old { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A, #[flat(other)] Other(u8) } }
        new { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A, #[flat(id = 2)] B, #[flat(other)] Other(u8) } }
        same |o, n| matches!((o, n), (old::M::A, new::M::A) | (old::M::Other(2), new::M::B)) },
        case! { "a variant with fields more where only numbers are kept";
        old { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A, #[flat(other)] Other(u8) } }
        new { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A, #[flat(id = 2)] B { x: u8 }, #[flat(other)] Other(u8) } }
        same |o, n| matches!((o, n), (old::M::A, new::M::A)) },
        case! { "a variant with fields more where only numbers are kept and the rest is ignored";
        old { #[derive(Debug, GodotFlat)] #[flat(trailing = "ignore")]
            pub enum M { #[flat(id = 1)] A, #[flat(other)] Other(u8) } }
        new { #[derive(Debug, GodotFlat)] #[flat(trailing = "ignore")]
            pub enum M { #[flat(id = 1)] A, #[flat(id = 2)] B { x: u8 }, #[flat(other)] Other(u8) } }
        same |o, n| matches!((o, n), (old::M::A, new::M::A) | (old::M::Other(2), new::M::B { .. })) },
        case! { "a variant more where unknown ones are one variant";
        old { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A(u8), #[flat(other)] Unknown } }
        new { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A(u8), #[flat(id = 2)] B(u16), #[flat(other)] Unknown } }
        same |o, n| match (o, n) {
            (old::M::A(o), new::M::A(n)) => o == n,
            (old::M::Unknown, new::M::B(_)) => true,
            _ => false,
        } },
        case! { "no variant for others anymore";
        old { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A, #[flat(other)] Other(u8) } } sends [M::Other(9)]
        new { #[derive(Debug, GodotFlat)] pub enum M { A = 1 } } },
        case! { "the rest of others is no longer kept";
        old { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A(u8), #[flat(other)] Other(u8, Vec<u8>) } }
        sends [M::Other(9, vec![1]), M::Other(9, vec![])]
        new { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A(u8), #[flat(other)] Other(u8) } }
        sends [M::Other(9)]
        same |o, n| match (o, n) {
            (old::M::A(o), new::M::A(n)) => o == n,
            (old::M::Other(o, rest), new::M::Other(n)) => o == n && rest.is_empty(),
            _ => false,
        } },
        case! { "another id";
        old { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A(u8), #[flat(id = 2)] B } }
        new { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 7)] A(u8), #[flat(id = 2)] B } } },
        case! { "another id where others are kept";
        old { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A(u8), #[flat(other)] Other(u8, Vec<u8>) } }
        new { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 7)] A(u8), #[flat(other)] Other(u8, Vec<u8>) } } },
        case! { "ids swapped";
        old { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A(u8), #[flat(id = 2)] B(u8) } }
        new { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 2)] A(u8), #[flat(id = 1)] B(u8) } } },
        case! { "variants in another order";
        old { #[derive(Debug, GodotFlat)] pub enum M { A, B, C } }
        new { #[derive(Debug, GodotFlat)] pub enum M { B, A, C } } },
        case! { "the same ids in another order";
        old { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A(u8), #[flat(id = 2)] B(u16) } }
        new { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 2)] B(u16), #[flat(id = 1)] A(u8) } } },
        case! { "a narrower number where others are kept";
        old { #[derive(Debug, GodotFlat)] #[flat(repr = "varint")]
            pub enum M { #[flat(id = 1)] A(u8), #[flat(other)] O(u32, Vec<u8>) } } sends [M::O(300, vec![170])]
        new { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A(u8), #[flat(other)] O(u8, Vec<u8>) } } sends [M::O(200, vec![1])]
        same |o, n| match (o, n) {
            (old::M::A(o), new::M::A(n)) => o == n,
            (old::M::O(number, rest), new::M::O(read, read_rest)) => *number == u32::from(*read) && rest == read_rest,
            _ => false,
        } },
        case! { "another name of a variant";
        old { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A(u8), #[flat(id = 2)] B } }
        new { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] First(u8), #[flat(id = 2)] B } }
        same |o, n| match (o, n) {
            (old::M::A(o), new::M::First(n)) => o == n,
            (old::M::B, new::M::B) => true,
            _ => false,
        } },
        case! { "another variant with the id of an old one";
        old { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A(u8), #[flat(id = 2)] B } }
        new { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] First(u16), #[flat(id = 2)] B } } },
        case! { "a wider number";
        old { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A(u8), #[flat(id = 2)] B } }
        new { #[derive(Debug, GodotFlat)] #[flat(repr = "u16")] pub enum M { #[flat(id = 1)] A(u8), #[flat(id = 2)] B } } },
        case! { "a number in LEB128";
        old { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A(u8), #[flat(id = 127)] B } }
        new { #[derive(Debug, GodotFlat)] #[flat(repr = "varint")] pub enum M { #[flat(id = 1)] A(u8), #[flat(id = 127)] B } } },
        case! { "a number of two bytes in LEB128";
        old { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A(u8), #[flat(id = 200)] B } }
        new { #[derive(Debug, GodotFlat)] #[flat(repr = "varint")] pub enum M { #[flat(id = 1)] A(u8), #[flat(id = 200)] B } } },
        case! { "a field more in a variant";
        old { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A { x: u8 }, #[flat(id = 2)] B } }
        new { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A { x: u8, y: u8 }, #[flat(id = 2)] B } } },
        case! { "a field with a default more in a variant";
        old { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A { x: u8 }, #[flat(id = 2)] B } }
        new { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A { x: u8, #[flat(default)] y: u8 }, #[flat(id = 2)] B } }
        same |o, n| match (o, n) {
            (old::M::A { x: o }, new::M::A { x: n, .. }) => o == n,
            (old::M::B, new::M::B) => true,
            _ => false,
        } },
        case! { "a field with a default more in the message of a variant";
        old { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A(Hit), #[flat(id = 2)] B }
            #[derive(Debug, GodotFlat)] pub struct Hit { pub x: u8 } }
        new { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A(Hit), #[flat(id = 2)] B }
            #[derive(Debug, GodotFlat)] pub struct Hit { pub x: u8, #[flat(default)] pub y: u8 } }
        same |o, n| match (o, n) {
            (old::M::A(o), new::M::A(n)) => o.x == n.x,
            (old::M::B, new::M::B) => true,
            _ => false,
        } },
        case! { "a field with a default more in the message of a variant, in a box";
        old { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A(Box<Hit>), #[flat(id = 2)] B }
            #[derive(Debug, GodotFlat)] pub struct Hit { pub x: u8 } }
        new { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A(Box<Hit>), #[flat(id = 2)] B }
            #[derive(Debug, GodotFlat)] pub struct Hit { pub x: u8, #[flat(default)] pub y: u8 } }
        same |o, n| match (o, n) {
            (old::M::B, new::M::B) => true,
            (old::M::A(o), new::M::A(n)) => o.x == n.x,
            _ => false,
        } },
        case! { "fields of a variant as a struct of its own";
        old { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A { x: u8, y: u16 } } }
        new { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A(Hit) }
            #[derive(Debug, GodotFlat)] pub struct Hit { pub x: u8, pub y: u16 } }
        same |o, n| {
            let (old::M::A { x, y }, new::M::A(n)) = (o, n);
            *x == n.x && *y == n.y
        } },
        case! { "the number of an unknown variant is no longer kept";
        old { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A(u8), #[flat(other)] Other(u8) } }
        sends [M::Other(7), M::Other(0)]
        new { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A(u8), #[flat(other)] Other } } },
        case! { "flags in a variant";
        old { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A { x: bool, y: bool }, #[flat(id = 2)] B } }
        new { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1, flags)] A { x: bool, y: bool }, #[flat(id = 2)] B } } },
        case! { "the rest is ignored";
        old { #[derive(Debug, GodotFlat)] #[flat(trailing = "ignore")] pub enum M { #[flat(id = 1)] A { x: u8 }, #[flat(id = 2)] B } }
        new { #[derive(Debug, GodotFlat)] #[flat(trailing = "ignore")]
            pub enum M { #[flat(id = 1)] A { x: u8, y: u8 }, #[flat(id = 2)] B } }
        same |o, n| match (o, n) {
            (old::M::A { x: o }, new::M::A { x: n, .. }) => o == n,
            (old::M::B, new::M::B) => true,
            _ => false,
        } },
        case! { "a variant more in an enum inside";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub k: [Kind; 2], pub n: u8 }
            #[derive(Debug, GodotFlat)] pub enum Kind { #[flat(id = 1)] A, #[flat(id = 2)] B(u8) } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub k: [Kind; 2], pub n: u8 }
            #[derive(Debug, GodotFlat)] pub enum Kind { #[flat(id = 1)] A, #[flat(id = 2)] B(u8), #[flat(id = 3)] C } } },
        case! { "a variant more in an enum inside that keeps others";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub k: Vec<Kind>, pub n: u8 }
            #[derive(Debug, GodotFlat)] pub enum Kind { #[flat(id = 1)] A, #[flat(id = 2)] B(u8), #[flat(other)] Other(u8, Vec<u8>) } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub k: Vec<Kind>, pub n: u8 }
            #[derive(Debug, GodotFlat)] pub enum Kind { #[flat(id = 1)] A, #[flat(id = 2)] B(u8), #[flat(id = 3)] C, #[flat(other)] Other(u8, Vec<u8>) } } },
        case! { "a variant more in an enum of numbers inside that keeps others";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub k: Vec<Kind>, pub n: u8 }
            #[derive(Debug, GodotFlat)] pub enum Kind { A, B, #[flat(other)] Other(u8) } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub k: Vec<Kind>, pub n: u8 }
            #[derive(Debug, GodotFlat)] pub enum Kind { A, B, C, #[flat(other)] Other(u8) } }
        same |o, n| o.n == n.n && format!("{:?}", o.k).replace("Other(2)", "C") == format!("{:?}", n.k) },
        case! { "a struct to an enum";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub a: u8, pub b: u8 } }
        new { #[derive(Debug, GodotFlat)] pub enum M { #[flat(id = 1)] A { b: u8 }, #[flat(id = 2)] B } } },
        case! { "a number in place of an enum";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub k: Kind, pub n: u16 }
            #[derive(Clone, Copy, Debug, GodotFlat)] #[flat(repr = "u16")] pub enum Kind { A, B = 300 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub k: u16, pub n: u16 } }
        same |o, n| o.k as u16 == n.k && o.n == n.n },
        case! { "a number in place of an enum that takes all";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub k: Kind }
            #[derive(Clone, Copy, Debug, GodotFlat)] pub enum Kind { A, B, #[flat(other)] Other(u8) } } sends [M { k: Kind::Other(200) }]
        new { #[derive(Debug, GodotFlat)] pub struct M { pub k: u8 } }
        same |o, n| n.k == match o.k { old::Kind::A => 0, old::Kind::B => 1, old::Kind::Other(k) => k } },
        case! { "a small number in LEB128 in place of an enum";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub k: Kind }
            #[derive(Clone, Copy, Debug, GodotFlat)] #[flat(repr = "varint")] pub enum Kind { A, B = 300 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { #[flat(varint)] pub k: u8 } } sends [M { k: 0 }]
        same |o, n| o.k as u32 == u32::from(n.k) },
    ]
}
