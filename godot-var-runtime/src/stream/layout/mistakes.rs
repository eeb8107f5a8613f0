//! What the compiler checks of one concrete type, and the sentences about it.

use alloc::string::String;

use crate::stream::record::{Fields, Place};
use crate::stream::size::Size;
use crate::variant::layout::each;
use crate::variant::layout::sentence::Sentence;

/// Fails the build when a message may take more than `limit` bytes. `lists` are the fields of the struct, or of each variant.
#[track_caller]
pub const fn check_max_size(size: Size, lists: &[Fields], name: &str, limit: usize) -> Size {
    if size.max > limit {
        let mut longest: Option<(Place<'_>, Size)> = None;
        each!(list in lists => {
            let mut j = 0;
            while j < list.sizes.len() {
                let is_longer = match longest {
                    Some((_, size)) => size.max < list.sizes[j].size.max,
                    None => true,
                };
                if is_longer {
                    longest = Some((list.sizes[j].place, list.sizes[j].size));
                }
                j += 1;
            }
        });
        too_long(size, longest, name, limit).fail();
    }
    size
}

/// Why messages of this size break their `max_size`, for programs that read schemas. `longest` is the field that takes the most.
pub fn size_mistake(
    size: Size,
    longest: Option<(Place<'_>, Size)>,
    name: &str,
    limit: usize,
) -> Option<String> {
    (size.max > limit).then(|| too_long(size, longest, name, limit).as_str().into())
}

const fn too_long(
    size: Size,
    longest: Option<(Place<'_>, Size)>,
    name: &str,
    limit: usize,
) -> Sentence {
    let sentence = Sentence::new().text("`max_size = ").number(limit as u64).text("`: ").name(name);
    let sentence = if size.is_bounded() {
        sentence.text(" takes up to ").number(size.max as u64).text(" bytes; raise the limit")
    } else {
        sentence.text(" has no bound")
    };
    match longest {
        Some((place, size)) if !size.is_bounded() => {
            named(&sentence.text("; give "), place).text(" a `max_len`, or remove `max_size`")
        }
        Some((place, size)) => named(&sentence.text(" or shorten "), place)
            .text(", which takes up to ")
            .number(size.max as u64),
        None => sentence,
    }
}

const fn named(sentence: &Sentence, place: Place<'_>) -> Sentence {
    match place {
        Place::Key(name) => sentence.name(name),
        Place::Index(index) => sentence.text("field ").number(index as u64),
        Place::Header => sentence.text("the flags"),
    }
}

/// The length of all values; fails the build if they have several.
#[track_caller]
pub(crate) const fn one_len(size: Size) -> usize {
    if !size.is_fixed() {
        let sentence: Sentence = Sentence::new();
        sentence
            .text("the values of this type do not all have one length; `MAX_LEN` is the longest")
            .fail();
    }
    size.max
}

/// The length of the longest value; fails the build if there is none.
#[track_caller]
pub(crate) const fn longest(size: Size) -> usize {
    if !size.is_bounded() {
        let sentence: Sentence = Sentence::new();
        sentence
            .text("a value of this type may have any length; give its texts and lists a `max_len`")
            .fail();
    }
    size.max
}

/// Fails the build when a field has fewer bits than its largest value needs.
#[track_caller]
pub(crate) const fn check_bits(name: &str, bits: u32, largest: u64) {
    if bits < bits_of(largest) {
        too_few_bits(name, bits, largest).fail();
    }
}

/// Fails the build for a range whose bounds are the wrong way round, or equal.
#[track_caller]
pub const fn check_range(low: f64, high: f64) {
    assert!(low < high, "the range is the wrong way round, or of one value");
}

/// Why a field has fewer bits than its largest value needs, for programs that read schemas.
pub fn bits_mistake(name: &str, bits: u32, largest: u64) -> Option<String> {
    (bits < bits_of(largest)).then(|| too_few_bits(name, bits, largest).as_str().into())
}

const fn bits_of(largest: u64) -> u32 {
    64 - largest.leading_zeros()
}

const fn too_few_bits(name: &str, bits: u32, largest: u64) -> Sentence {
    Sentence::new()
        .text("`bits = ")
        .number(bits as u64)
        .text("` is too few for ")
        .name(name)
        .text(", whose largest number is ")
        .number(largest)
        .text("; write `bits = ")
        .number(bits_of(largest) as u64)
        .text("`")
}
