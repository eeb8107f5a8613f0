//! `godot-var schema`.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use godot_var::dialect::Generation;
use godot_var_cli::visible::shown;
use godot_var_codegen::schema::{self, Body, Schema};
use godot_var_codegen::{flat, protocol};

use crate::settings::tables::NO_SCHEMA;
use crate::settings::{self, Settings};
use crate::sources::schema::{no_type, read_both, report};

/// List the types of a schema, or print all of it as JSON
///
/// Each line has the wires of a type, with the bytes of a message and the fingerprint of the layout. The JSON is for generators of other
/// languages; `docs/schema_json.md` describes it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  godot-var schema
  godot-var schema schemas/arena.rs
  godot-var schema schemas/arena.rs --json")]
pub(super) struct Arguments {
    /// The schema: a Rust module with types that derive `GodotVar` or `GodotFlat`; default: the first one of `godot-var.toml`
    schema: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<bool> {
    let path = match &arguments.schema {
        Some(path) => path.clone(),
        None => {
            let settings = settings::find()?;
            let first = Settings::read(&settings)?.schemas.into_iter().next();
            first.ok_or_else(|| io::Error::other(format!("{}: {NO_SCHEMA}", shown(settings))))?
        }
    };
    let (variants, flat) = match read_both(&path) {
        Ok(both) => both,
        Err(errors) => {
            report("error", &errors);
            return Ok(false);
        }
    };
    let schema = Schema::new(&variants, &flat);
    if schema.types.is_empty() && schema.rpc_sets.is_empty() {
        return Err(no_type(&path, "`GodotVar`, `GodotFlat` or `GodotRpc`"));
    }
    let text = if arguments.json { schema::json(&schema)? } else { list(&schema) };
    anstream::stdout().lock().write_all(text.as_bytes())?;
    Ok(true)
}

/// A line for each type.
fn list(schema: &Schema<'_>) -> String {
    let variant_sizes = protocol::Sizes::new(schema.variants, Generation::Godot4);
    let flat_sizes = flat::Sizes::new(schema.flat);
    let width = schema.types.iter().map(|def| def.path().chars().count()).max().unwrap_or(0);
    let mut lines = Vec::new();
    for (index, def) in schema.types.iter().enumerate() {
        let kind = match &def.body {
            Body::Enumeration(_) => "enum",
            _ => "struct",
        };
        let mut columns = vec![format!("{:width$}", def.path()), format!("{kind:6}")];
        if def.variant.is_some() {
            let size = variant_sizes.message(index);
            let layout = schema.variants.fingerprint(index);
            columns.push(format!("Variant {} {layout:016x}", bytes(size.least, size.most)));
        }
        if let Some(at) = schema.of_flat.iter().position(|of| *of == index) {
            let size = flat_sizes.message(at);
            let most = (size.max < usize::MAX).then_some(size.max as u64);
            let layout = schema.flat.fingerprint(at);
            columns.push(format!("flat {} {layout:016x}", bytes(size.min as u64, most)));
        }
        lines.push(columns.join("  ") + "\n");
    }
    let sets = schema.rpc_sets.iter();
    lines.extend(sets.map(|set| format!("{}  {} RPCs\n", set.name, set.methods.len())));
    lines.concat()
}

fn bytes(least: u64, most: Option<u64>) -> String {
    match most {
        Some(most) if most == least => format!("{least} B"),
        Some(most) => format!("{least}..={most} B"),
        None => format!("{least}.. B"),
    }
}
