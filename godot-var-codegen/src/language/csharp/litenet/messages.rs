//! Structs, enums, and classes for enums with data.

use godot_var_runtime::litenet::EraSpec;

use super::docs::Comments;
use super::names::names;
use super::{At, Named, Owner, RESERVED, Writer, constraints, generic, is_plain};
use crate::language::claims::Claims;
use crate::litenet::{Body, Dispatch, Field, Member, Other, Type, TypeDef, era_of};

impl Writer<'_> {
    pub(super) fn type_def(&mut self, index: usize, def: &TypeDef) {
        let era = era_of(def, self.era);
        match &def.body {
            Body::Record { msg_type, fields } => self.record(index, era, *msg_type, fields),
            Body::Enumeration { dispatch: Dispatch::Byte, members, other } if is_plain(def) => {
                self.plain_enum(def, members, other.as_ref());
            }
            Body::Enumeration { dispatch, members, other } => {
                self.enumeration(index, era, *dispatch, members, other.as_ref());
            }
        }
    }

    pub(super) fn plain_enum(&mut self, def: &TypeDef, members: &[Member], other: Option<&Other>) {
        let kept = "Other numbers are unknown to this version, and kept.";
        self.docs(&def.docs, if other.is_some() { kept } else { "" });
        self.out.line(format!("public enum {} : byte", def.name));
        self.braces(|writer| {
            for member in members {
                writer.docs(&member.docs, "");
                writer.out.line(format!("{} = {},", member.name, member.number));
            }
        });
    }

    pub(super) fn record(
        &mut self,
        index: usize,
        era: EraSpec,
        msg_type: Option<u16>,
        fields: &[Field],
    ) {
        let def = &self.schema.types[index];
        self.docs(&def.docs, "");
        self.out.line(format!(
            "public {} {} : INetSerializable{}",
            if self.classes[index] { "sealed class" } else { "struct" },
            generic(def),
            constraints(def)
        ));
        let fields = names(&[&def.name], fields);
        let owner = Owner { def, name: &def.name, era, has_number: false };
        self.braces(|writer| {
            if let Some(number) = msg_type {
                let ty = if era == EraSpec::Y2018 { "short" } else { "ushort" };
                let number = if era == EraSpec::Y2018 {
                    i32::from(number as i16)
                } else {
                    i32::from(number)
                };
                writer.out.line(format!("public const {ty} MsgType = {number};"));
            }
            writer.members(def, &fields, era);
            writer.out.gap();
            writer.out.line("public void Serialize(NetDataWriter writer)");
            writer.braces(|writer| {
                writer.guarded(index, "-1", |writer| writer.put_fields(owner, &fields));
            });
            writer.out.gap();
            writer.out.line("public void Deserialize(NetDataReader reader)");
            writer.braces(|writer| {
                writer.guarded(index, "reader.Position", |writer| {
                    writer.get_fields(owner, &fields);
                });
            });
        });
    }

    /// Statements that may write or read the same type again: they count its levels. `at` is the place for an error.
    pub(super) fn guarded(&mut self, index: usize, at: &str, body: impl FnOnce(&mut Self)) {
        if !self.recursive[index] {
            return body(self);
        }
        let net = self.net("Levels");
        let name = &self.schema.types[index].name;
        self.out.line(format!("{net}.Enter({at}, \"{name}\");"));
        self.out.line("try");
        self.braces(body);
        self.out.line(format!("finally {{ {net}.Leave(); }}"));
    }

    /// The declarations of fields.
    pub(super) fn members(&mut self, def: &TypeDef, fields: &Named<'_>, era: EraSpec) {
        for (name, field) in fields {
            let at = At { def, field, era, path: "", stream: "", has_number: false };
            let ty = match &field.condition {
                Some(_) => self.optional(at, &field.ty),
                None => self.ty(at, &field.ty),
            };
            let mut more = match &field.ty {
                Type::Components("EulerAngles", ..) => {
                    format!("Euler angles in degrees: <c>Quaternion.Euler({name})</c>.")
                }
                _ => String::new(),
            };
            if let Some(condition) = &field.condition {
                let text = Comments::escaped(&condition.text);
                more = match &*more {
                    "" => format!("Only if <c>{text}</c>."),
                    more => format!("Only if <c>{text}</c>. {more}"),
                };
            }
            if field.ty != Type::Unit {
                self.docs(&field.docs, &more);
                self.out.line(format!("public {ty} {name};"));
            }
        }
    }

    /// An abstract class with one for each variant.
    pub(super) fn enumeration(
        &mut self,
        index: usize,
        era: EraSpec,
        dispatch: Dispatch,
        members: &[Member],
        other: Option<&Other>,
    ) {
        let def = &self.schema.types[index];
        let base = generic(def);
        let is_message = dispatch == Dispatch::MsgType;
        let number = if is_message { "ushort" } else { "byte" };
        let mut claims = Claims::new(RESERVED);
        claims.claim(&def.name, "_");
        let classes: Vec<(String, &Member)> =
            members.iter().map(|member| (claims.claim(&member.name, "_"), member)).collect();
        let rest = other.map(|other| (claims.claim(&other.name, "_"), other));
        let put_number = |writer: &Self, number: &str| match dispatch {
            Dispatch::MsgType => writer.put_number(era, "writer", number),
            Dispatch::Byte => format!("writer.Put({number});"),
        };
        // A field with the name of any variant would hide its class.
        let taken: Vec<&String> = classes
            .iter()
            .map(|(class, _)| class)
            .chain(rest.iter().map(|(class, _)| class))
            .collect();
        self.docs(&def.docs, "");
        self.out.line(format!("public abstract class {base}{}", constraints(def)));
        self.braces(|writer| {
            for (class, member) in &classes {
                writer.out.gap();
                writer.docs(&member.docs, "");
                writer.out.line(format!("public sealed class {class} : {base}"));
                let fields = names(&taken, &member.fields);
                let has_number = member.of_message;
                let owner = Owner { def, name: &member.name, era, has_number };
                writer.braces(|writer| {
                    writer.members(def, &fields, era);
                    writer.out.gap();
                    writer.out.line("public override void Serialize(NetDataWriter writer)");
                    writer.braces(|writer| {
                        let line = put_number(writer, &format!("({number}){}", member.number));
                        writer.out.line(line);
                        writer.guarded(index, "-1", |writer| writer.put_fields(owner, &fields));
                    });
                    writer.out.gap();
                    writer.out.line("internal override void Read(NetDataReader reader)");
                    writer.braces(|writer| writer.get_fields(owner, &fields));
                });
            }
            if let Some((class, other)) = &rest {
                writer.out.gap();
                writer.docs(&other.docs, "");
                writer.out.line(format!("public sealed class {class} : {base}"));
                writer.braces(|writer| {
                    writer.out.line(format!("public {number} Number;"));
                    if other.rest {
                        writer.out.line("public byte[] Rest;");
                    }
                    let net = other.rest.then(|| writer.net("Rest"));
                    writer.out.gap();
                    writer.out.line("public override void Serialize(NetDataWriter writer)");
                    writer.braces(|writer| {
                        let line = put_number(writer, "Number");
                        writer.out.line(line);
                        if let Some(net) = &net {
                            writer.out.line(format!("{net}.PutRest(writer, Rest);"));
                        }
                    });
                    writer.out.gap();
                    let read = net
                        .map_or_else(String::new, |net| format!(" Rest = {net}.GetRest(reader); "));
                    writer.out.line(format!(
                        "internal override void Read(NetDataReader reader) {{{}}}",
                        if read.is_empty() { " ".to_owned() } else { read }
                    ));
                });
            }
            writer.out.gap();
            let what =
                if is_message { "Writes the number of the message and its fields." } else { "" };
            writer.docs(&[], what);
            writer.out.line("public abstract void Serialize(NetDataWriter writer);");
            writer.out.line("internal abstract void Read(NetDataReader reader);");
            writer.out.line(format!("internal {}() {{ }}", def.name));
            writer.out.gap();
            let path = format!("\"{}\"", def.name);
            let what =
                if is_message { "Reads the number of a message and its fields." } else { "" };
            writer.docs(&[], what);
            writer.out.line(format!("public static {base} Deserialize(NetDataReader reader)"));
            writer.braces(|writer| {
                let get = match dispatch {
                    Dispatch::MsgType if era == EraSpec::Y2018 => {
                        format!("{}.GetUShort(reader, {path})", writer.net("UShort"))
                    }
                    Dispatch::MsgType => {
                        format!("(ushort){}.GetPacked(reader, {path})", writer.net("Packed"))
                    }
                    Dispatch::Byte => format!("{}.GetByte(reader, {path})", writer.net("Byte")),
                };
                if rest.is_none() {
                    writer.out.line("int at = reader.Position;");
                }
                writer.out.line(format!("{number} number = {get};"));
                writer.out.line(format!("{base} read;"));
                writer.out.line("switch (number)");
                writer.braces(|writer| {
                    for (class, member) in &classes {
                        writer
                            .out
                            .line(format!("case {}: read = new {class}(); break;", member.number));
                    }
                    let unknown = match &rest {
                        Some((class, _)) => {
                            format!("default: read = new {class} {{ Number = number }}; break;")
                        }
                        None => format!(
                            "default: throw {}.Unknown(at, number, {path}, {path});",
                            writer.net("Unknown")
                        ),
                    };
                    writer.out.line(unknown);
                });
                writer.guarded(index, "reader.Position", |writer| {
                    writer.out.line("read.Read(reader);");
                });
                writer.out.line("return read;");
            });
        });
    }
}
