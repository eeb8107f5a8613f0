//! Flat messages.

use super::{Random, STRICT, Traits, Turns, Types, Writer, owned};

const USES: &str = "use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::{NonZeroI64, NonZeroU16, NonZeroU32, Wrapping};
use std::time::{Duration, SystemTime};
use bytes::Bytes;
use godot_var::math::{
    Aabb, Basis, Plane, Projection, Quaternion, Rect2, Rect2i, Transform2D, Transform3D, Vector2i, Vector3i, Vector4, double,
};
use godot_var::values::{NodePath, ObjectId, PackedView, Rid, StringName};
use godot_var::{Color, GodotFlat, Variant, Vector2, Vector3};
";

/// A finished type.
struct Known {
    name: String,
    /// Whether it borrows from the message, so that no other type contains it.
    borrows: bool,
    /// The largest number, of an enum without fields.
    plain: Option<u32>,
    traits: Traits,
    /// Whether a variant takes the rest of the message, so that everything around it is open, too.
    takes_rest: bool,
}

/// Types without attributes.
const LEAVES: [&str; 44] = [
    "bool",
    "u8",
    "u16",
    "u32",
    "u64",
    "i8",
    "i16",
    "i32",
    "i64",
    "f32",
    "f64",
    "char",
    "String",
    "StringName",
    "NonZeroU16",
    "NonZeroI64",
    "Wrapping<i32>",
    "Vector2",
    "Vector3",
    "Vector4",
    "Quaternion",
    "Color",
    "Basis",
    "Rect2",
    "Plane",
    "Aabb",
    "Transform2D",
    "Transform3D",
    "Projection",
    "Vector2i",
    "Vector3i",
    "Rect2i",
    "double::Vector3",
    "double::Basis",
    "ObjectId",
    "Rid",
    "Ipv4Addr",
    "IpAddr",
    "SocketAddr",
    "Variant",
    "()",
    "Bytes",
    "Vec<u8>",
    "Box<Vector3>",
];

/// Types that borrow.
const BORROWED: [&str; 6] = [
    "&'a str",
    "&'a [u8]",
    "Cow<'a, str>",
    "Cow<'a, [u8]>",
    "Cow<'a, [i16]>",
    "PackedView<'a, Vector3>",
];

/// Attributes of a field, each with types that it can have.
const ADAPTED: &[(&str, &[&str])] = &[
    (
        "varint",
        &[
            "u8",
            "u16",
            "u32",
            "u64",
            "i8",
            "i16",
            "i32",
            "i64",
            "NonZeroU32",
            "Wrapping<u16>",
            "Option<i64>",
            "[u32; 3]",
            "Vec<u64>",
            "BTreeMap<u8, i32>",
        ],
    ),
    (
        "as = f16",
        &[
            "f32",
            "f64",
            "Vector2",
            "Vector3",
            "Quaternion",
            "Vec<f32>",
            "Option<Vector3>",
            "(f32, f32)",
        ],
    ),
    ("range = -1.0..=1.0, as = u8", &["f32", "Vector2", "Vec<f64>", "[f32; 2]", "(f32, Vector2)"]),
    ("range = 0..=100, as = u16, clamp", &["f64", "Vector3"]),
    ("range = -5..=1000, as = u32", &["f64", "Option<f64>"]),
    ("angle, as = u8", &["f32", "Vector3", "Vec<(f32, f64)>"]),
    ("angle, as = u16", &["f64", "Vec<f32>"]),
    ("degrees, as = u32", &["f64"]),
    ("normal, as = u8", &["Vector2", "Vector3"]),
    ("normal, as = f16", &["Vector2", "Vec<Vector3>"]),
    ("normal, as = f32", &["Vector3", "Option<Vector2>"]),
    ("smallest_three = 10", &["Quaternion"]),
    ("smallest_three = 15", &["Quaternion", "[Quaternion; 2]"]),
    ("smallest_three = 20", &["Quaternion"]),
    ("as = u8", &["Color", "Vec<Color>"]),
    ("len = u8", &["String", "Vec<Vector3>", "BTreeMap<u8, String>"]),
    ("len = u16", &["Vec<u8>", "Option<String>", "BTreeMap<i16, bool>", "Bytes"]),
    ("len = u32, varint", &["Vec<i32>"]),
    ("max_len = 3", &["String", "Vec<u16>", "BTreeMap<u8, bool>", "Vec<String>"]),
    ("c_string", &["String", "StringName"]),
    ("c_string, max_len = 5", &["String", "Vec<String>"]),
    ("bits = 1", &["Vec<bool>", "Vec<i8>"]),
    ("bits = 3", &["Vec<u8>", "Vec<i8>", "Option<Vec<u16>>"]),
    ("bits = 13, len = u8", &["Vec<i16>", "Vec<u64>"]),
    ("bits = 32, max_len = 3", &["Vec<i64>", "Vec<u32>", "Vec<i32>"]),
    ("lenient", &["bool", "Vec<bool>", "Option<bool>"]),
    ("unit = \"ms\"", &["Duration", "Option<Duration>"]),
    ("unit = \"us\"", &["SystemTime"]),
    ("with = percent, as = u8", &["f32", "Option<f32>"]),
    ("with = reversed", &["u16"]),
];

