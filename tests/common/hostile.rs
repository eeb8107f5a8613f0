//! Messages of any length that cost a reader as much as possible, and the types that read them.

use std::collections::{BTreeMap, HashMap};

use godot_var::dialect::Double;
use godot_var::{FromVariantBytes, Godot4, GodotVar, Limits, Reader, Variant, Vector3};
use godot_var_codegen::inspect::walk;

const NIL: u32 = 0;
const INT: u32 = 2;
const STRING: u32 = 4;
const VECTOR2: u32 = 5;
const VECTOR2I: u32 = 6;
const BASIS: u32 = 17;
const NODE_PATH: u32 = 22;
const OBJECT: u32 = 24;
const SIGNAL: u32 = 26;
const DICTIONARY: u32 = 27;
const ARRAY: u32 = 28;
const PACKED_INTS: u32 = 30;
const PACKED_STRINGS: u32 = 34;

/// The depth of nested messages, which is below [`Limits::depth`].
const LEVELS: usize = 100;

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn text(text: &str) -> Vec<u8> {
    let mut bytes = words(&[STRING, text.len() as u32]);
    bytes.extend(text.as_bytes());
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    bytes
}

/// A container with `count` elements or pairs.
fn around(kind: u32, count: usize, content: &[u8]) -> Vec<u8> {
    let mut bytes = words(&[kind, count as u32]);
    bytes.extend(content);
    bytes
}

/// A container with as many elements or pairs as fit into `size` bytes.
fn filled(kind: u32, size: usize, mut element: impl FnMut(usize) -> Vec<u8>) -> Vec<u8> {
    let (mut count, mut content) = (0, Vec::new());
    while content.len() < size {
        content.extend(element(count));
        count += 1;
    }
    around(kind, count, &content)
}

/// A pair of a Dictionary, without a value.
fn key(bytes: Vec<u8>) -> Vec<u8> {
    [bytes, words(&[NIL])].concat()
}

/// Nests a content, from the inside out.
fn levels(content: Vec<u8>, level: impl Fn(Vec<u8>) -> Vec<u8>) -> Vec<u8> {
    (0..LEVELS).fold(content, |content, _| level(content))
}

