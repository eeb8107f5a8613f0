//! Encodes a packet from JSON.

use std::cell::RefCell;

use godot_var::multiplayer::{
    Arguments, Checksum, ConfirmPath, Confirmed, Delta, DeltaElement, DeltaElements, Ids, NodeRef,
    Packet, Row, Rpc, RpcForm, Scene, SimplifyPath, Spawn, Sync, SyncElement, SyncElements,
    Synchronizer, Width, compressed,
};
use godot_var::output::VecOutput;
use godot_var::{Dialect, EncodeError, Godot4};
use serde_json::{Map, Value as Json};

use super::{COMMANDS, FIELDS};
use crate::input::parse_hex;
use crate::json;

/// Encodes a packet from its JSON, without the values by name.
pub(super) fn encode(value: &Json) -> Result<Vec<u8>, EncodeError> {
    let members = Members::of(value)?;
    members.get(FIELDS);
    let command = members.text("command")?;
    let bytes = match command {
        "rpc" => rpc(&members)?,
        "simplify_path" => {
            let checksum: Checksum = members.text("checksum")?.parse().map_err(|_| {
                EncodeError::custom("expected 32 hex digits in lower case").in_key("checksum")
            })?;
            let (id, path) = (members.number("id")?, members.text("path")?);
            Packet::SimplifyPath(SimplifyPath { checksum, id, path }).to_bytes()?
        }
        "confirm_path" => {
            let path = match members.get("path") {
                Some(_) => Confirmed::Path(members.text("path")?),
                None => Confirmed::Id(members.number("id")?),
            };
            let agrees = members.truth("agrees")?;
            Packet::ConfirmPath(ConfirmPath { agrees, path }).to_bytes()?
        }
        "raw" => Packet::Raw(&members.bytes("bytes")?).to_bytes()?,
        "spawn" => spawn(&members)?,
        "despawn" => Packet::Despawn(members.number("node")?).to_bytes()?,
        "sync" => sync(&members)?,
        "delta" => delta(&members)?,
        "auth" => Packet::Auth(&members.bytes("bytes")?).to_bytes()?,
        "add_peer" => Packet::AddPeer(members.number("peer")?).to_bytes()?,
        "del_peer" => Packet::DelPeer(members.number("peer")?).to_bytes()?,
        "relay" => {
            let packet = match members.get("packet") {
                Some(packet) => encode(packet).map_err(|error| error.in_key("packet"))?,
                None => members.bytes("bytes")?,
            };
            Packet::Relay { peer: members.number("peer")?, packet: &packet }.to_bytes()?
        }
        _ => {
            let known = COMMANDS.join(", ");
            let message = format_args!("{command:?} is not a command; use one of {known}");
            return Err(EncodeError::custom(message).in_key("command"));
        }
    };
    members.finish()?;
    Ok(bytes)
}

fn rpc(members: &Members<'_>) -> Result<Vec<u8>, EncodeError> {
    let node = members.object("node")?;
    let reference = match node.get("path") {
        Some(_) => node.text("path").map(NodeRef::Path),
        None => node.number("id").map(NodeRef::Id),
    };
    let reference = reference.map_err(|error| error.in_key("node"))?;
    let node_width = width(&node, "bits").map_err(|error| error.in_key("node"))?;
    node.finish().map_err(|error| error.in_key("node"))?;
    let method = members.number("method")?;
    let form = RpcForm {
        node: node_width,
        method: width(members, "method_bits")?,
        counted: members.get("counted").is_some() && members.truth("counted")?,
    };
    let (bytes, row);
    let arguments = if members.get("bytes").is_some() {
        bytes = members.bytes("bytes")?;
        Arguments::Bytes(&bytes)
    } else {
        let count = members.list("args")?.len();
        let count = u8::try_from(count).map_err(|_| {
            EncodeError::custom(format_args!("{count} arguments; a call has at most 255"))
                .in_key("args")
        })?;
        row = members.row("args")?;
        Arguments::Values { count, values: Row::new(&row) }
    };
    Packet::Rpc(Rpc { node: reference, method, arguments, form }).to_bytes()
}

