//! A whole schema of flat messages as a model: every type by name, resolved across modules.
//!
//! [`parse`] reads a Rust module with its `mod x;` and checks every type that derives `GodotFlat`, as the derive does. Types and attributes
//! of fields become one [`Type`], which says all about the bytes. [`Schema::fingerprint`] is that of the compiled type.
//!
//! ```
//! use godot_var_codegen::flat::{self, Body, Type};
//! use godot_var_runtime::flat::NumberType;
//!
//! let text = "
//!     use godot_var::{GodotFlat, Vector2};
//!     /// What a player presses.
//!     #[derive(GodotFlat)]
//!     #[flat(flags)]
//!     struct Input { #[flat(varint)] tick: u32, jump: bool, target: Option<u16>, stick: Vector2 }
//! ";
//! let schema = flat::parse_text("game.rs", text).expect("a valid schema");
//! let input = &schema.types[0];
//! let Body::Record(record) = &input.body else { unreachable!() };
//! assert_eq!((record.header_bits, input.docs[0].as_str()), (2, "What a player presses."));
//! assert_eq!(record.fields[0].ty, Type::Varint(NumberType::U32));
//! // The second bit of the header says whether there is a target.
//! assert_eq!(record.fields[2].bits.map(|bits| (bits.first, bits.count)), Some((1, 1)));
//! assert_eq!(record.fields[2].ty, Type::Option(Box::new(Type::Number(NumberType::U16))));
//! ```

mod build;
mod codec;
pub(crate) mod layout;
mod read;
mod sample;
mod size;
mod state;
mod tree;
mod types;
mod words;
mod write;

use bumpalo::Bump;
use godot_var_runtime::flat::{Prefix, TypeLayout, fingerprint};
use godot_var_runtime::variant::{self, Bounds};
use serde::{Deserialize, Serialize};

pub use godot_var_runtime::flat::Size;
pub use read::{Message, Piece, read};
pub use sample::sample;
pub use size::Sizes;
pub use state::{Blend, PacketParts, State, World};
pub use tree::{component_paths, is_tuple};
pub(crate) use tree::{content, pairs_by_name};
pub use types::{TextType, Type, component_names};
pub(crate) use types::{kind_of, most};
pub use words::form;
pub use write::Writer;

use crate::protocol::stored::{self, is_default};
use crate::protocol::{
    self, Diagnostic, FieldDefault, Marks, Place, Protocol, Time, TypeDefault, one_text, path_of,
    position_of,
};
use layout::Layouts;

/// All types of a schema.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schema {
    /// The files that were read, the root first.
    pub files: Vec<String>,
    /// The documentation of the root module.
    pub docs: Vec<String>,
    /// Every type that derives `GodotFlat`, in source order. Generic types come after them, one for each list of arguments, in the order of
    /// their first use.
    pub types: Vec<TypeDef>,
    /// The types that derive `GodotVar`, if a [`Type::Variant`] has one.
    pub variants: Protocol,
    /// Warnings about parts that were left out although they may matter.
    pub warnings: Vec<Diagnostic>,
}

impl Schema {
    /// Returns the index of the type of this name, which may be a path.
    pub fn position(&self, name: &str) -> Option<usize> {
        position_of(&self.types, name, TypeDef::path)
    }

    /// Returns the type of this name, which may be a path: `Player`, `lobby::Player`.
    pub fn get(&self, name: &str) -> Option<&TypeDef> {
        self.position(name).map(|index| &self.types[index])
    }

    /// Whether a warning is about a type of this schema: a protocol leaves out what is a flat message alone.
    pub fn has(&self, warning: &Diagnostic) -> bool {
        self.types.iter().any(|def| def.place == warning.place)
    }

    /// Returns the fingerprint of a type's layout. `layout_fingerprint` of the compiled type is the same number.
    pub fn fingerprint(&self, index: usize) -> u64 {
        self.with_layout(index, fingerprint)
    }

