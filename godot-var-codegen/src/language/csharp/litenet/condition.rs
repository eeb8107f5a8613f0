//! The conditions of fields.

use super::{At, Named, Writer, is_plain};
use crate::litenet::{Body, Test, Type};

impl Writer<'_> {
    /// The condition of a field.
    pub(super) fn test(&self, at: At<'_>, fields: &Named<'_>) -> Option<String> {
        let condition = at.field.condition.as_ref()?;
        let test = self.test_of(at, &condition.test, fields);
        if test.is_none() {
            self.error(
                at,
                "the constant in its condition is not in this schema; compare with a literal or a variant",
            );
        }
        Some(test.unwrap_or_default())
    }

    pub(super) fn test_of(&self, at: At<'_>, test: &Test, fields: &Named<'_>) -> Option<String> {
        Some(match test {
            Test::Flag(field) => fields.get(*field)?.0.clone(),
            Test::Is(field, value) => {
                let (name, field) = fields.get(*field)?;
                match &field.ty {
                    Type::Message(index, _) => {
                        let def = &self.schema.types[*index];
                        let Body::Enumeration { members, .. } = &def.body else { return None };
                        members.iter().find(|member| member.name == *value)?;
                        if is_plain(def) {
                            format!("{name} == {}.{value}", self.name(at.def, *index))
                        } else {
                            format!("{name} is {}.{value}", self.ty(at, &field.ty))
                        }
                    }
                    Type::String(_) if value.starts_with('"') => format!("{name} == {value}"),
                    _ if value.starts_with(|c: char| c.is_ascii_digit() || c == '-')
                        || matches!(value.as_str(), "true" | "false") =>
                    {
                        format!("{name} == {}", value.replace('_', ""))
                    }
                    _ => return None,
                }
            }
            Test::Not(inner) => format!("!({})", self.test_of(at, inner, fields)?),
            Test::Both(one, two) => format!(
                "({} && {})",
                self.test_of(at, one, fields)?,
                self.test_of(at, two, fields)?
            ),
            Test::Either(one, two) => format!(
                "({} || {})",
                self.test_of(at, one, fields)?,
                self.test_of(at, two, fields)?
            ),
        })
    }
}
