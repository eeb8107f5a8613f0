//! What no language of clients holds or sends, at its place: types that the wires do not share, and what an engine does not have.

use godot_var_runtime::variant::Generation;

use crate::flat::{Body as FlatBody, Type as Flat};
use crate::protocol::{Body as VariantBody, Diagnostic, FieldDefault, Place, Type, engine_name};
use crate::schema::{Body, Field, Member, Schema, TypeDef};

/// Returns the refusals of a schema for a language.
///
/// `title` is its name, and `ty` returns the type that a property of a type in Rust has.
pub(crate) fn refusals(
    schema: &Schema<'_>,
    generation: Generation,
    title: &str,
    ty: &dyn Fn(&Type) -> String,
) -> Vec<Diagnostic> {
    let mut check = Check { schema, generation, title, ty, found: Vec::new() };
    for def in &schema.types {
        check.type_def(def);
        for (owner, field) in owned_fields(def) {
            check.field(&owner, field);
        }
    }
    check.found
}

/// Returns all fields of a type, each with what it is a field of: `Chat`, `ServerMessage::Chat`.
pub(crate) fn owned_fields<'f, 's>(def: &'f TypeDef<'s>) -> Vec<(String, &'f Field<'s>)> {
    match &def.body {
        Body::Record(fields) => fields.iter().map(|field| (def.name.to_owned(), field)).collect(),
        Body::Transparent(field) => vec![(def.name.to_owned(), field)],
        Body::Unit => Vec::new(),
        Body::Enumeration(body) => {
            let each = |member: &'f Member<'s>| {
                let owner = format!("{}::{}", def.name, member.name);
                member.fields.iter().map(move |field| (owner.clone(), field))
            };
            body.members.iter().flat_map(each).collect()
        }
    }
}

struct Check<'c> {
    schema: &'c Schema<'c>,
    generation: Generation,
    title: &'c str,
    ty: &'c dyn Fn(&Type) -> String,
    found: Vec<Diagnostic>,
}

impl Check<'_> {
    fn refuse(&mut self, place: &Place, name: &str, reason: &str) {
        self.found.push(Diagnostic::new(place, format!("`{name}`: {reason}")));
    }

    /// Refuses what is one type in Variants and another one in flat messages.
    fn refuse_two_types(&mut self, place: &Place, name: &str) {
        let title = self.title;
        let reason = format!(
            "it is another type in flat messages than in Variants, and {title} has only one for both"
        );
        self.refuse(place, name, &reason);
    }

    fn type_def(&mut self, def: &TypeDef<'_>) {
        if let Body::Transparent(field) = &def.body
            && field.flat.is_some_and(|flat| flat.default != FieldDefault::Required)
        {
            let name = format!("{}.{}", def.name, field.name);
            let reason = "the type is its field, which cannot be missing then; remove `default`";
            self.refuse(field.place, &name, reason);
        }
        let (Some(own), Some(flat)) = (def.variant, def.flat) else { return };
        let has_one_field = match &flat.body {
            FlatBody::Record(record) => record.fields.len() == 1 && record.header_bits == 0,
            FlatBody::Enumeration(_) => false,
        };
        let is_other = matches!(&own.body, VariantBody::Transparent(_)) && !has_one_field;
        if own.is_converted || is_other {
            self.refuse_two_types(def.place, def.name);
        }
    }

    fn field(&mut self, owner: &str, field: &Field<'_>) {
        let name = format!("{owner}.{}", field.name);
        if self.has_two_types(field) {
            self.refuse_two_types(field.place, &name);
        }
        if let Some(flat) = field.flat {
            self.flat(&flat.ty, field.place, &name);
        }
        let Some(own) = field.variant.filter(|_| self.generation == Generation::Godot3) else {
            return;
        };
        if own.marks.typed {
            let reason = "Godot 3 has no typed containers; remove `typed`";
            self.refuse(field.place, &name, reason);
        }
        let mut types = vec![&own.ty];
        while let Some(ty) = types.pop() {
            if let Type::Value(kind, _) = ty
                && engine_name(*kind, self.generation).is_none()
            {
                let reason = format!("Godot 3 has no {}", kind.name(Generation::Godot4));
                self.refuse(field.place, &name, &reason);
            }
            types.extend(ty.parts());
        }
    }

    /// Whether a field is one type in Variants and another one in flat messages, or one that is converted for either.
    fn has_two_types(&self, field: &Field<'_>) -> bool {
        let (Some(own), Some(flat)) = (field.variant, field.flat) else { return false };
        // The types of a Variant have their positions among Variants.
        let rust = match flat.ty.variant() {
            Some(_) => flat.rust.clone(),
            None => flat.rust.clone().map_messages(&|index| self.schema.of_flat[index]),
        };
        let is_same = match (own.marks.time, flat.time) {
            (Some(own), Some(flat)) => own == flat,
            _ => {
                let optional = || (self.ty)(&Type::Option(Box::new(own.ty.clone())));
                let rust = (self.ty)(&rust);
                rust == (self.ty)(&own.ty) || rust == optional()
            }
        };
        let conversion = own.conversion.as_ref().map(|conversion| &*conversion.path);
        match &own.custom {
            Some(_) => !matches!(flat.ty, Flat::Custom(_)) || !is_same,
            None => conversion != flat.through.as_deref() || !is_same,
        }
    }

    /// Refuses what only functions of Rust, or another engine, write.
    fn flat(&mut self, ty: &Flat, place: &Place, name: &str) {
        match ty {
            Flat::Custom(path) => {
                let title = self.title;
                let reason = format!(
                    "its bytes are those of functions in `{path}`, which {title} cannot call; name the type that they convert to: \
                     `with = {path}, as = …`"
                );
                self.refuse(place, name, &reason);
            }
            Flat::Variant(generation, _) if *generation != self.generation => {
                let (other, own) = match generation {
                    Generation::Godot4 => (4, 3),
                    Generation::Godot3 => (3, 4),
                };
                let reason = format!(
                    "it is a Variant of Godot {other}, which a file for Godot {own} does not write; write `as = Godot{own}`"
                );
                self.refuse(place, name, &reason);
            }
            ty => ty.parts().into_iter().for_each(|part| self.flat(part, place, name)),
        }
    }
}
