//! Values of a layout, made from a seed.

use godot_var::layout::{
    Again, Bounds, EnumerationForm, EnumerationLayout, MemberLayout, RecordLayout, Tag, TypeLayout,
};
use godot_var::values::{NodePath, StringName, VariantType};
use godot_var::{Array, Dictionary, FromVariantBytes, Godot4, Reader, Variant};

/// Returns a value that is probably valid for the layout of a compiled type.
pub(crate) fn sample(layout: &TypeLayout<'_>, seed: u64) -> Variant {
    sample_of(layout, seed, &|name, _| panic!("`{name}` is not compiled"))
}

/// Calls a function with the layout of the type that has this name in a schema.
pub(crate) type Named<'n> = &'n dyn Fn(&str, &mut dyn FnMut(&TypeLayout<'_>));

/// The same for the layout of a schema, in which a type that contains itself has a name.
pub(crate) fn sample_of(layout: &TypeLayout<'_>, seed: u64, named: Named<'_>) -> Variant {
    Sampler { random: Random(seed), left: 200, named }.value(layout)
}

/// Random numbers from a seed, the same in every run.
pub struct Random(pub u64);

impl Random {
    /// Returns a number below a bound, or 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % bound.max(1) as u64) as usize
    }
}

struct Sampler<'n> {
    random: Random,
    /// The number of values that may follow before all are as small as possible.
    left: usize,
    named: Named<'n>,
}

