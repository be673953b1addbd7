//! Values that are only the beginning of another: what is left of it where a text is cut off.

use super::findings::Found;

/// Shortest beginning that is taken for a piece of a longer value, in bytes.
const SHORTEST: usize = 8;

/// Gives the places of each piece to the value that it is the beginning of. Only what no row holds is a piece: where a
/// row holds two values, they are two.
pub(super) fn join(mut found: Vec<Found>) -> Vec<Found> {
    found.sort_by(|a, b| a.value.cmp(&b.value));
    let mut kept: Vec<Found> = Vec::with_capacity(found.len());
    // From the last on: a value stands right before those that it is the beginning of, pieces of pieces too.
    while let Some(shorter) = found.pop() {
        match kept.last_mut() {
            Some(longer)
                if !shorter.live && shorter.value.len() >= SHORTEST && longer.value.starts_with(&shorter.value) =>
            {
                longer.take(shorter);
            }
            _ => kept.push(shorter),
        }
    }
    kept
}
