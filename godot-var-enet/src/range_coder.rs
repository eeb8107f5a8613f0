//! `ENet`'s own compression of datagrams: an adaptive model of order 2 over bytes, and a range coder of 32 bits.
//!
//! The model is a tree of symbols for each context: for no byte before (order 0, the root), for the last byte, and for the last two.
//! A symbol of one order is the context of the next. A byte that its context does not have yet is an escape to the next lower order; in the
//! root every byte has a count of 1. Each datagram starts anew. After 4,094 nodes the model is cleared, at the same byte on both sides.

use alloc::vec;
use alloc::vec::Vec;

const TOP: u32 = 1 << 24;
const BOTTOM: u32 = 1 << 16;
const NODES: usize = 4096;
/// The nodes that one byte can add are kept free.
const LAST_NODES: u16 = (NODES - 2) as u16;
const MAX_ORDER: u8 = 2;
const ROOT: u16 = 0;
/// The counts of a context are halved above this total.
const MAX_TOTAL: u16 = (BOTTOM - 0x100) as u16;

/// A symbol in the tree of a context, and itself the context of the next byte.
#[derive(Clone, Copy, Default)]
struct Node {
    value: u8,
    count: u8,
    /// The counts of this symbol and of those to its left.
    under: u16,
    left: u16,
    right: u16,
    /// As a context: the root of its tree, its escapes, and the sum of all counts.
    symbols: u16,
    escapes: u16,
    total: u16,
    /// The same symbol in the context of the next lower order.
    parent: u16,
}

/// How a context of some order counts.
#[derive(Clone, Copy)]
struct Step {
    symbol: u8,
    /// The count of a symbol that was not seen yet.
    minimum: u16,
}

const CONTEXT: Step = Step { symbol: 2, minimum: 0 };
const ROOT_CONTEXT: Step = Step { symbol: 3, minimum: 1 };
const ESCAPE: u16 = 5;

/// A symbol as it was before it was counted.
struct Found {
    node: u16,
    count: u16,
    under: u16,
}

struct Model {
    nodes: Vec<Node>,
    next: u16,
    predicted: u16,
    order: u8,
}

impl Model {
    fn clear(&mut self) {
        self.nodes[0] = Node { escapes: 1, total: 1 + 256, ..Node::default() };
        (self.next, self.predicted, self.order) = (1, ROOT, 0);
    }

    fn at(&mut self, node: u16) -> &mut Node {
        &mut self.nodes[usize::from(node) % NODES]
    }

    fn add(&mut self, value: u8, step: Step) -> u16 {
        let node = self.next;
        self.next += 1;
        let (count, under) = (step.symbol, u16::from(step.symbol));
        *self.at(node) = Node { value, count, under, ..Node::default() };
        node
    }

    /// Counts a byte in a context, and adds it if the context does not have it.
    fn count(&mut self, context: u16, value: u8, step: Step) -> Found {
        let delta = u16::from(step.symbol);
        let (mut count, mut under) = (step.minimum, u16::from(value) * step.minimum);
        let mut at = self.at(context).symbols;
        if at == 0 {
            let node = self.add(value, step);
            self.at(context).symbols = node;
            return Found { node, count, under };
        }
        loop {
            let node = self.at(at);
            let side = match value.cmp(&node.value) {
                core::cmp::Ordering::Equal => {
                    count += u16::from(node.count);
                    under = under.wrapping_add(node.under.wrapping_sub(u16::from(node.count)));
                    node.under = node.under.wrapping_add(delta);
                    node.count = node.count.wrapping_add(step.symbol);
                    return Found { node: at, count, under };
                }
                core::cmp::Ordering::Less => {
                    node.under = node.under.wrapping_add(delta);
                    node.left
                }
                core::cmp::Ordering::Greater => {
                    under = under.wrapping_add(node.under);
                    node.right
                }
            };
            if side == 0 {
                let is_less = value < self.at(at).value;
                let node = self.add(value, step);
                let parent = self.at(at);
                *(if is_less { &mut parent.left } else { &mut parent.right }) = node;
                return Found { node, count, under };
            }
            at = side;
        }
    }

    /// Halves the counts of a tree, and returns their sum. Its depth is at most 256.
    fn halve_symbols(&mut self, mut at: u16) -> u16 {
        let mut total: u16 = 0;
        while at != 0 {
            let node = self.at(at);
            node.count -= node.count >> 1;
            let (left, right, count) = (node.left, node.right, u16::from(node.count));
            let under = count.wrapping_add(self.halve_symbols(left));
            self.at(at).under = under;
            total = total.wrapping_add(under);
            at = right;
        }
        total
    }

