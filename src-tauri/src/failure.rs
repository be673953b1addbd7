//! What is said when something goes wrong, and what is not: never text that came out of a store.

use std::io::Write;

use wire::ErrorBody;

/// Makes a panic print its place only. The usual message could carry text of a body.
pub(crate) fn keep_text_out_of_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map_or_else(String::new, |at| format!(" at {}:{}", at.file(), at.line()));
        tell(&format!("internal error{place}"));
    }));
}

/// Writes one line to standard error.
pub(crate) fn tell(line: &str) {
    // Without a standard error there is nobody to tell.
    let _closed = writeln!(std::io::stderr(), "continuity-inspector: {line}");
}

/// Returns an error of this crate's own. `code` is kebab-case.
pub(crate) fn error(code: &str, message: &str, next: Option<&str>) -> ErrorBody {
    ErrorBody {
        code: code.to_owned(),
        message: message.to_owned(),
        next: next.map(str::to_owned),
        matches: Vec::new(),
        known: None,
    }
}

/// Returns the answer to a call whose thread ended early.
pub(crate) fn internal() -> ErrorBody {
    error("internal", "The call ended early because of a fault in this program.", Some("Try again."))
}
