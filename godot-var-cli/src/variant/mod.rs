//! Variants as messages: in every dialect, with or without a schema.

mod partial;
mod place;
pub(crate) mod value;

use std::io::{self, Write};
use std::mem;

use godot_var::dialect::{DialectSpec, Generation};
use godot_var::values::VariantType;
use godot_var::{DecodeError, Dialect, EncodeError, Godot3, Godot4, Limits, Variant};
use godot_var_codegen::names::{Named, Names, Step, Tree};
use serde::Serialize as _;
use serde_json::{Map, Serializer, Value as Json};

use crate::inspect::{Options, inspect_frame, inspect_named};
use crate::message::Label;
use crate::pcap::Carried;
use crate::stream::{Message, Origin};
use crate::visible::VisibleJson;
use crate::wire::{Compared, Decoded, Wire, check_name, in_value, members};
use crate::{json, multiplayer, natural};

use self::partial::partial;
use self::place::place;

/// Variants of a dialect, with the names of a schema if it has one.
///
/// Its JSON is lossless without a schema, and [`natural`] with one.
#[derive(Clone, Debug)]
pub struct Variants {
    spec: &'static DialectSpec,
    limits: Limits,
    names: Option<Box<Names>>,
    is_natural: bool,
}

impl Variants {
    /// Makes the wire of a dialect, without a schema.
    pub const fn new(spec: &'static DialectSpec, limits: Limits) -> Self {
        Self { spec, limits, names: None, is_natural: false }
    }

    /// The same with the names of a schema.
    #[must_use]
    pub fn with_names(self, names: Names) -> Self {
        Self { names: Some(Box::new(names)), ..self }
    }

    /// The same with natural JSON where there is no schema.
    #[must_use]
    pub fn with_natural(self, is_natural: bool) -> Self {
        Self { is_natural, ..self }
    }

    /// Whether bytes are one whole value of a dialect.
    fn is_whole(&self, bytes: &[u8], spec: &DialectSpec) -> bool {
        value::decode(bytes, spec, self.limits).is_ok_and(|(_, used)| used == bytes.len())
    }

    /// Returns the fields of a message that fits the schema.
    fn fields(&self, decoded: &Decoded) -> Option<Json> {
        let names = self.names.as_ref().filter(|_| decoded.misfit.is_none())?;
        natural::content(of(decoded)?, names, self.spec)
    }

    /// Returns the natural JSON of a value, or the lossless form if a schema would read that as a message.
    fn natural(&self, value: &Variant) -> Json {
        let natural = natural::value(value, self.spec);
        let is_message = self.names.is_some() && natural::is_message(&natural);
        if is_message { json::to_json(value, self.spec) } else { natural }
    }
}

/// What an error says before a name that the schema does not have.
const NO_MESSAGE: &str = "the schema has no message";

/// Returns the value of a message.
fn of(decoded: &Decoded) -> Option<&Variant> {
    match (&decoded.form, &decoded.tree) {
        (Tree::Variant(value), _) | (_, Tree::Variant(value)) => Some(value),
        _ => None,
    }
}

impl Wire for Variants {
    fn read(&self, bytes: &[u8]) -> Result<Decoded, DecodeError> {
        let (value, used) = value::decode(bytes, self.spec, self.limits)?;
        let kind = Some(value.variant_type().name(self.spec.generation));
        let label = Label { id: first_number(&value), kind, ..Label::default() };
        let Some(names) = &self.names else {
            return Ok(Decoded::new(label, Tree::Variant(Box::new(value)), used));
        };
        let mut decoded = Decoded::new(label, Tree::Nil, used);
        let tree = match names.name(&value) {
            Ok(mut named) => {
                decoded.label.id = named.id.map(|id| id.to_string());
                decoded.label.name = Some(named.name.clone());
                decoded.label.others = mem::take(&mut named.others);
                decoded.is_unknown = named.is_unknown;
                Some(named.whole())
            }
            Err(misfit) => {
                let likely = misfit.likely.as_deref();
                let parts = likely.and_then(|name| names.parts(name, &value));
                decoded.misfit = Some(misfit);
                parts
            }
        };
        let value = Tree::Variant(Box::new(value));
        match tree {
            Some(tree) => (decoded.tree, decoded.form) = (tree, value),
            None => decoded.tree = value,
        }
        Ok(decoded)
    }

    fn encode(&self, json: &Json) -> Result<Vec<u8>, EncodeError> {
        let spec = self.spec;
        let lossless = |form: &Json| value::encode(&json::from_json(form, spec)?, spec);
        match &self.names {
            Some(names) => natural::encode(json, names, spec),
            None if self.is_natural => value::encode(&natural::of_value(json, spec)?, spec),
            None if json.get("t").is_some() => lossless(json),
            None => in_value(json, lossless),
        }
    }

    fn inspect(
        &self,
        bytes: &[u8],
        full: bool,
        output: &mut dyn Write,
    ) -> io::Result<Option<DecodeError>> {
        let options = Options { spec: self.spec, limits: self.limits, full };
        inspect_named(bytes, &options, &[], output)
    }

