//! What a new object has: initial values and defaults of members.

use super::kind::{At, Kind, Slot};
use super::text::{float, int, string};
use super::{Generator, named, names};
use crate::protocol::{Body, Enumerator, Field, FieldDefault, Type, TypeDefault, Value};
use godot_var_runtime::variant::Bounds;
use godot_var_schema::variant::model::Id;

impl Generator<'_> {
    /// What a new object has.
    pub(super) fn initial(&self, kind: &Kind) -> String {
        match kind {
            Kind::Any(_) | Kind::Nil | Kind::Option(_) => "null".to_owned(),
            Kind::Bool | Kind::BoolAsInt | Kind::BoolAsFloat => "false".to_owned(),
            Kind::Int(ints) | Kind::IntAsFloat(ints) => i64::from(!ints.contain_zero()).to_string(),
            Kind::Float { .. } | Kind::FloatAsInt => "0.0".to_owned(),
            Kind::Text | Kind::TextAsName | Kind::TextAsPath => "\"\"".to_owned(),
            Kind::Letter => "\" \"".to_owned(),
            Kind::Parsed(form) => string(form.empty),
            Kind::StringName => "&\"\"".to_owned(),
            Kind::NodePath => self.pick("NodePath()", "NodePath(\"\")").to_owned(),
            Kind::Engine("Color") => self.pick("Color.BLACK", "Color(0, 0, 0)").to_owned(),
            Kind::Engine(name) if name.starts_with("Vector") => format!("{name}.ZERO"),
            Kind::Engine("Dictionary") => "{}".to_owned(),
            Kind::Engine("Array") => "[]".to_owned(),
            // Godot 3 has constructors with arguments only.
            Kind::Engine("Rect2") if !self.four => "Rect2(0, 0, 0, 0)".to_owned(),
            Kind::Engine("Plane") if !self.four => "Plane(0, 0, 0, 0)".to_owned(),
            Kind::Engine("Quat") => "Quat(0, 0, 0, 1)".to_owned(),
            Kind::Engine("AABB") if !self.four => "AABB(Vector3.ZERO, Vector3.ZERO)".to_owned(),
            Kind::Engine("Basis") if !self.four => "Basis.IDENTITY".to_owned(),
            Kind::Engine("Transform") => "Transform.IDENTITY".to_owned(),
            Kind::Engine("Transform2D") if !self.four => "Transform2D.IDENTITY".to_owned(),
            Kind::Engine(name) => format!("{name}()"),
            Kind::List { packed, len, element, .. } => {
                let element = self.initial(&element.kind);
                let elements = vec![element; len.unwrap_or(0) as usize].join(", ");
                match (packed, elements.is_empty()) {
                    (Some(packed), true) => format!("{packed}()"),
                    (Some(packed), false) => format!("{packed}([{elements}])"),
                    (None, _) => format!("[{elements}]"),
                }
            }
            Kind::Map { .. } => "{}".to_owned(),
            Kind::Class(index) => self.new_object(*index),
            Kind::Number { index, .. } | Kind::Name { index } => {
                match self.default_member(*index) {
                    Some(member) => self.constant_of(*index, member),
                    None => "0".to_owned(),
                }
            }
            Kind::NameText { index } => {
                match self.default_member(*index).map(|member| &member.id) {
                    Some(Id::Text(name)) => string(name),
                    _ => "\"\"".to_owned(),
                }
            }
        }
    }

    fn new_object(&self, index: usize) -> String {
        let class = self.names.class(index);
        if self.enumeration(index).is_none() {
            return format!("{class}.new()");
        }
        match self.default_member(index) {
            Some(member) => self.new_variant(index, member),
            // No value of such a type ends.
            None => "null".to_owned(),
        }
    }

    /// A new object for a variant, whose value is the initial one.
    fn new_variant(&self, index: usize, member: &Enumerator) -> String {
        let creator = names::creator(&self.constant(index, member));
        format!("{}.{creator}()", self.names.class(index))
    }

    /// The constant of a variant: `RED`.
    fn constant(&self, index: usize, member: &Enumerator) -> String {
        let constants = names::member_constants(self.members_of(index));
        let mut all = self.members_of(index).zip(constants);
        all.find(|(other, _)| *other == member).map_or_else(String::new, |(_, constant)| constant)
    }

    /// The constant of a variant with the enum: `Team.RED`.
    fn constant_of(&self, index: usize, member: &Enumerator) -> String {
        format!("{}.{}", self.names.class(index), self.constant(index, member))
    }

    fn members_of(&self, index: usize) -> impl Iterator<Item = &Enumerator> {
        let enumeration = self.enumeration(index);
        enumeration.into_iter().flat_map(|it| it.members.iter().chain(&it.other))
    }

    /// The variant that a new object of an enum is.
    pub(super) fn default_member(&self, index: usize) -> Option<&Enumerator> {
        self.first_variants.of(index).and_then(|at| self.members_of(index).nth(at))
    }

    /// The initial value of a member: its default where it has one. Reports defaults that only
    /// code can tell.
    pub(super) fn initial_of_field(&mut self, field: &Field, slot: &Slot, owner: &str) -> String {
        self.value_of_default(&field.default, field, slot, &named(owner, &field.name))
    }

    /// The value of a default of a field.
    pub(super) fn value_of_default(
        &mut self,
        default: &FieldDefault,
        field: &Field,
        slot: &Slot,
        name: &str,
    ) -> String {
        let at = At { name, place: &field.place };
        match default {
            FieldDefault::Required | FieldDefault::Unchanged => self.initial(&slot.kind),
            FieldDefault::Type => {
                if !self.is_new_the_default(&field.ty) && field.encoded {
                    self.refuse(
                        at,
                        "what the `Default` of this type is, is written in code; \
                         write `default = value` on the field",
                    );
                }
                self.initial(&slot.kind)
            }
            FieldDefault::Value(value) => match self.literal(value, &slot.kind) {
                Some(literal) => literal,
                None => {
                    self.refuse(at, "this default is none that GDScript can write");
                    String::new()
                }
            },
            FieldDefault::Code(code) => {
                let message = format!(
                    "the default `{code}` is code, which GDScript cannot run; write a value"
                );
                self.refuse(at, &message);
                String::new()
            }
        }
    }

    /// Whether `Default` gives what a new object has, through all types inside.
    fn is_new_the_default(&self, ty: &Type) -> bool {
        match ty {
            Type::Pointer(inner) | Type::FixedList(_, inner) => self.is_new_the_default(inner),
            Type::Tuple(elements) => {
                elements.iter().all(|element| self.is_new_the_default(element))
            }
            Type::Value(_, Bounds::Char) => false,
            Type::Value(_, bounds) => !bounds.lacks_zero(),
            Type::Message(index) => {
                let def = &self.protocol.types[*index];
                let is_new = |field: &Field| self.is_new_the_default(&field.ty);
                match (&def.body, &def.default) {
                    // The elements of a tuple.
                    (Body::Record(record), _) if self.tuples.contains_key(index) => {
                        record.fields.iter().all(is_new)
                    }
                    (Body::Record(record), TypeDefault::Derived) => {
                        record.fields.iter().all(|field| {
                            !matches!(field.default, FieldDefault::Value(_)) && is_new(field)
                        })
                    }
                    (Body::Record(record), TypeDefault::Values(values)) => {
                        record.fields.iter().all(|field| {
                            let value = values.iter().find(|(name, _)| *name == field.name);
                            value.is_some_and(|(_, value)| {
                                field.default == FieldDefault::Value(value.clone())
                                    || *value == Value::Empty
                                        && field.default == FieldDefault::Type
                                        && is_new(field)
                            })
                        })
                    }
                    (Body::Transparent(field), TypeDefault::Derived) => is_new(field),
                    (_, default) => *default != TypeDefault::Unknown,
                }
            }
            _ => true,
        }
    }

    /// A value in GDScript.
    pub(super) fn literal(&self, value: &Value, kind: &Kind) -> Option<String> {
        Some(match (value, kind) {
            (Value::None, Kind::Option(_)) | (Value::Tuple(_), Kind::Nil) => "null".to_owned(),
            (Value::Some(value), Kind::Option(inner)) => self.literal(value, &inner.kind)?,
            (Value::Empty, kind) => self.initial(kind),
            (Value::Bool(value), _) => value.to_string(),
            (Value::Int(value), Kind::Float { .. } | Kind::FloatAsInt) => float(*value as f64),
            (Value::Int(value), _) => int(*value),
            (Value::Float(value), _) => float(*value),
            (Value::Text(text), Kind::StringName) => format!("&{}", string(text)),
            (Value::Text(text), Kind::NodePath) => format!("NodePath({})", string(text)),
            (Value::Text(text), _) => string(text),
            (Value::List(values), Kind::List { element, packed, .. }) => {
                let values: Option<Vec<String>> =
                    values.iter().map(|value| self.literal(value, &element.kind)).collect();
                let values = values?.join(", ");
                match packed {
                    Some(packed) => format!("{packed}([{values}])"),
                    None => format!("[{values}]"),
                }
            }
            (Value::Tuple(values), Kind::Class(index)) => {
                let elements = self.tuples.get(index)?;
                let values: Option<Vec<String>> = values
                    .iter()
                    .zip(elements)
                    .map(|(value, element)| self.literal(value, &element.kind))
                    .collect();
                format!("{}.create({})", self.names.class(*index), values?.join(", "))
            }
            (Value::Structure(rust, components), Kind::Engine(name)) => {
                // The constructors that both sides have.
                let fits = rust.starts_with("Vector") || rust == "Color";
                let components: Option<Vec<String>> = components
                    .iter()
                    .map(|component| self.literal(component, &Kind::Bool))
                    .collect();
                if !fits {
                    return None;
                }
                format!("{name}({})", components?.join(", "))
            }
            (Value::Member(index, name), Kind::Number { .. } | Kind::Name { .. }) => {
                let member =
                    self.enumeration(*index)?.members.iter().find(|member| member.name == *name)?;
                self.constant_of(*index, member)
            }
            (Value::Member(index, name), Kind::NameText { .. }) => {
                let member =
                    self.enumeration(*index)?.members.iter().find(|member| member.name == *name)?;
                match &member.id {
                    Id::Text(text) => string(text),
                    Id::Int(_) => return None,
                }
            }
            (Value::Member(index, name), Kind::Class(_)) => {
                let member =
                    self.enumeration(*index)?.members.iter().find(|member| member.name == *name)?;
                self.new_variant(*index, member)
            }
            _ => return None,
        })
    }
}
