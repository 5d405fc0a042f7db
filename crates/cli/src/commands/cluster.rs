//! `--cluster`: the same command on many hosts.

use std::path::Path;

use anyhow::Context;
use taquin::Machine;
use taquin_cluster::{Cluster, Hosts, Together};

use crate::args::SolveArgs;
use crate::stop;

/// The list of hosts in a file.
pub(crate) fn hosts(file: &Path) -> anyhow::Result<Hosts> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    Hosts::parse(&text).with_context(|| file.display().to_string())
}

/// The hosts of a file as one machine, each of which works on its own one.
pub(crate) fn machine(
    args: &SolveArgs,
    file: &Path,
    own: Box<dyn Machine>,
) -> anyhow::Result<Box<dyn Machine>> {
    let cluster = Cluster { hosts: hosts(file)?, threads: 1, patience: args.cluster.patience };
    Ok(Box::new(Together::new(cluster, super::solve::job(args)?, own, stop::on_interrupt())?))
}
