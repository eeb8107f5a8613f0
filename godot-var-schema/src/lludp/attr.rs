//! The attributes of `#[lludp(…)]`, as written.

use crate::keys::{Key, Place, Takes, key};

/// What has been read of them in one place.
pub(super) type Attrs = crate::keys::Attrs<On>;

/// Where attributes stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum On {
    Message,
    Block,
    MessageField,
    BlockField,
}

const MESSAGE: &[On] = &[On::Message];

impl Place for On {
    const ATTRIBUTE: &'static str = "lludp";
    const KEYS: &'static [Key<Self>] = &[
        key("frequency", Takes::Text, MESSAGE, "frequency = \"High\""),
        key("number", Takes::Number(u32::MAX), MESSAGE, "number = 4"),
        key("trusted", Takes::Nothing, MESSAGE, "trusted"),
        key("zerocoded", Takes::Nothing, MESSAGE, "zerocoded"),
        key("deprecated", Takes::Text, MESSAGE, "deprecated = \"UDPDeprecated\""),
        key(
            "name",
            Takes::Text,
            &[On::Message, On::MessageField, On::BlockField],
            "name = \"AgentData\"",
        ),
        key("crate", Takes::Path, &[On::Message, On::Block], "crate = my_crate::godot_var"),
        key("variable", Takes::Number(u32::MAX), &[On::BlockField], "variable = 1"),
    ];
    const ABSENT: &'static [(&'static str, &'static str)] = &[
        ("rename", "`rename` is called `name` here: the name that the template has"),
        ("skip", "`skip` is not supported; every field of a block travels"),
        (
            "default",
            "`default` is not needed; blocks that are missing at the end are read as zeros",
        ),
        ("fixed", "`fixed` is not needed; `[u8; N]` is `Fixed N`"),
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Message => "a message",
            Self::Block => "a block",
            Self::MessageField => "a block of a message",
            Self::BlockField => "a field of a block",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_holds() {
        crate::keys::check_table::<On>();
    }
}
