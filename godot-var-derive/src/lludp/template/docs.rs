//! The documentation of a message: its layout as a table.

use std::fmt::Write as _;

use godot_var_schema::template::{self, Deprecation, FieldType, Frequency, Quantity};

/// The name of a type and its size, as in the documentation of a message.
pub(super) fn type_words(field_type: FieldType) -> (String, String) {
    let size = match field_type {
        FieldType::Variable(prefix) => format!("{prefix} + n"),
        other => other.least_len().to_string(),
    };
    (field_type.to_string(), size)
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
