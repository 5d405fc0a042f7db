//! A queue of tasks on several hosts: every task is answered once, and all hosts end together, in order or
//! not.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use taquin_cluster::{Cluster, Error, Hosts, Next, TaskSource, Tasks, share};

#[path = "support/ports.rs"]
mod ports;

/// The numbers below `COUNT` as tasks, and the sum of all answers.
#[derive(Default)]
struct Numbers {
    next: u64,
    answered: u64,
    sum: u64,
}

const COUNT: u64 = 500;

impl TaskSource for Numbers {
    fn setup(&self) -> Vec<u8> {
        b"squares".to_vec()
    }

    fn next(&mut self, hosts: usize) -> Result<Next, String> {
        assert_eq!(hosts, 3);
        // Not all tasks are known before some of them are answered.
        if self.next > self.answered + 10 {
            return Ok(Next::Later);
        }
        self.next += 1;
        Ok(if self.next > COUNT { Next::Never } else { Next::Task((self.next - 1).to_le_bytes().into()) })
    }

    fn take(&mut self, answer: &[u8]) -> Result<(), String> {
        self.answered += 1;
        self.sum += number(answer);
        Ok(())
    }

    fn is_done(&mut self) -> bool {
        self.answered == COUNT
    }
}

fn number(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(bytes.try_into().expect("eight bytes"))
}

/// Runs three hosts, each of which answers tasks on two threads by `answer`, until it fails or `cancel` is
/// set.
fn run(
    cancel: &AtomicBool,
    answer: impl Fn(u64) -> Result<u64, String> + Sync,
) -> Vec<Result<Option<Numbers>, Error>> {
    let list = ports::free(3);
    let host = || {
        let hosts = Hosts::parse(&list.join("\n")).expect("addresses");
        let cluster = Cluster { hosts, threads: 1, secret: None, patience: Duration::from_secs(60) };
        let stop = AtomicBool::new(false);
        let work = |setup: &[u8], tasks: &Tasks| {
            assert_eq!(setup, b"squares");
            let work = || {
                while let Some(task) = tasks.next().filter(|_| !stop.load(Ordering::Relaxed)) {
                    tasks.answer(answer(number(&task))?.to_le_bytes().into());
                }
                Ok(())
            };
            std::thread::scope(|scope| {
                let other = scope.spawn(work);
                work().and(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            })
        };
        let ended = share(&cluster, "numbers", cancel, &stop, || Ok(Numbers::default()), work);
        assert!(stop.load(Ordering::Relaxed), "the work has to stop");
        ended
    };
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..3).map(|_| scope.spawn(host)).collect();
        running.into_iter().map(|one| one.join().expect("nothing panics")).collect()
    })
}

/// The source of the first host, from what all hosts have returned.
fn first(ended: Vec<Result<Option<Numbers>, Error>>) -> Numbers {
    let mut sources: Vec<Numbers> =
        ended.into_iter().filter_map(|host| host.expect("all goes well")).collect();
    assert_eq!(sources.len(), 1, "the first host has the source");
    sources.remove(0)
}

#[test]
fn every_task_is_answered_once() {
    let source = first(run(&AtomicBool::new(false), |number| Ok(number * number)));
    assert_eq!((source.answered, source.sum), (COUNT, (0..COUNT).map(|number| number * number).sum()));
}

#[test]
fn a_failure_is_told_on_all_hosts() {
    let fails = |number| if number == 77 { Err("not this one".to_string()) } else { Ok(0) };
    let ended = run(&AtomicBool::new(false), fails);
    assert!(
        ended.iter().all(|host| host.as_ref().is_err_and(|error| error == ended[0].as_ref().err().unwrap()))
    );
    assert!(ended[0].as_ref().err().unwrap().to_string().ends_with(": not this one"));
}

#[test]
fn a_panic_is_told_on_all_hosts() {
    let panics = |number| {
        assert_ne!(number, 77, "on purpose");
        Ok(0)
    };
    for host in run(&AtomicBool::new(false), panics) {
        assert!(host.err().expect("it has failed").to_string().ends_with(": a thread has panicked"));
    }
}

#[test]
fn all_hosts_stop_when_one_cancels() {
    let cancel = AtomicBool::new(false);
    let source = first(run(&cancel, |number| {
        cancel.fetch_or(number == 77, Ordering::Relaxed);
        std::thread::sleep(Duration::from_millis(1));
        Ok(0)
    }));
    assert!(source.answered >= 60 && source.answered < COUNT, "{}", source.answered);
}
