//! Typed values in the compressed form: every Rust type encodes and decodes like the dynamic value.

use std::collections::BTreeMap;

use godot_var::error::DecodeErrorKind;
use godot_var::layout::LARGEST_WHOLE_FLOAT;
use godot_var::math::{Rect2, Rect2i, Vector2i, Vector3i, Vector4, Vector4i};
use godot_var::multiplayer::{
    ArgumentReader, Arguments, Caller, Checksum, DecodeCall, GodotRpc, GodotSync, Method,
    MethodSet, NodeRef, Options, Packet, Property, PropertySet, ReplicationMode, Row, Rpc,
    TransferMode, compressed, sorted,
};
use godot_var::output::{SliceOutput, VecOutput};
use godot_var::values::{NodePath, PackedView, VariantType};
use godot_var::{
    Array, DecodeError, DecodeVariant, Dialect, EncodeError, EncodeVariant, FromVariantBytes,
    Godot4, GodotVar, Limits, Output, Reader, ToVariantBytes, Variant, Vector2, Vector3,
};

use crate::common::vectors;

fn encode<T: EncodeVariant<Godot4> + ?Sized>(value: &T) -> Vec<u8> {
    let mut bytes = Vec::new();
    compressed::encode::<Godot4, T, _>(value, &mut VecOutput::new(&mut bytes)).expect("written");
    let mut slice = vec![0; bytes.len()];
    let mut out = SliceOutput::new(&mut slice);
    compressed::encode::<Godot4, T, _>(value, &mut out).expect("written");
    assert_eq!((out.position(), &slice), (bytes.len(), &bytes));
    let mut counter = SliceOutput::new(&mut []);
    compressed::encode::<Godot4, T, _>(value, &mut counter).expect("counted");
    assert_eq!(counter.position(), bytes.len());
    bytes
}

fn decode<'de, T: DecodeVariant<'de, Godot4>>(bytes: &'de [u8]) -> Result<T, DecodeError> {
    let mut reader = Reader::new(bytes);
    let value = compressed::decode::<Godot4, T>(&mut reader)?;
    assert_eq!(reader.remaining(), 0);
    Ok(value)
}

/// Encodes and decodes a value, and compares it with the dynamic one.
#[track_caller]
fn travels<T>(value: T, digits: &str)
where
    T: ToVariantBytes + EncodeVariant<Godot4> + for<'de> DecodeVariant<'de, Godot4> + PartialEq,
    T: std::fmt::Debug,
{
    let bytes = encode(&value);
    assert_eq!(hex::encode(&bytes), digits);
    assert_eq!(decode::<T>(&bytes), Ok(value));
    let usual = decode::<Variant>(&bytes).expect("a value");
    assert_eq!(encode(&usual), bytes);
}

#[test]
fn ints_of_every_width() {
    for (int, digits) in [
        (0, "0200"),
        (127, "027f"),
        (-128, "0280"),
        (128, "428000"),
        (-129, "427fff"),
        (32767, "42ff7f"),
        (-32768, "420080"),
        (32768, "8200800000"),
        (-32769, "82ff7fffff"),
        (2_147_483_647, "82ffffff7f"),
        (-2_147_483_648, "8200000080"),
        (2_147_483_648, "c20000008000000000"),
        (-2_147_483_649, "c2ffffff7fffffffff"),
        (i64::MAX, "c2ffffffffffffff7f"),
        (i64::MIN, "c20000000000000080"),
    ] {
        travels(int, digits);
        travels(Variant::Int(int), digits);
        travels(Some(int), digits);
        travels(Number { number: int }, digits);
        let bytes = hex::decode(digits).expect("digits");
        assert_eq!(decode::<i32>(&bytes).ok(), i32::try_from(int).ok());
        assert_eq!(decode::<u8>(&bytes).ok(), u8::try_from(int).ok());
        assert_eq!(decode::<u64>(&bytes).ok(), u64::try_from(int).ok());
        let is_exact = int.unsigned_abs() <= LARGEST_WHOLE_FLOAT.unsigned_abs();
        assert_eq!(decode::<f64>(&bytes).ok(), is_exact.then_some(int as f64));
        assert_eq!(decode::<&str>(&bytes).expect_err("no text").kind(), DecodeErrorKind::WrongType);
        let record = decode::<Place>(&bytes).expect_err("no Dictionary");
        assert_eq!(record.kind(), DecodeErrorKind::WrongType);
        // In any width, unless only the writers' form is accepted.
        let wide = [&[0xc2][..], &int.to_le_bytes()].concat();
        assert_eq!(decode::<i64>(&wide), Ok(int));
        let canonical = Limits::DEFAULT.with_canonical(true);
        let mut reader = Reader::with_limits(&wide, canonical);
        let read = compressed::decode::<Godot4, i64>(&mut reader);
        assert_eq!(read.is_ok(), wide == bytes, "{int}");
    }
}

