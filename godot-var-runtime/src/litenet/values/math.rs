//! Math types of Unity that have no counterpart elsewhere in this crate.

/// A color in hundredths, as it is sent: exact in both directions, which float components are not.
///
/// | Era | Size | Encoding |
/// |---|---:|---|
/// | 2018-07 | 8 | r, g, b, a as `i16` |
/// | head | 4 | r, g, b, a as `u8`; other values are an encoding error |
///
/// C# computes `(short)(component * 100)` in 32 or in 64 bits, depending on its runtime: 0.29
/// becomes 28 or 29. [`from_components`](Self::from_components) computes in 32 bits.
///
/// # Errors
/// [`EncodeErrorKind::OutOfRange`](crate::EncodeErrorKind::OutOfRange) today for a component that is not 0 to 255 hundredths;
/// [`DecodeErrorKind::Incomplete`](crate::DecodeErrorKind::Incomplete) if fewer bytes remain.
///
/// # Source
/// LiteNetLibManager `fec0903` and `f07d8e6`, and the bytes that they wrote
/// (`tests/vectors/litenetlib.jsonl`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the components of a color")]
pub struct Color {
    pub r: i16,
    pub g: i16,
    pub b: i16,
    pub a: i16,
}

impl Color {
    /// Converts components, which are usually 0.0 to 1.0, to hundredths; rounds towards zero.
    pub fn from_components([r, g, b, a]: [f32; 4]) -> Self {
        let hundredths = |component: f32| (component * 100.0) as i16;
        Self { r: hundredths(r), g: hundredths(g), b: hundredths(b), a: hundredths(a) }
    }

    /// The components r, g, b, a, as a C# reader computes them.
    pub fn components(self) -> [f32; 4] {
        [self.r, self.g, self.b, self.a].map(|hundredths| f32::from(hundredths) * 0.01)
    }
}

/// A rotation as Euler angles in degrees, as in Unity's `eulerAngles`.
///
/// | Offset | Size | Field | Encoding | Unit |
/// |-------:|-----:|---|---|---|
/// | 0 | 4 | x | `f32` | degrees |
/// | 4 | 4 | y | `f32` | degrees |
/// | 8 | 4 | z | `f32` | degrees |
///
/// With the feature `std` it converts to and from a quaternion. It rotates about z, then x, then y,
/// as Unity does. The conversion is not exact, and does not affect the encoding.
///
/// # Source
/// Rotations of 2018-07 (`fec0903`; the wiki says "3*float"), and of spawned objects today (`f07d8e6`).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[expect(missing_docs, reason = "the three axes")]
pub struct EulerAngles {
    pub x: f32,
    pub y: f32,
    pub z: f32,
}

#[cfg(feature = "std")]
impl From<EulerAngles> for crate::variant::Quaternion {
    fn from(angles: EulerAngles) -> Self {
        let half = |degrees: f32| (f64::from(degrees).to_radians() / 2.0).sin_cos();
        let ((sx, cx), (sy, cy), (sz, cz)) = (half(angles.x), half(angles.y), half(angles.z));
        Self {
            x: (cy * sx * cz + sy * cx * sz) as f32,
            y: (sy * cx * cz - cy * sx * sz) as f32,
            z: (cy * cx * sz - sy * sx * cz) as f32,
            w: (cy * cx * cz + sy * sx * sz) as f32,
        }
    }
}

#[cfg(feature = "std")]
impl From<crate::variant::Quaternion> for EulerAngles {
    fn from(rotation: crate::variant::Quaternion) -> Self {
        let [x, y, z, w] = [rotation.x, rotation.y, rotation.z, rotation.w].map(f64::from);
        let square = x * x + y * y + z * z + w * w;
        if square == 0.0 {
            return Self::default();
        }
        let tilt = 2.0 * (w * x - y * z) / square;
        // Straight up or down, y and z rotate about the same axis: y takes the whole angle.
        let (yaw, roll) = if tilt.abs() > 0.999_999 {
            (2.0 * y.atan2(w), 0.0)
        } else {
            let yaw = (2.0 * (w * y + x * z)).atan2(square - 2.0 * (x * x + y * y));
            let roll = (2.0 * (w * z + x * y)).atan2(square - 2.0 * (x * x + z * z));
            (yaw, roll)
        };
        let degrees = |radians: f64| radians.to_degrees().rem_euclid(360.0) as f32;
        Self { x: degrees(tilt.clamp(-1.0, 1.0).asin()), y: degrees(yaw), z: degrees(roll) }
    }
}

