//! Templates, made by const evaluation: the constant words of a record, and the place of each field among them.

use core::marker::PhantomData;

use super::fields::{Field, record_of};
use super::reserved::ReservedKeys;
use super::slot::{InRun, InUsual, KeyStart, Slot, key_words};
use crate::core::reader::Word;
use crate::variant::layout::{RecordLayout, Tag};
use crate::variant::traits::Describe;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::{Facts, Shape, header_word};
use crate::variant::types::VariantType;

/// Which of its fields the encoding of a record contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldSet {
    /// All of them, always.
    All,
    /// Some may be left out.
    Some,
    /// Those of flattened records, too.
    Flattened,
}

/// What the compiler knows of the encoding of a record in a dialect. The derive names the fields; const evaluation does the rest.
#[doc(hidden)]
pub trait Template<D: Dialect>: Describe {
    /// The name of the struct or the variant.
    const NAME: &'static str;
    /// The keys of the record, without the layouts of its fields.
    const RECORD: &'static RecordLayout<'static> = record_of(<Self as Describe>::KEYS);
    /// The fields, in order, with the facts of their types.
    const FIELDS: &'static [Field];
    /// The words that open the record: header, count, and the id or the tag of a variant.
    const OPENING: &'static [Word];
    /// The runs of the record, one after the other; empty if they did not fit.
    const RUNS: &'static [Word];
    /// The usual form of the whole record; empty when there is none.
    const USUAL: &'static [Word];
    /// The places of the fields.
    const SLOTS: &'static [Slot];
    /// Which fields the encoding contains.
    const SET: FieldSet = FieldSet::All;
    /// The type of the keys: String or StringName.
    const KEY_TYPE: VariantType =
        if Self::RECORD.name_keys { VariantType::StringName } else { VariantType::String };
    /// The key of the tag that [`OPENING`](Self::OPENING) holds.
    const TAG: Option<&'static str> = None;
    /// Whether an unknown key is an error.
    const DENY_UNKNOWN: bool = Self::RECORD.deny_unknown;
    /// The keys that a map must not contain, if one is flattened into the record.
    const RESERVED: ReservedKeys = ReservedKeys::NONE;
    /// An array with an offset for each field.
    type Offsets: Offsets;
}

/// Byte offsets of a record's values; [`u32::MAX`] for those that were not found.
pub trait Offsets {
    /// No value found yet.
    const NONE: Self;
    /// The offsets.
    fn get(&mut self) -> &mut [u32];
}

impl<const N: usize> Offsets for [u32; N] {
    const NONE: Self = [u32::MAX; N];
    #[inline(always)]
    fn get(&mut self) -> &mut [u32] {
        self
    }
}

/// The two words that open a Dictionary record.
pub const fn dictionary_opening<D: Dialect>(fields: usize) -> [Word; 2] {
    [header_word::<D>(VariantType::Dictionary), (fields as u32).to_le_bytes()]
}

/// The two words that open an Array record.
pub const fn array_opening<D: Dialect>(fields: usize) -> [Word; 2] {
    [header_word::<D>(VariantType::Array), (fields as u32).to_le_bytes()]
}

/// Constant words, and their number. It is larger than `CAP` if they did not fit.
pub(crate) type Built<const CAP: usize> = ([Word; CAP], usize);

const fn push_tag<D: Dialect, const CAP: usize>(
    words: &mut [Word; CAP],
    at: usize,
    tag: Tag<'_>,
) -> usize {
    match tag {
        Tag::Int(number) => {
            let (int, used) = crate::variant::codec::int_words(number, &D::SPEC);
            push_all(words, at, int.split_at(used).0)
        }
        Tag::Text(text) => push_key(words, at, text, D::SPEC.type_id(VariantType::String)),
    }
}

/// Room for a header, a count, a tag and its key.
pub const fn tag_capacity(key: &str, tag: Tag<'_>) -> usize {
    2 + key_words(key)
        + match tag {
            Tag::Int(_) => 3,
            Tag::Text(text) => key_words(text),
        }
}

/// The words that open a member in the id form: an Array whose first element is the id.
pub const fn id_opening<D: Dialect, const CAP: usize>(fields: usize, id: Tag<'_>) -> Built<CAP> {
    let mut words = [[0; 4]; CAP];
    let mut at = push_all(&mut words, 0, &array_opening::<D>(fields + 1));
    at = push_tag::<D, CAP>(&mut words, at, id);
    (words, at)
}

/// The words that open an internally tagged member: a Dictionary whose first pair is the tag.
pub const fn tag_opening<D: Dialect, const CAP: usize>(
    fields: usize,
    key: &str,
    tag: Tag<'_>,
) -> Built<CAP> {
    let mut words = [[0; 4]; CAP];
    let mut at = push_all(&mut words, 0, &dictionary_opening::<D>(fields + 1));
    at = push_key(&mut words, at, key, D::SPEC.type_id(VariantType::String));
    at = push_tag::<D, CAP>(&mut words, at, tag);
    (words, at)
}

