//! The RPCs of scripts as enums, synchronizers as structs.

use std::collections::BTreeMap;

use godot_var_schema::RenameRule;
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::Ident;

use super::Module;
use super::text::{class_title, code, docs};
use super::values::{RustType, float, int};
use crate::expression::Expression;
use crate::files::ClassKey;
use crate::model::{RpcMethod, RpcParameter, RpcScript, Synchronizer};
use crate::names::{Scope, ident, pascal, screaming, snake};
use crate::types::ScriptType;
use godot_var_codegen::protocol::{Caller, ReplicationMode, TransferMode};

impl Module<'_> {
    /// The enum of a script's RPCs, with the constants of the script.
    pub(super) fn script(&self, index: usize, script: &RpcScript) -> Vec<TokenStream> {
        let mut items = Vec::new();
        let name = &self.scripts[index];
        let title = format!(" The RPCs of {}.", class_title(&script.class));
        let mut variants = Scope::default();
        let variants = script.methods.iter().map(|method| self.variant(method, &mut variants));
        let variants = variants.collect::<Vec<_>>();
        items.push(quote! {
            #[doc = #title]
            #[derive(Clone, Debug, PartialEq, GodotRpc)]
            pub enum #name { #(#variants),* }
        });
        if !script.constants.is_empty() {
            // Those of the derive.
            let mut scope = Scope::with(["METHODS", "CHECKSUM"]);
            let constants = script.constants.iter().map(|(name, value, lines)| {
                let name = ident(&scope.take(&[screaming(name)]));
                let docs = docs(lines);
                let (ty, value) = match value {
                    Expression::Bool(value) => (quote! { bool }, quote! { #value }),
                    Expression::Int(value) => (quote! { i64 }, int(*value)),
                    Expression::Float(value) => (quote! { f64 }, float(*value)),
                    other => {
                        let text = other.text().unwrap_or_default();
                        (quote! { &'static str }, quote! { #text })
                    }
                };
                quote! { #docs pub const #name: #ty = #value; }
            });
            let title = format!(" The constants of {}.", class_title(&script.class));
            items.push(quote! {
                #[doc = #title]
                impl #name { #(#constants)* }
            });
        }
        items
    }

    fn variant(&self, method: &RpcMethod, scope: &mut Scope) -> TokenStream {
        let written = scope.take(&[pascal(&method.name)]);
        let name = ident(&written);
        let mut words = Vec::new();
        if method.caller == Caller::AnyPeer {
            words.push(quote! { any_peer });
        }
        if method.call_local {
            words.push(quote! { call_local });
        }
        match method.mode {
            TransferMode::Reliable => {}
            TransferMode::Unreliable => words.push(quote! { unreliable }),
            TransferMode::UnreliableOrdered => words.push(quote! { unreliable_ordered }),
        }
        if method.channel > 0 {
            let channel = Literal::u8_unsuffixed(method.channel);
            words.push(quote! { channel = #channel });
        }
        if RenameRule::Snake.member(&written) != method.name {
            let own = &method.name;
            words.push(quote! { rename = #own });
        }
        let attribute = (!words.is_empty()).then(|| quote! { #[rpc(#(#words),*)] });
        let docs = docs(&method.docs);
        if method.parameters.is_empty() {
            return quote! { #docs #attribute #name };
        }
        // Arguments after the last one whose default is not known.
        let is_known = |parameter: &RpcParameter| self.default(parameter).is_some();
        let defaults =
            method.parameters.iter().rposition(|one| !is_known(one)).map_or(0, |at| at + 1);
        let mut fields = Scope::default();
        let fields = method.parameters.iter().enumerate().map(|(index, parameter)| {
            let field = ident(&fields.take(&[snake(&parameter.name)]));
            let RustType { tokens: ty, note, is_typed } = self.ty(&parameter.ty);
            let mut words = Vec::new();
            if is_typed {
                words.push(quote! { typed });
            }
            let mut notes: Vec<String> = note.map(|note| format!(" {note}")).into_iter().collect();
            let default = self.default(parameter).filter(|_| index >= defaults);
            match (default, &parameter.default) {
                (Some(default), _) => words.push(default),
                (None, Some((text, _))) => {
                    notes.push(format!(
                        " Without it the engine takes {}; here it is required.",
                        code(text)
                    ));
                }
                (None, None) => {}
            }
            let attribute = (!words.is_empty()).then(|| quote! { #[rpc(#(#words),*)] });
            quote! { #(#[doc = #notes])* #attribute #field: #ty }
        });
        quote! { #docs #attribute #name { #(#fields),* } }
    }

    pub(super) fn synchronizer(&self, index: usize, one: &Synchronizer) -> Vec<TokenStream> {
        let name = &self.synchronizers[index];
        let title = format!(" {} of {}.", code(&one.path), code(&format!("res://{}", one.scene)));
        let mut scope = Scope::default();
        let fields = one.properties.iter().map(|synced| {
            let property = &synced.property;
            let last = property.path.rsplit(':').next().unwrap_or_default();
            let names = [snake(last), snake(&property.path.replace(['/', ':', '.'], "_"))];
            let written = scope.take(&names);
            let field = ident(&written);
            let mut words = Vec::new();
            match property.mode {
                ReplicationMode::Always => {}
                ReplicationMode::OnChange => words.push(quote! { on_change }),
                ReplicationMode::Never => words.push(quote! { never }),
            }
            if !property.spawn {
                words.push(quote! { spawn = false });
            }
            if property.path != format!(".:{written}") {
                let path = &property.path;
                words.push(quote! { path = #path });
            }
            let RustType { tokens: ty, note, is_typed } = self.ty(&synced.ty);
            if is_typed {
                words.push(quote! { typed });
            }
            let attribute = (!words.is_empty()).then(|| quote! { #[sync(#(#words),*)] });
            let note = note.map(|note| format!(" {note}")).into_iter();
            quote! { #(#[doc = #note])* #attribute pub #field: #ty }
        });
        let fields: Vec<_> = fields.collect();
        let mut settings = TokenStream::new();
        let intervals = [
            ("with_replication_interval", one.replication_interval),
            ("with_delta_interval", one.delta_interval),
        ];
        for (setter, seconds) in intervals {
            if seconds > 0.0 && seconds < 1e9 {
                let setter = ident(setter);
                let seconds = float(seconds);
                settings.extend(quote! { .#setter(Duration::from_secs_f64(#seconds)) });
            }
        }
        if !one.public {
            settings.extend(quote! { .with_public_visibility(false) });
        }
        if let Some(script) = one.methods {
            let call = &self.scripts[script];
            settings.extend(quote! { .with_methods::<#call>() });
        }
        let has_enum =
            one.properties.iter().any(|synced| matches!(synced.ty, ScriptType::Enum(..)));
        let default = (!has_enum).then(|| quote! { , Default });
        let with_state = if settings.is_empty() {
            quote! { MultiplayerSynchronizer::new(self) }
        } else {
            quote! { Ok(MultiplayerSynchronizer::new(self)? #settings) }
        };
        vec![
            quote! {
                #[doc = #title]
                #[derive(Clone, Debug #default, PartialEq, GodotSync)]
                pub struct #name { #(#fields),* }
            },
            quote! {
                impl #name {
                    /// The synchronizer with the settings of the scene. `with_authority` gives it to a peer, which then sends the state.
                    pub fn synchronizer() -> MultiplayerSynchronizer {
                        MultiplayerSynchronizer::of::<Self>() #settings
                    }

                    /// The synchronizer with this state, which the session sends.
                    pub fn with_state(&self) -> Result<MultiplayerSynchronizer, EncodeError> {
                        #with_state
                    }
                }
            },
        ]
    }

    /// An enum of a script.
    pub(super) fn enumeration(
        &self,
        key: &(ClassKey, usize),
        name: &Ident,
        members: &BTreeMap<i64, Ident>,
    ) -> TokenStream {
        let one = &self.model.enums[key];
        let title = format!(" The enum {} of {}.", code(&one.name), class_title(&one.class));
        let more = docs(&one.docs);
        let members = one.members.iter().map(|(_, number)| {
            let (name, number) = (&members[number], int(*number));
            quote! { #name = #number }
        });
        quote! {
            #[doc = #title]
            #more
            #[derive(Clone, Copy, Debug, PartialEq, Eq, GodotVar)]
            #[godot_var(repr = "int")]
            pub enum #name { #(#members),* }
        }
    }
}
