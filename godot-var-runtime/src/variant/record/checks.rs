//! What the compiler checks of one concrete type, without any call.

use super::fields::Field;
use super::slot::key_words;
use crate::variant::layout::mistakes::{lack_in_godot3, size_mistake};
use crate::variant::layout::sentence::{Place, Sentence, fail_if};
use crate::variant::layout::{TypeLayout, each};
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::{Facts, is_godot4, is_widest};

/// The facts of a message that is to take at most `limit` bytes; fails the build when it may take more.
///
/// `Widest` is not a dialect that anybody sends.
#[track_caller]
pub const fn within<D: Dialect>(facts: Facts, fields: &[Field], name: &str, limit: usize) -> Facts {
    if !is_widest::<D>() {
        fail_if(size_mistake(facts.max_bytes(), longest(fields), name, limit));
    }
    facts
}

/// The field that may take the most bytes.
const fn longest(fields: &[Field]) -> Option<(Place<'_>, Option<usize>)> {
    let [first, rest @ ..] = fields else { return None };
    let mut longest = first;
    each!(field in rest => {
        if field.facts.max_words > longest.facts.max_words {
            longest = field;
        }
    });
    Some((Place::Key(longest.layout.key), longest.facts.max_bytes()))
}

/// Of a field: the dialect lacks a type in its layout.
pub const fn lack<D: Dialect>(layout: &TypeLayout<'_>, field: &str) -> Option<Sentence> {
    if is_godot4::<D>() { None } else { lack_in_godot3(layout, field) }
}

/// Facts of a type with a mistake: they break no limit of a type that holds it.
pub const STUB_FACTS: Facts = Facts::fixed(&[[0; 4]]);

/// Facts of a text of this length.
pub const fn text_facts_of(text: &str) -> Facts {
    Facts::varying(&[], key_words(text), key_words(text))
}
