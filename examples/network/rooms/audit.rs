//! Reads the logs of a room from their first record, and compares them with what players know.

use std::collections::{BTreeMap, BTreeSet};

use async_nats::jetstream::consumer::pull::OrderedConfig;
use futures_util::StreamExt;

use crate::Failure;
use crate::bot::Bot;
use crate::log::{Log, last};
use crate::messages::{Record, State, Words, read};
use crate::store::{LOGS, Store, subject};

/// Checks that a room has each acknowledged message once, in the order in which its player has said them.
pub(crate) async fn audit(store: &Store, room: &str, bots: &[Bot]) -> Result<(), Failure> {
    let mut entries: BTreeMap<u64, Vec<Words>> = BTreeMap::new();
    let mut owners = BTreeSet::new();
    for (index, log) in store.logs.iter().enumerate() {
        let subject = subject(index, room);
        let (end, _) = last(log, &subject).await?;
        let config = OrderedConfig { filter_subject: subject, ..OrderedConfig::default() };
        let mut messages = log.create_consumer(config).await?.messages().await?;
        let mut sequence = 0;
        while sequence < end {
            let message = messages.next().await.ok_or("the log has ended")??;
            sequence = message.info()?.stream_sequence;
            match read(&message.payload)? {
                Record::Taken { epoch } => {
                    owners.insert(epoch);
                }
                Record::Said { entry, words, .. } => {
                    // Both logs have an entry whose first acknowledgement was late.
                    let earlier = entries.insert(entry, words.clone());
                    if earlier.is_some_and(|earlier| earlier != words) {
                        return Err(format!("{room} has two entries {entry}").into());
                    }
                }
            }
        }
        println!("{room}: {} has its records up to {sequence}", LOGS[index]);
    }
    let mut state = State::default();
    for (entry, words) in entries {
        if entry != state.entry + 1 {
            return Err(format!("{room} lacks the entry before {entry}").into());
        }
        let mut kept = state.kept.clone();
        for word in &words {
            let number = kept.entry(word.player.clone()).or_default();
            *number += 1;
            if *number != word.number {
                return Err(format!("{room} has {word:?} after {number}").into());
            }
        }
        state.apply(entry, &words);
    }
    // The way of a process that takes the room: the last snapshot, and what came after it.
    let (_, taken) = Log::take(store.clone(), room, u64::from(u32::MAX)).await?;
    if (taken.said, taken.digest) != (state.said, state.digest) {
        return Err(format!("{room} is taken with {} of {}", taken.said, state.said).into());
    }
    for bot in bots {
        let diary = bot.diary();
        if diary.kept != diary.said || state.kept(&bot.name) != diary.kept {
            return Err(format!("{} has said {} in {room}", bot.name, diary.kept).into());
        }
    }
    let players = state.kept.len();
    let owners = owners.len();
    println!("{room}: {} messages of {players} players, each once; {owners} owners", state.said);
    for (player, kept) in &state.kept {
        println!("{room}: {player} has {kept}");
    }
    Ok(())
}
