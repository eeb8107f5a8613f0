//! Budgets and weights: what is sent when not everything fits.

use std::collections::BTreeSet;
use std::time::Duration;

use godot_var::snapshot::SnapshotConfig;

use crate::game::{Game, Note, PEER, Server, Thing};

#[test]
fn each_entity_is_sent_the_more_often_the_more_it_weighs() {
    let mut server = Server::new(SnapshotConfig::new(20).with_budget(300));
    server.connect(PEER, Duration::ZERO);
    let weight = |key: u32| [1.0, 2.0, 5.0, 20.0][key as usize % 4];
    for key in 0..300 {
        server.insert(key, &Thing::at(0.0)).expect("a state");
        assert!(server.set_weight(PEER, key, weight(key)));
    }
    let (mut last, mut longest, mut count) = (vec![0; 300], [0; 4], [0_u32; 4]);
    for tick in 1..3_000 {
        for key in 0..300 {
            server.set(key, &Thing::at((tick % 100) as f32)).expect("a state");
        }
        server.poll(tick, Duration::ZERO);
        server.drain(|packet| {
            assert!(packet.bytes.len() <= 300);
            for record in Game::parsed(packet.bytes).records {
                let key = record.key as usize;
                longest[key % 4] = longest[key % 4].max(tick - last[key]);
                count[key % 4] += 1;
                last[key] = tick;
            }
        });
    }
    assert!(last.iter().all(|tick| *tick > 2_700), "each was sent");
    // The heavier, the shorter the wait.
    assert!(longest.is_sorted_by(|lighter, heavier| lighter > heavier), "{longest:?}");
    assert!(longest[0] < 250 && longest[3] < 20, "{longest:?}");
    // In proportion to the weights, as long as no tick has room for all.
    let share = |heavy: usize, light: usize| f64::from(count[heavy]) / f64::from(count[light]);
    assert!((share(1, 0) - 2.0).abs() < 0.2 && (share(2, 0) - 5.0).abs() < 0.5, "{count:?}");
}

#[test]
fn an_entity_with_a_weight_below_one_is_sent_less_often() {
    let mut server = Server::new(SnapshotConfig::new(20).with_budget(60));
    server.connect(PEER, Duration::ZERO);
    for key in 0..40 {
        server.insert(key, &Thing::at(0.0)).expect("a state");
        assert!(server.set_weight(PEER, key, if key < 20 { 0.25 } else { 1.0 }));
    }
    let mut count = [0_u32; 2];
    for tick in 1..2_000 {
        for key in 0..40 {
            server.set(key, &Thing::at((tick % 100) as f32)).expect("a state");
        }
        server.poll(tick, Duration::ZERO);
        server.drain(|packet| {
            for record in Game::parsed(packet.bytes).records {
                count[record.key as usize / 20] += 1;
            }
        });
    }
    assert!((f64::from(count[1]) / f64::from(count[0]) - 4.0).abs() < 0.4, "{count:?}");
}

#[test]
fn a_budget_is_a_bound_of_each_tick() {
    for budget in [60, 300, 1_200, 2_000, 4_800] {
        let mut game = Game::with(SnapshotConfig::new(20).with_budget(budget));
        for key in 0..500 {
            game.server.insert(key, &Thing::at(key as f32)).expect("a state");
        }
        let mut ticks = 0;
        while game.client.keys().count() < 500 {
            ticks += 1;
            let packets = game.packets();
            let bytes: usize = packets.iter().map(Vec::len).sum();
            assert!(bytes <= budget && packets.iter().all(|packet| packet.len() <= 1_200));
            // The rest of the budget has no room for one more.
            assert!(
                bytes + 8 + 19 > budget
                    || game
                        .server
                        .statistics(PEER)
                        .is_some_and(|statistics| statistics.waiting < 500)
            );
            for packet in packets {
                let now = game.now();
                game.client.receive(&packet, now).expect("a packet");
            }
            let message = game.message();
            game.receive(&message).expect("a message");
        }
        assert!(ticks <= 500 * 21 / (budget - 20) + 2, "{budget}: {ticks}");
    }
}

#[test]
fn one_record_is_sent_whatever_the_budget() {
    let mut game = Game::with(SnapshotConfig::new(20).with_budget(0));
    for key in 0..10 {
        game.server.insert(key, &Thing::at(key as f32)).expect("a state");
    }
    for _ in 0..10 {
        game.run();
    }
    assert_eq!(game.client.keys().count(), 10);
    game.server.set_budget(PEER, 1_200);
    for key in 0..10 {
        game.server.set(key, &Thing::at(100.0)).expect("a state");
    }
    let packets = game.packets();
    assert_eq!(Game::parsed(&packets[0]).records.len(), 10);
}

