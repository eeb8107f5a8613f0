//! The names that users of a file write.

use super::Generator;
use super::names::{kind, properties, quoted};
use crate::language::Named;
use crate::schema::{Body, TypeDef};
use godot_var_schema::variant::model::Style;

impl Generator<'_> {
    pub(super) fn named(&self) -> Vec<Named> {
        let mut all = Vec::new();
        for (index, def) in self.schema.types.iter().enumerate() {
            let ty = self.names.ty(index);
            let mut names = vec![ty.to_owned()];
            names.extend(self.entries(index, def));
            all.push(Named::of_type(index, names));
            match &def.body {
                Body::Record(fields) => {
                    let is_tuple = super::record::style(fields) == Style::Tuple;
                    for (at, (field, name)) in
                        fields.iter().zip(properties(fields, false)).enumerate()
                    {
                        let name =
                            if is_tuple { format!("{ty}[{at}]") } else { format!("{ty}.{name}") };
                        all.push(Named::of_field((index, None, at), name, self.ty(&field.ty)));
                    }
                }
                Body::Enumeration(body) => {
                    let plain = self.plain(index);
                    for (at, member) in body.members.iter().enumerate() {
                        if let Some(plain) = &plain {
                            let name = format!("{ty}.{}", kind(member));
                            if plain.is_constant(member) {
                                all.push(Named::of_variant(index, at, name));
                            }
                            continue;
                        }
                        let own = format!("kind: {}", quoted(kind(member)));
                        all.push(Named::of_variant(index, at, format!("{{ {own} }}")));
                        let names = properties(&member.fields, true);
                        for (field, (of, name)) in member.fields.iter().zip(names).enumerate() {
                            let name = match member.style {
                                Style::Tuple | Style::Newtype => "value".to_owned(),
                                Style::Named | Style::Unit => name,
                            };
                            let (name, ty) = (format!("{{ {own}; {name} }}"), self.ty(&of.ty));
                            all.push(Named::of_field((index, Some(at), field), name, ty));
                        }
                    }
                }
                Body::Transparent(_) | Body::Unit => {}
            }
        }
        all
    }

    /// The functions that encode and decode a type.
    fn entries(&self, index: usize, def: &TypeDef<'_>) -> Vec<String> {
        match &def.body {
            Body::Record(_) => {}
            Body::Enumeration(body) if !body.is_plain() => {}
            _ => return Vec::new(),
        }
        let ty = self.names.ty(index);
        let mut suffixes = Vec::new();
        suffixes.extend(def.variant.map(|_| ""));
        suffixes.extend(def.flat.map(|_| if def.variant.is_some() { "Flat" } else { "" }));
        let each = suffixes
            .iter()
            .flat_map(|suffix| ["encode", "decode"].map(|verb| self.entry(verb, ty, suffix)));
        each.collect()
    }
}
