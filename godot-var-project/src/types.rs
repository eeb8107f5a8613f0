//! What the types of a script mean: engine types, enums, classes; and the values of its constants.

use godot_var_runtime::variant::{Generation, VariantType};

use godot_var_codegen::gdscript::is_engine_global;
use godot_var_codegen::protocol::Place;

use super::classes;
use super::expression::Expression;
use super::files::{ClassAt, ClassKey, Files};
use super::script::{Declared, TypeName};

/// A type as a script declares it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ScriptType {
    /// A type of the engine, or `Variant`, by its name in a script.
    Plain(&'static str),
    /// `Array[int]`
    Array(&'static str),
    /// `Dictionary[String, int]`
    Dictionary(&'static str, &'static str),
    /// An enum: where it is declared, and its index there.
    Enum(ClassKey, usize),
    /// Any value, with the reason why the type is not known.
    Unknown(String),
}

/// A type of the engine that can be sent, by its name in scripts.
pub(super) fn plain(name: &str) -> Option<&'static str> {
    if let Some(other) = ["Variant", "void"].into_iter().find(|known| *known == name) {
        return Some(other);
    }
    let kind = VariantType::from_name(name, Generation::Godot4)?;
    let is_sent = !matches!(
        kind,
        VariantType::Nil | VariantType::Object | VariantType::Callable | VariantType::Signal
    );
    is_sent.then(|| kind.name(Generation::Godot4))
}

/// The type of a value that a class declares.
pub(super) fn declared(
    files: &mut Files<'_>,
    class: &ClassAt,
    ty: &Declared,
    value: Option<&Expression>,
    place: &Place,
) -> ScriptType {
    match ty {
        Declared::Type(name) => resolve(files, class, name, place),
        Declared::Inferred => value
            .and_then(|value| {
                files.steps = STEPS;
                inferred(files, class, value, place, 0)
            })
            .unwrap_or_else(|| ScriptType::Unknown("only the engine infers its type".to_owned())),
        Declared::None => ScriptType::Unknown("it is declared without a type".to_owned()),
    }
}

fn resolve(files: &mut Files<'_>, class: &ClassAt, name: &TypeName, place: &Place) -> ScriptType {
    let path: Vec<&str> = name.path.iter().map(String::as_str).collect();
    let mut element = |at: usize| {
        let inner = resolve(files, class, name.elements.get(at)?, place);
        match inner {
            ScriptType::Plain("Variant") | ScriptType::Unknown(_) => None,
            ScriptType::Plain(plain) => Some(plain),
            ScriptType::Array(_) => Some("Array"),
            ScriptType::Dictionary(..) => Some("Dictionary"),
            ScriptType::Enum(..) => Some("int"),
        }
    };
    match path[..] {
        ["Array"] if !name.elements.is_empty() => {
            element(0).map_or(ScriptType::Plain("Array"), ScriptType::Array)
        }
        ["Dictionary"] if name.elements.len() == 2 => match (element(0), element(1)) {
            (Some(key), Some(value)) => ScriptType::Dictionary(key, value),
            _ => ScriptType::Plain("Dictionary"),
        },
        [own] if plain(own).is_some() => ScriptType::Plain(plain(own).unwrap_or("Variant")),
        ["Callable" | "Signal"] => {
            ScriptType::Unknown(format!("a `{}` means nothing to another program", path[0]))
        }
        _ => named(files, class, &path, place),
    }
}

fn named(files: &mut Files<'_>, class: &ClassAt, path: &[&str], place: &Place) -> ScriptType {
    if let Some(found) = enumeration(files, class, path, place) {
        return found;
    }
    let title = path.join(".");
    let is_class = class_of(files, class, path, place).is_some();
    match path {
        [name] if is_engine_global(name) => ScriptType::Plain("int"),
        // `Node.ProcessMode`, `Tween.EaseType`
        [name, _] if classes::is_native(name) || plain(name).is_some() => ScriptType::Plain("int"),
        [name] if is_class || classes::is_native(name) => {
            ScriptType::Unknown(format!("an object, here a `{name}`, cannot be encoded"))
        }
        _ if is_class => {
            ScriptType::Unknown(format!("an object, here a `{title}`, cannot be encoded"))
        }
        _ => {
            files.warn(place, format!("the project and the engine have no type `{title}`"));
            ScriptType::Unknown(format!("no script declares the type `{title}`"))
        }
    }
}

