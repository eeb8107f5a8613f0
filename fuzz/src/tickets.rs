//! Signed, changed and foreign tickets at a gate whose clock goes forth and back, against a model: only what this key has signed lets in, for
//! its room, once, until it expires. A refused ticket takes no memory.

use std::collections::BTreeMap;

use allocation_counter::measure;
use data_encoding::BASE64URL_NOPAD;
use godot_var::multiplayer::tickets::{Ticket, TicketError, TicketGate, TicketKey};

use crate::pieces::Choices;

const ROOMS: [&str; 4] = ["red", "Red", "", "red2"];
const START: u64 = 1_800_000_000;
/// The length of the longest text that is decoded.
const LONGEST: usize = 748;

fn key(number: u8) -> TicketKey {
    TicketKey::new([number; 32])
}

/// What a gate with key 0 should know.
struct Model {
    leeway: u64,
    capacity: usize,
    /// All tickets that key 0 has signed.
    signed: BTreeMap<Vec<u8>, Ticket>,
    /// The texts that were let in and have not expired, with the time of the ticket.
    inside: BTreeMap<Vec<u8>, u64>,
    /// The latest ticket that was let in and has expired since.
    over: u64,
    /// How often each text was let in.
    entered: BTreeMap<Vec<u8>, u32>,
}

impl Model {
    fn is_over(&self, expires: u64, now: u64) -> bool {
        expires.checked_add(self.leeway).map_or(now == u64::MAX, |end| now >= end)
    }

    /// Returns `None` for a text that is refused because this key has not signed it.
    fn check(&mut self, text: &[u8], room: &str, now: u64) -> Option<Result<Ticket, TicketError>> {
        let ended: Vec<_> = self
            .inside
            .iter()
            .filter(|(_, expires)| self.is_over(**expires, now))
            .map(|(text, expires)| (text.clone(), *expires))
            .collect();
        for (text, expires) in ended {
            self.inside.remove(&text);
            self.over = self.over.max(expires);
        }
        let ticket = self.signed.get(text)?.clone();
        Some(if ticket.room != room {
            Err(TicketError::WrongRoom)
        } else if self.is_over(ticket.expires, now) || ticket.expires <= self.over {
            Err(TicketError::Expired)
        } else if self.inside.contains_key(text) {
            Err(TicketError::SeenBefore)
        } else if self.inside.len() >= self.capacity {
            Err(TicketError::Full)
        } else {
            self.inside.insert(text.to_vec(), ticket.expires);
            let times = self.entered.entry(text.to_vec()).or_default();
            *times += 1;
            assert_eq!(*times, 1, "the model lets {ticket:?} in twice");
            Ok(ticket)
        })
    }
}

struct Play {
    gate: TicketGate,
    model: Model,
    now: u64,
    /// The text that was made last.
    text: Vec<u8>,
    /// The texts that key 0 has signed, in the order of their making.
    texts: Vec<Vec<u8>>,
}

/// Runs the actions that the bytes select.
pub fn tickets(bytes: &[u8]) {
    let mut choices = Choices(bytes);
    let Some(first) = choices.byte() else { return };
    let leeway = [0, 0, 5, u64::MAX][usize::from(first & 3)];
    let capacity = usize::from(first >> 2 & 7);
    let gate = TicketGate::new(key(0)).with_leeway(leeway).with_capacity(capacity);
    let (signed, inside, entered) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let model = Model { leeway, capacity, signed, inside, over: 0, entered };
    let mut play = Play { gate, model, now: START, text: Vec::new(), texts: Vec::new() };
    while play.step(&mut choices).is_some() {}
}

impl Play {
    fn step(&mut self, choices: &mut Choices<'_>) -> Option<()> {
        let action = choices.byte()?;
        let more = action >> 4;
        match action & 15 {
            0 | 1 => self.sign(0, more, choices)?,
            2 => self.sign(1 + more, more, choices)?,
            3 => {
                let len = self.texts.len().max(1);
                self.text = self.texts.get(usize::from(more) % len)?.clone();
            }
            4..=7 => self.check(ROOMS[usize::from(more) % ROOMS.len()]),
            8 => self.now = self.now.saturating_add(more.into()),
            9 => self.now = self.now.saturating_sub(more.into()),
            10 => self.now = [0, u64::MAX, u64::MAX - 1, START][usize::from(more) % 4],
            11 => self.change_text(more, choices)?,
            12 => self.change_content(more, choices)?,
            13 => self.text = choices.bytes()?.to_vec(),
            14 => {
                // Another process that goes on from here has the same memory.
                self.gate = self.gate.clone();
            }
            _ => {
                let len = [LONGEST - 1, LONGEST, LONGEST + 1, 5_000][usize::from(more) % 4];
                let byte = choices.byte()?;
                self.text.resize(len, byte);
            }
        }
        Some(())
    }

