//! A cheap hash for what is one already.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

/// Hashes rolling hashes once more, cheaply: nearly each byte that is searched asks the table. The factor is this process's own, so that
/// nobody can write texts whose windows all fall into one place of the table.
#[derive(Clone, Copy)]
pub(crate) struct Mixing {
    factor: u64,
    mixed: u64,
}

impl Mixing {
    pub(crate) fn new() -> Self {
        Self { factor: RandomState::new().hash_one(()) | 1, mixed: 0 }
    }
}

impl BuildHasher for Mixing {
    type Hasher = Self;

    fn build_hasher(&self) -> Self {
        *self
    }
}

impl Hasher for Mixing {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u64(&mut self, value: u64) {
        let product = u128::from(self.mixed ^ value) * u128::from(self.factor);
        self.mixed = (product as u64) ^ ((product >> 64) as u64);
    }

    fn finish(&self) -> u64 {
        self.mixed
    }
}
