//! Math types, ids, signals, and the dynamic containers.

use alloc::vec::Vec;

use super::numbers::{set, wide_word, word};
use crate::core::reader::Word;
use crate::variant::codec::{self, Wanted};
use crate::variant::layout::Bounds;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::{
    Facts, has_type, header_word, is_godot4, real_header_word, wide_header_word,
};
use crate::variant::traits::{DecodeVariant, EncodeVariant};
use crate::variant::types::Component;
use crate::variant::types::RealForm;
use crate::variant::types::VariantType;
use crate::variant::types::forms;
use crate::variant::types::math::{self, Components, Real, double};
use crate::variant::values::dynamic;
use crate::variant::values::variant::{
    Array, Callable, Dictionary, ObjectId, Rid, Signal, Variant,
};
use crate::{DecodeError, EncodeError, Output, Reader};

pub(crate) const fn is_double<D: Dialect>() -> bool {
    !matches!(D::SPEC.real, RealForm::Single)
}

/// Returns the usual form of a structure of `N` reals: `S` words in single precision, `W` in double.
macro_rules! real_facts {
    ($kind:ident, $n:literal) => {
        if is_double::<D>() {
            Facts::fixed(
                const {
                    let mut words = [[0; 4]; 1 + 2 * $n];
                    words[0] = real_header_word::<D>(VariantType::$kind);
                    &{ words }
                },
            )
            .of_type::<D>(VariantType::$kind)
        } else {
            Facts::fixed(
                const {
                    let mut words = [[0; 4]; 1 + $n];
                    words[0] = real_header_word::<D>(VariantType::$kind);
                    &{ words }
                },
            )
            .of_type::<D>(VariantType::$kind)
        }
    };
}

#[inline(always)]
pub(crate) fn fill_reals<D: Dialect, R: Real, const N: usize>(
    components: [R; N],
    words: &mut [Word],
) -> bool {
    if is_double::<D>() {
        let mut at = 1;
        for component in components {
            let bits = component.to_f64().to_bits();
            set(words, at, (bits as u32).to_le_bytes());
            set(words, at + 1, ((bits >> 32) as u32).to_le_bytes());
            at += 2;
        }
    } else if let Some(holes) = words.get_mut(1..=N) {
        for (hole, component) in holes.iter_mut().zip(components) {
            *hole = component.to_f32().to_le_bytes();
        }
    }
    true
}

#[inline(always)]
pub(crate) fn build_reals<D: Dialect, R: Real, const N: usize>(words: &[Word]) -> [R; N] {
    let mut components = [R::default(); N];
    if is_double::<D>() {
        let mut at = 1;
        for component in &mut components {
            *component = R::from_f64(f64::from_bits(wide_word(words, at)));
            at += 2;
        }
    } else if let Some(holes) = words.get(1..=N) {
        for (component, hole) in components.iter_mut().zip(holes) {
            *component = R::from_f32(f32::from_le_bytes(*hole));
        }
    }
    components
}

/// Whether no finite component became infinite when converted to `R`.
#[inline(always)]
pub(crate) fn fits<D: Dialect, R: Real, const N: usize>(words: &[Word]) -> bool {
    if !is_double::<D>() || size_of::<R>() == 8 {
        return true;
    }
    let wide: [f64; N] = build_reals::<D, f64, N>(words);
    wide.iter().all(|value| !value.is_finite() || R::from_f64(*value).to_f64().is_finite())
}

/// The bounds of a structure's components.
pub(crate) const fn bounds<R: Real>() -> Bounds<'static> {
    if size_of::<R>() == 4 { Bounds::F32 } else { Bounds::F64 }
}

