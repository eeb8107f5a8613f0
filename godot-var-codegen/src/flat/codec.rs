//! How the attributes of a field change the encoding of its type.

use godot_var_runtime::flat::{NumberType, Prefix};
use godot_var_runtime::variant::{Bounds, Generation, VariantType};
use godot_var_schema::stream::model::{self, Number};

use super::{TextType, Type};
use crate::protocol;

/// An encoding that attributes select, with all constants known.
#[derive(Clone, Debug)]
pub(super) enum Codec {
    Plain,
    Varint,
    Half,
    Lenient,
    Bits(u8),
    PackedBits(Prefix, u8, Option<usize>),
    Range { low: f64, high: f64, steps: NumberType, clamp: bool },
    Angle { degrees: bool, steps: NumberType },
    Normal(Number),
    SmallestThree(u8),
    Counted(Prefix, Option<usize>, Box<Self>),
    CString(Option<usize>),
}

/// What attributes say about types that they do not fit; the type is before it.
type Refusal = &'static str;

impl Codec {
    /// Returns the encoding of a type.
    pub(super) fn apply(&self, ty: &protocol::Type) -> Result<Type, Refusal> {
        match self {
            Self::Plain => plain(ty),
            Self::Counted(prefix, most, element) => self.counted(*prefix, *most, element, ty),
            Self::PackedBits(prefix, bits, most) => packed(*prefix, *bits, *most, ty),
            _ => self.passed(ty),
        }
    }

    /// Whether it is an encoding of floats.
    const fn is_of_floats(&self) -> bool {
        matches!(self, Self::Half | Self::Range { .. } | Self::Angle { .. })
    }

    /// The encoding of the value itself, or of each in an option, an array, a tuple of floats, a list or a map.
    fn passed(&self, ty: &protocol::Type) -> Result<Type, Refusal> {
        Ok(match ty {
            protocol::Type::Option(inner) => Type::Option(Box::new(self.passed(inner)?)),
            protocol::Type::FixedList(len, inner) => array(*len, self.passed(inner)?),
            protocol::Type::List(inner) | protocol::Type::Set(inner) => {
                Type::List(Prefix::Varint, Box::new(self.passed(inner)?))
            }
            protocol::Type::Map(key, value) => {
                Type::Map(Prefix::Varint, Box::new(plain(key)?), Box::new(self.passed(value)?))
            }
            protocol::Type::Tuple(elements) if self.is_of_floats() => {
                Type::Tuple(elements.iter().map(|of| self.passed(of)).collect::<Result<_, _>>()?)
            }
            ty => self.value(plain(ty)?)?,
        })
    }

    fn value(&self, ty: Type) -> Result<Type, Refusal> {
        let of_float = |ty: Type, float: Type, refusal| match ty {
            Type::Number(NumberType::F32 | NumberType::F64) => Ok(float),
            Type::Components(kind, component) if is_float(&component) => {
                Ok(Type::Components(kind, Box::new(float)))
            }
            _ => Err(refusal),
        };
        match self {
            Self::Varint => match ty {
                Type::Number(number) if is_integer(number) => Ok(Type::Varint(number)),
                Type::NonZero(inner) => Ok(Type::NonZero(Box::new(self.value(*inner)?))),
                _ => Err(
                    "has no `varint` form; `varint` applies to an integer of at most 64 bits, or to an `Option`, \
                     array, list or map of them",
                ),
            },
            Self::Lenient => match ty {
                Type::Bool => Ok(Type::LenientBool),
                _ => Err(
                    "is not a bool; `lenient` applies to a bool, or to an `Option`, array or list of them",
                ),
            },
            &Self::Bits(bits) => match ty {
                Type::Number(number) if is_integer(number) => Ok(Type::InBits(bits, Box::new(ty))),
                Type::Message(_) => Ok(Type::InBits(bits, Box::new(ty))),
                _ => Err("has no `bits`"),
            },
            Self::Half => of_float(
                ty,
                Type::Number(NumberType::F16),
                "has no form in halves; `as = f16` applies to a float or a structure of floats, or to an `Option`, \
                 array, tuple or list of them",
            ),
            &Self::Range { low, high, steps, clamp } => of_float(
                ty,
                Type::Range { low, high, steps, clamp },
                "has no `range`; `range` applies to a float or a structure of floats, or to an `Option`, array, \
                 tuple or list of them",
            ),
            &Self::Angle { degrees, steps } => of_float(
                ty,
                Type::Angle { degrees, steps },
                "is not an angle; `angle` and `degrees` apply to a float or a structure of floats, or to an `Option`, \
                 array, tuple or list of them",
            ),
            Self::Normal(shown_as) => match ty {
                Type::Components(VariantType::Vector2, float) if is_single(&float) => {
                    Ok(Type::Direction(Box::new(component(*shown_as, |steps| Type::Angle {
                        degrees: false,
                        steps,
                    }))))
                }
                Type::Components(VariantType::Vector3, float) if is_single(&float) => {
                    Ok(Type::Octahedron(Box::new(component(*shown_as, |steps| Type::Range {
                        low: 0.0,
                        high: 1.0,
                        steps,
                        clamp: false,
                    }))))
                }
                _ => Err(
                    "is not a direction; `normal` applies to a `Vector2` or `Vector3`, or to an `Option`, array or list of them",
                ),
            },
            Self::SmallestThree(bits) => match ty {
                Type::Components(VariantType::Quaternion, float) if is_single(&float) => {
                    Ok(Type::SmallestThree(*bits))
                }
                _ => Err(
                    "is not a rotation; `smallest_three` applies to a `Quaternion`, or to an `Option`, array or list of them",
                ),
            },
            Self::CString(most) => match ty {
                Type::Text(text @ (TextType::String | TextType::StringName), _) => {
                    Ok(at_most(*most, Type::CString(text)))
                }
                _ => Err(
                    "is not a text; `c_string` applies to a text, or to an `Option`, array or list of texts",
                ),
            },
            Self::Plain | Self::Counted(..) | Self::PackedBits(..) => Ok(ty),
        }
    }

