//! The number of boards at each distance from the goal, against the published counts.

use taquin_tiles::{Board, Exhaustive, Geometry, Packed16, Tiles};

/// A goal with the tiles in order and the blank in a given cell, and the counts of its levels.
struct Levels {
    size: (u32, u32),
    torus: bool,
    blank: usize,
    counts: &'static [u64],
}

const TABLE: &[Levels] = &[
    Levels {
        size: (3, 3),
        torus: false,
        blank: 8,
        counts: &[
            1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10_878,
            16_993, 17_110, 23_952, 20_224, 24_047, 15_578, 14_560, 6274, 3910, 760, 221, 2,
        ],
    },
    Levels {
        size: (3, 3),
        torus: false,
        blank: 4,
        counts: &[
            1, 4, 8, 8, 16, 32, 60, 72, 136, 200, 376, 512, 964, 1296, 2368, 3084, 5482, 6736, 11_132,
            12_208, 18_612, 18_444, 24_968, 19_632, 22_289, 13_600, 11_842, 4340, 2398, 472, 148,
        ],
    },
    Levels {
        size: (3, 3),
        torus: true,
        blank: 8,
        counts: &[
            1, 4, 12, 34, 96, 272, 749, 2010, 5100, 11_778, 24_238, 43_550, 66_287, 80_476, 71_070, 41_098,
            13_743, 2214, 144, 4,
        ],
    },
    Levels { size: (2, 2), torus: false, blank: 3, counts: &[1, 2, 2, 2, 2, 2, 1] },
    Levels {
        size: (2, 3),
        torus: false,
        blank: 5,
        counts: &[1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1],
    },
    Levels {
        size: (2, 4),
        torus: false,
        blank: 7,
        counts: &[
            1, 2, 3, 6, 10, 14, 19, 28, 42, 61, 85, 119, 161, 215, 293, 396, 506, 632, 788, 985, 1194, 1414,
            1664, 1884, 1999, 1958, 1770, 1463, 1076, 667, 361, 190, 88, 39, 19, 7, 1,
        ],
    },
    Levels {
        size: (2, 5),
        torus: false,
        blank: 9,
        counts: &[
            1, 2, 3, 6, 11, 19, 30, 44, 68, 112, 176, 271, 411, 602, 851, 1232, 1783, 2530, 3567, 4996, 6838,
            9279, 12_463, 16_597, 21_848, 28_227, 35_682, 44_464, 54_597, 65_966, 78_433, 91_725, 104_896,
            116_966, 126_335, 131_998, 133_107, 128_720, 119_332, 106_335, 91_545, 75_742, 60_119, 45_840,
            33_422, 23_223, 15_140, 9094, 5073, 2605, 1224, 528, 225, 75, 20, 2,
        ],
    },
    Levels {
        size: (2, 3),
        torus: true,
        blank: 5,
        counts: &[1, 3, 6, 11, 20, 37, 64, 109, 157, 164, 105, 35, 7, 1],
    },
    Levels {
        size: (2, 4),
        torus: true,
        blank: 7,
        counts: &[
            1, 3, 6, 12, 24, 48, 93, 180, 351, 675, 1191, 1963, 3015, 3772, 3732, 2837, 1589, 572, 78, 18,
        ],
    },
];

#[test]
fn levels_are_the_published_ones() {
    for Levels { size: (rows, cols), torus, blank, counts } in TABLE {
        let mut tiles: Vec<u32> = (1..rows * cols).collect();
        tiles.insert(*blank, 0);
        let goal = Board::new(*rows, *cols, tiles).unwrap();
        let puzzle = Tiles::<Packed16>::new(Geometry::new(*rows, *cols, *torus), &goal).unwrap();
        let table = Exhaustive::new(&puzzle).unwrap();
        assert_eq!(table.levels(), *counts, "{rows} x {cols}, torus {torus}");
    }
}
