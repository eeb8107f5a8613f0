//! Values between two values: what expansions of `#[derive(SnapshotState)]` call.

use core::f64::consts::TAU;

use godot_var_runtime::variant::{Color, Quaternion, Vector2, Vector3, Vector4};

/// A value that changes without steps: a float, or a structure of floats.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be interpolated",
    label = "`linear`, `angle`, `degrees` and `teleport` apply to floats, vectors, colors and rotations",
    note = "without an attribute, or with `step`, the field keeps its older value until the newer one is due"
)]
pub trait Interpolate: Clone {
    /// The value between this one and a newer one: `at` is 0 at this one and 1 at the newer.
    #[must_use]
    fn linear(&self, newer: &Self, at: f32) -> Self;

    /// The same for angles, of which a whole turn is this many: by the shorter way.
    #[must_use]
    fn turning(&self, newer: &Self, at: f32, turn: f64) -> Self;

    /// The square of the distance.
    fn square_distance(&self, other: &Self) -> f64;

    /// As [`linear`](Self::linear), but values further apart than `most` jump.
    #[must_use]
    fn linear_up_to(&self, newer: &Self, at: f32, most: f64) -> Self {
        if self.square_distance(newer) > most * most {
            self.clone()
        } else {
            self.linear(newer, at)
        }
    }
}

/// In radians, `turning` has this turn.
pub const RADIANS: f64 = TAU;

/// In degrees, `turning` has this turn.
pub const DEGREES: f64 = 360.0;

/// The angle by the shorter way.
fn turned(from: f64, to: f64, at: f32, turn: f64) -> f64 {
    let ahead = libm::fmod(to - from, turn);
    from + (libm::fmod(2.0 * ahead, turn) - ahead) * f64::from(at)
}

/// Implements the trait for a float.
macro_rules! floats {
    ($($float:ident)*) => {$(
        impl Interpolate for $float {
            #[inline]
            fn linear(&self, newer: &Self, at: f32) -> Self {
                self + (newer - self) * $float::from(at)
            }

            fn turning(&self, newer: &Self, at: f32, turn: f64) -> Self {
                turned(f64::from(*self), f64::from(*newer), at, turn) as Self
            }

            fn square_distance(&self, other: &Self) -> f64 {
                let between = f64::from(*other) - f64::from(*self);
                between * between
            }
        }
    )*};
}

floats! { f32 f64 }

/// Implements the trait for a structure by its components.
macro_rules! structures {
    ($($structure:ident { $($component:ident)* })*) => {$(
        impl Interpolate for $structure {
            #[inline]
            fn linear(&self, newer: &Self, at: f32) -> Self {
                Self { $($component: self.$component.linear(&newer.$component, at)),* }
            }

            fn turning(&self, newer: &Self, at: f32, turn: f64) -> Self {
                Self { $($component: self.$component.turning(&newer.$component, at, turn)),* }
            }

            fn square_distance(&self, other: &Self) -> f64 {
                0.0 $(+ self.$component.square_distance(&other.$component))*
            }
        }
    )*};
}

structures! {
    Vector2 { x y }
    Vector3 { x y z }
    Vector4 { x y z w }
    Color { r g b a }
}

/// A rotation goes the shorter way on the sphere.
impl Interpolate for Quaternion {
    fn linear(&self, newer: &Self, at: f32) -> Self {
        let (one, other) = (components(self), components(newer));
        let dot: f64 = one.iter().zip(other).map(|(one, other)| one * other).sum();
        // The opposite is the same rotation.
        let (dot, sign) = if dot < 0.0 { (-dot, -1.0) } else { (dot, 1.0) };
        let at = f64::from(at);
        let (from, to) = if dot > 0.9999 {
            (1.0 - at, at)
        } else {
            let angle = libm::acos(dot);
            let sine = libm::sin(angle);
            (libm::sin((1.0 - at) * angle) / sine, libm::sin(at * angle) / sine)
        };
        let mut between = one;
        for (one, other) in between.iter_mut().zip(other) {
            *one = *one * from + other * sign * to;
        }
        let len = libm::sqrt(between.iter().map(|one| one * one).sum());
        let [x, y, z, w] =
            if len > 0.0 { between.map(|one| (one / len) as f32) } else { [0.0, 0.0, 0.0, 1.0] };
        Self { x, y, z, w }
    }

