//! Any recording or capture, through all functions of `inspect`.

use std::io::{ErrorKind, Read};
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use godot_var::litenet::EraSpec;
use godot_var::{Dialect, Godot3, Godot4, Limits};
use godot_var_cli::Transport;
use godot_var_cli::litenet::Side;
use godot_var_cli::lludp::Interpreter;
use godot_var_cli::pcap::{Carried, Settings};
use godot_var_cli::stream::{
    Decoder, Form, Known, MaybeHex, Names, Options, Outcome, Recognized, Source, recognize, run,
};
use godot_var_codegen::protocol;
use godot_var_schema::template;
use serde_json::Value as Json;

use crate::pieces::Pieces;

/// The maximum length of a message in bytes.
const MOST: usize = 2000;

static DECODERS: LazyLock<[Decoder; 4]> = LazyLock::new(|| {
    let limits = Limits::DEFAULT;
    let schema = protocol::parse_text("arena.rs", include_str!("../../schemas/arena.rs"));
    let names = Names::new(schema.expect("a valid schema"), &[]).expect("no type is named");
    let messages = template::parse(include_str!("../../schemas/every_type.msg"));
    let interpreter = Interpreter::new(messages.expect("a valid template"));
    let side = Side { era: EraSpec::Head, from_client: true };
    [
        Decoder::Variant { spec: &Godot4::SPEC, limits, names: Some(Box::new(names)) },
        Decoder::Variant { spec: &Godot3::SPEC, limits: limits.with_objects(true), names: None },
        Decoder::LiteNet { side, limits },
        Decoder::Lludp(Box::new(interpreter)),
    ]
});

/// The selection; each wire has some of it.
static SELECTION: LazyLock<Options> = LazyLock::new(|| {
    let conditions = ["[0] != 3", "players[*].pos.x >= 0.5", "text !~ \"a\""];
    Options {
        conditions: conditions.map(|text| text.parse().expect("a condition")).to_vec(),
        ..Options::default()
    }
});

/// Returns the output and the outcome, or `None` if the input itself is broken: invalid digits.
fn shown<R: Read>(
    mut source: Source<R>,
    decoder: &Decoder,
    options: &Options,
) -> (String, Option<Outcome>) {
    let mut output = Vec::new();
    let outcome = run(&mut source, decoder, options, &mut output, &AtomicBool::new(false));
    if let Err(error) = &outcome {
        assert_eq!(error.kind(), ErrorKind::InvalidData);
    }
    let output = String::from_utf8(output).expect("text");
    assert!(is_tame(&output, options.form), "{output:?}");
    (output, outcome.ok())
}

/// Whether no message can send commands to the terminal: only colors are allowed. JSON has its own escapes.
fn is_tame(output: &str, form: Form) -> bool {
    let is_plain = |text: &str| !text.contains(|c: char| c.is_control() && c != '\n');
    let is_style = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b';');
    let mut parts = output.split('\x1b');
    form == Form::Json
        || parts.next().is_some_and(is_plain)
            && parts.all(|part| {
                part.strip_prefix('[')
                    .and_then(|part| part.split_once('m'))
                    .is_some_and(|(style, text)| is_style(style) && is_plain(text))
            })
}

fn source<'a>(kind: u8, input: impl Read + 'a) -> Source<Box<dyn Read + 'a>> {
    let big_endian = kind & 3 == 1;
    match kind & 3 {
        0 | 1 => Source::frames(Box::new(MaybeHex::new(input)), big_endian, MOST),
        2 => Source::lines(Box::new(input), None, MOST),
        _ => Source::capture(Box::new(input), settings(kind), None, 0),
    }
}

/// What is looked for in a capture: each transport, and a guess.
fn settings(kind: u8) -> Settings {
    let transport = match (kind >> 4) % 5 {
        0 => None,
        1 => Some(Transport::Udp),
        2 => Some(Transport::Tcp),
        3 => Some(Transport::WebSocket),
        _ => Some(Transport::Enet),
    };
    let carried = match kind >> 2 & 3 {
        0 => Carried::Variants,
        1 => Carried::Godot3Variants,
        2 => Carried::Multiplayer,
        _ => Carried::Other,
    };
    Settings { transport, carried, big_endian: false, max: MOST }
}

/// Shows an input in every form, whole and in pieces.
///
/// The first byte selects the source, the wire, and the number of bytes for the lengths of pieces, which also selects the transport
/// in a capture.
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
    let reads = |bytes: &[u8]| decoder.decode(bytes).is_ok_and(|it| it.used == bytes.len());
    let frames = matches!(decoder, Decoder::Variant { .. });
    for typed in [false, true] {
        let known = Known { notation: None, frames, typed, max: MOST, reads: &reads };
        if let Ok((Recognized::Whole(bytes), _)) = recognize(input, known) {
            assert!(bytes.len() <= MOST);
        }
    }
    let Some(outcome) = outcome else { return };
    // A packet with too few bytes counts as wrong, and has a line of its own.
    let least = outcome.shown + outcome.faults;
    assert!((least..=least + outcome.wrong).contains(&(lines.lines().count() as u64)));

    let found = |source: Source<_>, options: &Options| {
        let (text, found) = shown(source, decoder, options);
        let found = found.expect("no other end than before");
        assert_eq!((found.wrong, found.faults), (outcome.wrong, outcome.faults));
        (text, found)
    };
    found(source(kind, input), &Options { full: kind & 0x10 == 0, ..of(Form::Dump) });

    let (text, counted) = found(source(kind, input), &of(Form::SummaryJson));
    let text: Json = serde_json::from_str(&text).expect("JSON");
    assert_eq!(text["all"]["count"].as_u64(), Some(counted.summary.total().count));
    assert_eq!(counted.summary.total().count, counted.shown);

    found(source(kind, input), &of(Form::Line));
    for form in [Form::Dump, Form::Json, Form::Line] {
        let (_, selected) = found(source(kind, input), &Options { form, ..SELECTION.clone() });
        assert!(selected.shown + selected.hidden <= outcome.shown, "{form:?}");
    }
    if kind & 3 == 3 {
        let of_port = Source::capture(input, settings(kind), Some(4000), 4);
        let (_, of_port) = shown(of_port, decoder, &of(Form::Summary));
        let of_port = of_port.expect("a capture has no digits");
        assert!(of_port.shown + of_port.wrong <= outcome.shown + outcome.wrong);
    }
}
