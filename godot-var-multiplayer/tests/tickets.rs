//! Tickets that a room must let in once, and those that it must refuse.

use std::collections::BTreeMap;

use data_encoding::BASE64URL_NOPAD;
use godot_var_multiplayer::tickets::{Ticket, TicketError, TicketGate, TicketKey};
use proptest::prelude::*;

const NOW: u64 = 1_800_000_000;

fn key() -> TicketKey {
    TicketKey::new(*b"32 bytes that only this test has")
}

fn ticket() -> Ticket {
    ticket_with(7, NOW + 30)
}

fn ticket_with(number: u64, expires: u64) -> Ticket {
    Ticket::new("red", "Ann", expires, number)
}

fn signed() -> String {
    key().sign(&ticket()).expect("short names")
}

fn check(text: impl AsRef<[u8]>) -> Result<Ticket, TicketError> {
    TicketGate::new(key()).check(text, "red", NOW)
}

/// Another implementation of HMAC has signed the same bytes: `python3 -c "import hmac …"`.
#[test]
fn the_text_is_the_documented_one() {
    let python = "AR7SSWsAAAAABwAAAAAAAAADcmVkA0FubjvISfOJrpqJUYTJ6tx1pyKIJ4UFiPa8-BdsU9ahcMkk";
    assert_eq!(signed(), python);
    assert!(signed().bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)));
}

#[test]
fn a_ticket_lets_in_once() {
    let mut gate = TicketGate::new(key());
    assert_eq!(gate.check(signed(), "red", NOW), Ok(ticket()));
    let refused = gate.check(signed(), "red", NOW);
    assert_eq!(refused, Err(TicketError::SeenBefore));
    let told = refused.map_err(|error| error.to_string());
    assert_eq!(told.unwrap_err(), "the ticket was used before; ask the lobby for another one");
    let other = ticket_with(8, NOW + 30);
    assert_eq!(gate.check(key().sign(&other).expect("short"), "red", NOW), Ok(other));
}

#[test]
fn each_changed_bit_is_refused() {
    let bytes = BASE64URL_NOPAD.decode(signed().as_bytes()).expect("base64");
    for bit in 0..bytes.len() * 8 {
        let mut changed = bytes.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        let refused = check(BASE64URL_NOPAD.encode(&changed)).expect_err("a changed bit");
        let expected = [TicketError::BadSignature, TicketError::Malformed];
        assert!(expected.contains(&refused), "bit {bit}: {refused:?}");
    }
    let text = signed().into_bytes();
    for bit in 0..text.len() * 8 {
        let mut changed = text.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        check(&changed).expect_err("a changed bit of the text");
    }
}

#[test]
fn no_part_and_no_extension_is_a_ticket() {
    let text = signed();
    for end in 0..text.len() {
        check(&text[..end]).expect_err("a cut text");
        check(&text[end + 1..]).expect_err("a cut text");
    }
    for more in ["A", "AA", "AAA", "AAAA", "=", " ", "\n", "\0"] {
        assert_eq!(
            check(format!("{text}{more}")).map(|ticket| ticket.room),
            Err(TicketError::Malformed)
        );
    }
    for nonsense in ["", "%", "é", "null", &"A".repeat(1_000_000)] {
        assert_eq!(check(nonsense), Err(TicketError::Malformed));
    }
}

#[test]
fn a_long_text_is_refused_before_it_is_decoded() {
    let mut gate = TicketGate::new(key());
    for (len, is_decoded) in [(748, true), (750, false), (1_000_000, false)] {
        let text = "A".repeat(len);
        let used = allocation_counter::measure(|| {
            assert_eq!(gate.check(&text, "red", NOW), Err(TicketError::Malformed));
        });
        assert_eq!(used.count_total > 0, is_decoded, "{len}: {} bytes", used.bytes_max);
    }
}

/// A name that moves from the room to the player keeps all letters, and still is another ticket.
#[test]
fn names_do_not_run_together() {
    let bytes = BASE64URL_NOPAD.decode(signed().as_bytes()).expect("base64");
    let (content, signature) = bytes.split_at(bytes.len() - 32);
    let mut moved = content[..17].to_vec();
    moved.extend(b"\x04redA\x02nn");
    moved.extend(signature);
    assert_eq!(check(BASE64URL_NOPAD.encode(&moved)), Err(TicketError::BadSignature));
}

