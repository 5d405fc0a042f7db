//! Several processes of the binary that work together, for tests.

use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

use super::namespaces::Namespaces;
use super::ports;

/// A folder with puzzles, and clusters that solve them.
pub(crate) struct Test {
    pub(crate) folder: tempfile::TempDir,
    /// The machines that the processes run on, if they are not all this one.
    pub(crate) machines: Option<Namespaces>,
}

impl Test {
    pub(crate) fn new() -> Self {
        Test { folder: tempfile::tempdir().expect("a folder"), machines: None }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn taquin(&self, args: &[&str]) -> Command {
        self.taquin_on(None, args)
    }

    /// The binary, on one of the machines.
    pub(crate) fn taquin_on(&self, machine: Option<&String>, args: &[&str]) -> Command {
        let binary = env!("CARGO_BIN_EXE_taquin");
        let mut command = Command::new(machine.map_or(binary, |_| "ip"));
        command.args(machine.into_iter().flat_map(|name| ["netns", "exec", name, binary]));
        command.envs(machine.map(|_| ("TAQUIN_CLUSTER_SECRET", "one that is known to these machines alone")));
        command.args(args).env("TAQUIN_TABLES", self.path("tables")).current_dir(self.folder.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// What one process answers.
    pub(crate) fn alone(&self, args: &[&str]) -> (Option<i32>, String) {
        let output = self.taquin(args).output().expect("the binary runs");
        (output.status.code(), text(output.stdout))
    }

    /// Starts the processes of a cluster. Each has a folder of its own, named `disk0`, `disk1` and so on,
    /// where the arguments say `DISK`.
    pub(crate) fn start(&self, hosts: usize, args: &[&str]) -> Vec<Child> {
        let list = match &self.machines {
            Some(_) => (0..hosts).map(Namespaces::address).collect(),
            None => ports::free(hosts),
        };
        std::fs::write(self.path("hosts"), list.join("\n")).expect("written");
        let start = |number: usize| {
            let disk = format!("disk{number}");
            let args = args.iter().map(|&arg| if arg == "DISK" { disk.as_str() } else { arg });
            let args: Vec<&str> = args.chain(["--cluster", "hosts", "--threads", "1"]).collect();
            let machine = self.machines.as_ref().map(|machines| &machines.names[number]);
            self.taquin_on(machine, &args).spawn().expect("the binary runs")
        };
        (0..hosts).map(start).collect()
    }

    /// What a cluster answers: its first host alone.
    pub(crate) fn together(&self, hosts: usize, args: &[&str]) -> (Option<i32>, String) {
        let mut told = Vec::new();
        for Output { status, stdout, stderr } in ends(self.start(hosts, args)) {
            let out = text(stdout);
            if out.is_empty() {
                assert!(status.success(), "{}", text(stderr));
            } else {
                told.push((status.code(), out));
            }
        }
        assert_eq!(told.len(), 1, "one host tells the answers");
        told.remove(0)
    }
}

/// What processes have said when they end. They wait for each other, so all are listened to at once.
pub(crate) fn ends(running: Vec<Child>) -> Vec<Output> {
    let listen = |child: Child| std::thread::spawn(move || child.wait_with_output().expect("it ends"));
    let listening: Vec<_> = running.into_iter().map(listen).collect();
    listening.into_iter().map(|one| one.join().expect("nothing panics")).collect()
}

pub(crate) fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("text")
}
