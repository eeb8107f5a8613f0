//! The pages of the documentation, cut into fenced blocks.
#![allow(dead_code, reason = "each test uses a part of this")]

use std::fs;
use std::path::{Path, PathBuf};

/// A fenced block of a page.
#[derive(Debug)]
pub(crate) struct Block {
    /// The page, as a path within the repository.
    pub(crate) page: String,
    /// The line of the opening fence, from 1.
    pub(crate) line: usize,
    /// The words after the opening fence.
    pub(crate) tags: Vec<String>,
    /// The last line of text before the block.
    pub(crate) caption: String,
    pub(crate) text: String,
}

impl Block {
    pub(crate) fn is(&self, tag: &str) -> bool {
        self.tags.iter().any(|own| own == tag)
    }

    /// Page and line, for messages.
    pub(crate) fn place(&self) -> String {
        format!("{}:{}", self.page, self.line)
    }
}

fn markdown_in(folder: &Path, pages: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            markdown_in(&path, pages);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
    }
}

/// Returns every page for readers: those at the root and those of `docs`, as path in the repository and text.
pub(crate) fn pages(root: &Path) -> Vec<(String, String)> {
    let mut paths = Vec::new();
    markdown_in(&root.join("docs"), &mut paths);
    for entry in fs::read_dir(root).expect("the repository").flatten() {
        if entry.path().extension().is_some_and(|extension| extension == "md") {
            paths.push(entry.path());
        }
    }
    paths.sort();
    let name = |path: &Path| {
        let inside = path.strip_prefix(root).expect("a path within the repository");
        inside.to_string_lossy().replace('\\', "/")
    };
    paths.iter().map(|path| (name(path), fs::read_to_string(path).expect("UTF-8"))).collect()
}

/// The fenced blocks of a page, in order.
pub(crate) fn blocks(page: &str, text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    let mut caption = String::new();
    for (number, line) in text.lines().enumerate() {
        match (open.as_mut(), line.strip_prefix("```")) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, Some(info)) => {
                open = Some(Block {
                    page: page.to_owned(),
                    line: number + 1,
                    tags: info.split([',', ' ']).map(|tag| tag.trim().to_owned()).collect(),
                    caption: caption.clone(),
                    text: String::new(),
                });
            }
            (None, None) if !line.trim().is_empty() => line.clone_into(&mut caption),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "{page}: a block that does not end");
    blocks
}

/// The fenced blocks of all pages.
pub(crate) fn all_blocks(root: &Path) -> Vec<Block> {
    pages(root).iter().flat_map(|(page, text)| blocks(page, text)).collect()
}
