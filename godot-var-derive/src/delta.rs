//! What deltas of every wire share: their declaration, and the functions that make and apply them.

use godot_var_schema::variant::delta;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Fields, Ident, Member, Path, Type, parse_quote};

use crate::expand::constant;
use crate::generics::needing_bounds;

/// A field that a delta may have.
pub(crate) struct Changed<'f> {
    pub(crate) member: &'f Member,
    pub(crate) ty: &'f Type,
    /// Whether writers write it.
    pub(crate) encoded: bool,
}

/// The declaration of a delta, and its functions and those of the message.
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
pub(crate) fn declared(
    item: &DeriveInput,
    derives: &[Path],
    fields: &[Changed<'_>],
    krate: &Path,
) -> TokenStream {
    let declaration = declaration(item, fields);
    let members: Vec<_> = fields.iter().map(|field| field.member).collect();
    let changes = fields.iter().map(change);
    let ident = delta::name(&item.ident);
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
    let functions = constant(krate, &functions.emit(item, bounds(item, fields)));
    let traits = (!derives.is_empty()).then(|| quote!(#[derive(#(#derives),*)]));
    quote!(#traits #declaration #functions)
}

/// The same for a message with a mistake: all fields, and functions that do nothing. `without_fields` declares a type
/// without fields.
pub(crate) fn stub(
    item: &DeriveInput,
    derives: &[Ident],
    krate: &Path,
    without_fields: fn(&DeriveInput) -> TokenStream,
) -> TokenStream {
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
    let functions = constant(krate, &functions.emit(item, None));
    quote!(#declaration #functions)
}

/// The item, with the fields' documentation.
fn declaration(item: &DeriveInput, fields: &[Changed<'_>]) -> DeriveInput {
    let docs = format!(
        " The fields of a [`{}`] that changed; `None` is a field that did not.",
        item.ident
    );
    let mut declared = item.clone();
    declared.ident = delta::name(&item.ident);
    declared.attrs = vec![parse_quote!(#[doc = #docs])];
    if let Data::Struct(data) = &mut declared.data
        && let Fields::Named(named) = &mut data.fields
    {
        let all = std::mem::take(&mut named.named).into_iter();
        named.named = all
            .filter_map(|mut declared| {
                let name = declared.ident.as_ref()?;
                let field = fields.iter().find(|field| match field.member {
                    Member::Named(member) => member == name,
                    Member::Unnamed(_) => false,
                })?;
                let ty = field.ty;
                declared.ty = parse_quote!(::core::option::Option<#ty>);
                declared.attrs.retain(|attr: &Attribute| attr.path().is_ident("doc"));
                Some(declared)
            })
            .collect();
    }
    declared
}

/// The new value of a field, if it is another one.
fn change(field: &Changed<'_>) -> TokenStream {
    let Changed { member, ty, encoded } = field;
    if !encoded {
        return quote!(__rt::None);
    }
    let span = ty.span();
    let function = if is_float(ty) {
        quote_spanned!(span=> __rt::changed_float::<#ty>)
    } else {
        quote_spanned!(span=> <#ty as __rt::DeltaField>::delta_of_field)
    };
    quote!(#function(&self.#member, &older.#member))
}

fn is_float(ty: &Type) -> bool {
    match ty {
        Type::Group(group) => is_float(&group.elem),
        Type::Path(path) => path.path.is_ident("f32") || path.path.is_ident("f64"),
        _ => false,
    }
}

/// What the parameters of a generic message need to be compared.
fn bounds(item: &DeriveInput, fields: &[Changed<'_>]) -> Option<TokenStream> {
    let types = needing_bounds(&item.generics, fields.iter().map(|field| field.ty));
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
