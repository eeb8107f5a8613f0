//! The names that users write for the parts of a schema.

use crate::protocol::{Place, Type};
use crate::schema::{Body, Field, Schema};

/// A type, a variant of an enum, or a field, as users of a generated file write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The position of the type in [`Schema::types`].
    pub index: usize,
    /// The position of the variant.
    pub member: Option<usize>,
    /// The position of the field, in the type or in the variant.
    pub field: Option<usize>,
    /// Its names, the most important first: a class, a property after its class, the functions of a type.
    pub names: Vec<String>,
    /// The type of a field.
    pub ty: Option<String>,
    /// The function that takes the field as an argument.
    pub taken_by: Option<String>,
}

impl Named {
    /// A type.
    pub(crate) fn of_type(index: usize, names: Vec<String>) -> Self {
        Self { index, member: None, field: None, names, ty: None, taken_by: None }
    }

    /// A variant.
    pub(crate) fn of_variant(index: usize, member: usize, name: String) -> Self {
        Self {
            index,
            member: Some(member),
            field: None,
            names: vec![name],
            ty: None,
            taken_by: None,
        }
    }

    /// A field of a type, or of a variant.
    pub(crate) fn of_field(
        (index, member, field): (usize, Option<usize>, usize),
        name: String,
        ty: String,
    ) -> Self {
        let (field, names, ty) = (Some(field), vec![name], Some(ty));
        Self { index, member, field, names, ty, taken_by: None }
    }

    /// Whether the schema has the Rust type of a field. A lock has that of Variants alone.
    pub(crate) fn knows_type(&self, schema: &Schema<'_>) -> bool {
        let is_known = |field: &Field<'_>| {
            field.variant.is_some() || field.flat.is_none_or(|flat| flat.rust != Type::Custom)
        };
        self.field_of(schema).is_none_or(is_known)
    }

    fn field_of<'s>(&self, schema: &'s Schema<'_>) -> Option<&'s Field<'s>> {
        let fields = match (&schema.types[self.index].body, self.member) {
            (Body::Record(fields), None) => fields,
            (Body::Enumeration(body), Some(at)) => &body.members.get(at)?.fields,
            _ => return None,
        };
        fields.get(self.field?)
    }

    /// Whether the name of this part in the schema, or in one of its wires, is at a place.
    pub(crate) fn is_at(&self, schema: &Schema<'_>, place: &Place) -> bool {
        let def = &schema.types[self.index];
        let places = match (&def.body, self.member, self.field) {
            (_, _, Some(_)) => self.field_of(schema).map(|field| {
                let (variant, flat) = (field.variant, field.flat);
                [Some(field.place), variant.map(|own| &own.place), flat.map(|own| &own.place)]
            }),
            (Body::Enumeration(body), Some(at), None) => body.members.get(at).map(|member| {
                let flat = member.flat.map(|own| &own.place);
                let flat = flat.or(member.flat_other.map(|own| &own.place));
                [Some(member.place), member.variant.map(|own| &own.place), flat]
            }),
            _ => {
                let (variant, flat) = (def.variant, def.flat);
                Some([Some(def.place), variant.map(|own| &own.place), flat.map(|own| &own.place)])
            }
        };
        places.is_some_and(|places| places.contains(&Some(place)))
    }
}
