//! Structures whose bytes in memory, on a little-endian machine, are those of the encoding.

use dataview::DataView;

use crate::variant::types::forms;
use crate::variant::types::math::{self, double};

/// A structure without padding, for which every bit pattern is valid.
pub trait Plain: Copy {
    /// The bytes of elements in memory.
    fn bytes(elements: &[Self]) -> &[u8];
    /// The bytes as elements; `None` if their address is not aligned, or if the last element is
    /// incomplete.
    fn elements(bytes: &[u8]) -> Option<&[Self]>;
    /// The element at the start of bytes, wherever they are; `None` if they are too few.
    #[cfg(feature = "_wires")]
    fn first(bytes: &[u8]) -> Option<Self>;
}

macro_rules! plain {
    ($($type:ty),+ $(,)?) => { $(
        impl Plain for $type {
            #[inline(always)]
            fn bytes(elements: &[Self]) -> &[u8] {
                dataview::bytes(elements)
            }

            #[inline(always)]
            fn elements(bytes: &[u8]) -> Option<&[Self]> {
                let whole = bytes.len().is_multiple_of(size_of::<Self>());
                DataView::from(bytes)
                    .try_slice(0, bytes.len() / size_of::<Self>())
                    .filter(|_| whole)
            }

            #[cfg(feature = "_wires")]
            #[inline(always)]
            fn first(bytes: &[u8]) -> Option<Self> {
                DataView::from(bytes).try_read(0)
            }
        }
    )+ };
}

plain!(u8, u16, u32, u64, i8, i16, i32, i64, f32, f64);

macro_rules! structures {
    (
        []
        reals { $($real:ident[$rn:literal] $($real_list:ident)?;)* }
        fixed { $($fixed:ident[$component:ty; $fn:literal] $($fixed_list:ident)?;)* }
        $($other:tt)*
    ) => {
        $(plain!(math::$real, double::$real);)*
        $(plain!(math::$fixed);)*
    };
}

forms! { structures [] }
