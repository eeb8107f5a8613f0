//! The walk over a message: visits every piece of its bytes.
//!
//! It is for tools that show bytes to people. A walk accepts and refuses the same messages as
//! [`Variant::read_in`], with the same errors, and visits the bytes before an error. It allocates only
//! errors.

use godot_var_runtime::variant::tools::{self as codec, FLAG_64};
use godot_var_runtime::variant::{
    Component, DialectSpec, FloatForm, Generation, IntForm, Payload, Variant, VariantType,
};
use godot_var_runtime::{DecodeError, Limits, Reader};

use super::piece::{NumberForm, Numbers, Part, Piece, Place};

/// Visits the pieces of one value and returns its length in bytes.
///
/// # Errors
/// The errors of [`Variant::read_in`], after visiting the pieces before the error.
pub fn walk<'de>(
    bytes: &'de [u8],
    limits: Limits,
    spec: &DialectSpec,
    mut visit: impl FnMut(Piece<'de>),
) -> Result<usize, DecodeError> {
    let reader = Reader::with_limits(bytes, limits);
    let mut walker = Walker { reader, spec, visit: &mut visit };
    walker.value(Place::Root, 0)?;
    Ok(walker.reader.position())
}

/// Visits the pieces of all messages of a stream or file, as `store_var` and `StreamPeer.put_var` write them: each after a u32 with its
/// length in bytes. Returns the number of messages.
///
/// The length is little-endian, or big-endian if the stream's `big_endian` is set. The values are always little-endian.
///
/// # Errors
/// The errors of [`walk`]; `DecodeErrorKind::Incomplete` if a frame is cut; `DecodeErrorKind::LimitExceeded` above [`Limits::bytes`].
pub fn walk_frames<'de>(
    bytes: &'de [u8],
    big_endian: bool,
    limits: Limits,
    spec: &DialectSpec,
    mut visit: impl FnMut(Piece<'de>),
) -> Result<usize, DecodeError> {
    let mut count = 0;
    let mut reader = Reader::with_limits(bytes, limits);
    while reader.remaining() > 0 {
        let offset = reader.position();
        let word: [u8; 4] = reader.array("the length of a frame")?;
        let len = if big_endian { u32::from_be_bytes(word) } else { u32::from_le_bytes(word) };
        let len = len as usize;
        visit(Piece {
            offset,
            bytes: bytes.get(offset..reader.position()).unwrap_or_default(),
            depth: 0,
            place: Place::Root,
            part: Part::FrameLength(len),
        });
        limits.check_bytes(len).map_err(|error| error.moved(offset))?;
        let end = reader.position().saturating_add(len);
        // A cut frame is visited as far as it goes, because that helps its reader.
        let frame = bytes.get(..end.min(bytes.len())).unwrap_or_default();
        let mut inner = Reader::with_limits(frame, limits);
        inner.take(reader.position(), "")?;
        let mut walker = Walker { reader: inner, spec, visit: &mut visit };
        walker.value(Place::Root, 1)?;
        let used = walker.reader.position();
        if end > bytes.len() {
            return Err(reader.incomplete("a frame"));
        }
        let rest = frame.get(used..).unwrap_or_default();
        if !rest.is_empty() {
            visit(Piece {
                offset: used,
                bytes: rest,
                depth: 1,
                place: Place::Root,
                part: Part::Trailing(rest),
            });
        }
        reader.take(len, "a frame")?;
        count += 1;
    }
    Ok(count)
}

struct Walker<'a, 'de> {
    reader: Reader<'de>,
    spec: &'a DialectSpec,
    visit: &'a mut dyn FnMut(Piece<'de>),
}

/// How the numbers of a structure are shown and read.
struct Shape {
    /// The number of numbers in a group.
    group: usize,
    /// Whether the groups are rows of a matrix whose Rust fields are columns.
    rows: bool,
    /// Whether reals have 64 bits.
    wide: bool,
}

