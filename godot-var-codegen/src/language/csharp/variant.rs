//! How values are written and read as Variants.

use godot_var_runtime::variant::{Bounds, Generation, TypeLayout, VariantType};

use super::Generator;
use super::code::{From, Put, To};
use super::engine::Structure;
use super::types::{Form, integer};
use crate::language::fields;
use crate::protocol::{Marks, ParsedText, Type};
use crate::schema::Body;
use godot_var_schema::variant::model::{Time, WireType};

/// A number as C# writes it.
fn long(number: i64) -> String {
    match number {
        i64::MIN => "long.MinValue".to_owned(),
        i64::MAX => "long.MaxValue".to_owned(),
        number => number.to_string(),
    }
}

/// The arguments that a reader of ints gets.
fn range(bounds: Bounds<'_>, low: i64, high: i64) -> String {
    let zero = if bounds.lacks_zero() && low < 0 { ", false" } else { "" };
    let (full_low, full_high) = bounds.range().unwrap_or((i64::MIN, i64::MAX));
    match integer(bounds) {
        "long" if (low, high) == (i64::MIN, i64::MAX) => {
            if zero.is_empty() {
                String::new()
            } else {
                "zero: false".to_owned()
            }
        }
        ty @ ("sbyte" | "short" | "int" | "byte" | "ushort" | "uint")
            if (low, high) == (full_low, full_high) && low != 1 =>
        {
            format!("{ty}.MinValue, {ty}.MaxValue{zero}")
        }
        _ => format!("{}, {}{zero}", long(low), long(high)),
    }
}

