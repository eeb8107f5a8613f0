//! Messages of LiteNetLibManager.

use super::{Random, STRICT, Traits, Turns, Types, Writer, owned};

const USES: &str = "use std::borrow::Cow;
use std::net::SocketAddr;
use godot_var::litenet::{Color, DirectionVector2, DirectionVector3, EulerAngles, Guid, Half, LengthPrefixed, LiteNetMessage, Packed, Zigzag};
use godot_var::math::{Quaternion, Vector2i, Vector3i, Vector4};
use godot_var::{Vector2, Vector3};
";

/// Types without attributes.
const LEAVES: [&str; 38] = [
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
    "String",
    "Packed<u16>",
    "Packed<u32>",
    "Packed<u64>",
    "Packed<i64>",
    "Zigzag<i16>",
    "Zigzag<i32>",
    "Zigzag<i64>",
    "Vector2",
    "Vector3",
    "Vector4",
    "Vector2i",
    "Vector3i",
    "Quaternion",
    "EulerAngles",
    "Color",
    "Half",
    "DirectionVector2",
    "DirectionVector3",
    "Guid",
    "SocketAddr",
    "()",
    "Vec<u8>",
    "Vec<String>",
    "LengthPrefixed<u32>",
    "LengthPrefixed<String>",
    "Box<Vector2>",
];

/// Types that borrow.
const BORROWED: [&str; 4] = ["&'a str", "&'a [u8]", "Cow<'a, str>", "Box<&'a str>"];

/// Attributes of a field, each with types that it can have.
const ADAPTED: &[(&str, &[&str])] = &[
    ("packed", &["u16", "u32", "u64", "i64"]),
    ("zigzag", &["i16", "i32", "i64"]),
    ("len = \"u16\"", &["Vec<u8>", "Vec<String>", "Vec<Vector3>"]),
    ("len = \"i32\"", &["Vec<u16>", "String", "Vec<u8>", "Vec<(bool, u8)>"]),
    ("len = \"packed\"", &["Vec<u32>", "Vec<bool>", "Vec<[u8; 2]>"]),
    ("len = \"zigzag\"", &["Vec<i64>", "Vec<Option<u8>>"]),
    ("len = \"packed\", packed", &["Vec<u16>", "Vec<u32>", "Vec<u64>"]),
    ("len = \"zigzag\", zigzag", &["Vec<i16>", "Vec<i64>"]),
    ("len = \"u16\", packed", &["Vec<i64>"]),
    ("euler", &["Quaternion"]),
    ("with = minutes", &["u32"]),
];

/// A finished type.
struct Known {
    name: String,
    traits: Traits,
    /// Whether a variant of an enum of messages can hold it.
    is_message: bool,
    /// Whether its last field takes the rest of the message, so that nothing can follow it.
    takes_rest: bool,
}

struct Generator {
    random: Random,
    writer: Writer,
    known: Vec<Known>,
    adapted: Turns,
    /// Numbers the fields.
    fields: usize,
    /// What the current type contains.
    held: Vec<String>,
    traits: Traits,
    /// Whether a message in it takes the rest.
    takes_rest: bool,
}

/// So many types from a seed.
pub(crate) fn types(seed: u64, count: usize) -> Types {
    let mut generator = Generator {
        random: Random(seed),
        writer: Writer::new("impl<E: Era> Family<LiteNet<E>> for", USES),
        known: Vec::new(),
        adapted: Turns::new(ADAPTED),
        fields: 0,
        held: Vec::new(),
        traits: STRICT,
        takes_rest: false,
    };
    for number in 0..count {
        generator.item(number);
    }
    generator.writer.finish()
}

impl Generator {
    fn hold(&mut self, traits: Traits) {
        self.traits.exact &= traits.exact;
        self.traits.open |= traits.open;
        self.traits.plain &= traits.plain;
    }

    fn some_known(&mut self) -> Option<String> {
        let at = self.random.below(self.known.len());
        let known = self.known.get(at).filter(|known| !known.takes_rest)?;
        let (name, traits) = (known.name.clone(), known.traits);
        self.hold(traits);
        Some(name)
    }

