//! The documentation of a message: its layout as a table.

use std::fmt::Write as _;

use godot_var_schema::template::{self, Deprecation, FieldType, Frequency, Quantity};

/// The name of a type and its size, as in the documentation of a message.
pub(super) fn type_words(field_type: FieldType) -> (String, String) {
    let size = match field_type {
        FieldType::Fixed(len) => return (format!("Fixed {len}"), len.to_string()),
        FieldType::Variable(prefix) => {
            return (format!("Variable {prefix}"), format!("{prefix} + n"));
        }
        FieldType::U8 | FieldType::S8 | FieldType::Bool => 1,
        FieldType::U16 | FieldType::S16 | FieldType::IpPort => 2,
        FieldType::U32 | FieldType::S32 | FieldType::F32 | FieldType::IpAddr => 4,
        FieldType::U64 | FieldType::S64 | FieldType::F64 => 8,
        FieldType::Vector3 | FieldType::Quaternion => 12,
        FieldType::Vector4 | FieldType::Uuid => 16,
        FieldType::Vector3d => 24,
    };
    let name = FieldType::SIMPLE.iter().find(|(_, other)| *other == field_type);
    (name.map_or_else(String::new, |(name, _)| (*name).to_owned()), size.to_string())
}

/// The layout of a message as a table.
pub(super) fn message_doc(message: &template::Message) -> String {
    let number = match message.frequency {
        Frequency::Fixed => format!("{:#X}", message.number),
        _ => message.number.to_string(),
    };
    let trust = if message.trusted { "Trusted" } else { "NotTrusted" };
    let encoding = if message.zerocoded { "Zerocoded" } else { "Unencoded" };
    let mut doc =
        format!(" `{}`: {:?} {number}, {trust}, {encoding}", message.name, message.frequency);
    doc.push_str(match message.deprecation {
        Deprecation::NotDeprecated => ".",
        Deprecation::Deprecated => ", Deprecated.",
        Deprecation::UdpDeprecated => ", UDPDeprecated.",
        Deprecation::UdpBlackListed => ", UDPBlackListed.",
    });
    if message.blocks.is_empty() {
        doc.push_str(" It has no blocks.");
        return doc;
    }
    doc.push_str("\n\n | Block | Field | Type | Bytes |\n |---|---|---|---:|");
    for block in &message.blocks {
        let quantity = match block.quantity {
            Quantity::Single => String::new(),
            Quantity::Multiple(count) => format!(", {count} times"),
            Quantity::Variable => ", counted by a byte".to_owned(),
        };
        let mut first = format!("`{}`{quantity}", block.name);
        for field in &block.fields {
            let (ty, size) = type_words(field.field_type);
            // Writing to a String cannot fail.
            let _ = write!(doc, "\n | {first} | `{}` | `{ty}` | {size} |", field.name);
            first.clear();
        }
    }
    doc
}