/// Appends words; drops those beyond the room, as the caller compares lengths at the end.
///
/// The compiler interprets this for each field of each record, and even `len` is a call:
/// so it takes slices apart by patterns, and its loops call nothing.
const fn push_all<const CAP: usize>(
    words: &mut [Word; CAP],
    mut at: usize,
    mut more: &[Word],
) -> usize {
    while let [word, rest @ ..] = more {
        if at < CAP {
            words[at] = *word;
        }
        at += 1;
        more = rest;
    }
    at
}

/// Appends a key of a String or a StringName, whose type id is `id`.
const fn push_key<const CAP: usize>(
    words: &mut [Word; CAP],
    at: usize,
    key: &str,
    id: Option<u8>,
) -> usize {
    let id = match id {
        Some(id) => id,
        None => 0,
    };
    let mut bytes = key.as_bytes();
    let mut at = push_all(words, at, &[[id, 0, 0, 0], (bytes.len() as u32).to_le_bytes()]);
    loop {
        let (word, rest): (Word, &[u8]) = match *bytes {
            [] => return at,
            [a] => ([a, 0, 0, 0], &[]),
            [a, b] => ([a, b, 0, 0], &[]),
            [a, b, c] => ([a, b, c, 0], &[]),
            [a, b, c, d, ref rest @ ..] => ([a, b, c, d], rest),
        };
        if at < CAP {
            words[at] = word;
        }
        at += 1;
        bytes = rest;
    }
}

/// The type id of a record's keys. Godot 3 has no StringName: there they are Strings.
pub(crate) const fn key_id<D: Dialect, L: Template<D> + ?Sized>() -> Option<u8> {
    match D::SPEC.type_id(L::KEY_TYPE) {
        Some(id) => Some(id),
        None => D::SPEC.type_id(VariantType::String),
    }
}

/// The runs of a record.
pub const fn runs<D: Dialect, L: Template<D> + ?Sized, const CAP: usize>() -> Built<CAP> {
    joined::<D, L, CAP>(false)
}

/// The usual form of a record; no words if a field has none.
pub const fn usual<D: Dialect, L: Template<D> + ?Sized, const CAP: usize>() -> Built<CAP> {
    if have_usual_form(L::FIELDS) { joined::<D, L, CAP>(true) } else { ([[0; 4]; CAP], 0) }
}

/// The words of all fields: the usual form of each, or in runs only the prefix of a field whose length varies.
const fn joined<D: Dialect, L: Template<D> + ?Sized, const CAP: usize>(usual: bool) -> Built<CAP> {
    let mut words = [[0; 4]; CAP];
    if !matches!(L::SET, FieldSet::All) {
        return (words, 0);
    }
    let mut at = push_all(&mut words, 0, L::OPENING);
    let keys = key_id::<D, L>();
    let mut rest = L::FIELDS;
    while let [field, others @ ..] = rest {
        if field.keyed {
            at = push_key(&mut words, at, field.layout.key, keys);
        }
        let held = if usual || matches!(field.facts.shape, Shape::Fixed) {
            field.facts.usual
        } else {
            field.facts.prefix
        };
        at = push_all(&mut words, at, held);
        rest = others;
    }
    (words, at)
}

/// Whether each field has a usual form.
const fn have_usual_form(mut fields: &[Field]) -> bool {
    while let [field, rest @ ..] = fields {
        if field.usual_words == 0 {
            return false;
        }
        fields = rest;
    }
    true
}

