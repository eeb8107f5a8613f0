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
    use ::godot_var::multiplayer as __mp;
    use __mp::derived::Value as __Value;
    const __PROPERTIES: &[__mp::Property] = &[
        __mp::Property::new(".:position", __mp::ReplicationMode::Always),
        __mp::Property::new(".:health", __mp::ReplicationMode::OnChange),
        __mp::Property::new(".:title", __mp::ReplicationMode::Never),
        __mp::Property::new("Bag:items", __mp::ReplicationMode::OnChange)
            .with_spawn(false),
    ];
    #[automatically_derived]
    impl __mp::PropertySet for Player {
        const PROPERTIES: &'static [__mp::Property] = __PROPERTIES;
        #[inline]
        fn encode_property<__O: __rt::Output>(
            &self,
            __index: __rt::usize,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            let _ = <Item as __Value<'_>>::check;
            match __index {
                0 => <Vector2 as __Value<'_>>::put(&self.position, ".:position", __out),
                1 => <i32 as __Value<'_>>::put(&self.health, ".:health", __out),
                2 => <String as __Value<'_>>::put(&self.title, ".:title", __out),
                3 => <Vec<Item> as __Value<'_>>::put(&self.items, "Bag:items", __out),
                _ => __rt::Ok(()),
            }
        }
        #[inline]
        fn decode_property(
            &mut self,
            __index: __rt::usize,
            __reader: &mut __rt::Reader<'_>,
        ) -> __rt::Result<(), __rt::DecodeError> {
            let _ = <Item as __Value<'_>>::check;
            match __index {
                0 => {
                    self.position = <Vector2 as __mp::derived::Owned>::property(
                        __reader,
                        ".:position",
                    )?;
                }
                1 => {
                    self.health = <i32 as __mp::derived::Owned>::property(
                        __reader,
                        ".:health",
                    )?;
                }
                2 => {
                    self.title = <String as __mp::derived::Owned>::property(
                        __reader,
                        ".:title",
                    )?;
                }
                3 => {
                    self.items = <Vec<
                        Item,
                    > as __mp::derived::Owned>::property(__reader, "Bag:items")?;
                }
                _ => {}
            }
            __rt::Ok(())
        }
    }
};
