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
    const __CAPACITY_Player: __rt::usize = __rt::capacity::<__rt::Widest, Player>();
    #[automatically_derived]
    impl<AnyDialect: __rt::Dialect> __rt::Template<AnyDialect> for Player {
        const NAME: &'static __rt::str = "Player";
        const OPENING: &'static [__rt::Word] = &__rt::dictionary_opening::<
            AnyDialect,
        >(10);
        __rt::template!(
            AnyDialect, __CAPACITY_Player, 10, [let _ = < Item as __rt::GodotVar <
            AnyDialect >> ::check;], [u32, String, Vector3, Vector3, f32, i32, bool, Vec
            < Item > as __rt::Same, Option < u32 >, u8]
        );
    }
    #[automatically_derived]
    impl<AnyDialect: __rt::Dialect> __rt::Record<AnyDialect> for Player {
        type Value = Player;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write<__S: __rt::Sink<AnyDialect>>(
            __value: &Self::Value,
            __sink: &mut __S,
        ) -> __rt::Result<(), __S::Stop> {
            let _ = <Item as __rt::GodotVar<AnyDialect>>::check;
            let __slots = <Self as __rt::Template<AnyDialect>>::SLOTS;
            __rt::ok!(__S::put(__sink, & __slots[0], & (__value.id)));
            __rt::ok!(__S::put(__sink, & __slots[1], & (__value.name)));
            __rt::ok!(__S::put(__sink, & __slots[2], & (__value.position)));
            __rt::ok!(__S::put(__sink, & __slots[3], & (__value.velocity)));
            __rt::ok!(__S::put(__sink, & __slots[4], & (__value.yaw)));
            __rt::ok!(__S::put(__sink, & __slots[5], & (__value.health)));
            __rt::ok!(__S::put(__sink, & __slots[6], & (__value.grounded)));
            __rt::ok!(__S::put(__sink, & __slots[7], & (__value.inventory)));
            __rt::ok!(__S::put(__sink, & __slots[8], & (__value.target)));
            __rt::ok!(__S::put(__sink, & __slots[9], & (__value.r#type)));
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<'de_, AnyDialect: __rt::Dialect> __rt::ReadRecord<'de_, AnyDialect> for Player {
        type Value = Player;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read<__S: __rt::Source<'de_, AnyDialect>>(
            __source: &mut __S,
        ) -> __rt::Result<Self::Value, __S::Miss> {
            let _ = <Item as __rt::GodotVar<AnyDialect>>::check;
            let __slots = <Self as __rt::Template<AnyDialect>>::SLOTS;
            __rt::Ok(Player {
                id: __rt::ok!(__S::get(__source, & __slots[0])),
                name: __rt::ok!(__S::get(__source, & __slots[1])),
                position: __rt::ok!(__S::get(__source, & __slots[2])),
                velocity: __rt::ok!(__S::get(__source, & __slots[3])),
                yaw: __rt::ok!(__S::get(__source, & __slots[4])),
                health: __rt::ok!(__S::get(__source, & __slots[5])),
                grounded: __rt::ok!(__S::get(__source, & __slots[6])),
                inventory: __rt::ok!(
                    __S::get:: < Vec < Item > > (__source, & __slots[7])
                ),
                target: __rt::ok!(__S::get(__source, & __slots[8])),
                r#type: __rt::ok!(__S::get(__source, & __slots[9])),
            })
        }
        #[inline]
        fn read_into<__S: __rt::Source<'de_, AnyDialect>>(
            __source: &mut __S,
            __place: &mut Self::Value,
        ) -> __rt::Result<(), __S::Miss> {
            let _ = <Item as __rt::GodotVar<AnyDialect>>::check;
            let __slots = <Self as __rt::Template<AnyDialect>>::SLOTS;
            __rt::ok!(__S::get_into(__source, & __slots[0], & mut (__place.id)));
            __rt::ok!(__S::get_into(__source, & __slots[1], & mut (__place.name)));
            __rt::ok!(__S::get_into(__source, & __slots[2], & mut (__place.position)));
            __rt::ok!(__S::get_into(__source, & __slots[3], & mut (__place.velocity)));
            __rt::ok!(__S::get_into(__source, & __slots[4], & mut (__place.yaw)));
            __rt::ok!(__S::get_into(__source, & __slots[5], & mut (__place.health)));
            __rt::ok!(__S::get_into(__source, & __slots[6], & mut (__place.grounded)));
            __rt::ok!(__S::get_into(__source, & __slots[7], & mut (__place.inventory)));
            __rt::ok!(__S::get_into(__source, & __slots[8], & mut (__place.target)));
            __rt::ok!(__S::get_into(__source, & __slots[9], & mut (__place.r#type)));
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<AnyDialect: __rt::Dialect> __rt::Describe<AnyDialect> for Player {
        const KEYS: &'static __rt::TypeLayout<'static> = &__rt::TypeLayout::Record(
            &__rt::dictionary(
                "Player",
                &[
                    __rt::field("id"),
                    __rt::field("name"),
                    __rt::field("position"),
                    __rt::field("velocity"),
                    __rt::field("yaw"),
                    __rt::field("health"),
                    __rt::field("grounded"),
                    __rt::field("inventory"),
                    __rt::field("target"),
                    __rt::field("type"),
                ],
            ),
        );
        __rt::describe_record!(
            AnyDialect, [let _ = < Item as __rt::GodotVar < AnyDialect >> ::check;],
            [u32, String, Vector3, Vector3, f32, i32, bool, Vec < Item > as __rt::Same,
            Option < u32 >, u8]
        );
    }
    #[automatically_derived]
    impl<AnyDialect: __rt::Dialect> __rt::EncodeVariant<AnyDialect> for Player {
        const FACTS: __rt::Facts = __rt::record_facts::<AnyDialect, Self>();
        __rt::encode_as_record!(AnyDialect, []);
    }
    #[automatically_derived]
    impl<'de_, AnyDialect: __rt::Dialect> __rt::DecodeVariant<'de_, AnyDialect>
    for Player {
        __rt::decode_as_record!('de_, AnyDialect, []);
    }
    #[automatically_derived]
    impl __rt::Keyed for Player {}
};
