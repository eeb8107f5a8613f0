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
    impl __rt::flat::EncodeFlat for Input {
        const LAYOUT: &'static __rt::flat::TypeLayout<'static> = {
            let _ = <u32 as __rt::flat::VarintField<__rt::flat::AsVarint>>::check;
            let _ = <Vector2 as __rt::flat::RangeField<
                __rt::flat::AsRange<
                    ::core::primitive::u8,
                    {
                        ::core::primitive::f64::to_bits((-1.0) as ::core::primitive::f64)
                    },
                    { ::core::primitive::f64::to_bits((1.0) as ::core::primitive::f64) },
                    false,
                >,
            >>::check;
            let _ = <Stance as __rt::flat::BitsField>::check;
            let _ = <f32 as __rt::flat::AngleField<
                __rt::flat::AsAngle<::core::primitive::u16, false>,
            >>::check;
            &__rt::flat::TypeLayout::Record(
                &__rt::flat::RecordLayout {
                    name: "Input",
                    header_bits: 5u8,
                    trailing: false,
                    fields: &[
                        __rt::flat::FieldLayout {
                            name: "tick",
                            bits: 0u8,
                            layout: <__rt::flat::AsVarint as __rt::flat::EncodeField<
                                u32,
                            >>::LAYOUT,
                            default: false,
                        },
                        __rt::flat::FieldLayout {
                            name: "stick",
                            bits: 0u8,
                            layout: <__rt::flat::AsRange<
                                ::core::primitive::u8,
                                {
                                    ::core::primitive::f64::to_bits(
                                        (-1.0) as ::core::primitive::f64,
                                    )
                                },
                                {
                                    ::core::primitive::f64::to_bits(
                                        (1.0) as ::core::primitive::f64,
                                    )
                                },
                                false,
                            > as __rt::flat::EncodeField<Vector2>>::LAYOUT,
                            default: false,
                        },
                        __rt::flat::FieldLayout {
                            name: "jump",
                            bits: 1u8,
                            layout: &__rt::flat::TypeLayout::Bool,
                            default: false,
                        },
                        __rt::flat::FieldLayout {
                            name: "stance",
                            bits: 3u8,
                            layout: <Stance as __rt::flat::EncodeFlat>::LAYOUT,
                            default: false,
                        },
                        __rt::flat::FieldLayout {
                            name: "aim",
                            bits: 1u8,
                            layout: &__rt::flat::TypeLayout::Option(
                                <__rt::flat::AsAngle<
                                    ::core::primitive::u16,
                                    false,
                                > as __rt::flat::EncodeField<f32>>::LAYOUT,
                            ),
                            default: false,
                        },
                    ],
                },
            )
        };
        const SIZE: __rt::flat::Size = __rt::flat::check_max_size(
            __rt::flat::record_size(&<Self as __rt::flat::EncodeFlat>::FIELDS[0]),
            <Self as __rt::flat::EncodeFlat>::FIELDS,
            "Input",
            64usize,
        );
        const FIELDS: &'static [__rt::flat::Fields] = &[
            {
                let _ = <u32 as __rt::flat::VarintField<__rt::flat::AsVarint>>::check;
                let _ = <Vector2 as __rt::flat::RangeField<
                    __rt::flat::AsRange<
                        ::core::primitive::u8,
                        {
                            ::core::primitive::f64::to_bits(
                                (-1.0) as ::core::primitive::f64,
                            )
                        },
                        {
                            ::core::primitive::f64::to_bits(
                                (1.0) as ::core::primitive::f64,
                            )
                        },
                        false,
                    >,
                >>::check;
                let _ = <Stance as __rt::flat::BitsField>::check;
                let _ = <f32 as __rt::flat::AngleField<
                    __rt::flat::AsAngle<::core::primitive::u16, false>,
                >>::check;
                __rt::flat::Fields {
                    name: "Input",
                    sizes: &[
                        __rt::flat::FieldSize {
                            place: __rt::flat::Place::Header,
                            size: __rt::flat::Size::fixed(1usize),
                        },
                        __rt::flat::FieldSize {
                            place: __rt::flat::Place::Key("tick"),
                            size: <__rt::flat::AsVarint as __rt::flat::EncodeField<
                                u32,
                            >>::SIZE,
                        },
                        __rt::flat::FieldSize {
                            place: __rt::flat::Place::Key("stick"),
                            size: <__rt::flat::AsRange<
                                ::core::primitive::u8,
                                {
                                    ::core::primitive::f64::to_bits(
                                        (-1.0) as ::core::primitive::f64,
                                    )
                                },
                                {
                                    ::core::primitive::f64::to_bits(
                                        (1.0) as ::core::primitive::f64,
                                    )
                                },
                                false,
                            > as __rt::flat::EncodeField<Vector2>>::SIZE,
                        },
                        __rt::flat::FieldSize {
                            place: __rt::flat::Place::Key("jump"),
                            size: __rt::flat::Size::fixed(0),
                        },
                        __rt::flat::FieldSize {
                            place: __rt::flat::Place::Key("stance"),
                            size: __rt::flat::Size::fixed(0),
                        },
                        __rt::flat::FieldSize {
                            place: __rt::flat::Place::Key("aim"),
                            size: __rt::flat::Size::or(
                                <__rt::flat::AsAngle<
                                    ::core::primitive::u16,
                                    false,
                                > as __rt::flat::EncodeField<f32>>::SIZE,
                                __rt::flat::Size::fixed(0),
                            ),
                        },
                    ],
                }
            },
        ];
        #[inline]
        fn encode<__B: __rt::flat::ByteOrder, __O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            __rt::flat::encode_record::<__B, Self, __O>(self, __out)
        }
        #[inline(always)]
        fn encode_parts<__B: __rt::flat::ByteOrder, __O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            let Self { tick: __f0, stick: __f1, jump: __f2, stance: __f3, aim: __f4 } = self;
            let _ = <u32 as __rt::flat::VarintField<__rt::flat::AsVarint>>::check;
            let _ = <Vector2 as __rt::flat::RangeField<
                __rt::flat::AsRange<
                    ::core::primitive::u8,
                    {
                        ::core::primitive::f64::to_bits((-1.0) as ::core::primitive::f64)
                    },
                    { ::core::primitive::f64::to_bits((1.0) as ::core::primitive::f64) },
                    false,
                >,
            >>::check;
            let _ = <Stance as __rt::flat::BitsField>::check;
            let _ = <f32 as __rt::flat::AngleField<
                __rt::flat::AsAngle<::core::primitive::u16, false>,
            >>::check;
            let (__error, __field) = '__fields: {
                let mut __header: ::core::primitive::u64 = 0;
                __header |= (*__f2 as ::core::primitive::u64) << 0u32;
                match __rt::flat::put_bits::<Stance, 3u32>(__f3) {
                    __rt::Ok(__bits) => __header |= __bits << 1u32,
                    __rt::Err(__error) => break '__fields (__error, 4usize),
                }
                __header
                    |= (__rt::Option::is_some(__f4) as ::core::primitive::u64) << 4u32;
                __rt::flat::put_header::<1usize, _>(__header, __out);
                if let __rt::Err(__error) = <__rt::flat::AsVarint as __rt::flat::EncodeField<
                    u32,
                >>::encode_field::<__B, _>(__f0, __out) {
                    break '__fields (__error, 1usize);
                }
                if let __rt::Err(__error) = <__rt::flat::AsRange<
                    ::core::primitive::u8,
                    {
                        ::core::primitive::f64::to_bits((-1.0) as ::core::primitive::f64)
                    },
                    { ::core::primitive::f64::to_bits((1.0) as ::core::primitive::f64) },
                    false,
                > as __rt::flat::EncodeField<
                    Vector2,
                >>::encode_field::<__B, _>(__f1, __out) {
                    break '__fields (__error, 2usize);
                }
                if let __rt::Some(__value) = __f4
                    && let __rt::Err(__error) = <__rt::flat::AsAngle<
                        ::core::primitive::u16,
                        false,
                    > as __rt::flat::EncodeField<
                        f32,
                    >>::encode_field::<__B, _>(__value, __out)
                {
                    break '__fields (__error, 5usize);
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
    #[automatically_derived]
    impl<'de_> __rt::flat::DecodeFlat<'de_> for Input {
        const REUSES: __rt::bool = true;
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
            let (__error, __field) = '__fields: {
                let _ = <u32 as __rt::flat::VarintField<__rt::flat::AsVarint>>::check;
                let _ = <Vector2 as __rt::flat::RangeField<
                    __rt::flat::AsRange<
                        ::core::primitive::u8,
                        {
                            ::core::primitive::f64::to_bits(
                                (-1.0) as ::core::primitive::f64,
                            )
                        },
                        {
                            ::core::primitive::f64::to_bits(
                                (1.0) as ::core::primitive::f64,
                            )
                        },
                        false,
                    >,
                >>::check;
                let _ = <Stance as __rt::flat::BitsField>::check;
                let _ = <f32 as __rt::flat::AngleField<
                    __rt::flat::AsAngle<::core::primitive::u16, false>,
                >>::check;
                if __rt::Reader::remaining(__reader)
                    < const {
                        __rt::flat::run_len(
                            <Self as __rt::flat::EncodeFlat>::FIELDS,
                            0usize,
                            0usize,
                            6usize,
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
                let __start = __rt::Reader::position(__reader);
                let __header = match __rt::flat::take_header::<1usize, 5u32>(__reader) {
                    __rt::Ok(__header) => __header,
                    __rt::Err(__error) => break '__fields (__error, 0),
                };
                let __f0: u32 = match <__rt::flat::AsVarint as __rt::flat::DecodeField<
                    'de_,
                    u32,
                >>::decode_field::<__B>(__reader) {
                    __rt::Ok(__value) => __value,
                    __rt::Err(__error) => break '__fields (__error, 1usize),
                };
                if __rt::Reader::remaining(__reader)
                    < const {
                        __rt::flat::run_len(
                            <Self as __rt::flat::EncodeFlat>::FIELDS,
                            0usize,
                            2usize,
                            6usize,
                        )
                    }
                {
                    break '__fields __rt::flat::cut_run(
                        __reader,
                        <Self as __rt::flat::EncodeFlat>::FIELDS,
                        0usize,
                        2usize,
                    );
                }
                let __f1: Vector2 = match <__rt::flat::AsRange<
                    ::core::primitive::u8,
                    {
                        ::core::primitive::f64::to_bits((-1.0) as ::core::primitive::f64)
                    },
                    { ::core::primitive::f64::to_bits((1.0) as ::core::primitive::f64) },
                    false,
                > as __rt::flat::DecodeField<
                    'de_,
                    Vector2,
                >>::decode_field::<__B>(__reader) {
                    __rt::Ok(__value) => __value,
                    __rt::Err(__error) => break '__fields (__error, 2usize),
                };
                let __f2: bool = __header >> 0u32 & 1 == 1;
                let __f3: Stance = match __rt::flat::take_bits::<
                    Stance,
                    3u32,
                >(__header, 1u32, __start) {
                    __rt::Ok(__value) => __value,
                    __rt::Err(__error) => break '__fields (__error, 4usize),
                };
                if __rt::Reader::remaining(__reader)
                    < const {
                        __rt::flat::run_len(
                            <Self as __rt::flat::EncodeFlat>::FIELDS,
                            0usize,
                            5usize,
                            6usize,
                        )
                    }
                {
                    break '__fields __rt::flat::cut_run(
                        __reader,
                        <Self as __rt::flat::EncodeFlat>::FIELDS,
                        0usize,
                        5usize,
                    );
                }
                let __f4: Option<f32> = match __rt::flat::decode_flagged::<
                    __B,
                    __rt::flat::AsAngle<::core::primitive::u16, false>,
                    f32,
                >(__reader, __header >> 4u32 & 1 == 1) {
                    __rt::Ok(__value) => __value,
                    __rt::Err(__error) => break '__fields (__error, 5usize),
                };
                return __rt::Ok(Self {
                    tick: __f0,
                    stick: __f1,
                    jump: __f2,
                    stance: __f3,
                    aim: __f4,
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
        #[inline]
        fn decode_in_place<__B: __rt::flat::ByteOrder>(
            __reader: &mut __rt::Reader<'de_>,
            __place: &mut Self,
        ) -> __rt::Result<(), __rt::DecodeError> {
            <Self as __rt::flat::DecodeFlat<
                'de_,
            >>::decode_parts_in_place::<__B, false>(__reader, __place)
        }
        #[inline]
        fn decode_parts_in_place<__B: __rt::flat::ByteOrder, const __WHOLE: __rt::bool>(
            __reader: &mut __rt::Reader<'de_>,
            __place: &mut Self,
        ) -> __rt::Result<(), __rt::DecodeError> {
            let Self { tick: __f0, stick: __f1, jump: __f2, stance: __f3, aim: __f4 } = __place;
            let (__error, __field) = '__fields: {
                let _ = <u32 as __rt::flat::VarintField<__rt::flat::AsVarint>>::check;
                let _ = <Vector2 as __rt::flat::RangeField<
                    __rt::flat::AsRange<
                        ::core::primitive::u8,
                        {
                            ::core::primitive::f64::to_bits(
                                (-1.0) as ::core::primitive::f64,
                            )
                        },
                        {
                            ::core::primitive::f64::to_bits(
                                (1.0) as ::core::primitive::f64,
                            )
                        },
                        false,
                    >,
                >>::check;
                let _ = <Stance as __rt::flat::BitsField>::check;
                let _ = <f32 as __rt::flat::AngleField<
                    __rt::flat::AsAngle<::core::primitive::u16, false>,
                >>::check;
                if __rt::Reader::remaining(__reader)
                    < const {
                        __rt::flat::run_len(
                            <Self as __rt::flat::EncodeFlat>::FIELDS,
                            0usize,
                            0usize,
                            6usize,
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
                let __start = __rt::Reader::position(__reader);
                let __header = match __rt::flat::take_header::<1usize, 5u32>(__reader) {
                    __rt::Ok(__header) => __header,
                    __rt::Err(__error) => break '__fields (__error, 0),
                };
                if let __rt::Err(__error) = <__rt::flat::AsVarint as __rt::flat::DecodeField<
                    'de_,
                    u32,
                >>::decode_field_in_place::<__B>(__reader, __f0) {
                    break '__fields (__error, 1usize);
                }
                if __rt::Reader::remaining(__reader)
                    < const {
                        __rt::flat::run_len(
                            <Self as __rt::flat::EncodeFlat>::FIELDS,
                            0usize,
                            2usize,
                            6usize,
                        )
                    }
                {
                    break '__fields __rt::flat::cut_run(
                        __reader,
                        <Self as __rt::flat::EncodeFlat>::FIELDS,
                        0usize,
                        2usize,
                    );
                }
                if let __rt::Err(__error) = <__rt::flat::AsRange<
                    ::core::primitive::u8,
                    {
                        ::core::primitive::f64::to_bits((-1.0) as ::core::primitive::f64)
                    },
                    { ::core::primitive::f64::to_bits((1.0) as ::core::primitive::f64) },
                    false,
                > as __rt::flat::DecodeField<
                    'de_,
                    Vector2,
                >>::decode_field_in_place::<__B>(__reader, __f1) {
                    break '__fields (__error, 2usize);
                }
                *__f2 = __header >> 0u32 & 1 == 1;
                *__f3 = match __rt::flat::take_bits::<
                    Stance,
                    3u32,
                >(__header, 1u32, __start) {
                    __rt::Ok(__value) => __value,
                    __rt::Err(__error) => break '__fields (__error, 4usize),
                };
                if __rt::Reader::remaining(__reader)
                    < const {
                        __rt::flat::run_len(
                            <Self as __rt::flat::EncodeFlat>::FIELDS,
                            0usize,
                            5usize,
                            6usize,
                        )
                    }
                {
                    break '__fields __rt::flat::cut_run(
                        __reader,
                        <Self as __rt::flat::EncodeFlat>::FIELDS,
                        0usize,
                        5usize,
                    );
                }
                if let __rt::Err(__error) = __rt::flat::decode_flagged_in_place::<
                    __B,
                    __rt::flat::AsAngle<::core::primitive::u16, false>,
                    f32,
                >(__reader, __header >> 4u32 & 1 == 1, __f4) {
                    break '__fields (__error, 5usize);
                }
                return __rt::Ok(());
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
    }
    const _: __rt::flat::Size = <Input as __rt::flat::EncodeFlat>::SIZE;
    const _: () = {
        let _ = <Stance as __rt::flat::BitsField>::check;
        __rt::flat::check_bits::<Stance>("stance", 3u32)
    };
};
