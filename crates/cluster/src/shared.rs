//! State shared by the members of a process, and how they agree with all others.

use std::sync::atomic::AtomicBool;
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use taquin_search::Limit;
use taquin_space::Lock;

use crate::cluster::Cluster;
use crate::enumerate::{Event, Job};
use crate::error::Error;
use crate::member::Member;
use crate::message::Message;

/// What the members of a process share.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) job: Job,
    pub(crate) cluster: Cluster,
    pub(crate) events: SyncSender<Event>,
    pub(crate) started: Instant,
    /// All positions, if this is the second pass.
    pub(crate) whole: Option<u128>,
    /// Set when a limit is reached.
    pub(crate) stop: Arc<OnceLock<Limit>>,
    /// Set when the gatherer has failed.
    pub(crate) refused: Arc<AtomicBool>,
    /// No other run works in the folder of this process.
    pub(crate) lock: Arc<OnceLock<Lock>>,
}

impl Shared {
    /// The error of a member.
    pub(crate) fn failed(&self, member: usize, why: &str) -> Error {
        self.cluster.failed(member / self.cluster.threads, why)
    }

    /// Sends the result of this member to all, and returns the results of all; if one has failed, all fail.
    pub(crate) fn agree(
        &self,
        member: &mut Member<'_, Message>,
        own: Result<Message, String>,
    ) -> Result<Vec<(usize, Message)>, Error> {
        let messages = member.all_gather(&own.unwrap_or_else(Message::Failure))?;
        for (from, message) in &messages {
            if let Message::Failure(why) = message {
                return Err(self.failed(*from, why));
            }
        }
        Ok(messages)
    }

    /// Reports an event to the process, unless it has ended.
    pub(crate) fn tell(&self, event: Event) {
        let _ = self.events.send(event);
    }
}

/// Why a member has not done its part of a level.
pub(crate) enum Stop {
    Limit(Limit),
    Failure(String),
    /// A process is lost, which the others notice themselves.
    Lost(Error),
}

impl From<Limit> for Stop {
    fn from(limit: Limit) -> Self {
        Stop::Limit(limit)
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Stop::Lost(error)
    }
}

impl From<String> for Stop {
    fn from(why: String) -> Self {
        Stop::Failure(why)
    }
}

impl From<taquin_space::Error> for Stop {
    fn from(error: taquin_space::Error) -> Self {
        Stop::Failure(error.to_string())
    }
}
