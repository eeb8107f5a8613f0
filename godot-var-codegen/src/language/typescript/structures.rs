//! The engine's structures: interfaces with its members, and functions for those that the file uses.

use godot_var_runtime::variant::{Component, Generation, Payload, VariantType};

use super::Generator;
use crate::flat::component_names;
use crate::language::printer::Printer;

/// A function for a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Operation {
    /// Writes a Variant.
    Write,
    /// Reads a Variant; components of 64 bits are rounded.
    Read,
    /// Reads a Variant without rounding.
    ReadDouble,
}

/// Whether a type is a structure of components.
pub(super) fn is_structure(kind: VariantType) -> bool {
    matches!(kind.payload(), Payload::Structure { .. })
}

/// The name of its interface.
pub(super) const fn name(kind: VariantType) -> &'static str {
    kind.name(Generation::Godot4)
}

/// Members of the interface, in the order of flat messages: dotted if they are in another structure.
pub(super) fn members(kind: VariantType) -> Vec<String> {
    let is_basis = |name: &&str| kind == VariantType::Transform3D && !name.starts_with("origin");
    let named =
        |name: &&str| if is_basis(name) { format!("basis.{name}") } else { (*name).to_owned() };
    component_names(kind).iter().map(named).collect()
}

/// A literal of a structure: `{ x: …, y: … }`, from an expression for each member.
pub(super) fn literal(kind: VariantType, mut of: impl FnMut(usize) -> String) -> String {
    fn group(members: &[(String, String)]) -> String {
        let mut parts = Vec::new();
        let mut rest = members;
        while let [(name, value), ..] = rest {
            let (head, tail) = name.split_once('.').unwrap_or((name, ""));
            if tail.is_empty() {
                parts.push(format!("{head}: {value}"));
                rest = &rest[1..];
                continue;
            }
            let inner = |(name, value): &(String, String)| {
                let inner = name.strip_prefix(head)?.strip_prefix('.')?;
                Some((inner.to_owned(), value.clone()))
            };
            let inside: Vec<_> = rest.iter().map_while(inner).collect();
            rest = &rest[inside.len()..];
            parts.push(format!("{head}: {}", group(&inside)));
        }
        format!("{{ {} }}", parts.join(", "))
    }
    let members: Vec<_> =
        members(kind).into_iter().enumerate().map(|(at, name)| (name, of(at))).collect();
    group(&members)
}

/// What a new structure has: the identity of a rotation or a matrix, zeros in others.
pub(super) fn initial(kind: VariantType) -> String {
    let members = members(kind);
    let is_matrix = matches!(
        kind,
        VariantType::Basis
            | VariantType::Transform2D
            | VariantType::Transform3D
            | VariantType::Projection
    );
    literal(kind, |at| {
        let name = &members[at];
        let is_one = match kind {
            VariantType::Quaternion => name == "w",
            VariantType::Color => name == "a",
            _ => {
                is_matrix
                    && ["x.x", "y.y", "z.z", "w.w"].iter().any(|diagonal| name.ends_with(diagonal))
                    && !name.starts_with("origin")
            }
        };
        if is_one { "1".to_owned() } else { "0".to_owned() }
    })
}

/// The component of a structure.
pub(super) fn component(kind: VariantType) -> Component {
    match kind.payload() {
        Payload::Structure { component, .. } => component,
        _ => Component::Real,
    }
}

