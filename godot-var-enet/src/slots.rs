//! The slots of a host by number: a table of pages, so that each packet finds its connection at once, and a client has few bytes.

use alloc::boxed::Box;

/// The slots of a page, and how many pages there are: 4,096 numbers.
const PAGE: usize = 64;

type Page<T> = [Option<Box<T>>; PAGE];

#[derive(Debug)]
pub(crate) struct Slots<T> {
    pages: [Option<Box<Page<T>>>; PAGE],
    len: usize,
}

impl<T> Slots<T> {
    pub(crate) const fn new() -> Self {
        Self { pages: [const { None }; PAGE], len: 0 }
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    const fn place(slot: u16) -> (usize, usize) {
        (slot as usize / PAGE % PAGE, slot as usize % PAGE)
    }

    pub(crate) fn get(&self, slot: u16) -> Option<&T> {
        let (page, at) = Self::place(slot);
        self.pages[page].as_ref()?[at].as_deref()
    }

    pub(crate) fn get_mut(&mut self, slot: u16) -> Option<&mut T> {
        let (page, at) = Self::place(slot);
        self.pages[page].as_mut()?[at].as_deref_mut()
    }

    pub(crate) fn contains_key(&self, slot: u16) -> bool {
        self.get(slot).is_some()
    }

    pub(crate) fn insert(&mut self, slot: u16, value: T) {
        let (page, at) = Self::place(slot);
        let page = self.pages[page].get_or_insert_with(|| Box::new([const { None }; PAGE]));
        self.len += usize::from(page[at].replace(Box::new(value)).is_none());
    }

    pub(crate) fn remove(&mut self, slot: u16) -> Option<T> {
        let (page, at) = Self::place(slot);
        let removed = self.pages[page].as_mut()?[at].take()?;
        self.len -= 1;
        Some(*removed)
    }
}
