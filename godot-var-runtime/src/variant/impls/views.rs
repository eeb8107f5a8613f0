//! Borrowed packed arrays: `PackedView`.

use crate::core::reader::Word;
use crate::variant::codec::{self, Wanted};
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::{Facts, has_type, header_word, real_header_word};
use crate::variant::traits::{DecodeVariant, EncodeVariant};
use crate::variant::types::VariantType;
use crate::variant::types::{DialectSpec, RealForm};
use crate::variant::values::packed_view::{PackedElement, PackedView};
use crate::{DecodeError, DecodeErrorKind, EncodeError, Output, Reader};

/// Returns the size of a component in this dialect's output. In double precision only Godot 4 widens it.
const fn written_real(spec: &DialectSpec) -> usize {
    if matches!(spec.real, RealForm::DoubleFlagged) { 8 } else { 4 }
}

/// Returns the header of a packed array.
const fn view_header<D: Dialect, T: PackedElement>() -> Word {
    if T::REAL.is_some() && written_real(&D::SPEC) == 8 {
        real_header_word::<D>(T::KIND)
    } else {
        header_word::<D>(T::KIND)
    }
}

/// The packed array of `T`, borrowed from the message: see [`PackedView`].
impl<D: Dialect, T: PackedElement + EncodeVariant<D>> EncodeVariant<D> for PackedView<'_, T> {
    const FACTS: Facts =
        Facts::varying(const { &[view_header::<D, T>()] }, 2, usize::MAX).of_type::<D>(T::KIND);

    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        if const { !has_type::<D>(T::KIND) } {
            return Err(codec::unsupported(T::KIND, &D::SPEC));
        }
        out.put_words(const { &[view_header::<D, T>()] });
        <Self as EncodeVariant<D>>::encode_after_prefix(self, out)
    }

    fn encode_after_prefix<O: Output>(value: &Self, out: &mut O) -> Result<(), EncodeError> {
        if T::REAL.is_some_and(|bytes| bytes != written_real(&D::SPEC)) {
            return T::encode_packed(&value.to_vec(), out);
        }
        out.put_u32(codec::wire_len(value.len())?);
        out.put_padded(value.as_bytes());
        Ok(())
    }
}

impl<'a, 'de: 'a, D, T> DecodeVariant<'de, D> for PackedView<'a, T>
where
    D: Dialect,
    T: PackedElement + EncodeVariant<D>,
{
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        let start = reader.clone();
        let wanted = const { &Wanted::named(T::KIND, T::KIND.name(D::SPEC.generation)) };
        let (kind, header) = codec::read_wanted(reader, &D::SPEC, wanted)?;
        let wide = codec::is_wide_packed(header, &D::SPEC);
        if T::REAL.is_some_and(|bytes| bytes != if wide { 8 } else { 4 }) {
            return Err(wrong_width(&start, kind, &D::SPEC, wide));
        }
        payload(reader)
    }

    fn decode_after_prefix(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        if T::REAL.is_some_and(|bytes| bytes != written_real(&D::SPEC)) {
            reader.seek(reader.position().saturating_sub(4));
            return Self::decode(reader);
        }
        payload(reader)
    }
}

/// Takes the bytes after the header.
#[inline]
fn payload<'de, T: PackedElement>(
    reader: &mut Reader<'de>,
) -> Result<PackedView<'de, T>, DecodeError> {
    if let VariantType::PackedByteArray = T::KIND {
        return codec::packed_bytes(reader).map(PackedView::of_wire);
    }
    let what = const { T::KIND.described() };
    let count = codec::read_count(reader, what, size_of::<T>())?;
    reader.take(count * size_of::<T>(), what).map(PackedView::of_wire)
}

#[cold]
fn wrong_width(
    start: &Reader<'_>,
    kind: VariantType,
    spec: &DialectSpec,
    wide: bool,
) -> DecodeError {
    let name = kind.name(spec.generation);
    let (expected, found) = if wide { (32, 64) } else { (64, 32) };
    DecodeError::new(
        DecodeErrorKind::WrongType,
        start.position(),
        alloc::format!("{name} of {expected}-bit components"),
        alloc::format!("{found}-bit components"),
    )
}
