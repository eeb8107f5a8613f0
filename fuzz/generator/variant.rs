//! Messages as Variants.

use std::fmt::Write;

use super::{Random, STRICT, Traits, Turns, Types, Writer, owned};

const USES: &str = "use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::num::{NonZeroI8, NonZeroU8};
use std::time::{Duration, SystemTime};
use godot_var::math::{Transform3D, Vector3i};
use godot_var::values::{NodePath, PackedView, StringName};
use godot_var::{Color, GodotVar, Variant, Vector2, Vector3};
";

/// A finished type.
struct Known {
    name: String,
    /// Whether it is a Dictionary whose fields can be flattened.
    flattens: bool,
    /// Whether it can be Nil, so that an `Option` of it is not allowed.
    nullable: bool,
    /// Whether it is ordered, as keys must be.
    is_key: bool,
    /// Whether it needs functions of a program, or Godot 4.
    traits: Traits,
    /// Whether it borrows from the message, so that no other type contains it.
    borrows: bool,
}

/// The place of fields.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Dictionary,
    /// With names.
    Array,
    Tuple,
}

/// Types without attributes.
const LEAVES: [&str; 28] = [
    "bool",
    "i8",
    "i16",
    "i32",
    "i64",
    "u8",
    "u16",
    "u32",
    "u64",
    "NonZeroI8",
    "Vec<NonZeroU8>",
    "f32",
    "f64",
    "char",
    "String",
    "StringName",
    "NodePath",
    "Vector2",
    "Vector3",
    "Color",
    "Transform3D",
    "Vec<u8>",
    "Vec<i32>",
    "Vec<f32>",
    "Vec<String>",
    "Vec<Vector2>",
    "[i64; 3]",
    "Box<f64>",
];

/// Types of one length, all with a `Default`.
const FIXED: [&str; 7] = ["bool", "u16", "f32", "Vector2", "Color", "Vector3", "i64"];

/// Types that borrow.
const BORROWED: [&str; 6] = [
    "&'a str",
    "&'a [u8]",
    "Cow<'a, str>",
    "Cow<'a, [i32]>",
    "PackedView<'a, f32>",
    "Option<&'a str>",
];

/// Attributes of a field in any place, each with types that it can have.
const ADAPTED: &[(&str, &[&str])] = &[
    ("as = \"int\"", &["f64", "f32", "bool", "Option<u16>"]),
    ("as = \"float\"", &["i32"]),
    ("as = \"float64\"", &["u64"]),
    ("as = \"float\", strict", &["bool"]),
    ("f64", &["f64"]),
    ("as = \"StringName\"", &["String"]),
    ("as = \"NodePath\"", &["String"]),
    ("as = \"Array\"", &["Vec<f32>"]),
    ("strict", &["f64", "Vec<i32>", "Option<String>"]),
    ("max_len = 5", &["String"]),
    ("max_len = 3", &["Vec<i64>", "BTreeMap<String, u8>"]),
    ("typed", &["Vec<i64>", "BTreeMap<String, f64>", "Option<Vec<Vector2>>"]),
    ("unit = \"ms\"", &["Duration", "Option<Duration>"]),
    ("unit = \"s\"", &["SystemTime"]),
    ("with = tenths", &["f64"]),
    ("encode_with = tenths::encode, decode_with = tenths::decode", &["f64"]),
];

/// Attributes of a field that has a key.
const KEYED: &[(&str, &[&str])] = &[
    ("skip_encoding_if = Option::is_none", &["Option<i32>", "Option<Vec<f32>>", "Option<String>"]),
    ("default", &["i32", "f32", "String", "Vec<u8>", "Option<String>"]),
    ("default = 7", &["u8", "i64"]),
    ("skip", &["i32", "String"]),
    ("skip_encoding, default", &["i32", "Vec<u8>"]),
    ("skip_decoding", &["f32", "Option<String>"]),
];

struct Generator {
    random: Random,
    writer: Writer,
    adapted: Turns,
    keyed: Turns,
    known: Vec<Known>,
    /// Numbers the fields, so that all keys are different.
    fields: usize,
    /// Whether the current type can be Nil.
    nullable: bool,
    /// What the current type needs.
    traits: Traits,
    /// The types that it contains.
    held: Vec<String>,
}

/// So many types from a seed.
pub(crate) fn types(seed: u64, count: usize) -> Types {
    let mut generator = Generator {
        random: Random(seed),
        writer: Writer::new("impl<D: Dialect> Family<Variants<D>> for", USES),
        adapted: Turns::new(ADAPTED),
        keyed: Turns::new(KEYED),
        known: Vec::new(),
        fields: 0,
        nullable: false,
        traits: STRICT,
        held: Vec::new(),
    };
    for _ in 0..count {
        generator.item();
    }
    generator.writer.finish()
}

