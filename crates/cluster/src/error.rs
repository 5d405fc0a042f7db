//! What can go wrong in a cluster.

/// The errors of this crate. A host is named as in the list of hosts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The list of hosts cannot be used.
    #[error("the list of hosts: {why}")]
    Hosts {
        /// What is wrong with it.
        why: String,
    },
    /// The host is not in the list, or all of its addresses are taken.
    #[error("none of the {count} hosts is this machine with its port free; the last one said: {why}")]
    NotListed {
        /// How many hosts there are.
        count: usize,
        /// Why the last of them cannot be listened on.
        why: String,
    },
    /// There is no secret, and others could connect.
    #[error("{host} can be reached from other machines, and the hosts share no secret")]
    Open {
        /// The first host on another machine.
        host: String,
    },
    /// A secret could be guessed.
    #[error("a secret has at least {shortest} characters")]
    Secret {
        /// The fewest characters.
        shortest: usize,
    },
    /// The memory limit leaves nothing to work in.
    #[error(
        "the connections and threads of this host need {} KiB at least, and {} KiB are left of the limit",
        needed >> 10,
        limit >> 10
    )]
    Memory {
        /// The bytes that are needed.
        needed: usize,
        /// The bytes that may be taken.
        limit: usize,
    },
    /// A host does not answer.
    #[error("{host} is not there: {why}")]
    Missing {
        /// The host.
        host: String,
        /// Why.
        why: String,
    },
    /// A host answers, but is not of this cluster.
    #[error("{host} {why}")]
    Stranger {
        /// The host.
        host: String,
        /// How it differs.
        why: String,
    },
    /// A host has disconnected.
    #[error("{host} has died or cannot be reached any more; the same command continues from what is on disk")]
    Lost {
        /// The host.
        host: String,
    },
    /// The work has failed on some host.
    #[error("{host}: {why}")]
    Failed {
        /// The host.
        host: String,
        /// What it said.
        why: String,
    },
}
