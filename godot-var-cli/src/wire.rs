//! What the program does with the messages of a wire.

use std::fmt;
use std::io::{self, Write};

use godot_var::{DecodeError, EncodeError};
use godot_var_codegen::names::{Misfit, Path, Step, Tree, closest, nearest};
use serde_json::{Map, Value as Json, json};

use crate::json;
use crate::message::Label;
use crate::pcap::Carried;
use crate::stream::Message;
use crate::visible::visible_json;

/// Encodes, decodes and explains the messages of one wire, with the schema and the options that it was made with.
pub trait Wire: fmt::Debug + Send + Sync {
    /// Reads the message at the start of these bytes.
    ///
    /// # Errors
    /// See [`DecodeErrorKind`](godot_var::error::DecodeErrorKind).
    fn read(&self, bytes: &[u8]) -> Result<Decoded, DecodeError>;

    /// Decodes the message at the start of these bytes to JSON.
    ///
    /// # Errors
    /// See [`DecodeErrorKind`](godot_var::error::DecodeErrorKind).
    fn decode(&self, bytes: &[u8]) -> Result<Json, DecodeError> {
        self.read(bytes).map(|decoded| self.json(&decoded))
    }

    /// Encodes a message from the JSON that `decode` or `inspect --json` prints for it.
    ///
    /// # Errors
    /// An error with the path in the JSON.
    fn encode(&self, json: &Json) -> Result<Vec<u8>, EncodeError>;

    /// Writes an annotated dump with escape codes for colors. Returns the error of the bytes, if they have one; the dump shows the bytes
    /// before it and the error itself. Without `full`, long values are cut.
    ///
    /// # Errors
    /// If writing fails.
    fn inspect(
        &self,
        bytes: &[u8],
        full: bool,
        output: &mut dyn Write,
    ) -> io::Result<Option<DecodeError>>;

    /// Returns the names of the messages, and what an error says before a name that is none of them: `the schema has no message`.
    fn messages(&self) -> (Vec<String>, &'static str);

    /// Whether a message can have a value at this path that a condition compares with something.
    ///
    /// # Errors
    /// The reason why not, with the nearest path that a message can have.
    fn check_path(&self, path: &[Step], compared: Compared<'_>) -> Result<(), String>;

    /// Whether a word has the form of a message's number.
    fn is_number(&self, word: &str) -> bool {
        word.parse::<i64>().is_ok()
    }

    /// Whether messages can have this name, number or type.
    ///
    /// # Errors
    /// The reason why not, with the nearest name.
    fn check_message(&self, word: &str) -> Result<(), String> {
        if self.is_number(word) {
            return Ok(());
        }
        let (known, none) = self.messages();
        check_name(word, &known, none)
    }

    /// Returns the JSON of a message, as [`encode`](Self::encode) reads it.
    fn json(&self, decoded: &Decoded) -> Json {
        let name = decoded.label.name.as_deref();
        json!({ "message": name, "fields": json::of_tree(&decoded.tree) })
    }

    /// Writes the JSON of a message. It may be many times as long as the message.
    ///
    /// # Errors
    /// If writing fails.
    fn write_json(&self, decoded: &Decoded, output: &mut dyn Write) -> io::Result<()> {
        output.write_all(visible_json(&self.json(decoded).to_string()).as_bytes())
    }

    /// Returns the content of a message for `inspect --json`: `value` in the lossless form, otherwise `fields`, or `value` for a message
    /// that has none.
    fn content(&self, decoded: &Decoded, lossless: bool) -> Map<String, Json> {
        if lossless {
            members([("value", self.json(decoded))])
        } else {
            members([("fields", json::of_tree(&decoded.tree))])
        }
    }

    /// Returns the fields in a message's line. The line begins with `name`.
    fn in_line<'t>(&self, fields: &'t [(String, Tree)], _name: &str) -> Vec<&'t (String, Tree)> {
        fields.iter().collect()
    }

    /// Returns the likely type of a message that cannot be read, and its values before the error.
    fn likely(&self, _bytes: &[u8]) -> Option<(String, Tree)> {
        None
    }

    /// Returns the byte of a broken message at which its error is, if its dump does not show it.
    fn place(&self, _bytes: &[u8], decoded: Result<&Decoded, &DecodeError>) -> Option<usize> {
        decoded.err().map(DecodeError::offset)
    }

