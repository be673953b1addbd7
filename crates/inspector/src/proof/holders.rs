//! Which processes hold a store's files.

use std::path::Path;

/// Processes other than this one that hold a lock on the file, as far as the system tells: on Linux from `/proc/locks`
/// (proc(5): id, class, kind, access, process, device and inode, first and last byte).
#[cfg(target_os = "linux")]
pub(super) fn of(file: &Path) -> Vec<u32> {
    use std::os::linux::fs::MetadataExt;
    let Ok(metadata) = std::fs::metadata(file) else { return Vec::new() };
    let Ok(locks) = std::fs::read_to_string("/proc/locks") else { return Vec::new() };
    let inode = metadata.st_ino().to_string();
    let mut found: Vec<u32> = locks.lines().filter_map(|line| holder(line, &inode)).collect();
    found.retain(|process| *process != std::process::id());
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(target_os = "linux")]
fn holder(line: &str, inode: &str) -> Option<u32> {
    // A process that waits for a lock has `->` before its class.
    let mut words = line.split_whitespace().skip_while(|word| *word != "POSIX" && *word != "OFDLCK");
    let process = words.nth(3)?.parse().ok()?;
    let file = words.next()?.rsplit(':').next()?;
    (file == inode).then_some(process)
}

/// Not known on this system.
#[cfg(not(target_os = "linux"))]
pub(super) fn of(_: &Path) -> Vec<u32> {
    Vec::new()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::holder;

    #[test]
    fn a_line_of_the_lock_table_names_its_process() {
        let line = "3: POSIX  ADVISORY  READ 4711 08:02:131074 123 123";
        assert_eq!(holder(line, "131074"), Some(4711));
        assert_eq!(holder(line, "31074"), None);
        assert_eq!(holder("3: -> POSIX  ADVISORY  WRITE 12 08:02:7 120 120", "7"), Some(12));
        assert_eq!(holder("4: OFDLCK ADVISORY  READ -1 08:02:7 123 123", "7"), None, "its process is not told");
        assert_eq!(holder("5: FLOCK  ADVISORY  WRITE 9 08:02:7 0 EOF", "7"), None, "SQLite takes no such lock");
        assert_eq!(holder("", "7"), None);
    }
}
