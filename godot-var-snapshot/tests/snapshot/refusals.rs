//! What a server and a client refuse, and that a refusal changes nothing.

use std::error::Error as _;
use std::time::Duration;

use godot_var::snapshot::wire::{ClientMessage, Received, Record, Snapshot, Whole};
use godot_var::snapshot::{Event, Incoming, PacketRefusal, Refusal, SnapshotConfig, SnapshotError};
use godot_var::{FromFlatBytes, ToFlatBytes};

use crate::game::{
    Client, Game, Note, NoteDelta, PEER, PlayerDelta, Steer, SteerDelta, Thing, ThingDelta,
};

/// A game in which several packets of entities of each variant were confirmed.
fn played() -> Game {
    let mut game = Game::new();
    game.server.insert(5, &Thing::at(1.0)).expect("a state");
    game.server.insert(300, &Thing::Note(Note { text: "hi".into(), color: 1 })).expect("a state");
    game.server.insert(6, &Thing::Marker).expect("a state");
    game.server.insert(8, &Thing::at(3.0)).expect("a state");
    for step in 0..6 {
        game.server.set(5, &Thing::at(step as f32)).expect("a state");
        game.run();
    }
    game.server.remove(8);
    game.server.set(5, &Thing::at(20.0)).expect("a state");
    game.server.set(300, &Thing::Note(Note { text: "ho".into(), color: 1 })).expect("a state");
    game.server.insert(9, &Thing::at(4.0)).expect("a state");
    game
}

/// Every message that is a start of this one, or that differs in one byte.
fn broken(message: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let starts = (0..message.len()).map(|end| message[..end].to_vec());
    let changed = (0..message.len()).flat_map(move |at| {
        (1..=255_u8).map(move |change| {
            let mut changed = message.to_vec();
            changed[at] ^= change;
            changed
        })
    });
    starts.chain(changed).chain([[message, &[0]].concat()])
}

#[test]
fn a_broken_packet_changes_nothing_unless_it_is_taken() {
    let mut game = played();
    let packet = game.packets().remove(0);
    let (before, now) = (format!("{:?}", game.client), game.now());
    let (mut refused, mut lost) = (0, 0);
    for broken in broken(&packet) {
        let mut client = game.client.clone();
        match client.receive(&broken, now) {
            Ok(()) => {}
            // Both sides differ, so it begins anew.
            Err(PacketRefusal::NoBaseline { .. } | PacketRefusal::OtherVariant { .. }) => lost += 1,
            Err(refusal) => {
                assert!(!refusal.to_string().is_empty());
                assert_eq!(format!("{client:?}"), before, "{broken:?}: {refusal}");
                refused += 1;
            }
        }
        // Whatever it took, it goes on.
        let _ = client.send(&Steer::default(), now).expect("an input");
        while client.poll(now).is_some() {}
    }
    assert!(refused > 1_000 && lost > 100, "{refused} {lost}");
    game.client.receive(&packet, now).expect("a packet");
}

#[test]
fn a_broken_message_changes_nothing_unless_it_is_taken() {
    let mut game = played();
    let message = game.message();
    let before = format!("{:?}", game.server);
    let mut refused = 0;
    for broken in broken(&message) {
        let mut server = game.server.clone();
        if let Err(refusal) = server.receive(Incoming::new(PEER, &broken), game.now()) {
            assert!(!refusal.to_string().is_empty());
            refused += 1;
            if matches!(refusal, Refusal::NeverSent { .. }) {
                let statistics = server.statistics(PEER).expect("a client");
                assert_eq!(statistics.begun_anew, 1, "{broken:?}");
            } else {
                let after = format!("{server:?}").replace("refused: 1", "refused: 0");
                assert_eq!(after, before, "{broken:?}: {refusal}");
            }
        }
        server.poll(game.tick + 1, game.now());
    }
    assert!(refused > 1_000, "{refused}");
    game.receive(&message).expect("a message");
}

