//! Reading and writing a [`Variant`], whose type is known only at run time.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::variant::codec::memory::Plain;
use crate::variant::codec::{self, FLAG_64};
use crate::variant::types::math::{self, Components};
use crate::variant::types::{DialectSpec, Generation, RealForm, StringName, VariantType, forms};
use crate::variant::values::variant::{
    Array, Callable, Dictionary, DictionaryType, DoubleStructure, Object, ObjectId, Rid, Signal,
    Variant, match_double, match_variant,
};
use crate::{DecodeError, EncodeError, EncodeErrorKind, Output, Reader};

/// Writes a value that contains no other values. Containers have functions of their own, because
/// their stack frames nest.
#[allow(clippy::redundant_closure_for_method_calls, reason = "one closure for several types")]
#[cfg_attr(not(debug_assertions), inline(always))]
fn put_without_elements<O: Output>(
    value: &Variant,
    spec: &DialectSpec,
    out: &mut O,
) -> Result<(), EncodeError> {
    match value {
        Variant::Int(number) => {
            codec::put_int(*number, spec, out);
            return Ok(());
        }
        Variant::Float(number) => return codec::put_float(*number, spec, out),
        Variant::StringName(name) if matches!(spec.generation, Generation::Godot3) => {
            return put_text(codec::header(VariantType::String, spec)?, &name.0, out);
        }
        Variant::Double(structure) => return put_double(structure, spec, out),
        _ => {}
    }
    let header = codec::header(value.variant_type(), spec)?;
    let real = match spec.real {
        RealForm::DoubleFlagged => header | FLAG_64,
        RealForm::Single | RealForm::DoubleUnflagged => header,
    };
    match_variant!(value, {
        reals v => put_structure(real, v.to_components(), spec, out),
        packed_reals list => return put_reals(real, list, spec, out),
        fixed v => {
            out.put_u32(header);
            out.put_words(&v.to_components().map(codec::FixedComponent::to_word));
        },
        packed_fixed list => {
            out.put_u32(header);
            return codec::put_packed_fixed(list, out);
        },
        numbers list => return put_list(header, list, |number| number.to_le_bytes(), out),
        Variant::Nil | Variant::Callable(_) => out.put_u32(header),
        Variant::Bool(truth) => {
            out.put_words(&[header.to_le_bytes(), u32::from(*truth).to_le_bytes()]);
        }
        Variant::String(text) => return put_text(header, text, out),
        Variant::StringName(name) => return put_text(header, &name.0, out),
        Variant::NodePath(path) => {
            out.put_u32(header);
            return codec::put_node_path(path, out);
        }
        Variant::Rid(rid) => {
            out.put_u32(header);
            if matches!(spec.generation, Generation::Godot4) {
                out.put_bytes(&rid.0.to_le_bytes());
            }
        }
        Variant::ObjectId(id) => {
            out.put_u32(header | FLAG_64);
            out.put_bytes(&id.0.to_le_bytes());
        }
        Variant::Signal(signal) => {
            put_text(header, &signal.name, out)?;
            out.put_bytes(&signal.object_id.0.to_le_bytes());
        }
        Variant::PackedStringArray(texts) => {
            out.put_u32(header);
            return codec::put_packed_texts(texts.iter().map(String::as_str), out);
        }
        Variant::Int(_)
        | Variant::Float(_)
        | Variant::Array(_)
        | Variant::Dictionary(_)
        | Variant::Object(_)
        | Variant::Double(_) => {}
    });
    Ok(())
}

fn put_text<O: Output>(header: u32, text: &str, out: &mut O) -> Result<(), EncodeError> {
    out.put_u32(header);
    codec::put_text(text, out)
}

fn put_list<O: Output, T: Plain, const N: usize>(
    header: u32,
    list: &[T],
    to_bytes: impl Fn(T) -> [u8; N],
    out: &mut O,
) -> Result<(), EncodeError> {
    out.put_u32(header);
    codec::put_packed(list, to_bytes, out)
}

fn put_reals<O: Output, S: Components<f32, N> + Plain, const N: usize>(
    header: u32,
    list: &[S],
    spec: &DialectSpec,
    out: &mut O,
) -> Result<(), EncodeError> {
    out.put_u32(header);
    codec::put_packed_reals::<_, f32, S, N>(list, spec, out)
}

fn put_structure<O: Output, const N: usize>(
    header: u32,
    components: [f32; N],
    spec: &DialectSpec,
    out: &mut O,
) {
    out.put_u32(header);
    codec::put_reals(components, spec, out);
}

