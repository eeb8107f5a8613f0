//! Names for types that are calls of macros, so that rustc reports each once, where the user calls the macro.

use godot_var_schema::variant::model::Message;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::spanned::Spanned;
use syn::visit_mut::{VisitMut, visit_type_mut};
use syn::{Type, parse_quote};

use super::probe::fields_of;

/// Replaces calls of macros in the fields' types by aliases, and returns these. An alias has no parameters, so generic
/// types keep their calls.
pub(super) fn named(message: &mut Message) -> TokenStream {
    let mut name = Name { aliases: TokenStream::new(), count: 0 };
    if message.generics.params.is_empty() {
        for field in fields_of(message) {
            name.visit_type_mut(&mut field.ty);
        }
    }
    name.aliases
}

struct Name {
    aliases: TokenStream,
    count: usize,
}

impl VisitMut for Name {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Macro(call) = ty {
            let alias = format_ident!("__Macro{}", self.count, span = call.mac.path.span());
            self.count += 1;
            self.aliases.extend(quote!(type #alias = #call;));
            *ty = parse_quote!(#alias);
        } else {
            visit_type_mut(self, ty);
        }
    }
}
