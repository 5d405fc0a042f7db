//! The list of hosts: one address on each line, the same list on every host.

use std::net::{TcpListener, ToSocketAddrs};
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::Error;

/// The addresses of all processes of a cluster, in the order of their numbers.
#[derive(Clone, Debug)]
pub struct Hosts {
    names: Vec<String>,
    /// The place that this process has taken, until it is used.
    kept: Arc<Mutex<Option<(usize, TcpListener)>>>,
}

impl Hosts {
    /// The port of an address without one.
    pub const PORT: u16 = 7517;

    /// Reads a list: an address or name in each line, with `:PORT` if it is not [`Hosts::PORT`]. Empty
    /// lines and what follows a `#` are left out.
    ///
    /// # Errors If a line is not an address, appears twice, or there is no line at all.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let mut hosts: Vec<String> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let wrong = |why: &str| Error::Hosts { why: format!("line {number}: {why}") };
            if line.contains(char::is_whitespace) {
                return Err(wrong("expected one address, as in 10.0.0.1 or node1:7517"));
            }
            let host = match line.rsplit_once(':') {
                // An IPv6 address without brackets has colons of its own.
                Some((name, _)) if name.contains(':') && !name.ends_with(']') => {
                    format!("[{line}]:{}", Self::PORT)
                }
                Some((_, port)) if port.parse::<u16>().is_err() => {
                    return Err(wrong("expected a port after ':'"));
                }
                Some(_) => line.to_string(),
                None => format!("{line}:{}", Self::PORT),
            };
            if hosts.contains(&host) {
                return Err(wrong(&format!("{host} is there twice")));
            }
            hosts.push(host);
        }
        if hosts.is_empty() {
            return Err(Error::Hosts { why: "it is empty".into() });
        }
        Ok(Hosts { names: hosts, kept: Arc::default() })
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.names.len()
    }

    /// The address of one of them.
    #[must_use]
    pub fn name(&self, process: usize) -> &str {
        &self.names[process]
    }

    /// The first host whose address is not a loopback address.
    pub(crate) fn first_open(&self) -> Option<&str> {
        let local = |name: &str| {
            name.to_socket_addrs()
                .is_ok_and(|mut addresses| addresses.all(|address| address.ip().is_loopback()))
        };
        self.names.iter().map(String::as_str).find(|name| !local(name))
    }

    /// The place of this process in the list: the first address that it can listen on, which is kept for
    /// [`Hosts::listen`].
    pub(crate) fn seat(&self) -> Result<usize, Error> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((own, _)) = &*kept {
            return Ok(*own);
        }
        let (own, listener) = self.bind()?;
        *kept = Some((own, listener));
        Ok(own)
    }

    /// Takes the place that is kept, or the first address in the list that this process can listen on.
    pub(crate) fn listen(&self) -> Result<(usize, TcpListener), Error> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner).take();
        kept.map_or_else(|| self.bind(), Ok)
    }

    fn bind(&self) -> Result<(usize, TcpListener), Error> {
        let mut why = String::new();
        for (process, host) in self.names.iter().enumerate() {
            match TcpListener::bind(host) {
                Ok(listener) => return Ok((process, listener)),
                Err(error) => why = error.to_string(),
            }
        }
        Err(Error::NotListed { count: self.names.len(), why })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_one_address_a_line() {
        let hosts =
            Hosts::parse("# two machines\nnode1\n\n10.0.0.2:99  # the other\n::1\n[::1]:8\n").unwrap();
        assert_eq!(hosts.names, ["node1:7517", "10.0.0.2:99", "[::1]:7517", "[::1]:8"]);
        let why = |text: &str| Hosts::parse(text).unwrap_err().to_string();
        assert!(why("a b").contains("line 1: expected one address"));
        assert!(why("a\na:7517").contains("line 2: a:7517 is there twice"));
        assert!(why("a:x").contains("expected a port"));
        assert!(why("# none").contains("empty"));
    }

    #[test]
    fn every_process_takes_a_place_of_its_own() {
        let free = || TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
        // An address of the range for documentation is no machine's own.
        let hosts = Hosts::parse(&format!("192.0.2.1:9\n{}\n{}", free(), free())).unwrap();
        let (first, _kept) = hosts.listen().unwrap();
        let (second, _kept) = hosts.listen().unwrap();
        assert_eq!((first, second), (1, 2));
        assert!(matches!(hosts.listen(), Err(Error::NotListed { count: 3, .. })));
    }
}
