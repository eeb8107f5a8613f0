//! Spawned nodes and synchronized properties.

use godot_var_runtime::{DecodeError, DecodeErrorKind, EncodeError, Limits, Output, Reader};

use super::rpc::IS_PATH;
use super::{Command, DELTA, invalid, put_text, utf8, wire_len};
use crate::{Options, Row};

/// The scene index of a node that the spawner's `spawn_function` makes.
pub const CUSTOM: u8 = 0xff;
/// `SPAWN`: a `MultiplayerSpawner` makes a node.
///
/// | Offset | Length | |
/// |--:|--:|---|
/// | 0 | 1 | `04` |
/// | 1 | 1 | index in the spawner's list of scenes; with `ff` its `spawn_function` makes the node |
/// | 2 | 4 | u32 id of the spawner's path |
/// | 6 | 4 | u32 id of the node; never 0 |
/// | 10 | 4 | u32 number of synchronizers |
/// | 14 | 4 | u32 length of the name with its NUL, in bytes |
/// | 18 | 4 each | u32 ids of the synchronizers; never 0, bit 31 clear |
/// | | | name and a NUL, which may be missing |
/// | | | only with `ff`: u32 size in bytes, and the argument of the function in the compressed form |
/// | | | the state: one row with the `spawn` properties of these synchronizers |
///
/// # Source
/// `SceneReplicationInterface::on_spawn_receive` and `_make_spawn_packet`; agrees with `tests/vectors/multiplayer.jsonl`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spawn<'a> {
    /// The scene of the node.
    pub scene: Scene<'a>,
    /// The id of the spawner's path.
    pub spawner: u32,
    /// The id of the node. A [`Despawn`](crate::Packet::Despawn) contains it.
    pub node: u32,
    /// The ids of the node's synchronizers, in the order of the scene.
    pub synchronizers: Ids<'a>,
    /// The name of the node.
    pub name: &'a str,
    /// The properties that the node begins with.
    pub state: Row<'a>,
}

/// The scene that a [`Spawn`] makes a node of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene<'a> {
    /// The scene at this index in the spawner's list: 0 to 254.
    Index(u8),
    /// The argument of the spawner's `spawn_function`: one value in the compressed form.
    Custom(Row<'a>),
}

impl<'a> Spawn<'a> {
    pub(super) fn read(reader: &mut Reader<'a>, options: &Options) -> Result<Self, DecodeError> {
        let [scene] = reader.array("the index of a scene")?;
        let spawner = reader.u32("the id of a spawner")?;
        let at = reader.position();
        let node = reader.u32("the id of a node")?;
        if node == 0 {
            return Err(invalid(at, "the id of a node", "0"));
        }
        let at = reader.position();
        let count = reader.u32("the number of synchronizers")? as usize;
        if count > options.limits.elements {
            return Err(DecodeError::new(
                DecodeErrorKind::LimitExceeded,
                at,
                alloc::format!("at most {} synchronizers", options.limits.elements),
                alloc::format!("{count}"),
            )
            .hinted(Limits::RAISES_ELEMENTS));
        }
        let name_len = reader.u32("the length of a name")? as usize;
        let at = reader.position();
        let ids = reader.take(count.saturating_mul(4), "the ids of synchronizers")?;
        let synchronizers = Ids(ids.as_chunks().0);
        for (index, id) in synchronizers.iter().enumerate() {
            if id == 0 || id & IS_PATH != 0 {
                let found = alloc::format!("{id}");
                return Err(invalid(at + index * 4, "the id of a synchronizer", found));
            }
        }
        let at = reader.position();
        let name = reader.take(name_len, "a name")?;
        let name = match name.split_last() {
            Some((0, name)) => name,
            Some(_) if options.limits.canonical => {
                return Err(invalid(at + name_len - 1, "a NUL after the name", "another byte"));
            }
            _ => name,
        };
        let name = utf8(name, at)?;
        if name.contains('\0') || !options.any_path && !is_name(name) {
            return Err(invalid(at, "the name of a node", alloc::format!("{name:?}")));
        }
        let scene = if scene == CUSTOM {
            let size = reader.u32("the size of an argument")? as usize;
            let at = reader.position();
            Scene::Custom(Row::at(reader.take(size, "an argument")?, at))
        } else {
            Scene::Index(scene)
        };
        let state = Row::at(reader.rest(), reader.position());
        Ok(Self { scene, spawner, node, synchronizers, name, state })
    }

