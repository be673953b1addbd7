//! Values masked in a text that comes in pieces: a comparison's marked words.

use wire::Text;
use wire::compare::Piece;

use super::found;
use crate::finding::Known;

/// Masks the values that are found in `whole`, the value of the field at `path`, of which the pieces are the beginning. Returns whether there was one.
pub(crate) fn pieces(pieces: Vec<Piece>, whole: &str, path: &str, known: Option<&Known>) -> (Vec<Piece>, bool) {
    let findings = found(whole.as_bytes(), super::name(path), known);
    if findings.is_empty() {
        return (pieces, false);
    }
    let ranges: Vec<_> =
        findings.iter().map(|finding| (finding.value.clone(), finding.masked(whole.as_bytes()))).collect();
    let mut out = Vec::with_capacity(pieces.len());
    let mut offset = 0;
    for piece in pieces {
        let (start, end) = (offset, offset + piece.text.0.len());
        offset = end;
        let mut text = String::new();
        let mut done = start;
        for (range, mask) in ranges.iter().filter(|(range, _)| range.start < end && start < range.end) {
            text.push_str(whole.get(done..range.start.max(start)).unwrap_or_default());
            // The mask stands where the value begins; the rest of a value that goes on in other pieces is left out.
            if range.start >= start {
                text.push_str(mask);
            }
            done = range.end.min(end);
        }
        text.push_str(whole.get(done..end).unwrap_or_default());
        if !text.is_empty() {
            out.push(Piece { text: Text(text), marked: piece.marked });
        }
    }
    (out, true)
}

#[cfg(test)]
mod tests {
    use super::pieces;
    use wire::Text;
    use wire::compare::Piece;

    #[test]
    fn a_value_across_pieces_is_one_mask() {
        let token = ["gl", "pat-", "Zk3vQ9sL", "m2Xw7R", "tB5nHd"].concat();
        let whole = format!("use {token} now and later");
        let cut = |from: usize, to: usize, marked| Piece { text: Text(whole[from..to].to_owned()), marked };
        let (shown, masked) =
            pieces(vec![cut(0, 12, false), cut(12, 20, true), cut(20, 34, false)], &whole, "core.progress", None);
        assert!(masked);
        let text: String = shown.iter().map(|piece| piece.text.as_str()).collect();
        assert!(text.starts_with("use glpat-•") && text.ends_with(" now"), "{text}");
        assert!(!text.contains("Zk3v") && !text.contains("5nHd"));
        let plain = vec![cut(0, 4, true)];
        assert_eq!(pieces(plain.clone(), "use this", "", None), (plain, false));
    }
}
