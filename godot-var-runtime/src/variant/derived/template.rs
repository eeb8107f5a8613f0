//! Layouts by const evaluation: from a list of fields to templates of words.
//!
//! A generated record is a sequence of *runs*: stretches of words whose positions are constant.
//! A run ends where a value of varying length begins. Everything constant in a run (container
//! header, count, keys, headers of values) stands in one template, with zeros where values go.

use crate::reader::Word;
use crate::variant::format::dialect::Dialect;
use crate::variant::{FloatForm, Generation, IntForm, RealForm, VariantType, Wire};

/// How a type's encoding varies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One length, the one of its usual form, for all values but exceptions such as a NaN.
    Fixed,
    /// A number of two possible widths.
    TwoWidths,
    /// Anything else.
    Varying,
}

/// What the holder of a type must know of its encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// How the encoding varies.
    pub shape: Shape,
    /// The words with which every encoding begins, as far as they are constant.
    pub prefix: &'static [Word],
    /// The usual form with zeros where values go; empty when there is none.
    pub usual: &'static [Word],
    /// The fewest words of an encoding.
    pub min_words: usize,
    /// The most words of an encoding; `usize::MAX` when unbounded.
    pub max_words: usize,
    /// Whether lists or maps are in it, of which nothing says how many elements they have.
    pub repeats: bool,
}

impl Facts {
    /// A type of one length.
    pub const fn fixed(usual: &'static [Word]) -> Self {
        let len = usual.len();
        Self {
            shape: Shape::Fixed,
            prefix: &[],
            usual,
            min_words: len,
            max_words: len,
            repeats: false,
        }
    }

    /// A number of two widths, of which `usual` is the likelier.
    pub const fn two_widths(usual: &'static [Word], min_words: usize, max_words: usize) -> Self {
        Self { shape: Shape::TwoWidths, prefix: &[], usual, min_words, max_words, repeats: false }
    }

    /// A type of varying length whose first words are constant.
    pub const fn varying(prefix: &'static [Word], min_words: usize, max_words: usize) -> Self {
        Self { shape: Shape::Varying, prefix, usual: &[], min_words, max_words, repeats: false }
    }

    /// These facts for a type that may take up to `max_words` in rare cases.
    #[must_use]
    pub const fn up_to(mut self, max_words: usize) -> Self {
        self.max_words = max_words;
        self
    }

    /// These facts for a type of many elements, or one that has such a type in it.
    #[must_use]
    pub const fn repeating(mut self, repeats: bool) -> Self {
        self.repeats = repeats;
        self
    }

    /// The fewest bytes of an encoding.
    pub const fn min_bytes(&self) -> usize {
        self.min_words * 4
    }

    /// The most bytes of an encoding, or `None` when unbounded.
    pub const fn max_bytes(&self) -> Option<usize> {
        if self.max_words == usize::MAX { None } else { Some(self.max_words * 4) }
    }
}

/// The header word of a type in a dialect, for templates.
///
/// Fails the build when the dialect lacks the type.
#[expect(clippy::panic, reason = "evaluated by the compiler, where it fails the build")]
pub(in crate::variant) const fn header_word<D: Dialect>(kind: VariantType) -> Word {
    match D::SPEC.type_id(kind) {
        Some(id) => (id as u32).to_le_bytes(),
        None => panic!("{}", missing(kind)),
    }
}

const fn missing(kind: VariantType) -> &'static str {
    match kind {
        VariantType::Vector2i => "Vector2i does not exist in Godot 3",
        VariantType::Vector3i => "Vector3i does not exist in Godot 3",
        VariantType::Vector4i => "Vector4i does not exist in Godot 3",
        VariantType::Vector4 => "Vector4 does not exist in Godot 3",
        VariantType::Rect2i => "Rect2i does not exist in Godot 3",
        VariantType::Projection => "Projection does not exist in Godot 3",
        VariantType::Callable => "Callable does not exist in Godot 3",
        VariantType::Signal => "Signal does not exist in Godot 3",
        VariantType::PackedInt64Array => "PackedInt64Array does not exist in Godot 3",
        VariantType::PackedFloat64Array => "PackedFloat64Array does not exist in Godot 3",
        VariantType::PackedVector4Array => "PackedVector4Array does not exist in Godot 3",
        _ => "this type does not exist in the dialect",
    }
}

