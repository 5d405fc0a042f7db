//! The project's own commands: `cargo xtask test` and `cargo xtask bench`.

fn main() -> anyhow::Result<()> {
    anyhow::bail!("usage: cargo xtask test|bench")
}