#[test]
fn weights_have_bounds() {
    let mut game = Game::with(SnapshotConfig::new(20).with_budget(0));
    for key in 0..3 {
        game.server.insert(key, &Thing::at(0.0)).expect("a state");
    }
    for (key, weight) in [(0, f32::NAN), (1, f32::INFINITY), (2, -5.0)] {
        assert!(game.server.set_weight(PEER, key, weight));
    }
    assert!(!game.server.set_weight(PEER, 9, 1.0) && !game.server.set_weight(9, 1, 1.0));
    game.run();
    assert_eq!(game.client.keys().collect::<Vec<_>>(), [1]);
    for _ in 0..5 {
        game.run();
    }
    assert_eq!(game.client.keys().count(), 3);
}

#[test]
fn what_is_lost_is_sent_again() {
    let mut game = Game::new();
    game.server.insert(5, &Thing::at(1.0)).expect("a state");
    // The round trip is assumed to be 6 ticks at first: after 8 ticks without a confirmation it is sent again.
    let sent: Vec<_> = (0..20)
        .map(|_| game.packets().iter().any(|packet| !Game::parsed(packet).records.is_empty()))
        .collect();
    let ticks: Vec<_> = (0..20).filter(|tick| sent[*tick]).collect();
    assert_eq!(ticks, [0, 9, 18]);
}

#[test]
fn packets_that_nobody_drains_are_dropped() {
    let mut game = Game::new();
    game.server.insert(5, &Thing::at(1.0)).expect("a state");
    game.server.poll(101, game.now());
    game.server.set(5, &Thing::at(2.0)).expect("a state");
    game.server.poll(102, game.now());
    let mut ticks = Vec::new();
    game.server.drain(|packet| ticks.push(Game::parsed(packet.bytes).tick));
    assert_eq!(ticks, [102]);
}

/// A packet takes as many records as fit, and a tick as many bytes as the budget allows, to the byte.
#[test]
fn packets_and_ticks_are_filled_to_the_last_byte() {
    for (budget, longest) in [(4_800, 1_200), (1_500, 1_500)] {
        let mut most = 0;
        for len in 1..1_100 {
            let mut game = Game::with(SnapshotConfig::new(20).with_budget(budget));
            // The weight decides which one is first.
            for (key, len) in [(1, 1_200 - 200), (2, len)] {
                let text = "a".repeat(len);
                game.server.insert(key, &Thing::Note(Note { text, color: 1 })).expect("a state");
                game.server.set_weight(PEER, key, 3.0 - key as f32);
            }
            let packets = game.packets();
            let bytes = packets.iter().map(Vec::len).sum::<usize>();
            assert!(bytes <= budget && packets.iter().all(|packet| packet.len() <= 1_200));
            if budget == 1_500 || packets.len() == 1 {
                most = most.max(bytes);
            }
        }
        assert_eq!(most, longest);
    }
}

#[test]
fn records_are_counted_by_what_they_hold() {
    let mut game = Game::new();
    game.server.insert(5, &Thing::at(1.0)).expect("a state");
    game.server.insert(6, &Thing::at(1.0)).expect("a state");
    game.run();
    game.server.set(5, &Thing::at(2.0)).expect("a state");
    game.run();
    game.server.remove(6);
    game.run();
    let sent = game.server.statistics(PEER).expect("a client");
    assert_eq!((sent.wholes, sent.deltas, sent.absences), (2, 1, 1));
}

/// Two later ticks have come without it.
#[test]
fn what_was_overtaken_is_sent_again_at_once() {
    let mut game = Game::new();
    for key in [5, 6] {
        game.server.insert(key, &Thing::at(1.0)).expect("a state");
    }
    game.run();
    game.server.set(5, &Thing::at(2.0)).expect("a state");
    assert_eq!(Game::parsed(&game.packets()[0]).records.len(), 1, "and is lost");
    let mut keys = Vec::new();
    for tick in 0..4 {
        game.server.set(6, &Thing::at(tick as f32)).expect("a state");
        let packets = game.packets();
        keys.push(
            Game::parsed(&packets[0]).records.iter().map(|it| it.key).collect::<BTreeSet<_>>(),
        );
        game.client.receive(&packets[0], game.now()).expect("a packet");
        let message = game.message();
        game.receive(&message).expect("a message");
    }
    assert_eq!(keys, [&[6][..], &[6], &[5, 6], &[6]].map(|keys| keys.iter().copied().collect()));
}
