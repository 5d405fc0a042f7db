//! Sliding blocks of any shape on a grid with walls.
