//! One message of any wire: its name, what it holds, its picture in JSON.

use std::fmt;
use std::io::{self, Write};

use godot_var::dialect::DialectSpec;
use godot_var::values::VariantType;
use godot_var::{DecodeError, Limits, Variant};
use godot_var_codegen::names::{Misfit, Named, Names, Tree, closest};
use serde_json::Value as Json;

use super::condition::{Comparison, Condition};
use super::source::{Message, Origin};
use crate::inspect::{Options, inspect_frame, inspect_named};
use crate::litenet::{self, Side};
use crate::lludp::Interpreter;
use crate::{json, lines, multiplayer, natural};

/// Reads the messages of a wire.
#[derive(Clone, Debug)]
pub enum Decoder {
    /// Variants, with the names of a schema if there is one.
    Variant {
        /// The dialect.
        spec: &'static DialectSpec,
        /// What is read.
        limits: Limits,
        /// The schema.
        names: Option<Box<Names>>,
    },
    /// Messages of `LiteNetLibManager`.
    LiteNet {
        /// Who sends them.
        side: Side,
        /// What is read.
        limits: Limits,
    },
    /// Datagrams of LLUDP.
    Lludp(Box<Interpreter>),
    /// Packets of Godot's high-level multiplayer, with the names of a schema if there is one.
    Multiplayer {
        /// What is read.
        options: godot_var::multiplayer::Options,
        /// The schema.
        names: Option<Box<multiplayer::Names>>,
    },
}

/// What a message is called.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label {
    /// Its name, as far as the wire or a schema has one.
    pub name: Option<String>,
    /// Its number, as the wire names it.
    pub id: Option<String>,
    /// The type of a Variant.
    pub kind: Option<&'static str>,
}

impl Label {
    /// Whether `--message` with this word means such messages: by name, of a `Type::Member` also the
    /// member alone; by number; by type where there is neither.
    pub fn is(&self, word: &str) -> bool {
        let last = |name: &str| name.rsplit("::").next() == Some(word);
        self.name.as_deref().is_some_and(|name| name == word || last(name))
            || self.id.as_deref() == Some(word)
            || self.name.is_none() && self.id.is_none() && self.kind == Some(word)
    }

    /// As JSON: the name, or the number of a message without one.
    pub(super) fn to_json(&self) -> Json {
        match (&self.name, &self.id) {
            (Some(name), _) => name.as_str().into(),
            (None, Some(id)) => id.parse::<i64>().map_or_else(|_| id.as_str().into(), Json::from),
            (None, None) => Json::Null,
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name.as_deref().or(self.id.as_deref()).or(self.kind);
        f.write_str(name.unwrap_or("?"))
    }
}

/// A message that was read.
#[derive(Clone, Debug)]
pub struct Decoded {
    /// What it is called.
    pub label: Label,
    /// How many of its bytes belong to it.
    pub used: usize,
    /// Why it is none of the schema's.
    pub misfit: Option<Misfit>,
    /// Whether the schema keeps it as what it does not know (`other`).
    pub is_unknown: bool,
    /// What it holds.
    content: Content,
}

impl Decoded {
    const fn whole(label: Label, used: usize, content: Content) -> Self {
        Self { label, used, misfit: None, is_unknown: false, content }
    }

    /// What a summary counts it as.
    pub(super) fn counted_as(&self) -> String {
        match &self.misfit {
            Some(Misfit { likely: Some(name), .. }) => format!("{name} (broken)"),
            _ if self.is_unknown => format!("{} (unknown)", self.label),
            _ => self.label.to_string(),
        }
    }
}

/// Natural JSON.
pub(super) enum Natural {
    /// The fields of a message.
    Fields(Json),
    /// A whole value.
    Value(Json),
}

#[derive(Clone, Debug)]
enum Content {
    Variant(Variant, &'static DialectSpec),
    Json(Json),
    /// With the values by name.
    Named(Json, Json),
}

impl Decoder {
    /// Whether messages can have this name, number or type.
    ///
    /// # Errors
    /// A text that says why not.
    pub fn check_message(&self, word: &str) -> Result<(), String> {
        let is_number = word.parse::<i64>().is_ok();
        match self {
            Self::Variant { names: None, spec, .. } => {
                let is_type =
                    VariantType::ALL.iter().any(|kind| kind.name(spec.generation) == word);
                if is_number || is_type {
                    return Ok(());
                }
                Err(format!(
                    "without a schema no message is named {word:?}; give --schema, or the number that \
                     an Array begins with, or a type such as Dictionary"
                ))
            }
            Self::Variant { names: Some(names), .. } => {
                let known = names.messages();
                let is_known =
                    |name: &String| name == word || name.rsplit("::").next() == Some(word);
                if is_number || known.iter().any(is_known) {
                    return Ok(());
                }
                let last = known.iter().map(|name| name.rsplit("::").next().unwrap_or(name));
                Err(format!("the schema has no message {word:?}{}", closest(word, last)))
            }
            Self::LiteNet { side, .. } => {
                let known = litenet::names(*side);
                if is_number || known.contains(&word) {
                    return Ok(());
                }
                Err(format!("the wire has no message {word:?}{}", closest(word, known)))
            }
            Self::Multiplayer { .. } if multiplayer::COMMANDS.contains(&word) => Ok(()),
            Self::Multiplayer { names, .. } => {
                let known = names.as_ref().map(|names| names.methods()).unwrap_or_default();
                let last = |name: &str| name.rsplit("::").next().unwrap_or_default().to_owned();
                if known.iter().any(|name| name == word || last(name) == word) {
                    return Ok(());
                }
                let methods: Vec<String> = known.iter().map(|name| last(name)).collect();
                let all =
                    multiplayer::COMMANDS.into_iter().chain(methods.iter().map(String::as_str));
                let what = if names.is_some() { "command or method" } else { "command" };
                Err(format!("the wire has no {what} {word:?}{}", closest(word, all)))
            }
            Self::Lludp(interpreter) => {
                let mut words = word.split(' ');
                let is_number = matches!(words.next(), Some("High" | "Medium" | "Low" | "Fixed"))
                    && words.next().is_some();
                if is_number || interpreter.names().any(|name| name == word) {
                    return Ok(());
                }
                Err(format!(
                    "the template has no message {word:?}{}",
                    closest(word, interpreter.names())
                ))
            }
        }
    }

