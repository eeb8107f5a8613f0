//! Numbers and texts of other types and bounds.
#![expect(clippy::trivially_copy_pass_by_ref, reason = "functions of `with` take references")]

use std::time::{Duration, SystemTime};

use godot_var::math::double;
use godot_var::values::{NodePath, ObjectId, StringName};
use godot_var::*;

use super::{Case, case};

pub(crate) fn cases() -> Vec<Case> {
    vec![
        case! { "u8 to u32";
        old { #[derive(GodotVar)] pub struct M { pub a: u8 } } sends [M { a: 0 }, M { a: 255 }];
        new { #[derive(GodotVar)] pub struct M { pub a: u32 } } sends [M { a: 0 }, M { a: 256 }] },
        case! { "i32 to u32";
        old { #[derive(GodotVar)] pub struct M { pub a: i32 } } sends [M { a: -1 }, M { a: 1 }];
        new { #[derive(GodotVar)] pub struct M { pub a: u32 } } sends [M { a: 1 }, M { a: u32::MAX }] },
        case! { "i64 to u64";
        old { #[derive(GodotVar)] pub struct M { pub a: i64 } } sends [M { a: -1 }, M { a: i64::MAX }];
        new { #[derive(GodotVar)] pub struct M { pub a: u64 } } sends [M { a: 1 << 62 }] },
        case! { "int to float";
        old { #[derive(GodotVar)] pub struct M { pub a: i32 } } sends [M { a: -1 }, M { a: i32::MAX }];
        new { #[derive(GodotVar)] pub struct M { pub a: f32 } } sends [M { a: 2.0 }, M { a: 2.5 }] },
        case! { "f32 to f64";
        old { #[derive(GodotVar)] pub struct M { pub a: f32 } } sends [M { a: f32::MAX }, M { a: 0.1 }];
        new { #[derive(GodotVar)] pub struct M { pub a: f64 } } sends [M { a: 0.1 }, M { a: 1e300 }] },
        case! { "a float of 64 bits always";
        old { #[derive(GodotVar)] pub struct M { pub a: f64 } } sends [M { a: 0.5 }, M { a: 0.1 }];
        new { #[derive(GodotVar)] pub struct M { #[godot_var(f64)] pub a: f64 } }
        sends [M { a: 0.5 }, M { a: 0.1 }] },
        case! { "an int as a float";
        old { #[derive(GodotVar)] pub struct M { pub a: u16 } } sends [M { a: 0 }, M { a: 65_535 }];
        new { #[derive(GodotVar)] pub struct M { #[godot_var(as = "float")] pub a: u16 } }
        sends [M { a: 0 }, M { a: 65_535 }] },
        case! { "a float as an int";
        old { #[derive(GodotVar)] pub struct M { pub a: f32 } } sends [M { a: 2.0 }, M { a: 2.5 }];
        new { #[derive(GodotVar)] pub struct M { #[godot_var(as = "int")] pub a: f32 } }
        sends [M { a: 2.0 }] },
        case! { "bool to int";
        old { #[derive(GodotVar)] pub struct M { pub a: bool } } sends [M { a: true }];
        new { #[derive(GodotVar)] pub struct M { pub a: i32 } } sends [M { a: 1 }] },
        case! { "bool as int to int";
        old { #[derive(GodotVar)] pub struct M { #[godot_var(as = "int")] pub a: bool } }
        sends [M { a: true }, M { a: false }];
        new { #[derive(GodotVar)] pub struct M { pub a: u8 } } sends [M { a: 1 }, M { a: 2 }] },
        case! { "strict, with the same type";
        old { #[derive(GodotVar)] pub struct M { pub a: i32 } } sends [M { a: 1 }];
        new { #[derive(GodotVar)] pub struct M { #[godot_var(strict)] pub a: i32 } }
        sends [M { a: 1 }] },
        case! { "strict, with another type";
        old { #[derive(GodotVar)] pub struct M { pub a: f64 } } sends [M { a: 1.0 }, M { a: 1.5 }];
        new { #[derive(GodotVar)] pub struct M { #[godot_var(strict)] pub a: i32 } }
        sends [M { a: 1 }] },
        case! { "a shorter path";
        old { #[derive(GodotVar)] pub struct M { #[godot_var(as = "NodePath")] pub a: String } }
        sends [M { a: "x".into() }, M { a: "xy".into() }];
        new { #[derive(GodotVar)] pub struct M { #[godot_var(as = "NodePath", max_len = 1)] pub a: String } }
        sends [M { a: "x".into() }] },
        case! { "milliseconds to microseconds";
        old { #[derive(GodotVar)] pub struct M { #[godot_var(unit = "ms")] pub a: Option<Duration> } }
        sends [M { a: Some(Duration::from_secs(1)) }, M { a: None }];
        new { #[derive(GodotVar)] pub struct M { #[godot_var(unit = "us")] pub a: Option<Duration> } }
        sends [M { a: Some(Duration::from_secs(1)) }] },
        case! { "seconds to milliseconds";
        old { #[derive(GodotVar)] pub struct M { #[godot_var(unit = "s")] pub a: Duration } }
        sends [M { a: Duration::from_secs(1) }, M { a: Duration::from_millis(1500) }];
        new { #[derive(GodotVar)] pub struct M { #[godot_var(unit = "ms")] pub a: Duration } }
        sends [M { a: Duration::from_secs(1) }, M { a: Duration::from_millis((1 << 53) + 1) }] },
        case! { "i64 to f64";
        old { #[derive(GodotVar)] pub struct M { pub a: i64 } } sends [M { a: 1 }, M { a: (1 << 53) + 1 }];
        new { #[derive(GodotVar)] pub struct M { pub a: f64 } } sends [M { a: 1.0 }, M { a: 1.5 }] },
        case! { "a length of time to a point in time";
        old { #[derive(GodotVar)] pub struct M { #[godot_var(unit = "s")] pub a: Duration } }
        sends [M { a: Duration::from_secs(1) }];
        new { #[derive(GodotVar)] pub struct M { #[godot_var(unit = "s")] pub a: SystemTime } }
        sends [M { a: SystemTime::UNIX_EPOCH - Duration::from_secs(1) }, M { a: SystemTime::UNIX_EPOCH }] },
        case! { "a number to a time";
        old { #[derive(GodotVar)] pub struct M { pub a: f64 } } sends [M { a: 1.5 }, M { a: -1.5 }];
        new { #[derive(GodotVar)] pub struct M { #[godot_var(unit = "s")] pub a: Duration } }
        sends [M { a: Duration::from_millis(1500) }] },
        case! { "an int to a time";
        old { #[derive(GodotVar)] pub struct M { pub a: i32 } } sends [M { a: 1 }, M { a: -1 }];
        new { #[derive(GodotVar)] pub struct M { #[godot_var(unit = "s")] pub a: Duration } }
        sends [M { a: Duration::from_secs(1) }, M { a: Duration::from_millis(1500) }] },
        case! { "String to StringName";
        old { #[derive(GodotVar)] pub struct M { pub a: String } } sends [M { a: "x".into() }];
        new { #[derive(GodotVar)] pub struct M { pub a: StringName } } sends [M { a: "x".into() }] },
        case! { "String to StringName, strict";
        old { #[derive(GodotVar)] pub struct M { #[godot_var(strict)] pub a: String } }
        sends [M { a: "x".into() }];
        new { #[derive(GodotVar)] pub struct M { pub a: StringName } } sends [M { a: "x".into() }] },
        case! { "String to NodePath";
        old { #[derive(GodotVar)] pub struct M { pub a: String } } sends [M { a: "x/y".into() }];
        new { #[derive(GodotVar)] pub struct M { pub a: NodePath } }
        sends [M { a: NodePath::parse("x/y") }] },
        case! { "String to String as NodePath";
        old { #[derive(GodotVar)] pub struct M { pub a: String } } sends [M { a: "x/y".into() }];
        new { #[derive(GodotVar)] pub struct M { #[godot_var(as = "NodePath")] pub a: String } }
        sends [M { a: "x/y".into() }] },
        case! { "String to char";
        old { #[derive(GodotVar)] pub struct M { pub a: String } }
        sends [M { a: "x".into() }, M { a: "xy".into() }];
        new { #[derive(GodotVar)] pub struct M { pub a: char } } sends [M { a: 'x' }] },
        case! { "int to String";
        old { #[derive(GodotVar)] pub struct M { pub a: i32 } } sends [M { a: 1 }];
        new { #[derive(GodotVar)] pub struct M { pub a: String } } sends [M { a: "1".into() }] },
        case! { "a length";
        old { #[derive(GodotVar)] pub struct M { pub a: String } }
        sends [M { a: "four".into() }, M { a: "five5".into() }];
        new { #[derive(GodotVar)] pub struct M { #[godot_var(max_len = 4)] pub a: String } }
        sends [M { a: "four".into() }] },
        case! { "a longer length";
        old { #[derive(GodotVar)] pub struct M { #[godot_var(max_len = 1)] pub a: Option<Vec<i32>> } }
        sends [M { a: Some(vec![1]) }, M { a: None }];
        new { #[derive(GodotVar)] pub struct M { #[godot_var(max_len = 2)] pub a: Option<Vec<i32>> } }
        sends [M { a: Some(vec![1]) }, M { a: Some(vec![1, 2]) }] },
        case! { "a Variant";
        old { #[derive(GodotVar)] pub struct M { pub a: i32 } } sends [M { a: 1 }];
        new { #[derive(GodotVar)] pub struct M { pub a: Variant } }
        sends [M { a: 1.into() }, M { a: "x".into() }, M { a: Variant::Nil }] },
        case! { "32 to 64 bits of a structure";
        old { #[derive(GodotVar)] pub struct M { pub a: Vector3 } }
        sends [M { a: Vector3::new(1.0, 2.0, 3.0) }];
        new { #[derive(GodotVar)] pub struct M { pub a: double::Vector3 } }
        sends [M { a: double::Vector3::new(1.0, 2.0, 3.0) }] },
        case! { "another structure";
        old { #[derive(GodotVar)] pub struct M { pub a: Vector3 } }
        sends [M { a: Vector3::new(1.0, 2.0, 3.0) }];
        new { #[derive(GodotVar)] pub struct M { pub a: Vector2 } }
        sends [M { a: Vector2::new(1.0, 2.0) }] },
        case! { "a newtype of the same";
        old { #[derive(GodotVar)] pub struct M { pub a: u32 } } sends [M { a: 1 }];
        new { #[derive(GodotVar)] pub struct M { pub a: Id }
            #[derive(GodotVar)] pub struct Id(pub u32); } sends [M { a: Id(1) }] },
        case! { "ObjectId to Option";
        old { #[derive(GodotVar)] pub struct M { pub a: ObjectId } } sends [M { a: ObjectId(1) }];
        new { #[derive(GodotVar)] pub struct M { pub a: Option<ObjectId> } }
        sends [M { a: Some(ObjectId(1)) }, M { a: None }] },
        case! { "an Option of another type";
        old { #[derive(GodotVar)] pub struct M { pub a: Option<i32> } }
        sends [M { a: Some(1) }, M { a: None }];
        new { #[derive(GodotVar)] pub struct M { pub a: Option<String> } }
        sends [M { a: Some("x".into()) }, M { a: None }] },
        case! { "functions of its own";
        old { #[derive(GodotVar)] pub struct M { #[godot_var(with = codes)] pub a: i32 }
            pub mod codes {
                use godot_var::*;
                pub fn encode<D: Dialect, O: Output>(a: &i32, out: &mut O) -> Result<(), EncodeError> {
                    if *a == 0 { EncodeVariant::<D>::encode("none", out) } else { EncodeVariant::<D>::encode(a, out) }
                }
                pub fn decode<D: Dialect>(reader: &mut Reader<'_>) -> Result<i32, DecodeError> {
                    let value = <Variant as DecodeVariant<'_, D>>::decode(reader)?;
                    match value {
                        Variant::Int(1) => Ok(1),
                        _ => Err(DecodeError::custom(0, "no code")),
                    }
                }
            } }
        sends [M { a: 0 }, M { a: 1 }];
        new { #[derive(GodotVar)] pub struct M { pub a: i32 } } sends [M { a: 1 }, M { a: 2 }] },
    ]
}