/// The words that [`runs`] and [`usual`] return; empty if they did not fit.
pub const fn cut<const CAP: usize>(built: &'static ([Word; CAP], usize)) -> &'static [Word] {
    if built.1 > CAP { &[] } else { built.0.split_at(built.1).0 }
}

/// Room for the template and the usual form of a record whose field types are all known.
pub const fn capacity<D: Dialect, L: Template<D> + ?Sized>() -> usize {
    let fields = L::FIELDS;
    let mut len = L::OPENING.len();
    let mut rest = fields;
    while let [field, others @ ..] = rest {
        let Field { key_words, prefix_words: prefix, usual_words: usual, .. } = *field;
        len += key_words + if prefix > usual { prefix } else { usual };
        rest = others;
    }
    len
}

/// Room for a generic record: its keys, and 16 words for each value.
pub const fn generic_capacity(keys: &[&str]) -> usize {
    let mut len = 4;
    let mut i = 0;
    while i < keys.len() {
        len += key_words(keys[i]) + 17;
        i += 1;
    }
    len
}

/// The number of elements of an Array before the fields: 1 for the id of a variant, otherwise 0. Not for Dictionaries.
pub(crate) const fn ids<D: Dialect, L: Template<D> + ?Sized>() -> usize {
    // Header and count are two words.
    (L::OPENING.len() > 2) as usize
}

/// The places of the fields.
pub const fn slots<D: Dialect, L: Template<D> + ?Sized, const F: usize>() -> [Slot; F] {
    let fields = L::FIELDS;
    let ids = ids::<D, L>();
    let mut slots = [const { Slot::NONE }; F];
    let string = D::SPEC.type_id(VariantType::String);
    let mut runs = L::RUNS;
    let fits = !runs.is_empty();
    // In RUNS: the cursor, the start of the current run, the end of the previous value.
    let mut at = L::OPENING.len();
    let mut run = 0;
    let mut value_end = 0;
    // In USUAL: the cursor, the end of the previous value.
    let mut usual_at = L::OPENING.len();
    let mut usual_end = 0;
    // The first field of the current run.
    let mut first = 0;
    let mut i = 0;
    let mut next = 0;
    while i < F {
        let field = &fields[next];
        next += 1;
        if field.layout.flattened {
            // Its fields have no place here.
            continue;
        }
        at += field.key_words;
        usual_at += field.key_words;
        // A run contains values of constant length. Any other value ends it, after the constant prefix of the value.
        let (held, last) = match field.facts.shape {
            Shape::Fixed => (field.usual_words, i + 1 == F),
            Shape::TwoWidths | Shape::Varying => {
                at += field.prefix_words;
                (0, true)
            }
        };
        let key = if field.keyed { Some(field.layout.key) } else { None };
        slots[i] = Slot {
            name: if field.keyed { field.layout.key } else { field.layout.name_in_array(F, ids) },
            keyed: field.keyed,
            record: L::NAME,
            aliases: field.layout.aliases,
            index: i,
            element: i + ids,
            in_run: InRun {
                words: &[],
                at: at - run,
                constants: at - value_end,
                first: i == first,
                last,
            },
            in_usual: InUsual { at: usual_at, constants: usual_at - usual_end },
            required: field.layout.required && !field.optional,
            key_start: KeyStart::of(string, key),
        };
        at += held;
        usual_at += field.usual_words;
        value_end = at;
        usual_end = usual_at;
        i += 1;
        if last {
            if fits {
                let (words, rest) = runs.split_at(at - run);
                runs = rest;
                while first < i {
                    slots[first].in_run.words = words;
                    first += 1;
                }
            }
            run = at;
            first = i;
        }
    }
    slots
}

/// The facts of a record.
pub const fn record_facts<D: Dialect, L: Template<D> + ?Sized>() -> Facts {
    RecordFacts::<D, L>::FACTS
}

/// The facts of a record, which the compiler evaluates once.
struct RecordFacts<D, L: ?Sized>(PhantomData<(D, L)>);

impl<D: Dialect, L: Template<D> + ?Sized> RecordFacts<D, L> {
    const FACTS: Facts = evaluate_facts::<D, L>();
}

const fn evaluate_facts<D: Dialect, L: Template<D> + ?Sized>() -> Facts {
    let fields = L::FIELDS;
    let mut fixed = true;
    let mut repeats = false;
    let mut min_words = L::OPENING.len();
    let mut max_words = L::OPENING.len();
    let mut levels = 0;
    let mut elements = fields.len() + ids::<D, L>();
    let mut rest = fields;
    while let [field, others @ ..] = rest {
        if field.facts.levels > levels {
            levels = field.facts.levels;
        }
        if field.facts.elements > elements {
            elements = field.facts.elements;
        }
        fixed &= matches!(field.facts.shape, Shape::Fixed);
        repeats |= field.facts.repeats;
        min_words += field.key_words + field.facts.min_words;
        max_words = max_words.saturating_add(field.key_words).saturating_add(field.facts.max_words);
        rest = others;
    }
    match L::SET {
        FieldSet::All => {}
        FieldSet::Some => return Facts::varying(&[], 2, max_words).repeating(repeats),
        FieldSet::Flattened => return Facts::varying(&[], 2, usize::MAX).repeating(true),
    }
    let usual = L::USUAL;
    let (shape, prefix) = if fixed && !usual.is_empty() {
        (Shape::Fixed, &[] as &[Word])
    } else {
        (Shape::Varying, prefix::<D, L>())
    };
    let levels = levels + 1;
    Facts {
        shape,
        prefix,
        usual,
        min_words,
        max_words,
        repeats,
        levels,
        elements,
        few_forms: false,
    }
}

/// The constant words with which a record begins: those before its first value, and the prefix of this value.
pub(crate) const fn prefix<D: Dialect, L: Template<D> + ?Sized>() -> &'static [Word] {
    if L::RUNS.is_empty() {
        return &[];
    }
    if L::SLOTS.is_empty() {
        return L::RUNS;
    }
    L::RUNS.split_at(L::SLOTS[0].in_run.at).0
}

/// The keys that a map must not contain if it is flattened into this record.
pub const fn reserved_by<D: Dialect, R: Template<D> + ?Sized>() -> ReservedKeys {
    ReservedKeys { fields: R::FIELDS, tag: R::TAG }
}
