//! The bytes of packets, and how many there are.

use godot_var::snapshot::SnapshotConfig;
use godot_var::snapshot::wire::{ClientMessage, Received, Record, Snapshot, Whole};
use godot_var::{FromFlatBytes, ToFlatBytes};

use crate::game::{Game, Note, Player, Steer, Thing};

#[test]
fn records_have_the_documented_bytes() {
    let mut game = Game::new();
    game.server.insert(5, &Thing::at(1.0)).expect("a state");
    let whole = game.packets().remove(0);
    // The tick 101 takes one byte, so the header takes 8.
    assert_eq!(whole.len(), 8 + 4 + 15);
    assert_eq!(
        whole[7..12],
        [
            1,
            0x40,
            5,
            Game::parsed(&whole).records[0].whole.as_ref().map_or(0, |whole| whole.life),
            1
        ]
    );
    game.client.receive(&whole, game.now()).expect("a packet");
    let message = game.message();
    game.receive(&message).expect("a message");
    for _ in 0..3 {
        game.run();
    }
    game.server.set(5, &Thing::at(2.0)).expect("a state");
    let changed = game.packets().remove(0);
    // Nothing was sent since, so the baseline is the packet before: the variant, the mask, six bytes of the position.
    assert_eq!(changed[7..12], [1, 0x81, 5, 1, 1]);
    assert_eq!(changed.len(), 8 + 10);
    game.server.remove(5);
    let gone = game.packets().remove(0);
    assert_eq!(gone[7..], [1, 0, 5]);
}

#[test]
fn a_baseline_far_back_has_its_distance_after_the_key() {
    let mut game = Game::new();
    game.server.insert(5, &Thing::at(1.0)).expect("a state");
    game.server.insert(6, &Thing::at(1.0)).expect("a state");
    for step in 0..40 {
        game.server.set(6, &Thing::at(step as f32)).expect("a state");
        game.run();
    }
    game.server.set(5, &Thing::at(2.0)).expect("a state");
    let packet = game.packets().remove(0);
    let record = Game::parsed(&packet).records.into_iter().find(|record| record.key == 5);
    let record = record.expect("a record");
    // The first packet had the state.
    assert_eq!((record.near, record.far, record.delta.is_some()), (0, Some(40), true));
    assert!(packet.windows(3).any(|bytes| bytes == [0xa0, 5, 40]));
    game.client.receive(&packet, game.now()).expect("a packet");
    assert_eq!(game.client.latest(5), Some((game.tick, &Thing::at(2.0))));
}

#[test]
fn packets_and_messages_are_flat_messages() {
    let mut game = Game::new();
    for key in 0..60 {
        let note = Note { text: format!("note {key}"), color: 3 };
        let thing = if key % 3 == 0 { Thing::Note(note) } else { Thing::at(key as f32) };
        game.server.insert(key * 1_000, &thing).expect("a state");
    }
    for tick in 0..50 {
        for key in 0..60 {
            if key % 7 == tick % 7 && key % 3 != 0 {
                game.server.set(key * 1_000, &Thing::at(tick as f32)).expect("a state");
            }
        }
        for packet in game.packets() {
            assert_eq!(Game::parsed(&packet).to_flat_bytes().as_deref(), Ok(&*packet));
            game.client.receive(&packet, game.now()).expect("a packet");
        }
        let message = game.message();
        let parsed = ClientMessage::<Steer>::from_flat_bytes(&message).expect("a message");
        assert_eq!(parsed.to_flat_bytes().as_deref(), Ok(&*message));
        assert_eq!(parsed.older.len(), tick.min(11) as usize);
        game.receive(&message).expect("a message");
    }
}