    pub(super) fn put<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        let scene = match self.scene {
            Scene::Index(CUSTOM) => {
                return Err(EncodeError::custom("a spawner has at most 255 scenes"));
            }
            Scene::Index(scene) => scene,
            Scene::Custom(_) => CUSTOM,
        };
        out.put_bytes(&[Command::Spawn as u8, scene]);
        out.put_u32(self.spawner);
        out.put_u32(self.node);
        out.put_u32(wire_len(self.synchronizers.len())?);
        out.put_u32(wire_len(self.name.len() + 1)?);
        out.put_bytes(self.synchronizers.0.as_flattened());
        put_text(self.name, "the name", out)?;
        if let Scene::Custom(argument) = self.scene {
            out.put_u32(wire_len(argument.bytes().len())?);
            out.put_bytes(argument.bytes());
        }
        out.put_bytes(self.state.bytes());
        Ok(())
    }
}

/// Whether this is a valid node name. A client refuses the spawn otherwise.
pub(crate) fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(['.', ':', '@', '/', '"', '%'])
}

/// Ids in a packet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ids<'a>(&'a [[u8; 4]]);

impl<'a> Ids<'a> {
    /// Makes ids of their bytes, little-endian.
    pub const fn of(ids: &'a [[u8; 4]]) -> Self {
        Self(ids)
    }

    /// Returns the number of ids.
    pub const fn len(self) -> usize {
        self.0.len()
    }

    /// Whether there are no ids.
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Returns the ids.
    pub fn iter(self) -> impl Iterator<Item = u32> + use<'a> {
        self.0.iter().map(|id| u32::from_le_bytes(*id))
    }
}

/// The synchronizer of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Synchronizer {
    /// A synchronizer of a spawned node: the id in its [`Spawn`].
    Spawned(u32),
    /// Any other synchronizer: the id of its path.
    Path(u32),
}

impl Synchronizer {
    const fn of(id: u32) -> Self {
        if id & IS_PATH == 0 { Self::Spawned(id) } else { Self::Path(id & !IS_PATH) }
    }

    const fn id(self) -> u32 {
        match self {
            Self::Spawned(id) => id,
            Self::Path(id) => id | IS_PATH,
        }
    }
}

/// Lets an element that names its synchronizer as [`Synchronizer::Spawned`] name it as [`Synchronizer::Path`], with the same number.
pub(crate) fn mark_path(element: &mut [u8]) {
    if let Some(id) = element.first_chunk_mut() {
        *id = (u32::from_le_bytes(*id) | IS_PATH).to_le_bytes();
    }
}

/// `SYNC`: properties that are sent at each interval.
///
/// | Offset | Length | |
/// |--:|--:|---|
/// | 0 | 1 | `06` |
/// | 1 | 2 | u16 time: a counter for each receiver, which grows by one each network frame |
/// | 3 | | one or more elements: u32 [`Synchronizer`], u32 size in bytes, a row of all properties of the mode *Always* |
///
/// # Source
/// `SceneReplicationInterface::on_sync_receive` and `_send_sync`; agrees with `tests/vectors/multiplayer.jsonl`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sync<'a> {
    /// The counter. See [`is_newer`](Self::is_newer).
    pub time: u16,
    /// The synchronizers and their properties.
    pub elements: SyncElements<'a>,
}

