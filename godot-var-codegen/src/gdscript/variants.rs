//! Variants with fields as variants with one value: a record that has these fields, and a class of its own.

use std::collections::BTreeMap;

use crate::flat::{self, Schema};
use crate::protocol::{
    Body, EnumForm, Enumerator, Field, FieldDefault, Form, Marks, Place, Protocol, Record, Style,
    Type, TypeDef, TypeDefault,
};

/// What is between the names of an enum and a variant in the name of a record, as in no name of a schema.
const BETWEEN: &str = "::";

/// The same types with a record for the fields of each variant. The records are after all types of their wire.
pub(super) fn as_records(protocol: &Protocol, flat: &Schema) -> (Protocol, Schema) {
    let (mut protocol, mut flat) = (protocol.clone(), flat.clone());
    let (mut added, first) = (Vec::new(), protocol.types.len());
    for def in &mut protocol.types {
        let Body::Enumeration(enumeration) = &mut def.body else { continue };
        let form = enumeration.form.clone();
        for member in enumeration.members.iter_mut().filter(|member| !has_one_value(member)) {
            let mut record =
                std::mem::replace(&mut member.record, value_of(first + added.len(), &member.place));
            member.record.deny_unknown = record.deny_unknown;
            member.style = Style::Newtype;
            match form {
                EnumForm::Ids => record.form = Form::Array,
                EnumForm::Internal { .. } => record.form = Form::Dictionary,
                _ => {}
            }
            added.push(TypeDef {
                name: format!("{}{BETWEEN}{}", def.name, member.name),
                module: def.module.clone(),
                arguments: Vec::new(),
                is_generic: def.is_generic,
                instance: def.instance.clone(),
                place: member.place.clone(),
                docs: member.docs.clone(),
                gdscript: None,
                csharp: None,
                typescript: None,
                delta_of: None,
                body: Body::Record(record),
                default: TypeDefault::Derived,
                max_size: None,
                is_converted: false,
                pinned: None,
            });
        }
    }
    protocol.types.append(&mut added);
    let (mut added, first) = (Vec::new(), flat.types.len());
    for def in &mut flat.types {
        // An instance of a generic type may have the name of another type.
        let (instance, is_generic) = (def.instance.clone(), def.is_generic);
        let module = def.module.clone();
        let is_variant = |name: &str| {
            protocol.types.iter().any(|other| {
                (&other.instance, other.is_generic) == (&instance, is_generic)
                    && (&*other.name, &other.module) == (name, &module)
            })
        };
        let flat::Body::Enumeration(enumeration) = &mut def.body else { continue };
        for member in &mut enumeration.members {
            let name = format!("{}{BETWEEN}{}", def.name, member.name);
            let is_record = if is_variant(&def.name) {
                is_variant(&name)
            } else {
                !member.record.fields.is_empty() && member.record.wrapped().is_none()
            };
            if !is_record {
                continue;
            }
            let index = first + added.len();
            let value = flat::Field {
                name: "0".to_owned(),
                place: member.place.clone(),
                docs: Vec::new(),
                ty: flat::Type::Message(index),
                rust: Type::Message(index),
                bits: None,
                default: FieldDefault::Required,
                time: None,
                through: None,
                blend: None,
            };
            let value = flat::Record { header_bits: 0, fields: vec![value] };
            member.is_message = true;
            added.push(flat::TypeDef {
                ident: name.clone(),
                name,
                module: def.module.clone(),
                arguments: Vec::new(),
                is_generic: def.is_generic,
                instance: def.instance.clone(),
                around: Vec::new(),
                place: member.place.clone(),
                docs: member.docs.clone(),
                delta_of: None,
                big_endian: def.big_endian,
                trailing: false,
                default: TypeDefault::Derived,
                body: flat::Body::Record(std::mem::replace(&mut member.record, value)),
                max_size: None,
                pinned: None,
                state: None,
            });
        }
    }
    flat.types.append(&mut added);
    (protocol, flat)
}

/// The variant whose fields each record has: the enum, and the position among its variants.
pub(super) fn owners(protocol: &Protocol) -> BTreeMap<usize, (usize, usize)> {
    let mut owners = BTreeMap::new();
    for (index, def) in protocol.types.iter().enumerate() {
        let Body::Enumeration(enumeration) = &def.body else { continue };
        for (at, member) in enumeration.members.iter().enumerate() {
            if let [Field { ty: Type::Message(record), .. }] = member.record.fields[..]
                && protocol.types[record].name.contains(BETWEEN)
            {
                owners.insert(record, (index, at));
            }
        }
    }
    owners
}

fn has_one_value(member: &Enumerator) -> bool {
    match member.style {
        Style::Unit => true,
        style => style == Style::Newtype && member.record.fields.len() == 1,
    }
}

/// The fields of a variant that holds a value of a type.
fn value_of(index: usize, place: &Place) -> Record {
    let value = Field {
        name: "0".to_owned(),
        place: place.clone(),
        docs: Vec::new(),
        gdscript: None,
        csharp: None,
        typescript: None,
        gdscript_elements: Vec::new(),
        ty: Type::Message(index),
        key: "0".to_owned(),
        aliases: Vec::new(),
        encoded: true,
        decoded: true,
        skip_encoding_if: None,
        default: FieldDefault::Required,
        conversion: None,
        flatten: false,
        custom: None,
        marks: Marks::default(),
    };
    Record {
        form: Form::Array,
        keys: crate::protocol::Keys::String,
        fields: vec![value],
        deny_unknown: false,
        skipped: Vec::new(),
    }
}
