#[allow(
    non_camel_case_types,
    non_local_definitions,
    non_upper_case_globals,
    deprecated,
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
    impl<P> __rt::litenet::LiteNetMessage for ClientCallFunction<P> {
        const MSG_TYPE: ::core::primitive::u16 = 3u16;
    }
    #[automatically_derived]
    impl<P, AnyEra: __rt::litenet::Era> __rt::litenet::EncodeLiteNet<AnyEra>
    for ClientCallFunction<P>
    where
        __rt::litenet::Plain: __rt::litenet::EncodeField<AnyEra, P>,
    {
        #[inline]
        fn encode<__O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            __rt::litenet::write_msg_type::<AnyEra, __O>(3u16, __out);
            <Self as __rt::litenet::EncodeLiteNet<AnyEra>>::encode_body(self, __out)
        }
        #[inline]
        fn encode_body<__O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            let Self {
                receivers: __f0,
                connect_id: __f1,
                values: __f2,
                parameters: __f3,
            } = self;
            let _ = <FunctionReceivers as __rt::litenet::LiteNetField<AnyEra>>::check;
            let _ = <i64 as __rt::litenet::PackedField<AnyEra>>::check;
            let _ = <i32 as __rt::litenet::ZigzagField<AnyEra>>::check;
            if let __rt::Err(__error) = <__rt::litenet::Plain as __rt::litenet::EncodeField<
                AnyEra,
                FunctionReceivers,
            >>::encode_field(__f0, __out) {
                return __rt::Err(__rt::EncodeError::in_key(__error, "receivers"));
            }
            if let __rt::Err(__error) = <__rt::litenet::AsPacked as __rt::litenet::EncodeIf<
                AnyEra,
                Option<i64>,
            >>::encode_if(__f1, (*__f0 == <FunctionReceivers>::Target), __out) {
                return __rt::Err(__rt::EncodeError::in_key(__error, "connect_id"));
            }
            if let __rt::Err(__error) = <__rt::litenet::Counted<
                __rt::litenet::LenU16,
                __rt::litenet::AsZigzag,
            > as __rt::litenet::EncodeField<
                AnyEra,
                Vec<i32>,
            >>::encode_field(__f2, __out) {
                return __rt::Err(__rt::EncodeError::in_key(__error, "values"));
            }
            if let __rt::Err(__error) = <__rt::litenet::Plain as __rt::litenet::EncodeField<
                AnyEra,
                P,
            >>::encode_field(__f3, __out) {
                return __rt::Err(__rt::EncodeError::in_key(__error, "parameters"));
            }
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<'de_, P, AnyEra: __rt::litenet::Era> __rt::litenet::DecodeLiteNet<'de_, AnyEra>
    for ClientCallFunction<P>
    where
        __rt::litenet::Plain: __rt::litenet::DecodeField<'de_, AnyEra, P>,
    {
        const MIN_SIZE: __rt::usize = 1
            + {
                let _ = <FunctionReceivers as __rt::litenet::LiteNetField<
                    AnyEra,
                >>::check;
                let _ = <i64 as __rt::litenet::PackedField<AnyEra>>::check;
                let _ = <i32 as __rt::litenet::ZigzagField<AnyEra>>::check;
                0
                    + <__rt::litenet::Plain as __rt::litenet::DecodeField<
                        'de_,
                        AnyEra,
                        FunctionReceivers,
                    >>::MIN_SIZE
                    + <__rt::litenet::Counted<
                        __rt::litenet::LenU16,
                        __rt::litenet::AsZigzag,
                    > as __rt::litenet::DecodeField<'de_, AnyEra, Vec<i32>>>::MIN_SIZE
                    + <__rt::litenet::Plain as __rt::litenet::DecodeField<
                        'de_,
                        AnyEra,
                        P,
                    >>::MIN_SIZE
            };
        const FIELDS: &'static [__rt::litenet::FieldSize] = {
            let _ = <FunctionReceivers as __rt::litenet::LiteNetField<AnyEra>>::check;
            let _ = <i64 as __rt::litenet::PackedField<AnyEra>>::check;
            let _ = <i32 as __rt::litenet::ZigzagField<AnyEra>>::check;
            &[
                __rt::litenet::FieldSize {
                    place: __rt::litenet::Place::Key("receivers"),
                    min_size: <__rt::litenet::Plain as __rt::litenet::DecodeField<
                        'de_,
                        AnyEra,
                        FunctionReceivers,
                    >>::MIN_SIZE,
                    fixed: <__rt::litenet::Plain as __rt::litenet::DecodeField<
                        'de_,
                        AnyEra,
                        FunctionReceivers,
                    >>::FIXED,
                    what: <__rt::litenet::Plain as __rt::litenet::DecodeField<
                        'de_,
                        AnyEra,
                        FunctionReceivers,
                    >>::WHAT,
                },
                __rt::litenet::FieldSize {
                    place: __rt::litenet::Place::Key("connect_id"),
                    min_size: 0,
                    fixed: false,
                    what: "",
                },
                __rt::litenet::FieldSize {
                    place: __rt::litenet::Place::Key("values"),
                    min_size: <__rt::litenet::Counted<
                        __rt::litenet::LenU16,
                        __rt::litenet::AsZigzag,
                    > as __rt::litenet::DecodeField<'de_, AnyEra, Vec<i32>>>::MIN_SIZE,
                    fixed: <__rt::litenet::Counted<
                        __rt::litenet::LenU16,
                        __rt::litenet::AsZigzag,
                    > as __rt::litenet::DecodeField<'de_, AnyEra, Vec<i32>>>::FIXED,
                    what: <__rt::litenet::Counted<
                        __rt::litenet::LenU16,
                        __rt::litenet::AsZigzag,
                    > as __rt::litenet::DecodeField<'de_, AnyEra, Vec<i32>>>::WHAT,
                },
                __rt::litenet::FieldSize {
                    place: __rt::litenet::Place::Key("parameters"),
                    min_size: <__rt::litenet::Plain as __rt::litenet::DecodeField<
                        'de_,
                        AnyEra,
                        P,
                    >>::MIN_SIZE,
                    fixed: <__rt::litenet::Plain as __rt::litenet::DecodeField<
                        'de_,
                        AnyEra,
                        P,
                    >>::FIXED,
                    what: <__rt::litenet::Plain as __rt::litenet::DecodeField<
                        'de_,
                        AnyEra,
                        P,
                    >>::WHAT,
                },
            ]
        };
        #[inline]
        fn decode(
            __reader: &mut __rt::Reader<'de_>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            if let __rt::Err(__error) = __rt::litenet::expect_msg_type::<
                AnyEra,
            >(__reader, 3u16, "ClientCallFunction") {
                return __rt::Err(__error);
            }
            <Self as __rt::litenet::DecodeLiteNet<'de_, AnyEra>>::decode_body(__reader)
        }
        #[inline]
        fn decode_body(
            __reader: &mut __rt::Reader<'de_>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            let _ = <FunctionReceivers as __rt::litenet::LiteNetField<AnyEra>>::check;
            let _ = <i64 as __rt::litenet::PackedField<AnyEra>>::check;
            let _ = <i32 as __rt::litenet::ZigzagField<AnyEra>>::check;
            if let __rt::Err(__error) = __rt::litenet::whole_run::<
                AnyEra,
                Self,
                0usize,
            >(__reader) {
                return __rt::Err(__error);
            }
            let __f0: FunctionReceivers = match <__rt::litenet::Plain as __rt::litenet::DecodeField<
                'de_,
                AnyEra,
                FunctionReceivers,
            >>::decode_field(__reader) {
                __rt::Ok(__value) => __value,
                __rt::Err(__error) => {
                    return __rt::Err(__rt::DecodeError::in_key(__error, "receivers"));
                }
            };
            if let __rt::Err(__error) = __rt::litenet::whole_run::<
                AnyEra,
                Self,
                1usize,
            >(__reader) {
                return __rt::Err(__error);
            }
            let __f1: Option<i64> = match <__rt::litenet::AsPacked as __rt::litenet::DecodeIf<
                'de_,
                AnyEra,
                Option<i64>,
            >>::decode_if(__reader, (__f0 == <FunctionReceivers>::Target)) {
                __rt::Ok(__value) => __value,
                __rt::Err(__error) => {
                    return __rt::Err(__rt::DecodeError::in_key(__error, "connect_id"));
                }
            };
            if let __rt::Err(__error) = __rt::litenet::whole_run::<
                AnyEra,
                Self,
                2usize,
            >(__reader) {
                return __rt::Err(__error);
            }
            let __f2: Vec<i32> = match <__rt::litenet::Counted<
                __rt::litenet::LenU16,
                __rt::litenet::AsZigzag,
            > as __rt::litenet::DecodeField<
                'de_,
                AnyEra,
                Vec<i32>,
            >>::decode_field(__reader) {
                __rt::Ok(__value) => __value,
                __rt::Err(__error) => {
                    return __rt::Err(__rt::DecodeError::in_key(__error, "values"));
                }
            };
            if let __rt::Err(__error) = __rt::litenet::whole_run::<
                AnyEra,
                Self,
                3usize,
            >(__reader) {
                return __rt::Err(__error);
            }
            let __f3: P = match <__rt::litenet::Plain as __rt::litenet::DecodeField<
                'de_,
                AnyEra,
                P,
            >>::decode_field(__reader) {
                __rt::Ok(__value) => __value,
                __rt::Err(__error) => {
                    return __rt::Err(__rt::DecodeError::in_key(__error, "parameters"));
                }
            };
            __rt::Ok(Self {
                receivers: __f0,
                connect_id: __f1,
                values: __f2,
                parameters: __f3,
            })
        }
        #[inline]
        fn decode_in_place(
            __reader: &mut __rt::Reader<'de_>,
            __place: &mut Self,
        ) -> __rt::Result<(), __rt::DecodeError> {
            if let __rt::Err(__error) = __rt::litenet::expect_msg_type::<
                AnyEra,
            >(__reader, 3u16, "ClientCallFunction") {
                return __rt::Err(__error);
            }
            <Self as __rt::litenet::DecodeLiteNet<
                'de_,
                AnyEra,
            >>::decode_body_in_place(__reader, __place)
        }
        #[inline]
        fn decode_body_in_place(
            __reader: &mut __rt::Reader<'de_>,
            __place: &mut Self,
        ) -> __rt::Result<(), __rt::DecodeError> {
            let Self {
                receivers: __f0,
                connect_id: __f1,
                values: __f2,
                parameters: __f3,
            } = __place;
            let _ = <FunctionReceivers as __rt::litenet::LiteNetField<AnyEra>>::check;
            let _ = <i64 as __rt::litenet::PackedField<AnyEra>>::check;
            let _ = <i32 as __rt::litenet::ZigzagField<AnyEra>>::check;
            if let __rt::Err(__error) = __rt::litenet::whole_run::<
                AnyEra,
                Self,
                0usize,
            >(__reader) {
                return __rt::Err(__error);
            }
            if let __rt::Err(__error) = <__rt::litenet::Plain as __rt::litenet::DecodeField<
                'de_,
                AnyEra,
                FunctionReceivers,
            >>::decode_field_in_place(__reader, __f0) {
                return __rt::Err(__rt::DecodeError::in_key(__error, "receivers"));
            }
            if let __rt::Err(__error) = __rt::litenet::whole_run::<
                AnyEra,
                Self,
                1usize,
            >(__reader) {
                return __rt::Err(__error);
            }
            if let __rt::Err(__error) = <__rt::litenet::AsPacked as __rt::litenet::DecodeIf<
                'de_,
                AnyEra,
                Option<i64>,
            >>::decode_if_in_place(
                __reader,
                (*__f0 == <FunctionReceivers>::Target),
                __f1,
            ) {
                return __rt::Err(__rt::DecodeError::in_key(__error, "connect_id"));
            }
            if let __rt::Err(__error) = __rt::litenet::whole_run::<
                AnyEra,
                Self,
                2usize,
            >(__reader) {
                return __rt::Err(__error);
            }
            if let __rt::Err(__error) = <__rt::litenet::Counted<
                __rt::litenet::LenU16,
                __rt::litenet::AsZigzag,
            > as __rt::litenet::DecodeField<
                'de_,
                AnyEra,
                Vec<i32>,
            >>::decode_field_in_place(__reader, __f2) {
                return __rt::Err(__rt::DecodeError::in_key(__error, "values"));
            }
            if let __rt::Err(__error) = __rt::litenet::whole_run::<
                AnyEra,
                Self,
                3usize,
            >(__reader) {
                return __rt::Err(__error);
            }
            if let __rt::Err(__error) = <__rt::litenet::Plain as __rt::litenet::DecodeField<
                'de_,
                AnyEra,
                P,
            >>::decode_field_in_place(__reader, __f3) {
                return __rt::Err(__rt::DecodeError::in_key(__error, "parameters"));
            }
            __rt::Ok(())
        }
    }
};
