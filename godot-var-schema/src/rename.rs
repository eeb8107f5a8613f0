//! Case conversion of names, in serde's vocabulary.

use crate::attributes::words;

/// How `rename_all` converts a Rust name to an encoded name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RenameRule {
    /// `lowercase`
    Lower,
    /// `UPPERCASE`
    Upper,
    /// `PascalCase`
    Pascal,
    /// `camelCase`
    Camel,
    /// `snake_case`
    Snake,
    /// `SCREAMING_SNAKE_CASE`
    ScreamingSnake,
    /// `kebab-case`
    Kebab,
    /// `SCREAMING-KEBAB-CASE`
    ScreamingKebab,
}

const RULES: [(&str, RenameRule); 8] = [
    ("lowercase", RenameRule::Lower),
    ("UPPERCASE", RenameRule::Upper),
    ("PascalCase", RenameRule::Pascal),
    ("camelCase", RenameRule::Camel),
    ("snake_case", RenameRule::Snake),
    ("SCREAMING_SNAKE_CASE", RenameRule::ScreamingSnake),
    ("kebab-case", RenameRule::Kebab),
    ("SCREAMING-KEBAB-CASE", RenameRule::ScreamingKebab),
];

words!(RenameRule: &RULES);

impl RenameRule {
    /// Converts a field's name, which is in `snake_case`.
    pub fn field(self, name: &str) -> String {
        self.join(name.split('_').filter(|word| !word.is_empty()).map(str::to_owned))
    }

    /// Converts the name of an enum's variant, which is in `PascalCase`.
    pub fn member(self, name: &str) -> String {
        let mut words: Vec<String> = Vec::new();
        for c in name.chars() {
            match words.last_mut() {
                Some(word) if !c.is_uppercase() => word.push(c),
                _ => words.push(c.to_string()),
            }
        }
        self.join(words.into_iter())
    }

    fn join(self, words: impl Iterator<Item = String>) -> String {
        let lower = words.map(|word| word.to_lowercase());
        match self {
            Self::Lower => lower.collect(),
            Self::Upper => lower.collect::<String>().to_uppercase(),
            Self::Pascal => lower.map(|word| capital(&word)).collect(),
            Self::Camel => lower
                .enumerate()
                .map(|(i, word)| if i == 0 { word } else { capital(&word) })
                .collect(),
            Self::Snake => lower.collect::<Vec<_>>().join("_"),
            Self::ScreamingSnake => lower.collect::<Vec<_>>().join("_").to_uppercase(),
            Self::Kebab => lower.collect::<Vec<_>>().join("-"),
            Self::ScreamingKebab => lower.collect::<Vec<_>>().join("-").to_uppercase(),
        }
    }
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case() {
        let fields = [
            "sendername",
            "SENDERNAME",
            "SenderName",
            "senderName",
            "sender_name",
            "SENDER_NAME",
            "sender-name",
            "SENDER-NAME",
        ];
        for ((_, rule), expected) in RULES.iter().zip(fields) {
            assert_eq!(rule.field("sender_name"), expected);
            assert_eq!(rule.member("SenderName"), expected);
        }
    }
}
