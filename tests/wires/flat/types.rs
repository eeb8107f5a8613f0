//! Types that contain each other, types of other crates, and the names in errors.

use std::borrow::Cow;
use std::fmt::Debug;
use std::num::Wrapping;

use bytes::{Bytes, BytesMut};
use godot_var::error::DecodeErrorKind;
use godot_var::flat::{
    Encode, Flat, FromFlatBytes, Little, ToFlatBytes, TypeLayout, layout_fingerprint,
};
use godot_var::{GodotFlat, Limits, Vector3, math};

use super::derive::there_and_back;

// ---------------------------------------------------------------- types that contain each other

#[derive(Clone, Debug, Default, PartialEq, GodotFlat)]
struct Room {
    name: String,
    doors: Vec<Door>,
    around: Option<Box<Self>>,
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(recursive(Room))]
struct Door {
    locked: bool,
    leads_to: Option<Box<Room>>,
}

/// Three in a circle, one of them an enum.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
enum Expression {
    #[flat(id = 1)]
    Number(f64),
    #[flat(id = 2)]
    Call { function: Call },
    #[flat(id = 3)]
    Negative(Box<Expression>),
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
struct Call {
    #[flat(varint)]
    function: u32,
    arguments: Arguments,
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(recursive(Expression, Call))]
struct Arguments {
    all: Vec<Expression>,
    next: Option<Box<Call>>,
}

fn room(name: &str, doors: Vec<Door>) -> Room {
    Room { name: name.into(), doors, around: None }
}

#[test]
fn types_that_contain_each_other() {
    let door = |to: Room| Door { locked: true, leads_to: Some(Box::new(to)) };
    let closed = Door { locked: false, leads_to: None };
    let house = room("a", vec![closed, door(room("b", vec![door(room("c", Vec::new()))]))]);
    let house = Room { around: Some(Box::new(house)), ..room("d", Vec::new()) };
    there_and_back(&house);
    assert_eq!(house.to_flat_bytes().expect("writes")[..7], [1, b'd', 0, 1, 1, b'a', 2]);

    let arguments = |all| Arguments { all, next: None };
    let inner = Expression::Call { function: Call { function: 300, arguments: arguments(vec![]) } };
    let both = vec![Expression::Negative(Box::new(Expression::Number(0.5))), inner];
    let call = Call { function: 1, arguments: arguments(both) };
    let next = Some(Box::new(call.clone()));
    let call = Call { function: 2, arguments: Arguments { all: Vec::new(), next } };
    there_and_back(&Expression::Call { function: call });
}

#[test]
fn their_layouts_and_sizes_end() {
    // A mark stands for the type around.
    let TypeLayout::Record(room) = <Room as Encode<Flat<Little>>>::LAYOUT else {
        panic!("a struct")
    };
    let TypeLayout::List(_, TypeLayout::Record(door)) = room.fields[1].layout else {
        panic!("a list of structs")
    };
    assert!(matches!(door.fields[1].layout, TypeLayout::Option(TypeLayout::Recursive(_))));
    assert!(matches!(room.fields[2].layout, TypeLayout::Option(TypeLayout::Recursive(_))));
    const {
        assert!(
            <Room as Encode<Flat<Little>>>::SIZE.min == 3
                && !<Room as Encode<Flat<Little>>>::SIZE.is_bounded()
        );
    };
    const {
        assert!(
            <Door as Encode<Flat<Little>>>::SIZE.min == 2
                && !<Door as Encode<Flat<Little>>>::SIZE.is_bounded()
        );
    };
    const { assert!(<Expression as Encode<Flat<Little>>>::SIZE.min == 1) };
    let all = [
        layout_fingerprint::<Room>(),
        layout_fingerprint::<Door>(),
        layout_fingerprint::<Expression>(),
        layout_fingerprint::<Call>(),
        layout_fingerprint::<Arguments>(),
    ];
    for (index, one) in all.iter().enumerate() {
        assert!(!all[..index].contains(one), "{index}");
    }
}

#[test]
fn their_depth_is_bounded() {
    // Each room has a name of no bytes, one door, and in it the next room.
    let deep = |rooms: usize| [[0, 1, 1, 1].repeat(rooms), vec![0, 0, 0], vec![0; rooms]].concat();
    let read = Room::from_flat_bytes(&deep(60)).expect("two levels each");
    assert_eq!(read.to_flat_bytes().expect("writes"), deep(60));
    let error = Room::from_flat_bytes(&deep(65)).expect_err("130 levels");
    assert_eq!(error.kind(), DecodeErrorKind::TooDeep);
    let limits = Limits::DEFAULT.with_depth(11);
    assert!(Room::from_flat_bytes_with(&deep(5), limits).is_ok());
    assert!(Room::from_flat_bytes_with(&deep(6), limits).is_err());
    assert!(Room::from_flat_bytes_with(&deep(600), Limits::NONE).is_err());
    let negative = [vec![3; 200], vec![1], vec![0; 8]].concat();
    let error = Expression::from_flat_bytes(&negative).expect_err("200 levels");
    assert_eq!(error.kind(), DecodeErrorKind::TooDeep);
}

// ---------------------------------------------------------------- names in errors

#[derive(Clone, Debug, PartialEq, GodotFlat)]
struct Snapshot {
    tick: u32,
    players: Vec<Player>,
    score: (u8, bool),
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(flags)]
struct Player {
    alive: bool,
    #[flat(bits = 2)]
    weapon: Weapon,
    #[flat(range = 0..=1, as = u8)]
    power: f32,
    id: u8,
    at: Vector3,
    #[flat(max_len = 3)]
    name: String,
    turn: Turn,
}

#[derive(Clone, Copy, Debug, PartialEq, GodotFlat)]
enum Weapon {
    Sword,
    Bow,
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
struct Turn(u8, bool);

#[derive(Clone, Debug, PartialEq, GodotFlat)]
enum ToClient {
    #[flat(id = 1)]
    State(Snapshot),
    #[flat(id = 2)]
    Said { by: u16, text: String },
}

fn snapshot() -> Snapshot {
    let player = Player {
        alive: true,
        weapon: Weapon::Bow,
        power: 1.0,
        id: 7,
        at: Vector3::ONE,
        name: "Ann".into(),
        turn: Turn(1, true),
    };
    Snapshot { tick: 1, players: vec![player.clone(), player], score: (1, true) }
}

fn unread<T: for<'de> FromFlatBytes<'de> + Debug>(bytes: &[u8]) -> String {
    T::from_flat_bytes(bytes).expect_err("broken").to_string()
}

#[test]
fn errors_begin_at_the_message() {
    let bytes = there_and_back(&snapshot());
    let with = |at: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = byte;
        unread::<Snapshot>(&bytes)
    };
    // The header of the first player is at byte 5, its last field at byte 25.
    let cases = [
        (
            5,
            0b111,
            "Snapshot.players[0].weapon: expected a value from bit 1 of the flags on, found 3 at byte 5",
        ),
        (5, 0b1001, "Snapshot.players[0]: expected flags in 3 bits, found more at byte 5"),
        (
            20,
            4,
            "Snapshot.players[0].name: expected at most 3 elements or bytes, found 4 at byte 20",
        ),
        (21, 0xff, "Snapshot.players[0].name: expected UTF-8, found other bytes at byte 21"),
        (25, 2, "Snapshot.players[0].turn[1]: expected a bool, 0 or 1, found 2 at byte 25"),
        (46, 2, "Snapshot.players[1].turn[1]: expected a bool, 0 or 1, found 2 at byte 46"),
        (48, 2, "Snapshot.score[1]: expected a bool, 0 or 1, found 2 at byte 48"),
    ];
    for (at, byte, message) in cases {
        assert_eq!(with(at, byte), message, "byte {at}");
    }
    let cuts = [
        (2, "Snapshot.tick: the buffer ends inside a field at byte 2"),
        (4, "Snapshot.players: the buffer ends inside a field at byte 4"),
        (46, "Snapshot.players[1].turn: the buffer ends inside a field at byte 46"),
        (48, "Snapshot.score: the buffer ends inside a field at byte 48"),
    ];
    for (len, message) in cuts {
        assert_eq!(unread::<Snapshot>(&bytes[..len]), message, "{len} bytes");
    }
    for len in 0..bytes.len() {
        let error = Snapshot::from_flat_bytes(&bytes[..len]).expect_err("cut off");
        assert!(error.to_string().starts_with("Snapshot."), "{len} bytes: {error}");
    }
}

#[test]
fn errors_of_variants_begin_at_the_variant() {
    assert_eq!(unread::<ToClient>(&[9]), "ToClient: no ToClient has the number 9 at byte 0");
    assert_eq!(unread::<ToClient>(&[]), "ToClient: the buffer ends inside a u8 at byte 0");
    assert_eq!(
        unread::<ToClient>(&[2, 1, 0, 1, 0xff]),
        "Said.text: expected UTF-8, found other bytes at byte 4"
    );
    assert_eq!(unread::<ToClient>(&[1, 0]), "State.tick: the buffer ends inside a field at byte 2");
    assert_eq!(
        unread::<Vec<ToClient>>(&[1, 2, 1, 0, 5]),
        "[0].text: the buffer ends inside a text at byte 5"
    );
}

#[test]
fn errors_of_writers_begin_at_the_message() {
    let written = |change: &dyn Fn(&mut Player)| {
        let mut snapshot = snapshot();
        change(&mut snapshot.players[1]);
        let error = snapshot.to_flat_bytes().expect_err("refused");
        let counted = snapshot.flat_len().expect_err("refused");
        assert_eq!(error, counted);
        let sent = ToClient::State(snapshot).to_flat_bytes().expect_err("refused");
        assert_eq!(sent.to_string(), error.to_string().replace("Snapshot.", "State."));
        error.to_string()
    };
    assert_eq!(
        written(&|player| player.power = 2.0),
        "Snapshot.players[1].power: 2 is outside of 0 to 1"
    );
    assert_eq!(
        written(&|player| player.name = "Anna".into()),
        "Snapshot.players[1].name: a text of 4, where at most 3 are allowed"
    );
}

// ---------------------------------------------------------------- types of other crates

/// A field of one type, and of another that has the same bytes.
macro_rules! same_fields {
    ($($(#[$attr:meta])* $theirs:ty, $ours:ty = $value:expr;)*) => {$({
        #[derive(Clone, Debug, PartialEq, GodotFlat)]
        struct Theirs($(#[$attr])* $theirs);

        #[derive(Clone, Debug, PartialEq, GodotFlat)]
        struct Ours($(#[$attr])* $ours);

        let value: $ours = $value;
        let bytes = Ours(value.clone()).to_flat_bytes().expect("writes");
        assert_eq!(Theirs(value.into()).to_flat_bytes().expect("writes"), bytes);
        let (theirs, ours) = (Theirs::from_flat_bytes(&bytes), Ours::from_flat_bytes(&bytes));
        assert_eq!(theirs.expect("reads").0, ours.expect("reads").0.into());
        assert_eq!(layout_fingerprint::<Theirs>(), layout_fingerprint::<Ours>());
        assert_eq!(<Theirs as Encode<Flat<Little>>>::SIZE, <Ours as Encode<Flat<Little>>>::SIZE);
    })*};
}

/// A type of glam and one of ours: alone, in lists and in arrays.
fn same<T, U>(ours: U)
where
    U: ToFlatBytes + for<'de> FromFlatBytes<'de> + Copy,
    T: ToFlatBytes + for<'de> FromFlatBytes<'de> + From<U> + Copy + PartialEq + Debug,
{
    let theirs = T::from(ours);
    assert_eq!(there_and_back(&theirs), ours.to_flat_bytes().expect("writes"));
    let list = vec![ours; 3].to_flat_bytes().expect("writes");
    assert_eq!(there_and_back(&vec![theirs; 3]), list);
    assert_eq!(there_and_back(&[theirs; 2]), [ours; 2].to_flat_bytes().expect("writes"));
    assert_eq!(layout_fingerprint::<T>(), layout_fingerprint::<U>());
}

macro_rules! glam {
    ($name:ident $package:ident) => {
        #[test]
        fn $name() {
            use math::{Basis, Projection, Quaternion, Transform2D, Vector2, Vector4, double};
            use $package as glam;

            let [a, b, c] = [0.25, -0.5, 0.75].map(|x| Vector3::new(x, x + 0.125, 0.5));
            let w = Vector4::new(1.0, 2.0, -3.0, 4.0);
            let turn = Quaternion::new(0.0, 0.6, 0.0, 0.8);
            let p = Vector2::new(0.5, -0.25);
            same::<glam::Vec2, _>(p);
            same::<glam::Vec3, _>(a);
            same::<glam::Vec3A, _>(a);
            same::<glam::Vec4, _>(w);
            same::<glam::Quat, _>(turn);
            same::<glam::Mat3, _>(Basis::new(a, b, c));
            same::<glam::Mat3A, _>(Basis::new(a, b, c));
            same::<glam::Mat4, _>(Projection::new(w, w, w, w));
            same::<glam::Affine2, _>(Transform2D::new(p, p, p));
            same::<glam::Affine3A, _>(math::Transform3D::new(Basis::new(a, b, c), a));
            same::<glam::IVec2, _>(math::Vector2i::new(-1, 2));
            same::<glam::IVec3, _>(math::Vector3i::new(-1, 2, i32::MIN));
            same::<glam::IVec4, _>(math::Vector4i::new(-1, 2, 3, i32::MAX));
            let [a, b, c] = [0.1, 0.2, 0.3].map(|x| double::Vector3::new(x, -x, 1.0));
            let w = double::Vector4::new(0.1, 0.2, 0.3, 0.4);
            let p = double::Vector2::new(0.1, 0.2);
            same::<glam::DVec2, _>(p);
            same::<glam::DVec3, _>(a);
            same::<glam::DVec4, _>(w);
            same::<glam::DQuat, _>(double::Quaternion::new(0.0, 0.6, 0.0, 0.8));
            same::<glam::DMat3, _>(double::Basis::new(a, b, c));
            same::<glam::DMat4, _>(double::Projection::new(w, w, w, w));
            same::<glam::DAffine2, _>(double::Transform2D::new(p, p, p));
            same::<glam::DAffine3, _>(double::Transform3D::new(double::Basis::new(a, b, c), a));

            let [a, p] = [Vector3::new(0.25, -0.5, 0.75), Vector3::new(0.6, 0.0, 0.8)];
            same_fields! {
                #[flat(as = f16)] glam::Vec3, Vector3 = a;
                #[flat(as = f16)] glam::DVec2, double::Vector2 = double::Vector2::new(0.5, 1.5);
                #[flat(range = -1..=1, as = u16)] glam::Vec2, Vector2 = Vector2::new(0.5, -1.0);
                #[flat(angle, as = u8)] glam::Vec3A, Vector3 = a;
                #[flat(normal, as = u8)] glam::Vec3, Vector3 = p;
                #[flat(normal, as = u16)] glam::Vec3A, Vector3 = p;
                #[flat(normal, as = f16)] glam::Vec2, Vector2 = Vector2::new(0.6, 0.8);
                #[flat(smallest_three = 15)] glam::Quat, Quaternion = turn;
            }
            there_and_back(&AttributesOnLists {
                path: vec![glam::Vec3::ONE; 2],
                maybe: Some(glam::Quat::IDENTITY),
            });

            #[derive(Clone, Debug, PartialEq, GodotFlat)]
            struct AttributesOnLists {
                #[flat(as = f16)]
                path: Vec<glam::Vec3>,
                #[flat(as = f16)]
                maybe: Option<glam::Quat>,
            }
        }
    };
}

glam!(types_of_glam_030 glam_030);
glam!(types_of_glam_032 glam_032);
glam!(types_of_glam_033 glam_033);
glam!(types_of_glam_034 glam_034);

#[derive(Clone, Debug, PartialEq, GodotFlat)]
struct Chunk {
    data: Bytes,
    #[flat(len = u16, max_len = 3)]
    short: Option<Bytes>,
}

#[test]
fn bytes_of_bytes() {
    let chunk = Chunk { data: Bytes::from_static(&[1, 2]), short: Some(Bytes::from_static(b"x")) };
    assert_eq!(there_and_back(&chunk), [2, 1, 2, 1, 1, 0, b'x']);
    assert_eq!(layout_fingerprint::<Bytes>(), layout_fingerprint::<Vec<u8>>());
    let error = Chunk::from_flat_bytes(&[0, 1, 4, 0, 1, 2, 3, 4]).expect_err("too long");
    assert_eq!(error.kind(), DecodeErrorKind::LimitExceeded);
}

#[test]
fn a_buffer_of_bytes_grows() {
    let mut buffer = BytesMut::from(&[7][..]);
    let snapshot = snapshot();
    let bytes = snapshot.to_flat_bytes().expect("writes");
    assert_eq!(snapshot.append_flat_bytes_mut(&mut buffer), Ok(bytes.len()));
    assert_eq!(buffer[1..], bytes);
    let mut broken = snapshot;
    broken.players[1].power = 2.0;
    assert!(broken.append_flat_bytes_mut(&mut buffer).is_err());
    assert_eq!((buffer[0], &buffer[1..]), (7, &bytes[..]));
    assert_eq!(u64::MAX.append_flat_bytes_mut(&mut buffer).ok(), None);
    assert_eq!(buffer.len(), 1 + bytes.len());
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
struct Cows<'a> {
    bytes: Cow<'a, [u8]>,
    numbers: Cow<'a, [i32]>,
    #[flat(len = u8)]
    short: Cow<'a, [u8]>,
    #[flat(varint)]
    counted: [Wrapping<u16>; 1],
}

#[test]
fn a_cow_borrows_bytes_and_owns_other_elements() {
    let cows = Cows {
        bytes: vec![1, 2].into(),
        numbers: vec![-1].into(),
        short: vec![9].into(),
        counted: [Wrapping(300)],
    };
    let bytes = cows.to_flat_bytes().expect("writes");
    assert_eq!(bytes, [2, 1, 2, 1, 255, 255, 255, 255, 1, 9, 0xac, 2]);
    let read = Cows::from_flat_bytes(&bytes).expect("reads");
    assert_eq!(read, cows);
    assert!(matches!(read.bytes, Cow::Borrowed(_)) && matches!(read.short, Cow::Borrowed(_)));
    assert!(matches!(read.numbers, Cow::Owned(_)));
}
