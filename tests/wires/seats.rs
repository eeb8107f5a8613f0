//! Seats without a session: players that return, and random plays.

use godot_var::seats::{SeatError, Seats, Taken, Token};
use proptest::prelude::*;

use crate::seats_model::{LIMITS, Play, Step, at, token};

fn seats() -> Seats<u32, &'static str> {
    let mut seats = Seats::new(LIMITS);
    seats.add(token(1), 1, "ann").expect("a seat");
    seats.add(token(2), 2, "bob").expect("a seat");
    seats
}

#[test]
fn a_player_returns_within_the_grace_time() {
    let mut seats = seats();
    assert!(seats.leave(&1, at(10)));
    assert!(seats.is_away(&1));
    assert_eq!(seats.get(&1), Some(&"ann"));
    assert_eq!(seats.expired(at(39)), None);
    let taken = seats.take(token(1).bytes(), 3);
    assert_eq!(taken, Ok(Taken { old: 1, old_is_open: false }));
    assert_eq!((seats.get(&1), seats.get(&3)), (None, Some(&"ann")));
    assert!(!seats.is_away(&3));
    // The time does not matter to a player who is there.
    assert_eq!(seats.expired(at(1000)), None);
}

#[test]
fn the_newer_connection_wins() {
    let mut seats = seats();
    let taken = seats.take(token(1).bytes(), 3);
    assert_eq!(taken, Ok(Taken { old: 1, old_is_open: true }));
    // The end of the old connection is noticed later.
    assert!(!seats.leave(&1, at(10)));
    assert!(!seats.is_away(&3));
    assert_eq!(seats.expired(at(1000)), None);
}

#[test]
fn a_seat_ends_and_its_token_with_it() {
    let mut seats = seats();
    seats.leave(&1, at(10));
    seats.leave(&1, at(20));
    seats.leave(&2, at(11));
    assert_eq!(seats.expired(at(40)), Some((1, "ann")));
    assert_eq!(seats.expired(at(40)), None);
    assert_eq!(seats.take(token(1).bytes(), 3), Err(SeatError::UnknownToken));
    assert_eq!(seats.expired(at(41)), Some((2, "bob")));
    assert!(seats.is_empty());

    let mut seats = self::seats();
    assert_eq!(seats.remove(&1), Some("ann"));
    assert_eq!(seats.take(token(1).bytes(), 3), Err(SeatError::UnknownToken));
    assert!(!seats.leave(&1, at(10)));

    // Nothing of a seat is left.
    seats.leave(&2, at(10));
    *seats.get_mut(&2).expect("a player who is away") = "eve";
    assert!(!seats.is_empty());
    assert_eq!(seats.remove(&2), Some("eve"));
    assert_eq!(format!("{seats:?}"), format!("{:?}", Seats::<u32, &str>::new(LIMITS)));
}

#[test]
fn a_refusal_says_why() {
    let told = |error: SeatError| error.to_string();
    assert_eq!(
        told(SeatError::UnknownToken),
        "no seat has this token: it is wrong, or its grace time is over"
    );
    assert!(told(SeatError::TokenLength(0)).ends_with(", and not 0"));
}

#[test]
fn a_connection_has_one_player_and_a_player_one_connection() {
    let mut seats = seats();
    assert_eq!(seats.take(token(1).bytes(), 1), Err(SeatError::ConnectionTaken));
    assert_eq!(seats.take(token(1).bytes(), 2), Err(SeatError::ConnectionTaken));
    assert_eq!(seats.add(token(3), 2, "eve"), Err(SeatError::ConnectionTaken));
    assert_eq!(seats.add(token(1), 3, "eve"), Err(SeatError::TokenTaken));
    seats.leave(&1, at(10));
    // Somebody else with the name of the lost connection.
    assert_eq!(seats.add(token(3), 1, "eve"), Err(SeatError::ConnectionTaken));
    assert_eq!(seats.take(token(2).bytes(), 1), Err(SeatError::ConnectionTaken));
    // The player itself may have it again.
    let taken = seats.take(token(1).bytes(), 1);
    assert_eq!(taken, Ok(Taken { old: 1, old_is_open: false }));
    assert!(!seats.is_away(&1));
}

