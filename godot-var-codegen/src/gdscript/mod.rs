//! GDScript classes for the messages of a [`Protocol`], for Godot 4 and Godot 3.
//!
//! One file a schema: enums as enums, a class for every message, typed members with their defaults
//! and documentation, `to_variant()`, `to_bytes()`, `from_variant()`, `from_bytes()`, `check()`. An enum that
//! derives `GodotRpc` is a class of a node with its RPCs. The same schema gives the same bytes, whenever it is asked.
//!
//! ```
//! use godot_var_codegen::gdscript::{Engine, Options, generate};
//! use godot_var_codegen::protocol;
//!
//! let text = "use godot_var::GodotVar;\n#[derive(GodotVar)]\nstruct Chat { text: String, at: i64 }";
//! let protocol = protocol::parse_text("chat.rs", text).expect("a valid schema");
//! let script = generate(&protocol, &Options::new(Engine::Godot4)).expect("all can be said");
//! assert!(script.contains("class Chat:\n\textends Message\n\n\tvar text: String = \"\"\n"));
//!
//! let text = text.replace("i64", "godot_var::values::Callable");
//! let protocol = protocol::parse_text("chat.rs", &text).expect("a valid schema");
//! let errors = generate(&protocol, &Options::new(Engine::Godot4)).unwrap_err();
//! assert_eq!(
//!     errors[0].to_string(),
//!     "chat.rs:3:29: `Chat.at`: a Callable means something in the engine that made it alone; \
//!      GDScript cannot send it"
//! );
//! ```

mod delta;
mod enumeration;
mod fields;
mod first;
mod initial;
mod kind;
mod locals;
mod names;
mod read;
mod record;
mod rpcs;
mod speculation;
mod support;
mod text;
mod tuples;
mod words;
mod write;

use std::collections::BTreeMap;
use std::rc::Rc;

use godot_var_runtime::variant::Generation;

use crate::protocol::{Body, Diagnostic, EnumForm, Protocol};
use first::FirstVariants;
use kind::Slot;
use locals::Locals;
pub use names::ProjectNames;
use speculation::Speculation;
use text::Text;

/// The engine that shall run the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Godot 4.4 and later.
    Godot4,
    /// Godot 4.2 and 4.3, which have no typed Dictionaries.
    Godot4_2,
    /// Godot 4.0 and 4.1, which have no typed loops either.
    Godot4_0,
    /// Godot 3.2 to 3.6.
    Godot3,
}

/// What the schema does not say.
#[derive(Clone, Debug)]
pub struct Options {
    /// The engine.
    pub engine: Engine,
    /// A global name for the script (`class_name`). Default: none; `preload` it.
    pub class_name: Option<String>,
    /// What every class has after its name. Default: nothing.
    pub class_suffix: String,
    /// The names that the project of the script has already. Default: none.
    pub project: ProjectNames,
}

impl Options {
    /// No global name, no suffix.
    pub fn new(engine: Engine) -> Self {
        Self {
            engine,
            class_name: None,
            class_suffix: String::new(),
            project: ProjectNames::default(),
        }
    }
}

/// Writes the script.
///
/// # Errors
/// Every field that GDScript cannot have or send, at its place.
pub fn generate(protocol: &Protocol, options: &Options) -> Result<String, Vec<Diagnostic>> {
    let mut errors = Vec::new();
    let schema = protocol;
    let protocol = &tuples::as_records(schema);
    let names = names::Names::new(protocol, options, &mut errors);
    let mut generator = Generator {
        schema,
        protocol,
        tuples: BTreeMap::new(),
        names,
        engine: options.engine,
        four: options.engine != Engine::Godot3,
        speculation: Speculation::of(protocol, schema.types.len()),
        first_variants: FirstVariants::new(protocol),
        out: Text::default(),
        taken: Vec::new(),
        locals: Rc::default(),
        failure: "null",
        parses_texts: false,
        errors,
    };
    generator.file(options);
    let Generator { out, mut errors, .. } = generator;
    errors.sort();
    errors.dedup();
    if errors.is_empty() { Ok(out.finish()) } else { Err(errors) }
}