/// The header word of a structure of reals, with the flag of double-precision builds.
pub(in crate::variant) const fn real_header_word<D: Dialect>(kind: VariantType) -> Word {
    let mut word = header_word::<D>(kind);
    if matches!(D::SPEC.real, RealForm::DoubleFlagged) {
        word[2] |= 1;
    }
    word
}

/// The header word of a number written in 64 bits.
pub(in crate::variant) const fn wide_header_word<D: Dialect>(kind: VariantType) -> Word {
    let mut word = header_word::<D>(kind);
    word[2] |= 1;
    word
}

/// The usual form of an `i64`: narrow where the dialect has a narrow form.
pub(in crate::variant) const fn int_facts<D: Dialect>() -> Facts {
    match D::SPEC.int {
        IntForm::Shortest => {
            Facts::two_widths(const { &[header_word::<D>(VariantType::Int), [0; 4]] }, 2, 3)
        }
        IntForm::Wide => {
            Facts::fixed(const { &[wide_header_word::<D>(VariantType::Int), [0; 4], [0; 4]] })
        }
        IntForm::Flagless => {
            Facts::fixed(const { &[header_word::<D>(VariantType::Int), [0; 4], [0; 4]] })
        }
    }
}

/// The form of an int that always fits 32 bits.
pub(in crate::variant) const fn small_int_facts<D: Dialect>() -> Facts {
    let facts = int_facts::<D>();
    Facts::fixed(facts.usual)
}

/// The form of an `f32`: narrow, save that engines write a NaN in 64 bits.
pub(in crate::variant) const fn f32_facts<D: Dialect>() -> Facts {
    let facts = Facts::fixed(const { &[header_word::<D>(VariantType::Float), [0; 4]] });
    match D::SPEC.float {
        FloatForm::Shortest => facts.up_to(3),
        FloatForm::Flagless => facts,
    }
}

/// The form of an `f64`, usually wide.
pub(in crate::variant) const fn f64_facts<D: Dialect>() -> Facts {
    match D::SPEC.float {
        FloatForm::Shortest => Facts::two_widths(
            const { &[wide_header_word::<D>(VariantType::Float), [0; 4], [0; 4]] },
            2,
            3,
        ),
        FloatForm::Flagless => f32_facts::<D>(),
    }
}

// ---------------------------------------------------------------- records

/// One field of a record: its key, if the record is a Dictionary, and its facts.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The Dictionary key; `None` in an Array.
    pub key: Option<&'static str>,
    /// Other keys that a reader takes.
    pub aliases: &'static [&'static str],
    /// What is known of the value.
    pub facts: Facts,
}

/// A field of a record, and where it stands there.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// The key, for errors and for records without a template.
    pub key: Option<&'static str>,
    /// Other keys that a reader takes.
    pub aliases: &'static [&'static str],
    /// The position among the fields.
    pub index: usize,
    /// The position in an Array, where the id of an enum's variant is an element too.
    pub element: usize,
    /// Where its value stands when it is written or read run by run.
    pub in_run: InRun,
    /// Where its value stands in the usual form of the whole record.
    pub in_usual: InUsual,
    /// What a reader of pairs in any order compares.
    pub(in crate::variant) key_match: KeyMatch,
}

/// Where a value stands in its run.
#[derive(Clone, Copy, Debug)]
pub struct InRun {
    /// The words of the run that holds the value, or ends where it begins.
    pub words: &'static [Word],
    /// The word at which the value begins.
    pub at: usize,
    /// How many constant words stand directly before it.
    pub constants: usize,
    /// Whether it is the first value of the run.
    pub first: bool,
    /// Whether it is the last value of the run.
    pub last: bool,
}

/// Where a value stands in the usual form of its record.
#[derive(Clone, Copy, Debug)]
pub struct InUsual {
    /// The word at which the value begins.
    pub at: usize,
    /// How many constant words stand directly before it.
    pub constants: usize,
}