    /// Returns the fingerprint of all types, as `protocol_fingerprint!(flat)` makes it. Generic types are in those that use them; the packets
    /// of snapshots come after all others.
    pub fn fingerprint_of_all(&self) -> u64 {
        protocol::fingerprint_of(&self.named_fingerprints())
    }

    /// Returns the names and fingerprints of all types that a fingerprint of all covers.
    pub(crate) fn named_fingerprints(&self) -> Vec<(String, u64)> {
        let layouts = self.fingerprints();
        let types = self.types.iter().zip(&layouts).filter(|(def, _)| !def.is_generic);
        let mut all: Vec<(String, u64)> =
            types.map(|(def, layout)| (def.path(), *layout)).collect();
        for (state, world) in self.worlds() {
            let path = self.types[state].path();
            for (packet, index) in [("Snapshot", world.packet), ("ClientMessage", world.message)] {
                all.push((format!("{packet}<{path}>"), layouts[index]));
            }
        }
        all
    }

    /// Returns the fingerprints of all types.
    pub(crate) fn fingerprints(&self) -> Vec<u64> {
        let arena = Bump::new();
        let layouts = Layouts::new(self, &arena);
        (0..self.types.len()).map(|index| fingerprint(layouts.message(index))).collect()
    }

    /// Returns the fingerprints that earlier versions gave all types: without the units of times.
    pub(crate) fn earlier_fingerprints(&self) -> Vec<u64> {
        let arena = Bump::new();
        let layouts = Layouts::without_times(self, &arena);
        (0..self.types.len()).map(|index| fingerprint(layouts.message(index))).collect()
    }

