//! Separate machines for tests: network namespaces with addresses, joined by a bridge.

use std::error::Error;
use std::process::{Command, Output};

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// Network namespaces joined by a bridge; removed when dropped.
pub(crate) struct Namespaces {
    pub(crate) names: Vec<String>,
    bridge: String,
}

impl Namespaces {
    pub(crate) fn new(count: usize) -> Result<Self> {
        let id = std::process::id();
        let mut made = Namespaces { names: Vec::new(), bridge: format!("tqb{}", id % 100_000) };
        let bridge = made.bridge.clone();
        ip(&format!("link add {bridge} type bridge"))?;
        ip(&format!("link set {bridge} up"))?;
        for number in 0..count {
            let name = format!("taquin-{id}-{number}");
            ip(&format!("netns add {name}"))?;
            made.names.push(name.clone());
            let (inside, outside) =
                (format!("tqi{}-{number}", id % 100_000), format!("tqo{}-{number}", id % 100_000));
            ip(&format!("link add {outside} type veth peer name {inside}"))?;
            ip(&format!("link set {inside} netns {name}"))?;
            ip(&format!("link set {outside} master {bridge} up"))?;
            ip(&format!("-n {name} addr add {}/24 dev {inside}", Self::address(number)))?;
            ip(&format!("-n {name} link set {inside} up"))?;
            ip(&format!("-n {name} link set lo up"))?;
        }
        Ok(made)
    }

    pub(crate) fn address(number: usize) -> String {
        format!("10.83.17.{}", number + 1)
    }
}

impl Drop for Namespaces {
    fn drop(&mut self) {
        for name in &self.names {
            let _ = ip(&format!("netns del {name}"));
        }
        let _ = ip(&format!("link del {}", self.bridge));
    }
}

fn ip(arguments: &str) -> Result {
    let Output { status, stderr, .. } = Command::new("ip").args(arguments.split(' ')).output()?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("ip {arguments}: {}", String::from_utf8_lossy(&stderr).trim()).into())
    }
}
