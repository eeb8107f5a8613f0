//! Any bytes as packets of snapshots and as messages of clients, in any order with what a server and a client do. What is refused changes
//! nothing, and memory has a bound.

use std::time::Duration;

use allocation_counter::measure;
use godot_var::GodotFlat;
use godot_var::snapshot::{
    Incoming, PacketRefusal, Refusal, SnapshotClient, SnapshotConfig, SnapshotServer, SnapshotState,
};

use crate::pieces::Choices;

#[derive(Clone, Debug, GodotFlat, SnapshotState)]
#[flat(delta, flags)]
struct Player {
    #[flat(as = f16)]
    #[snapshot(teleport = 8.0)]
    x: f32,
    #[flat(angle, as = u8)]
    yaw: f32,
    #[flat(bits = 5)]
    health: u8,
    grounded: bool,
    target: Option<u16>,
}

#[derive(Clone, Debug, GodotFlat, SnapshotState)]
#[flat(delta)]
struct Note {
    #[flat(max_len = 40)]
    text: String,
    marks: Vec<u16>,
}

#[derive(Clone, Debug, GodotFlat, SnapshotState)]
#[snapshot(input = Steer)]
enum Thing {
    #[flat(id = 1)]
    Player(Player),
    #[flat(id = 2)]
    Note(Note),
    #[flat(id = 3)]
    Nothing,
}

#[derive(Clone, Debug, GodotFlat, SnapshotState)]
#[flat(delta)]
struct Steer {
    forward: i8,
    jump: Option<bool>,
}

const PEER: i32 = 2;

/// A server and a client; the bytes of the last packet and of the last message.
struct Play {
    server: SnapshotServer<Thing>,
    client: SnapshotClient<Thing>,
    tick: u32,
    packet: Vec<u8>,
    message: Vec<u8>,
}

/// Runs the actions that the bytes select.
pub fn snapshot(bytes: &[u8]) {
    let mut play = None;
    let cost = measure(|| play = run(bytes));
    assert!(cost.bytes_current < 1 << 20, "{} bytes are kept", cost.bytes_current);
    let Some(mut play) = play else { return };
    // Whatever happened, both go on, and agree in the end.
    let config = SnapshotConfig::new(20);
    play.server.disconnect(PEER);
    play.server.connect(PEER, play.now());
    play.client = SnapshotClient::new(config);
    for _ in 0..20 {
        play.poll(0xff);
        play.send(true, 0);
    }
    assert!(play.client.keys().eq(play.server.keys()));
}

fn run(bytes: &[u8]) -> Option<Play> {
    let mut choices = Choices(bytes);
    let first = choices.byte()?;
    let config = SnapshotConfig::new(20)
        .with_budget([40, 200, 1_200, usize::MAX][usize::from(first & 3)])
        .with_max_packet(if first & 4 == 0 { 128 } else { 1_200 })
        .with_versions(u16::from(first >> 3 & 3))
        .with_history(u16::from(first >> 5))
        .with_ring(16)
        .with_max_absences(8)
        .with_max_entities(300)
        .with_max_inputs(4);
    let (server, client) = (SnapshotServer::new(config), SnapshotClient::new(config));
    let (packet, message) = (Vec::new(), Vec::new());
    let mut play = Play { server, client, tick: 100, packet, message };
    play.server.connect(PEER, Duration::ZERO);
    while play.step(&mut choices).is_some() {}
    Some(play)
}

fn thing(byte: u8) -> Thing {
    match byte % 4 {
        0 => Thing::Note(Note {
            text: "a".repeat(usize::from(byte >> 4)),
            marks: vec![9; usize::from(byte >> 2 & 3)],
        }),
        1 => Thing::Nothing,
        _ => Thing::Player(Player {
            x: f32::from(byte),
            yaw: f32::from(byte >> 5),
            health: byte & 31,
            grounded: byte & 8 != 0,
            target: (byte & 16 != 0).then_some(5),
        }),
    }
}

impl Play {
    fn now(&self) -> Duration {
        Duration::from_millis(50) * self.tick
    }

