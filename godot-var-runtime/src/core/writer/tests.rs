//! All sinks write the same: random calls, next to a `Vec` that holds what they must write.

use alloc::vec;
use alloc::vec::Vec;

use super::*;

/// Words of a run, of more than one piece.
static RUN: [Word; 20] = {
    let mut run = [[1, 2, 3, 0]; 20];
    let mut index = 0;
    while index < run.len() {
        run[index][3] = index as u8;
        index += 1;
    }
    run
};

/// Random numbers (`splitmix64`).
struct Random(u64);

impl Random {
    fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.number() % bound as u64) as usize
    }

    fn bytes(&mut self, most: usize) -> Vec<u8> {
        let len = self.below(most + 1);
        (0..len).map(|_| self.number() as u8).collect()
    }

    fn words(&mut self, most: usize) -> Vec<Word> {
        let len = self.below(most + 1);
        (0..len).map(|_| (self.number() as u32).to_le_bytes()).collect()
    }
}

/// Makes the same calls for a seed, whatever the sink. Returns what they must have written, and the largest length on the way.
fn write<O: Output>(out: &mut O, seed: u64) -> (Vec<u8>, usize) {
    let mut random = Random(seed);
    let (mut all, mut longest) = (Vec::new(), 0);
    let start = out.mark();
    for _ in 0..random.below(12) {
        let run = &RUN[..[0, 1, 16, 20][random.below(4)]];
        let number = [1, 2, 3].map(|_: u8| (random.number() as u32).to_le_bytes());
        let used = 2 + random.below(2);
        match random.below(14) {
            0 => {
                let bytes = random.bytes(9);
                out.put_bytes(&bytes);
                all.extend(bytes);
            }
            1 => {
                let bytes = random.bytes(9);
                out.put_padded(&bytes);
                let end = all.len() + bytes.len().next_multiple_of(4);
                all.extend(bytes);
                all.resize(end, 0);
            }
            2 => {
                let number = random.number() as u32;
                out.put_u32(number);
                all.extend(number.to_le_bytes());
            }
            3 => {
                let words = random.words(4);
                out.put_words(&words);
                all.extend(words.as_flattened());
            }
            4 => {
                out.put_number(&number, used);
                all.extend(number[..used].as_flattened());
            }
            5 => {
                out.put_run_and_number(run, &number, used);
                all.extend(run.as_flattened());
                all.extend(number[..used].as_flattened());
            }
            6 => {
                let text = random.bytes(9);
                let nul = random.below(2);
                match nul {
                    0 => out.put_text::<0>(7, &text),
                    _ => out.put_text::<1>(7, &text),
                }
                let end = all.len() + 4 + (text.len() + nul).next_multiple_of(4);
                all.extend(7_u32.to_le_bytes());
                all.extend(text);
                all.resize(end, 0);
            }
            7 => {
                let (number, len) = (random.number(), random.below(9));
                out.put_low_bytes(200, number, len);
                all.push(200);
                all.extend(&number.to_le_bytes()[..len]);
            }
            8 => {
                let mark = out.put_run(run);
                assert_eq!(mark, start + all.len());
                let at = all.len();
                all.extend(run.as_flattened());
                if let Some(room) = out.run(mark, run.len()) {
                    assert_eq!(room, run);
                }
                if run.len() > 1 {
                    if let Some([word]) = out.run(mark + 4, 1) {
                        *word = *b"hole";
                    }
                    all[at + 4..at + 8].copy_from_slice(b"hole");
                }
            }
            9 => {
                let fills = random.below(2) == 0;
                let filled = out.put_filled(run, |room| {
                    assert_eq!(room, run);
                    room.fill([9; 4]);
                    fills
                });
                let instead = vec![[9; 4]; run.len()];
                if !filled {
                    out.put_words(&instead);
                }
                assert!(if fills { filled || !out.grows() } else { !filled });
                all.extend(instead.as_flattened());
            }
            10 => {
                let words = random.words(30);
                let (most, fills) = (words.len() + random.below(40), random.below(2) == 0);
                out.reserve(most * 4);
                let written = out.put_bounded(most, |room| {
                    assert_eq!(room.len(), most);
                    room[..words.len()].copy_from_slice(&words);
                    fills.then_some(words.len())
                });
                if !written {
                    out.put_words(&words);
                }
                assert!(if fills { written || !out.grows() } else { !written });
                longest = longest.max(all.len() + most * 4);
                all.extend(words.as_flattened());
            }
            #[cfg(feature = "flat")]
            11 => {
                let bytes = random.bytes(9);
                let exactly = random.below(2) == 0;
                let most = bytes.len() + if exactly { 0 } else { random.below(3) };
                let fill = |room: &mut SliceOutput<'_>| {
                    room.put_bytes(&bytes);
                    Ok(())
                };
                out.put_within(most, exactly, fill).expect("a value of so many bytes");
                all.extend(bytes);
            }
            12 => {
                longest = longest.max(all.len());
                let position = random.below(all.len() + 1);
                out.rewind(position);
                all.truncate(position);
            }
            _ => {
                let bytes = random.bytes(4);
                if bytes.len() <= all.len() {
                    let at = random.below(all.len() - bytes.len() + 1);
                    out.replace(at, &bytes);
                    all[at..at + bytes.len()].copy_from_slice(&bytes);
                }
            }
        }
        assert_eq!((out.position(), out.mark()), (all.len(), start + all.len()));
    }
    let longest = longest.max(all.len());
    (all, longest)
}

