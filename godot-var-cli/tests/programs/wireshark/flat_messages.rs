//! Flat messages in `tshark`, compared with what `inspect` says of them.

use godot_var::flat::NumberType;
use godot_var::values::VariantType;
use godot_var_codegen::flat::{
    Body, Enumeration, Record, Schema, Type, TypeDef, component_names, component_paths, is_tuple,
};
use godot_var_codegen::wireshark::{Options, generate_flat};
use godot_var_schema::template::snake_case;
use serde_json::Value as Json;

use super::PORT;
use super::capture::{Capture, fields, folder, tshark};

/// A number that stands for a text that a field may have.
const ANY: &str = "*";

/// The expected fields: walks over the JSON of `inspect` along the schema.
struct Expected<'s> {
    schema: &'s Schema,
    /// The name of each type in filters.
    at: &'s [String],
    fields: Vec<(String, String)>,
}

impl Expected<'_> {
    fn push(&mut self, at: &str, value: impl Into<String>) {
        self.fields.push((at.to_owned(), value.into()));
    }

    fn message(&mut self, index: usize, json: &Json) {
        match &self.schema.types[index].body {
            Body::Record(record) => self.record(record, &json["fields"], &self.at[index]),
            Body::Enumeration(enumeration) => {
                let name =
                    json["message"].as_str().expect("a name").rsplit("::").next().expect("a name");
                let at = &self.at[index];
                self.variant(enumeration, name, &json["fields"], at, at);
            }
        }
    }

    fn record(&mut self, record: &Record, json: &Json, at: &str) {
        for (position, field) in record.fields.iter().enumerate() {
            let own = format!("{at}.{}", field.name);
            let value = match &record.fields[..] {
                [only] if only.name == "0" => {
                    // It may be missing at the end of a message.
                    if json.as_array().is_none_or(|list| !list.is_empty()) {
                        self.value(&field.ty, json, at);
                    }
                    continue;
                }
                _ if is_tuple(record) => json.get(position),
                _ => json.get(&field.name),
            };
            if let Some(value) = value {
                self.value(&field.ty, value, &own);
            }
        }
    }

    /// A variant, whose name and content `inspect` has beside each other in a message.
    fn variant(
        &mut self,
        enumeration: &Enumeration,
        name: &str,
        content: &Json,
        shown: &str,
        at: &str,
    ) {
        self.push(shown, name);
        let member = enumeration.members.iter().find(|member| member.name == name);
        let Some(member) = member else {
            let number = content.as_u64().or_else(|| content[0].as_u64());
            return self
                .push(&format!("{at}.id"), number.map_or(ANY.to_owned(), |id| id.to_string()));
        };
        self.push(&format!("{at}.id"), member.id.to_string());
        let own = format!("{at}.{}", snake_case(name));
        match &member.record.fields[..] {
            [only] if member.is_message => self.value(&only.ty, content, &own),
            _ => self.record(&member.record, content, &own),
        }
    }

    fn structure(&mut self, kind: VariantType, json: &Json, at: &str) {
        self.push(at, "");
        for (name, path) in component_names(kind).iter().zip(component_paths(kind)) {
            let value = path.iter().fold(json, |json, name| &json[*name]);
            self.push(&format!("{at}.{name}"), scalar(value));
        }
    }

    fn value(&mut self, ty: &Type, json: &Json, at: &str) {
        match ty {
            Type::Unit | Type::Variant(..) => {}
            Type::Option(_) if json.is_null() => {}
            Type::Option(inner) if self.schema.may_be_null(inner) => {
                self.value(inner, &json["Some"], at);
            }
            Type::Option(inner) | Type::InBits(_, inner) | Type::AtMost(_, inner) => {
                self.value(inner, json, at);
            }
            Type::List(_, inner) | Type::Array(_, inner)
                if **inner == Type::Number(NumberType::U8) =>
            {
                let bytes = json.as_array().expect("bytes").iter();
                let bytes: Vec<_> =
                    bytes.map(|byte| format!("{:02x}", byte.as_u64().expect("a byte"))).collect();
                self.push(at, bytes.join(":"));
            }
            Type::List(_, inner) | Type::Packed(_, _, inner) | Type::Array(_, inner) => {
                json.as_array()
                    .expect("a list")
                    .iter()
                    .for_each(|json| self.value(inner, json, at));
            }
            Type::Tuple(elements) => {
                for (index, inner) in elements.iter().enumerate() {
                    self.value(inner, &json[index], &format!("{at}.{index}"));
                }
            }
            Type::Map(_, key, value) => {
                let pairs: Vec<(Json, Json)> = match json {
                    Json::Object(members) => members
                        .iter()
                        .map(|(key, value)| (Json::from(&**key), value.clone()))
                        .collect(),
                    pairs => pairs
                        .as_array()
                        .expect("pairs")
                        .iter()
                        .map(|pair| (pair[0].clone(), pair[1].clone()))
                        .collect(),
                };
                for (name, content) in pairs {
                    self.value(key, &name, &format!("{at}.key"));
                    self.value(value, &content, &format!("{at}.value"));
                }
            }
            Type::Direction(_) => self.structure(VariantType::Vector2, json, at),
            Type::Octahedron(_) => self.structure(VariantType::Vector3, json, at),
            Type::SmallestThree(_) => self.structure(VariantType::Quaternion, json, at),
            Type::Components(kind, _) => self.structure(*kind, json, at),
            Type::Message(index) => match &self.schema.types[*index].body {
                Body::Record(record) => self.record(record, json, &self.at[*index]),
                Body::Enumeration(enumeration) => {
                    let own = &self.at[*index];
                    let shown = if enumeration.is_plain() { at } else { own };
                    let (name, content) = match json {
                        Json::String(name) => (name, &Json::Null),
                        Json::Object(members) => members.iter().next().expect("a variant"),
                        other => panic!("{other} is not a variant"),
                    };
                    self.variant(enumeration, name, content, shown, own);
                }
            },
            _ => self.push(at, scalar(json)),
        }
    }
}