macro_rules! structure {
    // Lists of it are packed arrays with the same bytes as in memory.
    ($real:ty, $type:ty, $kind:ident, $n:literal, $packed:ident) => {
        structure!($real, $type, $kind, $n, $packed, put_packed_reals, packed_reals_into);
    };
    (
        $real:ty, $type:ty, $kind:ident, $n:literal
        $(, $packed:ident, $put_packed:ident, $packed_into:ident)?
    ) => {
        $crate::variant::impls::describe::value!($type: $kind $crate::variant::impls::structures::bounds::<$real>());

        impl<D: Dialect> EncodeVariant<D> for $type {
            const FACTS: Facts = real_facts!($kind, $n);

            #[inline]
            fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                if const { !$crate::variant::traits::facts::has_type::<D>(VariantType::$kind) } {
                    return Err(codec::unsupported(VariantType::$kind, &D::SPEC));
                }
                out.put_words(const { &[real_header_word::<D>(VariantType::$kind)] });
                codec::put_reals(self.to_components(), &D::SPEC, out);
                Ok(())
            }

            #[inline(always)]
            fn fill(value: &Self, words: &mut [Word]) -> bool {
                fill_reals::<D, $real, $n>(value.to_components(), words)
            }

            $(
                #[inline]
                fn encode_packed<O: Output>(list: &[Self], out: &mut O) -> Result<(), EncodeError> {
                    let _ = VariantType::$packed;
                    codec::$put_packed::<O, $real, Self, $n>(list, &D::SPEC, out)
                }
            )?
        }

        impl<'de, D: Dialect> DecodeVariant<'de, D> for $type {
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                const WANTED: &$crate::variant::codec::Wanted =
                    &$crate::variant::codec::Wanted::of(VariantType::$kind);
                let (_, header) = codec::read_wanted(reader, &D::SPEC, WANTED)?;
                codec::reals::<$real, Self, $n>(reader, codec::is_wide(header, &D::SPEC), VariantType::$kind.described())
            }

            #[inline(always)]
            fn from_words(words: &'de [Word]) -> Option<Self> {
                let is_usual = (word(words, 0) == const { real_header_word::<D>(VariantType::$kind) })
                    & fits::<D, $real, $n>(words);
                is_usual.then(|| {
                    Self::from_components(build_reals::<D, $real, $n>(words))
                })
            }

            $(
                fn decode_packed(
                    reader: &mut Reader<'de>,
                    kind: VariantType,
                    header: u32,
                    list: &mut Vec<Self>,
                ) -> Option<Result<(), DecodeError>> {
                    (kind == VariantType::$packed).then(|| {
                        let wide = codec::is_wide_packed(header, &D::SPEC);
                        codec::$packed_into::<$real, Self, $n>(reader, wide, kind.described(), list)
                    })
                }

                fn decode_packed_element(
                    reader: &mut Reader<'de>,
                    kind: VariantType,
                    header: u32,
                ) -> Option<Result<Self, DecodeError>> {
                    (kind == VariantType::$packed).then(|| {
                        let wide = codec::is_wide_packed(header, &D::SPEC);
                        codec::reals::<$real, Self, $n>(reader, wide, kind.described())
                    })
                }
            )?
        }

    };
}