#[test]
fn other_keys_rooms_and_times() {
    let other = TicketKey::new([0; 32]).sign(&ticket()).expect("short");
    assert_eq!(check(other), Err(TicketError::BadSignature));
    let rows = [
        ("red", NOW, 0, Ok(())),
        ("Red", NOW, 0, Err(TicketError::WrongRoom)),
        ("", NOW, 0, Err(TicketError::WrongRoom)),
        ("red2", NOW, 0, Err(TicketError::WrongRoom)),
        ("red", NOW + 29, 0, Ok(())),
        ("red", NOW + 30, 0, Err(TicketError::Expired)),
        // The room's clock is ahead of the lobby's, or behind it.
        ("red", NOW + 30, 5, Ok(())),
        ("red", NOW + 34, 5, Ok(())),
        ("red", NOW + 35, 5, Err(TicketError::Expired)),
        ("red", NOW - 1_000, 0, Ok(())),
        ("red", 0, 0, Ok(())),
        ("red", u64::MAX, u64::MAX, Err(TicketError::Expired)),
        ("red", u64::MAX - 1, u64::MAX, Ok(())),
    ];
    for (room, now, leeway, expected) in rows {
        let mut gate = TicketGate::new(key()).with_leeway(leeway);
        let found = gate.check(signed(), room, now).map(|_| ());
        assert_eq!(found, expected, "{room:?} at {now} with {leeway}");
        assert_eq!(gate.remembered(), usize::from(expected.is_ok()));
    }
}

#[test]
fn a_clock_that_is_set_back_lets_nobody_in_again() {
    let mut gate = TicketGate::new(key());
    gate.check(signed(), "red", NOW).expect("a new ticket");
    assert_eq!(gate.check(signed(), "red", NOW + 30), Err(TicketError::Expired));
    assert_eq!(gate.remembered(), 0);
    assert_eq!(gate.check(signed(), "red", NOW), Err(TicketError::Expired));
    let later = ticket_with(7, NOW + 31);
    assert_eq!(gate.check(key().sign(&later).expect("short"), "red", NOW), Ok(later));
}

#[test]
fn the_memory_is_bounded() {
    let mut gate = TicketGate::new(key()).with_capacity(2);
    let mut enter = |number, now| {
        let text = key().sign(&ticket_with(number, NOW + number));
        gate.check(text.expect("short"), "red", now).map(|_| ())
    };
    assert_eq!([enter(10, NOW), enter(20, NOW)], [Ok(()), Ok(())]);
    assert_eq!(enter(30, NOW), Err(TicketError::Full));
    assert_eq!(enter(20, NOW), Err(TicketError::SeenBefore));
    assert_eq!(enter(30, NOW + 10), Ok(()));
    // Neither do refused ones take memory.
    let stranger = TicketKey::new([0; 32]);
    let mut gate = TicketGate::new(key());
    for number in 0..1_000 {
        let text = stranger.sign(&ticket_with(number, NOW + 30)).expect("short");
        gate.check(text, "red", NOW).expect_err("another key");
    }
    assert_eq!(gate.remembered(), 0);
}

#[test]
fn long_names_are_not_signed() {
    let longest = Ticket::new(&"r".repeat(255), &"p".repeat(255), u64::MAX, u64::MAX);
    let text = key().sign(&longest).expect("255 bytes");
    assert_eq!(TicketGate::new(key()).check(text, &longest.room, NOW), Ok(longest));
    for (room, player) in [(256, 0), (0, 256)] {
        let long = Ticket::new(&"r".repeat(room), &"p".repeat(player), NOW, 0);
        assert_eq!(key().sign(&long), Err(TicketError::TooLong));
    }
}

#[test]
fn a_key_is_not_printed() {
    assert_eq!(format!("{:?}", key()), "TicketKey(secret)");
}

proptest! {
    #[test]
    fn any_ticket_comes_back(room in ".{0,60}", player in ".{0,60}", expires in NOW + 1.., number: u64, secret: [u8; 32]) {
        let ticket = Ticket::new(&room, &player, expires, number);
        let key = TicketKey::new(secret);
        let text = key.sign(&ticket).expect("at most 240 bytes");
        prop_assert_eq!(TicketGate::new(key).check(text, &room, NOW), Ok(ticket));
    }

    #[test]
    fn any_bytes_are_refused(bytes: Vec<u8>) {
        check(&bytes).expect_err("random bytes");
        check(BASE64URL_NOPAD.encode(&bytes)).expect_err("random bytes");
    }

    /// A gate of any capacity and leeway, whose clock jumps: no ticket gets in twice, and the memory keeps its bound.
    #[test]
    fn nothing_gets_in_twice(
        capacity in 1..8_usize,
        leeway in 0..4_u64,
        visits in proptest::collection::vec((0..12_u64, NOW - 5..NOW + 40), 0..80),
    ) {
        let mut gate = TicketGate::new(key()).with_capacity(capacity).with_leeway(leeway);
        let mut entered: BTreeMap<u64, u64> = BTreeMap::new();
        for (number, now) in visits {
            let ticket = ticket_with(number, NOW + 3 * number);
            let visit = gate.check(key().sign(&ticket).expect("short"), "red", now);
            if let Ok(ticket) = visit {
                prop_assert!(now < ticket.expires + leeway);
                prop_assert_eq!(entered.insert(number, now), None);
            }
            prop_assert!(gate.remembered() <= capacity.min(entered.len()));
        }
    }
}
