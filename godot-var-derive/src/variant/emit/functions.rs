//! Calls of a user's functions, and good compiler errors for a module that lacks one.

use godot_var_schema::variant::model::Codec;
use proc_macro2::{Delimiter, Group, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Path;

use super::context::place;
use super::probe::{call, stamped};

/// A function that a field names.
pub(super) struct Function<'p> {
    pub(super) path: &'p Path,
    /// The trait of the runtime whose error message describes the function to write.
    pub(super) wanted: &'static str,
    /// The parameters after the first one, `__M`, in a stand-in, which returns nothing.
    pub(super) parameters: TokenStream,
    /// The generic arguments between its name and its arguments.
    pub(super) generics: TokenStream,
    pub(super) arguments: Vec<TokenStream>,
}

impl Function<'_> {
    /// A call. A name from the module of `with` takes precedence over a stand-in outside.
    pub(super) fn call(&self, codec: &Codec) -> TokenStream {
        let Self { path, generics, arguments, .. } = self;
        if let (Some(_), Some(last)) = (module(codec), path.segments.last()) {
            let span = last_place(path);
            let arguments = arguments.iter().map(|argument| at(span, argument));
            let arguments = quote!(#(#arguments),*);
            let called = call(span, stamped(quote!(#last #generics), span), arguments);
            quote!({
                use __module::*;
                #called
            })
        } else {
            quote_spanned!(place(*path)=> #path #generics(#(#arguments),*))
        }
    }

    /// The function that rustc finds if the module of `with` lacks it: the error of its bound
    /// describes the function to write.
    fn stand_in(&self) -> Option<TokenStream> {
        let Self { path, wanted, parameters, .. } = self;
        let last = path.segments.last()?;
        let wanted = format_ident!("{wanted}");
        let stand_in = quote! {
            fn #last<__M: __rt::#wanted<{ __module }>, #parameters -> ! {
                match <__M as __rt::#wanted<{ __module }>>::NEVER {}
            }
        };
        Some(stamped(stand_in, last_place(path)))
    }
}

/// A block of generated code with the span of the user's code at `span`.
fn at(span: Span, argument: &TokenStream) -> TokenStream {
    let mut group = Group::new(Delimiter::Brace, argument.clone());
    group.set_span(span);
    group.into_token_stream()
}

/// The span for errors: the last name of a path, as the user wrote it.
fn last_place(path: &Path) -> Span {
    path.segments.last().map_or_else(Span::call_site, |last| last.ident.span())
}

/// An implementation that calls a function, next to the function's stand-in.
///
/// ```text
/// const _: () = {
///     const __module: usize = 0;
///     const _: () = {
///         use seconds::{self as __module};
///         fn decode<M: ReadFunction<{ __module }>>(_: &mut Reader<'_>) -> ! { … }
///         impl … { … { use __module::*; decode::<D>(reader) } … }
///     };
/// };
/// ```
///
/// The module is not a value, so that the constant is the number. If there is no such module, rustc
/// reports that, resolves the name to anything that it could mean, and does not report the bound.
pub(super) fn beside_stand_in(
    function: Option<&Function<'_>>,
    codec: &Codec,
    implementation: TokenStream,
) -> TokenStream {
    let Some(module) = module(codec) else { return implementation };
    let Some(stand_in) = function.and_then(Function::stand_in) else {
        return implementation;
    };
    let span = last_place(module);
    let import = stamped(quote!(use #module::{self as __module};), span);
    quote! {
        #[allow(dead_code, unreachable_code, unused_braces, unused_imports)]
        const _: () = {
            const __module: __rt::usize = 0;
            const _: () = {
                #import
                #stand_in
                #implementation
            };
        };
    }
}

/// The module that `with` names. Nothing can be imported from a type, and `self` has no other name.
fn module(codec: &Codec) -> Option<&Path> {
    let module = codec.module.as_ref()?;
    let last = module.segments.last()?.ident.to_string();
    let is_named = !matches!(&*last, "self" | "super" | "crate");
    (is_named && !last.starts_with(char::is_uppercase)).then_some(module)
}
