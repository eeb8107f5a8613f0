//! Packets with the rows of several synchronizers.

use core::mem;
use core::ops::Range;

use godot_var_runtime::VecOutput;

use super::outgoing::Queue;
use crate::packet::replication::mark_path;
use crate::{Delta, Sync, Synchronizer, TransferMode};

/// What is before the elements of a packet.
#[derive(Clone, Copy, Debug)]
pub(super) enum Head {
    /// Of a SYNC with this time.
    Sync(u16),
    Delta,
}

/// Writes elements for a peer into the queue, in packets of at most `max` bytes.
#[derive(Debug)]
pub(super) struct Rows<'s> {
    queue: &'s mut Queue,
    peer: i32,
    head: Head,
    max: usize,
    /// Elements that several peers get. They name their synchronizers as [`Synchronizer::Spawned`].
    shared: &'s [u8],
    /// Those that the packet still has to get: neighbours are copied at once.
    run: Range<usize>,
    /// Where the packet begins in the queue.
    start: usize,
    /// The length of the packet with the elements of the run, or 0 if there is none yet.
    len: usize,
}

impl<'s> Rows<'s> {
    pub(super) fn new(
        queue: &'s mut Queue,
        peer: i32,
        head: Head,
        max: usize,
        shared: &'s [u8],
    ) -> Self {
        Self { queue, peer, head, max, shared, run: 0..0, start: 0, len: 0 }
    }

    /// Adds an element of the shared ones.
    #[inline]
    pub(super) fn add_shared(&mut self, element: Range<usize>, synchronizer: Synchronizer) {
        let (len, is_path) = (element.len(), matches!(synchronizer, Synchronizer::Path(_)));
        self.make_room(len);
        if self.run.end != element.start || is_path {
            self.copy();
            self.run.start = element.start;
        }
        self.run.end = element.end;
        if is_path {
            self.copy();
            let out = self.queue.out();
            let at = out.len() - len;
            mark_path(out.get_mut(at..).unwrap_or_default());
        }
    }

    /// Adds an element that this peer alone gets.
    pub(super) fn add(&mut self, element: &[u8]) {
        self.make_room(element.len());
        self.copy();
        self.queue.out().extend_from_slice(element);
    }

    /// Sends the packet, if it has an element.
    pub(super) fn send(&mut self) {
        if mem::take(&mut self.len) == 0 {
            return;
        }
        self.copy();
        let mode = match self.head {
            Head::Sync(_) => TransferMode::Unreliable,
            Head::Delta => TransferMode::Reliable,
        };
        let packet = self.start..self.queue.out().len();
        self.queue.send(self.peer, packet, mode, 0);
    }

    /// Begins another packet if the element does not fit this one.
    #[inline]
    fn make_room(&mut self, len: usize) {
        if self.len == 0 || self.len + len > self.max {
            self.send();
            let out = self.queue.out();
            self.start = out.len();
            match self.head {
                Head::Sync(time) => Sync::put_header(time, &mut VecOutput::new(&mut *out)),
                Head::Delta => Delta::put_header(&mut VecOutput::new(&mut *out)),
            }
            self.len = out.len() - self.start;
        }
        self.len += len;
    }

    /// Copies the elements of the run.
    fn copy(&mut self) {
        let run = mem::take(&mut self.run);
        self.queue.out().extend_from_slice(self.shared.get(run).unwrap_or_default());
    }
}
