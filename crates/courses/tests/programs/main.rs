//! The programs from outside: arguments and files in, bytes and exit codes out.

mod call;
mod cases;
mod naive;
mod rules;
mod slips;