/// The value that a piece belongs to.
#[derive(Clone, Copy)]
struct Owner<'de> {
    place: Place<'de>,
    depth: usize,
}

impl<'de> Walker<'_, 'de> {
    /// Visits the bytes between `start` and the reader's position.
    fn visit(&mut self, start: &Reader<'de>, owner: Owner<'de>, part: Part<'de>) {
        let len = self.reader.position().saturating_sub(start.position());
        self.visit_bytes(start.position(), start.rest().get(..len), owner, part);
    }

    fn visit_bytes(
        &mut self,
        offset: usize,
        bytes: Option<&'de [u8]>,
        owner: Owner<'de>,
        part: Part<'de>,
    ) {
        let bytes = bytes.unwrap_or_default();
        let Owner { place, depth } = owner;
        (self.visit)(Piece { offset, bytes, depth, place, part });
    }

    fn value(&mut self, place: Place<'de>, depth: usize) -> Result<(), DecodeError> {
        let owner = Owner { place, depth };
        let start = self.reader.clone();
        let (kind, header) = codec::read_header(&mut self.reader, self.spec)?;
        let wide = self.is_wide(kind, header);
        let ignored = header & !(self.defined_bits(kind) | 0xff);
        let name = kind.name(self.spec.generation);
        self.visit(&start, owner, Part::Header { kind, name, wide, ignored });
        match kind {
            VariantType::Array => self.array(header, owner),
            VariantType::Dictionary => self.dictionary(header, owner),
            VariantType::Object => self.object(&start, header, owner),
            _ => match self.leaf(kind, header, owner) {
                Ok(()) => Ok(()),
                // The reader has its own message for the same error.
                Err(error) => {
                    Err(Variant::read_in(&mut start.clone(), self.spec).err().unwrap_or(error))
                }
            },
        }
    }

    /// Whether the header of a value makes its payload 64 bits wide.
    fn is_wide(&self, kind: VariantType, header: u32) -> bool {
        self.defined_bits(kind) & header & FLAG_64 != 0
            && !matches!(kind, VariantType::Object | VariantType::Array | VariantType::Dictionary)
    }

    /// Returns the header bits that a reader of this type checks.
    fn defined_bits(&self, kind: VariantType) -> u32 {
        let godot4 = matches!(self.spec.generation, Generation::Godot4);
        match kind {
            VariantType::Int if !matches!(self.spec.int, IntForm::Flagless) => FLAG_64,
            VariantType::Float if matches!(self.spec.float, FloatForm::Shortest) => FLAG_64,
            VariantType::Object => FLAG_64,
            VariantType::Array if godot4 => 3 << 16,
            VariantType::Dictionary if godot4 => 0xf << 16,
            _ if godot4 && has_reals(kind) => FLAG_64,
            _ => 0,
        }
    }

    fn leaf(
        &mut self,
        kind: VariantType,
        header: u32,
        owner: Owner<'de>,
    ) -> Result<(), DecodeError> {
        let start = self.reader.clone();
        let part = match kind.payload() {
            Payload::Nothing => return Ok(()),
            Payload::Bool => Part::Bool(self.reader.u32("a bool")? != 0),
            Payload::Int => Part::Int(codec::int_payload(&mut self.reader, header, self.spec)?),
            Payload::Float => {
                Part::Float(codec::float_payload(&mut self.reader, header, self.spec)?)
            }
            Payload::Text => return self.text("", owner).map(drop),
            Payload::Structure { component, group, names } => {
                let rows = matches!(kind, VariantType::Basis | VariantType::Transform3D);
                let wide = codec::is_wide(header, self.spec);
                return self.structure(component, names.len(), Shape { group, rows, wide }, owner);
            }
            Payload::Packed { component: Component::U8, .. } => return self.packed_bytes(owner),
            Payload::Packed { element, component } => {
                return self.packed(element, component, header, owner);
            }
            Payload::PackedTexts => return self.packed_texts(owner),
            Payload::NodePath => return self.node_path(owner),
            Payload::Rid => {
                let id = codec::rid_payload(&mut self.reader, self.spec)?;
                if self.reader.position() == start.position() {
                    return Ok(());
                }
                Part::Rid(id.0)
            }
            Payload::Signal => {
                self.text("signal", owner)?;
                return self.object_id(owner);
            }
            // Objects and containers have separate functions.
            _ => return Ok(()),
        };
        self.visit(&start, owner, part);
        Ok(())
    }

    fn structure(
        &mut self,
        component: Component,
        count: usize,
        Shape { group, rows, wide }: Shape,
        owner: Owner<'de>,
    ) -> Result<(), DecodeError> {
        let start = self.reader.clone();
        let form = match component {
            Component::Real if wide => NumberForm::F64,
            Component::Real | Component::F32 => NumberForm::F32,
            _ => NumberForm::I32,
        };
        let bytes = self.reader.take(count * component.bytes(wide), "a structure")?;
        if form == NumberForm::F64 && !self.spec.is_double() {
            for real in bytes.as_chunks().0 {
                codec::narrow(f64::from_le_bytes(*real), start.position())?;
            }
        }
        self.visit(&start, owner, Part::Numbers(Numbers { bytes, form, group, rows }));
        Ok(())
    }

    fn count(
        &mut self,
        of: &'static str,
        size: usize,
        owner: Owner<'de>,
    ) -> Result<usize, DecodeError> {
        let start = self.reader.clone();
        let count = codec::read_count(&mut self.reader, "a packed array", size)?;
        self.visit(&start, owner, Part::Count { of, count, shared: false });
        Ok(count)
    }

    fn packed(
        &mut self,
        element: VariantType,
        component: Component,
        header: u32,
        owner: Owner<'de>,
    ) -> Result<(), DecodeError> {
        let wide = codec::is_wide_packed(header, self.spec);
        let components = element.components().map_or(1, |(_, count)| count);
        let size = components * component.bytes(wide);
        for _ in 0..self.count("elements", size, owner)? {
            if element.components().is_some() {
                let shape = Shape { group: components, rows: false, wide };
                self.structure(component, components, shape, owner)?;
                continue;
            }
            let start = self.reader.clone();
            let what = "a packed array";
            let part = match component {
                Component::I32 => Part::Int(i32::from_le_bytes(self.reader.array(what)?) as i64),
                Component::I64 => Part::Int(i64::from_le_bytes(self.reader.array(what)?)),
                Component::F32 => Part::Single(f32::from_le_bytes(self.reader.array(what)?)),
                _ => Part::Float(f64::from_le_bytes(self.reader.array(what)?)),
            };
            self.visit(&start, owner, part);
        }
        Ok(())
    }

    fn packed_bytes(&mut self, owner: Owner<'de>) -> Result<(), DecodeError> {
        let start = self.reader.clone();
        let bytes = codec::packed_bytes(&mut self.reader)?;
        self.cut(&start, bytes, owner, Part::Bytes(bytes));
        Ok(())
    }

    fn packed_texts(&mut self, owner: Owner<'de>) -> Result<(), DecodeError> {
        for _ in 0..self.count("elements", 4, owner)? {
            let start = self.reader.clone();
            let text = codec::packed_text(&mut self.reader)?;
            self.cut(&start, text.as_bytes(), owner, Part::Text { what: "", text });
        }
        Ok(())
    }

    fn text(&mut self, what: &'static str, owner: Owner<'de>) -> Result<&'de str, DecodeError> {
        let start = self.reader.clone();
        let text = codec::text_payload(&mut self.reader)?;
        self.cut(&start, text.as_bytes(), owner, Part::Text { what, text });
        Ok(text)
    }

    /// Visits the three pieces of a text or byte array: length, content, padding.
    fn cut(
        &mut self,
        start: &Reader<'de>,
        contents: &'de [u8],
        owner: Owner<'de>,
        part: Part<'de>,
    ) {
        let (offset, rest) = (start.position(), start.rest());
        let len = start.peek_u32().unwrap_or_default() as usize;
        self.visit_bytes(offset, rest.get(..4), owner, Part::Length(len));
        let end = 4 + contents.len();
        if !contents.is_empty() || matches!(part, Part::Text { .. }) {
            self.visit_bytes(offset + 4, rest.get(4..end), owner, part);
        }
        let used = self.reader.position().saturating_sub(offset);
        let padding = rest.get(end..used).unwrap_or_default();
        if !padding.is_empty() {
            self.visit_bytes(offset + end, Some(padding), owner, Part::Padding(padding));
        }
    }

    fn object_id(&mut self, owner: Owner<'de>) -> Result<(), DecodeError> {
        let start = self.reader.clone();
        let id = self.reader.u64("an Object")?;
        self.visit(&start, owner, Part::ObjectId(id));
        Ok(())
    }

    fn node_path(&mut self, owner: Owner<'de>) -> Result<(), DecodeError> {
        let start = self.reader.clone();
        let names = self.reader.u32("a NodePath")?;
        if names & 0x8000_0000 == 0 {
            return codec::node_path_payload(&mut start.clone()).map(drop);
        }
        let names = (names & 0x7fff_ffff) as usize;
        self.visit(&start, owner, Part::Count { of: "names", count: names, shared: false });
        let start = self.reader.clone();
        let subnames = codec::read_len(&mut self.reader, "a NodePath")?;
        self.visit(&start, owner, Part::Count { of: "subnames", count: subnames, shared: false });
        let start = self.reader.clone();
        let flags = self.reader.u32("a NodePath")?;
        self.visit(&start, owner, Part::PathFlags(flags));
        let subnames = subnames.saturating_add(usize::from(flags & 2 != 0));
        codec::check_count(&self.reader, names.saturating_add(subnames), "a NodePath", 4)?;
        for _ in 0..names {
            self.text("name", owner)?;
        }
        for _ in 0..subnames {
            self.text("subname", owner)?;
        }
        Ok(())
    }

    fn element_type(
        &mut self,
        of: &'static str,
        kind: u32,
        owner: Owner<'de>,
    ) -> Result<(), DecodeError> {
        let start = self.reader.clone();
        match kind & 3 {
            0 => {}
            1 => {
                codec::read_element_type(&mut self.reader, kind, self.spec)?;
                let id = start.peek_u32().unwrap_or_default() as u8;
                let name = self.spec.type_of(id).map_or("", |kind| kind.name(self.spec.generation));
                self.visit(&start, owner, Part::ElementType { of, name });
            }
            2 => drop(self.text("class", owner)?),
            _ => drop(self.text("script", owner)?),
        }
        Ok(())
    }

    fn container_count(
        &mut self,
        what: &'static str,
        of: &'static str,
        size: usize,
        owner: Owner<'de>,
    ) -> Result<usize, DecodeError> {
        let start = self.reader.clone();
        let count = codec::container_count(&mut self.reader, what, size)?;
        let shared = start.peek_u32().is_some_and(|word| word >> 31 != 0);
        self.visit(&start, owner, Part::Count { of, count, shared });
        self.reader.enter()?;
        Ok(count)
    }

    fn array(&mut self, header: u32, owner: Owner<'de>) -> Result<(), DecodeError> {
        if matches!(self.spec.generation, Generation::Godot4) {
            self.element_type("elements", header >> 16, owner)?;
        }
        for index in 0..self.container_count("an Array", "elements", 4, owner)? {
            if let Err(error) = self.value(Place::Element(index), owner.depth + 1) {
                return Err(error.in_index(index));
            }
        }
        self.reader.leave();
        Ok(())
    }

    fn dictionary(&mut self, header: u32, owner: Owner<'de>) -> Result<(), DecodeError> {
        if matches!(self.spec.generation, Generation::Godot4) {
            self.element_type("keys", header >> 16, owner)?;
            self.element_type("values", header >> 18, owner)?;
        }
        for index in 0..self.container_count("a Dictionary", "entries", 8, owner)? {
            let mut start = self.reader.clone();
            if let Err(error) = self.value(Place::Key(index), owner.depth + 1) {
                return Err(error.in_index(index));
            }
            let key = codec::key_text(&mut start, self.spec);
            let place = key.map_or(Place::Value(index), Place::Entry);
            if let Err(error) = self.value(place, owner.depth + 1) {
                return Err(match key {
                    Some(key) => error.in_key(key.to_owned()),
                    None => error.in_index(index),
                });
            }
        }
        self.reader.leave();
        Ok(())
    }

    fn object(
        &mut self,
        start: &Reader<'de>,
        header: u32,
        owner: Owner<'de>,
    ) -> Result<(), DecodeError> {
        if header & FLAG_64 != 0 {
            return self.object_id(owner);
        }
        if !self.reader.limits().objects {
            // The reader has its own message: it refuses the object at its header.
            return Variant::read_in(&mut start.clone(), self.spec).map(drop);
        }
        if self.text("class", owner)?.is_empty() {
            return Ok(());
        }
        let start = self.reader.clone();
        let count = codec::read_count(&mut self.reader, "an Object", 8)?;
        self.visit(&start, owner, Part::Count { of: "properties", count, shared: false });
        self.reader.enter()?;
        for _ in 0..count {
            let name = self.text("property", owner)?;
            if let Err(error) = self.value(Place::Property(name), owner.depth + 1) {
                return Err(error.in_key(name.to_owned()));
            }
        }
        self.reader.leave();
        Ok(())
    }
}

