//! The attributes of `#[lludp(…)]`, as written: one struct for each kind of place.

use darling::util::Flag;

use super::model::{Deprecation, Frequency};
use crate::attributes::{
    Attributes, Given, Key, Place, Vocabulary, WrittenPath, attributes, words,
};

pub(super) const MESSAGE: Place = Place("a message");
pub(super) const BLOCK: Place = Place("a block");
pub(super) const MESSAGE_FIELD: Place = Place("a block of a message");
pub(super) const BLOCK_FIELD: Place = Place("a field of a block");

/// `#[lludp(…)]`.
pub(crate) struct Lludp;

impl Vocabulary for Lludp {
    const ATTRIBUTE: &'static str = "lludp";
    const TABLES: &'static [&'static [Key]] = &[ContainerAttrs::KEYS, FieldAttrs::KEYS];
    const ABSENT: &'static [(&'static str, &'static str)] = &[
        ("rename", "`rename` is called `name` here: the name that the template has"),
        ("skip", "`skip` is not supported; every field of a block is encoded"),
        (
            "default",
            "`default` is not needed; blocks that are missing at the end are read as zeros",
        ),
        ("fixed", "`fixed` is not needed; `[u8; N]` is `Fixed N`"),
    ];
}

attributes! {
    /// Attributes of a message or block.
    pub(crate) struct ContainerAttrs of Lludp on [MESSAGE, BLOCK] {
        /// Its frequency, which decides the size of its number.
        "frequency" on [MESSAGE] => frequency: Option<Given<Frequency>>, "frequency = \"High\"";
        /// Its number within the frequency.
        "number" on [MESSAGE] => number: Option<Given<u32>>, "number = 4";
        /// From trusted senders only.
        "trusted" on [MESSAGE] => trusted: Flag, "trusted";
        /// Sent with zero-coding.
        "zerocoded" on [MESSAGE] => zerocoded: Flag, "zerocoded";
        /// The template's keyword for its deprecation.
        "deprecated" on [MESSAGE] => deprecated: Option<Given<Deprecation>>, "deprecated = \"UDPDeprecated\"";
        /// Its name in the template.
        "name" on [MESSAGE] => name: Option<Given<String>>, "name = \"AgentData\"";
        /// The path of the facade crate.
        "crate" => krate: Option<Given<WrittenPath>>, "crate = my_crate::godot_var";
    }
}

words!(Frequency: Frequency::WORDS);
words!(Deprecation: Deprecation::WORDS);

attributes! {
    /// Attributes of a field of a message or block.
    pub(crate) struct FieldAttrs of Lludp on [MESSAGE_FIELD, BLOCK_FIELD] {
        /// Its name in the template.
        "name" => name: Option<Given<String>>, "name = \"AgentData\"";
        /// The size in bytes of the length before its bytes.
        "variable" on [BLOCK_FIELD] => variable: Option<Given<u32>>, "variable = 1";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::attributes::test_tables! { Lludp: ContainerAttrs, FieldAttrs; }
}
