//! Error values shared by all wires: what went wrong, at which byte, on which path.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// One step from a message down to the value that an error is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathSegment {
    /// A field, or a Dictionary key that is text.
    Key(Cow<'static, str>),
    /// The position of an element.
    Index(usize),
}

/// Where in a message an error is, by the names of its types: `Snapshot.players[3].pos`, `Move[0]`, `Board.scores["b b"]`.
///
/// It begins with the name of the message: that of a struct, or of an enum's variant. Then come the fields, by their keys or,
/// in Arrays, by their names; the positions of elements; the keys of maps. What only distinguishes variants has no step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// From the inside out, as the steps become known on the way back.
    reversed: Vec<Step>,
}

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    /// A step in the bytes.
    Segment(PathSegment),
    /// The name of the segment inside it, such as a field in an Array. Empty around the content of a variant, which has no
    /// step of its own. Most segments have no name, so that a deep path takes little memory.
    Name(Cow<'static, str>),
    /// The name of a struct or a variant, which is not a segment. It is shown where the path begins.
    Type(Cow<'static, str>),
}

impl Path {
    /// The segments of the path in the bytes, outermost first.
    pub fn segments(&self) -> impl Iterator<Item = &PathSegment> {
        self.reversed.iter().rev().filter_map(|step| match step {
            Step::Segment(segment) => Some(segment),
            Step::Name(_) | Step::Type(_) => None,
        })
    }

    /// The path in the bytes, with the positions of Arrays in place of names: `[2][1][3]`. [Peeks](mod@crate::variant::peek) take it.
    pub fn positional(&self) -> impl fmt::Display {
        Positional(self)
    }

    /// Whether the error is about the message itself.
    pub fn is_empty(&self) -> bool {
        self.segments().next().is_none()
    }

    /// The name of the message.
    fn message(&self) -> Option<&str> {
        let mut steps = self.reversed.iter().rev();
        loop {
            match steps.next()? {
                Step::Type(name) => return Some(name),
                Step::Name(name) if name.is_empty() => drop(steps.next()),
                _ => return None,
            }
        }
    }
}

/// Displays the segments of a path alone.
struct Positional<'p>(&'p Path);

impl fmt::Display for Positional<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut segments = self.0.segments().enumerate();
        segments.try_for_each(|(position, segment)| segment.put(f, position == 0))
    }
}

impl PathSegment {
    fn put(&self, f: &mut fmt::Formatter<'_>, is_first: bool) -> fmt::Result {
        match self {
            Self::Index(index) => write!(f, "[{index}]"),
            Self::Key(key) => put_key(key, f, is_first),
        }
    }
}

fn put_key(key: &str, f: &mut fmt::Formatter<'_>, is_first: bool) -> fmt::Result {
    if is_identifier(key) {
        write!(f, "{}{key}", if is_first { "" } else { "." })
    } else {
        write!(f, "[{key:?}]")
    }
}

pub(crate) fn is_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && chars.all(|c| c.is_alphanumeric() || c == '_')
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message = self.message();
        f.write_str(message.unwrap_or_default())?;
        let mut is_first = message.is_none();
        let mut steps = self.reversed.iter().rev();
        while let Some(step) = steps.next() {
            match step {
                Step::Type(_) => continue,
                Step::Segment(segment) => segment.put(f, is_first)?,
                Step::Name(name) => {
                    // In place of its segment.
                    steps.next();
                    if name.is_empty() {
                        continue;
                    }
                    // A field of a tuple.
                    if name.starts_with(|c: char| c.is_ascii_digit()) {
                        write!(f, "[{name}]")?;
                    } else {
                        put_key(name, f, is_first)?;
                    }
                }
            }
            is_first = false;
        }
        Ok(())
    }
}

