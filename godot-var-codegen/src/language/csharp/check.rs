//! What C# cannot hold or send of a schema, at its place.

use std::collections::BTreeMap;

use godot_var_runtime::variant::VariantType;

use super::Generator;
use super::types::Form;
use crate::flat::Type as Flat;
use crate::language::refusals::owned_fields;
use crate::protocol::{Diagnostic, Place, Type};
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
        for def in &self.schema.types {
            for (owner, field) in owned_fields(def) {
                self.check_field(&owner, field);
            }
        }
    }

    fn check_field(&self, owner: &str, field: &Field<'_>) {
        let refuse = |reason: &str| self.refuse(owner, field, reason);
        self.check_type(&field.ty, &refuse);
        if let Some(own) = field.variant {
            if let Some(path) = &own.custom {
                refuse(&format!(
                    "`{path}` writes and reads it, which C# does not know; add `as = Type` for a form that C# knows"
                ));
            }
            self.check_views(&own.ty, &refuse);
            let of_engine = matches!(self.peeled(&own.ty), Type::Value(VariantType::Dictionary, _));
            if own.flatten && of_engine {
                refuse("C# flattens no `Dictionary`; use a map with text keys");
            }
        }
        if let Some(mistake) = self.default_mistake(field) {
            refuse(&mistake);
        }
        if let Some(flat) = field.flat {
            self.check_flat(&flat.ty, &refuse);
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

    fn check_views(&self, ty: &Type, refuse: &dyn Fn(&str)) {
        if let Type::View(element) = ty
            && element.packed_array(self.options.generation).is_none()
        {
            refuse("this engine has no packed array of these elements");
        }
        ty.parts().into_iter().for_each(|part| self.check_views(part, refuse));
    }

    fn check_flat(&self, ty: &Flat, refuse: &dyn Fn(&str)) {
        if let Flat::Variant(_, inner) = ty {
            self.check_type(inner, refuse);
        }
        ty.parts().into_iter().for_each(|part| self.check_flat(part, refuse));
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