fn scalar(json: &Json) -> String {
    match json {
        Json::Bool(truth) => u8::from(*truth).to_string(),
        // A field of Wireshark ends at a NUL.
        Json::String(text) => text.split('\0').next().unwrap_or_default().to_owned(),
        number => number.to_string(),
    }
}

/// Whether two texts are the same number or the same text. Sines differ in the last digit.
fn is_same(found: &str, wanted: &str) -> bool {
    let number = |text: &str| {
        let text = text.to_lowercase().replace("infinity", "inf");
        let text = text.trim_start_matches('-');
        // A NaN with its bits.
        if text.starts_with("nan") { Some(f64::NAN) } else { text.parse::<f64>().ok() }
    };
    let sign = |text: &str| text.starts_with('-');
    // Wireshark escapes what a terminal may not get, and the program leaves it out.
    let is_escaped = found.contains('\\');
    wanted == ANY
        || is_escaped
        || found == wanted
        || match (number(found), number(wanted)) {
            (Some(a), Some(b)) if a.is_nan() || b.is_nan() => a.is_nan() && b.is_nan(),
            (Some(a), Some(b)) => {
                let is_close =
                    a == b || (a - b).abs() <= 1e-6 * a.abs().max(b.abs()) || a.max(b) < 1e-6;
                is_close && (sign(found) == sign(wanted) || a.max(b) < 1e-6)
            }
            _ => false,
        }
}

/// The name of each type in filters, as the script has it.
fn names_in_filters(schema: &Schema, script: &str) -> Vec<String> {
    let of = |def: &TypeDef| {
        let start = format!("path = \"{}\", ident = \"{}\", at = \"", def.path(), def.ident);
        let (_, rest) = script.split_once(&start).expect("this type");
        rest.split('"').next().expect("a name").to_owned()
    };
    schema.types.iter().map(of).collect()
}

/// Whether the place of an error is inside of a Variant of a type that derives `GodotVar`.
fn is_in_typed(schema: &Schema, error: &str) -> bool {
    let place = error.split(": ").next().unwrap_or_default();
    let fields = schema.types.iter().flat_map(TypeDef::fields);
    let mut typed = fields.filter(|field| matches!(field.ty, Type::Variant(..)));
    typed.any(|field| place.contains(&format!(".{}", field.name)))
}

/// What was compared.
#[derive(Debug, Default)]
pub(crate) struct Compared {
    pub(crate) good: usize,
    pub(crate) broken: usize,
    pub(crate) values: usize,
}