    /// Makes a type, which may contain `own`.
    fn ty(&mut self, own: &str, depth: usize) -> String {
        let ty = match self.random.below(if depth == 0 { 9 } else { 15 }) {
            0..7 => self.random.pick(&LEAVES).to_owned(),
            7 => self.some_known().unwrap_or_else(|| "u16".to_owned()),
            8 => format!("Option<Box<{own}>>"),
            9 => format!("Option<{}>", self.ty(own, depth - 1)),
            10 => format!("Vec<{}>", self.ty(own, depth - 1)),
            11 => format!("[{}; 2]", self.ty("u8", depth - 1)),
            12 => format!("({}, {})", self.ty("u8", depth - 1), self.ty(own, 0)),
            13 => format!("LengthPrefixed<{}>", self.ty(own, 0)),
            _ => format!("Vec<{own}>"),
        };
        self.held.push(ty.clone());
        ty
    }

    /// A field without its name: its attributes and its type. `before` are the fields that a condition can name.
    fn field(&mut self, own: &str, before: &[(String, &str)]) -> (String, String) {
        let mut attributes = Vec::new();
        let mut ty = if self.random.once_in(3) {
            let (attribute, ty) = self.adapted.next(&mut self.random);
            attributes.push(attribute.to_owned());
            self.traits.exact &= attribute != "euler";
            self.traits.plain &= !attribute.starts_with("with");
            self.held.push(ty.to_owned());
            ty.to_owned()
        } else {
            self.ty(own, 2)
        };
        if !before.is_empty() && self.random.once_in(3) {
            let test = |(name, ty): &(String, &str)| match *ty {
                "bool" => [name.clone(), format!("!{name}")],
                "Choice" => [format!("{name} == Second"), format!("{name} != Choice::First")],
                _ => [format!("{name} == 3"), format!("{name} != 0")],
            };
            let mut one = || {
                let field = &before[self.random.below(before.len())];
                test(field)[self.random.below(2)].clone()
            };
            let (first, second) = (one(), one());
            let condition = match self.random.below(4) {
                0 => format!("{first} && {second}"),
                1 => format!("!({first} || {second})"),
                _ => first,
            };
            attributes.push(format!("if = \"{condition}\""));
            ty = format!("Option<{ty}>");
        }
        let attributes = match &attributes[..] {
            [] => String::new(),
            all => format!("#[litenet({})] ", all.join(", ")),
        };
        (attributes, ty)
    }

    /// The fields of a record in braces.
    fn fields(&mut self, own: &str, most: usize, borrows: bool) -> String {
        let mut fields = Vec::new();
        let mut before: Vec<(String, &str)> = Vec::new();
        for _ in 0..1 + self.random.below(most) {
            self.fields += 1;
            let name = format!("field_{}", self.fields);
            if self.random.once_in(5) {
                let ty = self.random.pick(&["bool", "u8", "Choice"]);
                fields.push(format!("{name}: {ty}"));
                before.push((name, ty));
            } else if borrows && self.random.once_in(2) {
                let ty = self.random.pick(&BORROWED);
                self.held.push(ty.to_owned());
                fields.push(format!("{name}: {ty}"));
            } else {
                let (attributes, ty) = self.field(own, &before);
                fields.push(format!("{attributes}{name}: {ty}"));
            }
        }
        fields.join(", ")
    }

    /// Returns the last field, which takes the rest of the message.
    fn rest(&mut self, borrows: bool) -> String {
        self.traits.open = true;
        let types: &[&str] =
            if borrows { &["&'a [u8]", "Cow<'a, [u8]>"] } else { &["Vec<u8>", "Box<[u8]>"] };
        format!(", #[litenet(rest)] rest: {}", self.random.pick(types))
    }

