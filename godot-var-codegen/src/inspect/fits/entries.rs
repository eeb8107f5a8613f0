//! The pairs of a Dictionary, and which fields they belong to.

use godot_var_runtime::variant::tools::has_key;
use godot_var_runtime::variant::{Dictionary, FieldLayout, Variant};
use godot_var_runtime::{DecodeError, DecodeErrorKind};

/// The pairs of a Dictionary, and which of them belong to a field.
pub(super) struct Entries<'v> {
    pub(super) whole: &'v Variant,
    list: &'v [(Variant, Variant)],
    pub(super) taken: Vec<bool>,
    /// The pairs with a key of a field, also of an absent variant or option: no map takes them.
    claimed: Vec<bool>,
}

impl<'v> Entries<'v> {
    pub(super) fn of(whole: &'v Variant, dictionary: &'v Dictionary) -> Self {
        let list = &dictionary.entries[..];
        let none = vec![false; list.len()];
        Self { whole, list, taken: none.clone(), claimed: none }
    }

    /// Takes the pairs with one of these keys; returns the value of the last one.
    pub(super) fn take_if(&mut self, is_key: impl Fn(&str) -> bool) -> Option<&'v Variant> {
        let mut found = None;
        for ((key, value), taken) in self.list.iter().zip(&mut self.taken) {
            if key.as_str().is_some_and(&is_key) {
                *taken = true;
                found = Some(value);
            }
        }
        found
    }

    pub(super) fn take(&mut self, field: &FieldLayout<'_>) -> Option<&'v Variant> {
        self.take_if(|key| key == field.key || field.aliases.contains(&key))
    }

    pub(super) fn take_key(&mut self, key: &str) -> Option<&'v Variant> {
        self.take_if(|known| known == key)
    }

    /// Reserves the keys of fields, so that a map never takes them, whatever its position among the fields is.
    pub(super) fn claim(&mut self, fields: &[FieldLayout<'_>]) {
        for ((key, _), claimed) in self.list.iter().zip(&mut self.claimed) {
            let Some(key) = key.as_str() else { continue };
            *claimed |= fields.iter().any(|field| has_key(field, key));
        }
    }

    /// Takes all remaining pairs.
    pub(super) fn rest(&mut self) -> Vec<&'v (Variant, Variant)> {
        let pairs = self.list.iter().zip(&mut self.taken).zip(&self.claimed);
        let left = pairs.filter(|(_, claimed)| !**claimed);
        left.filter_map(|((pair, taken), _)| (!std::mem::replace(taken, true)).then_some(pair))
            .collect()
    }

    pub(super) fn check_unknown(&self, deny: bool) -> Result<(), DecodeError> {
        let mut left = self.list.iter().zip(&self.taken).filter(|(_, taken)| !**taken);
        match left.next() {
            Some(((key, _), _)) if deny => Err(DecodeError::new(
                DecodeErrorKind::UnknownField,
                0,
                "known keys only",
                match key.as_str() {
                    Some(text) => format!("the unknown key {text:?}"),
                    None => "a key that is not a text".to_owned(),
                },
            )),
            _ => Ok(()),
        }
    }
}

/// The value of the last pair with this key.
pub(super) fn last<'v>(dictionary: &'v Dictionary, key: &str) -> Option<&'v Variant> {
    let mut entries = dictionary.entries.iter().rev();
    entries.find(|(known, _)| known.as_str() == Some(key)).map(|(_, value)| value)
}

pub(super) fn missing(what: &'static str) -> DecodeError {
    DecodeError::new(DecodeErrorKind::MissingField, 0, what, "")
}