    /// Adds to the total of a context, and halves its counts if they are too large.
    fn grow(&mut self, context: u16, count: u16, step: Step) {
        let delta = u16::from(step.symbol);
        let node = self.at(context);
        node.total = node.total.wrapping_add(delta);
        if count > 0xFF - 2 * delta + step.minimum || node.total > MAX_TOTAL {
            let symbols = node.symbols;
            let total = self.halve_symbols(symbols);
            let node = self.at(context);
            node.escapes -= node.escapes >> 1;
            node.total = total.wrapping_add(node.escapes).wrapping_add(256 * step.minimum);
        }
    }

    fn escape(&mut self, context: u16) {
        let node = self.at(context);
        node.escapes = node.escapes.wrapping_add(ESCAPE);
        node.total = node.total.wrapping_add(ESCAPE);
    }

    /// Makes a symbol the one that the last symbol, of a higher order, escapes to; the first one predicts the next byte.
    fn link(&mut self, last: &mut Option<u16>, node: u16) {
        match last.replace(node) {
            None => self.predicted = node,
            Some(last) => self.at(last).parent = node,
        }
    }

    /// Goes on to the next byte.
    fn advance(&mut self) {
        if self.order >= MAX_ORDER {
            self.predicted = self.at(self.predicted).parent;
        } else {
            self.order += 1;
        }
        if self.next >= LAST_NODES {
            self.clear();
        }
    }
}

/// Compresses and decompresses the commands of datagrams. Takes 64 KiB of memory, which each call uses anew.
pub struct RangeCoder {
    model: Model,
}

impl Default for RangeCoder {
    fn default() -> Self {
        Self::new()
    }
}

impl core::fmt::Debug for RangeCoder {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("RangeCoder").finish_non_exhaustive()
    }
}

impl RangeCoder {
    /// Makes a coder.
    pub fn new() -> Self {
        let nodes = vec![Node::default(); NODES];
        Self { model: Model { nodes, next: 1, predicted: ROOT, order: 0 } }
    }

    /// Compresses bytes. Returns the compressed length, or `None` if `out` is too short.
    pub fn compress(&mut self, bytes: &[u8], out: &mut [u8]) -> Option<usize> {
        let model = &mut self.model;
        model.clear();
        let mut encoder = Encoder { low: 0, range: !0, out, len: 0 };
        for &value in bytes {
            let (mut context, mut last) = (model.predicted, None);
            let is_coded = loop {
                if context == ROOT {
                    break false;
                }
                let found = model.count(context, value, CONTEXT);
                model.link(&mut last, found.node);
                let Node { escapes, total, .. } = *model.at(context);
                if found.count > 0 {
                    encoder.encode(escapes.wrapping_add(found.under), found.count, total)?;
                } else {
                    if escapes > 0 && escapes < total {
                        encoder.encode(0, escapes, total)?;
                    }
                    model.escape(context);
                }
                model.grow(context, found.count, CONTEXT);
                if found.count > 0 {
                    break true;
                }
                context = model.at(context).parent;
            };
            if !is_coded {
                let found = model.count(ROOT, value, ROOT_CONTEXT);
                model.link(&mut last, found.node);
                let Node { escapes, total, .. } = *model.at(ROOT);
                encoder.encode(escapes.wrapping_add(found.under), found.count, total)?;
                model.grow(ROOT, found.count, ROOT_CONTEXT);
            }
            model.advance();
        }
        encoder.finish()
    }

    /// Decompresses bytes. Returns the length, or `None` if no coder wrote these bytes or `out` is too short.
    pub fn decompress(&mut self, bytes: &[u8], out: &mut [u8]) -> Option<usize> {
        if bytes.is_empty() {
            return None;
        }
        let model = &mut self.model;
        model.clear();
        let mut decoder = Decoder::new(bytes);
        let mut len = 0;
        loop {
            let mut context = model.predicted;
            let found = loop {
                if context == ROOT {
                    break None;
                }
                if let Some(found) = decoder.symbol(model, context)? {
                    break Some(found);
                }
                context = model.at(context).parent;
            };
            let (value, bottom) = match found {
                Some(found) => found,
                None => match decoder.root_symbol(model)? {
                    Some(found) => found,
                    None => return Some(len).filter(|len| *len > 0),
                },
            };
            // The contexts that did not have the byte get it now.
            let (mut patch, mut last) = (model.predicted, None);
            while patch != context {
                let found = model.count(patch, value, CONTEXT);
                model.link(&mut last, found.node);
                if found.count == 0 {
                    model.escape(patch);
                }
                model.grow(patch, found.count, CONTEXT);
                patch = model.at(patch).parent;
            }
            model.link(&mut last, bottom);
            *out.get_mut(len)? = value;
            len += 1;
            model.advance();
        }
    }
}

struct Encoder<'a> {
    low: u32,
    range: u32,
    out: &'a mut [u8],
    len: usize,
}