pub(crate) fn put_array<O: Output>(
    array: &Array,
    spec: &DialectSpec,
    out: &mut O,
) -> Result<(), EncodeError> {
    let declared = array.element_type.as_deref();
    check_typed(declared.is_some(), spec)?;
    let header = codec::header(VariantType::Array, spec)?;
    out.put_u32(header | codec::element_kind(declared) << 16);
    codec::put_element_type(declared, spec, out)?;
    out.put_u32(codec::wire_len(array.elements.len())?);
    out.enter()?;
    for (index, element) in array.elements.iter().enumerate() {
        if let Err(error) = element.put_in(out, spec) {
            return Err(error.in_index(index));
        }
    }
    out.leave();
    Ok(())
}

pub(crate) fn put_dictionary<O: Output>(
    dictionary: &Dictionary,
    spec: &DialectSpec,
    out: &mut O,
) -> Result<(), EncodeError> {
    let types = dictionary.types.as_deref();
    check_typed(types.is_some(), spec)?;
    let key = types.and_then(|types| types.key.as_ref());
    let value = types.and_then(|types| types.value.as_ref());
    let header = codec::header(VariantType::Dictionary, spec)?;
    out.put_u32(header | codec::element_kind(key) << 16 | codec::element_kind(value) << 18);
    codec::put_element_type(key, spec, out)?;
    codec::put_element_type(value, spec, out)?;
    out.put_u32(codec::wire_len(dictionary.entries.len())?);
    out.enter()?;
    for (position, (key, value)) in dictionary.entries.iter().enumerate() {
        let written = key.put_in(out, spec).and_then(|()| value.put_in(out, spec));
        if let Err(error) = written {
            return Err(match key.as_str() {
                Some(text) => error.in_key(text.to_owned()),
                None => error.in_index(position),
            });
        }
    }
    out.leave();
    Ok(())
}

fn check_typed(typed: bool, spec: &DialectSpec) -> Result<(), EncodeError> {
    if typed && matches!(spec.generation, Generation::Godot3) {
        return Err(codec::no_typed_containers(spec));
    }
    Ok(())
}

fn put_object<O: Output>(
    object: &Object,
    spec: &DialectSpec,
    out: &mut O,
) -> Result<(), EncodeError> {
    out.put_u32(codec::header(VariantType::Object, spec)?);
    codec::put_text(&object.class, out)?;
    if object.class.is_empty() {
        return Ok(());
    }
    out.put_u32(codec::wire_len(object.properties.len())?);
    out.enter()?;
    for (name, value) in &object.properties {
        codec::put_text(name, out)?;
        if let Err(error) = value.put_in(out, spec) {
            return Err(error.in_key(name.clone()));
        }
    }
    out.leave();
    Ok(())
}

fn put_double<O: Output>(
    structure: &DoubleStructure,
    spec: &DialectSpec,
    out: &mut O,
) -> Result<(), EncodeError> {
    let kind = structure.variant_type();
    let is_kept = match_double!(
        structure,
        v => spec.is_double() || is_single(v.to_components()),
        list => matches!(spec.real, RealForm::DoubleFlagged)
            || list.iter().all(|v| is_single(v.to_components()))
    );
    if !is_kept {
        return Err(precision_lost(kind, spec));
    }
    out.put_u32(codec::real_header(kind, spec)?);
    match_double!(
        structure,
        v => codec::put_reals(v.to_components(), spec, out),
        list => codec::put_packed_reals::<_, f64, _, _>(list, spec, out)?
    );
    Ok(())
}

fn is_single<const N: usize>(components: [f64; N]) -> bool {
    components.iter().all(|c| (*c as f32) as f64 == *c || c.is_nan())
}

#[cold]
fn precision_lost(kind: VariantType, spec: &DialectSpec) -> EncodeError {
    EncodeError::new(
        EncodeErrorKind::PrecisionLost,
        alloc::format!(
            "a {} of 64-bit components would be cut by the dialect {}",
            kind.name(spec.generation),
            spec.name
        ),
    )
}

