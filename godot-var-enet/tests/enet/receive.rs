//! The same datagrams into a host of this crate and one of `rusty_enet`: the same events, and the same acknowledgements.
//!
//! The commands are those of an honest sender, lost, repeated and in any order.

use godot_var_enet::Limits;
use godot_var_enet::wire::{Command, Commands, Framed, Header};

use crate::network::{CLIENT, Node, Ours, Seen, Theirs};
use crate::random::Random;

const MTU: u16 = 576;
/// The bytes of each part but the last: without the header and the command.
const PART: usize = MTU as usize - 28;
const CHANNELS: u8 = 3;

/// A connection to a receiver, whose headers the test writes.
struct Link {
    node: Box<dyn Node>,
    slot: u16,
    session: u8,
}

fn connect(channels: u8, mtu: u16) -> Vec<u8> {
    let mut datagram = vec![0x8F, 0xFF, 0, 1, 0x82, 0xFF, 0, 1, 0, 5, 0xFF, 0xFF];
    for word in [mtu.into(), 65_536, channels.into(), 0, 0, 5000, 2, 2, 99, 1234_u32] {
        datagram.extend(word.to_be_bytes());
    }
    datagram
}

impl Link {
    fn new(mut node: Box<dyn Node>) -> Self {
        node.receive(CLIENT, &connect(CHANNELS, MTU), 0);
        let mut sent = node.turn(0).1;
        sent.extend(node.turn(0).1);
        let (_, verify) = &sent[0];
        let (header, body) = Header::read(verify).unwrap();
        let Command::Verify(answer) = Commands::new(body).next().unwrap().unwrap().command else {
            panic!("an answer")
        };
        assert_eq!((answer.mtu, answer.channels), (MTU.into(), CHANNELS.into()));
        let mut link = Self { node, slot: answer.slot, session: answer.outgoing_session };
        let mut body = vec![1, 0xFF, 0, 1, 0, 1];
        body.extend(header.sent_time.unwrap().to_be_bytes());
        let (seen, _) = link.pass(&body, 1);
        assert_eq!(seen, [Seen::Connected(1234)]);
        link
    }

    /// Passes a datagram. Returns the events, and the acknowledgements: channel, number and time.
    fn pass(&mut self, body: &[u8], now: u64) -> (Vec<Seen>, Vec<(u8, u16, u16)>) {
        let header = Header {
            slot: self.slot,
            session: self.session,
            is_compressed: false,
            sent_time: Some(now as u16),
        };
        let (bytes, len) = header.to_bytes();
        let mut datagram = bytes[..len].to_vec();
        datagram.extend(body);
        self.node.receive(CLIENT, &datagram, now);
        let (mut seen, mut sent) = self.node.turn(now);
        loop {
            let (events, datagrams) = self.node.turn(now);
            if events.is_empty() && datagrams.is_empty() {
                break;
            }
            seen.extend(events);
            sent.extend(datagrams);
        }
        let mut acknowledged = Vec::new();
        for (_, datagram) in sent {
            let (_, body) = Header::read(&datagram).unwrap();
            for framed in Commands::new(body) {
                let framed = framed.unwrap();
                if let Command::Acknowledge { number, sent_time } = framed.command {
                    assert_eq!(number, framed.number);
                    acknowledged.push((framed.channel, number, sent_time));
                }
            }
        }
        (seen, acknowledged)
    }
}

/// An honest sender, whose commands the test mixes.
struct Sender {
    random: Random,
    reliable: [u16; CHANNELS as usize],
    unreliable: [u16; CHANNELS as usize],
    group: u16,
}

impl Sender {
    fn commands(&mut self) -> Vec<Vec<u8>> {
        let channel = self.random.below(CHANNELS.into()) as usize;
        let kind = self.random.below(20);
        let is_long = self.random.percent(20);
        let len = if is_long { 549 + self.random.below(3000) } else { self.random.below(60) };
        let data = self.random.bytes(len as usize);
        let len = data.len();
        let id = channel as u8;
        let head = |first: u8, number: u16| {
            let [a, b] = number.to_be_bytes();
            vec![first, id, a, b]
        };
        let count = if is_long { len.div_ceil(PART) as u32 } else { 1 };
        if kind == 0 {
            let mut command = head(0x85, self.random.next() as u16);
            command[1] = 0xFF;
            return vec![command];
        }
        if kind < 8 {
            let start = self.reliable[channel].wrapping_add(1);
            self.reliable[channel] = self.reliable[channel].wrapping_add(count as u16);
            self.unreliable[channel] = 0;
            if !is_long {
                let mut command = head(0x86, start);
                command.extend((len as u16).to_be_bytes());
                command.extend(&data);
                return vec![command];
            }
            return (0..count)
                .map(|index| {
                    let number = start.wrapping_add(index as u16);
                    part(head(0x88, number), start, index, count, &data)
                })
                .collect();
        }
        if kind < 12 && !is_long {
            self.group = self.group.wrapping_add(1);
            let mut command = head(0x49, 0);
            command.extend(self.group.to_be_bytes());
            command.extend((len as u16).to_be_bytes());
            command.extend(&data);
            return vec![command];
        }
        self.unreliable[channel] += 1;
        let (number, unreliable) = (self.reliable[channel], self.unreliable[channel]);
        if is_long {
            return (0..count)
                .map(|index| part(head(0x0C, number), unreliable, index, count, &data))
                .collect();
        }
        let mut command = head(0x07, number);
        command.extend(unreliable.to_be_bytes());
        command.extend((len as u16).to_be_bytes());
        command.extend(&data);
        vec![command]
    }
}

