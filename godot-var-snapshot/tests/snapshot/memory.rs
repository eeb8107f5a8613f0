//! Memory: none is allocated in a tick once all buffers have their size, and each client takes what the settings allow.

use std::time::Duration;

use allocation_counter::measure;
use godot_var::snapshot::{Incoming, SnapshotConfig};

use crate::game::{Client, PEER, Server, Steer, Thing};

#[test]
fn a_tick_allocates_nothing() {
    let mut server = Server::new(SnapshotConfig::new(20).with_budget(2_000));
    for key in 0..200 {
        server.insert(key, &Thing::at(0.0)).expect("a state");
    }
    let peers = 1..=10;
    let mut clients: Vec<Client> =
        peers.clone().map(|_| Client::new(SnapshotConfig::new(20))).collect();
    for peer in peers.clone() {
        server.connect(peer, Duration::ZERO);
    }
    let mut allocated = Vec::new();
    for tick in 1..400_u32 {
        let now = Duration::from_millis(50) * tick;
        let messages: Vec<_> = clients
            .iter_mut()
            .map(|client| {
                client.send(&Steer { forward: 1, turn: tick as i8 }, now).expect("an input")
            })
            .collect();
        let info = measure(|| {
            for (peer, message) in peers.clone().zip(&messages) {
                server.receive(Incoming::new(peer, message), now).expect("a message");
                while server.next_input(peer).is_some() {}
            }
            for key in (0..200).filter(|key| (key + tick) % 3 != 0) {
                server.set(key, &Thing::at((tick % 512) as f32)).expect("a state");
            }
            server.poll(tick, now);
        });
        allocated.push(info.count_total);
        server.drain(|packet| {
            // One in five is lost.
            if !(packet.peer as u32 + tick).is_multiple_of(5) {
                clients[packet.peer as usize - 1].receive(packet.bytes, now).expect("a packet");
            }
        });
    }
    assert_eq!(allocated[250..].iter().sum::<u64>(), 0, "{allocated:?}");
}

#[test]
fn a_client_takes_the_memory_that_the_settings_allow() {
    let entities = 200;
    let mut server = Server::new(SnapshotConfig::new(20).with_budget(usize::MAX));
    for key in 0..entities {
        server.insert(key, &Thing::at(0.0)).expect("a state");
    }
    let mut tick = 0;
    let mut run = |server: &mut Server| {
        for _ in 0..200 {
            tick += 1;
            for key in 0..entities {
                server.set(key, &Thing::at((tick % 512) as f32)).expect("a state");
            }
            server.poll(tick, Duration::ZERO);
            server.drain(|_| {});
        }
    };
    run(&mut server);
    // Clients that never confirm anything, and send inputs that nobody takes.
    let clients = 10;
    let kept = measure(|| {
        for peer in 0..clients {
            server.connect(peer, Duration::ZERO);
        }
        run(&mut server);
        for number in 1..1_000_u32 {
            let mut message = vec![0];
            message.extend([number as u8 | 0x80, (number >> 7) as u8]);
            message.extend([1, 1, 0]);
            for peer in 0..clients {
                let result = server.receive(Incoming::new(peer, &message), Duration::ZERO);
                assert!(result.is_ok() || number < 128, "{result:?}");
            }
        }
    });
    // The packets of a tick are shared by all.
    let of_each = kept.bytes_current / i64::from(clients);
    assert!(of_each <= 150_000, "{of_each}");
    let left = measure(|| {
        for peer in 0..clients {
            server.disconnect(peer);
        }
    });
    assert!(left.bytes_current < -(i64::from(clients) * 80_000), "{}", left.bytes_current);
    server.connect(PEER, Duration::ZERO);
}

/// A client that confirms nothing keeps the entities that have gone until there are too many of them, but not their states.
#[test]
fn entities_that_have_gone_take_no_states() {
    let run = |is_silent: bool| {
        let kept = measure(|| {
            let mut server = Server::new(SnapshotConfig::new(20));
            if is_silent {
                server.connect(PEER, Duration::ZERO);
            }
            for tick in 70..1_600_u32 {
                // 200 live, each for 66 ticks.
                for key in tick * 3..tick * 3 + 3 {
                    server.insert(key, &Thing::at(0.0)).expect("a state");
                    server.remove(key - 200);
                }
                for key in tick * 3 - 190..tick * 3 {
                    let _ = server.set(key, &Thing::at((tick % 512) as f32));
                }
                server.poll(tick, Duration::ZERO);
                server.drain(|_| {});
            }
            std::mem::forget(server);
        });
        kept.bytes_current
    };
    let (silent, alone) = (run(true), run(false));
    assert!(silent - alone < 150_000 + 4_096 * 400, "{silent} {alone}");
}

#[test]
fn new_entities_use_the_memory_of_a_few_that_have_gone() {
    let mut server = Server::new(SnapshotConfig::new(20));
    let mut allocations = 0;
    let kept = measure(|| {
        for tick in 70..700_u32 {
            let info = measure(|| {
                for key in tick * 3..tick * 3 + 3 {
                    server.insert(key, &Thing::at(0.0)).expect("a state");
                    server.remove(key - 200);
                }
                for key in tick * 3 - 190..tick * 3 {
                    let _ = server.set(key, &Thing::at((tick % 512) as f32));
                }
                server.poll(tick, Duration::ZERO);
            });
            allocations = info.count_total;
        }
    });
    // Without them each of 190 states takes two.
    assert!(allocations < 60, "{allocations}");
    let keys: Vec<u32> = server.keys().collect();
    let left = measure(|| keys.into_iter().for_each(|key| assert!(server.remove(key))));
    let left = kept.bytes_current + left.bytes_current;
    assert!(left < kept.bytes_current / 4, "{left} of {}", kept.bytes_current);
}