/// The bits of a 16-bit float (`HalfPrecision`), sent as a packed `u16`. Only in today's era.
///
/// | Bits | Field | Meaning |
/// |-----:|---|---|
/// | 15 | sign | 1: negative |
/// | 14–10 | exponent | 1 to 30: less 15; 0: below 2^-14; 31: infinite, or NaN |
/// | 9–0 | fraction | 1024ths |
///
/// This is IEEE 754's `binary16`: up to 65504.0, in steps of 2^-24 near zero. It takes 1 to 3 bytes
/// ([`packed_len`](crate::litenet::packed_len)): zero 1, most others 3.
///
/// ```
/// use godot_var_runtime::litenet::{Half, LiteNetHead, ToLiteNetBytes};
///
/// assert_eq!(Half::from_f32(1.5), Half(0x3e00));
/// assert_eq!(Half(0x3e00).to_f32(), 1.5);
/// // 0x3e00 - 2288 = 0x3510
/// assert_eq!(Half(0x3e00).to_litenet_bytes::<LiteNetHead>()?, [0xf9, 0x35, 0x10]);
/// # Ok::<(), godot_var_runtime::EncodeError>(())
/// ```
///
/// # Errors
/// Those of a packed `u16`: [`DecodeErrorKind::Incomplete`](crate::DecodeErrorKind::Incomplete) when the buffer ends inside it; with
/// [`Limits::canonical`](crate::Limits::canonical) also longer forms and values above 65535.
///
/// # Source
/// LiteNetLibManager `f07d8e6`, `HalfPrecision`: it sends the bits. The conversions here are those
/// of IEEE 754, and not part of the encoding; a game that rounds otherwise sends other bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Half(pub u16);

impl Half {
    /// Converts to the nearest 16-bit float; between two, to the one whose last bit is 0.
    ///
    /// Values from 65520.0 on become infinite. Values up to 2^-25 become zero with the sign of
    /// `value`. A NaN stays a NaN with the upper bits of its fraction, and becomes quiet.
    pub const fn from_f32(value: f32) -> Self {
        let bits = value.to_bits();
        let sign = (bits >> 16) as u16 & 0x8000;
        let (exponent, fraction) = (bits >> 23 & 0xff, bits & 0x007f_ffff);
        if exponent == 0xff {
            let quiet = if fraction == 0 { 0 } else { 0x0200 | (fraction >> 13) as u16 };
            return Self(sign | 0x7c00 | quiet);
        }
        // The whole significand; the target's exponent decides how many of its bits are cut. Below
        // 2^-14 more are cut; 25 cut all, and rounding gives the smallest value or zero.
        let (whole, cut, base) = match exponent {
            0..=112 => {
                let more = 126 - exponent;
                (fraction | 0x0080_0000, if more > 25 { 25 } else { more }, 0)
            }
            143.. => return Self(sign | 0x7c00),
            _ => (fraction, 13, (exponent - 112) << 10),
        };
        let (kept, lost, middle) = (whole >> cut, whole & ((1 << cut) - 1), 1 << (cut - 1));
        let up = lost > middle || (lost == middle && kept & 1 == 1);
        // A carry out of the fraction increments the exponent; out of the largest one it gives
        // infinity.
        Self(sign | (base + kept + up as u32) as u16)
    }

    /// Converts exactly; a NaN stays a NaN with all bits of its fraction.
    pub const fn to_f32(self) -> f32 {
        let sign = (self.0 as u32 & 0x8000) << 16;
        let (exponent, fraction) = (self.0 as u32 >> 10 & 0x1f, self.0 as u32 & 0x03ff);
        let rest = match (exponent, fraction) {
            (0, 0) => 0,
            (0, _) => {
                // The first set bit becomes the implicit leading bit.
                let shift = fraction.leading_zeros() - 21;
                (113 - shift) << 23 | (fraction << shift & 0x03ff) << 13
            }
            (31, _) => 0xff << 23 | fraction << 13,
            _ => (exponent + 112) << 23 | fraction << 13,
        };
        f32::from_bits(sign | rest)
    }
}

impl From<Half> for f32 {
    #[inline]
    fn from(half: Half) -> Self {
        half.to_f32()
    }
}

/// A direction in hundredths: two `i8`. Only in today's era.
///
/// # Source
/// LiteNetLibManager `f07d8e6`, `DirectionVector2`: `(sbyte)(component * 100)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the components of a vector")]
pub struct DirectionVector2 {
    pub x: i8,
    pub y: i8,
}

/// A direction in hundredths: three `i8`. Only in today's era.
///
/// # Source
/// LiteNetLibManager `f07d8e6`, `DirectionVector3`: `(sbyte)(component * 100)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the components of a vector")]
pub struct DirectionVector3 {
    pub x: i8,
    pub y: i8,
    pub z: i8,
}

macro_rules! directions {
    ($($direction:ident, $count:literal, [$($name:ident)*];)*) => {$(
        impl $direction {
            /// Converts components from -1.0 to 1.0 to hundredths; rounds towards zero.
            pub fn from_components([$($name),*]: [f32; $count]) -> Self {
                Self { $($name: ($name * 100.0) as i8),* }
            }

            /// The components.
            pub fn components(self) -> [f32; $count] {
                [$(f32::from(self.$name) * 0.01),*]
            }
        }
    )*};
}

directions! {
    DirectionVector2, 2, [x y];
    DirectionVector3, 3, [x y z];
}
