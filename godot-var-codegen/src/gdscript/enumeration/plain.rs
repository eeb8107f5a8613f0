//! Enums that carry nothing: constants.

use super::super::Generator;
use super::super::names::{member_constants, name_constant, names_table, numbers_table};
use super::super::text::int;
use super::{id, tags};
use crate::protocol::{EnumForm, Enumeration, TypeDef};
use godot_var_schema::variant::model::Id;

impl<'p> Generator<'p> {
    /// An enum of numbers or names.
    pub(in super::super) fn plain_enum(
        &mut self,
        index: usize,
        def: &'p TypeDef,
        enumeration: &'p Enumeration,
    ) {
        let class = self.names.class(index).to_owned();
        let by_name = enumeration.form == EnumForm::Names;
        let note = if by_name { "Travels as its name." } else { "" };
        self.docs(&def.docs, note);
        let constants = member_constants(&enumeration.members);
        let members = || enumeration.members.iter().zip(&constants);
        let typed = |four: bool, ty: &str| if four { format!(": {ty}") } else { String::new() };
        if by_name && enumeration.other.is_some() {
            for (member, constant) in members() {
                self.docs(&member.docs, "");
                let (name, ty) = (name_constant(&class, constant), typed(self.four, "String"));
                self.line(format!("const {name}{ty} = {}", id(&member.id)));
            }
            return;
        }
        self.block(format!("enum {class} {{"), |generator| {
            for (i, (member, constant)) in members().enumerate() {
                generator.docs(&member.docs, "");
                let number = match &member.id {
                    Id::Int(number) => *number,
                    Id::Text(_) => i as i64,
                };
                generator.line(format!("{constant} = {},", int(number)));
            }
        });
        self.line("}");
        if by_name {
            let ty = typed(self.four, "Dictionary");
            let names: Vec<String> = enumeration
                .members
                .iter()
                .enumerate()
                .map(|(i, member)| format!("{i}: {}", id(&member.id)))
                .collect();
            self.line(format!("const {}{ty} = {{{}}}", names_table(&class), names.join(", ")));
            let numbers: Vec<String> = enumeration
                .members
                .iter()
                .enumerate()
                .flat_map(|(i, member)| {
                    tags(member).into_iter().map(move |name| format!("{name}: {i}"))
                })
                .collect();
            self.line(format!("const {}{ty} = {{{}}}", numbers_table(&class), numbers.join(", ")));
        }
    }

    /// The class of a variant that takes what no other fits.
    pub(super) fn other_class(&mut self, base: &str, class: &str, constant: &str) {
        self.class(class, base, |generator| {
            let (mark, variant, returns) =
                if generator.four { ("##", ": Variant", " -> void") } else { ("#", "", "") };
            generator.line(format!("{mark} The whole, as it came."));
            generator.line(format!("var value{variant} = null"));
            generator.line("");
            let head = format!("func _init(content{variant} = null){returns}:");
            generator.block(head, |generator| {
                generator.line(format!("kind = Kind.{constant}"));
                generator.line("value = content");
            });
            generator.gap();
            generator.writing_function("Variant", &[], |_| vec!["value".to_owned()]);
        });
    }
}
