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

/// Shows an input in every form, whole and in pieces.
///
/// The first byte is the source, the wire, and how many bytes of lengths of pieces follow.
pub fn inspect(bytes: &[u8]) {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let (lengths, input) = rest.split_at(rest.len().min(usize::from(first >> 4)));
    let decoder = &DECODERS[usize::from(first >> 2 & 3)];
    match first & 3 {
        0 => every_form(decoder, || Source::frames(Pieces::new(input, lengths), false, MOST)),
        1 => every_form(decoder, || Source::frames(Pieces::new(input, lengths), true, MOST)),
        2 => every_form(decoder, || Source::lines(Pieces::new(input, lengths), MOST)),
        _ => every_form(decoder, || Source::capture(Pieces::new(input, lengths), None, 0)),
    }
    let in_pieces = Source::capture(Pieces::new(input, lengths), Some(4000), 4);
    let whole = Source::capture(input, Some(4000), 4);
    let json = Options { form: Form::Json, ..SELECTION.clone() };
    assert_eq!(shown(in_pieces, decoder, &json).0, shown(whole, decoder, &json).0);
}

fn every_form<R: Read>(decoder: &Decoder, source: impl Fn() -> Source<R>) {
    let of = |form| Options { form, ..Options::default() };
    let (lines, outcome) = shown(source(), decoder, &of(Form::Json));
    for line in lines.lines() {
        let line: Json = serde_json::from_str(line).expect("JSON in each line");
        assert!(line["offset"].is_u64(), "{line}");
    }
    // A packet with too few bytes is counted as wrong, and has a line of its own.
    let least = outcome.shown + outcome.faults;
    assert!((least..=least + outcome.wrong).contains(&(lines.lines().count() as u64)));

    for full in [false, true] {
        let (_, dump) = shown(source(), decoder, &Options { full, ..of(Form::Dump) });
        assert_eq!((dump.wrong, dump.faults), (outcome.wrong, outcome.faults));
    }
    let (text, counted) = shown(source(), decoder, &of(Form::SummaryJson));
    let text: Json = serde_json::from_str(&text).expect("JSON");
    assert_eq!(text["all"]["count"].as_u64(), Some(counted.summary.total().count));
    assert_eq!(counted.summary.total().count, counted.shown);
    assert_eq!((counted.wrong, counted.faults), (outcome.wrong, outcome.faults));

    for form in [Form::Dump, Form::Json, Form::Summary] {
        let (_, selected) = shown(source(), decoder, &Options { form, ..SELECTION.clone() });
        assert!(selected.shown + selected.hidden <= outcome.shown, "{form:?}");
        assert_eq!((selected.wrong, selected.faults), (outcome.wrong, outcome.faults));
    }
}
