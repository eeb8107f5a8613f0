//! The RPCs of scripts and the properties of synchronizers, with their places and resolved types.

use godot_var_multiplayer::Checksum;
use godot_var_schema::multiplayer::model as checked;
use godot_var_schema::multiplayer::{methods, properties};
use godot_var_schema::notes::Notes;
use godot_var_schema::variant::model::DefaultValue;
use proc_macro2::Span;
use serde::{Deserialize, Serialize};
use syn::ext::IdentExt;
use syn::parse_quote;
use syn::spanned::Spanned;

pub use godot_var_schema::multiplayer::model::{Caller, ReplicationMode, TransferMode};

use super::build::{Builder, text_of};
use super::names::Scope;
use super::source::Derived;
use super::{Field, FieldDefault, Marks, Place, Type, Value, default, path_of, stored};

/// An enum that derives `GodotRpc`: the RPCs of one script.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RpcSet {
    /// The Rust name.
    pub name: String,
    /// The path of its module from the root.
    #[serde(default, skip_serializing_if = "stored::is_default")]
    pub module: Vec<String>,
    /// The place of the name.
    #[serde(skip)]
    pub place: Place,
    /// The lines of documentation.
    #[serde(skip)]
    pub docs: Vec<String>,
    /// The methods in the order of their ids. A method's id is its position.
    pub methods: Vec<Rpc>,
}

/// A method, which is a variant of the enum.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rpc {
    /// The name in the script.
    pub name: String,
    /// The Rust name.
    pub variant: String,
    /// The place of the name.
    #[serde(skip)]
    pub place: Place,
    /// The lines of documentation.
    #[serde(skip)]
    pub docs: Vec<String>,
    /// Which peers may call it.
    #[serde(with = "stored::word")]
    pub caller: Caller,
    /// How calls are sent.
    #[serde(with = "stored::word")]
    pub mode: TransferMode,
    /// The transfer channel.
    #[serde(default, skip_serializing_if = "stored::is_default")]
    pub channel: u8,
    /// Whether a call also runs on the caller's own node.
    #[serde(default, skip_serializing_if = "stored::is_default")]
    pub call_local: bool,
    /// The type of its answer. Then its first argument is the number of the request.
    #[serde(default, skip_serializing_if = "stored::is_default")]
    pub answer: Option<String>,
    /// The arguments. Those with a default are last.
    #[serde(default, skip_serializing_if = "stored::is_default")]
    pub arguments: Vec<Field>,
}

/// A struct that derives `GodotSync`: the properties of one synchronizer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SyncSet {
    /// The Rust name.
    pub name: String,
    /// The path of its module from the root.
    #[serde(default, skip_serializing_if = "stored::is_default")]
    pub module: Vec<String>,
    /// The place of the name.
    #[serde(skip)]
    pub place: Place,
    /// The lines of documentation.
    #[serde(skip)]
    pub docs: Vec<String>,
    /// The properties in the order of the `SceneReplicationConfig`.
    pub properties: Vec<SyncProperty>,
}

/// A property, which is a field of the struct.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SyncProperty {
    /// The path from the synchronizer's root.
    pub path: String,
    /// When it is synchronized.
    #[serde(with = "stored::word")]
    pub mode: ReplicationMode,
    /// Whether spawns contain it.
    pub spawn: bool,
    /// The field.
    pub field: Field,
}

impl RpcSet {
    /// Returns the name with its modules.
    pub fn path(&self) -> String {
        path_of(&self.module, &self.name)
    }

    /// Returns the checksum of the names as 32 hex digits, as packets contain it.
    pub fn checksum(&self) -> String {
        let names: Vec<&str> = self.methods.iter().map(|method| &*method.name).collect();
        Checksum::of_names(&names).to_string()
    }
}

impl SyncSet {
    /// Returns the name with its modules.
    pub fn path(&self) -> String {
        path_of(&self.module, &self.name)
    }
}

