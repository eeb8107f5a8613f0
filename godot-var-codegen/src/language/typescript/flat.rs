//! Values in flat messages: a statement that puts one, an expression that takes one.

use godot_var_runtime::flat::{NumberType, Prefix};
use godot_var_runtime::variant::{Bounds, VariantType};

use super::names::quoted;
use super::types::{is_bytes, number, parenthesized};
use super::variant::At;
use super::{Generator, arrow, block, structures};
use crate::flat::{self, TextType, Type as Flat};
use crate::protocol::{Marks, Time, Type};
use crate::schema::Body;

/// How a number is called in the methods of `Writer` and `Reader`.
const fn method(number: NumberType) -> &'static str {
    match number {
        NumberType::U8 => "u8",
        NumberType::U16 => "u16",
        NumberType::U32 => "u32",
        NumberType::U64 => "u64",
        NumberType::I8 => "i8",
        NumberType::I16 => "i16",
        NumberType::I32 => "i32",
        NumberType::I64 => "i64",
        NumberType::F16 => "f16",
        NumberType::F32 => "f32",
        NumberType::F64 => "f64",
    }
}

/// The integers of a type.
pub(super) fn bounds(number: NumberType) -> (i128, i128) {
    let bits = number.bytes() * 8;
    if number.is_signed() {
        (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
    } else if bits == 64 {
        (0, i64::MAX.into())
    } else {
        (0, (1 << bits) - 1)
    }
}

const fn is_big(number: NumberType) -> bool {
    matches!(number, NumberType::U64 | NumberType::I64)
}

/// The type of Rust inside a pointer.
fn value_of(ty: &Type) -> &Type {
    match ty {
        Type::Pointer(inner) => value_of(inner),
        ty => ty,
    }
}

/// The element type of a list.
fn element_of(ty: &Type) -> &Type {
    match value_of(ty) {
        Type::List(inner) | Type::View(inner) | Type::Set(inner) | Type::FixedList(_, inner) => {
            inner
        }
        ty => ty,
    }
}

/// The type inside an `Option`.
pub(super) fn content_of(ty: &Type) -> &Type {
    match value_of(ty) {
        Type::Option(inner) => inner,
        ty => ty,
    }
}

fn is_single(ty: &Type) -> bool {
    matches!(value_of(ty), Type::Value(_, Bounds::F32) | Type::Value(VariantType::Color, _))
}

fn turn(degrees: bool) -> &'static str {
    if degrees { "360" } else { "2 * Math.PI" }
}

/// How many bytes the smallest three of a rotation take.
const fn rotation_bytes(bits: u8) -> usize {
    match bits {
        10 => 4,
        15 => 6,
        _ => 8,
    }
}

/// The time that a field holds as seconds.
fn seconds(field: &flat::Field) -> Option<Time> {
    field.time.filter(|time| time.unit == "s")
}

