//! The names of one scope of a generated file.

use std::collections::BTreeSet;

/// The names that are taken: those of the language and of the file itself, then those of the schema in its order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Claims(BTreeSet<String>);

impl Claims {
    /// Begins with names that are taken.
    pub(crate) fn new<'n>(taken: impl IntoIterator<Item = &'n str>) -> Self {
        Self(taken.into_iter().map(str::to_owned).collect())
    }

    /// Whether a name is taken.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains(name)
    }

    /// Takes a name. If it is taken, it gets the suffix, as often as that takes.
    pub(crate) fn claim(&mut self, wanted: &str, suffix: &str) -> String {
        let mut name = wanted.to_owned();
        while !self.0.insert(name.clone()) {
            name.push_str(suffix);
        }
        name
    }
}

/// `ObjectId` of `object_id`; characters other than letters, digits and underscores are kept as they are.
pub(crate) fn pascal_case(name: &str) -> String {
    let mut text = String::new();
    let mut starts = true;
    for c in name.chars() {
        match c {
            '_' => starts = true,
            // Georgian has capital letters for whole words alone, which no language of ours takes in names.
            c @ 'ა'..='ჿ' if std::mem::take(&mut starts) => text.push(c),
            c if std::mem::take(&mut starts) => text.extend(c.to_uppercase()),
            c => text.push(c),
        }
    }
    text
}

/// `objectId` of `object_id`, `httpError` of `HTTPError` and of `HttpError`.
pub(crate) fn camel_case(name: &str) -> String {
    let pascal: Vec<char> = pascal_case(name).chars().collect();
    let is_upper = |at: usize| pascal.get(at).is_some_and(|c| c.is_uppercase());
    let ends_word = |at: usize| pascal.get(at + 1).is_some_and(|c| c.is_lowercase());
    let head =
        (0..pascal.len()).take_while(|at| is_upper(*at) && (*at == 0 || !ends_word(*at))).count();
    let lower = pascal[..head].iter().flat_map(|c| c.to_lowercase());
    lower.chain(pascal[head..].iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_once() {
        let mut claims = Claims::new(["ToString"]);
        assert_eq!(claims.claim("ToString", "_"), "ToString_");
        assert_eq!(claims.claim("Name", "_"), "Name");
        assert_eq!(claims.claim("Name", "_"), "Name_");
        assert_eq!(claims.claim("Name", "_"), "Name__");
    }

    #[test]
    fn cases_of_names() {
        for (name, pascal, camel) in [
            ("object_id", "ObjectId", "objectId"),
            ("a__b", "AB", "ab"),
            ("HTTPError", "HTTPError", "httpError"),
            ("HttpError", "HttpError", "httpError"),
            ("x", "X", "x"),
            ("id2", "Id2", "id2"),
            ("größe", "Größe", "größe"),
            ("ანი", "ანი", "ანი"),
            ("", "", ""),
        ] {
            assert_eq!((pascal_case(name).as_str(), camel_case(name).as_str()), (pascal, camel));
        }
    }
}
