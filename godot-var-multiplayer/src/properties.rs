//! The properties of a synchronizer, and how their rows are encoded and decoded.

use core::cmp::Ordering;

use godot_var_runtime::{DecodeError, EncodeError, Output, Reader};

use crate::methods::compare;
use crate::packet::{finish, invalid};
use crate::setters::setters;
use crate::{Options, Row};

/// When a property is synchronized: `SceneReplicationConfig.ReplicationMode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReplicationMode {
    /// `REPLICATION_MODE_NEVER`: never after the spawn.
    Never,
    /// `REPLICATION_MODE_ALWAYS`: at every `replication_interval`, in a [`Sync`](crate::Sync).
    Always,
    /// `REPLICATION_MODE_ON_CHANGE`: when it has changed, in a [`Delta`](crate::Delta).
    OnChange,
}

/// One property of a `SceneReplicationConfig`.
///
/// ```
/// use godot_var_multiplayer::{Property, ReplicationMode};
///
/// const HEALTH: Property = Property::new(".:health", ReplicationMode::OnChange);
/// assert!(HEALTH.spawn);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Property {
    /// The path from the synchronizer's root, as in the scene file: `.:position`, `Sprite2D:frame`.
    pub path: &'static str,
    /// When it is synchronized.
    pub mode: ReplicationMode,
    /// Whether a [`Spawn`](crate::Spawn) contains it.
    pub spawn: bool,
}

impl Property {
    /// Makes a property that spawns contain. This is the engine's default.
    pub const fn new(path: &'static str, mode: ReplicationMode) -> Self {
        Self { path, mode, spawn: true }
    }

    setters! {
        spawn => with_spawn: bool;
    }

    pub(crate) fn is_always(&self) -> bool {
        self.mode == ReplicationMode::Always
    }

    pub(crate) fn is_on_change(&self) -> bool {
        self.mode == ReplicationMode::OnChange
    }

    /// Whether the properties can belong to one synchronizer: each path once, and at most 64 with [`ReplicationMode::OnChange`], because a
    /// mask has 64 bits.
    pub const fn is_set(properties: &[Self]) -> bool {
        let (mut index, mut on_change) = (0, 0);
        while index < properties.len() {
            if let ReplicationMode::OnChange = properties[index].mode {
                on_change += 1;
            }
            let mut earlier = 0;
            while earlier < index {
                if let Ordering::Equal = compare(properties[earlier].path, properties[index].path) {
                    return false;
                }
                earlier += 1;
            }
            index += 1;
        }
        on_change <= 64
    }
}

/// The properties that a `MultiplayerSynchronizer` replicates, as a struct. Each field is a property, in the order of the
/// `SceneReplicationConfig`.
///
/// A row has the values of some properties in the [compressed form](crate::compressed), in this order, without separators.
/// `#[derive(GodotSync)]` of the facade crate implements this trait. By hand:
///
/// ```
/// use godot_var_multiplayer::{Options, Property, PropertySet, ReplicationMode, Row, compressed};
/// use godot_var_runtime::variant::Godot4;
/// use godot_var_runtime::{DecodeError, EncodeError, Output, Reader, VecOutput};
///
/// #[derive(Clone, Debug, Default, PartialEq)]
/// struct Player {
///     level: i32,
///     health: i32,
/// }
///
/// impl PropertySet for Player {
///     const PROPERTIES: &'static [Property] = &[
///         Property::new(".:level", ReplicationMode::Never),
///         Property::new(".:health", ReplicationMode::OnChange),
///     ];
///
///     fn encode_property<O: Output>(&self, index: usize, out: &mut O) -> Result<(), EncodeError> {
///         match index {
///             0 => compressed::encode::<Godot4, _, _>(&self.level, out),
///             1 => compressed::encode::<Godot4, _, _>(&self.health, out),
///             _ => Ok(()),
///         }
///     }
///
///     fn decode_property(&mut self, index: usize, reader: &mut Reader<'_>) -> Result<(), DecodeError> {
///         match index {
///             0 => self.level = compressed::decode::<Godot4, _>(reader)?,
///             1 => self.health = compressed::decode::<Godot4, _>(reader)?,
///             _ => {}
///         }
///         Ok(())
///     }
/// }
///
/// let player = Player { level: 3, health: 99 };
/// let mut spawn = Vec::new();
/// player.encode_spawn(&mut VecOutput::new(&mut spawn))?;
/// assert_eq!(spawn, b"\x02\x03\x02\x63");
///
/// let mut client = Player { level: 3, health: 100 };
/// client.apply_changed(0b1, Row::new(b"\x02\x63"), &Options::DEFAULT)?;
/// assert_eq!(client, player);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a set of synchronized properties",
    label = "not the properties of a MultiplayerSynchronizer",
    note = "a struct with a field for each property derives it: `#[derive(GodotSync)]`"
)]
pub trait PropertySet {
    /// All properties, in the order of the `SceneReplicationConfig`.
    const PROPERTIES: &'static [Property];

