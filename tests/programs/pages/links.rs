//! Reads the pages as a code host renders them, which knows plain Markdown alone: links with targets, anchors of headings, no syntax of
//! `rustdoc`. The site takes the same pages.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use pulldown_cmark::{BrokenLink, Event, Options, Parser, Tag, TagEnd};

use super::root;
use crate::markdown::{blocks, pages};
use crate::needs;

/// Of `rustdoc` alone: they define the links of pages as paths of items.
const OF_RUSTDOC: [&str; 2] = ["docs/derive_links.md", "docs/links.md"];

/// A page as a code host shows it.
#[derive(Default)]
struct Rendered {
    /// The anchors of headings, and those that the page sets itself.
    anchors: BTreeSet<String>,
    /// The targets of links, pictures and definitions, with their lines.
    targets: BTreeSet<(usize, String)>,
    /// The labels of references without a definition.
    undefined: Vec<String>,
}

/// Returns the values of an attribute in HTML.
fn values<'a>(html: &'a str, attribute: &str) -> impl Iterator<Item = &'a str> {
    let start = format!(" {attribute}=\"");
    let parts: Vec<&str> = html.split(&start).skip(1).collect();
    parts.into_iter().filter_map(|rest| rest.split('"').next())
}

impl Rendered {
    fn of(text: &str) -> Self {
        let line = |offset: usize| text[..offset].matches('\n').count() + 1;
        let undefined = RefCell::new(Vec::new());
        let note = |link: BrokenLink<'_>| {
            undefined.borrow_mut().push(link.reference.to_string());
            None
        };
        let options = Options::ENABLE_TABLES
            | Options::ENABLE_FOOTNOTES
            | Options::ENABLE_GFM
            | Options::ENABLE_STRIKETHROUGH
            | Options::ENABLE_TASKLISTS;
        let parser = Parser::new_with_broken_link_callback(text, options, Some(note));
        let mut rendered = Self::default();
        for (_, definition) in parser.reference_definitions().iter() {
            let target = (line(definition.span.start), definition.dest.to_string());
            rendered.targets.insert(target);
        }
        let mut heading = None;
        let mut headings = BTreeMap::<String, usize>::new();
        for (event, place) in parser.into_offset_iter() {
            match event {
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    rendered.targets.insert((line(place.start), dest_url.to_string()));
                }
                Event::Html(html) | Event::InlineHtml(html) => {
                    rendered.anchors.extend(values(&html, "id").map(str::to_owned));
                    for attribute in ["href", "src"] {
                        let targets = values(&html, attribute);
                        let of_line = |target: &str| (line(place.start), target.to_owned());
                        rendered.targets.extend(targets.map(of_line));
                    }
                }
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::Text(text) | Event::Code(text) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&text);
                    }
                }
                Event::End(TagEnd::Heading(_)) => {
                    let anchor = anchor(&heading.take().expect("a heading has begun"));
                    let before = headings.entry(anchor.clone()).or_default();
                    // The host numbers those that are repeated.
                    rendered.anchors.insert(match *before {
                        0 => anchor,
                        number => format!("{anchor}-{number}"),
                    });
                    *before += 1;
                }
                _ => {}
            }
        }
        rendered.undefined = undefined.into_inner();
        rendered
    }
}

/// What a host makes of a heading.
fn anchor(heading: &str) -> String {
    let heading = heading.trim().to_lowercase();
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || "-_ ".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The pages that a code host shows, with their names: also those of the packages.
fn shown_pages() -> Vec<(String, String)> {
    let mut shown = pages(root());
    shown.retain(|(page, _)| !OF_RUSTDOC.contains(&page.as_str()));
    for entry in fs::read_dir(root()).expect("the repository").flatten() {
        if let Ok(text) = fs::read_to_string(entry.path().join("README.md")) {
            shown.push((format!("{}/README.md", entry.file_name().to_string_lossy()), text));
        }
    }
    shown
}

/// Returns what is wrong with a link of a page.
fn mistake(page: &str, target: &str) -> Option<&'static str> {
    if target.contains("://") {
        return None;
    }
    if target.contains("::") {
        return Some("only rustdoc resolves it");
    }
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = match file {
        "" => root().join(page),
        file => root().join(page).with_file_name("").join(file),
    };
    if !path.exists() {
        return Some("there is no such file");
    }
    // A picture has no text.
    let has_anchor =
        || fs::read_to_string(&path).is_ok_and(|text| Rendered::of(&text).anchors.contains(anchor));
    (!anchor.is_empty() && !has_anchor()).then_some("there is no such anchor")
}

