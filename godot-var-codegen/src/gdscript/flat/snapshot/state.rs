//! What the class of a state has for its world: a copy, the changes of a delta, the values between two states.

use super::super::super::Generator;
use super::super::super::kind::Kind;
use super::super::super::record::Member;
use super::super::super::text::{float, string};
use super::super::Part;
use super::super::read::In;
use super::super::record::shifted;
use crate::flat::{self, Blend, Record, Type};

impl<'p> Generator<'p> {
    /// Whether a struct is the state of an entity of some world, or what such a state holds.
    fn is_state(&self, index: usize) -> bool {
        let Some(own) = self.forms.flat_index(index) else { return false };
        self.forms.worlds().any(|(state, _)| {
            let body = self.forms.of(state).map(|def| &def.body);
            match body {
                Some(flat::Body::Enumeration(enumeration)) => {
                    let mut fields =
                        enumeration.members.iter().flat_map(|member| &member.record.fields);
                    fields.any(|field| field.ty == Type::Message(own))
                }
                _ => state == index,
            }
        })
    }

    /// `_flat_copy`, `_flat_change` and `_flat_blend`.
    pub(in super::super::super) fn state_functions(
        &mut self,
        index: usize,
        members: &[Member<'p>],
    ) {
        if !self.is_state(index) {
            return;
        }
        let delta = self.delta_of(index).and_then(|delta| self.forms.of(delta));
        let records = (self.forms.of(index).map(|def| &def.body), delta.map(|def| &def.body));
        let (Some(flat::Body::Record(record)), Some(flat::Body::Record(changes))) = records else {
            return;
        };
        let class = self.names.class(index).to_owned();
        self.flat_current = Some(index);
        self.copying(&class, members);
        self.changing(&class, changes, delta.is_some_and(|def| def.big_endian), members);
        self.blending(&class, record, members);
        self.flat_current = None;
    }

    /// The head of a function that has states of the class as parameters, and variables for them.
    fn head_of_states(
        &mut self,
        name: &str,
        class: &str,
        states: &[&str],
        more: &str,
        returns: &str,
    ) -> Vec<String> {
        let given: Vec<String> = states.iter().map(|state| self.fresh(state)).collect();
        let ty = self.pick(": Message", "");
        let parameters: Vec<String> = given.iter().map(|state| format!("{state}{ty}")).collect();
        let returns = if returns.is_empty() { String::new() } else { format!(" -> {returns}") };
        self.line(format!("func {name}({}{more}){returns}:", parameters.join(", ")));
        if !self.four {
            return given;
        }
        self.out.indent += 1;
        let own = given.iter().map(|state| {
            let own = self.fresh(&format!("own_{state}"));
            self.line(format!("var {own}: {class} = {state}"));
            own
        });
        let own = own.collect();
        self.out.indent -= 1;
        own
    }

    fn copying(&mut self, class: &str, members: &[Member<'p>]) {
        self.start_flat(members);
        if members.is_empty() {
            return;
        }
        let returns = self.pick("void", "");
        let from = self.head_of_states("_flat_copy", class, &["from"], "", returns);
        self.out.indent += 1;
        for Member { name, .. } in members {
            self.line(format!("{name} = {}.{name}", from[0]));
        }
        self.out.indent -= 1;
        self.gap();
    }

    /// Reads a delta; what does not change is that of another state.
    fn changing(&mut self, class: &str, record: &Record, is_big: bool, members: &[Member<'p>]) {
        self.start_flat(members);
        self.flat_empty = Vec::new();
        let more =
            self.reading_parameters().into_iter().map(|(name, ty)| format!(", {name}: {ty}"));
        let (more, returns) = (more.collect::<String>(), self.pick("int", "bool"));
        let from = self.head_of_states("_flat_change", class, &["from"], &more, returns);
        self.out.indent += 1;
        self.in_order(is_big, |generator| {
            let flags = generator.fresh("flags");
            let bytes = record.header_bytes();
            let header = In::Header { bytes, bits: record.header_bits, name: flags.clone() };
            generator.take_all(&[header], &[], false);
            for (field, member) in record.fields.iter().zip(members) {
                let (Some(bits), Type::Option(ty)) = (field.bits, &field.ty) else { continue };
                let name = &member.name;
                let value = In::Present {
                    condition: format!("{flags} & {} != 0", shifted(bits.first)),
                    part: Part { ty, slot: &member.slot },
                    target: name.clone(),
                    step: string(&member.field.name),
                    hint: name.clone(),
                    is_change: true,
                };
                generator.take_all(&[value], &[], false);
                generator.block("else:", |it| it.line(format!("{name} = {}.{name}", from[0])));
            }
        });
        self.end_of_flat_reading(false, 0);
        self.out.indent -= 1;
        self.gap();
    }

    /// Sets what has values between those of two states.
    fn blending(&mut self, class: &str, record: &Record, members: &[Member<'p>]) {
        self.start_flat(members);
        let at = self.fresh("at");
        let has_blend = |(field, member): (&flat::Field, &Member<'p>)| {
            let blend = field.blend.unwrap_or(Blend::Step);
            (blend != Blend::Step)
                .then(|| (member.name.clone(), (*member.slot.kind).clone(), blend))
        };
        let blends: Vec<_> = record.fields.iter().zip(members).filter_map(has_blend).collect();
        let is_known =
            |kind: &Kind| matches!(kind, Kind::Float { .. } | Kind::FloatAsInt | Kind::Engine(_));
        if !blends.iter().any(|(_, kind, _)| is_known(kind)) {
            return;
        }
        let (more, returns) = (format!(", {at}: float"), self.pick("void", ""));
        let states = self.head_of_states("_flat_blend", class, &["older", "newer"], &more, returns);
        self.out.indent += 1;
        for (name, kind, blend) in blends.iter().filter(|(_, kind, _)| is_known(kind)) {
            let (from, to) = (format!("{}.{name}", states[0]), format!("{}.{name}", states[1]));
            let value = self.between(kind, *blend, &from, &to, &at);
            match blend {
                Blend::Teleport(most) => {
                    let near = self.is_near(kind, &from, &to, *most);
                    self.block(format!("if {near}:"), |it| it.line(format!("{name} = {value}")));
                }
                _ => self.line(format!("{name} = {value}")),
            }
        }
        self.out.indent -= 1;
        self.gap();
    }

    /// The value between two.
    fn between(&self, kind: &Kind, blend: Blend, from: &str, to: &str, at: &str) -> String {
        let turned = |from: &str, to: &str| {
            if blend == Blend::Angle {
                return format!("lerp_angle({from}, {to}, {at})");
            }
            let (radians, degrees) =
                (self.pick("deg_to_rad", "deg2rad"), self.pick("rad_to_deg", "rad2deg"));
            format!("{degrees}(lerp_angle({radians}({from}), {radians}({to}), {at}))")
        };
        let turns = matches!(blend, Blend::Angle | Blend::Degrees);
        match kind {
            Kind::Engine("Quaternion" | "Quat") => format!("_Flat.between({from}, {to}, {at})"),
            Kind::Engine(structure) if turns => {
                let parts = components(structure)
                    .iter()
                    .map(|part| turned(&format!("{from}.{part}"), &format!("{to}.{part}")));
                format!("{structure}({})", parts.collect::<Vec<_>>().join(", "))
            }
            Kind::Engine(_) => {
                format!("{from}.{}({to}, {at})", self.pick("lerp", "linear_interpolate"))
            }
            _ if turns => turned(from, to),
            _ => format!("{}({from}, {to}, {at})", self.pick("lerpf", "lerp")),
        }
    }

    /// Whether two values are not further apart than this.
    fn is_near(&self, kind: &Kind, from: &str, to: &str, most: f64) -> String {
        let square = float(most * most);
        match kind {
            Kind::Engine(structure @ ("Color" | "Quaternion" | "Quat")) => {
                let parts = components(structure)
                    .iter()
                    .map(|part| format!("pow({to}.{part} - {from}.{part}, 2.0)"));
                format!("{} <= {square}", parts.collect::<Vec<_>>().join(" + "))
            }
            Kind::Engine(_) => format!("{from}.distance_squared_to({to}) <= {square}"),
            _ => format!("{}({to} - {from}) <= {}", self.pick("absf", "abs"), float(most)),
        }
    }
}

/// The components of a structure of floats.
fn components(structure: &str) -> &'static [&'static str] {
    match structure {
        "Vector2" => &["x", "y"],
        "Vector3" => &["x", "y", "z"],
        "Color" => &["r", "g", "b", "a"],
        _ => &["x", "y", "z", "w"],
    }
}
