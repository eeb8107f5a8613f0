//! Hosts of this crate and of `rusty_enet` in conversation over a bad network.

use std::collections::BTreeSet;

use godot_var_enet::{Limits, Mode};

use crate::network::{CLIENT, FINE, Network, Node, Ours, SERVER, Seen, Theirs, Weather};
use crate::random::Random;

const CHANNELS: u8 = 4;
/// The time between two turns, in milliseconds.
const STEP: u64 = 4;

/// The packets of one side. Each begins with its place among all, its mode and its channel.
struct Sender {
    random: Random,
    mtu: u16,
    is_small: bool,
    sent: u32,
}

const MODES: [Mode; 3] = [Mode::Reliable, Mode::Unreliable, Mode::UnreliableOrdered];

impl Sender {
    fn packet(&mut self) -> (u8, Mode, Vec<u8>) {
        let (channel, mode) = if self.is_small {
            // Most are reliable packets of one channel, so that its numbers wrap soon.
            (0, [0, 0, 0, 0, 0, 0, 0, 0, 1, 2][self.random.below(10) as usize])
        } else {
            (self.random.below(CHANNELS.into()) as u8, self.random.below(3) as usize)
        };
        let len = match self.random.below(100) {
            _ if self.is_small => 0,
            0..90 => self.random.below(120),
            90..98 => self.random.below(3 * u64::from(self.mtu)),
            _ => self.random.below(30_000),
        };
        let mut bytes = self.sent.to_be_bytes().to_vec();
        bytes.extend([mode as u8, channel]);
        // The rest follows from the place, so that a receiver can check it.
        bytes.extend(Random(self.sent.into()).bytes(len as usize));
        self.sent += 1;
        (channel, MODES[mode], bytes)
    }
}

/// Checks what arrives: whole packets, each once, in the order that its mode promises.
#[derive(Default)]
struct Receiver {
    seen: BTreeSet<u32>,
    reliable: BTreeSet<u32>,
    /// The last reliable and ordered packets of each channel.
    last: [Option<u32>; CHANNELS as usize],
    arrived: usize,
    mtu: usize,
}

