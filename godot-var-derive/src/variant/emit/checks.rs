//! Constants that check a concrete type against its attributes, also under `cargo check`.
//!
//! A generic type is checked where a program uses it, because its layout is not known before.

use godot_var_schema::variant::model::{
    Body, EnumForm, Enumeration, Enumerator, Field, Form, Record, Style,
};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{GenericArgument, Ident, Member, Path, PathArguments, Type};

use super::context::{Bound, Context};
use super::{enumeration, field, probe};
use crate::names::last_name;

/// The constants of a type.
pub(super) fn checks(context: &Context<'_>) -> TokenStream {
    let mut checks = held(context);
    if context.is_generic() {
        return checks;
    }
    match &context.message.body {
        Body::Record(record) => {
            for (index, field) in record.wire_fields().enumerate() {
                if record.form == Form::Dictionary && field.flatten {
                    checks.extend(keys(&table(context, context.ident), index, field));
                }
                checks.extend(typed(context, "", index, field));
            }
        }
        Body::Transparent(transparent) => {
            checks.extend(typed(context, "", 0, &transparent.field));
        }
        Body::Unit | Body::Converted(_) => {}
        Body::Enumeration(enumeration) => {
            for member in enumeration.members.iter().filter(|member| !member.skip && !member.other)
            {
                let name = member.ident.to_string();
                for (index, field) in member.record.wire_fields().enumerate() {
                    if field.flatten {
                        let table = table(context, &enumeration::marker_ident(member));
                        checks.extend(keys(&table, index, field));
                        let tag = tag_check(enumeration, member, &table, field.ty.span());
                        checks.extend(
                            tag.map(|tag| quote_spanned!(field.ty.span()=> const _: () = #tag;)),
                        );
                    }
                    checks.extend(typed(context, &name, index, field));
                }
            }
        }
    }
    checks.extend(size(context));
    checks
}

/// The checks of the keys of a generic type.
fn generic_keys(context: &Context<'_>) -> Vec<(Span, TokenStream)> {
    if !context.is_generic() {
        return Vec::new();
    }
    let arguments = context.arguments();
    let table = |ident: &Ident| quote!(<#ident #arguments as __rt::Describe>::KEYS);
    match &context.message.body {
        Body::Record(record) if has_flattened(record) => {
            let table = table(context.ident);
            vec![(context.ident.span(), quote!(__rt::check_keys(#table);))]
        }
        Body::Enumeration(enumeration) => {
            let members = enumeration::travelling(enumeration);
            let checks = members.filter(|member| has_flattened(&member.record)).map(|member| {
                let (table, place) =
                    (table(&enumeration::marker_ident(member)), member.ident.span());
                let tag = tag_check(enumeration, member, &table, place);
                (place, quote!(__rt::check_keys(#table); #tag;))
            });
            checks.collect()
        }
        _ => Vec::new(),
    }
}

fn has_flattened(record: &Record) -> bool {
    record.fields.iter().any(|field| field.flatten)
}

/// The table of `ident`, for checks of keys.
fn table(context: &Context<'_>, ident: &Ident) -> TokenStream {
    let arguments = context.static_arguments();
    quote!(<#ident #arguments as __rt::Describe>::KEYS)
}

/// Checks the keys of a flattened field against those of the other fields.
fn keys(table: &TokenStream, index: usize, field: &Field) -> TokenStream {
    quote_spanned!(field.ty.span()=> const _: () = __rt::check_field_keys(#table, #index);)
}

/// Checks that a flattened field of a variant does not bring the tag of the enum.
fn tag_check(
    enumeration: &Enumeration,
    member: &Enumerator,
    table: &TokenStream,
    place: Span,
) -> Option<TokenStream> {
    let EnumForm::Internal { tag } = &enumeration.form else { return None };
    let variant = member.ident.to_string();
    Some(quote_spanned!(place=> __rt::check_tag(#table, #tag, #variant)))
}

/// Checks a field's `typed`.
fn typed(context: &Context<'_>, variant: &str, index: usize, field: &Field) -> Option<TokenStream> {
    if !field.codec.typed {
        return None;
    }
    let (ident, arguments) = (context.ident, context.static_arguments());
    Some(quote_spanned! {field.ty.span()=>
        const _: () = __rt::check_typed(
            <#ident #arguments as __rt::Describe>::LAYOUT,
            #variant,
            #index,
        );
    })
}

/// Statements that check the types in the `Option`s of a type.
pub(super) fn options_in(ty: &Type) -> TokenStream {
    let mut options = Vec::new();
    find_options(ty, &mut options);
    options.into_iter().map(option_check).collect()
}

/// Requires that the checks hold, in the functions that every program compiles which writes or reads the type. No
/// constant of the runtime depends on them, or rustc would note all of those after the error.
pub(super) fn hold(context: &Context<'_>) -> Option<TokenStream> {
    // Of other types all checks are the same in each dialect: they have been made.
    let checks = if context.is_generic() { all(context) } else { existing(context) };
    let (first, _) = checks.first()?;
    Some(quote_spanned!(*first=> let () = <Self as GodotVarChecks<AnyDialect>>::HOLD;))
}

/// Statements that check the types of fields that are known by their names, with their places. Types of the user
/// check their own fields: their layouts are not asked for here, because two types may contain each other.
fn existing(context: &Context<'_>) -> Vec<(Span, TokenStream)> {
    let own = context.ident.to_string();
    let fields: Vec<(String, &Field)> = match &context.message.body {
        Body::Record(record) => record.wire_fields().map(|field| (own.clone(), field)).collect(),
        Body::Transparent(transparent) => vec![(own, &transparent.field)],
        Body::Unit | Body::Converted(_) => Vec::new(),
        Body::Enumeration(enumeration) => {
            let members = enumeration::travelling(enumeration);
            let fields = members.flat_map(|member| {
                let owner = enumeration::marker_ident(member).to_string();
                member.record.wire_fields().map(move |field| (owner.clone(), field))
            });
            fields.collect()
        }
    };
    let suspects = fields.into_iter().filter(|(_, field)| {
        let codec = &field.codec;
        let may_lack = codec.typed || probe::may_not_exist(&field.ty);
        may_lack && !codec.has_functions() && !field.flatten && probe::types(&field.ty).is_empty()
    });
    let checks = suspects.map(|(owner, field)| {
        let layout = field::layout_of(&owner, field, context);
        let key = match &field.member {
            Member::Named(_) => field.key.clone(),
            Member::Unnamed(index) => index.index.to_string(),
        };
        let place = last_name(&field.ty);
        (place, quote_spanned!(place=> __rt::check_exists::<AnyDialect>(#layout, #key);))
    });
    checks.collect()
}

/// The checks of a type's fields, all in one constant.
///
/// ```text
/// trait GodotVarChecks<D> { const HOLD: (); }
/// impl<D: Dialect> GodotVarChecks<D> for Chat {
///     const HOLD: () = { check_option::<Variant>("Variant"); };
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
    let probes = probe::probes(fields(context).into_iter(), context);
    let checks = checks.iter().map(|(_, check)| check);
    quote! {
        trait GodotVarChecks<AnyDialect> {
            const HOLD: ();
        }
        impl #parameters GodotVarChecks<AnyDialect> for #ident #arguments #where_clause {
            const HOLD: () = {
                #probes
                #(#checks)*
            };
        }
        #now
    }
}

/// Statements that check fields, with their places.
fn all(context: &Context<'_>) -> Vec<(Span, TokenStream)> {
    let mut checks = generic_keys(context);
    for record in records(context) {
        let omitted = omitted(record).into_iter();
        checks.extend(omitted.map(|(field, path)| (path.span(), omission_check(field, path))));
    }
    if let Body::Enumeration(enumeration) = &context.message.body
        && let Some(field) = kept(enumeration)
    {
        checks.push((field.ty.span(), other_check(field, enumeration)));
    }
    let fields = fields(context);
    let options = fields.iter().flat_map(|field| types_in_options(field));
    checks.extend(options.map(|ty| (ty.span(), option_check(ty))));
    checks.extend(existing(context));
    checks
}

/// The records of a struct or an enum.
fn records<'m>(context: &Context<'m>) -> Vec<&'m Record> {
    match &context.message.body {
        Body::Record(record) => vec![record],
        Body::Transparent(_) | Body::Unit | Body::Converted(_) => Vec::new(),
        Body::Enumeration(enumeration) => {
            let members = enumeration.members.iter().filter(|member| !member.skip);
            members.map(|member| &member.record).collect()
        }
    }
}

/// The fields that travel.
fn fields<'m>(context: &Context<'m>) -> Vec<&'m Field> {
    match &context.message.body {
        Body::Transparent(transparent) => vec![&transparent.field],
        _ => records(context).into_iter().flat_map(Record::wire_fields).collect(),
    }
}

/// The fields without a default that a writer may leave out, with the function that tells when,
/// except an `Option` and fields with functions of their own, which need no compiler to decide.
fn omitted(record: &Record) -> Vec<(&Field, &Path)> {
    let fields = record.wire_fields().filter(|field| {
        let has_default = !field.default.is_none() || !record.default.is_none();
        let is_decided = field.is_option() || field.codec.has_functions();
        field.decoded && !has_default && !is_decided
    });
    fields.filter_map(|field| Some((field, field.skip_encoding_if.as_ref()?))).collect()
}

/// The field in which an enum keeps what identifies none of its variants.
fn kept(enumeration: &Enumeration) -> Option<&Field> {
    let mut members = enumeration.members.iter();
    let other = members.find(|member| member.other && member.style == Style::Newtype)?;
    other.record.wire_fields().next()
}

fn omission_check(field: &Field, path: &Path) -> TokenStream {
    let Field { key, ty, .. } = field;
    quote_spanned! {path.span()=>
        __rt::check_omission::<#ty>(#key);
    }
}

fn other_check(field: &Field, enumeration: &Enumeration) -> TokenStream {
    let (ty, form) = (&field.ty, enumeration::form(enumeration));
    let name = text_of(ty);
    quote_spanned! {ty.span()=>
        __rt::check_other::<#ty>(__rt::EnumerationForm::#form, #name);
    }
}

/// A type as the user wrote it.
fn text_of(ty: &Type) -> String {
    ty.to_token_stream().to_string().replace(' ', "")
}

/// A check of a type in an `Option`.
fn option_check(ty: &Type) -> TokenStream {
    let name = text_of(ty);
    quote_spanned!(ty.span()=> __rt::check_option::<#ty>(#name);)
}

/// The types in a field's `Option`s, except those that are known never to be Nil.
fn types_in_options(field: &Field) -> Vec<&Type> {
    let mut types = Vec::new();
    if !field.codec.has_functions() {
        find_options(&field.ty, &mut types);
    }
    types
}

/// The types in `Option`s, except those that are known never to be Nil.
fn find_options<'t>(ty: &'t Type, found: &mut Vec<&'t Type>) {
    match field::ungrouped(ty) {
        Type::Array(array) => find_options(&array.elem, found),
        Type::Paren(paren) => find_options(&paren.elem, found),
        Type::Slice(slice) => find_options(&slice.elem, found),
        Type::Tuple(tuple) => tuple.elems.iter().for_each(|ty| find_options(ty, found)),
        Type::Path(path) if path.qself.is_none() => {
            let Some(last) = path.path.segments.last() else { return };
            let PathArguments::AngleBracketed(arguments) = &last.arguments else { return };
            for argument in &arguments.args {
                let GenericArgument::Type(inner) = argument else { continue };
                if last.ident == "Option" && !probe::is_never_nil(inner) && !mentions_self(inner) {
                    found.push(inner);
                }
                find_options(inner, found);
            }
        }
        _ => {}
    }
}

/// Whether a type mentions `Self`, which is another type in the implementation for a variant.
pub(super) fn mentions_self(ty: &Type) -> bool {
    struct Find(bool);
    impl<'ast> Visit<'ast> for Find {
        fn visit_ident(&mut self, ident: &'ast Ident) {
            self.0 |= ident == "Self";
        }
    }
    let mut find = Find(false);
    find.visit_type(ty);
    find.0
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
