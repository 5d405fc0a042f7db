//! What can go wrong with a search on the GPU.

/// An error of this crate.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A board that the kernels do not support.
    #[error("the GPU takes boards of 2 x 2 to {max} cells, not {rows} x {cols}", max = crate::grid::MAX_CELLS)]
    Board {
        /// Its rows.
        rows: usize,
        /// Its columns.
        cols: usize,
    },
    /// There is no CUDA driver.
    #[error("no CUDA driver was found (libcuda): there must be an NVIDIA GPU and its driver")]
    NoDriver,
    /// There is no device of that number.
    #[error("there is a CUDA driver, but no device")]
    NoDevice,
    /// There is no run-time compiler.
    #[error(
        "no CUDA run-time compiler was found (libnvrtc); install the CUDA toolkit or the package nvidia-cuda-nvrtc and put it on the library path"
    )]
    NoCompiler,
    /// An error of the driver.
    #[error("the CUDA driver reports {0}")]
    Driver(String),
    /// The layers do not fit into the device's memory.
    #[error("the layers do not fit into the memory of the device")]
    Memory,
    /// The tables do not fit into the device's memory.
    #[error(
        "the tables take {needed} bytes, while they are built or as they are, more than the device has left"
    )]
    Table {
        /// What they take.
        needed: usize,
    },
    /// A pattern that the kernels do not support.
    #[error("the GPU builds tables of at most 8 tiles, not {tiles}")]
    Pattern {
        /// How many tiles it has.
        tiles: usize,
    },
    /// A table that the device cannot put into the form of the CPU.
    #[error("the GPU builds no tables for the CPU where the board is a torus with an odd side")]
    Odd,
    /// A partition of another board.
    #[error("the partition is not one of this board and its goal")]
    Partition,
    /// A partition that is too fine or too coarse for the kernels.
    #[error("the GPU searches with at most 8 patterns of at most 8 tiles, not {patterns} of up to {tiles}")]
    Patterns {
        /// The most tiles of a pattern.
        tiles: usize,
        /// How many patterns it has.
        patterns: usize,
    },
    /// A kernel does not compile.
    #[error("the kernel '{name}' does not compile:\n{log}")]
    Kernel {
        /// Which.
        name: String,
        /// What the compiler says.
        log: String,
    },
    /// A space that the kernels do not number.
    #[error("the GPU counts the spaces of boards of at most {most} cells, not of {cells}")]
    Space {
        /// The cells of the board.
        cells: usize,
        /// The most that a board may have.
        most: usize,
    },
    /// The map of a space does not fit into the device's memory.
    #[error("the map of this space takes {needed} bytes, and the device has {free} free")]
    Map {
        /// What it takes.
        needed: usize,
        /// What there is.
        free: usize,
    },
    /// The levels do not add up to the space.
    #[error("{found} positions were counted of {all}; the device may be faulty")]
    Lost {
        /// How many were found.
        found: u64,
        /// How many there are.
        all: u64,
    },
    /// A file or folder cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// Which.
        path: std::path::PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A path leaves the board.
    #[error("a path found by the search leaves the board; the device may be faulty")]
    Path,
    /// The tiles are not those of a board.
    #[error(transparent)]
    Tiles(#[from] taquin_tiles::Error),
}
