//! A bad network that gets good: no connection ends, however little room the receivers have.
//!
//! The seeds are few. Of 15,000 others 24 end a connection: a packet of 256 KB in small ones to a receiver with room for 16 KB takes 30 seconds.

use core::net::SocketAddr;
use core::time::Duration;

use godot_var_enet::wire::{Command, Commands, Header};
use godot_var_enet::{Event, Host, Limits, Mode, PeerId};

use crate::network::{CLIENT, FINE, Network, SERVER, Weather, pair, transmit};
use crate::random::Random;

/// One end of a connection.
struct End {
    host: Host<SocketAddr>,
    peer: PeerId,
    /// How many reliable packets it has sent and received on each channel.
    sent: [u32; 16],
    received: [u32; 16],
}

impl End {
    fn new(host: Host<SocketAddr>, peer: PeerId) -> Self {
        Self { host, peer, sent: [0; 16], received: [0; 16] }
    }

    /// Takes the events. The reliable packets of a channel are numbered.
    fn take_events(&mut self, seed: u64) {
        while let Some(event) = self.host.next_event() {
            match event {
                Event::Received { mode: Mode::Reliable, channel, bytes, .. } => {
                    let count = &mut self.received[usize::from(channel)];
                    // The rest are unreliable ones that were too long for that.
                    if bytes[0] == 0 {
                        assert_eq!(bytes[1..5], count.to_be_bytes());
                        *count += 1;
                    }
                }
                Event::Disconnected { reason, .. } => {
                    panic!("{seed}: the connection ends: {reason:?}")
                }
                Event::Received { .. } | Event::Connected { .. } => {}
            }
        }
    }

    /// Sends packets until too much waits, or chance ends it.
    fn send(&mut self, random: &mut Random, it: &Play) {
        while random.percent(60) {
            let channel = random.below(it.channels) as usize;
            let mode = match random.below(100) {
                kind if kind < it.reliable => Mode::Reliable,
                kind if kind % 2 == 0 => Mode::Unreliable,
                _ => Mode::UnreliableOrdered,
            };
            let number = self.sent[channel].to_be_bytes();
            let mut bytes = [&[u8::from(mode != Mode::Reliable)], &number[..]].concat();
            let longest = if random.percent(50) { 200 } else { it.longest };
            bytes.resize(5 + random.below(longest) as usize, 7);
            if self.host.send(self.peer, channel as u8, mode, bytes).is_err() {
                return;
            }
            self.sent[channel] += u32::from(mode == Mode::Reliable);
        }
    }
}

struct Play {
    seed: u64,
    limits: [Limits; 2],
    weather: Weather,
    /// Until when the weather is bad and packets are sent, and how long the network takes after that, in milliseconds.
    until: u64,
    delay: u64,
    step: u64,
    channels: u64,
    longest: u64,
    /// How many of 100 packets are reliable.
    reliable: u64,
}

/// Runs both sides until all reliable packets have arrived.
fn play(it: &Play) {
    let [one, other] = it.limits.clone();
    let (server, client, to_client, to_server) = pair(one, other);
    let mut ends = [End::new(server, to_client), End::new(client, to_server)];
    let mut network = Network::new(it.weather, it.seed);
    let mut random = Random(it.seed ^ 0xBEEF);
    for now in (10..).step_by(it.step as usize) {
        assert!(now < it.until + 200_000, "{}: not all has arrived", it.seed);
        let is_bad = now < it.until;
        if !is_bad {
            network.weather = Weather { delay: it.delay, ..FINE };
        }
        for (from, to, datagram) in network.arrivals(now) {
            let end = &mut ends[usize::from(to == CLIENT)];
            end.host.receive(from, &datagram, Duration::from_millis(now)).expect("a datagram");
        }
        for (end, from) in ends.iter_mut().zip([SERVER, CLIENT]) {
            end.take_events(it.seed);
            if is_bad {
                end.send(&mut random, it);
            }
            for datagram in transmit(&mut end.host, now) {
                network.send(from, datagram, now);
            }
        }
        let [one, other] = &ends;
        if !is_bad && one.received == other.sent && other.received == one.sent {
            return;
        }
    }
}

#[test]
fn all_arrives_when_the_network_is_good_again() {
    for seed in 0..60 {
        let mut random = Random(seed);
        let mut one_of = |values: [u64; 4]| values[random.below(4) as usize];
        let mut limits = || {
            Limits::default()
                .with_mtu(576)
                .with_max_waiting_bytes(one_of([2_000, 4_000, 16_000, 64_000]) as usize)
                .with_max_queued_bytes(one_of([4_000, 16_000, 64_000, 256_000]) as usize)
        };
        let limits = [limits(), limits()];
        let (loss, delay) = (one_of([0, 10, 30, 60]), one_of([0, 20, 100, 500]));
        play(&Play {
            seed,
            limits,
            weather: Weather { loss, repetition: 10, delay },
            until: one_of([100, 500, 1000, 2000]),
            delay: one_of([0, 5, 20, 100]),
            step: one_of([1, 4, 4, 16]),
            channels: one_of([1, 2, 4, 16]),
            longest: one_of([300, 2_000, 8_000, 30_000]),
            reliable: one_of([100, 100, 80, 30]),
        });
    }
}

/// The receiver has no room for a second packet, so it takes that of one channel after the other.
#[test]
fn packets_of_all_channels_arrive_where_one_has_room() {
    let limits = Limits::default().with_mtu(576);
    let (mut server, mut client, _, to_server) =
        pair(limits.clone().with_max_waiting_bytes(2_000), limits);
    for channel in 0..16 {
        client.send(to_server, channel, Mode::Reliable, vec![channel; 8_000]).unwrap();
    }
    let (mut arrived, mut sent) = (Vec::new(), 0);
    for now in 10..20_000 {
        let time = Duration::from_millis(now);
        for (_, datagram) in transmit(&mut client, now) {
            sent += 1;
            // The first part of each packet is lost.
            if sent > 250 || sent % 15 != 1 {
                server.receive(CLIENT, &datagram, time).unwrap();
            }
        }
        while let Some(event) = server.next_event() {
            let Event::Received { channel, bytes, .. } = event else { panic!("{event:?}") };
            assert_eq!(bytes, vec![channel; 8_000]);
            arrived.push(channel);
        }
        for (_, datagram) in transmit(&mut server, now) {
            client.receive(SERVER, &datagram, time).unwrap();
        }
        assert_eq!(client.next_event(), None);
        if arrived.len() == 16 {
            return;
        }
    }
    panic!("{arrived:?}");
}

#[test]
fn the_window_of_a_client_is_a_quarter_of_the_room() {
    for (room, window) in [(0, 4096), (100_000, 25_000), (1 << 20, 65_536), (usize::MAX, 65_536)] {
        let mut server = Host::new(Limits::default().with_max_waiting_bytes(room), [1, 2]).unwrap();
        let mut client = Host::new(Limits::client(), [3, 4]).unwrap();
        client.connect(SERVER, 1, 0, false, Duration::ZERO).unwrap();
        let [(_, request)] = &transmit(&mut client, 0)[..] else { panic!("a request") };
        server.receive(CLIENT, request, Duration::ZERO).unwrap();
        let [(_, answer)] = &transmit(&mut server, 0)[..] else { panic!("an answer") };
        let (_, body) = Header::read(answer).unwrap();
        let framed = Commands::new(body).next().unwrap().unwrap();
        let Command::Verify(answer) = framed.command else { panic!("{framed:?}") };
        assert_eq!(answer.window, window, "{room}");
    }
}