fn class_of(
    files: &mut Files<'_>,
    class: &ClassAt,
    path: &[&str],
    place: &Place,
) -> Option<ClassAt> {
    let (first, rest) = path.split_first()?;
    let bases = files.chain(class);
    let first = bases.classes.iter().find_map(|base| files.class_named(base, first, place))?;
    rest.iter().try_fold(first, |class, name| class.inner(name))
}

fn enumeration(
    files: &mut Files<'_>,
    class: &ClassAt,
    path: &[&str],
    place: &Place,
) -> Option<ScriptType> {
    let (last, outer) = path.split_last()?;
    let owners = if outer.is_empty() {
        let around: Vec<_> = class.around().collect();
        let mut owners = Vec::new();
        for class in around {
            owners.extend(files.chain(&class).classes.iter().cloned());
        }
        owners
    } else {
        let owner = class_of(files, class, outer, place)?;
        files.chain(&owner).classes.clone()
    };
    owners.iter().find_map(|owner| {
        let mut enums = owner.class().enums.iter();
        let index = enums.position(|one| one.name.as_deref() == Some(last))?;
        Some(ScriptType::Enum(owner.key(), index))
    })
}

/// The type that `:=` gives a variable.
fn inferred(
    files: &mut Files<'_>,
    class: &ClassAt,
    value: &Expression,
    place: &Place,
    depth: usize,
) -> Option<ScriptType> {
    if depth > 8 {
        return None;
    }
    Some(ScriptType::Plain(match value {
        Expression::Bool(_) => "bool",
        Expression::Int(_) => "int",
        Expression::Float(_) => "float",
        Expression::Text(None, _) => "String",
        Expression::Text(Some('&'), _) => "StringName",
        Expression::Text(Some(_), _) => "NodePath",
        Expression::Array(_) => "Array",
        Expression::Dictionary(_) => "Dictionary",
        Expression::Negative(inner) => return inferred(files, class, inner, place, depth + 1),
        Expression::Call(path, _) => match &path[..] {
            [name] => plain(name)?,
            // `Color.from_hsv(…)`, `Vector2.from_angle(…)`
            _ => return None,
        },
        Expression::Binary(_, left, right) => {
            let left = inferred(files, class, left, place, depth + 1)?;
            let right = inferred(files, class, right, place, depth + 1)?;
            match (&left, &right) {
                _ if left == right => return Some(left),
                (ScriptType::Plain("int" | "float"), _) => return Some(right),
                (_, ScriptType::Plain("int" | "float")) => return Some(left),
                _ => return None,
            }
        }
        Expression::Name(path) => {
            let names: Vec<&str> = path.iter().map(String::as_str).collect();
            if let [ty, member] = names[..]
                && let Some(plain) = plain(ty)
            {
                let is_number = member.starts_with("AXIS_") || member.starts_with("PLANE_");
                return Some(ScriptType::Plain(if is_number { "int" } else { plain }));
            }
            if let Some((_, outer)) = names.split_last()
                && !outer.is_empty()
                && let Some(found) = enumeration(files, class, outer, place)
            {
                return Some(found);
            }
            let constant = constant(files, class, path, depth + 1)?;
            return inferred(files, class, &constant, place, depth + 1);
        }
        Expression::Element(..) => {
            let known = evaluated(files, class, value, depth + 1)?;
            let is_known = !matches!(known, Expression::Element(..));
            return is_known.then(|| inferred(files, class, &known, place, depth + 1)).flatten();
        }
        Expression::Nil => return None,
    }))
}

/// What the names in one expression may stand for: so many expressions, bytes of texts and members of enums. Each name counts as
/// [`LOOKUP`] of them.
const STEPS: usize = 1 << 16;
const LOOKUP: usize = 1 << 6;