    /// A count, then elements in this encoding.
    fn counted(
        &self,
        prefix: Prefix,
        most: Option<usize>,
        element: &Self,
        ty: &protocol::Type,
    ) -> Result<Type, Refusal> {
        Ok(match ty {
            protocol::Type::Option(inner) => Type::Option(Box::new(self.apply(inner)?)),
            protocol::Type::FixedList(len, inner) => array(*len, self.apply(inner)?),
            protocol::Type::List(inner)
            | protocol::Type::Set(inner)
            | protocol::Type::View(inner) => {
                at_most(most, Type::List(prefix, Box::new(element.apply(inner)?)))
            }
            protocol::Type::Map(key, value) => at_most(
                most,
                Type::Map(prefix, Box::new(plain(key)?), Box::new(element.apply(value)?)),
            ),
            ty => match (plain(ty)?, element) {
                (Type::Text(text, _), Self::Plain) => at_most(most, Type::Text(text, prefix)),
                _ => {
                    return Err(
                        "has no length; `len` and `max_len` apply to a text, a list, a set or a map, \
                         or on an `Option` of it",
                    );
                }
            },
        })
    }
}

/// A list of packed elements, or an `Option` of it.
fn packed(
    prefix: Prefix,
    bits: u8,
    most: Option<usize>,
    ty: &protocol::Type,
) -> Result<Type, Refusal> {
    let inner = match ty {
        protocol::Type::Option(inner) => {
            return packed(prefix, bits, most, inner).map(|list| Type::Option(Box::new(list)));
        }
        protocol::Type::List(inner) => plain(inner)?,
        _ => Type::Unit,
    };
    let is_wide_enough = match &inner {
        Type::Bool => bits == 1,
        Type::Number(number) if is_integer(*number) => usize::from(bits) <= number.bytes() * 8,
        _ => {
            return Err(
                "has no `bits`; `bits` on a list applies to a `Vec` of integers or bools, or to an `Option` of it",
            );
        }
    };
    if !is_wide_enough {
        return Err("has elements of fewer bits; those of a bool are 1");
    }
    Ok(at_most(most, Type::Packed(prefix, bits, Box::new(inner))))
}

/// The prefix in an attribute.
pub(super) const fn prefix(prefix: model::Prefix) -> Prefix {
    match prefix {
        model::Prefix::U8 => Prefix::Number(NumberType::U8),
        model::Prefix::U16 => Prefix::Number(NumberType::U16),
        model::Prefix::U32 => Prefix::Number(NumberType::U32),
        _ => Prefix::Varint,
    }
}

/// The type in `as`.
pub(super) const fn number(number: Number) -> NumberType {
    match number {
        Number::U8 => NumberType::U8,
        Number::U16 => NumberType::U16,
        Number::U32 => NumberType::U32,
        Number::F16 => NumberType::F16,
        Number::F32 => NumberType::F32,
    }
}

/// A component of a direction: a float, or steps.
fn component(shown_as: Number, steps: impl FnOnce(NumberType) -> Type) -> Type {
    match number(shown_as) {
        float @ (NumberType::F16 | NumberType::F32) => Type::Number(float),
        number => steps(number),
    }
}

const fn is_integer(number: NumberType) -> bool {
    !matches!(number, NumberType::F16 | NumberType::F32 | NumberType::F64)
}

const fn is_float(ty: &Type) -> bool {
    matches!(ty, Type::Number(NumberType::F32 | NumberType::F64))
}

