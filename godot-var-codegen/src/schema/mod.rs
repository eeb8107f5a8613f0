//! A schema for the languages of clients: every type once, with a column for each wire.
//!
//! [`Schema::new`] joins the types that derive `GodotVar` with those that derive `GodotFlat`. What a program holds is said once:
//! names, documentation, Rust types, defaults. What is on a wire is in its column, and missing where a type or field is not on it.
//!
//! ```
//! use godot_var_codegen::flat;
//! use godot_var_codegen::protocol::Type;
//! use godot_var_codegen::schema::{Body, Schema};
//!
//! let text = "
//!     use godot_var::{GodotFlat, GodotVar};
//!     /// Something said.
//!     #[derive(GodotVar, GodotFlat)]
//!     struct Chat { text: String, #[godot_var(skip)] mood: Mood }
//!     #[derive(GodotFlat)]
//!     struct Mood { #[flat(range = 0.0..=1.0, as = u8)] joy: f32 }
//! ";
//! let (variants, flat) = flat::parse_both("game.rs", |_| Ok(text.to_owned())).expect("a valid schema");
//! let schema = Schema::new(&variants, &flat);
//! let [chat, mood] = &schema.types[..] else { unreachable!() };
//! let Body::Record(fields) = &chat.body else { unreachable!() };
//! assert_eq!(fields[1].ty, Type::Message(1));
//! assert!(fields[0].variant.is_some() && fields[1].variant.is_none() && fields[1].flat.is_some());
//! assert!(mood.variant.is_none() && mood.flat.is_some());
//! let Body::Record(fields) = &mood.body else { unreachable!() };
//! assert_eq!(fields[0].ty, Type::F32);
//! ```

mod accepted;
mod join;
mod json;

pub(crate) use accepted::quoted;
pub use accepted::{Accepted, MARK, rust};
pub use json::{VERSION, json};

use crate::flat;
use crate::protocol::{
    self, FieldDefault, Place, Protocol, RpcSet, Style, Time, Type, TypeDefault,
};

/// All types of a schema.
#[derive(Clone, Debug)]
pub struct Schema<'s> {
    /// The files that were read, the root first.
    pub files: &'s [String],
    /// The documentation of the root module.
    pub docs: &'s [String],
    /// Those of [`Protocol::types`], at the same positions, then those that are flat messages alone, in source order.
    pub types: Vec<TypeDef<'s>>,
    /// The RPCs.
    pub rpc_sets: &'s [RpcSet],
    /// What the columns of Variants refer to.
    pub variants: &'s Protocol,
    /// What the columns of flat messages refer to.
    pub flat: &'s flat::Schema,
    /// The position in [`types`](Self::types) of each of [`flat::Schema::types`].
    pub of_flat: Vec<usize>,
    /// The fingerprints for files that list which versions play together.
    pub accepted: Option<Accepted>,
}

/// A struct or enum of a schema.
#[derive(Clone, Debug)]
pub struct TypeDef<'s> {
    /// The Rust name. For a generic type it includes the names of the arguments: `Page<Item>` is `PageItem`.
    pub name: &'s str,
    /// The path of its module from the root: empty, or `["lobby"]`.
    pub module: &'s [String],
    /// The place of the name.
    pub place: &'s Place,
    /// The lines of documentation.
    pub docs: &'s [String],
    /// Whether it is a generic type with some arguments.
    pub is_generic: bool,
    /// The type whose delta it is: its position.
    pub delta_of: Option<usize>,
    /// What it holds.
    pub body: Body<'s>,
    /// The `Default`, if it can be known from the text.
    pub default: TypeDefault,
    /// How it is a Variant.
    pub variant: Option<&'s protocol::TypeDef>,
    /// How it is a flat message.
    pub flat: Option<&'s flat::TypeDef>,
}

