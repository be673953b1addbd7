//! Remarks on two sides from their heads alone: revision, digest, bytes.

use super::outcome::Note;

/// What is known of one side of a comparison besides its fields.
#[derive(Clone, Copy)]
pub struct Head<'a> {
    /// Task that the body belongs to.
    pub task: &'a str,
    /// Epoch that the body belongs to.
    pub epoch: i64,
    /// Revision in the JSON; `None` when there is none.
    pub revision: Option<f64>,
    /// Digest in the JSON; `None` when there is none.
    pub digest: Option<&'a str>,
    /// `updatedAt` in the JSON; `None` when there is none.
    pub updated_at: Option<&'a str>,
    /// The stored bytes; `None` when only a receipt is left.
    pub bytes: Option<&'a [u8]>,
}

impl std::fmt::Debug for Head<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Head").field("epoch", &self.epoch).field("revision", &self.revision).finish_non_exhaustive()
    }
}

/// Returns the remarks on two sides: the same digest over different bytes, the same revision with two digests (a
/// fork), and a later body with a smaller revision. The last two are said of the same task and epoch only, because
/// each epoch counts from 1.
pub fn head_notes(from: &Head<'_>, to: &Head<'_>) -> Vec<Note> {
    let mut notes = Vec::new();
    let same_digest = from.digest.zip(to.digest).map(|(a, b)| a == b);
    if same_digest == Some(true) && from.bytes.zip(to.bytes).is_some_and(|(a, b)| a != b) {
        notes.push(Note::SameDigestOtherBytes);
    }
    if from.task == to.task
        && from.epoch == to.epoch
        && let Some((a, b)) = from.revision.zip(to.revision)
    {
        if a == b && same_digest == Some(false) {
            notes.push(Note::Fork);
        }
        if went_back(a, b, from.updated_at.zip(to.updated_at)) {
            notes.push(Note::RevisionWentBack);
        }
    }
    notes
}

/// Returns whether the later side has the smaller revision. Without times that can be ordered, `to` is the later one.
fn went_back(from: f64, to: f64, times: Option<(&str, &str)>) -> bool {
    match times.filter(|(a, b)| a != b && is_utc_stamp(a) && is_utc_stamp(b)) {
        Some((a, b)) if b < a => from < to,
        _ => to < from,
    }
}

/// Returns whether the text is a UTC time as `Date.toISOString` writes it (24 characters); such texts sort as times.
fn is_utc_stamp(text: &str) -> bool {
    text.len() == 24
        && text.bytes().zip("0000-00-00T00:00:00.000Z".bytes()).all(|(c, form)| match form {
            b'0' => c.is_ascii_digit(),
            form => c == form,
        })
}

#[cfg(test)]
mod tests {
    use super::{Head, head_notes};
    use crate::diff::Note;

    fn head<'a>(revision: f64, digest: &'a str, updated_at: &'a str, bytes: &'a [u8]) -> Head<'a> {
        Head {
            task: "t",
            epoch: 1,
            revision: Some(revision),
            digest: Some(digest),
            updated_at: Some(updated_at),
            bytes: Some(bytes),
        }
    }

    const EARLY: &str = "2026-09-20T01:00:02.000Z";
    const LATE: &str = "2026-09-20T01:00:06.000Z";

    #[test]
    fn a_body_changed_under_its_digest_is_called_out() {
        assert_eq!(
            head_notes(&head(1.0, "d", EARLY, b"a"), &head(1.0, "d", EARLY, b"b")),
            [Note::SameDigestOtherBytes]
        );
        assert_eq!(head_notes(&head(1.0, "d", EARLY, b"a"), &head(1.0, "d", EARLY, b"a")), []);
    }

    #[test]
    fn two_digests_of_one_revision_are_a_fork_only_in_the_same_epoch_of_the_same_task() {
        let (a, b) = (head(3.0, "d", EARLY, b"a"), head(3.0, "e", LATE, b"b"));
        assert_eq!(head_notes(&a, &b), [Note::Fork]);
        assert_eq!(head_notes(&a, &Head { epoch: 2, ..b }), []);
        assert_eq!(head_notes(&a, &Head { task: "u", ..b }), []);
        assert_eq!(head_notes(&a, &Head { digest: None, ..b }), []);
    }

    #[test]
    fn a_reader_who_swaps_the_sides_is_not_told_that_the_revision_went_back() {
        let (old, new) = (head(1.0, "d", EARLY, b"a"), head(5.0, "e", LATE, b"b"));
        assert_eq!(head_notes(&old, &new), []);
        assert_eq!(head_notes(&new, &old), []);
    }

    #[test]
    fn a_later_body_with_a_smaller_revision_went_back_whichever_side_it_is_on() {
        let (old, new) = (head(5.0, "d", EARLY, b"a"), head(2.0, "e", LATE, b"b"));
        assert_eq!(head_notes(&old, &new), [Note::RevisionWentBack]);
        assert_eq!(head_notes(&new, &old), [Note::RevisionWentBack]);
        let (old, new) = (Head { updated_at: None, ..old }, new);
        assert_eq!(head_notes(&old, &new), [Note::RevisionWentBack]);
    }
}
