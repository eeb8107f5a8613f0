//! The delta of a message: a second item of the fields that changed, with the same derive, and the
//! functions that make it and apply it.

use godot_var_schema::variant::asked_for;
use godot_var_schema::variant::delta;
use godot_var_schema::variant::model::{Body, Field, Message};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, Member, Path, Type, parse_quote};

use super::beside::{is_doc, without_fields};
use super::{emit, stub};
use crate::expand::constant;
use crate::generics::needing_bounds;

/// The delta, its implementations, and the functions of both types.
///
/// ```text
/// struct PlayerDelta { hp: Option<i32>, name: Option<String> }
/// impl Player {
///     fn changes_since(&self, older: &Self) -> PlayerDelta { … }
///     fn apply(&mut self, delta: PlayerDelta) { … }
/// }
/// impl PlayerDelta { fn is_empty(&self) -> bool { … } }
/// impl Default for PlayerDelta { … }
/// ```
pub(super) fn delta(message: &Message, item: &DeriveInput) -> TokenStream {
    let Some(derives) = &message.delta else { return TokenStream::new() };
    let delta = delta::delta(message);
    let Body::Record(record) = &delta.body else { return TokenStream::new() };
    let fields = &record.fields;
    let declaration = declaration(&delta, fields, item);
    let implementations = constant(&message.krate, &emit::message(&delta));
    let members: Vec<_> = fields.iter().map(|field| &field.member).collect();
    let changes = fields.iter().map(change);
    let ident = &delta.ident;
    let functions = Functions {
        changes_since: quote!(#ident { #(#members: #changes),* }),
        apply: quote! {
            #(if let __rt::Some(__value) = delta.#members {
                self.#members = __value;
            })*
        },
        is_empty: quote!(#(__rt::Option::is_none(&self.#members))&&*),
        default: quote!(Self { #(#members: __rt::None),* }),
    };
    let functions = functions.emit(item, bounds(&delta, fields));
    let functions = constant(&message.krate, &functions);
    let traits = (!derives.is_empty()).then(|| quote!(#[derive(#(#derives),*)]));
    quote!(#traits #declaration #implementations #functions)
}

/// The stub for the delta of a message with a mistake: all fields, and functions that do nothing.
pub(super) fn stub(item: &DeriveInput, krate: &Path) -> TokenStream {
    let Some(derives) = asked_for(item, "delta") else { return TokenStream::new() };
    let mut delta = item.clone();
    delta.ident = delta::name(&item.ident);
    delta.attrs = vec![parse_quote!(#[allow(dead_code, missing_docs)])];
    if !derives.is_empty() {
        delta.attrs.push(parse_quote!(#[derive(#(#derives),*)]));
    }
    let declaration = match &mut delta.data {
        Data::Struct(data) if !data.fields.is_empty() => {
            for field in &mut data.fields {
                let ty = &field.ty;
                field.ty = parse_quote!(::core::option::Option<#ty>);
                field.attrs.clear();
            }
            quote!(#delta)
        }
        _ => without_fields(&delta),
    };
    let nothing = quote!(loop {});
    let functions = Functions {
        changes_since: nothing.clone(),
        apply: nothing.clone(),
        is_empty: nothing.clone(),
        default: nothing,
    };
    let functions = functions.emit(item, None);
    let implementations = stub::of_type(&delta.ident, &delta.generics);
    let implementations = constant(krate, &quote!(#implementations #functions));
    quote!(#declaration #implementations)
}

/// The item, with the fields' documentation.
fn declaration(delta: &Message, fields: &[Field], item: &DeriveInput) -> DeriveInput {
    let docs = format!(
        " The fields of a [`{}`] that changed; `None` is a field that did not.",
        item.ident
    );
    let mut declared = item.clone();
    declared.ident = delta.ident.clone();
    declared.attrs = vec![parse_quote!(#[doc = #docs])];
    if let Data::Struct(data) = &mut declared.data
        && let Fields::Named(named) = &mut data.fields
    {
        let all = std::mem::take(&mut named.named).into_iter();
        named.named = all
            .filter_map(|mut declared| {
                let name = declared.ident.as_ref()?;
                let field = fields.iter().find(|field| match &field.member {
                    Member::Named(member) => member == name,
                    Member::Unnamed(_) => false,
                })?;
                let ty = &field.ty;
                declared.ty = parse_quote!(::core::option::Option<#ty>);
                declared.attrs.retain(is_doc);
                Some(declared)
            })
            .collect();
    }
    declared
}

/// The new value of a field, if it is another one.
fn change(field: &Field) -> TokenStream {
    let Field { member, ty, .. } = field;
    if !field.encoded {
        return quote!(__rt::None);
    }
    let span = ty.span();
    let is =
        |name: &str| matches!(emit::ungrouped(ty), Type::Path(path) if path.path.is_ident(name));
    let function = if is("f32") || is("f64") {
        quote_spanned!(span=> __rt::changed_float::<#ty>)
    } else {
        quote_spanned!(span=> <#ty as __rt::DeltaField>::delta_of_field)
    };
    quote!(#function(&self.#member, &older.#member))
}

/// What the parameters of a generic message need to be compared.
fn bounds(delta: &Message, fields: &[Field]) -> Option<TokenStream> {
    let types = needing_bounds(&delta.generics, fields.iter().map(|field| &field.ty));
    (!types.is_empty()).then(|| quote!(#(#types: __rt::Clone + __rt::PartialEq),*))
}

/// The bodies of the functions of a message and of its delta.
struct Functions {
    changes_since: TokenStream,
    apply: TokenStream,
    is_empty: TokenStream,
    default: TokenStream,
}

impl Functions {
    fn emit(&self, item: &DeriveInput, bounds: Option<TokenStream>) -> TokenStream {
        let Self { changes_since, apply, is_empty, default } = self;
        let DeriveInput { vis, ident, generics, .. } = item;
        let delta = delta::name(ident);
        let (parameters, arguments, where_clause) = generics.split_for_impl();
        let bounds = bounds.map(|bounds| quote!(where #bounds));
        quote! {
            #[allow(dead_code, single_use_lifetimes)]
            impl #parameters #ident #arguments #where_clause {
                /// The fields that are not equal to those of an older value.
                #vis fn changes_since(&self, older: &Self) -> #delta #arguments #bounds {
                    #changes_since
                }

                /// Takes the changed fields over.
                #vis fn apply(&mut self, delta: #delta #arguments) {
                    #apply
                }
            }

            #[allow(dead_code, single_use_lifetimes)]
            impl #parameters #delta #arguments #where_clause {
                /// Whether no field changed.
                #vis fn is_empty(&self) -> __rt::bool {
                    #is_empty
                }
            }

            #[automatically_derived]
            impl #parameters __rt::Default for #delta #arguments #where_clause {
                fn default() -> Self {
                    #default
                }
            }
        }
    }
}
