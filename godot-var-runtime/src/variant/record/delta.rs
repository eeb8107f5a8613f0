//! Functions that generated code of deltas calls.

/// The type of a field that a delta compares.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be compared and copied",
    label = "a `delta` needs `Clone` and `PartialEq` here",
    note = "add `#[derive(Clone, PartialEq)]` to the type, and to the types in it"
)]
#[doc(hidden)]
pub trait DeltaField: Sized {
    /// The new value, if it is not equal to the old one.
    fn delta_of_field(&self, old: &Self) -> Option<Self>;
}

#[diagnostic::do_not_recommend]
impl<T: Clone + PartialEq> DeltaField for T {
    #[inline]
    fn delta_of_field(&self, old: &Self) -> Option<Self> {
        (self != old).then(|| self.clone())
    }
}

/// The same for a float. Two NaNs are equal here, or a NaN would be in every delta.
#[inline]
pub fn changed_float<T: Copy + PartialEq + Into<f64>>(new: &T, old: &T) -> Option<T> {
    let both_nan = (*new).into().is_nan() && (*old).into().is_nan();
    (new != old && !both_nan).then_some(*new)
}