impl Generator {
    fn hold(&mut self, traits: Traits) {
        self.traits.plain &= traits.plain;
        self.traits.mutual &= traits.mutual;
        self.traits.exact &= traits.exact;
        self.traits.newer |= traits.newer;
    }

    /// Returns one of the finished types that meets a condition.
    fn some_known(&mut self, suits: impl Fn(&Known) -> bool) -> Option<String> {
        let at = self.random.below(self.known.len());
        let known = self.known.get(at).filter(|known| suits(known) && !known.borrows)?;
        let (name, traits) = (known.name.clone(), known.traits);
        self.hold(traits);
        Some(name)
    }

    /// A type that is never Nil.
    fn solid(&mut self) -> String {
        match self.random.below(3) {
            0 => self.some_known(|known| !known.nullable),
            1 => Some(format!("Vec<{}>", self.random.pick(&LEAVES))),
            _ => None,
        }
        .unwrap_or_else(|| self.random.pick(&LEAVES).to_owned())
    }

    fn key(&mut self) -> String {
        let own = self.some_known(|known| known.is_key);
        let key = self.random.pick(&["String", "i64", "u8", "(i32, String)"]).to_owned();
        own.unwrap_or(key)
    }

    /// Makes a type, which may contain `own`.
    fn ty(&mut self, own: &str, depth: usize) -> String {
        let ty = match self.random.below(if depth == 0 { 12 } else { 16 }) {
            0..6 => self.random.pick(&LEAVES).to_owned(),
            6 | 7 => format!("Option<{}>", self.solid()),
            8 | 9 => self.some_known(|_| true).unwrap_or_else(|| "i32".to_owned()),
            10 if self.nullable => format!("Vec<{own}>"),
            10 => format!("Option<Box<{own}>>"),
            11 => self.random.pick(&["Variant", "[u8; 5]", "BTreeSet<i32>"]).to_owned(),
            12 => format!("Vec<{}>", self.ty(own, depth - 1)),
            13 => format!("BTreeMap<{}, {}>", self.key(), self.ty(own, depth - 1)),
            14 => format!("({}, {})", self.ty(own, depth - 1), self.ty(own, 0)),
            _ => format!("Vec<{own}>"),
        };
        self.held.push(ty.clone());
        ty
    }

    /// A field of a record: its attributes, its name and its type.
    fn field(&mut self, own: &str, place: Place) -> String {
        self.fields += 1;
        let number = self.fields;
        let mut attributes = Vec::new();
        let ty = if self.random.once_in(4) {
            let (attribute, ty) = self.adapted.next(&mut self.random);
            self.traits.plain &= !attribute.contains("with");
            // Of other numbers the nearest tenths, nanoseconds and floats.
            let nearest = attribute.contains("with") || attribute == "unit = \"s\"";
            self.traits.exact &= !nearest && (attribute, ty) != ("as = \"int\"", "f32");
            self.traits.newer |= attribute == "typed";
            self.held.push(ty.to_owned());
            attributes.push(attribute.to_owned());
            ty.to_owned()
        } else if place == Place::Dictionary && self.random.once_in(5) {
            let (attribute, ty) = self.keyed.next(&mut self.random);
            self.traits.mutual &= !["skip_encoding, default", "skip_decoding"].contains(&attribute);
            self.held.push(ty.to_owned());
            attributes.push(attribute.to_owned());
            ty.to_owned()
        } else {
            self.ty(own, 2)
        };
        if place == Place::Tuple {
            return with_attributes(&attributes, &ty);
        }
        let is_read = !attributes.iter().any(|attribute| attribute.starts_with("skip"));
        if place == Place::Dictionary && is_read {
            if self.random.once_in(6) {
                attributes.push(format!("rename = \"Key {number}\""));
            }
            if self.random.once_in(8) {
                attributes.push(format!("alias = \"alias{number}\""));
            }
            if self.random.once_in(10) {
                attributes.push(format!(
                    "gdscript = \"own_{number}\", csharp = \"Own{number}\", typescript = \"own{number}\""
                ));
            }
        }
        with_attributes(&attributes, &format!("field_{number}: {ty}"))
    }

    fn fields(&mut self, own: &str, place: Place, most: usize) -> String {
        let count = 1 + self.random.below(most);
        let fields: Vec<_> = (0..count).map(|_| self.field(own, place)).collect();
        fields.join(", ")
    }

