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
    impl<'de_: 'a, 'a> __rt::lludp::Block<'de_> for Line<'a> {}
    #[automatically_derived]
    impl<'a> __rt::stream::Encode<__rt::lludp::Lludp> for Line<'a> {
        const LAYOUT: &'static __rt::stream::TypeLayout<'static> = &__rt::stream::TypeLayout::Custom(
            "Line",
        );
        const SIZE: __rt::stream::Size = __rt::stream::record_size(
            &<Self as __rt::stream::Encode<__rt::lludp::Lludp>>::FIELDS[0],
        );
        const FIELDS: &'static [__rt::stream::Fields] = &[
            {
                let _ = <Uuid as __rt::lludp::FixedField>::check;
                let _ = <u8 as __rt::lludp::FixedField>::check;
                let _ = <&'a [u8] as __rt::lludp::RestField>::check;
                let _ = <u16 as __rt::lludp::FixedField>::check;
                __rt::stream::Fields {
                    name: "Line",
                    sizes: &[
                        __rt::field_size!(
                            Key("AgentID"), < __rt::stream::Plain as
                            __rt::stream::EncodeAs < __rt::lludp::Lludp, Uuid >> ::SIZE
                        ),
                        __rt::field_size!(
                            Key("Kind"), < __rt::stream::Plain as __rt::stream::EncodeAs
                            < __rt::lludp::Lludp, u8 >> ::SIZE
                        ),
                        __rt::field_size!(
                            Key("Text"), < __rt::stream::Counted < __rt::stream::LenU16,
                            __rt::stream::Plain > as __rt::stream::EncodeAs <
                            __rt::lludp::Lludp, [::core::primitive::u8] >> ::SIZE
                        ),
                        __rt::field_size!(
                            Key("At"), < __rt::stream::Plain as __rt::stream::EncodeAs <
                            __rt::lludp::Lludp, u16 >> ::SIZE
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
            let Self { agent: __f0, kind: __f1, text: __f2, at: __f3 } = self;
            let _ = <Uuid as __rt::lludp::FixedField>::check;
            let _ = <u8 as __rt::lludp::FixedField>::check;
            let _ = <&'a [u8] as __rt::lludp::RestField>::check;
            let _ = <u16 as __rt::lludp::FixedField>::check;
            __rt::put_run!(
                __out, < Self as __rt::stream::Encode < __rt::lludp::Lludp >> ::FIELDS,
                0usize, [__f0 : Uuid, __f1 : u8], 2usize, 2usize, __f2 : & 'a[u8]
            );
            __rt::put_run!(
                __out, < Self as __rt::stream::Encode < __rt::lludp::Lludp >> ::FIELDS,
                3usize, [__f3 : u16]
            );
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<'de_: 'a, 'a> __rt::stream::Decode<'de_, __rt::lludp::Lludp> for Line<'a> {
        #[inline]
        fn decode(
            __reader: &mut __rt::Reader<'de_>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            let _ = <Uuid as __rt::lludp::FixedField>::check;
            let _ = <u8 as __rt::lludp::FixedField>::check;
            let _ = <&'a [u8] as __rt::lludp::RestField>::check;
            let _ = <u16 as __rt::lludp::FixedField>::check;
            __rt::take_run!(
                __reader, < Self as __rt::stream::Encode < __rt::lludp::Lludp >>
                ::FIELDS, 0usize, [__f0 : Uuid, __f1 : u8], 2usize, 2usize, __f2 : &
                'a[u8]
            );
            __rt::take_run!(
                __reader, < Self as __rt::stream::Encode < __rt::lludp::Lludp >>
                ::FIELDS, 3usize, [__f3 : u16]
            );
            __rt::Ok(Self {
                agent: __f0,
                kind: __f1,
                text: __f2,
                at: __f3,
            })
        }
    }
};
