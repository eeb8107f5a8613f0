/// The fields of a [`Thing`] that changed.
pub enum ThingDelta {
    /// The fields of its variant `Player`.
    Player(<Player as ::godot_var::snapshot::SnapshotState>::Delta),
    /// The fields of its variant `Marker`.
    Marker,
}
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
    impl<__B: __rt::flat::ByteOrder> __rt::stream::Encode<__W<__B>> for ThingDelta {
        const LAYOUT: &'static __rt::stream::TypeLayout<'static> = {
            let _ = <<Player as ::godot_var::snapshot::SnapshotState>::Delta as __rt::flat::FlatField<
                __W<__B>,
            >>::check;
            &__rt::stream::TypeLayout::Enumeration(
                &__rt::stream::EnumerationLayout {
                    name: "ThingDelta",
                    number: <__rt::stream::LenU8 as __rt::stream::Prefix<
                        __W<__B>,
                    >>::LAYOUT,
                    members: &[
                        __rt::stream::MemberLayout {
                            id: 1u32 as _,
                            record: &__rt::stream::RecordLayout {
                                name: "Player",
                                header_bits: 0u8,
                                trailing: false,
                                fields: &[
                                    __rt::field_layout!(
                                        "0", 0u8, < __rt::stream::Plain as __rt::stream::EncodeAs <
                                        __W < __B >, < Player as
                                        ::godot_var::snapshot::SnapshotState > ::Delta >> ::LAYOUT,
                                        false
                                    ),
                                ],
                            },
                        },
                        __rt::stream::MemberLayout {
                            id: 2u32 as _,
                            record: &__rt::stream::RecordLayout {
                                name: "Marker",
                                header_bits: 0u8,
                                trailing: false,
                                fields: &[],
                            },
                        },
                    ],
                    other: __rt::None,
                },
            )
        };
        const SIZE: __rt::stream::Size = __rt::stream::enum_size(
            __rt::stream::Size::between(1usize, 1usize),
            <Self as __rt::stream::Encode<__W<__B>>>::FIELDS,
            false,
        );
        const FIELDS: &'static [__rt::stream::Fields] = &[
            {
                let _ = <<Player as ::godot_var::snapshot::SnapshotState>::Delta as __rt::flat::FlatField<
                    __W<__B>,
                >>::check;
                __rt::stream::Fields {
                    name: "Player",
                    sizes: &[
                        __rt::field_size!(
                            Index(0usize), < __rt::stream::Plain as
                            __rt::stream::EncodeAs < __W < __B >, < Player as
                            ::godot_var::snapshot::SnapshotState > ::Delta >> ::SIZE
                        ),
                    ],
                }
            },
            __rt::stream::Fields {
                name: "Marker",
                sizes: &[],
            },
        ];
        #[inline]
        fn encode<__O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            match self {
                Self::Player { 0: __f0 } => {
                    __rt::stream::put_number::<
                        __W<__B>,
                        __rt::stream::LenU8,
                        _,
                    >(1u32, __out);
                    match <<Player as ::godot_var::snapshot::SnapshotState>::Delta as __rt::stream::Encode<
                        __W<__B>,
                    >>::encode(__f0, __out) {
                        __rt::Ok(()) => __rt::Ok(()),
                        __rt::Err(__error) => {
                            __rt::Err(__rt::EncodeError::in_type(__error, "Player"))
                        }
                    }
                }
                Self::Marker {} => {
                    __rt::stream::put_number::<
                        __W<__B>,
                        __rt::stream::LenU8,
                        _,
                    >(2u32, __out);
                    __rt::Ok(())
                }
            }
        }
    }
    #[automatically_derived]
    impl<'de_, __B: __rt::flat::ByteOrder> __rt::stream::Decode<'de_, __W<__B>>
    for ThingDelta {
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
                    return __rt::Err(__rt::DecodeError::in_type(__error, "ThingDelta"));
                }
            };
            match __number {
                1u32 => {
                    match <<Player as ::godot_var::snapshot::SnapshotState>::Delta as __rt::stream::Decode<
                        'de_,
                        __W<__B>,
                    >>::decode_parts::<__WHOLE>(__reader) {
                        __rt::Ok(__value) => __rt::Ok(Self::Player(__value)),
                        __rt::Err(__error) => {
                            __rt::Err(__rt::DecodeError::in_type(__error, "Player"))
                        }
                    }
                }
                2u32 => __rt::Ok(Self::Marker {}),
                _ => {
                    __rt::Err(
                        __rt::stream::unknown_member(__start, "ThingDelta", __number),
                    )
                }
            }
        }
    }
};
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
    use ::godot_var::snapshot as __snap;
    type __W<__B> = __rt::flat::Flat<__B>;
    #[allow(dead_code)]
    type __B = __rt::flat::Little;
    #[automatically_derived]
    impl __snap::SnapshotState for Thing {
        type Delta = ThingDelta;
        fn encode_fields(
            &self,
            __fields: &mut __snap::Fields<'_>,
        ) -> __rt::Result<(), __rt::EncodeError> {
            match self {
                Self::Player(__f0) => {
                    __snap::Fields::variant(
                        __fields,
                        |__out| {
                            __rt::stream::put_number::<
                                __W<__B>,
                                __rt::stream::LenU8,
                                _,
                            >(1u32, __out);
                            __rt::Ok(())
                        },
                    )?;
                    <Player as __snap::SnapshotState>::encode_fields(__f0, __fields)
                }
                Self::Marker => {
                    __snap::Fields::variant(
                        __fields,
                        |__out| {
                            __rt::stream::put_number::<
                                __W<__B>,
                                __rt::stream::LenU8,
                                _,
                            >(2u32, __out);
                            __rt::Ok(())
                        },
                    )?;
                    __rt::Ok(())
                }
            }
        }
        fn apply_delta(&mut self, __delta: Self::Delta) -> __rt::bool {
            match (self, __delta) {
                (Self::Player(__f0), ThingDelta::Player(__f1)) => {
                    <Player as __snap::SnapshotState>::apply_delta(__f0, __f1)
                }
                (Self::Marker, ThingDelta::Marker) => true,
                _ => false,
            }
        }
        fn interpolate(&self, __newer: &Self, __at: ::core::primitive::f32) -> Self {
            match (self, __newer) {
                (Self::Player(__f0), Self::Player(__f1)) => {
                    Self::Player(
                        <Player as __snap::SnapshotState>::interpolate(__f0, __f1, __at),
                    )
                }
                _ => __rt::Clone::clone(self),
            }
        }
        fn extrapolate(&self, __seconds: ::core::primitive::f32) -> Self {
            match self {
                Self::Player(__f0) => {
                    Self::Player(
                        <Player as __snap::SnapshotState>::extrapolate(__f0, __seconds),
                    )
                }
                Self::Marker => Self::Marker,
            }
        }
    }
};
