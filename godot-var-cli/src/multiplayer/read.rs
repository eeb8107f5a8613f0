//! Decodes a packet to keys and values, for JSON and conditions.

use godot_var::multiplayer::{
    Arguments, Confirmed, NodeRef, Options, Packet, Row, Rpc, RpcForm, Scene, Spawn, Synchronizer,
    Width,
};
use godot_var::{DecodeError, DecodeErrorKind, Dialect, Godot4, Variant};
use serde_json::{Map, Value as Json};

use crate::json;
use crate::stream::Tree;

/// The value of a key.
#[derive(Clone, Debug)]
pub(super) enum Member {
    Null,
    Bool(bool),
    Number(i64),
    /// A 64-bit number, which is a string in JSON.
    Mask(u64),
    Text(String),
    Bytes(Vec<u8>),
    Value(Variant),
    List(Vec<Member>),
    Object(Members),
    /// Values with names from a schema.
    Named(Vec<(String, Member)>),
}

/// Values by key, in order. The first one is the command.
pub(super) type Members = Vec<(&'static str, Member)>;

/// Reads a packet and all values in it.
pub(super) fn read(bytes: &[u8], options: &Options) -> Result<Members, DecodeError> {
    members(&Packet::read(bytes, options)?, options, true)
}

fn members(
    packet: &Packet<'_>,
    options: &Options,
    may_relay: bool,
) -> Result<Members, DecodeError> {
    let number = |number: u32| Member::Number(number.into());
    let (command, mut members) = match packet {
        Packet::Rpc(call) => ("rpc", of_rpc(call, options)?),
        Packet::SimplifyPath(simplify) => (
            "simplify_path",
            vec![
                ("checksum", Member::Text(simplify.checksum.to_string())),
                ("id", number(simplify.id)),
                ("path", Member::Text(simplify.path.to_owned())),
            ],
        ),
        Packet::ConfirmPath(confirm) => {
            let path = match confirm.path {
                Confirmed::Id(id) => ("id", number(id)),
                Confirmed::Path(path) => ("path", Member::Text(path.to_owned())),
            };
            ("confirm_path", vec![("agrees", Member::Bool(confirm.agrees)), path])
        }
        Packet::Raw(bytes) => ("raw", vec![("bytes", Member::Bytes(bytes.to_vec()))]),
        Packet::Spawn(spawn) => ("spawn", of_spawn(spawn, options)?),
        Packet::Despawn(node) => ("despawn", vec![("node", number(*node))]),
        Packet::Sync(sync) => {
            let elements = sync.elements.into_iter().map(|element| {
                let synchronizer = of_synchronizer(element.synchronizer);
                Ok(Member::Object(vec![synchronizer, ("values", values(element.row, options)?)]))
            });
            let elements = elements.collect::<Result<_, DecodeError>>()?;
            let time = ("time", number(sync.time.into()));
            ("sync", vec![time, ("elements", Member::List(elements))])
        }
        Packet::Delta(delta) => {
            let elements = delta.elements.into_iter().map(|element| {
                Ok(Member::Object(vec![
                    of_synchronizer(element.synchronizer),
                    ("mask", Member::Mask(element.mask)),
                    ("values", values(element.row, options)?),
                ]))
            });
            let elements = elements.collect::<Result<_, DecodeError>>()?;
            ("delta", vec![("elements", Member::List(elements))])
        }
        Packet::Auth(payload) => ("auth", vec![("bytes", Member::Bytes(payload.to_vec()))]),
        Packet::AddPeer(peer) => ("add_peer", vec![("peer", Member::Number((*peer).into()))]),
        Packet::DelPeer(peer) => ("del_peer", vec![("peer", Member::Number((*peer).into()))]),
        Packet::Relay { peer, packet } => {
            let inner = Packet::read(packet, options).ok().filter(|_| may_relay);
            let inner = inner.and_then(|packet| members(&packet, options, false).ok());
            let packet = match inner {
                Some(inner) => ("packet", Member::Object(inner)),
                None => ("bytes", Member::Bytes(packet.to_vec())),
            };
            ("relay", vec![("peer", Member::Number((*peer).into())), packet])
        }
    };
    members.insert(0, ("command", Member::Text(command.to_owned())));
    Ok(members)
}

/// Returns the width of an id in bits, if it is wider than necessary.
pub(super) const fn bits(width: Width) -> Option<i64> {
    match width {
        Width::U8 => None,
        Width::U16 => Some(16),
        Width::U32 => Some(32),
    }
}

fn of_rpc(call: &Rpc<'_>, options: &Options) -> Result<Members, DecodeError> {
    let RpcForm { node: node_width, method: method_width, counted } = call.form;
    let mut node = vec![match call.node {
        NodeRef::Id(id) => ("id", Member::Number(id.into())),
        NodeRef::Path(path) => ("path", Member::Text(path.to_owned())),
    }];
    node.extend(bits(node_width).map(|bits| ("bits", Member::Number(bits))));
    let mut members =
        vec![("node", Member::Object(node)), ("method", Member::Number(call.method.into()))];
    members.extend(bits(method_width).map(|bits| ("method_bits", Member::Number(bits))));
    members.push(match call.arguments {
        Arguments::Values { .. } => {
            let mut reader = call.arguments.reader(options);
            let mut list = Vec::new();
            while reader.left() > 0 {
                let index = list.len();
                let value = reader.next_variant("args").map_err(|error| error.in_index(index))?;
                list.push(Member::Value(value));
            }
            reader.finish()?;
            ("args", Member::List(list))
        }
        Arguments::Bytes(bytes) => ("bytes", Member::Bytes(bytes.to_vec())),
    });
    if counted {
        members.push(("counted", Member::Bool(true)));
    }
    Ok(members)
}

fn of_spawn(spawn: &Spawn<'_>, options: &Options) -> Result<Members, DecodeError> {
    let number = |number: u32| Member::Number(number.into());
    let (scene, argument) = match spawn.scene {
        Scene::Index(scene) => (Member::Number(scene.into()), Member::Null),
        Scene::Custom(argument) => {
            let mut values = argument.values(options.limits);
            let value = values.next().transpose()?.unwrap_or_default();
            let end = argument.offset() + argument.bytes().len();
            if values.position() != end || argument.is_empty() {
                let expected = "one value as the argument of a spawn";
                let kind = DecodeErrorKind::InvalidLength;
                return Err(DecodeError::new(kind, argument.offset(), expected, ""));
            }
            (Member::Null, Member::Value(value))
        }
    };
    Ok(vec![
        ("scene", scene),
        ("spawner", number(spawn.spawner)),
        ("node", number(spawn.node)),
        ("synchronizers", Member::List(spawn.synchronizers.iter().map(number).collect())),
        ("name", Member::Text(spawn.name.to_owned())),
        ("argument", argument),
        ("state", values(spawn.state, options)?),
    ])
}

fn of_synchronizer(synchronizer: Synchronizer) -> (&'static str, Member) {
    let member = match synchronizer {
        Synchronizer::Spawned(id) => ("id", Member::Number(id.into())),
        Synchronizer::Path(id) => ("path_id", Member::Number(id.into())),
    };
    ("synchronizer", Member::Object(vec![member]))
}

fn values(row: Row<'_>, options: &Options) -> Result<Member, DecodeError> {
    let values = row.values(options.limits).map(|value| value.map(Member::Value));
    Ok(Member::List(values.collect::<Result<_, _>>()?))
}

/// Converts a packet to JSON.
pub(super) fn to_json(members: &Members) -> Json {
    let member = |(name, member): &(&str, Member)| ((*name).to_owned(), member.to_json());
    Json::Object(members.iter().map(member).collect::<Map<_, _>>())
}

/// Converts a packet to a tree for conditions.
pub(super) fn to_tree(members: Members) -> Tree {
    let member = |(name, member): (&str, Member)| (name.to_owned(), member.into_tree());
    Tree::Record(members.into_iter().map(member).collect())
}

impl Member {
    pub(super) fn to_json(&self) -> Json {
        match self {
            Self::Null => Json::Null,
            Self::Bool(truth) => (*truth).into(),
            Self::Number(number) => (*number).into(),
            Self::Mask(mask) => mask.to_string().into(),
            Self::Text(text) => text.as_str().into(),
            Self::Bytes(bytes) => hex::encode(bytes).into(),
            Self::Value(value) => json::to_json(value, &Godot4::SPEC),
            Self::List(list) => list.iter().map(Self::to_json).collect(),
            Self::Object(members) => to_json(members),
            Self::Named(members) => {
                let members = members.iter();
                members.map(|(name, member)| (name.clone(), member.to_json())).collect()
            }
        }
    }

    fn into_tree(self) -> Tree {
        match self {
            Self::Null => Tree::Nil,
            Self::Bool(truth) => Tree::Bool(truth),
            Self::Number(number) => Tree::Int(number.into()),
            Self::Mask(mask) => Tree::Int(mask.into()),
            Self::Text(text) => Tree::Text(text),
            Self::Bytes(bytes) => Tree::Bytes(bytes),
            Self::Value(value) => Tree::from(&value),
            Self::List(list) => Tree::List(list.into_iter().map(Self::into_tree).collect()),
            Self::Object(members) => to_tree(members),
            Self::Named(members) => {
                let members = members.into_iter();
                Tree::Record(members.map(|(name, member)| (name, member.into_tree())).collect())
            }
        }
    }
}
