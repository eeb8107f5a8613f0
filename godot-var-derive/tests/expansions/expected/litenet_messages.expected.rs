#[allow(
    non_camel_case_types,
    non_local_definitions,
    non_upper_case_globals,
    trivial_numeric_casts,
    unreachable_patterns,
    unused_mut,
    unused_parens,
    unused_qualifications,
    unused_variables,
    clippy::all,
    clippy::nursery,
    clippy::pedantic,
    clippy::restriction,
)]
const _: () = {
    use ::godot_var::__private as __rt;
    #[automatically_derived]
    impl<__E: __rt::litenet::Era> __rt::litenet::EncodeLiteNet<__E> for Message {
        #[inline]
        fn encode<__O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            match self {
                Self::Spawn { 0: __f0 } => {
                    __rt::litenet::write_msg_type::<
                        __E,
                        __O,
                    >(<Spawn as __rt::litenet::LiteNetMessage>::MSG_TYPE, __out);
                    <Spawn as __rt::litenet::EncodeLiteNet<
                        __E,
                    >>::encode_body(__f0, __out)
                }
                Self::Leave { reason: __f0 } => {
                    __rt::litenet::write_msg_type::<__E, __O>(20, __out);
                    if let __rt::Err(__error) = <__rt::litenet::Plain as __rt::litenet::EncodeField<
                        __E,
                        u8,
                    >>::encode_field(__f0, __out) {
                        return __rt::Err(__rt::EncodeError::in_key(__error, "reason"));
                    }
                    __rt::Ok(())
                }
                Self::Other(__number, __rest) => {
                    __rt::litenet::write_msg_type::<__E, __O>(*__number, __out);
                    <__rt::litenet::ToEnd as __rt::litenet::EncodeField<
                        __E,
                        Vec<u8>,
                    >>::encode_field(__rest, __out)
                }
            }
        }
    }
    #[automatically_derived]
    impl<'__de, __E: __rt::litenet::Era> __rt::litenet::DecodeLiteNet<'__de, __E>
    for Message {
        const MIN_SIZE: __rt::usize = 1;
        #[inline]
        fn decode(
            __reader: &mut __rt::Reader<'__de>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            const {
                ::core::assert!(
                    __rt::litenet::distinct(& [< Spawn as __rt::litenet::LiteNetMessage >
                    ::MSG_TYPE, 20]), "two messages of this enum have the same number",
                );
            }
            let __start = __rt::Reader::position(__reader);
            let __number = match __rt::litenet::read_msg_type::<__E>(__reader) {
                __rt::Ok(__number) => __number,
                __rt::Err(__error) => return __rt::Err(__error),
            };
            if __number == <Spawn as __rt::litenet::LiteNetMessage>::MSG_TYPE {
                return __rt::Result::map(
                    <Spawn as __rt::litenet::DecodeLiteNet<
                        '__de,
                        __E,
                    >>::decode_body(__reader),
                    Self::Spawn,
                );
            }
            if __number == 20 {
                let __f0: u8 = match <__rt::litenet::Plain as __rt::litenet::DecodeField<
                    '__de,
                    __E,
                    u8,
                >>::decode_field(__reader) {
                    __rt::Ok(__value) => __value,
                    __rt::Err(__error) => {
                        return __rt::Err(__rt::DecodeError::in_key(__error, "reason"));
                    }
                };
                return __rt::Ok(Self::Leave { reason: __f0 });
            }
            match <__rt::litenet::ToEnd as __rt::litenet::DecodeField<
                '__de,
                __E,
                Vec<u8>,
            >>::decode_field(__reader) {
                __rt::Ok(__rest) => __rt::Ok(Self::Other(__number, __rest)),
                __rt::Err(__error) => __rt::Err(__error),
            }
        }
    }
};