impl Generator<'_> {
    /// A call of a function of the support code.
    fn call(&self, function: &str, arguments: &str) -> String {
        self.parts.need(function);
        format!("{function}({arguments})")
    }

    /// A statement that puts the value of a field: all of it, or what an `Option` in the header holds.
    pub(super) fn put_field(
        &self,
        field: &flat::Field,
        ty: &Flat,
        rust: &Type,
        at: At<'_>,
    ) -> String {
        let outer = self.seconds.replace(seconds(field));
        let put = self.put(ty, rust, None, at);
        self.seconds.set(outer);
        put
    }

    /// An expression that takes the value of a field.
    pub(super) fn take_field(
        &self,
        field: &flat::Field,
        ty: &Flat,
        rust: &Type,
        name: &str,
    ) -> String {
        let outer = self.seconds.replace(seconds(field));
        let take = self.take(ty, rust, None, name);
        self.seconds.set(outer);
        take
    }

    /// A statement that puts a value. `most` is its longest length.
    pub(super) fn put(&self, ty: &Flat, rust: &Type, most: Option<usize>, at: At<'_>) -> String {
        let At { value, name } = at;
        let max = most.map_or(String::new(), |most| format!(", {most}"));
        match ty {
            Flat::Unit => String::new(),
            Flat::Bool | Flat::LenientBool => self.w("flatBool", value),
            Flat::Number(number) => {
                let seconds = self
                    .seconds
                    .get()
                    .map(|time| self.w("time", &format!("{value}, {name}, {}", time.since_1970)));
                let value = seconds.as_deref().unwrap_or(value);
                self.w(method(*number), &format!("{value}, {name}"))
            }
            Flat::Varint(number) => self.put_varint(*number, at),
            Flat::NonZero(inner) => {
                let value = self.w("nonZero", &format!("{value}, {name}"));
                self.put(inner, rust, most, At { value: &value, name })
            }
            Flat::InBits(bits, inner) => self.put_in_bits(*bits, inner, rust, at),
            Flat::Char => {
                let text = self.w("char", &format!("{value}, {name}"));
                self.w("varint", &format!("{text}.codePointAt(0) ?? 0"))
            }
            Flat::Range { low, high, steps, clamp } => {
                let value = if is_single(rust) {
                    format!("Math.fround({value})")
                } else {
                    value.to_owned()
                };
                let (low, high, max) = (number(*low), number(*high), steps.largest());
                let step =
                    self.call("range", &format!("{value}, {name}, {low}, {high}, {max}, {clamp}"));
                self.w(method(*steps), &format!("{step}, {name}"))
            }
            Flat::Angle { degrees, steps } => {
                let value = if is_single(rust) {
                    format!("Math.fround({value})")
                } else {
                    value.to_owned()
                };
                let (turn, max) = (turn(*degrees), steps.largest());
                let step = self.call("angle", &format!("{value}, {name}, {turn}, {max}"));
                self.w(method(*steps), &format!("{step}, {name}"))
            }
            Flat::Direction(inner) => {
                self.structure(VariantType::Vector2);
                let value = self.call("direction", &format!("{value}, {name}"));
                self.put(inner, &Type::F32, None, At { value: &value, name })
            }
            Flat::Octahedron(inner) => {
                self.structure(VariantType::Vector3);
                let parts = self.call("octahedron", &format!("{value}, {name}"));
                let put = self.put(inner, &Type::F32, None, At { value: "part", name });
                format!("{parts}.forEach((part) => {{ {put}; }})")
            }
            Flat::SmallestThree(bits) => {
                self.structure(VariantType::Quaternion);
                let bytes = rotation_bytes(*bits);
                self.call("putRotation", &format!("w, {value}, {name}, {bits}, {bytes}"))
            }
            Flat::Components(kind, inner) => {
                self.structure(*kind);
                let members = structures::members(*kind);
                let values: Vec<String> =
                    members.iter().map(|member| format!("{value}.{member}")).collect();
                if **inner == Flat::Number(NumberType::F32) {
                    return self.put_floats(&values, name).join("; ");
                }
                let puts =
                    values.iter().map(|value| self.put(inner, rust, None, At { value, name }));
                puts.collect::<Vec<_>>().join("; ")
            }
            Flat::Text(text, prefix) => {
                let value = match text {
                    TextType::NodePath => self.call("plainPath", value),
                    _ => value.to_owned(),
                };
                match prefix {
                    Prefix::Varint => self.w("flatText", &format!("{value}, {name}{max}")),
                    Prefix::Number(_) => {
                        let most = most.map_or("Infinity".to_owned(), |most| most.to_string());
                        let count = self.put_count(*prefix, name);
                        self.w("sizedText", &format!("{value}, {name}, {most}, {count}"))
                    }
                }
            }
            Flat::CString(_) => self.w("cString", &format!("{value}, {name}{max}")),
            Flat::List(prefix, inner) => {
                let is_set = self.is_set(rust);
                let value = if is_set { format!("[...{value}]") } else { value.to_owned() };
                let value = self.short(most, At { value: &value, name });
                let element = element_of(rust);
                if is_bytes(value_of(rust)) && **inner == Flat::Number(NumberType::U8) {
                    let count = self.put_count(*prefix, name);
                    return self.w("flatBytes", &format!("{value}, {name}, {count}"));
                }
                let value = if is_bytes(value_of(rust)) { format!("[...{value}]") } else { value };
                let put = arrow("item", &self.put(inner, element, None, At::element("item")));
                match prefix {
                    Prefix::Varint => self.w("flatList", &format!("{value}, {name}, {put}")),
                    Prefix::Number(_) => {
                        let count = self.put_count(*prefix, name);
                        self.w("sizedList", &format!("{value}, {name}, {count}, {put}"))
                    }
                }
            }
            Flat::Packed(prefix, bits, inner) => {
                let value = self.short(most, at);
                let count = self.put_count(*prefix, name);
                let number = self.number_in_bits(*bits, inner);
                self.w(
                    "packedBits",
                    &format!("{value}, {name}, {bits}, {count}, (item) => {number}"),
                )
            }
            Flat::Map(prefix, key, content) => {
                let value = self.short(most, at);
                let (rust_key, rust_content) = pair_of(rust);
                let key = arrow("key", &self.put(key, rust_key, None, At::element("key")));
                let put =
                    arrow("item", &self.put(content, rust_content, None, At::element("item")));
                let puts = format!("{key}, {put}");
                match prefix {
                    Prefix::Varint => self.w("flatMap", &format!("{value}, {name}, {puts}")),
                    Prefix::Number(_) => {
                        let count = self.put_count(*prefix, name);
                        self.w("sizedMap", &format!("{value}, {name}, {count}, {puts}"))
                    }
                }
            }
            Flat::Array(count, inner) => {
                let value = self.w("exactly", &format!("{value}, {name}, {count}"));
                let put =
                    arrow("item", &self.put(inner, element_of(rust), None, At::element("item")));
                self.w("each", &format!("{value}, {name}, {put}"))
            }
            Flat::Tuple(elements) => {
                let puts = elements.iter().enumerate().map(|(index, element)| {
                    let value = format!("{value}[{index}]");
                    let put =
                        self.put(element, tuple_element(rust, index), None, At::element(&value));
                    format!("() => {}", block(&put))
                });
                let puts: Vec<_> = puts.collect();
                self.w("flatTuple", &format!("{name}, {}", puts.join(", ")))
            }
            Flat::Option(inner) => {
                let put = self.put(inner, content_of(rust), most, At { value: "it", name });
                self.w("flatOption", &format!("{value}, {}", arrow("it", &put)))
            }
            Flat::AtMost(most, inner) => self.put(inner, rust, Some(*most), at),
            Flat::Ipv4 => self.call("putIpv4", &format!("w, {value}, {name}")),
            Flat::Ipv6 => self.call("putIpv6", &format!("w, {value}, {name}")),
            Flat::Ip => self.call("putIp", &format!("w, {value}, {name}")),
            Flat::Socket => self.call("putSocket", &format!("w, {value}, {name}")),
            Flat::Uuid => self.call("putUuid", &format!("w, {value}, {name}")),
            Flat::Variant(_, ty) => {
                self.parts.need(self.embedded("Writer"));
                let put = self.write(ty, Marks::default(), At::element(value));
                self.w("embedded", &format!("{name}, () => {}", block(&put)))
            }
            Flat::Message(flat) => self.put_message(self.schema.of_flat[*flat], at),
            // The generator refuses such a field.
            Flat::Custom(_) => String::new(),
        }
    }

    /// The part that reads or writes an embedded Variant, which is little-endian.
    fn embedded(&self, class: &str) -> &'static str {
        match (class, self.plan.has_big) {
            ("Writer", true) => "Writer.embedded.ordered",
            ("Writer", false) => "Writer.embedded.plain",
            (_, true) => "Reader.embedded.ordered",
            (_, false) => "Reader.embedded.plain",
        }
    }

    fn short(&self, most: Option<usize>, At { value, name }: At<'_>) -> String {
        match most {
            Some(most) => self.w("most", &format!("{value}, {name}, {most}")),
            None => value.to_owned(),
        }
    }

    /// A function that puts a count.
    fn put_count(&self, prefix: Prefix, name: &str) -> String {
        let put = match prefix {
            Prefix::Varint => self.w("varint", "count"),
            Prefix::Number(number) => self.w(method(number), &format!("count, {name}")),
        };
        format!("(count) => {}", block(&put))
    }

    fn put_varint(&self, number: NumberType, At { value, name }: At<'_>) -> String {
        let (low, high) = bounds(number);
        let value = if is_big(number) {
            self.w("check64", &format!("{value}, {name}, {low}n, {high}n"))
        } else {
            self.w("check", &format!("{value}, {name}, {low}, {high}"))
        };
        let zigzag = if is_big(number) { "zigzag64" } else { "zigzag" };
        let value = if number.is_signed() { self.call(zigzag, &value) } else { value };
        self.w(if is_big(number) { "varint64" } else { "varint" }, &value)
    }

    fn put_in_bits(
        &self,
        bits: u8,
        inner: &Flat,
        rust: &Type,
        At { value, name }: At<'_>,
    ) -> String {
        match inner {
            Flat::Number(number) => {
                let value = self.in_bits(bits, *number, At { value, name });
                self.put(inner, rust, None, At { value: &value, name })
            }
            Flat::Message(flat) => {
                let index = self.schema.of_flat[*flat];
                let function = self.used("put", index);
                let most = if self.keeps_number(index) {
                    format!(", {}", (1_u64 << bits) - 1)
                } else {
                    String::new()
                };
                format!("{function}(w, {value}, {name}{most})")
            }
            inner => self.put(inner, rust, None, At { value, name }),
        }
    }

    /// A number that is checked for its bits.
    pub(super) fn in_bits(
        &self,
        bits: u8,
        number: NumberType,
        At { value, name }: At<'_>,
    ) -> String {
        let (low, high) = flat::bounds_of_bits(bits, number.is_signed());
        if is_big(number) {
            self.w("check64", &format!("{value}, {name}, {low}n, {high}n"))
        } else {
            self.w("check", &format!("{value}, {name}, {low}, {high}"))
        }
    }

    /// The bits of `item`, an element of a packed list, as a number from 0.
    fn number_in_bits(&self, bits: u8, element: &Flat) -> String {
        let Flat::Number(number) = element else { return "item ? 1 : 0".to_owned() };
        let checked = self.in_bits(bits, *number, At::element("item"));
        match (is_big(*number), number.is_signed()) {
            (true, _) => format!("Number(BigInt.asUintN({bits}, {checked}))"),
            (false, true) if bits < 32 => format!("{checked} & {}", (1_u64 << bits) - 1),
            (false, true) => format!("{checked} >>> 0"),
            (false, false) => checked,
        }
    }

    /// The element of a packed list whose bits are `number`.
    fn of_bits(bits: u8, element: &Flat) -> String {
        let Flat::Number(number) = element else { return "number === 1".to_owned() };
        let value = if number.is_signed() {
            let (half, full) = (1_u64 << (bits - 1), 1_u64 << bits);
            format!("number < {half} ? number : number - {full}")
        } else {
            "number".to_owned()
        };
        if is_big(*number) { format!("BigInt({value})") } else { value }
    }

    fn put_message(&self, index: usize, at: At<'_>) -> String {
        let At { value, name } = at;
        let function = || self.used("put", index);
        match &self.schema.types[index].body {
            Body::Unit => String::new(),
            Body::Transparent(field)
                if !self.plan.is_recursive(index) && !self.is_big_endian(index) =>
            {
                match field.flat {
                    Some(flat) => self.put_field(flat, &flat.ty, &field.ty, at),
                    None => String::new(),
                }
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

    /// An expression that takes a value.
    pub(super) fn take(&self, ty: &Flat, rust: &Type, most: Option<usize>, name: &str) -> String {
        if let Type::Pointer(inner) = rust {
            let take = self.take(ty, inner, most, name);
            if !self.plan.counts_levels {
                return take;
            }
            return self.r("deeper", &format!("() => {}", parenthesized(&take)));
        }
        let max = most.map_or(String::new(), |most| format!(", {most}"));
        match ty {
            Flat::Unit => "null".to_owned(),
            Flat::Bool => self.r("flatBool", name),
            Flat::LenientBool => format!("{} !== 0", self.r("u8", name)),
            Flat::Number(number) => {
                let take = self.r(method(*number), name);
                match self.seconds.get() {
                    Some(time) => {
                        self.r("time", &format!("{name}, {}, () => {take}", time.since_1970))
                    }
                    None => take,
                }
            }
            Flat::Varint(number) => self.take_varint(*number, name),
            Flat::NonZero(inner) => {
                let take = self.take(inner, rust, most, name);
                self.r("nonZero", &format!("{name}, () => {take}"))
            }
            Flat::InBits(bits, inner) => {
                let take = self.take(inner, rust, most, name);
                let n = if matches!(**inner, Flat::Number(number) if is_big(number)) {
                    "n"
                } else {
                    ""
                };
                let (low, high) = flat::bounds_of_bits(*bits, inner.is_signed());
                match &**inner {
                    Flat::Message(flat) => {
                        let index = self.schema.of_flat[*flat];
                        let function = self.used("take", index);
                        let most = if self.keeps_number(index) {
                            format!(", {high}")
                        } else {
                            String::new()
                        };
                        format!("{function}(r, {name}{most})")
                    }
                    _ => self.r("inRange", &format!("{name}, {low}{n}, {high}{n}, () => {take}")),
                }
            }
            Flat::Char => self.r("flatChar", name),
            Flat::Range { low, high, steps, .. } => {
                let step = self.r(method(*steps), name);
                let (low, high, max) = (number(*low), number(*high), steps.largest());
                let value = self.call("ofRange", &format!("{step}, {low}, {high}, {max}"));
                if is_single(rust) { format!("Math.fround({value})") } else { value }
            }
            Flat::Angle { degrees, steps } => {
                let step = self.r(method(*steps), name);
                let (turn, max) = (turn(*degrees), steps.largest());
                let value = self.call("ofRange", &format!("{step}, 0, {turn}, {max}"));
                if is_single(rust) { format!("Math.fround({value})") } else { value }
            }
            Flat::Direction(inner) => {
                self.structure(VariantType::Vector2);
                // In 64 bits, which only the vector is rounded from.
                let angle = self.take(inner, &Type::F64, None, name);
                self.call("ofDirection", &format!("{name}, r.at, {angle}"))
            }
            Flat::Octahedron(inner) => {
                self.structure(VariantType::Vector3);
                let part = self.take(inner, &Type::F32, None, name);
                self.call("ofOctahedron", &format!("{name}, r.at, {part}, {part}"))
            }
            Flat::SmallestThree(bits) => {
                self.structure(VariantType::Quaternion);
                let bytes = rotation_bytes(*bits);
                self.call("takeRotation", &format!("r, {name}, {bits}, {bytes}"))
            }
            Flat::Components(kind, inner) => {
                self.structure(*kind);
                if *kind == VariantType::Vector3 && **inner == Flat::Number(NumberType::F32) {
                    return self.r("f32x3", name);
                }
                structures::literal(*kind, |_| self.take(inner, rust, None, name))
            }
            Flat::Text(text, prefix) => {
                let read = match prefix {
                    Prefix::Varint => self.r("flatText", &format!("{name}{max}")),
                    Prefix::Number(number) => {
                        let size = self.r(method(*number), name);
                        self.r("sizedText", &format!("{name}, () => {size}{max}"))
                    }
                };
                if *text == TextType::NodePath { self.call("plainPath", &read) } else { read }
            }
            Flat::CString(_) => self.r("cString", &format!("{name}{max}")),
            Flat::List(prefix, inner) => self.take_list(*prefix, inner, rust, most, name),
            Flat::Packed(prefix, bits, inner) => {
                let count = self.take_count(*prefix);
                let item = Self::of_bits(*bits, inner);
                let list = self
                    .r("packedBits", &format!("{name}, {bits}, {count}, (number) => {item}{max}"));
                if is_bytes(value_of(rust)) { format!("Uint8Array.from({list})") } else { list }
            }
            Flat::Map(prefix, key, content) => {
                let (rust_key, rust_content) = pair_of(rust);
                let size = self.sizes.value(key).min + self.sizes.value(content).min;
                let key = parenthesized(&self.take(key, rust_key, None, "null"));
                let item = parenthesized(&self.take(content, rust_content, None, "null"));
                let takes = format!("{size}, () => {key}, () => {item}{max}");
                match (prefix, self.is_key(rust_key)) {
                    (Prefix::Varint, true) => self.r("flatMap", &format!("{name}, {takes}")),
                    (prefix, is_key) => {
                        let count = self.take_count(*prefix);
                        let method = if is_key { "sizedMap" } else { "sizedPairs" };
                        self.r(method, &format!("{name}, {count}, {takes}"))
                    }
                }
            }
            Flat::Array(count, inner) => {
                let item = parenthesized(&self.take(inner, element_of(rust), None, "null"));
                let list = self.r("flatArray", &format!("{name}, {count}, () => {item}"));
                if is_bytes(value_of(rust)) { format!("Uint8Array.from({list})") } else { list }
            }
            Flat::Tuple(elements) => {
                let takes = elements.iter().enumerate().map(|(index, element)| {
                    let take = self.take(element, tuple_element(rust, index), None, "null");
                    format!("() => {}", parenthesized(&take))
                });
                self.r("flatTuple", &format!("{name}, {}", takes.collect::<Vec<_>>().join(", ")))
            }
            Flat::Option(inner) => {
                let is_there = self.r("flatBool", name);
                format!("{is_there} ? {} : null", self.take(inner, content_of(rust), most, name))
            }
            Flat::AtMost(most, inner) => self.take(inner, rust, Some(*most), name),
            Flat::Ipv4 => self.call("takeIpv4", &format!("r, {name}")),
            Flat::Ipv6 => self.call("takeIpv6", &format!("r, {name}")),
            Flat::Ip => self.call("takeIp", &format!("r, {name}")),
            Flat::Socket => self.call("takeSocket", &format!("r, {name}")),
            Flat::Uuid => self.call("takeUuid", &format!("r, {name}")),
            Flat::Variant(_, ty) => {
                self.parts.need(self.embedded("Reader"));
                let read = parenthesized(&self.read(ty, Marks::default()));
                self.r("embedded", &format!("{name}, () => {read}"))
            }
            Flat::Message(flat) => self.take_message(self.schema.of_flat[*flat], name),
            Flat::Custom(_) => "undefined!".to_owned(),
        }
    }

    fn take_list(
        &self,
        prefix: Prefix,
        inner: &Flat,
        rust: &Type,
        most: Option<usize>,
        name: &str,
    ) -> String {
        let max = most.map_or(String::new(), |most| format!(", {most}"));
        let is_bytes = is_bytes(value_of(rust));
        if is_bytes && *inner == Flat::Number(NumberType::U8) {
            let count = self.take_count(prefix);
            return self.r("flatBytes", &format!("{name}, {count}{max}"));
        }
        let size = self.sizes.value(inner).min;
        let item = parenthesized(&self.take(inner, element_of(rust), None, "null"));
        let list = match prefix {
            Prefix::Varint => self.r("flatList", &format!("{name}, {size}, () => {item}{max}")),
            Prefix::Number(_) => {
                let count = self.take_count(prefix);
                self.r("sizedList", &format!("{name}, {count}, {size}, () => {item}{max}"))
            }
        };
        if is_bytes {
            return format!("Uint8Array.from({list})");
        }
        self.elements_of(value_of(rust), list)
    }

    /// The elements of a list, or of a set, in which none is there twice.
    pub(super) fn elements_of(&self, ty: &Type, list: String) -> String {
        match ty {
            Type::Set(inner) if self.is_key(inner) => format!("new Set({list})"),
            Type::Set(_) => self.call("distinct", &list),
            _ => list,
        }
    }

    /// Whether a property is a `Set`.
    fn is_set(&self, rust: &Type) -> bool {
        matches!(value_of(rust), Type::Set(inner) if self.is_key(inner))
    }

    /// A function that takes a count.
    fn take_count(&self, prefix: Prefix) -> String {
        let take = match prefix {
            Prefix::Varint => self.r("varint", "null"),
            Prefix::Number(number) => self.r(method(number), "null"),
        };
        format!("() => {take}")
    }

    fn take_varint(&self, number: NumberType, name: &str) -> String {
        let bits = number.bytes() * 8;
        let most =
            if number == NumberType::U64 { i64::MAX as u64 } else { u64::MAX >> (64 - bits) };
        if !is_big(number) {
            let read = self.r("varint", &format!("{name}, {most}"));
            return if number.is_signed() { self.call("unzigzag", &read) } else { read };
        }
        let read = self.r("varint64", &format!("{name}, {most}n"));
        if number.is_signed() { self.call("unzigzag64", &read) } else { read }
    }

    fn take_message(&self, index: usize, name: &str) -> String {
        let function = || self.used("take", index);
        match &self.schema.types[index].body {
            Body::Unit => "null".to_owned(),
            Body::Transparent(field)
                if !self.plan.is_recursive(index) && !self.is_big_endian(index) =>
            {
                match field.flat {
                    Some(flat) => self.take_field(flat, &flat.ty, &field.with_pointers(), name),
                    None => self.initial(&field.ty),
                }
            }
            Body::Enumeration(enumeration) if enumeration.is_plain() => {
                format!("{}(r, {name})", function())
            }
            _ => {
                let call = format!("{}(r)", function());
                if name == "null" {
                    call
                } else {
                    self.r("within", &format!("{name}, () => {call}"))
                }
            }
        }
    }

    /// Whether all numbers of a type have the highest byte first.
    pub(super) fn is_big_endian(&self, index: usize) -> bool {
        self.schema.types[index].flat.is_some_and(|flat| flat.big_endian)
    }
}

/// The types of a map's keys and values.
fn pair_of(rust: &Type) -> (&Type, &Type) {
    match value_of(rust) {
        Type::Map(key, value) => (key, value),
        ty => (ty, ty),
    }
}

fn tuple_element(rust: &Type, index: usize) -> &Type {
    match value_of(rust) {
        Type::Tuple(elements) => elements.get(index).unwrap_or(rust),
        ty => ty,
    }
}

/// The name of a field as a literal.
pub(super) fn name_of(name: &str) -> String {
    name.parse::<usize>().map_or_else(|_| quoted(name), |index| index.to_string())
}
