//! Reads a message from a client, into memory that is used again.

use alloc::vec::Vec;

use godot_var_derive::GodotFlat;
use godot_var_runtime::flat::FromFlatBytes;
use godot_var_runtime::{DecodeError, DecodeErrorKind, Reader};

use super::Refusal;
use crate::state::SnapshotInput;
use crate::wire::{MOST_INPUTS, Received};

/// The fields of [`ClientMessage`](crate::wire::ClientMessage) before the inputs.
#[derive(GodotFlat)]
#[flat(crate = crate::rt, flags)]
struct Head {
    received: Option<Received>,
    begin_anew: bool,
    #[flat(varint)]
    input: u32,
}

/// How many older inputs follow.
#[derive(GodotFlat)]
#[flat(crate = crate::rt)]
struct Count {
    #[flat(varint)]
    older: u32,
}

/// A message without its inputs.
pub(crate) struct Message {
    pub(crate) received: Option<Received>,
    pub(crate) begin_anew: bool,
    /// The number of the newest input, at least as high as there are inputs.
    pub(crate) input: u32,
}

impl Message {
    /// Reads a message, and its inputs, newest first, into an empty list.
    pub(crate) fn read<I: SnapshotInput>(
        bytes: &[u8],
        inputs: &mut Vec<I>,
    ) -> Result<Self, Refusal> {
        let reader = &mut Reader::new(bytes);
        let Head { received, begin_anew, input } = decoded(Head::read_flat_bytes(reader), None)?;
        let mut last: I = decoded(I::read_flat_bytes(reader), Some("newest"))?;
        let at = reader.position();
        let Count { older } = decoded(Count::read_flat_bytes(reader), None)?;
        if older as usize > MOST_INPUTS - 1 {
            let error = DecodeError::new(
                DecodeErrorKind::LimitExceeded,
                at,
                "at most 11 elements",
                alloc::format!("{older}"),
            );
            return Err(error.in_key("older").in_type("ClientMessage").into());
        }
        for _ in 0..older {
            let delta = decoded(I::Delta::read_flat_bytes(reader), Some("older"))?;
            let mut next = last.clone();
            next.apply_delta(delta);
            inputs.push(core::mem::replace(&mut last, next));
        }
        inputs.push(last);
        if reader.remaining() > 0 {
            let more = alloc::format!("{} more bytes", reader.remaining());
            let end = "the end of the message";
            return Err(DecodeError::new(
                DecodeErrorKind::WrongLength,
                reader.position(),
                end,
                more,
            )
            .into());
        }
        if (input as usize) < inputs.len() {
            return Err(Refusal::NoSuchInput { newest: input, inputs: inputs.len() });
        }
        Ok(Self { received, begin_anew, input })
    }
}

/// The result of a part of a message. Errors begin with the message and the field.
fn decoded<T>(
    result: Result<T, DecodeError>,
    field: Option<&'static str>,
) -> Result<T, DecodeError> {
    result.map_err(|error| match field {
        Some(field) => error.in_key(field).in_type("ClientMessage"),
        None => error,
    })
}
