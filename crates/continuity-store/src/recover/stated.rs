//! What a piece of a body says of the body.

use memchr::memmem;

use super::facts::LONGEST_FACT;

/// The facts that a piece states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Stated {
    pub(super) correlation: Option<String>,
    pub(super) epoch: Option<i64>,
    pub(super) revision: Option<i64>,
    pub(super) digest: Option<String>,
}

/// Reads the facts that a piece states whole; none where it names two tasks. A correlation counts under the key that it
/// has in a body: alone it is often that of a neighbour, a row of an index for example.
pub(super) fn stated(run: &[u8]) -> Stated {
    const KEY: &[u8] = b"\"taskCorrelation\":\"";
    let mut found: Option<(&str, usize)> = None;
    for at in memmem::find_iter(run, KEY) {
        let start = at + KEY.len();
        let Some(name) = text_to_quote(run, start) else { continue };
        match found {
            Some((other, _)) if other != name => return Stated::default(),
            Some(_) => {}
            None => found = Some((name, start + name.len())),
        }
    }
    let number = |key: &[u8]| {
        let head = run.get(found?.1..)?;
        let at = memmem::find(head, key)? + key.len();
        let digits = head.get(at..)?.iter().take(20).take_while(|byte| byte.is_ascii_digit()).count();
        // A number that the end of the piece cuts off is none.
        head.get(at + digits)?;
        std::str::from_utf8(head.get(at..at + digits)?).ok()?.parse().ok()
    };
    let digest = memmem::rfind(run, b"\"snapshotDigest\":\"").and_then(|at| text_to_quote(run, at + 18));
    Stated {
        correlation: found.map(|(name, _)| name.to_owned()),
        epoch: number(b"\"epoch\":"),
        revision: number(b"\"revision\":"),
        digest: digest.map(str::to_owned),
    }
}

/// Returns the text from `start` to the next quote.
fn text_to_quote(run: &[u8], start: usize) -> Option<&str> {
    let rest = run.get(start..)?;
    let length = rest.iter().take(LONGEST_FACT).position(|byte| *byte == b'"')?;
    std::str::from_utf8(rest.get(..length)?).ok()
}

#[cfg(test)]
mod tests {
    use super::stated;

    #[test]
    fn a_piece_says_whose_it_is() {
        let name = format!("hmac-sha256:{}", "ab".repeat(32));
        let piece = format!(
            "\"taskCorrelation\":\"{name}\",\"epoch\":3,\"revision\":7,\"status\":\"active\",\"snapshotDigest\":\"sha256:00\""
        );
        let found = stated(piece.as_bytes());
        assert_eq!(found.correlation.as_deref(), Some(name.as_str()));
        assert_eq!((found.epoch, found.revision, found.digest.as_deref()), (Some(3), Some(7), Some("sha256:00")));
        let cut = stated(format!("\"taskCorrelation\":\"{name}\",\"epoch\":3").as_bytes());
        assert_eq!((cut.correlation, cut.epoch), (Some(name.clone()), None));
        let two = format!("{piece}\"taskCorrelation\":\"another\"");
        assert_eq!(stated(two.as_bytes()), super::Stated::default());
        assert_eq!(stated(name.as_bytes()).correlation, None);
    }
}