#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(transparent)]
struct Number {
    number: i64,
}

#[derive(Debug, PartialEq, GodotVar)]
struct Place {
    x: i64,
    y: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, GodotVar)]
#[godot_var(repr = "int")]
enum Team {
    Red = 0,
    Blue = 300,
}

#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(untagged)]
enum Either {
    Number(i32),
    Truth(bool),
    Text(String),
}

#[derive(Debug, PartialEq, GodotVar)]
struct Item {
    name: String,
    count: u8,
    worn: bool,
}

#[test]
fn values_of_every_kind() {
    travels(false, "01");
    travels(true, "81");
    travels(Some(true), "81");
    travels(None::<bool>, "00000000");
    travels((), "00000000");
    travels(7_u8, "0207");
    travels(-7_i16, "02f9");
    travels(2.5_f64, "0300000000002040");
    travels(0.1_f64, "030001009a9999999999b93f");
    travels(1.5_f32, "030000000000c03f");
    travels(String::from("hi"), "040000000200000068690000");
    travels(Some(String::from("hello, world")), "040000000c00000068656c6c6f2c20776f726c64");
    travels(Vector2::new(1.0, 2.0), "050000000000803f00000040");
    travels(vec![1_u8, 2, 3], "1d0000000300000001020300");
    travels(vec![1_i32], "1e0000000100000001000000");
    travels(
        (1_i64, true),
        "1c00000002000000020000000100000001000000 01000000".replace(' ', "").as_str(),
    );
    travels(Team::Red, "0200");
    travels(Team::Blue, "422c01");
    travels(Either::Number(5), "0205");
    travels(Either::Truth(true), "81");
    travels(Either::Text("x".into()), "04000000010000007800 0000".replace(' ', "").as_str());
    let item = Item { name: "sword".into(), count: 3, worn: true };
    let digits = hex::encode(item.to_variant_bytes::<Godot4>().expect("written"));
    travels(item, &digits);

    // Borrowed types borrow from the packet.
    let bytes = encode("hi");
    assert_eq!(decode::<&str>(&bytes), Ok("hi"));
    let text: &str = decode(&bytes).expect("a text");
    assert!(bytes.as_ptr_range().contains(&text.as_ptr()));
    // Only bit 7 is the value.
    assert_eq!(decode::<bool>(&[0x41]), Ok(false));
    assert_eq!(decode::<bool>(&[0xc1]), Ok(true));
    assert_eq!(decode::<i32>(&[0x81]).expect_err("a bool").kind(), DecodeErrorKind::WrongType);
    assert_eq!(decode::<bool>(&[2, 1]).expect_err("an int").kind(), DecodeErrorKind::WrongType);
    for cut in [&[][..], &[2], &[0x42, 1], &[0x82, 1, 2, 3], &[0xc2, 1, 2, 3, 4, 5, 6, 7]] {
        assert!(decode::<i32>(cut).expect_err("cut").is_incomplete());
        assert!(decode::<Variant>(cut).expect_err("cut").is_incomplete());
    }
}

