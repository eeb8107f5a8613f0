//! What the types of fields are in C#, and in the names of methods.

use godot_var_runtime::litenet::EraSpec;

use super::{At, Writer, is_plain};
use crate::litenet::{Body, Member, Prefix, Type, era_of, list_prefix};
use crate::protocol::Integer;

impl Writer<'_> {
    /// The type of a value.
    pub(super) fn ty(&self, at: At<'_>, ty: &Type) -> String {
        let of = |ty: &Type| self.ty(at, ty);
        match ty {
            Type::Unit => "object".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::Int(integer) | Type::Packed(integer) | Type::Zigzag(integer) => {
                Self::integer(*integer).0.to_owned()
            }
            Type::F32 => "float".to_owned(),
            Type::F64 => "double".to_owned(),
            Type::String(_) => "string".to_owned(),
            Type::Components(name, ..) => self.components(name).0,
            Type::Color => self.unity("Color"),
            Type::Address => "IPEndPoint".to_owned(),
            Type::Option(inner) => self.optional(at, inner),
            Type::List(_, inner) | Type::Array(_, inner) if **inner == Type::Int(Integer::U8) => {
                "byte[]".to_owned()
            }
            Type::List(_, inner) => format!("List<{}>", of(inner)),
            Type::Array(_, inner) => format!("{}[]", of(inner)),
            Type::Tuple(elements) if elements.len() == 1 => of(&elements[0]),
            Type::Tuple(elements) => {
                let all: Vec<_> = elements.iter().map(of).collect();
                format!("({})", all.join(", "))
            }
            Type::LengthPrefixed(inner) => of(inner),
            Type::Rest => "byte[]".to_owned(),
            Type::Parameter(name) => name.clone(),
            Type::Message(index, arguments) => {
                self.check_message(at, *index, arguments);
                let arguments: Vec<_> = arguments.iter().map(of).collect();
                match &arguments[..] {
                    [] => self.name(at.def, *index),
                    all => format!("{}<{}>", self.name(at.def, *index), all.join(", ")),
                }
            }
            Type::Custom(path) => {
                let message = format!(
                    "the functions of `{path}` write its bytes, which C# does not have; write a type that derives \
                     `LiteNetMessage`"
                );
                self.error(at, &message);
                String::new()
            }
        }
    }

    /// A type of the schema has to be of the same era, and its arguments types that serialize themselves.
    pub(super) fn check_message(&self, at: At<'_>, index: usize, arguments: &[Type]) {
        let def = &self.schema.types[index];
        if !is_plain(def) && era_of(def, self.era) != at.era {
            self.error(
                at,
                &format!("`{}` is of another era; write a type of this era", def.path()),
            );
        }
        for argument in arguments {
            let serializes = match argument {
                Type::Parameter(_) => true,
                Type::Message(index, _) => {
                    matches!(self.schema.types[*index].body, Body::Record { .. })
                }
                _ => false,
            };
            if !serializes {
                let message = format!(
                    "C# has only structs of messages as type arguments of `{}`; write a struct with this field",
                    def.name
                );
                self.error(at, &message);
            }
        }
    }

    /// The type of a value that may be missing.
    pub(super) fn optional(&self, at: At<'_>, inner: &Type) -> String {
        if matches!(inner, Type::Parameter(_) | Type::Option(_)) {
            self.error(at, "null means an absent value here; write a struct with this field");
        }
        let ty = self.ty(at, inner);
        if self.is_value(inner) { format!("{ty}?") } else { ty }
    }

    /// Whether a type of C# cannot be null.
    pub(super) fn is_value(&self, ty: &Type) -> bool {
        match ty {
            Type::Bool
            | Type::Int(_)
            | Type::Packed(_)
            | Type::Zigzag(_)
            | Type::F32
            | Type::F64
            | Type::Components(..)
            | Type::Color
            | Type::Parameter(_) => true,
            Type::LengthPrefixed(inner) => self.is_value(inner),
            Type::Tuple(elements) => elements.len() != 1 || self.is_value(&elements[0]),
            Type::Message(index, _) => {
                let def = &self.schema.types[*index];
                matches!(def.body, Body::Record { .. }) && !self.classes[*index] || is_plain(def)
            }
            _ => false,
        }
    }

    /// The type of an integer, and its name in methods.
    pub(super) fn integer(integer: Integer) -> (&'static str, &'static str) {
        match integer {
            Integer::U8 => ("byte", "Byte"),
            Integer::I8 => ("sbyte", "SByte"),
            Integer::U16 => ("ushort", "UShort"),
            Integer::I16 => ("short", "Short"),
            Integer::U32 => ("uint", "UInt"),
            Integer::I32 => ("int", "Int"),
            Integer::U64 => ("ulong", "ULong"),
            Integer::I64 => ("long", "Long"),
        }
    }

    /// The type of components, and its name in methods.
    pub(super) fn components(&self, name: &str) -> (String, &'static str) {
        let unity = match name {
            "Vector2" => "Vector2",
            "Vector3" | "EulerAngles" => "Vector3",
            "Vector4" => "Vector4",
            "Quaternion" => "Quaternion",
            "Vector2i" => "Vector2Int",
            "Vector3i" => "Vector3Int",
            "DirectionVector2" => return (self.support(name), "DirectionVector2"),
            "DirectionVector3" => return (self.support(name), "DirectionVector3"),
            _ => return ("Guid".to_owned(), "Guid"),
        };
        (self.unity(unity), unity)
    }

    /// `X2018` for an encoding that was another one in July 2018.
    pub(super) fn of_era(at: At<'_>, name: &str) -> String {
        match at.era {
            EraSpec::Y2018 => format!("{name}2018"),
            EraSpec::Head => name.to_owned(),
        }
    }

    /// The name of a count in methods.
    pub(super) fn count(at: At<'_>, prefix: Option<Prefix>, element: &Type) -> String {
        let is_bytes = *element == Type::Int(Integer::U8);
        if prefix.is_none() && is_bytes && at.era == EraSpec::Y2018 {
            return "CountBytes2018".to_owned();
        }
        match list_prefix(at.era, prefix, element) {
            Prefix::U16 => "CountU16".to_owned(),
            Prefix::I32 => "CountI32".to_owned(),
            Prefix::Packed => Self::of_era(at, "CountPacked"),
            Prefix::Zigzag => Self::of_era(at, "CountZigzag"),
        }
    }

    /// The name of a text in methods.
    pub(super) fn text(at: At<'_>, prefix: Option<Prefix>) -> &'static str {
        match (at.era, prefix) {
            (EraSpec::Y2018, _) => "Text2018",
            (EraSpec::Head, Some(_)) => "TextI32",
            (EraSpec::Head, None) => "Text",
        }
    }

    /// The name of a packed integer in methods: in July 2018, those up to 32 bits have readers of their own.
    pub(super) fn packed(at: At<'_>, integer: Integer) -> &'static str {
        let is_long = matches!(integer, Integer::U64 | Integer::I64);
        if at.era == EraSpec::Y2018 && !is_long { "Packed2018" } else { "Packed" }
    }

    /// The name of an integer with its sign in the lowest bit.
    pub(super) fn zigzag(at: At<'_>, integer: Integer) -> String {
        Self::of_era(at, if integer == Integer::I64 { "ZigzagLong" } else { "Zigzag" })
    }

    /// The bytes of an enum's numbers as a text of C#.
    pub(super) fn numbers(members: &[Member]) -> String {
        let numbers = members.iter().map(|member| format!("\\u{:04x}", member.number));
        numbers.collect::<Vec<_>>().concat()
    }
}
