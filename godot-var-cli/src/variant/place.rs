//! The byte at which the value of a path begins.

use godot_var::Limits;
use godot_var::dialect::DialectSpec;
use godot_var::error::PathSegment;
use godot_var_codegen::inspect::{Part, Piece, Place, walk};

/// Returns the byte at which the header of a value is, or that of the innermost value around one that is missing.
pub(super) fn place(
    bytes: &[u8],
    path: &[PathSegment],
    spec: &DialectSpec,
    limits: Limits,
) -> Option<usize> {
    // The steps that lead to the value around the present one, and the longest way so far.
    let (mut met, mut longest) = (0, None);
    let _ = walk(bytes, limits, spec, |Piece { offset, depth, place, part, .. }| {
        let Part::Header { .. } = part else { return };
        met = met.min(depth.saturating_sub(1));
        let is_step = match path.get(met) {
            _ if depth == 0 => true,
            Some(_) if depth != met + 1 => false,
            Some(PathSegment::Index(index)) => place == Place::Element(*index),
            Some(PathSegment::Key(key)) => place == Place::Entry(key),
            None => false,
        };
        if is_step {
            met = depth;
            if longest.is_none_or(|(steps, _)| depth >= steps) {
                longest = Some((depth, offset));
            }
        }
    });
    longest.map(|(_, offset)| offset)
}
