//! What to do about the values themselves: a value that was stored is known to whoever read the file.

use std::collections::{BTreeMap, HashSet};

use wire::redact::RotateAdvice;

use super::find::Hit;

/// Counts different values by rule.
#[derive(Default)]
pub(super) struct Advice {
    rules: BTreeMap<String, Counted>,
}

struct Counted {
    advice: RotateAdvice,
    values: HashSet<Box<[u8]>>,
}

impl Advice {
    /// Adds picked hits.
    pub(super) fn add(&mut self, picked: &[&Hit]) {
        for hit in picked {
            let rule = &hit.rule;
            let new = || {
                let (title, help) = (rule.title.clone(), rule.help.clone());
                let advice = RotateAdvice { rule: rule.id.clone(), title, help, values: 0 };
                Counted { advice, values: HashSet::new() }
            };
            self.rules.entry(rule.id.clone()).or_insert_with(new).values.insert(hit.value.clone());
        }
    }

    /// Returns the advice by rule.
    pub(super) fn into_list(self) -> Vec<RotateAdvice> {
        let counted = self.rules.into_values();
        counted.map(|Counted { advice, values }| RotateAdvice { values: values.len() as u64, ..advice }).collect()
    }
}
