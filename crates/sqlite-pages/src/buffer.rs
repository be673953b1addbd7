//! The bytes of a file in memory.
//!
//! Handing out memory in pages of 4 KiB takes the system longer than copying a file into them. Large buffers are therefore
//! mapped, where that is possible, with the advice to use large pages.

use std::fmt;
use std::ops::{Deref, DerefMut};

#[cfg(target_os = "linux")]
use memmap2::{Advice, MmapMut};

/// From how many bytes on a buffer is mapped: several times the size of a large page.
#[cfg(target_os = "linux")]
const MAPPED_FROM: usize = 16 << 20;

/// The memory cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoRoom;

/// Bytes that can grow up to a room that was set aside for them, and beyond it by moving.
pub(crate) struct Buffer(Kind);

enum Kind {
    Owned(Vec<u8>),
    /// The first `len` bytes of a mapping.
    #[cfg(target_os = "linux")]
    Mapped {
        map: MmapMut,
        len: usize,
    },
}

impl Buffer {
    /// Makes a buffer of `len` zero bytes with room for `capacity`. Memory that is not written to is not used.
    pub(crate) fn zeroed(len: usize, capacity: usize) -> Result<Self, NoRoom> {
        let capacity = capacity.max(len);
        #[cfg(target_os = "linux")]
        if capacity >= MAPPED_FROM {
            let map = MmapMut::map_anon(capacity).map_err(|_| NoRoom)?;
            // Advice only: without it everything works, more slowly.
            let _ = map.advise(Advice::HugePage);
            return Ok(Self(Kind::Mapped { map, len }));
        }
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(capacity).map_err(|_| NoRoom)?;
        bytes.resize(len, 0);
        Ok(Self(Kind::Owned(bytes)))
    }

    /// Becomes a buffer of `len` bytes of any value with room for `capacity`. Its memory is used again where there is
    /// enough: a second reading of a file is several times faster then.
    pub(crate) fn reuse(&mut self, len: usize, capacity: usize) -> Result<(), NoRoom> {
        match &mut self.0 {
            Kind::Owned(bytes) if bytes.capacity() >= capacity.max(len) => {
                bytes.resize(len, 0);
                return Ok(());
            }
            #[cfg(target_os = "linux")]
            Kind::Mapped { map, len: now } if map.len() >= capacity.max(len) => {
                *now = len;
                return Ok(());
            }
            _ => {}
        }
        // Given back first, so that there are never two.
        *self = Self::default();
        *self = Self::zeroed(len, capacity)?;
        Ok(())
    }

    /// Keeps the first `len` bytes.
    pub(crate) fn truncate(&mut self, to: usize) {
        match &mut self.0 {
            Kind::Owned(bytes) => bytes.truncate(to),
            #[cfg(target_os = "linux")]
            Kind::Mapped { len, .. } => *len = to.min(*len),
        }
    }

    /// Appends zero bytes until there are `to`.
    pub(crate) fn grow(&mut self, to: usize) -> Result<(), NoRoom> {
        match &mut self.0 {
            #[cfg(target_os = "linux")]
            Kind::Mapped { map, len } if to <= map.len() => {
                // A read that was cut short may have left bytes here.
                if let Some(rest) = map.get_mut(*len..to) {
                    rest.fill(0);
                    *len = to;
                }
                Ok(())
            }
            Kind::Owned(bytes) if to <= bytes.capacity() => {
                bytes.resize(to.max(bytes.len()), 0);
                Ok(())
            }
            _ => {
                let mut moved = Self::zeroed(to.max(self.len()), to)?;
                let len = self.len();
                if let Some(place) = moved.get_mut(..len) {
                    place.copy_from_slice(self);
                }
                *self = moved;
                Ok(())
            }
        }
    }
}

impl Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.0 {
            Kind::Owned(bytes) => bytes,
            #[cfg(target_os = "linux")]
            Kind::Mapped { map, len } => map.get(..*len).unwrap_or(&[]),
        }
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        match &mut self.0 {
            Kind::Owned(bytes) => bytes,
            #[cfg(target_os = "linux")]
            Kind::Mapped { map, len } => map.get_mut(..*len).unwrap_or(&mut []),
        }
    }
}

impl From<Vec<u8>> for Buffer {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Kind::Owned(bytes))
    }
}

impl Default for Buffer {
    fn default() -> Self {
        Vec::new().into()
    }
}

impl Clone for Buffer {
    fn clone(&self) -> Self {
        self.to_vec().into()
    }
}

impl PartialEq for Buffer {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Buffer {}

impl fmt::Debug for Buffer {
    /// Shows the length; the bytes hold what people wrote.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Buffer").field("len", &self.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::Buffer;

    #[test]
    fn small_and_large_buffers_grow_and_shrink_alike() {
        for room in [0, 10, 5 << 20, 40 << 20] {
            let mut buffer = Buffer::zeroed(4, room).unwrap();
            buffer.copy_from_slice(b"abcd");
            buffer.truncate(3);
            buffer.truncate(9);
            assert_eq!(&*buffer, b"abc");
            buffer.grow(5).unwrap();
            assert_eq!(&*buffer, b"abc\0\0", "what a shorter text left is not seen again");
            for to in [2, 30 << 20, 50 << 20] {
                buffer.grow(to).unwrap();
                assert_eq!(buffer.len(), to.max(5));
                assert!(buffer.starts_with(b"abc") && buffer[3..].iter().all(|byte| *byte == 0));
            }
            assert_eq!(buffer.clone(), buffer);
            for (len, capacity) in [(7, 9), (60 << 20, 61 << 20), (1, 1), (40 << 20, 0)] {
                buffer.reuse(len, capacity).unwrap();
                assert_eq!(buffer.len(), len);
                buffer.fill(1);
            }
            buffer.truncate(1);
            buffer.grow(3).unwrap();
            assert_eq!(&*buffer, [1, 0, 0]);
        }
    }

    #[test]
    fn what_cannot_be_had_is_said() {
        assert!(Buffer::zeroed(0, usize::MAX / 2).is_err());
    }
}
