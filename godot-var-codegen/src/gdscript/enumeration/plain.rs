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
        let by_name = enumeration.form == EnumForm::Names;
        if by_name && enumeration.other.is_some() {
            return;
        }
        let class = self.names.class(index).to_owned();
        let note = if by_name { "Sent as its name." } else { "" };
        self.line("");
        self.docs(&def.docs, note);
        let constants = member_constants(&enumeration.members);
        self.block(format!("enum {class} {{"), |generator| {
            for (i, (member, constant)) in enumeration.members.iter().zip(&constants).enumerate() {
                generator.docs(&member.docs, "");
                let number = match &member.id {
                    Id::Int(number) => *number,
                    Id::Text(_) => i as i64,
                };
                generator.line(format!("{constant} = {},", int(number)));
            }
        });
        self.line("}");
    }

    /// The constants with the names of an enum's members.
    pub(in super::super) fn names_of_enum(
        &mut self,
        index: usize,
        def: &'p TypeDef,
        enumeration: &'p Enumeration,
    ) {
        let class = self.names.class(index).to_owned();
        let constants = member_constants(&enumeration.members);
        let typed = |four: bool, ty: &str| if four { format!(": {ty}") } else { String::new() };
        self.line("");
        if enumeration.other.is_some() {
            self.docs(&def.docs, "Sent as its name.");
            for (member, constant) in enumeration.members.iter().zip(&constants) {
                self.docs(&member.docs, "");
                let (name, ty) = (name_constant(&class, constant), typed(self.four, "String"));
                self.line(format!("const {name}{ty} = {}", id(&member.id)));
            }
            return;
        }
        let ty = typed(self.four, "Dictionary");
        let members = || enumeration.members.iter().enumerate();
        let names: Vec<String> =
            members().map(|(i, member)| format!("{i}: {}", id(&member.id))).collect();
        self.line(format!("const {}{ty} = {{{}}}", names_table(&class), names.join(", ")));
        let numbers: Vec<String> = members()
            .flat_map(|(i, member)| {
                tags(member).into_iter().map(move |name| format!("{name}: {i}"))
            })
            .collect();
        self.line(format!("const {}{ty} = {{{}}}", numbers_table(&class), numbers.join(", ")));
    }
}
