//! What the tests across crates share: the built programs, folders whose state is compared, and a desk on which the
//! real window is driven.

pub mod built;
pub mod command;
pub mod desk;
pub mod ended;
pub mod fingerprint;
pub mod page;
pub mod second_opinion;
pub mod window;