    fn step(&mut self, choices: &mut Choices<'_>) -> Option<()> {
        let action = choices.byte()?;
        let key = u32::from(action >> 4) * 20;
        match action & 15 {
            0 | 1 => {
                let state = thing(choices.byte()?);
                if self.server.contains(key) {
                    self.server.set(key, &state).expect("a state that fits");
                } else {
                    self.server.insert(key, &state).expect("a state that fits");
                }
            }
            2 => {
                self.server.remove(key);
            }
            3 => {
                self.server.set_visible(PEER, key, action & 0x80 != 0);
                self.server.set_weight(PEER, key, f32::from(action));
            }
            4 | 5 => self.poll(choices.byte()?),
            6 | 7 => self.send(action & 0x10 == 0, choices.byte()?),
            8 => self.take_packet(choices.bytes()?),
            9 => self.take_message(choices.bytes()?),
            10 => {
                let packet = changed(&self.packet, choices)?;
                self.take_packet(&packet);
            }
            11 => {
                let message = changed(&self.message, choices)?;
                self.take_message(&message);
            }
            12 => match action >> 4 {
                0 => self.client.reset(),
                1 => {
                    self.server.reset(PEER);
                }
                2 => {
                    self.server.disconnect(PEER);
                }
                3 => self.server.connect(PEER, self.now()),
                4 => self.tick = self.tick.saturating_sub(50),
                _ => self.tick += 1 << (action >> 4),
            },
            _ => while self.server.next_input(PEER).is_some() {},
        }
        let now = self.now();
        while self.client.poll(now).is_some() {}
        for key in self.client.shown() {
            assert!(self.client.sample(key, now).is_some());
        }
        assert!(self.client.keys().count() <= 300);
        Some(())
    }

    /// A tick, of which the packets with a bit arrive.
    fn poll(&mut self, arrive: u8) {
        self.tick = self.tick.saturating_add(1);
        let now = self.now();
        self.server.poll(self.tick, now);
        let mut packets = Vec::new();
        self.server.drain(|packet| packets.push(packet.bytes.to_vec()));
        for (index, packet) in packets.into_iter().enumerate() {
            if arrive >> (index % 8) & 1 == 1 {
                self.take_packet(&packet);
            }
            self.packet = packet;
        }
    }

    fn send(&mut self, arrives: bool, byte: u8) {
        let input = Steer { forward: byte as i8, jump: (byte & 1 == 1).then_some(true) };
        let message = self.client.send(&input, self.now()).expect("an input");
        if arrives {
            self.take_message(&message);
        }
        self.message = message;
    }

    fn take_packet(&mut self, packet: &[u8]) {
        let before = format!("{:?}", self.client);
        match self.client.receive(packet, self.now()) {
            Ok(()) | Err(PacketRefusal::NoBaseline { .. } | PacketRefusal::OtherVariant { .. }) => {
            }
            Err(refusal) => assert_eq!(format!("{:?}", self.client), before, "{refusal}"),
        }
    }

    fn take_message(&mut self, message: &[u8]) {
        let before = self.server.clone();
        if let Err(refusal) = self.server.receive(Incoming::new(PEER, message), self.now()) {
            // It counts the refusal.
            let statistics =
                |server: &SnapshotServer<_>| server.statistics(PEER).map(|of| of.refused);
            let (refused, before_it) = (statistics(&self.server), statistics(&before));
            assert_eq!(refused, before_it.map(|count| count + 1), "{refusal}");
            // The server begins anew for a client with another world.
            if matches!(refusal, Refusal::NeverSent { .. }) {
                return;
            }
            let text = format!("{:?}", self.server).replace(
                &format!("refused: {}", refused.unwrap_or(0)),
                &format!("refused: {}", before_it.unwrap_or(0)),
            );
            assert_eq!(text, format!("{before:?}"), "{refusal}");
        }
    }
}

/// Bytes of which a few are others.
fn changed(bytes: &[u8], choices: &mut Choices<'_>) -> Option<Vec<u8>> {
    let mut changed = bytes.to_vec();
    let (at, value) = (usize::from(choices.byte()?), choices.byte()?);
    if let Some(byte) = changed.get_mut(at) {
        *byte ^= value;
    } else {
        changed.truncate(at.wrapping_sub(changed.len()));
    }
    Some(changed)
}

/// Inputs that get far.
pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let world = [0x00, 0x13, 0x10, 0x54, 0x20, 0xff, 0x31, 0x11];
    let round = [4, 0xff, 6, 3, 13];
    let change = [0x10, 0x57, 0x20, 0xfe, 0x00, 0x1a];
    let play = [&world[..], &round, &change, &round, &round, &[0x12, 0x23], &round].concat();
    let lossy = [&world[..], &[4, 0, 6, 1, 5, 1, 0x17, 9], &change, &round].concat();
    let broken = [&world[..], &round, &[10, 7, 3, 10, 1, 1, 11, 0, 2, 11, 2, 9], &round].concat();
    let others = [&world[..], &round, &[0x0c, 0x1c, 0x2c, 0x3c, 0x4c, 0x7c], &round].concat();
    let raw = [&[8, 9, 0, 0, 0, 1, 0, 0, 0, 1, 0, 9, 6, 0, 1, 0, 0, 0, 0][..], &round].concat();
    let firsts = [0x00, 0x3f, 0xdd, 0xff];
    [play, lossy, broken, others, raw]
        .iter()
        .flat_map(|actions| firsts.map(|first| [&[first][..], actions].concat()))
        .collect()
}
