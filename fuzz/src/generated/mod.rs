//! Any bytes as generated types of every wire: the build script makes them from a seed.
//!
//! Each promise stands here once, for all wires. A file for each wire says how programs call it, and how a message is made and read by the
//! schema alone:
//!
//! | Promise | |
//! |---|---|
//! | memory | a decoder allocates in proportion to the message, and its stack is bounded |
//! | next | a message from a reader is the same one, and after an error the reader has not moved |
//! | in place | a Variant over another one is the same one, with the same error |
//! | owned | what a type borrows, its owning twin reads as the same |
//! | usual | a message in the usual form is the same one |
//! | canonical | with the limits for it, what is read is written as it was |
//! | schema | a program that has the schema alone accepts and refuses the same messages, and encodes the same bytes. No program reads a user's messages of LiteNetLibManager: `inspect` knows those of the library alone, as rows of fields |
//! | again | what was read can be written, and is then read as the same |
//! | lengths | every way to write gives the same bytes, within the promised length, in exactly that room |
//! | truncations | no beginning of a message is a message, and errors are within it |
//! | longer | bytes after a message are an error, or change nothing |
//! | fingerprint | compiled types and the schema have the same |
//! | made | a message that is made from the schema is read, and written as it was |
//! | delta | an older value with the changes to a newer one is the newer one; the delta is a message like others |
//! | classes | `tests/programs/gdscript.rs`: generated GDScript reads and refuses the same messages, and writes the same bytes |
//! | languages | `csharp.rs` and `typescript.rs` there: the same for generated C# and TypeScript; `litenet.rs` for structs of LiteNetLibManager |
//! | dissectors | `tests/programs/wireshark.rs`: they show the same values, and mark what is refused |

mod flat;
pub mod foreign;
mod litenet;
mod lludp;
mod variant;

use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::LazyLock;
use std::thread;

use allocation_counter::measure;
use godot_var::error::DecodeErrorKind;
use godot_var::{DecodeError, EncodeError, Limits, Reader};
use serde_json::Value as Json;

/// A wire, by its schema alone.
pub(crate) trait Wire: Sized + 'static {
    /// Whether fields may be missing at the end of a whole message, but not of the next of several; a schema refuses bytes after it, too.
    const WHOLE: bool;

    /// Whether a reader needs no padding at the end of a message, as the engine does.
    const PADS: bool = false;

    /// Whether there are limits by which a reader accepts only what a writer writes.
    const CANONICAL: bool = false;

    /// The same message in the usual form, and whether it repeats a key.
    fn usual(bytes: &[u8]) -> Option<(Vec<u8>, bool)> {
        let _ = bytes;
        None
    }

    /// Whether a value has one form alone, so that what is made is written as it was.
    const ONE_FORM: bool = true;

    /// Makes a message of a type.
    fn sample(name: &str, seed: u64) -> Vec<u8>;

    /// The fingerprint of a type, or whatever else the schema tells of a whole type.
    fn fingerprint(name: &str) -> Option<String>;
}

