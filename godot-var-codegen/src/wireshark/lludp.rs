//! Dissectors of LLUDP: the message template as a Lua table before a fixed part.

use std::collections::BTreeSet;

use super::lua::{Item, Lines};
use super::table::unique;
use super::{Error, check_name};
use godot_var_schema::template::{FieldType, Quantity, Template};

const LLUDP: &str = include_str!("lludp.lua");

/// What the fixed part declares.
const TAKEN: [&str; 15] = [
    "flags",
    "sequence",
    "extra_length",
    "extra",
    "message",
    "number",
    "id",
    "ack_count",
    "ack",
    "block",
    "count",
    "missing",
    "unread",
    "malformed",
    "noted",
];

/// What the template does not say.
#[derive(Clone, Debug)]
pub struct LludpOptions {
    /// The protocol in Wireshark, and what all its fields begin with:
    /// `lludp.agentupdate.agentdata.agentid`.
    pub name: String,
    /// A UDP port. Without one, "Decode As" or the preferences say it.
    pub port: Option<u16>,
    /// The template's file, for people.
    pub file: String,
}

/// Writes the dissector of the messages of a template.
///
/// # Errors
/// [`Error::Name`] for a name that Wireshark does not take.
pub fn generate_lludp(template: &Template, options: &LludpOptions) -> Result<String, Error> {
    check_name(&options.name)?;
    let LludpOptions { name, port, file } = options;
    let description = format!("{name} (LLUDP messages of {file})");
    let port = port.map(|port| port.to_string()).unwrap_or_default();
    let mut out = Lines(super::head(file));
    out.line(0, "local TEMPLATE = {");
    for (key, value) in [("name", name), ("description", &description), ("ports", &port)] {
        out.text(1, key, value);
    }
    out.line(1, "messages = {");
    let mut taken: BTreeSet<String> = TAKEN.iter().map(|name| (*name).to_owned()).collect();
    for message in &template.messages {
        let own = unique(&message.name.to_lowercase(), &mut taken);
        let head = Item::default().text("name", &message.name);
        let head = head.text("id", &format!("{:08x}", message.id()));
        out.line(2, format_args!("{} blocks = {{", head.open()));
        for block in &message.blocks {
            let own = unique(&format!("{own}.{}", block.name.to_lowercase()), &mut taken);
            let head = Item::default().text("name", &block.name);
            let head = match block.quantity {
                Quantity::Single => head.put("count", 1),
                Quantity::Multiple(count) => head.put("count", count),
                Quantity::Variable => head,
            };
            out.line(3, format_args!("{} fields = {{", head.open()));
            for field in &block.fields {
                let at = unique(&format!("{own}.{}", field.name.to_lowercase()), &mut taken);
                let item = Item::default().text("name", &field.name).text("at", &at);
                let item = match field.field_type {
                    FieldType::Fixed(size) => item.text("type", "Fixed").put("size", size),
                    FieldType::Variable(size) => item.text("type", "Variable").put("size", size),
                    simple => {
                        let mut known = FieldType::SIMPLE.iter();
                        let name = known.find(|(_, known)| *known == simple);
                        item.text("type", name.map_or("", |(name, _)| name))
                    }
                };
                out.line(4, format_args!("{item},"));
            }
            out.line(3, "} },");
        }
        out.line(2, "} },");
    }
    out.line(1, "},\n}");
    Ok(out.0 + super::PORTS + LLUDP)
}