    /// Whether a message can have the fields that a condition asks about, and they can be what it
    /// compares them with.
    ///
    /// # Errors
    /// A text that says why not, with the nearest path that a message can have.
    pub fn check_condition(&self, condition: &Condition) -> Result<(), String> {
        condition.comparisons().into_iter().try_for_each(|comparison| self.check(comparison))
    }

    fn check(&self, comparison: &Comparison) -> Result<(), String> {
        let known = match self {
            Self::Variant { names: None, .. } => return Ok(()),
            Self::Variant { names: Some(names), .. } => {
                let path = comparison.path();
                return match comparison.whole_text() {
                    _ if comparison.is_null() => names.check_path(path),
                    None => names.check_comparable(path),
                    Some(text) => {
                        names.check_comparable(path)?;
                        names.check_text(path, text)
                    }
                };
            }
            Self::LiteNet { side, .. } => litenet::field_names(*side),
            Self::Lludp(interpreter) => return interpreter.check_path(comparison.path()),
            Self::Multiplayer { names: None, .. } => {
                let of_a_packet = multiplayer::MEMBERS.into_iter();
                of_a_packet.filter(|member| *member != multiplayer::FIELDS).collect()
            }
            Self::Multiplayer { names: Some(names), .. } => {
                names.check_path(comparison.path())?;
                multiplayer::MEMBERS.to_vec()
            }
        };
        match comparison.first_name() {
            Some(name) if !known.contains(&name) => {
                Err(format!("no message has a field {name:?}{}", closest(name, known)))
            }
            _ => Ok(()),
        }
    }

    /// Whether a schema names the messages.
    pub const fn has_schema(&self) -> bool {
        matches!(
            self,
            Self::Variant { names: Some(_), .. } | Self::Multiplayer { names: Some(_), .. }
        )
    }

    /// Reads a message.
    ///
    /// # Errors
    /// As [`lines::decode`], [`litenet::decode`], [`Interpreter::decode`] and [`multiplayer::decode`].
    pub fn decode(&self, bytes: &[u8]) -> Result<Decoded, DecodeError> {
        match self {
            Self::Variant { spec, limits, names } => {
                let (value, used) = lines::decode(bytes, spec, *limits)?;
                let mut label = Label {
                    name: None,
                    id: first_number(&value),
                    kind: Some(value.variant_type().name(spec.generation)),
                };
                let (mut misfit, mut is_unknown) = (None, false);
                match names.as_ref().map(|names| names.name(&value)) {
                    Some(Ok(named)) => {
                        label.id = named.id.map(|id| id.to_string());
                        label.name = Some(named.name);
                        is_unknown = named.is_unknown;
                    }
                    Some(Err(error)) => misfit = Some(error),
                    None => {}
                }
                let content = Content::Variant(value, spec);
                Ok(Decoded { label, used, misfit, is_unknown, content })
            }
            Self::LiteNet { side, limits } => {
                let (value, used) = litenet::decode(bytes, *side, *limits)?;
                let (id, name) = litenet::tree(bytes, *side, *limits)
                    .map_or((None, None), |(_, id, name)| (Some(id.to_string()), Some(name)));
                let label = Label { name: name.map(str::to_owned), id, kind: None };
                Ok(Decoded::whole(label, used, Content::Json(value)))
            }
            Self::Lludp(interpreter) => {
                let value = interpreter.decode(bytes)?;
                let name = value["name"].as_str().map(str::to_owned);
                let id = interpreter.number(bytes).map(|number| number.to_string());
                let label = Label { name, id, kind: None };
                let content = Content::Json(value);
                Ok(Decoded::whole(label, bytes.len(), content))
            }
            Self::Multiplayer { options, names } => {
                let (value, method, fields) = match names {
                    Some(names) => multiplayer::decode_named(bytes, options, names)?,
                    None => (multiplayer::decode(bytes, options)?, None, None),
                };
                let command = value["command"].as_str().map(str::to_owned);
                // A call is found by its method, and still by the command.
                let label = match method {
                    Some(method) => Label { name: Some(method), id: command, kind: None },
                    None => Label { name: command, id: None, kind: None },
                };
                let content = match fields {
                    Some(fields) => Content::Named(value, fields),
                    None => Content::Json(value),
                };
                Ok(Decoded::whole(label, bytes.len(), content))
            }
        }
    }

