//! Messages of LiteNetLibManager: as JSON, both ways, and as dumps with their meaning.
//!
//! ```text
//! {"message":"ServerDestroyObject","fields":{"objectId":1,"reasons":0}}
//! ```
//!
//! Field names are those of the C# classes. 64-bit integers are decimal strings. Floats are numbers, or `"NaN"`, `"Infinity"`,
//! `"-Infinity"`, and `"NaN:7fc00000"` for a NaN whose bits differ from C#'s. Parts without a type on the wire (parameters, values, states,
//! extras) are hex. A message with an unknown number is `Unknown`, with `msgType` and `body`.
//!
//! The body of a response depends on its request, which a single message does not contain. An empty body gives `Response:Empty`; a body that
//! is exactly an answer to `EnterGame` gives `Response:EnterGame`; any other body gives `Response` with `extra`.

mod messages;
mod names;
mod read;
mod schema;
mod write;

use std::io::{self, Write};

use godot_var::litenet::EraSpec;
use godot_var::{DecodeError, EncodeError, Limits};
use godot_var_codegen::names::Step;
use serde_json::Value as Json;

use crate::message::Parts;
use crate::wire::{Compared, Decoded, Wire, check_first_name};

use self::messages::{Message, UNKNOWN, table};
use self::read::read;

/// Messages of an era and of a side. Today clients and servers use the same numbers for different messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// The era of the wire.
    pub era: EraSpec,
    /// Whether a client wrote the messages. It makes no difference in July 2018.
    pub from_client: bool,
    /// The limits of what is read.
    pub limits: Limits,
}

impl Side {
    /// Makes the side of an era, with the default limits.
    pub const fn new(era: EraSpec, from_client: bool) -> Self {
        Self { era, from_client, limits: Limits::DEFAULT }
    }
}

fn messages(era: EraSpec) -> impl Iterator<Item = &'static Message> {
    table(era).iter().chain([&*UNKNOWN])
}

impl Wire for Side {
    fn read(&self, bytes: &[u8]) -> Result<Decoded, DecodeError> {
        read(bytes, *self, &mut Parts::default())
    }

    fn encode(&self, json: &Json) -> Result<Vec<u8>, EncodeError> {
        write::encode(json, self.era)
    }

    fn inspect(
        &self,
        bytes: &[u8],
        _full: bool,
        output: &mut dyn Write,
    ) -> io::Result<Option<DecodeError>> {
        let mut parts = Parts::wanted();
        let error = read(bytes, *self, &mut parts).err();
        parts.write(bytes, true, "message", error.as_ref(), output)?;
        Ok(error)
    }

    fn messages(&self) -> (Vec<String>, &'static str) {
        let names = messages(self.era).map(|message| message.name.clone());
        (names.collect(), "the wire has no message")
    }

    fn check_path(&self, path: &[Step], _compared: Compared<'_>) -> Result<(), String> {
        let fields = messages(self.era).flat_map(|message| &message.fields);
        let names = fields.map(|field| field.name.split('.').next().unwrap_or_default());
        check_first_name(path, &names.chain(["msgType"]).collect::<Vec<_>>())
    }
}