fn width(members: &Members<'_>, name: &'static str) -> Result<Width, EncodeError> {
    match members.get(name).map(Json::as_u64) {
        None => Ok(Width::U8),
        Some(Some(16)) => Ok(Width::U16),
        Some(Some(32)) => Ok(Width::U32),
        Some(_) => Err(EncodeError::custom("expected 16 or 32").in_key(name)),
    }
}

fn spawn(members: &Members<'_>) -> Result<Vec<u8>, EncodeError> {
    let argument = match members.get("argument") {
        None | Some(Json::Null) => Vec::new(),
        Some(argument) => {
            let mut bytes = Vec::new();
            put(argument, &mut bytes).map_err(|error| error.in_key("argument"))?;
            bytes
        }
    };
    let scene = match members.get("scene") {
        Some(Json::Null) => Scene::Custom(Row::new(&argument)),
        _ => Scene::Index(members.number("scene")?),
    };
    let synchronizers = members.list("synchronizers")?.iter().enumerate().map(|(index, id)| {
        number(id)
            .map(u32::to_le_bytes)
            .map_err(|error| error.in_index(index).in_key("synchronizers"))
    });
    let synchronizers = synchronizers.collect::<Result<Vec<_>, _>>()?;
    let state = members.row("state")?;
    Packet::Spawn(Spawn {
        scene,
        spawner: members.number("spawner")?,
        node: members.number("node")?,
        synchronizers: Ids::of(&synchronizers),
        name: members.text("name")?,
        state: Row::new(&state),
    })
    .to_bytes()
}

fn sync(members: &Members<'_>) -> Result<Vec<u8>, EncodeError> {
    let time = members.number("time")?;
    let bytes = elements(members, |element, out| {
        let (synchronizer, row) = (synchronizer(element)?, element.row("values")?);
        SyncElement { synchronizer, row: Row::new(&row) }.put(out)
    })?;
    let elements = SyncElements::new(&bytes).map_err(|_| no_element())?;
    Packet::Sync(Sync { time, elements }).to_bytes()
}

fn delta(members: &Members<'_>) -> Result<Vec<u8>, EncodeError> {
    let bytes = elements(members, |element, out| {
        let (synchronizer, row) = (synchronizer(element)?, element.row("values")?);
        let mask = element.text("mask")?.parse().map_err(|_| {
            EncodeError::custom("expected a decimal string of 64 bits").in_key("mask")
        })?;
        DeltaElement { synchronizer, mask, row: Row::new(&row) }.put(out)
    })?;
    let elements = DeltaElements::new(&bytes).map_err(|_| no_element())?;
    Packet::Delta(Delta { elements }).to_bytes()
}

fn no_element() -> EncodeError {
    EncodeError::custom("expected at least one element").in_key("elements")
}

type Sink<'b> = VecOutput<&'b mut Vec<u8>>;

fn elements(
    members: &Members<'_>,
    put: impl Fn(&Members<'_>, &mut Sink<'_>) -> Result<(), EncodeError>,
) -> Result<Vec<u8>, EncodeError> {
    let mut bytes = Vec::new();
    for (index, element) in members.list("elements")?.iter().enumerate() {
        Members::of(element)
            .and_then(|element| {
                put(&element, &mut VecOutput::new(&mut bytes))?;
                element.finish()
            })
            .map_err(|error| error.in_index(index).in_key("elements"))?;
    }
    Ok(bytes)
}