#[test]
fn all_sinks_write_the_same() {
    for seed in 0..5_000 {
        let mut out = VecOutput::new(Vec::new());
        let (all, longest) = write(&mut out, seed);
        assert_eq!(out.into_buffer(), all, "{seed}");

        let mut buffer = vec![0xee; 5];
        let mut out = VecOutput::new(&mut buffer);
        write(&mut out, seed);
        assert_eq!((&buffer[..5], &buffer[5..]), (&[0xee; 5][..], &all[..]), "{seed}");

        #[cfg(feature = "bytes")]
        {
            let mut out = BytesMutOutput::new(bytes::BytesMut::from(&b"before"[..]));
            write(&mut out, seed);
            assert_eq!(out.into_buffer(), [b"before", &all[..]].concat(), "{seed}");
        }

        for more in [0, 1, 4, 100] {
            let mut buffer = vec![0xee; longest + more];
            write(&mut SliceOutput::new(&mut buffer), seed);
            assert_eq!(buffer[..all.len()], all, "{seed}");
            assert!(
                buffer[longest..].iter().all(|byte| *byte == 0xee),
                "{seed}: after the message"
            );
        }
        // It counts what does not fit.
        for room in [0, longest / 2, longest.saturating_sub(1)] {
            let mut buffer = vec![0xee; room];
            let mut out = SliceOutput::new(&mut buffer);
            write(&mut out, seed);
            assert_eq!(out.position(), all.len(), "{seed}");
        }
    }
}

#[test]
fn a_sink_has_room_for_a_value_or_takes_nothing() {
    let mut buffer = Vec::with_capacity(8);
    let mut out = VecOutput::new(&mut buffer);
    let room = out.buffer().capacity() / 4;
    assert!(!out.put_bounded(room + 1, |_| unreachable!("there is no room")));
    assert!(out.put_bounded(room, |room| Some(room.len())));
    assert_eq!((out.position(), out.grows()), (room * 4, true));

    let mut buffer = [0; 8];
    let mut out = SliceOutput::new(&mut buffer);
    assert!(!out.put_bounded(3, |_| unreachable!("there is no room")));
    assert!(!out.put_filled(&RUN[..3], |_| unreachable!("there is no room")));
    assert!(out.put_bounded(2, |_| Some(1)) && !out.grows());
    assert_eq!((out.run(4, 1).is_some(), out.run(4, 2).is_some()), (true, false));
    assert!(out.put_filled(&RUN[..1], |_| true));
    assert_eq!(out.position(), 8);
}

#[cfg(feature = "flat")]
#[test]
fn a_value_has_the_bytes_that_its_type_states() {
    let fill = |room: &mut SliceOutput<'_>| {
        room.put_bytes(&[1, 2, 3]);
        Ok(())
    };
    for (most, exactly, end) in
        [(3, true, Some(3)), (4, false, Some(3)), (4, true, Some(4)), (2, false, None)]
    {
        let mut out = VecOutput::new(Vec::new());
        let is_ok = out.put_within(most, exactly, fill).is_ok();
        assert_eq!(is_ok.then(|| out.position()), end, "{most}");
        let mut buffer = [0; 4];
        let mut out = SliceOutput::new(&mut buffer);
        let is_ok = out.put_within(most, exactly, fill).is_ok();
        assert_eq!(is_ok.then(|| out.position()), end, "{most}");
    }
    let mut buffer = [0; 7];
    let mut out = SliceOutput::new(&mut buffer);
    out.put_bytes(&[9]);
    assert!(out.take_chunks(7, 1).is_none());
    assert_eq!(out.position(), 1);
    let chunks = out.take_chunks(6, 3).expect("6 bytes");
    chunks.enumerate().for_each(|(index, chunk)| chunk.fill(index as u8));
    assert_eq!((out.position(), buffer), (7, [9, 0, 0, 0, 1, 1, 1]));
}

#[test]
fn containers_are_counted() {
    let mut out = SliceOutput::new(&mut []);
    (0..Limits::MAX_DEPTH).for_each(|_| out.enter().expect("1,024 containers"));
    assert_eq!(out.enter().expect_err("one more").kind(), EncodeErrorKind::TooDeep);
    out.leave();
    out.enter().expect("one was left");
}
