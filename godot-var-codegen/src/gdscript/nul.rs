//! Texts of a schema with NUL, which no String of Godot can hold: in a script they would end it.

use crate::protocol::{
    Body, Diagnostic, EnumForm, Enumerator, Field, FieldDefault, Place, Protocol, TypeDefault,
    Value,
};
use godot_var_schema::variant::model::Id;

/// Reports every such text.
pub(super) fn refuse(protocol: &Protocol, errors: &mut Vec<Diagnostic>) {
    let mut texts = Texts { errors };
    for def in &protocol.types {
        let name = &def.name;
        if let TypeDefault::Values(values) = &def.default {
            for (_, value) in values {
                texts.default(value, name, &def.place);
            }
        }
        match &def.body {
            Body::Unit => {}
            Body::Record(record) => texts.fields(&record.fields, name),
            Body::Transparent(field) => texts.field(field, name),
            Body::Enumeration(enumeration) => {
                let (what, keys) = match &enumeration.form {
                    EnumForm::Internal { tag } => ("name", vec![("tag", tag)]),
                    EnumForm::Adjacent { tag, content } => {
                        ("name", vec![("tag", tag), ("content", content)])
                    }
                    EnumForm::Ids => ("id", Vec::new()),
                    _ => ("name", Vec::new()),
                };
                for (what, key) in keys {
                    texts.check(key, what, name, &def.place);
                }
                for member in enumeration.members.iter().chain(&enumeration.other) {
                    texts.member(member, what, name);
                }
            }
        }
    }
    for set in &protocol.rpc_sets {
        for method in &set.methods {
            texts.fields(&method.arguments, &format!("{}.{}", set.name, method.variant));
        }
    }
}

struct Texts<'e> {
    errors: &'e mut Vec<Diagnostic>,
}

impl Texts<'_> {
    fn check(&mut self, text: &str, what: &str, item: &str, place: &Place) {
        if text.contains('\0') {
            let message = format!(
                "`{item}`: the {what} {text:?} has the character U+0000, which no String of Godot can hold; \
                 choose another text"
            );
            self.errors.push(Diagnostic::new(place, message));
        }
    }

    fn member(&mut self, member: &Enumerator, what: &str, owner: &str) {
        let item = format!("{owner}.{}", member.name);
        if let Id::Text(text) = &member.id {
            self.check(text, what, &item, &member.place);
        }
        for alias in &member.aliases {
            self.check(alias, "alias", &item, &member.place);
        }
        self.fields(&member.record.fields, &item);
    }

    fn fields(&mut self, fields: &[Field], owner: &str) {
        for field in fields {
            self.field(field, owner);
        }
    }

    fn field(&mut self, field: &Field, owner: &str) {
        let item = format!("{owner}.{}", field.name);
        self.check(&field.key, "key", &item, &field.place);
        for alias in &field.aliases {
            self.check(alias, "alias", &item, &field.place);
        }
        if let FieldDefault::Value(value) = &field.default {
            self.default(value, &item, &field.place);
        }
    }

    fn default(&mut self, value: &Value, item: &str, place: &Place) {
        match value {
            Value::Text(text) => self.check(text, "default", item, place),
            Value::Some(inner) => self.default(inner, item, place),
            Value::List(items) | Value::Tuple(items) => {
                for inner in items {
                    self.default(inner, item, place);
                }
            }
            _ => {}
        }
    }
}