    fn turning(&self, newer: &Self, at: f32, _: f64) -> Self {
        self.linear(newer, at)
    }

    fn square_distance(&self, other: &Self) -> f64 {
        components(self)
            .iter()
            .zip(components(other))
            .map(|(one, other)| (one - other) * (one - other))
            .sum()
    }
}

fn components(rotation: &Quaternion) -> [f64; 4] {
    [rotation.x, rotation.y, rotation.z, rotation.w].map(f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_go_the_shorter_way() {
        for (from, to, middle) in [
            (10.0, 20.0, 15.0),
            (350.0, 10.0, 360.0),
            (10.0, 350.0, 0.0),
            (-170.0, 170.0, -180.0),
            (0.0, 725.0, 2.5),
        ] {
            let found: f64 = f64::turning(&from, &to, 0.5, DEGREES);
            assert!((found - middle).abs() < 1e-9, "{from} {to}: {found}");
        }
        let found: f32 = 3.0_f32.turning(&-3.0, 1.0, RADIANS);
        assert!((f64::from(found) - (TAU - 3.0)).abs() < 1e-6);
    }

    #[test]
    fn rotations_stay_rotations_and_go_the_shorter_way() {
        let about_z = |angle: f64| Quaternion {
            x: 0.0,
            y: 0.0,
            z: libm::sin(angle / 2.0) as f32,
            w: libm::cos(angle / 2.0) as f32,
        };
        // The same rotation, with the opposite components.
        let opposite = |one: Quaternion| Quaternion { x: -one.x, y: -one.y, z: -one.z, w: -one.w };
        let is_close = |one: Quaternion, other: Quaternion, most: f32| {
            let parts = [one.x - other.x, one.y - other.y, one.z - other.z, one.w - other.w];
            parts.iter().all(|part| part.abs() < most)
        };
        for at in [0.0, 0.25, 0.5, 1.0] {
            for other in [about_z(1.0), opposite(about_z(1.0))] {
                let between = about_z(0.0).linear(&other, at);
                assert!(is_close(between, about_z(f64::from(at)), 1e-6), "{at}: {between:?}");
                assert_eq!(about_z(0.0).turning(&other, at, RADIANS), between);
            }
            let near = about_z(0.0).linear(&about_z(1e-4), at);
            assert!(is_close(near, about_z(f64::from(at) * 1e-4), 1e-7), "{at}: {near:?}");
        }
        let (one, other) = ([1.0, 2.0, 3.0, 4.0], [0.0, 4.0, 3.0, 2.0]);
        let [one, other] = [one, other].map(|[x, y, z, w]| Quaternion { x, y, z, w });
        assert_eq!(one.square_distance(&other), 9.0);
        assert_eq!(
            Quaternion { x: 0.0, y: 0.0, z: 0.0, w: 0.0 }
                .linear(&Quaternion { x: 0.0, y: 0.0, z: 0.0, w: 0.0 }, 0.5)
                .w,
            1.0
        );
    }

    #[test]
    fn what_is_too_far_jumps() {
        let (near, far) = (Vector3::new(4.0, 0.0, 0.0), Vector3::new(9.0, 0.0, 0.0));
        let start = Vector3::new(0.0, 0.0, 0.0);
        assert_eq!(start.linear_up_to(&near, 0.5, 8.0), Vector3::new(2.0, 0.0, 0.0));
        assert_eq!(start.linear_up_to(&far, 0.5, 8.0), start);
    }
}
