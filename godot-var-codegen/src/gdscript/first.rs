//! Which variant a new object of an enum is: its `#[default]`, or the first.
//!
//! A variant that holds its own enum again would have no end: then it is the next that has one.

use crate::protocol::{Body, Enumerator, Field, Protocol, Type, TypeDefault, Value};

/// The choice for each type: the position of a variant, where the type is an enum that has one.
#[derive(Debug)]
pub(super) struct FirstVariants<'p> {
    protocol: &'p Protocol,
    chosen: Vec<Option<usize>>,
}

impl<'p> FirstVariants<'p> {
    pub(super) fn new(protocol: &'p Protocol) -> Self {
        let mut all = Self { protocol, chosen: vec![None; protocol.types.len()] };
        // The wanted ones as long as that gets on; then one enum takes what else it has.
        while all.choose(true) || all.choose(false) {}
        all
    }

    pub(super) fn of(&self, index: usize) -> Option<usize> {
        self.chosen[index]
    }

    fn members(&self, index: usize) -> Vec<&'p Enumerator> {
        match &self.protocol.types[index].body {
            Body::Enumeration(enumeration) => {
                enumeration.members.iter().chain(&enumeration.other).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The position of the `#[default]` variant, or the first.
    fn wanted(&self, index: usize) -> usize {
        let name = match (&self.protocol.types[index].default, &self.protocol.types[index].body) {
            (TypeDefault::Values(values), _) => values.iter().find_map(|(_, value)| match value {
                Value::Member(_, name) => Some(name),
                _ => None,
            }),
            (_, Body::Enumeration(enumeration)) => enumeration.default.as_ref(),
            _ => None,
        };
        let found = self.members(index).iter().position(|member| Some(&member.name) == name);
        found.unwrap_or(0)
    }

    /// Chooses for one enum; whether there was one to choose for.
    fn choose(&mut self, wanted_only: bool) -> bool {
        for index in 0..self.chosen.len() {
            if self.chosen[index].is_some() {
                continue;
            }
            let (members, wanted) = (self.members(index), self.wanted(index));
            let found = members.iter().enumerate().position(|(at, member)| {
                (!wanted_only || at == wanted) && self.end(&member.record.fields, &mut vec![index])
            });
            if found.is_some() {
                self.chosen[index] = found;
                return true;
            }
        }
        false
    }

    /// Whether new objects of these fields have an end; `around` are the types that they stand in.
    fn end(&self, fields: &[Field], around: &mut Vec<usize>) -> bool {
        fields.iter().all(|field| field.custom.is_some() || self.type_ends(&field.ty, around))
    }

    fn type_ends(&self, ty: &Type, around: &mut Vec<usize>) -> bool {
        match ty {
            Type::Message(index) if around.contains(index) => false,
            Type::Message(index) => {
                around.push(*index);
                let ends = match &self.protocol.types[*index].body {
                    Body::Record(record) => self.end(&record.fields, around),
                    Body::Transparent(field) => self.type_ends(&field.ty, around),
                    Body::Unit => true,
                    Body::Enumeration(_) => self.chosen[*index].is_some(),
                };
                around.pop();
                ends
            }
            Type::FixedList(_, inner) => self.type_ends(inner, around),
            Type::Tuple(elements) => elements.iter().all(|element| self.type_ends(element, around)),
            _ => true,
        }
    }
}
