//! The colors that the engine has names for.

use super::math::Color;

macro_rules! colors {
    ($($name:ident = $code:literal;)*) => {
        /// The colors of Godot 4 by their names there.
        #[allow(missing_docs, reason = "a name says its color")]
        impl Color {
            $(pub const $name: Self = Self::hex($code);)*

            /// All of them, with their names.
            pub const NAMED: &'static [(&'static str, Self)] = &[$((stringify!($name), Self::$name)),*];
        }
    };
}

colors! {
    ALICE_BLUE = 0xf0f8ffff;
    ANTIQUE_WHITE = 0xfaebd7ff;
    AQUA = 0x00ffffff;
    AQUAMARINE = 0x7fffd4ff;
    AZURE = 0xf0ffffff;
    BEIGE = 0xf5f5dcff;
    BISQUE = 0xffe4c4ff;
    BLACK = 0x000000ff;
    BLANCHED_ALMOND = 0xffebcdff;
    BLUE = 0x0000ffff;
    BLUE_VIOLET = 0x8a2be2ff;
    BROWN = 0xa52a2aff;
    BURLYWOOD = 0xdeb887ff;
    CADET_BLUE = 0x5f9ea0ff;
    CHARTREUSE = 0x7fff00ff;
    CHOCOLATE = 0xd2691eff;
    CORAL = 0xff7f50ff;
    CORNFLOWER_BLUE = 0x6495edff;
    CORNSILK = 0xfff8dcff;
    CRIMSON = 0xdc143cff;
    CYAN = 0x00ffffff;
    DARK_BLUE = 0x00008bff;
    DARK_CYAN = 0x008b8bff;
    DARK_GOLDENROD = 0xb8860bff;
    DARK_GRAY = 0xa9a9a9ff;
    DARK_GREEN = 0x006400ff;
    DARK_KHAKI = 0xbdb76bff;
    DARK_MAGENTA = 0x8b008bff;
    DARK_OLIVE_GREEN = 0x556b2fff;
    DARK_ORANGE = 0xff8c00ff;
    DARK_ORCHID = 0x9932ccff;
    DARK_RED = 0x8b0000ff;
    DARK_SALMON = 0xe9967aff;
    DARK_SEA_GREEN = 0x8fbc8fff;
    DARK_SLATE_BLUE = 0x483d8bff;
    DARK_SLATE_GRAY = 0x2f4f4fff;
    DARK_TURQUOISE = 0x00ced1ff;
    DARK_VIOLET = 0x9400d3ff;
    DEEP_PINK = 0xff1493ff;
    DEEP_SKY_BLUE = 0x00bfffff;
    DIM_GRAY = 0x696969ff;
    DODGER_BLUE = 0x1e90ffff;
    FIREBRICK = 0xb22222ff;
    FLORAL_WHITE = 0xfffaf0ff;
    FOREST_GREEN = 0x228b22ff;
    FUCHSIA = 0xff00ffff;
    GAINSBORO = 0xdcdcdcff;
    GHOST_WHITE = 0xf8f8ffff;
    GOLD = 0xffd700ff;
    GOLDENROD = 0xdaa520ff;
    GRAY = 0xbebebeff;
    GREEN = 0x00ff00ff;
    GREEN_YELLOW = 0xadff2fff;
    HONEYDEW = 0xf0fff0ff;
    HOT_PINK = 0xff69b4ff;
    INDIAN_RED = 0xcd5c5cff;
    INDIGO = 0x4b0082ff;
    IVORY = 0xfffff0ff;
    KHAKI = 0xf0e68cff;
    LAVENDER = 0xe6e6faff;
    LAVENDER_BLUSH = 0xfff0f5ff;
    LAWN_GREEN = 0x7cfc00ff;
    LEMON_CHIFFON = 0xfffacdff;
    LIGHT_BLUE = 0xadd8e6ff;
    LIGHT_CORAL = 0xf08080ff;
    LIGHT_CYAN = 0xe0ffffff;
    LIGHT_GOLDENROD = 0xfafad2ff;
    LIGHT_GRAY = 0xd3d3d3ff;
    LIGHT_GREEN = 0x90ee90ff;
    LIGHT_PINK = 0xffb6c1ff;
    LIGHT_SALMON = 0xffa07aff;
    LIGHT_SEA_GREEN = 0x20b2aaff;
    LIGHT_SKY_BLUE = 0x87cefaff;
    LIGHT_SLATE_GRAY = 0x778899ff;
    LIGHT_STEEL_BLUE = 0xb0c4deff;
    LIGHT_YELLOW = 0xffffe0ff;
    LIME = 0x00ff00ff;
    LIME_GREEN = 0x32cd32ff;
    LINEN = 0xfaf0e6ff;
    MAGENTA = 0xff00ffff;
    MAROON = 0xb03060ff;
    MEDIUM_AQUAMARINE = 0x66cdaaff;
    MEDIUM_BLUE = 0x0000cdff;
    MEDIUM_ORCHID = 0xba55d3ff;
    MEDIUM_PURPLE = 0x9370dbff;
    MEDIUM_SEA_GREEN = 0x3cb371ff;
    MEDIUM_SLATE_BLUE = 0x7b68eeff;
    MEDIUM_SPRING_GREEN = 0x00fa9aff;
    MEDIUM_TURQUOISE = 0x48d1ccff;
    MEDIUM_VIOLET_RED = 0xc71585ff;
    MIDNIGHT_BLUE = 0x191970ff;
    MINT_CREAM = 0xf5fffaff;
    MISTY_ROSE = 0xffe4e1ff;
    MOCCASIN = 0xffe4b5ff;
    NAVAJO_WHITE = 0xffdeadff;
    NAVY_BLUE = 0x000080ff;
    OLD_LACE = 0xfdf5e6ff;
    OLIVE = 0x808000ff;
    OLIVE_DRAB = 0x6b8e23ff;
    ORANGE = 0xffa500ff;
    ORANGE_RED = 0xff4500ff;
    ORCHID = 0xda70d6ff;
    PALE_GOLDENROD = 0xeee8aaff;
    PALE_GREEN = 0x98fb98ff;
    PALE_TURQUOISE = 0xafeeeeff;
    PALE_VIOLET_RED = 0xdb7093ff;
    PAPAYA_WHIP = 0xffefd5ff;
    PEACH_PUFF = 0xffdab9ff;
    PERU = 0xcd853fff;
    PINK = 0xffc0cbff;
    PLUM = 0xdda0ddff;
    POWDER_BLUE = 0xb0e0e6ff;
    PURPLE = 0xa020f0ff;
    REBECCA_PURPLE = 0x663399ff;
    RED = 0xff0000ff;
    ROSY_BROWN = 0xbc8f8fff;
    ROYAL_BLUE = 0x4169e1ff;
    SADDLE_BROWN = 0x8b4513ff;
    SALMON = 0xfa8072ff;
    SANDY_BROWN = 0xf4a460ff;
    SEA_GREEN = 0x2e8b57ff;
    SEASHELL = 0xfff5eeff;
    SIENNA = 0xa0522dff;
    SILVER = 0xc0c0c0ff;
    SKY_BLUE = 0x87ceebff;
    SLATE_BLUE = 0x6a5acdff;
    SLATE_GRAY = 0x708090ff;
    SNOW = 0xfffafaff;
    SPRING_GREEN = 0x00ff7fff;
    STEEL_BLUE = 0x4682b4ff;
    TAN = 0xd2b48cff;
    TEAL = 0x008080ff;
    THISTLE = 0xd8bfd8ff;
    TOMATO = 0xff6347ff;
    TRANSPARENT = 0xffffff00;
    TURQUOISE = 0x40e0d0ff;
    VIOLET = 0xee82eeff;
    WEB_GRAY = 0x808080ff;
    WEB_GREEN = 0x008000ff;
    WEB_MAROON = 0x800000ff;
    WEB_PURPLE = 0x800080ff;
    WHEAT = 0xf5deb3ff;
    WHITE = 0xffffffff;
    WHITE_SMOKE = 0xf5f5f5ff;
    YELLOW = 0xffff00ff;
    YELLOW_GREEN = 0x9acd32ff;
}
