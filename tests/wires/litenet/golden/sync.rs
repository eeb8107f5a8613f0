//! Today's states and deltas, including the values of their elements.

use std::cell::RefCell;
use std::collections::VecDeque;

use godot_var::litenet::{
    Decode, DirectionVector2, DirectionVector3, Encode, Era, FromLiteNetBytes, Half,
    LengthPrefixed, LiteNet, LiteNetHead, Packed, Size, ToLiteNetBytes, TypeLayout, Zigzag,
};
use godot_var::math::{Quaternion, Vector2i, Vector3i, Vector4};
use godot_var::{DecodeError, EncodeError, Output, Reader};
use godot_var::{Vector2, Vector3};
use serde_json::Value as Json;

use super::values::{agree, byte_block, euler, integer, value_of_head, vector3};
use crate::common::text;
use crate::lite_net_lib_manager::head;

/// The type of an element. Only the game knows it; here it is in the JSON.
#[derive(Clone, Debug, PartialEq)]
enum Shape {
    Field(String),
    /// A list that is sent whole.
    List(String),
    Operations(String),
}

thread_local! {
    /// The elements of a message in order. A game would know them by their ids.
    static ELEMENTS: RefCell<VecDeque<(i32, Shape)>> = const { RefCell::new(VecDeque::new()) };
    /// The type of a list's items.
    static ITEMS: RefCell<String> = const { RefCell::new(String::new()) };
}

macro_rules! values {
    ($($name:ident($of:ty) = $kind:literal,)*) => {
        /// A value of any type that the vectors have.
        #[derive(Clone, Debug)]
        pub(crate) enum Value {
            $($name($of),)*
        }

        impl Value {
            fn decode_as<'de, E: Era>(
                kind: &str,
                reader: &mut Reader<'de>,
            ) -> Result<Self, DecodeError> {
                match kind {
                    $($kind => {
                        <$of as Decode<'de, LiteNet<E>>>::decode(reader).map(Self::$name)
                    })*
                    other => panic!("{other} is not a known type"),
                }
            }
        }

        impl<E: Era> Encode<LiteNet<E>> for Value {
            const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Custom("value");
            const SIZE: Size = Size::at_least(1);

            fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                match self {
                    $(Self::$name(value) => Encode::<LiteNet<E>>::encode(value, out),)*
                }
            }
        }
    };
}

values! {
    Bool(bool) = "bool",
    Byte(u8) = "byte",
    SByte(i8) = "sbyte",
    Char(u16) = "char",
    Short(Zigzag<i16>) = "short",
    Int(Zigzag<i32>) = "int",
    Long(Zigzag<i64>) = "long",
    UShort(Packed<u16>) = "ushort",
    UInt(Packed<u32>) = "uint",
    ULong(Packed<u64>) = "ulong",
    Float(f32) = "float",
    Double(f64) = "double",
    String(String) = "string",
    Bytes(head::SyncList<u8>) = "byte[]",
    Ints(head::SyncList<Zigzag<i32>>) = "int[]",
    Strings(head::SyncList<String>) = "string[]",
    Vector2(Vector2) = "vector2",
    Vector3(Vector3) = "vector3",
    Vector4(Vector4) = "vector4",
    Vector2Int(Vector2i) = "vector2int",
    Vector3Int(Vector3i) = "vector3int",
    Quaternion(Quaternion) = "quaternion",
    Direction2(DirectionVector2) = "direction_vector2",
    Direction3(DirectionVector3) = "direction_vector3",
    Half(Half) = "half",
}

/// An item of a list whose items have one type.
impl<'de, E: Era> Decode<'de, LiteNet<E>> for Value {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        ITEMS.with_borrow(|kind| Self::decode_as::<E>(kind, reader))
    }
}

/// The bytes after the id of an element.
#[derive(Clone, Debug)]
pub(crate) enum Data {
    Field(Value),
    List(head::SyncList<Value>),
    Operations(head::SyncListOperations<Value>),
}

impl<E: Era> Encode<LiteNet<E>> for Data {
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Custom("data");
    const SIZE: Size = Size::at_least(1);

    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        match self {
            Self::Field(value) => Encode::<LiteNet<E>>::encode(value, out),
            Self::List(list) => Encode::<LiteNet<E>>::encode(list, out),
            Self::Operations(list) => Encode::<LiteNet<E>>::encode(list, out),
        }
    }
}

