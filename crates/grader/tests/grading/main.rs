//! Real programs, right and wrong, in Python and in Java: each is graded as it should be.
#![cfg(target_os = "linux")]

mod bench;
mod class;
mod java;
mod patience;
mod python;
mod reports;