/// `SYNC` with bit 4 set, a delta: properties that have changed.
///
/// | Offset | Length | |
/// |--:|--:|---|
/// | 0 | 1 | `16` |
/// | 1 | | one or more elements: u32 [`Synchronizer`], u64 mask, u32 size in bytes, a row of the properties of the mode *On Change* whose bit is set, lowest bit first |
///
/// # Source
/// `SceneReplicationInterface::on_delta_receive` and `_send_delta`; agrees with `tests/vectors/multiplayer.jsonl`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delta<'a> {
    /// The synchronizers and their changed properties.
    pub elements: DeltaElements<'a>,
}

/// An element of a [`Sync`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SyncElement<'a> {
    /// The synchronizer of the properties.
    pub synchronizer: Synchronizer,
    /// The properties.
    pub row: Row<'a>,
}

/// An element of a [`Delta`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeltaElement<'a> {
    /// The synchronizer of the properties.
    pub synchronizer: Synchronizer,
    /// Which properties: bit i is the i-th property of the mode *On Change*.
    pub mask: u64,
    /// The properties.
    pub row: Row<'a>,
}

impl<'a> Sync<'a> {
    /// The length of the fields before the elements, in bytes.
    pub(crate) const HEADER_LEN: usize = 3;

    /// Whether a time is newer than the last one of the same synchronizer. The counter wraps after 65535.
    ///
    /// ```
    /// use godot_var_multiplayer::Sync;
    ///
    /// assert!(Sync::is_newer(6, 5) && Sync::is_newer(0, 65535));
    /// assert!(!Sync::is_newer(5, 5) && !Sync::is_newer(5, 6));
    /// ```
    pub const fn is_newer(time: u16, last: u16) -> bool {
        time > last || last - time >= 32767
    }

    pub(super) fn read(reader: &mut Reader<'a>, options: &Options) -> Result<Self, DecodeError> {
        let time = u16::from_le_bytes(reader.array("the time of a SYNC")?);
        let elements =
            SyncElements { elements: Elements::read(reader, options, SyncElement::take)? };
        Ok(Self { time, elements })
    }

    pub(super) fn put<O: Output>(&self, out: &mut O) {
        Self::put_header(self.time, out);
        out.put_bytes(self.elements.elements.bytes);
    }

    /// Writes the fields before the elements.
    pub(crate) fn put_header<O: Output>(time: u16, out: &mut O) {
        out.put_bytes(&[Command::Sync as u8]);
        out.put_bytes(&time.to_le_bytes());
    }
}

impl<'a> Delta<'a> {
    /// The length of the fields before the elements, in bytes.
    pub(crate) const HEADER_LEN: usize = 1;

    pub(super) fn read(reader: &mut Reader<'a>, options: &Options) -> Result<Self, DecodeError> {
        let elements =
            DeltaElements { elements: Elements::read(reader, options, DeltaElement::take)? };
        Ok(Self { elements })
    }

    pub(super) fn put<O: Output>(&self, out: &mut O) {
        Self::put_header(out);
        out.put_bytes(self.elements.elements.bytes);
    }

    /// Writes the field before the elements.
    pub(crate) fn put_header<O: Output>(out: &mut O) {
        out.put_bytes(&[Command::Sync as u8 | DELTA]);
    }
}

/// The elements of a packet, already checked to be complete.
#[derive(Clone, Copy, Debug)]
struct Elements<'a> {
    bytes: &'a [u8],
    /// The offset of the elements in the packet.
    offset: usize,
}

impl<'a> Elements<'a> {
    fn read<T>(
        reader: &mut Reader<'a>,
        options: &Options,
        take: impl Fn(&mut Reader<'a>) -> Result<T, DecodeError>,
    ) -> Result<Self, DecodeError> {
        let (all, offset) = (reader.rest(), reader.position());
        take(reader)?;
        while reader.remaining() > 0 {
            let before = reader.clone();
            if let Err(error) = take(reader) {
                if !options.trailing_bytes {
                    return Err(error);
                }
                let len = before.position() - offset;
                return Ok(Self { bytes: all.get(..len).unwrap_or_default(), offset });
            }
        }
        Ok(Self { bytes: all, offset })
    }
}

fn take_row<'a>(reader: &mut Reader<'a>) -> Result<Row<'a>, DecodeError> {
    let size = reader.u32("the size of a row")? as usize;
    let at = reader.position();
    Ok(Row::at(reader.take(size, "a row")?, at))
}