    /// What conditions ask about, of a message that was read from these bytes.
    pub fn tree(&self, decoded: &Decoded, bytes: &[u8]) -> Tree {
        if let Content::Variant(value, _) = &decoded.content {
            return self.named(value).map_or_else(|| Tree::from(value), |named| named.tree);
        }
        let tree = match self {
            Self::Variant { .. } => None,
            Self::LiteNet { side, limits } => {
                litenet::tree(bytes, *side, *limits).map(|(tree, ..)| tree)
            }
            Self::Lludp(interpreter) => interpreter.tree(bytes),
            Self::Multiplayer { options, names } => {
                multiplayer::tree(bytes, options, names.as_deref())
            }
        };
        tree.unwrap_or(Tree::Nil)
    }

    /// A Variant as natural JSON: the fields of a message of the schema, or else the value. Nothing on other wires,
    /// whose JSON is that of [`picture`](Self::picture).
    pub(super) fn natural(&self, decoded: &Decoded) -> Option<Natural> {
        let Content::Variant(value, spec) = &decoded.content else { return None };
        let fields = match self {
            Self::Variant { names: Some(names), .. } if decoded.misfit.is_none() => {
                natural::fields(value, names, spec)
            }
            _ => None,
        };
        Some(match fields {
            Some((_, fields)) => Natural::Fields(fields),
            None => Natural::Value(natural::value(value, spec)),
        })
    }

    /// The picture of a message: what `decode` prints, and by name the fields that a schema knows.
    pub fn picture(&self, decoded: &Decoded) -> (Json, Option<Json>) {
        match &decoded.content {
            Content::Variant(value, spec) => {
                let fields = self.named(value).map(|Named { fields, .. }| {
                    let each = fields.into_iter();
                    Json::Object(
                        each.map(|(name, value)| (name, json::to_json(value, spec))).collect(),
                    )
                });
                (json::to_json(value, spec), fields)
            }
            Content::Json(value) => (value.clone(), None),
            Content::Named(value, fields) => (value.clone(), Some(fields.clone())),
        }
    }

    fn named<'v>(&self, value: &'v Variant) -> Option<Named<'v>> {
        match self {
            Self::Variant { names: Some(names), .. } => names.name(value).ok(),
            _ => None,
        }
    }

    /// Shows the bytes of a message with their meaning beside them, and returns its error, if it has one.
    /// What was decoded of it gets the names of the schema.
    ///
    /// # Errors
    /// When writing fails.
    pub fn show(
        &self,
        message: &Message<'_>,
        decoded: Option<&Decoded>,
        full: bool,
        output: &mut impl Write,
    ) -> io::Result<Option<DecodeError>> {
        match self {
            Self::Variant { spec, limits, names } => {
                let options = Options { spec, limits: *limits, full };
                let notes = match (names, decoded.map(|decoded| &decoded.content)) {
                    (Some(names), Some(Content::Variant(value, _))) => names.notes(value),
                    _ => Vec::new(),
                };
                match message.origin {
                    Origin::Frame { big_endian } => {
                        let Message { bytes, offset, .. } = *message;
                        inspect_frame(bytes, offset, big_endian, &options, &notes, output)
                    }
                    _ => inspect_named(message.bytes, &options, &notes, output),
                }
            }
            Self::LiteNet { side, limits } => {
                litenet::inspect(message.payload(), *side, *limits, output)
            }
            Self::Lludp(interpreter) => interpreter.inspect(message.payload(), full, output),
            Self::Multiplayer { options, names } => {
                multiplayer::inspect(message.payload(), options, names.as_deref(), full, output)
            }
        }
    }
}

/// The number that an Array begins with: the id of a message.
fn first_number(value: &Variant) -> Option<String> {
    match value.as_array()?.first()? {
        Variant::Int(number) => Some(number.to_string()),
        _ => None,
    }
}
