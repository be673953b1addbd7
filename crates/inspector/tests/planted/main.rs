//! Secrets, personal data and traps planted in every kind of place of a store: all found, each where it stands, nothing
//! else. What is planted is put together at run time by the planted texts of `secrets`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)]

#[path = "../common/mod.rs"]
mod common;
#[path = "../../../secrets/tests/planted/issued.rs"]
mod issued;
#[path = "../../../secrets/tests/planted/people.rs"]
mod people;
// The lines around a planted text are of use to the engine's own tests only.
#[allow(dead_code)]
#[path = "../../../secrets/tests/planted/plant.rs"]
mod plant;
#[path = "../../../secrets/tests/planted/random.rs"]
mod random;
#[path = "../../../secrets/tests/planted/told.rs"]
mod told;
#[path = "../../../secrets/tests/planted/traps.rs"]
mod traps;

mod everywhere;
mod hostile;
mod lists;
mod odd_texts;
mod snippets;
mod stored;
