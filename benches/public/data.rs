//! The four data sets of `rust_serialization_benchmark`: types of the same shapes, with values from a seeded generator of our own.

use godot_var::GodotFlat;
use serde::{Deserialize, Serialize};

/// What every format of the comparison derives.
macro_rules! in_all_formats {
    ($($item:item)*) => { $(
        #[derive(
            Debug,
            Clone,
            PartialEq,
            GodotFlat,
            Serialize,
            Deserialize,
            bitcode::Encode,
            bitcode::Decode,
            wincode::SchemaWrite,
            wincode::SchemaRead,
            borsh::BorshSerialize,
            borsh::BorshDeserialize,
            nanoserde::SerBin,
            nanoserde::DeBin,
            rkyv::Archive,
            rkyv::Serialize,
            rkyv::Deserialize,
        )]
        $item
    )* };
}

in_all_formats! {
    pub struct Address { pub x0: u8, pub x1: u8, pub x2: u8, pub x3: u8 }

    pub struct Log {
        pub address: Address,
        pub identity: String,
        pub userid: String,
        pub date: String,
        pub request: String,
        pub code: u16,
        pub size: u64,
    }

    pub struct Logs { pub logs: Vec<Log> }

    pub struct Vector { pub x: f32, pub y: f32, pub z: f32 }

    pub struct Triangle {
        pub v0: Vector,
        pub v1: Vector,
        pub v2: Vector,
        pub normal: Vector,
    }

    pub struct Mesh { pub triangles: Vec<Triangle> }

    pub enum GameType { Survival, Creative, Adventure, Spectator }

    pub struct Item { pub count: i8, pub slot: u8, pub id: String }

    pub struct Abilities {
        pub walk_speed: f32,
        pub fly_speed: f32,
        pub may_fly: bool,
        pub flying: bool,
        pub invulnerable: bool,
        pub may_build: bool,
        pub instabuild: bool,
    }

    pub struct Entity {
        pub id: String,
        pub pos: (f64, f64, f64),
        pub motion: (f64, f64, f64),
        pub rotation: (f32, f32),
        pub fall_distance: f32,
        pub fire: u16,
        pub air: u16,
        pub on_ground: bool,
        pub no_gravity: bool,
        pub invulnerable: bool,
        pub portal_cooldown: i32,
        pub uuid: [u32; 4],
        pub custom_name: Option<String>,
        pub custom_name_visible: bool,
        pub silent: bool,
        pub glowing: bool,
    }

    pub struct RecipeBook {
        pub recipes: Vec<String>,
        pub to_be_displayed: Vec<String>,
        pub is_filtering_craftable: bool,
        pub is_gui_open: bool,
        pub is_furnace_filtering_craftable: bool,
        pub is_furnace_gui_open: bool,
        pub is_blasting_furnace_filtering_craftable: bool,
        pub is_blasting_furnace_gui_open: bool,
        pub is_smoker_filtering_craftable: bool,
        pub is_smoker_gui_open: bool,
    }

    pub struct Player {
        pub game_type: GameType,
        pub previous_game_type: GameType,
        pub score: i64,
        pub dimension: String,
        pub selected_item_slot: u32,
        pub selected_item: Item,
        pub spawn_dimension: Option<String>,
        pub spawn_x: i64,
        pub spawn_y: i64,
        pub spawn_z: i64,
        pub spawn_forced: Option<bool>,
        pub sleep_timer: u16,
        pub food_exhaustion_level: f32,
        pub food_saturation_level: f32,
        pub food_tick_timer: u32,
        pub xp_level: u32,
        pub xp_p: f32,
        pub xp_total: i32,
        pub xp_seed: i32,
        pub inventory: Vec<Item>,
        pub ender_items: Vec<Item>,
        pub abilities: Abilities,
        pub entered_nether_position: Option<(f64, f64, f64)>,
        pub root_vehicle: Option<([u32; 4], Entity)>,
        pub shoulder_entity_left: Option<Entity>,
        pub shoulder_entity_right: Option<Entity>,
        pub seen_credits: bool,
        pub recipe_book: RecipeBook,
    }

    pub struct Players { pub players: Vec<Player> }

    pub enum Kind { Barrel, Bismarck, Coin, Crate, Dredger, Essex, Iowa, Komar, Lst, Moskva, Oberon, Zubr }

    pub struct Transform {
        pub altitude: i8,
        pub angle: u16,
        pub position: (f32, f32),
        pub velocity: i16,
    }

    pub struct Guidance { pub angle: u16, pub submerge: bool, pub velocity: i16 }

    pub struct Contact {
        pub damage: u8,
        pub entity_id: u32,
        pub entity_type: Option<Kind>,
        pub guidance: Guidance,
        pub player_id: Option<u16>,
        pub reloads: Vec<bool>,
        pub transform: Transform,
        pub turret_angles: Vec<u16>,
    }

    pub struct TerrainUpdate { pub chunk_id: (i8, i8), pub data: Vec<u8> }

    pub struct Update {
        pub contacts: Vec<Contact>,
        pub score: u32,
        pub world_radius: f32,
        pub terrain_updates: Vec<TerrainUpdate>,
    }

    pub struct Updates { pub updates: Vec<Update> }
}

