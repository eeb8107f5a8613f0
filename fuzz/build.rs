//! Writes types with every form and attribute from a seed: types that users could derive.
//!
//! `FUZZ_TYPES` sets their number, `FUZZ_TYPES_SEED` the seed.

#[path = "build_flat.rs"]
mod flat;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build_flat.rs");
    let number = |name: &str, usual| {
        println!("cargo::rerun-if-env-changed={name}");
        env::var(name).map_or(usual, |text| text.parse().expect("a number"))
    };
    let (seed, count) = (number("FUZZ_TYPES_SEED", 1), number("FUZZ_TYPES", 240));
    let mut generator = Generator { random: Random(seed), ..Generator::default() };
    let mut flat = flat::Generator::new(Random(seed));
    for _ in 0..count {
        generator.item();
        flat.item();
    }
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(folder.join("generated.rs"), generator.finish()).expect("a file");
    fs::write(folder.join("flat.rs"), flat.finish()).expect("a file");
}

/// A finished type.
#[derive(Default)]
struct Known {
    name: String,
    /// Whether it is a Dictionary whose fields can be flattened.
    flattens: bool,
    /// Whether it can be Nil, so that an `Option` of it is not allowed.
    nullable: bool,
    /// Whether it is ordered, as keys must be.
    is_key: bool,
}

/// The place of fields.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Dictionary,
    /// With names.
    Array,
    Tuple,
}

/// Random numbers (`splitmix64`).
#[derive(Default)]
struct Random(u64);

impl Random {
    /// A number below `bound`.
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % bound as u64) as usize
    }
}

#[derive(Default)]
struct Generator {
    random: Random,
    text: String,
    known: Vec<Known>,
    /// Numbers the fields, so that all keys are different.
    fields: usize,
    /// Whether the current type can be Nil.
    nullable: bool,
    /// The types that it contains.
    held: Vec<String>,
}

const LEAVES: [&str; 27] = [
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
    "Vector3i",
    "Color",
    "Transform3D",
    "Vec<u8>",
    "Vec<i32>",
    "Vec<f32>",
    "Vec<String>",
    "Vec<Vector2>",
    "[i64; 3]",
];

/// Attributes of a field, each with a type that it can have.
const ADAPTED: [(&str, &str); 17] = [
    ("as = \"int\"", "f64"),
    ("as = \"int\"", "f32"),
    ("as = \"int\"", "bool"),
    ("as = \"int\"", "Option<u16>"),
    ("as = \"float\"", "i32"),
    ("as = \"float64\"", "u64"),
    ("as = \"float\", strict", "bool"),
    ("f64", "f64"),
    ("as = \"StringName\"", "String"),
    ("as = \"NodePath\"", "String"),
    ("as = \"Array\"", "Vec<f32>"),
    ("strict", "f64"),
    ("strict", "Vec<i32>"),
    ("max_len = 5", "String"),
    ("max_len = 3", "Vec<i64>"),
    ("typed", "Vec<i64>"),
    ("typed", "BTreeMap<String, f64>"),
];

