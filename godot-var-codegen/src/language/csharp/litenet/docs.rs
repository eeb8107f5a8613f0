//! Comments in XML.

use crate::language::docs::Markup;
use crate::litenet::Schema;

/// XML in comments.
pub(super) struct Comments<'a> {
    pub(super) schema: &'a Schema,
    pub(super) full: &'a dyn Fn(usize) -> String,
}

impl Comments<'_> {
    /// Text without characters that mean something in XML.
    pub(super) fn escaped(text: &str) -> String {
        text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
    }
}

impl Markup for Comments<'_> {
    fn plain(&self, text: &str) -> String {
        Self::escaped(text)
    }

    fn code(&self, code: &str) -> String {
        format!("<c>{}</c>", Self::escaped(code))
    }

    fn link(&self, path: &str) -> Option<String> {
        let found = self.schema.get(path.strip_prefix("crate::").unwrap_or(path))?;
        let index = self.schema.types.iter().position(|def| std::ptr::eq(def, found))?;
        // Types with parameters are written `{T}` there.
        let parameters = match &found.parameters[..] {
            [] => String::new(),
            all => format!("{{{}}}", all.join(", ")),
        };
        Some(format!("<see cref=\"{}{parameters}\"/>", (self.full)(index)))
    }
}
