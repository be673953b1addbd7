//! `continuity watch`: a line for each change, until somebody ends it.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use inspector::{Inspector, Watch, Way};
use wire::ErrorBody;
use wire::commands::ListSources;
use wire::watch::StoreChange;

use crate::session::Session;
use crate::{output, text};

/// How often is looked whether recording still works, while nothing else happens.
const INTERVAL: Duration = Duration::from_secs(2);

/// What the loop is told.
enum Told {
    Change(StoreChange),
    End,
}

/// Follows the stores.
pub(crate) fn run(session: Session) -> Result<ExitCode, ErrorBody> {
    let Session { inspector, db, json } = session;
    let stores = stores(&inspector, db)?;
    let inspector = Arc::new(inspector);
    let (tell, told) = channel();
    let watches = follow(&inspector, &stores, &tell)?;
    end_on_signal(tell.clone())?;
    #[cfg(unix)]
    end_when_nobody_reads(tell);
    if !json {
        let names: Vec<String> = stores.iter().map(|store| store.display().to_string()).collect();
        let records = inspector.read_history(ListSources {})?.settings.record;
        note(&text::watching(&names, records));
    }
    let mut problem = None;
    let ended = loop {
        let line = match told.recv_timeout(INTERVAL) {
            Ok(Told::Change(change)) => Some(line(&change, json)),
            Ok(Told::End) | Err(RecvTimeoutError::Disconnected) => break output::ended(Ok(())),
            Err(RecvTimeoutError::Timeout) => None,
        };
        if let Some(written) = line.map(|line| output::stream(&line))
            && written.is_err()
        {
            break output::ended(written);
        }
        // Each reason is said once; the stores are followed all the same.
        let now = inspector.history_problem();
        if now != problem {
            if let Some(error) = &now {
                note(&format!("continuity: {} [{}]\n", error.message, error.code));
            }
            problem = now;
        }
    };
    drop(watches);
    inspector.finish_recording();
    Ok(ended)
}

/// The store that is named, else every store that is found but the backups.
fn stores(inspector: &Inspector, db: Option<PathBuf>) -> Result<Vec<PathBuf>, ErrorBody> {
    if let Some(db) = db {
        // A name that leads nowhere is more likely a slip than a store that is yet to come.
        inspector.open_path(&db)?;
        return Ok(vec![inspector.choose_store_file(Some(&db))?]);
    }
    let found = inspector.list_sources(ListSources {})?.sources;
    let stores = found.iter().filter(|source| source.backup_of.is_none());
    let stores: Vec<PathBuf> = stores.filter_map(|source| inspector::source_path(&source.id)).collect();
    if stores.is_empty() { inspector.choose_store_file(None).map(|store| vec![store]) } else { Ok(stores) }
}

fn follow(inspector: &Arc<Inspector>, stores: &[PathBuf], tell: &Sender<Told>) -> Result<Vec<Watch>, ErrorBody> {
    let watch = |store: &PathBuf| {
        let tell = tell.clone();
        // The loop is gone only when everything ends.
        let told = move |change| drop(tell.send(Told::Change(change)));
        inspector.follow(store, Way::Events, Box::new(told))
    };
    stores.iter().map(watch).collect()
}

fn line(change: &StoreChange, json: bool) -> String {
    if !json {
        return text::change(change);
    }
    // A change is numbers and text and can always be written.
    let document = serde_json::to_string(change).unwrap_or_default();
    format!("{document}\n")
}

/// Ends the loop on Ctrl+C, and when the process is told to terminate.
fn end_on_signal(tell: Sender<Told>) -> Result<(), ErrorBody> {
    let set = ctrlc::set_handler(move || drop(tell.send(Told::End)));
    set.map_err(|error| inspector::usage(format!("Signals cannot be handled: {error}.")))
}

/// Ends the loop when the reader of a pipe has gone, also while there is nothing to write.
#[cfg(unix)]
fn end_when_nobody_reads(tell: Sender<Told>) {
    std::thread::spawn(move || {
        use rustix::event::{PollFd, PollFlags, poll};
        let out = std::io::stdout();
        // Nothing is asked for: errors and hang-ups are told all the same.
        let mut watched = [PollFd::new(&out, PollFlags::empty())];
        loop {
            match poll(&mut watched, None) {
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => return,
                Ok(_) => break,
            }
        }
        drop(tell.send(Told::End));
    });
}

/// Says something to people beside the stream.
fn note(line: &str) {
    // Who closed standard error wants no notes.
    let _ = anstream::stderr().lock().write_all(output::visible(line).as_bytes());
}
