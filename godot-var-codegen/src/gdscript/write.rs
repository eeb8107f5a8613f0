//! `to_variant()`: expressions that give what travels.

use super::Generator;
use super::kind::Kind;

impl Generator<'_> {
    /// An expression of what travels for the value `expr`; lines that it needs go before.
    ///
    /// `known` says that the engine knows the type of `expr`, as it does of members.
    pub(super) fn write(&mut self, kind: &Kind, expr: &str, hint: &str, known: bool) -> String {
        if kind.is_plain() {
            return expr.to_owned();
        }
        match kind {
            // A Color has single precision in every build.
            Kind::Float { single: true }
            | Kind::FloatAsInt
            | Kind::BoolAsInt
            | Kind::IntAsFloat(..)
            | Kind::BoolAsFloat
            | Kind::TextAsName
            | Kind::TextAsPath => self.convert(kind, expr),
            Kind::Name { index } => {
                format!("_{}_NAMES[{expr}]", super::text::constant(self.names.class(*index)))
            }
            Kind::Class(_) => format!("{expr}.to_variant()"),
            Kind::Option(inner) => {
                let out = self.fresh(&format!("out_{hint}"));
                self.local(&out, "Variant", "null");
                self.block(format!("if {expr} != null:"), |generator| {
                    let typed = generator.typed(&inner.kind, expr, hint);
                    let value = generator.write(&inner.kind, &typed, hint, false);
                    generator.line(format!("{out} = {value}"));
                });
                out
            }
            Kind::List { element, .. } => {
                if element.kind.is_plain() && known && !matches!(*element.kind, Kind::Option(_)) {
                    return if self.four {
                        format!("Array({expr}, TYPE_NIL, &\"\", null)")
                    } else {
                        expr.to_owned()
                    };
                }
                let out = self.fresh(&format!("out_{hint}"));
                let item = self.fresh("item");
                self.local(&out, "Array", "[]");
                let head = self.each(&item, &self.element_type(&element.kind), expr);
                self.block(head, |generator| {
                    let value = generator.write(&element.kind, &item, hint, true);
                    generator.line(format!("{out}.append({value})"));
                });
                out
            }
            Kind::Tuple(elements) => {
                if elements.iter().all(|element| element.kind.is_plain()) {
                    return expr.to_owned();
                }
                let values: Vec<String> = elements
                    .iter()
                    .enumerate()
                    .map(|(i, element)| {
                        let typed = self.typed(&element.kind, &format!("{expr}[{i}]"), hint);
                        self.write(&element.kind, &typed, hint, false)
                    })
                    .collect();
                format!("[{}]", values.join(", "))
            }
            Kind::Map { key, value, typed } => {
                if *typed || !self.four && value.kind.is_plain() {
                    return expr.to_owned();
                }
                let out = self.fresh(&format!("out_{hint}"));
                self.local(&out, "Dictionary", "{}");
                if value.kind.is_plain() && known {
                    self.line(format!("{out}.assign({expr})"));
                    return out;
                }
                let name = self.fresh("key");
                let head = self.each(&name, &self.element_type(&key.kind), expr);
                self.block(head, |generator| {
                    let item = format!("{expr}[{name}]");
                    let written = generator.write(&value.kind, &item, hint, false);
                    generator.line(format!("{out}[{name}] = {written}"));
                });
                out
            }
            _ => expr.to_owned(),
        }
    }

    /// A local variable of the type for a value of which Godot 4 does not know it.
    fn typed(&mut self, kind: &Kind, expr: &str, hint: &str) -> String {
        let ty = self.element_type(kind);
        if !self.four
            || kind.is_plain()
            || ty == "Variant"
            || matches!(kind, Kind::Class(_)) && !expr.contains('[')
        {
            return expr.to_owned();
        }
        let name = self.fresh(&format!("{hint}_value"));
        self.line(format!("var {name}: {ty} = {expr}"));
        name
    }

    fn convert(&self, kind: &Kind, expr: &str) -> String {
        match kind {
            Kind::Float { single: true } => format!("Color({expr}, 0.0, 0.0).r"),
            Kind::IntAsFloat(..) | Kind::BoolAsFloat => format!("float({expr})"),
            Kind::TextAsName if self.four => format!("StringName({expr})"),
            Kind::TextAsPath => format!("NodePath({expr})"),
            Kind::FloatAsInt | Kind::BoolAsInt => format!("int({expr})"),
            _ => expr.to_owned(),
        }
    }

    /// `for item: PlayerState in players:`
    pub(super) fn each(&self, item: &str, ty: &str, list: &str) -> String {
        if self.four {
            format!("for {item}: {ty} in {list}:")
        } else {
            format!("for {item} in {list}:")
        }
    }
}
