//! A class for each world, which takes the packets of its server.

use super::Generator;
use super::function::function;
use super::names::{kind, quoted, small};
use crate::language::World;
use crate::language::printer::Printer;
use crate::protocol::Type;
use crate::schema::{Body, Member};

/// The globals that a file with a world uses.
pub(super) const TAKEN: [&str; 2] = ["Date", "Promise"];

impl Generator<'_> {
    /// The worlds of the schema, each with the name of its class.
    pub(super) fn worlds(&self) -> Vec<(World, String)> {
        let named = |world: World| {
            let class = self.names.ty_of_world(&world);
            (world, class)
        };
        World::all(self.schema).into_iter().map(named).collect()
    }

    /// Prints the classes of all worlds. They come after the class that they extend.
    pub(super) fn print_worlds(&self, worlds: &[(World, String)], out: &mut Printer) {
        for (world, class) in worlds {
            out.gap();
            let mut done = Vec::new();
            self.print_apply(world.state, world.delta, &mut done, out);
            let ty = |index: usize| self.names.ty(index).to_owned();
            let (input, delta, changes) = match world.input {
                Some(input) => {
                    let delta = self.delta_of(input).map_or("never".to_owned(), ty);
                    (ty(input), delta, self.delta_function(input, "Changes"))
                }
                None => ("null".to_owned(), "null".to_owned(), "() => null".to_owned()),
            };
            let (state, state_delta) = (ty(world.state), ty(world.delta));
            let decode = self.names.function(&format!("decode{}", ty(world.packet)));
            let encode = self.names.function(&format!("encode{}", ty(world.message)));
            let apply = self.apply(world.state);
            out.line(format!(
                "/** The entities of a world, whose states are {{@link {state}}}, as its server sends them. */"
            ));
            let base = format!("Snapshots<{state}, {state_delta}, {input}, {delta}>");
            out.block(format!("export class {class} extends {base}"), |out| {
                out.line("/** A client that has seen nothing. It refuses packets with more entities. */");
                out.block("constructor(maxEntities: number = 65_536)", |out| {
                    out.line(format!(
                        "super({{ decode: {decode}, encode: {encode}, apply: {apply}, changes: {changes} }}, maxEntities);"
                    ));
                });
            });
        }
    }

    /// The position of the delta of a type.
    fn delta_of(&self, index: usize) -> Option<usize> {
        self.schema.types.iter().position(|def| def.delta_of == Some(index))
    }

    /// The name of a function of a struct with a delta.
    fn delta_function(&self, index: usize, verb: &str) -> String {
        let message = self.names.ty(index);
        self.names.of(message, &format!("{}{verb}", small(message)))
    }

    /// The name of the function that applies a delta to a state.
    fn apply(&self, state: usize) -> String {
        match &self.schema.types[state].body {
            Body::Enumeration(_) => {
                let ty = self.names.ty(state);
                self.names.of(ty, &format!("apply{ty}"))
            }
            _ => self.delta_function(state, "Apply"),
        }
    }

    /// Prints the function that applies a delta to an enum, and those that it calls.
    fn print_apply(&self, state: usize, delta: usize, done: &mut Vec<usize>, out: &mut Printer) {
        let (Body::Enumeration(of), Body::Enumeration(deltas)) =
            (&self.schema.types[state].body, &self.schema.types[delta].body)
        else {
            return;
        };
        if done.contains(&state) {
            return;
        }
        done.push(state);
        let only = |member: &Member<'_>| match member.fields.first().map(|field| &field.ty) {
            Some(Type::Message(index)) => Some(*index),
            _ => None,
        };
        let inner: Vec<_> = of
            .members
            .iter()
            .zip(&deltas.members)
            .map(|(member, delta)| (kind(member), only(member).zip(only(delta))))
            .collect();
        for (_, content) in &inner {
            if let Some((state, delta)) = content {
                self.print_apply(*state, *delta, done, out);
            }
        }
        let (name, ty) = (self.apply(state), format!(": {}", self.names.ty(state)));
        let result = format!("{} | null", self.names.ty(state));
        let delta = format!(": {}", self.names.ty(delta));
        function(out, &name, &[("state", &ty), ("delta", &delta)], &result, |out| {
            if of.is_plain() {
                out.line("return (state as number) === (delta as number) ? state : null;");
                return;
            }
            for (kind, content) in &inner {
                let kind = quoted(kind);
                let is_it = format!("if (state.kind === {kind} && delta.kind === {kind})");
                match content {
                    None => out.line(format!("{is_it} return state;")),
                    Some((state, _)) => out.block(is_it, |out| {
                        let apply = self.apply(*state);
                        out.line(format!("const value = {apply}(state.value, delta.value);"));
                        let nested =
                            matches!(&self.schema.types[*state].body, Body::Enumeration(_));
                        let test = if nested { "value === null ? null : " } else { "" };
                        out.line(format!("return {test}{{ kind: {kind}, value }};"));
                    }),
                }
            }
            out.line("return null;");
        });
    }
}