impl Data {
    fn decode_as<E: Era>(shape: &Shape, reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        if let Shape::List(kind) | Shape::Operations(kind) = shape {
            ITEMS.set(kind.clone());
        }
        match shape {
            Shape::Field(kind) => Value::decode_as::<E>(kind, reader).map(Self::Field),
            Shape::List(_) => Decode::<LiteNet<E>>::decode(reader).map(Self::List),
            Shape::Operations(_) => Decode::<LiteNet<E>>::decode(reader).map(Self::Operations),
        }
    }
}

/// An element of a game, whose id determines its data.
#[derive(Clone, Debug)]
pub(crate) struct Element(head::Element<Data>);

/// Compares the bytes, because some floats are NaN.
impl PartialEq for Element {
    fn eq(&self, other: &Self) -> bool {
        self.to_litenet_bytes::<LiteNetHead>() == other.to_litenet_bytes::<LiteNetHead>()
    }
}

impl<E: Era> Encode<LiteNet<E>> for Element {
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Custom("element");
    const SIZE: Size = Size::at_least(1);

    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        Encode::<LiteNet<E>>::encode(&self.0, out)
    }
}

impl<'de, E: Era> Decode<'de, LiteNet<E>> for Element {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        let start = reader.position();
        let Zigzag(element_id) = <Zigzag<i32> as Decode<'de, LiteNet<E>>>::decode(reader)?;
        let known = ELEMENTS.with_borrow_mut(VecDeque::pop_front);
        let Some((_, shape)) = known.filter(|(id, _)| *id == element_id) else {
            return Err(DecodeError::custom(start, format_args!("no element {element_id}")));
        };
        let data = Data::decode_as::<E>(&shape, reader)?;
        Ok(Self(head::Element { element_id, data }))
    }
}

/// A value as typed JSON; lists in fields have a packed count, where parameters have a plain one.
fn value_bytes(typed: &Json) -> Vec<u8> {
    let (kind, value) = (text(typed, "type"), &typed["value"]);
    match kind.strip_suffix("[]") {
        None => value_of_head(kind, value).unwrap_or_else(|| panic!("{kind} is not a known type")),
        Some(kind) => {
            let items: Vec<Json> = match value {
                Json::Array(items) => items.clone(),
                block => byte_block(block).into_iter().map(Json::from).collect(),
            };
            let mut bytes =
                Zigzag(items.len() as i32).to_litenet_bytes::<LiteNetHead>().expect("encodable");
            for item in &items {
                bytes.extend(value_of_head(kind, item).expect("known"));
            }
            bytes
        }
    }
}

fn value(kind: &str, json: &Json) -> Value {
    let bytes = value_bytes(&serde_json::json!({ "type": kind, "value": json }));
    Value::decode_as::<LiteNetHead>(kind, &mut Reader::new(&bytes)).expect("decodable")
}

fn data(element: &Json) -> (Shape, Data) {
    if element["elementKind"] == "field" {
        let field = &element["field"];
        let kind = text(field, "type");
        return (Shape::Field(kind.to_owned()), Data::Field(value(kind, &field["value"])));
    }
    let kind = text(element, "itemType").to_owned();
    if let Some(items) = element.get("initial") {
        let items = items.as_array().expect("a list");
        let items = items.iter().map(|item| value(&kind, item)).collect();
        return (Shape::List(kind), Data::List(head::SyncList { items }));
    }
    let operations = element["ops"].as_array().expect("a list").iter().map(|operation| {
        use head::SyncListOperation as Op;
        let index = operation["index"].as_i64().unwrap_or_default() as i32;
        let item = || value(&kind, &operation["item"]);
        match operation["op"].as_u64() {
            Some(0) => Op::Add(item()),
            Some(1) => Op::Clear,
            Some(2) => Op::Insert { index, value: item() },
            Some(3) => Op::RemoveAt { index },
            Some(4) => Op::Set { index, value: item() },
            Some(5) => Op::Dirty { index, value: item() },
            Some(6) => Op::RemoveFirst,
            Some(7) => Op::RemoveLast,
            Some(8) => Op::AddInitial(item()),
            other => panic!("operation {other:?}"),
        }
    });
    let operations = operations.collect();
    (Shape::Operations(kind), Data::Operations(head::SyncListOperations { operations }))
}

