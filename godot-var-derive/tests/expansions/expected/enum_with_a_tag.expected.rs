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
    struct Variant_Spawned();
    #[automatically_derived]
    impl<AnyDialect: __rt::Dialect> __rt::Describe<AnyDialect> for Variant_Spawned {
        const KEYS: &'static __rt::TypeLayout<'static> = &__rt::TypeLayout::Record(
            &__rt::dictionary("Event::Spawned", &[__rt::field("id"), __rt::field("at")]),
        );
        __rt::describe_record!(AnyDialect, [], [u32, Vector3]);
    }
    const __CAPACITY_Variant_Spawned: __rt::usize = __rt::capacity::<
        __rt::Widest,
        Variant_Spawned,
    >();
    #[automatically_derived]
    impl<AnyDialect: __rt::Dialect> __rt::Template<AnyDialect> for Variant_Spawned {
        const NAME: &'static __rt::str = "Spawned";
        const OPENING: &'static [__rt::Word] = __rt::cut(
            &__rt::tag_opening::<
                AnyDialect,
                { __rt::tag_capacity("type", __rt::Tag::Text("Spawned")) },
            >(2, "type", __rt::Tag::Text("Spawned")),
        );
        const TAG: __rt::Option<&'static __rt::str> = __rt::Some("type");
        __rt::template!(AnyDialect, __CAPACITY_Variant_Spawned, 2, [], [u32, Vector3]);
    }
    #[automatically_derived]
    impl<AnyDialect: __rt::Dialect> __rt::Record<AnyDialect> for Variant_Spawned {
        type Value = Event;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write<__S: __rt::Sink<AnyDialect>>(
            __value: &Self::Value,
            __sink: &mut __S,
        ) -> __rt::Result<(), __S::Stop> {
            let __slots = <Self as __rt::Template<AnyDialect>>::SLOTS;
            if let Event::Spawned { id: __field0, at: __field1 } = __value {
                __rt::ok!(__S::put(__sink, & __slots[0], (__field0)));
                __rt::ok!(__S::put(__sink, & __slots[1], (__field1)));
            }
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<'de_, AnyDialect: __rt::Dialect> __rt::ReadRecord<'de_, AnyDialect>
    for Variant_Spawned {
        type Value = Event;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read<__S: __rt::Source<'de_, AnyDialect>>(
            __source: &mut __S,
        ) -> __rt::Result<Self::Value, __S::Miss> {
            let __slots = <Self as __rt::Template<AnyDialect>>::SLOTS;
            __rt::Ok(Event::Spawned {
                id: __rt::ok!(__S::get(__source, & __slots[0])),
                at: __rt::ok!(__S::get(__source, & __slots[1])),
            })
        }
    }
    struct Variant_Chat();
    #[automatically_derived]
    impl<AnyDialect: __rt::Dialect> __rt::Describe<AnyDialect> for Variant_Chat {
        const KEYS: &'static __rt::TypeLayout<'static> = {
            let _ = <Chat as __rt::BesideTag<AnyDialect>>::check;
            &__rt::TypeLayout::Record(
                &__rt::dictionary("Event::Chat", &[__rt::flattened::<Chat>("0")]),
            )
        };
        __rt::describe_record!(
            AnyDialect, [let _ = < Chat as __rt::BesideTag < AnyDialect >> ::check;],
            [Chat as __rt::Same]
        );
    }
    const __CAPACITY_Variant_Chat: __rt::usize = __rt::capacity::<
        __rt::Widest,
        Variant_Chat,
    >();
    #[automatically_derived]
    impl<AnyDialect: __rt::Dialect> __rt::Template<AnyDialect> for Variant_Chat {
        const NAME: &'static __rt::str = "Chat";
        const OPENING: &'static [__rt::Word] = __rt::cut(
            &__rt::tag_opening::<
                AnyDialect,
                { __rt::tag_capacity("type", __rt::Tag::Text("Chat")) },
            >(0, "type", __rt::Tag::Text("Chat")),
        );
        const SET: __rt::FieldSet = __rt::FieldSet::Flattened;
        const RESERVED: __rt::ReservedKeys = __rt::reserved_by::<AnyDialect, Self>();
        const TAG: __rt::Option<&'static __rt::str> = __rt::Some("type");
        __rt::template!(
            AnyDialect, __CAPACITY_Variant_Chat, 0, [let _ = < Chat as __rt::BesideTag <
            AnyDialect >> ::check;], [Chat as __rt::Same]
        );
    }
    #[automatically_derived]
    impl<AnyDialect: __rt::Dialect> __rt::Record<AnyDialect> for Variant_Chat {
        type Value = Event;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write<__S: __rt::Sink<AnyDialect>>(
            __value: &Self::Value,
            __sink: &mut __S,
        ) -> __rt::Result<(), __S::Stop> {
            let _ = <Chat as __rt::BesideTag<AnyDialect>>::check;
            let __slots = <Self as __rt::Template<AnyDialect>>::SLOTS;
            if let Event::Chat { 0: __field0 } = __value {
                __S::flatten(__sink, (__field0))?;
            }
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl<'de_, AnyDialect: __rt::Dialect> __rt::ReadRecord<'de_, AnyDialect>
    for Variant_Chat {
        type Value = Event;
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read<__S: __rt::Source<'de_, AnyDialect>>(
            __source: &mut __S,
        ) -> __rt::Result<Self::Value, __S::Miss> {
            let _ = <Chat as __rt::BesideTag<AnyDialect>>::check;
            let __slots = <Self as __rt::Template<AnyDialect>>::SLOTS;
            __rt::Ok(Event::Chat {
                0: __S::flatten::<Chat>(__source)?,
            })
        }
    }
    const _: () = __rt::fail_if(
        __rt::key_mistake(
            <Variant_Chat as __rt::Describe>::KEYS,
            0usize,
            __rt::Some("type"),
        ),
    );
    #[automatically_derived]
    impl<AnyDialect: __rt::Dialect> __rt::Describe<AnyDialect> for Event {
        const LAYOUT: &'static __rt::TypeLayout<'static> = {
            let _ = <Chat as __rt::BesideTag<AnyDialect>>::check;
            &__rt::TypeLayout::Enumeration(
                &__rt::EnumerationLayout {
                    name: "Event",
                    form: __rt::EnumerationForm::Internal("type"),
                    deny_unknown: false,
                    members: &[
                        __rt::MemberLayout {
                            name: "Spawned",
                            tag: __rt::Tag::Text("Spawned"),
                            aliases: &[],
                            content: __rt::Some(__rt::layout::<Variant_Spawned>()),
                        },
                        __rt::MemberLayout {
                            name: "Chat",
                            tag: __rt::Tag::Text("Chat"),
                            aliases: &[],
                            content: __rt::Some(__rt::layout::<Chat>()),
                        },
                    ],
                    other: __rt::Some(("Unknown", __rt::None)),
                },
            )
        };
        const KEYS: &'static __rt::TypeLayout<'static> = &__rt::TypeLayout::Enumeration(
            &__rt::EnumerationLayout {
                name: "",
                form: __rt::EnumerationForm::Internal("type"),
                deny_unknown: false,
                members: &[
                    __rt::MemberLayout {
                        name: "",
                        tag: __rt::Tag::Text(""),
                        aliases: &[],
                        content: __rt::Some(<Variant_Spawned as __rt::Describe>::KEYS),
                    },
                    __rt::MemberLayout {
                        name: "",
                        tag: __rt::Tag::Text(""),
                        aliases: &[],
                        content: __rt::Some(<Variant_Chat as __rt::Describe>::KEYS),
                    },
                ],
                other: __rt::None,
            },
        );
    }
    #[automatically_derived]
    impl<AnyDialect: __rt::Dialect> __rt::EncodeVariant<AnyDialect> for Event {
        const FACTS: __rt::Facts = {
            let _ = <Chat as __rt::BesideTag<AnyDialect>>::check;
            __rt::any_of(
                &[
                    __rt::record_facts::<AnyDialect, Variant_Spawned>(),
                    __rt::record_facts::<AnyDialect, Variant_Chat>(),
                ],
            )
        };
        #[inline]
        fn encode<__O: __rt::Output>(
            &self,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            let _ = <Chat as __rt::BesideTag<AnyDialect>>::check;
            match self {
                Event::Spawned { .. } => {
                    __rt::record::encode::<AnyDialect, Variant_Spawned, __O>(self, __out)
                }
                Event::Chat { .. } => {
                    __rt::record::encode::<AnyDialect, Variant_Chat, __O>(self, __out)
                }
                Event::Unknown { .. } => {
                    __rt::Err(__rt::enums::skipped_member("Unknown"))
                }
            }
        }
    }
    #[automatically_derived]
    impl<'de_, AnyDialect: __rt::Dialect> __rt::DecodeVariant<'de_, AnyDialect>
    for Event {
        #[inline]
        fn decode(
            __reader: &mut __rt::Reader<'de_>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            let _ = <Chat as __rt::BesideTag<AnyDialect>>::check;
            match __rt::enums::peek_tag::<AnyDialect>(__reader, "type") {
                __rt::Ok(__rt::Tag::Text("Spawned")) => {
                    __rt::record::decode::<AnyDialect, Variant_Spawned>(__reader)
                }
                __rt::Ok(__rt::Tag::Text("Chat")) => {
                    __rt::record::decode::<AnyDialect, Variant_Chat>(__reader)
                }
                __rt::Ok(__tag) => {
                    match __rt::enums::skip::<AnyDialect>(__reader) {
                        __rt::Ok(()) => __rt::Ok(Event::Unknown),
                        __rt::Err(__error) => __rt::Err(__error),
                    }
                }
                __rt::Err(__error) => {
                    __rt::Err(__rt::DecodeError::in_type(__error, "Event"))
                }
            }
        }
    }
    #[automatically_derived]
    impl<AnyDialect: __rt::Dialect> __rt::EncodeEntries<AnyDialect> for Event {
        fn entry_count(&self) -> __rt::usize {
            let _ = <Chat as __rt::BesideTag<AnyDialect>>::check;
            match self {
                Event::Spawned { .. } => {
                    __rt::count_variant::<AnyDialect, Variant_Spawned>(self)
                }
                Event::Chat { .. } => {
                    __rt::count_variant::<AnyDialect, Variant_Chat>(self)
                }
                Event::Unknown { .. } => 0,
            }
        }
        fn encode_entries<__O: __rt::Output>(
            &self,
            __reserved: __rt::ReservedKeys,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            let _ = <Chat as __rt::BesideTag<AnyDialect>>::check;
            match self {
                Event::Spawned { .. } => {
                    __rt::encode_variant::<
                        AnyDialect,
                        Variant_Spawned,
                        __O,
                    >(self, __reserved, __out)
                }
                Event::Chat { .. } => {
                    __rt::encode_variant::<
                        AnyDialect,
                        Variant_Chat,
                        __O,
                    >(self, __reserved, __out)
                }
                Event::Unknown { .. } => {
                    __rt::Err(__rt::enums::skipped_member("Unknown"))
                }
            }
        }
    }
    #[automatically_derived]
    impl<'de_, AnyDialect: __rt::Dialect> __rt::DecodeEntries<'de_, AnyDialect>
    for Event {
        fn decode_entries(
            __entries: &mut __rt::Entries<'de_, AnyDialect>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            let _ = <Chat as __rt::BesideTag<AnyDialect>>::check;
            match __entries.tag("type") {
                __rt::Ok(__rt::Tag::Text("Spawned")) => {
                    <Variant_Spawned as __rt::ReadRecord<
                        'de_,
                        AnyDialect,
                    >>::read(__entries)
                }
                __rt::Ok(__rt::Tag::Text("Chat")) => {
                    <Variant_Chat as __rt::ReadRecord<'de_, AnyDialect>>::read(__entries)
                }
                __rt::Ok(__tag) => __rt::Ok(Event::Unknown),
                __rt::Err(__error) => __rt::Err(__error),
            }
        }
        fn may_be(__entries: &__rt::Entries<'de_, AnyDialect>) -> __rt::bool {
            __entries.has_tag("type")
        }
    }
    #[automatically_derived]
    impl<AnyDialect: __rt::Dialect> __rt::EncodeEntries<AnyDialect>
    for __rt::Box<Event> {
        fn entry_count(&self) -> __rt::usize {
            <Event as __rt::EncodeEntries<AnyDialect>>::entry_count(self)
        }
        fn encode_entries<__O: __rt::Output>(
            &self,
            __reserved: __rt::ReservedKeys,
            __out: &mut __O,
        ) -> __rt::Result<(), __rt::EncodeError> {
            <Event as __rt::EncodeEntries<
                AnyDialect,
            >>::encode_entries(self, __reserved, __out)
        }
    }
    #[automatically_derived]
    impl<'de_, AnyDialect: __rt::Dialect> __rt::DecodeEntries<'de_, AnyDialect>
    for __rt::Box<Event> {
        fn decode_entries(
            __entries: &mut __rt::Entries<'de_, AnyDialect>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            let __read = <Event as __rt::DecodeEntries<
                'de_,
                AnyDialect,
            >>::decode_entries(__entries);
            __rt::Result::map(__read, __rt::Box::new)
        }
        fn may_be(__entries: &__rt::Entries<'de_, AnyDialect>) -> __rt::bool {
            __entries.has_tag("type")
        }
    }
};