fn part(mut command: Vec<u8>, start: u16, index: u32, count: u32, data: &[u8]) -> Vec<u8> {
    let offset = index as usize * PART;
    let bytes = &data[offset..data.len().min(offset + PART)];
    command.extend(start.to_be_bytes());
    command.extend((bytes.len() as u16).to_be_bytes());
    for word in [count, index, data.len() as u32, offset as u32] {
        command.extend(word.to_be_bytes());
    }
    command.extend(bytes);
    command
}

/// Events without most of their bytes, and acknowledgements.
fn short((seen, acknowledged): &(Vec<Seen>, Vec<(u8, u16, u16)>)) -> String {
    let seen = seen.iter().map(|seen| match seen {
        Seen::Received(channel, bytes) => {
            format!("{} B on {channel}: {:?}", bytes.len(), &bytes[..bytes.len().min(4)])
        }
        other => format!("{other:?}"),
    });
    format!("{:?} {acknowledged:?}", seen.collect::<Vec<_>>())
}

/// The commands of a datagram without their data.
fn heads(body: &[u8]) -> Vec<String> {
    let describe = |framed: Framed<'_>| match framed.command {
        Command::Fragment(it) | Command::UnreliableFragment(it) => {
            let kind = if framed.command.is_acknowledged() { "reliable" } else { "unreliable" };
            let Framed { channel, number, .. } = framed;
            format!("{kind} part {} of {}, {channel}: {number} {}", it.index, it.count, it.start)
        }
        command => format!("{}: {} {:.30?}", framed.channel, framed.number, format!("{command:?}")),
    };
    Commands::new(body).map(|framed| describe(framed.unwrap())).collect()
}

/// Passes commands to both. Some come late, some twice, some never.
fn compare(seed: u64, packets: usize, loss: u64, distance: u64) -> usize {
    let limits = Limits::default().with_max_waiting_bytes(1 << 24);
    let mut ours = Link::new(Box::new(Ours::new(limits.clone(), false)));
    let mut theirs = Link::new(Box::new(Theirs::new(&limits, false)));
    let mut sender =
        Sender { random: Random(seed), reliable: [0; 3], unreliable: [0; 3], group: 0 };
    let mut random = Random(seed ^ 0xABCD);
    // By the time at which they come.
    let mut commands = std::collections::BTreeMap::new();
    let mut serial = 0;
    for packet in 0..packets as u64 {
        for command in sender.commands() {
            let is_reliable = command[0] & 0x80 != 0;
            let copies = if random.percent(10) { 2 } else { 1 };
            for _ in 0..copies {
                // A reliable one that is lost comes again.
                let lost = random.percent(loss);
                if lost && !is_reliable {
                    continue;
                }
                let late = if lost { 5 * distance } else { 0 };
                serial += 1;
                commands
                    .insert((packet + late + random.below(distance + 1), serial), command.clone());
            }
        }
    }
    let mut received = 0;
    let mut commands = commands.into_values().peekable();
    let mut now = 2;
    while commands.peek().is_some() {
        let mut body = Vec::new();
        for _ in 0..=random.below(5) {
            if let Some(command) = commands.next_if(|it| body.len() + it.len() < 4000) {
                body.extend(command);
            }
        }
        let (our, their) = (ours.pass(&body, now), theirs.pass(&body, now));
        assert_eq!(short(&our), short(&their), "seed {seed}, time {now}: {:#?}", heads(&body));
        assert!(our == their);
        received += our.0.len();
        // Nobody acknowledges the pings of the hosts, so less than 5 seconds may pass.
        now += u64::from(random.percent(4));
    }
    received
}

#[test]
fn the_same_commands_do_the_same() {
    let mut received = 0;
    for seed in 0..20 {
        let (loss, distance) =
            ([0, 2, 10, 30][seed as usize % 4], [0, 3, 30, 200][seed as usize / 5]);
        received += compare(seed, 2000, loss, distance);
    }
    assert!(received > 25_000, "{received}");
}

#[test]
fn numbers_wrap_in_the_same_way() {
    // 60,000 packets on 3 channels: 2 of 5 are reliable, and a fifth of those have several numbers.
    let received = compare(99, 60_000, 1, 40);
    assert!(received > 30_000, "{received}");
}