struct Generator {
    random: Random,
    writer: Writer,
    adapted: Turns,
    known: Vec<Known>,
    /// Numbers the fields.
    fields: usize,
    /// What the current type contains.
    held: Vec<String>,
    traits: Traits,
    takes_rest: bool,
}

/// So many types from a seed.
pub(crate) fn types(seed: u64, count: usize) -> Types {
    let mut generator = Generator {
        random: Random(seed),
        writer: Writer::new("impl Family<Flat> for", USES),
        adapted: Turns::new(ADAPTED),
        known: Vec::new(),
        fields: 0,
        held: Vec::new(),
        traits: STRICT,
        takes_rest: false,
    };
    while generator.known.len() < count {
        generator.item();
    }
    generator.writer.finish()
}

impl Generator {
    /// Takes over what a finished type does not promise. Inside another value nothing may be missing at the end.
    fn hold(&mut self, traits: Traits, takes_rest: bool) {
        self.traits.exact &= traits.exact;
        self.traits.writable &= traits.writable;
        self.traits.plain &= traits.plain;
        self.traits.single &= traits.single;
        self.takes_rest |= takes_rest;
    }

    fn some_known(&mut self) -> Option<String> {
        let at = self.random.below(self.known.len());
        let known = self.known.get(at).filter(|known| !known.borrows)?;
        let (name, traits, takes_rest) = (known.name.clone(), known.traits, known.takes_rest);
        self.hold(traits, takes_rest);
        Some(name)
    }

    fn key(&mut self) -> String {
        self.random.pick(&["u8", "i64", "String", "(u16, bool)", "char"]).to_owned()
    }

    /// Makes a type, which may contain `own`.
    fn ty(&mut self, own: &str, depth: usize) -> String {
        let ty = match self.random.below(if depth == 0 { 10 } else { 16 }) {
            0..7 => self.random.pick(&LEAVES).to_owned(),
            7 => self.some_known().unwrap_or_else(|| "u16".to_owned()),
            8 => format!("Option<Box<{own}>>"),
            9 => {
                self.traits.exact = false;
                self.random.pick(&["BTreeSet<u16>", "NodePath"]).to_owned()
            }
            10 => format!("Option<{}>", self.ty(own, depth - 1)),
            11 => format!("Vec<{}>", self.ty(own, depth - 1)),
            12 => format!("[{}; 2]", self.ty(own, 0)),
            13 => format!("BTreeMap<{}, {}>", self.key(), self.ty(own, depth - 1)),
            14 => format!("({}, {})", self.ty(own, depth - 1), self.ty(own, 0)),
            _ => format!("Vec<{own}>"),
        };
        self.traits.writable &= ty != "NodePath";
        self.traits.single &= !ty.contains("double::");
        self.held.push(ty.clone());
        ty
    }

    /// A field without its name: its attributes and its type.
    fn field(&mut self, own: &str, borrows: bool) -> (String, String) {
        self.fields += 1;
        if borrows && self.random.once_in(2) {
            return (String::new(), self.random.pick(&BORROWED).to_owned());
        }
        if !self.random.once_in(3) {
            return (String::new(), self.ty(own, 2));
        }
        let (attribute, ty) = self.adapted.next(&mut self.random);
        self.held.push(ty.to_owned());
        if attribute.starts_with("normal") || attribute.starts_with("smallest_three") {
            self.hold(Traits { exact: false, writable: false, ..STRICT }, false);
        }
        self.traits.plain &= attribute != "with = reversed";
        (format!("#[flat({attribute})] "), ty.to_owned())
    }