#[test]
fn tokens_are_not_guessed_by_their_beginning() {
    let mut seats = seats();
    let own = token(1);
    let own = own.bytes();
    let mut longer = own.to_vec();
    longer.push(1);
    let mut other = own.to_vec();
    other[15] ^= 1;
    let longest = vec![1; 100_000];
    let wrong: [&[u8]; 6] = [b"", &own[..15], &longer, &other, &[1; 64], &longest];
    for token in wrong {
        assert_eq!(seats.take(token, 3), Err(SeatError::UnknownToken));
        assert_eq!(seats.find(token), None);
    }
    assert_eq!(Token::new(&[]), Err(SeatError::TokenLength(0)));
    assert_eq!(Token::new(&[0; 65]), Err(SeatError::TokenLength(65)));
    assert_eq!(Token::new(own), Ok(token(1)));
    assert_eq!(format!("{:?}", token(1)), "Token(16 bytes)");
    assert!(!format!("{seats:?}").contains("1, 1, 1"));
}

#[test]
fn seats_of_players_who_are_away_count() {
    let mut seats = seats();
    for (number, is_added) in [(3, true), (4, true), (5, false), (6, false)] {
        let added = seats.add(token(number), u32::from(number), "eve");
        assert_eq!(added, if is_added { Ok(()) } else { Err(SeatError::Full) });
        seats.leave(&u32::from(number), at(10));
    }
    // Who is there keeps the seat, however many others came and went.
    assert!(seats.leave(&1, at(11)));
    assert!(seats.take(token(1).bytes(), 9).is_ok());
    assert_eq!(seats.len(), 4);
    while seats.expired(at(40)).is_some() {}
    assert_eq!(seats.len(), 2);
    assert_eq!(seats.add(token(7), 7, "eve"), Ok(()));
}

#[test]
fn a_seat_can_be_kept_longer() {
    let mut seats = seats();
    seats.keep_until(&1, at(500)); // not away
    seats.leave(&1, at(10));
    seats.keep_until(&1, at(20)); // no shorter time
    assert_eq!(seats.expired(at(39)), None);
    seats.keep_until(&1, at(50));
    assert_eq!(seats.expired(at(49)), None);
    assert_eq!(seats.expired(at(50)), Some((1, "ann")));
}

#[test]
fn seats_are_restored() {
    let mut seats = seats();
    assert_eq!(seats.add_away(token(3), 3, "eve", at(100)), Ok(()));
    assert!(seats.is_away(&3));
    assert_eq!(seats.expired(at(129)), None);
    let taken = seats.take(token(3).bytes(), 4);
    assert_eq!(taken, Ok(Taken { old: 3, old_is_open: false }));
    assert_eq!(seats.add_away(token(5), 5, "kim", at(100)), Ok(()));
    assert_eq!(seats.expired(at(130)), Some((5, "kim")));
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    // Few of each, so that they meet.
    let (token, connection) = (0..6_u8, 0..8_u32);
    let both = (token, connection.clone());
    let wrong = (both.clone(), any::<u8>());
    let step = prop_oneof![
        3 => both.clone().prop_map(|(token, connection)| Step::Add { token, connection }),
        1 => both.clone().prop_map(|(token, connection)| Step::AddAway { token, connection }),
        4 => both.prop_map(|(token, connection)| Step::Take { token, connection }),
        1 => wrong.prop_map(|((token, connection), change)| Step::Guess { token, change, connection }),
        4 => connection.clone().prop_map(Step::Leave),
        1 => connection.prop_map(Step::Remove),
        2 => (0..40_u64).prop_map(Step::Wait),
    ];
    prop::collection::vec(step, 0..120)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn no_seat_is_lost_or_shared(steps in steps()) {
        let mut play = Play::new();
        for step in steps {
            play.step(step);
        }
    }
}