#[test]
fn bytes_after_the_end_and_more_inputs_than_a_message_has_are_refused() {
    let mut game = played();
    let (packet, message) = (game.packets().remove(0), game.message());
    let longer = game.client.receive(&[&packet[..], &[0]].concat(), game.now());
    assert!(matches!(longer, Err(PacketRefusal::Packet(_))), "{longer:?}");
    let longer = game.receive(&[&message[..], &[0]].concat());
    assert!(matches!(longer, Err(Refusal::Message(_))), "{longer:?}");
    // A delta without a change has one byte. The writer has the same bound, so the twelfth is added by hand.
    let mut parsed = ClientMessage::<Steer>::from_flat_bytes(&message).expect("a message");
    (parsed.input, parsed.older) = (50, (0..11).map(|_| SteerDelta::default()).collect());
    let mut most = parsed.to_flat_bytes().expect("a message");
    let count = most.len() - 12;
    assert_eq!(most[count..], [11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let mut more = [&most[..], &[0]].concat();
    more[count] = 12;
    let refusal = game.receive(&more).expect_err("a refusal");
    assert!(refusal.to_string().contains("older") && refusal.source().is_some(), "{refusal}");
    // Neither does a number that the message does not hold.
    most[count] = 0xFF;
    assert!(game.receive(&most).is_err());
    most[count] = 11;
    assert_eq!(game.receive(&most), Ok(()));
}

/// A packet after those of a game.
fn next(game: &mut Game, records: Vec<Record<Thing>>) -> Vec<u8> {
    let heading = Game::parsed(&game.server.clone_packets(game.tick + 1));
    game.tick += 1;
    Snapshot { records, ..heading }.to_flat_bytes().expect("a packet")
}

trait ClonePackets {
    fn clone_packets(&self, tick: u32) -> Vec<u8>;
}

impl ClonePackets for crate::game::Server {
    /// The first packet of a tick, without sending it.
    fn clone_packets(&self, tick: u32) -> Vec<u8> {
        let mut server = self.clone();
        server.set(5, &Thing::at(90.0)).expect("a state");
        server.poll(tick, Duration::ZERO);
        let mut first = Vec::new();
        server.drain(|packet| {
            if first.is_empty() {
                first = packet.bytes.to_vec();
            }
        });
        first
    }
}

fn record(key: u32) -> Record<Thing> {
    Record { near: 0, key, far: None, whole: None, delta: None }
}

fn whole() -> Whole<Thing> {
    Whole { life: 1, state: Thing::at(1.0) }
}

fn delta() -> ThingDelta {
    ThingDelta::Player(PlayerDelta::default())
}

#[test]
fn a_client_refuses_records_that_no_server_writes() {
    let game = played();
    let refused = |records| {
        let mut game = game.clone();
        let before = format!("{:?}", game.client);
        let packet = next(&mut game, records);
        let refusal = game.client.receive(&packet, game.now()).expect_err("a refusal");
        assert_eq!(format!("{:?}", game.client), before);
        refusal
    };
    let wrong = [
        Record { near: 1, ..record(5) },
        Record { far: Some(40), ..record(5) },
        Record { near: 1, whole: Some(whole()), ..record(5) },
        Record { far: Some(40), whole: Some(whole()), ..record(5) },
        Record { delta: Some(delta()), ..record(5) },
        Record { near: 1, far: Some(40), delta: Some(delta()), ..record(5) },
        Record { far: Some(31), delta: Some(delta()), ..record(5) },
        Record { far: Some(16_384), delta: Some(delta()), ..record(5) },
        Record { near: 1, whole: Some(whole()), delta: Some(delta()), ..record(5) },
    ];
    for wrong in wrong {
        assert_eq!(refused(vec![wrong]), PacketRefusal::Record { key: 5 });
    }
    assert_eq!(refused(vec![record(5), record(6), record(5)]), PacketRefusal::KeyTwice { key: 5 });
    // The writer has the same bound, so a packet with one more is made by hand.
    let mut game = game.clone();
    let mut packet = next(&mut game, (0..127).map(record).collect());
    let count = packet.iter().position(|byte| *byte == 127).expect("the count");
    packet[count] = 0x80;
    packet.insert(count + 1, 1);
    packet.extend([0, 0x80, 1]);
    let refusal = game.client.receive(&packet, game.now()).expect_err("a refusal");
    assert!(
        matches!(&refusal, PacketRefusal::Packet(error) if error.to_string().contains("records")),
        "{refusal}"
    );
}

#[test]
fn a_client_begins_anew_when_both_sides_differ() {
    for (wrong, expected) in [
        (
            Record { near: 31, delta: Some(delta()), ..record(5) },
            PacketRefusal::NoBaseline { key: 5 },
        ),
        (
            Record { near: 1, delta: Some(delta()), ..record(77) },
            PacketRefusal::NoBaseline { key: 77 },
        ),
        (
            Record {
                near: 1,
                delta: Some(ThingDelta::Note(NoteDelta { text: None, color: Some(3) })),
                ..record(5)
            },
            PacketRefusal::OtherVariant { key: 5 },
        ),
    ] {
        let mut game = played();
        game.run();
        game.run();
        let packet = next(&mut game, vec![wrong]);
        assert_eq!(game.client.receive(&packet, game.now()), Err(expected));
        assert_eq!(game.client.keys().count(), 0);
        let message = game.message();
        let parsed = ClientMessage::<Steer>::from_flat_bytes(&message).expect("a message");
        assert!(parsed.begin_anew && parsed.received.is_none());
        // Until the next epoch, packets have no effect, and what was shown is shown.
        assert!(game.client.shown().count() > 0);
        game.events.clear();
        game.run();
        assert_eq!(game.client.keys().count(), 0);
        for _ in 0..20 {
            game.run();
        }
        assert_eq!(game.client.keys().collect::<Vec<_>>(), [5, 6, 9, 300]);
        assert_eq!(game.client.latest(5).map(|(_, state)| state), Some(&Thing::at(20.0)));
        let anew = game.events.iter().position(|event| *event == Event::Anew).expect("the event");
        let spawned = [5, 300, 6, 9].map(|key| Event::Spawned { key });
        assert_eq!(game.events[anew + 1..], spawned);
        assert_eq!(game.server.statistics(PEER).map(|statistics| statistics.begun_anew), Some(1));
    }
}

#[test]
fn an_old_packet_with_a_delta_on_what_is_gone_is_skipped() {
    let mut game = played();
    let old = game.packets().remove(0);
    for _ in 0..40 {
        game.server.set(5, &Thing::at(game.tick as f32)).expect("a state");
        game.run();
    }
    let before = format!("{:?}", game.client);
    // It is more than 32 packets old.
    assert_eq!(game.client.receive(&old, game.now()), Ok(()));
    assert_eq!(format!("{:?}", game.client), before);
}

#[test]
fn a_client_refuses_ticks_that_run_against_the_numbers() {
    let mut game = played();
    let heading = Game::parsed(&game.server.clone_packets(game.tick + 1));
    let packet = |tick, sequence, records| {
        Snapshot {
            tick,
            sequence,
            records,
            ..Game::parsed(&heading.to_flat_bytes().expect("a packet"))
        }
        .to_flat_bytes()
        .expect("a packet")
    };
    let newest = game.tick;
    let older = packet(newest - 1, heading.sequence, Vec::new());
    assert_eq!(
        game.client.receive(&older, game.now()),
        Err(PacketRefusal::Tick { tick: newest - 1, newest })
    );
    let skipped = packet(newest + 3, heading.sequence.wrapping_add(3), Vec::new());
    game.client.receive(&skipped, game.now()).expect("a packet");
    let newer = packet(newest + 4, heading.sequence.wrapping_add(1), Vec::new());
    assert_eq!(
        game.client.receive(&newer, game.now()),
        Err(PacketRefusal::Tick { tick: newest + 4, newest: newest + 3 })
    );
    let late = packet(newest + 2, heading.sequence.wrapping_add(1), Vec::new());
    game.client.receive(&late, game.now()).expect("a packet");
}

#[test]
fn a_client_keeps_so_many_entities() {
    let mut game = Game::with(SnapshotConfig::new(20).with_max_entities(3));
    for key in 0..3 {
        game.server.insert(key, &Thing::Marker).expect("a state");
    }
    game.run();
    game.server.insert(3, &Thing::Marker).expect("a state");
    let packet = game.packets().remove(0);
    assert_eq!(
        game.client.receive(&packet, game.now()),
        Err(PacketRefusal::TooManyEntities { most: 3 })
    );
    assert_eq!(game.client.keys().count(), 3);
}

#[test]
fn a_server_refuses_what_cannot_be() {
    let mut game = played();
    let message = game.message();
    assert_eq!(
        game.server.receive(Incoming::new(99, &message), game.now()),
        Err(Refusal::NotConnected(99))
    );
    let mut parsed = ClientMessage::<Steer>::from_flat_bytes(&message).expect("a message");
    let received = parsed.received.expect("confirmations");
    // Far above what was sent; the nearest number with these bits is the next one.
    parsed.received = Some(Received { latest: received.latest.wrapping_add(9), ..received });
    let refusal = game.receive(&parsed.to_flat_bytes().expect("a message"));
    assert!(
        matches!(refusal, Err(Refusal::NeverSent { confirmed, newest }) if confirmed == newest + 9),
        "{refusal:?}"
    );
    assert_eq!(game.server.statistics(PEER).map(|statistics| statistics.begun_anew), Some(1));
    // In an earlier epoch the same has no effect, and it was the first one.
    parsed.received = Some(Received { latest: received.latest.wrapping_add(9), ..received });
    assert_eq!(game.receive(&parsed.to_flat_bytes().expect("a message")), Ok(()));
    parsed.received = None;
    let inputs = parsed.older.len() + 1;
    parsed.input = inputs as u32 - 1;
    assert_eq!(
        game.receive(&parsed.to_flat_bytes().expect("a message")),
        Err(Refusal::NoSuchInput { newest: parsed.input, inputs })
    );
    assert_eq!(game.server.statistics(PEER).map(|statistics| statistics.refused), Some(2));
}

#[test]
fn repeated_messages_and_packets_have_no_effect() {
    let mut game = played();
    let packet = game.packets().remove(0);
    game.client.receive(&packet, game.now()).expect("a packet");
    let client = format!("{:?}", game.client);
    game.client.receive(&packet, game.now()).expect("a packet");
    assert_eq!(format!("{:?}", game.client), client);
    let message = game.message();
    game.receive(&message).expect("a message");
    let server = format!("{:?}", game.server);
    game.receive(&message).expect("a message");
    assert_eq!(format!("{:?}", game.server), server);
}

/// A client knows of the last 33 packets which of them have come.
#[test]
fn a_late_packet_counts_once() {
    for (later, counts) in [(1, true), (2, true), (32, true), (33, false)] {
        let mut game = played();
        let late = game.packets().remove(0);
        for tick in 0..later {
            game.server.set(5, &Thing::at(tick as f32)).expect("a state");
            game.run();
        }
        let now = game.now() + Duration::from_millis(10);
        let take = |client: &mut Client| {
            let before = format!("{client:?}");
            client.receive(&late, now).expect("a packet");
            format!("{client:?}") != before
        };
        assert_eq!(take(&mut game.client), counts, "{later} packets later");
        assert!(!take(&mut game.client), "twice, {later} packets later");
        game.server.set(5, &Thing::at(90.0)).expect("a state");
        game.run();
        assert!(!take(&mut game.client), "again, {later} packets later");
    }
}

#[test]
fn a_server_refuses_states_without_a_place_on_the_wire() {
    let mut game = Game::new();
    let server = &mut game.server;
    assert_eq!(server.set(1, &Thing::Marker), Err(SnapshotError::UnknownKey(1)));
    server.insert(1, &Thing::Marker).expect("a state");
    assert_eq!(server.insert(1, &Thing::Marker), Err(SnapshotError::KeyExists(1)));
    let note = |len| Thing::Note(Note { text: "a".repeat(len), color: 1 });
    // 1,200 bytes without the longest header, and header, key and life of a record.
    let most = 1_200 - 12 - 3;
    assert_eq!(server.set(1, &note(most - 4)), Ok(()));
    let bytes = most + 1;
    assert_eq!(server.set(1, &note(most - 3)), Err(SnapshotError::TooLong { key: 1, bytes, most }));
    let refusal = server.set(1, &note(2_001)).expect_err("too long a text");
    assert!(refusal.to_string().contains("text"), "{refusal}");
    assert!(refusal.source().is_some());
    assert!(server.insert(2, &note(2_001)).is_err() && !server.contains(2));
    assert!(server.remove(1) && !server.remove(1));
}

/// Late packets may lie about their ticks: one says that an entity had gone before it came.
#[test]
fn no_entity_goes_before_it_has_come() {
    let mut client = Client::new(SnapshotConfig::new(20));
    let came = || Record { whole: Some(whole()), ..record(5) };
    for (sequence, tick, records) in [
        (10, 100, vec![came()]),
        (20, 100, vec![]),
        (11, 50, vec![came()]),
        (12, 40, vec![record(5)]),
    ] {
        let packet = Snapshot { epoch: 1, sequence, tick, input: 0, lead: 0, records };
        let bytes = packet.to_flat_bytes().expect("a packet");
        client.receive(&bytes, Duration::from_secs(10)).expect("a packet");
    }
    let events: Vec<_> = std::iter::from_fn(|| client.poll(Duration::from_secs(20))).collect();
    assert_eq!(events, [Event::Spawned { key: 5 }, Event::Removed { key: 5 }]);
}

/// Whatever ticks late packets have, and whichever lives they begin and end, each life is over before the next one of its key begins.
#[test]
fn lives_of_a_key_follow_each_other() {
    let (spawned, removed) = (Event::Spawned { key: 5 }, Event::Removed { key: 5 });
    for plan in 0..2 * 12_u32.pow(3) {
        // Life 0 is the absence.
        let late = [0, 1, 2].map(|place| {
            let choice = plan / 2 / 12_u32.pow(place);
            let tick = [40, 50, 60, 100][choice as usize % 4];
            (11 + place as u16, tick, Some((choice / 4 % 3) as u8))
        });
        let first = [(10, 100, Some(1)), (20, 100, None)];
        let packets = first.into_iter().chain(late).chain([(21, 110, Some(0))]);
        let (mut client, mut events) = (Client::new(SnapshotConfig::new(20)), Vec::new());
        for (sequence, tick, life) in packets {
            let told = life.map(|life| Record {
                whole: (life > 0).then(|| Whole { life, ..whole() }),
                ..record(5)
            });
            let records = Vec::from_iter(told);
            let packet = Snapshot { epoch: 1, sequence, tick, input: 0, lead: 0, records };
            let bytes = packet.to_flat_bytes().expect("a packet");
            client.receive(&bytes, Duration::from_secs(10)).expect("a packet");
            if plan % 2 == 1 {
                events.extend(std::iter::from_fn(|| client.poll(Duration::from_secs(11))));
            }
        }
        events.extend(std::iter::from_fn(|| client.poll(Duration::from_secs(20))));
        let in_turn = events.chunks(2).all(|pair| pair == [spawned, removed]);
        assert!(in_turn && !events.is_empty(), "{plan} {late:?}: {events:?}");
        assert_eq!(client.shown().count(), 0);
    }
}
