//! How long work tells how far it is.

use std::ops::ControlFlow;

use continuity_store::write::Progress;
use wire::actions::{PurgePhase, PurgeProgress};

/// Is told how far a delete is; answers whether it may go on.
pub type Observer<'a> = &'a dyn Fn(PurgeProgress) -> bool;

/// Tells an observer how far the erasing is.
pub(crate) fn watched(observer: Observer<'_>) -> impl FnMut(Progress) -> ControlFlow<()> + '_ {
    move |progress| {
        let told = PurgeProgress { phase: PurgePhase::Erase, done: progress.done, total: progress.total };
        if observer(told) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