/// Every whole Variant that the engine wrote, in the compressed form.
#[test]
fn every_value_of_the_engine() {
    for vector in vectors("godot4.jsonl") {
        let usual = crate::common::bytes(&vector);
        let Ok(value) = Variant::from_variant_bytes::<Godot4>(&usual) else { continue };
        let bytes = encode(&value);
        let mut put = Vec::new();
        compressed::put(&value, &Godot4::SPEC, &mut VecOutput::new(&mut put)).expect("written");
        assert_eq!(put, bytes);
        if !matches!(value.variant_type(), VariantType::Bool | VariantType::Int) {
            assert_eq!(hex::encode(&bytes), hex::encode(&usual));
        }
        assert!(decode::<Variant>(&bytes).expect("read").identical(&value));
    }
}

// ---------------------------------------------------------------- a set of methods, by hand

#[derive(Debug, PartialEq)]
enum Chat<'a> {
    Say { text: &'a str, n: u8 },
    Move(Vector2),
    None,
    One(Vec<u8>),
}

impl MethodSet for Chat<'_> {
    const METHODS: &'static [Method] = &sorted([
        Method::new("say", Caller::AnyPeer),
        Method::new("Move", Caller::AnyPeer).with_mode(TransferMode::Unreliable).with_channel(3),
        Method::new("none", Caller::AnyPeer),
        Method::new("one", Caller::AnyPeer).with_call_local(true),
        Method::new("only_server", Caller::Authority),
    ]);

    fn id(&self) -> u16 {
        match self {
            Self::Move(_) => 0,
            Self::None => 1,
            Self::One(_) => 2,
            Self::Say { .. } => 4,
        }
    }

    fn encode_arguments<O: Output>(&self, out: &mut O) -> Result<u8, EncodeError> {
        match self {
            Self::Say { text, n } => {
                compressed::encode::<Godot4, _, _>(text, out)?;
                compressed::encode::<Godot4, _, _>(n, out)?;
                Ok(2)
            }
            Self::Move(to) => compressed::encode::<Godot4, _, _>(to, out).map(|()| 1),
            Self::One(bytes) => compressed::encode::<Godot4, _, _>(bytes, out).map(|()| 1),
            Self::None => Ok(0),
        }
    }
}

impl<'de> DecodeCall<'de> for Chat<'de> {
    fn decode_arguments(
        id: u16,
        arguments: &mut ArgumentReader<'de>,
    ) -> Result<Option<Self>, DecodeError> {
        Ok(Some(match id {
            0 => Self::Move(arguments.next("to")?),
            1 => Self::None,
            2 => Self::One(arguments.next("bytes")?),
            4 => Self::Say { text: arguments.next("text")?, n: arguments.next("n")? },
            _ => return Ok(None),
        }))
    }
}

#[test]
fn ids_are_positions_among_sorted_names() {
    let names: Vec<_> = Chat::METHODS.iter().map(|method| method.name).collect();
    assert_eq!(names, ["Move", "none", "one", "only_server", "say"]);
    assert_eq!(Method::id_of(Chat::METHODS, "say"), Some(4));
    assert_eq!(Method::id_of(Chat::METHODS, "sa"), None);
    assert_eq!(Chat::CHECKSUM, Checksum::of_names(&names));
    const OWN: [Method; 2] =
        sorted([Method::new("zz", Caller::AnyPeer), Method::new("AA", Caller::AnyPeer)]);
    let all = ["AA", "zz", "Move", "none", "one", "only_server", "say"];
    assert_eq!(Checksum::of_node(&OWN, Chat::METHODS), Checksum::of_names(&all));
}

