//! Flat messages by a schema: as natural JSON, both ways, and as dumps with their meaning.
//!
//! ```text
//! {"message":"ToServer::Input","fields":{"tick":300,"jump":true,"target":null,"stick":{"x":1.0,"y":-1.0}}}
//! ```
//!
//! The bytes do not tell their type, so [`Interpreter`] has one type of the schema for all of them, and [`Several`] tries some.
//!
//! | In the schema | In JSON |
//! |---|---|
//! | bools, integers, floats in every form | `true`, numbers; NaN and infinities as `"NaN"`, `"Infinity"`, `"-Infinity"` |
//! | texts, `char`, addresses, `Uuid` | a text |
//! | structures of the engine | an object with their parts: `{"x": 1.0, "y": 2.0}` |
//! | a struct with named fields | an object; fields with a `default` that the message lacks are absent |
//! | a tuple, a tuple struct, a list, an array, bytes | a list |
//! | a struct or variant with one unnamed field, a pointer, an `Option` | its content; `None` is null; of an `Option` in an `Option` `{"Some": …}` |
//! | a map | an object, keys as texts; a list of pairs, if a key has no text |
//! | a variant of an enum | `"Red"` without fields, `{"Say": …}` with fields |
//! | a field with `as = Godot4` whose type derives `GodotVar` | the form that [`natural`](crate::natural) has for the type |
//! | `Variant` and other values of the engine | the lossless form of [`json`]; natural JSON is read, too |
//!
//! ```
//! use godot_var_cli::Wire;
//! use godot_var_cli::flat::Interpreter;
//! use godot_var_codegen::flat::parse_text;
//!
//! let text = "use godot_var::GodotFlat; #[derive(GodotFlat)] struct Move { #[flat(varint)] id: u32, on: Option<bool> }";
//! let schema = parse_text("a.rs", text).expect("a valid schema");
//! let interpreter = Interpreter::new(schema, None)?;
//!
//! let message = serde_json::json!({"message": "Move", "fields": {"id": 300, "on": true}});
//! let bytes = interpreter.encode(&message)?;
//! assert_eq!(bytes, [0xac, 0x02, 1, 1]);
//! assert_eq!(interpreter.decode(&bytes)?, message);
//!
//! let wrong = serde_json::json!({"message": "Move", "fields": {"id": -1}});
//! let error = interpreter.encode(&wrong).unwrap_err();
//! assert_eq!(error.to_string(), "Move.id: expected an int from 0 to 4294967295, found -1");
//! let error = interpreter.decode(&[5, 2]).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "Move.on: expected 0 or 1 before an optional value, found 2 at byte 1"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod order;
mod path;
mod several;
mod write;

use std::io::{self, Write};
use std::sync::Arc;

use godot_var::dialect::DialectSpec;
use godot_var::{DecodeError, Dialect, EncodeError, Godot3, Godot4, Limits};
use godot_var_codegen::flat::{self, Body, Piece, Schema, TypeDef};
use godot_var_codegen::names::{FLAT_TYPE, Step, Tree, no_type};
use serde_json::Value as Json;

use crate::inspect::{PLACE, TYPE, VALUE};
use crate::json;
use crate::message::{Label, Parts};
use crate::visible::visible_json;
use crate::wire::{Compared, Decoded, Wire};

pub use several::Several;

/// Reads and writes messages of one type of a schema.
#[derive(Clone, Debug)]
pub struct Interpreter {
    schema: Arc<Schema>,
    root: usize,
    limits: Limits,
}

impl Interpreter {
    /// Makes an interpreter of this type. Without a name it is the only type that no other contains.
    ///
    /// # Errors
    /// A text with the types that the schema has.
    pub fn new(schema: Schema, name: Option<&str>) -> Result<Self, String> {
        let root = root(&schema, name)?;
        Ok(Self { schema: Arc::new(schema), root, limits: Limits::DEFAULT })
    }

    /// The same with other limits of what is read.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Returns the names of the messages: that of the struct, or those of the variants as `Type::Variant`.
    pub fn names(&self) -> Vec<String> {
        let def = &self.schema.types[self.root];
        match &def.body {
            Body::Record(_) => vec![def.path()],
            Body::Enumeration(enumeration) => {
                let members = enumeration.members.iter().map(|member| &member.name);
                let others = enumeration.other.iter().map(|other| &other.name);
                members.chain(others).map(|name| format!("{}::{name}", def.path())).collect()
            }
        }
    }
}