impl<'a> SyncElement<'a> {
    /// The length of the fields before the row, in bytes.
    pub(crate) const HEADER_LEN: usize = 4 + 4;

    fn take(reader: &mut Reader<'a>) -> Result<Self, DecodeError> {
        let synchronizer = Synchronizer::of(reader.u32("the id of a synchronizer")?);
        Ok(Self { synchronizer, row: take_row(reader)? })
    }

    /// Writes the element in the form that [`SyncElements`] reads.
    ///
    /// # Errors
    /// [`EncodeErrorKind::TooLong`](godot_var_runtime::EncodeErrorKind::TooLong).
    pub fn put<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        out.put_u32(self.synchronizer.id());
        put_row(self.row, out)
    }
}

impl<'a> DeltaElement<'a> {
    /// The length of the fields before the row, in bytes.
    pub(crate) const HEADER_LEN: usize = 4 + 8 + 4;

    fn take(reader: &mut Reader<'a>) -> Result<Self, DecodeError> {
        let synchronizer = Synchronizer::of(reader.u32("the id of a synchronizer")?);
        let mask = reader.u64("the mask of a delta")?;
        Ok(Self { synchronizer, mask, row: take_row(reader)? })
    }

    /// Writes the element in the form that [`DeltaElements`] reads.
    ///
    /// # Errors
    /// [`EncodeErrorKind::TooLong`](godot_var_runtime::EncodeErrorKind::TooLong).
    pub fn put<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        out.put_u32(self.synchronizer.id());
        out.put_bytes(&self.mask.to_le_bytes());
        put_row(self.row, out)
    }
}

fn put_row<O: Output>(row: Row<'_>, out: &mut O) -> Result<(), EncodeError> {
    out.put_u32(wire_len(row.bytes().len())?);
    out.put_bytes(row.bytes());
    Ok(())
}

/// Defines the type of a packet's elements and its iterator.
macro_rules! elements {
    ($(#[$doc:meta])* $name:ident, $iter:ident, $element:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name<'a> {
            elements: Elements<'a>,
        }

        impl<'a> $name<'a> {
            #[doc = concat!("The elements that bytes hold, one [`", stringify!($element), "::put`] after the other.")]
            ///
            /// # Errors
            /// [`DecodeErrorKind::Incomplete`] if an element is cut, or there is none.
            pub fn new(bytes: &'a [u8]) -> Result<Self, DecodeError> {
                let mut reader = Reader::new(bytes);
                let options = Options::DEFAULT;
                Ok(Self { elements: Elements::read(&mut reader, &options, $element::take)? })
            }
        }

        impl PartialEq for $name<'_> {
            fn eq(&self, other: &Self) -> bool {
                self.elements.bytes == other.elements.bytes
            }
        }

        impl Eq for $name<'_> {}

        impl<'a> IntoIterator for $name<'a> {
            type Item = $element<'a>;
            type IntoIter = $iter<'a>;

            fn into_iter(self) -> $iter<'a> {
                let Elements { bytes, offset } = self.elements;
                $iter { reader: Reader::new(bytes), offset }
            }
        }

        #[doc = concat!("The iterator of [`", stringify!($name), "`].")]
        #[derive(Clone, Debug)]
        pub struct $iter<'a> {
            reader: Reader<'a>,
            offset: usize,
        }

        impl<'a> Iterator for $iter<'a> {
            type Item = $element<'a>;

            fn next(&mut self) -> Option<$element<'a>> {
                let mut element = $element::take(&mut self.reader).ok()?;
                let row = element.row;
                element.row = Row::at(row.bytes(), row.offset() + self.offset);
                Some(element)
            }
        }
    };
}

elements! {
    /// The elements of a [`Sync`].
    SyncElements, SyncElementsIter, SyncElement
}

elements! {
    /// The elements of a [`Delta`].
    DeltaElements, DeltaElementsIter, DeltaElement
}
