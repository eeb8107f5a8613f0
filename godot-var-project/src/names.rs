//! Names for Rust: of types, fields and variants, without collisions.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::Span;
use syn::Ident;

/// Splits a name into words: `playerHP_max` is `player`, `HP`, `max`.
fn words(name: &str) -> Vec<String> {
    let chars: Vec<char> = name.chars().collect();
    let mut words = vec![String::new()];
    for (at, c) in chars.iter().enumerate() {
        if !c.is_alphanumeric() {
            words.push(String::new());
            continue;
        }
        let before = at.checked_sub(1).and_then(|before| chars.get(before));
        let after = chars.get(at + 1);
        let begins = c.is_uppercase()
            && (before.is_some_and(|before| before.is_lowercase() || before.is_ascii_digit())
                || before.is_some_and(|before| before.is_uppercase())
                    && after.is_some_and(|after| after.is_lowercase()));
        if begins {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.push(*c);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

pub(super) fn pascal(name: &str) -> String {
    let capital = |word: &String| {
        let mut chars = word.chars();
        let first = chars.next().into_iter().flat_map(char::to_uppercase);
        first.chain(chars.flat_map(char::to_lowercase)).collect::<String>()
    };
    valid(&words(name).iter().map(capital).collect::<String>(), "N")
}

pub(super) fn snake(name: &str) -> String {
    let lower: Vec<String> = words(name).iter().map(|word| word.to_lowercase()).collect();
    valid(&lower.join("_"), "n")
}

pub(super) fn screaming(name: &str) -> String {
    snake(name).to_uppercase()
}

/// Makes a name that Rust takes, perhaps as a raw identifier. `start` is before a digit.
fn valid(name: &str, start: &str) -> String {
    let begins = name.chars().next();
    let name = match begins {
        None => start.to_owned(),
        Some(c) if c.is_numeric() => format!("{start}{name}"),
        Some(_) => name.to_owned(),
    };
    if matches!(&*name, "self" | "super" | "crate" | "Self" | "_") {
        return format!("{name}_");
    }
    if is_name(&name) {
        return name;
    }
    let plain: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    if is_name(&plain) { plain } else { format!("{start}{plain}") }
}

fn is_name(name: &str) -> bool {
    syn::parse_str::<Ident>(name).is_ok() || syn::parse_str::<Ident>(&format!("r#{name}")).is_ok()
}

pub(super) fn ident(name: &str) -> Ident {
    // A keyword since the edition of 2024, which syn takes for a name.
    if name != "gen" && syn::parse_str::<Ident>(name).is_ok() {
        Ident::new(name, Span::call_site())
    } else {
        Ident::new_raw(name, Span::call_site())
    }
}

/// Names of one scope.
#[derive(Default)]
pub(super) struct Scope {
    taken: BTreeSet<String>,
    /// The last number after a name.
    numbers: BTreeMap<String, u64>,
}

impl Scope {
    pub(super) fn with(taken: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let taken = taken.into_iter().map(Into::into).collect();
        Self { taken, numbers: BTreeMap::new() }
    }

    /// Takes the first of these names that is free, or the last one with a number.
    pub(super) fn take(&mut self, names: &[String]) -> String {
        for name in names {
            if self.taken.insert(name.clone()) {
                return name.clone();
            }
        }
        let last = names.last().cloned().unwrap_or_default();
        let number = self.numbers.entry(last.clone()).or_insert(1);
        loop {
            *number += 1;
            let name = format!("{last}{number}");
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Scope;

    #[test]
    fn names_that_are_taken_get_numbers() {
        let mut scope = Scope::default();
        let mut take = |names: &[&str]| {
            scope.take(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(take(&["a", "b"]), "a");
        assert_eq!(take(&["a", "b"]), "b");
        assert_eq!(take(&["b3"]), "b3");
        assert_eq!(take(&["a", "b"]), "b2");
        assert_eq!(take(&["a", "b"]), "b4");
        // Each number is tried once.
        (0..100_000).for_each(|_| drop(take(&["a"])));
        assert_eq!(take(&["a"]), "a100002");
    }
}
