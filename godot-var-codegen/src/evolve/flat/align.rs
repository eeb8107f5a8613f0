//! Which fields of two records are the same.

/// A field of either record, or of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The reader's field and the writer's, by their positions. A field that `is_moved` stands where the other side has another one.
    Both { read: usize, written: usize, is_moved: bool },
    /// A field that the reader alone has.
    Read(usize),
    /// A field that the writer alone has.
    Written(usize),
}

/// Pairs fields in order by their names. Two names that the other side lacks are one field that was renamed.
pub(super) fn align(reader: &[&str], writer: &[&str]) -> Vec<Step> {
    let mut steps = Vec::new();
    let (mut read, mut written) = (0, 0);
    while let (Some(own), Some(other)) = (reader.get(read), writer.get(written)) {
        let (is_known, other_is_known) = (writer.contains(own), reader.contains(other));
        if own == other || is_known == other_is_known {
            let is_moved = own != other && is_known;
            steps.push(Step::Both { read, written, is_moved });
            read += 1;
            written += 1;
        } else if is_known {
            steps.push(Step::Written(written));
            written += 1;
        } else {
            steps.push(Step::Read(read));
            read += 1;
        }
    }
    steps.extend((read..reader.len()).map(Step::Read));
    steps.extend((written..writer.len()).map(Step::Written));
    steps
}

/// How many of the steps are before the last field of both.
pub(super) fn before_end(steps: &[Step]) -> usize {
    steps.iter().rposition(|step| matches!(step, Step::Both { .. })).map_or(0, |last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_what_came_went_and_moved() {
        let both = |read, written, is_moved| Step::Both { read, written, is_moved };
        assert_eq!(align(&["a", "b"], &["a", "b"]), [both(0, 0, false), both(1, 1, false)]);
        assert_eq!(align(&["a", "b"], &["a", "c"]), [both(0, 0, false), both(1, 1, false)]);
        assert_eq!(
            align(&["a", "b"], &["a", "x", "b", "y"]),
            [both(0, 0, false), Step::Written(1), both(1, 2, false), Step::Written(3)]
        );
        assert_eq!(align(&["x", "a"], &["a"]), [Step::Read(0), both(1, 0, false)]);
        assert_eq!(align(&["a", "b"], &["b", "a"]), [both(0, 0, true), both(1, 1, true)]);
        assert_eq!(before_end(&align(&["a", "b", "c"], &["a", "x", "b"])), 3);
    }
}