    /// Calls `look` with the layout of a type, which is that of the compiled type.
    pub fn with_layout<R>(&self, index: usize, look: impl FnOnce(&TypeLayout<'_>) -> R) -> R {
        let arena = Bump::new();
        look(Layouts::new(self, &arena).message(index))
    }

    /// Whether a value of a type with `bits` may have a number of more bits: an integer, or an enum that keeps other numbers.
    pub fn may_exceed_bits(&self, ty: &Type) -> bool {
        let Type::Message(index) = ty else { return true };
        match &self.types[*index].body {
            Body::Enumeration(enumeration) => {
                enumeration.other.as_ref().is_some_and(|other| other.number)
            }
            Body::Record(_) => false,
        }
    }

    /// Whether a field is a Variant of a type that derives `GodotVar`, or has one inside.
    pub(crate) fn has_variants_of_types(&self) -> bool {
        let mut types: Vec<&Type> =
            self.types.iter().flat_map(TypeDef::fields).map(|field| &field.ty).collect();
        let mut found = false;
        while let Some(ty) = types.pop() {
            if let Type::Variant(_, ty) = ty {
                ty.messages(&mut |_| found = true);
            }
            types.extend(ty.parts());
        }
        found
    }

    /// Calls `look` with the layout of the type in a [`Type::Variant`].
    pub fn with_variant_layout<R>(
        &self,
        ty: &protocol::Type,
        look: impl FnOnce(&variant::TypeLayout<'_>) -> R,
    ) -> R {
        let arena = Bump::new();
        look(protocol::layout::Layouts::new(&self.variants, &arena).marked(ty, Marks::default()))
    }

    /// Returns the indices of the types that a message can have. Types that no other type contains come first.
    pub fn roots(&self) -> Vec<usize> {
        let inner = self.inner_types();
        let whole = |index: &usize| match &self.types[*index].body {
            Body::Record(record) => !record.fields.is_empty(),
            Body::Enumeration(enumeration) => !enumeration.is_plain(),
        };
        let all = (0..self.types.len()).filter(whole);
        let (mut roots, others): (Vec<_>, Vec<_>) = all.partition(|index| !inner[*index]);
        roots.extend(others);
        roots
    }

    /// Returns the indices of the types that no other type contains.
    pub fn outer_types(&self) -> Vec<usize> {
        let inner = self.inner_types();
        (0..self.types.len()).filter(|index| !inner[*index]).collect()
    }

    /// Whether another type contains each.
    fn inner_types(&self) -> Vec<bool> {
        let mut inner = vec![false; self.types.len()];
        for (index, def) in self.types.iter().enumerate() {
            for field in def.fields() {
                field.ty.messages(&mut |of| inner[of] |= of != index);
            }
        }
        inner
    }
}

/// A struct or enum of the schema.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TypeDef {
    /// The Rust name. For a generic type it includes the names of the arguments: `Page<Item>` is `PageItem`.
    pub name: String,
    /// The name in the source, without arguments: it is in the errors of compiled types.
    #[serde(skip)]
    pub ident: String,
    /// The path of its module from the root: empty, or `["lobby"]`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub module: Vec<String>,
    /// The types of the schema in the arguments of a generic type.
    #[serde(rename = "given", default, skip_serializing_if = "is_default")]
    pub arguments: Vec<usize>,
    /// The arguments in full: of types of one path, these tell which are the same on two wires.
    #[serde(skip)]
    pub(crate) instance: String,
    /// Whether it is a generic type with some arguments, or a part of the packets of snapshots: it is here because others use it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub is_generic: bool,
    /// The types that contain this one, by `recursive`: in its layout and its size a mark stands for them, as for itself.
    #[serde(default, skip_serializing_if = "is_default")]
    pub around: Vec<usize>,
    /// The place of the name.
    #[serde(skip)]
    pub place: Place,
    /// The lines of documentation.
    #[serde(skip)]
    pub docs: Vec<String>,
    /// The type whose delta it is: its index in [`Schema::types`].
    #[serde(default, skip_serializing_if = "is_default")]
    pub delta_of: Option<usize>,
    /// Whether all numbers in it have the highest byte first. Otherwise they are as in the type around it, and little-endian in a message.
    #[serde(default, skip_serializing_if = "is_default")]
    pub big_endian: bool,
    /// Whether readers ignore bytes after the last field of a message.
    #[serde(default, skip_serializing_if = "is_default")]
    pub trailing: bool,
    /// The `Default`, if it can be known from the text.
    #[serde(skip)]
    pub default: TypeDefault,
    /// How it is the state of an entity or an input, if it derives `SnapshotState`.
    #[serde(default, skip_serializing_if = "state::lacks_world")]
    pub state: Option<State>,
    /// The fields or variants.
    #[serde(flatten)]
    pub body: Body,
    /// The maximum size of a message in bytes and its place, if the schema sets one.
    #[serde(default, skip_serializing_if = "is_default", with = "stored::without_place")]
    pub max_size: Option<(usize, Place)>,
    /// The fingerprint that pins the layout and its place, if the schema sets one.
    #[serde(
        rename = "layout",
        default,
        skip_serializing_if = "is_default",
        with = "stored::without_place"
    )]
    pub pinned: Option<(String, Place)>,
}

impl TypeDef {
    /// Returns the name with its modules: `lobby::Player`.
    pub fn path(&self) -> String {
        path_of(&self.module, &self.name)
    }

    /// Returns all fields, including those of variants.
    pub fn fields(&self) -> impl Iterator<Item = &Field> {
        let records: Vec<&Record> = match &self.body {
            Body::Record(record) => vec![record],
            Body::Enumeration(enumeration) => {
                enumeration.members.iter().map(|member| &member.record).collect()
            }
        };
        records.into_iter().flat_map(|record| &record.fields)
    }
}

/// The content of a type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    /// Fields, one after the other.
    Record(Record),
    /// A number, then the fields of the variant with this number.
    Enumeration(Enumeration),
}

/// Fields in the order of the encoding, after a header if there is one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The bits of the header of `flags`, which takes as few bytes as they need, the lowest first in any order of bytes. Without a header 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub header_bits: u8,
    /// The fields.
    pub fields: Vec<Field>,
}