impl Builder<'_> {
    /// Returns all sets, in source order.
    pub(super) fn sets(&mut self) -> (Vec<RpcSet>, Vec<SyncSet>) {
        let (mut rpc_sets, mut sync_sets) = (Vec::new(), Vec::new());
        for (derive, derived) in &self.names.sources.sets {
            let scope = Scope { module: derived.module, ..Scope::default() };
            self.check_cfg(&scope, &Notes::read(&derived.item.attrs));
            if *derive == "GodotRpc" {
                rpc_sets.extend(self.rpc_set(&scope, derived));
            } else {
                sync_sets.extend(self.sync_set(&scope, derived));
            }
        }
        (rpc_sets, sync_sets)
    }

    fn mistakes(&mut self, scope: &Scope, errors: impl Iterator<Item = (Span, String)>) {
        for (span, message) in errors {
            let place = self.names.place(scope, span);
            self.report(&place, message);
        }
    }

    fn rpc_set(&mut self, scope: &Scope, derived: &Derived) -> Option<RpcSet> {
        let item = &derived.item;
        let set = match methods(item) {
            Ok(set) => set,
            Err(errors) => {
                let errors = errors.flatten().into_iter();
                self.mistakes(scope, errors.map(|error| (error.span(), error.to_string())));
                return None;
            }
        };
        let syn::Data::Enum(data) = &item.data else { return None };
        let mut rpcs = Vec::new();
        for (method, variant) in set.methods.iter().zip(&data.variants) {
            let notes = Notes::read(&variant.attrs);
            self.check_cfg(scope, &notes);
            let fields = method.arguments.iter().zip(&variant.fields);
            let place = self.names.place(scope, method.ident.span());
            let mut arguments: Vec<Field> = Vec::new();
            if method.answer.is_some() {
                arguments.push(self.own_argument(scope, "request", &parse_quote!(u32), &place));
            }
            for (own, field) in fields {
                arguments.push(self.argument(scope, own, field));
            }
            rpcs.push(Rpc {
                name: method.name.clone(),
                variant: method.ident.unraw().to_string(),
                place,
                docs: notes.docs,
                caller: method.caller,
                mode: method.mode,
                channel: method.channel,
                call_local: method.call_local,
                answer: method.answer.as_ref().map(|answer| text_of(&answer.ty)),
                arguments,
            });
        }
        if set.methods.iter().any(|method| method.answer.is_some()) {
            rpcs.push(self.answered(scope, self.names.place(scope, set.ident.span())));
        }
        // Bytes of UTF-8 sort like their code points.
        rpcs.sort_by(|one, other| one.name.cmp(&other.name));
        Some(RpcSet {
            name: set.ident.unraw().to_string(),
            module: self.names.sources.modules[scope.module].path.clone(),
            place: self.names.place(scope, set.ident.span()),
            docs: Notes::read(&item.attrs).docs,
            methods: rpcs,
        })
    }

    /// The method for answers.
    fn answered(&mut self, scope: &Scope, place: Place) -> Rpc {
        let arguments = [
            ("request", parse_quote!(u32)),
            ("error", parse_quote!(String)),
            ("value", parse_quote!(::godot_var::Variant)),
        ]
        .map(|(name, ty)| self.own_argument(scope, name, &ty, &place));
        Rpc {
            name: checked::ANSWERED.to_owned(),
            variant: "Answered".to_owned(),
            place,
            docs: vec!["The answer to a question of either side.".to_owned()],
            caller: Caller::AnyPeer,
            mode: TransferMode::Reliable,
            channel: 0,
            call_local: false,
            answer: None,
            arguments: arguments.into(),
        }
    }

    /// An argument that the protocol adds.
    fn own_argument(&mut self, scope: &Scope, name: &str, ty: &syn::Type, place: &Place) -> Field {
        let ty = self.type_of(scope, ty);
        let required = FieldDefault::Required;
        let name = name.to_owned();
        self.bare_field(scope, name, place.clone(), ty, &[], required, Marks::default())
    }

    fn argument(&mut self, scope: &Scope, own: &checked::Argument, field: &syn::Field) -> Field {
        let (name, span) = match &own.member {
            syn::Member::Named(ident) => (ident.unraw().to_string(), ident.span()),
            syn::Member::Unnamed(index) => (index.index.to_string(), own.ty.span()),
        };
        let default = match &own.default {
            DefaultValue::None => FieldDefault::Required,
            DefaultValue::Trait => FieldDefault::Type,
            DefaultValue::Expr(expr) => match default::value(&mut self.names, scope, expr) {
                Some(Value::Empty) => FieldDefault::Type,
                Some(value) => FieldDefault::Value(value),
                None => FieldDefault::Code(text_of(expr)),
            },
        };
        let place = self.names.place(scope, span);
        let ty = self.type_of(scope, &own.ty);
        let marks = Marks { typed: own.typed, ..Marks::default() };
        self.bare_field(scope, name, place, ty, &field.attrs, default, marks)
    }

    fn sync_set(&mut self, scope: &Scope, derived: &Derived) -> Option<SyncSet> {
        let item = &derived.item;
        let set = match properties(item) {
            Ok(set) => set,
            Err(errors) => {
                let errors = errors.flatten().into_iter();
                self.mistakes(scope, errors.map(|error| (error.span(), error.to_string())));
                return None;
            }
        };
        let syn::Data::Struct(data) = &item.data else { return None };
        let mut properties = Vec::new();
        for (property, field) in set.properties.into_iter().zip(&data.fields) {
            let name = property.ident.unraw().to_string();
            let place = self.names.place(scope, property.ident.span());
            let ty = self.type_of(scope, &property.ty);
            let required = FieldDefault::Required;
            let marks = Marks { typed: property.typed, ..Marks::default() };
            properties.push(SyncProperty {
                path: property.path,
                mode: property.mode,
                spawn: property.spawn,
                field: self.bare_field(scope, name, place, ty, &field.attrs, required, marks),
            });
        }
        Some(SyncSet {
            name: set.ident.unraw().to_string(),
            module: self.names.sources.modules[scope.module].path.clone(),
            place: self.names.place(scope, set.ident.span()),
            docs: Notes::read(&item.attrs).docs,
            properties,
        })
    }

    fn type_of(&mut self, scope: &Scope, ty: &syn::Type) -> Type {
        match self.names.field(scope, ty) {
            Ok(ty) => ty,
            Err(error) => {
                self.errors.push(error);
                Type::Custom
            }
        }
    }

    /// Makes a field without other attributes of the Variant wire than `marks`.
    #[expect(clippy::too_many_arguments, reason = "each is a part of the field")]
    fn bare_field(
        &mut self,
        scope: &Scope,
        name: String,
        place: Place,
        ty: Type,
        attrs: &[syn::Attribute],
        default: FieldDefault,
        marks: Marks,
    ) -> Field {
        let notes = Notes::read(attrs);
        self.check_cfg(scope, &notes);
        Field {
            key: name.clone(),
            name,
            place,
            docs: notes.docs,
            gdscript: None,
            csharp: None,
            typescript: None,
            gdscript_elements: Vec::new(),
            ty,
            aliases: Vec::new(),
            encoded: true,
            decoded: true,
            skip_encoding_if: None,
            default,
            conversion: None,
            flatten: false,
            custom: None,
            marks,
        }
    }
}
