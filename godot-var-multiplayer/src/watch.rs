//! What operators see of sessions and sockets: events and spans of `tracing`, figures of `metrics`.
//!
//! Without these two features all of it is empty, and costs nothing. Two rules hold for what others cause:
//!
//! - The events at the level `INFO` are bounded in time, those at `DEBUG` for each connection. What a peer can repeat is an event at `TRACE`.
//! - A label of a figure has one of a few values that this library knows. A number or a text of a peer is never a label.
//!
//! Texts of peers are escaped, so that nobody can write lines into a log.

#[cfg(feature = "tracing")]
use alloc::string::ToString;
use core::fmt;
#[cfg(feature = "net")]
use core::net::SocketAddr;
#[cfg(feature = "tracing")]
use core::sync::atomic::{AtomicU32, Ordering};

#[cfg(feature = "net")]
pub(crate) use self::sockets::{Sockets, Transport, Waiting};
#[cfg(feature = "net")]
use crate::Misfit;
use crate::Refusal;

/// How many refusals of a connection are events at the level `DEBUG`.
#[cfg(feature = "tracing")]
const MOST: u32 = 16;

/// The target of all events and spans.
#[cfg(feature = "tracing")]
const TARGET: &str = "godot_var";

/// A peer of a session, from its connection until it leaves. The default is nobody.
#[derive(Default)]
pub(crate) struct Peer {
    #[cfg(feature = "metrics")]
    is_counted: bool,
    #[cfg(feature = "tracing")]
    span: Option<tracing::Span>,
    #[cfg(feature = "tracing")]
    refusals: AtomicU32,
}

impl Peer {
    /// A peer has connected.
    pub(crate) fn new(id: i32) -> Self {
        let _ = id;
        #[cfg(feature = "metrics")]
        metrics::gauge!("godot_var_peers").increment(1.0);
        #[cfg(feature = "tracing")]
        let span = tracing::debug_span!(target: TARGET, "peer", peer = id);
        #[cfg(feature = "tracing")]
        span.in_scope(|| tracing::debug!(target: TARGET, "connected"));
        Self {
            #[cfg(feature = "metrics")]
            is_counted: true,
            #[cfg(feature = "tracing")]
            span: Some(span),
            #[cfg(feature = "tracing")]
            refusals: AtomicU32::new(0),
        }
    }

    /// Returns whether one more refusal is an event at the level `DEBUG`.
    #[cfg(feature = "tracing")]
    fn is_told(&self) -> bool {
        self.span.is_some() && self.refusals.fetch_add(1, Ordering::Relaxed) < MOST
    }
}

/// Whoever compares sessions by this text sees no difference: refusals are not a part of their state.
impl fmt::Debug for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Peer")
    }
}

/// The peer has left.
#[cfg(any(feature = "metrics", feature = "tracing"))]
impl Drop for Peer {
    fn drop(&mut self) {
        #[cfg(feature = "metrics")]
        if self.is_counted {
            metrics::gauge!("godot_var_peers").decrement(1.0);
        }
        #[cfg(feature = "tracing")]
        if let Some(span) = &self.span {
            let refusals = *self.refusals.get_mut();
            span.in_scope(|| tracing::debug!(target: TARGET, refusals, "disconnected"));
        }
    }
}

/// A packet of a peer is refused. `known` finds the peer, if it is one of the session.
pub(crate) fn refused<'k>(peer: i32, reason: &Refusal, known: impl FnOnce() -> Option<&'k Peer>) {
    let _ = (peer, reason, &known);
    count(reason.name());
    #[cfg(feature = "tracing")]
    {
        let known = known();
        let scope = known.and_then(|known| known.span.as_ref()).map(tracing::Span::enter);
        let name = reason.name();
        if known.is_some_and(Peer::is_told) {
            tracing::debug!(target: TARGET, peer, reason = name, error = ?reason.to_string(), "refused");
        } else {
            tracing::trace!(target: TARGET, peer, reason = name, error = ?reason.to_string(), "refused");
        }
        drop(scope);
    }
}

