//! Reads values that are one piece: numbers, angles, rotations, structures, addresses.

use std::net::{Ipv4Addr, Ipv6Addr};

use godot_var_runtime::flat::format::numbers::Number;
use godot_var_runtime::flat::format::{half, quantize, rotation, varint};
use godot_var_runtime::flat::{Big, Little, NumberType};
use godot_var_runtime::variant::{
    Bounds, DecodeVariant, Generation, Godot3, Godot4, Variant, VariantType,
};
use godot_var_runtime::{DecodeError, DecodeErrorKind, Reader};

use super::super::tree::{float, structure};
use super::super::{Type, component_names};
use super::{Read, Walk};
use crate::names::{Tree, natural};
use crate::protocol::Time;

impl Walk<'_, '_, '_> {
    fn number<T: Number>(&mut self, big: bool) -> Read<T> {
        if big { T::take::<Big>(&mut self.reader) } else { T::take::<Little>(&mut self.reader) }
    }

    /// Reads an unsigned integer.
    pub(super) fn unsigned(&mut self, number: NumberType, big: bool) -> Read<u64> {
        Ok(match number.bytes() {
            1 => self.number::<u8>(big)?.into(),
            2 => self.number::<u16>(big)?.into(),
            4 => self.number::<u32>(big)?.into(),
            _ => self.number::<u64>(big)?,
        })
    }

    /// Reads a number by its bytes.
    fn scalar(&mut self, number: NumberType, big: bool) -> Read<Tree> {
        Ok(match number {
            NumberType::U8 | NumberType::U16 | NumberType::U32 => {
                Tree::Int(self.unsigned(number, big)?.into())
            }
            NumberType::U64 => {
                let start = self.reader.position();
                let value: u64 = self.number(big)?;
                if value > i64::MAX as u64 {
                    let expected = format!("a u64 up to {}", i64::MAX);
                    let found = value.to_string();
                    return Err(DecodeError::new(
                        DecodeErrorKind::OutOfRange,
                        start,
                        expected,
                        found,
                    ));
                }
                Tree::Int(value.into())
            }
            NumberType::I8 => Tree::Int(self.number::<i8>(big)?.into()),
            NumberType::I16 => Tree::Int(self.number::<i16>(big)?.into()),
            NumberType::I32 => Tree::Int(self.number::<i32>(big)?.into()),
            NumberType::I64 => Tree::Int(self.number::<i64>(big)?.into()),
            NumberType::F16 => Tree::Single(half::to_f32(self.number(big)?)),
            NumberType::F32 => Tree::Single(self.number(big)?),
            NumberType::F64 => {
                let start = self.reader.position();
                let value = self.number(big)?;
                self.check_seconds(value, start)?;
                Tree::Float(value)
            }
        })
    }

    /// Refuses seconds that the time of a field cannot be, such as infinite ones.
    fn check_seconds(&self, value: f64, start: usize) -> Read<()> {
        let Some(Time { since_1970, nanoseconds, .. }) = self.time else { return Ok(()) };
        let bounds = if since_1970 {
            Bounds::SystemTime(nanoseconds)
        } else {
            Bounds::Duration(nanoseconds)
        };
        if bounds.take_float(value) {
            return Ok(());
        }
        let (expected, found) = ("a time in seconds", "another number");
        Err(DecodeError::new(DecodeErrorKind::OutOfRange, start, expected, found))
    }

    /// Reads a quantized float.
    fn quantized(&mut self, steps: NumberType, range: (f64, f64), big: bool) -> Read<Tree> {
        let step = self.unsigned(steps, big)? as u32;
        let value = quantize::value(step, range, steps.largest());
        Ok(if self.is_single { Tree::Single(value as f32) } else { float(steps, value) })
    }

    /// Reads a value that is one piece.
    pub(super) fn leaf(&mut self, ty: &Type, big: bool) -> Read<Tree> {
        Ok(match ty {
            Type::Bool => {
                let start = self.reader.position();
                match self.number::<u8>(big)? {
                    byte @ 0..=1 => Tree::Bool(byte == 1),
                    byte => {
                        let found = byte.to_string();
                        return Err(DecodeError::new(
                            DecodeErrorKind::InvalidValue,
                            start,
                            "a bool, 0 or 1",
                            found,
                        ));
                    }
                }
            }
            Type::LenientBool => Tree::Bool(self.number::<u8>(big)? != 0),
            Type::Number(number) => self.scalar(*number, big)?,
            Type::Varint(number) => Tree::Int(self.varint(*number)?),
            Type::NonZero(inner) => {
                let start = self.reader.position();
                match self.leaf(inner, big)? {
                    Tree::Int(0) => {
                        let expected = "a number other than 0";
                        return Err(DecodeError::new(
                            DecodeErrorKind::OutOfRange,
                            start,
                            expected,
                            "0",
                        ));
                    }
                    value => value,
                }
            }
            Type::Char => {
                let start = self.reader.position();
                let code =
                    varint::take(&mut self.reader, u32::from(char::MAX).into(), "a character")?;
                match char::from_u32(code as u32) {
                    Some(char) => Tree::Text(char.to_string()),
                    None => {
                        let found = format!("U+{code:04X}");
                        return Err(DecodeError::new(
                            DecodeErrorKind::OutOfRange,
                            start,
                            "a character",
                            found,
                        ));
                    }
                }
            }
            Type::Range { low, high, steps, .. } => self.quantized(*steps, (*low, *high), big)?,
            Type::Angle { degrees, steps } => {
                self.quantized(*steps, (0.0, quantize::turn(*degrees)), big)?
            }
            Type::Direction(inner) => {
                let start = self.reader.position();
                let vector = rotation::from_angle(self.real(inner, big)?, start)?;
                structure(
                    VariantType::Vector2,
                    vec![Tree::Single(vector.x), Tree::Single(vector.y)],
                )
            }
            Type::Octahedron(inner) => {
                let start = self.reader.position();
                let (u, v) = (self.real(inner, big)?, self.real(inner, big)?);
                let vector = rotation::from_octahedron(u as f32, v as f32, start)?;
                let parts = [vector.x, vector.y, vector.z].map(Tree::Single);
                structure(VariantType::Vector3, parts.into())
            }
            Type::SmallestThree(bits) => {
                let start = self.reader.position();
                let bytes = self.sizes.value(ty).max;
                let all = self.reader.take(bytes, "a rotation")?;
                let add = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
                let number =
                    if big { all.iter().fold(0, add) } else { all.iter().rev().fold(0, add) };
                let bits = u32::from(*bits);
                let value = rotation::from_smallest_three(number, bits, bytes as u32, start)?;
                let parts = [value.x, value.y, value.z, value.w].map(Tree::Single);
                structure(VariantType::Quaternion, parts.into())
            }
            Type::Components(kind, inner) => {
                let count = component_names(*kind).len();
                let parts: Vec<Tree> =
                    (0..count).map(|_| self.leaf(inner, big)).collect::<Read<_>>()?;
                structure(*kind, parts)
            }
            Type::Ipv4 => Tree::Text(self.ipv4()?.to_string()),
            Type::Ipv6 => Tree::Text(self.ipv6()?.to_string()),
            Type::Ip => Tree::Text(self.ip()?.to_string()),
            Type::Socket => {
                let ip = self.ip()?;
                Tree::Text(std::net::SocketAddr::new(ip, self.number(big)?).to_string())
            }
            Type::Uuid => {
                let digits = hex::encode(self.reader.take(16, "a Uuid")?);
                let parts = [0..8, 8..12, 12..16, 16..20, 20..32];
                let parts: Vec<&str> = parts.into_iter().filter_map(|at| digits.get(at)).collect();
                Tree::Text(parts.join("-"))
            }
            Type::Variant(generation, ty) => {
                let start = self.reader.position() + 4;
                let value = self.variant(*generation, big)?;
                let tree = self
                    .schema
                    .with_variant_layout(ty, |layout| natural(layout, &value, *generation));
                tree.map_err(|error| error.moved(start))?
            }
            Type::Custom(path) => {
                let expected = "bytes that the schema describes";
                let found = format!("a field that `{path}` encodes");
                let at = self.reader.position();
                return Err(DecodeError::new(DecodeErrorKind::Custom, at, expected, found));
            }
            // Whatever has parts is read by `value`.
            _ => Tree::Nil,
        })
    }

    /// Reads a float of any form.
    fn real(&mut self, ty: &Type, big: bool) -> Read<f64> {
        Ok(match self.leaf(ty, big)? {
            Tree::Single(real) => real.into(),
            Tree::Float(real) => real,
            _ => 0.0,
        })
    }

    fn varint(&mut self, number: NumberType) -> Read<i128> {
        let what = match number {
            NumberType::U8 => "a u8",
            NumberType::U16 => "a u16",
            NumberType::U32 => "a u32",
            NumberType::U64 => "a u64",
            NumberType::I8 => "an i8",
            NumberType::I16 => "an i16",
            NumberType::I32 => "an i32",
            _ => "an i64",
        };
        let bits = number.bytes() as u32 * 8;
        let most =
            if number == NumberType::U64 { i64::MAX as u64 } else { u64::MAX >> (64 - bits) };
        let value = varint::take(&mut self.reader, most, what)?;
        Ok(if number.is_signed() { varint::unzigzag(value).into() } else { value.into() })
    }

    fn ipv4(&mut self) -> Read<Ipv4Addr> {
        self.reader.array::<4>("an Ipv4Addr").map(Ipv4Addr::from)
    }

    fn ipv6(&mut self) -> Read<Ipv6Addr> {
        self.reader.array::<16>("an Ipv6Addr").map(Ipv6Addr::from)
    }

    fn ip(&mut self) -> Read<std::net::IpAddr> {
        let start = self.reader.position();
        match self.reader.array("an IpAddr")? {
            [4] => self.ipv4().map(Into::into),
            [6] => self.ipv6().map(Into::into),
            [family] => {
                let (expected, found) = ("4 or 6 before an address", family.to_string());
                Err(DecodeError::new(DecodeErrorKind::InvalidValue, start, expected, found))
            }
        }
    }

    fn variant(&mut self, generation: Generation, big: bool) -> Read<Variant> {
        let len = self.number::<u32>(big)? as usize;
        let start = self.reader.position();
        let limits = *self.reader.limits();
        let bytes = self.reader.take(len, "a Variant")?;
        let mut part = Reader::with_limits(bytes, limits);
        let value = match generation {
            Generation::Godot4 => <Variant as DecodeVariant<'_, Godot4>>::decode(&mut part),
            Generation::Godot3 => <Variant as DecodeVariant<'_, Godot3>>::decode(&mut part),
        };
        let value = value.map_err(|error| error.moved(start))?;
        if part.remaining() > 0 {
            let found = format!("{} more bytes", part.remaining());
            let at = start + part.position();
            return Err(DecodeError::new(
                DecodeErrorKind::InvalidLength,
                at,
                "the end of a Variant",
                found,
            ));
        }
        Ok(value)
    }
}
