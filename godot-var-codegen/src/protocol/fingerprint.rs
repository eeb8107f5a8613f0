//! The fingerprint of a layout, equal to that of the compiled type.
//!
//! FNV-1a, 64 bits, over what is written: names, types, order and ids; no Rust names, aliases,
//! defaults or bounds. `layout_fingerprint` of the runtime computes the same of the compiled type;
//! the tests hold both against each other.

use super::{
    Body, EnumForm, Enumeration, Field, Form, Keys, Protocol, Record, Style, Type, WireType,
};
use godot_var_schema::variant::model::Id;

pub(super) fn of_type(protocol: &Protocol, index: usize) -> u64 {
    let mut hash = Hash { protocol, state: 0xcbf2_9ce4_8422_2325, cut: Vec::new() };
    hash.message(index);
    hash.state
}

pub(super) fn of_all(protocol: &Protocol) -> u64 {
    let mut hash = Hash { protocol, state: 0xcbf2_9ce4_8422_2325, cut: Vec::new() };
    for (index, def) in protocol.types.iter().enumerate() {
        hash.text(&def.path());
        hash.number(of_type(protocol, index));
    }
    hash.state
}

struct Hash<'p> {
    protocol: &'p Protocol,
    state: u64,
    /// The types whose mention ends the walk: the one whose fields are walked, and in a generic
    /// type those that it was given as arguments.
    cut: Vec<usize>,
}

impl Hash<'_> {
    fn byte(&mut self, byte: u8) {
        self.state = (self.state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }

    fn number(&mut self, number: u64) {
        for byte in number.to_le_bytes() {
            self.byte(byte);
        }
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        for byte in text.bytes() {
            self.byte(byte);
        }
    }

    fn value(&mut self, kind: &str, bounds: &str) {
        self.byte(b'v');
        self.text(kind);
        self.text(bounds);
    }

    fn message(&mut self, index: usize) {
        if self.cut.contains(&index) {
            self.byte(b's');
            return;
        }
        let def = &self.protocol.types[index];
        let mut given = Vec::new();
        for argument in &def.arguments {
            argument.messages(&mut |index| given.push(index));
        }
        let mut cut: Vec<usize> =
            self.cut.iter().copied().filter(|index| given.contains(index)).collect();
        cut.push(index);
        let before = std::mem::replace(&mut self.cut, cut);
        match &def.body {
            Body::Unit => self.value("Nil", ""),
            Body::Transparent(field) => self.field(field),
            Body::Record(record) => {
                self.byte(b'r');
                self.record(record);
            }
            Body::Enumeration(enumeration) => {
                self.byte(b'e');
                self.enumeration(enumeration);
            }
        }
        self.cut = before;
    }

    fn record(&mut self, record: &Record) {
        let keyed = record.form == Form::Dictionary;
        self.byte(keyed.into());
        self.byte((record.keys == Keys::StringName).into());
        self.number(record.fields.len() as u64);
        for field in &record.fields {
            if field.flatten {
                self.byte(b'+');
            } else if keyed {
                self.text(&field.key);
            }
            self.field(field);
        }
    }

    fn enumeration(&mut self, enumeration: &Enumeration) {
        match &enumeration.form {
            EnumForm::Names => self.byte(1),
            EnumForm::Numbers => self.byte(2),
            EnumForm::External => self.byte(3),
            EnumForm::Internal { tag } => {
                self.byte(4);
                self.text(tag);
            }
            EnumForm::Adjacent { tag, content } => {
                self.byte(5);
                self.text(tag);
                self.text(content);
            }
            EnumForm::Untagged => self.byte(6),
            EnumForm::Ids => self.byte(7),
        }
        self.number(enumeration.members.len() as u64);
        for member in &enumeration.members {
            if enumeration.form != EnumForm::Untagged {
                match &member.id {
                    Id::Int(id) => {
                        self.byte(1);
                        self.number(*id as u64);
                    }
                    Id::Text(name) => {
                        self.byte(2);
                        self.text(name);
                    }
                }
            }
            match (member.style, &member.record.fields[..]) {
                (Style::Unit, _) => self.value("Nil", ""),
                (Style::Newtype, [field]) if enumeration.form != EnumForm::Ids => self.field(field),
                _ => {
                    self.byte(b'r');
                    self.record(&member.record);
                }
            }
        }
    }

    fn field(&mut self, field: &Field) {
        if let Some(path) = &field.custom {
            self.byte(b'c');
            self.text(path);
            return;
        }
        let mut ty = &field.ty;
        if let (Type::Option(inner), true) = (ty, field.wire_type.is_some() || field.typed) {
            self.byte(b'o');
            ty = inner;
        }
        if field.typed {
            self.byte(b'y');
            match ty {
                Type::List(inner) | Type::FixedList(_, inner) => {
                    self.byte(b'a');
                    self.ty(inner);
                }
                ty => self.ty(ty),
            }
            return;
        }
        match (field.wire_type, ty) {
            (None, ty) => self.ty(ty),
            (Some(WireType::String), _) => self.value("String", ""),
            (Some(WireType::StringName), _) => self.value("StringName", ""),
            (Some(WireType::NodePath), _) => self.value("NodePath", ""),
            (Some(WireType::Int), ty) => self.value("int", rust_number(ty)),
            (Some(WireType::Float | WireType::Float64), ty) => self.value("float", rust_number(ty)),
            (Some(WireType::Array), Type::List(inner) | Type::FixedList(_, inner)) => {
                self.byte(b'a');
                self.ty(inner);
            }
            (Some(WireType::Array), ty) => self.ty(ty),
        }
    }

    fn ty(&mut self, ty: &Type) {
        match ty {
            Type::Unit => self.value("Nil", ""),
            Type::Bool => self.value("bool", ""),
            Type::Int(integer) => self.value("int", integer.name()),
            Type::F32 => self.value("float", "f32"),
            Type::F64 => self.value("float", "f64"),
            Type::Char => self.value("String", "char"),
            Type::String => self.value("String", ""),
            Type::Engine(engine) => {
                self.value(engine.godot4_name(), if engine.is_real() { "f32" } else { "" });
            }
            Type::Double(engine) => self.value(engine.godot4_name(), "f64"),
            Type::Variant => self.byte(b'*'),
            Type::Option(inner) => {
                self.byte(b'o');
                self.ty(inner);
            }
            Type::List(inner) | Type::Set(inner) => {
                self.byte(b'l');
                self.ty(inner);
            }
            Type::Bytes => {
                self.byte(b'l');
                self.value("int", "u8");
            }
            Type::FixedList(len, inner) => {
                self.byte(b'f');
                self.number(*len);
                self.ty(inner);
            }
            Type::Tuple(elements) => {
                self.byte(b't');
                self.number(elements.len() as u64);
                for element in elements {
                    self.ty(element);
                }
            }
            Type::Map(key, value) => {
                self.byte(b'm');
                self.ty(key);
                self.ty(value);
            }
            Type::Message(index) => self.message(*index),
            // Only a field with functions of its own has this type, and it is named by them.
            Type::Custom => self.byte(b'c'),
        }
    }
}

/// The Rust name of a number that travels as another one.
fn rust_number(ty: &Type) -> &'static str {
    match ty {
        Type::Int(integer) => integer.name(),
        Type::F32 => "f32",
        Type::F64 => "f64",
        Type::Bool => "bool",
        _ => "",
    }
}
