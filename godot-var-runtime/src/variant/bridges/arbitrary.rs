//! Arbitrary values from random bytes, for fuzzing and property tests.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::variant::traits::dialect::{Dialect, Godot4};
use crate::variant::types::math::{self, Components, double};
use crate::variant::types::{
    DialectSpec, ElementType, FloatForm, Generation, NodePath, StringName, VariantType, forms,
};
use crate::variant::values::variant::{
    Array, Callable, Dictionary, DictionaryType, DoubleStructure, Object, ObjectId, Rid, Signal,
    Variant,
};

/// The maximum number of nested containers if the caller gives none.
const DEPTH: u32 = 4;

/// Arbitrary components, as many as the structure has.
fn structure<'a, C: Arbitrary<'a>, S: Components<C, N>, const N: usize>(
    bytes: &mut Unstructured<'a>,
) -> Result<S> {
    <[C; N]>::arbitrary(bytes).map(S::from_components)
}

/// The number of bytes that they take.
fn structure_hint<'a, C: Arbitrary<'a>, S: Components<C, N>, const N: usize>(
    _: fn(&mut Unstructured<'a>) -> Result<S>,
    depth: usize,
) -> (usize, Option<usize>) {
    <[C; N]>::size_hint(depth)
}

macro_rules! structures {
    ($($type:ty),+ $(,)?) => { $(
        /// Arbitrary components, including NaN.
        impl<'a> Arbitrary<'a> for $type {
            fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
                structure(bytes)
            }

            fn size_hint(depth: usize) -> (usize, Option<usize>) {
                structure_hint::<_, Self, _>(structure, depth)
            }
        }
    )+ };
}

macro_rules! all_structures {
    (
        []
        reals { $($real:ident[$rn:literal] $($real_list:ident)?;)* }
        fixed { $($fixed:ident[$component:ty; $fn:literal] $($fixed_list:ident)?;)* }
        $($other:tt)*
    ) => {
        structures!($(math::$real, double::$real,)* $(math::$fixed,)*);
    };
}

forms! { all_structures [] }

macro_rules! by_parts {
    ($($type:ty: ($($part:ty),*), $parts:pat => $make:expr;)+) => { $(
        impl<'a> Arbitrary<'a> for $type {
            fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
                let $parts = <($($part,)*)>::arbitrary(bytes)?;
                Ok($make)
            }

            fn size_hint(depth: usize) -> (usize, Option<usize>) {
                <($($part,)*)>::size_hint(depth)
            }
        }
    )+ };
}

by_parts! {
    StringName: (String), (text,) => Self(text);
    NodePath: (Vec<String>, Vec<String>, bool),
        (names, subnames, absolute) => Self { names, subnames, absolute };
    Rid: (u64), (id,) => Self(id);
    ObjectId: (u64), (id,) => Self(id);
    Callable: (), () => Self;
    Signal: (String, ObjectId), (name, object_id) => Self { name, object_id };
}

/// A type of either generation.
impl<'a> Arbitrary<'a> for VariantType {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        bytes.choose(Self::ALL).copied()
    }

    fn size_hint(_depth: usize) -> (usize, Option<usize>) {
        (1, Some(1))
    }
}

/// A type of Godot 4.
impl<'a> Arbitrary<'a> for ElementType {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        Ok(match bytes.int_in_range(0..=2)? {
            0 => Self::Builtin(bytes.arbitrary()?),
            1 => Self::Class(bytes.arbitrary()?),
            _ => Self::Script(bytes.arbitrary()?),
        })
    }
}

/// As [`Variant::arbitrary_in`].
macro_rules! of_godot4 {
    ($($type:ty, $grow:ident);+ $(;)?) => { $(
        /// A value that can be written in [`Godot4`], with at most 4 nested containers.
        impl<'a> Arbitrary<'a> for $type {
            fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
                Grower { bytes, spec: &Godot4::SPEC }.$grow(DEPTH)
            }
        }
    )+ };
}

of_godot4!(Variant, value; Array, array; Dictionary, dictionary; Object, object);

impl Variant {
    /// Any value that can be written in this dialect, with at most `depth` nested containers. In a
    /// double-precision dialect structures have components of 32 or 64 bits.
    ///
    /// # Errors
    /// Those of [`Unstructured`], if the bytes do not yield a value.
    pub fn arbitrary_in(
        bytes: &mut Unstructured<'_>,
        spec: &DialectSpec,
        depth: u32,
    ) -> Result<Self> {
        Grower { bytes, spec }.value(depth)
    }
}

/// Makes values of one dialect.
struct Grower<'u, 'b, 's> {
    bytes: &'u mut Unstructured<'b>,
    spec: &'s DialectSpec,
}

