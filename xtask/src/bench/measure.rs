//! One run of a command as a whole process: how long it took, and how much memory it had at most.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// One run.
#[derive(Clone, Copy)]
pub(super) struct Run {
    /// From its start to its end.
    pub(super) wall: Duration,
    /// Time that its threads computed, in the system too.
    pub(super) cpu: Duration,
    /// Most bytes that it had in memory at a time; 0 where the system does not say.
    pub(super) peak: u64,
    pub(super) succeeded: bool,
}

/// Runs a command. What it prints is thrown away by the system.
///
/// # Errors
/// When it cannot be started or waited for.
pub(super) fn run(mut command: Command) -> Result<Run, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let begin = Instant::now();
    let child = command.spawn().map_err(|error| format!("`{name}` could not be started: {error}"))?;
    wait(child, begin).map_err(|error| format!("`{name}`: {error}"))
}

/// Waits for a process with the system's account of it.
#[cfg(unix)]
fn wait(child: std::process::Child, begin: Instant) -> std::io::Result<Run> {
    let pid = libc::pid_t::try_from(child.id()).map_err(std::io::Error::other)?;
    let mut status = 0;
    // SAFETY: `rusage` is plain numbers, for which zero is a value; the call writes to the two places it is given and to
    // nothing else; `child` is not waited for by anybody else, so the process with this number is still ours.
    #[allow(unsafe_code)]
    let (waited, usage) = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        (libc::wait4(pid, &mut status, 0, &mut usage), usage)
    };
    let wall = begin.elapsed();
    if waited != pid {
        return Err(std::io::Error::last_os_error());
    }
    let time = |time: libc::timeval| Duration::new(time.tv_sec as u64, time.tv_usec as u32 * 1_000);
    // Linux counts kilobytes, macOS bytes.
    let unit = if cfg!(target_os = "macos") { 1 } else { 1_024 };
    Ok(Run {
        wall,
        cpu: time(usage.ru_utime) + time(usage.ru_stime),
        peak: usage.ru_maxrss as u64 * unit,
        succeeded: libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0,
    })
}

/// Waits for a process.
#[cfg(not(unix))]
fn wait(mut child: std::process::Child, begin: Instant) -> std::io::Result<Run> {
    let status = child.wait()?;
    Ok(Run { wall: begin.elapsed(), cpu: Duration::ZERO, peak: 0, succeeded: status.success() })
}
