//! What the kinds of fields of flat messages take and refuse: bytes that are read and written again, bytes that are refused, and values that
//! cannot be written.

#[path = "../../schemas/boundaries_flat.rs"]
#[allow(missing_docs, unreachable_pub, reason = "the names say it")]
pub(crate) mod schema;

/// Passes the rows to another macro: the type, `[bytes that are taken]`, `[bytes that are refused, and the kind of the error]`, and
/// `[values that cannot be written => the kind of the error]`.
macro_rules! rows {
    ($use:ident) => {
        $use! {
            OfBool => ["00", "01"] ["02" InvalidValue, "ff" InvalidValue] [];
            OfLenientBool => ["00", "01"] [] [];
            OfLenientBools => ["00", "02 01 00"] ["02 01" Incomplete] [];
            OfPackedBools => ["00", "01 01", "08 ff", "09 00 01"] ["01 02" InvalidValue, "07 80" InvalidValue, "09 ff" Incomplete] [];
            OfPackedU8 => ["00", "01 07", "03 ff 01", "04 ff 0f"] ["01 08" InvalidValue, "04 ff 10" InvalidValue, "03 ff" Incomplete, "05 ff 7f" LimitExceeded] [vec![8] => OutOfRange, vec![255] => OutOfRange, vec![0; 5] => TooLong];
            OfPackedI16 => ["01 00 08", "02 ff f7 ff", "02 ff 07 80"] ["01 00 18" InvalidValue, "02 ff ff" Incomplete] [vec![2048] => OutOfRange, vec![-2049] => OutOfRange];
            OfU8 => ["00", "ff"] [] [];
            OfI8 => ["80", "7f"] [] [];
            OfU16 => ["0000", "ffff"] [] [];
            OfI16 => ["0080", "ff7f"] [] [];
            OfU32 => ["00000000", "ffffffff"] [] [];
            OfI32 => ["00000080", "ffffff7f"] [] [];
            OfU64 => ["0000000000000000", "ffffffffffffff7f"] ["0000000000000080" OutOfRange, "ffffffffffffffff" OutOfRange] [1 << 63 => OutOfRange, u64::MAX => OutOfRange];
            OfI64 => ["0000000000000080", "ffffffffffffff7f"] [] [];
            OfNonZeroU8 => ["01", "ff"] ["00" OutOfRange] [];
            OfNonZeroI16 => ["0080", "0100"] ["0000" OutOfRange] [];
            OfF32 => ["0000807f", "01000000"] [] [];
            OfF64 => ["000000000000f07f", "0100000000000000"] [] [];
            OfChar => ["00", "7f", "8001", "ffaf03", "80c003", "ffff43"] ["80b003" OutOfRange, "ffbf03" OutOfRange, "808044" OutOfRange, "8000" InvalidValue] [];
            OfVarU8 => ["00", "7f", "8001", "ff01"] ["8002" OutOfRange, "8000" InvalidValue, "ff00" InvalidValue] [];
            OfVarU16 => ["00", "ff7f", "808001", "ffff03"] ["808004" OutOfRange, "ff8000" InvalidValue] [];
            OfVarU32 => ["ffffff7f", "8080808001", "ffffffff0f"] ["8080808010" OutOfRange, "808080808001" OutOfRange, "8080808000" InvalidValue] [];
            OfVarU64 => ["ffffffffffffffff7f", "8080808001"] ["80808080808080808001" OutOfRange, "ffffffffffffffffff01" OutOfRange, "ffffffffffffffffff02" OutOfRange, "80808080808080808000" InvalidValue] [1 << 63 => OutOfRange];
            OfVarI8 => ["00", "01", "7f", "fe01", "ff01"] ["8002" OutOfRange] [];
            OfVarI32 => ["00", "01", "feffffff0f", "ffffffff0f"] ["8080808010" OutOfRange] [];
            OfVarI64 => ["feffffffffffffffff01", "ffffffffffffffffff01"] ["ffffffffffffffffff02" OutOfRange] [];
            OfVarNonZero => ["01", "ff01"] ["00" OutOfRange] [];
            OfHalf => ["0000", "0080", "0100", "ff7b", "007c", "00fc"] [] [65520.0 => OutOfRange, -65520.0 => OutOfRange];
            OfHalfF64 => ["ff7b"] [] [65520.0 => OutOfRange, 1e300 => OutOfRange];
            OfHalves => ["0000 003c 00bc"] ["0000 003c 00" Incomplete] [Vector3::new(0.0, 0.0, 7e4) => OutOfRange];
            OfRange8 => ["00", "80", "ff"] [] [1.001 => OutOfRange, -1.001 => OutOfRange, f32::NAN => OutOfRange, f32::INFINITY => OutOfRange];
            OfRange16 => ["0000", "ff7f", "ffff"] [] [100.001 => OutOfRange, -1e-9 => OutOfRange];
            OfRange32 => ["00000000", "ffffff7f", "ffffffff"] [] [5.1 => OutOfRange];
            OfClamped => ["00", "ff"] [] [f32::NAN => OutOfRange];
            OfRangeOfVector => ["00ff", "ff00"] [] [Vector2::new(0.0, 1.5) => OutOfRange];
            OfAngle8 => ["00", "01", "fe"] [] [f32::NAN => OutOfRange, f32::INFINITY => OutOfRange];
            OfAngle32 => ["00000000", "01000000", "feffffff"] [] [f64::NEG_INFINITY => OutOfRange];
            OfDegrees16 => ["0000", "0100", "feff"] [] [f64::NAN => OutOfRange];
            OfNormal2 => ["0000", "0080"] [] [Vector2::ZERO => OutOfRange, Vector2::new(f32::NAN, 0.0) => OutOfRange];
            OfNormal3 => ["8080", "4060"] [] [Vector3::ZERO => OutOfRange, Vector3::new(f32::INFINITY, 0.0, 0.0) => OutOfRange];
            OfTurn10 => ["000208e0"] [] [Quaternion::new(0.0, 0.0, 0.0, 0.0) => OutOfRange];
            OfTurn15 => ["0040002000d0"] ["0040002000f0" InvalidValue] [];
            OfTurn20 => ["00000800800000c8"] ["00000800800000d8" InvalidValue, "00000800800000e8" InvalidValue] [];
            OfColor => ["00000000", "ffffffff", "ff800040"] [] [Color::new(1.01, 0.0, 0.0, 0.0) => OutOfRange];
            OfText => ["00", "01 61", "02 c3bf", "03 efbfbf", "04 f48fbfbf"] ["01 80" InvalidUtf8, "02 c080" InvalidUtf8, "03 eda080" InvalidUtf8, "04 f4908080" InvalidUtf8, "8100 61" InvalidValue, "02 61" Incomplete] [];
            OfShort => ["00", "01 61"] ["ff 61" Incomplete] ["x".repeat(256) => TooLong];
            OfText16 => ["0000", "0100 61"] ["ffff 61" Incomplete] ["x".repeat(65536) => TooLong];
            OfText32 => ["00000000", "01000000 61"] ["ffffffff 61" Incomplete] [];
            OfBounded => ["00", "02 6161"] ["03 616161" LimitExceeded] ["ééé".into() => TooLong];
            OfCString => ["00", "6100", "c3bf00"] ["8000" InvalidUtf8, "61" Incomplete] ["a\0".into() => Custom];
            OfBoundedCString => ["00", "616100"] ["61616100" LimitExceeded, "6161" Incomplete] ["xyz".into() => TooLong];
            OfPath => ["00", "01 61", "07 2f726f6f742f61"] ["01 ff" InvalidUtf8] [];
            OfList => ["00", "01 0000", "02 0100 ffff"] ["03 0000 0000" Incomplete, "8000" InvalidValue] [];
            OfShortList => ["00", "02 0001"] ["02 0002" InvalidValue] [vec![true; 256] => TooLong];
            OfBoundedList => ["00", "01 ffff03"] ["02 0000" LimitExceeded, "01 808004" OutOfRange] [vec![0, 0] => TooLong];
            OfLists => ["00", "02 00 01 ff"] ["01 02 00" Incomplete] [];
            OfNothing => ["00", "7f"] ["8000" InvalidValue] [];
            OfArray => ["010203"] ["0102" Incomplete] [];
            OfNoElements => [""] [] [];
            OfTuple => ["ff 01 00"] ["ff 02 00" InvalidValue, "ff 01 01" Incomplete] [];
            OfSet => ["00", "02 01 02"] ["02 01" Incomplete] [];
            OfMap => ["00", "02 01 00 02 0161"] ["01 01" Incomplete, "01 01 01 ff" InvalidUtf8] [];
            OfOption => ["00", "01 ffff"] ["02" InvalidValue, "01 ff" Incomplete] [];
            OfBox => ["01"] ["02" InvalidValue] [];
            OfUnit => [""] [] [];
            OfKind => ["00", "ff"] ["01" UnknownVariant, "fe" UnknownVariant] [];
            OfKinds => ["02 00 ff"] ["01 01" UnknownVariant] [];
            OfWide => ["7f", "ffffffff0f"] ["00" UnknownVariant, "ffffffff1f" OutOfRange, "ff00" InvalidValue] [];
            OfHeader => ["0000", "ff03 01", "0003 00"] ["0004" InvalidValue, "0080" InvalidValue, "0002 02" InvalidValue] [Header { number: 128, signed: 0, there: None } => OutOfRange, Header { number: 0, signed: 2, there: None } => OutOfRange, Header { number: 0, signed: -3, there: None } => OutOfRange];
            OfAddress => ["04 7f000001", "06 00000000000000000000000000000001"] ["05 7f000001" InvalidValue, "06 7f000001" Incomplete] [];
            OfSocket => ["04 7f000001 ffff"] ["04 7f000001 ff" Incomplete] [];
            OfSeconds => ["0000000000000000", "000000000000e03f"] ["000000000000f0bf" Custom, "000000000000f87f" Custom] [];
            OfMillis => ["0000000000000000", "dc05000000000000"] ["ffffffffffffffff" OutOfRange] [Duration::MAX => OutOfRange];
            OfSince => ["0000000000000000", "ffffffffffffffff"] [] [];
        }
    };
}
pub(crate) use rows;