/// `SplitMix64`.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn chance(&mut self, of_a_hundred: u64) -> bool {
        self.below(100) < of_a_hundred
    }

    /// From 0 to 1.
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn float(&mut self) -> f32 {
        self.unit() as f32
    }

    fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize].clone()
    }

    fn text(&mut self, of: &[&str]) -> String {
        self.pick(of).to_owned()
    }

    fn list<T>(&mut self, bound: u64, mut element: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let count = self.below(bound);
        (0..count).map(|_| element(self)).collect()
    }

    fn maybe<T>(&mut self, of_a_hundred: u64, value: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.chance(of_a_hundred).then(|| value(self))
    }
}

/// Lines of a web server's log.
pub(crate) fn logs(count: usize) -> Logs {
    const USERS: [&str; 20] = [
        "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "alice", "bob", "carmen",
        "david", "eric", "frank", "george", "harry",
    ];
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    const METHODS: [&str; 5] = ["GET", "POST", "PUT", "UPDATE", "DELETE"];
    const ROUTES: [&str; 7] = [
        "/favicon.ico",
        "/css/index.css",
        "/css/font-awsome.min.css",
        "/img/logo-full.svg",
        "/img/splash.jpg",
        "/api/login",
        "/api/logout",
    ];
    const PROTOCOLS: [&str; 4] = ["HTTP/1.0", "HTTP/1.1", "HTTP/2", "HTTP/3"];
    const CODES: [u16; 20] = [
        200, 200, 200, 200, 200, 304, 304, 304, 404, 404, 301, 302, 403, 405, 413, 500, 502, 503,
        201, 204,
    ];
    let mut random = Random(1);
    let byte = |random: &mut Random| random.next() as u8;
    let logs = (0..count).map(|_| Log {
        address: Address {
            x0: byte(&mut random),
            x1: byte(&mut random),
            x2: byte(&mut random),
            x3: byte(&mut random),
        },
        identity: "-".to_owned(),
        userid: random.text(&USERS),
        date: format!(
            "{}/{}/{}:{}:{}:{} {}",
            random.below(28) + 1,
            random.pick(&MONTHS),
            random.below(52) + 1970,
            random.below(24),
            random.below(60),
            random.below(60),
            if random.chance(50) {
                "UTC".to_owned()
            } else {
                format!("+{:02}00", random.below(12))
            },
        ),
        request: format!(
            "{} {} {}",
            random.pick(&METHODS),
            random.pick(&ROUTES),
            random.pick(&PROTOCOLS)
        ),
        code: random.pick(&CODES),
        size: random.below(100_000_000),
    });
    Logs { logs: logs.collect() }
}

/// Triangles of random floats.
pub(crate) fn mesh(count: usize) -> Mesh {
    let mut random = Random(2);
    let mut vector = || Vector { x: random.float(), y: random.float(), z: random.float() };
    let mut triangle = || Triangle { v0: vector(), v1: vector(), v2: vector(), normal: vector() };
    Mesh { triangles: (0..count).map(|_| triangle()).collect() }
}

/// Players of a saved world.
pub(crate) fn players(count: usize) -> Players {
    let mut random = Random(3);
    Players { players: (0..count).map(|_| player(&mut random)).collect() }
}

const ITEMS: [&str; 8] =
    ["dirt", "stone", "pickaxe", "sand", "gravel", "shovel", "chestplate", "steak"];

fn item(random: &mut Random) -> Item {
    Item { count: random.next() as i8, slot: random.next() as u8, id: random.text(&ITEMS) }
}

fn place(random: &mut Random) -> (f64, f64, f64) {
    (random.unit(), random.unit(), random.unit())
}

fn uuid(random: &mut Random) -> [u32; 4] {
    [(); 4].map(|()| random.next() as u32)
}

fn entity(random: &mut Random) -> Entity {
    const IDS: [&str; 8] =
        ["cow", "sheep", "zombie", "skeleton", "spider", "creeper", "parrot", "bee"];
    const NAMES: [&str; 8] =
        ["rainbow", "princess", "steve", "johnny", "missy", "coward", "fairy", "howard"];
    Entity {
        id: random.text(&IDS),
        pos: place(random),
        motion: place(random),
        rotation: (random.float(), random.float()),
        fall_distance: random.float(),
        fire: random.next() as u16,
        air: random.next() as u16,
        on_ground: random.chance(50),
        no_gravity: random.chance(50),
        invulnerable: random.chance(50),
        portal_cooldown: random.next() as i32,
        uuid: uuid(random),
        custom_name: random.maybe(50, |random| random.text(&NAMES)),
        custom_name_visible: random.chance(50),
        silent: random.chance(50),
        glowing: random.chance(50),
    }
}

