//! Message templates of LLUDP: from the text of a `message_template.msg` to a checked model.
//!
//! ```
//! let text = "version 2.0\n{ Ping High 1 NotTrusted Unencoded { Id Single { Id U8 } } }";
//! let template = godot_var_schema::template::parse(text).expect("a valid template");
//! assert_eq!(template.messages[0].name, "Ping");
//!
//! let errors = godot_var_schema::template::parse("version 2.0\n{ Ping Hihg 1 }").unwrap_err();
//! assert_eq!(errors[0].to_string(), "2:8: expected `High`, `Medium`, `Low` or `Fixed`, found `Hihg`");
//! ```

mod ast;
mod check;
mod lexer;
mod names;
mod parser;

use core::fmt;

pub use ast::{
    Block, Deprecation, Field, FieldType, Frequency, Message, Place, Quantity, Template,
};
pub use names::{check_names, snake_case};

/// A mistake in a template, and its position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Diagnostic {
    /// The position.
    pub place: Place,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.place.line, self.place.column, self.message)
    }
}

impl core::error::Error for Diagnostic {}

/// Parses and checks a template.
///
/// # Errors
/// All mistakes, in the order of the text.
pub fn parse(text: &str) -> Result<Template, Vec<Diagnostic>> {
    let (template, mut errors) = parser::parse(text);
    check::check(&template, &mut errors);
    errors.sort();
    if errors.is_empty() { Ok(template) } else { Err(errors) }
}
