//! The same types with the attributes that make messages small: `varint`, `flags`, `bits`.

use godot_var::GodotFlat;
use serde::Deserialize;

use crate::data::{Address, GameType, Item, Kind, TerrainUpdate, Transform};

/// What is read from the values of the whole types.
macro_rules! sized {
    ($($item:item)*) => { $(
        #[derive(Debug, PartialEq, GodotFlat, Deserialize)]
        $item
    )* };
}

sized! {
    pub(crate) struct Log {
        address: Address,
        identity: String,
        userid: String,
        date: String,
        request: String,
        #[flat(varint)]
        code: u16,
        #[flat(varint)]
        size: u64,
    }

    pub(crate) struct Logs { logs: Vec<Log> }

    #[flat(flags)]
    pub(crate) struct Abilities {
        walk_speed: f32,
        fly_speed: f32,
        may_fly: bool,
        flying: bool,
        invulnerable: bool,
        may_build: bool,
        instabuild: bool,
    }

    #[flat(flags)]
    pub(crate) struct Entity {
        id: String,
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
        custom_name: Option<String>,
        custom_name_visible: bool,
        silent: bool,
        glowing: bool,
    }

    #[flat(flags)]
    pub(crate) struct RecipeBook {
        recipes: Vec<String>,
        to_be_displayed: Vec<String>,
        is_filtering_craftable: bool,
        is_gui_open: bool,
        is_furnace_filtering_craftable: bool,
        is_furnace_gui_open: bool,
        is_blasting_furnace_filtering_craftable: bool,
        is_blasting_furnace_gui_open: bool,
        is_smoker_filtering_craftable: bool,
        is_smoker_gui_open: bool,
    }

    #[flat(flags)]
    pub(crate) struct Player {
        #[flat(bits = 2)]
        game_type: GameType,
        #[flat(bits = 2)]
        previous_game_type: GameType,
        score: i64,
        dimension: String,
        selected_item_slot: u32,
        selected_item: Item,
        spawn_dimension: Option<String>,
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
        inventory: Vec<Item>,
        ender_items: Vec<Item>,
        abilities: Abilities,
        entered_nether_position: Option<(f64, f64, f64)>,
        root_vehicle: Option<([u32; 4], Entity)>,
        shoulder_entity_left: Option<Entity>,
        shoulder_entity_right: Option<Entity>,
        seen_credits: bool,
        recipe_book: RecipeBook,
    }

    pub(crate) struct Players { players: Vec<Player> }

    pub(crate) struct Guidance {
        angle: u16,
        submerge: bool,
        #[flat(varint)]
        velocity: i16,
    }

    #[flat(flags)]
    pub(crate) struct Contact {
        damage: u8,
        entity_id: u32,
        entity_type: Option<Kind>,
        guidance: Guidance,
        player_id: Option<u16>,
        reloads: Vec<bool>,
        transform: Transform,
        turret_angles: Vec<u16>,
    }

    pub(crate) struct Update {
        contacts: Vec<Contact>,
        score: u32,
        world_radius: f32,
        terrain_updates: Vec<TerrainUpdate>,
    }

    pub(crate) struct Updates { updates: Vec<Update> }
}
