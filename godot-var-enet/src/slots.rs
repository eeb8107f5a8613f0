//! The slots of a host by number: a table of pages, so that each packet finds its connection at once, and a client has few bytes.

use alloc::boxed::Box;

use crate::event::PeerId;
use crate::handshake::{Half, Link};
use crate::peer::Peer;
use crate::schedule::Entry;
use crate::wire::Framed;

/// What a slot is used for.
#[derive(Debug)]
pub(crate) enum Use {
    Half(Box<Half>),
    Peer(Box<Peer>),
    Tail(Box<Tail>),
}

/// A connection that has ended. Its end is acknowledged for a moment.
#[derive(Debug)]
pub(crate) struct Tail {
    pub(crate) link: Link,
    /// What the other side has to hear.
    pub(crate) word: Option<Framed<'static>>,
}

#[derive(Debug)]
pub(crate) struct Slot<A> {
    pub(crate) id: PeerId,
    pub(crate) address: A,
    pub(crate) used: Use,
    pub(crate) entry: Entry,
}

impl<A> Slot<A> {
    pub(crate) fn peer_mut(&mut self) -> Option<&mut Peer> {
        match &mut self.used {
            Use::Peer(peer) => Some(peer),
            Use::Half(_) | Use::Tail(_) => None,
        }
    }

    pub(crate) const fn link(&self) -> Link {
        match &self.used {
            Use::Half(half) => half.link,
            Use::Peer(peer) => peer.link,
            Use::Tail(tail) => tail.link,
        }
    }
}

/// The slots of a page, and how many pages there are: 4,096 numbers.
const PAGE: usize = 64;

#[derive(Debug)]
struct Page<T> {
    slots: [Option<Box<T>>; PAGE],
    /// The last session in which each was used.
    sessions: [u8; PAGE],
}

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

    fn page_mut(&mut self, page: usize) -> &mut Page<T> {
        self.pages[page].get_or_insert_with(|| {
            Box::new(Page { slots: [const { None }; PAGE], sessions: [0; PAGE] })
        })
    }

    pub(crate) fn get(&self, slot: u16) -> Option<&T> {
        let (page, at) = Self::place(slot);
        self.pages[page].as_ref()?.slots[at].as_deref()
    }

    pub(crate) fn get_mut(&mut self, slot: u16) -> Option<&mut T> {
        let (page, at) = Self::place(slot);
        self.pages[page].as_mut()?.slots[at].as_deref_mut()
    }

    pub(crate) fn session_mut(&mut self, slot: u16) -> &mut u8 {
        let (page, at) = Self::place(slot);
        &mut self.page_mut(page).sessions[at]
    }

    pub(crate) fn insert(&mut self, slot: u16, value: T) {
        let (page, at) = Self::place(slot);
        let before = self.page_mut(page).slots[at].replace(Box::new(value));
        self.len += usize::from(before.is_none());
    }

    pub(crate) fn remove(&mut self, slot: u16) -> Option<T> {
        let (page, at) = Self::place(slot);
        let removed = self.pages[page].as_mut()?.slots[at].take()?;
        self.len -= 1;
        Some(*removed)
    }
}
