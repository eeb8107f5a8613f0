//! Flat messages of several types. The bytes do not name their type, so the first type that fits gives the name.

use std::io::{self, Write};
use std::sync::Arc;

use godot_var::{DecodeError, EncodeError, Limits};
use godot_var_codegen::flat::Schema;
use godot_var_codegen::names::{Step, Tree};
use serde_json::Value as Json;

use super::Interpreter;
use crate::wire::{Compared, Decoded, Wire, check_name, name_of};

/// Reads and writes messages of any of some types of a schema.
#[derive(Clone, Debug)]
pub struct Several {
    first: Interpreter,
    others: Vec<Interpreter>,
}

impl Several {
    /// Makes the wire of these types, which are positions in the schema. Returns `None` without types.
    pub fn new(schema: Schema, types: &[usize], limits: Limits) -> Option<Self> {
        let schema = Arc::new(schema);
        let mut each = types.iter().map(|root| {
            let (schema, root) = (schema.clone(), *root);
            Interpreter { schema, root, limits }
        });
        Some(Self { first: each.next()?, others: each.collect() })
    }

    fn each(&self) -> impl Iterator<Item = &Interpreter> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// Returns the names of all messages.
    pub fn names(&self) -> Vec<String> {
        self.each().flat_map(Interpreter::names).collect()
    }

    /// Returns the type whose reader reads most of the bytes.
    fn nearest(&self, bytes: &[u8]) -> &Interpreter {
        let mut nearest = (&self.first, None);
        for wire in self.each() {
            match wire.read(bytes) {
                Ok(decoded) if !decoded.is_unknown => return wire,
                Ok(_) => nearest = (wire, Some(bytes.len())),
                Err(error) if nearest.1.is_none_or(|most| most < error.offset()) => {
                    nearest = (wire, Some(error.offset()));
                }
                Err(_) => {}
            }
        }
        nearest.0
    }
}

/// What an error says before a name that no type has.
const NO_MESSAGE: &str = "the schema has no message";

impl Wire for Several {
    fn read(&self, bytes: &[u8]) -> Result<Decoded, DecodeError> {
        let nearest = self.nearest(bytes);
        let mut decoded = nearest.read(bytes)?;
        if !decoded.is_unknown {
            let others = self.each().filter(|wire| !std::ptr::eq(*wire, nearest));
            let others = others.filter_map(|wire| wire.read(bytes).ok());
            let others = others.filter(|other| !other.is_unknown);
            decoded.label.others.extend(others.filter_map(|other| other.label.name));
        }
        Ok(decoded)
    }

    fn encode(&self, json: &Json) -> Result<Vec<u8>, EncodeError> {
        let has = |wire: &&Interpreter| {
            name_of(json).is_some_and(|name| check_name(name, &wire.names(), NO_MESSAGE).is_ok())
        };
        self.each().find(has).unwrap_or(&self.first).encode(json)
    }

    fn inspect(
        &self,
        bytes: &[u8],
        full: bool,
        output: &mut dyn Write,
    ) -> io::Result<Option<DecodeError>> {
        self.nearest(bytes).inspect(bytes, full, output)
    }

    fn messages(&self) -> (Vec<String>, &'static str) {
        (self.names(), NO_MESSAGE)
    }

    fn check_path(&self, path: &[Step], compared: Compared<'_>) -> Result<(), String> {
        let first = self.first.check_path(path, compared);
        let mut others = self.others.iter();
        first.or_else(|error| {
            let has = |wire: &Interpreter| wire.check_path(path, compared).is_ok();
            if others.any(has) { Ok(()) } else { Err(error) }
        })
    }

    fn likely(&self, bytes: &[u8]) -> Option<(String, Tree)> {
        self.nearest(bytes).likely(bytes)
    }

    fn has_schema(&self) -> bool {
        true
    }
}