/// The values of a packet are refused when the program decodes them.
pub(crate) fn undecoded(reason: Refusal) -> Refusal {
    count(reason.name());
    #[cfg(feature = "tracing")]
    tracing::trace!(target: TARGET, reason = reason.name(), error = ?reason.to_string(), "refused");
    reason
}

/// A peer did not authenticate in time.
pub(crate) fn auth_timed_out(peer: i32) {
    let _ = peer;
    count("AuthTimedOut");
    #[cfg(feature = "tracing")]
    tracing::debug!(target: TARGET, peer, reason = "AuthTimedOut", "refused");
}

/// Counts a refusal. The name is that of the error in this library.
pub(crate) fn count(name: &'static str) {
    let _ = name;
    #[cfg(feature = "metrics")]
    metrics::counter!("godot_var_refusals_total", "reason" => name).increment(1);
}

/// A server listens at an address.
#[cfg(feature = "net")]
pub(crate) fn listening(transport: Transport, address: SocketAddr) {
    let _ = (transport, address);
    #[cfg(feature = "tracing")]
    tracing::info!(target: TARGET, transport = transport.name(), %address, "listening");
}

/// A transport has accepted a peer.
#[cfg(feature = "net")]
pub(crate) fn accepted(transport: Transport, peer: i32, address: SocketAddr) {
    let _ = (transport, peer, address);
    #[cfg(feature = "tracing")]
    tracing::debug!(target: TARGET, transport = transport.name(), peer, %address, "accepted");
}

/// A transport reports somebody who is not a peer. The caller bounds how often.
#[cfg(feature = "net")]
pub(crate) fn reported(address: SocketAddr, reason: &Misfit) {
    let _ = (address, reason);
    #[cfg(feature = "tracing")]
    tracing::info!(
        target: TARGET, %address, reason = reason.name(), error = ?reason.to_string(), "refused"
    );
}

/// A transport ends the connection of a peer, or does not send it a packet.
#[cfg(feature = "net")]
pub(crate) fn ended(peer: i32, address: SocketAddr, reason: &Misfit) {
    let _ = (peer, address);
    count(reason.name());
    #[cfg(feature = "tracing")]
    tracing::debug!(
        target: TARGET, peer, %address, reason = reason.name(), error = ?reason.to_string(), "refused"
    );
}

/// What the sockets of a server or a client count between two turns.
#[cfg(feature = "net")]
mod sockets {
    #[cfg(feature = "metrics")]
    use alloc::sync::Arc;
    #[cfg(feature = "metrics")]
    use core::sync::atomic::{AtomicUsize, Ordering};
    #[cfg(feature = "metrics")]
    use core::time::Duration;
    #[cfg(feature = "metrics")]
    use std::time::Instant;

    /// What carries packets.
    #[derive(Clone, Copy, Debug)]
    pub(crate) enum Transport {
        Enet,
        WebSocket,
    }

