//! The values of `--wire`, and the wires that they and the other options make.

use std::io;
use std::path::Path;
use std::sync::Arc;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use godot_var::dialect::{DialectSpec, Double, Flagless, Godot3_0};
use godot_var::litenet::EraSpec;
use godot_var::multiplayer::Era;
use godot_var::{Dialect, Godot3, Godot4, Limits};
use godot_var_cli::Wire;
use godot_var_cli::flat::{Interpreter, Several};
use godot_var_cli::litenet::Side;
use godot_var_cli::mixed::Mixed;
use godot_var_cli::multiplayer::{Multiplayer, Names as MultiplayerNames};
use godot_var_cli::stream::Names;
use godot_var_cli::variant::Variants;
use godot_var_codegen::flat::Schema;
use godot_var_codegen::protocol::{self, Diagnostic, Protocol};

use super::lludp::Lludp;
use crate::sources::schema::{read, read_both, read_flat, report};

/// A wire; `None` if the schema has mistakes, which are printed.
type Opened = io::Result<Option<Arc<dyn Wire>>>;

/// A value of `--wire`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WireName {
    name: &'static str,
    alias: Option<&'static str>,
    help: &'static str,
    /// The file that has the names of its messages.
    pub(crate) names: NamesOf,
    open: fn(&Setup<'_>) -> Opened,
}

/// The file that has the names of a wire's messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NamesOf {
    /// A schema of Variants, or none.
    Variants,
    /// A schema of flat messages.
    Flat,
    /// A schema of RPCs and properties, or none.
    Sets,
    /// A message template.
    Template,
    /// The program has them.
    Program,
}

const fn wire(
    name: &'static str,
    names: NamesOf,
    help: &'static str,
    open: fn(&Setup<'_>) -> Opened,
) -> WireName {
    WireName { name, alias: None, help, names, open }
}

const fn with_alias(wire: WireName, alias: &'static str) -> WireName {
    WireName { alias: Some(alias), ..wire }
}

/// All wires. The first one is the default.
#[rustfmt::skip]
static WIRES: &[WireName] = &[
    wire("godot4", NamesOf::Variants, "Godot 4.0 and later", |setup| variants(setup, &Godot4::SPEC)),
    wire("godot3", NamesOf::Variants, "Godot 3.1 to 3.6", |setup| variants(setup, &Godot3::SPEC)),
    wire("godot3.0", NamesOf::Variants, "The Godot 3.0 engine: every int in 64 bits", |setup| variants(setup, &Godot3_0::SPEC)),
    wire("flagless", NamesOf::Variants, "The Godot 3.0 documentation taken literally: 64-bit ints and 32-bit floats without flags", |setup| variants(setup, &Flagless::SPEC)),
    wire("godot4-double", NamesOf::Variants, "Godot 4 built with `precision=double`", |setup| variants(setup, &<Double<Godot4> as Dialect>::SPEC)),
    wire("godot3-double", NamesOf::Variants, "Godot 3 built with `float=64`", |setup| variants(setup, &<Double<Godot3> as Dialect>::SPEC)),
    wire("flat", NamesOf::Flat, "Flat messages: the bytes of `StreamPeerBuffer.put_*`; needs a schema", flat),
    wire("litenet-2018", NamesOf::Program, "LiteNetLibManager (Unity) of July 2018", |setup| Ok(Some(litenet(setup, EraSpec::Y2018, false)))),
    with_alias(wire("litenet-head", NamesOf::Program, "LiteNetLibManager (Unity) of today, as servers send", |setup| Ok(Some(litenet(setup, EraSpec::Head, false)))), "litenet"),
    with_alias(wire("litenet-head-client", NamesOf::Program, "LiteNetLibManager (Unity) of today, as clients send", |setup| Ok(Some(litenet(setup, EraSpec::Head, true)))), "litenet-client"),
    wire("lludp", NamesOf::Template, "LLUDP, the protocol of Second Life and `OpenSimulator`: needs a message template", lludp),
    wire("multiplayer", NamesOf::Sets, "High-level multiplayer of Godot 4.3 and later", |setup| multiplayer(setup, Era::Godot4_3)),
    wire("multiplayer-4.0", NamesOf::Sets, "High-level multiplayer of Godot 4.0 to 4.2: confirmations contain the path", |setup| multiplayer(setup, Era::Godot4_0)),
];

impl ValueEnum for WireName {
    fn value_variants<'a>() -> &'a [Self] {
        WIRES
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name).aliases(self.alias).help(self.help))
    }
}