fn synchronizer(element: &Members<'_>) -> Result<Synchronizer, EncodeError> {
    const PATHS: u32 = 1 << 31;
    let members = element.object("synchronizer")?;
    let (name, id) = match members.get("path_id") {
        Some(_) => ("path_id", members.number("path_id")),
        None => ("id", members.number("id")),
    };
    let id = id.and_then(|id: u32| {
        let message = format_args!("expected a number below {PATHS}");
        if id < PATHS { Ok(id) } else { Err(EncodeError::custom(message).in_key(name)) }
    });
    let read = id.and_then(|id| members.finish().map(|()| id));
    let id = read.map_err(|error| error.in_key("synchronizer"))?;
    Ok(if name == "id" { Synchronizer::Spawned(id) } else { Synchronizer::Path(id) })
}

fn put(value: &Json, bytes: &mut Vec<u8>) -> Result<(), EncodeError> {
    let value = json::from_json(value, &Godot4::SPEC)?;
    compressed::put(&value, &Godot4::SPEC, &mut VecOutput::new(bytes))
}

fn number<T: TryFrom<i64>>(value: &Json) -> Result<T, EncodeError> {
    let number = value.as_i64().and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| {
        EncodeError::custom(format_args!("expected a number of {} bytes", size_of::<T>()))
    })
}

/// The keys of an object, all of which must be used.
struct Members<'j> {
    object: &'j Map<String, Json>,
    taken: RefCell<Vec<&'static str>>,
}

impl<'j> Members<'j> {
    fn of(value: &'j Json) -> Result<Self, EncodeError> {
        match value.as_object() {
            Some(object) => Ok(Self { object, taken: RefCell::default() }),
            None => Err(EncodeError::custom("expected an object")),
        }
    }

    fn get(&self, name: &'static str) -> Option<&'j Json> {
        self.taken.borrow_mut().push(name);
        self.object.get(name)
    }

    fn take<T>(
        &self,
        name: &'static str,
        read: impl FnOnce(&'j Json) -> Result<T, EncodeError>,
    ) -> Result<T, EncodeError> {
        let missing = || EncodeError::custom("the key is missing");
        self.get(name).ok_or_else(missing).and_then(read).map_err(|error| error.in_key(name))
    }

    fn text(&self, name: &'static str) -> Result<&'j str, EncodeError> {
        self.take(name, |value| {
            value.as_str().ok_or_else(|| EncodeError::custom("expected a string"))
        })
    }

    fn truth(&self, name: &'static str) -> Result<bool, EncodeError> {
        self.take(name, |value| {
            value.as_bool().ok_or_else(|| EncodeError::custom("expected true or false"))
        })
    }

    fn number<T: TryFrom<i64>>(&self, name: &'static str) -> Result<T, EncodeError> {
        self.take(name, number)
    }

    fn bytes(&self, name: &'static str) -> Result<Vec<u8>, EncodeError> {
        let digits = self.text(name)?;
        parse_hex(digits.as_bytes())
            .map_err(|error| EncodeError::custom(error.message).in_key(name))
    }

    fn object(&self, name: &'static str) -> Result<Members<'j>, EncodeError> {
        self.take(name, Members::of)
    }

    fn list(&self, name: &'static str) -> Result<&'j Vec<Json>, EncodeError> {
        self.take(name, |value| {
            value.as_array().ok_or_else(|| EncodeError::custom("expected a list"))
        })
    }

    /// Encodes a list of values, one after the other.
    fn row(&self, name: &'static str) -> Result<Vec<u8>, EncodeError> {
        let mut bytes = Vec::new();
        for (index, value) in self.list(name)?.iter().enumerate() {
            put(value, &mut bytes).map_err(|error| error.in_index(index).in_key(name))?;
        }
        Ok(bytes)
    }

    /// Returns an error if a key is left.
    fn finish(&self) -> Result<(), EncodeError> {
        let taken = self.taken.borrow();
        match self.object.keys().find(|name| !taken.contains(&name.as_str())) {
            None => Ok(()),
            Some(name) => Err(EncodeError::custom("unknown key").in_key(name.clone())),
        }
    }
}