impl Slot {
    /// Where the value of a pair begins and what follows it, if the pair has the first name of this
    /// field, as a String, and a value of the usual header.
    #[inline(always)]
    pub(in crate::variant) fn usual_pair<'b>(&self, bytes: &'b [u8]) -> Option<(usize, &'b [u8])> {
        let (head, text) = Self::key_of(bytes)?;
        let value = self.key_match.key_bytes as usize;
        if !self.is_key(head, text, bytes)
            || *bytes.get(value..value + 4)? != self.key_match.header.to_le_bytes()
        {
            return None;
        }
        Some((value, bytes.get(self.key_match.pair_bytes as usize..)?))
    }

    /// Header and length of a key, and the first 8 bytes of its text: the shortest pair has as many,
    /// save that of an empty key.
    #[inline(always)]
    pub(in crate::variant) fn key_of(bytes: &[u8]) -> Option<(u64, u64)> {
        let number = u128::from_le_bytes(*bytes.first_chunk()?);
        Some((number as u64, (number >> 64) as u64))
    }

    /// Whether bytes, of which `head` and `text` are the first 16, begin with the first name of
    /// this field, as a String.
    #[inline(always)]
    pub(in crate::variant) fn is_key(&self, head: u64, text: u64, bytes: &[u8]) -> bool {
        let key_match = &self.key_match;
        head == key_match.head
            && (text ^ key_match.text[0]) & key_match.masks[0] == 0
            && (key_match.masks[1] == 0 || self.is_long_key(bytes))
    }

    #[inline(always)]
    fn is_long_key(&self, bytes: &[u8]) -> bool {
        let key_match = &self.key_match;
        let Some([_, second]) =
            bytes.get(8..).and_then(|text| text.as_chunks::<8>().0.first_chunk())
        else {
            return false;
        };
        let long = key_match.key_bytes > 8 + 16;
        (u64::from_le_bytes(*second) ^ key_match.text[1]) & key_match.masks[1] == 0
            && (!long || self.is_longer_key(bytes))
    }

    #[inline(never)]
    fn is_longer_key(&self, bytes: &[u8]) -> bool {
        match (self.key, bytes.get(8..)) {
            (Some(key), Some(bytes)) => bytes.starts_with(key.as_bytes()),
            _ => false,
        }
    }

    /// Whether a key names this field.
    pub(in crate::variant) fn has_key(&self, key: &[u8]) -> bool {
        self.key.is_some_and(|own| own.as_bytes() == key)
            || self.aliases.iter().any(|alias| alias.as_bytes() == key)
    }
}

/// What tells a pair of a Dictionary quickly: its key in numbers, and the usual form of its value.
#[derive(Clone, Copy, Debug)]
pub(in crate::variant) struct KeyMatch {
    /// Header and length of the key as a String; for an element of an Array what no key begins with.
    head: u64,
    /// The first 8 bytes of the key, and the next 8.
    text: [u64; 2],
    /// Which bits of these belong to the key.
    masks: [u64; 2],
    /// The bytes of the whole key.
    pub(in crate::variant) key_bytes: u32,
    /// The header of the value's usual form.
    header: u32,
    /// The bytes of the key and the value's usual form.
    pair_bytes: u32,
}

impl KeyMatch {
    const fn of(string: Option<u8>, key: Option<&str>, usual: &[Word]) -> Self {
        let (key, head) = match (string, key) {
            (Some(string), Some(key)) => (key.as_bytes(), string as u64 | (key.len() as u64) << 32),
            _ => (&[] as &[u8], u64::MAX),
        };
        let key_bytes = 8 + key.len().next_multiple_of(4) as u32;
        Self {
            head,
            text: [eight(key, 0), eight(key, 8)],
            masks: [mask(key.len()), mask(key.len().saturating_sub(8))],
            key_bytes,
            header: if usual.is_empty() { u32::MAX } else { u32::from_le_bytes(usual[0]) },
            pair_bytes: key_bytes + usual.len() as u32 * 4,
        }
    }
}

/// The bits of 8 bytes that belong to a text of this length.
const fn mask(len: usize) -> u64 {
    if len < 8 { !(u64::MAX << (8 * len)) } else { u64::MAX }
}

