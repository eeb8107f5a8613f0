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
    type __W<AnyEra> = __rt::litenet::LiteNet<AnyEra>;
    #[automatically_derived]
    impl<P, AnyEra: __rt::litenet::Era> __rt::stream::Encode<__W<AnyEra>>
    for ClientCallFunction<P>
    where
        P: __rt::stream::Encode<__W<AnyEra>>,
    {
        const LAYOUT: &'static __rt::stream::TypeLayout<'static> = &__rt::stream::TypeLayout::Named(
            "message 3",
            {
                let _ = <FunctionReceivers as __rt::litenet::LiteNetField<
                    __W<AnyEra>,
                >>::check;
                let _ = <i64 as __rt::litenet::PackedField<__W<AnyEra>>>::check;
                let _ = <i32 as __rt::litenet::ZigzagField<__W<AnyEra>>>::check;
                &__rt::stream::TypeLayout::Record(
                    &__rt::stream::RecordLayout {
                        name: "ClientCallFunction",
                        header_bits: 0u8,
                        trailing: false,
                        fields: &[
                            __rt::field_layout!(
                                "receivers", 0u8, < __rt::stream::Plain as
                                __rt::stream::EncodeAs < __W < AnyEra >, FunctionReceivers
                                >> ::LAYOUT, false
                            ),
                            __rt::field_layout!(
                                "connect_id", 0u8, &
                                __rt::stream::TypeLayout::Named("if 0 == Target", <
                                __rt::litenet::AsPacked as __rt::stream::EncodeIf < __W <
                                AnyEra >, Option < i64 > >> ::LAYOUT), false
                            ),
                            __rt::field_layout!(
                                "values", 0u8, < __rt::stream::Counted <
                                __rt::stream::LenU16, __rt::litenet::AsZigzag > as
                                __rt::stream::EncodeAs < __W < AnyEra >, Vec < i32 > >>
                                ::LAYOUT, false
                            ),
                            __rt::field_layout!(
                                "parameters", 0u8, < __rt::stream::Plain as
                                __rt::stream::EncodeAs < __W < AnyEra >, P >> ::LAYOUT,
                                false
                            ),
                        ],
                    },
                )
            },
        );
        const SIZE: __rt::stream::Size = __rt::litenet::NUMBER_SIZE
            .and(
                __rt::stream::record_size(
                    &<Self as __rt::stream::Encode<__W<AnyEra>>>::FIELDS[0],
                ),
            );
        const FIELDS: &'static [__rt::stream::Fields] = &[
            {
                let _ = <FunctionReceivers as __rt::litenet::LiteNetField<
                    __W<AnyEra>,
                >>::check;
                let _ = <i64 as __rt::litenet::PackedField<__W<AnyEra>>>::check;
                let _ = <i32 as __rt::litenet::ZigzagField<__W<AnyEra>>>::check;
                __rt::stream::Fields {
                    name: "ClientCallFunction",
                    sizes: &[
                        __rt::field_size!(
                            Key("receivers"), < __rt::stream::Plain as
                            __rt::stream::EncodeAs < __W < AnyEra >, FunctionReceivers >>
                            ::SIZE
                        ),
                        __rt::field_size!(
                            Key("connect_id"), __rt::stream::Size::or(<
                            __rt::litenet::AsPacked as __rt::stream::EncodeIf < __W <
                            AnyEra >, Option < i64 > >> ::SIZE, __rt::stream::Size::NONE)
                        ),
                        __rt::field_size!(
                            Key("values"), < __rt::stream::Counted <
                            __rt::stream::LenU16, __rt::litenet::AsZigzag > as
                            __rt::stream::EncodeAs < __W < AnyEra >, Vec < i32 > >>
                            ::SIZE
                        ),
                        __rt::field_size!(
                            Key("parameters"), < __rt::stream::Plain as
                            __rt::stream::EncodeAs < __W < AnyEra >, P >> ::SIZE
                        ),
                    ],
                }
            },
        ];
        #[inline]
        fn encode<__O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            __rt::stream::put_number::<
                __W<AnyEra>,
                __rt::litenet::MsgType,
                __O,
            >(3u32, __out);
            __rt::stream::encode_record::<__W<AnyEra>, Self, __O>(self, __out)
        }
        #[inline(always)]
        fn encode_parts<__O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            let Self {
                receivers: __f0,
                connect_id: __f1,
                values: __f2,
                parameters: __f3,
            } = self;
            let _ = <FunctionReceivers as __rt::litenet::LiteNetField<
                __W<AnyEra>,
            >>::check;
            let _ = <i64 as __rt::litenet::PackedField<__W<AnyEra>>>::check;
            let _ = <i32 as __rt::litenet::ZigzagField<__W<AnyEra>>>::check;
            let (__error, __field) = '__fields: {
                __rt::attempt!(
                    '__fields, 0usize, < __rt::stream::Plain as __rt::stream::EncodeAs <
                    __W < AnyEra >, FunctionReceivers >> ::encode_as(__f0, __out)
                );
                __rt::attempt!(
                    '__fields, 1usize, < __rt::litenet::AsPacked as
                    __rt::stream::EncodeIf < __W < AnyEra >, Option < i64 > >>
                    ::encode_if(__f1, (* __f0 == < FunctionReceivers > ::Target), __out)
                );
                __rt::attempt!(
                    '__fields, 2usize, < __rt::stream::Counted < __rt::stream::LenU16,
                    __rt::litenet::AsZigzag > as __rt::stream::EncodeAs < __W < AnyEra >,
                    Vec < i32 > >> ::encode_as(__f2, __out)
                );
                __rt::attempt!(
                    '__fields, 3usize, < __rt::stream::Plain as __rt::stream::EncodeAs <
                    __W < AnyEra >, P >> ::encode_as(__f3, __out)
                );
                return __rt::Ok(());
            };
            __rt::Err(
                __rt::stream::unwritten_field(
                    __error,
                    <Self as __rt::stream::Encode<__W<AnyEra>>>::FIELDS,
                    0usize,
                    __field,
                ),
            )
        }
    }
    #[automatically_derived]
    impl<'de_, P, AnyEra: __rt::litenet::Era> __rt::stream::Decode<'de_, __W<AnyEra>>
    for ClientCallFunction<P>
    where
        P: __rt::stream::Decode<'de_, __W<AnyEra>>,
    {
        #[inline(always)]
        fn decode(
            __reader: &mut __rt::Reader<'de_>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            if let __rt::Err(__error) = __rt::stream::expect_number::<
                __W<AnyEra>,
                __rt::litenet::MsgType,
            >(__reader, 3u32, "ClientCallFunction") {
                return __rt::Err(__error);
            }
            <Self as __rt::stream::Decode<
                'de_,
                __W<AnyEra>,
            >>::decode_parts::<false>(__reader)
        }
        #[inline(always)]
        fn decode_parts<const __WHOLE: __rt::bool>(
            __reader: &mut __rt::Reader<'de_>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            let (__error, __field) = '__fields: {
                let _ = <FunctionReceivers as __rt::litenet::LiteNetField<
                    __W<AnyEra>,
                >>::check;
                let _ = <i64 as __rt::litenet::PackedField<__W<AnyEra>>>::check;
                let _ = <i32 as __rt::litenet::ZigzagField<__W<AnyEra>>>::check;
                __rt::check_run!(
                    '__fields, __reader, < Self as __rt::stream::Encode < __W < AnyEra >
                    >> ::FIELDS, 0usize, 0usize, 4usize
                );
                let __f0: FunctionReceivers = __rt::attempt!(
                    '__fields, 0usize, < __rt::stream::Plain as __rt::stream::DecodeAs <
                    'de_, __W < AnyEra >, FunctionReceivers >> ::decode_as(__reader)
                );
                __rt::check_run!(
                    '__fields, __reader, < Self as __rt::stream::Encode < __W < AnyEra >
                    >> ::FIELDS, 0usize, 1usize, 4usize
                );
                let __f1: Option<i64> = __rt::attempt!(
                    '__fields, 1usize, < __rt::litenet::AsPacked as
                    __rt::stream::DecodeIf < 'de_, __W < AnyEra >, Option < i64 > >>
                    ::decode_if(__reader, (__f0 == < FunctionReceivers > ::Target))
                );
                __rt::check_run!(
                    '__fields, __reader, < Self as __rt::stream::Encode < __W < AnyEra >
                    >> ::FIELDS, 0usize, 2usize, 4usize
                );
                let __f2: Vec<i32> = __rt::attempt!(
                    '__fields, 2usize, < __rt::stream::Counted < __rt::stream::LenU16,
                    __rt::litenet::AsZigzag > as __rt::stream::DecodeAs < 'de_, __W <
                    AnyEra >, Vec < i32 > >> ::decode_as(__reader)
                );
                __rt::check_run!(
                    '__fields, __reader, < Self as __rt::stream::Encode < __W < AnyEra >
                    >> ::FIELDS, 0usize, 3usize, 4usize
                );
                let __f3: P = __rt::attempt!(
                    '__fields, 3usize, < __rt::stream::Plain as __rt::stream::DecodeAs <
                    'de_, __W < AnyEra >, P >> ::decode_as(__reader)
                );
                return __rt::Ok(Self {
                    receivers: __f0,
                    connect_id: __f1,
                    values: __f2,
                    parameters: __f3,
                });
            };
            __rt::Err(
                __rt::stream::unread_field(
                    __error,
                    <Self as __rt::stream::Encode<__W<AnyEra>>>::FIELDS,
                    0usize,
                    __field,
                ),
            )
        }
        #[inline]
        fn decode_whole(
            __reader: &mut __rt::Reader<'de_>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            <Self as __rt::stream::Decode<'de_, __W<AnyEra>>>::decode(__reader)
        }
    }
};
