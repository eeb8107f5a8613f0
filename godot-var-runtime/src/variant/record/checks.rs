//! What the compiler checks of one concrete type, without any call.

use super::fields::Field;
use super::slot::key_words;
use crate::variant::layout::lacking::lacking_in_godot3;
use crate::variant::layout::mistakes::{
    holds_unknown, is_within, omission_sentence, option_sentence, other_sentence, size_sentence,
};
use crate::variant::layout::{EnumerationForm, TypeLayout};
use crate::variant::traits::Describe;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::{Facts, is_godot4, is_widest};

/// The facts of a message that is to take at most `limit` bytes; fails the build when it may take more.
///
/// `Widest` is not a dialect that anybody sends.
#[track_caller]
pub const fn within<D: Dialect>(facts: Facts, fields: &[Field], name: &str, limit: usize) -> Facts {
    if !is_widest::<D>() {
        check_size(facts, fields, name, limit);
    }
    facts
}

/// Fails the build when a message may take more than `limit` bytes.
#[track_caller]
const fn check_size(facts: Facts, fields: &[Field], name: &str, limit: usize) {
    let most = facts.max_bytes();
    if !is_within(most, limit) {
        size_sentence(most, longest(fields), name, limit).fail();
    }
}

/// The field that may take the most bytes.
const fn longest(fields: &[Field]) -> Option<(&'static str, Option<usize>)> {
    let mut longest: Option<&Field> = None;
    let mut i = 0;
    while i < fields.len() {
        match longest {
            Some(field) if field.facts.max_words >= fields[i].facts.max_words => {}
            _ => longest = Some(&fields[i]),
        }
        i += 1;
    }
    match longest {
        Some(field) => Some((field.layout.key, field.facts.max_bytes())),
        None => None,
    }
}

/// Fails the build when `T`, which stands in an `Option`, can be Nil itself.
#[track_caller]
pub const fn check_option<T: Describe>(name: &str) {
    if T::NULLABLE {
        option_sentence(name).fail();
    }
}

/// Fails the build when a field of type `T`, which a writer may leave out, must be there for a reader.
#[track_caller]
pub const fn check_omission<T: Describe>(key: &str) {
    if !T::OPTIONAL {
        omission_sentence(key).fail();
    }
}

/// Fails the build when the content `T` of an `other` variant cannot hold what a reader puts there.
#[track_caller]
pub const fn check_other<T: Describe>(form: EnumerationForm<'_>, name: &str) {
    if !holds_unknown(form, T::LAYOUT) {
        other_sentence(form, name).fail();
    }
}

/// Fails the build when the dialect lacks a type in the field `key`, whose layout this is.
#[track_caller]
pub const fn check_exists<D: Dialect>(layout: &TypeLayout<'_>, key: &str) {
    if !is_godot4::<D>()
        && let Some(lacking) = lacking_in_godot3(layout)
    {
        lacking.fail(key);
    }
}

/// Facts of a type with a mistake: they break no limit of a type that holds it.
pub const STUB_FACTS: Facts = Facts::fixed(&[[0; 4]]);

/// Facts of a text of this length.
pub const fn text_facts_of(text: &str) -> Facts {
    Facts::varying(&[], key_words(text), key_words(text))
}
