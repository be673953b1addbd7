//! What use cases remember between two calls. Each keeps a type of its own, which nobody else needs to know.

use std::any::{Any, TypeId};
use std::sync::{Mutex, MutexGuard};

use elsa::sync::FrozenMap;

use crate::lock::lock;

/// One value of each type that was asked for.
#[derive(Default)]
pub(crate) struct Memory(FrozenMap<TypeId, Box<dyn Any + Send + Sync>>);

impl Memory {
    /// Returns the value of a type; at first its default.
    pub(crate) fn of<T: Default + Send + Sync + 'static>(&self) -> &T {
        let name = TypeId::of::<T>();
        let kept = self.0.get(&name).unwrap_or_else(|| self.0.insert(name, Box::new(T::default())));
        // Under the name of a type stands a value of it, so nothing is ever left over here.
        kept.downcast_ref().unwrap_or_else(|| Box::leak(Box::default()))
    }

    /// Returns the last value of a type that was kept, to be looked at or replaced.
    pub(crate) fn last<T: Send + 'static>(&self) -> MutexGuard<'_, Option<T>> {
        lock(self.of::<Mutex<Option<T>>>())
    }
}

#[cfg(test)]
mod tests {
    use super::Memory;

    #[test]
    fn each_type_has_a_value_of_its_own() {
        let memory = Memory::default();
        assert_eq!(*memory.last::<u8>(), None);
        *memory.last::<u8>() = Some(7);
        *memory.last::<u16>() = Some(8);
        assert_eq!((*memory.last::<u8>(), *memory.last::<u16>()), (Some(7), Some(8)));
    }
}
