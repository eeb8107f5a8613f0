//! How large the layouts of a schema may be: a few lines can name types that hold each other so often that no machine could look at all of them.

use std::collections::BTreeMap;

use crate::flat;
use crate::protocol::{self, Diagnostic, Place, Protocol};

/// The most parts of all layouts, each with the parts of the types in it.
const MOST_PARTS: usize = 1 << 22;

/// The most types inside each other.
const MOST_LEVELS: usize = 128;

/// What a layout is made of.
struct Parts {
    /// How many it has, besides those of the types in it.
    count: usize,
    /// The types in its fields.
    used: Vec<usize>,
    /// The types that were given to a generic type.
    given: Vec<usize>,
    /// The types at whose names it ends.
    around: Vec<usize>,
}

/// Reports a type without a layout that can be looked at. Nothing may look at the layouts of such a schema.
pub(crate) fn of_protocol(protocol: &Protocol) -> Vec<Diagnostic> {
    let parts = protocol.types.iter().map(|def| {
        let (mut used, mut given) = (Vec::new(), Vec::new());
        let mut count = 1;
        for field in def.fields() {
            count += parts_of(&field.ty, &protocol::Type::parts);
            field.ty.messages(&mut |index| used.push(index));
        }
        if let protocol::Body::Enumeration(enumeration) = &def.body {
            count += enumeration.members.len();
        }
        for argument in &def.arguments {
            argument.messages(&mut |index| given.push(index));
        }
        Parts { count, used, given, around: Vec::new() }
    });
    let parts = parts.collect::<Vec<_>>();
    mistakes(&parts, |index| (protocol.types[index].path(), &protocol.types[index].place))
}

/// The same for flat messages.
pub(crate) fn of_flat(schema: &flat::Schema) -> Vec<Diagnostic> {
    let parts = schema.types.iter().map(|def| {
        let mut used = Vec::new();
        let mut count = 1;
        for field in def.fields() {
            count += parts_of(&field.ty, &flat::Type::parts);
            field.ty.messages(&mut |index| used.push(index));
        }
        if let flat::Body::Enumeration(enumeration) = &def.body {
            count += enumeration.members.len();
        }
        Parts { count, used, given: def.arguments.clone(), around: def.around.clone() }
    });
    let parts = parts.collect::<Vec<_>>();
    mistakes(&parts, |index| (schema.types[index].path(), &schema.types[index].place))
}

/// How many types a type is made of, besides those of the schema.
fn parts_of<T>(ty: &T, parts: &dyn Fn(&T) -> Vec<&T>) -> usize {
    1 + parts(ty).into_iter().map(|part| parts_of(part, parts)).sum::<usize>()
}

fn mistakes<'p>(parts: &[Parts], named: impl Fn(usize) -> (String, &'p Place)) -> Vec<Diagnostic> {
    let mut sizes = Sizes { parts, known: BTreeMap::new() };
    let mut all = 0;
    for index in 0..parts.len() {
        all += sizes.layout(index, &[], 0).map_or(usize::MAX - all, |(parts, _)| parts);
        if all > MOST_PARTS {
            let (path, place) = named(index);
            let message = format!(
                "`{path}` holds too many types inside each other, or itself: at most {MOST_LEVELS} may hold each other, \
                 and all layouts together may have {MOST_PARTS} parts"
            );
            return vec![Diagnostic::new(place, message)];
        }
    }
    Vec::new()
}

struct Sizes<'p> {
    parts: &'p [Parts],
    /// The parts and the levels of each layout, with the types at whose names it ends.
    known: BTreeMap<(usize, Vec<usize>), (usize, usize)>,
}

impl Sizes<'_> {
    /// Returns the parts and the levels of a layout at this level, which ends at the names of the types in `cut`, or `None` if they are too many.
    fn layout(&mut self, index: usize, cut: &[usize], level: usize) -> Option<(usize, usize)> {
        if cut.contains(&index) {
            return Some((1, 1));
        }
        let own = &self.parts[index];
        let inner = inner(index, cut, &own.given, &own.around);
        if let Some(known) = self.known.get(&(index, inner.clone())) {
            return (level + known.1 <= MOST_LEVELS).then_some(*known);
        }
        if level >= MOST_LEVELS || self.known.len() >= MOST_PARTS {
            return None;
        }
        let (mut parts, mut levels) = (own.count, 0);
        for index in &own.used {
            let part = self.layout(*index, &inner, level + 1)?;
            (parts, levels) = (parts + part.0, levels.max(part.1));
            if parts > MOST_PARTS {
                return None;
            }
        }
        self.known.insert((index, inner), (parts, levels + 1));
        Some((parts, levels + 1))
    }
}

/// Returns the types at whose names the layouts in a type's fields end, if its own ends at those in `cut`: those that were `given` to it,
/// itself, and those around.
pub(crate) fn inner(index: usize, cut: &[usize], given: &[usize], around: &[usize]) -> Vec<usize> {
    let mut inner: Vec<usize> = cut.iter().copied().filter(|index| given.contains(index)).collect();
    inner.push(index);
    inner.extend(around);
    inner
}
