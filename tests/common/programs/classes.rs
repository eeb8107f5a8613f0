//! Generated classes in an engine, as a function of messages.
#![allow(dead_code, reason = "each program of tests uses a part of this")]

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write};
use std::time::Duration;

use godot_var::dialect::Generation;
use godot_var::framing::{LengthOrder, read_frame, write_frame};
use godot_var::{
    DecodeError, EncodeError, FromVariantBytes, Godot3, Godot4, Limits, ToVariantBytes, Variant,
};

use super::engine::{Engine, Scratch};
use crate::needs::Godot;

/// The bytes of a value, as an engine writes it; an error if it has none.
pub(crate) fn bytes_for<T: ToVariantBytes>(
    engine: &Godot,
    value: &T,
) -> Result<Vec<u8>, EncodeError> {
    match engine.generation {
        Generation::Godot3 => value.to_variant_bytes::<Godot3>(),
        Generation::Godot4 => value.to_variant_bytes::<Godot4>(),
    }
}

pub(crate) fn value_of<T: for<'a> FromVariantBytes<'a>>(
    engine: &Godot,
    bytes: &[u8],
) -> Result<T, DecodeError> {
    match engine.generation {
        Generation::Godot3 => T::from_variant_bytes::<Godot3>(bytes),
        Generation::Godot4 => T::from_variant_bytes::<Godot4>(bytes),
    }
}

/// What a program of `tests/engine` and the classes do.
pub(crate) struct Classes<'s> {
    /// The folder of the repository, from that of the package.
    pub(crate) root: &'static str,
    /// The program that reads the calls, and passes them to the classes: `generated.gd`, or `flat.gd`.
    pub(crate) program: &'static str,
    /// The generated script.
    pub(crate) script: &'s str,
    /// Whether the engine may complain of messages by itself.
    pub(crate) complains: bool,
}

impl Classes<'_> {
    /// Returns an answer to each call: the bytes that a class writes again, or why it refuses them.
    pub(crate) fn answers(
        &self,
        godot: &Godot,
        test: &str,
        calls: impl IntoIterator<Item = Variant>,
    ) -> Vec<Result<Vec<u8>, String>> {
        let scratch = Scratch::in_engine(godot, test);
        fs::write(scratch.path("messages.gd"), self.script).expect("a script");
        let mut input = BufWriter::new(File::create(scratch.path("in")).expect("a file"));
        let mut count = 0;
        for call in calls {
            let bytes = bytes_for(godot, &call).expect("encodes");
            write_frame(&mut input, &bytes, LengthOrder::LittleEndian).expect("written");
            count += 1;
        }
        input.flush().expect("written");
        drop(input);
        let (folder, out) = (scratch.path(""), scratch.path("out"));
        let folder = folder.to_string_lossy().trim_end_matches('/').to_owned();
        let project = format!("{}/tests/engine/{}", self.root, godot.language());
        let mut engine = Engine::start_project(godot, scratch, &project, self.program, &[&folder]);
        // On a busy machine some thousand messages take longer than other scripts.
        engine.allow(Duration::from_secs(120));
        let log = if self.complains { engine.end() } else { engine.finish_in_place() };
        assert!(log.ends_with("OK\n") && !log.contains("SCRIPT ERROR"), "{log}");
        let mut output = BufReader::new(File::open(out).expect("the answers"));
        let mut buffer = Vec::new();
        let answer = |_| {
            let frame =
                read_frame(&mut output, LengthOrder::LittleEndian, Limits::DEFAULT, &mut buffer)
                    .expect("a frame")
                    .expect("an answer for each case");
            match value_of::<Variant>(godot, frame).expect("a value") {
                Variant::PackedByteArray(bytes) => Ok(bytes),
                Variant::String(reason) => Err(reason),
                other => panic!("{other:?}"),
            }
        };
        (0..count).map(answer).collect()
    }
}