#[test]
fn calls_there_and_back() {
    for (call, digits) in [
        (Chat::Say { text: "hi", n: 5 }, "000104020400000002000000686900000205"),
        (Chat::Move(Vector2::new(1.0, 2.0)), "00010001050000000000803f00000040"),
        (Chat::None, "800101"),
        // A single `PackedByteArray` has neither header nor length, unless it is empty, because that would mean no argument.
        (Chat::One(vec![1, 2, 3]), "800102010203"),
        (Chat::One(Vec::new()), "000102011d00000000000000"),
    ] {
        let mut values = Vec::new();
        let count = call.encode_arguments(&mut VecOutput::new(&mut values)).expect("written");
        let arguments = Arguments::of(count, &values);
        let rpc = Rpc::new(NodeRef::Id(1), call.id(), arguments);
        let bytes = Packet::Rpc(rpc).to_bytes().expect("a packet");
        assert_eq!(hex::encode(&bytes), digits);
        let Ok(Packet::Rpc(rpc)) = Packet::read(&bytes, &Options::DEFAULT) else {
            panic!("{digits} is a call")
        };
        let read = Chat::decode_call(rpc.method, rpc.arguments, &Options::DEFAULT);
        assert_eq!(read, Ok(Some(call)), "{digits}");
    }
}

/// Every type that can be read from a `PackedByteArray` accepts a single one.
#[test]
fn a_sole_array_of_bytes() {
    let arguments = Arguments::Bytes(&[1, 2, 3]);
    fn one<'de, T: DecodeVariant<'de, Godot4>>(
        arguments: Arguments<'de>,
    ) -> Result<T, DecodeError> {
        let mut reader = arguments.reader(&Options::DEFAULT);
        let value = reader.next("bytes")?;
        reader.finish()?;
        Ok(value)
    }
    assert_eq!(one::<&[u8]>(arguments), Ok(&[1, 2, 3][..]));
    assert_eq!(one::<Vec<u8>>(arguments), Ok(vec![1, 2, 3]));
    assert_eq!(one::<Option<Vec<u8>>>(arguments), Ok(Some(vec![1, 2, 3])));
    assert_eq!(one::<[u8; 3]>(arguments), Ok([1, 2, 3]));
    assert_eq!(one::<[u8; 4]>(arguments).expect_err("3").kind(), DecodeErrorKind::WrongLength);
    assert_eq!(one::<Vec<i64>>(arguments), Ok(vec![1, 2, 3]));
    assert_eq!(one::<Variant>(arguments), Ok(Variant::PackedByteArray(vec![1, 2, 3])));
    let view = one::<PackedView<'_, u8>>(arguments).expect("a view");
    assert_eq!(view.iter().collect::<Vec<_>>(), [1, 2, 3]);
    let error = one::<String>(arguments).expect_err("no text");
    assert_eq!(error.to_string(), "bytes: expected String, found PackedByteArray at byte 0");
    assert_eq!(one::<i64>(arguments).expect_err("no int").kind(), DecodeErrorKind::WrongType);
}

#[test]
fn what_does_not_fit_is_an_error_with_its_name() {
    let say = |count, digits: &str| {
        let values = hex::decode(digits).expect("digits");
        let arguments = Arguments::of(count, &values);
        Chat::decode_call(4, arguments, &Options::DEFAULT)
            .map(|call| call.is_some())
            .map_err(|error| error.to_string())
    };
    let hi = "040000000200000068690000";
    assert_eq!(say(2, &format!("{hi}0205")), Ok(true));
    let missing = "expected the argument n, but it is missing from the value at byte 12";
    assert_eq!(say(1, hi), Err(missing.into()));
    assert_eq!(say(2, hi), Err("n: the buffer ends inside a value at byte 12".into()));
    let negative = "n: expected int from 0 to 255, found -1 at byte 12";
    assert_eq!(say(2, &format!("{hi}02ff")), Err(negative.into()));
    assert_eq!(say(2, "02050205"), Err("text: expected String, found int at byte 0".into()));
    let more = "expected no further argument, found 1 argument more at byte 14";
    assert_eq!(say(3, &format!("{hi}02050205")), Err(more.into()));
    let trailing = "expected nothing after the last argument, found 2 bytes at byte 14";
    assert_eq!(say(2, &format!("{hi}0205ffff")), Err(trailing.into()));
    assert_eq!(Chat::decode_call(9, Arguments::NONE, &Options::DEFAULT), Ok(None));
}

