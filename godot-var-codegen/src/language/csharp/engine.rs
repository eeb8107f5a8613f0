//! The structures of an engine: their names, members and constructors.

use godot_var_runtime::variant::{Component, Generation, Payload, VariantType};

use super::{CSharp, Engine};
use crate::flat::component_names;
use crate::language::variant_types::{numbered, words};

/// A structure of numbers in the C# of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Structure {
    pub(super) kind: VariantType,
    /// Whether it has reals of 64 bits, for which no engine has a type.
    pub(super) double: bool,
}

impl Structure {
    /// The name of the type.
    pub(super) fn name(self, options: &CSharp) -> &'static str {
        use VariantType as V;
        let unity = options.engine == Engine::Unity && !self.double;
        let three = options.engine == Engine::Godot && options.generation == Generation::Godot3;
        match self.kind {
            V::Vector2 if self.double => "DoubleVector2",
            V::Vector3 if self.double => "DoubleVector3",
            V::Vector4 if self.double => "DoubleVector4",
            V::Rect2 if self.double => "DoubleRect2",
            V::Plane if self.double => "DoublePlane",
            V::Quaternion if self.double => "DoubleQuaternion",
            V::Aabb if self.double => "DoubleAabb",
            V::Basis if self.double => "DoubleBasis",
            V::Transform2D if self.double => "DoubleTransform2D",
            V::Transform3D if self.double => "DoubleTransform3D",
            V::Projection if self.double => "DoubleProjection",
            V::Rect2 if unity => "Rect",
            V::Vector2i if unity => "Vector2Int",
            V::Vector3i if unity => "Vector3Int",
            V::Projection if unity => "Matrix4x4",
            V::Quaternion if three => "Quat",
            V::Aabb if three => "AABB",
            V::Transform3D if three => "Transform",
            V::Aabb => "Aabb",
            V::Vector2i => "Vector2I",
            V::Vector3i => "Vector3I",
            V::Vector4i => "Vector4I",
            V::Rect2i => "Rect2I",
            kind => kind.name(Generation::Godot4),
        }
    }

    /// The name in methods: every engine has the same.
    pub(super) fn method(self) -> String {
        let name = if self.kind == VariantType::Aabb {
            "Aabb"
        } else {
            self.kind.name(Generation::Godot4)
        };
        format!("{}{name}", if self.double { "Double" } else { "" })
    }

    /// The namespace of the engine's type; `None` if the file declares it.
    pub(super) fn engine(self, options: &CSharp) -> Option<&'static str> {
        use VariantType as V;
        match options.engine {
            _ if self.double => None,
            Engine::Godot => Some("Godot"),
            Engine::Unity
                if matches!(
                    self.kind,
                    V::Vector2
                        | V::Vector3
                        | V::Vector4
                        | V::Vector2i
                        | V::Vector3i
                        | V::Rect2
                        | V::Quaternion
                        | V::Color
                        | V::Projection
                ) =>
            {
                Some("UnityEngine")
            }
            _ => None,
        }
    }

    /// The type of a component.
    pub(super) fn number(self) -> &'static str {
        match self.kind.components() {
            Some((Component::I32, _)) => "int",
            _ if self.double => "double",
            _ => "float",
        }
    }

    /// The components in the order of Variants.
    pub(super) fn in_variants(self) -> &'static [&'static str] {
        match self.kind.payload() {
            Payload::Structure { names, .. } => names,
            _ => &[],
        }
    }

    /// The components in the order of flat messages, which is that of constructors.
    pub(super) fn in_flat(self) -> &'static [&'static str] {
        component_names(self.kind)
    }

    /// A component of a value: `v.X.Y`.
    pub(super) fn member(self, options: &CSharp, value: &str, component: &str) -> String {
        let own = self.engine(options).is_none();
        let engine = options.engine;
        if engine == Engine::Unity && !own && self.kind == VariantType::Projection {
            let at = |axis: Option<&str>| "xyzw".find(axis.unwrap_or("x")).unwrap_or(0);
            let mut axes = component.split('.');
            let (column, row) = (at(axes.next()), at(axes.next()));
            return format!("{value}.m{row}{column}");
        }
        if engine == Engine::Unity && !own && self.kind == VariantType::Rect2 {
            let name = match component {
                "position.x" => "x",
                "position.y" => "y",
                "size.x" => "width",
                _ => "height",
            };
            return format!("{value}.{name}");
        }
        if own {
            return format!("{value}.{}", own_member(component));
        }
        let three = engine == Engine::Godot && options.generation == Generation::Godot3;
        let mut path = Vec::new();
        let parts: Vec<&str> = component.split('.').collect();
        let is_column = matches!(self.kind, VariantType::Basis | VariantType::Transform3D)
            && parts.len() == 2
            && parts[0] != "origin";
        if is_column {
            if self.kind == VariantType::Transform3D {
                path.push(if three { "basis" } else { "Basis" }.to_owned());
            }
            let column = "xyz".find(parts[0]).unwrap_or(0);
            path.push(format!("Column{column}"));
        } else if parts.len() == 2 {
            let is_field = self.kind == VariantType::Transform2D || parts[0] == "origin";
            path.push(if three && is_field { parts[0].to_owned() } else { capital(parts[0]) });
        }
        let last = parts[parts.len() - 1];
        let is_lower = engine == Engine::Unity || three && last != "d";
        path.push(if is_lower { last.to_owned() } else { capital(last) });
        format!("{value}.{}", path.join("."))
    }

    /// A new value of components in the order of flat messages. `of` names a structure in it.
    pub(super) fn made(
        self,
        options: &CSharp,
        of: &dyn Fn(Self) -> String,
        parts: &[String],
    ) -> String {
        use VariantType as V;
        let name = of(self);
        let inner = |kind, parts: &[String]| Self { kind, double: false }.made(options, of, parts);
        let is_plain = self.engine(options).is_none()
            || matches!(self.kind, V::Rect2 if options.engine == Engine::Unity);
        let groups: Vec<String> = match self.kind {
            _ if is_plain => parts.to_vec(),
            V::Rect2 | V::Transform2D => {
                parts.chunks(2).map(|pair| inner(V::Vector2, pair)).collect()
            }
            V::Rect2i => parts.chunks(2).map(|pair| inner(V::Vector2i, pair)).collect(),
            V::Aabb | V::Basis => parts.chunks(3).map(|three| inner(V::Vector3, three)).collect(),
            V::Projection => parts.chunks(4).map(|four| inner(V::Vector4, four)).collect(),
            V::Transform3D => vec![inner(V::Basis, &parts[..9]), inner(V::Vector3, &parts[9..])],
            V::Plane => vec![inner(V::Vector3, &parts[..3]), parts[3].clone()],
            _ => parts.to_vec(),
        };
        format!("new {name}({})", groups.join(", "))
    }

    /// All structures that the constructor of this one names.
    pub(super) fn parts(self, options: &CSharp) -> Vec<Self> {
        let used = std::cell::RefCell::new(Vec::new());
        let zeros = vec![String::new(); self.in_flat().len()];
        let of = |structure| {
            used.borrow_mut().push(structure);
            String::new()
        };
        self.made(options, &of, &zeros);
        used.into_inner()
    }

    /// The components of the `Default` in Rust, in the order of flat messages.
    pub(super) fn initial(self) -> Option<Vec<String>> {
        use VariantType as V;
        let ones: &[&str] = match self.kind {
            V::Quaternion => &["w"],
            V::Color => &["a"],
            V::Basis | V::Transform3D => &["x.x", "y.y", "z.z"],
            V::Transform2D => &["x.x", "y.y"],
            V::Projection => &["x.x", "y.y", "z.z", "w.w"],
            _ => return None,
        };
        let one = |name: &&str| if ones.contains(name) { "1" } else { "0" }.to_owned();
        Some(self.in_flat().iter().map(one).collect())
    }

    /// The declaration of a type that no engine has.
    pub(super) fn declaration(self, name: &str) -> String {
        let number = self.number();
        let members: Vec<String> = self.in_flat().iter().map(|it| own_member(it)).collect();
        let parameter = |member: &String| member.to_lowercase();
        let parameters: Vec<String> =
            members.iter().map(|member| format!("{number} {}", parameter(member))).collect();
        let sets: Vec<String> =
            members.iter().map(|member| format!("{member} = {};", parameter(member))).collect();
        format!(
            "public struct {name}\n{{\n    public {number} {};\n    public {name}({}) {{ {} }}\n}}\n",
            members.join(", "),
            parameters.join(", "),
            sets.join(" ")
        )
    }
}

