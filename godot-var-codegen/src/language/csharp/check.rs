//! What C# cannot hold or send of a schema, at its place.

use std::collections::BTreeMap;

use godot_var_runtime::variant::{Generation, VariantType};

use super::Generator;
use super::types::Form;
use crate::flat::{self, Type as Flat};
use crate::protocol::{Diagnostic, FieldDefault, Marks, Place, Type};
use crate::schema::{Body, Field};

/// The most elements of an array: an initial value has them all.
const MOST_ELEMENTS: u64 = 4096;

/// The same with those of the new messages in it.
const MOST_OF_NEW: u64 = 65536;

impl Generator<'_> {
    /// Refuses a field.
    pub(super) fn refuse(&self, owner: &str, field: &Field<'_>, reason: &str) {
        let message = format!("`{owner}.{}`: {reason}", field.name);
        self.errors.borrow_mut().push(Diagnostic::new(field.place, message));
    }

    /// Refuses fields that C# does not hold.
    pub(super) fn check(&self) {
        self.check_names();
        for (index, def) in self.schema.types.iter().enumerate() {
            match &def.body {
                Body::Record(fields) => {
                    for field in fields {
                        self.check_field(def.name, field);
                    }
                }
                Body::Transparent(field) => {
                    self.check_field(def.name, field);
                    self.check_wrapper(index, field);
                }
                Body::Enumeration(it) => {
                    for member in &it.members {
                        let owner = format!("{}::{}", def.name, member.name);
                        for field in &member.fields {
                            self.check_field(&owner, field);
                        }
                    }
                }
                Body::Unit => {}
            }
        }
    }

    fn check_field(&self, owner: &str, field: &Field<'_>) {
        let refuse = |reason: &str| self.refuse(owner, field, reason);
        let unknown = |path: &str| {
            refuse(&format!(
                "`{path}` writes and reads it, which C# does not know; add `as = Type` for a form that C# knows"
            ));
        };
        self.check_type(&field.ty, &refuse);
        if let Some(own) = field.variant {
            if let Some(path) = &own.custom {
                unknown(path);
            }
            if self.options.generation == Generation::Godot3 {
                Self::check_godot3(&own.ty, own.marks, &refuse);
            }
            let of_engine = matches!(self.peeled(&own.ty), Type::Value(VariantType::Dictionary, _));
            if own.flatten && of_engine {
                refuse("C# flattens no `Dictionary`; use a map with text keys");
            }
        }
        if let Some(mistake) = self.default_mistake(field) {
            refuse(&mistake);
        }
        if let Some(flat) = field.flat {
            self.check_flat(&flat.ty, &refuse, &unknown);
        }
    }

    /// Refuses a newtype with several flat fields, or with bits in a header: C# has no type for it.
    fn check_wrapper(&self, index: usize, field: &Field<'_>) {
        let Some(flat) = self.schema.types[index].flat else { return };
        let flat::Body::Record(record) = &flat.body else { return };
        let is_default = record.fields.iter().any(|it| it.default != FieldDefault::Required);
        if record.fields.len() > 1 || record.header_bits > 0 || is_default {
            let owner = self.schema.types[index].name;
            self.refuse(
                owner,
                field,
                "in C# a type that is `transparent` is its field, but a flat message has more; remove `transparent`",
            );
        }
    }

    /// Refuses names that only the file itself has: `_` first, or for types and variants a small letter.
    fn check_names(&self) {
        let check = |chosen: Option<&(String, Place)>, is_field: bool| {
            let Some((name, place)) = chosen else { return };
            let mistake = match name.chars().next() {
                Some('_') => {
                    "the file keeps names with a `_` first for itself; begin with a letter"
                }
                Some('a'..='z') if !is_field => {
                    "the file keeps types with a small letter first for itself; begin with a capital letter"
                }
                _ => return,
            };
            let message = format!("`csharp = \"{name}\"`: {mistake}");
            self.errors.borrow_mut().push(Diagnostic::new(place, message));
        };
        for def in &self.schema.types {
            check(def.variant.and_then(|own| own.csharp.as_ref()), false);
            def.fields().into_iter().for_each(|field| {
                check(field.variant.and_then(|own| own.csharp.as_ref()), true);
            });
            if let Body::Enumeration(it) = &def.body {
                for member in &it.members {
                    check(member.variant.and_then(|own| own.csharp.as_ref()), false);
                }
            }
        }
    }

    /// How many elements the code of a new value writes for arrays in arrays.
    fn elements(&self, ty: &Type) -> u64 {
        match self.peeled(ty) {
            Type::FixedList(count, inner) => count.saturating_mul(self.elements(inner)),
            Type::Tuple(elements) => {
                elements.iter().fold(0, |all, it| all.saturating_add(self.elements(it)))
            }
            _ => 1,
        }
    }

    /// How many elements a new value has, with those of the new messages in it. `known` has the numbers of types, 1 at first.
    fn new_elements(&self, ty: &Type, known: &mut BTreeMap<usize, u64>) -> u64 {
        match self.peeled(ty) {
            Type::FixedList(count, inner) => {
                count.saturating_mul(self.new_elements(inner, known).max(1))
            }
            Type::Tuple(elements) => {
                elements.iter().fold(0, |all, it| all.saturating_add(self.new_elements(it, known)))
            }
            Type::Message(index) => {
                if let Some(count) = known.get(index) {
                    return *count;
                }
                known.insert(*index, 1);
                let fields: Vec<&Field<'_>> = match &self.schema.types[*index].body {
                    Body::Enumeration(it) => {
                        let first = self.first_variant(*index);
                        first.map_or(Vec::new(), |at| it.members[at].fields.iter().collect())
                    }
                    _ => self.schema.types[*index].fields(),
                };
                let count = fields
                    .iter()
                    .fold(1_u64, |all, it| all.saturating_add(self.new_elements(&it.ty, known)));
                known.insert(*index, count);
                count
            }
            _ => 0,
        }
    }

    fn check_type(&self, ty: &Type, refuse: &dyn Fn(&str)) {
        match ty {
            Type::Map(key, _) if !self.is_key(key) => refuse(
                "C# has no Dictionary with such keys, but with texts, numbers, bools, vectors, enums without data and tuples of these",
            ),
            Type::Option(inner) if matches!(self.peeled(inner), Type::Option(_)) => refuse(
                "C# has one null for both levels of this `Option` in an `Option`; use an enum or another type",
            ),
            Type::FixedList(..)
                if self.elements(ty) > MOST_ELEMENTS
                    || self.new_elements(ty, &mut BTreeMap::new()) > MOST_OF_NEW =>
            {
                refuse(
                    "a new message would have to make too many elements for this array; use a list",
                );
                return;
            }
            _ => {}
        }
        ty.parts().into_iter().for_each(|part| self.check_type(part, refuse));
    }

    fn check_godot3(ty: &Type, marks: Marks, refuse: &dyn Fn(&str)) {
        if marks.typed {
            refuse("Godot 3 has no typed containers; remove `typed`");
        }
        match ty {
            Type::Value(kind, _)
                if *kind != VariantType::StringName && kind.id(Generation::Godot3).is_none() =>
            {
                refuse(&format!("Godot 3 has no {}", kind.name(Generation::Godot4)));
            }
            Type::View(element) if element.packed_array(Generation::Godot3).is_none() => {
                refuse("this engine has no packed array of these elements");
            }
            _ => {}
        }
        for part in ty.parts() {
            Self::check_godot3(part, Marks::default(), refuse);
        }
    }

    fn check_flat(&self, ty: &Flat, refuse: &dyn Fn(&str), unknown: &dyn Fn(&str)) {
        match ty {
            Flat::Custom(path) => unknown(path),
            Flat::Variant(generation, _) if *generation != self.options.generation => {
                let number = if *generation == Generation::Godot3 { 3 } else { 4 };
                refuse(&format!(
                    "it is a Variant of Godot {number}, and this file has those of the other generation; generate for Godot {number}"
                ));
            }
            Flat::Variant(_, inner) => self.check_type(inner, refuse),
            _ => {}
        }
        ty.parts().into_iter().for_each(|part| self.check_flat(part, refuse, unknown));
    }

    /// Whether a Dictionary can have such keys.
    fn is_key(&self, ty: &Type) -> bool {
        match self.peeled(ty) {
            Type::Value(kind, _) => !matches!(
                kind,
                VariantType::Dictionary
                    | VariantType::Array
                    | VariantType::Callable
                    | VariantType::Signal
            ),
            Type::Tuple(elements) => elements.iter().all(|it| self.is_key(it)),
            Type::Message(index) => {
                matches!(self.form(*index), Form::Unit | Form::Plain | Form::Name)
            }
            _ => false,
        }
    }
}
