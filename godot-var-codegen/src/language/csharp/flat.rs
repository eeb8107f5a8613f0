//! How values are written and read in flat messages.

use godot_var_runtime::flat::format::quantize;
use godot_var_runtime::flat::{NumberType, Prefix};
use godot_var_runtime::variant::{Bounds, VariantType};

use super::Generator;
use super::code::{From, Put, To};
use super::engine::Structure;
use super::text::float;
use super::types::{Form, integer};
use crate::flat::{self, Type as Flat};
use crate::protocol::{Marks, Type};
use crate::schema::Body;

/// How many bytes a prefix has: 0 for a varint.
fn size(prefix: Prefix) -> usize {
    match prefix {
        Prefix::Varint => 0,
        Prefix::Number(number) => number.bytes(),
    }
}

/// `, 2` as the last argument of a method, unless it is a varint.
fn size_argument(prefix: Prefix) -> String {
    match size(prefix) {
        0 => String::new(),
        size => format!(", size: {size}"),
    }
}

fn prefix_argument(prefix: Prefix) -> String {
    match size(prefix) {
        0 => String::new(),
        size => format!(", prefix: {size}"),
    }
}

/// The largest number of steps.
fn most(steps: NumberType) -> &'static str {
    match steps {
        NumberType::U8 => "255",
        NumberType::U16 => "65535",
        _ => "uint.MaxValue",
    }
}

fn turn(degrees: bool) -> String {
    float(quantize::turn(degrees), false)
}