#[test]
fn a_message_has_the_documented_bytes() {
    let mut game = Game::new();
    assert_eq!(game.message(), [0, 1, 0, 0, 0]);
    game.server.insert(5, &Thing::at(1.0)).expect("a state");
    let packet = game.packets().remove(0);
    game.client.receive(&packet, game.now()).expect("a packet");
    let [epoch, low, high, ..] = packet[..] else { panic!("a packet") };
    // Nothing changed in the older input: its mask is 0.
    assert_eq!(game.message(), [1, epoch, low, high, 0, 0, 0, 0, 2, 0, 0, 1, 0]);
    game.client.reset();
    let parsed = ClientMessage::<Steer>::from_flat_bytes(&game.message())
        .map(|message| (message.received, message.begin_anew));
    assert_eq!(parsed, Ok((None, true)));
}

#[test]
fn a_still_world_takes_heartbeats_alone() {
    let mut game = Game::new();
    for key in 0..200 {
        game.server.insert(key, &Thing::at(key as f32)).expect("a state");
    }
    for _ in 0..40 {
        game.run();
    }
    let before = game.server.statistics(7).expect("a client");
    for _ in 0..20 {
        game.run();
    }
    let after = game.server.statistics(7).expect("a client");
    assert_eq!((after.packets - before.packets, after.heartbeats - before.heartbeats), (4, 4));
    // Of a tick above 16,383: 40 bytes.
    assert_eq!(after.bytes - before.bytes, 36);
    assert_eq!((after.waiting, after.entities), (0, 200));
}

#[test]
fn what_a_delta_would_make_longer_is_sent_whole() {
    #[derive(Clone, Debug, PartialEq, godot_var::GodotFlat, godot_var::snapshot::SnapshotState)]
    #[flat(delta, flags)]
    #[snapshot(input = ())]
    struct Switches {
        #[flat(bits = 2)]
        first: u64,
        #[flat(bits = 2)]
        second: u64,
    }
    let of = |number| Switches { first: number, second: number };
    let config = SnapshotConfig::new(20);
    let mut server = godot_var::snapshot::SnapshotServer::<Switches>::new(config);
    let mut client = godot_var::snapshot::SnapshotClient::<Switches>::new(config);
    let now = std::time::Duration::ZERO;
    server.connect(1, now);
    server.insert(1, &of(0)).expect("a state");
    for tick in 1..4 {
        server.set(1, &of(u64::from(tick))).expect("a state");
        server.poll(tick, now);
        server.drain(|packet| client.receive(packet.bytes, now).expect("a packet"));
        let message = client.send(&(), now).expect("an input");
        server.receive(godot_var::snapshot::Incoming::new(1, &message), now).expect("a message");
    }
    let statistics = server.statistics(1).expect("a client");
    assert_eq!((statistics.wholes, statistics.deltas), (3, 0));
    assert_eq!(client.latest(1), Some((3, &of(3))));
}

#[test]
fn the_types_of_the_wire_write_what_the_tables_say() {
    let record = |near, far, whole, delta| Record::<Thing> { near, key: 300, far, whole, delta };
    let bytes = |record: Record<Thing>| record.to_flat_bytes().expect("a record");
    assert_eq!(bytes(record(0, None, None, None)), [0, 0xac, 2]);
    let whole = Whole { life: 9, state: Thing::Marker };
    assert_eq!(bytes(record(0, None, Some(whole), None)), [0x40, 0xac, 2, 9, 3]);
    let delta = || Some(crate::game::ThingDelta::Marker);
    assert_eq!(bytes(record(4, None, None, delta())), [0x84, 0xac, 2, 3]);
    assert_eq!(bytes(record(0, Some(200), None, delta())), [0xa0, 0xac, 2, 0xc8, 1, 3]);
    let packet = Snapshot::<Thing> {
        epoch: 1,
        sequence: 0x302,
        tick: 100_000,
        input: 5,
        lead: -1,
        records: Vec::new(),
    };
    assert_eq!(packet.to_flat_bytes().as_deref(), Ok(&[1, 2, 3, 0xa0, 0x8d, 6, 5, 0, 255, 0][..]));
    let received = Received { epoch: 1, latest: 2, before: 3 };
    assert_eq!(received.to_flat_bytes().as_deref(), Ok(&[1, 2, 0, 3, 0, 0, 0][..]));
    assert_eq!(Player::at(0.0).flat_len(), Ok(15));
}
