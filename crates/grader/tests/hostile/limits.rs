//! Programs that use more than they may.

use std::time::Duration;

use taquin_grader::{Bundle, End, Job, Limits, View};

use crate::{PYTHON, assert_gone, each, limits, python, run, text, walled};

#[test]
fn a_fork_bomb_is_defused() {
    let bomb = "import os, time\n\
        while True:\n    \
            try:\n        \
                if os.fork() == 0: os.setsid()\n    \
            except OSError: time.sleep(0.001)\n";
    each(&[PYTHON, "-c", bomb, "taquin-test-bomb"], Limits { processes: 60, ..limits(10.0) }, |_, run| {
        assert_eq!(run.end, End::TooManyProcesses);
        assert!(run.time < Duration::from_secs(5), "{:?}", run.time);
        assert_gone("taquin-test-bomb");
    });
}

/// The kernel limits processes that the watcher would notice too late.
#[test]
fn processes_have_a_hard_limit() {
    let count = "import os, time, signal\n\
        children = 0\n\
        try:\n    \
            while True:\n        \
                if os.fork() == 0: time.sleep(9); os._exit(0)\n        \
                children += 1\n\
        except OSError: pass\n\
        os.write(1, str(children).encode())\n\
        os.kill(os.getpid(), signal.SIGKILL)\n";
    // Even where they are all started between two looks.
    for sandbox in walled() {
        let run = run(&sandbox, &[PYTHON, "-c", count], Limits { processes: 20, ..limits(10.0) });
        let started: u32 = text(&run.out).parse().unwrap_or(0);
        assert!(
            started <= 30 && (started >= 19 || run.end == End::TooManyProcesses),
            "{started}: {:?}",
            run.end
        );
    }
}

#[test]
fn memory_has_a_limit_wherever_it_is() {
    let hungry = "x = bytearray(3 << 30); print(len(x))";
    each(&[PYTHON, "-c", hungry], Limits { memory: 1 << 30, ..limits(10.0) }, |_, run| {
        assert!(run.out.is_empty() && run.end != End::Exited(0), "{run:?}");
    });
    let many = "import os, time\n\
        for _ in range(8): os.fork() == 0 and (bytearray(os.urandom(1)) * (60 << 20), time.sleep(9), os._exit(0))\n\
        time.sleep(9)";
    each(&[PYTHON, "-c", many], Limits { memory: 300 << 20, ..limits(20.0) }, |_, run| {
        assert_eq!(run.end, End::TooMuchMemory, "together they hold too much");
    });
    // Files in memory count, in whatever folder, also when they have no name any more.
    let files = "import os, time\n\
        held = []\n\
        for folder in ('/tmp', '/dev/shm', '/tmp/home', '.') * 50:\n    \
            file = open(folder + '/large', 'wb'); os.unlink(file.name); held.append(file)\n    \
            file.write(bytes(16 << 20)); file.flush()\n\
        print('all of it')\n";
    python(files, Limits { memory: 256 << 20, disk: 1 << 30, ..limits(20.0) }, |run| {
        assert_eq!((run.end, text(&run.out)), (End::TooMuchMemory, String::new()));
    });
    let hidden = "import ctypes, mmap\n\
        libc = ctypes.CDLL(None, use_errno=True)\n\
        told = [libc.syscall(319, b'x', 0) if hasattr(libc, 'syscall') else -1, libc.shmget(0, 1 << 30, 0o1600)]\n\
        try: mmap.mmap(-1, 1 << 30)\n\
        except OSError: told.append(-1)\n\
        print(told)\n";
    python(hidden, limits(10.0), |run| assert_eq!(text(&run.out), "[-1, -1, -1]\n", "{}", text(&run.err)));
}

#[test]
fn files_have_a_limit() {
    let large = Limits { disk: 1 << 20, ..limits(10.0) };
    each(&["sh", "-c", "head -c 9000000 /dev/zero > large; wc -c < large"], large, |_, run| {
        assert_eq!(text(&run.out).trim(), "1048576");
    });
    let many = "import os\n\
        written = 0\n\
        try:\n    \
            for i in range(100000):\n        \
                with open(f'{i}', 'wb', 0) as file: written += file.write(bytes(100000))\n\
        except OSError: print(written >> 20)\n";
    python(many, Limits { disk: 8 << 20, ..limits(10.0) }, |run| {
        assert!(text(&run.out).trim().parse().is_ok_and(|mebibytes: u32| mebibytes <= 8), "{run:?}");
    });
    let entries = "import os\ni = 0\nwhile True: os.mkdir(f'/tmp/{i}'); i += 1";
    python(entries, Limits { memory: 64 << 20, ..limits(20.0) }, |run| {
        assert!(
            matches!(run.end, End::TooMuchMemory | End::Exited(1)),
            "empty folders take memory: {:?}",
            run.end
        );
    });
    let everywhere = "for folder in / /etc /dev /run /usr /usr/bin /var /proc /home; do \
        (echo x > $folder/x) 2>/dev/null && echo $folder; done; echo none";
    for sandbox in walled() {
        assert_eq!(text(&run(&sandbox, &["sh", "-c", everywhere], limits(10.0)).out), "none\n");
    }
}