/// What kind of thing was wrong with the bytes.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DecodeErrorKind {
    /// The buffer ends before the value does: more bytes could complete it.
    Incomplete,
    /// A type id that the dialect does not have, or a message that is not a value, such as a text.
    UnknownType,
    /// A value of another type than the one that belongs here.
    WrongType,
    /// A number that the target type cannot hold.
    OutOfRange,
    /// A float with a fraction, or beyond 2^53, where an integer belongs.
    NotAnInteger,
    /// Text that is not UTF-8.
    InvalidUtf8,
    /// A length or count that no writer can mean, such as a negative one.
    InvalidLength,
    /// A word whose value the format does not define.
    InvalidValue,
    /// A required field is not there.
    MissingField,
    /// A key that the message does not have, where unknown keys are refused.
    UnknownField,
    /// A name or number that no variant of the enum has.
    UnknownVariant,
    /// Another number of elements than the message has, or bytes after a whole message.
    WrongLength,
    /// More elements, or more bytes, than the field or [`Limits`](crate::Limits) allow.
    LimitExceeded,
    /// More nesting than [`Limits::depth`](crate::Limits::depth) allows.
    TooDeep,
    /// An encoded object, which is refused unless [`Limits::objects`](crate::Limits::objects) allows it.
    ObjectRefused,
    /// A form that today's engines no longer read.
    ObsoleteForm,
    /// Raised by a user's own code.
    Custom,
}

impl DecodeErrorKind {
    /// The kind's name, as the command line prints it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Incomplete => "Incomplete",
            Self::UnknownType => "UnknownType",
            Self::WrongType => "WrongType",
            Self::OutOfRange => "OutOfRange",
            Self::NotAnInteger => "NotAnInteger",
            Self::InvalidUtf8 => "InvalidUtf8",
            Self::InvalidLength => "InvalidLength",
            Self::InvalidValue => "InvalidValue",
            Self::MissingField => "MissingField",
            Self::UnknownField => "UnknownField",
            Self::UnknownVariant => "UnknownVariant",
            Self::WrongLength => "WrongLength",
            Self::LimitExceeded => "LimitExceeded",
            Self::TooDeep => "TooDeep",
            Self::ObjectRefused => "ObjectRefused",
            Self::ObsoleteForm => "ObsoleteForm",
            Self::Custom => "Custom",
        }
    }
}

/// A path before a sentence: `Snapshot.tick: `, or nothing.
struct Before<'p>(&'p Path);

impl fmt::Display for Before<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.0.to_string();
        if path.is_empty() { Ok(()) } else { write!(f, "{path}: ") }
    }
}