impl Generator<'_> {
    /// Writes a value.
    pub(super) fn write(&self, ty: &Type, marks: Marks, from: &From) -> Put {
        let From { w, v, name, .. } = from;
        let call = |method: &str, arguments: String| Put::Call(self.put(w, method, &arguments));
        match ty {
            Type::Pointer(inner) => self.write(inner, marks, from),
            Type::Option(inner) => {
                let nil = self.put(w, "Nil", "");
                Self::put_option(from, self.is_value(inner), &nil, &|from| {
                    self.write(inner, marks, from)
                })
            }
            Type::Message(index) => match &self.schema.types[*index].body {
                Body::Unit => call("Nil", String::new()),
                Body::Transparent(field) => {
                    let own = field.variant.map_or(Marks::default(), |own| own.marks);
                    self.write(&field.ty, own, from)
                }
                _ => match self.form(*index) {
                    Form::Plain | Form::Name => {
                        Put::Call(format!("{}.Write({w}, {v}, {name})", self.plain_helper(*index)))
                    }
                    _ if name == "null" => call("Message", v.clone()),
                    _ => call("Message", format!("{v}, {name}")),
                },
            },
            Type::Variant | Type::Custom => call("Raw", format!("{v}, -1, {name}")),
            Type::Value(kind, bounds) => self.write_value(*kind, *bounds, marks, from),
            Type::List(element) | Type::Set(element) | Type::View(element) => {
                self.write_list(ty, element, marks, from)
            }
            Type::FixedList(count, element) => {
                let exactly = self.on_writer("Exactly", &format!("{v}, {count}, {name}"));
                self.write_list(ty, element, marks, &from.of(exactly))
            }
            Type::Tuple(elements) => {
                let mut lines =
                    vec![format!("{};", self.put(w, "Array", &elements.len().to_string()))];
                for (at, element) in elements.iter().enumerate() {
                    let part = from.of(format!("{v}.{}", Self::item(at)));
                    lines.push(self.write(element, Marks::default(), &part).line());
                }
                if self.plan.has_recursive() {
                    self.need("Writer.Deep");
                    lines.push(format!("{w}.Leave();"));
                }
                Put::Block(lines.join(" "))
            }
            Type::Map(key, value) => {
                let keys = Self::put_lambda(from, |from| self.write(key, Marks::default(), from));
                let values =
                    Self::put_lambda(from, |from| self.write(value, Marks::default(), from));
                let v = self.at_most(marks, from);
                if marks.typed {
                    let types = format!("{}, {}", self.written_id(key), self.written_id(value));
                    return call("TypedMap", format!("{types}, {v}, {name}, {keys}, {values}"));
                }
                call("Map", format!("{v}, {name}, {keys}, {values}"))
            }
        }
    }

    /// A list or map, whose length is checked.
    fn at_most(&self, marks: Marks, from: &From) -> String {
        match marks.max_len {
            Some(most) => self.on_writer("AtMost", &format!("{}, {most}, {}", from.v, from.name)),
            None => from.v.clone(),
        }
    }

    /// The type that is always written, for typed containers.
    fn written_id(&self, ty: &Type) -> String {
        let (variants, generation) = (self.schema.variants, self.options.generation);
        let kind = fields::written(variants, ty, Marks::default(), generation);
        self.type_id(kind.unwrap_or(VariantType::Nil))
    }

    pub(super) fn type_id(&self, kind: VariantType) -> String {
        self.id(match kind {
            VariantType::Nil => "Nil",
            VariantType::Bool => "Bool",
            VariantType::Int => "Int",
            VariantType::Float => "Float",
            VariantType::Rid => "Rid",
            VariantType::Aabb => "Aabb",
            kind => kind.name(Generation::Godot4),
        })
    }

    fn write_value(
        &self,
        kind: VariantType,
        bounds: Bounds<'static>,
        marks: Marks,
        from: &From,
    ) -> Put {
        let From { w, v, name, .. } = from;
        let call = |method: &str, arguments: String| Put::Call(self.put(w, method, &arguments));
        // Godot 3 has no StringName.
        let string_name =
            if self.options.generation == Generation::Godot3 { "Text" } else { "StringName" };
        let max = marks.max_len.map_or(String::new(), |most| format!(", {most}"));
        let as_float = matches!(marks.wire_type, Some(WireType::Float | WireType::Float64));
        let float = if marks.wire_type == Some(WireType::Float64) { "Wide64" } else { "Float64" };
        let parsed = |v: &str| match ParsedText::of(bounds) {
            Some(form) => self.on_writer(
                "Parsed",
                &format!("{v}, {}({v}), {name}, \"{}\"", self.check_of(form), expected(form)),
            ),
            None => v.to_owned(),
        };
        match kind {
            VariantType::Nil => call("Nil", String::new()),
            VariantType::Bool if as_float => call(float, format!("{v} ? 1 : 0")),
            VariantType::Bool if marks.wire_type == Some(WireType::Int) => {
                call("Int", format!("{v} ? 1 : 0"))
            }
            VariantType::Bool => call("Bool", v.clone()),
            VariantType::Int => {
                let mut v = v.clone();
                if bounds.lacks_zero() {
                    v = self.on_writer("NotZero", &format!("{v}, {name}"));
                }
                if integer(bounds) == "ulong" {
                    v = format!("(long){}", self.on_writer("Signed", &format!("{v}, {name}")));
                }
                if as_float {
                    self.need("Writer.WholeInt");
                    let whole = format!("{}.Whole({v}, {name})", self.before_dot("Writer"));
                    return call(float, whole);
                }
                call("Int", v)
            }
            VariantType::Float if marks.wire_type == Some(WireType::Int) => {
                call("Int", self.on_writer("Whole", &format!("(double){v}, {name}")))
            }
            VariantType::Float if float == "Wide64" && as_float => call("Wide64", v.clone()),
            VariantType::Float if bounds == Bounds::F32 => call("Float32", v.clone()),
            VariantType::Float => {
                let v = match marks.time {
                    Some(time) => {
                        self.on_writer("Seconds", &format!("{v}, {}, {name}", time.since_1970))
                    }
                    None => v.clone(),
                };
                call("Float64", v)
            }
            VariantType::String => match (bounds, marks.wire_type) {
                (Bounds::Char, _) => {
                    let letter = self.on_writer("Letter", &format!("{v}, {name}"));
                    call("Text", format!("{letter}, {name}"))
                }
                (_, Some(WireType::StringName)) => call(string_name, format!("{v}, {name}{max}")),
                (_, Some(WireType::NodePath)) => {
                    let max = marks.max_len.map_or("int.MaxValue".to_owned(), |it| it.to_string());
                    call("NodePath", format!("{v}, {name}, {max}, true"))
                }
                _ => call("Text", format!("{}, {name}{max}", parsed(v))),
            },
            VariantType::StringName => call(string_name, format!("{v}, {name}{max}")),
            VariantType::NodePath => call("NodePath", format!("{v}, {name}{max}")),
            VariantType::Rid => call("Rid", v.clone()),
            VariantType::Object => call("ObjectId", v.clone()),
            VariantType::Dictionary
            | VariantType::Array
            | VariantType::Callable
            | VariantType::Signal => call("Raw", format!("{v}, {}, {name}", self.type_id(kind))),
            kind => {
                let structure = Structure { kind, double: bounds == Bounds::F64 };
                self.variant_structures.borrow_mut().insert(structure);
                self.structure(structure);
                self.need("Writer.Structures");
                self.need("Writer.F32");
                Put::Call(format!("{w}.{}({v})", structure.method()))
            }
        }
    }

    pub(super) fn check_of(&self, form: &ParsedText) -> String {
        self.need("Texts");
        let name = match form.name {
            "IpAddr" => "Ip",
            "Ipv4Addr" => "Ipv4",
            "Ipv6Addr" => "Ipv6",
            "SocketAddr" => "Socket",
            _ => "Uuid",
        };
        format!("{}.{name}", self.before_dot("Texts"))
    }

    /// The packed array that a list is written as.
    fn packed(&self, ty: &Type, element: &Type, marks: Marks) -> Option<VariantType> {
        match (marks.wire_type, ty) {
            (Some(WireType::Array), _) => None,
            _ if marks.typed => None,
            (_, Type::Set(inner)) if **inner != Type::STRING => None,
            _ => element.packed_array(self.options.generation),
        }
    }

    fn write_list(&self, ty: &Type, element: &Type, marks: Marks, from: &From) -> Put {
        let name = &from.name;
        let v = self.at_most(marks, from);
        let Some(packed) = self.packed(ty, element, marks) else {
            let put = Self::put_lambda(from, |from| self.write(element, Marks::default(), from));
            if marks.typed {
                let id = self.written_id(element);
                return Put::Call(self.put(
                    &from.w,
                    "TypedList",
                    &format!("{id}, {v}, {name}, {put}"),
                ));
            }
            return Put::Call(self.put(&from.w, "List", &format!("{v}, {name}, {put}")));
        };
        let put = Self::put_lambda(from, |from| {
            let From { w, v, .. } = from;
            let value = match element {
                Type::Value(_, bounds) if bounds.lacks_zero() => {
                    self.on_writer("NotZero", &format!("{v}, null"))
                }
                _ => v.clone(),
            };
            Put::Call(match packed {
                VariantType::PackedByteArray => format!("{w}.U8({value})"),
                VariantType::PackedInt32Array => self.put(w, "U32", &format!("(uint){value}")),
                VariantType::PackedInt64Array => self.put(w, "U64", &format!("(ulong){value}")),
                VariantType::PackedFloat32Array => self.put(w, "F32", &value),
                VariantType::PackedFloat64Array => self.put(w, "F64", &value),
                VariantType::PackedStringArray => self.put(w, "Element", &value),
                _ => {
                    let structure = self.flat_structure_of(element);
                    format!("{w}.Flat{}({value})", structure.method())
                }
            })
        });
        let id = self.type_id(packed);
        Put::Call(self.put(&from.w, "Packed", &format!("{id}, {v}, {name}, {put}")))
    }

    /// The structure of a type, whose helpers the file then has.
    fn flat_structure_of(&self, ty: &Type) -> Structure {
        let (kind, bounds) = match self.peeled(ty) {
            Type::Value(kind, bounds) => (*kind, *bounds),
            _ => (VariantType::Vector3, Bounds::F32),
        };
        let structure = Structure { kind, double: bounds == Bounds::F64 };
        self.raw_structures.borrow_mut().insert(structure);
        self.structure(structure);
        self.need("Writer.Structures");
        self.need("Writer.F32");
        self.need("Reader.Structures");
        self.need("Reader.Single");
        structure
    }

    /// Reads a value: an expression.
    pub(super) fn read(&self, ty: &Type, marks: Marks, to: &To) -> String {
        let To { r, old, .. } = to;
        if let Type::Option(inner) = ty {
            let nil = self.take(r, "Nil", "");
            let none = if self.is_value(inner) {
                format!("({})null", self.parameter(ty))
            } else {
                "null".to_owned()
            };
            let old = if self.is_value(inner) {
                format!("{old}.GetValueOrDefault()")
            } else {
                old.clone()
            };
            return format!("{nil} ? {none} : {}", self.read(inner, marks, &to.of(old)));
        }
        let value = self.read_any(ty, marks, to);
        let value = match marks.max_len {
            Some(most) if !matches!(ty, Type::Value(..)) => {
                self.take(r, "AtMost", &format!("{value}, {most}, null"))
            }
            _ => value,
        };
        if let Type::View(element) = ty {
            let packed = element.packed_array(self.options.generation).unwrap_or(VariantType::Nil);
            let id = self.type_id(packed);
            let is_real = matches!(
                packed,
                VariantType::PackedVector2Array
                    | VariantType::PackedVector3Array
                    | VariantType::PackedVector4Array
            );
            let only = if is_real {
                let wide = matches!(**element, Type::Value(_, Bounds::F64));
                self.need("Reader.OnlyWide");
                format!("{r}.Only({id}, {wide})")
            } else {
                self.take(r, "Only", &id)
            };
            return format!("{only} ? {value} : null");
        }
        if marks.strict {
            let (variants, generation) = (self.schema.variants, self.options.generation);
            if let Some(kind) = fields::written(variants, ty, marks, generation) {
                let only = self.take(r, "Only", &self.type_id(kind));
                return format!("{only} ? {value} : default({})", self.cs(ty));
            }
        }
        value
    }

    fn read_any(&self, ty: &Type, marks: Marks, to: &To) -> String {
        let To { r, old, .. } = to;
        match ty {
            Type::Pointer(inner) => self.read_any(inner, marks, to),
            Type::Option(_) => self.read(ty, marks, to),
            Type::Message(index) => match &self.schema.types[*index].body {
                Body::Unit => self.take(r, "Unit", ""),
                Body::Transparent(field) => {
                    let own = field.variant.map_or(Marks::default(), |own| own.marks);
                    let value = self.read(&field.ty, own, to);
                    if value.contains(" ? ") { format!("({value})") } else { value }
                }
                _ => match self.form(*index) {
                    Form::Plain | Form::Name => {
                        format!("{}.Read(ref {r})", self.plain_helper(*index))
                    }
                    Form::Choice => {
                        format!("{}._take(ref {r}, {old})", self.names.before_dot(*index))
                    }
                    _ => {
                        self.need("Reader.MessageOf");
                        format!("{r}.Message({old} ?? new {}())", self.names.ty(*index))
                    }
                },
            },
            Type::Variant | Type::Custom => self.take(r, "Raw", "-1"),
            Type::Value(kind, bounds) => self.read_value(*kind, *bounds, marks, to),
            Type::List(element) | Type::Set(element) | Type::View(element) => {
                self.read_list(ty, element, to)
            }
            Type::FixedList(count, element) => {
                let list = self.read_list(&Type::List(element.clone()), element, &to.of("null"));
                if Self::is_bytes(ty) {
                    let list = self.read_ints(element, &to.of("null"));
                    return self.take(r, "Exactly", &format!("{list}, {count}"));
                }
                self.take(r, "Exactly", &format!("{list}, {count}"))
            }
            Type::Tuple(elements) => {
                let take = self.take_lambda(to, &self.parameter(ty), |to| {
                    let all: Vec<String> = elements
                        .iter()
                        .enumerate()
                        .map(|(at, element)| {
                            let to = to.of(format!("{}.{}", to.old, Self::item(at)));
                            self.read(element, Marks::default(), &to)
                        })
                        .collect();
                    self.tuple(ty, &all)
                });
                self.take(r, "Tuple", &format!("{old}, {}, {take}", elements.len()))
            }
            Type::Map(key, value) => {
                let keys = self.take_lambda(to, &self.parameter(key), |to| {
                    self.read(key, Marks::default(), to)
                });
                let values = self.take_lambda(to, &self.parameter(value), |to| {
                    self.read(value, Marks::default(), to)
                });
                self.take(r, "Map", &format!("{old}, {keys}, {values}"))
            }
        }
    }

    fn read_list(&self, ty: &Type, element: &Type, to: &To) -> String {
        let To { r, old, .. } = to;
        let cs = self.parameter(element);
        if Self::is_bytes(ty) {
            return self.take(r, "ByteArray", "");
        }
        let own = self.take_lambda(to, &cs, |to| self.read(element, Marks::default(), to));
        let Type::Value(kind, bounds) = element else {
            return self.take(r, "List", &format!("{old}, {own}"));
        };
        match kind {
            VariantType::Int => self.read_ints(element, to),
            VariantType::Float => {
                self.need("Reader.F32");
                self.need("Reader.F64");
                let single = *bounds == Bounds::F32;
                let narrow = self.take_lambda(to, &cs, |to| format!("{}.F32(null)", to.r));
                let wide = self.take_lambda(to, &cs, |to| {
                    if single {
                        format!("{}.NarrowOf()", to.r)
                    } else {
                        format!("{}.F64(null)", to.r)
                    }
                });
                self.take(r, "Floats", &format!("{old}, {narrow}, {wide}, {own}"))
            }
            VariantType::String if *bounds == Bounds::Char => {
                self.take(r, "List", &format!("{old}, {own}"))
            }
            VariantType::String | VariantType::StringName => match ParsedText::of(*bounds) {
                Some(form) => {
                    self.need("Reader.ParsedTexts");
                    let check = self.check_of(form);
                    format!("{r}.ParsedTexts({old}, {check}, \"{}\")", expected(form))
                }
                None => self.take(r, "Texts", &format!("{old}, {own}")),
            },
            kind if kind.packed_array(godot_var_runtime::variant::Component::Real).is_some() => {
                let packed = element.packed_array(self.options.generation);
                let Some(packed) = packed else {
                    return self.take(r, "List", &format!("{old}, {own}"));
                };
                let structure = self.flat_structure_of(element);
                let method = structure.method();
                let raw = |wide: bool| {
                    self.take_lambda(to, &cs, |to| format!("{}.Raw{method}({wide})", to.r))
                };
                let size = structure.in_flat().len() * 4;
                let wide = if *kind == VariantType::Color { "null".to_owned() } else { raw(true) };
                let arguments = format!(
                    "{old}, {}, {size}, {}, {wide}, {own}",
                    self.type_id(packed),
                    raw(false)
                );
                self.take(r, "Packed", &arguments)
            }
            _ => self.take(r, "List", &format!("{old}, {own}")),
        }
    }

    fn read_ints(&self, element: &Type, to: &To) -> String {
        let Type::Value(_, bounds) = element else { return String::new() };
        let (low, high) = bounds.range().unwrap_or((i64::MIN, i64::MAX));
        let zero = !(bounds.lacks_zero() && low < 0);
        let (cs, v) = (integer(*bounds), to.inner().old.replace("old", "n"));
        let make = if cs == "long" { v.clone() } else { format!("({cs}){v}") };
        let arguments = format!("{}, {}, {}, {zero}, {v} => {make}", to.old, long(low), long(high));
        self.need("Reader.Ints");
        format!("{}.Ints<{cs}>({arguments})", to.r)
    }

    fn read_value(
        &self,
        kind: VariantType,
        bounds: Bounds<'static>,
        marks: Marks,
        to: &To,
    ) -> String {
        let To { r, name, .. } = to;
        let max = marks.max_len.map_or(String::new(), |most| most.to_string());
        let as_float = matches!(marks.wire_type, Some(WireType::Float | WireType::Float64));
        let cast = |ty: &str, value: String| {
            if ty == "long" { value } else { format!("({ty}){value}") }
        };
        match kind {
            VariantType::Nil => self.take(r, "Unit", ""),
            VariantType::Bool if as_float || marks.wire_type == Some(WireType::Int) => {
                format!("{} == 1", self.take(r, "Int", "0, 1"))
            }
            VariantType::Bool => self.take(r, "Bool", ""),
            VariantType::Int => {
                let ty = integer(bounds);
                let bounds = marks.time.map_or(bounds, bounds_of);
                let (low, high) = if as_float {
                    bounds.whole_floats()
                } else {
                    bounds.range().unwrap_or((i64::MIN, i64::MAX))
                };
                let read = self.take(r, "Int", &range(bounds, low, high));
                cast(ty, read)
            }
            VariantType::Float if marks.wire_type == Some(WireType::Int) => {
                let read = self.take(r, "Int", "-9007199254740992, 9007199254740992");
                if bounds == Bounds::F32 { format!("(float){read}") } else { read }
            }
            VariantType::Float if bounds == Bounds::F32 => self.take(r, "Float32", ""),
            VariantType::Float => {
                let read = self.take(r, "Float64", "");
                match marks.time {
                    Some(time) => {
                        self.take(r, "Seconds", &format!("{read}, {}, null", time.since_1970))
                    }
                    None => read,
                }
            }
            VariantType::String => match (bounds, marks.wire_type) {
                (Bounds::Char, _) => self.take(r, "Letter", ""),
                (_, Some(WireType::NodePath)) => {
                    let max = if max.is_empty() { "int.MaxValue".to_owned() } else { max };
                    self.take(r, "NodePath", &format!("{max}, true"))
                }
                (bounds, _) => match ParsedText::of(bounds) {
                    Some(form) => {
                        let text = self.take(r, "Text", &max);
                        let check = self.check_of(form);
                        let arguments = format!("{text}, {check}, \"{}\"", expected(form));
                        self.take(r, "Parsed", &arguments)
                    }
                    None => self.take(r, "Text", &max),
                },
            },
            VariantType::StringName => self.take(r, "Text", &max),
            VariantType::NodePath => self.take(r, "NodePath", &max),
            VariantType::Rid => self.take(r, "Rid", ""),
            VariantType::Object => self.take(r, "ObjectId", ""),
            VariantType::Dictionary
            | VariantType::Array
            | VariantType::Callable
            | VariantType::Signal => self.take(r, "Raw", &self.type_id(kind)),
            kind => {
                let structure = Structure { kind, double: bounds == Bounds::F64 };
                self.variant_structures.borrow_mut().insert(structure);
                self.structure(structure);
                self.need("Reader.Structures");
                self.need("Reader.Head");
                self.need("Reader.Single");
                let _ = name;
                format!("{r}.{}()", structure.method())
            }
        }
    }

    /// The types that a reader of a layout accepts, as bits.
    pub(super) fn read_bits(&self, layout: &TypeLayout<'_>) -> u64 {
        let types = layout.read_types(self.options.generation);
        let mut bits = 0;
        for kind in VariantType::ALL.iter().filter(|kind| types.contains(**kind)) {
            if let Some(id) = kind.id(self.options.generation) {
                bits |= 1_u64 << id;
            }
        }
        bits
    }
}

/// What an error says that a text should have been.
fn expected(form: &ParsedText) -> String {
    let text = form.texts.trim_end_matches('.');
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}

fn bounds_of(time: Time) -> Bounds<'static> {
    if time.since_1970 {
        Bounds::SystemTime(time.nanoseconds)
    } else {
        Bounds::Duration(time.nanoseconds)
    }
}
