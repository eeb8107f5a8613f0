//! The records with texts, which borrow them from the message.

use godot_var::GodotFlat;

use crate::data::{Abilities, Address, GameType};

/// What the formats derive that can borrow.
macro_rules! borrowing {
    ($($item:item)*) => { $(
        #[derive(Debug, PartialEq, GodotFlat, serde::Deserialize, bitcode::Encode, bitcode::Decode, wincode::SchemaRead)]
        $item
    )* };
}

borrowing! {
    pub(crate) struct Log<'a> {
        address: Address,
        identity: &'a str,
        userid: &'a str,
        date: &'a str,
        request: &'a str,
        code: u16,
        size: u64,
    }

    pub(crate) struct Logs<'a> {
        #[serde(borrow)]
        logs: Vec<Log<'a>>,
    }

    pub(crate) struct Item<'a> { count: i8, slot: u8, id: &'a str }

    pub(crate) struct Entity<'a> {
        id: &'a str,
        pos: (f64, f64, f64),
        motion: (f64, f64, f64),
        rotation: (f32, f32),
        fall_distance: f32,
        fire: u16,
        air: u16,
        on_ground: bool,
        no_gravity: bool,
        invulnerable: bool,
        portal_cooldown: i32,
        uuid: [u32; 4],
        custom_name: Option<&'a str>,
        custom_name_visible: bool,
        silent: bool,
        glowing: bool,
    }

    pub(crate) struct RecipeBook<'a> {
        #[serde(borrow)]
        recipes: Vec<&'a str>,
        to_be_displayed: Vec<&'a str>,
        is_filtering_craftable: bool,
        is_gui_open: bool,
        is_furnace_filtering_craftable: bool,
        is_furnace_gui_open: bool,
        is_blasting_furnace_filtering_craftable: bool,
        is_blasting_furnace_gui_open: bool,
        is_smoker_filtering_craftable: bool,
        is_smoker_gui_open: bool,
    }

    pub(crate) struct Player<'a> {
        game_type: GameType,
        previous_game_type: GameType,
        score: i64,
        dimension: &'a str,
        selected_item_slot: u32,
        #[serde(borrow)]
        selected_item: Item<'a>,
        spawn_dimension: Option<&'a str>,
        spawn_x: i64,
        spawn_y: i64,
        spawn_z: i64,
        spawn_forced: Option<bool>,
        sleep_timer: u16,
        food_exhaustion_level: f32,
        food_saturation_level: f32,
        food_tick_timer: u32,
        xp_level: u32,
        xp_p: f32,
        xp_total: i32,
        xp_seed: i32,
        inventory: Vec<Item<'a>>,
        ender_items: Vec<Item<'a>>,
        abilities: Abilities,
        entered_nether_position: Option<(f64, f64, f64)>,
        root_vehicle: Option<([u32; 4], Entity<'a>)>,
        shoulder_entity_left: Option<Entity<'a>>,
        shoulder_entity_right: Option<Entity<'a>>,
        seen_credits: bool,
        recipe_book: RecipeBook<'a>,
    }

    pub(crate) struct Players<'a> {
        #[serde(borrow)]
        players: Vec<Player<'a>>,
    }
}
