//! Pieces of code, and the parts of the template that they call.

use super::Generator;

/// Code that writes a value.
#[derive(Clone, Debug)]
pub(super) enum Put {
    /// An expression without a semicolon.
    Call(String),
    /// Statements in one line.
    Block(String),
}

impl Put {
    /// As statements.
    pub(super) fn line(&self) -> String {
        match self {
            Self::Call(call) => format!("{call};"),
            Self::Block(block) => block.clone(),
        }
    }

    /// As one statement after `if (…)` or `else`.
    fn single(&self) -> String {
        match self {
            Self::Call(call) => format!("{call};"),
            Self::Block(block) => format!("{{ {block} }}"),
        }
    }
}

/// Where a value is, and what writes it.
#[derive(Clone, Debug)]
pub(super) struct From {
    /// The writer.
    pub(super) w: String,
    /// The value.
    pub(super) v: String,
    /// The name in errors, as an expression.
    pub(super) name: String,
    /// How many lambdas are around it.
    pub(super) depth: usize,
}

impl From {
    pub(super) fn field(v: &str, name: &str) -> Self {
        Self { w: "w".into(), v: v.into(), name: super::text::string(name), depth: 0 }
    }

    /// A value whose errors name what is around it.
    pub(super) fn unnamed(v: &str) -> Self {
        Self { name: "null".into(), ..Self::field(v, "") }
    }

    /// The same for another value.
    pub(super) fn of(&self, v: impl Into<String>) -> Self {
        Self { v: v.into(), ..self.clone() }
    }

    /// A parameter of a lambda inside: `(q, v) => …`.
    pub(super) fn inner(&self) -> Self {
        let suffix = suffix(self.depth);
        Self {
            w: format!("q{suffix}"),
            v: format!("v{suffix}"),
            name: "null".into(),
            depth: self.depth + 1,
        }
    }
}

/// What reads a value.
#[derive(Clone, Debug)]
pub(super) struct To {
    pub(super) r: String,
    /// The value that was there before.
    pub(super) old: String,
    /// The name in errors, as an expression.
    pub(super) name: String,
    pub(super) depth: usize,
}

impl To {
    pub(super) fn field(old: &str, name: &str) -> Self {
        Self { r: "r".into(), old: old.into(), name: super::text::string(name), depth: 0 }
    }

    pub(super) fn unnamed(old: &str) -> Self {
        Self { name: "null".into(), ..Self::field(old, "") }
    }

    pub(super) fn inner(&self) -> Self {
        let suffix = suffix(self.depth);
        Self {
            r: format!("q{suffix}"),
            old: format!("old{suffix}"),
            name: "null".into(),
            depth: self.depth + 1,
        }
    }

    pub(super) fn of(&self, old: impl Into<String>) -> Self {
        Self { old: old.into(), ..self.clone() }
    }
}

fn suffix(depth: usize) -> String {
    if depth == 0 { String::new() } else { (depth + 1).to_string() }
}

impl Generator<'_> {
    /// Notes that the file uses a part of the template.
    pub(super) fn need(&self, part: &str) {
        self.parts.need(part);
    }

    /// A call of a method of the writer.
    pub(super) fn put(&self, w: &str, method: &str, arguments: &str) -> String {
        self.need(&format!("Writer.{method}"));
        format!("{w}.{method}({arguments})")
    }

    /// A call of a function of the class of writers.
    pub(super) fn on_writer(&self, method: &str, arguments: &str) -> String {
        self.need(&format!("Writer.{method}"));
        format!("{}.{method}({arguments})", self.before_dot("Writer"))
    }

    /// A call of a function of the class of readers.
    pub(super) fn on_reader(&self, method: &str, arguments: &str) -> String {
        self.need(&format!("Reader.{method}"));
        format!("{}.{method}({arguments})", self.before_dot("Reader"))
    }

    /// Something that the file declares for itself, before a dot.
    pub(super) fn before_dot(&self, name: &str) -> String {
        let own = self.names.other(name);
        let is_field = self.names.scope.borrow().fields.contains(&own);
        if is_field { format!("global::{}.{own}", self.names.namespace) } else { own }
    }

    /// A constant of the engine's types.
    pub(super) fn id(&self, name: &str) -> String {
        format!("{}.{name}", self.before_dot("Id"))
    }

    /// A call of a method of the reader.
    pub(super) fn take(&self, r: &str, method: &str, arguments: &str) -> String {
        self.need(&format!("Reader.{method}"));
        format!("{r}.{method}({arguments})")
    }

    /// `(q, v) => …`, which writes the value inside.
    pub(super) fn put_lambda(from: &From, body: impl FnOnce(&From) -> Put) -> String {
        let inner = from.inner();
        let body = match body(&inner) {
            Put::Call(call) => call,
            Put::Block(block) => format!("{{ {block} }}"),
        };
        format!("({}, {}) => {body}", inner.w, inner.v)
    }

    /// `(ref Reader q, T old) => …`, which reads the value inside.
    pub(super) fn take_lambda(
        &self,
        to: &To,
        ty: &str,
        body: impl FnOnce(&To) -> String,
    ) -> String {
        let inner = to.inner();
        let body = body(&inner);
        format!("(ref {} {}, {ty} {}) => {body}", self.names.other("Reader"), inner.r, inner.old)
    }

    /// Writes a value that may be null.
    pub(super) fn put_option(
        from: &From,
        is_value: bool,
        nil: &str,
        some: &dyn Fn(&From) -> Put,
    ) -> Put {
        let inner = if is_value { from.of(format!("{}.Value", from.v)) } else { from.clone() };
        let some = some(&inner);
        Put::Block(format!("if ({} == null) {nil}; else {}", from.v, some.single()))
    }
}
