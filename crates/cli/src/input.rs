//! Standard input.

use std::io::Read;

use wire::ErrorBody;

/// Most bytes that are read.
const MOST: u64 = (1 << 20) + 2;

/// Reads a text, without the line feed that `echo` puts at its end.
pub(crate) fn text() -> Result<Vec<u8>, ErrorBody> {
    let mut text = Vec::new();
    let read = std::io::stdin().lock().take(MOST).read_to_end(&mut text);
    read.map_err(|error| inspector::usage(format!("Standard input cannot be read: {error}.")))?;
    if text.last() == Some(&b'\n') {
        text.pop();
        if text.last() == Some(&b'\r') {
            text.pop();
        }
    }
    Ok(text)
}
