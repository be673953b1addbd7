//! Which task a piece belongs to.

use std::collections::HashMap;

use super::fragments::Lead;
use super::orphans::{Orphans, bytes_of};
use super::rows::Rows;
use super::windows::{Pair, Windows};
use super::{chain, stated};

/// The task of a piece, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Owner {
    pub(super) correlation: Option<String>,
    pub(super) epoch: Option<i64>,
    /// Whether a body of the task that was found whole holds all text of the piece.
    pub(super) in_whole: bool,
}

/// Finds the owner of every piece.
pub(super) fn of(rows: &mut Rows<'_, '_>, orphans: &Orphans, leads: &[Lead]) -> Vec<Owner> {
    let mut owners: Vec<Owner> = orphans
        .pieces
        .iter()
        .map(|orphan| {
            let stated = stated::stated(bytes_of(rows, &orphan.spot));
            Owner { correlation: stated.correlation, epoch: stated.epoch, in_whole: false }
        })
        .collect();
    by_shared_text(rows, orphans, &mut owners);
    by_chain(orphans, leads, &mut owners);
    owners
}

/// Gives pieces that name no task to the one with whose bodies they share most, and says which pieces say nothing new.
fn by_shared_text(rows: &mut Rows<'_, '_>, orphans: &Orphans, owners: &mut [Owner]) {
    let mut windows = Windows::of(orphans.pieces.iter().map(|orphan| bytes_of(rows, &orphan.spot)));
    if windows.is_empty() {
        return;
    }
    let mut tasks: HashMap<String, u32> = HashMap::new();
    let mut names: Vec<String> = Vec::new();
    let mut bytes = Vec::new();
    let Rows { whole, chains, states, encoding, .. } = rows;
    for whole in whole.iter() {
        let Some(version) = states.version(whole.version) else { continue };
        let payload = chains.follow(&version, whole.head, whole.view);
        chains.read(&payload, &mut bytes);
        let Some(row) = chain::row(&bytes, *encoding) else { continue };
        let task = match tasks.get(&row.correlation) {
            Some(task) => *task,
            None => {
                let Ok(next) = u32::try_from(names.len()) else { continue };
                names.push(row.correlation.clone());
                tasks.insert(row.correlation, next);
                next
            }
        };
        windows.meet(row.body.bytes(), Pair { task, epoch: row.epoch });
    }
    for (piece, owner) in owners.iter_mut().enumerate() {
        let Some(best) = windows.best(piece) else { continue };
        let Some(name) = names.get(best.task as usize) else { continue };
        match &owner.correlation {
            None => *owner = Owner { correlation: Some(name.clone()), epoch: best.epoch, in_whole: false },
            Some(named) if named == name => owner.epoch = owner.epoch.or(best.epoch),
            Some(_) => {}
        }
    }
    for (piece, owner) in owners.iter_mut().enumerate() {
        let task = owner.correlation.as_ref().and_then(|name| tasks.get(name));
        owner.in_whole = task.is_some_and(|task| windows.is_held(piece, *task));
    }
}

/// Gives pieces that are joined by the numbers of overflow pages one owner, where they do not contradict each other. A
/// number alone proves nothing, because either page can have been used again since; that one transaction wrote both does.
fn by_chain(orphans: &Orphans, leads: &[Lead], owners: &mut [Owner]) {
    // Records come behind the pieces, as further members of a group.
    let count = owners.len();
    let mut before: HashMap<usize, Option<usize>> = HashMap::new();
    let from_pieces = orphans.tails.iter().filter_map(|(piece, next)| Some((*piece, *orphans.heads.get(next)?)));
    let from_records =
        leads.iter().enumerate().filter_map(|(at, lead)| Some((count + at, *orphans.heads.get(&lead.first)?)));
    for (member, next) in from_pieces.chain(from_records).filter(|(member, next)| member != next) {
        // A page to which two lead was used again by one of them.
        let known = before.entry(next).or_insert(Some(member));
        *known = known.filter(|known| *known == member);
    }
    let mut groups = Groups::new(count + leads.len());
    for (next, member) in &before {
        if let Some(member) = member {
            groups.join(*next, *member);
        }
    }
    let of_leads = leads.iter().enumerate().map(|(at, lead)| {
        (count + at, Owner { correlation: Some(lead.correlation.clone()), epoch: Some(lead.epoch), in_whole: false })
    });
    let of_pieces = owners.iter().cloned().enumerate().filter(|(_, owner)| owner.correlation.is_some());
    let mut of_group: HashMap<usize, Option<Owner>> = HashMap::new();
    for (member, owner) in of_pieces.chain(of_leads) {
        let known = of_group.entry(groups.root(member)).or_insert_with(|| Some(owner.clone()));
        let same = known.as_ref().is_some_and(|known| known.correlation == owner.correlation);
        match known {
            Some(known) if same => {
                if known.epoch.is_none() {
                    known.epoch = owner.epoch;
                } else if owner.epoch.is_some() && known.epoch != owner.epoch {
                    known.epoch = None;
                }
            }
            _ => *known = None,
        }
    }
    for (piece, owner) in owners.iter_mut().enumerate().filter(|(_, owner)| owner.correlation.is_none()) {
        if let Some(Some(known)) = of_group.get(&groups.root(piece)) {
            *owner = Owner { in_whole: false, ..known.clone() };
        }
    }
}

/// Disjoint sets (Galler and Fischer, 1964), with path halving.
struct Groups(Vec<usize>);

impl Groups {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    fn root(&mut self, member: usize) -> usize {
        let parent = |groups: &Self, at: usize| groups.0.get(at).copied().unwrap_or(at);
        let mut at = member;
        loop {
            let above = parent(self, at);
            if above == at {
                return at;
            }
            let further = parent(self, above);
            if let Some(place) = self.0.get_mut(at) {
                *place = further;
            }
            at = further;
        }
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        if let Some(place) = self.0.get_mut(a) {
            *place = b;
        }
    }
}
