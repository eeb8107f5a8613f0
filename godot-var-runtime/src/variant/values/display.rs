//! The text of a value in GDScript: the result of `str(value)`, which `print(value)` shows.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Display, Formatter, Write};

use super::variant::{Array, Dictionary, Variant, match_double, match_variant};
use crate::variant::types::Generation;
use crate::variant::types::math::{
    self, Color, Components, Real, Rect2i, Vector2i, Vector3i, Vector4i, double,
};

/// The result of `str(value)` in Godot 4. For other engines use [`display`](Variant::display).
///
/// ```
/// use godot_var_runtime::variant::{Array, Variant, Vector2};
///
/// let elements = [Variant::from(1), "a".into(), Vector2::new(0.5, 2.0).into()];
/// let list = Variant::Array(elements.into_iter().collect::<Array>());
/// assert_eq!(list.to_string(), r#"[1, "a", (0.5, 2.0)]"#);
/// ```
impl Display for Variant {
    #[inline]
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        godot4(self, f, false)
    }
}

impl Variant {
    /// Displays the value as `str(value)` does in that engine: 4.6 or 3.6.
    #[inline]
    pub fn display(&self, generation: Generation) -> impl Display + '_ {
        Printed { value: self, generation }
    }
}

struct Printed<'v> {
    value: &'v Variant,
    generation: Generation,
}

impl Display for Printed<'_> {
    #[inline]
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.generation {
            Generation::Godot4 => godot4(self.value, f, false),
            Generation::Godot3 => godot3(self.value, f),
        }
    }
}

