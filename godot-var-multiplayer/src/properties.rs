//! The properties of a synchronizer: which there are, and how rows of them are written and read.

use core::cmp::Ordering;

use godot_var_runtime::{DecodeError, EncodeError, Output, Reader};

use crate::derived::{check_mask, read_row};
use crate::methods::compare;
use crate::{Options, Row};

/// When a property is synchronized: `SceneReplicationConfig.ReplicationMode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReplicationMode {
    /// `REPLICATION_MODE_NEVER`: not at all, but perhaps with the spawn.
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
    /// Its path from the synchronizer's root, as the scene has it: `.:position`, `Sprite2D:frame`.
    pub path: &'static str,
    /// When it is synchronized.
    pub mode: ReplicationMode,
    /// Whether a [`Spawn`](crate::Spawn) has it.
    pub spawn: bool,
}

impl Property {
    /// A property that is spawned, too, as in the engine unless the scene says otherwise.
    pub const fn new(path: &'static str, mode: ReplicationMode) -> Self {
        Self { path, mode, spawn: true }
    }

    /// This property, in spawns or not.
    #[must_use]
    pub const fn with_spawn(mut self, spawn: bool) -> Self {
        self.spawn = spawn;
        self
    }

    /// Whether the properties can be those of one synchronizer: each path once, and at most 64 on change, as a mask has 64 bits.
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

/// What a `MultiplayerSynchronizer` replicates, as a struct: a field is a property, in the order of the `SceneReplicationConfig`.
///
/// A row has the values of some properties in the [compressed form](crate::compressed), in this order, and nothing between them.
/// `#[derive(GodotSync)]` of the facade crate implements it; by hand:
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
pub trait PropertySet {
    /// All properties, in the order of the `SceneReplicationConfig`.
    const PROPERTIES: &'static [Property];

    /// Writes the value of one property. Nothing is written if there is none at this index.
    ///
    /// # Errors
    /// Those of the value, with the property's path.
    fn encode_property<O: Output>(&self, index: usize, out: &mut O) -> Result<(), EncodeError>;

    /// Reads the value of one property and sets it. Nothing happens if there is none at this index.
    ///
    /// # Errors
    /// Those of the value, with the property's path; the property is as it was then.
    fn decode_property(&mut self, index: usize, reader: &mut Reader<'_>)
    -> Result<(), DecodeError>;

    /// Writes the row of a [`Spawn`](crate::Spawn): the properties that are spawned.
    ///
    /// # Errors
    /// Those of the values.
    fn encode_spawn<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        for (index, property) in Self::PROPERTIES.iter().enumerate() {
            if property.spawn {
                self.encode_property(index, out)?;
            }
        }
        Ok(())
    }

    /// Writes the row of a [`Sync`](crate::Sync): the properties of [`ReplicationMode::Always`].
    ///
    /// # Errors
    /// Those of the values.
    fn encode_always<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        for (index, property) in Self::PROPERTIES.iter().enumerate() {
            if property.mode == ReplicationMode::Always {
                self.encode_property(index, out)?;
            }
        }
        Ok(())
    }

    /// Writes the row of a [`Delta`](crate::Delta): of the properties of [`ReplicationMode::OnChange`] those whose bit is
    /// set. Bit 0 is the first of them.
    ///
    /// # Errors
    /// Those of the values.
    fn encode_changed<O: Output>(&self, mask: u64, out: &mut O) -> Result<(), EncodeError> {
        for (bit, index) in on_change(Self::PROPERTIES).enumerate() {
            if mask >> bit & 1 == 1 {
                self.encode_property(index, out)?;
            }
        }
        Ok(())
    }

    /// Sets the properties of a [`Spawn`](crate::Spawn)'s row from a reader, which may have more rows after it.
    ///
    /// # Errors
    /// Those of the values; the properties before the wrong one are set then.
    fn read_spawn(&mut self, reader: &mut Reader<'_>) -> Result<(), DecodeError> {
        for (index, property) in Self::PROPERTIES.iter().enumerate() {
            if property.spawn {
                self.decode_property(index, reader)?;
            }
        }
        Ok(())
    }

    /// Sets the properties of a [`Sync`](crate::Sync)'s row.
    ///
    /// # Errors
    /// Those of the values, and bytes after them, which [`Options::trailing_bytes`] allows. Nothing is set then.
    fn apply_always(&mut self, row: Row<'_>, options: &Options) -> Result<(), DecodeError>
    where
        Self: Clone,
    {
        apply(self, row, options, |next, reader| {
            for (index, property) in Self::PROPERTIES.iter().enumerate() {
                if property.mode == ReplicationMode::Always {
                    next.decode_property(index, reader)?;
                }
            }
            Ok(())
        })
    }

    /// Sets the properties of a [`Delta`](crate::Delta)'s row: those whose bit is set.
    ///
    /// # Errors
    /// Those of the values, a bit without property, and bytes after the last value, which [`Options::trailing_bytes`] allows. Nothing
    /// is set then.
    fn apply_changed(
        &mut self,
        mask: u64,
        row: Row<'_>,
        options: &Options,
    ) -> Result<(), DecodeError>
    where
        Self: Clone,
    {
        apply(self, row, options, |next, reader| {
            check_mask(mask, on_change(Self::PROPERTIES).count())?;
            for (bit, index) in on_change(Self::PROPERTIES).enumerate() {
                if mask >> bit & 1 == 1 {
                    next.decode_property(index, reader)?;
                }
            }
            Ok(())
        })
    }
}

/// The indices of the properties that bits of a mask stand for.
fn on_change(properties: &[Property]) -> impl Iterator<Item = usize> {
    let on_change = |property: &Property| property.mode == ReplicationMode::OnChange;
    (0..).zip(properties).filter(move |(_, property)| on_change(property)).map(|(index, _)| index)
}

/// Sets what `read` sets, if the whole row could be read.
fn apply<P: PropertySet + Clone>(
    properties: &mut P,
    row: Row<'_>,
    options: &Options,
    read: impl FnOnce(&mut P, &mut Reader<'_>) -> Result<(), DecodeError>,
) -> Result<(), DecodeError> {
    let mut next = properties.clone();
    read_row(row, options, |reader| read(&mut next, reader))?;
    *properties = next;
    Ok(())
}
