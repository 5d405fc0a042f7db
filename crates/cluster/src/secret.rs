//! The secret that the hosts of a cluster share, and how they prove to each other that they know it.
//!
//! Each side of a connection sends a fresh random challenge. The caller proves first, with the hash of both
//! challenges keyed by the secret; then the called host, with another hash of the same. A proof cannot be
//! replayed: a hash is bound to the two challenges, to the side that makes it, to the number of the called
//! host and to the version of the handshake. Nothing else is sent before both have proved.

use std::fmt;
use std::io::{self, Read, Write};

use crate::error::Error;

/// The length of a challenge, of a proof and of a key.
const LENGTH: usize = 32;
/// The shortest secret, in characters.
const SHORTEST: usize = 32;
/// What a connection begins with: the name and the version of the handshake.
const MAGIC: &[u8; 8] = b"TAQCLUS3";

/// The secret that the hosts of a cluster share.
#[derive(Clone)]
pub struct Secret([u8; LENGTH]);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

impl Secret {
    /// The secret with this text, white space at its ends aside.
    ///
    /// # Errors
    /// If it is so short that it could be guessed.
    pub fn new(text: &str) -> Result<Self, Error> {
        let text = text.trim();
        if text.chars().count() < SHORTEST {
            return Err(Error::Secret { shortest: SHORTEST });
        }
        Ok(Secret(blake3::derive_key("taquin cluster 2026 handshake", text.as_bytes())))
    }

    /// The text of a new secret.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn generate() -> io::Result<String> {
        Ok(challenge()?.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// The secret if none is given: processes on one machine can then only be distinguished from other programs.
    pub(crate) fn none() -> Self {
        Secret([0; LENGTH])
    }

    /// Proves to the other side of a connection that this one knows the secret, and has it prove the same.
    /// `called` is the number of the host that was called.
    ///
    /// # Errors Errors of the network, or if the other side is not a host of a cluster, or has another secret.
    pub(crate) fn prove(
        &self,
        stream: &mut (impl Read + Write),
        side: Side,
        called: usize,
    ) -> io::Result<()> {
        let own = challenge()?;
        stream.write_all(&[&MAGIC[..], &own].concat())?;
        let (mut magic, mut other) = ([0; MAGIC.len()], [0; LENGTH]);
        stream.read_exact(&mut magic)?;
        if &magic != MAGIC {
            return Err(io::Error::other("it is not a process of a cluster, or has another version"));
        }
        stream.read_exact(&mut other)?;
        let challenges = match side {
            Side::Caller => [own, other],
            Side::Called => [other, own],
        };
        let proof = |side| self.proof(side, &challenges, called);
        if side == Side::Caller {
            stream.write_all(proof(side).as_bytes())?;
        }
        let mut theirs = [0; LENGTH];
        stream.read_exact(&mut theirs).map_err(|error| match side {
            Side::Caller if error.kind() != io::ErrorKind::TimedOut => {
                io::Error::other("it hangs up instead of proving its secret, which may be another one")
            }
            _ => error,
        })?;
        // Hashes are compared in constant time.
        if blake3::Hash::from_bytes(theirs) != proof(side.other()) {
            return Err(io::Error::other("it has another secret"));
        }
        if side == Side::Called {
            stream.write_all(proof(side).as_bytes())?;
        }
        Ok(())
    }

    fn proof(&self, side: Side, challenges: &[[u8; LENGTH]; 2], called: usize) -> blake3::Hash {
        let mut hash = blake3::Hasher::new_keyed(&self.0);
        hash.update(MAGIC).update(&[side as u8]).update(challenges.as_flattened());
        hash.update(&(called as u64).to_le_bytes()).finalize()
    }
}

/// A side of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// The one that has connected.
    Caller = 1,
    /// The one that listened.
    Called = 2,
}

impl Side {
    fn other(self) -> Self {
        match self {
            Side::Caller => Side::Called,
            Side::Called => Side::Caller,
        }
    }
}

/// Random bytes of the system.
pub(crate) fn challenge() -> io::Result<[u8; LENGTH]> {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};

    use super::*;

    fn secret(letter: &str) -> Secret {
        Secret::new(&letter.repeat(SHORTEST)).unwrap()
    }

    /// What both sides come to.
    fn meet(caller: (Secret, usize), called: (Secret, usize)) -> [io::Result<()>; 2] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let calling = std::thread::spawn(move || {
            let mut stream = TcpStream::connect(address).unwrap();
            caller.0.prove(&mut stream, Side::Caller, caller.1)
        });
        let answered = called.0.prove(&mut listener.accept().unwrap().0, Side::Called, called.1);
        [calling.join().unwrap(), answered]
    }

    #[test]
    fn only_those_who_know_the_secret_meet() {
        assert!(meet((secret("a"), 1), (secret("a"), 1)).iter().all(Result::is_ok));
        for (caller, called) in [
            ((secret("a"), 1), (secret("b"), 1)),
            ((secret("a"), 1), (secret("a"), 2)),
            ((Secret::none(), 1), (secret("a"), 1)),
        ] {
            let [calling, answered] = meet(caller, called);
            assert!(calling.is_err() && answered.unwrap_err().to_string() == "it has another secret");
        }
        assert!(Secret::new("short").is_err());
        assert!(Secret::new(&Secret::generate().unwrap()).is_ok());
        assert_ne!(Secret::generate().unwrap(), Secret::generate().unwrap());
    }

    /// A stream with given input, which ignores what is written to it.
    struct Recorded(Vec<u8>, Vec<u8>);

    impl Read for Recorded {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            (&self.0[..]).read(buffer).inspect(|&read| drop(self.0.drain(..read)))
        }
    }

    impl Write for Recorded {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.1.write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn what_was_said_before_proves_nothing() {
        // A caller that sends back what it hears, and one that repeats what another has said.
        let (a, challenge) = (secret("a"), challenge().unwrap());
        let mut heard = Recorded([&MAGIC[..], &challenge, &[0; LENGTH]].concat(), Vec::new());
        assert!(a.prove(&mut heard, Side::Caller, 0).is_err());
        let said = heard.1;
        assert_eq!(said.len(), MAGIC.len() + 2 * LENGTH);
        let mut replayed = Recorded(said.clone(), Vec::new());
        assert!(a.prove(&mut replayed, Side::Called, 0).is_err());
        assert_eq!(replayed.1.len(), MAGIC.len() + LENGTH, "a challenge is sent, and no proof");
        let mut echo =
            Recorded([&said[..MAGIC.len() + LENGTH], &said[MAGIC.len() + LENGTH..]].concat(), Vec::new());
        assert!(a.prove(&mut echo, Side::Caller, 0).is_err());
    }
}