/// Declares how an error gets its path, from the inside out.
macro_rules! steps {
    () => {
        /// The same error, inside the field `key`.
        #[cold]
        #[inline(never)]
        #[must_use]
        pub fn in_key(self, key: impl Into<Cow<'static, str>>) -> Self {
            self.within(Step::Segment(PathSegment::Key(key.into())))
        }

        /// The same error, inside the element `index`.
        #[cold]
        #[inline(never)]
        #[must_use]
        pub fn in_index(self, index: usize) -> Self {
            self.within(Step::Segment(PathSegment::Index(index)))
        }

        /// The same error, in a value of the type `name`, with which the path begins if the value is a whole message.
        #[cold]
        #[inline(never)]
        #[must_use]
        pub fn in_type(self, name: impl Into<Cow<'static, str>>) -> Self {
            self.within(Step::Type(name.into()))
        }

        /// The same error, inside the field `name` of a record, which is the element `index`.
        #[cold]
        #[inline(never)]
        #[doc(hidden)]
        #[must_use]
        pub fn in_element(self, index: usize, name: impl Into<Cow<'static, str>>) -> Self {
            self.within(Step::Segment(PathSegment::Index(index))).within(Step::Name(name.into()))
        }

        /// The same error, inside the content of a variant, which has the key `key`.
        #[cold]
        #[inline(never)]
        #[doc(hidden)]
        #[must_use]
        pub fn in_content(self, key: impl Into<Cow<'static, str>>) -> Self {
            self.within(Step::Segment(PathSegment::Key(key.into()))).within(Step::Name("".into()))
        }

        #[inline(never)]
        fn within(mut self, step: Step) -> Self {
            self.0.path.reversed.push(step);
            self
        }
    };
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct DecodeErrorBody {
    kind: DecodeErrorKind,
    offset: usize,
    /// Whether [`Limits`](crate::Limits) refuse the message, whatever it is read as.
    of_limits: bool,
    path: Path,
    expected: Cow<'static, str>,
    found: Cow<'static, str>,
    hint: Cow<'static, str>,
}

/// Why bytes could not be read: kind, byte offset, path, what was expected and what was there.
///
/// One pointer in size, so that a `Result` costs a word.
#[derive(Clone, PartialEq, Eq)]
pub struct DecodeError(Box<DecodeErrorBody>);

impl DecodeError {
    /// An error of this kind at a byte offset, with what was expected and what was found there.
    ///
    /// Either text may be empty; `Display` leaves it out then.
    #[cold]
    #[inline(never)]
    pub fn new(
        kind: DecodeErrorKind,
        offset: usize,
        expected: impl Into<Cow<'static, str>>,
        found: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self(Box::new(DecodeErrorBody {
            kind,
            offset,
            of_limits: false,
            path: Path::default(),
            expected: expected.into(),
            found: found.into(),
            hint: Cow::Borrowed(""),
        }))
    }

    /// The error for a number that no variant of the enum `name` has.
    #[cold]
    #[inline(never)]
    pub(crate) fn no_variant(offset: usize, name: &str, number: impl fmt::Display) -> Self {
        let found = alloc::format!("no {name} has the number {number}");
        Self::new(DecodeErrorKind::UnknownVariant, offset, "", found)
    }

    /// The same error with what the sender or the reader can do about it.
    #[cold]
    #[doc(hidden)]
    #[must_use]
    pub fn hinted(mut self, hint: impl Into<Cow<'static, str>>) -> Self {
        self.0.hint = hint.into();
        self
    }

    /// The same error, as one that [`Limits`](crate::Limits) make: no other form of the value is tried.
    #[cold]
    pub(crate) fn of_limits(mut self) -> Self {
        self.0.of_limits = true;
        self
    }

    /// Whether [`Limits`](crate::Limits) refuse the message, whatever it is read as.
    pub(crate) fn is_of_limits(&self) -> bool {
        self.0.of_limits
    }

    /// An error with a text of your own, for hand-written decoders.
    #[cold]
    pub fn custom(offset: usize, message: impl fmt::Display) -> Self {
        Self::new(DecodeErrorKind::Custom, offset, "", message.to_string())
    }

    /// What kind of thing was wrong.
    pub fn kind(&self) -> DecodeErrorKind {
        self.0.kind
    }

    /// The byte at which it was seen, counted from the start of the message.
    pub fn offset(&self) -> usize {
        self.0.offset
    }

    /// The field or element that it is about.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// What belongs there, or an empty text.
    pub fn expected(&self) -> &str {
        &self.0.expected
    }

    /// What was there, or an empty text.
    pub fn found(&self) -> &str {
        &self.0.found
    }

    /// What the sender or the reader can do about it, or an empty text. [`message`](Self::message) ends with it.
    pub fn hint(&self) -> &str {
        &self.0.hint
    }

    /// Whether more bytes could make the message whole, as against bytes that are wrong.
    pub fn is_incomplete(&self) -> bool {
        self.0.kind == DecodeErrorKind::Incomplete
    }

    steps!();

    /// The same error, `by` bytes further on: for bytes inside others.
    #[cold]
    #[must_use]
    pub fn moved(mut self, by: usize) -> Self {
        self.0.offset += by;
        self
    }

    /// The same error at a byte: for a value that was read without its place.
    #[cold]
    pub(crate) fn at(mut self, offset: usize) -> Self {
        self.0.offset = offset;
        self
    }

    /// What happened, without the path: the sentence after [`Display`](fmt::Display).
    pub fn message(&self) -> String {
        let body = &*self.0;
        let (expected, found) = (&body.expected, &body.found);
        let at = body.offset;
        let mut message = match body.kind {
            DecodeErrorKind::Incomplete if expected.is_empty() => {
                alloc::format!("the buffer ends at byte {at}, before the value does")
            }
            DecodeErrorKind::Incomplete => {
                alloc::format!("the buffer ends inside {expected} at byte {at}")
            }
            DecodeErrorKind::MissingField => {
                alloc::format!("expected {expected}, but it is missing from the value at byte {at}")
            }
            _ if expected.is_empty() => alloc::format!("{found} at byte {at}"),
            _ if found.is_empty() => alloc::format!("expected {expected} at byte {at}"),
            _ => alloc::format!("expected {expected}, found {found} at byte {at}"),
        };
        if !body.hint.is_empty() {
            message.push_str("; ");
            message.push_str(&body.hint);
        }
        message
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Before(&self.0.path), self.message())
    }
}

