//! What the compiler checks of one concrete type, and the sentences about it.

use crate::stream::record::Fields;
use crate::stream::size::Size;
use crate::variant::layout::each;
use crate::variant::layout::mistakes;
use crate::variant::layout::sentence::{Place, Sentence, fail_if};

/// The size of a message that is to take at most `limit` bytes; fails the build when it may take more. `lists` are the fields
/// of the struct, or of each variant.
#[track_caller]
pub const fn within(size: Size, lists: &[Fields], name: &str, limit: usize) -> Size {
    let mut longest: Option<(Place<'_>, Size)> = None;
    each!(list in lists => {
        let mut j = 0;
        while j < list.sizes.len() {
            let field = list.sizes[j];
            match longest {
                Some((_, size)) if size.max >= field.size.max => {}
                _ => longest = Some((field.place, field.size)),
            }
            j += 1;
        }
    });
    fail_if(size_mistake(size, longest, name, limit));
    size
}

/// Of the type `name`: it may take more bytes than its `max_size`. `longest` is the field that takes the most.
pub const fn size_mistake(
    size: Size,
    longest: Option<(Place<'_>, Size)>,
    name: &str,
    limit: usize,
) -> Option<Sentence> {
    let longest = match longest {
        Some((field, size)) => Some((field, size.most())),
        None => None,
    };
    mistakes::size_mistake(size.most(), longest, name, limit)
}

/// The length of all values; fails the build if they have several.
#[track_caller]
pub(crate) const fn one_len(size: Size) -> usize {
    assert!(
        size.is_fixed(),
        "the values of this type do not all have one length; `MAX_LEN` is the longest"
    );
    size.max
}

/// The length of the longest value; fails the build if there is none.
#[track_caller]
pub(crate) const fn longest(size: Size) -> usize {
    assert!(
        size.is_bounded(),
        "a value of this type may have any length; give its texts and lists a `max_len`"
    );
    size.max
}

/// Fails the build for a range whose bounds are the wrong way round, or equal.
#[track_caller]
pub const fn check_range(low: f64, high: f64) {
    assert!(low < high, "the range is the wrong way round, or of one value");
}

/// Of the field `name`: it has fewer bits than its largest value needs.
pub const fn bits_mistake(name: &str, bits: u32, largest: u64) -> Option<Sentence> {
    let needed = 64 - largest.leading_zeros();
    if bits >= needed {
        return None;
    }
    let sentence = Sentence::new(&["`bits = "]).number(bits as i128);
    let sentence = sentence.and(&["` is too few for `", name, "`, whose largest number is "]);
    let sentence = sentence.number(largest as i128).and(&["; write `bits = "]);
    Some(sentence.number(needed as i128).and(&["`"]))
}
