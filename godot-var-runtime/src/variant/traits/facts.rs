//! What the holder of a value knows of the encoding of its type.

use crate::core::reader::Word;
use crate::variant::traits::dialect::Dialect;
use crate::variant::types::{FloatForm, Generation, IntForm, RealForm, VariantType};

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
    /// How many containers are inside each other in the usual form.
    pub levels: u32,
    /// The most elements or pairs of one of them.
    pub elements: usize,
    /// Whether it is an `Option` of a number or of a type of one length, whose few forms
    /// [`encode_words`](super::EncodeVariant::encode_words) writes.
    pub few_forms: bool,
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
            levels: 0,
            elements: 0,
            few_forms: false,
        }
    }

    /// A number of two widths, of which `usual` is the likelier.
    pub const fn two_widths(usual: &'static [Word], min_words: usize, max_words: usize) -> Self {
        let shape = Shape::TwoWidths;
        Self { shape, min_words, max_words, ..Self::fixed(usual) }
    }

    /// A type of varying length whose first words are constant.
    pub const fn varying(prefix: &'static [Word], min_words: usize, max_words: usize) -> Self {
        let shape = Shape::Varying;
        Self { shape, prefix, min_words, max_words, ..Self::fixed(&[]) }
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

    /// These facts for a type of [few forms](Self::few_forms).
    #[must_use]
    pub const fn of_few_forms(mut self) -> Self {
        self.few_forms = true;
        self
    }

    /// The fewest bytes of an encoding.
    pub const fn min_bytes(&self) -> usize {
        self.min_words * 4
    }

    /// The most bytes of an encoding, or `None` when unbounded.
    pub const fn max_bytes(&self) -> Option<usize> {
        self.max_words.checked_mul(4)
    }

    /// Facts of a value of this type, of which nothing is known in a dialect that lacks it.
    #[must_use]
    pub(crate) const fn of_type<D: Dialect>(self, kind: VariantType) -> Self {
        if has_type::<D>(kind) { self } else { Self::varying(&[], 1, usize::MAX) }
    }

    /// The bytes to make room for before there is a value: all of a short message, and of a longer one
    /// those that every value takes. A bound says how long a message may be, not how long it is.
    pub const fn room(&self) -> usize {
        const SHORT: usize = 1024;
        match self.max_bytes() {
            Some(most) if most <= SHORT => most,
            Some(_) => self.min_bytes(),
            None => 0,
        }
    }
}

/// The header word of a type in a dialect, for templates. A dialect that lacks the type has none:
/// [`Facts::of_type`] keeps it out of templates, and `encode` returns an error.
pub(crate) const fn header_word<D: Dialect>(kind: VariantType) -> Word {
    match D::SPEC.type_id(kind) {
        Some(id) => (id as u32).to_le_bytes(),
        None => [u8::MAX; 4],
    }
}

/// The header word of a structure of reals, with the flag of double-precision builds.
pub(crate) const fn real_header_word<D: Dialect>(kind: VariantType) -> Word {
    let mut word = header_word::<D>(kind);
    if matches!(D::SPEC.real, RealForm::DoubleFlagged) {
        word[2] |= 1;
    }
    word
}

/// The header word of a number written in 64 bits.
pub(crate) const fn wide_header_word<D: Dialect>(kind: VariantType) -> Word {
    let mut word = header_word::<D>(kind);
    word[2] |= 1;
    word
}

/// The usual form of an `i64`: narrow where the dialect has a narrow form.
pub(crate) const fn int_facts<D: Dialect>() -> Facts {
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
pub(crate) const fn small_int_facts<D: Dialect>() -> Facts {
    let facts = int_facts::<D>();
    Facts::fixed(facts.usual)
}

/// The form of an `f32`: narrow, save that engines write a NaN in 64 bits.
pub(crate) const fn f32_facts<D: Dialect>() -> Facts {
    let facts = Facts::fixed(const { &[header_word::<D>(VariantType::Float), [0; 4]] });
    match D::SPEC.float {
        FloatForm::Shortest => facts.up_to(3),
        FloatForm::Flagless => facts,
    }
}

/// The form of an `f64`, usually wide.
pub(crate) const fn f64_facts<D: Dialect>() -> Facts {
    match D::SPEC.float {
        FloatForm::Shortest => Facts::two_widths(
            const { &[wide_header_word::<D>(VariantType::Float), [0; 4], [0; 4]] },
            2,
            3,
        ),
        FloatForm::Flagless => f32_facts::<D>(),
    }
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

/// Facts of a form that is `words` words inside another.
pub const fn inside(words: usize, facts: Facts) -> Facts {
    Facts::varying(&[], words + facts.min_words, facts.max_words.saturating_add(words))
        .repeating(facts.repeats)
}

/// Whether a dialect has a type.
pub(crate) const fn has_type<D: Dialect>(kind: VariantType) -> bool {
    D::SPEC.type_id(kind).is_some()
}

/// Whether the dialect is one of Godot 4.
pub(crate) const fn is_godot4<D: Dialect>() -> bool {
    matches!(D::SPEC.generation, Generation::Godot4)
}

/// Whether this is [`Widest`](crate::variant::Widest), which sizes templates and carries no message.
pub(crate) const fn is_widest<D: Dialect>() -> bool {
    is_godot4::<D>() && matches!(D::SPEC.int, IntForm::Wide)
}
