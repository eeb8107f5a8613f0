//! Structures and packed arrays by their components and elements, for all types of the runtime's table.

#[doc(hidden)]
pub use godot_var_runtime::forms;
use godot_var_runtime::variant::math::{self, Components};
use godot_var_runtime::variant::{Component, DoubleStructure, Payload, Variant, VariantType};
use godot_var_runtime::{match_double, match_variant};

/// The components of a structure, or those of all elements of a packed array of structures, in the order of the encoding.
#[derive(Clone, Debug, PartialEq)]
pub enum Numbers {
    /// Ints of 32 bits.
    I32(Vec<i32>),
    /// Floats of 32 bits.
    F32(Vec<f32>),
    /// Floats of 64 bits.
    F64(Vec<f64>),
}

macro_rules! number {
    ($($number:ident: $type:ident),*) => {$(
        impl From<Vec<$type>> for Numbers {
            fn from(numbers: Vec<$type>) -> Self {
                Self::$number(numbers)
            }
        }

        impl TryFrom<Numbers> for Vec<$type> {
            type Error = ();

            fn try_from(numbers: Numbers) -> Result<Self, ()> {
                match numbers {
                    Numbers::$number(numbers) => Ok(numbers),
                    _ => Err(()),
                }
            }
        }
    )*};
}

number! { I32: i32, F32: f32, F64: f64 }

fn flat<C, const N: usize>(list: &[impl Components<C, N>]) -> Vec<C> {
    list.iter().flat_map(|element| element.to_components()).collect()
}

/// Returns the components of a structure of 64 bits, or of a packed array of such structures.
pub(crate) fn double_components(structure: &DoubleStructure) -> Vec<f64> {
    match_double!(structure, v => v.to_components().into(), list => flat(list))
}

/// Returns the components of a structure or of a packed array of structures.
pub fn components(value: &Variant) -> Option<Numbers> {
    Some(match_variant!(value, {
        reals v => Numbers::F32(v.to_components().into()),
        packed_reals list => Numbers::F32(flat(list)),
        fixed v => Vec::from(v.to_components()).into(),
        packed_fixed list => flat(list).into(),
        numbers _list => return None,
        Variant::Double(structure) => Numbers::F64(double_components(structure)),
        _ => return None,
    }))
}

fn one<C, S: Components<C, N>, const N: usize>(components: Vec<C>) -> Option<S> {
    Some(S::from_components(<[C; N]>::try_from(components).ok()?))
}

fn many<C: Copy, S: Components<C, N>, const N: usize>(components: &[C]) -> Option<Vec<S>> {
    let (elements, rest) = components.as_chunks::<N>();
    rest.is_empty().then(|| elements.iter().map(|element| S::from_components(*element)).collect())
}

macro_rules! of_components {
    (
        [$kind:ident, $numbers:ident]
        reals { $($real:ident[$n:literal] $($real_list:ident)?;)* }
        fixed { $($fixed:ident[$c:ty; $m:literal] $($fixed_list:ident)?;)* }
        $($other:tt)*
    ) => {
        match ($kind, $numbers) {
            $(
                (VariantType::$real, Numbers::F32(all)) => one::<_, math::$real, _>(all)?.into(),
                (VariantType::$real, Numbers::F64(all)) => DoubleStructure::$real(one(all)?).into(),
                $(
                    (VariantType::$real_list, Numbers::F32(all)) => Variant::$real_list(many(&all)?),
                    (VariantType::$real_list, Numbers::F64(all)) => {
                        DoubleStructure::$real_list(many(&all)?).into()
                    }
                )?
            )*
            $(
                (VariantType::$fixed, all) => {
                    one::<$c, math::$fixed, _>(Vec::try_from(all).ok()?)?.into()
                }
                $(
                    (VariantType::$fixed_list, all) => {
                        Variant::$fixed_list(many(&Vec::<$c>::try_from(all).ok()?)?)
                    }
                )?
            )*
            _ => return None,
        }
    };
}

/// Makes a structure, or a packed array of structures; `None` if this type does not have such components.
pub fn of_components(kind: VariantType, numbers: Numbers) -> Option<Variant> {
    Some(forms! { of_components [kind, numbers] })
}

