//! The system calls that are refused to a submission, as a program for the kernel's filter.
//!
//! Refused are calls that lead out of the sandbox (namespaces, keys, foreign processes), that hide from the
//! watcher (new sessions and process groups, other cores, memory that belongs to no process), or that no
//! course program needs. The error is one that programs know, and most of them have a fallback.

use libc::c_long;

/// One instruction of the filter: `struct sock_filter`.
type Instruction = libc::sock_filter;

/// What a call's argument must be for the call to be refused.
#[derive(Clone, Copy)]
enum When {
    /// Argument `.0`, masked with `.1`, is `.2`.
    Masked(u32, u32, u32),
    /// Argument `.0` is none of these.
    Not(u32, &'static [u32]),
    /// Argument `.0` is a number from 1 to less than `.1`, or negative.
    Before(u32, u32),
}

/// The architecture that the filter is for; calls by any other convention are refused.
#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: u32 = 0xc000_00b7;
#[cfg(target_arch = "riscv64")]
const ARCHITECTURE: u32 = 0xc000_00f3;

/// Calls of another convention (x32) have this bit in their number.
#[cfg(target_arch = "x86_64")]
const OTHER_CONVENTION: u32 = 0x4000_0000;

/// Calls that are refused whatever their arguments, as not permitted.
const FORBIDDEN: &[c_long] = &[
    // The watcher counts and kills by session and group, and cores are shared out.
    libc::SYS_setsid,
    libc::SYS_setpgid,
    libc::SYS_sched_setaffinity,
    libc::SYS_ioprio_set,
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    // Namespaces and mounts.
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsmount,
    libc::SYS_fsconfig,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    // Keys belong to the user, not to the sandbox.
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    // Large and seldom needed parts of the kernel.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_fanotify_init,
    libc::SYS_open_by_handle_at,
    libc::SYS_syslog,
    libc::SYS_quotactl,
];

/// Calls that are reported as missing. Memory that no process maps and no file system holds cannot be counted; the
/// others have older alternatives that can be checked.
const MISSING: &[c_long] = &[
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    libc::SYS_shmget,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_mq_open,
    libc::SYS_io_uring_setup,
    libc::SYS_clone3,
];

/// Flags of `clone` that make namespaces.
const NAMESPACES: u32 = 0x7e02_0000;

/// Memory shared without a file: it outlives its use by a process and is then counted nowhere.
const SHARED_ANONYMOUS: u32 = 0x21;

/// The families of sockets that stay within a network of one's own: unix, inet, inet6 and netlink.
const LOCAL_SOCKETS: &[u32] = &[1, 2, 10, 16];

/// The surroundings of a run, which determine further rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Surroundings {
    /// Namespaces already separate the run from the network and from other processes.
    Walled,
    /// No namespaces: the filter refuses sockets, and signals to processes that are older than the submission, which
    /// has this number.
    Bare(u32),
}

