//! Programs that look for files that are not theirs.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::os::unix::net::UnixListener;

use taquin_grader::{Bundle, Job, View};

use crate::{PYTHON, limits, outside, python, run, text, walled};

/// A submission can reach only what programs need, and no personal files.
#[test]
fn nothing_of_a_person_is_seen() {
    let home = std::env::home_dir().expect("a home");
    let own = outside();
    fs::write(own.path().join("rubric.toml"), "secret").expect("a file");
    let code = format!(
        "import os\n\
         print(os.listdir('/run'), sorted(os.listdir('/tmp')), os.listdir(os.environ['HOME']), os.listdir('.'))\n\
         print([path for path in ({:?}, '/home', '/mnt', '/sys', '/opt', '/var/lib', '/etc/shadow', '/etc/hostname') if os.path.exists(path)])\n\
         print(open('/etc/passwd').read().split(':')[0], os.getuid() != 0)\n\
         print([name for name in ('HOME', 'PATH', 'TMPDIR', 'USER', 'SECRET', 'SHELL', 'CARGO') if name in os.environ])\n\
         print('home', *(os.listdir({home:?}) if os.path.exists({home:?}) else []))\n",
        own.path()
    );
    // Libraries that the environment names are seen, wherever they lie.
    let libraries = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let libraries: Vec<_> = std::env::split_paths(&libraries).collect();
    python(&code, limits(10.0), |run| {
        let out = text(&run.out);
        let (lines, seen) = out.trim_end_matches('\n').rsplit_once('\n').unwrap_or((&out, ""));
        // So are the folders on the way to them.
        let beside =
            libraries.iter().filter_map(|path| path.strip_prefix("/tmp").ok()?.iter().next()?.to_str());
        let temporary: BTreeSet<&str> = ["home", "submission"].into_iter().chain(beside).collect();
        let temporary = format!("{:?}", temporary.iter().collect::<Vec<_>>()).replace('"', "'");
        let expected = format!("[] {temporary} [] []\n[]\nstudent True\n['HOME', 'PATH', 'TMPDIR', 'USER']");
        assert_eq!(lines, expected, "{}", text(&run.err));
        for name in seen.split_whitespace().skip(1) {
            assert!(libraries.iter().any(|path| path.starts_with(home.join(name))), "{name}");
        }
    });
}

#[test]
fn nobody_is_talked_to() {
    let folder = outside();
    let path = folder.path().join("socket");
    let _listener = UnixListener::bind(&path).expect("a socket");
    let name = format!("taquin-test-{}", std::process::id());
    let address =
        <std::os::unix::net::SocketAddr as std::os::linux::net::SocketAddrExt>::from_abstract_name(&name);
    let _abstract = UnixListener::bind_addr(&address.expect("a name")).expect("a socket");
    let tcp = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = tcp.local_addr().expect("an address").port();
    let code = format!(
        "import socket\n\
         def reached(family, address):\n    \
             try: socket.socket(family, socket.SOCK_STREAM).connect(address); return True\n    \
             except OSError: return False\n\
         print(reached(socket.AF_UNIX, {path:?}), reached(socket.AF_UNIX, '\\0{name}'), \
               reached(socket.AF_INET, ('127.0.0.1', {port})), reached(40, (2, 1)), reached(38, ('hash', 'sha256')))\n\
         print(len(open('/proc/net/dev').readlines()) - 3, open('/proc/net/unix').read().count('\\n') - 1)\n"
    );
    python(&code, limits(10.0), |run| {
        assert_eq!(text(&run.out), "False False False False False\n0 0\n", "{}", text(&run.err));
    });
}

#[test]
fn there_is_no_way_to_other_processes_or_namespaces() {
    let code = "import ctypes, os, signal\n\
        libc = ctypes.CDLL(None, use_errno=True)\n\
        print([libc.unshare(flag) for flag in (0x10000000, 0x20000, 0x20000000, 0x40000000)])\n\
        print([libc.mount(b'none', b'/tmp', b'tmpfs', 0, None), libc.chroot(b'/tmp'), libc.ptrace(16, 1, 0, 0)])\n\
        print([libc.syscall(56, 0x10000011, 0, 0, 0, 0)], libc.setuid(0), libc.syscall(250, 0, -3, 1))\n\
        processes = [pid for pid in os.listdir('/proc') if pid.isdigit()]\n\
        print(len(processes) < 5)\n\
        for pid in (1, -1):\n    \
            try: os.kill(pid, 0)\n    \
            except OSError: pass\n\
        try: os.kill(1, signal.SIGKILL); print('still here')\n\
        except OSError: print('still here')\n";
    python(code, limits(10.0), |run| {
        let expected = "[-1, -1, -1, -1]\n[-1, -1, -1]\n[-1] -1 -1\nTrue\nstill here\n";
        assert_eq!(text(&run.out), expected, "{}", text(&run.err));
    });
}

