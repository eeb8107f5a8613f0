//! Dissectors of LLUDP: the message template as a Lua table before a fixed part.

use std::collections::BTreeSet;

use super::{Error, check_name, string, table::unique};
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
    let mut out = super::head(file);
    out.push_str("local TEMPLATE = {\n");
    for (key, value) in [("name", name), ("description", &description), ("ports", &port)] {
        line(&mut out, 1, &format!("{key} = {},", string(value)));
    }
    line(&mut out, 1, "messages = {");
    let mut taken: BTreeSet<String> = TAKEN.iter().map(|name| (*name).to_owned()).collect();
    for message in &template.messages {
        let own = unique(&message.name.to_lowercase(), &mut taken);
        let (name, id) = (string(&message.name), message.id());
        line(&mut out, 2, &format!("{{ name = {name}, id = \"{id:08x}\", blocks = {{"));
        for block in &message.blocks {
            let own = unique(&format!("{own}.{}", block.name.to_lowercase()), &mut taken);
            let count = match block.quantity {
                Quantity::Single => "count = 1, ".to_owned(),
                Quantity::Multiple(count) => format!("count = {count}, "),
                Quantity::Variable => String::new(),
            };
            line(&mut out, 3, &format!("{{ name = {}, {count}fields = {{", string(&block.name)));
            for field in &block.fields {
                let at = unique(&format!("{own}.{}", field.name.to_lowercase()), &mut taken);
                let (name, at, ty) = (string(&field.name), string(&at), kind(field.field_type));
                line(&mut out, 4, &format!("{{ name = {name}, at = {at}, {ty} }},"));
            }
            line(&mut out, 3, "} },");
        }
        line(&mut out, 2, "} },");
    }
    out.push_str("\t},\n}\n");
    Ok(out + super::PORTS + LLUDP)
}

fn line(out: &mut String, indent: usize, text: &str) {
    for _ in 0..indent {
        out.push('\t');
    }
    out.push_str(text);
    out.push('\n');
}

fn kind(field_type: FieldType) -> String {
    match field_type {
        FieldType::Fixed(size) => format!("type = \"Fixed\", size = {size}"),
        FieldType::Variable(size) => format!("type = \"Variable\", size = {size}"),
        simple => {
            let known = FieldType::SIMPLE.iter().find(|(_, known)| *known == simple);
            known.map(|(name, _)| format!("type = {}", string(name))).unwrap_or_default()
        }
    }
}
