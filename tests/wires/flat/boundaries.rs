//! Every kind of field at the boundaries of what it holds: the bytes that are read and written again, those that are refused, and the
//! values that cannot be written.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::net::{IpAddr, SocketAddr};
use std::num::{NonZeroI16, NonZeroU8};
use std::time::{Duration, SystemTime};

use godot_var::flat::{FromFlatBytes, ToFlatBytes};
use godot_var::math::Quaternion;
use godot_var::{
    Color, DecodeErrorKind, EncodeErrorKind, GodotFlat, NodePath, Variant, Vector2, Vector3,
};

fn unhex(hex: &str) -> Vec<u8> {
    hex::decode(hex.replace(' ', "")).expect("hex digits")
}

/// What is wrong with bytes that are read, and written as they were; each is refused if a byte is missing or goes on.
fn taken<T>(hex: &str) -> Result<(), String>
where
    T: ToFlatBytes + for<'de> FromFlatBytes<'de> + Debug,
{
    let bytes = unhex(hex);
    let value = T::from_flat_bytes(&bytes).map_err(|error| error.to_string())?;
    let written = value.to_flat_bytes().map_err(|error| error.to_string())?;
    if written != bytes || value.flat_len() != Ok(bytes.len()) {
        return Err(format!("{value:?} is written as {}", hex::encode(written)));
    }
    if bytes.len() < T::SIZE.min || bytes.len() > T::SIZE.max {
        return Err(format!("{} bytes, of {:?}", bytes.len(), T::SIZE));
    }
    for len in 0..bytes.len() {
        match T::from_flat_bytes(&bytes[..len]) {
            Err(error) if error.offset() <= len => {}
            read => return Err(format!("{len} bytes: {read:?}")),
        }
    }
    match T::from_flat_bytes(&[&bytes[..], &[0]].concat()) {
        Ok(read) => Err(format!("it goes on: {read:?}")),
        Err(_) => Ok(()),
    }
}

fn refused<T>(hex: &str, kind: DecodeErrorKind) -> Result<(), String>
where
    T: for<'de> FromFlatBytes<'de> + Debug,
{
    match T::from_flat_bytes(&unhex(hex)) {
        Err(error) if error.kind() == kind => Ok(()),
        read => Err(format!("{read:?}")),
    }
}

fn unwritten<T: ToFlatBytes>(value: &T, kind: EncodeErrorKind) -> Result<(), String> {
    match value.to_flat_bytes() {
        Err(error) if error.kind() == kind => Ok(()),
        written => Err(format!("{written:?}")),
    }
}

