//! The decoders for messages in both directions, and the checks of `--message` and `--where` against them.

use std::io;

use godot_var::Limits;
use godot_var_cli::stream::Decoder;

use super::inspect::{check_schema, decoder, refused};
use super::selection::Selection;

/// The decoders for messages in both directions.
pub(super) struct Decoders {
    pub(super) to_server: Decoder,
    pub(super) to_client: Decoder,
}

impl Decoders {
    /// Makes the decoders. Returns `None` if the schema has mistakes, which are printed.
    pub(super) fn new(asked: &Selection) -> io::Result<Option<Self>> {
        let Selection { wire, lludp, .. } = asked;
        let (wire, schema) = (*wire, asked.schema.as_deref());
        lludp.check(wire)?;
        let limits = Limits::NONE.with_objects(asked.objects);
        let of = |own: Option<&str>| {
            let types = own.map_or_else(|| asked.types.clone(), |own| vec![own.to_owned()]);
            check_schema(wire, schema, &types)?;
            decoder(wire, limits, schema, &types, lludp)
        };
        let Some(to_server) = of(asked.to_server.as_deref())? else { return Ok(None) };
        let to_client = if asked.to_client == asked.to_server {
            to_server.clone()
        } else {
            match of(asked.to_client.as_deref())? {
                Some(decoder) => decoder,
                None => return Ok(None),
            }
        };
        let both = Self { to_server, to_client };
        for word in &asked.message {
            both.any(|decoder| decoder.check_message(word))
                .map_err(|error| refused(&format!("--message: {error}")))?;
        }
        for condition in &asked.conditions {
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
