//! What a start asks for: `[FILE]`, `--demo`, a link `continuity://task/<id>`, help or version.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;
use tauri::Url;

const HELP: &str = "Continuity Inspector: shows what a coding agent remembers, and deletes it.

Usage: continuity-inspector [FILE | continuity://task/ID]
       continuity-inspector --demo

  FILE        a continuity database to open
  --demo      open a small made-up store instead; it is removed at exit
  --help      print this
  --version   print the version

The command for scripts is `continuity`.";

/// Names a file by percent-encoded bytes; see [`exec_with_plain_arguments`].
const ENCODED: &str = "--encoded-file=";

/// What to do with the arguments.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Arguments {
    /// Open the window.
    Open(Wish),
    /// Print this and end.
    Print(String),
}

/// What the window is to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// The start page, or whatever is open already.
    Nothing,
    /// A file.
    File(PathBuf),
    /// A task of any store, by correlation or by the beginning of one.
    Task(String),
    /// The demonstration store.
    Demo,
}

/// Reads arguments without the program's name. A relative file is resolved against `folder`.
///
/// # Errors
/// A sentence for people when an argument is not known or there is more than one.
pub(crate) fn parse(arguments: impl Iterator<Item = OsString>, folder: &Path) -> Result<Arguments, String> {
    let mut wish = Wish::Nothing;
    let mut only_files = false;
    for argument in arguments {
        let text = argument.to_str().filter(|_| !only_files);
        let next = match text {
            Some("--") => {
                only_files = true;
                continue;
            }
            Some("--help" | "-h") => return Ok(Arguments::Print(HELP.to_owned())),
            Some("--version" | "-V") => {
                return Ok(Arguments::Print(format!("continuity-inspector {}", env!("CARGO_PKG_VERSION"))));
            }
            Some("--demo") => Wish::Demo,
            Some(text) if text.starts_with(ENCODED) => Wish::File(decoded(text.trim_start_matches(ENCODED))),
            Some(text) if text.starts_with("continuity:") || text.starts_with("file:") => match Url::parse(text) {
                Ok(url) => wish_of_url(&url),
                Err(_) => return Err("the link cannot be read".to_owned()),
            },
            Some(text) if text.len() > 1 && text.starts_with('-') => {
                return Err("unknown option; see continuity-inspector --help".to_owned());
            }
            _ => Wish::File(folder.join(&argument)),
        };
        if wish != Wish::Nothing {
            return Err("one file at a time; see continuity-inspector --help".to_owned());
        }
        wish = next;
    }
    Ok(Arguments::Open(wish))
}

/// Reads a link. Anything but a file or `continuity://task/<id>` asks for nothing: links come from other programs.
pub(crate) fn wish_of_url(url: &Url) -> Wish {
    match url.scheme() {
        "file" => url.to_file_path().map_or(Wish::Nothing, Wish::File),
        "continuity" if url.host_str() == Some("task") => {
            let id = percent_decode_str(url.path().trim_matches('/')).decode_utf8_lossy();
            let known = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == ':';
            if id.is_empty() || id.len() > 128 || !id.chars().all(known) {
                return Wish::Nothing;
            }
            Wish::Task(id.into_owned())
        }
        _ => Wish::Nothing,
    }
}

/// Starts this program again with arguments in UTF-8 when one of them is not. A second start hands its arguments to
/// the first as text, and a path of other bytes would not survive that.
pub(crate) fn exec_with_plain_arguments() {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        use std::os::unix::process::CommandExt;

        let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
        if arguments.iter().all(|argument| argument.to_str().is_some()) {
            return;
        }
        let here = std::env::current_dir().unwrap_or_default();
        let plain = arguments.iter().filter(|argument| *argument != "--").map(|argument| match argument.to_str() {
            Some(text) => OsString::from(text),
            None => {
                let path = here.join(argument);
                let all = percent_encoding::NON_ALPHANUMERIC;
                let bytes = percent_encoding::percent_encode(path.as_os_str().as_bytes(), all);
                OsString::from(format!("{ENCODED}{bytes}"))
            }
        });
        if let Ok(program) = std::env::current_exe() {
            // Returns only when it failed; then the start goes on as it is.
            let _failed = std::process::Command::new(program).args(plain).exec();
        }
    }
}

/// Returns the path whose bytes were percent-encoded.
fn decoded(text: &str) -> PathBuf {
    let bytes: Vec<u8> = percent_decode_str(text).collect();
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        PathBuf::from(OsStr::from_bytes(&bytes))
    }
    #[cfg(not(unix))]
    PathBuf::from(OsStr::new(&*String::from_utf8_lossy(&bytes)))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn wish(arguments: &[&str]) -> Result<Arguments, String> {
        parse(arguments.iter().map(OsString::from), Path::new("/home/a"))
    }

    fn open(wish: Wish) -> Result<Arguments, String> {
        Ok(Arguments::Open(wish))
    }

    #[test]
    fn a_relative_file_is_found_from_another_folder() {
        assert_eq!(wish(&["x/y.sqlite3"]), open(Wish::File("/home/a/x/y.sqlite3".into())));
        assert_eq!(wish(&["/srv/y.sqlite3"]), open(Wish::File("/srv/y.sqlite3".into())));
    }

    #[test]
    fn a_file_named_like_an_option_opens_after_two_dashes() {
        assert_eq!(wish(&["--", "--demo"]), open(Wish::File("/home/a/--demo".into())));
        assert!(wish(&["--dmeo"]).is_err());
    }

    #[test]
    fn a_file_with_percent_and_hash_in_its_name_is_not_decoded() {
        assert_eq!(wish(&["50%23#?.sqlite3"]), open(Wish::File("/home/a/50%23#?.sqlite3".into())));
    }

    #[test]
    fn a_task_link_names_the_task() {
        assert_eq!(wish(&["continuity://task/1ebf6176120e"]), open(Wish::Task("1ebf6176120e".into())));
        assert_eq!(wish(&["continuity://task/hmac-sha256%3Aab/"]), open(Wish::Task("hmac-sha256:ab".into())));
    }

    #[test]
    fn a_link_of_another_program_cannot_ask_for_more_than_a_task() {
        for link in
            ["continuity://open/etc/passwd", "continuity://task/", "continuity://task/%3Cb%3E", "continuity:task/ab"]
        {
            assert_eq!(wish(&[link]), open(Wish::Nothing), "{link}");
        }
    }

    #[test]
    fn a_file_link_of_a_file_manager_opens_the_file() {
        assert_eq!(wish(&["file:///home/b/a%20b.sqlite3"]), open(Wish::File("/home/b/a b.sqlite3".into())));
    }

    #[cfg(unix)]
    #[test]
    fn a_path_that_is_not_utf8_survives_a_second_start() {
        use std::os::unix::ffi::OsStrExt;
        let expected = PathBuf::from(OsStr::from_bytes(b"/srv/\xff\xfe.sqlite3"));
        assert_eq!(wish(&["--encoded-file=%2Fsrv%2F%FF%FE%2Esqlite3"]), open(Wish::File(expected)));
    }
}