    fn sign(&mut self, number: u8, more: u8, choices: &mut Choices<'_>) -> Option<()> {
        let (place, expires) = (choices.byte()?, choices.byte()?);
        let room = ROOMS[usize::from(place) % ROOMS.len()];
        let player = match place >> 2 & 15 {
            15 => "é".repeat(127),
            14 => "p".repeat(256),
            len => "p".repeat(len.into()),
        };
        let expires = match expires {
            0 => 0,
            254 => u64::MAX - 1,
            255 => u64::MAX,
            seconds => START - 8 + u64::from(seconds % 64),
        };
        let ticket = Ticket::new(room, &player, expires, (more & 3).into());
        match key(number).sign(&ticket) {
            Ok(text) => {
                assert!(text.len() <= LONGEST && player.len() <= 255);
                self.text = text.into_bytes();
                if number == 0 {
                    self.model.signed.insert(self.text.clone(), ticket);
                    self.texts.push(self.text.clone());
                }
            }
            Err(error) => {
                assert_eq!((error, player.len()), (TicketError::TooLong, 256));
            }
        }
        Some(())
    }

    /// Changes the text that was made last.
    fn change_text(&mut self, more: u8, choices: &mut Choices<'_>) -> Option<()> {
        let (at, byte) = (usize::from(choices.byte()?), choices.byte()?);
        let at = at % (self.text.len() + 1);
        match more & 3 {
            0 => self.text.get_mut(at).into_iter().for_each(|old| *old ^= byte),
            1 => self.text.truncate(at),
            2 => self.text.insert(at, byte),
            _ => {
                self.text.drain(..at);
            }
        }
        Some(())
    }

    /// Changes the bytes below the text.
    fn change_content(&mut self, more: u8, choices: &mut Choices<'_>) -> Option<()> {
        let (at, byte) = (usize::from(choices.byte()?), choices.byte()?);
        let Ok(mut content) = BASE64URL_NOPAD.decode(&self.text) else { return Some(()) };
        let at = at % (content.len() + 1);
        match more & 3 {
            0 | 1 => content.get_mut(at).into_iter().for_each(|old| *old ^= byte),
            2 => content.insert(at, byte),
            _ => {
                content.splice(at.saturating_sub(1)..at, []);
            }
        }
        self.text = BASE64URL_NOPAD.encode(&content).into_bytes();
        Some(())
    }

    fn check(&mut self, room: &str) {
        let expected = self.model.check(&self.text, room, self.now);
        let mut found = Err(TicketError::Full);
        let (gate, text, now) = (&mut self.gate, &self.text, self.now);
        let cost = measure(|| found = gate.check(text, room, now));
        match &expected {
            Some(expected) => assert_eq!(found, *expected),
            None => {
                let refused = found.as_ref().expect_err("nobody has signed it");
                let expected = [TicketError::Malformed, TicketError::BadSignature];
                assert!(expected.contains(refused), "{refused}");
            }
        }
        if found.is_err() {
            assert!(cost.bytes_current <= 0, "{} bytes are kept", cost.bytes_current);
        }
        if text.len() > LONGEST {
            assert_eq!((found, cost.count_total), (Err(TicketError::Malformed), 0));
        }
        assert_eq!(self.gate.remembered(), self.model.inside.len());
        assert!(self.gate.remembered() <= self.model.capacity);
    }
}

/// Inputs that get far.
pub(crate) fn seeds() -> Vec<Vec<u8>> {
    // A ticket for "red", which lets in once.
    let once = [0x00, 0x04, 30, 0x04, 0x04, 0x14, 0x10, 0x04, 31, 0x24, 0x04];
    // It expires, the clock is set back, and a later one lets in.
    let back = [0x00, 0x04, 12, 0x04, 0x88, 0x04, 0x9a, 0x04, 0x3a, 0x04, 0x00, 0x04, 40, 0x04];
    // More than a gate remembers, until the first ones expire.
    let full: Vec<u8> = (0..20)
        .flat_map(|number| [(number % 4) << 4, 4 * (number % 10), 10 + number, 0x04])
        .chain([0x48, 0x00, 0x04, 50, 0x04, 0x03, 0x04])
        .collect();
    let changed: Vec<u8> = (0..40)
        .flat_map(|at| [0x03, 0x0b, at * 6, 0x01, 0x04, 0x03, 0x0c, at * 2, 0x80, 0x04])
        .collect();
    let changed = [&[0x00, 0x08, 60][..], &changed].concat();
    let cut = [0x00, 0x08, 60, 0x1b, 70, 0, 0x04, 0x03, 0x2b, 9, b'=', 0x04, 0x03, 0x3b, 4, 0, 4];
    let foreign = [0x02, 0x04, 60, 0x04, 0xf2, 0x3c, 255, 0x04, 0x0f, b'A', 0x04, 0x2f, b'A', 4];
    let ends = [0x00, 0x04, 255, 0x1a, 0x04, 0x2a, 0x04, 0x0a, 0x04, 0x00, 0x3c, 0, 0x04, 0x3a, 4];
    let raw = [0x0d, 4, b'A', b'A', b'A', b'A', 0x04, 0x0d, 3, 0xff, 0, b'%', 0x04];
    let plays: [&[u8]; 8] = [&once, &back, &full, &changed, &cut, &foreign, &ends, &raw];
    let firsts = [0x1c, 0x06, 0x0b, 0x00];
    let with = |first| move |play: &&[u8]| [&[first][..], *play].concat();
    firsts.iter().flat_map(|first| plays.iter().map(with(*first))).collect()
}
