//! The wires that messages of both directions have.

use std::io;
use std::slice;
use std::sync::Arc;

use godot_var_cli::Wire;
#[cfg(feature = "network")]
use godot_var_cli::pcap::Carried;

use super::selection::Selection;
use crate::settings::wires::{NamesOf, Types, refused};

/// The wires of messages in both directions.
pub(super) struct Wires {
    pub(super) to_server: Arc<dyn Wire>,
    pub(super) to_client: Arc<dyn Wire>,
    /// For Variants of which the direction is not known, if each direction has types of its own.
    either: Option<Arc<dyn Wire>>,
}

impl Wires {
    /// Makes the wires. Returns `None` if the schema has mistakes, which are printed.
    pub(super) fn new(asked: &Selection) -> io::Result<Option<Self>> {
        let wire = asked.wire();
        let of = |option, names: &[String], is_only| {
            wire.open(&asked.setup(Types { option, names, is_only }))
        };
        let of_types = |option, own: &Option<String>| match own {
            Some(own) => of(option, slice::from_ref(own), false),
            None => of("--type", &asked.types, true),
        };
        let Some(to_server) = of_types("--to-server", &asked.to_server)? else { return Ok(None) };
        let to_client = if asked.to_client == asked.to_server {
            Some(to_server.clone())
        } else {
            of_types("--to-client", &asked.to_client)?
        };
        let Some(to_client) = to_client else { return Ok(None) };
        let either = match (&asked.to_server, &asked.to_client) {
            (Some(one), Some(other)) if one != other && wire.names == NamesOf::Variants => {
                of("--to-server", &[one.clone(), other.clone()], false)?
            }
            _ => None,
        };
        let both = Self { to_server, to_client, either };
        for word in &asked.message {
            both.any(|wire| wire.check_message(word))
                .map_err(|error| refused(&format!("--message: {error}")))?;
        }
        for condition in &asked.conditions {
            both.any(|wire| condition.check(wire))
                .map_err(|error| refused(&format!("--where: {error}")))?;
        }
        Ok(Some(both))
    }

    /// Whether messages are Variants of Godot 3, whose packets over ENet have a header.
    #[cfg(feature = "network")]
    pub(super) fn is_godot3(&self) -> bool {
        self.to_server.carried() == Carried::Godot3Variants
    }

    /// Returns the wire of a message of which the direction is not known.
    pub(super) fn either(&self, bytes: &[u8]) -> &dyn Wire {
        let reads = |wire: &dyn Wire| {
            wire.read(bytes).is_ok_and(|it| it.misfit.is_none() && it.used == bytes.len())
        };
        match &self.either {
            Some(either) => &**either,
            None if Arc::ptr_eq(&self.to_server, &self.to_client) => &*self.to_server,
            None if !reads(&*self.to_server) && reads(&*self.to_client) => &*self.to_client,
            None => &*self.to_server,
        }
    }

    /// Whether the wire of one or both directions meets a condition.
    fn any(&self, check: impl Fn(&dyn Wire) -> Result<(), String>) -> Result<(), String> {
        check(&*self.to_server).or_else(|error| check(&*self.to_client).map_err(|_| error))
    }
}
