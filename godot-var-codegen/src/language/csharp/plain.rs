//! Enums without data: an enum or a struct around a name, and a class with the functions for both wires.

use godot_var_runtime::flat::{NumberType, Prefix};

use super::Generator;
use super::record::block;
use super::text::string;
use super::types::{Form, keeps_nothing};
use crate::language::printer::Printer;
use crate::protocol::EnumForm;
use crate::schema::Enumeration;
use godot_var_schema::variant::model::Id;

impl Generator<'_> {
    /// The class with the functions of an enum without data.
    pub(super) fn plain_helper(&self, index: usize) -> String {
        format!("_{}", self.names.bare(index))
    }

    /// The number of each variant's constant.
    pub(super) fn numbers(&self, index: usize) -> Vec<i64> {
        let Some(it) = self.enumeration(index) else { return Vec::new() };
        let mut numbers: Vec<i64> = Vec::new();
        for (at, member) in it.members.iter().enumerate() {
            let of_variant = member.variant.and_then(|own| match own.id {
                Id::Int(number) if !member.is_other => Some(number),
                _ => None,
            });
            let of_flat = member.flat.map(|own| i64::from(own.id));
            let wanted = match (of_variant, of_flat) {
                (Some(number), _) | (None, Some(number)) => number,
                _ if member.is_other => -1,
                _ => at as i64,
            };
            let step = if member.is_other { -1 } else { 1 };
            let free = (0..).map(|more| wanted.wrapping_add(more * step));
            let taken =
                |number: &i64| !numbers.contains(number) && !Self::is_number(it, at, *number);
            numbers.push(free.into_iter().find(taken).unwrap_or(wanted));
        }
        numbers
    }

    /// Whether another variant than this one has a number on a wire.
    fn is_number(it: &Enumeration<'_>, at: usize, number: i64) -> bool {
        it.members.iter().enumerate().any(|(other, member)| {
            other != at
                && !member.is_other
                && (member.variant.is_some_and(|own| own.id == Id::Int(number))
                    || member.variant.is_none_or(|own| matches!(own.id, Id::Text(_)))
                        && member.flat.is_some_and(|own| i64::from(own.id) == number))
        })
    }

    /// Whether both wires have the same numbers, and refuse the same ones: they share the functions that check numbers.
    fn has_same_numbers(it: &Enumeration<'_>) -> bool {
        let (Some(own), Some(flat)) = (it.variant, it.flat) else { return false };
        own.form == EnumForm::Numbers
            && own.other.is_none()
            && flat.other.is_none()
            && it.members.iter().all(|member| match (member.variant, member.flat) {
                (Some(own), Some(flat)) => own.id == Id::Int(i64::from(flat.id)),
                _ => false,
            })
    }

    /// Whether a variant is a constant: one that keeps numbers or names is none.
    pub(super) fn is_constant(member: &crate::schema::Member<'_>) -> bool {
        !member.is_other || keeps_nothing(member)
    }

    /// An enum or a struct around a name.
    pub(super) fn plain(&self, out: &mut Printer, index: usize) {
        let def = &self.schema.types[index];
        let Some(it) = self.enumeration(index) else { return };
        let class = self.names.ty(index);
        let names = self.variant_names(index);
        let numbers = self.numbers(index);
        self.docs(out, def.docs, "");
        let constants = || {
            it.members
                .iter()
                .zip(&names)
                .zip(&numbers)
                .filter(|((member, _), _)| Self::is_constant(member))
        };
        if self.form(index) == Form::Name {
            self.name_struct(out, index, it, &class, &names);
        } else {
            let open = Self::accepted(it).all
                || it.flat.is_some_and(|own| own.other.as_ref().is_some_and(|other| other.number));
            let wide = open || numbers.iter().any(|number| i32::try_from(*number).is_err());
            let base = if wide { " : long" } else { "" };
            block(out, &format!("public enum {class}{base}"), |out| {
                for ((member, name), number) in constants() {
                    self.docs(out, member.docs, "");
                    out.line(format!("{name} = {number},"));
                }
            });
        }
        out.gap();
        let (writer, reader) = (self.names.other("Writer"), self.names.other("Reader"));
        self.need("Writer");
        self.need("Reader");
        let helper = self.plain_helper(index);
        let methods = ["Write", "Read", "Number", "Of", "WriteFlat", "ReadFlat", "InBits"];
        self.names.scope.borrow_mut().fields = methods.map(str::to_owned).into();
        let class = self.names.before_dot(index);
        block(out, &format!("internal static class {helper}"), |out| {
            if it.variant.is_some() {
                self.plain_variant(out, index, it, (&class, &names, &numbers), (&writer, &reader));
            }
            if let Some(flat) = it.flat {
                let big = def.flat.is_some_and(|def| def.big_endian);
                let texts = (class.as_str(), &names[..], &numbers[..]);
                self.plain_flat(out, index, it, flat, big, texts, (&writer, &reader));
            }
        });
        *self.names.scope.borrow_mut() = super::names::Scope::default();
    }

    fn name_struct(
        &self,
        out: &mut Printer,
        index: usize,
        it: &Enumeration<'_>,
        class: &str,
        names: &[String],
    ) {
        let default = self.first_variant(index).map(|at| &it.members[at]);
        let default = default.filter(|member| !member.is_other).and_then(|member| member.variant);
        let default = default.map_or(String::new(), |own| own.id.to_string());
        block(out, &format!("public readonly struct {class}"), |out| {
            out.line("readonly string _name;");
            out.line(format!("public {class}(string name) {{ _name = name; }}"));
            out.line(format!(
                "public string Name => _name ?? {};",
                if default.is_empty() { "\"\"" } else { &default }
            ));
            for (member, name) in it.members.iter().zip(names) {
                let Some(own) = member.variant.filter(|_| !member.is_other) else { continue };
                self.docs(out, member.docs, "");
                let text = match &own.id {
                    Id::Text(text) => string(text),
                    Id::Int(number) => string(&number.to_string()),
                };
                out.line(format!("public static readonly {class} {name} = new {class}({text});"));
            }
            for line in [
                "public override string ToString() { return Name; }",
                "public override int GetHashCode() { return Name.GetHashCode(); }",
                &format!(
                    "public override bool Equals(object other) {{ return other is {class} && this == ({class})other; }}"
                ),
                &format!(
                    "public static bool operator ==({class} a, {class} b) {{ return a.Name == b.Name; }}"
                ),
                &format!(
                    "public static bool operator !=({class} a, {class} b) {{ return a.Name != b.Name; }}"
                ),
            ] {
                out.line(line);
            }
        });
    }

    /// The texts or numbers of the variants, for errors.
    fn listed(ids: &[String]) -> String {
        if ids.len() > 8 { String::new() } else { format!("; it has {}", ids.join(", ")) }
    }

    fn plain_variant(
        &self,
        out: &mut Printer,
        index: usize,
        it: &Enumeration<'_>,
        (class, names, numbers): (&str, &[String], &[i64]),
        (writer, reader): (&str, &str),
    ) {
        let def = &self.schema.types[index];
        let accepted = Self::accepted(it);
        let Some(own) = it.variant else { return };
        let members: Vec<_> = it
            .members
            .iter()
            .zip(names)
            .zip(numbers)
            .filter_map(|((member, name), number)| {
                let own = member.variant.filter(|_| !member.is_other)?;
                Some((own, name, *number))
            })
            .collect();
        let no = format!("no {} has the ", def.name);
        let dropped = it
            .members
            .iter()
            .zip(names)
            .find(|(member, _)| member.is_other && accepted.dropped)
            .map(|(_, name)| format!("{class}.{name}"));
        let ids: Vec<String> = members.iter().map(|(own, ..)| own.id.to_string()).collect();
        let listed = string(&Self::listed(&ids));
        let head_write = format!("internal static void Write({writer} w, {class} v, string name)");
        let head_read = format!("internal static {class} Read(ref {reader} r)");
        if self.form(index) == Form::Name {
            let text = self.put("w", "Text", "v.Name, name");
            out.line(format!("{head_write} {{ {text}; }}"));
            let text = self.take("r", "Text", "");
            let mut aliases = String::new();
            for (own, ..) in &members {
                for alias in &own.aliases {
                    aliases =
                        format!("{aliases} if (name == {}) name = {};", string(alias), own.id);
                }
            }
            out.line(format!(
                "{head_read} {{ string name = {text};{aliases} return new {class}(name); }}"
            ));
            return;
        }
        if Self::has_same_numbers(it) {
            let int = self.put("w", "Int", "Number(v, name)");
            out.line(format!("{head_write} {{ {int}; }}"));
            let int = self.take("r", "Int", "");
            out.line(format!(
                "{head_read} {{ int at = r.At; return Of(ref r, at, {int}, null); }}"
            ));
            return;
        }
        let fail = |what: &str| {
            format!(
                "throw {}",
                self.on_writer_fail(&format!("name, {} + {what}", string(&format!("{no}number "))))
            )
        };
        let show =
            format!("((long)v).ToString({}.InvariantCulture)", self.names.other("CultureInfo"));
        if own.form == EnumForm::Names {
            block(out, &head_write, |out| {
                block(out, "switch (v)", |out| {
                    for (own, name, _) in &members {
                        let text =
                            self.put("w", "Text", &format!("{}, null", Self::id_text(&own.id)));
                        out.line(format!("case {class}.{name}: {text}; break;"));
                    }
                    out.line(format!("default: {};", fail(&show)));
                });
            });
            block(out, &head_read, |out| {
                if dropped.is_none() {
                    out.line("int at = r.At;");
                }
                out.line(format!("string name = {};", self.take("r", "Text", "")));
                block(out, "switch (name)", |out| {
                    for (own, name, _) in &members {
                        let mut cases = format!("case {}:", Self::id_text(&own.id));
                        for alias in &own.aliases {
                            cases = format!("{cases} case {}:", string(alias));
                        }
                        out.line(format!("{cases} return {class}.{name};"));
                    }
                    match &dropped {
                        Some(value) => out.line(format!("default: return {value};")),
                        None => out.line(format!(
                            "default: throw r.Fail(at, {} + name + \"\\\"\" + {listed});",
                            string(&format!("{no}name \""))
                        )),
                    }
                });
            });
            return;
        }
        let is_direct = members.iter().all(|(own, _, number)| own.id == Id::Int(*number));
        let numbers: Vec<i64> = members
            .iter()
            .map(|(own, _, number)| match own.id {
                Id::Int(id) => id,
                Id::Text(_) => *number,
            })
            .collect();
        block(out, &head_write, |out| {
            let int = self.put("w", "Int", "(long)v");
            if is_direct && accepted.all {
                out.line(format!("{int};"));
            } else if is_direct {
                let test: Vec<String> =
                    numbers.iter().map(|it| format!("(long)v != {it}")).collect();
                if !test.is_empty() {
                    out.line(format!("if ({}) {};", test.join(" && "), fail(&show)));
                }
                out.line(format!("{int};"));
            } else {
                block(out, "switch (v)", |out| {
                    for ((_, name, _), id) in members.iter().zip(&numbers) {
                        let int = self.put("w", "Int", &id.to_string());
                        out.line(format!("case {class}.{name}: {int}; break;"));
                    }
                    let other = if accepted.all { format!("{int}; break") } else { fail(&show) };
                    out.line(format!("default: {other};"));
                });
            }
        });
        block(out, &head_read, |out| {
            if dropped.is_none() && !accepted.all {
                out.line("int at = r.At;");
            }
            out.line(format!("long n = {};", self.take("r", "Int", "")));
            let other = match (&dropped, accepted.all) {
                (Some(value), _) => format!("return {value};"),
                (None, true) => format!("return ({class})n;"),
                (None, false) => format!(
                    "throw r.Fail(at, {} + {reader}.Show(n) + {listed});",
                    string(&format!("{no}number "))
                ),
            };
            if accepted.all && is_direct {
                out.line(other);
                return;
            }
            block(out, "switch (n)", |out| {
                for ((_, name, _), id) in members.iter().zip(&numbers) {
                    out.line(format!("case {id}: return {class}.{name};"));
                }
                out.line(format!("default: {other}"));
            });
        });
    }

    fn on_writer_fail(&self, arguments: &str) -> String {
        format!("{}.Fail({arguments})", self.before_dot("Writer"))
    }

    fn id_text(id: &Id) -> String {
        match id {
            Id::Text(text) => string(text),
            Id::Int(number) => string(&number.to_string()),
        }
    }

    #[allow(clippy::too_many_arguments, reason = "one call")]
    fn plain_flat(
        &self,
        out: &mut Printer,
        index: usize,
        it: &Enumeration<'_>,
        flat: &crate::flat::Enumeration,
        big: bool,
        (class, names, numbers): (&str, &[String], &[i64]),
        (writer, reader): (&str, &str),
    ) {
        let def = &self.schema.types[index];
        let is_name = self.form(index) == Form::Name;
        let members: Vec<_> = it
            .members
            .iter()
            .zip(names)
            .zip(numbers)
            .filter_map(|((member, name), number)| Some((member.flat?, name, *number)))
            .collect();
        let no = string(&format!("no {} has the number ", def.name));
        let open = flat.other.as_ref().is_some_and(|other| other.number) && !is_name;
        let most: i64 = match flat.number {
            Prefix::Number(NumberType::U8) => 255,
            Prefix::Number(NumberType::U16) => 65535,
            _ => i64::from(u32::MAX),
        };
        let is_direct =
            !is_name && members.iter().all(|(own, _, number)| i64::from(own.id) == *number);
        let show = if is_name {
            "v.Name".to_owned()
        } else {
            format!("((long)v).ToString({}.InvariantCulture)", self.names.other("CultureInfo"))
        };
        let fail = format!("throw {}", self.on_writer_fail(&format!("name, {no} + {show}")));
        block(out, &format!("internal static long Number({class} v, string name)"), |out| {
            if is_name {
                for (own, name, _) in &members {
                    out.line(format!("if (v.Name == {class}.{name}.Name) return {};", own.id));
                }
                out.line(format!("{fail};"));
                return;
            }
            let tests: Vec<String> = if is_direct && open {
                vec!["(long)v < 0".to_owned(), format!("(long)v > {most}")]
            } else {
                members.iter().map(|(own, ..)| format!("(long)v != {}", own.id)).collect()
            };
            if is_direct {
                let joined = tests.join(if open { " || " } else { " && " });
                if !joined.is_empty() {
                    out.line(format!("if ({joined}) {fail};"));
                }
                out.line("return (long)v;");
                return;
            }
            block(out, "switch (v)", |out| {
                for (own, name, _) in &members {
                    out.line(format!("case {class}.{name}: return {};", own.id));
                }
                if open {
                    out.line(format!(
                        "default: if ((long)v < 0 || (long)v > {most}) {fail}; return (long)v;"
                    ));
                } else {
                    out.line(format!("default: {fail};"));
                }
            });
        });
        block(
            out,
            &format!("internal static {class} Of(ref {reader} r, int at, long n, string name)"),
            |out| {
                let dropped = it.members.iter().zip(names).find(|(member, _)| {
                    member.is_other && member.flat_other.is_some_and(|other| !other.number)
                });
                let listed: Vec<String> =
                    members.iter().map(|(own, ..)| own.id.to_string()).collect();
                let other = match dropped {
                    _ if open => format!("return ({class})n;"),
                    Some((_, name)) if !is_name => format!("return {class}.{name};"),
                    _ => format!(
                        "throw r.Fail(at, {no} + {reader}.Show(n) + {}).In(name);",
                        string(&Self::listed(&listed))
                    ),
                };
                if open && is_direct {
                    out.line(other);
                    return;
                }
                block(out, "switch (n)", |out| {
                    for (own, name, _) in &members {
                        out.line(format!("case {}: return {class}.{name};", own.id));
                    }
                    out.line(format!("default: {other}"));
                });
            },
        );
        let (put, take) = self.prefix_calls(flat.number, "(Number(v, name))");
        let (before, after, before_read, after_read) = if big {
            self.need("Writer.Big");
            self.need("Reader.Big");
            (
                "bool big = w.Big; w.Big = true; ",
                " w.Big = big;",
                "bool big = r.Big; r.Big = true; ",
                "r.Big = big; ",
            )
        } else {
            ("", "", "", "")
        };
        out.line(format!(
            "internal static void WriteFlat({writer} w, {class} v, string name) {{ {before}{put};{after} }}"
        ));
        out.line(format!(
            "internal static {class} ReadFlat(ref {reader} r, string name) {{ int at = r.At; {before_read}long n = {take}; {after_read}return Of(ref r, at, n, name); }}"
        ));
        if open {
            out.line(format!(
                "internal static {class} InBits(ref {reader} r, {class} v, int bits, string name) {{ if ((long)v >> bits != 0) throw r.Fail(r.At, \"expected a number in fewer bits\").In(name); return v; }}"
            ));
        }
    }

    /// The calls that write and read the number of a variant. The first takes a number in parentheses.
    pub(super) fn prefix_calls(&self, prefix: Prefix, number: &str) -> (String, String) {
        let bits = if self.plan.has_big { "N" } else { "U" };
        match prefix {
            Prefix::Varint => (
                self.put("w", "Varint", &format!("(ulong){number}")),
                format!("(long){}", self.take("r", "Varint", "uint.MaxValue, name")),
            ),
            Prefix::Number(NumberType::U8) => {
                (format!("w.U8((int){number})"), self.take("r", "U8", "name"))
            }
            Prefix::Number(NumberType::U16) => (
                self.put("w", &format!("{bits}16"), &format!("(int){number}")),
                self.take("r", &format!("{bits}16"), "name"),
            ),
            Prefix::Number(_) => (
                self.put("w", &format!("{bits}32"), &format!("(uint){number}")),
                self.take("r", &format!("{bits}32"), "name"),
            ),
        }
    }
}