/// The state of one run.
struct Generator<'p> {
    /// As it was given.
    schema: &'p Protocol,
    /// The same with a record for each tuple.
    protocol: &'p Protocol,
    /// The elements of these records.
    tuples: BTreeMap<usize, Vec<Slot>>,
    names: names::Names,
    engine: Engine,
    four: bool,
    speculation: Speculation,
    first_variants: FirstVariants<'p>,
    out: Text,
    /// Names that are taken in the function that is being written.
    taken: Vec<String>,
    /// What that function calls its parameters and variables.
    locals: Rc<Locals>,
    /// What that function returns after a fault.
    failure: &'static str,
    /// Whether any reader parses a text.
    parses_texts: bool,
    errors: Vec<Diagnostic>,
}

impl Generator<'_> {
    fn line(&mut self, line: impl AsRef<str>) {
        self.out.line(line.as_ref());
    }

    /// Lines that are indented further.
    fn block(&mut self, head: impl AsRef<str>, body: impl FnOnce(&mut Self)) {
        self.line(head);
        self.out.indent += 1;
        body(self);
        self.out.indent -= 1;
    }

    /// The engine, as the runtime knows it.
    fn generation(&self) -> Generation {
        if self.four { Generation::Godot4 } else { Generation::Godot3 }
    }

    /// One text for Godot 4, another for Godot 3.
    fn pick<'t>(&self, four: &'t str, three: &'t str) -> &'t str {
        if self.four { four } else { three }
    }

    /// Whether the engine has `for item: Item in items`.
    fn has_typed_loops(&self) -> bool {
        matches!(self.engine, Engine::Godot4 | Engine::Godot4_2)
    }

    /// Whether the engine has `Dictionary[String, int]`.
    fn has_typed_dictionaries(&self) -> bool {
        self.engine == Engine::Godot4
    }

    /// A doc comment.
    fn docs(&mut self, docs: &[String], notes: &str) {
        let mark = if self.four { "##" } else { "#" };
        let four = self.four;
        let mut lines: Vec<String> = docs.iter().map(|line| text::doc(line, four)).collect();
        while lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        match lines.last_mut() {
            Some(last) if !notes.is_empty() => {
                if !last.ends_with(['.', '!', '?', ':']) {
                    last.push('.');
                }
                *last = format!("{last} {notes}");
            }
            None if !notes.is_empty() => lines.push(notes.to_owned()),
            _ => {}
        }
        for line in lines {
            for line in text::wrap(&line, 96 - self.out.indent * 4 - mark.len()) {
                self.line(format!("{mark} {line}").trim_end());
            }
        }
    }

    fn file(&mut self, options: &Options) {
        self.header(options);
        for (index, def) in self.protocol.types.iter().enumerate() {
            if let Body::Enumeration(enumeration) = &def.body
                && matches!(enumeration.form, EnumForm::Names | EnumForm::Numbers)
            {
                self.line("");
                self.plain_enum(index, def, enumeration);
            }
        }
        let has_types = !self.schema.types.is_empty();
        if has_types {
            self.fingerprints();
            self.base_class();
        }
        for (index, def) in self.protocol.types.iter().enumerate() {
            match &def.body {
                Body::Record(record) => self.record_class(index, def, record),
                Body::Enumeration(enumeration)
                    if !matches!(enumeration.form, EnumForm::Names | EnumForm::Numbers) =>
                {
                    self.enum_classes(index, def, enumeration);
                }
                // They are what they hold; but what they hold may be impossible.
                Body::Transparent(field) => {
                    let owner = self.names.class(index).to_owned();
                    self.kind_of_field(field, &owner);
                }
                Body::Enumeration(_) | Body::Unit => {}
            }
        }
        self.rpc_classes();
        if has_types {
            self.support();
        }
    }
}

/// What a value is in a diagnostic: `Chat.at`.
fn named(owner: &str, field: &str) -> String {
    format!("`{owner}.{field}`")
}
