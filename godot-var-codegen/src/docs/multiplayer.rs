//! Sections for sets of Godot's high-level multiplayer: the RPCs of a script, the properties of a synchronizer.

use godot_var_runtime::VecOutput;
use godot_var_runtime::variant::{EncodeVariant, Godot4, VariantType, compressed};

use super::prose::blocks;
use super::variant::Writer;
use super::{
    Anchors, Choice, Extent, Role, Section, Tables, Text, Usage, example, sentence, title_of, usage,
};
use crate::protocol::{Caller, Field, ReplicationMode, Rpc, SyncSet, TransferMode, Type};

impl Writer<'_, '_, '_> {
    /// Makes a section for the set, and one for each method with arguments.
    pub(super) fn rpc_set(&self, index: usize, anchors: &mut Anchors) -> Vec<Section> {
        let set = &self.protocol.rpc_sets[index];
        let title = title_of(&set.path());
        let anchor = anchors.of(&title);
        let (mut values, mut methods) = (Vec::new(), Vec::new());
        for (id, method) in set.methods.iter().enumerate() {
            let mut docs = Text::plain(format!("{}.", words(method).join(", ")));
            sentence(&mut docs, self.line(&method.docs));
            let mut name = Text::code(&method.name);
            if !method.arguments.is_empty() {
                let title = format!("{title}.{}", method.name);
                let anchor = anchors.of(&title);
                name = Text::link(&anchor, &method.name);
                let usages = self.calls(index, id, method);
                methods.push(Section { usages, ..self.rpc(method, anchor, title) });
            }
            values.push(Choice { value: id.to_string(), name, docs });
        }
        let summary = Text::plain("The RPCs of a script for Godot 4, by their ids. Checksum: ")
            .with(Text::code(set.checksum()));
        let docs = blocks(&set.docs, &|name| self.resolve(name));
        let mut sections = vec![Section {
            anchor,
            title,
            summary,
            docs,
            values,
            values_heading: Some("Methods"),
            ..Section::default()
        }];
        sections.append(&mut methods);
        sections
    }

    /// The code that calls a method, and the code that receives the call.
    fn calls(&self, set: usize, id: usize, method: &Rpc) -> Vec<Usage> {
        let arguments = example::arguments(self.protocol, self.generation, &method.arguments);
        let call = arguments.filter(|_| method.caller == Caller::AnyPeer).map(|arguments| {
            let call = format!("{}.rpc_id(1, {})", method.name, arguments.join(", "));
            usage::gdscript("GDScript", usage::lines(&[call], self.generation))
        });
        let receive = self.classes.borrow_mut().as_mut().map(|classes| {
            let [class, by_hand] = classes.rpc(set, id, self.title);
            [usage::gdscript(usage::CLASSES, class), usage::gdscript(usage::BY_HAND, by_hand)]
        });
        let receive = receive.into_iter().flatten().map(Some);
        let both = [usage::usage("Call the server", [call]), usage::usage(usage::RECEIVE, receive)];
        both.into_iter().flatten().collect()
    }

    fn rpc(&self, method: &Rpc, anchor: String, title: String) -> Section {
        let mut rows = Tables::default();
        let is_bytes = matches!(&method.arguments[..], [argument] if is_byte_array(&argument.ty));
        for argument in &method.arguments {
            let is_position = argument.name.parse::<usize>().is_ok();
            let name =
                if is_position { format!("arg{}", argument.name) } else { argument.name.clone() };
            rows.fields.push(self.field_row(&name, argument));
            let size = if is_bytes { Extent::at_least(0) } else { self.compressed(argument) };
            rows.add(size, self.kind(argument), Role::Value, &name, Text::code(&name));
        }
        let summary = match &method.arguments[..] {
            [_] if is_bytes => "One argument, which is the rest of the packet".to_owned(),
            [_] => "One argument".to_owned(),
            arguments => format!("{} arguments", arguments.len()),
        };
        Section {
            anchor,
            title,
            is_member: true,
            summary: Text::plain(summary),
            docs: blocks(&method.docs, &|name| self.resolve(name)),
            fields: rows.fields,
            size: Some(rows.end),
            rows: rows.rows,
            ..Section::default()
        }
    }

    /// Returns the size of a value at the top level of a row.
    fn compressed(&self, field: &Field) -> Extent {
        let of = |ty: &Type| match ty {
            &Type::BOOL => Some(compressed_len(&true)),
            Type::Value(VariantType::Int, bounds) => {
                let (least, most) = bounds.range()?;
                let lens = [least, 0, most].map(|number| compressed_len(&number));
                lens.into_iter().reduce(Extent::or)
            }
            // The section of the enum describes it.
            _ => None,
        };
        let whole = self.sizes.field(field);
        match &field.ty {
            Type::Option(inner) => of(inner).map_or(whole, |size| size.or(Extent::exactly(4))),
            Type::Message(_) | Type::Variant => whole.or(Extent::exactly(1)),
            ty => of(ty).unwrap_or(whole),
        }
    }

    /// Makes a section with the properties in order.
    pub(super) fn sync_set(&self, set: &SyncSet, anchors: &mut Anchors) -> Section {
        let mut on_change = 0;
        let mut values = Vec::new();
        for (position, property) in set.properties.iter().enumerate() {
            let mode = match property.mode {
                ReplicationMode::Always => "Always".to_owned(),
                ReplicationMode::OnChange => {
                    on_change += 1;
                    format!("On change, bit {} of a delta", on_change - 1)
                }
                ReplicationMode::Never => "Never".to_owned(),
            };
            let spawn = if property.spawn { "; in spawns. " } else { "; not in spawns. " };
            let mut docs = Text::plain(format!("{mode}{spawn}")).with(self.kind(&property.field));
            docs.push(".");
            sentence(&mut docs, self.described(&property.field));
            let name = Text::code(&property.path);
            values.push(Choice { value: (position + 1).to_string(), name, docs });
        }
        Section {
            anchor: anchors.of(&set.path()),
            title: title_of(&set.path()),
            summary: Text::plain(
                "The properties of a synchronizer for Godot 4, in the order of its rows",
            ),
            docs: blocks(&set.docs, &|name| self.resolve(name)),
            values,
            values_heading: Some("Properties"),
            ..Section::default()
        }
    }
}

/// Returns the size of a value in the compressed form.
fn compressed_len<T: EncodeVariant<Godot4>>(value: &T) -> Extent {
    let mut bytes = Vec::new();
    let written = compressed::encode::<Godot4, _, _>(value, &mut VecOutput::new(&mut bytes));
    debug_assert!(written.is_ok(), "a bool or an int");
    Extent::exactly(bytes.len() as u64)
}

fn is_byte_array(ty: &Type) -> bool {
    matches!(ty, Type::List(inner) | Type::View(inner) if **inner == Type::U8)
}

/// Returns the keywords of `@rpc`.
fn words(method: &Rpc) -> Vec<String> {
    let caller = match method.caller {
        Caller::AnyPeer => "Any peer may call it",
        Caller::Authority => "The authority may call it",
    };
    let mode = match method.mode {
        TransferMode::Reliable => "reliable",
        TransferMode::Unreliable => "unreliable",
        TransferMode::UnreliableOrdered => "unreliable, ordered",
    };
    let mut words = vec![caller.to_owned(), mode.to_owned()];
    if method.channel != 0 {
        words.push(format!("on channel {}", method.channel));
    }
    if method.call_local {
        words.push("also called locally".to_owned());
    }
    words
}