/// `PositionX` of `position.x`.
fn own_member(component: &str) -> String {
    component.split('.').map(capital).collect()
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The constants of a generation of the engine.
pub(super) fn ids(generation: Generation) -> String {
    let id = |kind: VariantType| kind.id(generation).map_or("-1".to_owned(), |id| id.to_string());
    let mut lines = vec![
        format!(
            "/// <summary>The types of Godot {}.</summary>",
            if generation == Generation::Godot3 { 3 } else { 4 }
        ),
        "internal static class @Id".to_owned(),
        "{".to_owned(),
    ];
    let method = |kind: VariantType| match kind {
        VariantType::Nil => "Nil".to_owned(),
        VariantType::Bool => "Bool".to_owned(),
        VariantType::Int => "Int".to_owned(),
        VariantType::Float => "Float".to_owned(),
        VariantType::Rid => "Rid".to_owned(),
        kind => Structure { kind, double: false }.method(),
    };
    for some in VariantType::ALL.chunks(10) {
        let all: Vec<String> =
            some.iter().map(|kind| format!("{} = {}", method(*kind), id(*kind))).collect();
        lines.push(format!("    internal const int {};", all.join(", ")));
    }
    lines.push("    internal const int Wide = 1 << 16;".to_owned());
    let four = generation == Generation::Godot4;
    lines.push(format!(
        "    internal static readonly bool WideReals = {four}, TypedContainers = {four};"
    ));
    let known = numbered(generation);
    let names: Vec<&str> = known.iter().map(|kind| kind.name(generation)).collect();
    lines.push("    internal static readonly string[] Names = (".to_owned());
    let chunks: Vec<String> = names.chunks(12).map(|some| some.join(" ")).collect();
    let last = chunks.len() - 1;
    for (at, chunk) in chunks.iter().enumerate() {
        let end = if at == last { "\").Split(' ');" } else { " \" +" };
        lines.push(format!("        \"{chunk}{end}"));
    }
    lines.push(
        "    /// <summary>Words of a value, or of an element of a packed array; negative: twice as many in a wide value.</summary>"
            .to_owned(),
    );
    let words: Vec<String> =
        known.iter().map(|kind| words(*kind, generation).to_string()).collect();
    lines.push(format!("    internal static readonly sbyte[] Words = {{ {} }};", words.join(", ")));
    lines.push("}".to_owned());
    lines.join("\n") + "\n"
}
