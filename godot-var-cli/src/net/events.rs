//! A queue of events, whose messages take a bounded memory while they wait.

use std::iter;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::{Event, MAX_WAITING, MAX_WAITING_BYTES};

/// The bytes of the messages that wait to be taken.
#[derive(Debug, Default)]
struct Waiting {
    bytes: Mutex<usize>,
    taken: Condvar,
}

impl Waiting {
    fn bytes(&self) -> MutexGuard<'_, usize> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The end that threads put events in.
#[derive(Clone, Debug)]
pub(super) struct Sender {
    events: SyncSender<Event>,
    waiting: Arc<Waiting>,
}

/// The end that events are taken from.
#[derive(Debug)]
pub struct Events {
    events: Receiver<Event>,
    waiting: Arc<Waiting>,
}

pub(super) fn queue() -> (Sender, Events) {
    let (sender, events) = sync_channel(MAX_WAITING);
    let waiting = Arc::<Waiting>::default();
    (Sender { events: sender, waiting: Arc::clone(&waiting) }, Events { events, waiting })
}

impl Sender {
    /// Puts an event in when there is room for it.
    pub(super) fn send(&self, event: Event) {
        let len = event.len();
        let is_full = |bytes: &mut usize| *bytes > 0 && *bytes + len > MAX_WAITING_BYTES;
        let bytes = self.waiting.taken.wait_while(self.waiting.bytes(), is_full);
        *bytes.unwrap_or_else(PoisonError::into_inner) += len;
        // Nobody looks on any more: the program ends.
        drop(self.events.send(event));
    }
}

impl Events {
    /// Waits for an event.
    ///
    /// # Errors
    /// When none has come in time, and when none can come.
    pub fn recv_timeout(&self, time: Duration) -> Result<Event, RecvTimeoutError> {
        let event = self.events.recv_timeout(time)?;
        Ok(self.taken(event))
    }

    /// Takes the events that are there.
    pub fn try_iter(&self) -> impl Iterator<Item = Event> + '_ {
        iter::from_fn(|| self.events.try_recv().ok().map(|event| self.taken(event)))
    }

    fn taken(&self, event: Event) -> Event {
        *self.waiting.bytes() -= event.len();
        self.waiting.taken.notify_all();
        event
    }
}

impl Event {
    fn len(&self) -> usize {
        match self {
            Self::Message(seen) => seen.bytes.len(),
            Self::Note(_) => 0,
        }
    }
}
