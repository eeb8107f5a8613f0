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
    type __C0_1 = __rt::flat::AsRange<
        ::core::primitive::u8,
        { ::core::primitive::f64::to_bits((-1.0) as ::core::primitive::f64) },
        { ::core::primitive::f64::to_bits((1.0) as ::core::primitive::f64) },
        false,
    >;
    type __C0_4 = __rt::flat::AsAngle<::core::primitive::u16, false>;
    type __W<__B> = __rt::flat::Flat<__B>;
    #[automatically_derived]
    impl<__B: __rt::flat::ByteOrder> __rt::stream::Encode<__W<__B>> for Input {
        const LAYOUT: &'static __rt::stream::TypeLayout<'static> = {
            let _ = <u32 as __rt::flat::VarintField<__W<__B>>>::check;
            let _ = <Vector2 as __rt::flat::RangeField<__W<__B>, __C0_1>>::check;
            let _ = <Stance as __rt::flat::BitsField>::check;
            let _ = <f32 as __rt::flat::AngleField<__W<__B>, __C0_4>>::check;
            &__rt::stream::TypeLayout::Record(
                &__rt::stream::RecordLayout {
                    name: "Input",
                    header_bits: 5u8,
                    trailing: false,
                    fields: &[
                        __rt::field_layout!(
                            "tick", 0u8, < __rt::flat::AsVarint as __rt::stream::EncodeAs
                            < __W < __B >, u32 >> ::LAYOUT, false
                        ),
                        __rt::field_layout!(
                            "stick", 0u8, < __C0_1 as __rt::stream::EncodeAs < __W < __B
                            >, Vector2 >> ::LAYOUT, false
                        ),
                        __rt::field_layout!(
                            "jump", 1u8, & __rt::stream::TypeLayout::Bool, false
                        ),
                        __rt::field_layout!(
                            "stance", 3u8, < Stance as __rt::stream::Encode < __W < __B >
                            >> ::LAYOUT, false
                        ),
                        __rt::field_layout!(
                            "aim", 1u8, & __rt::stream::TypeLayout::Option(< __C0_4 as
                            __rt::stream::EncodeAs < __W < __B >, f32 >> ::LAYOUT), false
                        ),
                    ],
                },
            )
        };
        const SIZE: __rt::stream::Size = __rt::stream::within(
            __rt::stream::record_size(
                &<Self as __rt::stream::Encode<__W<__B>>>::FIELDS[0],
            ),
            <Self as __rt::stream::Encode<__W<__B>>>::FIELDS,
            "Input",
            64usize,
        );
        const FIELDS: &'static [__rt::stream::Fields] = &[
            {
                let _ = <u32 as __rt::flat::VarintField<__W<__B>>>::check;
                let _ = <Vector2 as __rt::flat::RangeField<__W<__B>, __C0_1>>::check;
                let _ = <Stance as __rt::flat::BitsField>::check;
                let _ = <f32 as __rt::flat::AngleField<__W<__B>, __C0_4>>::check;
                __rt::stream::Fields {
                    name: "Input",
                    sizes: &[
                        __rt::field_size!(Header, __rt::stream::Size::fixed(1usize)),
                        __rt::field_size!(
                            Key("tick"), < __rt::flat::AsVarint as __rt::stream::EncodeAs
                            < __W < __B >, u32 >> ::SIZE
                        ),
                        __rt::field_size!(
                            Key("stick"), < __C0_1 as __rt::stream::EncodeAs < __W < __B
                            >, Vector2 >> ::SIZE
                        ),
                        __rt::field_size!(Key("jump"), __rt::stream::Size::NONE),
                        __rt::field_size!(Key("stance"), __rt::stream::Size::NONE),
                        __rt::field_size!(
                            Key("aim"), __rt::stream::Size::or(< __C0_4 as
                            __rt::stream::EncodeAs < __W < __B >, f32 >> ::SIZE,
                            __rt::stream::Size::NONE)
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
            __rt::stream::encode_record::<__W<__B>, Self, __O>(self, __out)
        }
        #[inline(always)]
        fn encode_parts<__O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            let Self { tick: __f0, stick: __f1, jump: __f2, stance: __f3, aim: __f4 } = self;
            let _ = <u32 as __rt::flat::VarintField<__W<__B>>>::check;
            let _ = <Vector2 as __rt::flat::RangeField<__W<__B>, __C0_1>>::check;
            let _ = <Stance as __rt::flat::BitsField>::check;
            let _ = <f32 as __rt::flat::AngleField<__W<__B>, __C0_4>>::check;
            let (__error, __field) = '__fields: {
                let mut __header: ::core::primitive::u64 = 0;
                __header |= (*__f2 as ::core::primitive::u64) << 0u32;
                __header
                    |= __rt::attempt!(
                        '__fields, 4usize, __rt::stream::put_bits:: < Stance, 3u32 >
                        (__f3)
                    ) << 1u32;
                __header
                    |= (__rt::Option::is_some(__f4) as ::core::primitive::u64) << 4u32;
                __rt::stream::put_header::<1usize, _>(__header, __out);
                __rt::attempt!(
                    '__fields, 1usize, < __rt::flat::AsVarint as __rt::stream::EncodeAs <
                    __W < __B >, u32 >> ::encode_as(__f0, __out)
                );
                __rt::attempt!(
                    '__fields, 2usize, < __C0_1 as __rt::stream::EncodeAs < __W < __B >,
                    Vector2 >> ::encode_as(__f1, __out)
                );
                if let __rt::Some(__value) = __f4 {
                    __rt::attempt!(
                        '__fields, 5usize, < __C0_4 as __rt::stream::EncodeAs < __W < __B
                        >, f32 >> ::encode_as(__value, __out)
                    );
                }
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
    #[automatically_derived]
    impl<'de_, __B: __rt::flat::ByteOrder> __rt::stream::Decode<'de_, __W<__B>>
    for Input {
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
            let (__error, __field) = '__fields: {
                let _ = <u32 as __rt::flat::VarintField<__W<__B>>>::check;
                let _ = <Vector2 as __rt::flat::RangeField<__W<__B>, __C0_1>>::check;
                let _ = <Stance as __rt::flat::BitsField>::check;
                let _ = <f32 as __rt::flat::AngleField<__W<__B>, __C0_4>>::check;
                __rt::check_run!(
                    '__fields, __reader, < Self as __rt::stream::Encode < __W < __B > >>
                    ::FIELDS, 0usize, 0usize, 6usize
                );
                let __start = __rt::Reader::position(__reader);
                let __header = __rt::attempt!(
                    '__fields, 0usize, __rt::stream::take_header:: < 1usize, 5u32 >
                    (__reader)
                );
                let __f0: u32 = __rt::attempt!(
                    '__fields, 1usize, < __rt::flat::AsVarint as __rt::stream::DecodeAs <
                    'de_, __W < __B >, u32 >> ::decode_as(__reader)
                );
                __rt::check_run!(
                    '__fields, __reader, < Self as __rt::stream::Encode < __W < __B > >>
                    ::FIELDS, 0usize, 2usize, 6usize
                );
                let __f1: Vector2 = __rt::attempt!(
                    '__fields, 2usize, < __C0_1 as __rt::stream::DecodeAs < 'de_, __W <
                    __B >, Vector2 >> ::decode_as(__reader)
                );
                let __f2: bool = __header >> 0u32 & 1 == 1;
                let __f3: Stance = __rt::attempt!(
                    '__fields, 4usize, __rt::stream::take_bits:: < Stance, 3u32 >
                    (__header, 1u32, __start)
                );
                __rt::check_run!(
                    '__fields, __reader, < Self as __rt::stream::Encode < __W < __B > >>
                    ::FIELDS, 0usize, 5usize, 6usize
                );
                let __f4: Option<f32> = __rt::attempt!(
                    '__fields, 5usize, __rt::stream::decode_if:: < __W < __B >, __C0_4,
                    f32 > (__reader, __header >> 4u32 & 1 == 1)
                );
                return __rt::Ok(Self {
                    tick: __f0,
                    stick: __f1,
                    jump: __f2,
                    stance: __f3,
                    aim: __f4,
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
    }
    const _: __rt::stream::Size = <Input as __rt::stream::Encode<
        __W<__rt::flat::Little>,
    >>::SIZE;
    const _: () = {
        let _ = <Stance as __rt::flat::BitsField>::check;
        __rt::fail_if(
            __rt::stream::bits_mistake(
                "stance",
                3u32,
                <Stance as __rt::stream::BitField>::LARGEST,
            ),
        )
    };
};
