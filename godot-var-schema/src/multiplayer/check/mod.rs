//! From a Rust item to the checked model; reports all mistakes.

mod methods;
mod properties;

use syn::Type;

pub use methods::methods;
pub use properties::{MOST_ON_CHANGE, is_property_path, properties};

use crate::errors::Errors;
use crate::variant::{self, OR_SKIP};

/// Refuses a type that cannot be a Variant, recognized by its name.
fn check_type(ty: &Type, errors: &mut Errors) {
    if let Some((span, message)) = variant::type_mistake(ty) {
        errors.report(span, message.trim_end_matches(OR_SKIP));
    }
    if let Some((span, message)) = variant::option_of_option(ty) {
        errors.report(span, message);
    }
}
