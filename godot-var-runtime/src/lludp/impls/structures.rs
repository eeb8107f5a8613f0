//! Ids, addresses, vectors and rotations.

use core::net::Ipv4Addr;

use uuid::Uuid;

use crate::lludp::Field;
use crate::lludp::derived::block::{FixedField, Room, Run};
use crate::lludp::values::math::{Quaternion, Vector3, Vector3d, Vector4};
use crate::{DecodeError, EncodeError, Output, Reader};

fixed! {
    Uuid = "an LLUUID": 16, |value| value.into_bytes(), |bytes| Self::from_bytes(bytes);
    Ipv4Addr = "an IPADDR": 4, |value| value.octets(), |bytes| Self::from(bytes);
}

macro_rules! components {
    ($($type:ident($component:ty) = $size:literal { $($field:ident),+ })+) => {$(
        impl Field<'_> for $type {
            #[inline]
            fn read(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
                Ok(Self { $($field: Field::read(reader)?),+ })
            }

            #[inline]
            fn put(&self, out: &mut impl Output) -> Result<(), EncodeError> {
                $(self.$field.put(out)?;)+
                Ok(())
            }
        }

        impl FixedField for $type {
            const SIZE: usize = $size;

            #[inline(always)]
            fn load(run: &mut Run<'_>) -> Self {
                Self { $($field: FixedField::load(run)),+ }
            }

            #[inline(always)]
            fn store(&self, room: &mut Room<'_>) {
                $(self.$field.store(room);)+
            }
        }
    )+};
}

components! {
    Vector3(f32) = 12 { x, y, z }
    Vector3d(f64) = 24 { x, y, z }
    Vector4(f32) = 16 { x, y, z, w }
    Quaternion(f32) = 12 { x, y, z }
}