/// Up to 8 bytes of a text from `at` on, as a number.
const fn eight(bytes: &[u8], at: usize) -> u64 {
    let mut number = 0;
    let mut i = 0;
    while i < 8 && at + i < bytes.len() {
        number |= (bytes[at + i] as u64) << (8 * i);
        i += 1;
    }
    number
}

/// Which fields of a record there are in a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldSet {
    /// All of them, always.
    All,
    /// Some may be left out.
    Some,
    /// Those of other records are among them.
    Flattened,
}

/// The layout of a record in a dialect: written by the derive, filled by const evaluation.
pub trait Template<D: Dialect> {
    /// The words that open the record: header, count, and the id of an enum's member.
    const OPENING: &'static [Word];
    /// The fields.
    const FIELDS: &'static [Field];
    /// The runs of the record, one behind the other; empty when they did not fit.
    const RUNS: &'static [Word];
    /// The usual form of the whole record; empty when there is none.
    const USUAL: &'static [Word];
    /// Where the fields stand.
    const SLOTS: &'static [Slot];
    /// Which fields there are in a value.
    const SET: FieldSet = FieldSet::All;
    /// The type of the keys: String or StringName.
    const KEYS: VariantType = VariantType::String;
    /// The key of the tag that [`OPENING`](Self::OPENING) holds.
    const TAG: Option<&'static str> = None;
    /// Whether an unknown key is an error.
    const DENY_UNKNOWN: bool = false;
    /// One offset a field.
    type Offsets: Offsets;
}

/// Byte offsets of a record's values; [`u32::MAX`] where there is none.
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

/// Describes the field `key` of type `T`.
pub const fn field<D: Dialect, T: Wire<D> + ?Sized>(
    key: &'static str,
    aliases: &'static [&'static str],
) -> Field {
    Field { key: Some(key), aliases, facts: T::FACTS }
}

/// Describes an element of type `T`.
pub const fn element<D: Dialect, T: Wire<D> + ?Sized>() -> Field {
    Field { key: None, aliases: &[], facts: T::FACTS }
}

/// A tag or message id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag<'a> {
    /// A number.
    Int(i64),
    /// A text.
    Text(&'a str),
}

/// Words of known content, built into more room than they may need.
pub(in crate::variant) type Built<const CAP: usize> = ([Word; CAP], usize);

