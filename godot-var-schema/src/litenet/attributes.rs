//! The attributes of `#[litenet(…)]`, as written: one struct for each kind of place.

use darling::util::Flag;
use syn::LitStr;

use crate::attributes::{
    Attributes, ENUM, FIELD, Given, Key, MEMBER, STRUCT, Vocabulary, WrittenPath, attributes, words,
};
use crate::stream::model::Prefix;

/// `#[litenet(…)]`.
pub(crate) struct LiteNet;

impl Vocabulary for LiteNet {
    const ATTRIBUTE: &'static str = "litenet";
    const TABLES: &'static [&'static [Key]] =
        &[ContainerAttrs::KEYS, FieldAttrs::KEYS, MemberAttrs::KEYS];
    const ABSENT: &'static [(&'static str, &'static str)] = &[
        ("rename", "`rename` is not needed; these messages contain no names"),
        ("skip", "`skip` is not supported; every field of a message is encoded"),
        ("default", "`default` is not supported; `if = \"…\"` marks a field that may be absent"),
        ("repr", "`repr` is not needed; an enum is sent as a byte"),
    ];
}

attributes! {
    /// Attributes of a struct or enum.
    pub(crate) struct ContainerAttrs of LiteNet on [STRUCT, ENUM] {
        /// The number of the message.
        "msg_type" on [STRUCT] => msg_type: Option<Given<u16>>, "msg_type = 5";
        /// Message numbers identify the variants.
        "messages" on [ENUM] => messages: Flag, "messages";
        /// The path of the facade crate.
        "crate" => krate: Option<Given<WrittenPath>>, "crate = my_crate::godot_var";
    }
}

attributes! {
    /// Attributes of a field.
    pub(crate) struct FieldAttrs of LiteNet on [FIELD] {
        /// As a packed integer.
        "packed" => packed: Flag, "packed";
        /// As a packed integer with its sign in the lowest bit.
        "zigzag" => zigzag: Flag, "zigzag";
        /// How the count of a list is encoded.
        "len" => len: Option<Given<Len>>, "len = \"u16\"";
        /// The condition under which the field is present.
        "if" => condition: Option<Given<LitStr>>, "if = \"receivers == Target\"";
        /// All bytes to the end of the message.
        "rest" => rest: Flag, "rest";
        /// As Euler angles in degrees.
        "euler" => euler: Flag, "euler";
        /// A module with `encode` and `decode`.
        "with" => with: Option<Given<WrittenPath>>, "with = my_module";
    }
}

/// How the count of a list is encoded.
#[derive(Clone, Copy)]
pub(crate) struct Len(pub(crate) Prefix);

words!(Len: &[
    ("u16", Len(Prefix::U16)),
    ("i32", Len(Prefix::I32)),
    ("packed", Len(Prefix::Packed)),
    ("zigzag", Len(Prefix::Zigzag)),
]);

attributes! {
    /// Attributes of an enum's variant.
    pub(crate) struct MemberAttrs of LiteNet on [MEMBER] {
        /// The number of the message.
        "msg_type" => msg_type: Option<Given<u16>>, "msg_type = 5";
        /// The number of the variant.
        "id" => id: Option<Given<u32>>, "id = 3";
        /// Keeps unknown numbers.
        "other" => other: Flag, "other";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::attributes::test_tables! { LiteNet: ContainerAttrs, FieldAttrs, MemberAttrs; }
}
