//! Values of other meanings: times, functions, Variants, ranges.
#![allow(
    clippy::trivially_copy_pass_by_ref,
    clippy::unnecessary_wraps,
    reason = "so are the functions of attributes"
)]

use std::time::{Duration, SystemTime};

use godot_var::*;

use super::{Case, case};

/// Tenths of a unit.
pub mod tenths {
    use std::convert::Infallible;

    pub fn encode(value: &f32) -> i16 {
        (value * 10.0) as i16
    }

    pub fn decode(tenths: i16) -> Result<f32, Infallible> {
        Ok(f32::from(tenths) / 10.0)
    }
}

/// Halves of a unit.
pub mod halves {
    use std::convert::Infallible;

    pub fn encode(value: &f32) -> i16 {
        (value * 2.0) as i16
    }

    pub fn decode(halves: i16) -> Result<f32, Infallible> {
        Ok(f32::from(halves) / 2.0)
    }
}

pub(crate) fn cases() -> Vec<Case> {
    vec![
        case! { "another unit";
        old { #[derive(Debug, GodotFlat)] pub struct M { #[flat(unit = "ms")] pub t: Duration } }
        new { #[derive(Debug, GodotFlat)] pub struct M { #[flat(unit = "us")] pub t: Duration } } },
        case! { "seconds in place of milliseconds";
        old { #[derive(Debug, GodotFlat)] pub struct M { #[flat(unit = "ms")] pub t: Duration } } sends [M { t: Duration::from_millis(3) }]
        new { #[derive(Debug, GodotFlat)] pub struct M { #[flat(unit = "s")] pub t: Duration } } sends [M { t: Duration::from_millis(3) }] },
        case! { "a time since 1970 in place of a length of time";
        old { #[derive(Debug, GodotFlat)] pub struct M { #[flat(unit = "ms")] pub t: Duration } }
        new { #[derive(Debug, GodotFlat)] pub struct M { #[flat(unit = "ms")] pub t: SystemTime } } },
        case! { "an optional time of another unit";
        old { #[derive(Debug, GodotFlat)] pub struct M { #[flat(unit = "ms")] pub t: Option<Duration> } }
        new { #[derive(Debug, GodotFlat)] pub struct M { #[flat(unit = "us")] pub t: Option<Duration> } } },
        case! { "a number of milliseconds";
        old { #[derive(Debug, GodotFlat)] pub struct M { #[flat(unit = "ms")] pub t: Duration } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub t: u64 } }
        same |o, n| o.t.as_millis() == u128::from(n.t) },
        case! { "other functions";
        old { #[derive(Debug, GodotFlat)] pub struct M { #[flat(with = tenths, as = i16)] pub t: f32 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { #[flat(with = halves, as = i16)] pub t: f32 } }
        sends [M { t: 0.0 }] },
        case! { "functions of another type";
        old { #[derive(Debug, GodotFlat)] pub struct M { #[flat(with = tenths, as = i16)] pub t: f32 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { pub t: f32 } } },
        case! { "a range of other bounds";
        old { #[derive(Debug, GodotFlat)] pub struct M { #[flat(range = -1.0..=1.0, as = u8)] pub x: f32 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { #[flat(range = -2.0..=1.0, as = u8)] pub x: f32 } } },
        case! { "a range of finer steps";
        old { #[derive(Debug, GodotFlat)] pub struct M { #[flat(range = -1.0..=1.0, as = u8)] pub x: f32 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { #[flat(range = -1.0..=1.0, as = u16)] pub x: f32 } } },
        case! { "the nearest bound of a range";
        old { #[derive(Debug, GodotFlat)] pub struct M { #[flat(range = -1.0..=1.0, as = u8)] pub x: Vector2 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { #[flat(range = -1.0..=1.0, as = u8, clamp)] pub x: Vector2 } } },
        case! { "a range of a wider float";
        old { #[derive(Debug, GodotFlat)] pub struct M { #[flat(range = -1.0..=1.0, as = u8)] pub x: f32 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { #[flat(range = -1.0..=1.0, as = u8)] pub x: f64 } }
        same |o, n| o.x.to_bits() == (n.x as f32).to_bits() },
        case! { "an angle in degrees";
        old { #[derive(Debug, GodotFlat)] pub struct M { #[flat(angle, as = u16)] pub x: f32 } }
        new { #[derive(Debug, GodotFlat)] pub struct M { #[flat(degrees, as = u16)] pub x: f32 } } },
        case! { "the Variants of another Godot";
        old { #[derive(Debug, GodotFlat)] pub struct M { #[flat(as = Godot4)] pub x: Variant } } sends [M { x: Variant::from(0.5) }, M { x: Variant::Array([].into_iter().collect()) }]
        new { #[derive(Debug, GodotFlat)] pub struct M { #[flat(as = Godot3)] pub x: Variant } } sends [M { x: Variant::Array([].into_iter().collect()) }] },
        case! { "a Dictionary in place of a Variant";
        old { #[derive(Debug, GodotFlat)] pub struct M { pub x: Variant } } sends [M { x: Variant::Dictionary(Dictionary::new()) }]
        new { #[derive(Debug, GodotFlat)] pub struct M { pub x: Dictionary } } sends [M { x: Dictionary::new() }]
        same |o, n| matches!(&o.x, Variant::Dictionary(o) if *o == n.x) },
        case! { "a type in both wires";
        old { #[derive(Debug, GodotFlat, GodotVar)] pub struct M { pub x: u8, #[flat(varint)] pub y: u16 } }
        new { #[derive(Debug, GodotFlat, GodotVar)] pub struct M { pub y: u16, pub x: u8 } }
        same |o, n| o.x == n.x && o.y == n.y },
    ]
}