impl Record {
    /// Returns the only field of a tuple struct or newtype variant, if its bytes are those of the value in it.
    pub(crate) fn wrapped(&self) -> Option<&Field> {
        match &self.fields[..] {
            [only]
                if only.name == "0"
                    && self.header_bits == 0
                    && only.default == FieldDefault::Required =>
            {
                Some(only)
            }
            _ => None,
        }
    }

    /// Returns how many bytes the header takes.
    pub fn header_bytes(&self) -> usize {
        usize::from(self.header_bits).div_ceil(8)
    }
}

/// A field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Field {
    /// The Rust name without `r#`, or the position.
    pub name: String,
    /// The place in the source.
    #[serde(skip)]
    pub place: Place,
    /// The lines of documentation.
    #[serde(skip)]
    pub docs: Vec<String>,
    /// How it is encoded.
    #[serde(rename = "type")]
    pub ty: Type,
    /// Its type in Rust. Types of the schema in it are those of [`Schema::types`], but in a [`Type::Variant`] those of
    /// [`Schema::variants`]. A time is its number.
    #[serde(skip, default = "unknown")]
    pub rust: protocol::Type,
    /// Its bits in the header. If it is an [`Option`](Type::Option), the bit says whether the value is among the fields; otherwise the bits are
    /// all of it: a bool, the number of an enum's variant, or an integer, whose sign is the highest of them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub bits: Option<Bits>,
    /// The default if the field is missing at the end of a message. [`FieldDefault::Required`] if it may not.
    #[serde(default, skip_serializing_if = "is_default")]
    pub default: FieldDefault,
    /// The time that the number stands for.
    #[serde(default, skip_serializing_if = "is_default", with = "stored::optional_word")]
    pub time: Option<Time>,
    /// The path of the module whose functions make what is encoded, if `with` and `as` give one.
    #[serde(default, skip_serializing_if = "is_default")]
    pub through: Option<String>,
    /// How it gets from one value to the next, in a struct that derives `SnapshotState`.
    #[serde(skip)]
    pub blend: Option<Blend>,
}

fn unknown() -> protocol::Type {
    protocol::Type::Custom
}

impl Field {
    /// Whether its floats have 32 bits in Rust, so that a quantized one is rounded to them.
    pub fn is_single(&self) -> bool {
        let mut ty = &self.rust;
        loop {
            ty = match ty {
                protocol::Type::Value(_, bounds) => return *bounds == Bounds::F32,
                protocol::Type::Option(inner)
                | protocol::Type::Pointer(inner)
                | protocol::Type::List(inner)
                | protocol::Type::View(inner)
                | protocol::Type::Set(inner)
                | protocol::Type::FixedList(_, inner) => inner,
                _ => return false,
            };
        }
    }

    /// Whether all of it is in the header.
    pub fn is_in_header(&self) -> bool {
        self.bits.is_some() && !matches!(self.ty, Type::Option(_))
    }
}

/// The smallest and the largest number that `bits` bits hold.
pub fn bounds_of_bits(bits: u8, is_signed: bool) -> (i128, i128) {
    let numbers = 1_i128 << bits;
    if is_signed { (-numbers / 2, numbers / 2 - 1) } else { (0, numbers - 1) }
}

/// Bits of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bits {
    /// The first one. Bit 0 is the lowest of the first byte.
    pub first: u8,
    /// How many there are.
    pub count: u8,
}

/// An enum.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Enumeration {
    /// How the number of the variant is written.
    #[serde(with = "stored::word")]
    pub number: Prefix,
    /// The variants that have a number, in order.
    pub members: Vec<Member>,
    /// The variant for all other numbers.
    #[serde(default, skip_serializing_if = "is_default")]
    pub other: Option<Other>,
    /// The Rust name of the `#[default]` variant.
    #[serde(skip)]
    pub default: Option<String>,
}

