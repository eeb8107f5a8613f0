#[derive(Debug, Clone)]
/// The fields of a [`Player`] that changed; `None` is a field that did not.
pub struct PlayerDelta {
    /// Hit points.
    pub hp: ::core::option::Option<i32>,
    speed: ::core::option::Option<f32>,
    name: ::core::option::Option<Option<String>>,
}
#[allow(
    non_camel_case_types,
    non_local_definitions,
    non_upper_case_globals,
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
    impl<__D: __rt::Dialect, __Q: __rt::Ask> __rt::FieldTable<__D, __Q> for PlayerDelta {
        const FIELDS: &'static [__rt::Field] = &[
            __rt::field::<
                __D,
                __Q,
                __rt::As<__rt::Option<i32>, __rt::Change<__rt::Same>>,
            >("hp")
                .present(__rt::Presence::OPTIONAL),
            __rt::field::<
                __D,
                __Q,
                __rt::As<__rt::Option<f32>, __rt::Change<__rt::Same>>,
            >("speed")
                .present(__rt::Presence::OPTIONAL),
            __rt::field::<
                __D,
                __Q,
                __rt::As<
                    __rt::Option<Option<String>>,
                    __rt::Change<__rt::InOption<__rt::MaxLen<9, __rt::Same>>>,
                >,
            >("name")
                .present(__rt::Presence::OPTIONAL),
        ];
    }
    const __CAPACITY_PlayerDelta: __rt::usize = __rt::capacity::<
        __rt::Widest,
        PlayerDelta,
    >();
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Template<__D> for PlayerDelta {
        const OPENING: &'static [__rt::Word] = &__rt::dictionary_opening::<__D>(3);
        const RUNS: &'static [__rt::Word] = __rt::cut(
            &__rt::runs::<__D, Self, __CAPACITY_PlayerDelta>(),
        );
        const USUAL: &'static [__rt::Word] = __rt::cut(
            &__rt::usual::<__D, Self, __CAPACITY_PlayerDelta>(),
        );
        const SLOTS: &'static [__rt::Slot] = &__rt::slots::<__D, Self, 3>();
        const SET: __rt::FieldSet = __rt::FieldSet::Some;
        const DENY_UNKNOWN: __rt::bool = true;
        type Offsets = [__rt::u32; 3];
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Record<__D> for PlayerDelta {
        type Value = PlayerDelta;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write<__S: __rt::Sink<__D>>(
            __value: &Self::Value,
            __sink: &mut __S,
        ) -> __rt::Result<(), __S::Stop> {
            let __slots = <Self as __rt::Template<__D>>::SLOTS;
            if !__rt::Option::is_none(&(__value.hp)) {
                __S::put(
                    __sink,
                    &__slots[0],
                    &__rt::AsRef::<
                        __rt::Option<i32>,
                        __rt::Change<__rt::Same>,
                    >::new(&(__value.hp)),
                )?;
            }
            if !__rt::Option::is_none(&(__value.speed)) {
                __S::put(
                    __sink,
                    &__slots[1],
                    &__rt::AsRef::<
                        __rt::Option<f32>,
                        __rt::Change<__rt::Same>,
                    >::new(&(__value.speed)),
                )?;
            }
            if !__rt::Option::is_none(&(__value.name)) {
                __S::put(
                    __sink,
                    &__slots[2],
                    &__rt::AsRef::<
                        __rt::Option<Option<String>>,
                        __rt::Change<__rt::InOption<__rt::MaxLen<9, __rt::Same>>>,
                    >::new(&(__value.name)),
                )?;
            }
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<'__de, __D: __rt::Dialect> __rt::ReadRecord<'__de, __D> for PlayerDelta {
        type Value = PlayerDelta;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read<__S: __rt::Source<'__de, __D>>(
            __source: &mut __S,
        ) -> __rt::Result<Self::Value, __S::Miss> {
            let __slots = <Self as __rt::Template<__D>>::SLOTS;
            __rt::Ok(PlayerDelta {
                hp: (__S::get_or::<
                    __rt::As<__rt::Option<i32>, __rt::Change<__rt::Same>>,
                >(
                    __source,
                    &__slots[0],
                    || __rt::As::new(<__rt::Option<i32> as __rt::Default>::default()),
                )?)
                    .0,
                speed: (__S::get_or::<
                    __rt::As<__rt::Option<f32>, __rt::Change<__rt::Same>>,
                >(
                    __source,
                    &__slots[1],
                    || __rt::As::new(<__rt::Option<f32> as __rt::Default>::default()),
                )?)
                    .0,
                name: (__S::get_or::<
                    __rt::As<
                        __rt::Option<Option<String>>,
                        __rt::Change<__rt::InOption<__rt::MaxLen<9, __rt::Same>>>,
                    >,
                >(
                    __source,
                    &__slots[2],
                    || __rt::As::new(
                        <__rt::Option<Option<String>> as __rt::Default>::default(),
                    ),
                )?)
                    .0,
            })
        }
        #[inline]
        fn read_into<__S: __rt::Source<'__de, __D>>(
            __source: &mut __S,
            __place: &mut Self::Value,
        ) -> __rt::Result<(), __S::Miss> {
            let __slots = <Self as __rt::Template<__D>>::SLOTS;
            __S::get_as_or_into::<
                __rt::As<__rt::Option<i32>, __rt::Change<__rt::Same>>,
                __rt::Option<i32>,
            >(
                __source,
                &__slots[0],
                || __rt::As::new(<__rt::Option<i32> as __rt::Default>::default()),
                &mut __place.hp,
            )?;
            __S::get_as_or_into::<
                __rt::As<__rt::Option<f32>, __rt::Change<__rt::Same>>,
                __rt::Option<f32>,
            >(
                __source,
                &__slots[1],
                || __rt::As::new(<__rt::Option<f32> as __rt::Default>::default()),
                &mut __place.speed,
            )?;
            __S::get_as_or_into::<
                __rt::As<
                    __rt::Option<Option<String>>,
                    __rt::Change<__rt::InOption<__rt::MaxLen<9, __rt::Same>>>,
                >,
                __rt::Option<Option<String>>,
            >(
                __source,
                &__slots[2],
                || __rt::As::new(
                    <__rt::Option<Option<String>> as __rt::Default>::default(),
                ),
                &mut __place.name,
            )?;
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Wire<__D> for PlayerDelta {
        type Shortcuts = __rt::RecordShortcuts;
        const FACTS: __rt::Facts = __rt::record_facts::<__D, Self>();
        const LAYOUT: &'static __rt::TypeLayout<'static> = &__rt::TypeLayout::Record(
            &__rt::RecordLayout {
                name: "PlayerDelta",
                keyed: true,
                name_keys: false,
                deny_unknown: true,
                fields: &__rt::layouts::<__D, PlayerDelta, 3>(),
            },
        );
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::EncodeVariant<__D> for PlayerDelta {
        #[inline]
        fn encode<__O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            __rt::record::encode::<__D, Self, __O>(self, __out)
        }
    }
    #[automatically_derived]
    impl<'__de, __D: __rt::Dialect> __rt::DecodeVariant<'__de, __D> for PlayerDelta {
        #[inline]
        fn decode(
            __reader: &mut __rt::Reader<'__de>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            __rt::record::decode::<__D, Self>(__reader)
        }
    }
    #[automatically_derived]
    impl __rt::Keyed for PlayerDelta {}
};
#[allow(
    non_camel_case_types,
    non_local_definitions,
    non_upper_case_globals,
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
    #[allow(dead_code, single_use_lifetimes)]
    impl Player {
        /// The fields that are not equal to those of an older value.
        pub fn changes_since(&self, older: &Self) -> PlayerDelta {
            PlayerDelta {
                hp: <i32 as __rt::DeltaField>::changed(&self.hp, &older.hp),
                speed: __rt::changed_float::<f32>(&self.speed, &older.speed),
                name: <Option<
                    String,
                > as __rt::DeltaField>::changed(&self.name, &older.name),
            }
        }
        /// Takes the changed fields over.
        pub fn apply(&mut self, delta: PlayerDelta) {
            if let __rt::Some(__value) = delta.hp {
                self.hp = __value;
            }
            if let __rt::Some(__value) = delta.speed {
                self.speed = __value;
            }
            if let __rt::Some(__value) = delta.name {
                self.name = __value;
            }
        }
    }
    #[allow(dead_code, single_use_lifetimes)]
    impl PlayerDelta {
        /// Whether no field changed.
        pub fn is_empty(&self) -> __rt::bool {
            __rt::Option::is_none(&self.hp) && __rt::Option::is_none(&self.speed)
                && __rt::Option::is_none(&self.name)
        }
    }
    #[automatically_derived]
    impl __rt::Default for PlayerDelta {
        fn default() -> Self {
            Self {
                hp: __rt::None,
                speed: __rt::None,
                name: __rt::None,
            }
        }
    }
};
#[allow(
    non_camel_case_types,
    non_local_definitions,
    non_upper_case_globals,
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
    impl<__D: __rt::Dialect, __Q: __rt::Ask> __rt::FieldTable<__D, __Q> for Player {
        const FIELDS: &'static [__rt::Field] = &[
            __rt::field::<__D, __Q, i32>("hp").present(__rt::Presence::DEFAULTED),
            __rt::field::<__D, __Q, f32>("speed"),
            __rt::field::<
                __D,
                __Q,
                __rt::As<Option<String>, __rt::InOption<__rt::MaxLen<9, __rt::Same>>>,
            >("name"),
        ];
    }
    const __CAPACITY_Player: __rt::usize = __rt::capacity::<__rt::Widest, Player>();
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Template<__D> for Player {
        const OPENING: &'static [__rt::Word] = &__rt::dictionary_opening::<__D>(3);
        const RUNS: &'static [__rt::Word] = __rt::cut(
            &__rt::runs::<__D, Self, __CAPACITY_Player>(),
        );
        const USUAL: &'static [__rt::Word] = __rt::cut(
            &__rt::usual::<__D, Self, __CAPACITY_Player>(),
        );
        const SLOTS: &'static [__rt::Slot] = &__rt::slots::<__D, Self, 3>();
        const DENY_UNKNOWN: __rt::bool = true;
        type Offsets = [__rt::u32; 3];
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Record<__D> for Player {
        type Value = Player;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write<__S: __rt::Sink<__D>>(
            __value: &Self::Value,
            __sink: &mut __S,
        ) -> __rt::Result<(), __S::Stop> {
            let __slots = <Self as __rt::Template<__D>>::SLOTS;
            __S::put(__sink, &__slots[0], &(__value.hp))?;
            __S::put(__sink, &__slots[1], &(__value.speed))?;
            __S::put(
                __sink,
                &__slots[2],
                &__rt::AsRef::<
                    Option<String>,
                    __rt::InOption<__rt::MaxLen<9, __rt::Same>>,
                >::new(&(__value.name)),
            )?;
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<'__de, __D: __rt::Dialect> __rt::ReadRecord<'__de, __D> for Player {
        type Value = Player;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read<__S: __rt::Source<'__de, __D>>(
            __source: &mut __S,
        ) -> __rt::Result<Self::Value, __S::Miss> {
            let __slots = <Self as __rt::Template<__D>>::SLOTS;
            __rt::Ok(Player {
                hp: __S::get_or::<i32>(__source, &__slots[0], || -> i32 { 5 })?,
                speed: __S::get(__source, &__slots[1])?,
                name: (__S::get::<
                    __rt::As<Option<String>, __rt::InOption<__rt::MaxLen<9, __rt::Same>>>,
                >(__source, &__slots[2])?)
                    .0,
                local: __rt::Default::default(),
            })
        }
        #[inline]
        fn read_into<__S: __rt::Source<'__de, __D>>(
            __source: &mut __S,
            __place: &mut Self::Value,
        ) -> __rt::Result<(), __S::Miss> {
            let __slots = <Self as __rt::Template<__D>>::SLOTS;
            __S::get_as_or_into::<
                i32,
                i32,
            >(__source, &__slots[0], || -> i32 { 5 }, &mut __place.hp)?;
            __S::get_into(__source, &__slots[1], &mut (__place.speed))?;
            __S::get_as_into::<
                __rt::As<Option<String>, __rt::InOption<__rt::MaxLen<9, __rt::Same>>>,
                Option<String>,
            >(__source, &__slots[2], &mut __place.name)?;
            __place.local = __rt::Default::default();
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Wire<__D> for Player {
        type Shortcuts = __rt::RecordShortcuts;
        const FACTS: __rt::Facts = __rt::record_facts::<__D, Self>();
        const LAYOUT: &'static __rt::TypeLayout<'static> = &__rt::TypeLayout::Record(
            &__rt::RecordLayout {
                name: "Player",
                keyed: true,
                name_keys: false,
                deny_unknown: true,
                fields: &__rt::layouts::<__D, Player, 3>(),
            },
        );
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::EncodeVariant<__D> for Player {
        #[inline]
        fn encode<__O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            __rt::record::encode::<__D, Self, __O>(self, __out)
        }
    }
    #[automatically_derived]
    impl<'__de, __D: __rt::Dialect> __rt::DecodeVariant<'__de, __D> for Player {
        #[inline]
        fn decode(
            __reader: &mut __rt::Reader<'__de>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            __rt::record::decode::<__D, Self>(__reader)
        }
    }
    #[automatically_derived]
    impl __rt::Keyed for Player {}
};
