//! Tuples: Arrays whose elements each have a type.

use crate::variant::codec;
use crate::variant::codec::wrong_length;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::{Facts, header_word};
use crate::variant::traits::{DecodeVariant, EncodeVariant};
use crate::variant::types::VariantType;
use crate::{DecodeError, EncodeError, Output, Reader};

macro_rules! tuple {
    ($len:literal: $($name:ident $index:tt),*) => {
        /// An Array with exactly these elements.
        impl<D: Dialect, $($name: EncodeVariant<D>),*> EncodeVariant<D> for ($($name,)*) {
            const FACTS: Facts = {
                let mut min_words = 2;
                let mut max_words: usize = 2;
                let mut repeats = false;
                $(
                    repeats |= $name::FACTS.repeats;
                    min_words += $name::FACTS.min_words;
                    max_words = max_words.saturating_add($name::FACTS.max_words);
                )*
                Facts::varying(
                    const { &[header_word::<D>(VariantType::Array), [$len, 0, 0, 0]] },
                    min_words,
                    max_words,
                )
                .repeating(repeats)
            };

            fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                out.put_words(const { &[header_word::<D>(VariantType::Array), [$len, 0, 0, 0]] });
                <Self as EncodeVariant<D>>::encode_after_prefix(self, out)
            }

            fn encode_after_prefix<O: Output>(value: &Self, out: &mut O) -> Result<(), EncodeError> {
                out.enter()?;
                $(
                    if let Err(error) = value.$index.encode(out) {
                        return Err(error.in_index($index));
                    }
                )*
                out.leave();
                Ok(())
            }
        }

        impl<'de, D: Dialect, $($name: DecodeVariant<'de, D>),*> DecodeVariant<'de, D> for ($($name,)*) {
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                let start = reader.position();
                let count = codec::open_array(reader, &D::SPEC)?;
                if count != $len {
                    return Err(wrong_length(start, $len, count));
                }
                reader.enter()?;
                let tuple = ($(
                    match $name::decode(reader) {
                        Ok(value) => value,
                        Err(error) => return Err(error.in_index($index)),
                    },
                )*);
                reader.leave();
                Ok(tuple)
            }

            fn decode_in_place(
                reader: &mut Reader<'de>,
                place: &mut Self,
            ) -> Result<(), DecodeError> {
                let start = reader.position();
                let count = codec::open_array(reader, &D::SPEC)?;
                if count != $len {
                    return Err(wrong_length(start, $len, count));
                }
                reader.enter()?;
                $(
                    if let Err(error) = $name::decode_in_place(reader, &mut place.$index) {
                        return Err(error.in_index($index));
                    }
                )*
                reader.leave();
                Ok(())
            }

            fn decode_after_prefix(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                reader.seek(reader.position() - 8);
                Self::decode(reader)
            }
        }

    };
}

tuple!(1: A 0);
tuple!(2: A 0, B 1);
tuple!(3: A 0, B 1, C 2);
tuple!(4: A 0, B 1, C 2, E 3);
tuple!(5: A 0, B 1, C 2, E 3, F 4);
tuple!(6: A 0, B 1, C 2, E 3, F 4, G 5);
tuple!(7: A 0, B 1, C 2, E 3, F 4, G 5, H 6);
tuple!(8: A 0, B 1, C 2, E 3, F 4, G 5, H 6, I 7);
tuple!(9: A 0, B 1, C 2, E 3, F 4, G 5, H 6, I 7, J 8);
tuple!(10: A 0, B 1, C 2, E 3, F 4, G 5, H 6, I 7, J 8, K 9);
tuple!(11: A 0, B 1, C 2, E 3, F 4, G 5, H 6, I 7, J 8, K 9, L 10);
tuple!(12: A 0, B 1, C 2, E 3, F 4, G 5, H 6, I 7, J 8, K 9, L 10, M 11);
