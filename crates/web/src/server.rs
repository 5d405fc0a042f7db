//! The server: where it listens, what it allows, and how it ends.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::routing::get;
use axum::{Router, middleware};
use taquin_handlers::Engine;
use tokio::net::TcpListener;

use crate::error::Error;
use crate::guard::{LocalOnly, guard, unbroken};
use crate::held::{Room, held, whole};
use crate::slots::Slots;
use crate::{api, connection, pages};

/// Where to listen and what to allow.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address; port 0 lets the system choose one.
    pub address: SocketAddr,
    /// Whether other machines may connect.
    pub allow_remote: bool,
    /// How many searches may run at once.
    pub running: usize,
    /// How many searches may wait for their turn.
    pub waiting: usize,
    /// The time that one search may take.
    pub time: Duration,
    /// The bytes that one search may hold, and that all responses waiting to be read may hold together.
    pub memory: usize,
    /// How long a client may take to send its request, or not read its response.
    pub patience: Duration,
    /// Files with the distances of all positions of some puzzles, to answer from.
    pub distances: Vec<PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Settings {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            allow_remote: false,
            running: cores.max(2),
            waiting: 4 * cores.max(2),
            time: Duration::from_secs(300),
            memory: 512 << 20,
            patience: Duration::from_secs(15),
            distances: Vec::new(),
        }
    }
}

/// What every handler knows.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    /// For searches.
    pub(crate) slots: Slots,
    /// For short requests, which need not wait for searches.
    pub(crate) quick: Slots,
    pub(crate) engine: Engine,
}

/// How often the server looks whether it is to stop.
const LOOK: Duration = Duration::from_millis(50);

/// Listens, calls `ready` with the address, and answers until `stop` is set.
///
/// # Errors If the address is open to other machines without permission or not available, and errors of the network.
pub fn serve(settings: &Settings, stop: &AtomicBool, ready: impl FnOnce(SocketAddr)) -> Result<(), Error> {
    let address = settings.address;
    if !address.ip().is_loopback() && !settings.allow_remote {
        return Err(Error::Remote(address));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let ended = runtime.block_on(async {
        let listen = |source| Error::Listen { address, source };
        let listener = TcpListener::bind(address).await.map_err(listen)?;
        ready(listener.local_addr().map_err(listen)?);
        tokio::select! {
            never = connection::answer(listener, router(settings), settings.patience) => never,
            () = set(stop) => Ok(()),
        }
    });
    // Searches see within moments that their clients are gone.
    runtime.shutdown_timeout(Duration::from_secs(2));
    ended
}

/// Waits until the flag is set: a flag hears a Ctrl-C from the program's first moment, before any server runs.
async fn set(flag: &AtomicBool) {
    while !flag.load(Ordering::Relaxed) {
        tokio::time::sleep(LOOK).await;
    }
}

pub(crate) fn router(settings: &Settings) -> Router {
    let shared = Shared {
        slots: Slots::new(settings.running, settings.waiting),
        quick: Slots::new(settings.running, settings.waiting),
        engine: Engine {
            time: settings.time,
            memory: settings.memory,
            distances: settings.distances.clone().into(),
        },
    };
    let room = Room::new(settings.memory);
    Router::new()
        .route("/", get(pages::index))
        .nest("/api/v1", api::router(shared).layer(middleware::from_fn_with_state(room, held)))
        .route("/{*path}", get(pages::file))
        .layer(middleware::from_fn_with_state(settings.patience, whole))
        .layer(middleware::from_fn(unbroken))
        .layer(middleware::from_fn_with_state(LocalOnly(!settings.allow_remote), guard))
}
