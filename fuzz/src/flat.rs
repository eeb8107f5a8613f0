//! Any bytes as flat messages of every kind of field.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Duration;

use godot_var::flat::{FromFlatBytes, ToFlatBytes};
use godot_var::math::{Quaternion, Transform3D, Vector3i};
use godot_var::values::{NodePath, PackedView};
use godot_var::{Color, GodotFlat, Reader, Variant, Vector2, Vector3};

#[derive(Debug, GodotFlat)]
enum Message<'a> {
    #[flat(id = 0)]
    Plain(Plain),
    #[flat(id = 1)]
    Flagged(Flagged),
    #[flat(id = 2)]
    Quantized(Quantized),
    #[flat(id = 3)]
    Texts(Texts<'a>),
    #[flat(id = 4)]
    Lists(Lists),
    #[flat(id = 5)]
    Tree(Tree),
    #[flat(id = 6)]
    Grown {
        id: u8,
        #[flat(default)]
        more: Vec<u16>,
    },
    #[flat(id = 7)]
    Turned(Turned),
    #[flat(id = 8)]
    Values(Variant, Option<SocketAddr>),
    #[flat(other)]
    Other(u8, Vec<u8>),
}

#[derive(Debug, GodotFlat)]
struct Plain {
    id: u32,
    big: u64,
    at: Vector3,
    frame: Transform3D,
    cell: Vector3i,
    letter: char,
    alive: bool,
}

#[derive(Debug, GodotFlat)]
#[flat(flags, delta(Debug))]
struct Flagged {
    a: bool,
    #[flat(bits = 5)]
    number: i8,
    #[flat(bits = 2)]
    kind: Kind,
    name: Option<String>,
    #[flat(varint)]
    id: Option<i64>,
}

#[derive(Clone, Copy, Debug, PartialEq, GodotFlat)]
enum Kind {
    One,
    Two,
    Three = 3,
}

#[derive(Debug, GodotFlat)]
struct Quantized {
    #[flat(range = -1.0..=1.0, as = u8)]
    stick: Vector2,
    #[flat(range = 0..=100, as = u32)]
    part: f64,
    #[flat(angle, as = u16)]
    aim: f32,
    #[flat(as = f16)]
    pos: Vector3,
    #[flat(as = u8)]
    color: Color,
    #[flat(smallest_three = 15)]
    turn: Quaternion,
}

#[derive(Debug, GodotFlat)]
struct Texts<'a> {
    name: &'a str,
    #[flat(c_string, max_len = 20)]
    title: Cow<'a, str>,
    #[flat(len = u16)]
    data: &'a [u8],
    path: NodePath,
    view: PackedView<'a, i32>,
}

#[derive(Debug, GodotFlat)]
struct Lists {
    #[flat(varint)]
    numbers: Vec<i32>,
    points: Vec<Vector2>,
    flagged: Vec<Flagged>,
    map: BTreeMap<u8, String>,
    table: BTreeMap<u16, (u8, bool)>,
    nothing: Vec<()>,
    array: [Option<u8>; 3],
    #[flat(unit = "us")]
    wait: Duration,
}

#[derive(Debug, GodotFlat)]
struct Tree {
    value: u8,
    children: Vec<Tree>,
    next: Option<Box<Tree>>,
}

#[derive(Debug, GodotFlat)]
#[flat(big_endian, trailing = "ignore")]
struct Turned {
    id: u16,
    at: Vector2,
    #[flat(len = u32)]
    list: Vec<u16>,
}

/// Reads any bytes. What is read can be written, has the length that is promised, and is read as the same again.
pub fn flat(bytes: &[u8]) {
    let read = Message::from_flat_bytes(bytes);
    if let Err(error) = &read {
        assert!(error.offset() <= bytes.len());
    }
    let mut reader = Reader::new(bytes);
    let next = Message::read_flat_bytes(&mut reader);
    assert!(next.is_ok() || reader.position() == 0);
    // Directions and rotations of zero, and paths of other texts, are read and not written.
    if let Ok(value) = &read
        && let Ok(written) = value.to_flat_bytes()
    {
        assert_eq!(value.flat_len().expect("counts"), written.len());
        let mut slice = vec![0; written.len()];
        assert_eq!(value.write_flat_bytes(&mut slice).expect("has room"), written.len());
        assert_eq!(slice, written);
        let again = Message::from_flat_bytes(&written).expect("reads what was written");
        // Two components of a rotation may be nearly as large: either may be left out.
        if !matches!(again, Message::Quantized(_)) {
            assert_eq!(again.to_flat_bytes().expect("writes it again"), written);
        }
    }
}

/// A message of each kind.
pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let tree = |value, children, next| Tree { value, children, next };
    let flagged = || Flagged {
        a: true,
        number: -3,
        kind: Kind::Three,
        name: Some("Ann".into()),
        id: Some(-150),
    };
    let messages = [
        Message::Plain(Plain {
            id: 7,
            big: 1 << 40,
            at: Vector3::ONE,
            frame: Transform3D::default(),
            cell: Vector3i::new(1, -2, 3),
            letter: 'Z',
            alive: true,
        }),
        Message::Flagged(flagged()),
        Message::Quantized(Quantized {
            stick: Vector2::new(-1.0, 0.5),
            part: 33.3,
            aim: -1.0,
            pos: Vector3::new(1.5, -2.25, 100.0),
            color: Color::ORANGE,
            turn: Quaternion::new(0.0, 0.6, 0.0, 0.8),
        }),
        Message::Texts(Texts {
            name: "mill",
            title: "old".into(),
            data: &[1, 2, 3],
            path: NodePath::parse("/root/A:b"),
            view: PackedView::default(),
        }),
        Message::Lists(Lists {
            numbers: vec![1, -200],
            points: vec![Vector2::ONE; 3],
            flagged: vec![flagged(), flagged()],
            map: BTreeMap::from([(1, "a".into())]),
            table: BTreeMap::from([(2, (3, true))]),
            nothing: vec![(); 2],
            array: [None, Some(1), None],
            wait: Duration::from_millis(20),
        }),
        Message::Tree(tree(1, vec![tree(2, vec![], None)], Some(Box::new(tree(3, vec![], None))))),
        Message::Grown { id: 1, more: vec![2, 3] },
        Message::Turned(Turned { id: 1, at: Vector2::ONE, list: vec![7] }),
        Message::Values(Variant::from("x"), Some(SocketAddr::from(([127, 0, 0, 1], 80)))),
    ];
    messages.iter().map(|message| message.to_flat_bytes().expect("a seed")).collect()
}
