//! Every place at which a text begins in a file, whatever the file is.

use std::io;
use std::path::Path;

use memchr::memmem::Finder;
use sqlite_pages::TextEncoding;

use super::quiet_file::QuietFile;
use super::texts;

/// Returns a text in every form in which a store holds it: as it reads, as JSON writes it (raw and with `\u` escapes),
/// each in UTF-8 and in the database's encoding. Bytes that are no UTF-8 have one form.
pub fn forms_of(text: &[u8], encoding: TextEncoding) -> Vec<Vec<u8>> {
    let mut forms = vec![text.to_vec()];
    if let Ok(text) = std::str::from_utf8(text) {
        let json = serde_json::to_string(text).unwrap_or_default();
        texts::forms(&json, encoding, &mut forms);
        // Some programs escape the slash, which JSON allows.
        if text.contains('/') {
            texts::forms(&json.replace('/', "\\/"), encoding, &mut forms);
        }
    }
    forms.sort_unstable();
    forms.dedup();
    forms
}

/// Calls `found` with the offset and the length of each place at which one of the texts begins, text by text in each part
/// of the file. Finds nothing when there is no file. Returns the size of what was read.
///
/// # Errors
/// When the file is there and cannot be read, or is no file.
pub fn occurrences(texts: &[Vec<u8>], path: &Path, mut found: impl FnMut(u64, usize)) -> io::Result<u64> {
    let Some(mut file) = QuietFile::open(path)? else { return Ok(0) };
    let finders: Vec<Finder<'_>> = texts.iter().filter(|text| !text.is_empty()).map(Finder::new).collect();
    let longest = finders.iter().map(|finder| finder.needle().len()).max().unwrap_or(0);
    let mut window: Vec<u8> = Vec::new();
    // Offset of the window's first byte, and how many bytes at its head belong to the part before.
    let (mut start, mut carried) = (0u64, 0usize);
    file.each_part(|part| {
        window.extend_from_slice(part);
        for finder in &finders {
            let mut from = 0;
            while let Some(at) = window.get(from..).and_then(|rest| finder.find(rest)).map(|at| from + at) {
                from = at + 1;
                // What ends in the carried bytes was found with the part before.
                if at + finder.needle().len() > carried {
                    found(start + at as u64, finder.needle().len());
                }
            }
        }
        let keep = window.len().min(longest.saturating_sub(1));
        start += (window.len() - keep) as u64;
        window.drain(..window.len() - keep);
        carried = keep;
    })?;
    Ok(start + carried as u64)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use sqlite_pages::TextEncoding;

    use super::{forms_of, occurrences};

    #[test]
    fn a_text_across_the_parts_of_a_file_is_found_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let mut bytes = vec![b'.'; 9 << 20];
        let places = [0usize, 100, (4 << 20) - 3, (8 << 20) - 7, (9 << 20) - 8];
        places.iter().for_each(|at| bytes[*at..at + 8].copy_from_slice(b"needle-x"));
        std::fs::write(&path, &bytes).unwrap();
        let mut found = Vec::new();
        let texts = [b"needle-x".to_vec(), b"a much longer text that is nowhere".to_vec(), Vec::new()];
        let read = occurrences(&texts, &path, |at, length| found.push((at as usize, length))).unwrap();
        assert_eq!(read, 9 << 20);
        assert_eq!(found, places.map(|at| (at, 8)));
        assert_eq!(occurrences(&texts, &folder.path().join("none"), |_, _| ()).unwrap(), 0);
        assert!(occurrences(&texts, folder.path(), |_, _| ()).is_err());
    }

    #[test]
    fn a_text_is_looked_for_as_json_writes_it() {
        let forms = forms_of("a/\"한".as_bytes(), TextEncoding::Utf8);
        for form in [r#"a/"한"#, r#"a/\"한"#, r#"a/\"\ud55c"#, r#"a\/\"한"#] {
            assert!(forms.iter().any(|known| known == form.as_bytes()), "{form}");
        }
        assert_eq!(forms_of(b"plain", TextEncoding::Utf8), [b"plain".to_vec()]);
        assert_eq!(forms_of(&[0xff, 1], TextEncoding::Utf8), [vec![0xff, 1]]);
        assert!(forms_of(b"hi", TextEncoding::Utf16Le).contains(&b"h\0i\0".to_vec()));
    }
}