/// Whether a value consists of reals, which may have 64 bits.
const fn has_reals(kind: VariantType) -> bool {
    match kind.payload() {
        Payload::Structure { component, .. } | Payload::Packed { component, .. } => {
            matches!(component, Component::Real)
        }
        _ => false,
    }
}

/// Rewrites a float of a message from 32 bits to 64: the form of fields with the attribute `f64`, which no value shows.
/// Returns whether there was such a float at the offset; if not, the message is unchanged.
///
/// | | 32 bits | 64 bits |
/// |---|---|---|
/// | header | `03 00 00 00` | `03 00 01 00` |
/// | value, little-endian | f32, 4 bytes | f64, 8 bytes |
///
/// ```
/// use godot_var_codegen::inspect::widen_float;
/// use godot_var_runtime::variant::{Dialect, Godot4, ToVariantBytes};
///
/// let mut bytes = 1.5_f64.to_variant_bytes::<Godot4>()?;
/// assert_eq!(bytes, [3, 0, 0, 0, 0, 0, 0xc0, 0x3f]);
/// assert!(widen_float(&mut bytes, 0, &Godot4::SPEC));
/// assert_eq!(bytes, [3, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0xf8, 0x3f]);
/// assert!(!widen_float(&mut bytes, 0, &Godot4::SPEC));
/// # Ok::<(), godot_var_runtime::EncodeError>(())
/// ```
///
/// # Source
/// `encode_variant` in `core/io/marshalls.cpp`, which writes this form for floats that 32 bits cannot hold.
pub fn widen_float(bytes: &mut Vec<u8>, offset: usize, spec: &DialectSpec) -> bool {
    let FloatForm::Shortest = spec.float else { return false };
    let Some(id) = spec.type_id(VariantType::Float).map(u32::from) else { return false };
    let words = bytes.get(offset..).and_then(|bytes| bytes.as_chunks::<4>().0.first_chunk());
    let Some(&[header, value]) = words else { return false };
    if header != id.to_le_bytes() {
        return false;
    }
    let header = (id | FLAG_64).to_le_bytes();
    let wide = f64::from(f32::from_le_bytes(value)).to_le_bytes();
    bytes.splice(offset..offset + 8, header.into_iter().chain(wide));
    true
}
