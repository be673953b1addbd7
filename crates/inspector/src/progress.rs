//! How long work tells how far it is.

use wire::actions::PurgeProgress;

/// Is told how far a delete is; answers whether it may go on.
pub type Observer<'a> = &'a dyn Fn(PurgeProgress) -> bool;
