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
    type __W<__B> = __rt::flat::Flat<__B>;
    #[automatically_derived]
    impl<T, __B: __rt::flat::ByteOrder> __rt::stream::Encode<__W<__B>> for ToServer<T>
    where
        Vec<T>: __rt::stream::Encode<__W<__B>>,
    {
        const LAYOUT: &'static __rt::stream::TypeLayout<'static> = {
            let _ = <Input as __rt::flat::FlatField<__W<__B>>>::check;
            &__rt::stream::TypeLayout::Enumeration(
                &__rt::stream::EnumerationLayout {
                    name: "ToServer",
                    number: <__rt::stream::LenU8 as __rt::stream::Prefix<
                        __W<__B>,
                    >>::LAYOUT,
                    members: &[
                        __rt::stream::MemberLayout {
                            id: 1u32 as _,
                            record: &__rt::stream::RecordLayout {
                                name: "Join",
                                header_bits: 0u8,
                                trailing: false,
                                fields: &[
                                    __rt::field_layout!(
                                        "name", 0u8, < __rt::stream::Plain as __rt::stream::EncodeAs
                                        < __W < __B >, String >> ::LAYOUT, false
                                    ),
                                    __rt::field_layout!(
                                        "lives", 0u8, < __rt::stream::Plain as
                                        __rt::stream::EncodeAs < __W < __B >, u8 >> ::LAYOUT, true
                                    ),
                                ],
                            },
                        },
                        __rt::stream::MemberLayout {
                            id: 2u32 as _,
                            record: &__rt::stream::RecordLayout {
                                name: "Input",
                                header_bits: 0u8,
                                trailing: false,
                                fields: &[
                                    __rt::field_layout!(
                                        "0", 0u8, < __rt::stream::Plain as __rt::stream::EncodeAs <
                                        __W < __B >, Input >> ::LAYOUT, false
                                    ),
                                ],
                            },
                        },
                        __rt::stream::MemberLayout {
                            id: 3u32 as _,
                            record: &__rt::stream::RecordLayout {
                                name: "Custom",
                                header_bits: 0u8,
                                trailing: false,
                                fields: &[
                                    __rt::field_layout!(
                                        "values", 0u8, < __rt::stream::Plain as
                                        __rt::stream::EncodeAs < __W < __B >, Vec < T > >> ::LAYOUT,
                                        false
                                    ),
                                ],
                            },
                        },
                    ],
                    other: __rt::Some(__rt::stream::Other {
                        name: "Other",
                        rest: true,
                    }),
                },
            )
        };
        const SIZE: __rt::stream::Size = __rt::stream::enum_size(
            __rt::stream::Size::between(1usize, 1usize),
            <Self as __rt::stream::Encode<__W<__B>>>::FIELDS,
            true,
        );
        const FIELDS: &'static [__rt::stream::Fields] = &[
            __rt::stream::Fields {
                name: "Join",
                sizes: &[
                    __rt::field_size!(
                        Key("name"), < __rt::stream::Plain as __rt::stream::EncodeAs <
                        __W < __B >, String >> ::SIZE
                    ),
                    __rt::field_size!(
                        Key("lives"), < __rt::stream::Plain as __rt::stream::EncodeAs <
                        __W < __B >, u8 >> ::SIZE
                    ),
                ],
            },
            {
                let _ = <Input as __rt::flat::FlatField<__W<__B>>>::check;
                __rt::stream::Fields {
                    name: "Input",
                    sizes: &[
                        __rt::field_size!(
                            Index(0usize), < __rt::stream::Plain as
                            __rt::stream::EncodeAs < __W < __B >, Input >> ::SIZE
                        ),
                    ],
                }
            },
            __rt::stream::Fields {
                name: "Custom",
                sizes: &[
                    __rt::field_size!(
                        Key("values"), < __rt::stream::Plain as __rt::stream::EncodeAs <
                        __W < __B >, Vec < T > >> ::SIZE
                    ),
                ],
            },
        ];
        #[inline]
        fn encode<__O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            match self {
                Self::Join { name: __f0, lives: __f1 } => {
                    let __size = const {
                        __rt::stream::variant_size(
                            __rt::stream::Size::between(1usize, 1usize),
                            <Self as __rt::stream::Encode<__W<__B>>>::FIELDS,
                            0usize,
                        )
                    };
                    let __most = __rt::stream::room_for(__size);
                    if __most <= __rt::stream::MOST_ROOM {
                        __rt::stream::Buffer::put_within(
                            __out,
                            __most,
                            __rt::stream::Size::is_fixed(__size),
                            |__out: &mut __rt::stream::SliceOutput<'_>| {
                                __rt::stream::put_number::<
                                    __W<__B>,
                                    __rt::stream::LenU8,
                                    _,
                                >(1u32, __out);
                                let (__error, __field) = '__fields: {
                                    __rt::attempt!(
                                        '__fields, 0usize, < __rt::stream::Plain as
                                        __rt::stream::EncodeAs < __W < __B >, String >>
                                        ::encode_as(__f0, __out)
                                    );
                                    __rt::attempt!(
                                        '__fields, 1usize, < __rt::stream::Plain as
                                        __rt::stream::EncodeAs < __W < __B >, u8 >>
                                        ::encode_as(__f1, __out)
                                    );
                                    return __rt::Ok(());
                                };
                                __rt::Err(
                                    __rt::stream::unwritten_field(
                                        __error,
                                        <Self as __rt::stream::Encode<__W<__B>>>::FIELDS,
                                        0usize,
                                        __field,
                                    ),
                                )
                            },
                        )
                    } else {
                        __rt::stream::put_number::<
                            __W<__B>,
                            __rt::stream::LenU8,
                            _,
                        >(1u32, __out);
                        let (__error, __field) = '__fields: {
                            __rt::attempt!(
                                '__fields, 0usize, < __rt::stream::Plain as
                                __rt::stream::EncodeAs < __W < __B >, String >>
                                ::encode_as(__f0, __out)
                            );
                            __rt::attempt!(
                                '__fields, 1usize, < __rt::stream::Plain as
                                __rt::stream::EncodeAs < __W < __B >, u8 >>
                                ::encode_as(__f1, __out)
                            );
                            return __rt::Ok(());
                        };
                        __rt::Err(
                            __rt::stream::unwritten_field(
                                __error,
                                <Self as __rt::stream::Encode<__W<__B>>>::FIELDS,
                                0usize,
                                __field,
                            ),
                        )
                    }
                }
                Self::Input { 0: __f0 } => {
                    __rt::stream::put_number::<
                        __W<__B>,
                        __rt::stream::LenU8,
                        _,
                    >(2u32, __out);
                    match <Input as __rt::stream::Encode<
                        __W<__B>,
                    >>::encode(__f0, __out) {
                        __rt::Ok(()) => __rt::Ok(()),
                        __rt::Err(__error) => {
                            __rt::Err(__rt::EncodeError::in_type(__error, "Input"))
                        }
                    }
                }
                Self::Custom { values: __f0 } => {
                    let __size = const {
                        __rt::stream::variant_size(
                            __rt::stream::Size::between(1usize, 1usize),
                            <Self as __rt::stream::Encode<__W<__B>>>::FIELDS,
                            2usize,
                        )
                    };
                    let __most = __rt::stream::room_for(__size);
                    if __most <= __rt::stream::MOST_ROOM {
                        __rt::stream::Buffer::put_within(
                            __out,
                            __most,
                            __rt::stream::Size::is_fixed(__size),
                            |__out: &mut __rt::stream::SliceOutput<'_>| {
                                __rt::stream::put_number::<
                                    __W<__B>,
                                    __rt::stream::LenU8,
                                    _,
                                >(3u32, __out);
                                let (__error, __field) = '__fields: {
                                    __rt::attempt!(
                                        '__fields, 0usize, < __rt::stream::Plain as
                                        __rt::stream::EncodeAs < __W < __B >, Vec < T > >>
                                        ::encode_as(__f0, __out)
                                    );
                                    return __rt::Ok(());
                                };
                                __rt::Err(
                                    __rt::stream::unwritten_field(
                                        __error,
                                        <Self as __rt::stream::Encode<__W<__B>>>::FIELDS,
                                        2usize,
                                        __field,
                                    ),
                                )
                            },
                        )
                    } else {
                        __rt::stream::put_number::<
                            __W<__B>,
                            __rt::stream::LenU8,
                            _,
                        >(3u32, __out);
                        let (__error, __field) = '__fields: {
                            __rt::attempt!(
                                '__fields, 0usize, < __rt::stream::Plain as
                                __rt::stream::EncodeAs < __W < __B >, Vec < T > >>
                                ::encode_as(__f0, __out)
                            );
                            return __rt::Ok(());
                        };
                        __rt::Err(
                            __rt::stream::unwritten_field(
                                __error,
                                <Self as __rt::stream::Encode<__W<__B>>>::FIELDS,
                                2usize,
                                __field,
                            ),
                        )
                    }
                }
                Self::Other(__number, __rest) => {
                    let _ = <Vec<u8> as __rt::stream::RestField<'_>>::from_rest;
                    __rt::stream::put_number::<
                        __W<__B>,
                        __rt::stream::LenU8,
                        _,
                    >(*__number as ::core::primitive::u32, __out);
                    <__rt::stream::Rest as __rt::stream::EncodeAs<
                        __W<__B>,
                        Vec<u8>,
                    >>::encode_as(__rest, __out)
                }
            }
        }
    }
    #[automatically_derived]
    impl<'de_, T, __B: __rt::flat::ByteOrder> __rt::stream::Decode<'de_, __W<__B>>
    for ToServer<T>
    where
        Vec<T>: __rt::stream::Decode<'de_, __W<__B>>,
    {
        #[inline(always)]
        fn decode(
            __reader: &mut __rt::Reader<'de_>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            <Self as __rt::stream::Decode<
                'de_,
                __W<__B>,
            >>::decode_parts::<false>(__reader)
        }
        #[inline]
        fn decode_parts<const __WHOLE: __rt::bool>(
            __reader: &mut __rt::Reader<'de_>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            let __start = __rt::Reader::position(__reader);
            let __number = match __rt::stream::take_number::<
                __W<__B>,
                __rt::stream::LenU8,
            >(__reader) {
                __rt::Ok(__number) => __number,
                __rt::Err(__error) => {
                    return __rt::Err(__rt::DecodeError::in_type(__error, "ToServer"));
                }
            };
            match __number {
                1u32 => {
                    let (__error, __field) = '__fields: {
                        __rt::check_run!(
                            '__fields, __reader, < Self as __rt::stream::Encode < __W <
                            __B > >> ::FIELDS, 0usize, 0usize, 1usize
                        );
                        let __f0: String = __rt::attempt!(
                            '__fields, 0usize, < __rt::stream::Plain as
                            __rt::stream::DecodeAs < 'de_, __W < __B >, String >>
                            ::decode_as(__reader)
                        );
                        let __f1: u8 = if __WHOLE
                            && __rt::Reader::remaining(__reader) == 0
                        {
                            3
                        } else {
                            __rt::attempt!(
                                '__fields, 1usize, < __rt::stream::Plain as
                                __rt::stream::DecodeAs < 'de_, __W < __B >, u8 >>
                                ::decode_as(__reader)
                            )
                        };
                        return __rt::Ok(Self::Join {
                            name: __f0,
                            lives: __f1,
                        });
                    };
                    __rt::Err(
                        __rt::stream::unread_field(
                            __error,
                            <Self as __rt::stream::Encode<__W<__B>>>::FIELDS,
                            0usize,
                            __field,
                        ),
                    )
                }
                2u32 => {
                    match <Input as __rt::stream::Decode<
                        'de_,
                        __W<__B>,
                    >>::decode_parts::<__WHOLE>(__reader) {
                        __rt::Ok(__value) => __rt::Ok(Self::Input(__value)),
                        __rt::Err(__error) => {
                            __rt::Err(__rt::DecodeError::in_type(__error, "Input"))
                        }
                    }
                }
                3u32 => {
                    let (__error, __field) = '__fields: {
                        __rt::check_run!(
                            '__fields, __reader, < Self as __rt::stream::Encode < __W <
                            __B > >> ::FIELDS, 2usize, 0usize, 1usize
                        );
                        let __f0: Vec<T> = __rt::attempt!(
                            '__fields, 0usize, < __rt::stream::Plain as
                            __rt::stream::DecodeAs < 'de_, __W < __B >, Vec < T > >>
                            ::decode_as(__reader)
                        );
                        return __rt::Ok(Self::Custom { values: __f0 });
                    };
                    __rt::Err(
                        __rt::stream::unread_field(
                            __error,
                            <Self as __rt::stream::Encode<__W<__B>>>::FIELDS,
                            2usize,
                            __field,
                        ),
                    )
                }
                _ => {
                    let _ = <Vec<u8> as __rt::stream::RestField<'_>>::from_rest;
                    __rt::Ok(
                        Self::Other(
                            __number as _,
                            <Vec<
                                u8,
                            > as __rt::stream::RestField<
                                '_,
                            >>::from_rest(__rt::stream::take_rest(__reader)),
                        ),
                    )
                }
            }
        }
    }
};
