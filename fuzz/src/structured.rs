//! Any value, made from bytes, and its round trip.

use arbitrary::{Arbitrary, Result, Unstructured};
use godot_var::dialect::DialectSpec;
use godot_var::{FromVariantBytes, Godot3, Godot4, Limits, ToVariantBytes, Variant};
use godot_var_cli::json::{from_json, parse, to_json};
use godot_var_cli::lines;

use crate::derived::{Event, Form, More, Owned, Side, Untagged};
use crate::variant::{DIALECTS, travels};

/// Makes messages.
struct Grower<'u, 'b> {
    bytes: &'u mut Unstructured<'b>,
}

impl Grower<'_, '_> {
    fn any<T: for<'a> Arbitrary<'a>>(&mut self) -> Result<T> {
        self.bytes.arbitrary()
    }

    fn list<T>(&mut self, grow: fn(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let len = self.bytes.int_in_range(0..=6)?;
        (0..len).map(|_| grow(self)).collect()
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
            // At most twelve bytes: three characters of any kind.
            name: self.text(3)?,
            small: (self.any()?, self.any()?, self.any::<u64>()? >> 1),
            maybe: Some(godot_var::Vector3::new(1.0, -0.0, self.any::<i16>()?.into())),
            bytes: self.list(Self::any)?,
            path: self.any()?,
            place: godot_var::math::Transform3D::IDENTITY,
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
    let owned = Grower { bytes: &mut bytes }.owned(2)?;
    let written = owned.to_variant_bytes::<Godot4>().expect("every field fits");
    assert_eq!(Owned::from_variant_bytes::<Godot4>(&written).expect("as written"), owned);
    let written = owned.to_variant_bytes::<Godot3>().expect("every field fits");
    assert_eq!(Owned::from_variant_bytes::<Godot3>(&written).expect("as written"), owned);

    let value = Variant::arbitrary_in(&mut bytes, spec, 4)?;
    let limits = Limits::DEFAULT.with_objects(true);
    let written = lines::encode(&value, spec).expect("a value of the dialect");
    let (read, used) = lines::decode(&written, spec, limits).expect("as written");
    assert_eq!(used, written.len());
    // In double-precision dialects, structures decode with 64-bit components.
    assert!(spec.is_double() || read.identical(&value), "{value:?} became {read:?}");
    assert_eq!(travels(&read, spec, limits), written);
    let picture = to_json(&read, spec).to_string();
    let seen = parse(&picture).and_then(|json| from_json(&json, spec)).expect("a picture");
    assert!(seen.identical(&read), "{picture}");
    Ok(())
}

/// Makes a typed and a dynamic value: both survive a round trip.
pub fn structured(bytes: &[u8]) {
    // Too few bytes for a value are not a finding.
    let _ = grow(bytes);
}
