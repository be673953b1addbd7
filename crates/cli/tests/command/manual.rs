//! Help, completions and manual.

use crate::run::Machine;

const COMMANDS: [&str; 10] =
    ["sources", "tasks", "show", "diff", "suppress", "allow", "purge", "scan", "watch", "history"];

#[test]
fn help_names_every_subcommand_with_examples_and_exit_status() {
    let machine = Machine::new();
    let help = machine.run(["--help"]);
    assert_eq!(help.code, 0);
    for word in COMMANDS {
        assert!(help.out.contains(word), "{word}");
    }
    assert!(
        help.out.contains("Examples:") && help.out.contains("continuity tasks") && help.out.contains("Exit status")
    );
    for command in COMMANDS {
        let help = machine.run([command, "--help"]);
        assert_eq!(help.code, 0);
        assert!(help.out.contains("Usage:") && help.out.contains("--json"), "{command}");
        let takes_task = !matches!(command, "sources" | "tasks" | "scan" | "watch" | "history");
        assert_eq!(help.out.contains("--session"), takes_task, "{command}");
    }
    assert_eq!(machine.run(["--version"]).out.split_whitespace().next(), Some("continuity"));
    assert_eq!(machine.run::<&str>([]).code, 2, "nothing asked for is a usage error");
}

#[test]
fn completions_are_made_for_every_shell() {
    let machine = Machine::new();
    for shell in ["bash", "zsh", "fish"] {
        let ran = machine.run(["completions", shell]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{shell}");
        for word in COMMANDS {
            assert!(ran.out.contains(word), "{shell} does not complete {word}");
        }
    }
    assert_eq!(machine.run(["completions", "tcsh"]).code, 2);
}

#[test]
fn the_manual_is_made_from_the_same_source() {
    let machine = Machine::new();
    let page = machine.run(["man"]);
    assert_eq!(page.code, 0);
    assert!(page.out.contains(".TH continuity 1") && page.out.contains("Examples"));
    let folder = machine.path("pages");
    std::fs::create_dir(&folder).unwrap();
    assert_eq!(machine.run(["man", "--dir", folder.to_str().unwrap()]).code, 0);
    for command in COMMANDS {
        let page = std::fs::read_to_string(folder.join(format!("continuity-{command}.1"))).unwrap();
        assert!(page.contains(&format!("continuity\\-{command}")), "{command}");
    }
    assert_ne!(machine.run(["man", "--dir", machine.path("none/below").to_str().unwrap()]).code, 0);
}
