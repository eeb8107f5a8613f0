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
    impl<T> __rt::flat::EncodeFlat for ToServer<T>
    where
        __rt::flat::Plain: __rt::flat::EncodeField<Vec<T>>,
    {
        const LAYOUT: &'static __rt::flat::TypeLayout<'static> = {
            let _ = <Input as __rt::flat::FlatField<__rt::flat::Plain>>::check;
            &__rt::flat::TypeLayout::Enumeration(
                &__rt::flat::EnumerationLayout {
                    name: "ToServer",
                    number: <__rt::flat::LenU8 as __rt::flat::Prefix>::LAYOUT,
                    members: &[
                        __rt::flat::MemberLayout {
                            id: 1u64,
                            record: &__rt::flat::RecordLayout {
                                name: "Join",
                                header_bits: 0u8,
                                trailing: false,
                                fields: &[
                                    __rt::flat::FieldLayout {
                                        name: "name",
                                        bits: 0u8,
                                        layout: <__rt::flat::Plain as __rt::flat::EncodeField<
                                            String,
                                        >>::LAYOUT,
                                        default: false,
                                    },
                                    __rt::flat::FieldLayout {
                                        name: "lives",
                                        bits: 0u8,
                                        layout: <__rt::flat::Plain as __rt::flat::EncodeField<
                                            u8,
                                        >>::LAYOUT,
                                        default: true,
                                    },
                                ],
                            },
                        },
                        __rt::flat::MemberLayout {
                            id: 2u64,
                            record: &__rt::flat::RecordLayout {
                                name: "Input",
                                header_bits: 0u8,
                                trailing: false,
                                fields: &[
                                    __rt::flat::FieldLayout {
                                        name: "0",
                                        bits: 0u8,
                                        layout: <__rt::flat::Plain as __rt::flat::EncodeField<
                                            Input,
                                        >>::LAYOUT,
                                        default: false,
                                    },
                                ],
                            },
                        },
                        __rt::flat::MemberLayout {
                            id: 3u64,
                            record: &__rt::flat::RecordLayout {
                                name: "Custom",
                                header_bits: 0u8,
                                trailing: false,
                                fields: &[
                                    __rt::flat::FieldLayout {
                                        name: "values",
                                        bits: 0u8,
                                        layout: <__rt::flat::Plain as __rt::flat::EncodeField<
                                            Vec<T>,
                                        >>::LAYOUT,
                                        default: false,
                                    },
                                ],
                            },
                        },
                    ],
                    other: __rt::Some(__rt::flat::Other {
                        name: "Other",
                        rest: true,
                    }),
                },
            )
        };
        const SIZE: __rt::flat::Size = __rt::flat::enum_size(
            __rt::flat::Size {
                min: 1usize,
                max: 1usize,
            },
            <Self as __rt::flat::EncodeFlat>::FIELDS,
            true,
        );
        const FIELDS: &'static [__rt::flat::Fields] = &[
            __rt::flat::Fields {
                name: "Join",
                sizes: &[
                    __rt::flat::FieldSize {
                        place: __rt::flat::Place::Key("name"),
                        size: <__rt::flat::Plain as __rt::flat::EncodeField<
                            String,
                        >>::SIZE,
                    },
                    __rt::flat::FieldSize {
                        place: __rt::flat::Place::Key("lives"),
                        size: <__rt::flat::Plain as __rt::flat::EncodeField<u8>>::SIZE,
                    },
                ],
            },
            {
                let _ = <Input as __rt::flat::FlatField<__rt::flat::Plain>>::check;
                __rt::flat::Fields {
                    name: "Input",
                    sizes: &[
                        __rt::flat::FieldSize {
                            place: __rt::flat::Place::Index(0usize),
                            size: <__rt::flat::Plain as __rt::flat::EncodeField<
                                Input,
                            >>::SIZE,
                        },
                    ],
                }
            },
            __rt::flat::Fields {
                name: "Custom",
                sizes: &[
                    __rt::flat::FieldSize {
                        place: __rt::flat::Place::Key("values"),
                        size: <__rt::flat::Plain as __rt::flat::EncodeField<
                            Vec<T>,
                        >>::SIZE,
                    },
                ],
            },
        ];
        #[inline]
        fn encode<__B: __rt::flat::ByteOrder, __O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            match self {
                Self::Join { name: __f0, lives: __f1 } => {
                    let __size = const {
                        __rt::flat::variant_size(
                            __rt::flat::Size {
                                min: 1usize,
                                max: 1usize,
                            },
                            <Self as __rt::flat::EncodeFlat>::FIELDS,
                            0usize,
                        )
                    };
                    let __most = __rt::flat::room_for(__size);
                    if __most <= __rt::flat::MOST_ROOM {
                        __rt::flat::Buffer::put_within(
                            __out,
                            __most,
                            __rt::flat::Size::is_fixed(__size),
                            |__out: &mut __rt::flat::SliceOutput<'_>| {
                                __rt::flat::put_number::<
                                    __B,
                                    __rt::flat::LenU8,
                                    _,
                                >(1u32, __out);
                                let (__error, __field) = '__fields: {
                                    if let __rt::Err(__error) = <__rt::flat::Plain as __rt::flat::EncodeField<
                                        String,
                                    >>::encode_field::<__B, _>(__f0, __out) {
                                        break '__fields (__error, 0usize);
                                    }
                                    if let __rt::Err(__error) = <__rt::flat::Plain as __rt::flat::EncodeField<
                                        u8,
                                    >>::encode_field::<__B, _>(__f1, __out) {
                                        break '__fields (__error, 1usize);
                                    }
                                    return __rt::Ok(());
                                };
                                __rt::Err(
                                    __rt::flat::unwritten_field(
                                        __error,
                                        <Self as __rt::flat::EncodeFlat>::FIELDS,
                                        0usize,
                                        __field,
                                    ),
                                )
                            },
                        )
                    } else {
                        __rt::flat::put_number::<__B, __rt::flat::LenU8, _>(1u32, __out);
                        let (__error, __field) = '__fields: {
                            if let __rt::Err(__error) = <__rt::flat::Plain as __rt::flat::EncodeField<
                                String,
                            >>::encode_field::<__B, _>(__f0, __out) {
                                break '__fields (__error, 0usize);
                            }
                            if let __rt::Err(__error) = <__rt::flat::Plain as __rt::flat::EncodeField<
                                u8,
                            >>::encode_field::<__B, _>(__f1, __out) {
                                break '__fields (__error, 1usize);
                            }
                            return __rt::Ok(());
                        };
                        __rt::Err(
                            __rt::flat::unwritten_field(
                                __error,
                                <Self as __rt::flat::EncodeFlat>::FIELDS,
                                0usize,
                                __field,
                            ),
                        )
                    }
                }
                Self::Input { 0: __f0 } => {
                    __rt::flat::put_number::<__B, __rt::flat::LenU8, _>(2u32, __out);
                    match <Input as __rt::flat::EncodeFlat>::encode::<
                        __B,
                        _,
                    >(__f0, __out) {
                        __rt::Ok(()) => __rt::Ok(()),
                        __rt::Err(__error) => {
                            __rt::Err(__rt::EncodeError::in_type(__error, "Input"))
                        }
                    }
                }
                Self::Custom { values: __f0 } => {
                    let __size = const {
                        __rt::flat::variant_size(
                            __rt::flat::Size {
                                min: 1usize,
                                max: 1usize,
                            },
                            <Self as __rt::flat::EncodeFlat>::FIELDS,
                            2usize,
                        )
                    };
                    let __most = __rt::flat::room_for(__size);
                    if __most <= __rt::flat::MOST_ROOM {
                        __rt::flat::Buffer::put_within(
                            __out,
                            __most,
                            __rt::flat::Size::is_fixed(__size),
                            |__out: &mut __rt::flat::SliceOutput<'_>| {
                                __rt::flat::put_number::<
                                    __B,
                                    __rt::flat::LenU8,
                                    _,
                                >(3u32, __out);
                                let (__error, __field) = '__fields: {
                                    if let __rt::Err(__error) = <__rt::flat::Plain as __rt::flat::EncodeField<
                                        Vec<T>,
                                    >>::encode_field::<__B, _>(__f0, __out) {
                                        break '__fields (__error, 0usize);
                                    }
                                    return __rt::Ok(());
                                };
                                __rt::Err(
                                    __rt::flat::unwritten_field(
                                        __error,
                                        <Self as __rt::flat::EncodeFlat>::FIELDS,
                                        2usize,
                                        __field,
                                    ),
                                )
                            },
                        )
                    } else {
                        __rt::flat::put_number::<__B, __rt::flat::LenU8, _>(3u32, __out);
                        let (__error, __field) = '__fields: {
                            if let __rt::Err(__error) = <__rt::flat::Plain as __rt::flat::EncodeField<
                                Vec<T>,
                            >>::encode_field::<__B, _>(__f0, __out) {
                                break '__fields (__error, 0usize);
                            }
                            return __rt::Ok(());
                        };
                        __rt::Err(
                            __rt::flat::unwritten_field(
                                __error,
                                <Self as __rt::flat::EncodeFlat>::FIELDS,
                                2usize,
                                __field,
                            ),
                        )
                    }
                }
                Self::Other(__number, __rest) => {
                    let _ = <Vec<u8> as __rt::flat::OtherField>::check;
                    __rt::flat::put_number::<
                        __B,
                        __rt::flat::LenU8,
                        _,
                    >(*__number as ::core::primitive::u32, __out);
                    __rt::Output::put_bytes(
                        __out,
                        <Vec<u8> as __rt::flat::RestField<'_>>::bytes(__rest),
                    );
                    __rt::Ok(())
                }
            }
        }
    }
    #[automatically_derived]
    impl<'de_, T> __rt::flat::DecodeFlat<'de_> for ToServer<T>
    where
        __rt::flat::Plain: __rt::flat::DecodeField<'de_, Vec<T>>,
    {
        const REUSES: __rt::bool = false;
        #[inline]
        fn decode<__B: __rt::flat::ByteOrder>(
            __reader: &mut __rt::Reader<'de_>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            <Self as __rt::flat::DecodeFlat<'de_>>::decode_parts::<__B, false>(__reader)
        }
        #[inline]
        fn decode_parts<__B: __rt::flat::ByteOrder, const __WHOLE: __rt::bool>(
            __reader: &mut __rt::Reader<'de_>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            let __start = __rt::Reader::position(__reader);
            let __number = match __rt::flat::take_number::<
                __B,
                __rt::flat::LenU8,
            >(__reader) {
                __rt::Ok(__number) => __number,
                __rt::Err(__error) => {
                    return __rt::Err(__rt::DecodeError::in_type(__error, "ToServer"));
                }
            };
            match __number {
                1u32 => {
                    let (__error, __field) = '__fields: {
                        if __rt::Reader::remaining(__reader)
                            < const {
                                __rt::flat::run_len(
                                    <Self as __rt::flat::EncodeFlat>::FIELDS,
                                    0usize,
                                    0usize,
                                    1usize,
                                )
                            }
                        {
                            break '__fields __rt::flat::cut_run(
                                __reader,
                                <Self as __rt::flat::EncodeFlat>::FIELDS,
                                0usize,
                                0usize,
                            );
                        }
                        let __f0: String = match <__rt::flat::Plain as __rt::flat::DecodeField<
                            'de_,
                            String,
                        >>::decode_field::<__B>(__reader) {
                            __rt::Ok(__value) => __value,
                            __rt::Err(__error) => break '__fields (__error, 0usize),
                        };
                        let __f1: u8 = if __WHOLE
                            && __rt::Reader::remaining(__reader) == 0
                        {
                            3
                        } else {
                            match <__rt::flat::Plain as __rt::flat::DecodeField<
                                'de_,
                                u8,
                            >>::decode_field::<__B>(__reader) {
                                __rt::Ok(__value) => __value,
                                __rt::Err(__error) => break '__fields (__error, 1usize),
                            }
                        };
                        return __rt::Ok(Self::Join {
                            name: __f0,
                            lives: __f1,
                        });
                    };
                    __rt::Err(
                        __rt::flat::unread_field(
                            __error,
                            <Self as __rt::flat::EncodeFlat>::FIELDS,
                            0usize,
                            __field,
                        ),
                    )
                }
                2u32 => {
                    match <Input as __rt::flat::DecodeFlat<
                        'de_,
                    >>::decode_parts::<__B, __WHOLE>(__reader) {
                        __rt::Ok(__value) => __rt::Ok(Self::Input(__value)),
                        __rt::Err(__error) => {
                            __rt::Err(__rt::DecodeError::in_type(__error, "Input"))
                        }
                    }
                }
                3u32 => {
                    let (__error, __field) = '__fields: {
                        if __rt::Reader::remaining(__reader)
                            < const {
                                __rt::flat::run_len(
                                    <Self as __rt::flat::EncodeFlat>::FIELDS,
                                    2usize,
                                    0usize,
                                    1usize,
                                )
                            }
                        {
                            break '__fields __rt::flat::cut_run(
                                __reader,
                                <Self as __rt::flat::EncodeFlat>::FIELDS,
                                2usize,
                                0usize,
                            );
                        }
                        let __f0: Vec<T> = match <__rt::flat::Plain as __rt::flat::DecodeField<
                            'de_,
                            Vec<T>,
                        >>::decode_field::<__B>(__reader) {
                            __rt::Ok(__value) => __value,
                            __rt::Err(__error) => break '__fields (__error, 0usize),
                        };
                        return __rt::Ok(Self::Custom { values: __f0 });
                    };
                    __rt::Err(
                        __rt::flat::unread_field(
                            __error,
                            <Self as __rt::flat::EncodeFlat>::FIELDS,
                            2usize,
                            __field,
                        ),
                    )
                }
                _ => {
                    let _ = <Vec<u8> as __rt::flat::OtherField>::check;
                    __rt::Ok(
                        Self::Other(
                            __number as _,
                            <Vec<u8> as __rt::flat::RestField<'de_>>::take(__reader),
                        ),
                    )
                }
            }
        }
    }
};