impl Generator<'_> {
    /// The method for numbers of this many bits: it follows the order of bytes if any type has its own.
    fn number(&self, bits: &str) -> String {
        let is_float = bits.starts_with('F');
        match (self.plan.has_big, is_float) {
            (false, true) => bits.to_owned(),
            (false, false) => format!("U{bits}"),
            (true, _) => format!("N{bits}"),
        }
    }

    /// What a wrapper has on the wire: its only field.
    fn wrapped(&self, flat: usize) -> Option<&flat::Field> {
        match &self.schema.flat.types[flat].body {
            flat::Body::Record(record) => record.fields.first(),
            flat::Body::Enumeration(_) => None,
        }
    }

    /// Writes a number.
    fn put_number(&self, number: NumberType, from: &From) -> Put {
        let From { w, v, name, .. } = from;
        Put::Call(match number {
            NumberType::U8 => format!("{w}.U8({v})"),
            NumberType::I8 => format!("{w}.U8({v})"),
            NumberType::U16 | NumberType::I16 => self.put(w, &self.number("16"), v),
            NumberType::U32 => self.put(w, &self.number("32"), v),
            NumberType::I32 => self.put(w, &self.number("32"), &format!("(uint){v}")),
            NumberType::U64 => {
                let v = self.on_writer("Signed", &format!("{v}, {name}"));
                self.put(w, &self.number("64"), &v)
            }
            NumberType::I64 => self.put(w, &self.number("64"), &format!("(ulong){v}")),
            NumberType::F16 => {
                let half = self.on_writer("Half", &format!("{v}, {name}"));
                self.put(w, &self.number("16"), &half)
            }
            NumberType::F32 => self.put(w, &self.number("F32"), &format!("(float){v}")),
            NumberType::F64 => self.put(w, &self.number("F64"), v),
        })
    }

    /// Reads a number, in the C# type of its Rust type.
    fn take_number(&self, number: NumberType, to: &To) -> String {
        let To { r, name, .. } = to;
        match number {
            NumberType::U8 => self.take(r, "U8", name),
            NumberType::I8 => format!("(sbyte){}", self.take(r, "U8", name)),
            NumberType::U16 => self.take(r, &self.number("16"), name),
            NumberType::I16 => format!("(short){}", self.take(r, &self.number("16"), name)),
            NumberType::U32 => self.take(r, &self.number("32"), name),
            NumberType::I32 => format!("(int){}", self.take(r, &self.number("32"), name)),
            NumberType::U64 => {
                let number = self.take(r, &self.number("64"), name);
                self.take(r, "Signed", &format!("{number}, {name}"))
            }
            NumberType::I64 => format!("(long){}", self.take(r, &self.number("64"), name)),
            NumberType::F16 => self.on_reader("Half", &self.take(r, &self.number("16"), name)),
            NumberType::F32 => self.take(r, &self.number("F32"), name),
            NumberType::F64 => self.take(r, &self.number("F64"), name),
        }
    }

    /// Writes steps, which are a `uint`.
    fn put_steps(&self, steps: NumberType, value: &str, w: &str) -> Put {
        Put::Call(match steps {
            NumberType::U8 => format!("{w}.U8((int){value})"),
            NumberType::U16 => self.put(w, &self.number("16"), &format!("(int){value}")),
            _ => self.put(w, &self.number("32"), value),
        })
    }

    /// Writes a float in one of its forms.
    fn put_float(&self, ty: &Flat, from: &From) -> Put {
        let From { w, v, name, .. } = from;
        match ty {
            Flat::Range { low, high, steps, clamp } => {
                let (low, high) = (float(*low, false), float(*high, false));
                let arguments = format!("{v}, {low}, {high}, {}, {clamp}, {name}", most(*steps));
                self.put_steps(*steps, &self.on_writer("Range", &arguments), w)
            }
            Flat::Angle { degrees, steps } => {
                let arguments = format!("{v}, {}, {}, {name}", turn(*degrees), most(*steps));
                self.put_steps(*steps, &self.on_writer("Angle", &arguments), w)
            }
            Flat::Number(number) => self.put_number(*number, from),
            _ => self.put_number(NumberType::F32, from),
        }
    }

    /// Reads a float in one of its forms. `single` says whether its type is `float`.
    fn take_float(&self, ty: &Flat, single: bool, to: &To) -> String {
        let steps = |steps: NumberType, low: String, high: String| {
            let step = self.take_number(steps, to);
            let value = self.on_reader("Range", &format!("{step}, {low}, {high}, {}", most(steps)));
            if single { format!("(float){value}") } else { value }
        };
        match ty {
            Flat::Range { low, high, steps: number, .. } => {
                steps(*number, float(*low, false), float(*high, false))
            }
            Flat::Angle { degrees, steps: number } => {
                steps(*number, "0".to_owned(), turn(*degrees))
            }
            Flat::Number(NumberType::F64) if single => {
                format!("(float){}", self.take_number(NumberType::F64, to))
            }
            Flat::Number(number) => self.take_number(*number, to),
            _ => self.take_number(NumberType::F32, to),
        }
    }

    fn structure_of(&self, ty: &Type) -> Structure {
        match self.peeled(ty) {
            Type::Value(kind, bounds) => Structure { kind: *kind, double: *bounds == Bounds::F64 },
            _ => Structure { kind: VariantType::Vector3, double: false },
        }
    }

    /// Writes a value of a Rust type in its flat form.
    pub(super) fn write_flat(&self, flat: &Flat, ty: &Type, from: &From) -> Put {
        self.write_flat_of(flat, ty, from, None)
    }

    fn write_flat_of(&self, flat: &Flat, ty: &Type, from: &From, most: Option<usize>) -> Put {
        let ty = match flat {
            Flat::Message(_) => ty,
            _ => self.peeled(ty),
        };
        let From { w, v, name, .. } = from;
        let call = |method: &str, arguments: String| Put::Call(self.put(w, method, &arguments));
        let max = most.map_or("int.MaxValue".to_owned(), |most| most.to_string());
        let limited = || match most {
            Some(most) => self.on_writer("AtMost", &format!("{v}, {most}, {name}")),
            None => v.clone(),
        };
        match (flat, ty) {
            (Flat::Unit, _) => Put::Block(String::new()),
            (Flat::Bool | Flat::LenientBool, _) => Put::Call(format!("{w}.U8({v} ? 1 : 0)")),
            (
                Flat::Number(_) | Flat::Range { .. } | Flat::Angle { .. },
                Type::Value(VariantType::Float, _),
            ) => {
                let v = self.checked_seconds(from);
                self.put_float(flat, &from.of(v))
            }
            (
                Flat::Number(NumberType::I64),
                Type::Value(VariantType::Rid | VariantType::Object, _),
            ) => Put::Call(self.put(w, &self.number("64"), v)),
            (Flat::Number(number), _) => self.put_number(*number, from),
            (Flat::Varint(number), _) if number.is_signed() => call("Zigzag", v.clone()),
            (Flat::Varint(NumberType::U64), _) => {
                call("Varint", self.on_writer("Signed", &format!("{v}, {name}")))
            }
            (Flat::Varint(_), _) => call("Varint", v.clone()),
            (Flat::NonZero(inner), _) => {
                let checked = self.on_writer("NotZero", &format!("{v}, {name}"));
                self.write_flat(inner, ty, &from.of(checked))
            }
            (Flat::InBits(bits, inner), _) => {
                let number = self.number_of_flat(inner, v, name);
                let check = self
                    .on_writer("Bits", &format!("{number}, {bits}, {}, {name}", inner.is_signed()));
                let put = self.write_flat(inner, ty, from).line();
                Put::Block(format!("{check}; {put}"))
            }
            (Flat::Char, _) => call("FlatLetter", format!("{v}, {name}")),
            (Flat::Direction(inner), _) => {
                let structure = self.structure_of(ty);
                let part = |part| structure.member(&self.options, v, part);
                let arguments = format!("{}, {}, {name}", part("x"), part("y"));
                let angle = self.on_writer("Direction", &arguments);
                self.put_float(inner, &from.of(angle))
            }
            (Flat::Octahedron(inner), _) => {
                let structure = self.structure_of(ty);
                let part = |part| format!("(float){}", structure.member(&self.options, v, part));
                let arguments = format!("{}, {}, {}, {name}", part("x"), part("y"), part("z"));
                let (a, b) = (self.fresh("a"), self.fresh("b"));
                let call = self
                    .on_writer("Octahedron", &format!("{arguments}, out float {a}, out float {b}"));
                let first = self.put_float(inner, &from.of(a)).line();
                let second = self.put_float(inner, &from.of(b)).line();
                Put::Block(format!("{call}; {first} {second}"))
            }
            (Flat::SmallestThree(bits), _) => {
                let structure = self.structure_of(ty);
                let parts: Vec<String> = structure
                    .in_flat()
                    .iter()
                    .map(|part| structure.member(&self.options, v, part))
                    .collect();
                let bytes = bytes_of_rotation(*bits);
                let arguments = format!("{}, {bits}, {bytes}, {name}", parts.join(", "));
                let number = self.on_writer("SmallestThree", &arguments);
                match bytes {
                    4 => call(&self.number("32"), format!("(uint){number}")),
                    8 => call(&self.number("64"), number),
                    _ => {
                        let all = self.fresh("all");
                        let order = if self.plan.has_big {
                            format!("{w}.Big ? 40 - i : i")
                        } else {
                            "i".to_owned()
                        };
                        Put::Block(format!(
                            "ulong {all} = {number}; for (int i = 0; i < 48; i += 8) {w}.U8((int)({all} >> ({order}) & 255));"
                        ))
                    }
                }
            }
            (Flat::Components(_, inner), _) => {
                let structure = self.structure_of(ty);
                if **inner == Flat::Number(NumberType::F32)
                    && !structure.double
                    && !self.plan.has_big
                {
                    self.raw_structures.borrow_mut().insert(structure);
                    self.structure(structure);
                    self.need("Writer.Structures");
                    self.need("Writer.F32");
                    self.need("Reader.Structures");
                    self.need("Reader.Single");
                    return Put::Call(format!("{w}.Flat{}({v})", structure.method()));
                }
                let all: Vec<String> = structure
                    .in_flat()
                    .iter()
                    .map(|part| {
                        let part = from.of(structure.member(&self.options, v, part));
                        match &**inner {
                            Flat::Number(number @ NumberType::I32) => {
                                self.put_number(*number, &part)
                            }
                            inner => self.put_float(inner, &part),
                        }
                        .line()
                    })
                    .collect();
                Put::Block(all.join(" "))
            }
            (Flat::Text(_, prefix), _) => match (most, size(*prefix)) {
                (None, 0) => call("FlatText", format!("{v}, {name}")),
                (Some(most), 0) => call("FlatText", format!("{v}, {name}, {most}")),
                (_, size) => call("FlatText", format!("{v}, {name}, {max}, {size}")),
            },
            (Flat::CString(_), _) => match most {
                Some(most) => call("CText", format!("{v}, {name}, {most}")),
                None => call("CText", format!("{v}, {name}")),
            },
            (Flat::AtMost(most, inner), _) => self.write_flat_of(inner, ty, from, Some(*most)),
            (Flat::List(prefix, element), ty) => {
                let inner = element_of(ty);
                let put = Self::put_lambda(from, |from| self.write_flat(element, inner, from));
                call("FlatList", format!("{}, {name}, {put}{}", limited(), size_argument(*prefix)))
            }
            (Flat::Packed(prefix, bits, element), _) => {
                let inner = from.inner();
                let number = match &**element {
                    Flat::Bool => format!("{} ? 1ul : 0", inner.v),
                    element => {
                        let number = self.number_of_flat(element, &inner.v, "null");
                        let signed = element.is_signed();
                        self.on_writer("Bits", &format!("{number}, {bits}, {signed}, null"))
                    }
                };
                let more = size_argument(*prefix);
                let list = limited();
                call("FlatPacked", format!("{list}, {name}, {bits}, {} => {number}{more}", inner.v))
            }
            (Flat::Array(count, element), ty) => {
                let inner = element_of(ty);
                let put = Self::put_lambda(from, |from| self.write_flat(element, inner, from));
                let all = self.on_writer("Exactly", &format!("{v}, {count}, {name}"));
                self.need("Writer.Each");
                Put::Call(format!("{w}.All({all}, {name}, {put})"))
            }
            (Flat::Map(prefix, key, value), Type::Map(key_type, value_type)) => {
                let keys = Self::put_lambda(from, |from| self.write_flat(key, key_type, from));
                let values =
                    Self::put_lambda(from, |from| self.write_flat(value, value_type, from));
                let more = size_argument(*prefix);
                call("FlatMap", format!("{}, {name}, {keys}, {values}{more}", limited()))
            }
            (Flat::Tuple(elements), Type::Tuple(types)) => {
                let all: Vec<String> = elements
                    .iter()
                    .zip(types)
                    .enumerate()
                    .map(|(at, (element, ty))| {
                        self.write_flat(element, ty, &from.of(format!("{v}.{}", Self::item(at))))
                            .line()
                    })
                    .collect();
                Put::Block(all.join(" "))
            }
            (Flat::Option(inner), Type::Option(of)) => {
                let is_value = self.is_value(of);
                Self::put_option(from, is_value, &format!("{w}.U8(0)"), &|from| {
                    let some = self.write_flat_of(inner, of, from, most).line();
                    Put::Block(format!("{w}.U8(1); {some}"))
                })
            }
            (Flat::Ipv4 | Flat::Ipv6 | Flat::Uuid, _) => {
                let form = match flat {
                    Flat::Ipv4 => "Ipv4",
                    Flat::Ipv6 => "Ipv6",
                    _ => "Uuid",
                };
                let texts = self.texts();
                Put::Call(format!("{texts}.Write({w}, {texts}.Bytes{form}({v}), {v}, {name})"))
            }
            (Flat::Ip, _) => Put::Call(format!("{}.WriteIp({w}, {v}, {name})", self.texts())),
            (Flat::Socket, _) => {
                let port = format!("{}.WriteSocket({w}, {v}, {name})", self.texts());
                call(&self.number("16"), port)
            }
            (Flat::Variant(_, inner), _) => {
                let put = Self::put_lambda(from, |from| self.write(inner, Marks::default(), from));
                let method = if self.plan.has_big { "FlatVariantBig" } else { "FlatVariant" };
                self.need(&format!("Writer.{method}"));
                Put::Call(format!("{w}.FlatVariant({v}, {name}, {put})"))
            }
            (Flat::Message(flat), _) => self.write_flat_message(*flat, ty, from, most),
            _ => Put::Block(String::new()),
        }
    }

    fn checked_seconds(&self, from: &From) -> String {
        match self.time.get() {
            Some(time) => self
                .on_writer("Seconds", &format!("{}, {}, {}", from.v, time.since_1970, from.name)),
            None => from.v.clone(),
        }
    }

    fn texts(&self) -> String {
        self.need("Texts.flat");
        self.before_dot("Texts")
    }

    fn write_flat_message(&self, flat: usize, ty: &Type, from: &From, most: Option<usize>) -> Put {
        let From { w, v, name, .. } = from;
        let index = self.schema.of_flat[flat];
        let big = self.schema.flat.types[flat].big_endian;
        match (&self.schema.types[index].body, self.wrapped(flat)) {
            (Body::Unit, _) | (Body::Transparent(_), None) => Put::Block(String::new()),
            (Body::Transparent(field), Some(own)) => {
                if big {
                    let put = Self::put_lambda(from, |from| {
                        self.write_flat_of(&own.ty, &field.with_pointers(), from, most)
                    });
                    return Put::Call(self.put(w, "InBig", &format!("{v}, {put}")));
                }
                self.write_flat_of(&own.ty, &field.with_pointers(), from, most)
            }
            _ => match self.form(index) {
                Form::Plain | Form::Name => {
                    let helper = self.plain_helper(index);
                    Put::Call(format!("{helper}.WriteFlat({w}, {v}, {name})"))
                }
                _ => {
                    let more = if name == "null" { String::new() } else { format!(", {name}") };
                    let is_deeper = self.plan.has_recursive() && matches!(ty, Type::Pointer(_));
                    let method = if is_deeper { "FlatDeeper" } else { "FlatMessage" };
                    Put::Call(self.put(w, method, &format!("{v}{more}")))
                }
            },
        }
    }

    /// The number of a value with `bits`, as a `long`.
    pub(super) fn number_of_flat(&self, flat: &Flat, v: &str, name: &str) -> String {
        match flat {
            Flat::Message(flat) => {
                let index = self.schema.of_flat[*flat];
                match (&self.schema.types[index].body, self.wrapped(*flat)) {
                    (Body::Transparent(_), Some(own)) => self.number_of_flat(&own.ty, v, name),
                    _ => format!("{}.Number({v}, {name})", self.plain_helper(index)),
                }
            }
            Flat::Number(NumberType::U64) => {
                format!("(long){}", self.on_writer("Signed", &format!("{v}, {name}")))
            }
            Flat::NonZero(inner) => {
                let v = self.on_writer("NotZero", &format!("{v}, {name}"));
                self.number_of_flat(inner, &v, name)
            }
            _ => v.to_owned(),
        }
    }

    /// Reads a value of a Rust type from its flat form: an expression.
    pub(super) fn read_flat(&self, flat: &Flat, ty: &Type, to: &To) -> String {
        self.read_flat_of(flat, ty, to, None)
    }

    fn read_flat_of(&self, flat: &Flat, ty: &Type, to: &To, most: Option<usize>) -> String {
        if let (true, Type::Pointer(inner)) = (self.plan.has_recursive(), ty) {
            let lambda = self.take_lambda(to, &self.parameter(inner), |to| {
                self.read_flat_of(flat, inner, to, most)
            });
            return self.take(&to.r, "FlatDeeper", &format!("{}, {}, {lambda}", to.name, to.old));
        }
        let ty = match flat {
            Flat::Message(_) => ty,
            _ => self.peeled(ty),
        };
        let To { r, old, name, .. } = to;
        let take = |method: &str, arguments: String| self.take(r, method, &arguments);
        let limited = |value: String| match most {
            Some(most) => self.take(r, "AtMost", &format!("{value}, {most}, {name}")),
            None => value,
        };
        let is_single = matches!(ty, Type::Value(VariantType::Float, Bounds::F32));
        match (flat, ty) {
            (Flat::Unit, ty) => format!("default({})", self.cs(ty)),
            (Flat::Bool, _) => take("FlatBool", name.clone()),
            (Flat::LenientBool, _) => format!("{} != 0", take("U8", name.clone())),
            (
                Flat::Number(_) | Flat::Range { .. } | Flat::Angle { .. },
                Type::Value(VariantType::Float, _),
            ) => {
                let value = self.take_float(flat, is_single, to);
                match self.time.get() {
                    Some(time) => take("Seconds", format!("{value}, {}, {name}", time.since_1970)),
                    None => value,
                }
            }
            (
                Flat::Number(NumberType::I64),
                Type::Value(VariantType::Rid | VariantType::Object, _),
            ) => take(&self.number("64"), name.clone()),
            (Flat::Number(number), _) => self.take_number(*number, to),
            (Flat::Varint(number), ty) => {
                let cs = match ty {
                    Type::Value(_, bounds) => integer(*bounds),
                    _ => "long",
                };
                if number.is_signed() {
                    let most = match number {
                        NumberType::I8 => "255",
                        NumberType::I16 => "65535",
                        NumberType::I32 => "uint.MaxValue",
                        _ => "ulong.MaxValue",
                    };
                    let value = take("Zigzag", format!("{most}, {name}"));
                    if cs == "long" { value } else { format!("({cs}){value}") }
                } else {
                    let most = match number {
                        NumberType::U8 => "255",
                        NumberType::U16 => "65535",
                        NumberType::U32 => "uint.MaxValue",
                        _ => "long.MaxValue",
                    };
                    let value = take("Varint", format!("{most}, {name}"));
                    if cs == "ulong" { value } else { format!("({cs}){value}") }
                }
            }
            (Flat::NonZero(inner), _) => {
                let value = self.read_flat(inner, ty, to);
                take("NotZero", format!("{value}, {name}"))
            }
            (Flat::InBits(bits, inner), _) => {
                let value = self.read_flat(inner, ty, to);
                if let Flat::Message(flat) = &**inner {
                    let index = self.schema.of_flat[*flat];
                    if !self.schema.flat.may_exceed_bits(inner) || self.form(index) == Form::Wrapper
                    {
                        return value;
                    }
                    let helper = self.plain_helper(index);
                    return format!("{helper}.InBits(ref {r}, {value}, {bits}, {name})");
                }
                let method = if integer_of(ty) == "ulong" { "InBits64" } else { "InBits" };
                let signed = inner.is_signed();
                let read = take(method, format!("{value}, {bits}, {signed}, {name}"));
                format!("({}){read}", self.cs(ty))
            }
            (Flat::Char, _) => take("FlatLetter", name.clone()),
            (Flat::Direction(inner), _) => {
                let structure = self.structure_of(ty);
                let angle = self.take_float(inner, true, to);
                let made = self.made(structure, &["x".to_owned(), "y".to_owned()]);
                take("Direction", format!("{angle}, {name}, (x, y) => {made}"))
            }
            (Flat::Octahedron(inner), _) => {
                let structure = self.structure_of(ty);
                let part = self.take_float(inner, true, to);
                let parts: Vec<String> = ["x", "y", "z"].map(str::to_owned).to_vec();
                let made = self.made(structure, &parts);
                take("Octahedron", format!("{part}, {part}, {name}, (x, y, z) => {made}"))
            }
            (Flat::SmallestThree(bits), _) => {
                let structure = self.structure_of(ty);
                let bytes = bytes_of_rotation(*bits);
                let number = match bytes {
                    4 => take(&self.number("32"), name.clone()),
                    8 => take(&self.number("64"), name.clone()),
                    _ => take(if self.plan.has_big { "N48" } else { "U48" }, name.clone()),
                };
                let parts: Vec<String> =
                    ["x", "y", "z", "w"].map(|part| format!("(float){part}")).to_vec();
                let made = self.made(structure, &parts);
                let arguments =
                    format!("{number}, {bits}, {bytes}, {name}, (x, y, z, w) => {made}");
                take("SmallestThree", arguments)
            }
            (Flat::Components(_, inner), _) => {
                let structure = self.structure_of(ty);
                if **inner == Flat::Number(NumberType::F32)
                    && !structure.double
                    && !self.plan.has_big
                {
                    self.raw_structures.borrow_mut().insert(structure);
                    self.structure(structure);
                    self.need("Reader.Structures");
                    self.need("Reader.Single");
                    self.need("Writer.Structures");
                    self.need("Writer.F32");
                    return format!("{r}.Flat{}({name})", structure.method());
                }
                let parts: Vec<String> = structure
                    .in_flat()
                    .iter()
                    .map(|_| match &**inner {
                        Flat::Number(number @ NumberType::I32) => self.take_number(*number, to),
                        inner => self.take_float(inner, structure.number() == "float", to),
                    })
                    .collect();
                self.made(structure, &parts)
            }
            (Flat::Text(_, prefix), _) => match (most, size(*prefix)) {
                (None, 0) => take("FlatText", name.clone()),
                (Some(most), 0) => take("FlatText", format!("{name}, {most}")),
                (most, size) => {
                    let max = most.map_or("int.MaxValue".to_owned(), |most| most.to_string());
                    take("FlatText", format!("{name}, {max}, {size}"))
                }
            },
            (Flat::CString(_), _) => match most {
                Some(most) => take("CText", format!("{name}, {most}")),
                None => take("CText", name.clone()),
            },
            (Flat::AtMost(most, inner), _) => self.read_flat_of(inner, ty, to, Some(*most)),
            (Flat::List(prefix, element), ty) => {
                let prefix = prefix_argument(*prefix);
                if Self::is_bytes(ty) && **element == Flat::Number(NumberType::U8) {
                    return limited(take("FlatBytes", format!("{name}{prefix}")));
                }
                let inner = element_of(ty);
                let lambda = self.take_lambda(to, &self.parameter(inner), |to| {
                    self.read_flat(element, inner, to)
                });
                let min = self.smallest(element);
                let is_bytes = Self::is_bytes(ty);
                let old = if is_bytes { "null" } else { old };
                let list = format!("{old}, {name}, {min}, {lambda}{prefix}");
                self.need("Reader.FlatList");
                if is_bytes {
                    return limited(format!("{r}.FlatList<byte>({list}).ToArray()"));
                }
                limited(format!("{r}.FlatList({list})"))
            }
            (Flat::Packed(prefix, bits, element), ty) => {
                let (n, cs) = (to.inner().old, self.parameter(element_of(ty)));
                let value = match &**element {
                    Flat::Bool => format!("{n} != 0"),
                    element if element.is_signed() => {
                        let unused = 64 - bits;
                        format!("({cs})((long)({n} << {unused}) >> {unused})")
                    }
                    _ => format!("({cs}){n}"),
                };
                let is_bytes = Self::is_bytes(ty);
                let old = if is_bytes { "null" } else { old };
                let prefix = prefix_argument(*prefix);
                self.need("Reader.FlatPacked");
                let list =
                    format!("{r}.FlatPacked<{cs}>({old}, {name}, {bits}, {n} => {value}{prefix})");
                limited(if is_bytes { format!("{list}.ToArray()") } else { list })
            }
            (Flat::Array(count, element), ty) => {
                let inner = element_of(ty);
                let lambda = self.take_lambda(to, &self.parameter(inner), |to| {
                    self.read_flat(element, inner, to)
                });
                let min = self.smallest(element);
                take("FlatArray", format!("{old}, {name}, {count}, {min}, {lambda}"))
            }
            (Flat::Map(prefix, key, value), Type::Map(key_type, value_type)) => {
                let keys = self.take_lambda(to, &self.parameter(key_type), |to| {
                    self.read_flat(key, key_type, to)
                });
                let values = self.take_lambda(to, &self.parameter(value_type), |to| {
                    self.read_flat(value, value_type, to)
                });
                let min = self.smallest(&Flat::Tuple(vec![(**key).clone(), (**value).clone()]));
                let prefix = prefix_argument(*prefix);
                limited(take("FlatMap", format!("{old}, {name}, {min}, {keys}, {values}{prefix}")))
            }
            (Flat::Tuple(elements), Type::Tuple(types)) => {
                let all: Vec<String> = elements
                    .iter()
                    .zip(types)
                    .enumerate()
                    .map(|(at, (element, of))| {
                        self.read_flat(element, of, &to.of(format!("{old}.{}", Self::item(at))))
                    })
                    .collect();
                self.tuple(ty, &all)
            }
            (Flat::Option(inner), Type::Option(of)) => {
                let there = take("FlatBool", name.clone());
                self.read_present(&there, inner, ty, of, to, most)
            }
            (Flat::Ipv4 | Flat::Ipv6, _) => {
                let count = if *flat == Flat::Ipv4 { 4 } else { 16 };
                let at = take("Take", format!("{count}, {name}"));
                format!("{}.OfAddress({r}.Bytes, {at}, {count})", self.texts())
            }
            (Flat::Uuid, _) => {
                let at = take("Take", format!("16, {name}"));
                format!("{}.OfUuid({r}.Bytes, {at})", self.texts())
            }
            (Flat::Ip, _) => format!("{}.ReadIp(ref {r}, {name})", self.texts()),
            (Flat::Socket, _) => {
                let texts = self.texts();
                let port = take(&self.number("16"), name.clone());
                format!("{texts}.Socket({texts}.ReadIp(ref {r}, {name}), {port})")
            }
            (Flat::Variant(_, inner), _) => {
                let lambda = self.take_lambda(to, &self.parameter(ty), |to| {
                    self.read(inner, Marks::default(), to)
                });
                take("FlatVariant", format!("{old}, {name}, {lambda}"))
            }
            (Flat::Message(flat), _) => self.read_flat_message(*flat, to, most),
            _ => format!("default({})", self.cs(ty)),
        }
    }

    /// A value that is there if an expression is true, else null.
    pub(super) fn read_present(
        &self,
        there: &str,
        flat: &Flat,
        ty: &Type,
        of: &Type,
        to: &To,
        most: Option<usize>,
    ) -> String {
        let is_value = self.is_value(of);
        let (none, old) = if is_value {
            (format!("({})null", self.parameter(ty)), format!("{}.GetValueOrDefault()", to.old))
        } else {
            ("null".to_owned(), to.old.clone())
        };
        format!("{there} ? {} : {none}", self.read_flat_of(flat, of, &to.of(old), most))
    }

    fn read_flat_message(&self, flat: usize, to: &To, most: Option<usize>) -> String {
        let To { r, old, name, .. } = to;
        let index = self.schema.of_flat[flat];
        let def = &self.schema.flat.types[flat];
        match (&self.schema.types[index].body, self.wrapped(flat)) {
            (Body::Unit, _) | (Body::Transparent(_), None) => {
                format!("default({})", self.names.other("ValueTuple"))
            }
            (Body::Transparent(field), Some(own)) => {
                if def.big_endian {
                    let lambda = self.take_lambda(to, &self.parameter(&field.ty), |to| {
                        self.read_flat_of(&own.ty, &field.with_pointers(), to, most)
                    });
                    return self.take(r, "InBig", &format!("{old}, {lambda}"));
                }
                let value = self.read_flat_of(&own.ty, &field.with_pointers(), to, most);
                if value.contains(" ? ") { format!("({value})") } else { value }
            }
            _ => match self.form(index) {
                Form::Plain | Form::Name => {
                    format!("{}.ReadFlat(ref {r}, {name})", self.plain_helper(index))
                }
                form => {
                    let ty = self.names.ty(index);
                    let read = |r: &str, old: &str| match form {
                        Form::Choice => {
                            format!("{}._takeFlat(ref {r}, {old})", self.names.before_dot(index))
                        }
                        _ => self.take(r, "FlatMessage", &format!("{old} ?? new {ty}()")),
                    };
                    if name == "null" {
                        return read(r, old);
                    }
                    let lambda = self.take_lambda(to, &ty, |to| read(&to.r, &to.old));
                    self.need("Reader.FlatField");
                    format!("{r}.In({name}, {old}, {lambda})")
                }
            },
        }
    }

    /// The smallest size of an element, whose reader counts those without bytes.
    fn smallest(&self, element: &Flat) -> usize {
        let min = self.sizes.value(element).min;
        if min == 0 {
            self.need("Reader.Empty");
        }
        min
    }

    /// A new name for a variable.
    pub(super) fn fresh(&self, name: &str) -> String {
        let count = self.variables.get();
        self.variables.set(count + 1);
        if count == 0 { name.to_owned() } else { format!("{name}{count}") }
    }
}

/// How many bytes a rotation takes.
fn bytes_of_rotation(bits: u8) -> usize {
    flat::Size::smallest_three(bits).max
}

/// The type of the elements of a list.
fn element_of(ty: &Type) -> &Type {
    match ty {
        Type::List(inner) | Type::Set(inner) | Type::View(inner) | Type::FixedList(_, inner) => {
            inner
        }
        ty => ty,
    }
}

fn integer_of(ty: &Type) -> &'static str {
    match ty {
        Type::Value(_, bounds) => integer(*bounds),
        _ => "long",
    }
}
