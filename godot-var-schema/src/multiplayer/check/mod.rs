//! From a Rust item to the checked model, with everything that can be wrong on the way.

mod methods;
mod properties;

use syn::Type;

pub use methods::methods;
pub use properties::properties;

use crate::errors::Errors;
use crate::variant::{self, OR_SKIP};

/// A type that no Variant stands for, told by its name alone.
fn check_type(ty: &Type, errors: &mut Errors) {
    if let Some((span, message)) = variant::type_mistake(ty) {
        errors.report(span, message.trim_end_matches(OR_SKIP));
    }
    if let Some((span, message)) = variant::option_of_option(ty) {
        errors.report(span, message);
    }
}
