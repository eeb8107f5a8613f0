//! Natural JSON of the engine's structures.

use godot_var::bridges::natural::Natural;
use godot_var::layout::Bounds;
use godot_var::math::{self, double};
use godot_var::values::{DoubleStructure, Signal, VariantType};
use godot_var::{EncodeError, Variant};
use godot_var_codegen::values::forms;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::found;

/// Makes a structure from an object with its parts. Returns `None` for other types.
pub(super) fn of_json(
    kind: VariantType,
    bounds: Bounds<'_>,
    json: &Json,
) -> Option<Result<Variant, EncodeError>> {
    macro_rules! structures {
        (
            [$kind:expr, $bounds:expr, $json:expr]
            reals { $($real:ident[$n:literal] $($real_list:ident)?;)* }
            fixed { $($fixed:ident[$c:ty; $m:literal] $($fixed_list:ident)?;)* }
            $($other:tt)*
        ) => {
            match ($kind, $bounds) {
                (VariantType::Signal, _) => read::<Signal>($json).map(Variant::from),
                $((VariantType::$fixed, _) => read::<math::$fixed>($json).map(Variant::from),)*
                $(
                    (VariantType::$real, Bounds::F64) => {
                        read::<double::$real>($json).map(|it| DoubleStructure::$real(it).into())
                    }
                    (VariantType::$real, _) => read::<math::$real>($json).map(Variant::from),
                )*
                _ => return None,
            }
        };
    }
    let value = forms! { structures [kind, bounds, json] };
    Some(value.and_then(|value| {
        let same = serde_json::to_value(Natural(&value)).map_err(EncodeError::custom)?;
        compare(json, &same)?;
        Ok(value)
    }))
}

fn read<T: DeserializeOwned>(json: &Json) -> Result<T, EncodeError> {
    if !json.is_object() {
        let message = format!("expected an object of its parts, found {}", found(json));
        return Err(EncodeError::custom(message));
    }
    T::deserialize(json).map_err(|error| EncodeError::custom(error.to_string().replace('`', "\"")))
}

/// Returns an error if the JSON has parts that were not read.
fn compare(json: &Json, read: &Json) -> Result<(), EncodeError> {
    match (json, read) {
        (Json::Object(json), Json::Object(read)) => {
            for (key, value) in json {
                let Some(read) = read.get(key) else {
                    let known: Vec<&str> = read.keys().map(String::as_str).collect();
                    let message = format!("unknown part {key:?}; it has {}", known.join(", "));
                    return Err(EncodeError::custom(message));
                };
                compare(value, read).map_err(|error| error.in_key(key.clone()))?;
            }
            Ok(())
        }
        // A number beyond the range of 32 bits becomes infinite.
        (json, Json::Null) => {
            let message = format!("expected a float of 32 bits, found {json}");
            Err(EncodeError::custom(message))
        }
        _ => Ok(()),
    }
}