    fn show(
        &self,
        message: &Message<'_>,
        decoded: Option<&Decoded>,
        full: bool,
        output: &mut dyn Write,
    ) -> io::Result<Option<DecodeError>> {
        let options = Options { spec: self.spec, limits: self.limits, full };
        let notes = match (&self.names, decoded.and_then(of)) {
            (Some(names), Some(value)) => names.notes(value),
            _ => Vec::new(),
        };
        let Message { bytes, offset, .. } = *message;
        match message.origin {
            Origin::Frame { big_endian } => {
                inspect_frame(bytes, offset, big_endian, &options, &notes, output)
            }
            _ => inspect_named(bytes, &options, &notes, output),
        }
    }

    fn messages(&self) -> (Vec<String>, &'static str) {
        let names = self.names.as_ref().map(|names| names.messages());
        (names.unwrap_or_default(), NO_MESSAGE)
    }

    fn check_message(&self, word: &str) -> Result<(), String> {
        let generation = self.spec.generation;
        let is_type = || VariantType::ALL.iter().any(|kind| kind.name(generation) == word);
        match &self.names {
            _ if self.is_number(word) => Ok(()),
            Some(names) => check_name(word, &names.messages(), NO_MESSAGE),
            None if is_type() => Ok(()),
            None => Err(format!(
                "without a schema no message is named {word:?}; give --schema, or the number that \
                 an Array begins with, or a type such as Dictionary"
            )),
        }
    }

    fn check_path(&self, path: &[Step], compared: Compared<'_>) -> Result<(), String> {
        let Some(names) = &self.names else { return Ok(()) };
        match compared {
            Compared::Null => names.check_path(path),
            Compared::Other => names.check_comparable(path),
            Compared::Text(text) => {
                names.check_comparable(path)?;
                names.check_text(path, text)
            }
        }
    }

    fn json(&self, decoded: &Decoded) -> Json {
        let Some(value) = of(decoded) else { return Json::Null };
        match self.fields(decoded) {
            Some(fields) => serde_json::json!({ "message": decoded.label.name, "fields": fields }),
            None if self.names.is_some() || self.is_natural => self.natural(value),
            None => json::to_json(value, self.spec),
        }
    }

    fn write_json(&self, decoded: &Decoded, output: &mut dyn Write) -> io::Result<()> {
        let mut serializer = Serializer::with_formatter(output, VisibleJson);
        match of(decoded).filter(|_| self.names.is_none() && !self.is_natural) {
            Some(value) => json::Tagged(value, self.spec).serialize(&mut serializer)?,
            None => self.json(decoded).serialize(&mut serializer)?,
        }
        Ok(())
    }

    fn content(&self, decoded: &Decoded, lossless: bool) -> Map<String, Json> {
        let Some(value) = of(decoded) else { return Map::new() };
        if !lossless {
            return members([match self.fields(decoded) {
                Some(fields) => ("fields", fields),
                None => ("value", self.natural(value)),
            }]);
        }
        let named = self.names.as_ref().and_then(|names| names.name(value).ok());
        let fields = named.map(|Named { fields, .. }| {
            let each = fields.into_iter();
            ("fields", each.map(|(name, value)| (name, json::to_json(value, self.spec))).collect())
        });
        members([Some(("value", json::to_json(value, self.spec))), fields].into_iter().flatten())
    }

    fn likely(&self, bytes: &[u8]) -> Option<(String, Tree)> {
        let names = self.names.as_ref()?;
        let value = partial(bytes, self.spec, self.limits)?;
        match names.name(&value) {
            // Enough of it is there.
            Ok(named) if !named.is_unknown => Some((named.name.clone(), named.whole())),
            _ => names.likely(&value),
        }
    }

    fn place(&self, bytes: &[u8], decoded: Result<&Decoded, &DecodeError>) -> Option<usize> {
        // The dump of an error has a caret under the byte.
        let misfit = decoded.ok()?.misfit.as_ref()?;
        place(bytes, &misfit.place, self.spec, self.limits)
    }

    fn has_schema(&self) -> bool {
        self.names.is_some()
    }

    fn carried(&self) -> Carried {
        match self.spec.generation {
            Generation::Godot4 => Carried::Variants,
            Generation::Godot3 => Carried::Godot3Variants,
        }
    }

    fn is_packet_instead(&self, bytes: &[u8]) -> bool {
        let specs = [self.spec, &Godot4::SPEC, &Godot3::SPEC];
        !specs.into_iter().any(|spec| self.is_whole(bytes, spec))
            && multiplayer::is_packet(bytes, self.limits)
    }
}

/// Returns the number that an Array begins with: the id of a message.
fn first_number(value: &Variant) -> Option<String> {
    match value.as_array()?.first()? {
        Variant::Int(number) => Some(number.to_string()),
        _ => None,
    }
}
