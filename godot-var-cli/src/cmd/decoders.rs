//! The decoders for messages in both directions, and the checks of `--message` and `--where` against them.

use std::io;
use std::path::Path;
use std::slice;

use godot_var::Limits;
use godot_var_cli::flat::Interpreter;
use godot_var_cli::stream::{Decoder, Names};
use godot_var_cli::{Wire, multiplayer};

use super::lludp::Lludp;
use super::schema::{read, read_flat, report};
use super::selection::Selection;

/// The decoders for messages in both directions.
pub(super) struct Decoders {
    pub(super) to_server: Decoder,
    pub(super) to_client: Decoder,
    /// For Variants of which the direction is not known, if each direction has types of its own.
    either: Option<Decoder>,
}

impl Decoders {
    /// Makes the decoders. Returns `None` if the schema has mistakes, which are printed.
    pub(super) fn new(asked: &Selection) -> io::Result<Option<Self>> {
        let Selection { lludp, .. } = asked;
        let (wire, schema) = (asked.wire(), asked.schema.as_deref());
        lludp.check(wire)?;
        check_objects(wire, asked.objects)?;
        let limits = Limits::NONE.with_objects(asked.objects);
        let of = |option, own: &Option<String>| {
            let types = match own {
                Some(own) => Types { option, names: slice::from_ref(own) },
                None => Types { option: "--type", names: &asked.types },
            };
            check_schema(wire, schema, types)?;
            decoder(wire, limits, schema, types, lludp)
        };
        let Some(to_server) = of("--to-server", &asked.to_server)? else { return Ok(None) };
        let to_client = if asked.to_client == asked.to_server {
            to_server.clone()
        } else {
            match of("--to-client", &asked.to_client)? {
                Some(decoder) => decoder,
                None => return Ok(None),
            }
        };
        let either = match (&asked.to_server, &asked.to_client) {
            (Some(one), Some(other)) if one != other && wire.spec().is_some() => {
                let names = &[one.clone(), other.clone()];
                decoder(wire, limits, schema, Types { option: "--to-server", names }, lludp)?
            }
            _ => None,
        };
        let both = Self { to_server, to_client, either };
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

    /// Returns the decoder for a message of which the direction is not known.
    pub(super) fn either(&self, bytes: &[u8]) -> &Decoder {
        let reads = |decoder: &Decoder| {
            decoder.decode(bytes).is_ok_and(|it| it.misfit.is_none() && it.used == bytes.len())
        };
        match &self.either {
            Some(either) => either,
            None if !reads(&self.to_server) && reads(&self.to_client) => &self.to_client,
            None => &self.to_server,
        }
    }

    /// Whether the decoder of one or both directions meets a condition.
    fn any(&self, check: impl Fn(&Decoder) -> Result<(), String>) -> Result<(), String> {
        check(&self.to_server).or_else(|error| check(&self.to_client).map_err(|_| error))
    }
}

/// The types that messages may have; empty for all types of the schema.
#[derive(Clone, Copy)]
pub(super) struct Types<'a> {
    /// The option or setting that names them, for errors.
    pub(super) option: &'a str,
    pub(super) names: &'a [String],
}

/// Refuses `--objects` for messages without objects.
pub(super) fn check_objects(wire: Wire, objects: bool) -> io::Result<()> {
    let has_objects = wire.spec().is_some() || wire.multiplayer().is_some();
    if objects && !has_objects {
        return Err(refused(
            "--objects is for Variants; the messages of this wire have no objects",
        ));
    }
    Ok(())
}

/// Whether messages of this wire have the names of a schema.
fn check_schema(wire: Wire, schema: Option<&Path>, types: Types<'_>) -> io::Result<()> {
    let is_multiplayer = wire.multiplayer().is_some();
    if schema.is_some() && wire.spec().is_none() && !is_multiplayer && wire != Wire::Flat {
        let message = "--schema is for Variants and flat messages; the messages of this wire have names without a schema";
        return Err(refused(message));
    }
    let Types { option, names } = types;
    if !names.is_empty() && is_multiplayer {
        let why = "is for Variants; packets have the names of all sets of the schema";
        return Err(refused(&format!("{option} {why}")));
    }
    Ok(())
}

pub(super) fn refused(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

/// What reads the messages; `None` if the schema is wrong, which is then said.
pub(super) fn decoder(
    wire: Wire,
    limits: Limits,
    schema: Option<&Path>,
    types: Types<'_>,
    lludp: &Lludp,
) -> io::Result<Option<Decoder>> {
    if wire == Wire::Flat {
        let interpreter = flat(schema, types, limits)?;
        return Ok(interpreter.map(|interpreter| Decoder::Flat(Box::new(interpreter))));
    }
    if let Some(side) = wire.litenet() {
        return Ok(Some(Decoder::LiteNet { side, limits }));
    }
    if let Some(era) = wire.multiplayer() {
        let options = multiplayer::options(era, limits);
        let names = match schema.map(read) {
            None => None,
            Some(Ok(protocol)) => {
                let names = multiplayer::Names::new(protocol);
                Some(Box::new(names.map_err(|error| refused(&format!("--schema: {error}")))?))
            }
            Some(Err(errors)) => {
                report("error", &errors);
                return Ok(None);
            }
        };
        return Ok(Some(Decoder::Multiplayer { options, names }));
    }
    let Some(spec) = wire.spec() else {
        return Ok(Some(Decoder::Lludp(Box::new(lludp.interpreter()?))));
    };
    let names = match schema {
        None => None,
        Some(schema) => match names(schema, types)? {
            Some(names) => Some(Box::new(names)),
            None => return Ok(None),
        },
    };
    Ok(Some(Decoder::Variant { spec, limits, names }))
}

/// The interpreter of flat messages; `None` if the schema is wrong, which is then said.
pub(super) fn flat(
    schema: Option<&Path>,
    types: Types<'_>,
    limits: Limits,
) -> io::Result<Option<Interpreter>> {
    let Some(schema) = schema else {
        return Err(refused("--wire flat: the bytes do not tell their types; give --schema FILE"));
    };
    let option = types.option;
    let name = match types.names {
        [] => None,
        [name] => Some(name.as_str()),
        _ => return Err(refused("--wire flat: messages are of one type; give --type once")),
    };
    match read_flat(schema) {
        Ok(schema) => {
            let interpreter = Interpreter::new(schema, name);
            let interpreter =
                interpreter.map_err(|error| refused(&format!("{option}: {error}")))?;
            Ok(Some(interpreter.with_limits(limits)))
        }
        Err(errors) => {
            report("error", &errors);
            Ok(None)
        }
    }
}

/// The names of a schema; `None` if it is wrong, which is then said.
pub(super) fn names(schema: &Path, types: Types<'_>) -> io::Result<Option<Names>> {
    match read(schema) {
        Ok(protocol) => {
            let names = Names::new(protocol, types.names);
            names.map(Some).map_err(|error| refused(&format!("{}: {error}", types.option)))
        }
        Err(errors) => {
            report("error", &errors);
            Ok(None)
        }
    }
}
