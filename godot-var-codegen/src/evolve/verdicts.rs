//! What is known of pairs of types, so that each is compared once.
//!
//! A type may contain itself. Inside itself a pair is taken for good: if it is not, the rest of it tells. What was found with a pair taken for
//! good holds until that pair is finished; then it is found again.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::seen::Seen;
use super::{At, Break, Judge};

/// A reader's type and what is written.
pub(super) type Pair = (usize, Written);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Written {
    /// A type, whose body is compared with the reader's.
    Type(usize),
    /// A value of any kind, by its position in [`Verdicts::values`].
    Value(usize),
}

/// What is known of pairs.
#[derive(Default)]
pub(super) struct Verdicts<'p> {
    known: BTreeMap<Pair, Vec<Break>>,
    /// What was found with a pair taken for good, the outermost of which is at this position of `open`.
    passing: BTreeMap<Pair, (Vec<Break>, usize)>,
    /// The pairs that are being compared, the outermost first.
    open: Vec<Pair>,
    /// The values that are written in place of an enum's.
    values: Vec<Seen<'p>>,
    /// How many pairs were compared.
    #[cfg(test)]
    pub(super) count: usize,
}

impl<'p> Verdicts<'p> {
    /// Returns the position of a value.
    fn value(&mut self, value: &Seen<'p>) -> usize {
        self.values.iter().position(|known| known.is_written_as(value)).unwrap_or_else(|| {
            self.values.push(value.clone());
            self.values.len() - 1
        })
    }
}

impl<'p> Judge<'p> {
    /// Compares the types that a reader's enum can be with what is written in its place.
    pub(super) fn once_in_place(
        &mut self,
        reader: usize,
        writer: &Seen<'p>,
        at: &At,
        compare: impl FnOnce(&mut Self),
    ) {
        let value = self.verdicts.borrow_mut().value(writer);
        self.once((reader, Written::Value(value)), at, compare);
    }

    /// Adds to the log what is known of a pair, or compares it.
    pub(super) fn once(&mut self, pair: Pair, at: &At, compare: impl FnOnce(&mut Self)) {
        let verdicts = Rc::clone(&self.verdicts);
        let mut state = verdicts.borrow_mut();
        if let Some(position) = state.open.iter().position(|open| *open == pair) {
            self.granted = self.granted.min(position);
            return;
        }
        if let Some((found, granted)) = state.passing.get(&pair) {
            self.granted = self.granted.min(*granted);
            return self.log.repeat(found.clone(), at);
        }
        if let Some(found) = state.known.get(&pair) {
            return self.log.repeat(found.clone(), at);
        }
        let position = state.open.len();
        state.open.push(pair);
        #[cfg(test)]
        {
            state.count += 1;
        }
        drop(state);
        let mut inner = self.inner();
        compare(&mut inner);
        let mut found: Vec<Break> = Vec::new();
        for problem in inner.log.problems {
            // One of each extent is enough.
            if found.iter().all(|known| known.extent != problem.found.extent) {
                found.push(problem.found);
            }
        }
        let mut state = verdicts.borrow_mut();
        state.open.pop();
        if inner.granted < position {
            self.granted = self.granted.min(inner.granted);
            state.passing.insert(pair, (found.clone(), inner.granted));
        } else {
            state.passing.retain(|_, (_, granted)| *granted < position);
            state.known.insert(pair, found.clone());
        }
        self.log.repeat(found, at);
    }
}
