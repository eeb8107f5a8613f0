//! The support code of a language: a template of which a file has the parts that it uses.
//!
//! A line `// part: NAME needs: A B` begins a part, up to the next such line. In place of `//` it may begin with `#` or `--`, as comments of
//! the language do. Lines before the first one are always written.
//!
//! ```text
//! // part: Writer
//! class Writer {
//! // part: Writer.byte
//!   byte(value) { … }
//! // part: Writer.text needs: Writer.byte utf8
//!   text(value) { … this.byte(0) … }
//! // part: Writer
//! }
//! // part: utf8
//! function utf8(text) { … }
//! ```
//!
//! - A part that is used brings what it needs, and what stands before the dots of its name: `Writer.byte` brings `Writer`.
//! - Several places can have one name, as the head and the end of a class have here. All of them are written.
//! - The order is that of the template, the lines of marks are left out, and of several empty lines one stays.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// The beginnings of comments, before `part: `.
const COMMENTS: [&str; 3] = ["// ", "# ", "-- "];

/// A template, and which of its parts a file uses.
#[derive(Debug)]
pub(crate) struct Parts {
    /// Names with their lines, in order.
    sections: Vec<(&'static str, Vec<&'static str>)>,
    /// What each part needs.
    needs: BTreeMap<&'static str, BTreeSet<&'static str>>,
    used: RefCell<BTreeSet<&'static str>>,
}

impl Parts {
    /// Reads templates, one after the other.
    pub(crate) fn new(templates: &[&'static str]) -> Self {
        let mut sections = vec![("", Vec::new())];
        let mut needs = BTreeMap::from([("", BTreeSet::new())]);
        for line in templates.iter().flat_map(|template| template.lines()) {
            let comment = COMMENTS.iter().find_map(|it| line.trim_start().strip_prefix(it));
            if let Some(mark) = comment.and_then(|text| text.strip_prefix("part: ")) {
                let (name, all) = mark.split_once(" needs: ").unwrap_or((mark.trim_end(), ""));
                let own: &mut BTreeSet<&str> = needs.entry(name).or_default();
                own.extend(all.split_whitespace());
                own.extend(name.rsplit_once('.').map(|(outer, _)| outer));
                sections.push((name, Vec::new()));
            } else if let Some((_, lines)) = sections.last_mut() {
                lines.push(line);
            }
        }
        Self { sections, needs, used: RefCell::new(BTreeSet::from([""])) }
    }

    /// Uses a part, and all that it needs.
    pub(crate) fn need(&self, name: &str) {
        let Some((name, needs)) = self.needs.get_key_value(name) else {
            debug_assert!(false, "no template has the part `{name}`");
            return;
        };
        if self.used.borrow_mut().insert(name) {
            for name in needs {
                self.need(name);
            }
        }
    }

    /// Whether a part is used.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.used.borrow().contains(name)
    }

    /// Returns the text of the parts that are used.
    pub(crate) fn text(&self) -> String {
        let used = self.used.borrow();
        let mut text = String::new();
        for line in
            self.sections.iter().filter(|(name, _)| used.contains(name)).flat_map(|it| &it.1)
        {
            if !line.is_empty() || !(text.is_empty() || text.ends_with("\n\n")) {
                text.push_str(line);
                text.push('\n');
            }
        }
        text
    }

    /// All names, and those that are needed but missing: for tests of a template.
    #[cfg(test)]
    pub(crate) fn names(&self) -> (Vec<&'static str>, Vec<&'static str>) {
        let all: Vec<_> = self.needs.keys().copied().filter(|name| !name.is_empty()).collect();
        let needed = self.needs.values().flatten().copied();
        let missing = needed.filter(|name| !self.needs.contains_key(name)).collect();
        (all, missing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEMPLATE: &str = "\
// part: Writer
class Writer {
  // part: Writer.byte
  byte() {}
  // part: Writer.text needs: Writer.byte utf8
  text() {}
  // part: Writer.bool
  bool() {}
// part: Writer
}

// part: utf8

function utf8() {}
";

    #[test]
    fn marks_are_comments_of_the_language() {
        for comment in ["#", "--"] {
            let template = TEMPLATE.replace("//", comment).leak();
            let parts = Parts::new(&[template]);
            parts.need("utf8");
            assert_eq!(parts.text(), "function utf8() {}\n");
        }
    }

    #[test]
    fn a_part_brings_what_it_needs() {
        let parts = Parts::new(&["// Always.\n", TEMPLATE]);
        assert_eq!(parts.text(), "// Always.\n");
        parts.need("Writer.text");
        assert!(parts.has("utf8") && !parts.has("Writer.bool"));
        let text =
            "// Always.\nclass Writer {\n  byte() {}\n  text() {}\n}\n\nfunction utf8() {}\n";
        assert_eq!(parts.text(), text);
        let names = ["Writer", "Writer.bool", "Writer.byte", "Writer.text", "utf8"];
        assert_eq!(parts.names(), (names.to_vec(), Vec::new()));
    }
}
