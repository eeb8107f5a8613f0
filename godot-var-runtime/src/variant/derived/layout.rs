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
    /// One length, the one of its usual form, for all values but oddities such as a NaN.
    Fixed,
    /// A number of two possible widths.
    Flex,
    /// Anything else.
    Open,
}

/// What the holder of a type must know of its encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// How the encoding varies.
    pub shape: Shape,
    /// The words with which every encoding begins, as far as they are constant.
    pub lead: &'static [Word],
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
            lead: &[],
            usual,
            min_words: len,
            max_words: len,
            repeats: false,
        }
    }

    /// A number of two widths, of which `usual` is the likelier.
    pub const fn flex(usual: &'static [Word], min_words: usize, max_words: usize) -> Self {
        Self { shape: Shape::Flex, lead: &[], usual, min_words, max_words, repeats: false }
    }

    /// A type of varying length whose first words are constant.
    pub const fn open(lead: &'static [Word], min_words: usize, max_words: usize) -> Self {
        Self { shape: Shape::Open, lead, usual: &[], min_words, max_words, repeats: false }
    }

    /// These facts for a type that may take up to `max_words` in odd cases.
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
            Facts::flex(const { &[header_word::<D>(VariantType::Int), [0; 4]] }, 2, 3)
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
        FloatForm::Shortest => Facts::flex(
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
pub struct Part {
    /// The Dictionary key; `None` in an Array.
    pub key: Option<&'static str>,
    /// Other keys that a reader takes.
    pub aliases: &'static [&'static str],
    /// What is known of the value.
    pub facts: Facts,
}

/// Where a field stands in its record.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The key, for errors and for records without a template.
    pub key: Option<&'static str>,
    /// Other keys that a reader takes.
    pub aliases: &'static [&'static str],
    /// What a reader compares.
    pub(in crate::variant) probe: Probe,
    /// The position among the fields.
    pub index: usize,
    /// The position in an Array, where the id of an enum's member is an element too.
    pub element: usize,
    /// The run that holds the field, or ends before it.
    pub run: &'static [Word],
    /// Where in the run the value begins.
    pub at: usize,
    /// Constant words of the run before the value, behind the value before.
    pub before: usize,
    /// Whether the field is the first of its run.
    pub opens: bool,
    /// Whether the run ends with this field.
    pub closes: bool,
    /// Where in the usual form of the whole record the value begins.
    pub usual_at: usize,
    /// Constant words of the usual form before the value.
    pub usual_before: usize,
}

