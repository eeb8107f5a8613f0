//! `c_string`: a text that ends with a byte 0.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;

use crate::flat::Flat;
use crate::stream::layout::TypeLayout;
use crate::stream::length::NO_BOUND;
use crate::stream::{ByteOrder, DecodeAs, EncodeAs, Size, texts};
use crate::variant::StringName;
use crate::{DecodeError, EncodeError, EncodeErrorKind, Output, Reader};

/// The attribute `c_string`, of at most `MOST` bytes before the 0.
#[derive(Debug)]
pub struct AsCString<const MOST: usize = NO_BOUND>;

fn put<O: Output>(text: &str, most: usize, out: &mut O) -> Result<(), EncodeError> {
    if text.len() > most {
        return Err(texts::too_long("a text", text.len(), most));
    }
    if let Some(at) = text.bytes().position(|byte| byte == 0) {
        return Err(EncodeError::new(
            EncodeErrorKind::Custom,
            alloc::format!("the text has a 0 at byte {at}, where a `c_string` ends"),
        ));
    }
    out.put_bytes(text.as_bytes());
    out.put_bytes(&[0]);
    Ok(())
}

fn take<'de>(reader: &mut Reader<'de>, most: usize) -> Result<&'de str, DecodeError> {
    let start = reader.position();
    let rest = reader.rest();
    let Some(len) = rest.iter().take(most.saturating_add(1)).position(|byte| *byte == 0) else {
        return Err(if rest.len() > most {
            texts::too_many(start, most + 1, most)
        } else {
            reader.incomplete("a text that ends with a 0")
        });
    };
    let bytes = reader.take(len, "a text")?;
    reader.take(1, "a text")?;
    texts::check(bytes, start)
}

macro_rules! texts {
    ($([$($life:lifetime)?] $type:ty: |$value:ident| $text:expr, |$read:ident| $make:expr;)*) => {$(
        impl<$($life,)? B: ByteOrder, const MOST: usize> EncodeAs<Flat<B>, $type> for AsCString<MOST> {
            const SIZE: Size = Size::c_string(MOST);
            const LAYOUT: &'static TypeLayout<'static> = if MOST == NO_BOUND {
                &TypeLayout::CString
            } else {
                &TypeLayout::AtMost(MOST, &TypeLayout::CString)
            };

            fn encode_as<O: Output>(
                $value: &$type,
                out: &mut O,
            ) -> Result<(), EncodeError> {
                put($text, MOST, out)
            }
        }

        impl<'de $(: $life, $life)?, B: ByteOrder, const MOST: usize> DecodeAs<'de, Flat<B>, $type> for AsCString<MOST> {
            fn decode_as(reader: &mut Reader<'de>) -> Result<$type, DecodeError> {
                let $read = take(reader, MOST)?;
                Ok($make)
            }
        }
    )*};
}

texts! {
    [] String: |text| text, |text| text.to_owned();
    [] Box<str>: |text| text, |text| text.into();
    [] Rc<str>: |text| text, |text| text.into();
    [] Arc<str>: |text| text, |text| text.into();
    [] StringName: |text| text.as_str(), |text| text.into();
    ['a] &'a str: |text| text, |text| text;
    ['a] Cow<'a, str>: |text| text, |text| Cow::Borrowed(text);
}