/// A type of a wire: how programs call it.
pub(crate) trait Codec<'a, W: Wire>: Debug + Sized {
    /// The fewest and the most bytes that the compiler knows of.
    const BOUNDS: (usize, usize) = (0, usize::MAX);

    fn decode(bytes: &'a [u8]) -> Result<Self, DecodeError>;
    fn next(reader: &mut Reader<'a>) -> Result<Self, DecodeError>;
    fn encode(&self) -> Result<Vec<u8>, EncodeError>;
    fn append(&self, bytes: &mut Vec<u8>) -> Result<usize, EncodeError>;
    fn write(&self, slice: &mut [u8]) -> Result<usize, EncodeError>;
    fn encoded_len(&self) -> Result<usize, EncodeError>;

    /// Reads a message over another one, if the wire has that.
    fn decode_in_place(bytes: &'a [u8], place: &mut Self) -> Option<Result<(), DecodeError>> {
        let _ = (bytes, place);
        None
    }

    /// The same for the next message of a reader.
    fn next_in_place(reader: &mut Reader<'a>, place: &mut Self) -> Option<Result<(), DecodeError>> {
        let _ = (reader, place);
        None
    }

    /// The fingerprint of the compiled type.
    fn fingerprint() -> Option<String> {
        None
    }

    /// What a program that has the schema alone makes of a message: an error, or what it encodes of it. `None` if the schema does not
    /// decide.
    fn by_schema(name: &str, bytes: &[u8]) -> Option<Result<Written, DecodeError>>;
}

/// What a program with the schema alone encodes; `None` if it is not what was read.
type Written = Option<Result<Vec<u8>, EncodeError>>;

/// Implements the calls of [`Codec`]: all wires name them in the same way.
macro_rules! calls {
    ($decode:ident $next:ident $encode:ident $append:ident $write:ident $len:ident $(<$param:ident>)?) => {
        fn decode(bytes: &'a [u8]) -> Result<Self, DecodeError> {
            Self::$decode$(::<$param>)?(bytes)
        }
        fn next(reader: &mut Reader<'a>) -> Result<Self, DecodeError> {
            Self::$next$(::<$param>)?(reader)
        }
        fn encode(&self) -> Result<Vec<u8>, EncodeError> {
            self.$encode$(::<$param>)?()
        }
        fn append(&self, bytes: &mut Vec<u8>) -> Result<usize, EncodeError> {
            self.$append$(::<$param>)?(bytes)
        }
        fn write(&self, slice: &mut [u8]) -> Result<usize, EncodeError> {
            self.$write$(::<$param>)?(slice)
        }
        fn encoded_len(&self) -> Result<usize, EncodeError> {
            self.$len$(::<$param>)?()
        }
    };
}
use calls;

/// A generated type, which may borrow from a message.
pub(crate) trait Family<W: Wire> {
    type Of<'a>: Codec<'a, W>;
    /// The same type without borrowing.
    type Owned: for<'a> Codec<'a, W>;
    /// Its name in the schema.
    const NAME: &'static str;
    /// The size of the largest type inside.
    const LARGEST: usize;
    const TRAITS: Traits;

    /// An older value with the changes to a newer one, if the type has a delta.
    fn newer(older: Self::Owned, newer: &Self::Owned) -> Option<Self::Owned> {
        let _ = (older, newer);
        None
    }

    /// A value after a delta, if the type has one and these bytes are one.
    fn applied(state: Self::Owned, delta: &[u8]) -> Option<Self::Owned> {
        let _ = (state, delta);
        None
    }
}

/// What the generator knows of a type.
#[derive(Clone, Copy)]
pub(crate) struct Traits {
    /// Whether all that is written is read as the same bytes again.
    exact: bool,
    /// Whether all that is read can be written.
    writable: bool,
    /// Whether the beginning of a message may be a message.
    open: bool,
    /// Whether a program that has only the schema can read it.
    plain: bool,
    /// Whether Rust writes all fields that it reads, and reads all that it writes.
    mutual: bool,
    /// Whether 32 bits are enough for its components, as most engines have them.
    single: bool,
}

const fn largest(sizes: &[usize]) -> usize {
    let (mut largest, mut at) = (0, 0);
    while at < sizes.len() {
        if sizes[at] > largest {
            largest = sizes[at];
        }
        at += 1;
    }
    largest
}

/// How many messages are made of each type.
const SAMPLES: u64 = 3;

/// What is written again of a message, and the error if it is not read.
pub type Again = Result<Result<Vec<u8>, EncodeError>, DecodeError>;

/// A generated type and its tests.
pub(crate) struct Entry {
    name: &'static str,
    traits: Traits,
    largest: usize,
    samples: Vec<Vec<u8>>,
    sample: fn(u64) -> Vec<u8>,
    again: fn(&[u8]) -> Again,
    has_nan: fn(&[u8]) -> bool,
    try_bytes: fn(&Self, &[u8]),
    try_samples: fn(&Self),
}

impl Entry {
    fn of<W: Wire, F: Family<W>>() -> Self {
        Self {
            name: F::NAME,
            traits: F::TRAITS,
            largest: F::LARGEST,
            samples: (0..SAMPLES).map(sample::<W, F>).collect(),
            sample: sample::<W, F>,
            again: |bytes| F::Of::decode(bytes).map(|value| value.encode()),
            has_nan: |bytes| shown(&F::Of::decode(bytes)).contains("NaN"),
            try_bytes: try_bytes::<W, F>,
            try_samples: try_samples::<W, F>,
        }
    }
}

/// Makes a message that the type reads.
fn sample<W: Wire, F: Family<W>>(number: u64) -> Vec<u8> {
    let bytes = W::sample(F::NAME, number * 7919 + 31);
    let Err(error) = F::Of::decode(&bytes).map(drop) else { return bytes };
    // A type that borrows may convert nothing.
    match F::Owned::decode(&bytes) {
        Ok(value) => value.encode().expect("what was read"),
        Err(_) => panic!("{}: {error} of {}", F::NAME, hex::encode(&bytes)),
    }
}

/// Whether an error is one of limits, which count the bytes of the message.
fn is_limit(error: &DecodeError) -> bool {
    matches!(error.kind(), DecodeErrorKind::LimitExceeded | DecodeErrorKind::TooDeep)
}

fn shown<T: Debug>(value: &Result<T, DecodeError>) -> String {
    format!("{value:?}")
}

/// The most bytes of an error: its texts, and its path through 128 levels.
const ERROR: u64 = (4 << 10) + 128 * 192;

fn try_bytes<W: Wire, F: Family<W>>(entry: &Entry, bytes: &[u8]) {
    let mut read = None;
    let cost = measure(|| read = Some(F::Of::decode(bytes)));
    let read = read.expect("it was called");
    let (len, each) = (bytes.len() as u64, 64 + 2 * F::LARGEST as u64);
    assert!(cost.bytes_max <= ERROR + len * each, "{} bytes at once", cost.bytes_max);
    assert!(cost.bytes_total <= 100_000 + len * each * 64, "{} bytes in all", cost.bytes_total);

    let mut reader = Reader::new(bytes);
    let next = F::Of::next(&mut reader);
    let used = reader.position();
    assert!(next.is_ok() || used == 0, "the reader has moved");
    let place = || F::Of::decode(&entry.samples[0]).expect("a sample");
    let mut in_place = place();
    if let Some(moved) = F::Of::decode_in_place(bytes, &mut in_place) {
        assert_eq!(shown(&moved.map(|()| in_place)), shown(&read), "in place");
    }
    let mut next_in_place = place();
    let mut reader = Reader::new(bytes);
    if let Some(moved) = F::Of::next_in_place(&mut reader, &mut next_in_place) {
        assert_eq!(shown(&moved.map(|()| next_in_place)), shown(&next), "the next in place");
        assert_eq!(reader.position(), used, "the next in place");
    }
    let goes_on = read.as_ref().is_err_and(|error| error.expected() == "the end of the message");
    if goes_on {
        assert!(entry.traits.open || next.is_ok() && used < bytes.len(), "the next: {next:?}");
    } else if !W::WHOLE || read.is_ok() && !entry.traits.open {
        assert_eq!(shown(&next), shown(&read), "the next");
        assert!(next.is_err() || used == bytes.len(), "{used} bytes");
    }
    // Others ignore what follows the value.
    let first = if goes_on && !W::WHOLE { &next } else { &read };
    if let Err(error) = &read {
        assert!(error.offset() <= bytes.len(), "{error}");
    }

    if let Ok(value) = &read
        && let Ok(written) = value.encode()
    {
        let owned = |bytes| F::Owned::decode(bytes).map(|value| value.encode());
        let (owned, of_written) = (owned(bytes), owned(&written));
        assert_eq!(owned.is_ok(), of_written.is_ok(), "owned");
        assert!(!entry.traits.exact || owned == of_written, "{owned:?}, owned {of_written:?}");
    }
    if entry.traits.plain
        && let Some(by_schema) = F::Of::by_schema(entry.name, bytes)
    {
        match (first, by_schema) {
            (Ok(value), Ok(Some(Ok(encoded)))) if entry.traits.exact && entry.traits.mutual => {
                // Of one length: all fields are there, and in the form of a writer.
                if let Ok(own) = value.encode()
                    && own.len() == encoded.len()
                {
                    let (own, encoded) = (in_any_order(&own), in_any_order(&encoded));
                    assert_eq!(own, encoded, "{value:?}, by the schema");
                }
            }
            (Ok(_), Ok(_)) | (Err(_), Err(_)) => {}
            // A schema does not tell where a pointer counts as a level.
            (Err(error), Ok(_)) if error.kind() == DecodeErrorKind::TooDeep => {}
            // A type that borrows may convert nothing.
            (Err(_), Ok(_)) if F::Owned::next(&mut Reader::new(bytes)).is_ok() => {}
            (read, by_schema) => panic!("{read:?}, by the schema {by_schema:?}"),
        }
    }
    if let Some((usual, repeats)) = W::usual(bytes) {
        match (first, F::Of::decode(&usual)) {
            (Ok(own), Ok(other)) => assert_eq!(own.encode(), other.encode(), "in the usual form"),
            // Limits count the bytes of the message.
            (Err(error), _) if is_limit(error) => {}
            (_, Err(error)) if is_limit(&error) => {}
            // A map also reads the value that is replaced, and may refuse it.
            (Err(_), Ok(_)) if repeats => {}
            // A type that borrows may convert nothing.
            (Err(_), Ok(_)) if F::Owned::next(&mut Reader::new(bytes)).is_ok() => {}
            (Err(_), Err(_)) => {}
            (read, other) => panic!("{read:?}, in the usual form {other:?}"),
        }
    }
    if W::CANONICAL {
        let limits = Limits::DEFAULT.with_canonical(true);
        let mut reader = Reader::with_limits(bytes, limits);
        if let Ok(value) = F::Of::next(&mut reader) {
            assert!(first.is_ok(), "only the form of a writer is read");
            let own = value.encode().expect("what was read");
            let used = &bytes[..reader.position()];
            assert!(!entry.traits.exact || own == used, "{own:02x?} of {used:02x?}");
        }
    }
    if let Ok(value) = &read {
        again::<W, F>(entry, value);
    }
}

/// The bytes of a message whose maps may have another order.
fn in_any_order(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes.sort_unstable();
    bytes
}

/// A value that was read can be written.
fn again<W: Wire, F: Family<W>>(entry: &Entry, value: &F::Of<'_>) {
    let Traits { exact, writable, open, .. } = entry.traits;
    let written = match value.encode() {
        Ok(written) => written,
        Err(error) => {
            assert!(!writable, "{error}");
            assert_eq!(value.encoded_len(), Err(error));
            return;
        }
    };
    lengths::<W, F>(value, &written);

    let read = F::Of::decode(&written).expect("what was written");
    if entry.traits.plain
        && let Some(by_schema) = F::Of::by_schema(entry.name, &written)
    {
        match by_schema.expect("what was written") {
            Some(Ok(encoded)) => {
                let again = || F::Of::decode(&encoded).expect("of the schema").encode();
                let is_same = encoded == written
                    || !W::ONE_FORM
                        && in_any_order(&encoded) == in_any_order(&written)
                        && again().as_ref() == Ok(&written);
                assert!(!exact || is_same, "{written:02x?}, by the schema {encoded:02x?}");
            }
            Some(Err(error)) => panic!("by the schema: {error}"),
            None => {}
        }
    }
    if exact {
        assert_eq!(read.encode().map(hex::encode), Ok(hex::encode(&written)), "again");
    }
    let mut place = F::Of::decode(&entry.samples[1]).expect("a sample");
    for len in (0..written.len()).rev().take(48) {
        let cut = F::Of::decode(&written[..len]);
        match &cut {
            // A byte array at the end needs no padding.
            Ok(cut) if W::PADS && len + 4 > written.len() => {
                assert_eq!(cut.encode().as_ref(), Ok(&written), "without padding");
            }
            Ok(_) => assert!(open, "{len} of {} bytes are read", written.len()),
            Err(error) => assert!(error.offset() <= len, "{error}"),
        }
        if let Some(in_place) = F::Of::decode_in_place(&written[..len], &mut place) {
            assert_eq!(in_place.err(), cut.err(), "{len} bytes in place");
        }
    }
    let longer = [&written[..], &[0]].concat();
    assert!(open || F::Of::decode(&longer).is_err(), "it goes on");
}

/// Every way to write gives the same bytes in the same room.
fn lengths<W: Wire, F: Family<W>>(value: &F::Of<'_>, written: &[u8]) {
    let len = written.len();
    let (least, most) = <F::Of<'_>>::BOUNDS;
    assert!(least <= len && len <= most, "{len} bytes, not {least} to {most}");
    assert_eq!(value.encoded_len(), Ok(len));
    let mut appended = vec![7, 7];
    assert_eq!(value.append(&mut appended), Ok(len));
    assert_eq!(appended, [&[7, 7], written].concat(), "appended");
    let mut slice = vec![0xaa; len + 256];
    assert_eq!(value.write(&mut slice), Ok(len));
    assert!(slice.starts_with(written));
    assert!(slice[len..].iter().all(|byte| *byte == 0xaa), "written after the message");
    let exact = &mut slice[..len];
    exact.fill(0xaa);
    assert_eq!(value.write(exact), Ok(len));
    assert_eq!(exact, written);
    if let Some(short) = len.checked_sub(1) {
        let error = value.write(&mut slice[..short]).expect_err("no room");
        assert_eq!(error.needed(), Some(len));
    }
}

/// Messages made from the schema are those of the compiled type.
fn try_samples<W: Wire, F: Family<W>>(entry: &Entry) {
    let Traits { exact, writable, .. } = entry.traits;
    let of_schema = W::fingerprint(entry.name);
    // What a derive made of it has the same layout.
    assert_eq!(F::Of::fingerprint().filter(|_| of_schema.is_some()), of_schema, "{}", entry.name);
    for bytes in &entry.samples {
        let read = F::Of::decode(bytes);
        let written = read.as_ref().map_err(ToString::to_string);
        let written = written.and_then(|value| value.encode().map_err(|e| e.to_string()));
        if exact && W::ONE_FORM {
            assert_eq!(written.map(hex::encode), Ok(hex::encode(bytes)), "{}", entry.name);
        } else {
            assert!(read.is_ok() && (!writable || written.is_ok()), "{}", entry.name);
        }
    }
    for pair in entry.samples.windows(2) {
        let [older, newer] =
            [&pair[0], &pair[1]].map(|bytes| F::Owned::decode(bytes).expect("a sample"));
        if let Some(changed) = F::newer(older, &newer) {
            assert_eq!(shown(&Ok(changed)), shown(&Ok(newer)), "{}: a delta", entry.name);
            try_changed_deltas::<W, F>(entry);
        }
    }
}

/// Deltas of the schema, with each byte exchanged for others.
fn try_changed_deltas<W: Wire, F: Family<W>>(entry: &Entry) {
    for seed in 0..2 {
        let delta = W::sample(&format!("{}Delta", entry.name), seed);
        try_delta::<W, F>(entry, &delta);
        for at in 0..delta.len().min(64) {
            for byte in [0, 1, 0x1f, 0x7f, 0x80, 0xff] {
                let mut delta = delta.clone();
                delta[at] = byte;
                try_delta::<W, F>(entry, &delta);
            }
        }
    }
}

/// A delta that is read makes a value that can be written.
fn try_delta<W: Wire, F: Family<W>>(entry: &Entry, delta: &[u8]) {
    let state = F::Owned::decode(&entry.samples[0]).expect("a sample");
    if let Some(state) = F::applied(state, delta) {
        let written = state.encode();
        assert!(written.is_ok() || !entry.traits.writable, "{}: {written:?}", entry.name);
    }
}

/// The types of a wire, in each of its dialects.
type Entries = LazyLock<Vec<Entry>>;

/// Reads the bytes as the type that the first two bytes select.
fn target(entries: &Entries, bytes: &[u8]) {
    let Some((first, bytes)) = bytes.split_first_chunk::<2>() else { return };
    let entry = &entries[usize::from(u16::from_le_bytes(*first)) % entries.len()];
    let run = || (entry.try_bytes)(entry, bytes);
    // Tests check the stack. libFuzzer would run half as many inputs with a thread for each.
    if cfg!(feature = "libfuzzer") {
        return run();
    }
    let stack = (64 << 10) + 128 * ((4 << 10) + 24 * entry.largest);
    let done = thread::scope(|scope| {
        let thread = thread::Builder::new().name(entry.name.to_owned()).stack_size(stack);
        thread.spawn_scoped(scope, run).expect("a thread").join()
    });
    assert!(done.is_ok(), "{}", entry.name);
}

/// Messages of each type: the first bytes for [`target`] and a message.
fn seeds_of(entries: &Entries) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        (entry.try_samples)(entry);
        let first = (at as u16).to_le_bytes();
        found.extend(entry.samples.iter().take(2).map(|bytes| [&first[..], bytes].concat()));
        // Lists inside each other.
        found.extend([1, 12].map(|count| [&first[..], &[count; 120]].concat()));
    }
    found
}

