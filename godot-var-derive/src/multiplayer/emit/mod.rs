//! From checked sets of methods and properties to tokens.

mod methods;
mod properties;
mod value;

use proc_macro2::TokenStream;
use quote::quote;
use syn::Path;

pub(super) use methods::{decoder, method_set, methods};
pub(super) use properties::{properties, property_set};

/// Imports `__mp`, the part of the facade that expansions use besides the runtime's.
pub(super) fn import(krate: &Path) -> TokenStream {
    quote!(use #krate::multiplayer as __mp;)
}
