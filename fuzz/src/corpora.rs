//! The inputs that were kept of fuzzing: a file for each target in `fuzz/corpora`.
//!
//! A file is a list of inputs, the shortest first, each after its length in two bytes, little-endian.

use std::fs;
use std::path::{Path, PathBuf};

/// The maximum length of a file in bytes: those of all targets together have 3 MB at most.
const MOST: usize = 120_000;

/// Returns the file of a target.
pub fn path(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora").join(target)
}

/// Returns the inputs that are kept of a target.
pub fn kept(target: &str) -> Vec<Vec<u8>> {
    unpack(&fs::read(path(target)).unwrap_or_default())
}

/// Writes inputs into a file, as many as have room. The longest are left out.
pub fn pack(mut inputs: Vec<Vec<u8>>) -> Vec<u8> {
    inputs.sort_by(|one, other| (one.len(), one).cmp(&(other.len(), other)));
    inputs.dedup();
    let mut file = Vec::new();
    for input in inputs {
        let Ok(len) = u16::try_from(input.len()) else { break };
        if file.len() + 2 + input.len() > MOST {
            break;
        }
        file.extend(len.to_le_bytes());
        file.extend(input);
    }
    file
}

/// Reads the inputs of a file.
///
/// # Panics
/// If the file is cut.
pub fn unpack(mut file: &[u8]) -> Vec<Vec<u8>> {
    let mut inputs = Vec::new();
    while let Some((len, rest)) = file.split_first_chunk::<2>() {
        let (input, rest) = rest.split_at(u16::from_le_bytes(*len).into());
        inputs.push(input.to_vec());
        file = rest;
    }
    assert!(file.is_empty(), "a file of inputs is cut");
    inputs
}
