//! The log of a room, which one process at a time can write.
//!
//! Each record is written on the condition that the one before is the last that this process knows. A process that takes a room writes
//! `Taken` into both logs, so every later record of the earlier owner is refused. What was acknowledged stands before that.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::kv::UpdateErrorKind;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{LastRawMessageErrorKind, Stream};

use crate::Failure;
use crate::messages::{Record, State, Words, read, write};
use crate::store::{LOGS, Store, subject};

/// NATS may elect leaders in this time.
const PATIENCE: Duration = Duration::from_secs(20);
/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(20);

pub(crate) struct Log {
    store: Store,
    room: String,
    epoch: u64,
    /// The last record of the room in each log.
    last: [u64; LOGS.len()],
    /// The log that has answered the last time.
    current: usize,
    /// The revision of the snapshot.
    saved: u64,
}

/// The last record of a room in a log, and its position.
pub(crate) async fn last(log: &Stream, subject: &str) -> Result<(u64, Option<Record>), Failure> {
    match log.get_last_raw_message_by_subject(subject).await {
        Ok(message) => Ok((message.sequence, Some(read(&message.payload)?))),
        Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => Ok((0, None)),
        Err(error) => Err(error.into()),
    }
}

impl Log {
    /// Takes a room from its earlier owner. Returns the log with the state that the room has.
    pub(crate) async fn take(
        store: Store,
        room: &str,
        epoch: u64,
    ) -> Result<(Self, State), Failure> {
        // Rooms are divided among the logs.
        let current = usize::try_from(epoch)? % LOGS.len();
        let mut log = Self { store, room: room.to_owned(), epoch, last: [0; 2], current, saved: 0 };
        let since = Instant::now();
        for index in 0..LOGS.len() {
            while let Err(error) = log.fence(index).await {
                if error.is::<Fenced>() || since.elapsed() > PATIENCE {
                    return Err(error);
                }
                tokio::time::sleep(PAUSE).await;
            }
        }
        let mut state = log.read_snapshot().await?;
        let mut entries: BTreeMap<u64, Vec<Words>> = BTreeMap::new();
        for (index, read) in state.read.iter().enumerate() {
            log.read_after(index, *read, &mut entries).await?;
        }
        for (entry, words) in entries {
            if entry == state.entry + 1 {
                state.apply(entry, &words);
            } else if entry > state.entry {
                return Err(format!("{room} lacks the entry before {entry}").into());
            }
        }
        log.save(&mut state).await?;
        Ok((log, state))
    }

    /// Writes `Taken` twice. NATS 2.9 compares the condition of a record with what it has applied, and not with what is on its way: a
    /// record of the earlier owner can come after the first one. It cannot come after the second one, which was sent later.
    async fn fence(&mut self, index: usize) -> Result<(), Failure> {
        self.look(index).await?;
        let taken = write(&Record::Taken { epoch: self.epoch })?;
        self.publish(index, taken.clone()).await?;
        Ok(self.publish(index, taken).await?)
    }

    /// Learns the last record of a log. Fails if a later owner has written it.
    async fn look(&mut self, index: usize) -> Result<Option<Record>, Failure> {
        let found = last(&self.store.logs[index], &subject(index, &self.room)).await;
        let (sequence, record) = found?;
        if record.as_ref().is_some_and(|record| record.epoch() > self.epoch) {
            return Err(Fenced::error(&self.room, self.epoch));
        }
        self.last[index] = sequence;
        Ok(record)
    }

    async fn publish(&mut self, index: usize, bytes: Vec<u8>) -> Result<(), PublishError> {
        let message = PublishMessage::build()
            .payload(bytes.into())
            .expected_last_subject_sequence(self.last[index]);
        let subject = subject(index, &self.room);
        let kept = self.store.jetstream.send_publish(subject, message).await?.await?;
        self.last[index] = kept.sequence;
        Ok(())
    }

    async fn read_snapshot(&mut self) -> Result<State, Failure> {
        // The leader's answer: another node may lag.
        let subject = format!("$KV.STATES.{}", self.room);
        match self.store.states.stream.get_last_raw_message_by_subject(&subject).await {
            Ok(message) => {
                self.saved = message.sequence;
                read(&message.payload)
            }
            Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => {
                Ok(State { read: vec![0; LOGS.len()], ..State::default() })
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Reads the entries after a position, up to the own `Taken`.
    async fn read_after(
        &self,
        index: usize,
        mut position: u64,
        entries: &mut BTreeMap<u64, Vec<Words>>,
    ) -> Result<(), Failure> {
        let subject = subject(index, &self.room);
        while position < self.last[index] {
            let next = self.store.logs[index].raw_message_builder();
            let message =
                next.sequence(position + 1).next_by_subject(subject.clone()).send().await?;
            position = message.sequence;
            if let Record::Said { entry, words, .. } = read(&message.payload)? {
                entries.insert(entry, words);
            }
        }
        Ok(())
    }

    /// Writes an entry. Returns after two of three nodes have it, or fails because a later owner has the room.
    pub(crate) async fn append(&mut self, entry: u64, words: &[Words]) -> Result<(), Failure> {
        let record = Record::Said { epoch: self.epoch, entry, words: words.to_vec() };
        let bytes = write(&record)?;
        let since = Instant::now();
        loop {
            let index = self.current;
            match self.publish(index, bytes.clone()).await {
                Ok(()) => return Ok(()),
                // It was written by an earlier attempt whose answer was late, or by another owner.
                Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => {
                    match self.look(index).await {
                        Ok(Some(last)) if last == record => return Ok(()),
                        Ok(_) => {}
                        Err(error) if error.is::<Fenced>() => return Err(error),
                        Err(_) => self.current = 1 - index,
                    }
                }
                Err(error) if since.elapsed() > PATIENCE => return Err(error.into()),
                // No leader, or no connection.
                Err(_) => {
                    self.current = 1 - index;
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }

    /// Writes a snapshot. It contains everything up to the last record of both logs.
    pub(crate) async fn save(&mut self, state: &mut State) -> Result<(), Failure> {
        state.epoch = self.epoch;
        state.read = self.last.to_vec();
        let bytes = write(state)?;
        loop {
            let saved =
                self.store.states.update(&self.room, bytes.clone().into(), self.saved).await;
            match saved {
                Ok(revision) => self.saved = revision,
                Err(error) if error.kind() == UpdateErrorKind::WrongLastRevision => {
                    // By an earlier attempt whose answer was late, or by another owner.
                    if self.read_snapshot().await?.epoch > self.epoch {
                        return Err(Fenced::error(&self.room, self.epoch));
                    }
                    continue;
                }
                Err(error) => return Err(error.into()),
            }
            return Ok(());
        }
    }
}

/// Another process has taken the room.
#[derive(Debug)]
pub(crate) struct Fenced {
    room: String,
    epoch: u64,
}

impl Fenced {
    pub(crate) fn error(room: &str, epoch: u64) -> Failure {
        Self { room: room.to_owned(), epoch }.into()
    }
}

impl std::fmt::Display for Fenced {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "another process has taken {} after {}", self.room, self.epoch)
    }
}

impl std::error::Error for Fenced {}
