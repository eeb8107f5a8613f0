//! Directions and rotations in fewer numbers: an angle, an octahedron, the smallest three.

use crate::variant::math::{Quaternion, Vector2, Vector3};
use crate::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};

/// The error for a vector without a direction, or a quaternion that is not a rotation.
#[cold]
#[inline(never)]
fn no_direction(what: &str) -> EncodeError {
    EncodeError::new(EncodeErrorKind::OutOfRange, alloc::format!("{what} has no direction"))
}

/// The angle of a vector, from -pi to pi, as `Vector2.angle()` gives it.
///
/// # Errors
/// [`EncodeErrorKind::OutOfRange`] for a vector that is zero or not finite.
pub fn angle(vector: Vector2) -> Result<f32, EncodeError> {
    let Vector2 { x, y } = vector;
    if !x.is_finite() || !y.is_finite() || x == 0.0 && y == 0.0 {
        return Err(no_direction("a vector that is zero or not finite"));
    }
    Ok(libm::atan2f(y, x))
}

/// The error for numbers that no direction has. `start` is the offset of the first.
#[cold]
#[inline(never)]
fn no_numbers(start: usize) -> DecodeError {
    DecodeError::new(DecodeErrorKind::InvalidValue, start, "a direction", "an invalid one")
}

/// The vector of length 1 with this angle, as `Vector2.from_angle()` makes it. `start` is the offset of the angle.
///
/// # Errors
/// [`DecodeErrorKind::InvalidValue`] for an angle that is infinite or NaN.
pub fn from_angle(angle: f64, start: usize) -> Result<Vector2, DecodeError> {
    if !angle.is_finite() {
        return Err(no_numbers(start));
    }
    let (sin, cos) = libm::sincos(angle);
    Ok(Vector2 { x: cos as f32, y: sin as f32 })
}

/// Two numbers from 0 to 1, as `Vector3.octahedron_encode()` gives them.
///
/// # Errors
/// [`EncodeErrorKind::OutOfRange`] for a vector that is zero or not finite.
pub fn octahedron(vector: Vector3) -> Result<(f32, f32), EncodeError> {
    let Vector3 { x, y, z } = vector;
    let sum = x.abs() + y.abs() + z.abs();
    if !sum.is_finite() || sum == 0.0 {
        return Err(no_direction("a vector that is zero or not finite"));
    }
    let (x, y) = (x / sum, y / sum);
    let (u, v) = if z >= 0.0 {
        (x, y)
    } else {
        let fold = |own: f32, other: f32| (1.0 - other.abs()) * if own >= 0.0 { 1.0 } else { -1.0 };
        (fold(x, y), fold(y, x))
    };
    Ok((u * 0.5 + 0.5, v * 0.5 + 0.5))
}

/// The vector of length 1, as `Vector3.octahedron_decode()` makes it. `start` is the offset of the numbers.
///
/// # Errors
/// [`DecodeErrorKind::InvalidValue`] for numbers that give no direction: NaN, infinite, far from 0 to 1.
pub fn from_octahedron(u: f32, v: f32, start: usize) -> Result<Vector3, DecodeError> {
    let (f, g) = (u * 2.0 - 1.0, v * 2.0 - 1.0);
    let z = 1.0 - f.abs() - g.abs();
    let t = (-z).clamp(0.0, 1.0);
    let x = f + if f >= 0.0 { -t } else { t };
    let y = g + if g >= 0.0 { -t } else { t };
    let length = libm::sqrtf(x * x + y * y + z * z);
    if length == 0.0 || !length.is_finite() {
        return Err(no_numbers(start));
    }
    Ok(Vector3 { x: x / length, y: y / length, z: z / length })
}

/// A rotation as one integer: the position of the largest component in the two highest bits of `bytes` bytes, the
/// other three in `bits` bits each, the last in the lowest. The sign is such that the largest is positive.
///
/// # Errors
/// [`EncodeErrorKind::OutOfRange`] for a quaternion that is zero or not finite. Any other is brought to length 1.
pub fn smallest_three(rotation: Quaternion, bits: u32, bytes: u32) -> Result<u64, EncodeError> {
    let Quaternion { x, y, z, w } = rotation;
    let parts = [x, y, z, w].map(f64::from);
    let length = libm::sqrt(parts.iter().map(|part| part * part).sum());
    if !length.is_finite() || length == 0.0 {
        return Err(no_direction("a quaternion that is zero or not finite"));
    }
    let (mut largest, mut size) = (0, 0.0);
    for (index, part) in parts.iter().enumerate() {
        if part.abs() > size {
            (largest, size) = (index, part.abs());
        }
    }
    let sign = if parts.get(largest).is_some_and(|part| *part < 0.0) { -1.0 } else { 1.0 };
    let most = (1_u32 << bits) - 1;
    let mut number = (largest as u64) << (8 * bytes - 2) >> (3 * bits);
    for (_, part) in parts.into_iter().enumerate().filter(|(index, _)| *index != largest) {
        let scaled = sign * part / length * core::f64::consts::SQRT_2;
        let step =
            super::quantize::nearest(f64::midpoint(scaled.clamp(-1.0, 1.0), 1.0) * f64::from(most));
        number = number << bits | u64::from(step);
    }
    Ok(number)
}

/// The rotation of such an integer.
///
/// # Errors
/// [`DecodeErrorKind::InvalidValue`] for bits between the position and the components.
pub fn from_smallest_three(
    number: u64,
    bits: u32,
    bytes: u32,
    start: usize,
) -> Result<Quaternion, DecodeError> {
    let largest = (number >> (8 * bytes - 2)) as usize;
    let between = number & ((1 << (8 * bytes - 2)) - 1);
    if between >> (3 * bits) != 0 {
        return Err(DecodeError::new(
            DecodeErrorKind::InvalidValue,
            start,
            "a rotation, whose spare bits are 0",
            "others",
        ));
    }
    let most = (1_u64 << bits) - 1;
    let part = |place: u32| {
        let step = number >> (place * bits) & most;
        (step as f64 / most as f64 * 2.0 - 1.0) / core::f64::consts::SQRT_2
    };
    let (a, b, c) = (part(2), part(1), part(0));
    let rest = libm::sqrt((1.0 - a * a - b * b - c * c).max(0.0));
    let [x, y, z, w] = match largest {
        0 => [rest, a, b, c],
        1 => [a, rest, b, c],
        2 => [a, b, rest, c],
        _ => [a, b, c, rest],
    };
    Ok(Quaternion { x: x as f32, y: y as f32, z: z as f32, w: w as f32 })
}
