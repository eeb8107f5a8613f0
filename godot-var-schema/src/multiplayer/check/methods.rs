//! From an enum that derives `GodotRpc` to the checked set of methods.

use darling::Error;
use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, GenericParam, Ident, Member, Variant};

use super::check_type;
use crate::attributes::{Attributes, ENUM, FIELD, Given, MEMBER, Parsed, facade, parse};
use crate::errors::Errors;
use crate::multiplayer::attributes::{ArgumentAttrs, MethodAttrs, SetAttrs};
use crate::multiplayer::model::{
    ANSWERED, Answer, Argument, Caller, Method, Methods, TransferMode,
};
use crate::names::Names;
use crate::rename::RenameRule;
use crate::variant::{WrittenType, check_default, default_value, has_lifetime};

/// The packet of a call has the number of arguments in one byte.
const MOST_ARGUMENTS: usize = 255;

/// Parses and checks an enum that derives `GodotRpc`.
///
/// # Errors
/// All mistakes at once.
pub fn methods(item: &DeriveInput) -> darling::Result<Methods> {
    let mut errors = Errors::new();
    let Parsed { attrs, .. } = parse::<SetAttrs>(ENUM, &item.attrs, &mut errors);
    check_generics(item, &mut errors);
    let rule = attrs.rename_all.map_or(RenameRule::Snake, Given::into_inner);
    let mut names = Names::new("method", is_name, "name of a method: letters, digits and `_`");
    let variants = variants(item, &mut errors);
    let methods: Vec<Method> =
        variants.map(|variant| method(variant, rule, &mut names, &mut errors)).collect();
    if let Some(own) = methods.iter().find(|method| method.name == ANSWERED)
        && methods.iter().any(|method| method.answer.is_some())
    {
        errors.report(
            own.ident.span(),
            "a set with an `answer` has the method `answered` already, for the answers; rename this one",
        );
    }
    errors.finish()?;
    Ok(Methods {
        ident: item.ident.clone(),
        generics: item.generics.clone(),
        krate: facade(attrs.krate),
        methods,
    })
}

/// A script's methods are the same for every type, so the enum may have only lifetimes.
fn check_generics(item: &DeriveInput, errors: &mut Errors) {
    let mut params = item.generics.params.iter();
    if let Some(param) = params.find(|param| !matches!(param, GenericParam::Lifetime(_))) {
        errors.report(
            param.span(),
            "the methods of a script have arguments of known types; an enum that derives `GodotRpc` has no parameters but lifetimes",
        );
    }
}

/// The variants; an enum without variants is an error.
fn variants<'i>(
    item: &'i DeriveInput,
    errors: &mut Errors,
) -> impl Iterator<Item = &'i Variant> + use<'i> {
    let (variants, mistake) = match &item.data {
        Data::Enum(data) => {
            let span = data.variants.is_empty().then(|| item.ident.span());
            let message = "a set without methods is never called; give the enum a variant for each method of the script";
            (Some(&data.variants), span.map(|span| (span, message)))
        }
        Data::Struct(data) => (None, Some((data.struct_token.span, NO_ENUM))),
        Data::Union(data) => (None, Some((data.union_token.span, NO_ENUM))),
    };
    if let Some((span, message)) = mistake {
        errors.push(Error::custom(message).with_span(&span));
    }
    variants.into_iter().flatten()
}

const NO_ENUM: &str = "the methods of a script are an enum: a variant for each method, with its arguments as fields. A struct of synchronized properties derives `GodotSync`";

