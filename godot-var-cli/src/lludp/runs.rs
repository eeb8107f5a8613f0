//! Finds the runs of zeros in a zero-coded body.

/// A run of zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// The offset in the datagram.
    pub(super) raw: usize,
    /// The length in the datagram, in bytes.
    pub(super) len: usize,
    /// The offset of its zeros in the expanded packet.
    pub(super) expanded: usize,
    /// The number of zeros.
    pub(super) zeros: usize,
}

/// Returns the runs of a body that begins at `start` of its packet, by the rules of [`godot_var::lludp::expand`].
pub(super) fn runs(coded: &[u8], start: usize) -> Vec<Run> {
    let mut runs = Vec::new();
    let (mut at, mut expanded) = (0, start);
    while let Some(byte) = coded.get(at) {
        if *byte != 0 {
            at += 1;
            expanded += 1;
            continue;
        }
        let rest = coded.get(at..).unwrap_or_default();
        let wraps = rest.iter().take_while(|byte| **byte == 0).count() - 1;
        let count = rest.get(wraps + 1);
        let len = wraps + 1 + usize::from(count.is_some());
        // A run without a count is one zero, plus those of its wraps.
        let zeros = wraps * 256 + count.map_or(1, |count| usize::from(*count));
        runs.push(Run { raw: start + at, len, expanded, zeros });
        at += len;
        expanded += zeros;
    }
    runs
}

/// Returns the offset in the datagram for an offset in the expanded packet. For zeros this is the start of their run.
pub(super) fn raw_offset(runs: &[Run], expanded: usize) -> usize {
    let after = runs.partition_point(|run| run.expanded <= expanded);
    match after.checked_sub(1).and_then(|last| runs.get(last)) {
        None => expanded,
        Some(run) if expanded < run.expanded + run.zeros => run.raw,
        Some(run) => run.raw + run.len + (expanded - run.expanded - run.zeros),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_add_up_to_what_is_expanded() {
        let mut state = 1_u32;
        for len in 0..300 {
            let coded: Vec<u8> = (0..len)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    if state >> 30 == 0 { 0 } else { (state >> 16) as u8 % 5 }
                })
                .collect();
            let mut out = vec![7; 1 << 17];
            let expanded = godot_var::lludp::expand(&coded, &mut out).expect("room enough");
            let runs = runs(&coded, 6);
            let gained: usize = runs.iter().map(|run| run.zeros).sum();
            let taken: usize = runs.iter().map(|run| run.len).sum();
            assert_eq!(coded.len() - taken + gained, expanded, "{coded:?}");
            for (at, byte) in out[..expanded].iter().enumerate() {
                assert_eq!(coded[raw_offset(&runs, at + 6) - 6], *byte, "{coded:?} {at}");
            }
        }
    }

    #[test]
    fn every_form_of_a_run() {
        let run = |raw, len, expanded, zeros| Run { raw, len, expanded, zeros };
        assert_eq!(runs(&[1, 0, 7, 0, 0, 44], 6), [run(7, 2, 7, 7), run(9, 3, 14, 300)]);
        assert_eq!(runs(&[0], 6), [run(6, 1, 6, 1)]);
        assert_eq!(runs(&[0, 0], 6), [run(6, 2, 6, 257)]);
        assert_eq!(runs(&[0, 0, 0, 1], 0), [run(0, 4, 0, 513)]);
    }
}