impl Default for WireName {
    fn default() -> Self {
        WIRES[0]
    }
}

impl PartialEq for WireName {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl WireName {
    /// Returns the wire of flat messages.
    pub(crate) fn flat() -> Self {
        WIRES.iter().copied().find(|wire| wire.names == NamesOf::Flat).unwrap_or_default()
    }

    /// Returns the name on the command line.
    pub(crate) const fn name(self) -> &'static str {
        self.name
    }

    /// Makes the wire. Returns `None` if the schema has mistakes, which are printed.
    pub(crate) fn open(self, setup: &Setup<'_>) -> Opened {
        let Setup { limits, schema, types, lludp, .. } = setup;
        let is_variant = self.names == NamesOf::Variants;
        let is_multiplayer = self.names == NamesOf::Sets;
        let is_flat = self.names == NamesOf::Flat;
        let option = types.option;
        for (is_wrong, message) in [
            (
                lludp.has_template() && self.names != NamesOf::Template,
                "--template is for `--wire lludp`",
            ),
            (
                limits.objects && !is_variant && !is_multiplayer,
                "--objects is for Variants; the messages of this wire have no objects",
            ),
            (
                schema.is_some() && !is_variant && !is_multiplayer && !is_flat,
                "--schema is for Variants and flat messages; the messages of this wire have names without a schema",
            ),
            (
                is_multiplayer && !types.names.is_empty(),
                &format!(
                    "{option} is for Variants; packets have the names of all sets of the schema"
                ),
            ),
        ] {
            if is_wrong {
                return Err(refused(message));
            }
        }
        (self.open)(setup)
    }
}

/// What a wire is made from: options of the command line, and the files that they name.
#[derive(Clone, Copy)]
pub(crate) struct Setup<'a> {
    /// The limits of what is read.
    pub(crate) limits: Limits,
    /// Whether the JSON of Variants without a schema is natural.
    pub(crate) natural: bool,
    pub(crate) schema: Option<&'a Path>,
    pub(crate) types: Types<'a>,
    pub(crate) lludp: &'a Lludp,
}

/// The types that messages may have; empty for all types of the schema.
#[derive(Clone, Copy)]
pub(crate) struct Types<'a> {
    /// The option or setting that names them, for errors.
    pub(crate) option: &'a str,
    pub(crate) names: &'a [String],
    /// Whether messages of other types are left out, also those of another kind.
    pub(crate) is_only: bool,
}

fn variants(setup: &Setup<'_>, spec: &'static DialectSpec) -> Opened {
    let wire = Variants::new(spec, setup.limits).with_natural(setup.natural);
    let Some(schema) = setup.schema else { return Ok(Some(Arc::new(wire))) };
    let Some((protocol, flat)) = printed(read_both(schema)) else { return Ok(None) };
    if protocol.types.is_empty() {
        // What is left out tells why there is no message.
        printed(read(schema));
        return named(wire, protocol, setup.types.option, setup.types.names).map(Some);
    }
    messages(setup, wire, protocol, flat).map(Some)
}

