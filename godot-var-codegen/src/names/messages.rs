//! The messages of a schema by name, and their layouts.

use crate::inspect::{Fit, fits};
use bumpalo::Bump;
use godot_var_runtime::variant::{Generation, TypeLayout, Variant};

use super::{Names, closest};
use crate::protocol::Body;
use crate::protocol::layout::Layouts;

/// A message: its name, its type, and its variant if the type is an enum.
struct Message<'p> {
    name: String,
    index: usize,
    member: Option<&'p str>,
}

impl Names {
    /// Returns the names of all messages: types, and variants as `Type::Variant`.
    pub fn messages(&self) -> Vec<String> {
        self.of_types(&self.roots).into_iter().map(|message| message.name).collect()
    }

    fn of_types(&self, types: &[usize]) -> Vec<Message<'_>> {
        let mut found = Vec::new();
        for index in types.iter().copied() {
            let def = &self.protocol.types[index];
            let name = def.path();
            match &def.body {
                Body::Enumeration(enumeration) => {
                    let members = enumeration.members.iter().chain(&enumeration.other);
                    found.extend(members.map(|member| Message {
                        name: format!("{name}::{}", member.name),
                        index,
                        member: Some(&*member.name),
                    }));
                }
                _ => found.push(Message { name, index, member: None }),
            }
        }
        found
    }

    /// Calls `look` with the layout of the message with this name, and with its variant if the layout is an enum's. The name is `Type`,
    /// `Type::Variant`, or the last part of that if it is unique. Types inside other types are found, too.
    ///
    /// # Errors
    /// If there is no such message, or several.
    pub fn with_message<T>(
        &self,
        name: &str,
        look: impl for<'l> FnOnce(&'l TypeLayout<'l>, Option<&'l str>) -> T,
    ) -> Result<T, String> {
        let all: Vec<usize> = (0..self.protocol.types.len()).collect();
        let (outer, all) = (self.of_types(&self.roots[..self.outer]), self.of_types(&all));
        let whole = |message: &&Message<'_>| message.name == name;
        let last = |message: &&Message<'_>| message.name.rsplit("::").next() == Some(name);
        let mut found: Vec<&Message<'_>> = outer.iter().filter(whole).collect();
        if found.is_empty() {
            found = outer.iter().filter(last).chain(all.iter().filter(whole)).collect();
        }
        if found.is_empty() {
            found = all.iter().filter(last).collect();
        }
        let message = match &found[..] {
            [message] => *message,
            [] => {
                let known = all.iter().map(|message| &*message.name);
                let last = all.iter().map(|it| it.name.rsplit("::").next().unwrap_or_default());
                let hint = closest(name, known.chain(last));
                return Err(format!("the schema has no message {name:?}{hint}"));
            }
            several => {
                let names: Vec<&str> = several.iter().map(|message| &*message.name).collect();
                let names = names.join(" or ");
                return Err(format!(
                    "{name:?} may be {names}; give the whole name, or choose the type"
                ));
            }
        };
        let arena = Bump::new();
        let layouts = Layouts::new(&self.protocol, &arena);
        let member = message.member.map(|member| &*arena.alloc_str(member));
        Ok(look(layouts.message(message.index), member))
    }

    /// Calls `look` with the layout of the message that a value is, and how the value fits it. Returns `None` if [`name`](Self::name)
    /// returns an error.
    pub fn with_fit<'v, T>(
        &self,
        value: &'v Variant,
        look: impl for<'l> FnOnce(&'l TypeLayout<'l>, &Fit<'l, 'v>) -> T,
    ) -> Option<T> {
        let arena = Bump::new();
        let layouts = Layouts::new(&self.protocol, &arena);
        let mut unknown = None;
        for index in &self.roots {
            let layout = layouts.message(*index);
            match fits(layout, value, Generation::Godot4) {
                Ok(fit @ Fit::Member { member: None, .. }) => {
                    unknown.get_or_insert((layout, fit));
                }
                Ok(fit) => return Some(look(layout, &fit)),
                Err(_) => {}
            }
        }
        unknown.map(|(layout, fit)| look(layout, &fit))
    }
}
