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
    type __C0_0 = __rt::flat::AsRange<
        ::core::primitive::u16,
        { ::core::primitive::f64::to_bits((-64.0) as ::core::primitive::f64) },
        { ::core::primitive::f64::to_bits((64.0) as ::core::primitive::f64) },
        false,
    >;
    type __C0_1 = __rt::flat::AsAngle<::core::primitive::u16, false>;
    type __C0_2 = __rt::flat::AsBits<7u32>;
    #[automatically_derived]
    impl __snap::SnapshotState for Player {
        type Delta = PlayerDelta;
        fn encode_fields(
            &self,
            __fields: &mut __snap::Fields<'_>,
        ) -> __rt::Result<(), __rt::EncodeError> {
            __snap::Fields::field(
                __fields,
                |__out| <__C0_0 as __rt::stream::EncodeAs<
                    __W<__B>,
                    Vector3,
                >>::encode_as(&self.pos, __out),
            )?;
            __snap::Fields::field(
                __fields,
                |__out| <__C0_1 as __rt::stream::EncodeAs<
                    __W<__B>,
                    f32,
                >>::encode_as(&self.yaw, __out),
            )?;
            __snap::Fields::field(
                __fields,
                |__out| <__C0_2 as __rt::stream::EncodeAs<
                    __W<__B>,
                    u8,
                >>::encode_as(&self.health, __out),
            )?;
            __snap::Fields::field(
                __fields,
                |__out| <__rt::stream::Plain as __rt::stream::EncodeAs<
                    __W<__B>,
                    bool,
                >>::encode_as(&self.grounded, __out),
            )?;
            __rt::Ok(())
        }
        fn apply_delta(&mut self, __delta: Self::Delta) -> __rt::bool {
            Self::apply(self, __delta);
            true
        }
        fn interpolate(&self, __newer: &Self, __at: ::core::primitive::f32) -> Self {
            Self {
                pos: <Vector3 as __snap::interpolate::Interpolate>::linear_up_to(
                    &self.pos,
                    &__newer.pos,
                    __at,
                    8f64,
                ),
                yaw: <f32 as __snap::interpolate::Interpolate>::turning(
                    &self.yaw,
                    &__newer.yaw,
                    __at,
                    __snap::interpolate::RADIANS,
                ),
                health: __rt::Clone::clone(&self.health),
                grounded: __rt::Clone::clone(&self.grounded),
            }
        }
        fn extrapolate(&self, __seconds: ::core::primitive::f32) -> Self {
            Player::ahead(self, __seconds)
        }
    }
    #[automatically_derived]
    impl __snap::SnapshotInput for Player {
        fn delta_from(&self, __other: &Self) -> Self::Delta {
            Self::changes_since(self, __other)
        }
    }
};