    /// A field that is in the header of `flags`, or not, and its bits there.
    fn flagged(&mut self, own: &str) -> (String, String, usize) {
        match self.random.below(5) {
            0 | 1 => (String::new(), "bool".to_owned(), 1),
            2 => {
                let at = self.random.below(self.known.len());
                let plain = self.known.get(at).and_then(|known| known.plain);
                match plain {
                    Some(largest) => {
                        let bits =
                            (32 - largest.leading_zeros()).max(1) as usize + self.random.below(2);
                        (format!("#[flat(bits = {bits})] "), self.known[at].name.clone(), bits)
                    }
                    None => {
                        let width = [8, 16, 32][self.random.below(3)];
                        let bits = 1 + self.random.below(width.min(20));
                        let sign = self.random.pick(&["u", "i"]);
                        (format!("#[flat(bits = {bits})] "), format!("{sign}{width}"), bits)
                    }
                }
            }
            3 => (String::new(), format!("Option<{}>", self.ty(own, 1)), 1),
            _ => {
                let (attributes, ty) = self.field(own, false);
                // A bool or an `Option` is in the header, which some attributes do not allow.
                let moves = ty == "bool" || ty.starts_with("Option<");
                if moves { (String::new(), "u8".to_owned(), 0) } else { (attributes, ty, 0) }
            }
        }
    }

    /// The fields of a record in braces, and whether it has the header of `flags`.
    fn fields(&mut self, own: &str, most: usize, borrows: bool) -> (String, bool) {
        let flags = !borrows && self.random.once_in(3);
        let mut fields = Vec::new();
        let mut bits = 0;
        for _ in 0..1 + self.random.below(most) {
            let number = self.fields;
            if flags && bits < 40 {
                let (attributes, ty, own) = self.flagged(own);
                bits += own;
                fields.push(format!("{attributes}field_{number}_{}: {ty}", fields.len()));
            } else if !flags {
                let (attributes, ty) = self.field(own, borrows);
                fields.push(format!("{attributes}field_{number}_{}: {ty}", fields.len()));
            }
        }
        (fields.join(", "), flags)
    }

    /// Writes the next type.
    fn item(&mut self) {
        let name = format!("Flat{}", self.known.len());
        self.held.clear();
        self.traits = STRICT;
        self.takes_rest = false;
        match self.random.below(12) {
            0 => self.plain(name),
            1 => self.tuple(name),
            2 => self.borrowed(name),
            3 => self.pair(name),
            4..7 => self.enumeration(name),
            _ => self.record(name),
        }
    }

    /// Ends a type.
    fn finish_item(
        &mut self,
        name: String,
        derives: &str,
        attributes: &[String],
        body: &str,
        plain: Option<u32>,
    ) {
        let attributes = if attributes.is_empty() {
            String::new()
        } else {
            format!("#[flat({})]\n", attributes.join(", "))
        };
        let source =
            format!("#[derive(Clone, Debug, PartialEq, {derives}GodotFlat)]\n{attributes}{body}");
        let borrows = body.contains("'a");
        let twin = format!("{name}Owned");
        if borrows {
            self.writer.source(&owned(&source).replace(&name, &twin), false);
        }
        let owner = if borrows { &twin } else { &name };
        let traits = Traits { open: self.traits.open || self.takes_rest, ..self.traits };
        self.writer.item(&name, &source, owner, &self.held, traits);
        let takes_rest = self.takes_rest;
        self.known.push(Known { name, borrows, plain, traits, takes_rest });
    }

    fn record(&mut self, name: String) {
        let (mut fields, flags) = self.fields(&name, 7, false);
        let mut attributes = Vec::new();
        if flags {
            attributes.push("flags".to_owned());
        }
        if self.random.once_in(6) {
            attributes.push("big_endian".to_owned());
        }
        if self.random.once_in(5) {
            fields.push_str(
                ", #[flat(default)] later: u16, #[flat(default = \"x\", len = u8)] last: String",
            );
            self.traits.open = true;
        } else if self.random.once_in(4) {
            attributes.push("delta(Clone, Debug, PartialEq)".to_owned());
            self.traits.delta = true;
        } else if self.random.once_in(6) {
            attributes.push("trailing = \"ignore\"".to_owned());
            self.traits.open = true;
        }
        let body = format!("pub struct {name} {{ {fields} }}");
        self.finish_item(name, "", &attributes, &body, None);
    }

