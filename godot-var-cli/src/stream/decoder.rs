//! One message of any wire: its name, what it holds, its picture in JSON.

use std::io::{self, Write};

use godot_var::dialect::DialectSpec;
use godot_var::values::VariantType;
use godot_var::{DecodeError, Dialect, Godot3, Godot4, Limits, Variant};
use godot_var_codegen::names::{Misfit, Named, Names, Tree, closest};
use serde_json::Value as Json;

use super::condition::{Comparison, Condition};
use super::partial::partial;
use super::place::place;
use super::source::{self, Origin};
use crate::inspect::{Options, inspect_frame, inspect_named};
use crate::litenet::{self, Side};
use crate::lludp::Interpreter;
use crate::message::{Label, Message, Parts};
use crate::{flat, json, lines, multiplayer, natural, value};

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
    /// Flat messages of a schema.
    Flat(Box<flat::Interpreter>),
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

/// A message that was read.
#[derive(Clone, Debug)]
pub struct Decoded {
    /// What it is called.
    pub label: Label,
    /// How many of its bytes belong to it.
    pub used: usize,
    /// Why it is none of the schema's.
    pub misfit: Option<Misfit>,
    /// What a misfit seems to be: its likely type, and its values by the names of that.
    pub(super) likely: Option<(String, Tree)>,
    /// Whether the schema keeps it as what it does not know (`other`).
    pub is_unknown: bool,
    /// What it holds: on other wires than Variant, in the shape of its JSON.
    tree: Tree,
    /// Its values by the names of a schema, on the wire `multiplayer`.
    fields: Option<Tree>,
}