fn method(variant: &Variant, rule: RenameRule, names: &mut Names, errors: &mut Errors) -> Method {
    let Parsed { attrs, complete } = parse::<MethodAttrs>(MEMBER, &variant.attrs, errors);
    let name = names.take(attrs.rename.as_ref(), |name| rule.member(name), &variant.ident, errors);
    let (caller, mode) = errors.alone(complete, |errors| words(&attrs, errors));
    let arguments = arguments(&variant.fields, errors);
    let answer = attrs.answer.as_ref().and_then(|given| answer(given, &attrs, variant, errors));
    if arguments.len() + usize::from(answer.is_some()) > MOST_ARGUMENTS {
        errors.report(
            variant.ident.span(),
            format_args!(
                "`{}` has {} arguments, and a call has at most {MOST_ARGUMENTS}; put them into a struct that derives `GodotVar`",
                variant.ident,
                arguments.len(),
            ),
        );
    }
    Method {
        ident: variant.ident.clone(),
        name,
        caller,
        mode,
        channel: attrs.channel.as_deref().copied().unwrap_or_default(),
        call_local: attrs.call_local.is_present(),
        answer,
        arguments,
    }
}

/// The type of an answer, and the constant for its question.
fn answer(
    given: &Given<WrittenType>,
    attrs: &MethodAttrs,
    variant: &Variant,
    errors: &mut Errors,
) -> Option<Answer> {
    for key in ["unreliable", "unreliable_ordered", "call_local"] {
        if let Some(span) = attrs.place_of(key) {
            errors.report(
                span,
                format_args!(
                    "`{key}` cannot be combined with `answer`: a question arrives, at one peer"
                ),
            );
        }
    }
    let ty = match given.ty() {
        Ok(ty) => ty,
        Err(error) => {
            errors.report(given.span(), format_args!("`answer` takes a type: {error}"));
            return None;
        }
    };
    if has_lifetime(&ty) {
        errors.report(given.span(), "an answer owns its value; use a type such as `String`");
        return None;
    }
    check_type(&ty, errors);
    let name = RenameRule::ScreamingSnake.member(&variant.ident.unraw().to_string());
    Some(Answer { constant: Ident::new(&name, variant.ident.span()), ty })
}

/// The caller and the mode from the keywords of `@rpc`. The defaults are the engine's: the
/// authority may call, reliably.
fn words(attrs: &MethodAttrs, errors: &mut Errors) -> (Caller, TransferMode) {
    attrs.exclusive(&["any_peer", "authority"], errors);
    attrs.exclusive(&["reliable", "unreliable", "unreliable_ordered"], errors);
    attrs.exclusive(&["call_local", "call_remote"], errors);
    let caller = if attrs.any_peer.is_present() { Caller::AnyPeer } else { Caller::Authority };
    let mode = if attrs.unreliable.is_present() {
        TransferMode::Unreliable
    } else if attrs.unreliable_ordered.is_present() {
        TransferMode::UnreliableOrdered
    } else {
        TransferMode::Reliable
    };
    (caller, mode)
}

fn arguments(fields: &Fields, errors: &mut Errors) -> Vec<Argument> {
    let mut arguments: Vec<Argument> = Vec::new();
    let mut first_default: Option<Span> = None;
    for (field, member) in fields.iter().zip(fields.members()) {
        let Parsed { attrs, complete } = parse::<ArgumentAttrs>(FIELD, &field.attrs, errors);
        let name = match &member {
            Member::Named(ident) => ident.unraw().to_string(),
            Member::Unnamed(index) => format!("arg{}", index.index),
        };
        match &attrs.default {
            Some(default) => {
                first_default.get_or_insert(default.key());
            }
            None => errors.alone(complete, |errors| {
                if let Some(span) = first_default.take() {
                    errors.report(
                        span,
                        format_args!(
                            "only the last arguments of a call can be missing; give `{name}` a `default`, too, or move it before this one"
                        ),
                    );
                }
            }),
        }
        check_type(&field.ty, errors);
        check_default(attrs.default.as_ref(), Some(&field.ty), errors);
        let default = default_value(attrs.default.as_ref());
        let typed = attrs.typed.is_present();
        arguments.push(Argument { member, name, ty: field.ty.clone(), default, typed });
    }
    arguments
}

fn is_name(name: &str) -> bool {
    name.chars().next().is_some_and(|first| first.is_alphabetic() || first == '_')
        && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}
