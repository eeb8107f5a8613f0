//! Types that only flat messages have.

#[cfg(feature = "_glam")]
mod glam;
mod net;
mod values;
