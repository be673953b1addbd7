//! The figures of an input as a Markdown table.

use std::fmt::Write;
use std::time::Duration;

use super::measure::Run;

/// Returns a row for each command: the median of its runs, and how many times as long as the last command it took.
pub(super) fn table<'r>(bytes: u64, rows: impl Iterator<Item = (&'static str, &'r [Run])> + Clone) -> String {
    let wall = |runs: &[Run]| median(runs.iter().map(|run| run.wall)).as_secs_f64();
    let least = rows.clone().last().map_or(0.0, |(_, runs)| wall(runs));
    let plainest = rows.clone().last().map_or("", |(name, _)| name);
    let mut out = format!("| Command | Time | Spread | CPU | Files at | Times `{plainest}` | Peak memory |\n");
    out.push_str("|---|--:|--:|--:|--:|--:|--:|\n");
    for (name, runs) in rows {
        let seconds = wall(runs);
        let spread = runs.iter().map(|run| run.wall.as_secs_f64());
        let low = spread.clone().fold(f64::INFINITY, f64::min);
        let high = spread.fold(0.0, f64::max);
        let cpu = median(runs.iter().map(|run| run.cpu)).as_secs_f64();
        let peak = runs.iter().map(|run| run.peak).max().unwrap_or(0) as f64 / 1e6;
        // Writing to a String cannot fail.
        let _ = writeln!(
            out,
            "| `{name}` | {:.0} ms | {:.0} to {:.0} ms | {:.0} ms | {:.0} MB/s | {:.1} | {peak:.0} MB |",
            seconds * 1e3,
            low * 1e3,
            high * 1e3,
            cpu * 1e3,
            bytes as f64 / 1e6 / seconds,
            seconds / least,
        );
    }
    out
}

fn median(values: impl Iterator<Item = Duration>) -> Duration {
    let mut values: Vec<Duration> = values.collect();
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::table;
    use crate::bench::measure::Run;

    #[test]
    fn figures_are_medians_against_the_last_command() {
        let runs = |times: [u64; 3]| {
            times.map(|time| Run {
                wall: Duration::from_millis(time),
                cpu: Duration::from_millis(time / 2),
                peak: time * 1_000_000,
                succeeded: true,
            })
        };
        let (ours, plain) = (runs([400, 300, 900]), runs([100, 100, 100]));
        let rows = [("ours", &ours[..]), ("cat", &plain[..])];
        let lines: Vec<String> = table(200_000_000, rows.into_iter()).lines().map(str::to_owned).collect();
        assert_eq!(lines[2], "| `ours` | 400 ms | 300 to 900 ms | 200 ms | 500 MB/s | 4.0 | 900 MB |");
        assert_eq!(lines[3], "| `cat` | 100 ms | 100 to 100 ms | 50 ms | 2000 MB/s | 1.0 | 100 MB |");
    }
}
