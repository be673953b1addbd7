//! The folders in which something can happen to a file, and the names that matter there.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

/// Most symbolic links that are followed on the way to a file, as on Linux.
const MOST_LINKS: usize = 40;

/// The ways to some files: the folders that hold the files, the symbolic links on the way, and the folders themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Route {
    /// Folders that hold the files and links, as far as they exist; each path without symbolic links.
    pub(super) folders: BTreeSet<PathBuf>,
    /// The folders that hold these.
    pub(super) above: BTreeSet<PathBuf>,
    /// Names of the files, of links, and of folders that can be moved or made.
    names: BTreeSet<OsString>,
}

impl Route {
    /// Finds the ways to files as they are now; absolute paths. A file that is not there is waited for in the folder
    /// that its way ends in.
    pub(super) fn to(files: &[&Path]) -> Self {
        let mut route = Self::default();
        for file in files {
            route.add(file);
        }
        route
    }

    fn add(&mut self, file: &Path) {
        let mut rest: Vec<OsString> = parts(file);
        rest.reverse();
        let mut at = PathBuf::new();
        let mut links = 0;
        while let Some(part) = rest.pop() {
            if part == ".." {
                at.pop();
                continue;
            }
            let next = at.join(&part);
            let target = std::fs::read_link(&next).ok();
            let is_last = rest.is_empty();
            let exists = next.symlink_metadata().is_ok();
            if (target.is_some() || is_last || !exists) && !at.as_os_str().is_empty() {
                self.folders.insert(at.clone());
                self.names.insert(part);
                // The folder can be moved away or removed, and one of its name can come in its place.
                self.names.extend(at.file_name().map(OsString::from));
                self.above.extend(at.parent().map(Path::to_owned));
            }
            match target {
                Some(target) if links < MOST_LINKS => {
                    links += 1;
                    if target.is_absolute() {
                        at = PathBuf::new();
                    }
                    rest.extend(parts(&target).into_iter().rev());
                }
                Some(_) => return,
                None if exists => at = next,
                None => return,
            }
        }
    }

    /// Whether something that happened to `path` can matter: to one of the names, or to a file that SQLite keeps beside
    /// one of them (`-wal`, `-journal`). Only names are compared, since systems tell paths in different spellings.
    pub(super) fn is_about(&self, path: &Path) -> bool {
        let Some(name) = path.file_name() else { return true };
        let name = name.as_encoded_bytes();
        self.names.iter().any(|known| name.starts_with(known.as_encoded_bytes()))
    }
}

/// The parts of a path; `.` is none.
fn parts(path: &Path) -> Vec<OsString> {
    let parts = path.components().filter(|part| !matches!(part, Component::CurDir));
    parts.map(|part| part.as_os_str().to_owned()).collect()
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::os::unix::fs::symlink;
    use std::path::{Path, PathBuf};

    use super::Route;

    fn folders(route: &Route, root: &Path) -> Vec<String> {
        let below = |folder: &PathBuf| folder.strip_prefix(root).ok().map(|path| path.display().to_string());
        route.folders.iter().filter_map(below).collect()
    }

    #[test]
    fn each_folder_on_the_way_is_known_and_each_link() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path().canonicalize().unwrap();
        for folder in ["a/b", "links", "real/deep"] {
            std::fs::create_dir_all(root.join(folder)).unwrap();
        }
        std::fs::write(root.join("a/b/store"), b"").unwrap();
        assert_eq!(folders(&Route::to(&[&root.join("a/b/store")]), &root), ["a/b"]);
        assert_eq!(folders(&Route::to(&[&root.join("a/./b/../b/store")]), &root), ["a/b"]);
        assert_eq!(folders(&Route::to(&[&root.join("a/b/none")]), &root), ["a/b"], "a file that is yet to come");
        assert_eq!(
            folders(&Route::to(&[&root.join("a/none/deep/store")]), &root),
            ["a"],
            "a folder that is yet to come"
        );
        symlink(root.join("a/b/store"), root.join("links/store")).unwrap();
        symlink("../links", root.join("real/way")).unwrap();
        let route = Route::to(&[&root.join("real/way/store")]);
        assert_eq!(folders(&route, &root), ["a/b", "links", "real"]);
        assert!(route.above.contains(&root.join("a")) && route.above.contains(&root));
        symlink("round", root.join("links/round")).unwrap();
        assert_eq!(folders(&Route::to(&[&root.join("links/round")]), &root), ["links"], "a link that leads to itself");
    }

    #[test]
    fn only_names_on_the_way_matter() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path().canonicalize().unwrap();
        std::fs::create_dir(root.join("folder")).unwrap();
        let route = Route::to(&[&root.join("folder/store.db")]);
        for about in ["folder/store.db", "folder/store.db-wal", "folder/store.db-journal", "folder"] {
            assert!(route.is_about(&root.join(about)), "{about}");
        }
        for other in ["folder/store", "folder/other", "other", "folder/xstore.db"] {
            assert!(!route.is_about(&root.join(other)), "{other}");
        }
    }
}
