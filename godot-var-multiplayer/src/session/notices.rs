//! Messages about peers, of which equal ones are counted.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;
use core::time::Duration;

/// Lines for a log about what peers do wrong. An equal message about the same peer is counted, and not repeated.
///
/// A line comes again after 10 seconds, with the number of times since. A peer has at most 16 different lines in that time.
///
/// ```
/// use core::time::Duration;
///
/// use godot_var_multiplayer::{Notices, Refusal};
///
/// let mut notices = Notices::new();
/// let reason = Refusal::UnknownPath { path: "Main/Chat".into(), similar: None };
/// let line = notices.line(7, &reason, Duration::ZERO);
/// assert_eq!(line.as_deref(), Some("peer 7: no node has the path Main/Chat"));
/// assert_eq!(notices.line(7, &reason, Duration::from_secs(1)), None);
/// let line = notices.line(7, &reason, Duration::from_secs(10));
/// assert_eq!(line.as_deref(), Some("peer 7: no node has the path Main/Chat (2 times more)"));
/// ```
#[derive(Debug, Default)]
pub struct Notices {
    peers: BTreeMap<i32, Vec<Notice>>,
}

#[derive(Debug)]
struct Notice {
    text: String,
    /// When it was a line.
    at: Duration,
    /// How often it came since.
    more: u32,
}

impl Notices {
    /// How long an equal message is only counted.
    const QUIET: Duration = Duration::from_secs(10);
    /// How many different messages about a peer are lines in that time.
    const MOST: usize = 16;
    /// A message is cut after this number of characters.
    const LONGEST: usize = 512;

    /// Makes a log without messages.
    pub const fn new() -> Self {
        Self { peers: BTreeMap::new() }
    }

    /// Returns the line to print for a message about a peer, or `None` if an equal one was printed within 10 seconds.
    pub fn line(&mut self, peer: i32, message: &dyn Display, now: Duration) -> Option<String> {
        let text: String = message.to_string().chars().take(Self::LONGEST).collect();
        let notices = self.peers.entry(peer).or_default();
        let is_quiet = |notice: &Notice| now < notice.at.saturating_add(Self::QUIET);
        if let Some(notice) = notices.iter_mut().find(|notice| notice.text == text) {
            notice.more = notice.more.saturating_add(1);
            if is_quiet(notice) {
                return None;
            }
            notice.at = now;
            let more = core::mem::take(&mut notice.more);
            let plural = if more == 1 { "" } else { "s" };
            return Some(format!("peer {peer}: {text} ({more} time{plural} more)"));
        }
        if notices.len() >= Self::MOST {
            notices.retain(is_quiet);
        }
        if notices.len() >= Self::MOST {
            return None;
        }
        let line = format!("peer {peer}: {text}");
        notices.push(Notice { text, at: now, more: 0 });
        Some(line)
    }

    /// Forgets a peer that has left. Call it for each [`Event::Disconnected`](crate::Event::Disconnected): otherwise its messages stay in
    /// memory, and count for the next connection with its id.
    pub fn forget(&mut self, peer: i32) {
        self.peers.remove(&peer);
    }
}