impl<'b> Grower<'_, 'b, '_> {
    fn any<T: Arbitrary<'b>>(&mut self) -> Result<T> {
        self.bytes.arbitrary()
    }

    fn list<T>(&mut self, mut grow: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let len = self.bytes.int_in_range(0..=6)?;
        (0..len).map(|_| grow(self)).collect()
    }

    fn packed<T: Arbitrary<'b>>(&mut self) -> Result<Vec<T>> {
        self.list(Self::any)
    }

    fn float(&mut self) -> Result<f64> {
        match self.spec.float {
            FloatForm::Shortest => self.any(),
            // The format has only 32 bits, and loses the payload of a NaN.
            FloatForm::Flagless => {
                let single: f32 = self.any()?;
                Ok(if single.is_nan() { 0.0 } else { f64::from(single) })
            }
        }
    }

    fn structure<S, W>(&mut self, wide: fn(W) -> DoubleStructure) -> Result<Variant>
    where
        S: Arbitrary<'b> + Into<Variant>,
        W: Arbitrary<'b>,
    {
        if self.spec.is_double() && self.any()? {
            return self.any().map(wide).map(Variant::from);
        }
        self.any::<S>().map(Into::into)
    }

    fn element_type(&mut self) -> Result<Option<ElementType>> {
        match self.spec.generation {
            Generation::Godot3 => Ok(None),
            Generation::Godot4 => {
                Ok(if self.bytes.ratio(3, 8)? { Some(self.any()?) } else { None })
            }
        }
    }

    fn array(&mut self, depth: u32) -> Result<Array> {
        let Some(depth) = depth.checked_sub(1) else { return Ok(Array::default()) };
        let elements = self.list(|grower| grower.value(depth))?;
        Ok(Array { elements, element_type: self.element_type()?.map(Box::new) })
    }

    fn dictionary(&mut self, depth: u32) -> Result<Dictionary> {
        let Some(depth) = depth.checked_sub(1) else { return Ok(Dictionary::new()) };
        let pairs = self.list(|grower| Ok((grower.value(depth)?, grower.value(depth)?)))?;
        let mut dictionary: Dictionary = pairs.into_iter().collect();
        let (key, value) = (self.element_type()?, self.element_type()?);
        if key.is_some() || value.is_some() {
            dictionary.types = Some(Box::new(DictionaryType { key, value }));
        }
        Ok(dictionary)
    }

    fn object(&mut self, depth: u32) -> Result<Object> {
        let mut class: String = self.any()?;
        if class.is_empty() {
            // An object without a class would be null.
            class.push('A');
        }
        let properties = match depth.checked_sub(1) {
            Some(depth) => self.list(|grower| Ok((grower.any()?, grower.value(depth)?)))?,
            None => Vec::new(),
        };
        Ok(Object { class, properties })
    }

    fn value(&mut self, depth: u32) -> Result<Variant> {
        let kind: VariantType = self.any()?;
        if self.spec.type_id(kind).is_none() {
            return Ok(Variant::Nil);
        }
        macro_rules! by_form {
            (
                [$($arms:tt)*]
                reals { $($real:ident[$rn:literal] $($real_list:ident)?;)* }
                fixed { $($fixed:ident[$component:ty; $fn:literal] $($fixed_list:ident)?;)* }
                numbers { $($list:ident($number:ty);)* }
            ) => {
                match kind {
                    $(
                        VariantType::$real => {
                            self.structure::<math::$real, _>(DoubleStructure::$real)?
                        }
                        $(VariantType::$real_list => Variant::$real_list(self.packed()?),)?
                    )*
                    $(
                        VariantType::$fixed => Variant::$fixed(self.any()?),
                        $(VariantType::$fixed_list => Variant::$fixed_list(self.packed()?),)?
                    )*
                    $(VariantType::$list => Variant::$list(self.packed()?),)*
                    $($arms)*
                }
            };
        }
        Ok(forms! { by_form [
            VariantType::Nil => Variant::Nil,
            VariantType::Bool => Variant::Bool(self.any()?),
            VariantType::Int => Variant::Int(self.any()?),
            VariantType::Float => Variant::Float(self.float()?),
            VariantType::String => Variant::String(self.any()?),
            VariantType::StringName => Variant::StringName(self.any()?),
            VariantType::NodePath => Variant::from(NodePath {
                names: self.packed()?,
                subnames: self.packed()?,
                absolute: self.any()?,
            }),
            VariantType::Rid => Variant::Rid(match self.spec.generation {
                Generation::Godot4 => self.any()?,
                Generation::Godot3 => Rid(0),
            }),
            VariantType::Object if depth > 0 && self.any()? => Variant::from(self.object(depth)?),
            VariantType::Object => Variant::ObjectId(self.any()?),
            VariantType::Callable => Variant::Callable(Callable),
            VariantType::Signal => Variant::from(self.any::<Signal>()?),
            VariantType::Dictionary if depth > 0 => Variant::Dictionary(self.dictionary(depth)?),
            VariantType::Array if depth > 0 => Variant::Array(self.array(depth)?),
            VariantType::Dictionary | VariantType::Array => Variant::Nil,
            VariantType::PackedStringArray => Variant::PackedStringArray(self.packed()?),
        ] })
    }
}
