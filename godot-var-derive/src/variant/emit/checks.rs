//! Constants that check a concrete type against its attributes, also under `cargo check`.
//!
//! A generic type is checked where a program uses it, because its layout is not known before.

use godot_var_schema::variant::model::{Body, EnumForm, Enumeration, Field, Style};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Ident, Member, Type};

use super::context::{Bound, Context};
use super::{enumeration, field, probe};
use crate::names::{apart, last_name, mentions};

/// An expression that fails the build if there is a mistake, with its place.
type Check = (Span, TokenStream);

/// The check that a function of the runtime finds no mistake.
macro_rules! check {
    ($place:expr, $($mistake:tt)*) => {{
        let place: Span = $place;
        (place, quote_spanned!(place=> __rt::fail_if(__rt::$($mistake)*)))
    }};
}

/// The constants of a type.
pub(super) fn checks(context: &Context<'_>) -> TokenStream {
    let held = held(context);
    if context.is_generic() {
        return held;
    }
    let arguments = context.static_arguments();
    let consts = keys(context, &arguments)
        .into_iter()
        .chain(typed(context))
        .map(|(place, check)| quote_spanned!(place=> const _: () = #check;));
    let size = size(context);
    quote!(#held #(#consts)* #size)
}

/// A struct or a variant.
struct Constructor<'m> {
    /// The type that describes it.
    owner: Ident,
    /// The name of the variant.
    variant: String,
    /// The tag of the enum among its keys.
    tag: Option<&'m str>,
    has_default: bool,
    /// The fields that are sent.
    fields: Vec<&'m Field>,
}

fn constructors<'m>(context: &Context<'m>) -> Vec<Constructor<'m>> {
    let of_struct = |has_default, fields| {
        let (owner, variant) = (context.ident.clone(), String::new());
        vec![Constructor { owner, variant, tag: None, has_default, fields }]
    };
    match &context.message.body {
        Body::Record(record) => {
            of_struct(!record.default.is_none(), record.wire_fields().collect())
        }
        Body::Transparent(transparent) => of_struct(false, vec![&transparent.field]),
        Body::Unit | Body::Converted(_) => Vec::new(),
        Body::Enumeration(Enumeration { form, members, .. }) => {
            let tag = match form {
                EnumForm::Internal { tag } => Some(&**tag),
                _ => None,
            };
            let members = members.iter().filter(|member| !member.skip).map(|member| Constructor {
                owner: enumeration::marker_ident(member),
                variant: member.ident.to_string(),
                tag,
                has_default: false,
                fields: member.record.wire_fields().collect(),
            });
            members.collect()
        }
    }
}