/// The bytes of a message as JSON, in which a NaN has no bits.
fn unless_nan(json: &Json, encode: impl FnOnce() -> Result<Vec<u8>, EncodeError>) -> Written {
    (!json.to_string().contains("NaN")).then(encode)
}

/// One of the parts of a schema by the name of a type.
fn by_name<T>(parts: impl IntoIterator<Item = (String, T)>) -> HashMap<String, T> {
    parts.into_iter().collect()
}

static VARIANT: Entries = LazyLock::new(variant::entries);
static FLAT: Entries = LazyLock::new(flat::entries);
static LITENET: Entries = LazyLock::new(litenet::entries);
static LLUDP: Entries = LazyLock::new(lludp::entries);

/// Variants of Godot 4 and of Godot 3.
pub fn generated(bytes: &[u8]) {
    target(&VARIANT, bytes);
}

/// Flat messages.
pub fn flatgenerated(bytes: &[u8]) {
    target(&FLAT, bytes);
}

/// Messages of LiteNetLibManager, of both eras.
pub fn litenetgenerated(bytes: &[u8]) {
    target(&LITENET, bytes);
}

/// Messages of LLUDP.
pub fn lludpgenerated(bytes: &[u8]) {
    target(&LLUDP, bytes);
}

/// The seeds of one of these targets.
pub(crate) fn seeds(target: &str) -> Vec<Vec<u8>> {
    seeds_of(match target {
        "generated" => &VARIANT,
        "flatgenerated" => &FLAT,
        "litenetgenerated" => &LITENET,
        _ => &LLUDP,
    })
}