impl Sampler<'_> {
    fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound)
    }

    /// How many elements a list gets.
    fn count(&mut self) -> usize {
        if self.left == 0 { 0 } else { self.below(4) }
    }

    fn value(&mut self, layout: &TypeLayout<'_>) -> Variant {
        self.left = self.left.saturating_sub(1);
        match layout {
            TypeLayout::Value(kind, bounds) => self.leaf(*kind, *bounds),
            TypeLayout::Option(inner) => {
                if self.left == 0 || self.below(3) == 0 {
                    Variant::Nil
                } else {
                    self.value(inner)
                }
            }
            TypeLayout::AtMost(_, inner)
            | TypeLayout::Typed(inner)
            | TypeLayout::Wide(inner)
            | TypeLayout::Newtype(_, inner) => self.value(inner),
            TypeLayout::Strict(TypeLayout::List(TypeLayout::Value(kind, bounds)))
            | TypeLayout::Borrowed(TypeLayout::List(TypeLayout::Value(kind, bounds))) => {
                let numbers: Vec<_> = (0..self.count()).map(|_| self.below(9)).collect();
                match kind {
                    VariantType::Float => {
                        Variant::from(numbers.iter().map(|n| *n as f32).collect::<Vec<f32>>())
                    }
                    _ if bounds.hold(256) => {
                        Variant::from(numbers.iter().map(|n| *n as i32).collect::<Vec<i32>>())
                    }
                    _ => Variant::from(numbers.iter().map(|n| *n as u8).collect::<Vec<u8>>()),
                }
            }
            TypeLayout::Strict(inner) | TypeLayout::Borrowed(inner) => self.value(inner),
            TypeLayout::List(element) | TypeLayout::Set(element) | TypeLayout::Array(element) => {
                let count = self.count();
                self.list(count, element)
            }
            TypeLayout::Exactly(count, list) => match list {
                TypeLayout::List(element) | TypeLayout::Array(element) => {
                    self.list(*count, element)
                }
                list => self.value(list),
            },
            TypeLayout::Tuple(elements) => {
                array(elements.iter().map(|element| self.value(element)).collect())
            }
            TypeLayout::Map(key, value) => {
                let mut pairs = Dictionary::new();
                for _ in 0..self.count() {
                    pairs.insert(self.value(key), self.value(value));
                }
                Variant::Dictionary(pairs)
            }
            TypeLayout::Record(record) => self.record(record, Vec::new()),
            TypeLayout::Enumeration(enumeration) => self.enumeration(enumeration),
            TypeLayout::Recursive(Again::Compiled(_, layout)) => self.value(layout()),
            TypeLayout::Recursive(Again::Named(name)) => {
                let mut value = Variant::Nil;
                (self.named)(name, &mut |layout| value = self.value(layout));
                value
            }
            _ => Variant::Int(self.below(1000) as i64),
        }
    }

    fn list(&mut self, count: usize, element: &TypeLayout<'_>) -> Variant {
        array((0..count).map(|_| self.value(element)).collect())
    }

    fn leaf(&mut self, kind: VariantType, bounds: Bounds<'_>) -> Variant {
        let int = self.below(if bounds == Bounds::Bool { 2 } else { 100 }) as i64;
        match kind {
            VariantType::Nil => Variant::Nil,
            VariantType::Bool => Variant::Bool(int % 2 == 0),
            VariantType::Int => Variant::Int(int + i64::from(!bounds.hold(int))),
            VariantType::Float if bounds.range().is_some() => Variant::Float(int as f64),
            VariantType::Float => Variant::Float(int as f64 / 7.0),
            VariantType::String if bounds == Bounds::Char => Variant::from("c"),
            VariantType::String => Variant::from(["", "a", "text"][self.below(3)]),
            VariantType::StringName => Variant::from(StringName::from("name")),
            VariantType::NodePath => Variant::from(NodePath::parse("a/b:c")),
            // Structures of up to 64 bytes, and empty values.
            kind => {
                let id =
                    VariantType::ALL.iter().position(|known| *known == kind).unwrap_or_default();
                let bytes = [&[id as u8, 0, 0, 0][..], &[0; 64]].concat();
                let read = Variant::read_variant_bytes::<Godot4>(&mut Reader::new(&bytes));
                read.unwrap_or(Variant::Nil)
            }
        }
    }

    /// Makes a record's values; in an Array they come after those of `before`.
    fn record(&mut self, record: &RecordLayout<'_>, before: Vec<Variant>) -> Variant {
        if record.keyed {
            let mut pairs = Dictionary::new();
            self.fields(record, &mut pairs);
            return Variant::Dictionary(pairs);
        }
        let mut elements = before;
        elements.extend(record.fields.iter().map(|field| self.value(field.layout)));
        array(elements)
    }

    fn fields(&mut self, record: &RecordLayout<'_>, pairs: &mut Dictionary) {
        for field in record.fields {
            if field.flattened {
                self.flattened(field.layout, pairs);
            } else if field.required || self.below(2) == 0 {
                let value = self.value(field.layout);
                pairs.insert(field.key, value);
            }
        }
    }

    fn flattened(&mut self, layout: &TypeLayout<'_>, pairs: &mut Dictionary) {
        match layout {
            TypeLayout::Option(inner) | TypeLayout::Newtype(_, inner) => {
                self.flattened(inner, pairs);
            }
            TypeLayout::Record(record) => self.fields(record, pairs),
            TypeLayout::Map(_, value) => {
                let value = self.value(value);
                pairs.insert("rest", value);
            }
            _ => {}
        }
    }

    fn enumeration(&mut self, enumeration: &EnumerationLayout<'_>) -> Variant {
        let last = enumeration.members.len() - 1;
        let at = if self.left == 0 { last } else { self.below(enumeration.members.len()) };
        let member = &enumeration.members[at];
        let content = member.content;
        match (enumeration.form, content) {
            (EnumerationForm::Names | EnumerationForm::Numbers, _)
            | (EnumerationForm::External, None) => tag(member),
            (EnumerationForm::Untagged, None) => Variant::Nil,
            (EnumerationForm::Untagged, Some(content)) => self.value(content),
            (EnumerationForm::External, Some(content)) => {
                let mut pairs = Dictionary::new();
                let value = self.value(content);
                pairs.insert(tag(member), value);
                Variant::Dictionary(pairs)
            }
            (EnumerationForm::Internal(key), content) => {
                let mut pairs = Dictionary::new();
                pairs.insert(key, tag(member));
                if let Some(content) = content {
                    self.flattened(content, &mut pairs);
                }
                Variant::Dictionary(pairs)
            }
            (EnumerationForm::Adjacent(key, content_key), content) => {
                let mut pairs = Dictionary::new();
                pairs.insert(key, tag(member));
                if let Some(content) = content {
                    let value = self.value(content);
                    pairs.insert(content_key, value);
                }
                Variant::Dictionary(pairs)
            }
            (EnumerationForm::Ids, Some(TypeLayout::Record(record))) => {
                self.record(record, vec![tag(member)])
            }
            (EnumerationForm::Ids, _) => array(vec![tag(member)]),
        }
    }
}

fn array(elements: Vec<Variant>) -> Variant {
    Variant::Array(Array::new(elements))
}

fn tag(member: &MemberLayout<'_>) -> Variant {
    match member.tag {
        Tag::Int(number) => Variant::Int(number),
        Tag::Text(text) => Variant::from(text),
    }
}