/// What a script's typed parameters get, of each value that Godot 4.6.3 passes to them without loss.
#[derive(Clone, Debug, PartialEq, GodotRpc)]
enum Parameters {
    Bool(bool),
    Int(u8),
    Float(f32),
    Double(f64),
    Text(String),
    Path(NodePath),
    Place(Vector2),
    Cell(Vector2i),
    Area(Rect2),
    Tiles(Rect2i),
    Deep(Vector3),
    Block(Vector3i),
    Four(Vector4),
    Fours(Vector4i),
    Floats(Vec<f32>),
    Ints(Vec<i64>),
    Small(Vec<u16>),
    #[rpc(rename = "late")]
    Late(#[rpc(default = 3)] i64),
    Maybe(Option<i64>),
    Lent(Box<i32>),
}

fn call(name: &str, value: impl Into<Variant>) -> Result<Parameters, DecodeError> {
    let mut bytes = Vec::new();
    let spec = Godot4::SPEC;
    compressed::put(&value.into(), &spec, &mut VecOutput::new(&mut bytes)).expect("written");
    let id = Method::id_of(Parameters::METHODS, name).expect("a method");
    let call = Parameters::decode_call(id, Arguments::of(1, &bytes), &Options::DEFAULT)?;
    Ok(call.expect("a method"))
}

#[test]
fn arguments_are_converted_as_in_the_engine() {
    use Parameters::{
        Area, Block, Bool, Cell, Deep, Double, Float, Floats, Four, Fours, Int, Ints, Late, Lent,
        Path, Place, Small, Text, Tiles,
    };

    let path = || NodePath::parse("../Main:position");
    for (name, value, expected) in [
        ("bool", Variant::Int(1), Bool(true)),
        ("bool", Variant::Int(0), Bool(false)),
        ("bool", Variant::Float(1.0), Bool(true)),
        ("bool", Variant::Float(0.0), Bool(false)),
        ("int", Variant::Bool(true), Int(1)),
        ("int", Variant::Float(200.0), Int(200)),
        ("float", Variant::Bool(true), Float(1.0)),
        ("float", Variant::Int(-3), Float(-3.0)),
        ("double", Variant::Bool(false), Double(0.0)),
        ("text", Variant::StringName("a".into()), Text("a".into())),
        ("text", Variant::NodePath(path().into()), Text("../Main:position".into())),
        ("path", Variant::String("../Main:position".into()), Path(path())),
        ("place", Variant::Vector2i(Vector2i { x: 3, y: -4 }), Place(Vector2::new(3.0, -4.0))),
        ("cell", Variant::Vector2(Vector2::new(3.0, -4.0)), Cell(Vector2i { x: 3, y: -4 })),
        ("area", Variant::Rect2i(Rect2i::default()), Area(Rect2::default())),
        ("tiles", Variant::Rect2(Rect2::default()), Tiles(Rect2i::default())),
        ("deep", Vector3i::new(1, -2, 3).into(), Deep(Vector3::new(1.0, -2.0, 3.0))),
        ("block", Vector3::new(1.0, -2.0, 3.0).into(), Block(Vector3i::new(1, -2, 3))),
        ("four", Vector4i::new(1, -2, 3, 4).into(), Four(Vector4::new(1.0, -2.0, 3.0, 4.0))),
        ("fours", Vector4::new(1.0, -2.0, 3.0, 4.0).into(), Fours(Vector4i::new(1, -2, 3, 4))),
        ("floats", Variant::PackedInt32Array(vec![1, -2]), Floats(vec![1.0, -2.0])),
        ("floats", Variant::PackedInt64Array(vec![1, -2]), Floats(vec![1.0, -2.0])),
        ("floats", Variant::PackedByteArray(vec![1, 2]), Floats(vec![1.0, 2.0])),
        ("ints", Variant::PackedFloat32Array(vec![1.0, -2.0]), Ints(vec![1, -2])),
        ("ints", Variant::Array(Array::new(vec![Variant::Float(7.0)])), Ints(vec![7])),
        ("small", Variant::PackedFloat64Array(vec![65535.0]), Small(vec![65535])),
        ("late", Variant::Bool(true), Late(1)),
        ("lent", Variant::Bool(true), Lent(Box::new(1))),
    ] {
        assert_eq!(call(name, value.clone()), Ok(expected), "{value:?}");
    }
}

/// The engine would truncate, round or guess, or it refuses the call. An `Option` is a parameter without a type, to which any value goes.
#[test]
fn arguments_that_would_lose_something_are_errors() {
    for (name, value) in [
        ("bool", Variant::Int(2)),
        ("bool", Variant::Float(0.5)),
        ("bool", Variant::Float(f64::NAN)),
        ("bool", Variant::Nil),
        ("int", Variant::Float(2.5)),
        ("int", Variant::Int(256)),
        ("int", Variant::String("5".into())),
        ("text", Variant::Int(5)),
        ("place", Variant::Vector2i(Vector2i { x: (1 << 24) + 1, y: 0 })),
        ("cell", Variant::Vector2(Vector2::new(1.5, 0.0))),
        ("cell", Variant::Vector2(Vector2::new(3e9, 0.0))),
        ("cell", Variant::Vector3(Vector3::ZERO)),
        ("floats", Variant::PackedInt64Array(vec![(1 << 53) + 1])),
        ("floats", Variant::PackedStringArray(vec!["1".into()])),
        ("ints", Variant::PackedFloat32Array(vec![1.5])),
        ("small", Variant::PackedFloat64Array(vec![65536.0])),
        ("maybe", Variant::Bool(true)),
    ] {
        let error = call(name, value.clone()).expect_err("an error").to_string();
        let at = error.starts_with("arg0: ") || error.starts_with("arg0[");
        assert!(at, "{value:?}: {error}");
    }
}

/// Every prefix of a converted argument is an error, and a converted one ends where it ends.
#[test]
fn converted_arguments_are_followed_by_others() {
    #[derive(Debug, PartialEq, GodotRpc)]
    enum Pairs {
        Pair(f64, bool, Vector2, Vec<f32>, i8),
    }
    let mut bytes = Vec::new();
    for value in [
        Variant::Bool(true),
        Variant::Int(0),
        Variant::Vector2i(Vector2i { x: 1, y: 2 }),
        Variant::PackedInt32Array(vec![5]),
        Variant::Float(-7.0),
    ] {
        compressed::put(&value, &Godot4::SPEC, &mut VecOutput::new(&mut bytes)).expect("written");
    }
    let decode = |bytes| Pairs::decode_call(0, Arguments::of(5, bytes), &Options::DEFAULT);
    let expected = Pairs::Pair(1.0, false, Vector2::new(1.0, 2.0), vec![5.0], -7);
    assert_eq!(decode(&bytes), Ok(Some(expected)));
    for len in 0..bytes.len() {
        decode(&bytes[..len]).expect_err("too short");
    }
}

/// An argument that borrows from the packet, and may be missing.
#[derive(Debug, PartialEq, GodotRpc)]
enum Greeting<'a> {
    Greet(#[rpc(default = "you")] &'a str),
}

#[test]
fn a_missing_argument_is_its_default() {
    let text = hex::decode("04000000020000006869 0000".replace(' ', "")).expect("hex digits");
    for (count, bytes, expected) in [(0, &[][..], "you"), (1, &text, "hi")] {
        let read = Greeting::decode_call(0, Arguments::of(count, bytes), &Options::DEFAULT);
        assert_eq!(read, Ok(Some(Greeting::Greet(expected))));
    }
}

/// Letters whose mask has every bit.
#[derive(Clone, Debug, PartialEq)]
struct Letters([i64; 64]);

impl PropertySet for Letters {
    const PROPERTIES: &'static [Property] = &{
        let names = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let mut all = [Property::new("", ReplicationMode::OnChange); 64];
        let mut index = 0;
        while index < 64 {
            all[index].path = names.split_at(index).1.split_at(1).0;
            index += 1;
        }
        all
    };

