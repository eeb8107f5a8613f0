//! Any recording, through all functions of `inspect`.

use std::io::{ErrorKind, Read};
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use godot_var::litenet::EraSpec;
use godot_var::{Dialect, Godot3, Godot4, Limits};
use godot_var_cli::Wire;
use godot_var_cli::litenet::Side;
use godot_var_cli::lludp::Interpreter;
use godot_var_cli::stream::{
    Form, Known, MaybeHex, Names, Options, Outcome, Recognized, Source, recognize, run,
};
use godot_var_cli::variant::Variants;
use godot_var_codegen::protocol;
use godot_var_schema::template;
use serde_json::Value as Json;

use crate::pieces::Pieces;

/// The maximum length of a message in bytes.
pub(crate) const MOST: usize = 2000;

pub(crate) static WIRES: LazyLock<[Box<dyn Wire>; 4]> = LazyLock::new(|| {
    let limits = Limits::DEFAULT;
    let schema = protocol::parse_text("arena.rs", include_str!("../../schemas/arena.rs"));
    let names = Names::new(schema.expect("a valid schema"), &[]).expect("no type is named");
    let messages = template::parse(include_str!("../../schemas/every_type.msg"));
    let interpreter = Interpreter::new(messages.expect("a valid template"));
    [
        Box::new(Variants::new(&Godot4::SPEC, limits).with_names(names)),
        Box::new(Variants::new(&Godot3::SPEC, limits.with_objects(true))),
        Box::new(Side::new(EraSpec::Head, true)),
        Box::new(interpreter),
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
pub(crate) fn shown<R: Read>(
    mut source: Source<R>,
    wire: &dyn Wire,
    options: &Options,
) -> (String, Option<Outcome>) {
    let mut output = Vec::new();
    let outcome = run(&mut source, wire, options, &mut output, &AtomicBool::new(false));
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

/// An input as it arrives.
pub(crate) type Input<'a> = Source<Box<dyn Read + 'a>>;

fn source<'a>(kind: u8, input: impl Read + 'a) -> Input<'a> {
    match kind & 3 {
        2 => Source::lines(Box::new(input), None, MOST),
        order => Source::frames(Box::new(MaybeHex::new(input)), order == 1, MOST),
    }
}

/// Shows an input in every form.
///
/// The first byte selects the source, the wire, and the number of bytes for the lengths of pieces.
pub fn inspect(bytes: &[u8]) {
    let Some((&kind, rest)) = bytes.split_first() else { return };
    let (lengths, input) = rest.split_at(rest.len().min(usize::from(kind >> 4)));
    let wire = &*WIRES[usize::from(kind >> 2 & 3)];
    let reads = |bytes: &[u8]| wire.read(bytes).is_ok_and(|it| it.used == bytes.len());
    let frames = wire.carried().is_variants();
    for typed in [false, true] {
        let known = Known { notation: None, frames, typed, max: MOST, reads: &reads };
        if let Ok((Recognized::Whole(bytes), _)) = recognize(input, known) {
            assert!(bytes.len() <= MOST);
        }
    }
    let pieces = source(kind, Pieces::new(input, lengths));
    in_every_form(pieces, || source(kind, input), wire, kind & 0x10 == 0);
}

/// Shows an input in every form, whole and in pieces. Returns what was found, or `None` if the input itself is broken.
pub(crate) fn in_every_form<'a>(
    pieces: Input<'a>,
    whole: impl Fn() -> Input<'a>,
    wire: &dyn Wire,
    full: bool,
) -> Option<Outcome> {
    let of = |form| Options { form, ..Options::default() };
    let (lines, outcome) = shown(whole(), wire, &of(Form::Json));
    assert_eq!(shown(pieces, wire, &of(Form::Json)).0, lines);
    for line in lines.lines() {
        let line: Json = serde_json::from_str(line).expect("JSON in each line");
        assert!(line["offset"].is_u64(), "{line}");
    }
    let outcome = outcome?;
    // A packet with too few bytes counts as wrong, and has a line of its own.
    let least = outcome.shown + outcome.faults;
    assert!((least..=least + outcome.wrong).contains(&(lines.lines().count() as u64)));

    let found = |options: &Options| {
        let (text, found) = shown(whole(), wire, options);
        let found = found.expect("no other end than before");
        assert_eq!((found.wrong, found.faults), (outcome.wrong, outcome.faults));
        (text, found)
    };
    found(&Options { full, ..of(Form::Dump) });

    let (text, counted) = found(&of(Form::SummaryJson));
    let text: Json = serde_json::from_str(&text).expect("JSON");
    assert_eq!(text["all"]["count"].as_u64(), Some(counted.summary.total().count));
    assert_eq!(counted.summary.total().count, counted.shown);

    found(&of(Form::Line));
    for form in [Form::Dump, Form::Json, Form::Line] {
        let (_, selected) = found(&Options { form, ..SELECTION.clone() });
        assert!(selected.shown + selected.hidden <= outcome.shown, "{form:?}");
    }
    Some(outcome)
}