/// A row for each kind: its attributes and type, the bytes that are taken, those that are refused, and values that are not written.
macro_rules! rows {
    ($(
        $name:ident: $(#[$attr:meta])* $ty:ty =>
            [$($taken:literal),*] [$($refused:literal $kind:ident),*] [$($value:expr => $unwritten:ident),*];
    )*) => {
        $(
            #[derive(Debug, GodotFlat)]
            #[allow(dead_code, reason = "read, and written by the derive")]
            struct $name($(#[$attr])* $ty);
        )*

        #[test]
        fn every_kind_of_field() {
            let (mut count, mut wrong) = (0, Vec::new());
            let mut tried = |name: &str, case: &str, result: Result<(), String>| {
                count += 1;
                wrong.extend(result.err().map(|error| format!("{name} {case}: {error}")));
            };
            $(
                $(tried(stringify!($name), $taken, taken::<$name>($taken));)*
                $(tried(
                    stringify!($name),
                    $refused,
                    refused::<$name>($refused, DecodeErrorKind::$kind),
                );)*
                $(tried(
                    stringify!($name),
                    stringify!($value),
                    unwritten(&$name($value), EncodeErrorKind::$unwritten),
                );)*
            )*
            assert!(wrong.is_empty(), "{}", wrong.join("\n"));
            assert!(count > 250, "{count}");
        }
    };
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, GodotFlat)]
enum Kind {
    Low,
    High = 255,
}

#[derive(Clone, Copy, Debug, PartialEq, GodotFlat)]
#[flat(repr = "varint")]
enum Wide {
    #[flat(id = 127)]
    Low,
    #[flat(id = 4_294_967_295)]
    High,
}

#[derive(Debug, GodotFlat)]
#[flat(flags)]
struct Header {
    #[flat(bits = 7)]
    number: u8,
    #[flat(bits = 2)]
    signed: i8,
    there: Option<bool>,
}

rows! {
    OfBool: bool => ["00", "01"] ["02" InvalidValue, "ff" InvalidValue] [];
    OfLenientBool: #[flat(lenient)] bool => ["00", "01"] [] [];
    OfLenientBools: #[flat(lenient)] Vec<bool> => ["00", "02 01 00"] ["02 01" Incomplete] [];
    OfU8: u8 => ["00", "ff"] [] [];
    OfI8: i8 => ["80", "7f"] [] [];
    OfU16: u16 => ["0000", "ffff"] [] [];
    OfI16: i16 => ["0080", "ff7f"] [] [];
    OfU32: u32 => ["00000000", "ffffffff"] [] [];
    OfI32: i32 => ["00000080", "ffffff7f"] [] [];
    OfU64: u64 => ["0000000000000000", "ffffffffffffff7f"] ["0000000000000080" OutOfRange, "ffffffffffffffff" OutOfRange] [1 << 63 => OutOfRange, u64::MAX => OutOfRange];
    OfI64: i64 => ["0000000000000080", "ffffffffffffff7f"] [] [];
    OfNonZeroU8: NonZeroU8 => ["01", "ff"] ["00" OutOfRange] [];
    OfNonZeroI16: NonZeroI16 => ["0080", "0100"] ["0000" OutOfRange] [];
    OfF32: f32 => ["0000807f", "01000000"] [] [];
    OfF64: f64 => ["000000000000f07f", "0100000000000000"] [] [];
    OfChar: char => ["00", "7f", "8001", "ffaf03", "80c003", "ffff43"] ["80b003" OutOfRange, "ffbf03" OutOfRange, "808044" OutOfRange, "8000" InvalidValue] [];
    OfVarU8: #[flat(varint)] u8 => ["00", "7f", "8001", "ff01"] ["8002" OutOfRange, "8000" InvalidValue, "ff00" InvalidValue] [];
    OfVarU16: #[flat(varint)] u16 => ["00", "ff7f", "808001", "ffff03"] ["808004" OutOfRange, "ff8000" InvalidValue] [];
    OfVarU32: #[flat(varint)] u32 => ["ffffff7f", "8080808001", "ffffffff0f"] ["8080808010" OutOfRange, "808080808001" OutOfRange, "8080808000" InvalidValue] [];
    OfVarU64: #[flat(varint)] u64 => ["ffffffffffffffff7f", "8080808001"] ["80808080808080808001" OutOfRange, "ffffffffffffffffff01" OutOfRange, "ffffffffffffffffff02" OutOfRange, "80808080808080808000" InvalidValue] [1 << 63 => OutOfRange];
    OfVarI8: #[flat(varint)] i8 => ["00", "01", "7f", "fe01", "ff01"] ["8002" OutOfRange] [];
    OfVarI32: #[flat(varint)] i32 => ["00", "01", "feffffff0f", "ffffffff0f"] ["8080808010" OutOfRange] [];
    OfVarI64: #[flat(varint)] i64 => ["feffffffffffffffff01", "ffffffffffffffffff01"] ["ffffffffffffffffff02" OutOfRange] [];
    OfVarNonZero: #[flat(varint)] NonZeroU8 => ["01", "ff01"] ["00" OutOfRange] [];
    OfHalf: #[flat(as = f16)] f32 => ["0000", "0080", "0100", "ff7b", "007c", "00fc"] [] [65520.0 => OutOfRange, -65520.0 => OutOfRange];
    OfHalfF64: #[flat(as = f16)] f64 => ["ff7b"] [] [65520.0 => OutOfRange, 1e300 => OutOfRange];
    OfHalves: #[flat(as = f16)] Vector3 => ["0000 003c 00bc"] ["0000 003c 00" Incomplete] [Vector3::new(0.0, 0.0, 7e4) => OutOfRange];
    OfRange8: #[flat(range = -1.0..=1.0, as = u8)] f32 => ["00", "80", "ff"] [] [1.001 => OutOfRange, -1.001 => OutOfRange, f32::NAN => OutOfRange, f32::INFINITY => OutOfRange];
    OfRange16: #[flat(range = 0..=100, as = u16)] f64 => ["0000", "ff7f", "ffff"] [] [100.001 => OutOfRange, -1e-9 => OutOfRange];
    OfRange32: #[flat(range = -5..=5, as = u32)] f64 => ["00000000", "ffffff7f", "ffffffff"] [] [5.1 => OutOfRange];
    OfClamped: #[flat(range = 0..=1, as = u8, clamp)] f32 => ["00", "ff"] [] [f32::NAN => OutOfRange];
    OfRangeOfVector: #[flat(range = -1..=1, as = u8)] Vector2 => ["00ff", "ff00"] [] [Vector2::new(0.0, 1.5) => OutOfRange];
    OfAngle8: #[flat(angle, as = u8)] f32 => ["00", "01", "fe"] [] [f32::NAN => OutOfRange, f32::INFINITY => OutOfRange];
    OfAngle32: #[flat(angle, as = u32)] f64 => ["00000000", "01000000", "feffffff"] [] [f64::NEG_INFINITY => OutOfRange];
    OfDegrees16: #[flat(degrees, as = u16)] f64 => ["0000", "0100", "feff"] [] [f64::NAN => OutOfRange];
    OfNormal2: #[flat(normal, as = u16)] Vector2 => ["0000", "0080"] [] [Vector2::ZERO => OutOfRange, Vector2::new(f32::NAN, 0.0) => OutOfRange];
    OfNormal3: #[flat(normal, as = u8)] Vector3 => ["8080", "4060"] [] [Vector3::ZERO => OutOfRange, Vector3::new(f32::INFINITY, 0.0, 0.0) => OutOfRange];
    OfTurn10: #[flat(smallest_three = 10)] Quaternion => ["000208e0"] [] [Quaternion::new(0.0, 0.0, 0.0, 0.0) => OutOfRange];
    OfTurn15: #[flat(smallest_three = 15)] Quaternion => ["0040002000d0"] ["0040002000f0" InvalidValue] [];
    OfTurn20: #[flat(smallest_three = 20)] Quaternion => ["00000800800000c8"] ["00000800800000d8" InvalidValue, "00000800800000e8" InvalidValue] [];
    OfColor: #[flat(as = u8)] Color => ["00000000", "ffffffff", "ff800040"] [] [Color::new(1.01, 0.0, 0.0, 0.0) => OutOfRange];
    OfText: String => ["00", "01 61", "02 c3bf", "03 efbfbf", "04 f48fbfbf"] ["01 80" InvalidUtf8, "02 c080" InvalidUtf8, "03 eda080" InvalidUtf8, "04 f4908080" InvalidUtf8, "8100 61" InvalidValue, "02 61" Incomplete] [];
    OfShort: #[flat(len = u8)] String => ["00", "01 61"] ["ff 61" Incomplete] ["x".repeat(256) => TooLong];
    OfText16: #[flat(len = u16)] String => ["0000", "0100 61"] ["ffff 61" Incomplete] ["x".repeat(65536) => TooLong];
    OfText32: #[flat(len = u32)] String => ["00000000", "01000000 61"] ["ffffffff 61" Incomplete] [];
    OfBounded: #[flat(max_len = 2)] String => ["00", "02 6161"] ["03 616161" LimitExceeded] ["ééé".into() => TooLong];
    OfCString: #[flat(c_string)] String => ["00", "6100", "c3bf00"] ["8000" InvalidUtf8, "61" Incomplete] ["a\0".into() => Custom];
    OfBoundedCString: #[flat(c_string, max_len = 2)] String => ["00", "616100"] ["61616100" LimitExceeded, "6161" Incomplete] ["xyz".into() => TooLong];
    OfPath: NodePath => ["00", "01 61", "07 2f726f6f742f61"] ["01 ff" InvalidUtf8] [];
    OfList: Vec<u16> => ["00", "01 0000", "02 0100 ffff"] ["03 0000 0000" Incomplete, "8000" InvalidValue] [];
    OfShortList: #[flat(len = u8)] Vec<bool> => ["00", "02 0001"] ["02 0002" InvalidValue] [vec![true; 256] => TooLong];
    OfBoundedList: #[flat(max_len = 1, varint)] Vec<i16> => ["00", "01 ffff03"] ["02 0000" LimitExceeded, "01 808004" OutOfRange] [vec![0, 0] => TooLong];
    OfLists: Vec<Vec<u8>> => ["00", "02 00 01 ff"] ["01 02 00" Incomplete] [];
    OfNothing: Vec<()> => ["00", "7f"] ["8000" InvalidValue] [];
    OfArray: [u8; 3] => ["010203"] ["0102" Incomplete] [];
    OfNoElements: [u32; 0] => [""] [] [];
    OfTuple: (u8, bool, String) => ["ff 01 00"] ["ff 02 00" InvalidValue, "ff 01 01" Incomplete] [];
    OfSet: BTreeSet<u8> => ["00", "02 01 02"] ["02 01" Incomplete] [];
    OfMap: BTreeMap<u8, String> => ["00", "02 01 00 02 0161"] ["01 01" Incomplete, "01 01 01 ff" InvalidUtf8] [];
    OfOption: Option<u16> => ["00", "01 ffff"] ["02" InvalidValue, "01 ff" Incomplete] [];
    OfOptions: Option<Option<()>> => ["00", "01 00", "01 01"] ["01 02" InvalidValue] [];
    OfBox: Box<bool> => ["01"] ["02" InvalidValue] [];
    OfUnit: () => [""] [] [];
    OfKind: Kind => ["00", "ff"] ["01" UnknownVariant, "fe" UnknownVariant] [];
    OfKinds: BTreeSet<Kind> => ["02 00 ff"] ["01 01" UnknownVariant] [];
    OfWide: Wide => ["7f", "ffffffff0f"] ["00" UnknownVariant, "ffffffff1f" OutOfRange, "ff00" InvalidValue] [];
    OfHeader: Header => ["0000", "ff03 01", "0003 00"] ["0004" InvalidValue, "0080" InvalidValue, "0002 02" InvalidValue] [Header { number: 128, signed: 0, there: None } => OutOfRange, Header { number: 0, signed: 2, there: None } => OutOfRange, Header { number: 0, signed: -3, there: None } => OutOfRange];
    OfAddress: IpAddr => ["04 7f000001", "06 00000000000000000000000000000001"] ["05 7f000001" InvalidValue, "06 7f000001" Incomplete] [];
    OfSocket: SocketAddr => ["04 7f000001 ffff"] ["04 7f000001 ff" Incomplete] [];
    OfSeconds: #[flat(unit = "s")] Duration => ["0000000000000000", "000000000000e03f"] ["000000000000f0bf" Custom, "000000000000f87f" Custom] [];
    OfMillis: #[flat(unit = "ms")] Duration => ["0000000000000000", "dc05000000000000"] ["ffffffffffffffff" OutOfRange] [Duration::MAX => OutOfRange];
    OfSince: #[flat(unit = "us")] SystemTime => ["0000000000000000", "ffffffffffffffff"] [] [];
    OfVariant: Variant => ["04000000 00000000", "08000000 01000000 01000000"] ["00000000" Incomplete, "08000000 00000000 00000000" InvalidLength, "04000000 ff000000" UnknownType, "08000000 01000000" Incomplete] [];
}

/// What readers take beyond what is written.
#[test]
fn readers_that_take_more() {
    for byte in 0..=255 {
        assert_eq!(OfLenientBool::from_flat_bytes(&[byte]).expect("any byte").0, byte != 0);
    }
    assert_eq!(OfLenientBools::from_flat_bytes(&[2, 9, 0]).expect("any bytes").0, [true, false]);
    // The last step of a turn is the first one of the next.
    let turn = OfAngle8::from_flat_bytes(&[255]).expect("a step");
    assert_eq!(turn.to_flat_bytes().expect("an angle"), [0]);
}