/// Returns the value of a constant or of a member of an enum, as far as it is plain.
fn constant(
    files: &mut Files<'_>,
    class: &ClassAt,
    path: &[String],
    depth: usize,
) -> Option<Expression> {
    if depth > 8 {
        return None;
    }
    files.steps = files.steps.checked_sub(LOOKUP)?;
    let (last, outer) = path.split_last()?;
    let place = Place::default();
    let outer: Vec<&str> = outer.iter().map(String::as_str).collect();
    if let Some(ScriptType::Enum(..)) =
        (!outer.is_empty()).then(|| enumeration(files, class, &outer, &place)).flatten()
    {
        let ScriptType::Enum(key, index) = enumeration(files, class, &outer, &place)? else {
            return None;
        };
        let owner = files.script(&key.0, &place)?;
        let owner = ClassAt { inner: key.1, ..owner };
        let members = numbered(files, &owner, index, depth + 1)?;
        return members.into_iter().find(|(name, _)| name == last).map(|(_, n)| Expression::Int(n));
    }
    let mut owners = Vec::new();
    if outer.is_empty() {
        for around in class.around() {
            owners.extend(files.chain(&around).classes.iter().cloned());
        }
    } else if let Some(owner) = class_of(files, class, &outer, &place) {
        owners.extend(files.chain(&owner).classes.iter().cloned());
    } else {
        // A Dictionary whose entries are used like the members of an enum.
        let (_, outer) = path.split_last()?;
        let whole = constant(files, class, outer, depth + 1)?;
        return whole.element(&Expression::Text(None, last.clone())).cloned();
    }
    for owner in owners {
        let found = owner.class();
        if let Some(constant) = found.constant(last) {
            let value = constant.value.clone()?;
            let value = evaluated(files, &owner, &value, depth + 1)?;
            files.steps = files.steps.checked_sub(value.size())?;
            return Some(value);
        }
        let unnamed = (0..found.enums.len()).filter(|index| found.enums[*index].name.is_none());
        for index in unnamed {
            let Some(members) = numbered(files, &owner, index, depth + 1) else { continue };
            if let Some((_, number)) = members.into_iter().find(|(name, _)| name == last) {
                return Some(Expression::Int(number));
            }
        }
    }
    None
}

/// Computes the value of an expression in a class. Names that are not known, or stand for too much, stay.
pub(super) fn evaluate(
    files: &mut Files<'_>,
    class: &ClassAt,
    value: &Expression,
) -> Option<Expression> {
    files.steps = STEPS;
    evaluated(files, class, value, 0)
}

fn evaluated(
    files: &mut Files<'_>,
    class: &ClassAt,
    value: &Expression,
    depth: usize,
) -> Option<Expression> {
    let files = std::cell::RefCell::new(files);
    value.value(&|path| {
        let mut files = files.try_borrow_mut().ok()?;
        constant(&mut files, class, path, depth)
    })
}

/// Returns the members of an enum with their numbers. `None` if one of them is no plain number.
pub(super) fn members(
    files: &mut Files<'_>,
    class: &ClassAt,
    index: usize,
) -> Option<Vec<(String, i64)>> {
    files.steps = STEPS;
    numbered(files, class, index, 0)
}

fn numbered(
    files: &mut Files<'_>,
    class: &ClassAt,
    index: usize,
    depth: usize,
) -> Option<Vec<(String, i64)>> {
    let mut all: Vec<(String, i64)> = Vec::new();
    for (name, value) in &class.class().enums.get(index)?.members {
        files.steps = files.steps.checked_sub(1)?;
        let number = match value {
            None => all.last().map_or(Some(0), |(_, last)| last.checked_add(1))?,
            Some(value) => {
                let value = value.as_ref()?;
                // A member before it, or a constant.
                let value = value.value(&|path| match path {
                    [name] => {
                        let known = all.iter().find(|(member, _)| member == name);
                        known.map(|(_, number)| Expression::Int(*number))
                    }
                    _ => None,
                })?;
                let value = evaluated(files, class, &value, depth + 1)?;
                let Expression::Int(number) = value else { return None };
                number
            }
        };
        all.push((name.clone(), number));
    }
    Some(all)
}
