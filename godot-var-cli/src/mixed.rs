//! Variants and flat messages on one connection.
//!
//! A packet that is a Variant of the schema is shown as one. Otherwise it is tried as a flat message. If it is neither, the error is that of
//! the Variant, unless the first four bytes cannot begin one.

use std::io::{self, Write};

use godot_var::{DecodeError, EncodeError};
use godot_var_codegen::names::{Step, Tree};
use serde_json::{Map, Value as Json};

use crate::flat::Several;
use crate::pcap::Carried;
use crate::stream::Message;
use crate::variant::Variants;
use crate::wire::{Compared, Decoded, Wire, check_name, name_of};

/// The bytes before the content of a Variant.
const HEADER: usize = 4;

/// The kind of a flat message, next to the types of Variants.
pub(crate) const FLAT: &str = "flat";

/// Messages of a schema with both kinds.
#[derive(Clone, Debug)]
pub struct Mixed {
    variants: Variants,
    flat: Several,
}

impl Mixed {
    /// Makes the wire of both kinds.
    pub const fn new(variants: Variants, flat: Several) -> Self {
        Self { variants, flat }
    }

    /// Returns the wire of some bytes, with what it reads.
    fn of(&self, bytes: &[u8]) -> (&dyn Wire, Result<Decoded, DecodeError>) {
        let variant = self.variants.read(bytes);
        let is_whole = |it: &Decoded| it.misfit.is_none() && it.used == bytes.len();
        if variant.as_ref().is_ok_and(is_whole) {
            return (&self.variants, variant);
        }
        match (variant, self.flat.read(bytes)) {
            (_, Ok(mut decoded)) => {
                decoded.label.kind = Some(FLAT);
                (&self.flat, Ok(decoded))
            }
            (Err(variant), Err(flat)) if variant.offset() < HEADER => (&self.flat, Err(flat)),
            (variant, Err(_)) => (&self.variants, variant),
        }
    }

    fn wire_of(&self, bytes: &[u8]) -> &dyn Wire {
        self.of(bytes).0
    }

    /// Returns the wire that has read a message.
    fn read_by(&self, decoded: &Decoded) -> &dyn Wire {
        if decoded.label.kind == Some(FLAT) { &self.flat } else { &self.variants }
    }
}

impl Wire for Mixed {
    fn read(&self, bytes: &[u8]) -> Result<Decoded, DecodeError> {
        self.of(bytes).1
    }

    fn encode(&self, json: &Json) -> Result<Vec<u8>, EncodeError> {
        let is_in = |wire: &dyn Wire, name| check_name(name, &wire.messages().0, "").is_ok();
        match name_of(json) {
            Some(name) if !is_in(&self.variants, name) && is_in(&self.flat, name) => {
                self.flat.encode(json)
            }
            _ => self.variants.encode(json),
        }
    }

    fn inspect(
        &self,
        bytes: &[u8],
        full: bool,
        output: &mut dyn Write,
    ) -> io::Result<Option<DecodeError>> {
        self.wire_of(bytes).inspect(bytes, full, output)
    }

    fn messages(&self) -> (Vec<String>, &'static str) {
        let (mut names, none) = self.variants.messages();
        names.extend(self.flat.names());
        (names, none)
    }

    fn check_path(&self, path: &[Step], compared: Compared<'_>) -> Result<(), String> {
        let of_variants = self.variants.check_path(path, compared);
        of_variants.or_else(|error| self.flat.check_path(path, compared).map_err(|_| error))
    }

    fn json(&self, decoded: &Decoded) -> Json {
        self.read_by(decoded).json(decoded)
    }

    fn write_json(&self, decoded: &Decoded, output: &mut dyn Write) -> io::Result<()> {
        self.read_by(decoded).write_json(decoded, output)
    }

    fn content(&self, decoded: &Decoded, lossless: bool) -> Map<String, Json> {
        self.read_by(decoded).content(decoded, lossless)
    }

    fn likely(&self, bytes: &[u8]) -> Option<(String, Tree)> {
        self.wire_of(bytes).likely(bytes)
    }

    fn place(&self, bytes: &[u8], decoded: Result<&Decoded, &DecodeError>) -> Option<usize> {
        match decoded {
            Ok(read) => self.read_by(read).place(bytes, decoded),
            Err(_) => self.wire_of(bytes).place(bytes, decoded),
        }
    }

    fn show(
        &self,
        message: &Message<'_>,
        decoded: Option<&Decoded>,
        full: bool,
        output: &mut dyn Write,
    ) -> io::Result<Option<DecodeError>> {
        let wire = match decoded {
            Some(decoded) => self.read_by(decoded),
            None => self.wire_of(message.payload()),
        };
        wire.show(message, decoded, full, output)
    }

    fn has_schema(&self) -> bool {
        true
    }

    fn carried(&self) -> Carried {
        self.variants.carried()
    }

    fn is_packet_instead(&self, bytes: &[u8]) -> bool {
        self.flat.read(bytes).is_err() && self.variants.is_packet_instead(bytes)
    }
}
