//! Any recording or capture, through all that `inspect` does.

use std::io::Read;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use godot_var::litenet::Generation;
use godot_var::{Dialect, Godot3, Godot4, Limits};
use godot_var_cli::litenet::Side;
use godot_var_cli::lludp::Interpreter;
use godot_var_cli::stream::{Decoder, Form, Names, Options, Outcome, Source, run};
use godot_var_schema::{protocol, template};
use serde_json::Value as Json;

use crate::pieces::Pieces;

/// A message may have so many bytes.
const MOST: usize = 2000;

static DECODERS: LazyLock<[Decoder; 4]> = LazyLock::new(|| {
    let limits = Limits::DEFAULT;
    let schema = protocol::parse_text("arena.rs", include_str!("../../schemas/arena.rs"));
    let names = Names::new(schema.expect("a valid schema"), &[]).expect("no type is named");
    let messages = template::parse(include_str!("../../schemas/every_type.msg"));
    let interpreter = Interpreter::new(messages.expect("a valid template"));
    let side = Side { era: Generation::Head, from_client: true };
    [
        Decoder::Variant { spec: &Godot4::SPEC, limits, names: Some(Box::new(names)) },
        Decoder::Variant { spec: &Godot3::SPEC, limits: limits.with_objects(true), names: None },
        Decoder::LiteNet { side, limits },
        Decoder::Lludp(Box::new(interpreter)),
    ]
});

/// What is asked for, where something is: each wire has some of it.
static SELECTION: LazyLock<Options> = LazyLock::new(|| {
    let conditions = ["[0] != 3", "players[*].pos.x >= 0.5", "text !~ \"a\""];
    Options {
        conditions: conditions.map(|text| text.parse().expect("a condition")).to_vec(),
        ..Options::default()
    }
});

fn shown<R: Read>(
    mut source: Source<R>,
    decoder: &Decoder,
    options: &Options,
) -> (String, Outcome) {
    let mut output = Vec::new();
    let outcome = run(&mut source, decoder, options, &mut output, &AtomicBool::new(false))
        .expect("neither reading nor writing fails");
    (String::from_utf8(output).expect("text"), outcome)
}

fn source<R: Read>(kind: u8, input: R) -> Source<R> {
    match kind & 3 {
        0 => Source::frames(input, false, MOST),
        1 => Source::frames(input, true, MOST),
        2 => Source::lines(input, MOST),
        _ => Source::capture(input, None, 0),
    }
}

/// Shows an input in every form, whole and in pieces.
///
/// The first byte is the source, the wire, and how many bytes of lengths of pieces follow.
pub fn inspect(bytes: &[u8]) {
    let Some((&kind, rest)) = bytes.split_first() else { return };
    let (lengths, input) = rest.split_at(rest.len().min(usize::from(kind >> 4)));
    let decoder = &DECODERS[usize::from(kind >> 2 & 3)];
    let of = |form| Options { form, ..Options::default() };
    let (lines, outcome) = shown(source(kind, input), decoder, &of(Form::Json));
    let pieces = source(kind, Pieces::new(input, lengths));
    assert_eq!(shown(pieces, decoder, &of(Form::Json)).0, lines);
    for line in lines.lines() {
        let line: Json = serde_json::from_str(line).expect("JSON in each line");
        assert!(line["offset"].is_u64(), "{line}");
    }
    // A packet with too few bytes is counted as wrong, and has a line of its own.
    let least = outcome.shown + outcome.faults;
    assert!((least..=least + outcome.wrong).contains(&(lines.lines().count() as u64)));

    let dump = Options { full: kind & 0x10 == 0, ..of(Form::Dump) };
    let (_, dumped) = shown(source(kind, input), decoder, &dump);
    assert_eq!((dumped.wrong, dumped.faults), (outcome.wrong, outcome.faults));

    let (text, counted) = shown(source(kind, input), decoder, &of(Form::SummaryJson));
    let text: Json = serde_json::from_str(&text).expect("JSON");
    assert_eq!(text["all"]["count"].as_u64(), Some(counted.summary.total().count));
    assert_eq!(counted.summary.total().count, counted.shown);
    assert_eq!((counted.wrong, counted.faults), (outcome.wrong, outcome.faults));

    for form in [Form::Dump, Form::Json] {
        let selection = Options { form, ..SELECTION.clone() };
        let (_, selected) = shown(source(kind, input), decoder, &selection);
        assert!(selected.shown + selected.hidden <= outcome.shown, "{form:?}");
        assert_eq!((selected.wrong, selected.faults), (outcome.wrong, outcome.faults));
    }
    if kind & 3 == 3 {
        let of_port = Source::capture(input, Some(4000), 4);
        let (_, of_port) = shown(of_port, decoder, &of(Form::Summary));
        assert!(of_port.shown + of_port.wrong <= outcome.shown + outcome.wrong);
    }
}
