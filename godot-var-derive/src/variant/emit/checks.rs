//! Constants that hold a concrete type against what it promises, when the crate is only checked.
//!
//! A generic type is checked where a program uses it: its layout is not known before.

use godot_var_schema::variant::model::{Body, Field, Form};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{GenericArgument, Ident, PathArguments, Type};

use super::context::Context;
use super::{field, probe};

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
                    checks.extend(keys(context, "", index, field));
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
                        checks.extend(keys(context, &name, index, field));
                    }
                    checks.extend(typed(context, &name, index, field));
                }
            }
        }
    }
    checks.extend(size(context));
    if asks_for_facts(context) {
        let (ident, arguments) = (context.ident, context.static_arguments());
        checks.extend(quote! {
            const _: __rt::Facts = <#ident #arguments as __rt::Wire<__rt::Widest>>::FACTS;
        });
    }
    checks
}

/// What a generic type is checked for where it is used.
pub(super) fn generic_keys(context: &Context<'_>) -> Option<TokenStream> {
    if !context.is_generic() {
        return None;
    }
    let meets = match &context.message.body {
        Body::Record(record) => record.fields.iter().any(|field| field.flatten),
        Body::Enumeration(enumeration) => {
            let mut fields = enumeration.members.iter().flat_map(|member| &member.record.fields);
            fields.any(|field| field.flatten)
        }
        _ => false,
    };
    meets.then(|| quote!(const { __rt::check_keys(<Self as __rt::Wire<__D>>::LAYOUT) };))
}

/// The keys of a flattened field against those beside it.
fn keys(context: &Context<'_>, variant: &str, index: usize, field: &Field) -> TokenStream {
    let (ident, arguments) = (context.ident, context.static_arguments());
    quote_spanned! {field.ty.span()=>
        const _: () = __rt::check_field_keys(
            <#ident #arguments as __rt::Wire<__rt::Widest>>::LAYOUT,
            #variant,
            #index,
        );
    }
}

/// A field's `typed`.
fn typed(context: &Context<'_>, variant: &str, index: usize, field: &Field) -> Option<TokenStream> {
    if !field.codec.typed {
        return None;
    }
    let (ident, arguments) = (context.ident, context.static_arguments());
    Some(quote_spanned! {field.ty.span()=>
        const _: () = __rt::check_typed(
            <#ident #arguments as __rt::Wire<__rt::Widest>>::LAYOUT,
            #variant,
            #index,
        );
    })
}

/// Statements that check what stands in the fields' `Option`s, if `asked` (a type) wants facts.
pub(super) fn options<'f>(
    fields: impl Iterator<Item = &'f Field>,
    asked: &TokenStream,
) -> TokenStream {
    let fields = fields.filter(|field| !field::has_functions(&field.codec));
    fields.map(|field| options_in(&field.ty, &quote!(__D), asked)).collect()
}

/// The same, of one type in a dialect.
pub(super) fn options_in(ty: &Type, dialect: &TokenStream, asked: &TokenStream) -> TokenStream {
    let mut options = Vec::new();
    find_options(ty, &mut options);
    let checks = options.into_iter().map(|inner| {
        let name = inner.to_token_stream().to_string().replace(' ', "");
        quote_spanned! {inner.span()=>
            __rt::check_option::<#dialect, #asked, #inner>(#name);
        }
    });
    checks.collect()
}

/// The types inside `Option`s, but for those that are known never to be Nil.
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

/// Whether a type says `Self`: in the implementation for a variant that is another type.
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

/// Whether the facts of a type hold `Option`s that are to be checked, and nobody else asks for them.
fn asks_for_facts(context: &Context<'_>) -> bool {
    let fields: Vec<&Field> = match &context.message.body {
        Body::Transparent(transparent) => vec![&transparent.field],
        Body::Enumeration(enumeration) => {
            enumeration.members.iter().flat_map(|member| member.record.wire_fields()).collect()
        }
        Body::Record(_) | Body::Unit | Body::Converted(_) => Vec::new(),
    };
    !options(fields.into_iter(), &TokenStream::new()).is_empty()
}

/// The most bytes in Godot 4, which has all types. Other dialects are checked where they are used.
fn size(context: &Context<'_>) -> Option<TokenStream> {
    let (_, span) = context.message.max_size?;
    let (ident, arguments) = (context.ident, context.static_arguments());
    Some(quote_spanned! {span=>
        const _: __rt::Facts = <#ident #arguments as __rt::Wire<__rt::Godot4>>::FACTS;
    })
}
