//! What a user can do about a capture in which little was found.

use std::collections::BTreeSet;

use super::{Outcome, SAMPLED};
use crate::pcap::{NO_STREAM, NO_WEBSOCKET};

/// Ports that are remembered, about.
const MOST: usize = 8;

/// What was left out of a capture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    names: BTreeSet<&'static str>,
    ports: BTreeSet<u16>,
}

impl LeftOut {
    pub(super) fn name(&mut self, name: &'static str) {
        self.names.insert(name);
    }

    pub(super) fn ports(&mut self, ports: [u16; 2]) {
        if self.ports.len() < MOST {
            self.ports.extend(ports);
        }
    }
}

impl Outcome {
    /// A sentence about messages of which most are packets of the high-level multiplayer, read as Variants.
    pub fn packet_hint(&self) -> Option<&'static str> {
        (2 * self.packets > self.all.min(SAMPLED)).then_some(
            "most messages are packets of Godot's high-level multiplayer (@rpc, MultiplayerSpawner): add --wire multiplayer",
        )
    }

    /// Sentences about a capture of which no message was read, or about what was left out of it.
    pub fn hints(&self) -> Vec<String> {
        let LeftOut { names, ports } = &self.left_out;
        let mut hints = Vec::new();
        let has_nothing = self.shown + self.hidden + self.wrong == 0;
        if has_nothing && !ports.is_empty() {
            let ports: Vec<_> = ports.iter().map(u16::to_string).collect();
            hints.push(format!(
                "no message has this port; the capture has ports {}",
                ports.join(", ")
            ));
        }
        for name in names {
            hints.extend(advice(name, has_nothing));
        }
        if self.lost > 0 {
            hints.push(format!(
                "{} bytes of streams are missing from the capture, or belong to incomplete messages",
                self.lost
            ));
        }
        if let Some(hint) = self.packet_hint() {
            hints.push(hint.to_owned());
        } else if 2 * (self.wrong + self.trailing) > self.all {
            hints.push(
                "most messages are not of this --wire: Godot 3 needs --wire godot3, @rpc and MultiplayerSpawner need \
                 --wire multiplayer"
                    .to_owned(),
            );
        }
        let has_packets = self.fragments + self.cut + self.others + self.unread + self.lost > 0;
        if has_nothing && self.faults == 0 && ports.is_empty() && !has_packets {
            hints.push("the capture has no messages".to_owned());
        }
        hints
    }
}

/// What to do about something that was left out.
fn advice(name: &str, has_nothing: bool) -> Option<String> {
    Some(match name {
        "TLS" | "DTLS" => {
            format!(
                "{name} is encrypted: capture between the server and the proxy that decrypts it"
            )
        }
        "HTTP" => {
            "HTTP is read only as the start of a WebSocket: leave out --transport, or try websocket"
                .to_owned()
        }
        "TCP" if has_nothing => {
            "packets of TCP were left out: leave out --transport, or try tcp or websocket"
                .to_owned()
        }
        "UDP" if has_nothing => {
            "datagrams of UDP were left out: leave out --transport, or try udp or enet".to_owned()
        }
        "UDP" | "TCP" | "ICMP" | "IGMP" | "ARP" | "no IP" | "neither UDP nor TCP" => return None,
        NO_WEBSOCKET => format!(
            "not read: {name}; with this --wire or --transport, TCP has messages only in a WebSocket"
        ),
        NO_STREAM => {
            format!("not read: {name}; try --big-endian, or --framed to see what is wrong")
        }
        other => format!("not read: {other}"),
    })
}
