//! A server and a client of `schemas/world.rs` over a link that loses, repeats and delays packets: the bytes of both directions.

use std::time::Duration;

use godot_var::math::Quaternion;
use godot_var::snapshot::{Incoming, SnapshotClient, SnapshotConfig, SnapshotServer};
use godot_var::{Vector2, Vector3};

use crate::world::{Player, Rocket, RocketKind, Steer, Thing};

/// The bytes of a session, in order.
#[derive(Debug, Default)]
pub struct Session {
    /// Packets of the server, also those that were lost.
    pub packets: Vec<Vec<u8>>,
    /// Messages of the client.
    pub messages: Vec<Vec<u8>>,
}

/// Numbers that look random.
#[derive(Clone, Copy, Debug)]
pub struct Random(u64);

impl Random {
    /// Begins a sequence.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Below `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % end
    }

    fn float(&mut self) -> f32 {
        self.below(2_001) as f32 / 100.0 - 10.0
    }

    fn vector(&mut self) -> Vector3 {
        Vector3::new(self.float(), self.float(), self.float())
    }

    fn thing(&mut self) -> Thing {
        match self.below(5) {
            0 => Thing::Flag,
            1 | 2 => Thing::Rocket(Rocket {
                pos: self.vector(),
                turn: Quaternion::new(0.0, 0.6, 0.0, 0.8),
                roll: self.below(360) as f32,
                fuel: self.float(),
                kind: if self.below(2) == 0 { RocketKind::Straight } else { RocketKind::Homing },
            }),
            _ => Thing::Player(Player {
                pos: self.vector(),
                vel: self.vector(),
                yaw: self.float() / 4.0,
                health: self.below(101) as u8,
                grounded: self.below(2) == 0,
                target: (self.below(2) == 0).then(|| self.below(1_000_000) as u32),
                name: ["", "Ann", "Zoë"][self.below(3) as usize].to_owned(),
            }),
        }
    }

    /// Moves an entity, or leaves it.
    fn change(&mut self, thing: &mut Thing) {
        match thing {
            Thing::Player(player) => {
                player.pos.x += 1.0;
                if self.below(3) == 0 {
                    player.health = self.below(101) as u8;
                    player.target = None;
                }
            }
            Thing::Rocket(rocket) => rocket.roll = self.below(360) as f32,
            Thing::Flag => {}
        }
    }
}

/// Plays a session of this many ticks, in which the first packets are lost for a while, so that baselines become old.
pub fn session(seed: u64, ticks: u32) -> Session {
    let mut random = Random::new(seed);
    let config = SnapshotConfig::new(20).with_budget(400);
    let mut server: SnapshotServer<Thing> = SnapshotServer::new(config);
    let mut client: SnapshotClient<Thing> = SnapshotClient::new(config);
    let (mut things, mut session) = (Vec::<(u32, Thing)>::new(), Session::default());
    let mut late: Vec<Vec<u8>> = Vec::new();
    server.connect(2, Duration::ZERO);
    for tick in 1..=ticks {
        let now = Duration::from_millis(50) * tick;
        if things.len() < 12 && random.below(3) == 0 {
            let (key, thing) =
                ([3, 900, 70_000][random.below(3) as usize] + tick % 30, random.thing());
            if server.insert(key, &thing).is_ok() {
                things.push((key, thing));
            }
        }
        if !things.is_empty() && random.below(12) == 0 {
            let (key, _) = things.swap_remove(random.below(things.len() as u64) as usize);
            server.remove(key);
        }
        for (key, thing) in &mut things {
            random.change(thing);
            server.set(*key, thing).expect("a state");
        }
        let input = Steer { stick: Vector2::new(1.0, -1.0), fire: random.below(4) == 0 };
        let message = client.send(&input, now).expect("an input");
        // No confirmations for a while: the baseline is more than 31 packets old.
        let is_cut = tick % 120 > 70;
        if !is_cut && random.below(5) > 0 {
            server.receive(Incoming::new(2, &message), now).expect("a message");
        }
        session.messages.push(message);
        while server.next_input(2).is_some() {}
        server.poll(tick, now);
        let mut packets = Vec::new();
        server.drain(|packet| packets.push(packet.bytes.to_vec()));
        for packet in packets {
            session.packets.push(packet.clone());
            match random.below(10) {
                0 | 1 => {}
                2 => late.push(packet),
                _ => client.receive(&packet, now).expect("a packet"),
            }
        }
        if random.below(4) == 0 {
            for packet in late.drain(..) {
                client.receive(&packet, now).expect("a packet");
            }
        }
        while client.poll(now).is_some() {}
    }
    session
}

