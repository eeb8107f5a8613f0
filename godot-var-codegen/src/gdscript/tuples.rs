//! Tuples as classes: each gets one named after the field that holds it, so that its parts have types.

use std::collections::BTreeSet;

use godot_var_schema::RenameRule;

use super::names::member_class;
use crate::protocol::{
    Body, Enumerator, Field, FieldDefault, Form, Keys, Marks, Protocol, Record, Type, TypeDef,
    TypeDefault,
};

/// The same messages with a record in place of each tuple; these records are after all types of the schema.
pub(super) fn as_records(schema: &Protocol) -> Protocol {
    let mut lowering = Lowering {
        first: schema.types.len(),
        added: Vec::new(),
        taken: schema.types.iter().flat_map(names_of).collect(),
        element_names: Vec::new(),
    };
    let mut protocol = schema.clone();
    for def in &mut protocol.types {
        let name = def.name.replace("::", "");
        match &mut def.body {
            Body::Record(record) => lowering.fields(&mut record.fields, &name),
            Body::Transparent(field) => lowering.field(field, &name, name.clone()),
            Body::Enumeration(enumeration) => {
                for member in enumeration.members.iter_mut().chain(&mut enumeration.other) {
                    let name = member_class(&name, member);
                    lowering.fields(&mut member.record.fields, &name);
                }
            }
            Body::Unit => {}
        }
    }
    protocol.types.extend(lowering.added);
    protocol
}

/// The names of the classes that a type gets.
fn names_of(def: &TypeDef) -> Vec<String> {
    let mut names = vec![def.name.clone()];
    if let Body::Enumeration(enumeration) = &def.body {
        let members = enumeration.members.iter().chain(&enumeration.other);
        names.extend(members.map(|member: &Enumerator| member_class(&def.name, member)));
    }
    names
}

struct Lowering {
    /// The index of the first record that is added.
    first: usize,
    added: Vec<TypeDef>,
    taken: BTreeSet<String>,
    /// The names of the elements of the next tuple.
    element_names: Vec<String>,
}

impl Lowering {
    fn fields(&mut self, fields: &mut [Field], owner: &str) {
        for field in fields {
            let name = field.gdscript.as_ref().map_or(&field.name, |(name, _)| name);
            let name = format!("{owner}{}", RenameRule::Pascal.field(name));
            self.field(field, owner, name);
        }
    }

    fn field(&mut self, field: &mut Field, owner: &str, name: String) {
        if field.custom.is_none() {
            let mut ty = std::mem::replace(&mut field.ty, Type::UNIT);
            self.element_names.clone_from(&field.gdscript_elements);
            self.lower(&mut ty, name, owner, field);
            field.ty = ty;
        }
    }

    /// Replaces the tuples in the type of a field.
    fn lower(&mut self, ty: &mut Type, name: String, owner: &str, field: &Field) {
        match ty {
            Type::Tuple(elements) => {
                let elements = std::mem::take(elements);
                *ty = Type::Message(self.add(elements, name, owner, field));
            }
            Type::Option(inner)
            | Type::List(inner)
            | Type::FixedList(_, inner)
            | Type::Set(inner)
            | Type::Map(_, inner) => self.lower(inner, name, owner, field),
            _ => {}
        }
    }

    fn add(&mut self, elements: Vec<Type>, name: String, owner: &str, field: &Field) -> usize {
        let mut name = name;
        while !self.taken.insert(name.clone()) {
            name.push_str("Tuple");
        }
        // Only the outer tuple has names; those of the others would be its own.
        let names = std::mem::take(&mut self.element_names);
        let fields = elements.into_iter().enumerate().map(|(at, mut ty)| {
            self.lower(&mut ty, format!("{name}{at}"), owner, field);
            Field {
                name: at.to_string(),
                docs: Vec::new(),
                gdscript: names.get(at).map(|name| (name.clone(), field.place.clone())),
                gdscript_elements: Vec::new(),
                ty,
                key: at.to_string(),
                aliases: Vec::new(),
                encoded: true,
                decoded: true,
                skip_encoding_if: None,
                default: FieldDefault::Required,
                flatten: false,
                marks: Marks { time: field.marks.time, ..Marks::default() },
                ..field.clone()
            }
        });
        let fields = fields.collect();
        self.added.push(TypeDef {
            docs: vec![format!("The tuple `{}` of `{owner}`.", field.name)],
            name,
            module: Vec::new(),
            arguments: Vec::new(),
            place: field.place.clone(),
            gdscript: None,
            csharp: None,
            typescript: None,
            instance: String::new(),
            is_generic: false,
            delta_of: None,
            body: Body::Record(Record {
                form: Form::Array,
                skipped: Vec::new(),
                keys: Keys::String,
                fields,
                deny_unknown: false,
            }),
            default: TypeDefault::Derived,
            max_size: None,
            is_converted: false,
            pinned: None,
        });
        self.first + self.added.len() - 1
    }
}