    fn item(&mut self) {
        let name = format!("Type{}", self.known.len());
        self.held.clear();
        self.nullable = false;
        self.traits = STRICT;
        let mut known = Known {
            name: name.clone(),
            flattens: false,
            nullable: false,
            is_key: false,
            traits: STRICT,
            borrows: false,
        };
        let mut derives = "";
        // Of rare kinds a few in each list.
        let number = self.known.len();
        let kind = match number % 20 {
            3 => 11,
            7 => 14,
            rest => self.random.below(if rest == 0 { 11 } else { 24 }),
        };
        let (attributes, body) = match kind {
            0..9 => self.record(&name, &mut known),
            9 => {
                let (one, two) = (self.field(&name, Place::Tuple), self.field(&name, Place::Tuple));
                (String::new(), format!("struct {name}({one}, {two});"))
            }
            10 => {
                // In JSON nothing and an empty Dictionary would be the same message.
                let field = self.ty("i32", 1).replace("Variant", "i32");
                known.nullable = true;
                ("transparent".to_owned(), format!("struct {name}({field});"))
            }
            11 => {
                derives = "Default, ";
                self.fixed(&name)
            }
            12 | 13 => {
                let borrowed: Vec<_> = BORROWED.iter().filter(|_| self.random.once_in(2)).collect();
                let fields: Vec<_> = borrowed
                    .iter()
                    .enumerate()
                    .map(|(at, ty)| format!(", text_{at}: {ty}"))
                    .collect();
                self.held.extend(borrowed.iter().map(|&&ty| ty.to_owned()));
                let own = self.fields("u8", Place::Dictionary, 3);
                let body = format!(
                    "struct {name}<'a> {{ {own}, #[godot_var(borrow)] bytes: &'a [u8]{} }}",
                    fields.concat()
                );
                (String::new(), body)
            }
            14 => {
                derives = "Clone, ";
                let more = format!(
                    "\nimpl From<u32> for {name} {{ fn from(number: u32) -> Self {{ Self(number) }} }}\n\
                     impl From<{name}> for u32 {{ fn from(own: {name}) -> Self {{ own.0 }} }}"
                );
                let from = ["from", "try_from"][number / 20 % 2];
                (format!("{from} = u32, into = u32"), format!("struct {name}(u32);{more}"))
            }
            _ => self.enumeration(&name, &mut known),
        };
        if known.is_key {
            derives = "PartialEq, Eq, PartialOrd, Ord, ";
        }
        let attributes = match &attributes[..] {
            "" => String::new(),
            some => format!("#[godot_var({some})]\n"),
        };
        let source = format!("#[derive(Debug, {derives}GodotVar)]\n{attributes}pub {body}");
        known.borrows = body.contains("'a");
        known.traits = self.traits;
        let twin = format!("{name}Owned");
        if known.borrows {
            // Bytes are borrowed by themselves.
            let source = owned(&source).replace("#[godot_var(borrow)] ", "");
            self.writer.source(&source.replace(&name, &twin), self.traits.newer);
        }
        let owner = if known.borrows { &twin } else { &name };
        self.writer.item(&name, &source, owner, &self.held, self.traits);
        self.known.push(known);
    }

    /// A record of bounded length, whose fields may all be missing.
    fn fixed(&mut self, name: &str) -> (String, String) {
        let count = 1 + self.random.below(5);
        let mut fields = Vec::new();
        for _ in 0..count {
            self.fields += 1;
            let ty = self.random.pick(&FIXED);
            self.held.push(ty.to_owned());
            fields.push(format!("field_{}: {ty}", self.fields));
        }
        self.traits.delta = (self.known.len() / 20).is_multiple_of(3);
        let more = ["delta(Debug), ", "default, ", "array, "][self.known.len() / 20 % 3];
        let body = format!("struct {name} {{ {} }}", fields.join(", "));
        (format!("{more}max_size = 60_000, gdscript = \"{name}InScripts\""), body)
    }

