//! The engine's named colors.

use super::math::Color;

macro_rules! colors {
    ($($name:ident = $code:literal;)*) => {
        /// The colors of Godot 4, by their names in the engine.
        #[allow(missing_docs, reason = "a name says its color")]
        impl Color {
            $(pub const $name: Self = Self::hex($code);)*

            /// All named colors, with their names.
            pub const NAMED: &'static [(&'static str, Self)] = &[$((stringify!($name), Self::$name)),*];
        }
    };
}

colors! {
    ALICE_BLUE = 0xf0f8_ffff;
    ANTIQUE_WHITE = 0xfaeb_d7ff;
    AQUA = 0x00ff_ffff;
    AQUAMARINE = 0x7fff_d4ff;
    AZURE = 0xf0ff_ffff;
    BEIGE = 0xf5f5_dcff;
    BISQUE = 0xffe4_c4ff;
    BLACK = 0x0000_00ff;
    BLANCHED_ALMOND = 0xffeb_cdff;
    BLUE = 0x0000_ffff;
    BLUE_VIOLET = 0x8a2b_e2ff;
    BROWN = 0xa52a_2aff;
    BURLYWOOD = 0xdeb8_87ff;
    CADET_BLUE = 0x5f9e_a0ff;
    CHARTREUSE = 0x7fff_00ff;
    CHOCOLATE = 0xd269_1eff;
    CORAL = 0xff7f_50ff;
    CORNFLOWER_BLUE = 0x6495_edff;
    CORNSILK = 0xfff8_dcff;
    CRIMSON = 0xdc14_3cff;
    CYAN = 0x00ff_ffff;
    DARK_BLUE = 0x0000_8bff;
    DARK_CYAN = 0x008b_8bff;
    DARK_GOLDENROD = 0xb886_0bff;
    DARK_GRAY = 0xa9a9_a9ff;
    DARK_GREEN = 0x0064_00ff;
    DARK_KHAKI = 0xbdb7_6bff;
    DARK_MAGENTA = 0x8b00_8bff;
    DARK_OLIVE_GREEN = 0x556b_2fff;
    DARK_ORANGE = 0xff8c_00ff;
    DARK_ORCHID = 0x9932_ccff;
    DARK_RED = 0x8b00_00ff;
    DARK_SALMON = 0xe996_7aff;
    DARK_SEA_GREEN = 0x8fbc_8fff;
    DARK_SLATE_BLUE = 0x483d_8bff;
    DARK_SLATE_GRAY = 0x2f4f_4fff;
    DARK_TURQUOISE = 0x00ce_d1ff;
    DARK_VIOLET = 0x9400_d3ff;
    DEEP_PINK = 0xff14_93ff;
    DEEP_SKY_BLUE = 0x00bf_ffff;
    DIM_GRAY = 0x6969_69ff;
    DODGER_BLUE = 0x1e90_ffff;
    FIREBRICK = 0xb222_22ff;
    FLORAL_WHITE = 0xfffa_f0ff;
    FOREST_GREEN = 0x228b_22ff;
    FUCHSIA = 0xff00_ffff;
    GAINSBORO = 0xdcdc_dcff;
    GHOST_WHITE = 0xf8f8_ffff;
    GOLD = 0xffd7_00ff;
    GOLDENROD = 0xdaa5_20ff;
    GRAY = 0xbebe_beff;
    GREEN = 0x00ff_00ff;
    GREEN_YELLOW = 0xadff_2fff;
    HONEYDEW = 0xf0ff_f0ff;
    HOT_PINK = 0xff69_b4ff;
    INDIAN_RED = 0xcd5c_5cff;
    INDIGO = 0x4b00_82ff;
    IVORY = 0xffff_f0ff;
    KHAKI = 0xf0e6_8cff;
    LAVENDER = 0xe6e6_faff;
    LAVENDER_BLUSH = 0xfff0_f5ff;
    LAWN_GREEN = 0x7cfc_00ff;
    LEMON_CHIFFON = 0xfffa_cdff;
    LIGHT_BLUE = 0xadd8_e6ff;
    LIGHT_CORAL = 0xf080_80ff;
    LIGHT_CYAN = 0xe0ff_ffff;
    LIGHT_GOLDENROD = 0xfafa_d2ff;
    LIGHT_GRAY = 0xd3d3_d3ff;
    LIGHT_GREEN = 0x90ee_90ff;
    LIGHT_PINK = 0xffb6_c1ff;
    LIGHT_SALMON = 0xffa0_7aff;
    LIGHT_SEA_GREEN = 0x20b2_aaff;
    LIGHT_SKY_BLUE = 0x87ce_faff;
    LIGHT_SLATE_GRAY = 0x7788_99ff;
    LIGHT_STEEL_BLUE = 0xb0c4_deff;
    LIGHT_YELLOW = 0xffff_e0ff;
    LIME = 0x00ff_00ff;
    LIME_GREEN = 0x32cd_32ff;
    LINEN = 0xfaf0_e6ff;
    MAGENTA = 0xff00_ffff;
    MAROON = 0xb030_60ff;
    MEDIUM_AQUAMARINE = 0x66cd_aaff;
    MEDIUM_BLUE = 0x0000_cdff;
    MEDIUM_ORCHID = 0xba55_d3ff;
    MEDIUM_PURPLE = 0x9370_dbff;
    MEDIUM_SEA_GREEN = 0x3cb3_71ff;
    MEDIUM_SLATE_BLUE = 0x7b68_eeff;
    MEDIUM_SPRING_GREEN = 0x00fa_9aff;
    MEDIUM_TURQUOISE = 0x48d1_ccff;
    MEDIUM_VIOLET_RED = 0xc715_85ff;
    MIDNIGHT_BLUE = 0x1919_70ff;
    MINT_CREAM = 0xf5ff_faff;
    MISTY_ROSE = 0xffe4_e1ff;
    MOCCASIN = 0xffe4_b5ff;
    NAVAJO_WHITE = 0xffde_adff;
    NAVY_BLUE = 0x0000_80ff;
    OLD_LACE = 0xfdf5_e6ff;
    OLIVE = 0x8080_00ff;
    OLIVE_DRAB = 0x6b8e_23ff;
    ORANGE = 0xffa5_00ff;
    ORANGE_RED = 0xff45_00ff;
    ORCHID = 0xda70_d6ff;
    PALE_GOLDENROD = 0xeee8_aaff;
    PALE_GREEN = 0x98fb_98ff;
    PALE_TURQUOISE = 0xafee_eeff;
    PALE_VIOLET_RED = 0xdb70_93ff;
    PAPAYA_WHIP = 0xffef_d5ff;
    PEACH_PUFF = 0xffda_b9ff;
    PERU = 0xcd85_3fff;
    PINK = 0xffc0_cbff;
    PLUM = 0xdda0_ddff;
    POWDER_BLUE = 0xb0e0_e6ff;
    PURPLE = 0xa020_f0ff;
    REBECCA_PURPLE = 0x6633_99ff;
    RED = 0xff00_00ff;
    ROSY_BROWN = 0xbc8f_8fff;
    ROYAL_BLUE = 0x4169_e1ff;
    SADDLE_BROWN = 0x8b45_13ff;
    SALMON = 0xfa80_72ff;
    SANDY_BROWN = 0xf4a4_60ff;
    SEA_GREEN = 0x2e8b_57ff;
    SEASHELL = 0xfff5_eeff;
    SIENNA = 0xa052_2dff;
    SILVER = 0xc0c0_c0ff;
    SKY_BLUE = 0x87ce_ebff;
    SLATE_BLUE = 0x6a5a_cdff;
    SLATE_GRAY = 0x7080_90ff;
    SNOW = 0xfffa_faff;
    SPRING_GREEN = 0x00ff_7fff;
    STEEL_BLUE = 0x4682_b4ff;
    TAN = 0xd2b4_8cff;
    TEAL = 0x0080_80ff;
    THISTLE = 0xd8bf_d8ff;
    TOMATO = 0xff63_47ff;
    TRANSPARENT = 0xffff_ff00;
    TURQUOISE = 0x40e0_d0ff;
    VIOLET = 0xee82_eeff;
    WEB_GRAY = 0x8080_80ff;
    WEB_GREEN = 0x0080_00ff;
    WEB_MAROON = 0x8000_00ff;
    WEB_PURPLE = 0x8000_80ff;
    WHEAT = 0xf5de_b3ff;
    WHITE = 0xffff_ffff;
    WHITE_SMOKE = 0xf5f5_f5ff;
    YELLOW = 0xffff_00ff;
    YELLOW_GREEN = 0x9acd_32ff;
}