impl fmt::Debug for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DecodeError")
            .field("kind", &self.0.kind)
            .field("offset", &self.0.offset)
            .field("path", &alloc::format!("{}", self.0.path))
            .field("expected", &self.0.expected)
            .field("found", &self.0.found)
            .finish()
    }
}

impl core::error::Error for DecodeError {}

/// What kind of thing cannot be written.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EncodeErrorKind {
    /// A number that the wire's integer cannot hold: a `u64` above `i64::MAX`.
    OutOfRange,
    /// A type that the dialect does not have.
    UnsupportedType,
    /// A text, array or message longer than the wire or the field allows.
    TooLong,
    /// More nesting than an engine reads.
    TooDeep,
    /// A double-precision structure that a single-precision dialect would cut.
    PrecisionLost,
    /// A field that another one says is there, and that is not; or the other way round.
    Presence,
    /// A flattened map with the key of a field.
    DuplicateKey,
    /// The caller's buffer is too small.
    BufferTooSmall,
    /// Raised by a user's own code.
    Custom,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct EncodeErrorBody {
    kind: EncodeErrorKind,
    path: Path,
    message: Cow<'static, str>,
    needed: Option<usize>,
}

/// Why a value could not be written: kind, path and a sentence.
#[derive(Clone, PartialEq, Eq)]
pub struct EncodeError(Box<EncodeErrorBody>);

impl EncodeError {
    /// An error of this kind with a sentence.
    #[cold]
    #[inline(never)]
    pub fn new(kind: EncodeErrorKind, message: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(EncodeErrorBody {
            kind,
            path: Path::default(),
            message: message.into(),
            needed: None,
        }))
    }

    /// An error with a text of your own, for hand-written encoders.
    #[cold]
    pub fn custom(message: impl fmt::Display) -> Self {
        Self::new(EncodeErrorKind::Custom, message.to_string())
    }

    /// The buffer has `available` bytes and the message takes `needed`.
    #[cold]
    pub fn buffer_too_small(needed: usize, available: usize) -> Self {
        let mut error = Self::new(
            EncodeErrorKind::BufferTooSmall,
            alloc::format!("the message takes {needed} bytes, the buffer has {available}"),
        );
        error.0.needed = Some(needed);
        error
    }

    /// What kind of thing cannot be written.
    pub fn kind(&self) -> EncodeErrorKind {
        self.0.kind
    }

    /// The field or element that it is about.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// The bytes that the whole message takes, for [`EncodeErrorKind::BufferTooSmall`].
    pub fn needed(&self) -> Option<usize> {
        self.0.needed
    }

    /// What happened, without the path.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    steps!();
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Before(&self.0.path), self.0.message)
    }
}

impl fmt::Debug for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EncodeError")
            .field("kind", &self.0.kind)
            .field("path", &alloc::format!("{}", self.0.path))
            .field("message", &self.0.message)
            .finish()
    }
}

impl core::error::Error for EncodeError {}
