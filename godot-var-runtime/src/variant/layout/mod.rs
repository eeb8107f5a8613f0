//! The layout of a message as data. Programs walk over it, a fingerprint pins it, and it defines which values a reader accepts.
//!
//! Compiled types and schema files share one model. `<T as Describe>::LAYOUT` is built at compile time. The layouts of a schema file are
//! built from its text and borrow from it.
//!
//! | File | |
//! |---|---|
//! | `rules` | what readers tolerate: each tolerance is one line |
//! | `bounds` | the values of a Rust type, and how errors name them |
//! | `model` | the layouts of structs, enums and fields |
//! | `kinds` | the Variant types as which a layout is written, and from which it is read |
//! | `keys`, `mistakes`, `sentence` | what is wrong with a layout, also for an engine, in words |
//! | `fingerprint`, `outline` | a layout as a number, and as text |

/// A `for` loop over a slice in a `const fn`. The body must not `continue`.
macro_rules! each {
    ($item:ident in $list:expr => $body:block) => {
        let mut i = 0;
        while i < $list.len() {
            let $item = &$list[i];
            $body
            i += 1;
        }
    };
}
pub(crate) use each;

mod bounds;
pub(crate) mod fingerprint;
pub(crate) mod keys;
mod kinds;
pub(crate) mod mistakes;
mod model;
mod outline;
pub(crate) mod rules;
pub(crate) mod sentence;

pub use bounds::Bounds;
pub(crate) use bounds::SECOND;
pub(crate) use model::field_layout;
pub use model::{
    Again, EnumerationForm, EnumerationLayout, FieldLayout, MemberLayout, Presence, RecordLayout,
    Tag, TypeLayout,
};