impl Receiver {
    fn take(&mut self, on: u8, bytes: &[u8]) {
        let (head, rest) = bytes.split_first_chunk::<6>().expect("a head");
        let [a, b, c, d, mode, channel] = *head;
        let place = u32::from_be_bytes([a, b, c, d]);
        assert_eq!(channel, on);
        assert_eq!(rest, Random(place.into()).bytes(rest.len()), "packet {place}");
        assert!(self.seen.insert(place), "packet {place} came twice");
        self.arrived += 1;
        let is_whole = bytes.len() <= self.mtu - 28;
        if MODES[usize::from(mode)] != Mode::Unreliable || !is_whole {
            let last = &mut self.last[usize::from(channel)];
            assert!(last.is_none_or(|last| last < place), "{place} after {last:?} on {channel}");
            *last = Some(place);
        }
        if mode == 0 {
            self.reliable.insert(place);
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Play {
    weather: Weather,
    packets: u32,
    mtu: u16,
    is_compressed: bool,
    /// When the clock starts, in milliseconds.
    start: u64,
    seed: u64,
    /// The average time between two packets of a side, in hundredths of a turn.
    pace: u64,
    /// Whether all packets are short ones of one channel.
    is_small: bool,
}

/// Runs a server and a client until each has sent its packets and all reliable ones have arrived. Returns how many packets arrived.
fn play(mut server: Box<dyn Node>, mut client: Box<dyn Node>, play: Play) -> usize {
    let mut network = Network::new(play.weather, play.seed);
    let sender =
        |seed| Sender { random: Random(seed), mtu: play.mtu, is_small: play.is_small, sent: 0 };
    let mut senders = [sender(play.seed + 1), sender(play.seed + 2)];
    let receiver = || Receiver { mtu: play.mtu.into(), ..Receiver::default() };
    let mut receivers = [receiver(), receiver()];
    let mut expected = [BTreeSet::new(), BTreeSet::new()];
    let mut is_connected = [false; 2];
    let mut random = Random(play.seed ^ 0xF00D);
    let mut ended = [false; 2];
    let mut now = play.start;
    client.connect(SERVER, CHANNELS, 4242, now);
    let mut is_closing = false;
    while ended != [true; 2] {
        assert!(now < play.start + 1_000_000, "{play:?} does not end");
        for (from, to, datagram) in network.arrivals(now) {
            let node = if to == SERVER { &mut server } else { &mut client };
            node.receive(from, &datagram, now);
        }
        for (side, node) in [&mut server, &mut client].into_iter().enumerate() {
            if is_connected == [true; 2] && !is_closing {
                while senders[side].sent < play.packets && random.below(play.pace) < 100 {
                    let (channel, mode, bytes) = senders[side].packet();
                    if mode == Mode::Reliable {
                        expected[side].insert(senders[side].sent - 1);
                    }
                    node.send(channel, mode, &bytes);
                }
            }
            let (seen, sent) = node.turn(now);
            for seen in seen {
                match seen {
                    Seen::Connected(data) => {
                        assert_eq!(data, if side == 0 { 4242 } else { 0 });
                        is_connected[side] = true;
                    }
                    Seen::Received(channel, bytes) => receivers[side].take(channel, &bytes),
                    Seen::Disconnected => {
                        assert!(
                            is_closing,
                            "{play:?}: the connection is lost after {} ms",
                            now - play.start
                        );
                        ended[side] = true;
                    }
                }
            }
            let from = if side == 0 { SERVER } else { CLIENT };
            for datagram in sent {
                network.send(from, datagram, now);
            }
        }
        let is_done = senders.iter().all(|sender| sender.sent == play.packets)
            && receivers[0].reliable == expected[1]
            && receivers[1].reliable == expected[0];
        if is_done && !is_closing {
            is_closing = true;
            client.disconnect_later(5);
        }
        now += STEP;
    }
    receivers.iter().map(|receiver| receiver.arrived).sum()
}

fn limits(mtu: u16) -> Limits {
    // The other side sends without asking, and rusty_enet counts packets as waiting that it has dropped.
    Limits::default()
        .with_mtu(mtu)
        .with_max_queued_bytes(1 << 26)
        .with_max_waiting_bytes(1 << 26)
        .with_max_packet_bytes(40_000)
}

/// In both roles, and this crate with itself. Returns how many packets arrived, and how many of three times two hosts of `rusty_enet`.
fn in_all_roles(it: Play) -> (usize, usize) {
    let ours = || Box::new(Ours::new(limits(it.mtu), it.is_compressed));
    let theirs = || Box::new(Theirs::new(&limits(it.mtu), it.is_compressed));
    let with_ours =
        play(ours(), theirs(), it) + play(theirs(), ours(), it) + play(ours(), ours(), it);
    (with_ours, 3 * play(theirs(), theirs(), it))
}

const PLAY: Play = Play {
    weather: FINE,
    packets: 1500,
    mtu: 1392,
    is_compressed: false,
    start: 1000,
    seed: 0,
    pace: 300,
    is_small: false,
};

#[test]
fn all_packets_arrive_on_a_good_network() {
    for is_compressed in [false, true] {
        let it = Play { is_compressed, ..PLAY };
        // Without loss the throttle drops nothing either.
        let all = 6 * it.packets as usize;
        assert_eq!(in_all_roles(it), (all, all));
    }
}

#[test]
fn packets_arrive_in_bad_weather() {
    let (mut arrived, mut usually) = (0, 0);
    for (seed, (loss, repetition, delay)) in
        [(0, 20, 10), (5, 5, 40), (10, 0, 100), (3, 10, 500), (0, 0, 500), (8, 2, 20)]
            .into_iter()
            .enumerate()
    {
        let weather = Weather { loss, repetition, delay };
        let is_compressed = seed % 2 == 1;
        let (ours, theirs) =
            in_all_roles(Play { weather, is_compressed, seed: seed as u64, ..PLAY });
        (arrived, usually) = (arrived + ours, usually + theirs);
    }
    // Which unreliable packets are lost or throttled depends on the order of the datagrams, so it is about the same.
    assert!(arrived > 40_000 && arrived * 10 > usually * 9, "{arrived}, usually {usually}");
}

#[test]
fn any_mtu_is_cut_in_the_same_way() {
    for mtu in [576, 1000, 1200, 4096] {
        let weather = Weather { loss: 4, repetition: 4, delay: 30 };
        in_all_roles(Play { weather, mtu, packets: 600, seed: mtu.into(), ..PLAY });
    }
}

#[test]
fn the_clock_can_be_any() {
    // Before 2^16 and 2^32 milliseconds, which are 49 days.
    for start in [65_000, 0xFFFF_F000, (1 << 40) + 5] {
        let weather = Weather { loss: 4, repetition: 4, delay: 30 };
        let it = Play { weather, start, packets: 800, ..PLAY };
        let ours = || Box::new(Ours::new(limits(it.mtu), false));
        play(ours(), ours(), it);
        if start <= 0xFFFF_F000 {
            in_all_roles(it);
        }
    }
}

#[test]
fn numbers_wrap() {
    // 66,000 reliable packets and more from each side.
    let weather = Weather { loss: 1, repetition: 1, delay: 8 };
    let it = Play { weather, packets: 84_000, pace: 102, is_small: true, ..PLAY };
    let (ours, theirs) = (
        || Box::new(Ours::new(limits(it.mtu), false)),
        || Box::new(Theirs::new(&limits(it.mtu), false)),
    );
    let arrived = play(ours(), theirs(), it) + play(theirs(), ours(), it);
    assert!(arrived > 300_000, "{arrived}");
}