fn every_link_leads_somewhere() {
    let (mut seen, mut broken) = (0, Vec::new());
    for (page, text) in shown_pages() {
        for (line, target) in Rendered::of(&text).targets {
            seen += 1;
            if let Some(mistake) = mistake(&page, &target) {
                broken.push(format!("{page}:{line}: {target}: {mistake}"));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    assert!(seen > 500, "{seen} links");
}

fn mistakes_in_links_are_found() {
    let text = "# A `b` c\n\n# A `b` c\n\n[no], [x](y.md), <a id=\"own\"></a> ![z](z.png)\n\n[u]: crate::U\n";
    let rendered = Rendered::of(text);
    assert_eq!(Vec::from_iter(&rendered.anchors), ["a-b-c", "a-b-c-1", "own"]);
    let targets = [(5, "y.md"), (5, "z.png"), (7, "crate::U")];
    assert_eq!(rendered.targets, targets.map(|(line, url)| (line, url.to_owned())).into());
    assert_eq!(rendered.undefined, ["no"]);
    let mistakes = ["guide.md#guide", "guide.md#guides", "guides.md", "crate::U"];
    let mistakes = mistakes.map(|target| mistake("docs/types.md", target));
    let [none, anchor, file, item] = mistakes;
    assert_eq!(none, None);
    assert!(anchor.is_some_and(|mistake| mistake.contains("anchor")), "{anchor:?}");
    assert!(file.is_some_and(|mistake| mistake.contains("file")), "{file:?}");
    assert!(item.is_some_and(|mistake| mistake.contains("rustdoc")), "{item:?}");
}

/// A page has no reference without a definition, which would show as brackets, and no line that only `rustdoc` hides.
fn pages_are_plain_markdown() {
    let mut wrong = Vec::new();
    for (page, text) in shown_pages() {
        for block in blocks(&page, &text).iter().filter(|block| !block.is("gdscript")) {
            let is_rust = block.is("rust") || block.is("compile_fail") || block.is("");
            let hidden = block.text.lines().find(|line| *line == "#" || line.starts_with("# "));
            if let (true, Some(line)) = (is_rust, hidden) {
                wrong.push(format!("{}: hidden from rustdoc alone: {line}", block.place()));
            }
        }
        // Versions of a changelog have brackets.
        if page != "CHANGELOG.md" {
            let undefined = Rendered::of(&text).undefined;
            wrong.extend(undefined.iter().map(|label| format!("{page}: [{label}] has no target")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A page that the summary lacks is not on the site.
fn the_summary_has_every_page_once() {
    let text = fs::read_to_string(root().join("docs/SUMMARY.md")).expect("the summary");
    let listed: Vec<String> =
        Rendered::of(&text).targets.into_iter().map(|(_, target)| target).collect();
    let mut wrong = Vec::new();
    for (page, _) in pages(root()) {
        let inside = match page.strip_prefix("docs/") {
            // The site takes the same page as HTML.
            Some(inside) if inside.starts_with("generated/") => continue,
            Some("SUMMARY.md") => continue,
            Some(inside) => inside.to_owned(),
            // Instructions for programs.
            None if page == "AGENTS.md" => continue,
            None => format!("../{page}"),
        };
        let is_shown = !OF_RUSTDOC.contains(&page.as_str());
        let times = listed.iter().filter(|target| **target == inside).count();
        if times != usize::from(is_shown) {
            wrong.push(format!("{page}: {times} times in docs/SUMMARY.md"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every reference of a page in the guide has a definition for `rustdoc`, too.
fn every_page_of_the_guide_defines_its_links_for_both_readers() {
    let items = fs::read_to_string(root().join("docs/links.md")).expect("the links");
    let label = |line: &str| Some(line.strip_prefix('[')?.split_once("]: ")?.0.to_owned());
    let items: BTreeSet<String> = items.lines().filter_map(label).collect();
    let code = ["src/lib.rs", "docs/pictures/links.txt"]
        .map(|file| fs::read_to_string(root().join(file)).expect("what the facade includes"))
        .concat();
    let mut wrong = Vec::new();
    for (page, text) in pages(root()) {
        if page != "docs/guide.md" && !page.starts_with("docs/guide/") {
            continue;
        }
        for own in text.lines().filter_map(label) {
            if !items.contains(&own) && !code.contains(&format!("[{own}]: ")) {
                wrong.push(format!("{page}: [{own}] is not in docs/links.md"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

needs::tests! {
    needs nothing: every_link_leads_somewhere, mistakes_in_links_are_found, pages_are_plain_markdown,
        the_summary_has_every_page_once, every_page_of_the_guide_defines_its_links_for_both_readers;
}