/// Writes the elements with `write`, separated by commas.
#[inline]
fn list<T>(
    f: &mut Formatter<'_>,
    elements: impl IntoIterator<Item = T>,
    mut write: impl FnMut(T, &mut Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    for (position, element) in elements.into_iter().enumerate() {
        if position > 0 {
            f.write_str(", ")?;
        }
        write(element, f)?;
    }
    Ok(())
}

/// Writes a number with the given decimals, without the zeros at its end. One zero after the point
/// is kept where the engine keeps it.
#[inline]
fn decimals(f: &mut Formatter<'_>, value: f64, places: usize, keep_one: bool) -> fmt::Result {
    let text = alloc::format!("{value:.places$}");
    let text = if text.contains('.') { text.trim_end_matches('0') } else { &text };
    match text.strip_suffix('.') {
        Some(whole) if keep_one => write!(f, "{whole}.0"),
        Some(whole) => f.write_str(whole),
        None => f.write_str(text),
    }
}

#[inline]
fn is_special(f: &mut Formatter<'_>, value: f64) -> Option<fmt::Result> {
    if value.is_nan() {
        Some(f.write_str("nan"))
    } else if value.is_infinite() {
        Some(f.write_str(if value > 0.0 { "inf" } else { "-inf" }))
    } else {
        None
    }
}

// ---------------------------------------------------------------- Godot 4

/// The number of digits before the point minus one, as the engine's rounded logarithm gives it.
#[inline]
fn magnitude(absolute: f64, is_single: bool) -> i32 {
    const LN_10: f64 = core::f64::consts::LN_10;
    let (mut digits, mut power) = (0, 10.0);
    while power <= absolute {
        digits += 1;
        power *= 10.0;
    }
    // The logarithm of a number just below a power of ten is rounded up to that power.
    let next = f64::from(digits + 1);
    let mantissa = if is_single { 24 } else { 53 };
    let exponent = ((next - 0.5) as u32).ilog2() as i32;
    let half_step = half(mantissa - exponent);
    if (power - absolute) / power <= LN_10 * half_step { digits + 1 } else { digits }
}

/// 2 to the power of minus `exponent`.
#[inline]
fn half(exponent: i32) -> f64 {
    let mut value = 1.0;
    for _ in 0..exponent {
        value /= 2.0;
    }
    value
}

/// `String::num_real` of the engine.
#[inline]
fn real(f: &mut Formatter<'_>, value: f64, is_single: bool, keep_one: bool) -> fmt::Result {
    if let Some(written) = is_special(f, value) {
        return written;
    }
    let whole = value as i64;
    if whole as f64 == value && whole != i64::MAX {
        return write!(f, "{whole}{}", if keep_one { ".0" } else { "" });
    }
    let absolute = value.abs();
    if absolute >= 9.0e18 {
        return write!(f, "{value:.0}.0");
    }
    let most = if is_single { 6 } else { 14 };
    let places = if absolute > 10.0 { most - magnitude(absolute, is_single) } else { most };
    // If the number of decimals is negative, the C library uses its default of 6.
    decimals(f, value, usize::try_from(places).unwrap_or(6), true)
}

/// A component of a structure.
#[inline]
fn component<R: Real>(value: R, f: &mut Formatter<'_>) -> fmt::Result {
    real(f, value.to_f64(), size_of::<R>() == 4, true)
}

/// A component without the zero after its point.
#[inline]
fn short_component<R: Real>(value: R, f: &mut Formatter<'_>) -> fmt::Result {
    real(f, value.to_f64(), size_of::<R>() == 4, false)
}

#[inline]
fn vector<R: Real, const N: usize>(
    vector: impl Components<R, N>,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    f.write_char('(')?;
    list(f, vector.to_components(), component)?;
    f.write_char(')')
}

#[inline]
fn ints<const N: usize>(vector: impl Components<i32, N>, f: &mut Formatter<'_>) -> fmt::Result {
    f.write_char('(')?;
    list(f, vector.to_components(), |value, f| write!(f, "{value}"))?;
    f.write_char(')')
}

#[inline]
fn quoted(text: &str, f: &mut Formatter<'_>) -> fmt::Result {
    f.write_char('"')?;
    for letter in text.chars() {
        let escaped = match letter {
            '\\' => "\\\\",
            '\u{7}' => "\\a",
            '\u{8}' => "\\b",
            '\u{c}' => "\\f",
            '\n' => "\\n",
            '\r' => "\\r",
            '\t' => "\\t",
            '\u{b}' => "\\v",
            '\'' => "\\'",
            '"' => "\\\"",
            letter => {
                f.write_char(letter)?;
                continue;
            }
        };
        f.write_str(escaped)?;
    }
    f.write_char('"')
}

/// The parts of a structure with their names: `[P: …, S: …]`.
macro_rules! parts {
    ($f:expr, $($name:literal $part:expr),*) => {{
        let mut separator = "[";
        $(
            write!($f, "{separator}{}: ", $name)?;
            vector($part, $f)?;
            separator = ", ";
        )*
        let _ = separator;
        $f.write_char(']')
    }};
}

/// A structure, or an element of a packed array.
trait Shown {
    fn show(&self, f: &mut Formatter<'_>) -> fmt::Result;
}

/// Implements it for structures of reals of 32 bits and of 64.
macro_rules! shown {
    ($($type:ident($v:ident, $f:ident) $show:expr;)*) => { $(
        shown!(@ math::$type, $v, $f, $show);
        shown!(@ double::$type, $v, $f, $show);
    )* };
    (@ $type:ty, $v:ident, $f:ident, $show:expr) => {
        impl Shown for $type {
            #[inline]
            fn show(&self, $f: &mut Formatter<'_>) -> fmt::Result {
                let $v = self;
                $show
            }
        }
    };
}

shown! {
    Vector2(v, f) vector(*v, f);
    Vector3(v, f) vector(*v, f);
    Vector4(v, f) vector(*v, f);
    Rect2(v, f) parts!(f, "P" v.position, "S" v.size);
    Aabb(v, f) parts!(f, "P" v.position, "S" v.size);
    Plane(v, f) {
        f.write_str("[N: ")?;
        vector(v.normal, f)?;
        f.write_str(", D: ")?;
        short_component(v.d, f)?;
        f.write_char(']')
    };
    Quaternion(v, f) {
        f.write_char('(')?;
        list(f, v.to_components(), short_component)?;
        f.write_char(')')
    };
    Transform2D(v, f) parts!(f, "X" v.x, "Y" v.y, "O" v.origin);
    Basis(v, f) parts!(f, "X" v.x, "Y" v.y, "Z" v.z);
    Transform3D(v, f) parts!(f, "X" v.basis.x, "Y" v.basis.y, "Z" v.basis.z, "O" v.origin);
    Projection(v, f) parts!(f, "X" v.x, "Y" v.y, "Z" v.z, "W" v.w);
}

macro_rules! shown_once {
    ($($type:ty: $v:ident, $f:ident => $show:expr;)*) => { $(
        shown!(@ $type, $v, $f, $show);
    )* };
}

shown_once! {
    u8: v, f => write!(f, "{v}");
    i32: v, f => write!(f, "{v}");
    i64: v, f => write!(f, "{v}");
    f32: v, f => real(f, f64::from(*v), false, true);
    f64: v, f => real(f, *v, false, true);
    Vector2i: v, f => ints(*v, f);
    Vector3i: v, f => ints(*v, f);
    Vector4i: v, f => ints(*v, f);
    Rect2i: v, f => {
        f.write_str("[P: ")?;
        ints(v.position, f)?;
        f.write_str(", S: ")?;
        ints(v.size, f)?;
        f.write_char(']')
    };
    Color: v, f => {
        f.write_char('(')?;
        list(f, v.to_components(), |value, f| {
            let value = f64::from(value);
            is_special(f, value).unwrap_or_else(|| decimals(f, value, 4, true))
        })?;
        f.write_char(')')
    };
}

/// Writes `[…]` around elements.
#[inline]
fn brackets<T>(
    f: &mut Formatter<'_>,
    elements: impl IntoIterator<Item = T>,
    write: impl FnMut(T, &mut Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    f.write_char('[')?;
    list(f, elements, write)?;
    f.write_char(']')
}

/// The texts of a container are quoted.
#[inline]
fn godot4(value: &Variant, f: &mut Formatter<'_>, is_inside: bool) -> fmt::Result {
    match_variant!(value, {
        reals v => v.show(f),
        packed_reals list => brackets(f, list, Shown::show),
        fixed v => v.show(f),
        packed_fixed list => brackets(f, list, Shown::show),
        numbers list => brackets(f, list, Shown::show),
        Variant::Nil => f.write_str("<null>"),
        Variant::Bool(value) => write!(f, "{value}"),
        Variant::Int(value) => write!(f, "{value}"),
        Variant::Float(value) => real(f, *value, false, true),
        Variant::String(text) if is_inside => quoted(text, f),
        Variant::String(text) => f.write_str(text),
        Variant::StringName(name) if is_inside => {
            f.write_char('&')?;
            quoted(&name.0, f)
        }
        Variant::StringName(name) => write!(f, "{name}"),
        Variant::NodePath(path) if is_inside => {
            f.write_char('^')?;
            quoted(&path.to_string(), f)
        }
        Variant::NodePath(path) => write!(f, "{path}"),
        Variant::Double(structure) => match_double!(
            &**structure,
            v => v.show(f),
            list => brackets(f, list, Shown::show)
        ),
        Variant::Rid(rid) => write!(f, "RID({})", rid.0),
        Variant::ObjectId(id) if id.0 == 0 => f.write_str("<Object#null>"),
        Variant::ObjectId(id) => write!(f, "<EncodedObjectAsID#{}>", id.0),
        Variant::Object(object) => write!(f, "<{}>", object.class),
        Variant::Callable(_) => f.write_str("null::null"),
        Variant::Signal(signal) => write!(f, "null::[signal]{}", signal.name),
        Variant::Dictionary(Dictionary { entries, .. }) => {
            f.write_str("{ ")?;
            list(f, entries, |(key, value), f| {
                godot4(key, f, true)?;
                f.write_str(": ")?;
                godot4(value, f, true)
            })?;
            f.write_str(" }")
        }
        Variant::Array(Array { elements, .. }) => {
            brackets(f, elements, |element, f| godot4(element, f, true))
        }
        Variant::PackedStringArray(list) => brackets(f, list, |text, f| quoted(text, f)),
    })
}

// ---------------------------------------------------------------- Godot 3

#[inline]
fn real3(value: f64, f: &mut Formatter<'_>) -> fmt::Result {
    /// The size of the engine's buffer.
    const MOST: usize = 255;
    if let Some(written) = is_special(f, value) {
        return written;
    }
    if value.abs() >= 1e240 {
        let text = alloc::format!("{value:.0}");
        return f.write_str(text.get(..MOST).unwrap_or(&text));
    }
    decimals(f, value, 6, false)
}

/// Components between commas.
#[inline]
fn plain<R: Real, const N: usize>(
    structure: impl Components<R, N>,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    list(f, structure.to_components(), |value, f| real3(value.to_f64(), f))
}

#[inline]
fn vector3<R: Real, const N: usize>(
    vector: impl Components<R, N>,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    f.write_char('(')?;
    plain(vector, f)?;
    f.write_char(')')
}

#[inline]
fn color3(color: Color, f: &mut Formatter<'_>) -> fmt::Result {
    let mut separator = "";
    for value in color.to_components() {
        f.write_str(separator)?;
        real3(f64::from(value), f)?;
        separator = ",";
    }
    Ok(())
}

/// As in 3.6; types that it lacks are displayed as in Godot 4.
#[inline]
fn godot3(value: &Variant, f: &mut Formatter<'_>) -> fmt::Result {
    match value {
        Variant::Nil => f.write_str("Null"),
        Variant::Bool(value) => f.write_str(if *value { "True" } else { "False" }),
        Variant::Float(value) => real3(*value, f),
        Variant::String(text) => f.write_str(text),
        Variant::StringName(name) => write!(f, "{name}"),
        Variant::NodePath(path) => write!(f, "{path}"),
        Variant::Vector2(v) => vector3(*v, f),
        Variant::Vector3(v) => vector3(*v, f),
        Variant::Rect2(v) => vector3(*v, f),
        Variant::Plane(v) => plain(*v, f),
        Variant::Quaternion(v) => vector3(*v, f),
        Variant::Aabb(v) => {
            plain(v.position, f)?;
            f.write_str(" - ")?;
            plain(v.size, f)
        }
        Variant::Transform2D(v) => {
            f.write_char('(')?;
            list(f, [v.x, v.y, v.origin], vector3)?;
            f.write_char(')')
        }
        Variant::Basis(v) => {
            let [xx, yx, zx, xy, yy, zy, xz, yz, zz] = v.to_components();
            f.write_char('(')?;
            list(f, [[xx, yx, zx], [xy, yy, zy], [xz, yz, zz]], |row, f| {
                f.write_char('(')?;
                list(f, row, |value, f| real3(f64::from(value), f))?;
                f.write_char(')')
            })?;
            f.write_char(')')
        }
        Variant::Transform3D(v) => {
            plain(v.basis, f)?;
            f.write_str(" - ")?;
            plain(v.origin, f)
        }
        Variant::Color(value) => color3(*value, f),
        Variant::Rid(_) => f.write_str("[RID]"),
        Variant::ObjectId(id) if id.0 == 0 => f.write_str("[Object:null]"),
        Variant::ObjectId(id) => write!(f, "[EncodedObjectAsID:{}]", id.0),
        Variant::Object(object) => write!(f, "[{}]", object.class),
        Variant::Dictionary(Dictionary { entries, .. }) => {
            let text = |value| Printed { value, generation: Generation::Godot3 }.to_string();
            let mut pairs: Vec<(String, String)> =
                entries.iter().map(|(key, value)| (text(key), text(value))).collect();
            pairs.sort();
            f.write_char('{')?;
            list(f, pairs, |(key, value), f| write!(f, "{key}:{value}"))?;
            f.write_char('}')
        }
        Variant::Array(Array { elements, .. }) => brackets(f, elements, godot3),
        Variant::PackedFloat32Array(list) => {
            brackets(f, list, |value, f| real3(f64::from(*value), f))
        }
        Variant::PackedStringArray(list) => brackets(f, list, |text, f| f.write_str(text)),
        Variant::PackedVector2Array(list) => brackets(f, list, |value, f| vector3(*value, f)),
        Variant::PackedVector3Array(list) => brackets(f, list, |value, f| vector3(*value, f)),
        Variant::PackedColorArray(list) => brackets(f, list, |value, f| color3(*value, f)),
        value => godot4(value, f, false),
    }
}
