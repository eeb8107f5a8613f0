//! The order of the bytes of a number.

/// The order in which numbers have their bytes: [`Little`], or [`Big`] inside a type with `big_endian`. The trait is sealed.
pub trait ByteOrder: sealed::Sealed + 'static {
    /// Whether the highest byte comes first.
    const BIG: bool;
}

/// The lowest byte first: the usual order.
#[derive(Clone, Copy, Debug)]
pub enum Little {}

/// The highest byte first: `StreamPeer.big_endian`.
#[derive(Clone, Copy, Debug)]
pub enum Big {}

impl ByteOrder for Little {
    const BIG: bool = false;
}

impl ByteOrder for Big {
    const BIG: bool = true;
}

mod sealed {
    //! Keeps [`ByteOrder`](super::ByteOrder) to the types of this file.

    /// An order of this file.
    pub trait Sealed {}

    impl Sealed for super::Little {}
    impl Sealed for super::Big {}
}
