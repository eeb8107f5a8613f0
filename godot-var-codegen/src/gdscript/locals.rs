//! Names of parameters and local variables, which must hide no member of their class.

use std::rc::Rc;

use super::Generator;
use super::record::Member;

/// What a function calls what most functions have.
#[derive(Debug, Default)]
pub(super) struct Locals {
    pub(super) bytes: String,
    pub(super) content: String,
    pub(super) data: String,
    pub(super) fault: String,
    pub(super) fields: String,
    pub(super) message: String,
    pub(super) seen: String,
    pub(super) tag: String,
    pub(super) value: String,
}

impl Generator<'_> {
    /// Begins a function of a class with these members.
    pub(super) fn start(&mut self, members: &[Member<'_>]) {
        self.taken = self.taken_by(members);
        let value = if self.own.is_empty() { "value" } else { "item" };
        self.locals = Rc::new(Locals {
            bytes: self.fresh("bytes"),
            content: self.fresh("content"),
            data: self.fresh("data"),
            fault: self.fresh("fault"),
            fields: self.fresh("fields"),
            message: self.fresh("message"),
            seen: "_seen".to_owned(),
            tag: self.fresh("tag"),
            value: self.fresh(value),
        });
    }

    /// The names of a class's members, with those of the enum that it is a variant of.
    pub(super) fn taken_by(&self, members: &[Member<'_>]) -> Vec<String> {
        let members = members.iter().map(|member| member.name.clone());
        self.own.iter().map(|name| (*name).to_owned()).chain(members).collect()
    }

    /// A name that no member and no other local of this function has.
    pub(super) fn fresh(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut number = 1;
        while self.taken.contains(&name) || self.names.has_class(&name) {
            number += 1;
            name = format!("{wanted}_{number}");
        }
        self.taken.push(name.clone());
        name
    }

    /// A local variable: `var list: Array = value`, without the type where Godot 3 has none.
    pub(super) fn local(&mut self, name: &str, ty: &str, value: &str) {
        let typed = self.four || matches!(ty, "Array" | "Dictionary");
        if typed {
            self.line(format!("var {name}: {ty} = {value}"));
        } else {
            self.line(format!("var {name} = {value}"));
        }
    }
}
