//! Classes with the RPCs of a script, from enums that derive `GodotRpc`: scripts of nodes extend them.

use bumpalo::Bump;
use godot_var_runtime::variant::{Generation, VariantType};

use super::kind::{At, Kind, Slot};
use super::names::is_method;
use super::{Engine, Generator, named, text};
use godot_var_schema::multiplayer::model::ANSWERED;
use godot_var_schema::variant::model::Id;

use crate::protocol::Marks;
use crate::protocol::layout::Layouts;
use crate::protocol::{Body, Diagnostic, EnumForm, Field, FieldDefault, Rpc, RpcSet, Type, Value};

impl<'p> Generator<'p> {
    pub(super) fn rpc_classes(&mut self) {
        let sets = &self.schema.rpc_sets;
        if let (Engine::Godot3, Some(set)) = (self.engine, sets.first()) {
            let message = format!(
                "`{}` derives `GodotRpc`, and Godot 3 cannot read such calls; move it to a schema for Godot 4",
                set.name
            );
            self.errors.push(Diagnostic::new(&set.place, message));
            return;
        }
        for (index, set) in sets.iter().enumerate() {
            self.rpc_class(index, set);
        }
    }

    fn rpc_class(&mut self, index: usize, set: &'p RpcSet) {
        let class = self.names.rpc_class(index).to_owned();
        self.gap();
        let docs = set.docs.clone();
        let file = self.file_name("gd");
        let note = format!(
            "Let the script of the node extend this class: [code]extends \"res://{file}\".{class}[/code]. A method that it \
             overrides stays an RPC without another annotation. Checksum [code]{}[/code].",
            set.checksum()
        );
        self.docs(&docs, &note);
        let has_questions = set.methods.iter().any(|method| method.answer.is_some());
        self.class(&class, "Node", |generator| {
            if has_questions {
                generator.line("var _asked: Dictionary = {}");
                generator.line("var _last_request := 0");
                generator.gap();
            }
            for (position, method) in set.methods.iter().enumerate() {
                if position > 0 {
                    generator.gap();
                }
                generator.rpc(set, method);
            }
            for method in set.methods.iter().filter(|method| method.answer.is_some()) {
                generator.gap();
                generator.ask_function(set, method);
            }
            if has_questions {
                generator.gap();
                for line in include_str!("answers.gd").lines() {
                    generator.line(line);
                }
            }
        });
    }

    /// The function that asks a question and waits for its answer.
    fn ask_function(&mut self, set: &RpcSet, method: &'p Rpc) {
        let owner = format!("{}::{}", set.name, method.variant);
        self.taken = ["peer", "timeout"].map(str::to_owned).into();
        let (mut parameters, mut names) = (Vec::new(), Vec::new());
        for argument in method.arguments.iter().skip(1) {
            let name = self.parameter(argument).trim_start_matches('_').to_owned();
            let ty = self.type_of_argument(argument, true);
            let default = self.default_of_argument(argument, &owner);
            parameters.push(format!("{name}: {ty}{default}"));
            names.push(name);
        }
        parameters.extend(["peer := 1", "timeout := 5.0"].map(str::to_owned));
        let answer = method.answer.as_deref().unwrap_or_default();
        let note = format!(
            "Asks a peer and waits for the answer, a [code]{answer}[/code] of the schema. If there is an answer, its [code]error[/code] is empty."
        );
        self.docs(&[], &note);
        self.head(&format!("func ask_{}", method.name), &parameters, " -> Answer:");
        self.out.indent += 1;
        let (name, names) = (&method.name, names.join(", "));
        self.line(format!("return await _ask(&\"{name}\", [{names}], peer, timeout)"));
        self.out.indent -= 1;
    }

    fn rpc(&mut self, set: &RpcSet, method: &'p Rpc) {
        if !is_method(&method.name) {
            let message =
                format!("a method of a `Node` cannot be called `{}`; rename it", method.name);
            self.errors.push(Diagnostic::new(&method.place, message));
        }
        let mut parameters = Vec::new();
        let mut lines = method.docs.clone();
        for (argument, (name, ty)) in
            method.arguments.iter().zip(self.parameters(set, method, true))
        {
            let notes = self.notes_of_argument(argument);
            if !notes.is_empty() {
                lines.push(format!("[param {name}]: {notes}"));
            }
            parameters.push(format!("{name}{ty}"));
        }
        self.docs(&lines, "");
        self.line(annotation(method));
        self.head(&format!("func {}", method.name), &parameters, " -> void:");
        self.out.indent += 1;
        let is_answer =
            method.name == ANSWERED && set.methods.iter().any(|method| method.answer.is_some());
        self.line(if is_answer { "_take_answer(_request, _error, _value)" } else { "pass" });
        self.out.indent -= 1;
    }

    /// The names of the parameters of a method, each with its type and default: `_text` and `: String`. Without the script of the schema, enums
    /// are ints.
    pub(super) fn parameters(
        &mut self,
        set: &RpcSet,
        method: &'p Rpc,
        has_enums: bool,
    ) -> Vec<(String, String)> {
        let owner = format!("{}::{}", set.name, method.variant);
        self.taken = set.methods.iter().map(|method| method.name.clone()).collect();
        let each = method.arguments.iter().map(|argument| {
            let name = self.parameter(argument);
            let ty = self.type_of_argument(argument, has_enums);
            let default = match self.number_of_default(argument).filter(|_| !has_enums) {
                Some(number) => format!(" = {number}"),
                None => self.default_of_argument(argument, &owner),
            };
            (name, format!(": {ty}{default}"))
        });
        each.collect()
    }