macro_rules! words_structure {
    ($component:ty, $type:ty, $kind:ident, $n:literal) => {
        $crate::variant::impls::describe::value!($type: $kind $crate::variant::layout::Bounds::None);

        impl<D: Dialect> EncodeVariant<D> for $type {
            const FACTS: Facts = Facts::fixed(
                const {
                    let mut words = [[0; 4]; 1 + $n];
                    words[0] = header_word::<D>(VariantType::$kind);
                    &{ words }
                },
            )
            .of_type::<D>(VariantType::$kind);

            #[inline]
            fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                if const { !$crate::variant::traits::facts::has_type::<D>(VariantType::$kind) } {
                    return Err(codec::unsupported(VariantType::$kind, &D::SPEC));
                }
                out.put_words(const { &[header_word::<D>(VariantType::$kind)] });
                out.put_words(&self.to_components().map(<$component>::to_le_bytes));
                Ok(())
            }

            #[inline(always)]
            fn fill(value: &Self, words: &mut [Word]) -> bool {
                if let Some(holes) = words.get_mut(1..=$n) {
                    for (hole, component) in holes.iter_mut().zip(value.to_components()) {
                        *hole = component.to_le_bytes();
                    }
                }
                true
            }

            #[inline]
            fn encode_packed<O: Output>(list: &[Self], out: &mut O) -> Result<(), EncodeError> {
                codec::put_packed_fixed(list, out)
            }
        }

        impl<'de, D: Dialect> DecodeVariant<'de, D> for $type {
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                const WANTED: &$crate::variant::codec::Wanted =
                    &$crate::variant::codec::Wanted::of(VariantType::$kind);
                codec::read_wanted(reader, &D::SPEC, WANTED)?;
                Ok(codec::from_bytes(reader.array::<{ 4 * $n }>(VariantType::$kind.described())?))
            }

            #[inline(always)]
            fn from_words(words: &'de [Word]) -> Option<Self> {
                let is_usual = word(words, 0) == const { header_word::<D>(VariantType::$kind) };
                is_usual.then(|| {
                    let mut components = [<$component>::default(); $n];
                    if let Some(holes) = words.get(1..=$n) {
                        for (component, hole) in components.iter_mut().zip(holes) {
                            *component = <$component>::from_le_bytes(*hole);
                        }
                    }
                    Self::from_components(components)
                })
            }

            fn decode_packed(
                reader: &mut Reader<'de>,
                kind: VariantType,
                _header: u32,
                list: &mut Vec<Self>,
            ) -> Option<Result<(), DecodeError>> {
                (packed_of(VariantType::$kind) == Some(kind)).then(|| {
                    codec::packed_into(
                        reader,
                        "a packed array",
                        codec::from_bytes::<Self, $component, $n, { 4 * $n }>,
                        list,
                    )
                })
            }

            fn decode_packed_element(
                reader: &mut Reader<'de>,
                kind: VariantType,
                _header: u32,
            ) -> Option<Result<Self, DecodeError>> {
                (packed_of(VariantType::$kind) == Some(kind))
                    .then(|| reader.array::<{ 4 * $n }>("a packed array").map(codec::from_bytes))
            }
        }
    };
}

/// Returns the packed array of structures of this kind.
pub(crate) const fn packed_of(kind: VariantType) -> Option<VariantType> {
    kind.packed_array(Component::Real)
}

macro_rules! structures {
    (
        []
        reals { $($real:ident[$rn:literal] $($real_list:ident)?;)* }
        fixed { $($fixed:ident[$component:ty; $fn:literal] $($fixed_list:ident)?;)* }
        $($other:tt)*
    ) => {
        $(
            structure!(f32, math::$real, $real, $rn $(, $real_list)?);
            structure!(f64, double::$real, $real, $rn $(, $real_list)?);
        )*
        $(words_structure!($component, math::$fixed, $fixed, $fn);)*
    };
}

forms! { structures [] }

impl<D: Dialect> EncodeVariant<D> for Rid {
    const FACTS: Facts = if is_godot4::<D>() {
        Facts::fixed(const { &[header_word::<D>(VariantType::Rid), [0; 4], [0; 4]] })
    } else {
        Facts::fixed(const { &[header_word::<D>(VariantType::Rid)] })
    };

    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        Variant::Rid(*self).put_in(out, &D::SPEC)
    }

    #[inline(always)]
    fn fill(value: &Self, words: &mut [Word]) -> bool {
        fill_u64(value.0, words);
        true
    }
}

impl<'de, D: Dialect> DecodeVariant<'de, D> for Rid {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        const RID: &Wanted = &Wanted::of(VariantType::Rid);
        codec::read_wanted(reader, &D::SPEC, RID)?;
        dynamic::rid_payload(reader, &D::SPEC)
    }

    #[inline(always)]
    fn from_words(words: &'de [Word]) -> Option<Self> {
        (word(words, 0) == const { header_word::<D>(VariantType::Rid) })
            .then(|| Self(if is_godot4::<D>() { wide_word(words, 1) } else { 0 }))
    }
}

#[inline(always)]
fn fill_u64(value: u64, words: &mut [Word]) {
    set(words, 1, (value as u32).to_le_bytes());
    set(words, 2, ((value >> 32) as u32).to_le_bytes());
}

/// Object, as an instance id. A null object is encoded as Nil and decoded as id 0.
impl<D: Dialect> EncodeVariant<D> for ObjectId {
    const FACTS: Facts =
        Facts::fixed(const { &[wide_header_word::<D>(VariantType::Object), [0; 4], [0; 4]] });

    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        Variant::ObjectId(*self).put_in(out, &D::SPEC)
    }

    #[inline(always)]
    fn fill(value: &Self, words: &mut [Word]) -> bool {
        fill_u64(value.0, words);
        true
    }
}