/// Returns the parts of a structure as the engine names them, and the number of components in each. A `Transform3D` has a basis.
pub(crate) fn parts(kind: VariantType) -> Vec<(&'static str, usize)> {
    let Payload::Structure { names, .. } = kind.payload() else { return Vec::new() };
    let mut parts: Vec<(&str, usize)> = Vec::new();
    for name in names {
        let part = match name.split_once('.') {
            Some(("x" | "y" | "z", _)) if kind == VariantType::Transform3D => "basis",
            Some((part, _)) => part,
            None => name,
        };
        match parts.iter_mut().find(|(known, _)| *known == part) {
            Some((_, count)) => *count += 1,
            None => parts.push((part, 1)),
        }
    }
    parts
}

/// Returns the type of a part of a structure.
pub fn part(kind: VariantType, name: &str) -> Option<VariantType> {
    let (number, _) = kind.components()?;
    let (_, count) = parts(kind).into_iter().find(|(part, _)| *part == name)?;
    match (count, number) {
        (1, Component::I32) => Some(VariantType::Int),
        (1, _) => Some(VariantType::Float),
        (9, _) => Some(VariantType::Basis),
        _ => VariantType::ALL.iter().copied().find(|vector| match vector.payload() {
            Payload::Structure { component, group, names } => {
                component == number && group == count && names.len() == count
            }
            _ => false,
        }),
    }
}

/// Returns the elements of a packed array.
pub fn elements(packed: &Variant) -> Option<Vec<Variant>> {
    fn all<T: Clone + Into<Variant>>(list: &[T]) -> Vec<Variant> {
        list.iter().cloned().map(Into::into).collect()
    }
    Some(match_variant!(packed, {
        reals _structure => return None,
        packed_reals list => all(list),
        fixed _structure => return None,
        packed_fixed list => all(list),
        numbers list => all(list),
        Variant::PackedStringArray(list) => all(list),
        Variant::Double(list) => {
            let element = packed.variant_type().element()?;
            let (_, count) = element.components()?;
            let components = double_components(list);
            let elements = components.chunks(count);
            elements.filter_map(|each| of_components(element, each.to_vec().into())).collect()
        }
        _ => return None,
    }))
}

/// Makes a packed array of this type, if each element has its type and the same width.
pub fn packed(kind: VariantType, elements: &[Variant]) -> Option<Variant> {
    fn each<T>(elements: &[Variant], item: impl Fn(&Variant) -> Option<T>) -> Option<Variant>
    where
        Variant: From<Vec<T>>,
    {
        elements.iter().map(item).collect::<Option<Vec<T>>>().map(Variant::from)
    }
    let float = |value: &Variant| match value {
        Variant::Float(float) => Some(*float),
        _ => None,
    };
    match kind.payload() {
        Payload::PackedTexts => each(elements, |value| match value {
            Variant::String(text) => Some(text.clone()),
            _ => None,
        }),
        Payload::Packed { element: VariantType::Int, component } => match component {
            Component::U8 => each(elements, |value| u8::try_from(value.as_int()?).ok()),
            Component::I32 => each(elements, |value| i32::try_from(value.as_int()?).ok()),
            _ => each(elements, Variant::as_int),
        },
        Payload::Packed { element: VariantType::Float, component: Component::F32 } => {
            each(elements, |value| Some(float(value)? as f32))
        }
        Payload::Packed { element: VariantType::Float, .. } => each(elements, float),
        Payload::Packed { element, component } => {
            let is_wide = elements.iter().any(|value| matches!(value, Variant::Double(_)));
            let mut all = match component {
                Component::I32 => Numbers::I32(Vec::new()),
                _ if is_wide => Numbers::F64(Vec::new()),
                _ => Numbers::F32(Vec::new()),
            };
            for value in elements {
                if value.variant_type() != element {
                    return None;
                }
                match (&mut all, components(value)?) {
                    (Numbers::I32(all), Numbers::I32(more)) => all.extend(more),
                    (Numbers::F32(all), Numbers::F32(more)) => all.extend(more),
                    (Numbers::F64(all), Numbers::F64(more)) => all.extend(more),
                    _ => return None,
                }
            }
            of_components(kind, all)
        }
        _ => None,
    }
}