#[inline(never)]
fn read_leaf(
    reader: &mut Reader<'_>,
    kind: VariantType,
    header: u32,
    spec: &DialectSpec,
) -> Result<Variant, DecodeError> {
    if spec.is_double()
        && let Some(value) = read_double(reader, kind, header, spec)?
    {
        return Ok(value);
    }
    if kind == VariantType::PackedByteArray {
        // Its padding may be missing.
        return Ok(codec::packed_bytes(reader)?.to_owned().into());
    }
    macro_rules! by_form {
        (
            [$($arms:tt)*]
            reals { $($real:ident[$rn:literal] $($real_list:ident)?;)* }
            fixed { $($fixed:ident[$c:ty; $fn:literal] $($fixed_list:ident)?;)* }
            numbers { $($number:ident($element:ty);)* }
        ) => {
            match kind {
                $(
                    VariantType::$real => codec::reals::<f32, math::$real, _>(
                        reader,
                        codec::is_wide(header, spec),
                        VariantType::$real.described(),
                    )?
                    .into(),
                    $(VariantType::$real_list => codec::packed_reals::<f32, math::$real, _>(
                        reader,
                        codec::is_wide_packed(header, spec),
                        VariantType::$real_list.described(),
                    )?
                    .into(),)?
                )*
                $(
                    VariantType::$fixed => {
                        codec::from_bytes::<math::$fixed, $c, $fn, { 4 * $fn }>(
                            reader.array(VariantType::$fixed.described())?,
                        )
                        .into()
                    }
                    $(VariantType::$fixed_list => codec::packed(
                        reader,
                        VariantType::$fixed_list.described(),
                        codec::from_bytes::<math::$fixed, $c, $fn, { 4 * $fn }>,
                    )?
                    .into(),)?
                )*
                $($arms)*
                $(VariantType::$number => {
                    codec::packed(reader, VariantType::$number.described(), <$element>::from_le_bytes)?.into()
                })*
            }
        };
    }
    Ok(forms! { by_form [
        VariantType::Nil => Variant::Nil,
        VariantType::Bool => Variant::Bool(reader.u32("a bool")? != 0),
        VariantType::Int => Variant::Int(codec::int_payload(reader, header, spec)?),
        VariantType::Float => Variant::Float(codec::float_payload(reader, header, spec)?),
        VariantType::String => codec::text_payload(reader)?.into(),
        VariantType::StringName => StringName::from(codec::text_payload(reader)?).into(),
        VariantType::NodePath => codec::node_path_payload(reader)?.into(),
        VariantType::Rid => rid_payload(reader, spec)?.into(),
        VariantType::Callable => Variant::Callable(Callable),
        VariantType::Signal => signal_payload(reader)?.into(),
        VariantType::PackedStringArray => packed_texts(reader)?.into(),
        // The caller reads containers itself.
        VariantType::Array | VariantType::Dictionary | VariantType::Object => Variant::Nil,
    ] })
}

/// The structures of double-precision builds, or `None` for other types.
fn read_double(
    reader: &mut Reader<'_>,
    kind: VariantType,
    header: u32,
    spec: &DialectSpec,
) -> Result<Option<Variant>, DecodeError> {
    let wide = codec::is_wide(header, spec);
    let wide_packed = codec::is_wide_packed(header, spec);
    macro_rules! by_form {
        ([] reals { $($real:ident[$n:literal] $($list:ident)?;)* } $($other:tt)*) => {
            match kind {
                $(
                    VariantType::$real => DoubleStructure::$real(codec::reals(
                        reader,
                        wide,
                        VariantType::$real.described(),
                    )?),
                    $(VariantType::$list if wide_packed => {
                        let what = VariantType::$list.described();
                        DoubleStructure::$list(codec::packed_reals::<f64, _, _>(reader, true, what)?)
                    })?
                )*
                _ => return Ok(None),
            }
        };
    }
    let structure = forms! { by_form [] };
    Ok(Some(structure.into()))
}

/// Reads the bytes of an RID after its header.
pub fn rid_payload(reader: &mut Reader<'_>, spec: &DialectSpec) -> Result<Rid, DecodeError> {
    Ok(match spec.generation {
        Generation::Godot3 => Rid(0),
        Generation::Godot4 => Rid(reader.u64("an RID")?),
    })
}

pub(crate) fn signal_payload(reader: &mut Reader<'_>) -> Result<Signal, DecodeError> {
    let name = codec::text_payload(reader)?.to_owned();
    Ok(Signal { name, object_id: ObjectId(reader.u64("a Signal")?) })
}

pub(crate) fn packed_texts(reader: &mut Reader<'_>) -> Result<Vec<String>, DecodeError> {
    let count = codec::read_count(reader, "a PackedStringArray", 4)?;
    let mut texts = Vec::with_capacity(count);
    for index in 0..count {
        match codec::packed_text(reader) {
            Ok(text) => texts.push(text.to_owned()),
            Err(error) => return Err(error.in_index(index)),
        }
    }
    Ok(texts)
}