impl Step {
    /// Where the value of a pair begins and what follows it, if the pair has the first name of this
    /// field, as a String, and a value of the usual header.
    #[inline(always)]
    pub(in crate::variant) fn usual_pair<'b>(&self, bytes: &'b [u8]) -> Option<(usize, &'b [u8])> {
        let (head, text) = Self::key_of(bytes)?;
        let value = self.probe.key_bytes as usize;
        if !self.is_key(head, text, bytes)
            || *bytes.get(value..value + 4)? != self.probe.header.to_le_bytes()
        {
            return None;
        }
        Some((value, bytes.get(self.probe.pair_bytes as usize..)?))
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
        let probe = &self.probe;
        head == probe.head
            && (text ^ probe.text[0]) & probe.masks[0] == 0
            && (probe.masks[1] == 0 || self.is_long_key(bytes))
    }

    #[inline(always)]
    fn is_long_key(&self, bytes: &[u8]) -> bool {
        let probe = &self.probe;
        let Some([_, second]) =
            bytes.get(8..).and_then(|text| text.as_chunks::<8>().0.first_chunk())
        else {
            return false;
        };
        let long = probe.key_bytes > 8 + 16;
        (u64::from_le_bytes(*second) ^ probe.text[1]) & probe.masks[1] == 0
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
pub(in crate::variant) struct Probe {
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

impl Probe {
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
pub enum Fields {
    /// All of them, always.
    All,
    /// Some may be left out.
    Some,
    /// Those of other records are among them.
    Flattened,
}

/// The layout of a record in a dialect: written by the derive, filled by const evaluation.
pub trait Layout<D: Dialect> {
    /// The words that open the record: header, count, and the id of an enum's member.
    const OPEN: &'static [Word];
    /// The fields.
    const PARTS: &'static [Part];
    /// The runs of the record, one behind the other; empty when they did not fit.
    const TEMPLATE: &'static [Word];
    /// The usual form of the whole record; empty when there is none.
    const USUAL: &'static [Word];
    /// Where the fields stand.
    const STEPS: &'static [Step];
    /// Which fields there are in a value.
    const FIELDS: Fields = Fields::All;
    /// The type of the keys: String or StringName.
    const KEYS: VariantType = VariantType::String;
    /// The key of the tag that [`OPEN`](Self::OPEN) holds.
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
pub const fn dictionary_open<D: Dialect>(fields: usize) -> [Word; 2] {
    [header_word::<D>(VariantType::Dictionary), (fields as u32).to_le_bytes()]
}

/// The two words that open an Array record.
pub const fn array_open<D: Dialect>(fields: usize) -> [Word; 2] {
    [header_word::<D>(VariantType::Array), (fields as u32).to_le_bytes()]
}

/// Describes the field `key` of type `T`.
pub const fn part<D: Dialect, T: Wire<D> + ?Sized>(
    key: &'static str,
    aliases: &'static [&'static str],
) -> Part {
    Part { key: Some(key), aliases, facts: T::FACTS }
}

/// Describes an element of type `T`.
pub const fn element<D: Dialect, T: Wire<D> + ?Sized>() -> Part {
    Part { key: None, aliases: &[], facts: T::FACTS }
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
pub const fn id_open<D: Dialect, const CAP: usize>(fields: usize, id: Tag<'_>) -> Built<CAP> {
    let mut words = [[0; 4]; CAP];
    let mut at = push_all(&mut words, 0, &array_open::<D>(fields + 1));
    at = push_tag::<D, CAP>(&mut words, at, id);
    (words, at)
}

/// The words that open an internally tagged member: a Dictionary whose first pair is the tag.
pub const fn tag_open<D: Dialect, const CAP: usize>(
    fields: usize,
    key: &str,
    tag: Tag<'_>,
) -> Built<CAP> {
    let mut words = [[0; 4]; CAP];
    let mut at = push_all(&mut words, 0, &dictionary_open::<D>(fields + 1));
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
pub(in crate::variant) const fn key_id<D: Dialect, L: Layout<D> + ?Sized>() -> Option<u8> {
    match D::SPEC.type_id(L::KEYS) {
        Some(id) => Some(id),
        None => D::SPEC.type_id(VariantType::String),
    }
}

/// The runs of a record; a length beyond `CAP` when they do not fit.
pub const fn template<D: Dialect, L: Layout<D> + ?Sized, const CAP: usize>() -> Built<CAP> {
    let mut words = [[0; 4]; CAP];
    if !matches!(L::FIELDS, Fields::All) {
        return (words, 0);
    }
    let mut at = push_all(&mut words, 0, L::OPEN);
    let mut i = 0;
    while i < L::PARTS.len() {
        let part = &L::PARTS[i];
        if let Some(key) = part.key {
            at = push_key(&mut words, at, key, key_id::<D, L>());
        }
        at = match part.facts.shape {
            Shape::Fixed => push_all(&mut words, at, part.facts.usual),
            Shape::Flex | Shape::Open => push_all(&mut words, at, part.facts.lead),
        };
        i += 1;
    }
    (words, at)
}

/// The usual form of a record; length 0 when a field has none.
pub const fn usual<D: Dialect, L: Layout<D> + ?Sized, const CAP: usize>() -> Built<CAP> {
    let mut words = [[0; 4]; CAP];
    if !matches!(L::FIELDS, Fields::All) {
        return (words, 0);
    }
    let mut at = push_all(&mut words, 0, L::OPEN);
    let mut i = 0;
    while i < L::PARTS.len() {
        let part = &L::PARTS[i];
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
pub const fn capacity<D: Dialect, L: Layout<D> + ?Sized>() -> usize {
    let mut len = L::OPEN.len();
    let mut i = 0;
    while i < L::PARTS.len() {
        let part = &L::PARTS[i];
        if let Some(key) = part.key {
            len += key_words(key);
        }
        let lead = part.facts.lead.len();
        let usual = part.facts.usual.len();
        len += if lead > usual { lead } else { usual };
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
pub(in crate::variant) const fn ids<D: Dialect, L: Layout<D> + ?Sized>() -> usize {
    // Header and count are two words.
    (L::OPEN.len() > 2) as usize
}

/// Where the fields stand.
pub const fn steps<D: Dialect, L: Layout<D> + ?Sized, const F: usize>() -> [Step; F] {
    let none = Step {
        key: None,
        aliases: &[],
        probe: Probe::of(None, None, &[]),
        index: 0,
        element: 0,
        run: &[],
        at: 0,
        before: 0,
        opens: false,
        closes: false,
        usual_at: 0,
        usual_before: 0,
    };
    let mut steps = [none; F];
    let string = D::SPEC.type_id(VariantType::String);
    let plain = L::TEMPLATE.is_empty();
    // Positions in TEMPLATE: where the run began, where the value before ended, the cursor.
    let mut run = 0;
    let mut behind = 0;
    let mut usual_behind = 0;
    let mut at = L::OPEN.len();
    let mut usual_at = L::OPEN.len();
    let mut opens = true;
    let mut first = 0;
    let mut i = 0;
    while i < F {
        let part = &L::PARTS[i];
        if let Some(key) = part.key {
            at += key_words(key);
            usual_at += key_words(key);
        }
        let (inside, closes) = match part.facts.shape {
            Shape::Fixed => (part.facts.usual.len(), i + 1 == F),
            Shape::Flex | Shape::Open => (0, true),
        };
        at += if closes && inside == 0 { part.facts.lead.len() } else { 0 };
        steps[i] = Step {
            key: part.key,
            aliases: part.aliases,
            probe: Probe::of(string, part.key, part.facts.usual),
            index: i,
            element: i + ids::<D, L>(),
            run: &[],
            at: at - run,
            before: at - behind,
            opens,
            closes,
            usual_at,
            usual_before: usual_at - usual_behind,
        };
        at += inside;
        usual_at += part.facts.usual.len();
        behind = at;
        usual_behind = usual_at;
        opens = false;
        if closes {
            if !plain {
                let words = L::TEMPLATE.split_at(at).0.split_at(run).1;
                while first <= i {
                    steps[first].run = words;
                    first += 1;
                }
            }
            run = at;
            opens = true;
        }
        i += 1;
    }
    steps
}

/// The facts of a record.
pub const fn record_facts<D: Dialect, L: Layout<D> + ?Sized>() -> Facts {
    let mut fixed = true;
    let mut repeats = false;
    let mut min_words = L::OPEN.len();
    let mut max_words = L::OPEN.len();
    let mut i = 0;
    while i < L::PARTS.len() {
        let part = &L::PARTS[i];
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
    match L::FIELDS {
        Fields::All => {}
        Fields::Some => return Facts::open(&[], 2, max_words).repeating(repeats),
        Fields::Flattened => return Facts::open(&[], 2, usize::MAX).repeating(true),
    }
    let usual = L::USUAL;
    if fixed && !usual.is_empty() {
        return Facts { shape: Shape::Fixed, lead: &[], usual, min_words, max_words, repeats };
    }
    Facts { shape: Shape::Open, lead: lead::<D, L>(), usual, min_words, max_words, repeats }
}

/// The constant words with which a record begins: up to the first value's first hole.
pub(in crate::variant) const fn lead<D: Dialect, L: Layout<D> + ?Sized>() -> &'static [Word] {
    if L::TEMPLATE.is_empty() {
        return &[];
    }
    if L::STEPS.is_empty() {
        return L::TEMPLATE;
    }
    L::TEMPLATE.split_at(L::STEPS[0].at).0
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
    Facts::open(&[], min_words, max_words).repeating(repeats)
}

/// Facts of a form that stands `words` deep inside another.
pub const fn inside(words: usize, facts: Facts) -> Facts {
    Facts::open(&[], words + facts.min_words, facts.max_words.saturating_add(words))
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
    Facts::open(&[], key_words(text), key_words(text))
}

/// Whether a dialect's packed arrays of this type exist.
pub(in crate::variant) const fn has_type<D: Dialect>(kind: VariantType) -> bool {
    D::SPEC.type_id(kind).is_some()
}

/// Whether the dialect is one of Godot 4.
pub(in crate::variant) const fn is_godot4<D: Dialect>() -> bool {
    matches!(D::SPEC.generation, Generation::Godot4)
}
