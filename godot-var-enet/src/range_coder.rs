//! `ENet`'s own compression of datagrams: an adaptive model of order 2 over bytes, and a range coder of 32 bits.
//!
//! The model is a tree of symbols for each context: for no byte before (order 0, the root), for the last byte, and for the last two.
//! A symbol of one order is the context of the next. A byte that its context does not have yet is an escape to the next lower order; in the
//! root every byte has a count of 1. Each datagram starts anew. After 4,094 nodes the model is cleared, at the same byte on both sides.

use alloc::vec::Vec;
use core::cmp::Ordering;

const TOP: u32 = 1 << 24;
const BOTTOM: u32 = 1 << 16;
const NODES: usize = 4096;
/// The nodes that one byte can add are kept free.
const LAST_NODES: u16 = (NODES - 2) as u16;
const MAX_ORDER: u8 = 2;
const ROOT: u16 = 0;
/// The counts of a context are halved above this total.
const MAX_TOTAL: u16 = (BOTTOM - 0x100) as u16;

const LEFT: usize = 0;
const RIGHT: usize = 1;
const SYMBOLS: usize = 2;

/// A symbol in the tree of a context, and itself the context of the next byte.
#[derive(Clone, Copy, Default)]
struct Node {
    value: u8,
    count: u8,
    /// The counts of this symbol and of those to its left.
    under: u16,
    /// The symbols at [`LEFT`] and [`RIGHT`], and at [`SYMBOLS`] the root of its own tree. 0 is none.
    next: [u16; 3],
    /// As a context: its escapes, and the sum of all counts.
    escapes: u16,
    total: u16,
    /// The same symbol in the context of the next lower order.
    parent: u16,
}

const ESCAPE: u16 = 5;

/// Returns the count of a symbol that a context does not have.
const fn minimum(context: u16) -> u16 {
    if context == ROOT { 1 } else { 0 }
}

/// Returns what a context counts for each symbol.
const fn increment(context: u16) -> u16 {
    if context == ROOT { 3 } else { 2 }
}

/// A symbol as it was before it was counted.
struct Found {
    node: u16,
    count: u16,
    under: u16,
}

/// A part of the sum of all counts of a context.
struct Share {
    under: u16,
    count: u16,
    total: u16,
}

/// The numbers that the bytes so far leave.
struct Range {
    low: u32,
    width: u32,
}

impl Range {
    const ALL: Self = Self { low: 0, width: !0 };

    /// Goes on to a share. Calls `shift` with `low` for each first byte that all numbers have in common.
    fn narrow(&mut self, share: &Share, mut shift: impl FnMut(u32) -> Option<()>) -> Option<()> {
        self.width /= u32::from(share.total.max(1));
        self.low = self.low.wrapping_add(u32::from(share.under).wrapping_mul(self.width));
        self.width = self.width.wrapping_mul(u32::from(share.count));
        loop {
            if self.low ^ self.low.wrapping_add(self.width) >= TOP {
                if self.width >= BOTTOM {
                    return Some(());
                }
                // Too few numbers. They are cut so that they have the first byte in common.
                self.width = self.low.wrapping_neg() & (BOTTOM - 1);
            }
            shift(self.low)?;
            self.low <<= 8;
            self.width <<= 8;
        }
    }
}

/// Compresses and decompresses the commands of datagrams. The first call takes 64 KiB of memory, which each call uses anew.
#[derive(Default)]
pub struct RangeCoder {
    nodes: Vec<Node>,
    /// How many of them are used.
    len: u16,
    predicted: u16,
    order: u8,
    /// How many symbols were compared with a byte.
    steps: usize,
}

impl core::fmt::Debug for RangeCoder {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("RangeCoder").finish_non_exhaustive()
    }
}

impl RangeCoder {
    /// Makes a coder.
    pub fn new() -> Self {
        Self::default()
    }

    /// Compresses bytes, and compares them with at most `max_steps` symbols of the model. Returns the compressed length, or `None` if that does
    /// not suffice or `out` is too short.
    pub fn compress(&mut self, bytes: &[u8], out: &mut [u8], max_steps: usize) -> Option<usize> {
        self.clear();
        self.steps = 0;
        let (mut range, mut len) = (Range::ALL, 0);
        let mut put = |low: u32| {
            *out.get_mut(len)? = (low >> 24) as u8;
            len += 1;
            Some(())
        };
        for &value in bytes {
            self.learn(value, |share| range.narrow(share, &mut put))?;
            if self.steps > max_steps {
                return None;
            }
        }
        while range.low != 0 {
            put(range.low)?;
            range.low <<= 8;
        }
        Some(len)
    }

    /// Decompresses bytes. Returns the length, or `None` if no coder wrote these bytes or `out` is too short.
    pub fn decompress(&mut self, bytes: &[u8], out: &mut [u8]) -> Option<usize> {
        if bytes.is_empty() {
            return None;
        }
        self.clear();
        // After the end there are zeros.
        let mut rest = bytes.iter().copied().chain(core::iter::repeat(0));
        let mut number = rest.by_ref().take(4).fold(0, |number, it| number << 8 | u32::from(it));
        let (mut range, mut len) = (Range::ALL, 0);
        loop {
            let (mut context, mut steps) = (self.predicted, 0);
            let value = loop {
                let Node { escapes, total, parent, .. } = *self.at(context);
                if context == ROOT || escapes > 0 && escapes < total {
                    let width = range.width / u32::from(total.max(1));
                    let code = number.wrapping_sub(range.low).checked_div(width)?;
                    let code = u16::try_from(code).ok().filter(|code| *code < total)?;
                    let found = match code.checked_sub(escapes) {
                        Some(code) => Some(self.find(context, code)?),
                        None if context == ROOT => return Some(len).filter(|len| *len > 0),
                        None => None,
                    };
                    let (under, count) = found.map_or((0, escapes), |(_, under, count)| {
                        (escapes.wrapping_add(under), count)
                    });
                    range.narrow(&Share { under, count, total }, |_| {
                        number = number << 8 | u32::from(rest.next()?);
                        Some(())
                    })?;
                    steps += 1;
                    if let Some((value, ..)) = found {
                        break value;
                    }
                }
                context = parent;
            };
            *out.get_mut(len)? = value;
            len += 1;
            self.learn(value, |_| {
                steps -= 1;
                Some(())
            })?;
            // No coder escapes from a context that has the byte.
            if steps > 0 {
                return None;
            }
        }
    }