/// Makes the wire of a schema's Variants, and of its flat messages that are no Variants.
fn messages(
    setup: &Setup<'_>,
    wire: Variants,
    protocol: Protocol,
    flat: Schema,
) -> io::Result<Arc<dyn Wire>> {
    let Types { option, names, is_only } = setup.types;
    let position = |name: &String| match protocol.position(name) {
        Some(_) => None,
        None => flat.position(name),
    };
    let (mut types, mut of_variants) = (Vec::new(), Vec::new());
    for name in names {
        match position(name) {
            Some(index) => types.push(index),
            None => of_variants.push(name.clone()),
        }
    }
    let is_flat_alone = !types.is_empty() && of_variants.is_empty();
    if types.is_empty() && (names.is_empty() || !is_only) {
        let paths: Vec<String> = protocol.types.iter().map(protocol::TypeDef::path).collect();
        let alone = |index: &usize| !paths.contains(&flat.types[*index].path());
        types = flat.outer_types().into_iter().filter(alone).collect();
    }
    match Several::new(flat, &types, setup.limits) {
        Some(flat) if is_flat_alone || protocol.types.is_empty() => Ok(Arc::new(flat)),
        Some(flat) => {
            let names = Names::new(protocol, &of_variants);
            let names = names.map_err(|error| refused(&format!("{option}: {error}")))?;
            Ok(Arc::new(Mixed::new(wire.with_names(names), flat)))
        }
        None => named(wire, protocol, option, &of_variants),
    }
}

/// Makes the wire of a schema's Variants.
fn named(
    wire: Variants,
    protocol: Protocol,
    option: &str,
    types: &[String],
) -> io::Result<Arc<dyn Wire>> {
    let names = Names::new(protocol, types);
    let names = names.map_err(|error| refused(&format!("{option}: {error}")))?;
    Ok(Arc::new(wire.with_names(names)))
}

fn flat(setup: &Setup<'_>) -> Opened {
    let Some(schema) = setup.schema else {
        return Err(refused(
            "--wire flat: flat messages do not contain their types; give --schema FILE",
        ));
    };
    let Types { option, names, .. } = setup.types;
    let name = match names {
        [] => None,
        [name] => Some(name.as_str()),
        _ => return Err(refused("--wire flat: messages are of one type; give --type once")),
    };
    let Some(schema) = printed(read_flat(schema)) else { return Ok(None) };
    let interpreter = Interpreter::new(schema, name);
    let interpreter = interpreter.map_err(|error| refused(&format!("{option}: {error}")))?;
    Ok(Some(Arc::new(interpreter.with_limits(setup.limits))))
}

fn litenet(setup: &Setup<'_>, era: EraSpec, from_client: bool) -> Arc<dyn Wire> {
    Arc::new(Side { era, from_client, limits: setup.limits })
}

fn lludp(setup: &Setup<'_>) -> Opened {
    Ok(Some(Arc::new(setup.lludp.interpreter()?)))
}

fn multiplayer(setup: &Setup<'_>, era: Era) -> Opened {
    let mut wire = Multiplayer::new(era, setup.limits);
    let Some(schema) = setup.schema else { return Ok(Some(Arc::new(wire))) };
    let Some((protocol, flat)) = printed(read_both(schema)) else { return Ok(None) };
    let has_sets = !protocol.rpc_sets.is_empty() || !protocol.sync_sets.is_empty();
    let has_messages = !protocol.types.is_empty() || !flat.types.is_empty();
    if has_sets || !has_messages {
        let names = MultiplayerNames::new(protocol.clone());
        wire = wire.with_names(names.map_err(|error| refused(&format!("--schema: {error}")))?);
    }
    if has_messages {
        let variants = Variants::new(&Godot4::SPEC, setup.limits);
        wire = wire.with_payloads(messages(setup, variants, protocol, flat)?);
    }
    Ok(Some(Arc::new(wire)))
}

/// Prints the mistakes of a schema.
fn printed<T>(schema: Result<T, Vec<Diagnostic>>) -> Option<T> {
    schema.map_err(|errors| report("error", &errors)).ok()
}

pub(crate) fn refused(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

/// The error about an input that has fewer bytes than `--offset` leaves out.
pub(crate) fn too_short(offset: u64, bytes: u64) -> io::Error {
    refused(&format!("--offset {offset}: the input has {bytes} bytes"))
}
