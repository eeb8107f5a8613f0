//! The names that users of a file write.

use super::Generator;
use super::types::Form;
use crate::language::Named;
use crate::schema::Body;

impl Generator<'_> {
    pub(super) fn named(&self) -> Vec<Named> {
        let mut all = Vec::new();
        for (index, def) in self.schema.types.iter().enumerate() {
            if !matches!(def.body, Body::Record(_) | Body::Enumeration(_)) {
                continue;
            }
            let class = self.names.ty(index);
            all.push(Named::of_type(index, vec![class.clone()]));
            if let Body::Record(fields) = &def.body {
                for (at, (field, name)) in fields.iter().zip(self.field_names(index)).enumerate() {
                    let name = format!("{class}.{name}");
                    all.push(Named::of_field((index, None, at), name, self.cs(&field.ty)));
                }
            }
            let Body::Enumeration(body) = &def.body else { continue };
            for (at, variant) in self.variant_names(index).iter().enumerate() {
                let owner = format!("{class}.{variant}");
                let member = &body.members[at];
                let is_declared = match self.form(index) {
                    Form::Name => !member.is_other,
                    Form::Plain => Self::is_constant(member),
                    _ => true,
                };
                if is_declared {
                    all.push(Named::of_variant(index, at, owner.clone()));
                }
                if body.is_plain() || member.is_other {
                    continue;
                }
                let names = self.variant_fields(index, member, variant);
                for (field, (own, name)) in member.fields.iter().zip(names).enumerate() {
                    let (name, ty) = (format!("{owner}.{name}"), self.cs(&own.ty));
                    all.push(Named::of_field((index, Some(at), field), name, ty));
                }
            }
        }
        all
    }
}