impl<'de, D: Dialect> DecodeVariant<'de, D> for ObjectId {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        const OBJECT: &Wanted = &Wanted::named(VariantType::Object, "object id");
        let start = reader.clone();
        match codec::read_wanted(reader, &D::SPEC, OBJECT)? {
            (VariantType::Nil, _) => Ok(Self(0)),
            (_, header) if header & codec::FLAG_64 != 0 => Ok(Self(reader.u64("an Object")?)),
            _ => Err(codec::wrong_type(&start, &D::SPEC, "object id")),
        }
    }

    #[inline(always)]
    fn from_words(words: &'de [Word]) -> Option<Self> {
        (word(words, 0) == const { wide_header_word::<D>(VariantType::Object) })
            .then(|| Self(wide_word(words, 1)))
    }
}

impl<D: Dialect> EncodeVariant<D> for Callable {
    const FACTS: Facts = Facts::fixed(const { &[header_word::<D>(VariantType::Callable)] })
        .of_type::<D>(VariantType::Callable);

    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        if const { !has_type::<D>(VariantType::Callable) } {
            return Err(codec::unsupported(VariantType::Callable, &D::SPEC));
        }
        out.put_words(const { &[header_word::<D>(VariantType::Callable)] });
        Ok(())
    }

    #[inline(always)]
    fn fill(_value: &Self, _words: &mut [Word]) -> bool {
        true
    }
}

impl<'de, D: Dialect> DecodeVariant<'de, D> for Callable {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        const CALLABLE: &Wanted = &Wanted::of(VariantType::Callable);
        codec::read_wanted(reader, &D::SPEC, CALLABLE)?;
        Ok(Self)
    }

    #[inline(always)]
    fn from_words(words: &'de [Word]) -> Option<Self> {
        (word(words, 0) == const { header_word::<D>(VariantType::Callable) }).then_some(Self)
    }
}

impl<D: Dialect> EncodeVariant<D> for Signal {
    const FACTS: Facts =
        Facts::varying(const { &[header_word::<D>(VariantType::Signal)] }, 4, usize::MAX)
            .of_type::<D>(VariantType::Signal);

    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        if const { !has_type::<D>(VariantType::Signal) } {
            return Err(codec::unsupported(VariantType::Signal, &D::SPEC));
        }
        out.put_words(const { &[header_word::<D>(VariantType::Signal)] });
        <Self as EncodeVariant<D>>::encode_after_prefix(self, out)
    }

    fn encode_after_prefix<O: Output>(value: &Self, out: &mut O) -> Result<(), EncodeError> {
        codec::put_text(&value.name, out)?;
        out.put_bytes(&value.object_id.0.to_le_bytes());
        Ok(())
    }
}

impl<'de, D: Dialect> DecodeVariant<'de, D> for Signal {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        const SIGNAL: &Wanted = &Wanted::of(VariantType::Signal);
        codec::read_wanted(reader, &D::SPEC, SIGNAL)?;
        dynamic::signal_payload(reader)
    }

    fn decode_after_prefix(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        dynamic::signal_payload(reader)
    }
}

macro_rules! container {
    ($type:ident, $name:literal, $put:ident) => {
        impl<D: Dialect> EncodeVariant<D> for $type {
            const FACTS: Facts = Facts::varying(&[], 2, usize::MAX);

            fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                dynamic::$put(self, &D::SPEC, out)
            }
        }

        impl<'de, D: Dialect> DecodeVariant<'de, D> for $type {
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                let start = reader.clone();
                match Variant::read_in(reader, &D::SPEC)? {
                    Variant::$type(value) => Ok(value),
                    _ => Err(codec::wrong_type(&start, &D::SPEC, $name)),
                }
            }
        }
    };
}

container!(Dictionary, "Dictionary", put_dictionary);
container!(Array, "Array", put_array);

// The types of glam are structures, too.
#[cfg(feature = "_glam")]
pub(crate) use {real_facts, structure, words_structure};
