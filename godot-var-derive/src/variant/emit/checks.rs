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
use syn::visit_mut::VisitMut;
use syn::{GenericArgument, Ident, Member, Path, PathArguments, Type};

use super::context::{Context, place};
use super::{enumeration, field, probe, recursion};

/// The constants of a type.
pub(super) fn checks(context: &Context<'_>) -> TokenStream {
    if context.is_generic() {
        return TokenStream::new();
    }
    let mut checks = TokenStream::new();
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
    checks.extend(concrete(context));
    checks
}

/// The check of a generic type where it is used.
pub(super) fn generic_keys(context: &Context<'_>) -> Option<TokenStream> {
    if !context.is_generic() {
        return None;
    }
    let arguments = context.arguments();
    let table = |ident: &Ident| quote!(<#ident #arguments as __rt::RecordFields<AnyDialect, __rt::AskFacts>>::LAYOUTS);
    match &context.message.body {
        Body::Record(record) if has_flattened(record) => {
            let table = table(context.ident);
            Some(quote!(const { __rt::check_keys(#table) };))
        }
        Body::Enumeration(enumeration) => {
            let members = enumeration::travelling(enumeration);
            let checks = members.filter(|member| has_flattened(&member.record)).map(|member| {
                let table = table(&enumeration::marker_ident(member));
                let tag = tag_check(enumeration, member, &table, member.ident.span());
                quote!(const { __rt::check_keys(#table); #tag };)
            });
            Some(checks.collect())
        }
        _ => None,
    }
}

fn has_flattened(record: &Record) -> bool {
    record.fields.iter().any(|field| field.flatten)
}

/// The table of `ident`, for checks of keys.
fn table(context: &Context<'_>, ident: &Ident) -> TokenStream {
    let arguments = context.static_arguments();
    quote!(<#ident #arguments as __rt::RecordFields<__rt::Widest, __rt::AskFacts>>::LAYOUTS)
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
            <#ident #arguments as __rt::EncodeVariant<__rt::Widest>>::LAYOUT,
            #variant,
            #index,
        );
    })
}

/// Statements of a generic type that check the types in the fields' `Option`s, if `asked` (a type)
/// asks for facts.
pub(super) fn options<'f>(
    fields: impl Iterator<Item = &'f Field>,
    asked: &TokenStream,
    context: &Context<'_>,
) -> TokenStream {
    if !context.is_generic() {
        return TokenStream::new();
    }
    let types = fields.flat_map(types_in_options);
    types.map(|ty| option_check(ty, ty, &quote!(AnyDialect), asked)).collect()
}

/// The same, of one type in a dialect.
pub(super) fn options_in(ty: &Type, dialect: &TokenStream, asked: &TokenStream) -> TokenStream {
    let mut options = Vec::new();
    find_options(ty, &mut options);
    options.into_iter().map(|inner| option_check(inner, inner, dialect, asked)).collect()
}

/// Statements that check the fields' types against the dialect, if they are known by their names. Types of the user
/// check their own fields: their layouts are not asked for here, because two types may contain each other.
pub(super) fn existing<'f>(
    owner: &str,
    fields: impl Iterator<Item = &'f Field>,
    context: &Context<'_>,
) -> TokenStream {
    let suspects = fields.filter(|field| {
        let codec = &field.codec;
        let may_lack = codec.typed || probe::may_not_exist(&field.ty);
        may_lack && !codec.has_functions() && !field.flatten && probe::types(&field.ty).is_empty()
    });
    let checks = suspects.map(|field| {
        let layout = field::layout_of(owner, field, context);
        let key = match &field.member {
            Member::Named(_) => field.key.clone(),
            Member::Unnamed(index) => index.index.to_string(),
        };
        quote_spanned!(probe::place_of(field, context)=> __rt::check_exists::<AnyDialect>(#layout, #key);)
    });
    checks.collect()
}

/// Statements of a generic type that check the fields that a writer may leave out.
pub(super) fn omissions(record: &Record, context: &Context<'_>) -> TokenStream {
    if !context.is_generic() {
        return TokenStream::new();
    }
    let omitted = omitted(record).into_iter();
    omitted.map(|(field, path)| omission_check(&field.ty, field, path)).collect()
}

/// Statements of a generic enum that check the type of what `other` keeps.
pub(super) fn other(enumeration: &Enumeration, context: &Context<'_>) -> Option<TokenStream> {
    let field = kept(enumeration).filter(|_| context.is_generic())?;
    Some(other_check(&field.ty, field, enumeration))
}

/// The checks of [`options`], [`omissions`] and [`other`] for a type without parameters, once.
///
/// ```text
/// struct GodotVarChecks<D>(PhantomData<D>);
/// impl<D: Dialect> GodotVarChecks<D> {
///     const HOLD: () = { check_option::<D, AskFacts, Variant>("Variant"); };
/// }
/// const _: () = GodotVarChecks::<Godot4>::HOLD;
/// ```
fn concrete(context: &Context<'_>) -> Option<TokenStream> {
    let mut fields: Vec<&Field> = Vec::new();
    let mut checks = Vec::new();
    let mut of_record = |record: &'_ Record| {
        for (field, path) in omitted(record) {
            checks.push((place(path), omission_check(&lasting(field).ty, field, path)));
        }
    };
    match &context.message.body {
        Body::Record(record) => {
            fields.extend(record.wire_fields());
            of_record(record);
        }
        Body::Transparent(transparent) => fields.push(&transparent.field),
        Body::Enumeration(enumeration) => {
            for member in enumeration.members.iter().filter(|member| !member.skip) {
                fields.extend(member.record.wire_fields());
                of_record(&member.record);
            }
            if let Some(field) = kept(enumeration) {
                let check = other_check(&lasting(field).ty, field, enumeration);
                checks.push((field.ty.span(), check));
            }
        }
        Body::Unit | Body::Converted(_) => {}
    }
    let lasting: Vec<Field> = fields.iter().map(|field| lasting(field)).collect();
    let types = fields.iter().flat_map(|field| types_in_options(field));
    let options = types.zip(lasting.iter().flat_map(types_in_options)).map(|(written, ty)| {
        (written.span(), option_check(ty, written, &quote!(AnyDialect), &quote!(__rt::AskFacts)))
    });
    checks.extend(options);
    let (first, _) = checks.first()?;
    let hold = quote_spanned!(*first=> GodotVarChecks::<__rt::Godot4>::HOLD);
    let probes = probe::probes(lasting.iter(), context);
    let checks = checks.iter().map(|(_, check)| check);
    Some(quote! {
        struct GodotVarChecks<AnyDialect>(__rt::PhantomData<AnyDialect>);
        impl<AnyDialect: __rt::Dialect> GodotVarChecks<AnyDialect> {
            const HOLD: () = {
                #probes
                #(#checks)*
            };
        }
        const _: () = #hold;
    })
}

/// A field with `'static` for its lifetimes, the only lifetime that constants accept.
fn lasting(field: &Field) -> Field {
    let mut field = field.clone();
    recursion::Outlive.visit_type_mut(&mut field.ty);
    field
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

fn omission_check(ty: &Type, field: &Field, path: &Path) -> TokenStream {
    let key = &field.key;
    quote_spanned! {place(path)=>
        __rt::check_omission::<AnyDialect, #ty>(#key);
    }
}

fn other_check(ty: &Type, written: &Field, enumeration: &Enumeration) -> TokenStream {
    let form = enumeration::form(enumeration);
    let name = text_of(&written.ty);
    quote_spanned! {written.ty.span()=>
        __rt::check_other::<AnyDialect, #ty>(__rt::EnumerationForm::#form, #name);
    }
}

/// A type as the user wrote it.
fn text_of(ty: &Type) -> String {
    ty.to_token_stream().to_string().replace(' ', "")
}

/// A check of a type in an `Option`, which the user wrote as `written`.
fn option_check(
    ty: &Type,
    written: &Type,
    dialect: &TokenStream,
    asked: &TokenStream,
) -> TokenStream {
    let name = text_of(written);
    quote_spanned! {written.span()=>
        __rt::check_option::<#dialect, #asked, #ty>(#name);
    }
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