    impl Transport {
        #[cfg(any(feature = "metrics", feature = "tracing"))]
        pub(super) const fn name(self) -> &'static str {
            match self {
                Self::Enet => "enet",
                Self::WebSocket => "websocket",
            }
        }
    }

    /// How often the bytes that wait are counted.
    #[cfg(feature = "metrics")]
    const PERIOD: Duration = Duration::from_millis(500);

    /// Packets and their bytes.
    #[cfg(feature = "metrics")]
    #[derive(Debug, Default)]
    struct Traffic {
        packets: u64,
        bytes: u64,
    }

    #[derive(Debug, Default)]
    pub(crate) struct Sockets {
        /// By transport; received and sent.
        #[cfg(feature = "metrics")]
        traffic: [[Traffic; 2]; 2],
        #[cfg(feature = "metrics")]
        waiting: usize,
        /// When the bytes that wait were counted.
        #[cfg(feature = "metrics")]
        counted: Option<Instant>,
        /// When the last turn began.
        #[cfg(feature = "metrics")]
        turn: Option<Instant>,
    }

    #[cfg_attr(not(feature = "metrics"), expect(clippy::unused_self, reason = "it is empty"))]
    impl Sockets {
        #[inline]
        pub(crate) fn received(&mut self, transport: Transport, bytes: usize) {
            self.add(transport, 0, bytes);
        }

        #[inline]
        pub(crate) fn sent(&mut self, transport: Transport, bytes: usize) {
            self.add(transport, 1, bytes);
        }

        #[inline]
        fn add(&mut self, transport: Transport, way: usize, bytes: usize) {
            let _ = (transport, way, bytes);
            #[cfg(feature = "metrics")]
            if let Some(traffic) = self.traffic[transport as usize].get_mut(way) {
                traffic.packets += 1;
                traffic.bytes += bytes as u64;
            }
        }

        /// A turn of the program ends: it waits for the network now.
        #[inline]
        pub(crate) fn end_turn(&mut self) {
            #[cfg(feature = "metrics")]
            if let Some(turn) = self.turn.take() {
                metrics::histogram!("godot_var_turn_seconds").record(turn.elapsed());
            }
        }

        /// The next turn begins.
        #[inline]
        pub(crate) fn begin_turn(&mut self) {
            #[cfg(feature = "metrics")]
            {
                self.turn = Some(Instant::now());
            }
        }

        /// Hands the figures on. `waiting` counts the bytes that wait for peers.
        #[inline]
        pub(crate) fn publish(&mut self, waiting: impl FnOnce() -> usize) {
            let _ = &waiting;
            #[cfg(feature = "metrics")]
            {
                self.publish_traffic();
                if self.counted.is_none_or(|counted| counted.elapsed() >= PERIOD) {
                    self.counted = Some(Instant::now());
                    self.set_waiting(waiting());
                }
            }
        }

        #[cfg(feature = "metrics")]
        fn publish_traffic(&mut self) {
            for transport in [Transport::Enet, Transport::WebSocket] {
                for (way, traffic) in
                    ["in", "out"].into_iter().zip(&mut self.traffic[transport as usize])
                {
                    if traffic.packets == 0 {
                        continue;
                    }
                    let Traffic { packets, bytes } = core::mem::take(traffic);
                    let labels = [("transport", transport.name()), ("direction", way)];
                    metrics::counter!("godot_var_packets_total", &labels).increment(packets);
                    metrics::counter!("godot_var_bytes_total", &labels).increment(bytes);
                }
            }
        }

        /// The figure is a sum of all sockets of the process.
        #[cfg(feature = "metrics")]
        fn set_waiting(&mut self, waiting: usize) {
            let before = core::mem::replace(&mut self.waiting, waiting);
            metrics::gauge!("godot_var_waiting_bytes").increment(waiting as f64 - before as f64);
        }
    }

    #[cfg(feature = "metrics")]
    impl Drop for Sockets {
        fn drop(&mut self) {
            self.publish_traffic();
            self.set_waiting(0);
        }
    }

    /// The bytes that wait in a WebSocket connection, whose library does not tell them.
    #[derive(Clone, Debug, Default)]
    pub(crate) struct Waiting {
        #[cfg(feature = "metrics")]
        bytes: Arc<AtomicUsize>,
    }

    #[cfg_attr(not(feature = "metrics"), expect(clippy::unused_self, reason = "it is empty"))]
    impl Waiting {
        #[inline]
        pub(crate) fn add(&self, bytes: usize) {
            let _ = bytes;
            #[cfg(feature = "metrics")]
            self.bytes.fetch_add(bytes, Ordering::Relaxed);
        }

        /// Bytes were written. Those of headers make the rest a little too small, until nothing waits.
        #[inline]
        pub(crate) fn remove(&self, bytes: usize) {
            let _ = bytes;
            #[cfg(feature = "metrics")]
            self.bytes.store(self.get().saturating_sub(bytes), Ordering::Relaxed);
        }

        /// Nothing waits any more.
        #[inline]
        pub(crate) fn clear(&self) {
            #[cfg(feature = "metrics")]
            self.bytes.store(0, Ordering::Relaxed);
        }

        #[inline]
        pub(crate) fn get(&self) -> usize {
            #[cfg(feature = "metrics")]
            return self.bytes.load(Ordering::Relaxed);
            #[cfg(not(feature = "metrics"))]
            0
        }
    }
}
