//! The encodings of flat messages that attributes of the derive select.

mod bits;
pub(crate) mod float;
mod number;
mod packed;
mod rotation;
mod text;
mod variant;

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::vec::Vec;
#[cfg(feature = "std")]
use std::collections::{HashMap, HashSet};

use crate::flat::wire::LenVarint;
use crate::stream::length::Counted;
use crate::stream::wrappers::{by, pass};

pub use bits::AsBits;
pub use float::{AsAngle, AsHalf, AsRange};
pub use number::{AsLenient, AsVarint};
pub use packed::AsPackedBits;
pub use rotation::{AsNormal, AsSmallestThree};
pub use text::AsCString;
pub use variant::AsVariant;

/// A list or a map of values in an encoding has the encoding's name, too.
macro_rules! pass_elements {
    ($([$($params:tt)*] $codec:ty;)*) => {$(
        pass! { [$($params)*] $codec; }
        by!([T, $($params)*] $codec as Vec<T>: Counted<LenVarint, $codec>);
        by!([T, $($params)*] $codec as Box<[T]>: Counted<LenVarint, $codec>);
        by!([T, $($params)*] $codec as VecDeque<T>: Counted<LenVarint, $codec>);
        by!([T, $($params)*] $codec as BTreeSet<T>: Counted<LenVarint, $codec>);
        by!([K, V, $($params)*] $codec as BTreeMap<K, V>: Counted<LenVarint, $codec>);
        #[cfg(feature = "std")]
        by!([T, S, $($params)*] $codec as HashSet<T, S>: Counted<LenVarint, $codec>);
        #[cfg(feature = "std")]
        by!([K, V, S, $($params)*] $codec as HashMap<K, V, S>: Counted<LenVarint, $codec>);
    )*};
}

pass_elements! {
    [] AsVarint;
    [] AsHalf;
    [] AsLenient;
    [U, const LOW: u64, const HIGH: u64, const CLAMP: bool] AsRange<U, LOW, HIGH, CLAMP>;
    [U, const DEGREES: bool] AsAngle<U, DEGREES>;
    [C] AsNormal<C>;
    [const BITS: u32] AsSmallestThree<BITS>;
    [const MOST: usize] AsCString<MOST>;
}
