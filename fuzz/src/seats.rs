//! Players that come, leave and return, and strangers with tokens, at seats and at a session with seats. The models of the tests say what
//! happens: only the token of a seat takes it, and none is lost.

use crate::pieces::Choices;
use crate::{seats_model, session_seats_model};

/// Runs the actions that the bytes select.
pub fn seats(bytes: &[u8]) {
    let mut choices = Choices(bytes);
    let Some(first) = choices.byte() else { return };
    if first & 1 == 0 {
        let mut play = seats_model::Play::new();
        while let Some(step) = step(&mut choices) {
            play.step(step);
        }
    } else {
        let mut play = session_seats_model::Play::new();
        while let Some(step) = session_step(&mut choices) {
            play.step(step);
        }
        play.end();
    }
}

fn step(choices: &mut Choices<'_>) -> Option<seats_model::Step> {
    use seats_model::Step;
    let (action, both) = (choices.byte()?, choices.byte()?);
    // Few of each, so that they meet.
    let (token, connection) = (both % 8, u32::from(both >> 3 & 7));
    Some(match action & 7 {
        0 => Step::Add { token, connection },
        1 => Step::AddAway { token, connection },
        2 | 3 => Step::Take { token, connection },
        4 => Step::Leave(connection),
        5 => Step::Remove(connection),
        6 => Step::Guess { token, change: choices.byte()?, connection },
        _ => Step::Wait((action >> 3).into()),
    })
}

fn session_step(choices: &mut Choices<'_>) -> Option<session_seats_model::Step> {
    use session_seats_model::Step;
    let (action, both) = (choices.byte()?, choices.byte()?);
    let (number, peer) = (both % 5, 2 + i32::from(both >> 3 & 7));
    Some(match action & 7 {
        0 => Step::Connect(peer),
        1 => Step::Add(peer, number),
        2 => Step::Take(peer, number),
        3 => Step::Complete(peer),
        4 => Step::Disconnect(peer),
        5 => Step::Remove(peer),
        6 => Step::Guess(peer, number, choices.byte()?),
        _ => Step::Wait((action >> 3).into()),
    })
}

/// Inputs that get far.
pub(crate) fn seeds() -> Vec<Vec<u8>> {
    // Who has which token: 1 at connection 1, and so on.
    let own = |n: u8| n | n << 3;
    let at = |token: u8, connection: u8| token | connection << 3;
    let all: Vec<u8> = (1..6).flat_map(|n| [0, own(n)]).collect();
    let returns = [4, own(1), 2, at(1, 6), 2, at(1, 7), 4, at(0, 7), 0xff, 0, 2, at(1, 1)];
    let ends = [4, own(1), 7, 0, 0xf7, 0, 0xff, 0, 2, at(1, 6), 0, own(1), 5, own(2), 2, at(2, 6)];
    let others = [1, at(6, 6), 2, at(6, 6), 4, own(2), 0, at(7, 2), 2, at(3, 2), 2, own(2)];
    let guesses: Vec<u8> = [0, 64, 127, 128, 143, 144, 145, 192, 255]
        .into_iter()
        .flat_map(|change| [6, at(1, 7), change])
        .collect();
    let plays = [&returns[..], &ends, &others, &guesses];
    let plays = plays.map(|play| [&[0][..], &all, play, &guesses].concat());

    let join = |n: u8, peer: u8| [0, at(0, peer), 1, at(n, peer), 3, at(0, peer)];
    let back = |n: u8, peer: u8| [0, at(0, peer), 2, at(n, peer), 3, at(0, peer)];
    let two = [join(1, 1), join(2, 2)].concat();
    let away = [&[4, at(0, 1)][..], &back(1, 3), &back(1, 1), &[4, at(0, 3)], &back(1, 1)].concat();
    let wins = [&back(1, 4)[..], &back(2, 5), &[4, at(0, 1), 4, at(0, 4), 0xff, 0], &back(1, 6)];
    let late = [0, at(0, 3), 2, at(1, 3), 0x27, 0, 4, at(0, 2), 0, at(0, 4), 2, at(2, 4), 0x27, 0];
    let same = [&[4, at(0, 1)][..], &join(3, 1), &back(2, 1), &back(1, 1)].concat();
    let full = [join(3, 3), join(4, 4), join(0, 5), back(0, 6)].concat();
    let gone = [&[0, at(0, 3), 2, at(1, 3), 5, at(0, 1), 3, at(0, 3)][..], &join(1, 4)].concat();
    let sessions = [away, wins.concat(), late.to_vec(), same, full, gone];
    let sessions = sessions.map(|play| [&[1][..], &two, &play, &guesses].concat());
    plays.into_iter().chain(sessions).collect()
}