/// The checks of the keys of flattened fields.
fn keys(context: &Context<'_>, arguments: &TokenStream) -> Vec<Check> {
    let mut checks = Vec::new();
    for Constructor { owner, tag, fields, .. } in constructors(context) {
        let tag = match tag {
            Some(tag) => quote!(__rt::Some(#tag)),
            None => quote!(__rt::None),
        };
        for (index, field) in fields.iter().enumerate().filter(|(_, field)| field.flatten) {
            let keys = quote!(<#owner #arguments as __rt::Describe>::KEYS);
            checks.push(check!(field.ty.span(), key_mistake(#keys, #index, #tag)));
        }
    }
    checks
}

/// The checks of `typed` fields.
fn typed(context: &Context<'_>) -> Vec<Check> {
    let (ident, arguments) = (context.ident, context.static_arguments());
    let mut checks = Vec::new();
    for Constructor { variant, fields, .. } in constructors(context) {
        for (index, field) in fields.iter().enumerate().filter(|(_, field)| field.codec.typed) {
            let layout = quote!(<#ident #arguments as __rt::Describe>::LAYOUT);
            checks.push(check!(field.ty.span(), typed_mistake(#layout, #variant, #index)));
        }
    }
    checks
}

/// Statements that check the types in the `Option`s of a type.
pub(super) fn options_in(ty: &Type) -> TokenStream {
    let checks = options(ty).into_iter().map(|(_, check)| check);
    quote!(#(#checks;)*)
}

/// Requires that the checks hold, in the functions that every program compiles which writes or reads the type. No
/// constant of the runtime depends on them, or rustc would note all of those after the error.
pub(super) fn hold(context: &Context<'_>) -> Option<TokenStream> {
    // Of other types all checks are the same in each dialect: they have been made.
    let checks = if context.is_generic() { all(context) } else { existing(context) };
    let (first, _) = checks.first()?;
    Some(quote_spanned!(*first=> let () = <Self as GodotVarChecks<AnyDialect>>::HOLD;))
}

/// Checks that a dialect has the types of fields that are known by their names. Types of the user
/// check their own fields: their layouts are not asked for here, because two types may contain each other.
fn existing(context: &Context<'_>) -> Vec<Check> {
    let mut checks = Vec::new();
    for Constructor { owner, fields, .. } in constructors(context) {
        for field in fields {
            let may_lack = field.codec.typed || probe::may_not_exist(&field.ty);
            let is_known = !field.codec.has_functions() && !field.flatten;
            if may_lack && is_known && probe::types(&field.ty).is_empty() {
                let layout = field::layout_of(&owner.to_string(), field, context);
                let key = match &field.member {
                    Member::Named(_) => field.key.clone(),
                    Member::Unnamed(index) => index.index.to_string(),
                };
                checks.push(check!(last_name(&field.ty), lack::<AnyDialect>(#layout, #key)));
            }
        }
    }
    checks
}

/// The checks of a type's fields, all in one constant.
///
/// ```text
/// trait GodotVarChecks<D> { const HOLD: (); }
/// impl<D: Dialect> GodotVarChecks<D> for Chat {
///     const HOLD: () = { fail_if(option_mistake(<Variant as Describe>::NULLABLE, "Variant")); };
/// }
/// const _: () = <Chat as GodotVarChecks<Godot4>>::HOLD;
/// ```
fn held(context: &Context<'_>) -> TokenStream {
    let checks = all(context);
    let Some((first, _)) = checks.first() else { return TokenStream::new() };
    let now = (!context.is_generic()).then(|| {
        let (ident, arguments) = (context.ident, context.static_arguments());
        quote_spanned!(*first=> const _: () = <#ident #arguments as GodotVarChecks<__rt::Godot4>>::HOLD;)
    });
    let generics = context.generics(Bound::Encode);
    let (parameters, _, where_clause) = generics.split_for_impl();
    let (ident, arguments) = (context.ident, context.arguments());
    let fields = constructors(context).into_iter().flat_map(|constructor| constructor.fields);
    let probes = probe::probes(fields, context);
    let checks = checks.iter().map(|(_, check)| check);
    quote! {
        trait GodotVarChecks<AnyDialect> {
            const HOLD: ();
        }
        impl #parameters GodotVarChecks<AnyDialect> for #ident #arguments #where_clause {
            const HOLD: () = {
                #probes
                #(#checks;)*
            };
        }
        #now
    }
}

/// The checks in this constant.
fn all(context: &Context<'_>) -> Vec<Check> {
    let mut checks =
        if context.is_generic() { keys(context, &context.arguments()) } else { Vec::new() };
    for Constructor { has_default, fields, .. } in constructors(context) {
        for field in fields {
            let Field { key, ty, skip_encoding_if, .. } = field;
            let has_functions = field.codec.has_functions();
            // An `Option` and functions of its own need no compiler to decide whether a field may be missing.
            let has_default = has_default || !field.default.is_none() || field.is_option();
            if let Some(path) = skip_encoding_if
                && field.decoded
                && !has_default
                && !has_functions
            {
                let optional = quote_spanned!(path.span()=> <#ty as __rt::Describe>::OPTIONAL);
                checks.push(check!(path.span(), omission_mistake(#optional, #key)));
            }
            if !has_functions {
                checks.extend(options(ty));
            }
        }
    }
    if let Body::Enumeration(enumeration) = &context.message.body
        && let Some(field) = kept(enumeration)
    {
        let (ty, form) = (&field.ty, enumeration::form(enumeration));
        let (form, name) = (quote!(__rt::EnumerationForm::#form), text_of(ty));
        checks.push(check!(ty.span(), other_mistake(#form, __rt::layout::<#ty>(), #name)));
    }
    checks.extend(existing(context));
    checks
}

/// The field in which an enum keeps what identifies none of its variants.
fn kept(enumeration: &Enumeration) -> Option<&Field> {
    let mut members = enumeration.members.iter();
    let other = members.find(|member| member.other && member.style == Style::Newtype)?;
    other.record.wire_fields().next()
}

/// A type as the user wrote it.
fn text_of(ty: &Type) -> String {
    ty.to_token_stream().to_string().replace(' ', "")
}

/// The checks of the types in a type's `Option`s, except those that are known never to be Nil.
fn options(ty: &Type) -> Vec<Check> {
    let mut types = Vec::new();
    find_options(ty, &mut types);
    let checks = types.into_iter().map(|ty| {
        let name = text_of(ty);
        let nullable = quote_spanned!(ty.span()=> <#ty as __rt::Describe>::NULLABLE);
        check!(ty.span(), option_mistake(#nullable, #name))
    });
    checks.collect()
}

fn find_options<'t>(ty: &'t Type, found: &mut Vec<&'t Type>) {
    let (name, parts) = apart(ty);
    for part in parts {
        if name == "Option" && !probe::is_never_nil(part) && !mentions_self(part) {
            found.push(part);
        }
        find_options(part, found);
    }
}

/// Whether a type mentions `Self`, which is another type in the implementation for a variant.
pub(super) fn mentions_self(ty: &Type) -> bool {
    mentions(ty, |name| name == "Self")
}

/// The maximum size in Godot 4, which has all types. Other dialects are checked where they are
/// used.
fn size(context: &Context<'_>) -> Option<TokenStream> {
    let (_, span) = context.message.max_size?;
    let (ident, arguments) = (context.ident, context.static_arguments());
    Some(quote_spanned! {span=>
        const _: __rt::Facts = <#ident #arguments as __rt::EncodeVariant<__rt::Godot4>>::FACTS;
    })
}
