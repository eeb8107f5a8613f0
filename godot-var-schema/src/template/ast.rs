//! The syntax tree of a message template.

use std::fmt;

/// A position in the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in bytes.
    pub column: usize,
}

/// A whole template.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Template {
    /// The messages, in the order of the text.
    pub messages: Vec<Message>,
}

/// How often a message is sent, which decides the size of its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frequency {
    /// One byte.
    High,
    /// Two bytes.
    Medium,
    /// Four bytes.
    Low,
    /// Four bytes, given in full.
    Fixed,
}

impl Frequency {
    /// The words of a template.
    pub(crate) const WORDS: &[(&str, Self)] = &[
        ("High", Self::High),
        ("Medium", Self::Medium),
        ("Low", Self::Low),
        ("Fixed", Self::Fixed),
    ];

    /// The first and the last number. A larger `Low` number could be mistaken for a fixed one.
    pub const fn range(self) -> (u32, u32) {
        match self {
            Self::High | Self::Medium => (1, 0xFE),
            Self::Low => (1, 0xFEFF),
            Self::Fixed => (0xFFFF_FFFA, 0xFFFF_FFFF),
        }
    }

    /// The message about a number outside the range.
    pub fn out_of_range(self) -> String {
        let (min, max) = self.range();
        match self {
            Self::Fixed => format!("numbers of `{self:?}` messages are {min:#X} to {max:#X}"),
            _ => format!("numbers of `{self:?}` messages are {min} to {max}"),
        }
    }
}

/// Whether a message is still in use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Deprecation {
    /// In use.
    #[default]
    NotDeprecated,
    /// The viewer no longer knows it.
    Deprecated,
    /// Senders warn when they send it.
    UdpDeprecated,
    /// Refused over UDP.
    UdpBlackListed,
}

impl Deprecation {
    /// The words of a template for a message that is no longer in use.
    pub(crate) const WORDS: &[(&str, Self)] = &[
        ("Deprecated", Self::Deprecated),
        ("UDPDeprecated", Self::UdpDeprecated),
        ("UDPBlackListed", Self::UdpBlackListed),
    ];
}

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The position of its name.
    pub place: Place,
    /// Its name.
    pub name: String,
    /// Its frequency, which decides the size of its number.
    pub frequency: Frequency,
    /// The position of its number.
    pub number_place: Place,
    /// Its number within the frequency.
    pub number: u32,
    /// Whether only a trusted peer may send it.
    pub trusted: bool,
    /// Whether writers zero-code it if that makes it shorter.
    pub zerocoded: bool,
    /// Whether it is still in use.
    pub deprecation: Deprecation,
    /// Its blocks.
    pub blocks: Vec<Block>,
}

impl Message {
    /// The number with the prefix of its frequency: its encoded form, in four bytes.
    pub const fn id(&self) -> u32 {
        match self.frequency {
            Frequency::High | Frequency::Fixed => self.number,
            Frequency::Medium => 0xFF00 | self.number,
            Frequency::Low => 0xFFFF_0000 | self.number,
        }
    }
}

/// How many times a block is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Once.
    Single,
    /// This many times, without an encoded count.
    Multiple(u8),
    /// A count in one byte precedes the blocks.
    Variable,
}

/// A block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The position of its name.
    pub place: Place,
    /// Its name.
    pub name: String,
    /// How many times it is repeated.
    pub quantity: Quantity,
    /// Its fields.
    pub fields: Vec<Field>,
}

/// A field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The position of its name.
    pub place: Place,
    /// Its name.
    pub name: String,
    /// Its type.
    pub field_type: FieldType,
}

macro_rules! field_types {
    ($($variant:ident = $name:literal, $len:literal, $doc:literal;)+) => {
        /// The type of a field.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum FieldType {
            $(#[doc = $doc] $variant,)+
            /// This many bytes.
            Fixed(u16),
            /// Bytes after their length, which has this many bytes: 1 or 2.
            Variable(u8),
        }

        impl FieldType {
            /// The types without a size, by their names.
            pub const SIMPLE: &[(&str, Self)] = &[$(($name, Self::$variant)),+];

            /// Returns the number of its bytes, without those after a length.
            pub const fn least_len(self) -> usize {
                match self {
                    $(Self::$variant => $len,)+
                    Self::Fixed(len) => len as usize,
                    Self::Variable(len) => len as usize,
                }
            }
        }

        /// Writes the name in templates.
        impl fmt::Display for FieldType {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$variant => f.write_str($name),)+
                    Self::Fixed(len) => write!(f, "Fixed {len}"),
                    Self::Variable(len) => write!(f, "Variable {len}"),
                }
            }
        }
    };
}

field_types! {
    U8 = "U8", 1, "An unsigned integer of 1 byte.";
    U16 = "U16", 2, "An unsigned integer of 2 bytes.";
    U32 = "U32", 4, "An unsigned integer of 4 bytes.";
    U64 = "U64", 8, "An unsigned integer of 8 bytes.";
    S8 = "S8", 1, "A signed integer of 1 byte.";
    S16 = "S16", 2, "A signed integer of 2 bytes.";
    S32 = "S32", 4, "A signed integer of 4 bytes.";
    S64 = "S64", 8, "A signed integer of 8 bytes.";
    F32 = "F32", 4, "A float of 4 bytes.";
    F64 = "F64", 8, "A float of 8 bytes.";
    Vector3 = "LLVector3", 12, "Three `F32`.";
    Vector3d = "LLVector3d", 24, "Three `F64`.";
    Vector4 = "LLVector4", 16, "Four `F32`.";
    Quaternion = "LLQuaternion", 12, "The x, y and z of a unit quaternion, as `F32`.";
    Uuid = "LLUUID", 16, "16 bytes in the order of the text.";
    Bool = "BOOL", 1, "One byte.";
    IpAddr = "IPADDR", 4, "An IPv4 address.";
    IpPort = "IPPORT", 2, "A port, big-endian.";
}
