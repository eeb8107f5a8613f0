//! What the documentation of a member says that its type does not.

use super::Generator;
use super::kind::{Ints, Kind, Slot};
use super::text::article;
use crate::flat::{self, TypeDef};
use crate::protocol::{Field, FieldDefault, Form};

impl Generator<'_> {
    /// What a type is, in words: `PlayerState`, `int from 0 to 255`.
    pub(super) fn words(&self, kind: &Kind) -> String {
        match kind {
            Kind::Any(what) => what.clone(),
            Kind::Nil => "null".to_owned(),
            Kind::Option(inner) => format!("({} or null)", self.words(&inner.kind)),
            Kind::List { packed: Some(packed), .. } => (*packed).to_owned(),
            Kind::List { element, .. } => format!("Array of {}", self.words(&element.kind)),
            Kind::Map { key, value, .. } => {
                format!("Dictionary of {} to {}", self.words(&key.kind), self.words(&value.kind))
            }
            Kind::Number { index, .. } | Kind::Name { index } => {
                let class = self.names.class(*index);
                if self.four { format!("[enum {class}]") } else { class.to_owned() }
            }
            kind => self.member_type(kind),
        }
    }

    /// What the type of a member does not say.
    pub(super) fn notes(&self, field: &Field, slot: &Slot, member: &str, form: Form) -> String {
        let mut notes = Vec::new();
        if form == Form::Dictionary && field.key != member && !field.flatten {
            let key = &field.key;
            notes.push(if self.four {
                format!("Key [code]{key}[/code].")
            } else {
                format!("Key {key}.")
            });
        }
        if field.flatten {
            notes.push("Its fields are stored among the others.".to_owned());
        }
        self.notes_of_kind(slot, self.bits_of(field), &mut notes);
        match &field.default {
            FieldDefault::Value(value) => {
                if let Some(value) = self.literal(value, &slot.kind) {
                    notes.push(format!("{value} when it is missing."));
                }
            }
            FieldDefault::Unchanged => {}
            FieldDefault::Required if !matches!(*slot.kind, Kind::Option(_)) => {}
            FieldDefault::Required | FieldDefault::Type | FieldDefault::Code(_) => {
                if field.default != FieldDefault::Required {
                    let initial = self.initial(&slot.kind);
                    notes.push(format!("{initial} when it is missing."));
                }
            }
        }
        if !field.decoded {
            notes.push("The other side does not read it.".to_owned());
        } else if !field.encoded {
            notes.push("The other side does not write it.".to_owned());
        }
        let mut notes = notes.join(" ");
        if let Some(first) = notes.get(..1).map(str::to_uppercase) {
            notes.replace_range(..1, &first);
        }
        notes
    }

    /// How many bits a number, or each of a list, has in flat messages, if it has `bits`.
    fn bits_of(&self, field: &Field) -> Option<u8> {
        let is_it = |own: &&flat::Field| own.name == field.name && own.place == field.place;
        let own = self.forms.schema.types.iter().flat_map(TypeDef::fields).find(is_it)?;
        match bare(&own.ty) {
            flat::Type::Packed(_, bits, _) => Some(*bits),
            _ => own.bits.filter(|_| own.is_in_header()).map(|bits| bits.count),
        }
    }

    /// Notes about a kind, whose numbers have this many bits in flat messages.
    pub(super) fn notes_of_kind(&self, slot: &Slot, bits: Option<u8>, notes: &mut Vec<String>) {
        let narrowed = |ints: Ints| bits.map_or(ints, |bits| ints.in_bits(bits));
        match &*slot.kind {
            Kind::Int(ints) if narrowed(*ints) == Ints::ALL => {}
            Kind::Int(ints) | Kind::IntAsFloat(ints) => {
                notes.push(format!("From {}.", range(narrowed(*ints))));
            }
            Kind::Float { single: true } => notes.push("Single precision.".to_owned()),
            Kind::Letter => notes.push("One character.".to_owned()),
            Kind::Any(what) if what != "anything" => notes.push(format!("It is {what}.")),
            Kind::Option(inner) => {
                let what = self.words(&inner.kind);
                let article = article(what.trim_start_matches("[enum "));
                notes.push(format!("{article} {what}, or null."));
                if inner.max_len.is_some() {
                    self.notes_of_kind(inner, bits, notes);
                }
            }
            Kind::List { element, packed, len, .. } => {
                let of = if packed.is_none()
                    && (!self.four || self.array_of(&element.kind) == "Array")
                {
                    format!("Of {}", self.words(&element.kind))
                } else {
                    String::new()
                };
                match (of.is_empty(), len) {
                    (true, None) => {}
                    (false, None) => notes.push(format!("{of}.")),
                    (true, Some(len)) => notes.push(format!("Exactly {len}.")),
                    (false, Some(len)) => notes.push(format!("{of}, exactly {len}.")),
                }
                if let Kind::Int(ints) = *element.kind
                    && (packed.is_none() || bits.is_some())
                    && narrowed(ints) != Ints::ALL
                {
                    notes.push(format!("Each from {}.", range(narrowed(ints))));
                }
            }
            Kind::Map { key, value, .. } if !self.four => {
                notes.push(format!("Of {} to {}.", self.words(&key.kind), self.words(&value.kind)));
            }
            Kind::Number { .. } | Kind::Name { .. } if !self.four => {
                let what = self.words(&slot.kind);
                notes.push(format!("{} {what}.", article(&what)));
            }
            Kind::Number { open: true, .. } => {
                notes.push(format!("{}, or any other number.", self.words(&slot.kind)));
            }
            _ => {}
        }
        if let Some(len) = slot.max_len {
            let unit = match *slot.kind {
                Kind::Text | Kind::TextAsName | Kind::TextAsPath => "bytes of UTF-8",
                Kind::Map { .. } => "pairs",
                _ => "elements",
            };
            notes.push(format!("At most {len} {unit}."));
        }
    }
}

/// The type in an `Option`, without the bound of its length.
fn bare(ty: &flat::Type) -> &flat::Type {
    match ty {
        flat::Type::Option(inner) | flat::Type::AtMost(_, inner) => bare(inner),
        ty => ty,
    }
}

/// `0 to 255`
pub(super) fn range(ints: Ints) -> String {
    let zero = if ints.lacks_zero { ", not 0" } else { "" };
    format!("{} to {}{zero}", ints.least, ints.most)
}