    fn clear(&mut self) {
        self.nodes.resize(NODES, Node::default());
        self.nodes[0] = Node { escapes: 1, total: 1 + 256, ..Node::default() };
        (self.len, self.predicted, self.order) = (1, ROOT, 0);
    }

    fn at(&mut self, node: u16) -> &mut Node {
        &mut self.nodes[usize::from(node) % NODES]
    }

    /// Counts a byte in a context, and adds it if the context does not have it.
    fn count(&mut self, context: u16, value: u8) -> Found {
        let (delta, mut count) = (increment(context), minimum(context));
        let mut under = u16::from(value) * count;
        let (mut before, mut side) = (context, SYMBOLS);
        loop {
            let at = self.at(before).next[side];
            if at == 0 {
                let node = self.len;
                self.len += 1;
                *self.at(node) =
                    Node { value, count: delta as u8, under: delta, ..Node::default() };
                self.at(before).next[side] = node;
                return Found { node, count, under };
            }
            self.steps += 1;
            let node = self.at(at);
            match value.cmp(&node.value) {
                Ordering::Equal => {
                    count += u16::from(node.count);
                    under = under.wrapping_add(node.under.wrapping_sub(u16::from(node.count)));
                    node.under = node.under.wrapping_add(delta);
                    node.count = node.count.wrapping_add(delta as u8);
                    return Found { node: at, count, under };
                }
                Ordering::Less => {
                    node.under = node.under.wrapping_add(delta);
                    side = LEFT;
                }
                Ordering::Greater => {
                    under = under.wrapping_add(node.under);
                    side = RIGHT;
                }
            }
            before = at;
        }
    }

    /// Halves the counts of a tree, and returns their sum. Its depth is at most 256.
    fn halve_symbols(&mut self, mut at: u16) -> u16 {
        let mut total: u16 = 0;
        while at != 0 {
            let node = self.at(at);
            node.count -= node.count >> 1;
            let ([left, right, _], count) = (node.next, u16::from(node.count));
            let under = count.wrapping_add(self.halve_symbols(left));
            self.at(at).under = under;
            total = total.wrapping_add(under);
            at = right;
        }
        total
    }

    /// Adds to the total of a context, and halves its counts if they are too large.
    fn grow(&mut self, context: u16, count: u16) {
        let (delta, minimum) = (increment(context), minimum(context));
        let node = self.at(context);
        node.total = node.total.wrapping_add(delta);
        if count > 0xFF - 2 * delta + minimum || node.total > MAX_TOTAL {
            let symbols = node.next[SYMBOLS];
            let total = self.halve_symbols(symbols);
            let node = self.at(context);
            node.escapes -= node.escapes >> 1;
            node.total = total.wrapping_add(node.escapes).wrapping_add(256 * minimum);
        }
    }

    /// Counts the next byte in its contexts, down to the first one that has it. Calls `code` for each escape, and then for the byte.
    fn learn(&mut self, value: u8, mut code: impl FnMut(&Share) -> Option<()>) -> Option<()> {
        let (mut context, mut last) = (self.predicted, None);
        loop {
            let found = self.count(context, value);
            // The first symbol predicts the next byte. Each escapes to that of the next lower order.
            match last.replace(found.node) {
                None => self.predicted = found.node,
                Some(last) => self.at(last).parent = found.node,
            }
            let node = self.at(context);
            let Node { escapes, total, parent, .. } = *node;
            if found.count > 0 {
                let under = escapes.wrapping_add(found.under);
                code(&Share { under, count: found.count, total })?;
                self.grow(context, found.count);
                break;
            }
            node.escapes = escapes.wrapping_add(ESCAPE);
            node.total = total.wrapping_add(ESCAPE);
            if escapes > 0 && escapes < total {
                code(&Share { under: 0, count: escapes, total })?;
            }
            self.grow(context, 0);
            context = parent;
        }
        if self.order >= MAX_ORDER {
            self.predicted = self.at(self.predicted).parent;
        } else {
            self.order += 1;
        }
        if self.len >= LAST_NODES {
            self.clear();
        }
        Some(())
    }

    /// Returns the byte that a code means in a context, and what is under it and its count.
    fn find(&mut self, context: u16, code: u16) -> Option<(u8, u16, u16)> {
        let minimum = minimum(context);
        let (mut at, mut under) = (self.at(context).next[SYMBOLS], 0_u16);
        while at != 0 {
            let node = self.at(at);
            let count = u16::from(node.count) + minimum;
            let below = under.wrapping_add(node.under);
            let after = below.wrapping_add((u16::from(node.value) + 1) * minimum);
            if code >= after {
                (under, at) = (below, node.next[RIGHT]);
            } else if code < after.wrapping_sub(count) {
                at = node.next[LEFT];
            } else {
                return Some((node.value, after.wrapping_sub(count), count));
            }
        }
        // A byte that the root does not have yet has a count of 1.
        (context == ROOT).then_some((code.wrapping_sub(under) as u8, code, minimum))
    }
}
