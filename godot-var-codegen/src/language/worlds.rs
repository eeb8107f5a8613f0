//! The worlds of a schema: the states for which a language writes a class that takes snapshots.
//!
//! A state is a struct, or an enum whose variants hold structs or nothing. What a class does with the fields of such a struct is in
//! [`flat::Field::blend`](crate::flat::Field::blend) of each, through [`Field::flat`](crate::schema::Field::flat).

use crate::schema::{Body, Schema};

/// A world. All types are positions in [`Schema::types`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct World {
    /// The state of its entities.
    pub state: usize,
    /// What a client does in a tick; `None` for nothing.
    pub input: Option<usize>,
    /// `Snapshot`: a packet from the server.
    pub packet: usize,
    /// `Record`: what a packet says of one entity.
    pub record: usize,
    /// `Whole`: a whole state.
    pub whole: usize,
    /// The delta of the state: of an enum an enum of the same variants.
    pub delta: usize,
    /// `ClientMessage`: a message from a client.
    pub message: usize,
    /// `Received`: which packets a client has applied.
    pub received: usize,
    /// What entities there are: one for a state that is a struct, otherwise one for each variant.
    pub kinds: Vec<Kind>,
}

/// A kind of entity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The position of its variant in the state.
    pub member: Option<usize>,
    /// Its state: a struct, or another enum of states. `None` for a variant without fields.
    pub state: Option<usize>,
    /// The delta of that, in the variant of the same position.
    pub delta: Option<usize>,
    /// Whether Rust continues it without news, by a function that the schema names.
    pub extrapolates: bool,
}

impl World {
    /// Returns the worlds of a schema, in the order of their states.
    pub fn all(schema: &Schema<'_>) -> Vec<Self> {
        let of = |index: usize| schema.of_flat[index];
        let world = |(state, world): (usize, &crate::flat::World)| {
            let parts = schema.flat.packet_parts(world)?;
            let (state, delta) = (of(state), of(parts.delta));
            Some(Self {
                state,
                input: world.input.map(of),
                packet: of(world.packet),
                record: of(parts.record),
                whole: of(parts.whole),
                delta,
                message: of(world.message),
                received: of(parts.received),
                kinds: kinds(schema, state, delta),
            })
        };
        schema.flat.worlds().filter_map(world).collect()
    }
}

fn kinds(schema: &Schema<'_>, state: usize, delta: usize) -> Vec<Kind> {
    let Body::Enumeration(enumeration) = &schema.types[state].body else {
        return vec![kind(schema, None, Some(state), Some(delta))];
    };
    let inside = |index: usize, member: usize| match &schema.types[index].body {
        Body::Enumeration(enumeration) => {
            let mut found = None;
            let field = enumeration.members.get(member)?.fields.first()?;
            field.ty.messages(&mut |index| found = Some(index));
            found
        }
        _ => None,
    };
    let members = 0..enumeration.members.len();
    let kinds = members.map(|at| kind(schema, Some(at), inside(state, at), inside(delta, at)));
    kinds.collect()
}

fn kind(
    schema: &Schema<'_>,
    member: Option<usize>,
    state: Option<usize>,
    delta: Option<usize>,
) -> Kind {
    let of = state.and_then(|state| schema.types[state].flat?.state.as_ref());
    Kind { member, state, delta, extrapolates: of.is_some_and(|of| of.extrapolates) }
}
