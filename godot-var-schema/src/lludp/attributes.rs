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
    const TABLES: &'static [&'static [Key]] =
        &[MessageAttrs::KEYS, BlockAttrs::KEYS, MessageFieldAttrs::KEYS, BlockFieldAttrs::KEYS];
    const ABSENT: &'static [(&'static str, &'static str)] = &[
        ("rename", "`rename` is called `name` here: the name that the template has"),
        ("skip", "`skip` is not supported; every field of a block travels"),
        (
            "default",
            "`default` is not needed; blocks that are missing at the end are read as zeros",
        ),
        ("fixed", "`fixed` is not needed; `[u8; N]` is `Fixed N`"),
    ];
}

attributes! {
    /// Attributes of a message.
    pub(crate) struct MessageAttrs of Lludp on [MESSAGE] {
        /// Its frequency, which decides the size of its number.
        "frequency" => frequency: Option<Given<Frequency>>, "frequency = \"High\"";
        /// Its number within the frequency.
        "number" => number: Option<Given<u32>>, "number = 4";
        /// From trusted senders only.
        "trusted" => trusted: Flag, "trusted";
        /// Sent with zero-coding.
        "zerocoded" => zerocoded: Flag, "zerocoded";
        /// The template's keyword for its deprecation.
        "deprecated" => deprecated: Option<Given<Deprecation>>, "deprecated = \"UDPDeprecated\"";
        /// Its name in the template.
        "name" => name: Option<Given<String>>, "name = \"AgentData\"";
        /// The path of the facade crate.
        "crate" => krate: Option<Given<WrittenPath>>, "crate = my_crate::godot_var";
    }
}

words!(Frequency: Frequency::WORDS);
words!(Deprecation: Deprecation::WORDS);

attributes! {
    /// Attributes of a block.
    pub(crate) struct BlockAttrs of Lludp on [BLOCK] {
        /// The path of the facade crate.
        "crate" => krate: Option<Given<WrittenPath>>, "crate = my_crate::godot_var";
    }
}

attributes! {
    /// Attributes of a field of a message.
    pub(crate) struct MessageFieldAttrs of Lludp on [MESSAGE_FIELD] {
        /// The name of the block in the template.
        "name" => name: Option<Given<String>>, "name = \"AgentData\"";
    }
}

attributes! {
    /// Attributes of a field of a block.
    pub(crate) struct BlockFieldAttrs of Lludp on [BLOCK_FIELD] {
        /// Its name in the template.
        "name" => name: Option<Given<String>>, "name = \"AgentData\"";
        /// The size in bytes of the length before its bytes.
        "variable" => variable: Option<Given<u32>>, "variable = 1";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::attributes::test_tables! { Lludp: MessageAttrs, BlockAttrs, MessageFieldAttrs, BlockFieldAttrs; }
}