/// Messages of Godot 4 of about `size` bytes.
pub(crate) fn messages(size: usize) -> Vec<(&'static str, Vec<u8>)> {
    let nils = |size| filled(ARRAY, size, |_| words(&[NIL]));
    let lie = |kind, at: usize, each: usize| around(kind, size.saturating_sub(at) / each, &[]);
    let liars = |kind, each, before: &[u8]| {
        let mut bytes = Vec::new();
        while bytes.len() < size.min(128 * (8 + before.len())) {
            bytes.extend(lie(kind, bytes.len() + 8, each));
            bytes.extend(before);
        }
        bytes.resize(size, 0);
        bytes
    };
    let object = || [words(&[OBJECT, 1, 0x41, 1, 1, 0x61]), words(&[NIL])].concat();
    vec![
        ("Array of Nil", nils(size)),
        ("Array of Array", filled(ARRAY, size, |_| words(&[ARRAY, 0]))),
        ("Array of String", filled(ARRAY, size, |_| text(""))),
        ("Array of short String", filled(ARRAY, size, |_| text("a"))),
        ("Array of Vector2", filled(ARRAY, size, |_| words(&[VECTOR2, 0, 0]))),
        ("Array of Basis", filled(ARRAY, size, |_| words(&[BASIS, 0, 0, 0, 0, 0, 0, 0, 0, 0]))),
        ("Array of NodePath", filled(ARRAY, size, |_| words(&[NODE_PATH, 1 << 31, 0, 0]))),
        ("Array of Signal", filled(ARRAY, size, |_| words(&[SIGNAL, 0, 0, 0]))),
        ("Array of Object", filled(ARRAY, size, |_| object())),
        ("Array of typed Array", filled(ARRAY, size, |_| words(&[ARRAY | 2 << 16, 1, 0x41, 0]))),
        (
            "Array of typed Dictionary",
            filled(ARRAY, size, |_| words(&[DICTIONARY | 1 << 16 | 1 << 18, 2, 2, 0])),
        ),
        ("PackedStringArray", filled(PACKED_STRINGS, size, |_| words(&[0]))),
        ("one String", text(&"é".repeat(size / 2))),
        ("one key again and again", filled(DICTIONARY, size, |_| key(text("a")))),
        ("an alias again and again", filled(DICTIONARY, size, |_| key(text("h")))),
        ("a field again and again", filled(DICTIONARY, size, |_| key(text("next")))),
        ("keys in order", filled(DICTIONARY, size, |n| key(text(&format!("{n:07}"))))),
        ("keys against the order", {
            filled(DICTIONARY, size, |n| key(text(&format!("{:07}", 9_999_999 - n))))
        }),
        ("keys that begin alike", {
            filled(DICTIONARY, size, |n| key(text(&format!("{:a>90}{n:07}", ""))))
        }),
        ("ints as keys", filled(DICTIONARY, size, |n| key(words(&[INT, n as u32 ^ 0x155])))),
        (
            "structures as keys",
            filled(DICTIONARY, size, |n| key(words(&[VECTOR2I, n as u32 ^ 0x155, n as u32]))),
        ),
        ("packed arrays as keys", {
            filled(DICTIONARY, size, |n| key(words(&[PACKED_INTS, 2, 1, n as u32])))
        }),
        ("node paths as keys", {
            filled(DICTIONARY, size, |n| {
                key(words(&[NODE_PATH, 1 << 31 | 1, 0, 0, 4, n as u32 | 0x3030_3030]))
            })
        }),
        ("arrays as keys", {
            filled(DICTIONARY, size, |n| key(words(&[ARRAY, 2, INT, 1, INT, n as u32])))
        }),
        ("nested Arrays", levels(nils(size), |inner| around(ARRAY, 1, &inner))),
        (
            "nested values",
            levels(nils(size), |inner| around(DICTIONARY, 1, &[text("next"), inner].concat())),
        ),
        (
            "nested values after others",
            levels(nils(size), |inner| {
                around(DICTIONARY, 2, &[key(text("x")), text("next"), inner].concat())
            }),
        ),
        (
            "nested keys",
            levels(nils(size), |inner| {
                let other = words(&[DICTIONARY, 0]);
                around(DICTIONARY, 2, &[key(inner), key(other)].concat())
            }),
        ),
        (
            "nested tags",
            levels(nils(size), |inner| {
                let tag = [text("type"), text("Deeper")].concat();
                around(DICTIONARY, 2, &[text("inner"), inner, tag].concat())
            }),
        ),
        (
            "nested values around odd headers",
            levels(filled(ARRAY, size, |_| words(&[NIL | 1 << 17])), |inner| {
                around(DICTIONARY, 1, &[text("next"), inner].concat())
            }),
        ),
        (
            "nested values before an unreadable one",
            levels(nils(size), |inner| {
                let pairs = [text("next"), inner, key(text("missing"))].concat();
                around(DICTIONARY, 2, &pairs)
            }),
        ),
        ("a tree of values", {
            let mut tree = words(&[NIL]);
            while tree.len() < size {
                let pairs = [text("next"), tree.clone(), text("other"), tree].concat();
                tree = around(DICTIONARY, 2, &pairs);
            }
            tree
        }),
        ("many nested values", {
            let nested = levels(words(&[NIL]), |inner| {
                around(DICTIONARY, 2, &[key(text("x")), text("next"), inner].concat())
            });
            let list = filled(ARRAY, size, |_| nested.clone());
            around(DICTIONARY, 1, &[text("list"), list].concat())
        }),
        ("lying Arrays", liars(ARRAY, 4, &[])),
        ("lying Dictionaries, as keys", liars(DICTIONARY, 8, &[])),
        ("lying Dictionaries, as values", liars(DICTIONARY, 8, &text("next"))),
        ("lying lists in fields", {
            let list = |inner: &[u8]| {
                let count = size / 4;
                around(DICTIONARY, 1, &[text("list"), around(ARRAY, count, inner)].concat())
            };
            let mut bytes = levels(words(&[NIL]), |inner| list(&inner));
            bytes.resize(size + LEVELS * 40, 0);
            bytes
        }),
        (
            "a lying PackedStringArray",
            lie(PACKED_STRINGS, 8, 4).into_iter().chain(vec![0; size / 2]).collect(),
        ),
    ]
}