/// What a type holds.
#[derive(Clone, Debug)]
pub enum Body<'s> {
    /// Fields in order.
    Record(Vec<Field<'s>>),
    /// A value in place of the type.
    Transparent(Box<Field<'s>>),
    /// Nothing.
    Unit,
    /// One of several variants.
    Enumeration(Enumeration<'s>),
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field<'s> {
    /// The Rust name without `r#`, or the position.
    pub name: &'s str,
    /// The place in the source.
    pub place: &'s Place,
    /// The lines of documentation.
    pub docs: &'s [String],
    /// The type in Rust. Types of the schema in it are those of [`Schema::types`]. A time is its number.
    pub ty: Type,
    /// The time that it is, or the content of its `Option`.
    pub time: Option<Time>,
    /// The default of a field that a Variant lacks. One that Variants never have also gets it in a new value.
    pub default: FieldDefault,
    /// The default of a field before which a flat message ends. [`default`](Self::default) may be another value.
    pub flat_default: FieldDefault,
    /// How it is in a Variant.
    pub variant: Option<&'s protocol::Field>,
    /// How it is in a flat message.
    pub flat: Option<&'s flat::Field>,
}

/// An enum.
#[derive(Clone, Debug)]
pub struct Enumeration<'s> {
    /// The variants, the one for other values last.
    pub members: Vec<Member<'s>>,
    /// The Rust name of the variant that its `Default` is.
    pub default: Option<&'s str>,
    /// How it is a Variant.
    pub variant: Option<&'s protocol::Enumeration>,
    /// How it is a flat message.
    pub flat: Option<&'s flat::Enumeration>,
}

impl Enumeration<'_> {
    /// Whether no variant holds fields, so that a name or a number is all of it on each wire.
    pub fn is_plain(&self) -> bool {
        self.variant.is_none_or(protocol::Enumeration::is_plain)
            && self.flat.is_none_or(flat::Enumeration::is_plain)
    }
}

/// A variant of an enum.
#[derive(Clone, Debug)]
pub struct Member<'s> {
    /// The Rust name without `r#`.
    pub name: &'s str,
    /// The place of the name.
    pub place: &'s Place,
    /// The lines of documentation.
    pub docs: &'s [String],
    /// The syntax of the fields in Rust.
    pub style: Style,
    /// The fields. What the variant for other values keeps of them is in the columns alone.
    pub fields: Vec<Field<'s>>,
    /// How it is in a Variant; for the variant for other values see [`protocol::Enumeration::other`].
    pub variant: Option<&'s protocol::Enumerator>,
    /// How it is in a flat message.
    pub flat: Option<&'s flat::Member>,
    /// How the variant for other numbers is in a flat message.
    pub flat_other: Option<&'s flat::Other>,
    /// Whether it is the variant for all other values.
    pub is_other: bool,
}

impl Schema<'_> {
    /// Returns the newtypes that contain themselves in no other type than newtypes: there is no end to what they hold, except for Rust.
    pub fn endless(&self) -> Vec<usize> {
        let inner = |index: usize| match &self.types[index].body {
            Body::Transparent(field) => {
                let mut found = Vec::new();
                field.ty.messages(&mut |index| found.push(index));
                found
            }
            _ => Vec::new(),
        };
        let leads_back = |index: &usize| {
            let (mut seen, mut open) = (vec![false; self.types.len()], inner(*index));
            while let Some(next) = open.pop() {
                if next == *index {
                    return true;
                }
                if !std::mem::replace(&mut seen[next], true) {
                    open.extend(inner(next));
                }
            }
            false
        };
        (0..self.types.len()).filter(leads_back).collect()
    }
}

impl Schema<'_> {
    /// Whether an `Option` in a type holds what may be null itself, so that a language with one null cannot tell both apart.
    pub fn hides_null(&self, ty: &Type) -> bool {
        match ty {
            Type::Option(inner) if self.may_be_null(inner) => true,
            ty => ty.parts().into_iter().any(|part| self.hides_null(part)),
        }
    }

    fn may_be_null(&self, ty: &Type) -> bool {
        match ty {
            Type::Option(_) => true,
            Type::Pointer(inner) => self.may_be_null(inner),
            Type::Message(index) => match &self.types[*index].body {
                Body::Unit => true,
                Body::Transparent(field) => self.may_be_null(&field.ty),
                _ => false,
            },
            ty => *ty == Type::UNIT,
        }
    }
}

impl TypeDef<'_> {
    /// Returns the name with its modules: `lobby::Player`.
    pub fn path(&self) -> String {
        let mut path = self.module.to_vec();
        path.push(self.name.to_owned());
        path.join("::")
    }

    /// Returns all fields, including those of variants.
    pub fn fields(&self) -> Vec<&Field<'_>> {
        match &self.body {
            Body::Record(fields) => fields.iter().collect(),
            Body::Transparent(field) => vec![field],
            Body::Unit => Vec::new(),
            Body::Enumeration(enumeration) => {
                enumeration.members.iter().flat_map(|member| &member.fields).collect()
            }
        }
    }
}
