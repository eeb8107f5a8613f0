//! `_write()`: expressions that give what is sent.
//!
//! A value that does not fit is handed on as it is: then the check before sending names its place, where a conversion
//! would stop the script.

use super::Generator;
use super::kind::{Kind, Slot};
use super::names::names_table;
use super::record::Member;

/// What the engine knows of the type of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// The type, and that of the elements.
    All,
    /// That it is an Array or a Dictionary.
    Container,
    Nothing,
}

impl Known {
    /// What it knows of an element of such an Array or Dictionary.
    pub(super) fn element(self, element: &Kind) -> Self {
        match (self, element) {
            (Self::All, Kind::List { packed: None, .. } | Kind::Map { .. }) => Self::Container,
            (Self::All, _) => Self::All,
            _ => Self::Nothing,
        }
    }
}

impl Generator<'_> {
    /// What the engine knows of a variable that is declared with the type of `kind`.
    pub(super) fn declared(&self, kind: &Kind) -> Known {
        match kind {
            Kind::List { element, packed: None, .. } if self.array_of(&element.kind) == "Array" => {
                Known::Container
            }
            Kind::Map { .. } if !self.has_typed_dictionaries() => Known::Container,
            Kind::Class(_) if !self.four => Known::Nothing,
            Kind::Option(inner) => self.declared(&inner.kind),
            _ => Known::All,
        }
    }

    /// What the engine knows of a member's value.
    pub(super) fn known(&self, member: &Member<'_>) -> Known {
        if member.is_change() { Known::Nothing } else { self.declared(&member.slot.kind) }
    }

    /// An expression of what is sent for the value `expr`; lines that it needs go before.
    pub(super) fn write(&mut self, kind: &Kind, expr: &str, hint: &str, known: Known) -> String {
        if kind.is_plain() {
            return expr.to_owned();
        }
        if let Kind::Option(inner) = kind {
            // A member of a class's type can be null as well.
            let inner_known =
                if matches!(*inner.kind, Kind::Class(_)) { known } else { Known::Nothing };
            return self.write(&inner.kind, expr, hint, inner_known);
        }
        if known == Known::Nothing || matches!(kind, Kind::Class(_)) {
            return self.write_if_it_fits(kind, expr, hint, known);
        }
        match kind {
            Kind::List { element, .. } => self.write_list(element, expr, hint, known),
            Kind::Map { key, value, typed } => {
                if *typed || known == Known::Container && value.kind.is_plain() {
                    return expr.to_owned();
                }
                self.write_map(key, value, expr, hint, known)
            }
            kind => self.convert(kind, expr),
        }
    }

    /// Writes a value only if it is of the type that `kind` converts.
    fn write_if_it_fits(&mut self, kind: &Kind, expr: &str, hint: &str, known: Known) -> String {
        if matches!(kind, Kind::Class(_)) && known == Known::All {
            return format!("null if {expr} == null else {expr}._write()");
        }
        let out = self.fresh(&format!("out_{hint}"));
        let (ty, condition) = match kind {
            Kind::Float { .. } | Kind::FloatAsInt => {
                ("float".to_owned(), format!("{expr} is float or {expr} is int"))
            }
            Kind::Name { .. } => ("int".to_owned(), format!("{expr} is int")),
            kind => {
                let ty = self.element_type(kind);
                let condition = format!("{expr} is {ty}");
                (ty, condition)
            }
        };
        self.local(&out, "Variant", expr);
        self.block(format!("if {condition}:"), |generator| {
            let typed = generator.fresh(&format!("{hint}_value"));
            generator.local(&typed, &ty, expr);
            let written = match kind {
                Kind::Class(_) => format!("{typed}._write()"),
                Kind::List { packed: None, .. } | Kind::Map { .. } => {
                    generator.write(kind, &typed, hint, Known::Container)
                }
                kind => generator.convert(kind, &typed),
            };
            generator.line(format!("{out} = {written}"));
        });
        out
    }

    fn write_list(&mut self, element: &Slot, expr: &str, hint: &str, known: Known) -> String {
        let element_known = known.element(&element.kind);
        if element.kind.is_plain() {
            return if self.four {
                format!("Array({expr}, TYPE_NIL, &\"\", null)")
            } else {
                expr.to_owned()
            };
        }
        let out = self.fresh(&format!("out_{hint}"));
        let item = self.fresh("item");
        self.local(&out, "Array", "[]");
        let ty = self.element_type(&element.kind);
        let ty = if element_known == Known::Nothing { "Variant" } else { &ty };
        let head = self.each(&item, ty, expr);
        self.block(head, |generator| {
            let value = generator.write(&element.kind, &item, hint, element_known);
            generator.line(format!("{out}.append({value})"));
        });
        out
    }

    fn write_map(
        &mut self,
        key: &Slot,
        value: &Slot,
        expr: &str,
        hint: &str,
        known: Known,
    ) -> String {
        let out = self.fresh(&format!("out_{hint}"));
        self.local(&out, "Dictionary", "{}");
        if value.kind.is_plain() {
            self.line(format!("{out}.assign({expr})"));
            return out;
        }
        let name = self.fresh("key");
        let ty = self.element_type(&key.kind);
        let ty = if known == Known::All { &ty } else { "Variant" };
        let head = self.each(&name, ty, expr);
        let value_known = known.element(&value.kind);
        self.block(head, |generator| {
            let item = format!("{expr}[{name}]");
            let written = generator.write(&value.kind, &item, hint, value_known);
            generator.line(format!("{out}[{name}] = {written}"));
        });
        out
    }

    fn convert(&self, kind: &Kind, expr: &str) -> String {
        match kind {
            Kind::Float { single: true } => {
                // A Color has single precision in every build. A call would take longer than the rest of the field.
                let absolute = self.pick("absf", "abs");
                let inline = format!(
                    "{expr} if {absolute}({expr}) >= _Wire.F32_LIMIT else Color({expr}, 0.0, 0.0).r"
                );
                let line = format!("{inline}{:width$}", "", width = expr.len() + 18);
                if self.out.fits(&line) { inline } else { format!("_Wire.to_single({expr})") }
            }
            // Godot 3.2's `float()` has single precision.
            Kind::IntAsFloat(..) => format!("{expr} * 1.0"),
            Kind::BoolAsFloat => format!("float({expr})"),
            Kind::TextAsName if self.four => format!("StringName({expr})"),
            Kind::TextAsPath => format!("NodePath({expr})"),
            Kind::FloatAsInt | Kind::BoolAsInt => format!("int({expr})"),
            // A number that is none of the enum's is not a name, which the check says.
            Kind::Name { index } => {
                format!("{}.get({expr}, {expr})", names_table(self.names.class(*index)))
            }
            _ => expr.to_owned(),
        }
    }

    /// `for item: PlayerState in players:`
    pub(super) fn each(&self, item: &str, ty: &str, list: &str) -> String {
        if self.has_typed_loops() {
            format!("for {item}: {ty} in {list}:")
        } else {
            format!("for {item} in {list}:")
        }
    }
}