/// What an error says before a name that the type does not have.
const NO_MESSAGE: &str = "the type has no message";

impl Wire for Interpreter {
    fn read(&self, bytes: &[u8]) -> Result<Decoded, DecodeError> {
        let message = flat::read(&self.schema, self.root, bytes, self.limits, None)?;
        let flat::Message { name, id, fields, .. } = message;
        let other = match &self.schema.types[self.root].body {
            Body::Enumeration(enumeration) => enumeration.other.as_ref(),
            Body::Record(_) => None,
        };
        let is_unknown = other.is_some_and(|other| Label::last(&name) == other.name);
        let label = Label { name: Some(name), id: id.map(|id| id.to_string()), ..Label::default() };
        Ok(Decoded { is_unknown, ..Decoded::new(label, fields, bytes.len()) })
    }

    fn encode(&self, json: &Json) -> Result<Vec<u8>, EncodeError> {
        write::encode(self, json)
    }

    fn inspect(
        &self,
        bytes: &[u8],
        full: bool,
        output: &mut dyn Write,
    ) -> io::Result<Option<DecodeError>> {
        let mut pieces = Vec::new();
        let read = flat::read(&self.schema, self.root, bytes, self.limits, Some(&mut pieces));
        let error = read.err();
        let mut parts = Parts::wanted();
        for piece in &pieces {
            parts.add(piece.end, 2 * piece.depth, || shown(piece));
        }
        parts.write(bytes, full, "message", error.as_ref(), output)?;
        Ok(error)
    }

    fn messages(&self) -> (Vec<String>, &'static str) {
        (self.names(), NO_MESSAGE)
    }

    fn check_path(&self, path: &[Step], _compared: Compared<'_>) -> Result<(), String> {
        path::check(&self.schema, self.root, path)
    }

    fn likely(&self, bytes: &[u8]) -> Option<(String, Tree)> {
        let mut pieces = Vec::new();
        flat::read(&self.schema, self.root, bytes, self.limits, Some(&mut pieces)).err()?;
        let (name, depth) = match &self.schema.types[self.root].body {
            Body::Record(_) => (self.names().pop()?, 0),
            // The number of the variant comes first.
            Body::Enumeration(_) => {
                let first = &pieces.first()?.form;
                (self.names().into_iter().find(|name| name == first)?, 1)
            }
        };
        let is_whole = |(index, piece): (usize, &Piece)| {
            let is_inside = pieces.get(index + 1).is_some_and(|next| next.depth > piece.depth);
            let is_field = piece.depth == depth && !piece.name.is_empty() && !is_inside;
            Some((piece.name.clone(), piece.value.clone().filter(|_| is_field)?))
        };
        let fields = pieces.iter().enumerate().filter_map(is_whole).collect();
        Some((name, Tree::Record(fields)))
    }

    fn has_schema(&self) -> bool {
        true
    }
}

/// What a dump says of some bytes.
fn shown(piece: &Piece) -> String {
    let Piece { name, form, value, .. } = piece;
    let text = if name.is_empty() {
        format!("{TYPE}{form}{TYPE:#}")
    } else {
        format!("{PLACE}{name}{PLACE:#}: {TYPE}{form}{TYPE:#}")
    };
    let Some(value) = value else { return text };
    let value = visible_json(&json::of_tree(value).to_string());
    format!("{text}, {VALUE}{value}{VALUE:#}")
}

/// Returns the type of this name, or the only one that no other contains.
fn root(schema: &Schema, name: Option<&str>) -> Result<usize, String> {
    let paths: Vec<String> = schema.types.iter().map(TypeDef::path).collect();
    if let Some(name) = name {
        return schema.position(name).ok_or_else(|| no_type(name, FLAT_TYPE, &paths));
    }
    match &schema.outer_types()[..] {
        [] => Err("no type of the schema derives GodotFlat".to_owned()),
        [only] => Ok(*only),
        several => {
            let names: Vec<&str> = several.iter().map(|index| paths[*index].as_str()).collect();
            Err(format!("the bytes do not contain their type; name one of {}", names.join(", ")))
        }
    }
}

/// The dialect of a Variant in a message.
pub(crate) fn dialect(generation: godot_var::dialect::Generation) -> &'static DialectSpec {
    match generation {
        godot_var::dialect::Generation::Godot4 => &Godot4::SPEC,
        godot_var::dialect::Generation::Godot3 => &Godot3::SPEC,
    }
}