/// A record that contains itself in every possible way.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub(crate) struct Tree {
    #[godot_var(default, alias = "a", alias = "b", alias = "c", alias = "d", alias = "h")]
    name: Option<String>,
    #[godot_var(default)]
    list: Vec<Tree>,
    #[godot_var(default)]
    next: Option<Box<Tree>>,
    #[godot_var(default)]
    pos: Option<Vector3>,
}

/// The same, with all other pairs flattened.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub(crate) struct Flat {
    #[godot_var(default)]
    next: Option<Box<Flat>>,
    #[godot_var(default)]
    list: Vec<Flat>,
    #[godot_var(flatten)]
    rest: BTreeMap<String, Variant>,
}

/// An enum with a tag beside its fields.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(tag = "type")]
pub(crate) enum Tagged {
    Deeper { inner: Box<Tagged> },
    List { list: Vec<Tagged> },
    End,
}

/// An untagged enum.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(untagged)]
pub(crate) enum Untagged {
    Number(i64),
    Next { next: Box<Untagged>, missing: i32 },
    Other { next: Box<Untagged> },
    List(Vec<Untagged>),
    Nothing,
}

/// An untagged enum by keys that any value may lack, and by values that fail last.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(untagged)]
pub(crate) enum Members {
    Missing { next: Box<Members>, missing: i32 },
    Both { next: Box<Members>, other: Box<Members> },
    One { next: Box<Members> },
    Pointer(Box<Members>),
    List(Vec<i64>),
}

/// Flattened options, and all other pairs as the same type again.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub(crate) struct Optional {
    #[godot_var(flatten)]
    first: Option<First<Optional>>,
    #[godot_var(flatten)]
    rest: BTreeMap<String, Optional>,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
pub(crate) struct First<T> {
    next: Box<T>,
    missing: i32,
}

pub(crate) type Read = fn(&[u8]);

/// The readers of the messages, by name.
pub(crate) const READERS: [(&str, Read); 14] = [
    ("Variant", |bytes| read::<Variant>(bytes)),
    ("Variant, double", |bytes| drop(Variant::from_variant_bytes::<Double<Godot4>>(bytes))),
    ("Variant, objects", |bytes| {
        drop(Variant::from_variant_bytes_with::<Godot4>(bytes, Limits::DEFAULT.with_objects(true)));
    }),
    ("walk", |bytes| {
        let spec = &<Godot4 as godot_var::Dialect>::SPEC;
        let _ = walk(bytes, Limits::DEFAULT, spec, |_| {});
    }),
    ("Vec<String>", |bytes| read::<Vec<String>>(bytes)),
    ("Vec<Option<i64>>", |bytes| read::<Vec<Option<i64>>>(bytes)),
    ("HashMap<String, Variant>", |bytes| read::<HashMap<String, Variant>>(bytes)),
    ("BTreeMap<String, Variant>", |bytes| read::<BTreeMap<String, Variant>>(bytes)),
    ("Tree", |bytes| read::<Tree>(bytes)),
    ("Flat", |bytes| read::<Flat>(bytes)),
    ("Tagged", |bytes| read::<Tagged>(bytes)),
    ("Untagged", |bytes| read::<Untagged>(bytes)),
    ("Members", |bytes| read::<Members>(bytes)),
    ("Optional", |bytes| read::<Optional>(bytes)),
];

fn read<T: for<'de> FromVariantBytes<'de>>(bytes: &[u8]) {
    drop(T::read_variant_bytes::<Godot4>(&mut Reader::new(bytes)));
}
