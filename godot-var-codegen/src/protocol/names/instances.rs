//! The types that fields request: those of the schema, and generic ones with their arguments.

use std::collections::BTreeSet;

use godot_var_runtime::variant::{Bounds, VariantType};
use proc_macro2::Span;
use syn::PathArguments;
use syn::ext::IdentExt;

use super::{Argument, Instance, Names, Result, Scope, parameters};
use crate::protocol::source::{Derived, Name, STATE};
use crate::protocol::{Diagnostic, Type};
use godot_var_schema::files::derives;
use godot_var_schema::snapshot::lacks_delta;

impl Names<'_> {
    pub(super) fn request(&mut self, wire: &'static str, instance: usize) {
        let requested = self.requested.entry(wire).or_default();
        self.positions.entry((wire, instance)).or_insert_with(|| {
            requested.push(instance);
            requested.len() - 1
        });
    }

    /// Returns the type at a position among those of this wire: its index among all, and the type.
    pub(crate) fn requested(&self, position: usize) -> Option<(usize, Instance)> {
        let index = *self.requested.get(self.wire)?.get(position)?;
        Some((index, self.instances[index].clone()))
    }

    /// Returns warnings about generic items of this wire without any use.
    pub(crate) fn unused(&self) -> Vec<Diagnostic> {
        let requested = self.requested.get(self.wire).into_iter().flatten();
        let used: BTreeSet<usize> = requested.map(|index| self.instances[*index].0).collect();
        let mut found = Vec::new();
        for (index, derived) in self.sources.derived.iter().enumerate() {
            let is_item = self.sources.is_of(index, self.wire)
                && derived.delta_of.is_none()
                && !derived.is_packet;
            if is_item && !used.contains(&index) {
                let ident = &derived.item.ident;
                let place = self.sources.place(derived.module, ident.span());
                let message =
                    format!("`{ident}` is generic, and nothing here uses it with types; left out");
                found.push(Diagnostic::new(&place, message));
            }
        }
        found
    }

    /// Returns the position of a type among those of this wire, if it is one of them.
    pub(crate) fn position(&self, index: usize) -> Option<usize> {
        self.positions.get(&(self.wire, index)).copied()
    }

    /// Returns a type in which the types of the schema have their positions among those of this wire, or `None` if one is not of this wire.
    pub(crate) fn placed(&self, ty: Type) -> Option<Type> {
        let mut all = true;
        ty.messages(&mut |index| all &= self.position(index).is_some());
        all.then(|| ty.map_messages(&|index| self.position(index).unwrap_or_default()))
    }

    /// Requests the types of a parameter, or of `Self`, for this wire, and those that were given to them.
    pub(super) fn given(
        &mut self,
        scope: &Scope,
        span: Span,
        name: &str,
        ty: Type,
    ) -> Result<Type> {
        let mut types = Vec::new();
        ty.messages(&mut |index| types.push(index));
        for index in &types {
            let (derived, arguments) = &self.instances[*index];
            if !self.sources.is_of(*derived, self.wire) {
                let (wire, ty) = (self.wire, self.name_with(*derived, arguments));
                let way = if wire == "GodotFlat" { ", or write `as = Godot4`" } else { "" };
                let message =
                    format!("`{name}` is `{ty}`, which does not derive `{wire}`; derive it{way}");
                return self.error(scope, span, message);
            }
        }
        for index in types {
            self.request_given(index);
        }
        Ok(ty)
    }

    fn request_given(&mut self, index: usize) {
        let (derived, arguments) = &self.instances[index];
        if self.position(index).is_none() && self.sources.is_of(*derived, self.wire) {
            let mut types = Vec::new();
            for argument in arguments {
                if let Argument::Type(ty) = argument {
                    ty.messages(&mut |index| types.push(index));
                }
            }
            for index in types {
                self.request_given(index);
            }
            self.request(self.wire, index);
        }
    }

    pub(super) fn derived(
        &mut self,
        scope: &Scope,
        index: usize,
        given: &PathArguments,
        span: Span,
        steps: u32,
    ) -> Result<Type> {
        let sources = self.sources;
        let generics = &sources.derived[index].item.generics;
        let arguments = self.arguments(scope, generics, given, span, steps)?;
        let instance = (index, arguments);
        if depth_of(&instance) > 16 && !self.instances.contains(&instance) {
            return self.error(
                scope,
                span,
                "this generic type contains itself with growing arguments",
            );
        }
        Ok(Type::Message(self.instance(instance)))
    }

    /// Returns the packet of snapshots that a path outside of the schema leads to.
    pub(super) fn packet(&self, path: &[String]) -> Option<usize> {
        match path {
            [first, .., name] if first == "godot_var" => self.packet_named(name),
            _ => None,
        }
    }

    /// Returns the packet of snapshots, or the part of one, of this name.
    pub(crate) fn packet_named(&self, name: &str) -> Option<usize> {
        match self.sources.modules[self.sources.packets?].names.get(name) {
            Some(Name::Derived(index)) => Some(*index),
            _ => None,
        }
    }

    /// Returns the item of a type.
    pub(crate) fn derived_of(&self, index: usize) -> Option<usize> {
        self.instances.get(index).map(|(derived, _)| *derived)
    }

    /// Requests a packet of snapshots with this argument, and returns its position among the types of this wire.
    pub(crate) fn packet_of(&mut self, name: &str, argument: Type) -> Option<usize> {
        let instance = (self.packet_named(name)?, vec![Argument::Type(argument)]);
        let index = self.instance(instance);
        self.position(index)
    }

    /// Returns the delta of the state of an entity, or of an input, which may be nothing.
    pub(super) fn delta(&mut self, scope: &Scope, span: Span, of: &Type) -> Result<Type> {
        if *of == Type::UNIT {
            return Ok(Type::UNIT);
        }
        if let Type::Message(index) = of {
            let (derived, arguments) = self.instances[*index].clone();
            let mut all = self.sources.derived.iter();
            let delta = all.position(|delta| delta.delta_of == Some(derived));
            if let Some(delta) = delta.filter(|delta| self.sources.is_of(*delta, self.wire)) {
                return Ok(Type::Message(self.instance((delta, arguments))));
            }
            let Derived { module, item, .. } = &self.sources.derived[derived];
            if derives(&item.attrs, STATE) {
                // The check of the state reports the same.
                let place = self.sources.place(*module, item.ident.span());
                return Err(Diagnostic::new(&place, lacks_delta(&item.ident)));
            }
        }
        let ty = self.type_name(of);
        let message = format!("`{ty}` has no delta; write `#[flat(delta)]` on it");
        self.error(scope, span, message)
    }

    /// Requests a choice of arguments, which may be new, and returns its index.
    pub(crate) fn instance(&mut self, instance: Instance) -> usize {
        let known = self.instances.iter().position(|known| *known == instance);
        let index = known.unwrap_or_else(|| {
            self.instances.push(instance);
            self.instances.len() - 1
        });
        self.request(self.wire, index);
        index
    }

    /// The name of a type with its arguments: `PageItem`, and of its delta `PageItemDelta`.
    pub(crate) fn name_with(&self, derived: usize, arguments: &[Argument]) -> String {
        let derived = &self.sources.derived[derived];
        if let Some(message) = derived.delta_of {
            return format!("{}Delta", self.name_with(message, arguments));
        }
        let ident = derived.item.ident.unraw().to_string();
        let arguments = arguments.iter().map(|argument| self.argument_name(argument));
        std::iter::once(ident).chain(arguments).collect()
    }

    /// The arguments of a generic type in full: `G<i32>` and `G<I32>` have one name, `GI32`. Empty for other types.
    pub(crate) fn instance_key(&self, arguments: &[Argument]) -> String {
        let key = |argument: &Argument| match argument {
            Argument::Const(number) => number.to_string(),
            Argument::Type(ty) => {
                let mut parts = vec![format!("{:?}", ty.clone().map_messages(&|_| 0))];
                ty.messages(&mut |index| {
                    let (derived, arguments) = &self.instances[index];
                    parts.push(format!("{derived}<{}>", self.instance_key(arguments)));
                });
                parts.join(" ")
            }
        };
        arguments.iter().map(key).collect::<Vec<_>>().join(", ")
    }

    fn argument_name(&self, argument: &Argument) -> String {
        match argument {
            Argument::Const(number) => number.to_string(),
            Argument::Type(ty) => self.type_name(ty),
        }
    }

    /// Returns a type as a part of a name: `Vec<Item>` is `ItemList`.
    fn type_name(&self, ty: &Type) -> String {
        match ty {
            Type::Value(kind, bounds) => {
                let name = ty.rust_name().unwrap_or_default();
                match (kind, bounds) {
                    (VariantType::Nil, _) => "Nothing".to_owned(),
                    (VariantType::Bool, _) => "Bool".to_owned(),
                    (VariantType::Int | VariantType::Float, bounds) if !bounds.lacks_zero() => {
                        name.to_uppercase()
                    }
                    (VariantType::String, Bounds::Char) => "Char".to_owned(),
                    (_, Bounds::F64) => format!("Double{name}"),
                    _ => name.to_owned(),
                }
            }
            Type::Variant => "Variant".to_owned(),
            Type::Pointer(inner) => format!("Boxed{}", self.type_name(inner)),
            Type::Option(inner) => format!("Optional{}", self.type_name(inner)),
            Type::List(inner) => format!("{}List", self.type_name(inner)),
            Type::View(inner) => format!("{}View", self.type_name(inner)),
            Type::FixedList(len, inner) => format!("{}{len}", self.type_name(inner)),
            Type::Set(inner) => format!("{}Set", self.type_name(inner)),
            Type::Tuple(elements) => {
                elements.iter().map(|element| self.type_name(element)).collect()
            }
            Type::Map(key, value) => format!("{}{}Map", self.type_name(key), self.type_name(value)),
            Type::Message(index) => {
                let (derived, arguments) = &self.instances[*index];
                self.name_with(*derived, arguments)
            }
            Type::Custom => "Custom".to_owned(),
        }
    }

    pub(crate) fn scope_of(&self, index: usize) -> Scope {
        let (derived, arguments) = &self.instances[index];
        let derived = &self.sources.derived[*derived];
        Scope {
            module: derived.module,
            parameters: parameters(&derived.item.generics, arguments.clone()),
            own: Some(Type::Message(index)),
        }
    }
}

/// Returns the nesting depth of an instance's arguments, to stop types that grow without end.
fn depth_of(instance: &Instance) -> usize {
    fn depth(ty: &Type) -> usize {
        1 + ty.parts().into_iter().map(depth).max().unwrap_or(0)
    }
    let of = |argument: &Argument| match argument {
        Argument::Type(ty) => depth(ty),
        Argument::Const(_) => 1,
    };
    instance.1.iter().map(of).max().unwrap_or(0)
}