impl Encoder<'_> {
    fn put(&mut self) -> Option<()> {
        *self.out.get_mut(self.len)? = (self.low >> 24) as u8;
        self.len += 1;
        self.low <<= 8;
        Some(())
    }

    fn encode(&mut self, under: u16, count: u16, total: u16) -> Option<()> {
        self.range /= u32::from(total.max(1));
        self.low = self.low.wrapping_add(u32::from(under).wrapping_mul(self.range));
        self.range = self.range.wrapping_mul(u32::from(count));
        while narrows(self.low, &mut self.range) {
            self.put()?;
            self.range <<= 8;
        }
        Some(())
    }

    fn finish(mut self) -> Option<usize> {
        while self.low != 0 {
            self.put()?;
        }
        Some(self.len)
    }
}

/// Whether the first byte of a range is known, so that the range moves on by a byte. A range that is too small is cut so that it is.
const fn narrows(low: u32, range: &mut u32) -> bool {
    if low ^ low.wrapping_add(*range) >= TOP {
        if *range >= BOTTOM {
            return false;
        }
        *range = low.wrapping_neg() & (BOTTOM - 1);
    }
    true
}

struct Decoder<'a> {
    low: u32,
    range: u32,
    code: u32,
    rest: &'a [u8],
}

impl<'a> Decoder<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self { low: 0, range: !0, code: 0, rest: bytes };
        for _ in 0..4 {
            decoder.shift();
        }
        decoder
    }

    /// Takes the next byte. After the end there are zeros.
    fn shift(&mut self) {
        let (byte, rest) = self.rest.split_first().map_or((0, self.rest), |(it, rest)| (*it, rest));
        self.rest = rest;
        self.code = self.code << 8 | u32::from(byte);
    }

    /// Returns the next code below `total`, if a coder wrote it.
    fn code(&mut self, total: u16) -> Option<u16> {
        self.range /= u32::from(total.max(1));
        let code = self.code.wrapping_sub(self.low).checked_div(self.range)?;
        u16::try_from(code).ok().filter(|code| *code < total)
    }

    fn take(&mut self, under: u16, count: u16) {
        self.low = self.low.wrapping_add(u32::from(under).wrapping_mul(self.range));
        self.range = self.range.wrapping_mul(u32::from(count));
        while narrows(self.low, &mut self.range) {
            self.shift();
            self.range <<= 8;
            self.low <<= 8;
        }
    }

    /// Reads a byte in a context: its value and node, or an escape. Returns `None` if no coder wrote this.
    fn symbol(&mut self, model: &mut Model, context: u16) -> Option<Option<(u8, u16)>> {
        let Node { escapes, total, symbols, .. } = *model.at(context);
        if escapes == 0 || escapes >= total {
            return Some(None);
        }
        let code = self.code(total)?;
        let Some(code) = code.checked_sub(escapes) else {
            self.take(0, escapes);
            return Some(None);
        };
        let (mut at, mut under) = (symbols, 0_u16);
        while at != 0 {
            let node = model.at(at);
            let (after, count) = (under.wrapping_add(node.under), u16::from(node.count));
            if code >= after {
                (under, at) = (after, node.right);
                continue;
            }
            node.under = node.under.wrapping_add(u16::from(CONTEXT.symbol));
            if code < after.wrapping_sub(count) {
                at = node.left;
                continue;
            }
            node.count = node.count.wrapping_add(CONTEXT.symbol);
            let value = node.value;
            self.take(escapes.wrapping_add(after.wrapping_sub(count)), count);
            model.grow(context, count, CONTEXT);
            return Some(Some((value, at)));
        }
        None
    }

    /// The same in the root, where an escape is the end.
    fn root_symbol(&mut self, model: &mut Model) -> Option<Option<(u8, u16)>> {
        let Node { escapes, total, symbols, .. } = *model.at(ROOT);
        let code = self.code(total)?;
        let Some(code) = code.checked_sub(escapes) else {
            self.take(0, escapes);
            return Some(None);
        };
        // Every value has a count of at least 1, so the code says which one it is.
        let (mut at, mut under) = (symbols, 0_u16);
        let value = loop {
            if at == 0 {
                break code.wrapping_sub(under) as u8;
            }
            let node = model.at(at);
            let after = under.wrapping_add(node.under).wrapping_add(u16::from(node.value) + 1);
            if code >= after {
                (under, at) = (under.wrapping_add(node.under), node.right);
            } else if code < after.wrapping_sub(u16::from(node.count) + 1) {
                at = node.left;
            } else {
                break node.value;
            }
        };
        let found = model.count(ROOT, value, ROOT_CONTEXT);
        self.take(escapes.wrapping_add(found.under), found.count);
        model.grow(ROOT, found.count, ROOT_CONTEXT);
        Some(Some((value, found.node)))
    }
}
