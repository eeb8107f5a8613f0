//! Writes a page as one HTML file with its style, pictures and search.

use askama::Template;

use super::prose::{Block, Inline};
use super::svg::Picture;
use super::{Page, Role, Section, mark};

/// If there are more sections, the examples are folded.
const MANY: usize = 60;

#[derive(Template)]
#[template(path = "page.html")]
pub(super) struct HtmlPage<'p> {
    pub(super) page: &'p Page,
}

impl HtmlPage<'_> {
    fn is_folded(&self) -> bool {
        self.page.sections.len() > MANY
    }

    fn picture<'s>(&self, section: &'s Section) -> Picture<'s> {
        Picture::new(section, self.page.bytes_per_line, false)
    }
}
