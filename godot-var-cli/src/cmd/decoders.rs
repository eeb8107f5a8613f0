//! The decoders for messages in both directions, and the checks of `--message` and `--where` against them.

use std::io;
use std::path::Path;

use godot_var::Limits;
use godot_var_cli::Wire;
use godot_var_cli::stream::{Condition, Decoder};

use super::inspect::{check_schema, decoder, refused};
use super::lludp::Lludp;

/// The options of a command about decoding and selecting messages.
pub(super) struct Asked<'a> {
    pub(super) wire: Wire,
    pub(super) objects: bool,
    pub(super) lludp: &'a Lludp,
    pub(super) schema: Option<&'a Path>,
    pub(super) types: &'a [String],
    pub(super) to_server: Option<&'a str>,
    pub(super) to_client: Option<&'a str>,
    pub(super) message: &'a [String],
    pub(super) conditions: &'a [Condition],
}

/// The decoders for messages in both directions.
pub(super) struct Decoders {
    pub(super) to_server: Decoder,
    pub(super) to_client: Decoder,
}

impl Decoders {
    /// Makes the decoders. Returns `None` if the schema has mistakes, which are printed.
    pub(super) fn new(asked: &Asked<'_>) -> io::Result<Option<Self>> {
        let Asked { wire, schema, lludp, .. } = *asked;
        lludp.check(wire)?;
        let limits = Limits::NONE.with_objects(asked.objects);
        let of = |own: Option<&str>| {
            let types = own.map_or_else(|| asked.types.to_vec(), |own| vec![own.to_owned()]);
            check_schema(wire, schema, &types)?;
            decoder(wire, limits, schema, &types, lludp)
        };
        let Some(to_server) = of(asked.to_server)? else { return Ok(None) };
        let to_client = if asked.to_client == asked.to_server {
            to_server.clone()
        } else {
            match of(asked.to_client)? {
                Some(decoder) => decoder,
                None => return Ok(None),
            }
        };
        let both = Self { to_server, to_client };
        for word in asked.message {
            both.any(|decoder| decoder.check_message(word))
                .map_err(|error| refused(&format!("--message: {error}")))?;
        }
        for condition in asked.conditions {
            both.any(|decoder| decoder.check_condition(condition))
                .map_err(|error| refused(&format!("--where: {error}")))?;
        }
        Ok(Some(both))
    }

    /// Whether the decoder of one or both directions meets a condition.
    fn any(&self, check: impl Fn(&Decoder) -> Result<(), String>) -> Result<(), String> {
        check(&self.to_server).or_else(|error| check(&self.to_client).map_err(|_| error))
    }
}
