//! The generated classes of worlds take the packets of a server as the client in Rust does.

use std::fs;
use std::process::Command;

use godot_var::ToFlatBytes;
use godot_var::snapshot::SnapshotState;
use godot_var::snapshot::wire::{Record, Snapshot, Whole};
use godot_var_codegen::language::csharp::{CSharp, Engine};

use crate::{compile, folder, generate, hex, own_file, world_session};
use states::{Mark, MarkDelta, Shape, ShapeDelta, Sign, SignDelta};

#[path = "marks.rs"]
#[allow(missing_docs, reason = "the types say it all")]
mod states;

/// The class of a world has the entities, errors and messages of the client in Rust, for packets that are lost, doubled, late and broken.
pub(crate) fn snapshots() {
    let folder = folder("snapshots");
    let files = [generate("world", &CSharp::new(Engine::None), &folder), own_file("Snapshots.cs")];
    let program = folder.join("snapshots.exe");
    compile(&program, "exe", &files);
    let sessions = (0..12).map(|seed| world_session::transcript(seed, 700).join("\n"));
    let transcript = folder.join("transcript.tsv");
    fs::write(&transcript, sessions.collect::<Vec<_>>().join("\n\n")).expect("written");
    let output = Command::new("mono").args([program, transcript]).output().expect("mono");
    let [text, errors] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(output.status.success(), "{text}{errors}");
}

/// A packet that says one thing of the entity 9, as hex.
fn packet<S: SnapshotState>(
    sequence: u16,
    near: u8,
    whole: Option<S>,
    delta: Option<S::Delta>,
) -> String
where
    Snapshot<S>: ToFlatBytes,
{
    let whole = whole.map(|state| Whole { life: 1, state });
    let records = vec![Record { near, key: 9, far: None, whole, delta }];
    let (epoch, tick, input, lead) = (1, sequence.into(), 0, 0);
    let packet = Snapshot { epoch, sequence, tick, input, lead, records };
    hex(&packet.to_flat_bytes().expect("a packet"))
}

/// Worlds whose variants hold nothing, or enums whose variants hold nothing.
pub(crate) fn marks() {
    let folder = folder("marks");
    let files = [generate("marks", &CSharp::new(Engine::None), &folder), own_file("Marks.cs")];
    let program = folder.join("marks.exe");
    compile(&program, "exe", &files);
    let marks = [
        packet(1, 0, Some(Mark::Flag), None),
        packet::<Mark>(2, 1, None, Some(MarkDelta::Flag)),
        packet(3, 0, Some(Mark::Tree), None),
        packet::<Mark>(4, 0, None, None),
        packet(5, 0, Some(Mark::Flag), None),
        packet::<Mark>(6, 1, None, Some(MarkDelta::Tree)),
    ];
    let shaped = |delta| Some(SignDelta::Shaped(delta));
    let signs = [
        packet(1, 0, Some(Sign::Shaped(Shape::Square)), None),
        packet::<Sign>(2, 1, None, shaped(ShapeDelta::Square)),
        packet::<Sign>(3, 2, None, shaped(ShapeDelta::Round)),
    ];
    let output =
        Command::new("mono").arg(program).args([marks.join(","), signs.join(",")]).output();
    let output = output.expect("mono");
    let [text, errors] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    let anew = "entity 9: the delta is of another variant; the client starts again; ";
    let expected = [
        "1 events; 9=Flag at 1",
        "0 events; 9=Flag at 2",
        "0 events; 9=Tree at 3",
        "1 events; ",
        "1 events; 9=Flag at 5",
        anew,
        "True",
        "1 events; 9=01-02 at 1",
        "0 events; 9=01-02 at 2",
        anew,
        "02-01-00",
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), expected, "{errors}");
}
