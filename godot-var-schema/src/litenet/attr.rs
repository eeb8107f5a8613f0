//! The attributes of `#[litenet(…)]`, as written.

use crate::keys::{Key, Place, Takes, key};

/// What has been read of them in one place.
pub(super) type Attrs = crate::keys::Attrs<On>;

/// Where attributes stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum On {
    Struct,
    Enum,
    Field,
    Member,
}

const FIELD: &[On] = &[On::Field];
const MEMBER: &[On] = &[On::Member];

impl Place for On {
    const ATTRIBUTE: &'static str = "litenet";
    const KEYS: &'static [Key<Self>] = &[
        key("msg_type", Takes::Number(u16::MAX as u32), &[On::Struct, On::Member], "msg_type = 5"),
        key("messages", Takes::Nothing, &[On::Enum], "messages"),
        key("crate", Takes::Path, &[On::Struct, On::Enum], "crate = my_crate::godot_var"),
        key("id", Takes::Number(u16::MAX as u32), MEMBER, "id = 3"),
        key("other", Takes::Nothing, MEMBER, "other"),
        key("packed", Takes::Nothing, FIELD, "packed"),
        key("zigzag", Takes::Nothing, FIELD, "zigzag"),
        key("len", Takes::Text, FIELD, "len = \"u16\""),
        key("if", Takes::Text, FIELD, "if = \"receivers == Target\""),
        key("rest", Takes::Nothing, FIELD, "rest"),
        key("euler", Takes::Nothing, FIELD, "euler"),
        key("with", Takes::Path, FIELD, "with = my_module"),
    ];
    const ABSENT: &'static [(&'static str, &'static str)] = &[
        ("rename", "`rename` is not needed; no names travel in these messages"),
        ("skip", "`skip` is not supported; every field of a message travels"),
        ("default", "`default` is not supported; `if = \"…\"` marks a field that may be absent"),
        ("repr", "`repr` is not needed; an enum travels as a byte"),
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Struct => "a struct",
            Self::Enum => "an enum",
            Self::Field => "a field",
            Self::Member => "an enum's member",
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
