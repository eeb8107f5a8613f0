//! Which parts of two types are the same.

/// A part of either type, or of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The reader's part and the writer's, by their positions. One that `is_moved` is where the other side has another one.
    Both { read: usize, written: usize, is_moved: bool },
    /// A part that only the reader has.
    Read(usize),
    /// A part that only the writer has.
    Written(usize),
}

/// Pairs fields in order by their names. Two names that the other side lacks are one field that was renamed.
pub(super) fn align<T>(reader: &[T], writer: &[T], name: impl Fn(&T) -> &str) -> Vec<Step> {
    let has = |fields: &[T], field: &T| fields.iter().any(|other| name(other) == name(field));
    let mut steps = Vec::new();
    let (mut read, mut written) = (0, 0);
    while let (Some(own), Some(other)) = (reader.get(read), writer.get(written)) {
        let (is_known, other_is_known) = (has(writer, own), has(reader, other));
        let is_same = name(own) == name(other);
        if is_same || is_known == other_is_known {
            steps.push(Step::Both { read, written, is_moved: !is_same && is_known });
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

/// Pairs parts by their names, then by their keys or ids: a key whose names the other side lacks is of one part that was renamed.
pub(super) fn by_name<T>(
    reader: &[T],
    writer: &[T],
    name: impl Fn(&T) -> &str,
    key: impl Fn(&T) -> Option<&str>,
) -> Vec<Step> {
    let has = |parts: &[T], part: &T| parts.iter().any(|other| name(other) == name(part));
    let same = |read: &T, written: &T| {
        let is_renamed = !has(writer, read) && !has(reader, written);
        name(read) == name(written) || is_renamed && key(read) == key(written)
    };
    let of_reader = reader.iter().enumerate().map(|(read, own)| {
        let written = writer.iter().position(|other| same(own, other));
        written.map_or(Step::Read(read), |written| Step::Both { read, written, is_moved: false })
    });
    let is_new = |(_, other): &(usize, &T)| !reader.iter().any(|own| same(own, other));
    let of_writer = writer.iter().enumerate().filter(is_new);
    of_reader.chain(of_writer.map(|(written, _)| Step::Written(written))).collect()
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
        let steps = |old: &[&'static str], new: &[&'static str]| align(old, new, |name| *name);
        let both = |read, written, is_moved| Step::Both { read, written, is_moved };
        assert_eq!(steps(&["a", "b"], &["a", "b"]), [both(0, 0, false), both(1, 1, false)]);
        assert_eq!(steps(&["a", "b"], &["a", "c"]), [both(0, 0, false), both(1, 1, false)]);
        assert_eq!(
            steps(&["a", "b"], &["a", "x", "b", "y"]),
            [both(0, 0, false), Step::Written(1), both(1, 2, false), Step::Written(3)]
        );
        assert_eq!(steps(&["x", "a"], &["a"]), [Step::Read(0), both(1, 0, false)]);
        assert_eq!(steps(&["a", "b"], &["b", "a"]), [both(0, 0, true), both(1, 1, true)]);
        assert_eq!(before_end(&steps(&["a", "b", "c"], &["a", "x", "b"])), 3);
    }
}
