//! Writes flat types with every form and attribute from a seed: types that users could derive.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::Random;

/// A finished type.
struct Known {
    name: String,
    /// Whether it borrows from the message, so that no other type contains it.
    borrows: bool,
    /// The largest number, of an enum without fields.
    plain: Option<u32>,
    traits: Traits,
}

/// What tests must know of a type.
#[derive(Clone, Copy)]
struct Traits {
    /// Whether all that is written is read as the same bytes again.
    exact: bool,
    /// Whether all that is read can be written.
    writable: bool,
    /// Whether a message may be shorter, or longer.
    open: bool,
    /// Whether a variant takes the rest of the message, so that everything around it is open, too.
    takes_rest: bool,
}

const STRICT: Traits = Traits { exact: true, writable: true, open: false, takes_rest: false };

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
const ADAPTED: [(&str, &[&str]); 26] = [
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
        &["f32", "f64", "Vector2", "Vector3", "Quaternion", "Vec<f32>", "Option<Vector3>"],
    ),
    ("range = -1.0..=1.0, as = u8", &["f32", "Vector2", "Vec<f64>", "[f32; 2]"]),
    ("range = 0..=100, as = u16, clamp", &["f64", "Vector3"]),
    ("range = -5..=1000, as = u32", &["f64", "Option<f64>"]),
    ("angle, as = u8", &["f32", "Vector3"]),
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
    ("lenient", &["bool", "Vec<bool>", "Option<bool>"]),
    ("unit = \"ms\"", &["Duration", "Option<Duration>"]),
    ("unit = \"us\"", &["SystemTime"]),
    ("with = percent, as = u8", &["f32", "Option<f32>"]),
    ("with = reversed", &["u16"]),
];

pub(crate) struct Generator {
    random: Random,
    text: String,
    known: Vec<Known>,
    /// Numbers the fields.
    fields: usize,
    /// What the current type contains.
    held: Vec<String>,
    traits: Traits,
}