/// What a client does, and what the one of Rust answers: a line each, for clients in other languages.
///
/// | Line, by tabs | |
/// |---|---|
/// | `receive`, milliseconds, the packet, the error or `-`, entities, the confirmed input | an entity is `key:tick:state` |
/// | `send`, the input, the message | |
/// | `reset` | |
///
/// The error is `wire` if the bytes cannot be decoded. Bytes are hexadecimal.
#[allow(dead_code, reason = "only tests of other languages need it")]
pub fn transcript(seed: u64, ticks: u32) -> Vec<String> {
    use godot_var::ToFlatBytes;
    use godot_var::snapshot::PacketRefusal;
    use std::fmt::Write;

    let hex = |bytes: &[u8]| {
        let mut text = String::new();
        for byte in bytes {
            write!(text, "{byte:02x}").expect("a String takes all");
        }
        text
    };
    let mut random = Random::new(seed);
    let config = SnapshotConfig::new(20).with_budget(300).with_seed(seed);
    let mut server: SnapshotServer<Thing> = SnapshotServer::new(config);
    let mut client: SnapshotClient<Thing> = SnapshotClient::new(config);
    let (mut things, mut lines) = (Vec::<(u32, Thing)>::new(), Vec::new());
    // The tick of the arrival, and the packet.
    let mut way: Vec<(u32, Vec<u8>)> = Vec::new();
    server.connect(2, Duration::ZERO);
    for tick in 1..=ticks {
        let now = Duration::from_millis(50) * tick;
        for _ in 0..2 {
            let key = [3, 900, 70_000][random.below(3) as usize] + random.below(4) as u32;
            match things.iter().position(|(other, _)| *other == key) {
                // A key may be used again at once.
                Some(at) if random.below(12) == 0 => {
                    things.swap_remove(at);
                    server.remove(key);
                    if random.below(2) == 0 {
                        let thing = random.thing();
                        server.insert(key, &thing).expect("a state");
                        things.push((key, thing));
                    }
                }
                None if random.below(4) == 0 => {
                    let thing = random.thing();
                    server.insert(key, &thing).expect("a state");
                    things.push((key, thing));
                }
                _ => {}
            }
        }
        for (key, thing) in &mut things {
            random.change(thing);
            server.set(*key, thing).expect("a state");
        }
        if random.below(if seed.is_multiple_of(5) { 2 } else { 90 }) == 0 {
            server.reset(2);
        }
        if random.below(120) == 0 {
            client.reset();
            lines.push("reset".to_owned());
        }
        let stick = Vector2::new(if random.below(3) == 0 { -1.0 } else { 1.0 }, 1.0);
        let input = Steer { stick, fire: random.below(4) == 0 };
        let message = client.send(&input, now).expect("an input");
        lines.push(format!(
            "send\t{}\t{}",
            hex(&input.to_flat_bytes().expect("an input")),
            hex(&message)
        ));
        // No confirmations for a while: the baseline is more than 31 packets old.
        if tick % 160 < 110 && random.below(6) > 0 {
            server.receive(Incoming::new(2, &message), now).expect("a message");
        }
        for _ in 0..random.below(3) {
            server.next_input(2);
        }
        server.poll(tick, now);
        server.drain(|packet| {
            for _ in 0..[0, 1, 1, 1, 1, 1, 1, 2][random.below(8) as usize] {
                let late = [0, 0, 0, 1, 1, 2, 5, 40][random.below(8) as usize];
                way.push((tick + late, packet.bytes.to_vec()));
            }
        });
        let (arrived, on_their_way) = way.into_iter().partition(|(at, _)| *at <= tick);
        way = on_their_way;
        for (_, mut bytes) in arrived {
            match random.below(40) {
                0 => bytes.truncate(random.below(bytes.len() as u64) as usize),
                1 | 2 => {
                    let at = random.below(bytes.len() as u64) as usize;
                    bytes[at] ^= 1 << random.below(8);
                }
                _ => {}
            }
            let error = match client.receive(&bytes, now) {
                Ok(()) => "-".to_owned(),
                Err(PacketRefusal::Packet(_)) => "wire".to_owned(),
                Err(refusal) => refusal.to_string(),
            };
            let entities = client.keys().filter_map(|key| {
                let (tick, state) = client.latest(key)?;
                Some(format!("{key}:{tick}:{}", hex(&state.to_flat_bytes().ok()?)))
            });
            let entities = entities.collect::<Vec<_>>().join(",");
            lines.push(format!(
                "receive\t{}\t{}\t{error}\t{entities}\t{}",
                now.as_millis(),
                hex(&bytes),
                client.confirmed_input()
            ));
        }
        while client.poll(now).is_some() {}
    }
    lines
}