impl Decoded {
    fn of(message: Message, fields: Option<Tree>) -> Self {
        let Message { label, tree, used } = message;
        Self { label, used, misfit: None, likely: None, is_unknown: false, tree, fields }
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

impl Decoder {
    /// Whether messages can have this name, number or type.
    ///
    /// # Errors
    /// A text that says why not.
    pub fn check_message(&self, word: &str) -> Result<(), String> {
        let is_number = word.parse::<i64>().is_ok();
        let (is_known, what, known) = match self {
            Self::Variant { names: None, spec, .. } => {
                let is_type =
                    VariantType::ALL.iter().any(|kind| kind.name(spec.generation) == word);
                if is_number || is_type {
                    return Ok(());
                }
                return Err(format!(
                    "without a schema no message is named {word:?}; give --schema, or the number that \
                     an Array begins with, or a type such as Dictionary"
                ));
            }
            Self::Variant { names: Some(names), .. } => {
                (is_number, "the schema has no message", names.messages())
            }
            Self::Flat(interpreter) => (is_number, "the type has no message", interpreter.names()),
            Self::LiteNet { side, .. } => {
                let names = litenet::names(*side).into_iter().map(str::to_owned);
                (is_number, "the wire has no message", names.collect())
            }
            Self::Multiplayer { names, .. } => {
                let methods = names.iter().flat_map(|names| names.methods());
                let commands = multiplayer::COMMANDS.into_iter().map(str::to_owned);
                let what = match names {
                    Some(_) => "the wire has no command or method",
                    None => "the wire has no command",
                };
                (false, what, commands.chain(methods).collect())
            }
            Self::Lludp(interpreter) => {
                let mut words = word.split(' ');
                let is_number = matches!(words.next(), Some("High" | "Medium" | "Low" | "Fixed"))
                    && words.next().is_some();
                let names = interpreter.names().map(str::to_owned);
                (is_number, "the template has no message", names.collect())
            }
        };
        let known: Vec<String> = known;
        let last = |name: &str| name.rsplit("::").next().unwrap_or_default().to_owned();
        if is_known || known.iter().any(|name| name == word || last(name) == word) {
            return Ok(());
        }
        let short: Vec<String> = known.iter().map(|name| last(name)).collect();
        Err(format!("{what} {word:?}{}", closest(word, short.iter().map(String::as_str))))
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
            Self::Flat(interpreter) => return interpreter.check_path(comparison.path()),
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
            Self::Variant { names: Some(_), .. }
                | Self::Flat(_)
                | Self::Multiplayer { names: Some(_), .. }
        )
    }

    /// Reads a message.
    ///
    /// # Errors
    /// As [`lines::decode`](crate::lines::decode), [`flat::Interpreter::decode`], [`litenet::decode`], [`Interpreter::decode`] and [`multiplayer::decode`].
    pub fn decode(&self, bytes: &[u8]) -> Result<Decoded, DecodeError> {
        match self {
            Self::Variant { spec, limits, names } => {
                let (value, used) = value::decode(bytes, spec, *limits)?;
                let mut label = Label {
                    name: None,
                    id: first_number(&value),
                    kind: Some(value.variant_type().name(spec.generation)),
                    others: Vec::new(),
                };
                let (mut misfit, mut is_unknown) = (None, false);
                match names.as_ref().map(|names| names.name(&value)) {
                    Some(Ok(named)) => {
                        label.id = named.id.map(|id| id.to_string());
                        label.name = Some(named.name);
                        label.others = named.others;
                        is_unknown = named.is_unknown;
                    }
                    Some(Err(error)) => misfit = Some(error),
                    None => {}
                }
                let likely = misfit.as_ref().and_then(|_| names.as_ref()?.likely(&value));
                let tree = Tree::Variant(Box::new(value));
                Ok(Decoded { label, used, misfit, likely, is_unknown, tree, fields: None })
            }
            Self::Flat(interpreter) => {
                let mut decoded = Decoded::of(interpreter.read(bytes)?, None);
                decoded.is_unknown = interpreter.is_unknown(&decoded.label);
                Ok(decoded)
            }
            Self::LiteNet { side, limits } => {
                let message = litenet::read(bytes, *side, *limits, &mut Parts::default())?;
                Ok(Decoded::of(message, None))
            }
            Self::Lludp(interpreter) => Ok(Decoded::of(interpreter.read(bytes)?, None)),
            Self::Multiplayer { options, names } => {
                let (message, fields) = multiplayer::read_named(bytes, options, names.as_deref())?;
                Ok(Decoded::of(message, fields))
            }
        }
    }

    /// Returns the node of a call that has a name: `Main/Chat`.
    pub(super) fn node(&self, decoded: &Decoded) -> Option<String> {
        match self {
            Self::Multiplayer { names: Some(names), .. } if decoded.fields.is_some() => {
                names.node(&decoded.tree)
            }
            _ => None,
        }
    }

    /// Whether a message is not a whole Variant, which this decoder reads, but a packet of the high-level multiplayer.
    pub(super) fn is_packet_instead(&self, bytes: &[u8]) -> bool {
        let Self::Variant { spec, limits, .. } = self else { return false };
        let is_variant =
            |spec| lines::decode(bytes, spec, *limits).is_ok_and(|(_, used)| used == bytes.len());
        ![*spec, &Godot4::SPEC, &Godot3::SPEC].into_iter().any(is_variant)
            && multiplayer::is_packet(bytes, *limits)
    }

    /// What a message seems to be that cannot be read: its likely type, and the values before the error by its names.
    pub(super) fn likely(&self, bytes: &[u8]) -> Option<(String, Tree)> {
        let (spec, limits, names) = match self {
            Self::Variant { spec, limits, names: Some(names) } => (spec, limits, names),
            Self::Flat(interpreter) => return interpreter.likely(bytes),
            _ => return None,
        };
        let value = partial(bytes, spec, *limits)?;
        match names.name(&value) {
            // Enough of it is there.
            Ok(named) if !named.is_unknown => Some((named.name.clone(), named.whole())),
            _ => names.likely(&value),
        }
    }

    /// Returns the byte of a broken message at which its error is, if its dump does not show it.
    pub(super) fn place(
        &self,
        bytes: &[u8],
        decoded: Result<&Decoded, &DecodeError>,
    ) -> Option<usize> {
        match (self, decoded) {
            (Self::Variant { spec, limits, .. }, Ok(decoded)) => {
                place(bytes, &decoded.misfit.as_ref()?.place, spec, *limits)
            }
            // These dumps have a caret under the byte.
            (Self::Variant { .. } | Self::Lludp(_), Err(_)) | (_, Ok(_)) => None,
            (_, Err(error)) => Some(error.offset()),
        }
    }

    /// What conditions ask about.
    pub fn tree(&self, decoded: &Decoded) -> Tree {
        let tree = &decoded.tree;
        if let Some((_, tree)) = &decoded.likely {
            return tree.clone();
        }
        match (self, tree) {
            (Self::Variant { .. }, Tree::Variant(value)) => {
                self.named(value).map_or_else(|| tree.clone(), Named::whole)
            }
            (Self::Flat(_) | Self::LiteNet { .. }, _) => {
                tree.get("fields").cloned().unwrap_or(Tree::Nil)
            }
            (Self::Lludp(_), _) => Interpreter::for_conditions(tree),
            _ => {
                let fields = decoded.fields.clone();
                match tree.clone() {
                    Tree::Record(mut members) => {
                        members.extend(fields.map(|it| (multiplayer::FIELDS.to_owned(), it)));
                        Tree::Record(members)
                    }
                    tree => tree,
                }
            }
        }
    }

    /// Natural JSON: the fields of a message of the schema, or else the value of a Variant. Nothing on other wires,
    /// whose JSON is that of [`picture`](Self::picture).
    pub(super) fn natural(&self, decoded: &Decoded) -> Option<Natural> {
        if let Self::Flat(_) = self {
            let fields = decoded.tree.get("fields").map_or(Json::Null, flat::to_json);
            return Some(Natural::Fields(fields));
        }
        let (Self::Variant { spec, names, .. }, Tree::Variant(value)) = (self, &decoded.tree)
        else {
            return None;
        };
        let names = names.as_ref().filter(|_| decoded.misfit.is_none());
        Some(match names.and_then(|names| natural::fields(value, names, spec)) {
            Some((_, fields)) => Natural::Fields(fields),
            None => Natural::Value(natural::value(value, spec)),
        })
    }

    /// The picture of a message: what `decode` prints, and by name the fields that a schema knows.
    pub fn picture(&self, decoded: &Decoded) -> (Json, Option<Json>) {
        if let Self::Flat(_) = self {
            return (flat::to_json(&decoded.tree), None);
        }
        let (Self::Variant { spec, .. }, Tree::Variant(value)) = (self, &decoded.tree) else {
            return (json::of_tree(&decoded.tree), decoded.fields.as_ref().map(json::of_tree));
        };
        let fields = self.named(value).map(|Named { fields, .. }| {
            let each = fields.into_iter();
            each.map(|(name, value)| (name, json::to_json(value, spec))).collect()
        });
        (json::to_json(value, spec), fields)
    }

    fn named<'v>(&self, value: &'v Variant) -> Option<Named<'v>> {
        match self {
            Self::Variant { names: Some(names), .. } => names.name(value).ok(),
            _ => None,
        }
    }

    /// Shows the bytes of a message with their meaning next to them, and returns its error, if it has one.
    /// What was decoded of it gets the names of the schema.
    ///
    /// # Errors
    /// When writing fails.
    pub fn show(
        &self,
        message: &source::Message<'_>,
        decoded: Option<&Decoded>,
        full: bool,
        output: &mut impl Write,
    ) -> io::Result<Option<DecodeError>> {
        match self {
            Self::Variant { spec, limits, names } => {
                let options = Options { spec, limits: *limits, full };
                let notes = match (names, decoded.map(|decoded| &decoded.tree)) {
                    (Some(names), Some(Tree::Variant(value))) => names.notes(value),
                    _ => Vec::new(),
                };
                match message.origin {
                    Origin::Frame { big_endian } => {
                        let source::Message { bytes, offset, .. } = *message;
                        inspect_frame(bytes, offset, big_endian, &options, &notes, output)
                    }
                    _ => inspect_named(message.bytes, &options, &notes, output),
                }
            }
            Self::Flat(interpreter) => interpreter.inspect(message.payload(), full, output),
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
