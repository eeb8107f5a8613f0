//! Writes the values of flat messages that have no parts. With `big`, the highest byte comes first.

use godot_var_runtime::flat::format::{half, quantize, rotation, varint};
use godot_var_runtime::flat::{NumberType, Prefix};
use godot_var_runtime::variant::math::{Quaternion, Vector2, Vector3};
use godot_var_runtime::{EncodeError, Output, VecOutput};

use super::{Size, Type};

/// The bytes of a message so far.
pub struct Writer<'b>(VecOutput<&'b mut Vec<u8>>);

impl<'b> Writer<'b> {
    /// Appends to these bytes.
    pub fn new(bytes: &'b mut Vec<u8>) -> Self {
        Self(VecOutput::new(bytes))
    }

    /// Writes bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.0.put_bytes(bytes);
    }

    /// Writes bytes that are a number, the lowest first.
    fn little(&mut self, bytes: &mut [u8], big: bool) {
        if big {
            bytes.reverse();
        }
        self.0.put_bytes(bytes);
    }

    /// Writes a number of 7 bits a byte.
    pub fn varint(&mut self, number: u64) {
        varint::put(number, &mut self.0);
    }

    /// Writes the lowest bytes of a number, as many as the type has.
    pub fn number(&mut self, ty: NumberType, number: u64, big: bool) {
        self.little(&mut number.to_le_bytes()[..ty.bytes()], big);
    }

    /// Writes the lowest bits of each number, without gaps.
    pub fn packed(&mut self, bits: u8, numbers: impl IntoIterator<Item = u64>) {
        let (mut waiting, mut len) = (0_u64, 0);
        for number in numbers {
            waiting |= (number & (u64::MAX >> (64 - u32::from(bits)))) << len;
            len += bits;
            while len >= 8 {
                self.0.put_bytes(&[waiting as u8]);
                waiting >>= 8;
                len -= 8;
            }
        }
        if len > 0 {
            self.0.put_bytes(&[waiting as u8]);
        }
    }

    /// Writes a count, a length or the number of a variant.
    pub fn prefix(&mut self, prefix: Prefix, number: u64, big: bool) {
        match prefix {
            Prefix::Varint => self.varint(number),
            Prefix::Number(ty) => self.number(ty, number, big),
        }
    }

    /// Writes a float in any form.
    ///
    /// # Errors
    /// The type does not hold the value.
    pub fn real(&mut self, ty: &Type, value: f64, big: bool) -> Result<(), EncodeError> {
        match ty {
            Type::Number(NumberType::F16) => match half::from_f64(value) {
                Some(half) => self.little(&mut half.to_le_bytes(), big),
                None => {
                    let message = format!(
                        "{value} would become infinite as an f16, whose largest value is 65504"
                    );
                    return Err(EncodeError::custom(message));
                }
            },
            Type::Number(NumberType::F32) => self.little(&mut (value as f32).to_le_bytes(), big),
            Type::Number(NumberType::F64) => self.little(&mut value.to_le_bytes(), big),
            Type::Range { low, high, steps, clamp } => {
                let step = quantize::step(value, (*low, *high), steps.largest(), *clamp)?;
                self.number(*steps, step.into(), big);
            }
            Type::Angle { degrees, steps } => {
                let step = quantize::angle_step(value, quantize::turn(*degrees), steps.largest())?;
                self.number(*steps, step.into(), big);
            }
            _ => {}
        }
        Ok(())
    }

    /// Writes a direction as its angle in this form.
    ///
    /// # Errors
    /// The vector has no direction.
    pub fn direction(&mut self, ty: &Type, value: Vector2, big: bool) -> Result<(), EncodeError> {
        self.real(ty, rotation::angle(value)?.into(), big)
    }

    /// Writes a direction as a point on an octahedron, whose coordinates have this form.
    ///
    /// # Errors
    /// The vector has no direction.
    pub fn octahedron(&mut self, ty: &Type, value: Vector3, big: bool) -> Result<(), EncodeError> {
        let (u, v) = rotation::octahedron(value)?;
        self.real(ty, u.into(), big)?;
        self.real(ty, v.into(), big)
    }

    /// Writes a rotation as its three smallest components, each in this many bits.
    ///
    /// # Errors
    /// The quaternion is not a rotation.
    pub fn smallest_three(
        &mut self,
        bits: u8,
        value: Quaternion,
        big: bool,
    ) -> Result<(), EncodeError> {
        let len = Size::smallest_three(bits).max;
        let number = rotation::smallest_three(value, bits.into(), len as u32)?;
        self.little(number.to_le_bytes().get_mut(..len).unwrap_or_default(), big);
        Ok(())
    }
}