const fn push_tag<D: Dialect, const CAP: usize>(
    words: &mut [Word; CAP],
    at: usize,
    tag: Tag<'_>,
) -> usize {
    match tag {
        Tag::Int(number) => {
            let (int, used) = crate::variant::format::int_words(number, &D::SPEC);
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

/// The words of a key: String header, byte length, UTF-8, padding.
const fn key_words(key: &str) -> usize {
    2 + key.len().div_ceil(4)
}

/// Appends a word if there is room; the caller compares lengths at the end.
const fn push<const CAP: usize>(words: &mut [Word; CAP], at: usize, word: Word) -> usize {
    if at < CAP {
        words[at] = word;
    }
    at + 1
}

const fn push_all<const CAP: usize>(words: &mut [Word; CAP], at: usize, more: &[Word]) -> usize {
    let mut i = 0;
    while i < more.len() {
        push(words, at + i, more[i]);
        i += 1;
    }
    at + i
}

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
    let mut at = push(words, at, [id, 0, 0, 0]);
    at = push(words, at, (key.len() as u32).to_le_bytes());
    let bytes = key.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        let mut word = [0; 4];
        let mut j = 0;
        while j < 4 && i + j < bytes.len() {
            word[j] = bytes[i + j];
            j += 1;
        }
        at = push(words, at, word);
        i += 4;
    }
    at
}

/// The type id of a record's keys. Godot 3 has no StringName: there they are Strings.
pub(in crate::variant) const fn key_id<D: Dialect, L: Template<D> + ?Sized>() -> Option<u8> {
    match D::SPEC.type_id(L::KEYS) {
        Some(id) => Some(id),
        None => D::SPEC.type_id(VariantType::String),
    }
}

/// The runs of a record; a length beyond `CAP` when they do not fit.
pub const fn template<D: Dialect, L: Template<D> + ?Sized, const CAP: usize>() -> Built<CAP> {
    let mut words = [[0; 4]; CAP];
    if !matches!(L::SET, FieldSet::All) {
        return (words, 0);
    }
    let mut at = push_all(&mut words, 0, L::OPENING);
    let mut i = 0;
    while i < L::FIELDS.len() {
        let part = &L::FIELDS[i];
        if let Some(key) = part.key {
            at = push_key(&mut words, at, key, key_id::<D, L>());
        }
        at = match part.facts.shape {
            Shape::Fixed => push_all(&mut words, at, part.facts.usual),
            Shape::TwoWidths | Shape::Varying => push_all(&mut words, at, part.facts.prefix),
        };
        i += 1;
    }
    (words, at)
}

/// The usual form of a record; length 0 when a field has none.
pub const fn usual<D: Dialect, L: Template<D> + ?Sized, const CAP: usize>() -> Built<CAP> {
    let mut words = [[0; 4]; CAP];
    if !matches!(L::SET, FieldSet::All) {
        return (words, 0);
    }
    let mut at = push_all(&mut words, 0, L::OPENING);
    let mut i = 0;
    while i < L::FIELDS.len() {
        let part = &L::FIELDS[i];
        if part.facts.usual.is_empty() {
            return (words, 0);
        }
        if let Some(key) = part.key {
            at = push_key(&mut words, at, key, key_id::<D, L>());
        }
        at = push_all(&mut words, at, part.facts.usual);
        i += 1;
    }
    (words, at)
}

/// The used part of what [`template`] and [`usual`] give; empty when it did not fit.
pub const fn cut<const CAP: usize>(built: &'static ([Word; CAP], usize)) -> &'static [Word] {
    if built.1 > CAP { &[] } else { built.0.split_at(built.1).0 }
}

/// Room for the template and the usual form of a record whose field types are all known.
pub const fn capacity<D: Dialect, L: Template<D> + ?Sized>() -> usize {
    let mut len = L::OPENING.len();
    let mut i = 0;
    while i < L::FIELDS.len() {
        let part = &L::FIELDS[i];
        if let Some(key) = part.key {
            len += key_words(key);
        }
        let prefix = part.facts.prefix.len();
        let usual = part.facts.usual.len();
        len += if prefix > usual { prefix } else { usual };
        i += 1;
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

/// How many elements of an Array stand before the fields: the id of an enum's member, if any.
///
/// Meaningless for a Dictionary.
pub(in crate::variant) const fn ids<D: Dialect, L: Template<D> + ?Sized>() -> usize {
    // Header and count are two words.
    (L::OPENING.len() > 2) as usize
}

/// Where the fields stand.
pub const fn slots<D: Dialect, L: Template<D> + ?Sized, const F: usize>() -> [Slot; F] {
    let none = Slot {
        key: None,
        aliases: &[],
        index: 0,
        element: 0,
        in_run: InRun { words: &[], at: 0, constants: 0, first: false, last: false },
        in_usual: InUsual { at: 0, constants: 0 },
        key_match: KeyMatch::of(None, None, &[]),
    };
    let mut slots = [none; F];
    let string = D::SPEC.type_id(VariantType::String);
    // In RUNS: the cursor, where the current run begins, where the value before ends.
    let mut at = L::OPENING.len();
    let mut run = 0;
    let mut value_end = 0;
    // In USUAL: the cursor, where the value before ends.
    let mut usual_at = L::OPENING.len();
    let mut usual_end = 0;
    // The first field of the current run.
    let mut first = 0;
    let mut i = 0;
    while i < F {
        let field = &L::FIELDS[i];
        if let Some(key) = field.key {
            at += key_words(key);
            usual_at += key_words(key);
        }
        // A run holds the values of one length; any other ends it, after its constant prefix.
        let (held, last) = match field.facts.shape {
            Shape::Fixed => (field.facts.usual.len(), i + 1 == F),
            Shape::TwoWidths | Shape::Varying => {
                at += field.facts.prefix.len();
                (0, true)
            }
        };
        slots[i] = Slot {
            key: field.key,
            aliases: field.aliases,
            index: i,
            element: i + ids::<D, L>(),
            in_run: InRun {
                words: &[],
                at: at - run,
                constants: at - value_end,
                first: i == first,
                last,
            },
            in_usual: InUsual { at: usual_at, constants: usual_at - usual_end },
            key_match: KeyMatch::of(string, field.key, field.facts.usual),
        };
        at += held;
        usual_at += field.facts.usual.len();
        value_end = at;
        usual_end = usual_at;
        i += 1;
        if last {
            if !L::RUNS.is_empty() {
                let words = L::RUNS.split_at(at).0.split_at(run).1;
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
    let mut fixed = true;
    let mut repeats = false;
    let mut min_words = L::OPENING.len();
    let mut max_words = L::OPENING.len();
    let mut i = 0;
    while i < L::FIELDS.len() {
        let part = &L::FIELDS[i];
        let key = match part.key {
            Some(key) => key_words(key),
            None => 0,
        };
        fixed &= matches!(part.facts.shape, Shape::Fixed);
        repeats |= part.facts.repeats;
        min_words += key + part.facts.min_words;
        max_words = max_words.saturating_add(key).saturating_add(part.facts.max_words);
        i += 1;
    }
    match L::SET {
        FieldSet::All => {}
        FieldSet::Some => return Facts::varying(&[], 2, max_words).repeating(repeats),
        FieldSet::Flattened => return Facts::varying(&[], 2, usize::MAX).repeating(true),
    }
    let usual = L::USUAL;
    if fixed && !usual.is_empty() {
        return Facts { shape: Shape::Fixed, prefix: &[], usual, min_words, max_words, repeats };
    }
    Facts { shape: Shape::Varying, prefix: prefix::<D, L>(), usual, min_words, max_words, repeats }
}

/// The constant words with which a record begins: up to the first value's first hole.
pub(in crate::variant) const fn prefix<D: Dialect, L: Template<D> + ?Sized>() -> &'static [Word] {
    if L::RUNS.is_empty() {
        return &[];
    }
    if L::SLOTS.is_empty() {
        return L::RUNS;
    }
    L::RUNS.split_at(L::SLOTS[0].in_run.at).0
}

/// The fewest and the most words of several forms.
pub const fn any_of(forms: &[Facts]) -> Facts {
    let mut min_words = usize::MAX;
    let mut max_words = 0;
    let mut repeats = false;
    let mut i = 0;
    while i < forms.len() {
        if forms[i].min_words < min_words {
            min_words = forms[i].min_words;
        }
        if forms[i].max_words > max_words {
            max_words = forms[i].max_words;
        }
        repeats |= forms[i].repeats;
        i += 1;
    }
    Facts::varying(&[], min_words, max_words).repeating(repeats)
}

/// Facts of a form that stands `words` deep inside another.
pub const fn inside(words: usize, facts: Facts) -> Facts {
    Facts::varying(&[], words + facts.min_words, facts.max_words.saturating_add(words))
        .repeating(facts.repeats)
}

/// The facts of a message that is to take at most `limit` bytes; fails the build when it may take more.
#[expect(clippy::panic, reason = "evaluated by the compiler, where it fails the build")]
pub const fn within(facts: Facts, limit: usize) -> Facts {
    match facts.max_bytes() {
        Some(most) if most <= limit => facts,
        Some(_) => panic!("this message may take more bytes than its `max_size`"),
        None => panic!(
            "this message has no bound for its `max_size`; give its texts and lists a `max_len`"
        ),
    }
}

/// Facts of a text of this length.
pub const fn text_facts_of(text: &str) -> Facts {
    Facts::varying(&[], key_words(text), key_words(text))
}

/// Whether a dialect's packed arrays of this type exist.
pub(in crate::variant) const fn has_type<D: Dialect>(kind: VariantType) -> bool {
    D::SPEC.type_id(kind).is_some()
}

/// Whether the dialect is one of Godot 4.
pub(in crate::variant) const fn is_godot4<D: Dialect>() -> bool {
    matches!(D::SPEC.generation, Generation::Godot4)
}
