//! Writes a page as one HTML file with its style, pictures and search.

use askama::Template;

use super::highlight::pieces;
use super::prose::{Block, Inline};
use super::svg::Picture;
use super::{Anchors, Page, Role, Section, mark};

#[derive(Template)]
#[template(path = "page.html")]
pub(super) struct HtmlPage<'p> {
    pub(super) page: &'p Page,
}

impl HtmlPage<'_> {
    fn picture<'s>(&self, section: &'s Section) -> Picture<'s> {
        Picture::new(section, self.page.bytes_per_line, false)
    }

    /// Returns the first line of a documentation, for descriptions of the page.
    fn first_words(&self) -> String {
        match self.page.docs.first() {
            Some(Block::Paragraph(text) | Block::Heading(text)) => text.words(),
            _ => format!("The messages of {}", self.page.title),
        }
    }
}

/// The targets of links to the fields and then to the values of a section. No anchor of a section has a dot.
fn anchors_within(section: &Section) -> Vec<String> {
    let mut anchors = Anchors::default();
    let fields = section.fields.iter().map(|field| field.name.clone());
    let values = section.values.iter().map(|value| value.name.words());
    fields.chain(values).map(|name| format!("{}.{}", section.anchor, anchors.of(&name))).collect()
}