impl Enumeration {
    /// Whether no variant has fields.
    pub fn is_plain(&self) -> bool {
        self.members.iter().all(|member| member.record.fields.is_empty())
            && self.other.as_ref().is_none_or(|other| !other.rest)
    }

    /// Whether the variant for other numbers reaches to the end of the message: it keeps the rest, or the length of its fields is not known.
    pub fn other_takes_rest(&self) -> bool {
        self.other.as_ref().is_some_and(|other| other.rest || !other.number && !self.is_plain())
    }
}

/// A variant of an enum.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Member {
    /// The Rust name without `r#`.
    pub name: String,
    /// The place of the name.
    #[serde(skip)]
    pub place: Place,
    /// The lines of documentation.
    #[serde(skip)]
    pub docs: Vec<String>,
    /// The number.
    pub id: u32,
    /// The fields.
    pub record: Record,
    /// Whether its only field is a message by itself: fields of this one may be missing at the end, and bytes after it may be ignored.
    #[serde(default, skip_serializing_if = "is_default")]
    pub is_message: bool,
}

/// The variant for all numbers that no other has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Other {
    /// The Rust name.
    pub name: String,
    /// The place of the name.
    #[serde(skip)]
    pub place: Place,
    /// The lines of documentation.
    #[serde(skip)]
    pub docs: Vec<String>,
    /// Whether it keeps the number. Without it, the variant cannot be written.
    #[serde(default, skip_serializing_if = "is_default")]
    pub number: bool,
    /// Whether it keeps the rest of the message.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rest: bool,
}

/// Reads, checks and resolves a schema with all its modules.
///
/// `read` returns the text of a file, or the reason why it cannot.
///
/// # Errors
/// All mistakes and everything that cannot be known, in source order.
pub fn parse(
    root: &str,
    mut read: impl FnMut(&str) -> Result<String, String>,
) -> Result<Schema, Vec<Diagnostic>> {
    parse_each(root, &mut read).1
}

/// Returns the types that derive `GodotVar`, and those that derive `GodotFlat`.
pub(crate) fn parse_each(
    root: &str,
    read: &mut dyn FnMut(&str) -> Result<String, String>,
) -> (Result<Protocol, Vec<Diagnostic>>, Result<Schema, Vec<Diagnostic>>) {
    let (mut protocol, flat) = protocol::parse_unpinned_with(root, read, |names| {
        names.with_wire("GodotFlat", build::build)
    });
    let flat = flat.and_then(|mut schema| {
        if schema.has_variants_of_types() {
            schema.variants = protocol.clone()?;
        }
        let errors = layout::pinned_mistakes(&schema);
        if errors.is_empty() { Ok(schema) } else { Err(errors) }
    });
    if let (Ok(protocol), Ok(flat)) = (&mut protocol, &flat) {
        protocol.flat_layouts = flat.named_fingerprints();
    }
    (protocol.and_then(protocol::pinned), flat)
}

/// Reads a schema whose types may be Variants, flat messages or both.
///
/// # Errors
/// The errors of [`protocol::parse`] and of [`parse`], each once.
pub fn parse_both(
    root: &str,
    mut read: impl FnMut(&str) -> Result<String, String>,
) -> Result<(Protocol, Schema), Vec<Diagnostic>> {
    match parse_each(root, &mut read) {
        (Ok(protocol), Ok(flat)) => Ok((protocol, flat)),
        (protocol, flat) => {
            let mut errors = protocol.err().unwrap_or_default();
            errors.extend(flat.err().unwrap_or_default());
            errors.sort();
            errors.dedup();
            Err(errors)
        }
    }
}

/// Does the same as [`parse`] for a schema in a single file.
///
/// # Errors
/// The same as [`parse`].
pub fn parse_text(name: &str, text: &str) -> Result<Schema, Vec<Diagnostic>> {
    parse(name, one_text(name, text))
}