    fn tuple(&mut self, name: String) {
        let fields: Vec<_> = (0..2)
            .map(|_| {
                let (attributes, ty) = self.field(&name, false);
                format!("{attributes}{ty}")
            })
            .collect();
        let body = format!("pub struct {name}({});", fields.join(", "));
        self.finish_item(name, "", &[], &body, None);
    }

    fn borrowed(&mut self, name: String) {
        let (fields, _) = self.fields("u8", 4, true);
        let body = format!("pub struct {name}<'a> {{ {fields}, text: &'a str }}");
        self.finish_item(name, "", &[], &body, None);
    }

    /// Two types that contain each other.
    fn pair(&mut self, name: String) {
        let inner = format!("Flat{}", self.known.len() + 1);
        let mut record = |own: &str, last: String| {
            let (fields, flags) = self.fields(own, 3, false);
            let fields = format!("pub struct {own} {{ {fields}, {last} }}");
            (fields, flags.then(|| "flags".to_owned()))
        };
        // An `Option` is in the header, if there is one.
        let (outer_body, outer_flags) = record(&name, format!("inner: Vec<{inner}>"));
        let (inner_body, inner_flags) = record(&inner, format!("outer: Option<Box<{name}>>"));
        self.held.push(inner.clone());
        let recursive = format!("recursive({name})");
        self.finish_item(name, "", &Vec::from_iter(outer_flags), &outer_body, None);
        let attributes: Vec<_> = [Some(recursive), inner_flags].into_iter().flatten().collect();
        self.finish_item(inner, "", &attributes, &inner_body, None);
    }

    /// An enum without fields.
    fn plain(&mut self, name: String) {
        let (repr, other, last) = [
            ("u8", "u8", 200),
            ("u16", "u16", 60_000),
            ("u32", "u32", 70_000),
            ("varint", "u32", 300),
        ][self.random.below(4)];
        let mut members = vec!["First".to_owned(), "#[flat(id = 5)] Second".to_owned()];
        members.push(format!("#[flat(id = {last})] Third"));
        members[0].insert_str(0, "#[flat(id = 0)] ");
        let mut plain = Some(last);
        if self.random.once_in(3) {
            members.push(format!("#[flat(other)] Other({other})"));
            plain = None;
        }
        let body = format!("pub enum {name} {{ {} }}", members.join(", "));
        let attributes = [format!("repr = \"{repr}\", max_size = 5")];
        self.finish_item(name, "Eq, PartialOrd, Ord, ", &attributes, &body, plain);
    }

    fn enumeration(&mut self, name: String) {
        let (repr, number) =
            [("u8", "u8"), ("u16", "u16"), ("u32", "u32"), ("varint", "u32")][self.random.below(4)];
        let mut attributes = vec![format!("repr = \"{repr}\""), "id".to_owned()];
        if self.random.once_in(6) {
            attributes.push("big_endian".to_owned());
        }
        let mut members = vec!["#[flat(id = 0)] Nothing".to_owned()];
        for number in 1..2 + self.random.below(4) {
            let id = number * 37;
            let member = match self.random.below(4) {
                0 => {
                    let at = self.random.below(self.known.len());
                    let known = self.known.get(at).filter(|known| !known.borrows);
                    let (ty, traits, takes_rest) = known
                        .map_or(("u16".to_owned(), STRICT, false), |known| {
                            (known.name.clone(), known.traits, known.takes_rest)
                        });
                    self.hold(traits, takes_rest);
                    self.traits.open |= traits.open;
                    self.held.push(ty.clone());
                    format!("#[flat(id = {id})] Member{number}({ty})")
                }
                1 => {
                    let (first, second) = (self.field(&name, false), self.field(&name, false));
                    format!(
                        "#[flat(id = {id})] Member{number}({}{}, {}{})",
                        first.0, first.1, second.0, second.1
                    )
                }
                _ => {
                    let (fields, flags) = self.fields(&name, 4, false);
                    let flags = if flags { ", flags" } else { "" };
                    format!("#[flat(id = {id}{flags})] Member{number} {{ {fields} }}")
                }
            };
            members.push(member);
        }
        match self.random.below(4) {
            0 => {
                self.takes_rest = true;
                members.push(format!("#[flat(other)] Other({number}, Vec<u8>)"));
            }
            1 => {
                self.takes_rest = true;
                self.traits.writable = false;
                members.push("#[flat(other)] Other".to_owned());
            }
            _ => {}
        }
        let body = format!("pub enum {name} {{ {} }}", members.join(", "));
        self.finish_item(name, "", &attributes, &body, None);
    }
}