#[inline(never)]
fn read_array(
    reader: &mut Reader<'_>,
    header: u32,
    spec: &DialectSpec,
) -> Result<Variant, DecodeError> {
    let element_type = match spec.generation {
        Generation::Godot3 => None,
        Generation::Godot4 => codec::read_element_type(reader, header >> 16, spec)?.map(Box::new),
    };
    let count = codec::container_count(reader, "an Array", 4)?;
    reader.enter()?;
    let room = reader.room_for::<Variant>(count);
    let mut elements = Vec::with_capacity(room);
    for index in 0..count {
        match Variant::read_in(reader, spec) {
            Ok(element) => elements.push(element),
            Err(error) => return Err(error.in_index(index)),
        }
    }
    reader.give_back::<Variant>(room);
    reader.leave();
    Ok(Variant::Array(Array { elements, element_type }))
}

#[inline(never)]
fn read_dictionary(
    reader: &mut Reader<'_>,
    header: u32,
    spec: &DialectSpec,
) -> Result<Variant, DecodeError> {
    let types = match spec.generation {
        Generation::Godot3 => None,
        Generation::Godot4 => {
            let key = codec::read_element_type(reader, header >> 16, spec)?;
            let value = codec::read_element_type(reader, header >> 18, spec)?;
            (key.is_some() || value.is_some()).then(|| Box::new(DictionaryType { key, value }))
        }
    };
    let count = codec::container_count(reader, "a Dictionary", 8)?;
    reader.enter()?;
    let room = reader.room_for::<(Variant, Variant)>(count);
    let mut entries = Vec::with_capacity(room);
    for index in 0..count {
        let key = match Variant::read_in(reader, spec) {
            Ok(key) => key,
            Err(error) => return Err(error.in_index(index)),
        };
        match Variant::read_in(reader, spec) {
            Ok(value) => entries.push((key, value)),
            Err(error) => return Err(in_entry(error, &key, index)),
        }
    }
    reader.give_back::<(Variant, Variant)>(room);
    reader.leave();
    let mut dictionary = Dictionary { entries, types };
    dictionary.remove_repeated_keys();
    Ok(Variant::Dictionary(dictionary))
}

#[cold]
fn in_entry(error: DecodeError, key: &Variant, index: usize) -> DecodeError {
    match key.as_str() {
        Some(text) => error.in_key(text.to_owned()),
        None => error.in_index(index),
    }
}

#[inline(never)]
fn read_object(
    reader: &mut Reader<'_>,
    header: u32,
    at: usize,
    spec: &DialectSpec,
) -> Result<Variant, DecodeError> {
    if header & FLAG_64 != 0 {
        return Ok(Variant::ObjectId(ObjectId(reader.u64("an Object")?)));
    }
    if !reader.limits().objects {
        return Err(codec::object_refused(at));
    }
    let class = codec::text_payload(reader)?.to_owned();
    if class.is_empty() {
        return Ok(Variant::Nil);
    }
    let count = codec::read_count(reader, "an Object", 8)?;
    reader.enter()?;
    let room = reader.room_for::<(String, Variant)>(count);
    let mut properties = Vec::with_capacity(room);
    for _ in 0..count {
        let name = codec::text_payload(reader)?.to_owned();
        match Variant::read_in(reader, spec) {
            Ok(value) => properties.push((name, value)),
            Err(error) => return Err(error.in_key(name)),
        }
    }
    reader.give_back::<(String, Variant)>(room);
    reader.leave();
    Ok(Variant::Object(Box::new(Object { class, properties })))
}

impl Variant {
    /// Reads a value of any type in a dialect that is known only at run time.
    ///
    /// # Errors
    /// Every [`DecodeErrorKind`](crate::DecodeErrorKind) but those of typed messages.
    pub fn read_in(reader: &mut Reader<'_>, spec: &DialectSpec) -> Result<Self, DecodeError> {
        let at = reader.position();
        let (kind, header) = codec::read_header(reader, spec)?;
        // Each container has its own function, which keeps the stack frames of the recursion small.
        match kind {
            VariantType::Array => read_array(reader, header, spec),
            VariantType::Dictionary => read_dictionary(reader, header, spec),
            VariantType::Object => read_object(reader, header, at, spec),
            _ => read_leaf(reader, kind, header, spec),
        }
    }

    /// Writes this value in a dialect that is known only at run time.
    ///
    /// # Errors
    /// [`EncodeErrorKind::UnsupportedType`] for a type that the dialect lacks,
    /// [`EncodeErrorKind::PrecisionLost`] for a double-precision structure in a single-precision
    /// dialect, [`EncodeErrorKind::TooDeep`], [`EncodeErrorKind::TooLong`].
    pub fn put_in<O: Output>(&self, out: &mut O, spec: &DialectSpec) -> Result<(), EncodeError> {
        match self {
            Self::Array(array) => put_array(array, spec, out),
            Self::Dictionary(dictionary) => put_dictionary(dictionary, spec, out),
            Self::Object(object) => put_object(object, spec, out),
            value => put_without_elements(value, spec, out),
        }
    }
}
