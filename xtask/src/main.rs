//! Tasks of this repository. `cargo xtask run` and `cargo xtask test` each work as the first command after a clone.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod bench;
mod cases;
mod checkout;
mod icons;
mod packages;
mod run;
mod scratch;
mod setup;
mod step;
mod test;
mod types;
mod ui;

use std::process::ExitCode;

const HELP: &str = "\
Usage: cargo xtask <task>

  run [-- [--demo] [FILE]]   set up, build, open the window; without a display, answer on the command line
  test                       set up, then everything that has to hold before a change is taken
  bench [PART…]              measure our commands beside others that do the same work (docs/benchmarks.md)
  types                      write the generated files: ui/src/lib/wire.ts and docs/schema/wire.json
  icons                      write icons/ from icons/icon.svg
  setup                      install what a test needs (Debian and Ubuntu), or say what is missing

CONTINUITY_CASES_DIR names a folder of case tools for `test`; without it, `../shared` is used when it is there.";

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let task = if arguments.is_empty() { String::new() } else { arguments.remove(0) };
    if arguments.first().is_some_and(|first| first == "--") {
        arguments.remove(0);
    }
    let done = match task.as_str() {
        "run" => run::run(&arguments),
        "test" => test::test(),
        "bench" => bench::bench(&arguments),
        "types" => types::write(),
        "icons" => icons::write(),
        "setup" => setup::for_tests(),
        "" | "help" | "--help" | "-h" => {
            println!("{HELP}");
            Ok(())
        }
        _ => Err(format!("there is no task {task:?}\n\n{HELP}")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}
