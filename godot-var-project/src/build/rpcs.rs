//! The RPCs of scripts, with the enums and constants that they use.

use std::collections::{BTreeMap, BTreeSet};

use super::Builder;
use crate::expression::Expression;
use crate::files::{Chain, ClassAt};
use crate::model::{RpcMethod, RpcParameter, RpcScript, ScriptEnum};
use crate::script::{Annotation, Function};
use crate::types::{self, ScriptType};
use godot_var_codegen::protocol::{Caller, Place, TransferMode};

impl Builder<'_, '_> {
    /// Returns the RPCs of a script, if it has any.
    pub(super) fn rpc_script(&mut self, class: &ClassAt) -> Option<usize> {
        let key = class.key();
        if let Some(known) = self.by_class.get(&key) {
            return *known;
        }
        let chain = self.files.chain(class);
        let methods = self.methods(&chain);
        let index = (!methods.is_empty()).then(|| {
            let place = self.files.place_in(class, class.class().start);
            let constants = self.constants(&chain);
            self.model.scripts.push(RpcScript { class: class.clone(), place, methods, constants });
            self.model.scripts.len() - 1
        });
        self.by_class.insert(key, index);
        index
    }

    fn methods(&mut self, chain: &Chain) -> Vec<RpcMethod> {
        // A function of a class replaces that of its base, and keeps its `@rpc` unless it has its own.
        let mut functions: BTreeMap<String, (ClassAt, Function)> = BTreeMap::new();
        let mut annotations: BTreeMap<String, (ClassAt, Annotation)> = BTreeMap::new();
        for class in chain.classes.iter().rev() {
            for function in &class.class().functions {
                if let Some(rpc) = &function.rpc {
                    annotations.insert(function.name.clone(), (class.clone(), rpc.clone()));
                }
                functions.insert(function.name.clone(), (class.clone(), function.clone()));
            }
        }
        let mut methods = Vec::new();
        for (name, (owner, annotation)) in annotations {
            let Some((class, function)) = functions.remove(&name) else { continue };
            let place = self.files.place_in(&class, function.start);
            let mut method = RpcMethod {
                name,
                place: place.clone(),
                docs: function.docs.clone(),
                caller: Caller::Authority,
                mode: TransferMode::Reliable,
                channel: 0,
                call_local: false,
                parameters: Vec::new(),
            };
            self.annotation(&owner, &annotation, &mut method);
            for parameter in &function.parameters {
                let value = parameter.default.as_ref().and_then(|(_, value)| value.as_ref());
                let ty = types::declared(self.files, &class, &parameter.ty, value, &place);
                self.enum_of(&ty);
                let default = parameter.default.clone().map(|(text, value)| {
                    let value = value.and_then(|value| types::evaluate(self.files, &class, &value));
                    (text, value)
                });
                method.parameters.push(RpcParameter { name: parameter.name.clone(), ty, default });
            }
            if let Some(rest) = &function.rest {
                let message = format!(
                    "`{}` takes any number of arguments as `...{rest}`, which are left out; the server refuses calls that have them. \
                     Give the RPC an Array instead",
                    method.name
                );
                self.files.warn(&place, message);
            }
            if method.parameters.len() > 255 {
                self.files.error(&place, "a call has up to 255 arguments");
            }
            methods.push(method);
        }
        if methods.len() > 1 << 15 {
            let place = methods[0].place.clone();
            self.files.error(&place, "a script has up to 32,768 RPCs");
        }
        methods
    }

    fn annotation(&mut self, class: &ClassAt, rpc: &Annotation, method: &mut RpcMethod) {
        let place = self.files.place_in(class, rpc.start);
        for (number, argument) in rpc.arguments.iter().enumerate() {
            let value = argument.as_ref();
            let value = value.and_then(|value| types::evaluate(self.files, class, value));
            match value {
                Some(Expression::Text(_, word)) => match &*word {
                    "any_peer" => method.caller = Caller::AnyPeer,
                    "authority" => method.caller = Caller::Authority,
                    "call_local" => method.call_local = true,
                    "call_remote" => method.call_local = false,
                    "reliable" => method.mode = TransferMode::Reliable,
                    "unreliable" => method.mode = TransferMode::Unreliable,
                    "unreliable_ordered" => method.mode = TransferMode::UnreliableOrdered,
                    word => self.files.error(&place, format!("`@rpc` has no argument `{word}`")),
                },
                Some(Expression::Int(channel)) => match u8::try_from(channel) {
                    Ok(channel) if number == 3 => method.channel = channel,
                    // The engine refuses such a script.
                    Ok(channel) => {
                        let message = format!(
                            "`@rpc` takes the channel {channel} only as its fourth argument"
                        );
                        self.files.error(&place, message);
                    }
                    Err(_) => {
                        self.files.error(&place, format!("the channel {channel} is not 0 to 255"));
                    }
                },
                _ => {
                    self.files.error(&place, "an argument of `@rpc` is not a constant text or int");
                }
            }
        }
    }

    fn constants(&mut self, chain: &Chain) -> Vec<(String, Expression, Vec<String>)> {
        let mut all: Vec<(String, Expression, Vec<String>)> = Vec::new();
        let mut names = BTreeSet::new();
        for class in &chain.classes {
            for constant in &class.class().constants {
                let value = constant.value.as_ref();
                let value = value.and_then(|value| types::evaluate(self.files, class, value));
                let is_plain = matches!(
                    value,
                    Some(
                        Expression::Bool(_)
                            | Expression::Int(_)
                            | Expression::Float(_)
                            | Expression::Text(..)
                    )
                );
                if let Some(value) = value.filter(|_| is_plain)
                    && names.insert(constant.name.clone())
                {
                    all.push((constant.name.clone(), value, constant.docs.clone()));
                }
            }
            for (index, one) in class.class().enums.iter().enumerate() {
                if one.name.is_some() {
                    continue;
                }
                for (name, number) in types::members(self.files, class, index).into_iter().flatten()
                {
                    if names.insert(name.clone()) {
                        all.push((name, Expression::Int(number), Vec::new()));
                    }
                }
            }
        }
        all
    }

    /// Adds the enum of a type to the model.
    pub(super) fn enum_of(&mut self, ty: &ScriptType) {
        let ScriptType::Enum(key, index) = ty else { return };
        let entry = (key.clone(), *index);
        if self.model.enums.contains_key(&entry) {
            return;
        }
        let Some(owner) = self.files.script(&key.0, &Place::default()) else { return };
        let class = ClassAt { inner: key.1.clone(), ..owner };
        let one = class.class().enums[*index].clone();
        // Without plain, different numbers it stays an int.
        let Some(mut members) = types::members(self.files, &class, *index) else { return };
        let mut seen = BTreeSet::new();
        members.retain(|(_, number)| seen.insert(*number));
        if members.is_empty() {
            return;
        }
        let name = one.name.unwrap_or_default();
        self.model.enums.insert(entry, ScriptEnum { class, name, docs: one.docs, members });
    }
}