impl Generator {
    fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound)
    }

    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn pick<'t>(&mut self, list: &[&'t str]) -> &'t str {
        list[self.below(list.len())]
    }

    /// Returns one of the finished types that meets a condition.
    fn some_known(&mut self, suits: impl Fn(&Known) -> bool) -> Option<String> {
        if self.known.is_empty() {
            return None;
        }
        let at = self.below(self.known.len());
        let known = &self.known[at];
        suits(known).then(|| known.name.clone())
    }

    /// A type that is never Nil.
    fn solid(&mut self) -> String {
        match self.below(3) {
            0 => self.some_known(|known| !known.nullable),
            1 => Some(format!("Vec<{}>", self.pick(&LEAVES))),
            _ => None,
        }
        .unwrap_or_else(|| self.pick(&LEAVES).to_owned())
    }

    fn key(&mut self) -> String {
        let own = self.some_known(|known| known.is_key);
        let key = self.pick(&["String", "i64", "u8", "(i32, String)"]).to_owned();
        own.unwrap_or(key)
    }

    /// Makes a type, which may contain `own`.
    fn ty(&mut self, own: &str, depth: usize) -> String {
        let ty = match self.below(if depth == 0 { 12 } else { 16 }) {
            0..6 => self.pick(&LEAVES).to_owned(),
            6 | 7 => format!("Option<{}>", self.solid()),
            8 | 9 => self.some_known(|_| true).unwrap_or_else(|| "i32".to_owned()),
            10 if self.nullable => format!("Vec<{own}>"),
            10 => format!("Option<Box<{own}>>"),
            11 => self.pick(&["Variant", "[u8; 5]", "BTreeSet<i32>"]).to_owned(),
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
        let mut ty = self.ty(own, 2);
        if self.once_in(5) {
            let (attribute, adapted) = ADAPTED[self.below(ADAPTED.len())];
            attributes.push(attribute.to_owned());
            ty = adapted.to_owned();
        } else if place == Place::Dictionary && self.once_in(6) {
            ty = format!("Option<{}>", self.solid());
            attributes.push("skip_encoding_if = Option::is_none".to_owned());
        } else if place == Place::Dictionary && self.once_in(8) {
            ty = self.pick(&["i32", "f32", "String", "Vec<u8>", "Option<String>"]).to_owned();
            let default = self.pick(&["default", "skip", "skip_encoding", "skip_decoding"]);
            attributes.push(default.to_owned());
            if default == "skip_encoding" {
                attributes.push("default".to_owned());
            }
        }
        if place == Place::Tuple {
            return self.with_attributes(&attributes, &ty);
        }
        if place == Place::Dictionary
            && !attributes.iter().any(|attribute| attribute.starts_with("skip"))
        {
            if self.once_in(6) {
                attributes.push(format!("rename = \"Key {number}\""));
            }
            if self.once_in(8) {
                attributes.push(format!("alias = \"alias{number}\""));
            }
        }
        let field = format!("field_{number}: {ty}");
        self.with_attributes(&attributes, &field)
    }

    fn with_attributes(&mut self, attributes: &[String], item: &str) -> String {
        if attributes.is_empty() {
            return item.to_owned();
        }
        format!("#[godot_var({})] {item}", attributes.join(", "))
    }

    fn fields(&mut self, own: &str, place: Place, most: usize) -> String {
        let count = 1 + self.below(most);
        let fields: Vec<_> = (0..count).map(|_| self.field(own, place)).collect();
        fields.join(", ")
    }

    fn item(&mut self) {
        let name = format!("Type{}", self.known.len());
        self.held.clear();
        self.nullable = false;
        let mut known = Known { name: name.clone(), ..Known::default() };
        let (attributes, body) = match self.below(20) {
            0..9 => self.record(&name, &mut known),
            9 => (
                String::new(),
                format!(
                    "struct {name}({}, {});",
                    self.field(&name, Place::Tuple),
                    self.field(&name, Place::Tuple)
                ),
            ),
            10 => {
                let field = self.ty("i32", 1);
                known.nullable = true;
                ("transparent".to_owned(), format!("struct {name}({field});"))
            }
            _ => self.enumeration(&name, &mut known),
        };
        let derives = if known.is_key { "PartialEq, Eq, PartialOrd, Ord, " } else { "" };
        writeln!(self.text, "#[derive({derives}GodotVar)]").expect("a String takes all");
        if !attributes.is_empty() {
            writeln!(self.text, "#[godot_var({attributes})]").expect("a String takes all");
        }
        writeln!(self.text, "{body}").expect("a String takes all");
        let held = self.held.join(" ");
        let held = held
            .split(|c: char| !c.is_alphanumeric())
            .filter(|held| self.known.iter().any(|known| known.name == **held));
        let held: BTreeSet<_> = held.map(|held| format!("{held}::LARGEST")).collect();
        let sizes: Vec<_> =
            self.held.iter().map(|ty| format!("size_of::<{ty}>()")).chain(held).collect();
        writeln!(
            self.text,
            "impl Size for {name} {{ const LARGEST: usize = largest(&[size_of::<Self>(), {}]); }}",
            sizes.join(", ")
        )
        .expect("a String takes all");
        self.known.push(known);
    }

    fn record(&mut self, name: &str, known: &mut Known) -> (String, String) {
        let mut attributes = Vec::new();
        let large = self.once_in(12);
        let place = if self.once_in(6) { Place::Array } else { Place::Dictionary };
        let mut fields = self.fields(name, place, if large { 30 } else { 6 });
        if large {
            fields.push_str(", large: Option<[f32; 120]>");
            self.held.push("[f32; 120]".to_owned());
        }
        known.flattens = place == Place::Dictionary;
        if place == Place::Array {
            attributes.push("array");
        } else {
            if self.once_in(3) {
                // Each is flattened only once, so that no key is repeated.
                let at = self.below(self.known.len().max(1));
                if let Some(inner) = self.known.get_mut(at).filter(|inner| inner.flattens) {
                    inner.flattens = false;
                    let ty = inner.name.clone();
                    self.held.push(ty.clone());
                    let ty = if self.once_in(2) { format!("Option<{ty}>") } else { ty };
                    write!(fields, ", #[godot_var(flatten)] flat: {ty}")
                        .expect("a String takes all");
                }
            }
            if self.once_in(8) {
                known.flattens = false;
                let ty = self.ty(name, 0);
                write!(fields, ", #[godot_var(flatten)] rest: BTreeMap<String, {ty}>")
                    .expect("a String takes all");
            } else if self.once_in(6) {
                known.flattens = false;
                attributes.push("deny_unknown_fields");
            }
            if self.once_in(10) {
                attributes.push("keys = \"StringName\"");
            }
            if self.once_in(6) {
                attributes.push("rename_all = \"camelCase\"");
            }
        }
        (attributes.join(", "), format!("struct {name} {{ {fields} }}"))
    }

    fn enumeration(&mut self, name: &str, known: &mut Known) -> (String, String) {
        let form = self.below(7);
        let mut members = Vec::new();
        let attributes = match form {
            0 | 1 => {
                known.is_key = true;
                members.extend(
                    ["First", "Second", "#[godot_var(alias = \"four\")] Third"].map(str::to_owned),
                );
                if form == 0 {
                    if self.once_in(2) {
                        members.push("#[godot_var(other)] Other(String)".to_owned());
                    }
                    ""
                } else {
                    members.pop();
                    members.push("#[godot_var(id = 70_000)] Third".to_owned());
                    if self.once_in(2) {
                        members.push("#[godot_var(other)] Other(i64)".to_owned());
                    }
                    "repr = \"int\""
                }
            }
            2 => "",
            3 => "tag = \"type\"",
            4 => "tag = \"type\", content = \"data\"",
            5 => "untagged",
            _ => "array, id",
        };
        if form >= 2 {
            let other = form != 5 && self.once_in(3);
            known.nullable = form == 5 || other;
            self.nullable = known.nullable;
            let count = 2 + self.below(4);
            for number in 0..count {
                let member = self.member(name, form, number);
                members.push(member);
            }
            if other {
                members.push("#[godot_var(other)] Other(Variant)".to_owned());
            }
        }
        (attributes.to_owned(), format!("enum {name} {{ {} }}", members.join(", ")))
    }

    fn member(&mut self, own: &str, form: usize, number: usize) -> String {
        // A type that contains itself needs an end.
        let own = if form == 5 && number == 0 { "i32" } else { own };
        let body = match self.below(4) {
            0 if number > 0 => String::new(),
            1 if form != 3 => format!("({})", self.ty(own, 1)),
            2 if form != 3 => format!("({}, {})", self.ty(own, 1), self.ty(own, 1)),
            _ => {
                let place = if form == 6 { Place::Array } else { Place::Dictionary };
                format!(" {{ {} }}", self.fields(own, place, 3))
            }
        };
        let id = if form == 6 { format!("#[godot_var(id = {number})] ") } else { String::new() };
        format!("{id}Member{number}{body}")
    }

    fn finish(mut self) -> String {
        self.text.push_str("/// All of them.\npub(crate) const TYPES: &[Entry] = &[\n");
        for Known { name, .. } in &self.known {
            writeln!(self.text, "    Entry::of::<{name}>(\"{name}\"),")
                .expect("a String takes all");
        }
        self.text.push_str("];\n");
        self.text
    }
}
