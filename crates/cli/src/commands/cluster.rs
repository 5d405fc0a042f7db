//! `--cluster`: the same command on many hosts, which authenticate each other with a secret.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use taquin::Machine;
use taquin_cluster::{Cluster, Hosts, Secret, Together};
use taquin_files::system;

use crate::args::{ClusterArgs, ClusterCommand, SolveArgs};
use crate::stop;

/// The variable with the secret, where no file is named.
const VARIABLE: &str = "TAQUIN_CLUSTER_SECRET";

/// Runs `taquin cluster`.
pub(crate) fn run(command: &ClusterCommand) -> anyhow::Result<ExitCode> {
    let ClusterCommand::Key { file } = command;
    let secret = Secret::generate()? + "\n";
    match file {
        Some(file) => write(file, &secret).with_context(|| file.display().to_string())?,
        None => std::io::stdout().write_all(secret.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes a new file that only its owner can read.
fn write(file: &Path, secret: &str) -> std::io::Result<()> {
    let mut options = std::fs::File::options();
    system::keep_private(&mut options);
    options.write(true).create_new(true).open(file)?.write_all(secret.as_bytes())
}

/// The hosts in the list `file`, each of which is `threads` members.
pub(crate) fn cluster(args: &ClusterArgs, file: &Path, threads: usize) -> anyhow::Result<Cluster> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let hosts = Hosts::parse(&text).with_context(|| file.display().to_string())?;
    let secret = secret(args.secret.as_deref())?;
    let cluster = Cluster { hosts, threads, secret, patience: args.patience };
    let advice =
        "make a secret with `taquin cluster key FILE`, and give it to every host, with --secret FILE or";
    cluster.check().with_context(|| format!("{advice} in {VARIABLE}"))?;
    Ok(cluster)
}

/// The secret in a file, or in the environment, if there is one.
fn secret(file: Option<&Path>) -> anyhow::Result<Option<Secret>> {
    let Some(file) = file else {
        let text = std::env::var(VARIABLE).ok();
        return text.map(|text| Secret::new(&text).context(VARIABLE)).transpose();
    };
    let name = || file.display().to_string();
    if system::is_shared(&std::fs::metadata(file).with_context(name)?) {
        bail!("{}: others can read it; `chmod 600` keeps it secret", file.display());
    }
    let text = std::fs::read_to_string(file).with_context(name)?;
    Secret::new(&text).map(Some).with_context(name)
}

/// The hosts of a file as one machine; each host works on its own machine.
pub(crate) fn machine(
    args: &SolveArgs,
    file: &Path,
    own: Box<dyn Machine>,
) -> anyhow::Result<Box<dyn Machine>> {
    let cluster = cluster(&args.cluster, file, 1)?;
    Ok(Box::new(Together::new(cluster, super::solve::job(args)?, own, stop::on_interrupt())?))
}
