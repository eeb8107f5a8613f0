//! What a schema says of the states of entities: how they are shown, and the packets that carry them.

use godot_var_schema::snapshot::model;
use serde::{Deserialize, Serialize};

use super::{Body, Schema, Type};
use crate::names::Tree;

/// How a type is the state of an entity, or an input.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Whether a function of Rust continues it without news. A lock does not know it.
    #[serde(skip)]
    pub extrapolates: bool,
    /// The world whose entities have this state, with `input`.
    pub world: Option<World>,
}

/// The types of the packets of a world. All are indices in [`Schema::types`](super::Schema::types).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct World {
    /// What a client does in a tick; `None` for nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<usize>,
    /// `Snapshot`: the packets from the server.
    pub packet: usize,
    /// `ClientMessage`: the messages from a client.
    pub message: usize,
}

/// The types inside the packets of a world. All are indices in [`Schema::types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PacketParts {
    /// `Record`: what a packet says of one entity.
    pub record: usize,
    /// `Whole`: a whole state.
    pub whole: usize,
    /// The delta of the state.
    pub delta: usize,
    /// `Received`: which packets a client has applied.
    pub received: usize,
}

impl Schema {
    /// Returns the types that are the states of the entities of a world, and their packets.
    pub fn worlds(&self) -> impl Iterator<Item = (usize, &World)> {
        let states = self.types.iter().enumerate();
        states.filter_map(|(index, def)| Some((index, def.state.as_ref()?.world.as_ref()?)))
    }

    /// Returns the types inside the packets of a world; `None` if another version of this program has made the schema.
    pub fn packet_parts(&self, world: &World) -> Option<PacketParts> {
        let record = self.inside(world.packet, "records")?;
        Some(PacketParts {
            record,
            whole: self.inside(record, "whole")?,
            delta: self.inside(record, "delta")?,
            received: self.inside(world.message, "received")?,
        })
    }

    /// Returns the types that say what a packet has of an entity, each with whether the state is an enum.
    pub(crate) fn records_of_packets(&self) -> Vec<(usize, bool)> {
        let worlds = self.worlds().filter_map(|(state, world)| {
            let is_enum = matches!(self.types[state].body, Body::Enumeration(_));
            Some((self.packet_parts(world)?.record, is_enum))
        });
        worlds.collect()
    }

    /// Returns the type of the schema that a field has or contains.
    fn inside(&self, index: usize, field: &str) -> Option<usize> {
        let mut ty = &self.types.get(index)?.fields().find(|own| own.name == field)?.ty;
        loop {
            match ty {
                Type::Message(index) => return Some(*index),
                Type::Option(inner) | Type::AtMost(_, inner) | Type::List(_, inner) => ty = inner,
                _ => return None,
            }
        }
    }
}

/// How a field gets from one value to the next.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Blend {
    /// It keeps the older value until the newer one is due.
    Step,
    /// Straight.
    Linear,
    /// The shorter way, in radians.
    Angle,
    /// The shorter way, in degrees.
    Degrees,
    /// Straight, up to this distance; beyond, at once.
    Teleport(f64),
}

impl From<model::Blend> for Blend {
    fn from(blend: model::Blend) -> Self {
        match blend {
            model::Blend::Step => Self::Step,
            model::Blend::Linear => Self::Linear,
            model::Blend::Angle => Self::Angle,
            model::Blend::Degrees => Self::Degrees,
            model::Blend::UpTo(most) => Self::Teleport(most),
        }
    }
}

/// Whether a lock has nothing to say of a state.
#[expect(clippy::ref_option, reason = "the form that serde calls")]
pub(super) fn lacks_world(state: &Option<State>) -> bool {
    state.as_ref().is_none_or(|state| state.world.is_none())
}

/// What a record of a packet says of an entity, in words. `is_enum` is whether the state is an enum.
///
/// ```text
/// entity 5: Player, changed since the packet 4 before
/// ```
pub(crate) fn entity_in_words(record: &Tree, is_enum: bool) -> Option<String> {
    let number = |name: &str| match record.get(name)? {
        Tree::Int(number) => Some(*number),
        _ => None,
    };
    let some = |name: &str| record.get(name).filter(|value| **value != Tree::Nil);
    // The variant of a state or a delta.
    let kind = |value: &Tree| match value {
        Tree::Record(fields) if is_enum => {
            fields.first().map_or(String::new(), |(name, _)| format!("{name}, "))
        }
        Tree::Text(name) if is_enum => format!("{name}, "),
        _ => String::new(),
    };
    let key = number("key")?;
    let back = number("far").or_else(|| number("near").filter(|near| *near > 0));
    let what = match (back, some("whole"), some("delta")) {
        (None, None, None) => "gone, or out of sight".to_owned(),
        (None, Some(whole), None) => format!("{}whole", kind(whole.get("state")?)),
        (Some(back), None, Some(delta)) => {
            format!("{}changed since the packet {back} before", kind(delta))
        }
        _ => "neither a whole state, nor a delta on one packet, nor gone".to_owned(),
    };
    Some(format!("entity {key}: {what}"))
}
