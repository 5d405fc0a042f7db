//! Hints: a solution from the current position, found in the background.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use taquin::{Answer, Instance, Limits, Plan};

/// A person waits: a known solution of a large board is not improved for longer.
const PATIENCE: Duration = Duration::from_secs(1);

/// The search for a solution from one position. Dropping it ends the search.
pub(crate) struct Advice {
    position: Instance,
    cancel: Arc<AtomicBool>,
    coming: Receiver<Result<Answer, String>>,
    answer: Option<Result<Answer, String>>,
}

impl Advice {
    /// Begins to search from `position`.
    pub(crate) fn from(position: &Instance) -> Self {
        let (told, position) = (position.clone(), position.clone());
        let cancel = Arc::new(AtomicBool::new(false));
        let memory = Some(taquin_courses::three_quarters_of_free());
        let limits = Limits { memory, cancel: Some(Arc::clone(&cancel)), ..Limits::default() };
        let plan = Plan { limits, patience: Some(PATIENCE), ..Plan::default() };
        let (sender, coming) = mpsc::channel();
        std::thread::spawn(move || {
            let answer = taquin::solve(&position, &plan, &mut ()).map_err(|error| error.to_string());
            // The person may have gone on without it.
            let _ = sender.send(answer);
        });
        Advice { position: told, cancel, coming, answer: None }
    }

    /// The answer, once it is there.
    pub(crate) fn answer(&mut self) -> Option<&Result<Answer, String>> {
        if self.answer.is_none() {
            self.answer = self.coming.try_recv().ok();
        }
        self.answer.as_ref()
    }

    /// The distance in words.
    pub(crate) fn distance(&mut self) -> String {
        let position = self.position.clone();
        match self.answer() {
            None => "counting…".into(),
            Some(Err(error)) => error.clone(),
            Some(Ok(answer)) => match answer.cost(&position) {
                Some(cost) if answer.is_shortest() => format!("{cost} from the goal"),
                Some(cost) => format!("at most {cost} from the goal"),
                None => "no solution from here".into(),
            },
        }
    }
}

impl Drop for Advice {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}