fn recipe_book(random: &mut Random) -> RecipeBook {
    const RECIPES: [&str; 8] =
        ["pickaxe", "torch", "bow", "crafting table", "furnace", "shears", "arrow", "tnt"];
    RecipeBook {
        recipes: random.list(30, |random| random.text(&RECIPES)),
        to_be_displayed: random.list(10, |random| random.text(&RECIPES)),
        is_filtering_craftable: random.chance(50),
        is_gui_open: random.chance(50),
        is_furnace_filtering_craftable: random.chance(50),
        is_furnace_gui_open: random.chance(50),
        is_blasting_furnace_filtering_craftable: random.chance(50),
        is_blasting_furnace_gui_open: random.chance(50),
        is_smoker_filtering_craftable: random.chance(50),
        is_smoker_gui_open: random.chance(50),
    }
}

fn game_type(random: &mut Random) -> GameType {
    random.pick(&[GameType::Survival, GameType::Creative, GameType::Adventure, GameType::Spectator])
}

fn player(random: &mut Random) -> Player {
    const DIMENSIONS: [&str; 3] = ["overworld", "nether", "end"];
    Player {
        game_type: game_type(random),
        previous_game_type: game_type(random),
        score: random.next() as i64,
        dimension: random.text(&DIMENSIONS),
        selected_item_slot: random.next() as u32,
        selected_item: item(random),
        spawn_dimension: random.maybe(50, |random| random.text(&DIMENSIONS)),
        spawn_x: random.next() as i64,
        spawn_y: random.next() as i64,
        spawn_z: random.next() as i64,
        spawn_forced: random.maybe(50, |random| random.chance(50)),
        sleep_timer: random.next() as u16,
        food_exhaustion_level: random.float(),
        food_saturation_level: random.float(),
        food_tick_timer: random.next() as u32,
        xp_level: random.next() as u32,
        xp_p: random.float(),
        xp_total: random.next() as i32,
        xp_seed: random.next() as i32,
        inventory: random.list(40, item),
        ender_items: random.list(27, item),
        abilities: Abilities {
            walk_speed: random.float(),
            fly_speed: random.float(),
            may_fly: random.chance(50),
            flying: random.chance(50),
            invulnerable: random.chance(50),
            may_build: random.chance(50),
            instabuild: random.chance(50),
        },
        entered_nether_position: random.maybe(50, place),
        root_vehicle: random.maybe(50, |random| (uuid(random), entity(random))),
        shoulder_entity_left: random.maybe(50, entity),
        shoulder_entity_right: random.maybe(50, entity),
        seen_credits: random.chance(50),
        recipe_book: recipe_book(random),
    }
}

/// What a server of a game of ships sends.
pub(crate) fn updates(count: usize) -> Updates {
    let mut random = Random(4);
    Updates { updates: (0..count).map(|_| update(&mut random)).collect() }
}

fn velocity(random: &mut Random) -> i16 {
    (random.below(1000) as i16) - 200
}

fn contact(random: &mut Random) -> Contact {
    const KINDS: [Kind; 12] = [
        Kind::Barrel,
        Kind::Bismarck,
        Kind::Coin,
        Kind::Crate,
        Kind::Dredger,
        Kind::Essex,
        Kind::Iowa,
        Kind::Komar,
        Kind::Lst,
        Kind::Moskva,
        Kind::Oberon,
        Kind::Zubr,
    ];
    Contact {
        damage: random.next() as u8,
        entity_id: random.next() as u32,
        entity_type: random.maybe(90, |random| random.pick(&KINDS)),
        guidance: Guidance {
            angle: random.next() as u16,
            submerge: random.chance(50),
            velocity: velocity(random),
        },
        player_id: random.maybe(70, |random| random.next() as u16),
        reloads: random.list(10, |random| random.chance(10)),
        transform: Transform {
            altitude: random.next() as i8,
            angle: random.next() as u16,
            position: (random.float() * 2000.0 - 1000.0, random.float() * 2000.0 - 1000.0),
            velocity: velocity(random),
        },
        turret_angles: random.list(5, |random| random.next() as u16),
    }
}

fn update(random: &mut Random) -> Update {
    Update {
        contacts: random.list(100, contact),
        score: random.next() as u32,
        world_radius: random.float() * 1000.0 + 500.0,
        terrain_updates: random.list(2, |random| TerrainUpdate {
            chunk_id: (random.next() as i8, random.next() as i8),
            data: random
                .list(200, |random| if random.chance(80) { 0 } else { random.next() as u8 }),
        }),
    }
}