/// The filter.
pub(super) fn program(surroundings: Surroundings) -> Vec<Instruction> {
    let mut filter = vec![load(4), jump(libc::BPF_JEQ, ARCHITECTURE, 1, 0), refuse(libc::ENOSYS), load(0)];
    #[cfg(target_arch = "x86_64")]
    {
        filter.push(jump(libc::BPF_JGE, OTHER_CONVENTION, 0, 1));
        filter.push(refuse(libc::ENOSYS));
    }
    for (calls, error) in [(FORBIDDEN, libc::EPERM), (MISSING, libc::ENOSYS)] {
        for &call in calls {
            filter.push(jump(libc::BPF_JEQ, call as u32, 0, 1));
            filter.push(refuse(error));
        }
    }
    let mut rule = |call: c_long, when: When, error: i32| filter.extend(conditional(call, when, error));
    for bit in (0..32).filter(|bit| NAMESPACES & (1 << bit) != 0) {
        rule(libc::SYS_clone, When::Masked(0, 1 << bit, 1 << bit), libc::EPERM);
    }
    rule(libc::SYS_mmap, When::Masked(3, SHARED_ANONYMOUS, SHARED_ANONYMOUS), libc::EPERM);
    // Priorities and limits of oneself alone.
    rule(libc::SYS_setpriority, When::Not(0, &[0]), libc::EPERM);
    rule(libc::SYS_setpriority, When::Not(1, &[0]), libc::EPERM);
    rule(libc::SYS_prlimit64, When::Not(0, &[0]), libc::EPERM);
    match surroundings {
        Surroundings::Walled => rule(libc::SYS_socket, When::Not(0, LOCAL_SOCKETS), libc::EAFNOSUPPORT),
        Surroundings::Bare(first) => {
            rule(libc::SYS_socket, When::Not(0, &[]), libc::EACCES);
            let signals = [libc::SYS_kill, libc::SYS_tkill, libc::SYS_tgkill, libc::SYS_pidfd_open];
            for call in signals.into_iter().chain([libc::SYS_rt_sigqueueinfo, libc::SYS_rt_tgsigqueueinfo]) {
                rule(call, When::Before(0, first), libc::EPERM);
            }
        }
    }
    filter.push(Instruction { code: code(libc::BPF_RET), jt: 0, jf: 0, k: libc::SECCOMP_RET_ALLOW });
    filter
}

/// The filter as the bytes that the kernel reads.
pub(super) fn bytes(surroundings: Surroundings) -> Vec<u8> {
    let instructions = program(surroundings);
    let words = |i: Instruction| {
        let [a, b] = i.code.to_ne_bytes();
        let [c, d, e, f] = i.k.to_ne_bytes();
        [a, b, i.jt, i.jf, c, d, e, f]
    };
    instructions.into_iter().flat_map(words).collect()
}

/// Refuses `call` if its argument satisfies `when`. The number of the call is loaded before and after.
fn conditional(call: c_long, when: When, error: i32) -> Vec<Instruction> {
    // Arguments are 64 bits; these are numbers of 32, in the lower half.
    let argument = |place: u32| load(16 + 8 * place + if cfg!(target_endian = "big") { 4 } else { 0 });
    let mut test = match when {
        When::Masked(place, mask, value) => vec![
            argument(place),
            Instruction { code: code(libc::BPF_ALU | libc::BPF_AND), jt: 0, jf: 0, k: mask },
            jump(libc::BPF_JEQ, value, 0, 1),
        ],
        When::Not(place, allowed) => {
            let mut test = vec![argument(place)];
            for (index, &value) in allowed.iter().enumerate() {
                test.push(jump(libc::BPF_JEQ, value, (allowed.len() - index) as u8, 0));
            }
            test
        }
        When::Before(place, first) => vec![
            argument(place),
            jump(libc::BPF_JEQ, 0, 3, 0),
            jump(libc::BPF_JGE, 1 << 31, 1, 0),
            jump(libc::BPF_JGE, first, 1, 0),
        ],
    };
    test.push(refuse(error));
    let mut rule = vec![jump(libc::BPF_JEQ, call as u32, 0, test.len() as u8 + 1)];
    rule.extend(test);
    rule.push(load(0));
    rule
}

fn code(bits: u32) -> u16 {
    bits as u16
}

/// Loads four bytes of the kernel's description of a call.
fn load(offset: u32) -> Instruction {
    Instruction { code: code(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS), jt: 0, jf: 0, k: offset }
}

fn jump(test: u32, value: u32, jt: u8, jf: u8) -> Instruction {
    Instruction { code: code(libc::BPF_JMP | test | libc::BPF_K), jt, jf, k: value }
}

fn refuse(error: i32) -> Instruction {
    Instruction { code: code(libc::BPF_RET), jt: 0, jf: 0, k: libc::SECCOMP_RET_ERRNO | error as u32 }
}

/// Puts the number of the submission in place of `u32::MAX`, once it is known.
pub(super) fn youngest(program: &mut [Instruction], first: u32) {
    for instruction in
        program.iter_mut().filter(|i| i.code == code(libc::BPF_JMP | libc::BPF_JGE) && i.k == u32::MAX)
    {
        instruction.k = first;
    }
}
