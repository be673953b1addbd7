//! File systems whose changes by others the operating system does not tell.

use std::path::Path;

/// Numbers of such file systems (Linux, `linux/magic.h` and the file systems' own headers): NFS, SMB and CIFS, FUSE
/// (which sshfs and many others are), 9P, Ceph, AFS, Coda, Lustre, GFS2, OCFS2, and folders shared with the host of a
/// virtual machine.
#[cfg(target_os = "linux")]
const NETWORK: [u32; 14] = [
    0x0000_6969,
    0x0000_517B,
    0xFF53_4D42,
    0xFE53_4D42,
    0x6573_5546,
    0x0102_1997,
    0x00C3_6400,
    0x5346_414F,
    0x7375_7245,
    0x0BD0_0BD0,
    0x0116_1970,
    0x7461_636F,
    0x786F_4256,
    0xBACB_ACBC,
];

/// Whether a folder lies on such a file system.
#[cfg(target_os = "linux")]
pub(super) fn is_on_network(folder: &Path) -> bool {
    // The type is as wide as the machine's words and sometimes signed; the numbers are 32 bits.
    rustix::fs::statfs(folder).is_ok_and(|system| NETWORK.contains(&(system.f_type as u32)))
}

/// Whether a folder lies on such a file system: not known here; the slow looks see what is not told.
#[cfg(not(target_os = "linux"))]
pub(super) fn is_on_network(_: &Path) -> bool {
    false
}
