//! The `taquin` binary.

fn main() -> std::process::ExitCode {
    taquin_cli::main()
}
