//! Any value, grown from bytes, there and back.

use arbitrary::{Arbitrary, Result, Unstructured};
use godot_var::math::Components;
use godot_var::{
    Array, Callable, DialectSpec, Dictionary, DictionaryType, ElementType, FloatForm,
    FromVariantBytes, Generation, Godot3, Godot4, Limits, NodePath, Object, ObjectId, Rid, Signal,
    StringName, ToVariantBytes, Variant, VariantType,
};
use godot_var_cli::json::{from_json, parse, to_json};
use godot_var_cli::lines;

use crate::derived::{Event, Form, More, Owned, Side, Untagged};
use crate::variant::{DIALECTS, travels};

/// Grows values of one dialect.
struct Grower<'u, 'b> {
    bytes: &'u mut Unstructured<'b>,
    spec: &'static DialectSpec,
}

impl Grower<'_, '_> {
    fn any<T: for<'a> Arbitrary<'a>>(&mut self) -> Result<T> {
        self.bytes.arbitrary()
    }

    fn list<T>(&mut self, grow: fn(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let len = self.bytes.int_in_range(0..=6)?;
        (0..len).map(|_| grow(self)).collect()
    }

    fn structure<S: Components<f32, N>, const N: usize>(&mut self) -> Result<S> {
        let mut components = [0.0; N];
        for component in &mut components {
            *component = self.any()?;
        }
        Ok(S::from_components(components))
    }

    fn ints<S: Components<i32, N>, const N: usize>(&mut self) -> Result<S> {
        let mut components = [0; N];
        for component in &mut components {
            *component = self.any()?;
        }
        Ok(S::from_components(components))
    }

    fn float(&mut self) -> Result<f64> {
        match self.spec.float {
            FloatForm::Shortest => self.any(),
            // The format has 32 bits alone, and keeps no NaN's payload.
            FloatForm::Flagless => {
                let single: f32 = self.any()?;
                Ok(if single.is_nan() { 0.0 } else { f64::from(single) })
            }
        }
    }

    fn element_type(&mut self) -> Result<Option<ElementType>> {
        if self.spec.generation == Generation::Godot3 {
            return Ok(None);
        }
        Ok(match self.any::<u8>()? % 8 {
            0 => Some(ElementType::Builtin(*self.bytes.choose(VariantType::ALL)?)),
            1 => Some(ElementType::Class(self.any()?)),
            2 => Some(ElementType::Script(self.any()?)),
            _ => None,
        })
    }

    fn value(&mut self, depth: u8) -> Result<Variant> {
        let kind = *self.bytes.choose(VariantType::ALL)?;
        if self.spec.type_id(kind).is_none() {
            return Ok(Variant::Nil);
        }
        Ok(match kind {
            VariantType::Nil => Variant::Nil,
            VariantType::Bool => Variant::Bool(self.any()?),
            VariantType::Int => Variant::Int(self.any()?),
            VariantType::Float => Variant::Float(self.float()?),
            VariantType::String => Variant::String(self.any()?),
            VariantType::Vector2 => Variant::Vector2(self.structure()?),
            VariantType::Vector2i => Variant::Vector2i(self.ints()?),
            VariantType::Rect2 => Variant::Rect2(self.structure()?),
            VariantType::Rect2i => Variant::Rect2i(self.ints()?),
            VariantType::Vector3 => Variant::Vector3(self.structure()?),
            VariantType::Vector3i => Variant::Vector3i(self.ints()?),
            VariantType::Transform2D => Variant::Transform2D(self.structure()?),
            VariantType::Vector4 => Variant::Vector4(self.structure()?),
            VariantType::Vector4i => Variant::Vector4i(self.ints()?),
            VariantType::Plane => Variant::Plane(self.structure()?),
            VariantType::Quaternion => Variant::Quaternion(self.structure()?),
            VariantType::Aabb => Variant::Aabb(self.structure()?),
            VariantType::Basis => Variant::Basis(Box::new(self.structure()?)),
            VariantType::Transform3D => Variant::Transform3D(Box::new(self.structure()?)),
            VariantType::Projection => Variant::Projection(Box::new(self.structure()?)),
            VariantType::Color => Variant::Color(self.structure()?),
            VariantType::StringName => Variant::StringName(StringName(self.any()?)),
            VariantType::NodePath => Variant::NodePath(Box::new(NodePath {
                names: self.list(Self::any)?,
                subnames: self.list(Self::any)?,
                absolute: self.any()?,
            })),
            VariantType::Rid => Variant::Rid(Rid(match self.spec.generation {
                Generation::Godot4 => self.any()?,
                Generation::Godot3 => 0,
            })),
            VariantType::Object if depth > 0 && self.any()? => {
                let mut properties = Vec::new();
                for _ in 0..self.bytes.int_in_range(0..=4)? {
                    properties.push((self.any()?, self.value(depth - 1)?));
                }
                let class: String = self.any()?;
                // An object without a class is null.
                Object { class: if class.is_empty() { "A".to_owned() } else { class }, properties }
                    .into()
            }
            VariantType::Object => Variant::ObjectId(ObjectId(self.any()?)),
            VariantType::Callable => Variant::Callable(Callable),
            VariantType::Signal => Variant::Signal(Box::new(Signal {
                name: self.any()?,
                object_id: ObjectId(self.any()?),
            })),
            VariantType::Dictionary if depth > 0 => {
                let mut pairs = Vec::new();
                for _ in 0..self.bytes.int_in_range(0..=6)? {
                    pairs.push((self.value(depth - 1)?, self.value(depth - 1)?));
                }
                let mut dictionary: Dictionary = pairs.into_iter().collect();
                let (key, value) = (self.element_type()?, self.element_type()?);
                if key.is_some() || value.is_some() {
                    dictionary.types = Some(Box::new(DictionaryType { key, value }));
                }
                Variant::Dictionary(dictionary)
            }
            VariantType::Array if depth > 0 => {
                let len = self.bytes.int_in_range(0..=6)?;
                let elements = (0..len).map(|_| self.value(depth - 1)).collect::<Result<_>>()?;
                let element_type = self.element_type()?.map(Box::new);
                Variant::Array(Array { elements, element_type })
            }
            VariantType::PackedByteArray => Variant::PackedByteArray(self.list(Self::any)?),
            VariantType::PackedInt32Array => Variant::PackedInt32Array(self.list(Self::any)?),
            VariantType::PackedInt64Array => Variant::PackedInt64Array(self.list(Self::any)?),
            VariantType::PackedFloat32Array => Variant::PackedFloat32Array(self.list(Self::any)?),
            VariantType::PackedFloat64Array => Variant::PackedFloat64Array(self.list(Self::any)?),
            VariantType::PackedStringArray => Variant::PackedStringArray(self.list(Self::any)?),
            VariantType::PackedVector2Array => {
                Variant::PackedVector2Array(self.list(Self::structure)?)
            }
            VariantType::PackedVector3Array => {
                Variant::PackedVector3Array(self.list(Self::structure)?)
            }
            VariantType::PackedColorArray => Variant::PackedColorArray(self.list(Self::structure)?),
            VariantType::PackedVector4Array => {
                Variant::PackedVector4Array(self.list(Self::structure)?)
            }
            _ => Variant::Nil,
        })
    }

    fn text(&mut self, most: usize) -> Result<String> {
        let text: String = self.any()?;
        Ok(text.chars().take(most).collect())
    }

    fn event(&mut self) -> Result<Event> {
        Ok(match self.any::<u8>()? % 8 {
            0 => Event::Damage { target: self.any()?, amount: self.any::<i16>()?.into() },
            1 => Event::Over,
            2 => Event::Form(Form { of: Untagged::Nothing, side: Side::Left }),
            3 => Event::Form(Form {
                of: Untagged::Number(self.any()?),
                side: Side::Right { by: self.any()? },
            }),
            4 => Event::Form(Form { of: Untagged::Text(self.any()?), side: Side::Both(1, -1) }),
            5 => Event::Form(Form { of: Untagged::Pair(0.5, self.any()?), side: Side::Left }),
            _ => Event::Form(Form { of: Untagged::Named { x: self.any()? }, side: Side::Left }),
        })
    }

    fn owned(&mut self, depth: u8) -> Result<Owned> {
        let child = if depth > 0 && self.any()? { Some(self.owned(depth - 1)?) } else { None };
        Ok(Owned {
            at: self.any()?,
            share: f64::from(self.any::<i32>()?),
            // Twelve bytes at most: three characters of any kind.
            name: self.text(3)?,
            small: (self.any()?, self.any()?, self.any::<u64>()? >> 1),
            maybe: Some(godot_var::Vector3::new(1.0, -0.0, self.any::<i16>()?.into())),
            bytes: self.list(Self::any)?,
            path: NodePath {
                names: self.list(Self::any)?,
                subnames: Vec::new(),
                absolute: self.any()?,
            },
            place: godot_var::Transform3D::IDENTITY,
            grid: self.any()?,
            names: self.list(Self::any)?,
            points: vec![godot_var::Vector2::new(0.5, self.any::<i16>()?.into())],
            scores: self.any()?,
            any: self.any::<i64>()?.into(),
            events: self.list(Self::event)?,
            child: child.map(Box::new),
            more: More { color: godot_var::Color::new(0.0, 0.5, 1.0, 1.0), level: self.any()? },
        })
    }
}

fn grow(bytes: &[u8]) -> Result<()> {
    let mut bytes = Unstructured::new(bytes);
    let spec: &'static DialectSpec = bytes.choose(&DIALECTS)?;
    let mut grower = Grower { bytes: &mut bytes, spec };
    let owned = grower.owned(2)?;
    let written = owned.to_variant_bytes::<Godot4>().expect("every field fits");
    assert_eq!(Owned::from_variant_bytes::<Godot4>(&written).expect("as written"), owned);
    let written = owned.to_variant_bytes::<Godot3>().expect("every field fits");
    assert_eq!(Owned::from_variant_bytes::<Godot3>(&written).expect("as written"), owned);

    let value = grower.value(4)?;
    let limits = Limits::DEFAULT.with_objects(true);
    let written = lines::encode(&value, spec).expect("a value of the dialect");
    let (read, used) = lines::decode(&written, spec, limits).expect("as written");
    assert_eq!(used, written.len());
    // Double-precision dialects give structures back with 64-bit components.
    assert!(spec.is_double() || read.identical(&value), "{value:?} became {read:?}");
    assert_eq!(travels(&read, spec, limits), written);
    let picture = to_json(&read, spec).to_string();
    let seen = parse(&picture).and_then(|json| from_json(&json, spec)).expect("a picture");
    assert!(seen.identical(&read), "{picture}");
    Ok(())
}

/// Grows a typed and a dynamic value: both come back as they were.
pub fn structured(bytes: &[u8]) {
    // Too few bytes for a whole value are no finding.
    let _ = grow(bytes);
}
