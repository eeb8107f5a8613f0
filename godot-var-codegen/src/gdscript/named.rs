//! The names that users of a script write.

use std::slice;

use super::enumeration::Enum;
use super::names::{creator, member_constants, name_constant};
use super::record::Member;
use super::{Generator, delta};
use crate::language::Named;
use crate::protocol::{Body, EnumForm};
use crate::schema::{self, Field, Schema, TypeDef};

impl<'p> Generator<'p> {
    /// `schema` has the same types, without the records of variants and of tuples.
    pub(super) fn named(&mut self, schema: &Schema<'_>) -> Vec<Named> {
        let protocol = self.protocol;
        let mut all = Vec::new();
        let is_given = |index: &usize| !self.owners.contains_key(index);
        let given: Vec<usize> = (0..protocol.types.len()).filter(is_given).collect();
        for (index, (given, own)) in given.into_iter().zip(&schema.types).enumerate() {
            let def = &protocol.types[given];
            let class = self.names.class(given).to_owned();
            match &def.body {
                Body::Record(record) => {
                    all.push(Named::of_type(index, vec![class.clone()]));
                    let has_delta = def.delta_of.is_some() || self.delta_of(given).is_some();
                    let of_base = if has_delta { delta::OWN } else { &[] };
                    let of_base: Vec<String> =
                        of_base.iter().map(|name| (*name).to_owned()).collect();
                    let members = self.members(record, &def.name, &of_base);
                    if let schema::Body::Record(fields) = &own.body {
                        // That of changes takes a Dictionary.
                        let create = def.delta_of.is_none().then(|| format!("{class}.create"));
                        let names = (&*class, create);
                        self.name_fields((index, None), names, &members, fields, &mut all);
                    }
                }
                Body::Enumeration(body) if body.is_plain() => {
                    let is_open = body.form == EnumForm::Names && body.other.is_some();
                    if !is_open {
                        all.push(Named::of_type(index, vec![class.clone()]));
                    }
                    for (member, constant) in
                        body.members.iter().zip(member_constants(&body.members))
                    {
                        let Some(at) = position(own, &member.name) else { continue };
                        let name = if is_open {
                            name_constant(&class, &constant)
                        } else {
                            format!("{class}.{constant}")
                        };
                        all.push(Named::of_variant(index, at, name));
                    }
                }
                Body::Enumeration(enumeration) => {
                    all.push(Named::of_type(index, vec![class.clone()]));
                    let this = Enum { index: given, enumeration };
                    for part in self.parts(this, &class, &def.name) {
                        let Some(at) = position(own, &part.member.name) else { continue };
                        let kind = format!("{class}.Kind.{}", part.constant);
                        all.push(Named::of_variant(index, at, kind));
                        if let schema::Body::Enumeration(body) = &own.body {
                            let fields = &body.members[at].fields;
                            let owner = (index, Some(at));
                            let Some(value) = &part.value else { continue };
                            let create = format!("{class}.{}", creator(&part.constant));
                            let create = Some(create);
                            if let Some(members) = self.members_of_variant(value) {
                                let class = self.member_type(&value.slot.kind);
                                self.name_fields(
                                    owner,
                                    (&class, create),
                                    &members,
                                    fields,
                                    &mut all,
                                );
                            } else {
                                let value = slice::from_ref(value);
                                self.name_fields(owner, (&class, create), value, fields, &mut all);
                            }
                        }
                    }
                }
                Body::Transparent(_) | Body::Unit => {}
            }
        }
        all
    }

    /// `create` is the function that takes all members. `fields` are those of the schema, which may be more: some are not in Variants.
    fn name_fields(
        &self,
        (index, member): (usize, Option<usize>),
        (class, create): (&str, Option<String>),
        members: &[Member<'p>],
        fields: &[Field<'_>],
        all: &mut Vec<Named>,
    ) {
        for own in members {
            let position = fields.iter().position(|field| field.name == own.field.name);
            let Some(at) = position else { continue };
            let (name, ty) = (format!("{class}.{}", own.name), self.member_type(&own.slot.kind));
            let named = Named::of_field((index, member, at), name, ty);
            all.push(Named { taken_by: create.clone(), ..named });
        }
    }
}

/// The position of a variant.
fn position(def: &TypeDef<'_>, name: &str) -> Option<usize> {
    match &def.body {
        schema::Body::Enumeration(body) => body.members.iter().position(|it| it.name == name),
        _ => None,
    }
}