    /// Writes a dump of a message as [`inspect`](Self::inspect) does, with the names that were found for it.
    ///
    /// # Errors
    /// If writing fails.
    fn show(
        &self,
        message: &Message<'_>,
        _decoded: Option<&Decoded>,
        full: bool,
        output: &mut dyn Write,
    ) -> io::Result<Option<DecodeError>> {
        self.inspect(message.payload(), full, output)
    }

    /// Whether a schema has the names of the messages.
    fn has_schema(&self) -> bool {
        false
    }

    /// What the messages are to their transport.
    fn carried(&self) -> Carried {
        Carried::Other
    }

    /// Whether bytes are not a message of this wire, but a packet of the high-level multiplayer.
    fn is_packet_instead(&self, _bytes: &[u8]) -> bool {
        false
    }
}

/// What a condition compares a value with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compared<'c> {
    /// Null, which may be any value.
    Null,
    /// A whole text.
    Text(&'c str),
    /// A number, a bool, or a part of a text.
    Other,
}

/// A message that was read.
#[derive(Clone, Debug)]
pub struct Decoded {
    /// Its name.
    pub label: Label,
    /// How many of the bytes belong to it.
    pub used: usize,
    /// Its values by name, which conditions ask about. For a misfit those of its likely type.
    pub tree: Tree,
    /// What its JSON is made from, if that is not the tree.
    pub(crate) form: Tree,
    /// How it differs from the schema.
    pub misfit: Option<Misfit>,
    /// Whether the schema keeps it as one that it does not know (`other`).
    pub is_unknown: bool,
    /// The node of a call: `Main/Chat`.
    pub(crate) node: Option<String>,
}

impl Decoded {
    pub(crate) const fn new(label: Label, tree: Tree, used: usize) -> Self {
        let (misfit, node) = (None, None);
        Self { label, used, tree, form: Tree::Nil, misfit, is_unknown: false, node }
    }

    /// Returns the name under which a summary counts it.
    pub(crate) fn counted_as(&self) -> String {
        match &self.misfit {
            Some(Misfit { likely: Some(name), .. }) => format!("{name} (broken)"),
            _ if self.is_unknown => format!("{} (unknown)", self.label),
            _ => self.label.to_string(),
        }
    }
}

/// Makes an object of these members.
pub(crate) fn members<'n>(members: impl IntoIterator<Item = (&'n str, Json)>) -> Map<String, Json> {
    members.into_iter().map(|(name, json)| (name.to_owned(), json)).collect()
}

/// Returns the name of the message that JSON has, also in a `value`.
pub(crate) fn name_of(json: &Json) -> Option<&str> {
    json.get("message").or_else(|| json.get("value")?.get("message"))?.as_str()
}

/// Checks that a word is a known name or the last part of one. `none` is what an error says before it.
pub(crate) fn check_name(word: &str, known: &[String], none: &str) -> Result<(), String> {
    if known.iter().any(|name| Label::is_name(name, word)) {
        return Ok(());
    }
    let short = known.iter().map(|name| Label::last(name));
    Err(format!("{none} {word:?}{}", closest(word, short)))
}

/// Whether a path begins with one of these names, or with none.
pub(crate) fn check_first_name(path: &[Step], known: &[&str]) -> Result<(), String> {
    match path.first() {
        Some(Step::Name(name)) if !known.contains(&name.as_str()) => {
            let hint = closest(name, known.iter().copied());
            Err(format!("no message has a field {name:?}{hint}"))
        }
        _ => Ok(()),
    }
}

/// The reason why no message has a path: the name at this place, of which these are known.
pub(crate) fn no_path(path: &[Step], place: usize, known: &[&str]) -> String {
    let near = match path.get(place) {
        Some(Step::Name(name)) => nearest(name, known.iter().copied()),
        _ => None,
    };
    let hint = near.map_or_else(String::new, |name| {
        let mut meant = path.to_vec();
        meant[place] = Step::Name(name.to_owned());
        format!("; did you mean {:?}?", Path(&meant).to_string())
    });
    format!("no message has a field {:?}{hint}", Path(path).to_string())
}

/// Encodes what an object has at the key `"value"`, or all of other JSON.
pub(crate) fn in_value(
    json: &Json,
    encode: impl FnOnce(&Json) -> Result<Vec<u8>, EncodeError>,
) -> Result<Vec<u8>, EncodeError> {
    match json.get("value") {
        Some(value) => encode(value).map_err(|error| error.in_key("value")),
        None => encode(json),
    }
}
