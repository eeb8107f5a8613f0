//! What derived code says again and again.

/// The value of a result; after an error the block `$fields` is left with the error and the position of the field.
#[doc(hidden)]
#[macro_export]
macro_rules! attempt {
    ($fields:lifetime, $position:expr, $result:expr) => {
        match $result {
            $crate::private::Ok(value) => value,
            $crate::private::Err(error) => break $fields(error, $position),
        }
    };
}

/// One check that the bytes of a run of fields are there, from `$first` to before `$end`. The compiler then removes those of
/// each field.
#[doc(hidden)]
#[macro_export]
macro_rules! check_run {
    ($fields:lifetime, $reader:expr, $lists:expr, $list:expr, $first:expr, $end:expr) => {
        if $crate::Reader::remaining($reader)
            < const { $crate::private::stream::run_len($lists, $list, $first, $end) }
        {
            break $fields $crate::private::stream::cut_run($reader, $lists, $list, $first);
        }
    };
}

/// The layout of a field.
#[doc(hidden)]
#[macro_export]
macro_rules! field_layout {
    ($name:expr, $bits:expr, $layout:expr, $default:expr) => {
        $crate::private::stream::FieldLayout {
            name: $name,
            bits: $bits,
            layout: $layout,
            default: $default,
        }
    };
}

/// The size of a field.
#[doc(hidden)]
#[macro_export]
macro_rules! field_size {
    (Header, $size:expr) => {
        $crate::private::stream::FieldSize {
            place: $crate::private::stream::Place::Header,
            size: $size,
        }
    };
    ($kind:ident($name:expr), $size:expr) => {
        $crate::private::stream::FieldSize {
            place: $crate::private::stream::Place::$kind($name),
            size: $size,
        }
    };
}
