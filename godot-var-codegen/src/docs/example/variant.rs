//! Examples of Variant messages.

use super::sample;
use crate::docs::{Example, Run};
use crate::gdscript::literal;
use crate::inspect::{Part, Piece, Place, walk};
use crate::protocol::{Field, Protocol};
use godot_var_runtime::Limits;
use godot_var_runtime::VecOutput;
use godot_var_runtime::variant::{Dialect, Generation, Godot3, Godot4, Variant};

/// Makes an example as this engine writes it, and its value. The type is given by its index in [`Protocol::types`], the variant by its index in
/// [`Enumeration::members`](crate::protocol::Enumeration::members).
///
/// # Errors
/// The reason why there is no example.
pub(in crate::docs) fn variant(
    protocol: &Protocol,
    generation: Generation,
    index: usize,
    member: Option<usize>,
) -> Result<(Variant, Example), String> {
    let spec = match generation {
        Generation::Godot4 => &Godot4::SPEC,
        Generation::Godot3 => &Godot3::SPEC,
    };
    let value = sample::message(protocol, generation, index, member)?;
    let mut bytes = Vec::new();
    value.put_in(&mut VecOutput::new(&mut bytes), spec).map_err(|error| error.to_string())?;
    let mut runs = Runs::default();
    let limits = Limits::NONE;
    walk(&bytes, limits, spec, |piece| runs.piece(&piece)).map_err(|error| error.to_string())?;
    let runs = runs.runs;
    let text = literal::gdscript(&value, spec.generation);
    Ok((value, Example { value: text, bytes, runs }))
}

/// Makes the arguments of a call as expressions.
pub(in crate::docs) fn arguments(
    protocol: &Protocol,
    generation: Generation,
    fields: &[Field],
) -> Option<Vec<String>> {
    let values = sample::arguments(protocol, generation, fields)?;
    Some(values.iter().map(|value| literal::gdscript(value, generation)).collect())
}

/// Collects the pieces of a walk: one run for each value.
#[derive(Default)]
struct Runs {
    runs: Vec<Run>,
    /// The steps from the message to the current value.
    path: Vec<String>,
}

impl Runs {
    fn piece(&mut self, piece: &Piece<'_>) {
        if let (Part::Header { .. }, depth) = (piece.part, piece.depth) {
            self.path.truncate(depth.saturating_sub(1));
            let is_key = matches!(piece.place, Place::Key(_));
            if depth > 0 {
                self.path.push(match piece.place {
                    Place::Root => String::new(),
                    Place::Key(_) => String::new(),
                    Place::Element(index) => format!("[{index}]"),
                    Place::Value(index) => format!("(value {index})"),
                    Place::Entry(key) | Place::Property(key) => literal::step(key),
                });
            }
            let path = if is_key { String::new() } else { self.path.concat() };
            let path = path.strip_prefix('.').unwrap_or(&path).to_owned();
            let text = if is_key { format!("key: {}", piece.part) } else { piece.part.to_string() };
            self.runs.push(Run { offset: piece.offset, len: piece.bytes.len(), depth, path, text });
            return;
        }
        let Some(run) = self.runs.last_mut() else { return };
        run.len += piece.bytes.len();
        // Padding needs no description.
        if !matches!(piece.part, Part::Padding(_)) {
            run.text.push_str(", ");
            run.text.push_str(&piece.part.to_string());
        }
    }
}
