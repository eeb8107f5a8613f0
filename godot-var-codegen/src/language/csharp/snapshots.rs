//! A class for each world, which takes the packets of its server.

use super::Generator;
use super::names::Scope;
use super::types::Form;
use crate::language::World;
use crate::language::printer::Printer;
use crate::protocol::Type;
use crate::schema::{Body, Member};

const TEMPLATE: &str = include_str!("../../../templates/csharp/snapshots.cs");

/// The members of the class, which hide types.
const MEMBERS: [&str; 20] = [
    "Entity",
    "Change",
    "Window",
    "Versions",
    "MostInputs",
    "Receive",
    "Latest",
    "Keys",
    "Send",
    "Reset",
    "ConfirmedInput",
    "UnconfirmedInputs",
    "Pace",
    "Check",
    "Take",
    "SeemsOld",
    "Forget",
    "Drop",
    "Apply",
    "Equals",
];

impl Generator<'_> {
    /// Prints the classes of all worlds.
    pub(super) fn worlds(&self, out: &mut Printer) {
        let mut shared: Option<[String; 2]> = None;
        let hidden = MEMBERS.iter().map(|name| (*name).to_owned()).collect();
        *self.names.scope.borrow_mut() = Scope { types: hidden, ..Scope::default() };
        for world in &World::all(self.schema) {
            // The first class brings what all share.
            let (text, [event, exception]) = match &shared {
                Some(names) => {
                    let class = TEMPLATE.find("/// <summary>The entities of a world");
                    (&TEMPLATE[class.unwrap_or_default()..], names.clone())
                }
                None => (
                    TEMPLATE,
                    ["SnapshotEvent", "SnapshotException"].map(|it| self.names.claim(it)),
                ),
            };
            let class = self.names.claim(&format!("{}Snapshots", self.names.bare(world.state)));
            let ty = self.names.ty(world.state);
            // A state whose variants all hold nothing is a value of an enum.
            let is_value = self.form(world.state) == Form::Plain;
            let (state, copy, value) = if is_value {
                (format!("{ty}?"), "entity.States[at]".to_owned(), ".Value")
            } else {
                let [from, to] = self.methods(world.state);
                let copy = format!("{ty}.{from}(entity.States[at].{to}())");
                (ty, copy, "")
            };
            let text = [
                ("$APPLY$", &*self.applies(world.state, world.delta)),
                ("$NEWEST$", if world.input.is_some() {
                    "var newest = message.Newest = $INPUT$.$FROM_INPUT$(input.$TO_INPUT$());"
                } else {
                    "var newest = new $INPUT$();"
                }),
                ("$OLDER$", if world.input.is_some() {
                    "message.Older.Add(_inputs[at].ChangesSince(at + 1 < _inputs.Count ? _inputs[at + 1] : newest));"
                } else {
                    "message.Older.Add(newest);"
                }),
                ("$PARAMETER$", if world.input.is_some() { "$INPUT$ input" } else { "" }),
                ("$INPUT$", &*self.class_or_nothing(world.input)),
                ("$FROM_INPUT$", world.input.map_or("", |input| self.methods(input)[0])),
                ("$TO_INPUT$", world.input.map_or("", |input| self.methods(input)[1])),
                ("$STATE$", &*state),
                ("$COPY$", &*copy),
                ("$VALUE$", value),
                ("$PACKET$", &*self.names.ty(world.packet)),
                ("$MESSAGE$", &*self.names.ty(world.message)),
                ("$RECEIVED$", &*self.names.ty(world.received)),
                ("$CLASS$", &*class),
                ("$EVENT$", &*event),
                ("$EXCEPTION$", &*exception),
            ]
            .into_iter()
            .fold(text.to_owned(), |text, (name, value)| text.replace(name, value));
            out.lines(&self.names.settled(&text));
            shared = Some([event, exception]);
        }
        *self.names.scope.borrow_mut() = Scope::default();
    }

    fn class_or_nothing(&self, input: Option<usize>) -> String {
        input.map_or_else(|| self.names.other("ValueTuple"), |input| self.names.ty(input))
    }

    /// The methods that read and write a flat message.
    fn methods(&self, index: usize) -> [&'static str; 2] {
        if self.schema.types[index].variant.is_some() {
            ["FromFlat", "ToFlat"]
        } else {
            ["FromBytes", "ToBytes"]
        }
    }

    /// The methods that apply a delta to a state. They return false for a delta of another variant.
    fn applies(&self, state: usize, delta: usize) -> String {
        let (ty, delta_ty) = (self.names.ty(state), self.names.ty(delta));
        let (mut lines, mut inner_methods) = (Vec::new(), Vec::<String>::new());
        match (&self.schema.types[state].body, &self.schema.types[delta].body) {
            _ if self.form(state) == Form::Plain => {
                lines.push("return (long)state == (long)delta;".to_owned());
            }
            (Body::Enumeration(of), Body::Enumeration(deltas)) => {
                let names = self.variant_names(state);
                let (ty, delta_ty) = (self.names.before_dot(state), self.names.before_dot(delta));
                for (at, (member, changed)) in of.members.iter().zip(&deltas.members).enumerate() {
                    let name = &names[at];
                    let Some((inner, inner_delta)) = inside(member).zip(inside(changed)) else {
                        lines.push(format!(
                            "if (state is {ty}.{name} && delta is {delta_ty}.{name}) return true;"
                        ));
                        continue;
                    };
                    let value = &self.variant_fields(state, member, name)[0];
                    lines.push(format!(
                        "if (state is {ty}.{name} state{at} && delta is {delta_ty}.{name} delta{at}) \
                         return Apply(state{at}.{value}, delta{at}.{value});"
                    ));
                    let method = self.applies(inner, inner_delta);
                    if !inner_methods.contains(&method) {
                        inner_methods.push(method);
                    }
                }
                lines.push("return false;".to_owned());
            }
            _ => lines.extend(["state.Apply(delta);", "return true;"].map(str::to_owned)),
        }
        let body: Vec<String> = lines.iter().map(|line| format!("        {line}\n")).collect();
        let head = format!("    static bool Apply({ty} state, {delta_ty} delta)");
        [head, "\n    {\n".to_owned(), body.concat(), "    }\n".to_owned(), inner_methods.concat()]
            .concat()
    }
}

/// The type in a variant.
fn inside(member: &Member<'_>) -> Option<usize> {
    match member.fields.first().map(|field| &field.ty) {
        Some(Type::Message(index)) => Some(*index),
        _ => None,
    }
}