#[test]
fn time_is_that_of_processors() {
    let busy = "while True: pass";
    each(&[PYTHON, "-c", busy], limits(0.5), |_, run| {
        assert_eq!(run.end, End::TimedOut);
        assert!(run.time < Duration::from_secs(2), "{:?}", run.time);
    });
    // To sleep is to let time pass.
    each(&["sleep", "9"], limits(0.5), |_, run| assert_eq!(run.end, End::TimedOut));
    // Many at once use it up sooner, and those that nobody waits for count too.
    let many = "import os, signal, time\n\
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n\
        while True:\n    \
            if os.fork() == 0:\n        \
                end = time.process_time() + 0.1\n        \
                while time.process_time() < end: pass\n        \
                os._exit(0)\n    \
            time.sleep(0.1)\n";
    each(&[PYTHON, "-c", many], limits(1.0), |_, run| assert_eq!(run.end, End::TimedOut));
}

/// A submission that keeps as many processes busy as it may does not slow the others down.
#[test]
fn a_busy_neighbour_costs_nothing() {
    let work = "x = 0\nfor i in range(3000000): x += i\nprint(x)";
    let busy = "import os\nfor _ in range(99):\n    if os.fork() == 0: break\nwhile True: pass";
    for sandbox in walled() {
        let sandbox = sandbox.shared_by(2).expect("processes enough");
        std::thread::scope(|scope| {
            let neighbour = scope.spawn(|| run(&sandbox, &[PYTHON, "-c", busy], limits(1.5)));
            std::thread::sleep(Duration::from_millis(300));
            let right = run(&sandbox, &[PYTHON, "-c", work], limits(2.0));
            assert_eq!((right.end, text(&right.out)), (End::Exited(0), "4499998500000\n".into()));
            assert_eq!(neighbour.join().expect("a run").end, End::TimedOut);
        });
    }
}

#[test]
fn cores_cannot_be_chosen() {
    let all = "import os\n\
        try: os.sched_setaffinity(0, range(os.cpu_count()))\n\
        except OSError: print(len(os.sched_getaffinity(0)))\n";
    for sandbox in walled() {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let sandbox = sandbox.shared_by(cores).expect("processes enough");
        assert_eq!(text(&run(&sandbox, &[PYTHON, "-c", all], limits(5.0)).out), "1\n");
    }
}

/// A submission that did not get the processor is run again, alone; a machine on which none gets it grades none.
#[test]
fn who_was_not_let_run_is_run_again() {
    let work = "import time\nwhile time.process_time() < 0.3: pass\nprint('done')";
    let busy = "while True: pass";
    let wall = Duration::from_millis(2500);
    // All on one core.
    let all = rustix::thread::sched_getaffinity(None).expect("cores");
    let mut one = rustix::thread::CpuSet::new();
    one.set((0..).find(|&core| all.is_set(core)).expect("a core"));
    rustix::thread::sched_setaffinity(None, &one).expect("a core");
    let sandbox = walled()[0].clone().shared_by(16).expect("processes enough");
    std::thread::scope(|scope| {
        for _ in 0..15 {
            scope.spawn(|| run(&sandbox, &[PYTHON, "-c", busy], limits(0.4)));
        }
        std::thread::sleep(Duration::from_millis(500));
        let start = std::time::Instant::now();
        let run = run(&sandbox, &[PYTHON, "-c", work], Limits { wall, ..limits(10.0) });
        assert_eq!((run.end, text(&run.out)), (End::Exited(0), "done\n".into()));
        assert!(start.elapsed() > wall && run.time < wall, "it was run twice: {:?}", start.elapsed());
    });
    let words = [PYTHON, "-c", busy].map(std::ffi::OsString::from);
    let (view, files) = (View::new(&words, None, &[]).expect("a view"), Bundle::default());
    let limits = Limits { wall: Duration::from_millis(300), ..limits(10.0) };
    let error =
        sandbox.run(&Job { words: &words, view: &view, files: &files, more: &[], limits }).unwrap_err();
    assert!(error.is_fault() && error.to_string().contains("too busy"), "{error}");
}
