//! What a state must offer, and its encoded form.

use alloc::vec::Vec;

use godot_var_runtime::flat::{FromFlatBytes, ToFlatBytes};
use godot_var_runtime::{EncodeError, Output, VecOutput};

/// The most fields of a state: a delta has a bit for each.
const MOST_FIELDS: usize = 64;

/// The state of an entity. `#[derive(SnapshotState)]` implements it for a struct with `#[flat(delta)]`, and for an enum of such structs.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the state of an entity",
    label = "no fields to compare and no delta",
    note = "derive it: `#[derive(Clone, GodotFlat, SnapshotState)]` and `#[flat(delta)]` on a struct, or on an enum whose variants hold such structs"
)]
pub trait SnapshotState: Clone + ToFlatBytes + for<'de> FromFlatBytes<'de> {
    /// The fields that changed. In an enum the number of the variant comes first.
    type Delta: ToFlatBytes + for<'de> FromFlatBytes<'de>;

    /// Writes each field as a delta has it, in order.
    ///
    /// # Errors
    /// For a value that has no place on the wire.
    fn encode_fields(&self, fields: &mut Fields<'_>) -> Result<(), EncodeError>;

    /// Takes the changed fields over. Returns `false`, and changes nothing, if the delta is of another variant.
    fn apply_delta(&mut self, delta: Self::Delta) -> bool;

    /// Returns the state between this one and a newer one: `at` is 0 at this one and 1 at the newer.
    #[must_use]
    fn interpolate(&self, newer: &Self, at: f32) -> Self;

    /// Returns the state that this one becomes without news, by what it contains, such as a velocity. The default is the state itself.
    #[must_use]
    fn extrapolate(&self, seconds: f32) -> Self {
        let _ = seconds;
        self.clone()
    }
}

/// What a client does in a tick. `#[derive(SnapshotState)]` implements it for a struct with `#[flat(delta)]`; a client without inputs
/// has `()`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an input",
    label = "older inputs are sent as deltas, and this type has none",
    note = "an input is a struct with `#[flat(delta)]` that derives `Clone`, `GodotFlat` and `SnapshotState`"
)]
pub trait SnapshotInput: SnapshotState {
    /// The fields that are not equal to those of another input.
    fn delta_from(&self, other: &Self) -> Self::Delta;
}

/// The state of the entities of a world, with what its clients do: `#[snapshot(input = Steer)]` beside `#[derive(SnapshotState)]`
/// implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name the input of its clients",
    label = "a state without `input`",
    note = "write `#[derive(SnapshotState)]` and `#[snapshot(input = Steer)]` on `{Self}`, with your type of input, or `#[snapshot(input = ())]` if clients send none"
)]
pub trait SnapshotWorld: SnapshotState {
    /// What a client does in a tick; `()` for nothing.
    type Input: SnapshotInput;
}

impl SnapshotState for () {
    type Delta = ();

    fn encode_fields(&self, _: &mut Fields<'_>) -> Result<(), EncodeError> {
        Ok(())
    }

    fn apply_delta(&mut self, (): ()) -> bool {
        true
    }

    fn interpolate(&self, (): &(), _: f32) {}
}

impl SnapshotInput for () {
    fn delta_from(&self, (): &()) {}
}

/// A state in encoded form: the number of its variant, then field by field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Encoded {
    bytes: Vec<u8>,
    /// Where each field ends.
    ends: Vec<u16>,
    /// The length of the variant's number.
    head: u16,
}

/// Takes the fields of a state, one after the other: see [`SnapshotState::encode_fields`].
#[derive(Debug)]
pub struct Fields<'e>(&'e mut Encoded);

impl Fields<'_> {
    /// Writes the number of an enum's variant, before the fields.
    ///
    /// # Errors
    /// Those of `encode`.
    pub fn variant(
        &mut self,
        encode: impl FnOnce(&mut VecOutput<&mut Vec<u8>>) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        encode(&mut VecOutput::new(&mut self.0.bytes))?;
        self.0.head = self.0.len()?;
        Ok(())
    }

    /// Writes the next field.
    ///
    /// # Errors
    /// Those of `encode`; for more than 64 fields or 65,535 bytes.
    pub fn field(
        &mut self,
        encode: impl FnOnce(&mut VecOutput<&mut Vec<u8>>) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        if self.0.ends.len() == MOST_FIELDS {
            return Err(EncodeError::custom("a state has at most 64 fields"));
        }
        encode(&mut VecOutput::new(&mut self.0.bytes))?;
        let end = self.0.len()?;
        self.0.ends.push(end);
        Ok(())
    }
}

impl Encoded {
    /// Takes a state over. After an error the contents are unspecified.
    pub(crate) fn encode<S: SnapshotState>(&mut self, state: &S) -> Result<(), EncodeError> {
        self.bytes.clear();
        self.ends.clear();
        self.head = 0;
        state.encode_fields(&mut Fields(self))
    }

    fn len(&self) -> Result<u16, EncodeError> {
        u16::try_from(self.bytes.len())
            .map_err(|_| EncodeError::custom("the fields of a state take at most 65,535 bytes"))
    }

    /// Appends the delta that makes this state of an older one. Returns `false`, and appends nothing, if there is none.
    pub(crate) fn append_delta(&self, older: &Self, out: &mut Vec<u8>) -> bool {
        let (head, old_head) = (usize::from(self.head), usize::from(older.head));
        if self.bytes.get(..head) != older.bytes.get(..old_head)
            || self.ends.len() != older.ends.len()
        {
            return false;
        }
        VecOutput::new(&mut *out).put_bytes(self.bytes.get(..head).unwrap_or_default());
        let (start, mask_len) = (out.len(), self.ends.len().div_ceil(8));
        out.resize(start + mask_len, 0);
        let (mut mask, mut from, mut old_from) = (0_u64, head, head);
        for (position, (end, old_end)) in self.ends.iter().zip(&older.ends).enumerate() {
            let (end, old_end) = (usize::from(*end), usize::from(*old_end));
            let new = self.bytes.get(from..end).unwrap_or_default();
            if older.bytes.get(old_from..old_end) != Some(new) {
                mask |= 1 << position;
                out.extend_from_slice(new);
            }
            (from, old_from) = (end, old_end);
        }
        for (byte, bits) in out.iter_mut().skip(start).take(mask_len).zip(mask.to_le_bytes()) {
            *byte = bits;
        }
        true
    }
}