    /// Writes the value of the property at `index`. Writes nothing if there is none.
    ///
    /// # Errors
    /// A value that cannot be encoded, with the property's path.
    fn encode_property<O: Output>(&self, index: usize, out: &mut O) -> Result<(), EncodeError>;

    /// Reads the value of the property at `index` and sets it. Does nothing if there is none.
    ///
    /// # Errors
    /// A value that cannot be decoded, with the property's path. The property keeps its value.
    fn decode_property(&mut self, index: usize, reader: &mut Reader<'_>)
    -> Result<(), DecodeError>;

    /// Writes the row of a [`Spawn`](crate::Spawn): the properties with [`Property::spawn`].
    ///
    /// # Errors
    /// A value that cannot be encoded.
    fn encode_spawn<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        indices(Self::PROPERTIES, |property| property.spawn)
            .try_for_each(|index| self.encode_property(index, out))
    }

    /// Writes the row of a [`Sync`](crate::Sync): the properties of [`ReplicationMode::Always`].
    ///
    /// # Errors
    /// A value that cannot be encoded.
    fn encode_always<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        indices(Self::PROPERTIES, Property::is_always)
            .try_for_each(|index| self.encode_property(index, out))
    }

    /// Writes the row of a [`Delta`](crate::Delta): the properties of [`ReplicationMode::OnChange`] whose bit in `mask` is set. Bit 0 is the
    /// first of them.
    ///
    /// # Errors
    /// A value that cannot be encoded.
    fn encode_changed<O: Output>(&self, mask: u64, out: &mut O) -> Result<(), EncodeError> {
        changed(Self::PROPERTIES, mask).try_for_each(|index| self.encode_property(index, out))
    }

    /// Sets the properties in a [`Spawn`](crate::Spawn)'s row. The reader may have more rows after it.
    ///
    /// # Errors
    /// A value that cannot be decoded. The properties before it are already set.
    fn read_spawn(&mut self, reader: &mut Reader<'_>) -> Result<(), DecodeError> {
        indices(Self::PROPERTIES, |property| property.spawn)
            .try_for_each(|index| self.decode_property(index, reader))
    }

    /// Sets the properties in a [`Sync`](crate::Sync)'s row.
    ///
    /// # Errors
    /// A value that cannot be decoded; bytes after the last value, unless [`Options::trailing_bytes`] is set. Then no property is set.
    fn apply_always(&mut self, row: Row<'_>, options: &Options) -> Result<(), DecodeError>
    where
        Self: Clone,
    {
        apply(self, row, options, indices(Self::PROPERTIES, Property::is_always))
    }

    /// Sets the properties in a [`Delta`](crate::Delta)'s row: those whose bit in `mask` is set.
    ///
    /// # Errors
    /// A value that cannot be decoded; a bit without a property; bytes after the last value, unless [`Options::trailing_bytes`] is set. Then
    /// no property is set.
    fn apply_changed(
        &mut self,
        mask: u64,
        row: Row<'_>,
        options: &Options,
    ) -> Result<(), DecodeError>
    where
        Self: Clone,
    {
        let all = indices(Self::PROPERTIES, Property::is_on_change).count();
        if all < 64 && mask >> all != 0 {
            let found = alloc::format!("{mask:#b}");
            let error = invalid(0, "a mask of the properties on change", found);
            return Err(error.moved(row.offset()));
        }
        apply(self, row, options, changed(Self::PROPERTIES, mask))
    }
}

/// Returns the indices of the properties that `wanted` selects.
fn indices(properties: &[Property], wanted: fn(&Property) -> bool) -> impl Iterator<Item = usize> {
    (0..).zip(properties).filter(move |(_, property)| wanted(property)).map(|(index, _)| index)
}

/// Returns the indices of the properties whose bit in the mask is set.
fn changed(properties: &[Property], mask: u64) -> impl Iterator<Item = usize> {
    let on_change = (0..).zip(indices(properties, Property::is_on_change));
    on_change.filter(move |(bit, _)| mask >> bit & 1 == 1).map(|(_, index)| index)
}

/// Sets these properties, but only if the whole row can be read.
fn apply<P: PropertySet + Clone>(
    properties: &mut P,
    row: Row<'_>,
    options: &Options,
    mut indices: impl Iterator<Item = usize>,
) -> Result<(), DecodeError> {
    let (mut next, mut reader) = (properties.clone(), row.reader(options.limits));
    indices
        .try_for_each(|index| next.decode_property(index, &mut reader))
        .and_then(|()| finish(&reader, options, "the last property"))
        .map_err(|error| error.moved(row.offset()))?;
    *properties = next;
    Ok(())
}
