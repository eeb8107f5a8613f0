//! What a reader is willing to take from a message that it does not trust.

use crate::{DecodeError, DecodeErrorKind};

/// Bounds that a decoder checks before it allocates or descends.
///
/// Every count on the wire is also checked against the bytes that are left, so memory is
/// bounded by the input even with [`Limits::NONE`].
///
/// | Limit | Default | Meaning |
/// |---|---:|---|
/// | [`depth`](Self::depth) | 128 | containers inside containers; never more than [`Limits::MAX_DEPTH`] |
/// | [`elements`](Self::elements) | 1,048,576 | elements of one container, packed array or node path |
/// | [`bytes`](Self::bytes) | 16,777,216 | the message, or one frame of a stream |
/// | [`objects`](Self::objects) | `false` | whether encoded objects ("full objects") are read as data |
/// | [`canonical`](Self::canonical) | `false` | LiteNetLibManager: whether only what a writer writes is read |
///
/// ```
/// use godot_var_runtime::Limits;
///
/// const OF_CLIENTS: Limits = Limits::DEFAULT.with_depth(8).with_elements(1_000).with_bytes(4_096);
/// assert_eq!(OF_CLIENTS.depth, 8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// How many containers may be inside each other.
    pub depth: u32,
    /// How many elements one container, packed array or node path may have.
    pub elements: usize,
    /// How many bytes one message or frame may have.
    pub bytes: usize,
    /// Whether encoded objects are read, as class name and properties. They are never executed.
    pub objects: bool,
    /// Whether only those forms are read that a writer writes, where a wire has several for a value:
    /// the longer forms of packed integers, for one.
    pub canonical: bool,
}

impl Limits {
    /// The nesting at which Godot 4 stops, and beyond which no limit goes: 1,024 containers.
    pub const MAX_DEPTH: u32 = 1024;

    /// The defaults.
    pub const DEFAULT: Self =
        Self { depth: 128, elements: 1 << 20, bytes: 1 << 24, objects: false, canonical: false };

    /// No bounds but those of the engine itself: depth [`Limits::MAX_DEPTH`], sizes of an `i32`.
    pub const NONE: Self = Self {
        depth: Self::MAX_DEPTH,
        elements: i32::MAX as usize,
        bytes: i32::MAX as usize,
        objects: false,
        canonical: false,
    };

    /// What errors say of [`depth`](Self::depth).
    pub(crate) const RAISES_DEPTH: &str = "`Limits::with_depth` raises the limit";
    /// What errors say of [`elements`](Self::elements).
    #[doc(hidden)]
    pub const RAISES_ELEMENTS: &str = "`Limits::with_elements` raises the limit";
    /// What errors say of [`bytes`](Self::bytes).
    pub(crate) const RAISES_BYTES: &str = "`Limits::with_bytes` raises the limit";

    /// These limits with another [`depth`](Self::depth).
    #[must_use]
    pub const fn with_depth(mut self, depth: u32) -> Self {
        self.depth = depth;
        self
    }

    /// These limits with another number of [`elements`](Self::elements).
    #[must_use]
    pub const fn with_elements(mut self, elements: usize) -> Self {
        self.elements = elements;
        self
    }

    /// These limits with another number of [`bytes`](Self::bytes).
    #[must_use]
    pub const fn with_bytes(mut self, bytes: usize) -> Self {
        self.bytes = bytes;
        self
    }

    /// These limits, reading encoded objects as data or not.
    #[must_use]
    pub const fn with_objects(mut self, objects: bool) -> Self {
        self.objects = objects;
        self
    }

    /// These limits, reading only the forms that a writer writes, or not.
    #[must_use]
    pub const fn with_canonical(mut self, canonical: bool) -> Self {
        self.canonical = canonical;
        self
    }
}

impl Limits {
    /// Refuses a message that is longer than [`bytes`](Self::bytes).
    ///
    /// # Errors
    /// [`DecodeErrorKind::LimitExceeded`].
    #[doc(hidden)]
    #[inline(always)]
    pub fn check_bytes(self, len: usize) -> Result<(), DecodeError> {
        if len > self.bytes { Err(too_many_bytes(len, self.bytes)) } else { Ok(()) }
    }
}

#[cold]
#[inline(never)]
fn too_many_bytes(len: usize, most: usize) -> DecodeError {
    let (most, found) = (alloc::format!("at most {most} bytes"), alloc::format!("{len}"));
    DecodeError::new(DecodeErrorKind::LimitExceeded, 0, most, found).hinted(Limits::RAISES_BYTES)
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
