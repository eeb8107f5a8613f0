//! `Uuid` as text and as bytes.

use std::collections::BTreeMap;

use godot_var::EncodeVariant;
use godot_var::error::DecodeErrorKind;
use godot_var::values::{PackedView, StringName};
use godot_var::{FromVariantBytes, Godot3, Godot4, GodotVar, ToVariantBytes, Variant};
use uuid::{Uuid, uuid};

const ID: Uuid = uuid!("67e55044-10b1-426f-9247-bb680e5fe0c8");

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Account {
    id: Uuid,
    #[godot_var(with = godot_var::bridges::uuid_bytes)]
    key: Uuid,
    friends: Vec<Uuid>,
    scores: BTreeMap<Uuid, i64>,
    parent: Option<Uuid>,
}

#[derive(Debug, PartialEq, GodotVar)]
struct AsSent {
    id: String,
    key: Vec<u8>,
    friends: Vec<Variant>,
    scores: BTreeMap<String, i64>,
    parent: Option<String>,
}

#[test]
fn text_and_bytes() {
    let other = Uuid::from_u128(1);
    let account = Account {
        id: ID,
        key: ID,
        friends: vec![ID, other],
        scores: BTreeMap::from([(other, 3)]),
        parent: None,
    };
    let bytes = account.to_variant_bytes::<Godot4>().unwrap();
    assert_eq!(Account::from_variant_bytes::<Godot4>(&bytes).unwrap(), account);
    let sent = AsSent::from_variant_bytes::<Godot4>(&bytes).unwrap();
    assert_eq!(sent.id, "67e55044-10b1-426f-9247-bb680e5fe0c8");
    assert_eq!(hex::encode(sent.key), "67e5504410b1426f9247bb680e5fe0c8");
    assert_eq!(sent.friends[1], Variant::from("00000000-0000-0000-0000-000000000001"));
    assert_eq!(sent.scores["00000000-0000-0000-0000-000000000001"], 3);
    for end in 0..bytes.len() {
        assert!(Account::from_variant_bytes::<Godot4>(&bytes[..end]).is_err());
    }
    let godot3 = account.to_variant_bytes::<Godot3>().unwrap();
    assert_eq!(Account::from_variant_bytes::<Godot3>(&godot3).unwrap(), account);
    assert_eq!(ID.to_variant_bytes::<Godot4>().unwrap().len(), 44);
    assert_eq!(<Uuid as EncodeVariant<Godot4>>::FACTS.max_bytes(), Some(44));
}

#[test]
fn every_form_is_read() {
    let read = |value: Variant| {
        Uuid::from_variant_bytes::<Godot4>(&value.to_variant_bytes::<Godot4>().unwrap())
    };
    for text in [
        "67e55044-10b1-426f-9247-bb680e5fe0c8",
        "67E55044-10B1-426F-9247-BB680E5FE0C8",
        "67e5504410b1426f9247bb680e5fe0c8",
        "{67e55044-10b1-426f-9247-bb680e5fe0c8}",
        "urn:uuid:67e55044-10b1-426f-9247-bb680e5fe0c8",
    ] {
        assert_eq!(read(text.into()).unwrap(), ID);
        assert_eq!(read(StringName::from(text).into()).unwrap(), ID);
    }
    for text in ["", "67e55044", "67e55044-10b1-426f-9247-bb680e5fe0cg", "ä"] {
        let error = read(text.into()).unwrap_err();
        assert_eq!(error.kind(), DecodeErrorKind::InvalidValue, "{text}");
    }
    assert_eq!(read(7.into()).unwrap_err().kind(), DecodeErrorKind::WrongType);
    let long = "x".repeat(1_000_000);
    assert!(read(long.into()).unwrap_err().to_string().len() < 100);
}

#[test]
fn lists_are_read_from_packed_texts() {
    let texts = Variant::from(vec![ID.to_string(), "no".to_owned()]);
    let bytes = texts.to_variant_bytes::<Godot4>().unwrap();
    let error = Vec::<Uuid>::from_variant_bytes::<Godot4>(&bytes).unwrap_err();
    assert_eq!(
        error.to_string(),
        "[1]: expected String of a UUID, found a String of 2 bytes in another form at byte 52"
    );
    let bytes = vec![ID.to_string()].to_variant_bytes::<Godot4>().unwrap();
    assert_eq!(Vec::<Uuid>::from_variant_bytes::<Godot4>(&bytes).unwrap(), [ID]);
}

#[test]
fn bytes_are_sixteen() {
    #[derive(Debug, GodotVar)]
    struct Key {
        #[godot_var(with = godot_var::bridges::uuid_bytes)]
        key: Uuid,
    }
    #[derive(GodotVar)]
    struct Sent {
        key: Vec<u8>,
    }
    for len in [0, 15, 16, 17] {
        let bytes = Sent { key: vec![7; len] }.to_variant_bytes::<Godot4>().unwrap();
        match Key::from_variant_bytes::<Godot4>(&bytes) {
            Ok(read) => assert_eq!((len, read.key), (16, Uuid::from_bytes([7; 16]))),
            Err(error) => {
                assert_eq!(error.kind(), DecodeErrorKind::WrongLength);
                assert_eq!(error.path().to_string(), "Key.key");
                assert_ne!(len, 16);
            }
        }
    }
    let bytes = Sent { key: vec![7; 16] }.to_variant_bytes::<Godot4>().unwrap();
    let payload = PackedView::<u8>::from_variant_bytes::<Godot4>(&bytes[20..]).unwrap();
    assert_eq!(payload.len(), 16);
}