    /// `_text`: a parameter that the body does not use.
    fn parameter(&mut self, argument: &Field) -> String {
        let is_position = argument.name.parse::<usize>().is_ok();
        let name =
            if is_position { format!("arg{}", argument.name) } else { argument.name.clone() };
        let name = super::names::ascii(&name);
        self.fresh(&format!("_{}", name.trim_start_matches('_')))
    }

    /// The type that all values of an argument have in the engine.
    fn type_of_argument(&self, argument: &Field, has_enums: bool) -> String {
        match &argument.ty {
            Type::List(element) | Type::Set(element) | Type::FixedList(_, element)
                if argument.marks.typed =>
            {
                format!("Array[{}]", self.type_of(element, has_enums))
            }
            Type::Map(key, value) if argument.marks.typed && self.has_typed_dictionaries() => {
                format!(
                    "Dictionary[{}, {}]",
                    self.type_of(key, has_enums),
                    self.type_of(value, has_enums)
                )
            }
            ty => self.type_of(ty, has_enums),
        }
    }

    /// The type that all values of a Rust type have in the engine.
    fn type_of(&self, ty: &Type, has_enums: bool) -> String {
        if let Some(index) = self.enum_of_numbers(ty).filter(|_| has_enums) {
            return self.names.class(index).to_owned();
        }
        let arena = Bump::new();
        let layouts = Layouts::new(self.schema, &arena);
        let layout = layouts.marked(ty, Marks::default());
        let written = layout.written_types(Generation::Godot4);
        let mut types = VariantType::ALL.iter().filter(|kind| written.contains(**kind));
        match (types.next(), types.next()) {
            (Some(VariantType::Nil), None) | (None, _) | (_, Some(_)) => "Variant".to_owned(),
            (Some(kind), None) => kind.name(Generation::Godot4).to_owned(),
        }
    }

    /// The enum whose numbers alone are sent.
    fn enum_of_numbers(&self, ty: &Type) -> Option<usize> {
        let Type::Message(index) = ty else { return None };
        let Body::Enumeration(enumeration) = &self.schema.types[*index].body else { return None };
        (enumeration.form == EnumForm::Numbers && enumeration.other.is_none()).then_some(*index)
    }

    /// The number of a default that is a variant of an enum.
    fn number_of_default(&self, argument: &Field) -> Option<i64> {
        let FieldDefault::Value(Value::Member(index, name)) = &argument.default else {
            return None;
        };
        let enumeration = self.enumeration(*index)?;
        let member = enumeration.members.iter().find(|member| member.name == *name)?;
        match member.id {
            Id::Int(number) => Some(number),
            Id::Text(_) => None,
        }
    }

    /// ` = 7`, or nothing.
    fn default_of_argument(&mut self, argument: &Field, owner: &str) -> String {
        if argument.default == FieldDefault::Required {
            return String::new();
        }
        let slot = self.kind_of_field(argument, owner);
        if is_of_classes(&slot) || mentions_tuple(&argument.ty) {
            let name = named(owner, &argument.name);
            let at = At { name: &name, place: &argument.place };
            self.refuse(
                at,
                "an RPC's parameter cannot have a class as its default; use an `Option`",
            );
        }
        format!(" = {}", self.initial_of_field(argument, &slot, owner))
    }

    /// What the type of a parameter does not say.
    fn notes_of_argument(&mut self, argument: &Field) -> String {
        let mut notes: Vec<String> = argument.docs.clone();
        if !mentions_tuple(&argument.ty) {
            // What is wrong in a type is said where it matters.
            let known = self.errors.len();
            let slot = self.kind_of_field(argument, "");
            self.errors.truncate(known);
            self.notes_of_kind(&slot, None, &mut notes);
            if let Some(index) = class_in(&slot) {
                let class = self.names.class(index);
                notes.push(format!(
                    "[code]{class}.to_variant()[/code] makes it, [code]{class}.from_variant()[/code] reads it."
                ));
            }
        }
        let notes: Vec<&str> = notes.iter().map(|note| note.trim()).collect();
        notes.join(" ").trim().to_owned()
    }

    /// The script's file: `arena.gd` for `arena.rs`.
    fn file_name(&self, extension: &str) -> String {
        let root = self.schema.files.first().map_or("", String::as_str);
        let file = root.rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        format!("{}.{extension}", text::doc(stem, true))
    }
}

/// `@rpc("any_peer", "call_remote", "reliable")`: all words, as what the engine's defaults are has been told in several ways.
pub(super) fn annotation(method: &Rpc) -> String {
    let (caller, mode) = (method.caller.word(), method.mode.word());
    let local = if method.call_local { "call_local" } else { "call_remote" };
    let channel = match method.channel {
        0 => String::new(),
        channel => format!(", {channel}"),
    };
    format!("@rpc(\"{caller}\", \"{local}\", \"{mode}\"{channel})")
}

/// Whether a tuple is in a type of an argument: it is an Array, not a class as those of messages are.
fn mentions_tuple(ty: &Type) -> bool {
    matches!(ty, Type::Tuple(_)) || ty.parts().into_iter().any(mentions_tuple)
}

/// The class whose values an argument has.
fn class_in(slot: &Slot) -> Option<usize> {
    match &*slot.kind {
        Kind::Class(index) => Some(*index),
        Kind::Option(inner) => class_in(inner),
        Kind::List { element, .. } => class_in(element),
        Kind::Map { value, .. } => class_in(value),
        _ => None,
    }
}

fn is_of_classes(slot: &Slot) -> bool {
    match &*slot.kind {
        Kind::Option(_) => false,
        _ => class_in(slot).is_some(),
    }
}