    fn encode_property<O: Output>(&self, index: usize, out: &mut O) -> Result<(), EncodeError> {
        compressed::encode::<Godot4, _, _>(&self.0[index], out)
    }

    fn decode_property(
        &mut self,
        index: usize,
        reader: &mut Reader<'_>,
    ) -> Result<(), DecodeError> {
        self.0[index] = compressed::decode::<Godot4, _>(reader)?;
        Ok(())
    }
}

#[test]
fn a_mask_has_up_to_64_bits() {
    let letters = Letters(std::array::from_fn(|index| index as i64));
    for mask in [1, 1 << 63, u64::MAX] {
        let mut row = Vec::new();
        letters.encode_changed(mask, &mut VecOutput::new(&mut row)).expect("written");
        let mut read = Letters([100; 64]);
        read.apply_changed(mask, Row::new(&row), &Options::DEFAULT).expect("read");
        let expected = letters.0.map(|value| if mask >> value & 1 == 1 { value } else { 100 });
        assert_eq!(read.0, expected, "{mask:x}");
    }
}

/// `typed` writes the declared type, which `Array[int]` and `Dictionary[String, int]` need in the engine.
#[test]
fn typed_containers_are_written_typed() {
    #[derive(Debug, PartialEq, GodotRpc)]
    enum Typed {
        Give {
            #[rpc(typed)]
            numbers: Vec<i64>,
            #[rpc(typed)]
            scores: BTreeMap<String, i64>,
            #[rpc(typed)]
            maybe: Option<Vec<u8>>,
        },
    }
    #[derive(Clone, Debug, Default, PartialEq, GodotSync)]
    struct Bag {
        #[sync(typed)]
        numbers: Vec<i64>,
        #[sync(on_change, typed)]
        names: Vec<String>,
    }
    let call = Typed::Give {
        numbers: vec![5],
        scores: [("a".to_owned(), 1)].into(),
        maybe: Some(Vec::new()),
    };
    let mut bytes = Vec::new();
    let count = call.encode_arguments(&mut VecOutput::new(&mut bytes)).expect("written");
    let expected = [
        "1c0001000200000001000000",
        "0200000005000000",
        "1b00050004000000020000000100000004000000010000006100000002000000010000001c00010002000000",
        "00000000",
    ];
    assert_eq!(hex::encode(&bytes), expected.concat());
    let read = Typed::decode_call(0, Arguments::of(count, &bytes), &Options::DEFAULT);
    assert_eq!(read, Ok(Some(call)));

    let bag = Bag { numbers: vec![5], names: vec!["a".into()] };
    let mut row = Vec::new();
    bag.encode_always(&mut VecOutput::new(&mut row)).expect("written");
    assert_eq!(hex::encode(&row), "1c00010002000000010000000200000005000000");
    let mut read = Bag::default();
    read.apply_always(Row::new(&row), &Options::DEFAULT).expect("read");
    assert_eq!(read.numbers, [5]);
    row.clear();
    bag.encode_changed(1, &mut VecOutput::new(&mut row)).expect("written");
    assert_eq!(hex::encode(&row), "1c0001000400000001000000040000000100000061000000");
}
