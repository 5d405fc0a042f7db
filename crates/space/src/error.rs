//! What can go wrong with a whole space.

/// The errors of this crate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The goal does not fit the grid.
    #[error(transparent)]
    Tiles(#[from] taquin_tiles::Error),
    /// The positions of the board cannot be counted in a machine word.
    #[error("the positions of a board of {cells} cells cannot be numbered in 64 bits")]
    TooLarge {
        /// The cells of the board.
        cells: u32,
    },
}
