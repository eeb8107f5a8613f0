//! Values in Variants: a statement that writes one, an expression that reads one.

use godot_var_runtime::variant::{Bounds, VariantType};
use godot_var_schema::variant::model::WireType;

use super::names::quoted;
use super::structures::{self, Operation};
use super::types::{is_big, is_bytes, parenthesized};
use super::{Generator, arrow, block};
use crate::protocol::{Marks, ParsedText, Type};
use crate::schema::Body;

/// Where a value is: its expression, and its name in the path of an error as a literal.
#[derive(Clone, Copy)]
pub(super) struct At<'a> {
    pub(super) value: &'a str,
    pub(super) name: &'a str,
}

impl<'a> At<'a> {
    /// An element, whose place the container adds to a path.
    pub(super) const fn element(value: &'a str) -> Self {
        Self { value, name: "null" }
    }
}

impl Generator<'_> {
    /// A statement that writes a value.
    pub(super) fn write(&self, ty: &Type, marks: Marks, at: At<'_>) -> String {
        let At { value, name } = at;
        match ty {
            Type::Option(inner) => {
                let put = self.write(inner, marks, At { value: "it", name });
                self.w("option", &format!("{value}, {}", arrow("it", &put)))
            }
            Type::Pointer(inner) => self.write(inner, marks, at),
            Type::Variant | Type::Custom => self.write_any(at),
            Type::Message(index) => self.write_message(*index, at),
            Type::List(inner)
            | Type::View(inner)
            | Type::Set(inner)
            | Type::FixedList(_, inner) => {
                let checked = self.checked(ty, marks, at);
                self.write_list(ty, inner, marks, At { value: &checked, name })
            }
            Type::Tuple(elements) => {
                let puts = elements.iter().enumerate().map(|(index, element)| {
                    let value = format!("{value}[{index}]");
                    let put = self.write(element, Marks::default(), At::element(&value));
                    format!("() => {}", block(&put))
                });
                let puts: Vec<_> = puts.collect();
                self.w("tuple", &format!("{name}, {}", puts.join(", ")))
            }
            Type::Map(key, content) => {
                let checked = self.checked(ty, marks, at);
                let put_key = self.write(key, Marks::default(), At::element("key"));
                let put = self.write(content, Marks::default(), At::element("item"));
                let puts = format!("{}, {}", arrow("key", &put_key), arrow("item", &put));
                if marks.typed {
                    let types = [self.type_of(key), self.type_of(content)].join(", ");
                    return self.w("typedMap", &format!("{types}, {checked}, {name}, {puts}"));
                }
                let method = if self.is_key(key) { "map" } else { "pairList" };
                self.w(method, &format!("{checked}, {name}, {puts}"))
            }
            Type::Value(kind, bounds) => self.write_value(*kind, *bounds, marks, at),
        }
    }

    /// A list or map whose length is checked.
    fn checked(&self, ty: &Type, marks: Marks, At { value, name }: At<'_>) -> String {
        let mut value = value.to_owned();
        if matches!(ty, Type::Set(inner) if self.is_key(inner)) {
            value = format!("[...{value}]");
        }
        if let Some(most) = marks.max_len {
            value = self.w("most", &format!("{value}, {name}, {most}"));
        }
        if let Type::FixedList(len, _) = ty {
            value = self.w("exactly", &format!("{value}, {name}, {len}"));
        }
        value
    }

    fn write_any(&self, At { value, name }: At<'_>) -> String {
        self.parts.need("writeVariant");
        let call = format!("writeVariant(w, {value})");
        if name == "null" {
            call
        } else {
            self.w("within", &format!("{name}, () => {}", block(&call)))
        }
    }

    fn write_message(&self, index: usize, at: At<'_>) -> String {
        let At { value, name } = at;
        let function = || self.used("write", index);
        match &self.schema.types[index].body {
            Body::Unit => self.w("nil", ""),
            Body::Transparent(field) if !self.plan.is_recursive(index) => {
                let marks = field.variant.map_or(Marks::default(), |field| field.marks);
                self.write(&field.ty, marks, at)
            }
            Body::Enumeration(enumeration) if enumeration.is_plain() => {
                format!("{}(w, {value}, {name})", function())
            }
            _ => {
                let call = format!("{}(w, {value})", function());
                if name == "null" {
                    return call;
                }
                self.w("within", &format!("{name}, () => {}", block(&call)))
            }
        }
    }

    fn write_list(&self, ty: &Type, element: &Type, marks: Marks, at: At<'_>) -> String {
        let At { value, name } = at;
        let is_packed = !marks.typed && marks.wire_type != Some(WireType::Array);
        let is_packed = is_packed && (!matches!(ty, Type::Set(_)) || *element == Type::STRING);
        let packed = element.packed_array(self.generation).filter(|_| is_packed);
        let put = || self.write(element, Marks::default(), At::element("item"));
        let all = if is_bytes(ty) { format!("[...{value}]") } else { value.to_owned() };
        match packed {
            None if marks.typed => {
                let (ty, put) = (self.type_of(element), put());
                self.w("typedList", &format!("{ty}, {all}, {name}, {}", arrow("item", &put)))
            }
            None => self.w("list", &format!("{all}, {name}, {}", arrow("item", &put()))),
            Some(_) if is_bytes(ty) => self.w("packedBytes", &format!("{value}, {name}")),
            Some(VariantType::PackedStringArray) => self.w("texts", &format!("{value}, {name}")),
            Some(array) => {
                let put = self.put_plain(element);
                let kind = self.constant(array);
                let call =
                    self.w("packed", &format!("{kind}, {value}, {name}, {}", arrow("item", &put)));
                if array == VariantType::PackedByteArray {
                    let pad = self.w("pad", &format!("{value}.length"));
                    return format!("{call}; {pad}");
                }
                call
            }
        }
    }

    /// Writes an element of a packed array.
    fn put_plain(&self, element: &Type) -> String {
        let Type::Value(kind, bounds) = element else { return String::new() };
        if structures::is_structure(*kind) {
            let members = structures::members(*kind);
            let values: Vec<String> =
                members.iter().map(|member| format!("item.{member}")).collect();
            return self.put_floats(&values, "null").join("; ");
        }
        let value =
            if bounds.lacks_zero() { self.w("nonZero", "item, null") } else { "item".to_owned() };
        let method = bounds.name().trim_start_matches("NonZero").to_lowercase();
        self.w(&method, &format!("{value}, null"))
    }

    /// The number of the type that a value is written as, for `typed`.
    fn type_of(&self, ty: &Type) -> String {
        self.written(ty, Marks::default()).map_or("0".to_owned(), |kind| self.constant(kind))
    }

    fn write_value(
        &self,
        kind: VariantType,
        bounds: Bounds<'_>,
        marks: Marks,
        at: At<'_>,
    ) -> String {
        let At { value, name } = at;
        let as_float = matches!(marks.wire_type, Some(WireType::Float | WireType::Float64));
        let float = if marks.wire_type == Some(WireType::Float64) { "wide" } else { "float64" };
        let max = marks.max_len.map_or(String::new(), |most| format!(", {most}"));
        match kind {
            VariantType::Nil => self.w("nil", ""),
            VariantType::Bool if marks.wire_type == Some(WireType::Int) => {
                self.w("int", &format!("{value} ? 1 : 0, {name}, 0, 1"))
            }
            VariantType::Bool if as_float => self.w(float, &format!("{value} ? 1 : 0, {name}")),
            VariantType::Bool => self.w("bool", value),
            VariantType::Int => {
                let mut value = value.to_owned();
                if bounds.lacks_zero() && bounds.range().is_some_and(|(least, _)| least < 0) {
                    value = self.w("nonZero", &format!("{value}, {name}"));
                }
                let range = Self::range(bounds, marks);
                match (is_big(bounds), as_float) {
                    (true, false) => self.w("int64", &format!("{value}, {name}{range}")),
                    (false, false) => self.w("int", &format!("{value}, {name}{range}")),
                    (true, true) => {
                        let checked = self.w("check64", &format!("{value}, {name}{range}"));
                        let exact = self.w("exact", &format!("{checked}, {name}"));
                        self.w(float, &format!("{exact}, {name}"))
                    }
                    (false, true) => {
                        let checked = self.w("check", &format!("{value}, {name}{range}"));
                        self.w(float, &format!("{checked}, {name}"))
                    }
                }
            }
            VariantType::Float => {
                if marks.wire_type == Some(WireType::Int) {
                    let value = match bounds {
                        Bounds::F32 => format!("Math.fround({value})"),
                        _ => value.to_owned(),
                    };
                    let whole = self.w("whole", &format!("{value}, {name}"));
                    return self.w(
                        "int",
                        &format!("{whole}, {name}, -9007199254740992, 9007199254740992"),
                    );
                }
                if let Some(time) = marks.time {
                    let time = self.w("time", &format!("{value}, {name}, {}", time.since_1970));
                    return self.w(float, &format!("{time}, {name}"));
                }
                match (bounds == Bounds::F32, float) {
                    (true, "float64") => self.w("float32", &format!("{value}, {name}")),
                    (true, _) => self.w(float, &format!("Math.fround({value}), {name}")),
                    _ => self.w(float, &format!("{value}, {name}")),
                }
            }
            VariantType::String => {
                let value = match ParsedText::of(bounds) {
                    Some(form) => self.parsed_to_write(form, at),
                    None if bounds == Bounds::Char => self.w("char", &format!("{value}, {name}")),
                    None => value.to_owned(),
                };
                match marks.wire_type {
                    Some(WireType::StringName) => self.write_name(&value, name, &max),
                    Some(WireType::NodePath) => {
                        self.w("pathText", &format!("{value}, {name}{max}"))
                    }
                    _ => self.w("text", &format!("{value}, {name}{max}")),
                }
            }
            VariantType::StringName if marks.wire_type == Some(WireType::String) => {
                self.w("text", &format!("{value}, {name}{max}"))
            }
            VariantType::StringName => self.write_name(value, name, &max),
            VariantType::NodePath => self.w("nodePath", &format!("{value}, {name}{max}")),
            VariantType::Rid => {
                self.parts.need(if self.is_four() {
                    "Writer.rid.number"
                } else {
                    "Writer.rid.none"
                });
                self.w("rid", &format!("{value}, {name}"))
            }
            VariantType::Object => self.w("object", &format!("{value}, {name}")),
            kind if structures::is_structure(kind) => {
                let function = self.operation(kind, Operation::Write);
                format!("{function}(w, {value}, {name})")
            }
            _ => self.write_any(at),
        }
    }

    fn write_name(&self, value: &str, name: &str, max: &str) -> String {
        if !self.is_four() {
            return self.w("text", &format!("{value}, {name}{max}"));
        }
        let (kind, max) = (
            self.constant(VariantType::StringName),
            if max.is_empty() { ", undefined" } else { max },
        );
        self.w("text", &format!("{value}, {name}{max}, {kind}"))
    }

    /// The least and the most of an int as further arguments.
    fn range(bounds: Bounds<'_>, marks: Marks) -> String {
        if is_big(bounds) {
            let is_span = marks.time.is_some_and(|time| !time.since_1970);
            return match bounds.range() {
                Some((least, _)) if least > i64::MIN => format!(", {least}n"),
                _ if is_span => ", 0n".to_owned(),
                _ => String::new(),
            };
        }
        let (least, most) = bounds.range().unwrap_or((i64::MIN, i64::MAX));
        format!(", {least}, {most}")
    }

    /// A text that is checked before it is written.
    fn parsed_to_write(&self, form: &ParsedText, At { value, name }: At<'_>) -> String {
        self.parts.need(form.name);
        self.w("parsed", &format!("{value}, {name}, '{0}', (it) => {0}(it) !== null", form.name))
    }

    /// An expression that reads a value.
    pub(super) fn read(&self, ty: &Type, marks: Marks) -> String {
        if let Type::Option(inner) = ty {
            self.parts.need("Reader.nil");
            return format!("r.nil() ? null : {}", self.read(inner, marks));
        }
        let strict = if marks.strict { self.written(ty, marks) } else { None };
        let Some(kind) = strict else { return self.read_any_form(ty, marks) };
        let check = self.r("strict", &self.constant(kind));
        let read = self.read_any_form(ty, Marks { strict: false, ..marks });
        match read.strip_prefix("r.") {
            Some(method) if !read.contains(['?', '{']) => format!("{check}.{method}"),
            _ => format!("({check}, {read})"),
        }
    }

    fn read_any_form(&self, ty: &Type, marks: Marks) -> String {
        match ty {
            Type::Option(_) => self.read(ty, marks),
            Type::Pointer(inner) => self.read(inner, marks),
            Type::Variant | Type::Custom => {
                self.parts.need("readVariant");
                "readVariant(r)".to_owned()
            }
            Type::Message(index) => self.read_message(*index, marks),
            Type::List(inner)
            | Type::View(inner)
            | Type::Set(inner)
            | Type::FixedList(_, inner) => {
                let mut read = self.read_list(ty, inner, marks);
                if let Type::FixedList(len, _) = ty {
                    read = self.r("exactly", &format!("{len}, () => {read}"));
                }
                self.elements_of(ty, self.at_most(read, marks))
            }
            Type::Tuple(elements) => {
                let takes = elements.iter().map(|element| {
                    format!("() => {}", parenthesized(&self.read(element, Marks::default())))
                });
                self.r("tuple", &takes.collect::<Vec<_>>().join(", "))
            }
            Type::Map(key, content) => {
                let method = if self.is_key(key) { "map" } else { "pairList" };
                let (key, content) =
                    (self.read(key, Marks::default()), self.read(content, Marks::default()));
                let read = self.r(method, &format!("() => {key}, () => {content}"));
                self.at_most(read, marks)
            }
            Type::Value(kind, bounds) => self.read_value(*kind, *bounds, marks),
        }
    }

    fn at_most(&self, read: String, marks: Marks) -> String {
        match marks.max_len {
            Some(most) => self.r("most", &format!("{most}, () => {read}")),
            None => read,
        }
    }

    fn read_message(&self, index: usize, marks: Marks) -> String {
        match &self.schema.types[index].body {
            Body::Unit => self.r("unit", ""),
            Body::Transparent(field) if !self.plan.is_recursive(index) => {
                let own = field.variant.map_or(Marks::default(), |field| field.marks);
                self.read(&field.ty, Marks { strict: own.strict || marks.strict, ..own })
            }
            _ => format!("{}(r)", self.used("read", index)),
        }
    }

    fn read_list(&self, ty: &Type, element: &Type, marks: Marks) -> String {
        let item = parenthesized(&self.read(element, Marks::default()));
        if let Type::View(_) = ty {
            return self.read_view(element, &item);
        }
        if is_bytes(ty) {
            return self.r("packedBytes", "");
        }
        let _ = marks;
        let Type::Value(kind, bounds) = element else {
            return self.r("list", &format!("() => {item}"));
        };
        match kind {
            VariantType::Int => {
                let range = Self::range(*bounds, Marks::default());
                let range = range.trim_start_matches(", ");
                let read = self.r(if is_big(*bounds) { "int64s" } else { "ints" }, range);
                let lacks_zero =
                    bounds.lacks_zero() && bounds.range().is_some_and(|(least, _)| least < 0);
                if lacks_zero { self.r("nonZeros", &format!("() => {read}")) } else { read }
            }
            VariantType::Float => {
                self.r("floats", &format!("() => {item}, {}", *bounds == Bounds::F32))
            }
            VariantType::String | VariantType::StringName if *bounds != Bounds::Char => {
                let text = match ParsedText::of(*bounds) {
                    Some(form) => self.parsed_to_read(form, "null", "text"),
                    None => "text()".to_owned(),
                };
                self.r("texts", &format!("(text) => {text}, () => {item}"))
            }
            kind => match element.packed_array(self.generation) {
                Some(VariantType::PackedColorArray) => {
                    let element = parenthesized(&self.components(*kind, false));
                    let array = self.constant(VariantType::PackedColorArray);
                    self.r("packed", &format!("{array}, 16, () => {element}, () => {item}"))
                }
                Some(array) => {
                    let element = parenthesized(&self.components(*kind, *bounds == Bounds::F64));
                    let (array, count) = (self.constant(array), structures::members(*kind).len());
                    self.r(
                        "structures",
                        &format!("{array}, {count}, () => {element}, () => {item}"),
                    )
                }
                None => self.r("list", &format!("() => {item}")),
            },
        }
    }

    /// A list that is read from its packed array alone, in its own width.
    fn read_view(&self, element: &Type, item: &str) -> String {
        let list = Type::List(Box::new(element.clone()));
        let read = self.read_list(&list, element, Marks::default());
        let _ = item;
        let Some(array) = element.packed_array(self.generation) else { return read };
        let check = self.r("strict", &self.constant(array));
        let method = read.strip_prefix("r.").unwrap_or(&read);
        match element {
            Type::Value(kind, bounds)
                if structures::is_structure(*kind) && *kind != VariantType::Color =>
            {
                self.parts.need("Reader.width");
                format!("{check}.width({}).{method}", *bounds == Bounds::F64)
            }
            _ => format!("{check}.{method}"),
        }
    }

    fn read_value(&self, kind: VariantType, bounds: Bounds<'_>, marks: Marks) -> String {
        let as_float = matches!(marks.wire_type, Some(WireType::Float | WireType::Float64));
        let max = marks.max_len.map_or(String::new(), |most| most.to_string());
        match kind {
            VariantType::Nil => self.r("unit", ""),
            VariantType::Bool if marks.wire_type == Some(WireType::Int) => {
                format!("{} === 1", self.r("int", "0, 1"))
            }
            VariantType::Bool if as_float => format!("{} === 1", self.r("whole", "0, 1")),
            VariantType::Bool => self.r("bool", ""),
            VariantType::Int => {
                let range = Self::range(bounds, marks);
                let range = range.trim_start_matches(", ");
                let read = if as_float {
                    let (least, most) = bounds.whole_floats();
                    let read = self.r("whole", &format!("{least}, {most}"));
                    if is_big(bounds) { format!("BigInt({read})") } else { read }
                } else {
                    self.r(if is_big(bounds) { "int64" } else { "int" }, range)
                };
                let lacks_zero =
                    bounds.lacks_zero() && bounds.range().is_some_and(|(least, _)| least < 0);
                if lacks_zero { self.r("nonZero", &format!("null, () => {read}")) } else { read }
            }
            VariantType::Float => {
                let read = match (marks.wire_type, bounds) {
                    (Some(WireType::Int), Bounds::F32) => {
                        format!(
                            "Math.fround({})",
                            self.r("int", "-9007199254740992, 9007199254740992")
                        )
                    }
                    (Some(WireType::Int), _) => {
                        self.r("int", "-9007199254740992, 9007199254740992")
                    }
                    (_, Bounds::F32) => self.r("float32", ""),
                    _ => self.r("float64", ""),
                };
                match marks.time {
                    Some(time) => {
                        self.r("time", &format!("null, {}, () => {read}", time.since_1970))
                    }
                    None => read,
                }
            }
            VariantType::String if bounds == Bounds::Char => self.r("char", ""),
            VariantType::String if marks.wire_type == Some(WireType::NodePath) => {
                self.r("pathText", &max)
            }
            VariantType::String | VariantType::StringName => {
                let read = self.r("text", &max);
                match ParsedText::of(bounds) {
                    Some(form) => self.parsed_to_read(form, "null", &format!("() => {read}")),
                    None => read,
                }
            }
            VariantType::NodePath => self.r("nodePath", &max),
            VariantType::Rid => {
                self.parts.need(if self.is_four() {
                    "Reader.rid.number"
                } else {
                    "Reader.rid.none"
                });
                self.r("rid", "")
            }
            VariantType::Object => self.r("object", ""),
            kind if structures::is_structure(kind) => {
                let is_double = bounds == Bounds::F64;
                let operation = if is_double { Operation::ReadDouble } else { Operation::Read };
                format!("{}(r)", self.operation(kind, operation))
            }
            kind => {
                self.parts.need("readVariantOf");
                format!("readVariantOf(r, '{}')", structures::name(kind))
            }
        }
    }

    /// A text that is checked after it is read.
    fn parsed_to_read(&self, form: &ParsedText, name: &str, take: &str) -> String {
        self.parts.need(form.name);
        self.r("parsed", &format!("{name}, {}, {}, {take}", quoted(form.name), form.name))
    }
}
