//! What is known of pairs of types, so that each is compared once.
//!
//! A type may contain itself. While a pair is being compared, it counts as compatible: if it is not, the rest of it shows that. Then
//! whatever was found with it is forgotten, and is found again when it is needed.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// The verdicts `V` of pairs `P`. The default of a verdict is that everything fits.
pub(super) struct Verdicts<P, V>(RefCell<State<P, V>>);

struct State<P, V> {
    /// Pairs with their verdicts. Those that are being compared have none.
    known: BTreeMap<P, Option<V>>,
    /// The known pairs in the order in which their comparison began.
    order: Vec<P>,
    /// The pairs that counted as compatible while they were being compared.
    assumed: BTreeSet<P>,
    /// How many pairs were compared.
    #[cfg(test)]
    count: usize,
}

impl<P, V> Default for Verdicts<P, V> {
    fn default() -> Self {
        let (known, assumed) = (BTreeMap::new(), BTreeSet::new());
        let order = Vec::new();
        Self(RefCell::new(State {
            known,
            order,
            assumed,
            #[cfg(test)]
            count: 0,
        }))
    }
}

impl<P: Clone + Ord, V: Clone + Default + PartialEq> Verdicts<P, V> {
    /// Returns what is known of a pair, or compares it.
    pub(super) fn once(&self, pair: P, compare: impl FnOnce() -> V) -> V {
        let mut state = self.0.borrow_mut();
        match state.known.get(&pair) {
            Some(Some(known)) => return known.clone(),
            Some(None) => {
                state.assumed.insert(pair);
                return V::default();
            }
            None => {}
        }
        state.known.insert(pair.clone(), None);
        state.order.push(pair.clone());
        #[cfg(test)]
        {
            state.count += 1;
        }
        let first = state.order.len();
        drop(state);
        let found = compare();
        let mut state = self.0.borrow_mut();
        if state.assumed.remove(&pair) && found != V::default() {
            for inner in state.order.split_off(first) {
                state.known.remove(&inner);
            }
        }
        state.known.insert(pair, Some(found.clone()));
        found
    }

    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.0.borrow().count
    }
}
