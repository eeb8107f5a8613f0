//! Whether a message can have a length that its reader accepts.

use godot_var_runtime::flat::Size;

use super::{Judge, whole_field};
use crate::flat::{Body, Field, Member, Record, Sizes, Type, TypeDef};
use crate::protocol::FieldDefault;

impl Judge<'_> {
    /// Whether no message of the writer's type has a length that the reader's type accepts.
    pub(super) fn are_apart(&self, reader: &TypeDef, writer: &TypeDef) -> bool {
        let accepted = accepted(self.read_sizes, reader);
        let written = match &writer.body {
            Body::Record(record) => self.written_sizes.record(record),
            Body::Enumeration(_) => Size::ANY,
        };
        written.max < accepted.min || accepted.max < written.min
    }

    /// The same for the fields of a variant.
    pub(super) fn members_are_apart(
        &self,
        def: &TypeDef,
        reader: &Member,
        writer: &Member,
    ) -> bool {
        let accepted = match whole_field(reader) {
            Some(Field { ty: Type::Message(index), .. }) => {
                let size = accepted(self.read_sizes, &self.reader.types[*index]);
                if def.trailing { Size { max: usize::MAX, ..size } } else { size }
            }
            _ => of_record(self.read_sizes, &reader.record, def.trailing),
        };
        let written = self.written_sizes.record(&writer.record);
        written.max < accepted.min || accepted.max < written.min
    }
}

/// The lengths that a reader of whole messages accepts.
fn accepted(sizes: &Sizes<'_>, def: &TypeDef) -> Size {
    match &def.body {
        Body::Record(record) => of_record(sizes, record, def.trailing),
        // Each variant has its own.
        Body::Enumeration(_) => Size::ANY,
    }
}

/// Fields with a default may be missing, and readers may ignore what follows.
fn of_record(sizes: &Sizes<'_>, record: &Record, trailing: bool) -> Size {
    let header = Size::fixed(record.header_bytes());
    let required = record.fields.iter().filter(|field| field.default == FieldDefault::Required);
    let least = required.fold(header, |size, field| size.and(sizes.field(field)));
    let max = if trailing { usize::MAX } else { sizes.record(record).max };
    Size::between(least.min, max)
}