impl Generator<'_> {
    /// The name of a structure, whose interface the file gets.
    pub(super) fn structure(&self, kind: VariantType) -> &'static str {
        self.structures.borrow_mut().insert(kind);
        for inner in inner_types(kind) {
            self.structure(inner);
        }
        name(kind)
    }

    /// The name of a function for a structure, which the file gets.
    pub(super) fn operation(&self, kind: VariantType, operation: Operation) -> String {
        self.structure(kind);
        self.operations.borrow_mut().insert((kind, operation));
        let verb = match operation {
            Operation::Write => "write",
            Operation::Read | Operation::ReadDouble => "read",
        };
        let suffix = if operation == Operation::ReadDouble { "Double" } else { "" };
        self.names.function(&format!("{verb}{}{suffix}", name(kind)))
    }

    /// The literal that reads a structure without its header from a Variant.
    pub(super) fn components(&self, kind: VariantType, double: bool) -> String {
        let read = match component(kind) {
            Component::I32 => "i32(null)",
            Component::F32 => "f32(null)",
            _ if double => "double()",
            _ => "single()",
        };
        self.parts.need(&format!("Reader.{}", read.split('(').next().unwrap_or_default()));
        literal(kind, |_| format!("r.{read}"))
    }

    /// The calls that write floats of 32 bits. Three at once need one check for room.
    pub(super) fn put_floats(&self, values: &[String], name: &str) -> Vec<String> {
        let mut calls = Vec::new();
        for chunk in values.chunks(3) {
            if chunk.len() == 3 {
                calls.push(self.w("f32x3", &format!("{}, {name}", chunk.join(", "))));
            } else {
                calls.extend(chunk.iter().map(|value| self.w("f32", &format!("{value}, {name}"))));
            }
        }
        calls
    }

    /// The interfaces.
    pub(super) fn print_interfaces(&self, out: &mut Printer) {
        for kind in self.structures.borrow().iter() {
            out.line(format!("/** {} */", about(*kind)));
            let mut fields: Vec<String> = Vec::new();
            let members = members(*kind);
            for member in &members {
                let (head, tail) = member.split_once('.').unwrap_or((member, ""));
                let ty = if tail.is_empty() { "number" } else { name(inner_type(*kind, head)) };
                let field = format!("{head}: {ty}");
                if fields.last() != Some(&field) {
                    fields.push(field);
                }
            }
            out.line(format!("export interface {} {{ {} }}", name(*kind), fields.join("; ")));
        }
        out.gap();
    }

    /// The functions.
    pub(super) fn print_operations(&self, out: &mut Printer) {
        let operations = self.operations.borrow().clone();
        for (kind, operation) in operations {
            out.gap();
            let (function, ty) = (self.operation(kind, operation), name(kind));
            let constant = self.constant(kind);
            let Payload::Structure { names, .. } = kind.payload() else { continue };
            let members = members(kind);
            // The order of the wire, in which matrices are by rows.
            let order: Vec<usize> = names
                .iter()
                .filter_map(|name| {
                    members.iter().position(|member| member.trim_start_matches("basis.") == *name)
                })
                .collect();
            if operation == Operation::Write {
                self.parts.need("Writer.word");
                let values: Vec<String> =
                    order.iter().map(|at| format!("v.{}", members[*at])).collect();
                let puts = if component(kind) == Component::I32 {
                    values.iter().map(|value| self.w("i32", &format!("{value}, name"))).collect()
                } else {
                    self.put_floats(&values, "name")
                };
                out.block(
                    format!("function {function}(w: Writer, v: {ty}, name: PathStep): void"),
                    |out| {
                        out.line(format!("w.word({constant});"));
                        for put in &puts {
                            out.line(format!("{put};"));
                        }
                    },
                );
                continue;
            }
            let double = operation == Operation::ReadDouble;
            self.parts.need("Reader.structure");
            out.block(format!("function {function}(r: Reader): {ty}"), |out| {
                out.line(format!("r.structure({constant});"));
                if order.iter().copied().eq(0..order.len()) {
                    let components = self.components(kind, double);
                    if kind == VariantType::Vector3 && !double {
                        // The most frequent structure, in one check.
                        let quick = self.r("f32x3", "null");
                        out.line(format!("return r.wide ? {components} : {quick};"));
                    } else {
                        out.line(format!("return {components};"));
                    }
                    return;
                }
                let read = if double { "double" } else { "single" };
                self.parts.need(&format!("Reader.{read}"));
                let names: Vec<String> =
                    order.iter().map(|at| members[*at].replace('.', "_")).collect();
                out.line(format!(
                    "const [{}] = Array.from({{ length: {} }}, () => r.{read}());",
                    names.iter().map(|name| format!("{name} = 0")).collect::<Vec<_>>().join(", "),
                    names.len(),
                ));
                let value = literal(kind, |at| members[at].replace('.', "_"));
                out.line(format!("return {value};"));
            });
        }
    }
}

/// The structures that are in a structure.
fn inner_types(kind: VariantType) -> Vec<VariantType> {
    let mut found = Vec::new();
    for member in members(kind) {
        if let Some((head, _)) = member.split_once('.') {
            found.push(inner_type(kind, head));
        }
    }
    found.dedup();
    found
}

/// The structure that a member of a structure is.
fn inner_type(kind: VariantType, member: &str) -> VariantType {
    use VariantType as V;
    match (kind, member) {
        (V::Transform3D, "basis") => V::Basis,
        (V::Rect2i, _) => V::Vector2i,
        (V::Rect2 | V::Transform2D, _) => V::Vector2,
        (V::Projection, _) => V::Vector4,
        _ => V::Vector3,
    }
}

fn about(kind: VariantType) -> &'static str {
    match kind {
        VariantType::Color => "Red, green, blue and alpha, mostly from 0 to 1.",
        VariantType::Vector2 => "Two components, of 32 bits in a message.",
        VariantType::Vector3 => "Three components, of 32 bits in a message.",
        VariantType::Vector4 => "Four components, of 32 bits in a message.",
        VariantType::Vector2i | VariantType::Vector3i | VariantType::Vector4i => {
            "Whole numbers of 32 bits."
        }
        VariantType::Rect2 | VariantType::Rect2i => "A position and a size.",
        VariantType::Plane => "A normal, and the distance from the origin.",
        VariantType::Quaternion => "A rotation.",
        VariantType::Aabb => "A box: a position and a size.",
        VariantType::Basis => "The columns of a matrix.",
        VariantType::Transform2D => "The columns of a matrix, and an origin.",
        VariantType::Transform3D => "A basis and an origin.",
        _ => "The columns of a matrix of four rows.",
    }
}