    fn record(&mut self, name: &str, known: &mut Known) -> (String, String) {
        let mut attributes = Vec::new();
        let large = self.random.once_in(12);
        let place = if self.random.once_in(6) { Place::Array } else { Place::Dictionary };
        let mut fields = self.fields(name, place, if large { 30 } else { 6 });
        if large {
            fields.push_str(", large: Option<[f32; 120]>");
            self.held.push("[f32; 120]".to_owned());
        }
        known.flattens = place == Place::Dictionary;
        if place == Place::Array {
            attributes.push("array");
        } else {
            if self.random.once_in(3) {
                // Each is flattened only once, so that no key is repeated.
                let at = self.random.below(self.known.len());
                if let Some(inner) = self.known.get_mut(at).filter(|inner| inner.flattens) {
                    inner.flattens = false;
                    let (ty, traits) = (inner.name.clone(), inner.traits);
                    self.hold(traits);
                    self.held.push(ty.clone());
                    let ty = if self.random.once_in(2) { format!("Option<{ty}>") } else { ty };
                    write!(fields, ", #[godot_var(flatten)] flat: {ty}")
                        .expect("a String takes all");
                }
            }
            if self.random.once_in(8) {
                known.flattens = false;
                let ty = self.ty(name, 0);
                write!(fields, ", #[godot_var(flatten)] rest: BTreeMap<String, {ty}>")
                    .expect("a String takes all");
            } else if self.random.once_in(6) {
                known.flattens = false;
                attributes.push("deny_unknown_fields");
            }
            if self.random.once_in(10) {
                attributes.push("keys = \"StringName\"");
            }
            if self.random.once_in(6) {
                attributes.push("rename_all = \"camelCase\"");
            }
        }

        (attributes.join(", "), format!("struct {name} {{ {fields} }}"))
    }

    fn enumeration(&mut self, name: &str, known: &mut Known) -> (String, String) {
        let form = self.random.below(7);
        let mut members = Vec::new();
        let mut attributes = match form {
            0 | 1 => {
                known.is_key = true;
                members.extend(
                    [
                        "First",
                        "#[godot_var(rename = \"second one\", gdscript = \"Two\")] Second",
                        "#[godot_var(alias = \"four\")] Third",
                        "#[godot_var(skip)] Never",
                    ]
                    .map(str::to_owned),
                );
                if form == 0 {
                    if self.random.once_in(2) {
                        members.push("#[godot_var(other)] Other(String)".to_owned());
                    }
                    "rename_all = \"snake_case\"".to_owned()
                } else {
                    members[1..3].clone_from_slice(&[
                        "Second".to_owned(),
                        "#[godot_var(id = 70_000)] Third".to_owned(),
                    ]);
                    if self.random.once_in(2) {
                        members.push("#[godot_var(other)] Other(i64)".to_owned());
                    }
                    "repr = \"int\"".to_owned()
                }
            }
            2 => String::new(),
            3 => "tag = \"type\"".to_owned(),
            4 => "tag = \"type\", content = \"data\"".to_owned(),
            5 => "untagged".to_owned(),
            _ => "array, id".to_owned(),
        };
        if form >= 2 {
            let other = form != 5 && self.random.once_in(3);
            known.nullable = form == 5 || other;
            self.nullable = known.nullable;
            let count = 2 + self.random.below(4);
            for number in 0..count {
                let member = self.member(name, form, number);
                members.push(member);
            }
            if other {
                members.push("#[godot_var(other)] Other(Variant)".to_owned());
            }
            let has_keys = members.iter().any(|member| member.contains(" { "));
            if form < 5 && has_keys && self.random.once_in(3) {
                let more = if attributes.is_empty() { "" } else { ", " };
                attributes.push_str(more);
                attributes.push_str("rename_all_fields = \"PascalCase\"");
            }
        }
        (attributes, format!("enum {name} {{ {} }}", members.join(", ")))
    }

    fn member(&mut self, own: &str, form: usize, number: usize) -> String {
        // A type that contains itself needs an end.
        let own = if form == 5 && number == 0 { "i32" } else { own };
        let mut attributes = Vec::new();
        let body = match self.random.below(4) {
            0 if number > 0 => String::new(),
            1 if form != 3 => format!("({})", self.ty(own, 1)),
            2 if form != 3 => format!("({}, {})", self.ty(own, 1), self.ty(own, 1)),
            _ => {
                let place = if form == 6 { Place::Array } else { Place::Dictionary };
                if form != 6 && self.random.once_in(4) {
                    attributes.push("rename_all = \"kebab-case\"".to_owned());
                }
                format!(" {{ {} }}", self.fields(own, place, 3))
            }
        };
        if form == 6 {
            attributes.push(format!("id = {number}"));
        } else if form != 5 && self.random.once_in(5) {
            attributes.push(format!("rename = \"member {number}\", alias = \"{number}\""));
        }
        with_attributes(&attributes, &format!("Member{number}{body}"))
    }
}

fn with_attributes(attributes: &[String], item: &str) -> String {
    if attributes.is_empty() {
        return item.to_owned();
    }
    format!("#[godot_var({})] {item}", attributes.join(", "))
}