/// Compares the dissectors of a schema with what `inspect` says of messages of each type. Each type has a dissector with a name and a port of
/// its own.
pub(crate) fn compare(
    name: &str,
    types: &[(usize, Vec<Vec<u8>>)],
    schema: &Schema,
    has_variants: bool,
    inspected: impl Fn(&TypeDef, &[Vec<u8>]) -> Vec<Json>,
) -> Compared {
    let (folder, mut compared) = (folder(name), Compared::default());
    let (mut scripts, mut capture) = (Vec::new(), Capture::default());
    let mut arguments = vec!["-T".to_owned(), "pdml".to_owned()];
    let mut at = Vec::new();
    for (index, messages) in types {
        let (name, port) = (format!("type{index}"), PORT + u16::try_from(*index).expect("a port"));
        let to_server = Some(schema.types[*index].path());
        let options = Options { port: Some(port), to_server, ..Options::new(&name) };
        let script = generate_flat(schema, &options).expect("a dissector");
        scripts.push(format!("{name}.lua"));
        std::fs::write(folder.join(format!("{name}.lua")), &script).expect("a file");
        arguments.extend(["-o".to_owned(), format!("{name}.udp:Messages")]);
        at = names_in_filters(schema, &script);
        for bytes in messages {
            capture.udp(999, port, bytes);
        }
    }
    let scripts: Vec<&str> = scripts.iter().map(String::as_str).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let pdml = tshark(&folder, &scripts, &capture, &arguments);
    let mut shown = fields(&pdml, "type").into_iter();
    let mut experts = fields(&pdml, "_ws.expert.message").into_iter();
    for (index, messages) in types {
        let def = &schema.types[*index];
        let said = inspected(def, messages);
        assert_eq!(said.len(), messages.len(), "{}", def.name);
        for (bytes, said) in messages.iter().zip(&said) {
            let (shown, expert) = (shown.next().expect("a packet"), experts.next());
            // Wireshark does not ask about an empty datagram.
            if bytes.is_empty() {
                continue;
            }
            let what = format!("{} {}: {said}", def.name, hex::encode(bytes));
            let expert = expert.as_ref().and_then(|all| Some(all.first()?.1.as_str()));
            if let Some(error) = said["error"]["message"].as_str() {
                // Inside a Variant the dissector shows any value, and goes on after one of another type.
                if is_in_typed(schema, error)
                    && expert.is_none_or(|expert| {
                        !error.starts_with(expert.split(": ").next().unwrap_or_default())
                    })
                {
                    continue;
                }
                let expert = expert.unwrap_or_else(|| panic!("no expert: {what}"));
                // Inside a Variant there are other words, and no path.
                let path = expert.split(": ").next().unwrap_or_default();
                let (_, reason) = error.split_once(": ").unwrap_or(("", error));
                let is_long = error.len() > 120 && expert.ends_with(reason) && expert.contains('…');
                let is_variant = has_variants && error.starts_with(path);
                assert!(expert == error || is_long || is_variant, "{expert}\n{what}");
                compared.broken += 1;
                continue;
            }
            assert_eq!(expert, None, "{what}");
            let mut expected = Expected { schema, at: &at, fields: Vec::new() };
            expected.message(*index, said);
            let own = [
                "message",
                "line",
                "size",
                "direction",
                "type",
                "value",
                "flags",
                "unknown",
                "trailing",
                "variant",
            ];
            let without_prefix =
                |(name, value): (String, String)| Some((name.split_once('.')?.1.to_owned(), value));
            let is_value = |(name, _): &(String, String)| {
                !own.contains(&name.split('.').next().unwrap_or_default())
            };
            let found = shown.into_iter().filter_map(without_prefix);
            let mut found: Vec<_> = found.filter(is_value).collect();
            found.sort_by(|a, b| a.0.cmp(&b.0));
            expected.fields.sort_by(|a, b| a.0.cmp(&b.0));
            let mut pairs = found.iter().zip(&expected.fields);
            let wrong = pairs.find(|(a, b)| a.0 != b.0 || !is_same(&a.1, &b.1));
            assert_eq!(wrong, None, "{what}");
            assert_eq!(found.len(), expected.fields.len(), "{what}");
            compared.good += 1;
            compared.values += found.len();
        }
    }
    compared
}
