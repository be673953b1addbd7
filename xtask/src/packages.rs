//! What has to be on the machine: Debian's names, and what each is for.

/// A package of Debian and Ubuntu.
pub(crate) struct Package {
    /// Its name.
    pub(crate) name: &'static str,
    /// What it is for, also as a hint for other systems.
    pub(crate) purpose: &'static str,
}

/// Needed to build and open the window.
pub(crate) const WINDOW: &[Package] = &[
    Package { name: "build-essential", purpose: "C compiler and linker, for SQLite and for Rust" },
    Package { name: "pkg-config", purpose: "finds the libraries" },
    Package { name: "libwebkit2gtk-4.1-dev", purpose: "WebKitGTK 4.1, the window's web view" },
];

/// Needed by `cargo xtask test` as well.
pub(crate) const TESTS: &[Package] = &[
    Package { name: "xvfb", purpose: "a display for window tests" },
    Package { name: "webkit2gtk-driver", purpose: "WebKitWebDriver, drives the window" },
    Package { name: "dbus-daemon", purpose: "a message bus of their own for window tests" },
    Package { name: "xdotool", purpose: "types into native dialogs" },
    Package { name: "chromium", purpose: "browser tests of the interface" },
    Package { name: "fonts-inter", purpose: "the interface's typeface, for screenshots" },
    Package { name: "fonts-noto-cjk", purpose: "Korean, for screenshots" },
    Package { name: "python3", purpose: "a second opinion on SQLite files" },
];