const fn is_single(ty: &Type) -> bool {
    matches!(ty, Type::Number(NumberType::F32))
}

fn at_most(most: Option<usize>, ty: Type) -> Type {
    match most {
        Some(most) => Type::AtMost(most, Box::new(ty)),
        None => ty,
    }
}

fn array(len: u64, element: Type) -> Type {
    Type::Array(usize::try_from(len).unwrap_or(usize::MAX), Box::new(element))
}

/// The encoding of a type without attributes.
fn plain(ty: &protocol::Type) -> Result<Type, Refusal> {
    let inner = |ty: &protocol::Type| plain(ty).map(Box::new);
    Ok(match ty {
        protocol::Type::Variant => Type::Variant(Generation::Godot4, protocol::Type::Variant),
        protocol::Type::Pointer(of) => plain(of)?,
        protocol::Type::Option(of) => Type::Option(inner(of)?),
        protocol::Type::List(of) | protocol::Type::View(of) | protocol::Type::Set(of) => {
            Type::List(Prefix::Varint, inner(of)?)
        }
        protocol::Type::FixedList(len, of) => array(*len, plain(of)?),
        protocol::Type::Tuple(elements) => {
            Type::Tuple(elements.iter().map(plain).collect::<Result<_, _>>()?)
        }
        protocol::Type::Map(key, value) => Type::Map(Prefix::Varint, inner(key)?, inner(value)?),
        protocol::Type::Message(index) => Type::Message(*index),
        protocol::Type::Custom => return Err("has no flat form; use `with = module`"),
        protocol::Type::Value(kind, bounds) => value(*kind, *bounds)?,
    })
}

/// A type that has one Variant type.
fn value(kind: VariantType, bounds: Bounds<'_>) -> Result<Type, Refusal> {
    let number = |number| Type::Number(number);
    let non_zero = |number| Type::NonZero(Box::new(Type::Number(number)));
    Ok(match (kind, bounds) {
        (VariantType::Nil, _) => Type::Unit,
        (VariantType::Bool, _) => Type::Bool,
        (VariantType::Int, bounds) => match bounds {
            Bounds::U8 => number(NumberType::U8),
            Bounds::U16 => number(NumberType::U16),
            Bounds::U32 => number(NumberType::U32),
            Bounds::U64 => number(NumberType::U64),
            Bounds::I8 => number(NumberType::I8),
            Bounds::I16 => number(NumberType::I16),
            Bounds::I32 => number(NumberType::I32),
            Bounds::I64 => number(NumberType::I64),
            Bounds::NonZeroU8 => non_zero(NumberType::U8),
            Bounds::NonZeroU16 => non_zero(NumberType::U16),
            Bounds::NonZeroU32 => non_zero(NumberType::U32),
            Bounds::NonZeroU64 => non_zero(NumberType::U64),
            Bounds::NonZeroI8 => non_zero(NumberType::I8),
            Bounds::NonZeroI16 => non_zero(NumberType::I16),
            Bounds::NonZeroI32 => non_zero(NumberType::I32),
            Bounds::NonZeroI64 => non_zero(NumberType::I64),
            _ => return Err("has no flat form; use `with = module`"),
        },
        (VariantType::Float, Bounds::F64) => number(NumberType::F64),
        (VariantType::Float, _) => number(NumberType::F32),
        (VariantType::String, Bounds::Char) => Type::Char,
        (VariantType::String, Bounds::Other("IpAddr")) => Type::Ip,
        (VariantType::String, Bounds::Other("Ipv4Addr")) => Type::Ipv4,
        (VariantType::String, Bounds::Other("Ipv6Addr")) => Type::Ipv6,
        (VariantType::String, Bounds::Other("SocketAddr")) => Type::Socket,
        (VariantType::String, Bounds::Other("uuid")) => Type::Uuid,
        (VariantType::String, _) => Type::Text(TextType::String, Prefix::Varint),
        (VariantType::StringName, _) => Type::Text(TextType::StringName, Prefix::Varint),
        (VariantType::NodePath, _) => Type::Text(TextType::NodePath, Prefix::Varint),
        (VariantType::Rid | VariantType::Object, _) => number(NumberType::I64),
        (
            VariantType::Dictionary
            | VariantType::Array
            | VariantType::Callable
            | VariantType::Signal,
            _,
        ) => Type::Variant(Generation::Godot4, protocol::Type::engine(kind)),
        (
            VariantType::Vector2i
            | VariantType::Vector3i
            | VariantType::Vector4i
            | VariantType::Rect2i,
            _,
        ) => Type::Components(kind, Box::new(number(NumberType::I32))),
        (kind, bounds) => {
            let float = if bounds == Bounds::F64 { NumberType::F64 } else { NumberType::F32 };
            Type::Components(kind, Box::new(number(float)))
        }
    })
}
