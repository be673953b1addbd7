//! The working state of one list while its items are matched.

use std::sync::Arc;

use super::flat::Item;

/// What is known so far of an item of the older side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LeftFate {
    Open,
    /// Index on the newer side.
    Kept(usize),
    Moved(usize),
    Changed(usize),
    /// Path of the list that it went to.
    Went(Arc<str>),
}

/// What is known so far of an item of the newer side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RightFate {
    Open,
    /// It has a partner in the same list.
    Paired,
    /// Path of the list that it came from.
    Came(Arc<str>),
}

/// A list on its way to a [`ListDiff`](super::ListDiff).
#[derive(Debug)]
pub(crate) struct ListWork {
    pub(crate) path: Arc<str>,
    pub(crate) left: Vec<Item>,
    pub(crate) right: Vec<Item>,
    pub(crate) left_fates: Vec<LeftFate>,
    pub(crate) right_fates: Vec<RightFate>,
}

impl ListWork {
    pub(crate) fn new(path: Arc<str>, left: Vec<Item>, right: Vec<Item>) -> Self {
        let left_fates = vec![LeftFate::Open; left.len()];
        let right_fates = vec![RightFate::Open; right.len()];
        Self { path, left, right, left_fates, right_fates }
    }

    /// Returns the items of the older side that have no fate yet, with their indices.
    pub(crate) fn open_left(&self) -> impl Iterator<Item = (usize, &Item)> {
        let fates = self.left_fates.iter();
        self.left
            .iter()
            .zip(fates)
            .enumerate()
            .filter(|(_, (_, f))| **f == LeftFate::Open)
            .map(|(i, (item, _))| (i, item))
    }

    /// Returns the items of the newer side that have no fate yet, with their indices.
    pub(crate) fn open_right(&self) -> impl Iterator<Item = (usize, &Item)> {
        let fates = self.right_fates.iter();
        self.right
            .iter()
            .zip(fates)
            .enumerate()
            .filter(|(_, (_, f))| **f == RightFate::Open)
            .map(|(i, (item, _))| (i, item))
    }

    /// Pairs two items of this list.
    pub(crate) fn pair(&mut self, fate: LeftFate, left: usize, right: usize) {
        self.set_left(left, fate);
        self.set_right(right, RightFate::Paired);
    }

    pub(crate) fn set_left(&mut self, index: usize, fate: LeftFate) {
        if let Some(slot) = self.left_fates.get_mut(index) {
            *slot = fate;
        }
    }

    pub(crate) fn set_right(&mut self, index: usize, fate: RightFate) {
        if let Some(slot) = self.right_fates.get_mut(index) {
            *slot = fate;
        }
    }
}
