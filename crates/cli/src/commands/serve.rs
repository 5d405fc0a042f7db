//! `taquin serve`: the browser app.

use std::io::Write;
use std::net::SocketAddr;
use std::process::ExitCode;

use taquin_files::system::give_back_freed_memory;
use taquin_web::Settings;

use crate::args::ServeArgs;
use crate::{memory, stop};

pub(crate) fn run(args: &ServeArgs) -> anyhow::Result<ExitCode> {
    give_back_freed_memory();
    for file in &args.distances {
        taquin::check_distances(file)?;
    }
    let defaults = Settings::default();
    let running = args.searches.unwrap_or(defaults.running).max(1);
    let settings = Settings {
        address: SocketAddr::new(args.address, args.port),
        allow_remote: args.allow_remote,
        running,
        waiting: 4 * running,
        time: args.limit_time,
        memory: memory::left_of_search(args.limit_memory)?,
        patience: defaults.patience,
        distances: args.distances.clone(),
    };
    serve(&settings, "", args.no_open)
}

/// Serves until Ctrl-C, and opens the page at `place` first.
pub(crate) fn serve(settings: &Settings, place: &str, no_open: bool) -> anyhow::Result<ExitCode> {
    taquin_web::serve(settings, &stop::on_interrupt(), |address| {
        let host = if address.ip().is_unspecified() { "localhost".into() } else { host(address) };
        let url = format!("http://{host}:{}/{place}", address.port());
        let mut err = std::io::stderr().lock();
        // If standard error is closed, the address is not wanted.
        let _ = writeln!(err, "taquin: {url}\ntaquin: Ctrl-C stops the server");
        if !no_open && let Err(error) = open::that_detached(&url) {
            let _ = writeln!(err, "taquin: no browser could be opened ({error}); open the address yourself");
        }
    })
    .map_err(|error| match error {
        taquin_web::Error::Remote(_) => {
            anyhow::Error::from(error).context("add --allow-remote if that is what you want")
        }
        error => error.into(),
    })?;
    Ok(ExitCode::SUCCESS)
}

fn host(address: SocketAddr) -> String {
    if address.is_ipv6() { format!("[{}]", address.ip()) } else { address.ip().to_string() }
}