    fn item(&mut self, number: usize) {
        let name = format!("Net{number}");
        self.held.clear();
        self.traits = STRICT;
        self.takes_rest = false;
        let mut is_message = false;
        let (attributes, body) = match self.random.below(12) {
            // Conditions compare with its variants.
            _ if number == 0 => (
                String::new(),
                "enum Choice { First, Second = 7, #[litenet(id = 9)] Third }\n\
                 #[derive(Debug, LiteNetMessage)]\n\
                 pub struct Net0(Choice);"
                    .to_owned(),
            ),
            1 => {
                let (one, two) = (self.field(&name, &[]), self.field(&name, &[]));
                (String::new(), format!("struct {name}({}{}, {}{});", one.0, one.1, two.0, two.1))
            }
            2 | 3 => {
                let fields = self.fields("u8", 4, true);
                let rest = if self.random.once_in(2) { self.rest(true) } else { String::new() };
                let body = format!("struct {name}<'a> {{ {fields}, text: &'a str{rest} }}");
                (String::new(), body)
            }
            4 | 5 => (String::new(), self.enumeration(&name)),
            6 => ("messages".to_owned(), self.messages(&name)),
            kind => {
                let takes_rest = self.random.once_in(6);
                let mut fields = self.fields(if takes_rest { "u8" } else { &name }, 7, false);
                if takes_rest {
                    fields += &self.rest(false);
                }
                is_message = kind < 9;
                let attribute = format!("msg_type = {}", [number, 250 + number * 40][number % 2]);
                let attribute = if is_message { attribute } else { String::new() };
                (attribute, format!("struct {name} {{ {fields} }}"))
            }
        };
        let attributes = match &attributes[..] {
            "" => String::new(),
            some => format!("#[litenet({some})]\n"),
        };
        let derives = if number == 0 { "Clone, Copy, PartialEq, " } else { "" };
        let source = format!("#[derive({derives}Debug, LiteNetMessage)]\n{attributes}pub {body}");
        let borrows = body.contains("'a");
        let twin = format!("{name}Owned");
        if borrows {
            self.writer.source(&owned(&source).replace(&name, &twin), false);
        }
        let held = std::mem::take(&mut self.held);
        let owner = if borrows { &twin } else { &name };
        self.writer.item(&name, &source, owner, &held, self.traits);
        if !borrows {
            let takes_rest = self.takes_rest || body.contains("(rest)");
            self.known.push(Known { name, traits: self.traits, is_message, takes_rest });
        }
    }

    /// The fields of a variant.
    fn member(&mut self, own: &str) -> String {
        match self.random.below(4) {
            0 => String::new(),
            1 => {
                let (attributes, ty) = self.field(own, &[]);
                format!("({attributes}{ty})")
            }
            _ => format!(" {{ {} }}", self.fields(own, 3, false)),
        }
    }

    /// The variant that keeps unknown numbers.
    fn other(&mut self, number: &str, members: &mut Vec<String>) {
        match self.random.below(3) {
            0 => members.push(format!("#[litenet(other)] Other({number})")),
            1 => {
                self.traits.open = true;
                members.push(format!("#[litenet(other)] Other({number}, Vec<u8>)"));
            }
            _ => {}
        }
    }

    fn enumeration(&mut self, name: &str) -> String {
        let mut members = vec!["Nothing".to_owned()];
        for number in 1..2 + self.random.below(4) {
            let member = self.member(name);
            let id = match self.random.below(3) {
                0 => format!("#[litenet(id = {})] ", number * 37),
                _ => String::new(),
            };
            members.push(format!("{id}Member{number}{member}"));
        }
        self.other("u8", &mut members);
        format!("enum {name} {{ {} }}", members.join(", "))
    }

    fn messages(&mut self, name: &str) -> String {
        let mut members = Vec::new();
        for number in 1..3 + self.random.below(3) {
            let at = self.random.below(self.known.len());
            match self.known.get(at).filter(|known| known.is_message && number == 1) {
                Some(known) => {
                    let (ty, traits) = (known.name.clone(), known.traits);
                    self.takes_rest = known.takes_rest;
                    self.hold(traits);
                    members.push(format!("Held({ty})"));
                    self.held.push(ty);
                }
                None => {
                    let member = self.member(name);
                    let number = 30_000 + number;
                    members.push(format!("#[litenet(msg_type = {number})] Member{number}{member}"));
                }
            }
        }
        self.other("u16", &mut members);
        format!("enum {name} {{ {} }}", members.join(", "))
    }
}
