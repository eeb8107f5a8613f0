//! The encodings of types of Rust, `uuid` and LLUDP.

/// Types of a fixed size: one by one ([`Field`](super::Field)), and in a run of fields
/// ([`FixedField`](super::FixedField)).
macro_rules! fixed {
    ($($type:ty = $name:literal: $size:literal, |$value:ident| $store:expr, |$bytes:ident| $load:expr;)+) => {$(
        impl Field<'_> for $type {
            #[inline]
            fn read(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
                let $bytes = reader.array::<$size>($name)?;
                Ok($load)
            }

            #[inline]
            fn put(&self, out: &mut impl Output) -> Result<(), EncodeError> {
                let $value = self;
                out.put_bytes(&$store);
                Ok(())
            }
        }

        impl FixedField for $type {
            const SIZE: usize = $size;

            #[inline(always)]
            fn load(run: &mut Run<'_>) -> Self {
                let $bytes = run.load::<$size>();
                $load
            }

            #[inline(always)]
            fn store(&self, room: &mut Room<'_>) {
                let $value = self;
                room.store::<$size>($store);
            }
        }
    )+};
}

mod collections;
mod numbers;
mod structures;
mod text;
