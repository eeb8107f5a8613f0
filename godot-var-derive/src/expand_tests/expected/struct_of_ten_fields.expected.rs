#[allow(
    non_camel_case_types,
    non_local_definitions,
    non_upper_case_globals,
    trivial_numeric_casts,
    unreachable_patterns,
    unused_mut,
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
    impl<__D: __rt::Dialect> __rt::Layout<__D> for Player {
        const OPEN: &'static [__rt::Word] = &__rt::dictionary_open::<__D>(10);
        const PARTS: &'static [__rt::Part] = &[
            __rt::part::<__D, u32>("id", &[]),
            __rt::part::<__D, String>("name", &[]),
            __rt::part::<__D, Vector3>("position", &[]),
            __rt::part::<__D, Vector3>("velocity", &[]),
            __rt::part::<__D, f32>("yaw", &[]),
            __rt::part::<__D, i32>("health", &[]),
            __rt::part::<__D, bool>("grounded", &[]),
            __rt::part::<__D, Vec<Item>>("inventory", &[]),
            __rt::part::<__D, Option<u32>>("target", &[]),
            __rt::part::<__D, u8>("type", &[]),
        ];
        const TEMPLATE: &'static [__rt::Word] = __rt::cut(
            &__rt::template::<__D, Self, __CAPACITY_Player>(),
        );
        const USUAL: &'static [__rt::Word] = __rt::cut(
            &__rt::usual::<__D, Self, __CAPACITY_Player>(),
        );
        const STEPS: &'static [__rt::Step] = &__rt::steps::<__D, Self, 10>();
        type Offsets = [__rt::u32; 10];
    }
    #[automatically_derived]
    impl<__D: __rt::Dialect> __rt::Record<__D> for Player {
        type Value = Player;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write<__S: __rt::Sink<__D>>(
            __value: &Self::Value,
            __sink: &mut __S,
        ) -> __rt::Result<(), __S::Stop> {
            let __steps = <Self as __rt::Layout<__D>>::STEPS;
            __S::put(__sink, &__steps[0], &__value.id)?;
            __S::put(__sink, &__steps[1], &__value.name)?;
            __S::put(__sink, &__steps[2], &__value.position)?;
            __S::put(__sink, &__steps[3], &__value.velocity)?;
            __S::put(__sink, &__steps[4], &__value.yaw)?;
            __S::put(__sink, &__steps[5], &__value.health)?;
            __S::put(__sink, &__steps[6], &__value.grounded)?;
            __S::put(__sink, &__steps[7], &__value.inventory)?;
            __S::put(__sink, &__steps[8], &__value.target)?;
            __S::put(__sink, &__steps[9], &__value.r#type)?;
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
            let __steps = <Self as __rt::Layout<__D>>::STEPS;
            __rt::Ok(Player {
                id: __S::get::<u32>(__source, &__steps[0])?,
                name: __S::get::<String>(__source, &__steps[1])?,
                position: __S::get::<Vector3>(__source, &__steps[2])?,
                velocity: __S::get::<Vector3>(__source, &__steps[3])?,
                yaw: __S::get::<f32>(__source, &__steps[4])?,
                health: __S::get::<i32>(__source, &__steps[5])?,
                grounded: __S::get::<bool>(__source, &__steps[6])?,
                inventory: __S::get::<Vec<Item>>(__source, &__steps[7])?,
                target: __S::get::<Option<u32>>(__source, &__steps[8])?,
                r#type: __S::get::<u8>(__source, &__steps[9])?,
            })
        }
        #[inline]
        fn read_into<__S: __rt::Source<'__de, __D>>(
            __source: &mut __S,
            __place: &mut Self::Value,
        ) -> __rt::Result<(), __S::Miss> {
            let __steps = <Self as __rt::Layout<__D>>::STEPS;
            __S::get_into::<u32, _>(__source, &__steps[0], &mut __place.id)?;
            __S::get_into::<String, _>(__source, &__steps[1], &mut __place.name)?;
            __S::get_into::<Vector3, _>(__source, &__steps[2], &mut __place.position)?;
            __S::get_into::<Vector3, _>(__source, &__steps[3], &mut __place.velocity)?;
            __S::get_into::<f32, _>(__source, &__steps[4], &mut __place.yaw)?;
            __S::get_into::<i32, _>(__source, &__steps[5], &mut __place.health)?;
            __S::get_into::<bool, _>(__source, &__steps[6], &mut __place.grounded)?;
            __S::get_into::<
                Vec<Item>,
                _,
            >(__source, &__steps[7], &mut __place.inventory)?;
            __S::get_into::<Option<u32>, _>(__source, &__steps[8], &mut __place.target)?;
            __S::get_into::<u8, _>(__source, &__steps[9], &mut __place.r#type)?;
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
                deny_unknown: false,
                fields: &[
                    __rt::field_layout(
                        "id",
                        &[],
                        <u32 as __rt::Wire<__D>>::LAYOUT,
                        __rt::Presence::REQUIRED,
                    ),
                    __rt::field_layout(
                        "name",
                        &[],
                        <String as __rt::Wire<__D>>::LAYOUT,
                        __rt::Presence::REQUIRED,
                    ),
                    __rt::field_layout(
                        "position",
                        &[],
                        <Vector3 as __rt::Wire<__D>>::LAYOUT,
                        __rt::Presence::REQUIRED,
                    ),
                    __rt::field_layout(
                        "velocity",
                        &[],
                        <Vector3 as __rt::Wire<__D>>::LAYOUT,
                        __rt::Presence::REQUIRED,
                    ),
                    __rt::field_layout(
                        "yaw",
                        &[],
                        <f32 as __rt::Wire<__D>>::LAYOUT,
                        __rt::Presence::REQUIRED,
                    ),
                    __rt::field_layout(
                        "health",
                        &[],
                        <i32 as __rt::Wire<__D>>::LAYOUT,
                        __rt::Presence::REQUIRED,
                    ),
                    __rt::field_layout(
                        "grounded",
                        &[],
                        <bool as __rt::Wire<__D>>::LAYOUT,
                        __rt::Presence::REQUIRED,
                    ),
                    __rt::field_layout(
                        "inventory",
                        &[],
                        <Vec<Item> as __rt::Wire<__D>>::LAYOUT,
                        __rt::Presence::REQUIRED,
                    ),
                    __rt::field_layout(
                        "target",
                        &[],
                        <Option<u32> as __rt::Wire<__D>>::LAYOUT,
                        __rt::Presence::REQUIRED,
                    ),
                    __rt::field_layout(
                        "type",
                        &[],
                        <u8 as __rt::Wire<__D>>::LAYOUT,
                        __rt::Presence::REQUIRED,
                    ),
                ],
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
    impl<__D: __rt::Dialect> __rt::EncodeEntries<__D> for Player {
        fn entry_count(&self) -> __rt::usize {
            __rt::entries::count_record::<__D, Self>(self)
        }
        fn encode_entries<__O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            __rt::entries::encode_pairs::<__D, Self, __O>(self, __out)
        }
    }
    #[automatically_derived]
    impl<'__de, __D: __rt::Dialect> __rt::DecodeEntries<'__de, __D> for Player {
        fn decode_entries(
            __entries: &mut __rt::Entries<'__de, __D>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            <Self as __rt::ReadRecord<'__de, __D>>::read(__entries)
        }
    }
};
