//! The way to a value of a document, and its JSON pointer.

use std::sync::Arc;

use continuity::json::{Entries, Items, Value, Wtf8};

/// Deepest value that is walked to. AGS's own reader gives up between 2,000 and 5,000 levels.
pub(super) const DEEPEST: usize = 2_000;
/// Longest pointer that is told, in bytes.
const LONGEST_POINTER: usize = 8_192;

/// One step on the way: a container whose children are being walked.
pub(super) enum Level<'d> {
    Items {
        rest: Items<'d>,
        at: usize,
    },
    /// `shown` stands for a name that is a found value.
    Entries {
        rest: Entries<'d>,
        key: Wtf8<'d>,
        shown: Option<String>,
    },
}

/// The way to the value that is being looked at.
#[derive(Default)]
pub(super) struct Path<'d>(Vec<Level<'d>>);

impl<'d> Path<'d> {
    /// Steps into a container.
    pub(super) fn enter(&mut self, value: Value<'d>) {
        self.0.push(if value.is_object() {
            Level::Entries { rest: value.entries(), key: Wtf8::default(), shown: None }
        } else {
            Level::Items { rest: value.items(), at: usize::MAX }
        });
    }

    /// Goes on to the next child: its value, and its key where it is a member.
    pub(super) fn next(&mut self) -> Option<(Value<'d>, Option<Wtf8<'d>>)> {
        loop {
            let next = match self.0.last_mut()? {
                Level::Items { rest, at } => rest.next().map(|value| {
                    *at = at.wrapping_add(1);
                    (value, None)
                }),
                Level::Entries { rest, key, shown } => rest.next().map(|(name, value)| {
                    (*key, *shown) = (name, None);
                    (value, Some(name))
                }),
            };
            if next.is_some() {
                return next;
            }
            self.0.pop();
        }
    }

    /// Shows the name of this member masked from here on: it holds a found value.
    pub(super) fn mask_name(&mut self, masked: String) {
        if let Some(Level::Entries { shown, .. }) = self.0.last_mut() {
            *shown = Some(masked);
        }
    }

    /// Number of containers around the value.
    pub(super) fn depth(&self) -> usize {
        self.0.len()
    }

    /// The name of the nearest member around the value, itself included.
    pub(super) fn name(&self) -> Option<Wtf8<'d>> {
        self.0.iter().rev().find_map(|level| match level {
            Level::Entries { key, .. } => Some(*key),
            Level::Items { .. } => None,
        })
    }

    /// Returns the JSON pointer (RFC 6901) to the value; `None` when it would be very long, or a name on the way holds
    /// a lone surrogate and cannot be written.
    pub(super) fn pointer(&self) -> Option<Arc<str>> {
        let mut pointer = String::new();
        for level in &self.0 {
            pointer.push('/');
            match level {
                Level::Items { at, .. } => pointer.push_str(&at.to_string()),
                Level::Entries { key, shown, .. } => {
                    let name = match shown {
                        Some(shown) => shown,
                        None => key.as_str()?,
                    };
                    if name.len() > LONGEST_POINTER {
                        return None;
                    }
                    pointer.push_str(&name.replace('~', "~0").replace('/', "~1"));
                }
            }
            if pointer.len() > LONGEST_POINTER {
                return None;
            }
        }
        Some(pointer.into())
    }
}
