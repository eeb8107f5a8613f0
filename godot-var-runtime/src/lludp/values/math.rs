//! Vectors and rotations of message templates.

macro_rules! components {
    ($($(#[$attribute:meta])* $type:ident($component:ty) { $($field:ident),+ })+) => {$(
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub struct $type {
            $(#[doc = concat!("The component ", stringify!($field), ".")] pub $field: $component,)+
        }
    )+};
}

components! {
    /// `LLVector3`: three `f32`, 12 bytes.
    ///
    /// | Offset | Size | Field | Encoding |
    /// |-------:|-----:|-------|----------|
    /// | 0 | 4 | `x` | `f32`, little-endian |
    /// | 4 | 4 | `y` | `f32`, little-endian |
    /// | 8 | 4 | `z` | `f32`, little-endian |
    Vector3(f32) { x, y, z }
    /// `LLVector3d`: three `f64`, 24 bytes.
    ///
    /// | Offset | Size | Field | Encoding |
    /// |-------:|-----:|-------|----------|
    /// | 0 | 8 | `x` | `f64`, little-endian |
    /// | 8 | 8 | `y` | `f64`, little-endian |
    /// | 16 | 8 | `z` | `f64`, little-endian |
    Vector3d(f64) { x, y, z }
    /// `LLVector4`: four `f32`, 16 bytes.
    ///
    /// | Offset | Size | Field | Encoding |
    /// |-------:|-----:|-------|----------|
    /// | 0 | 4 | `x` | `f32`, little-endian |
    /// | 4 | 4 | `y` | `f32`, little-endian |
    /// | 8 | 4 | `z` | `f32`, little-endian |
    /// | 12 | 4 | `w` | `f32`, little-endian |
    Vector4(f32) { x, y, z, w }
    /// `LLQuaternion`: a rotation in its encoded form, 12 bytes; w is not sent.
    ///
    /// | Offset | Size | Field | Encoding |
    /// |-------:|-----:|-------|----------|
    /// | 0 | 4 | `x` | `f32`, little-endian |
    /// | 4 | 4 | `y` | `f32`, little-endian |
    /// | 8 | 4 | `z` | `f32`, little-endian |
    ///
    /// The three components are kept unchanged. [`Quaternion::w`] computes the fourth of a unit
    /// quaternion.
    Quaternion(f32) { x, y, z }
}

impl Quaternion {
    /// The w of the unit quaternion, never negative; 0 if x, y and z alone have length 1 or more.
    pub fn w(self) -> f64 {
        let Self { x, y, z } = self;
        let [x, y, z] = [f64::from(x), f64::from(y), f64::from(z)];
        let square = 1.0 - (x * x + y * y + z * z);
        if square > 0.0 { square_root(square) } else { 0.0 }
    }

    /// Converts a quaternion to the encoded form: it is normalised, and negated if w is negative,
    /// which is the same rotation. If its length is 0 or not finite, the result is the identity.
    pub fn from_xyzw(x: f32, y: f32, z: f32, w: f32) -> Self {
        let square = [x, y, z, w].iter().map(|&c| f64::from(c) * f64::from(c)).sum::<f64>();
        if !(square > 0.0 && square.is_finite()) {
            return Self::default();
        }
        let length = square_root(square);
        let divisor = if w < 0.0 { -length } else { length };
        let part = |component: f32| (f64::from(component) / divisor) as f32;
        Self { x: part(x), y: part(y), z: part(z) }
    }
}

/// The square root of a positive finite number, without `std`: Newton's method from a guess that
/// halves the exponent.
fn square_root(square: f64) -> f64 {
    let mut root = f64::from_bits((square.to_bits() >> 1) + (0x3FF << 51));
    for _ in 0..6 {
        root = (root + square / root) * 0.5;
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotations_are_sent_with_a_positive_w() {
        let turned = Quaternion::from_xyzw(1.0, 0.0, 0.0, -1.0);
        assert!((turned.x + core::f32::consts::FRAC_1_SQRT_2).abs() < 1e-6);
        assert!((turned.w() - core::f64::consts::FRAC_1_SQRT_2).abs() < 1e-6);
        for [y, w] in [[f32::NAN, 1.0], [f32::INFINITY, 1.0], [0.0, 0.0]] {
            assert_eq!(Quaternion::from_xyzw(0.0, y, 0.0, w), Quaternion::default());
        }
        let w = Quaternion { x: 0.1, y: 0.2, z: 0.3 }.w();
        assert!((w * w - 0.86).abs() < 1e-7, "{w}");
        for square in [1e-300, 1e-17, 0.25, 0.5, 1.0, 2.0, 1e77] {
            let root = square_root(square);
            assert!((root * root / square - 1.0).abs() < 1e-15, "{square}");
        }
    }
}