/// The engine is hidden in all folders that are shown: the program under any name, and the modules.
#[test]
fn the_engine_is_not_there() {
    let folder = outside();
    let at = |name: &str| folder.path().join(name);
    for inner in ["bin", "lib/python3.9/site-packages/taquin", "lib/python3.9/site-packages/numpy"] {
        fs::create_dir_all(at(inner)).expect("a folder");
    }
    let own = std::env::current_exe().expect("this test");
    fs::copy(&own, at("bin/helper")).expect("a copy under another name");
    for (name, content) in [
        ("bin/taquin", "#!/bin/sh\necho engine"),
        ("bin/innocent", "#!/bin/sh\necho innocent"),
        ("lib/python3.9/site-packages/taquin/__init__.py", "print('engine')"),
        ("lib/python3.9/site-packages/torus_puzzle.py", "print('engine')"),
        ("lib/python3.9/site-packages/numpy/__init__.py", "print('numpy')"),
    ] {
        fs::write(at(name), content).expect("a file");
    }
    for program in ["taquin", "innocent", "helper"] {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(at("bin").join(program), fs::Permissions::from_mode(0o755)).expect("a program");
    }
    let code = format!(
        "import os, subprocess, sys\n\
         root = {:?}\n\
         for name in ('taquin', 'innocent', 'helper'):\n    \
             try: print(name, subprocess.run([root + '/bin/' + name, '--list'], capture_output=True).stdout)\n    \
             except OSError as error: print(name, type(error).__name__)\n\
         sys.path.append(root + '/lib/python3.9/site-packages')\n\
         for name in ('taquin', 'torus_puzzle', 'numpy'):\n    \
             try: print(getattr(__import__(name), '__file__', None) is not None)\n    \
             except (ImportError, OSError) as error: print(type(error).__name__)\n",
        folder.path()
    );
    // The folder is shown because the command names it.
    let words: Vec<OsString> = [PYTHON.into(), "-c".into(), code.into(), folder.path().into()].into();
    let view = View::new(&words, None, &[]).expect("a view");
    for sandbox in walled() {
        let files = Bundle::default();
        let run = sandbox
            .run(&Job { words: &words, view: &view, files: &files, more: &[], limits: limits(10.0) })
            .expect("a run");
        let out = text(&run.out);
        let lines: Vec<&str> = out.lines().collect();
        let expected = ["taquin PermissionError", "innocent b'innocent\\n'", "helper PermissionError"];
        assert_eq!(&lines[..3], &expected[..], "{}", text(&run.err));
        assert_ne!(lines[3], "True", "{out}");
        assert_ne!(lines[4], "True", "{out}");
        assert_eq!(&lines[5..], &["numpy", "True"], "{out}");
    }
}

/// What lies in a folder that is shown can be hidden by name.
#[test]
fn what_is_hidden_is_empty() {
    let folder = outside();
    let class = folder.path().join("class");
    fs::create_dir(&class).expect("a folder");
    fs::write(class.join("ada.py"), "secret").expect("a file");
    let code = format!("ls {0} {1}; touch {1}/x && echo written", folder.path().display(), class.display());
    let words: Vec<OsString> = ["sh".into(), "-c".into(), code.into(), folder.path().into()].into();
    let view = View::new(&words, None, &[class]).expect("a view");
    for sandbox in walled() {
        let files = Bundle::default();
        let job = Job { words: &words, view: &view, files: &files, more: &[], limits: limits(10.0) };
        let out = text(&sandbox.run(&job).expect("a run").out);
        assert!(out.contains("class\n") && !out.contains("ada") && !out.contains("written"), "{out}");
    }
}

#[test]
fn a_program_sees_itself_as_nobody_in_particular() {
    for sandbox in walled() {
        let run = run(&sandbox, &["sh", "-c", "cat /proc/self/status"], limits(5.0));
        let out = text(&run.out);
        for wanted in
            ["CapEff:\t0000000000000000", "CapPrm:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2"]
        {
            assert!(out.contains(wanted), "{wanted}: {out}");
        }
    }
}

/// Open files that the grader has inherited are not passed on.
#[test]
fn no_descriptor_is_handed_on() {
    let secret = tempfile::tempfile().expect("a file");
    rustix::io::fcntl_setfd(&secret, rustix::io::FdFlags::empty()).expect("a descriptor that is handed on");
    let count = "import os; print(sorted(int(n) for n in os.listdir('/proc/self/fd'))[:-1])";
    for sandbox in crate::sandboxes() {
        let run = run(&sandbox, &[PYTHON, "-c", count], limits(5.0));
        assert_eq!(text(&run.out), "[0, 1, 2]\n", "{}", text(&run.err));
    }
}
