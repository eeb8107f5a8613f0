//! Deltas: a class of the values that changed, and the function of the message's class that takes it.

use super::Generator;
use super::enumeration::Part;
use super::kind::Kind;
use super::record::Member;
use super::text::{article, string};

/// What the class of a message with a delta has besides.
pub(super) const OWN: &[&str] = &["apply"];

/// The member of a delta with its values.
const CHANGES: &str = "changes";

/// Where the value of a member is.
pub(super) fn place(name: &str) -> String {
    format!("{CHANGES}[{}]", string(name))
}

/// The condition under which a value of a delta is there.
pub(super) fn has(name: &str) -> String {
    format!("{CHANGES}.has({})", string(name))
}

impl Generator<'_> {
    /// The type that is the delta of another.
    pub(super) fn delta_of(&self, index: usize) -> Option<usize> {
        self.protocol.types.iter().position(|def| def.delta_of == Some(index))
    }

    /// `changes`, and `create()`.
    pub(super) fn declare_changes(&mut self, class: &str, message: usize) {
        let message = self.names.class(message).to_owned();
        let changed = format!("The new values, by the names of the members of {message}.");
        self.docs(&[], &changed);
        self.line(format!("var {CHANGES}: Dictionary = {{}}"));
        self.line("");
        let (mark, returns) =
            if self.four { ("##", format!(" -> {class}")) } else { ("#", String::new()) };
        let article = article(class).to_lowercase();
        self.line(format!(
            "{mark} Creates {article} {class} from new values by the names of their members."
        ));
        let head = format!("static func create(p_{CHANGES}: Dictionary){returns}:");
        self.start(&[]);
        let made = self.fresh("message");
        self.block(head, |generator| {
            generator.local(&made, class, &format!("{class}.new()"));
            generator.line(format!("{made}.{CHANGES} = p_{CHANGES}"));
            generator.line(format!("return {made}"));
        });
        self.gap();
    }

    /// `apply()`, which takes the values of a delta.
    pub(super) fn applying_function(&mut self, delta: usize, members: &[Member<'_>]) {
        self.start(members);
        let (given, name) = (self.fresh("delta"), self.fresh("name"));
        let class = self.names.class(delta).to_owned();
        let (mark, ty, returns) = if self.four {
            ("##", format!(": {class}"), " -> void")
        } else {
            ("#", String::new(), "")
        };
        self.line(format!("{mark} Assigns the new values of a {class}."));
        let head = format!("func apply({given}{ty}){returns}:");
        let each = self.each(&name, "String", &format!("{given}.{CHANGES}"));
        self.block(head, |generator| {
            generator.block(each, |generator| {
                generator.line(format!("set({name}, {given}.{CHANGES}[{name}])"));
            });
        });
        self.gap();
    }

    /// `apply()` of an enum, if each variant holds a message with a delta, or nothing.
    pub(super) fn applying_variants(&mut self, index: usize, parts: &[Part<'_>]) {
        let Some(delta) = self.delta_of(index) else { return };
        let mut variants = Vec::new();
        for part in parts {
            let content = match part.value.as_ref().map(|value| &*value.slot.kind) {
                Some(Kind::Class(content)) => match self.delta_of(*content) {
                    Some(delta) if self.enumeration(*content).is_none() => Some((*content, delta)),
                    _ => return,
                },
                Some(_) => return,
                None => None,
            };
            variants.push((&part.constant, content));
        }
        self.start(&[]);
        let names = ["delta", "state", "changes"].map(|name| self.fresh(name));
        let [given, state, changes] = &names;
        let class = self.names.class(delta).to_owned();
        let (mark, ty) =
            if self.four { ("##", format!(": {class}")) } else { ("#", String::new()) };
        self.line(format!(
            "{mark} Assigns the new values of a {class}. Returns false for one of another kind."
        ));
        self.block(format!("func apply({given}{ty}) -> bool:"), |generator| {
            generator.block("match kind:", |generator| {
                for (constant, content) in variants {
                    generator.block(format!("Kind.{constant}:"), |generator| {
                        let is_same = format!("{given}.kind == {class}.Kind.{constant}");
                        let Some((content, delta)) = content else {
                            generator.line(format!("return {is_same}"));
                            return;
                        };
                        generator.block(format!("if {is_same}:"), |generator| {
                            if generator.four {
                                let of = generator.names.class(content).to_owned();
                                generator.local(state, &of, "value");
                                let of = generator.names.class(delta).to_owned();
                                generator.local(changes, &of, &format!("{given}.value"));
                                generator.line(format!("{state}.apply({changes})"));
                            } else {
                                generator.line(format!("value.apply({given}.value)"));
                            }
                            generator.line("return true");
                        });
                    });
                }
            });
            generator.line("return false");
        });
        self.gap();
    }
}