/// Makes the elements of a state, and tells the reader their shapes.
fn elements(value: &Json) -> Vec<Element> {
    let of = |element: &Json| {
        let element_id = integer(&element["elementId"]) as i32;
        let (shape, data) = data(element);
        ELEMENTS.with_borrow_mut(|known| known.push_back((element_id, shape)));
        Element(head::Element { element_id, data })
    };
    value["elements"].as_array().expect("a list").iter().map(of).collect()
}

fn state(value: &Json) -> head::State<Element> {
    let object_id = integer(&value["objectId"]) as u32;
    match value["stateType"].as_u64() {
        Some(1) => head::State::Spawn {
            is_scene_object: value["isSceneObject"].as_bool().expect("a bool"),
            hash_id: integer(&value["hashId"]) as i32,
            position: vector3(&value["position"]),
            euler_angles: euler(&value["eulerAngles"]),
            object_id,
            connection_id: integer(&value["connectionId"]) as i64,
            elements: elements(value),
        },
        Some(2) => head::State::Destroy {
            object_id,
            reasons: match value["reasons"].as_u64() {
                Some(0) => head::DestroyObjectReasons::RequestedToDestroy,
                Some(1) => head::DestroyObjectReasons::RemovedFromSubscribing,
                other => head::DestroyObjectReasons::Other(other.unwrap_or_default() as u8),
            },
        },
        Some(3) => head::State::Data { object_id, elements: elements(value) },
        other => panic!("state {other:?}"),
    }
}

/// Compares a message of states or deltas with its bytes, in both directions.
pub(crate) fn agree_sync(id: &str, name: &str, value: &Json, bytes: &[u8]) {
    ELEMENTS.with_borrow_mut(VecDeque::clear);
    let tick = integer(&value["tick"]) as u32;
    let list = |name: &str| value[name].as_array().expect("a list").iter();
    match name {
        "SyncBaseLine" => {
            let states = list("states").map(state).collect();
            agree::<LiteNetHead, _>(id, &head::SyncBaseLine { tick, states }, bytes);
        }
        "SyncBaseLine(client)" => {
            let state = |value: &Json| head::ClientState {
                object_id: integer(&value["objectId"]) as u32,
                elements: elements(value),
            };
            let states = list("states").map(state).collect();
            agree::<LiteNetHead, _>(id, &head::ClientSyncBaseLine { tick, states }, bytes);
        }
        "SyncDelta" => {
            let object = |value: &Json| head::DeltaObject {
                object_id: integer(&value["objectId"]) as u32,
                data: LengthPrefixed(head::DeltaElements { elements: elements(value) }),
            };
            let objects = list("objects").map(object).collect();
            agree::<LiteNetHead, _>(id, &head::SyncDelta { tick, objects }, bytes);
        }
        other => panic!("{other} has no states"),
    }
    ELEMENTS.with_borrow(|left| assert!(left.is_empty(), "{id}: {left:?} were not read"));
}

/// An object after its length can be skipped, a state cannot.
#[test]
fn unknown_elements() {
    let bytes = [4, 9, 2, 0, 1, 4, 0, 1, 0, 2, 0xff, 2, 2, 0, 0, 0];
    let delta =
        head::SyncDelta::<godot_var::litenet::Rest<'_>>::from_litenet_bytes::<LiteNetHead>(&bytes);
    let delta = delta.expect("skipped by their lengths");
    assert_eq!(*delta.objects[0].data.0.0, [1, 0, 2, 0xff]);
    assert_eq!(*delta.objects[1].data.0.0, [0, 0]);
    ELEMENTS.with_borrow_mut(VecDeque::clear);
    let error =
        head::SyncDelta::<head::DeltaElements<Element>>::from_litenet_bytes::<LiteNetHead>(&bytes);
    assert_eq!(
        error.expect_err("an unknown element").to_string(),
        "SyncDelta.objects[0].data.elements[0]: no element 1 at byte 9"
    );
}