impl Generator {
    pub(crate) fn new(random: Random) -> Self {
        Self {
            random,
            text: String::new(),
            known: Vec::new(),
            fields: 0,
            held: Vec::new(),
            traits: STRICT,
        }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound)
    }

    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn pick<'t>(&mut self, list: &[&'t str]) -> &'t str {
        list[self.below(list.len())]
    }

    /// Takes over what a finished type does not promise. Inside another value nothing may be missing at the end.
    fn hold(&mut self, traits: Traits) {
        self.traits.exact &= traits.exact;
        self.traits.writable &= traits.writable;
        self.traits.takes_rest |= traits.takes_rest;
    }

    fn some_known(&mut self) -> Option<String> {
        let at = self.below(self.known.len().max(1));
        let known = self.known.get(at).filter(|known| !known.borrows)?;
        let (name, traits) = (known.name.clone(), known.traits);
        self.hold(traits);
        Some(name)
    }

    fn key(&mut self) -> String {
        self.pick(&["u8", "i64", "String", "(u16, bool)", "char"]).to_owned()
    }

    /// Makes a type, which may contain `own`.
    fn ty(&mut self, own: &str, depth: usize) -> String {
        let ty = match self.below(if depth == 0 { 10 } else { 16 }) {
            0..7 => self.pick(&LEAVES).to_owned(),
            7 => self.some_known().unwrap_or_else(|| "u16".to_owned()),
            8 => format!("Option<Box<{own}>>"),
            9 => {
                self.traits.exact = false;
                self.pick(&["BTreeSet<u16>", "NodePath"]).to_owned()
            }
            10 => format!("Option<{}>", self.ty(own, depth - 1)),
            11 => format!("Vec<{}>", self.ty(own, depth - 1)),
            12 => format!("[{}; 2]", self.ty(own, 0)),
            13 => format!("BTreeMap<{}, {}>", self.key(), self.ty(own, depth - 1)),
            14 => format!("({}, {})", self.ty(own, depth - 1), self.ty(own, 0)),
            _ => format!("Vec<{own}>"),
        };
        self.traits.writable &= ty != "NodePath";
        self.held.push(ty.clone());
        ty
    }

    /// A field without its name: its attributes and its type.
    fn field(&mut self, own: &str, borrows: bool) -> (String, String) {
        self.fields += 1;
        if borrows && self.once_in(2) {
            return (String::new(), self.pick(&BORROWED).to_owned());
        }
        if !self.once_in(3) {
            return (String::new(), self.ty(own, 2));
        }
        let (attribute, types) = ADAPTED[self.below(ADAPTED.len())];
        let ty = self.pick(types);
        self.held.push(ty.to_owned());
        if attribute.starts_with("normal") || attribute.starts_with("smallest_three") {
            self.hold(Traits { exact: false, writable: false, ..STRICT });
        }
        (format!("#[flat({attribute})] "), ty.to_owned())
    }

    /// A field that is in the header of `flags`, or not, and its bits there.
    fn flagged(&mut self, own: &str) -> (String, String, usize) {
        match self.below(5) {
            0 | 1 => (String::new(), "bool".to_owned(), 1),
            2 => {
                let at = self.below(self.known.len().max(1));
                let plain = self.known.get(at).and_then(|known| known.plain);
                match plain {
                    Some(largest) => {
                        let bits = (32 - largest.leading_zeros()).max(1) as usize + self.below(2);
                        (format!("#[flat(bits = {bits})] "), self.known[at].name.clone(), bits)
                    }
                    None => {
                        let width = [8, 16, 32][self.below(3)];
                        let bits = 1 + self.below(width.min(20));
                        let sign = self.pick(&["u", "i"]);
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
        let flags = !borrows && self.once_in(3);
        let mut fields = Vec::new();
        let mut bits = 0;
        for _ in 0..1 + self.below(most) {
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
        if flags && bits == 0 {
            fields.push("there: bool".to_owned());
        }
        (fields.join(", "), flags)
    }

    /// Writes the next type.
    pub(crate) fn item(&mut self) {
        let name = format!("Flat{}", self.known.len());
        self.held.clear();
        self.traits = STRICT;
        match self.below(12) {
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
        let borrows = body.contains("'a");
        let (lifetime, of) = if borrows { ("<'a>", "<'static>") } else { ("", "") };
        let attributes = if attributes.is_empty() {
            String::new()
        } else {
            format!("#[flat({})]\n", attributes.join(", "))
        };
        let held = self.held.join(" ");
        let names = held.split(|c: char| !c.is_alphanumeric());
        let inner: BTreeSet<_> = names
            .filter(|name| self.known.iter().any(|known| known.name == **name))
            .map(|name| format!("Of{name}::LARGEST"))
            .collect();
        let sizes = self.held.iter().map(|ty| format!("size_of::<{ty}>()"));
        let sizes = sizes.chain(inner).collect::<Vec<_>>().join(", ");
        writeln!(
            self.text,
            "#[derive(Clone, Debug, PartialEq, {derives}GodotFlat)]\n{attributes}{body}\n\
             pub(super) struct Of{name};\n\
             impl Family for Of{name} {{ type Of<'a> = {name}{lifetime}; \
             const LARGEST: usize = largest(&[size_of::<{name}{of}>(), {sizes}]); }}"
        )
        .expect("a String takes all");
        self.known.push(Known { name, borrows, plain, traits: self.traits });
    }

    fn record(&mut self, name: String) {
        let (mut fields, flags) = self.fields(&name, 7, false);
        let mut attributes = Vec::new();
        if flags {
            attributes.push("flags".to_owned());
        }
        if self.once_in(6) {
            attributes.push("big_endian".to_owned());
        }
        if self.once_in(5) {
            fields.push_str(
                ", #[flat(default)] later: u16, #[flat(default = \"x\", len = u8)] last: String",
            );
            self.traits.open = true;
        } else if self.once_in(4) {
            attributes.push("delta(Clone, Debug, PartialEq)".to_owned());
        } else if self.once_in(6) {
            attributes.push("trailing = \"ignore\"".to_owned());
            self.traits.open = true;
        }
        let body = format!("pub(super) struct {name} {{ {fields} }}");
        self.finish_item(name, "", &attributes, &body, None);
    }

    fn tuple(&mut self, name: String) {
        let fields: Vec<_> = (0..2)
            .map(|_| {
                let (attributes, ty) = self.field(&name, false);
                format!("{attributes}{ty}")
            })
            .collect();
        let body = format!("pub(super) struct {name}({});", fields.join(", "));
        self.finish_item(name, "", &[], &body, None);
    }

    fn borrowed(&mut self, name: String) {
        let (fields, _) = self.fields("u8", 4, true);
        let body = format!("pub(super) struct {name}<'a> {{ {fields}, text: &'a str }}");
        self.finish_item(name, "", &[], &body, None);
    }

    /// Two types that contain each other.
    fn pair(&mut self, name: String) {
        let inner = format!("Flat{}", self.known.len() + 1);
        let mut record = |own: &str, last: String| {
            let (fields, flags) = self.fields(own, 3, false);
            let fields = format!("pub(super) struct {own} {{ {fields}, {last} }}");
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
        ][self.below(4)];
        let mut members = vec!["First".to_owned(), "#[flat(id = 5)] Second".to_owned()];
        members.push(format!("#[flat(id = {last})] Third"));
        members[0].insert_str(0, "#[flat(id = 0)] ");
        let mut plain = Some(last);
        if self.once_in(3) {
            members.push(format!("#[flat(other)] Other({other})"));
            plain = None;
        }
        let body = format!("pub(super) enum {name} {{ {} }}", members.join(", "));
        let attributes = [format!("repr = \"{repr}\"")];
        self.finish_item(name, "Eq, PartialOrd, Ord, ", &attributes, &body, plain);
    }

    fn enumeration(&mut self, name: String) {
        let (repr, number) =
            [("u8", "u8"), ("u16", "u16"), ("u32", "u32"), ("varint", "u32")][self.below(4)];
        let mut attributes = vec![format!("repr = \"{repr}\""), "id".to_owned()];
        if self.once_in(6) {
            attributes.push("big_endian".to_owned());
        }
        let mut members = vec!["#[flat(id = 0)] Nothing".to_owned()];
        for number in 1..2 + self.below(4) {
            let id = number * 37;
            let member = match self.below(4) {
                0 => {
                    let at = self.below(self.known.len().max(1));
                    let known = self.known.get(at).filter(|known| !known.borrows);
                    let (ty, traits) = known.map_or(("u16".to_owned(), STRICT), |known| {
                        (known.name.clone(), known.traits)
                    });
                    self.hold(traits);
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
        match self.below(4) {
            0 => {
                self.traits.takes_rest = true;
                members.push(format!("#[flat(other)] Other({number}, Vec<u8>)"));
            }
            1 => {
                self.traits.takes_rest = true;
                self.traits.writable = false;
                members.push("#[flat(other)] Other".to_owned());
            }
            _ => {}
        }
        let body = format!("pub(super) enum {name} {{ {} }}", members.join(", "));
        self.finish_item(name, "", &attributes, &body, None);
    }

    /// The text of all types.
    pub(crate) fn finish(mut self) -> String {
        self.text.push_str("/// All of them.\npub(super) const TYPES: &[Entry] = &[\n");
        for Known { name, traits: Traits { exact, writable, open, takes_rest }, .. } in &self.known
        {
            let open = open | takes_rest;
            writeln!(
                self.text,
                "    Entry::of::<Of{name}>(\"{name}\", {exact}, {writable}, {open}),"
            )
            .expect("a String takes all");
        }
        self.text.push_str("];\n");
        self.text
    }
}
