//! The comparison as unified text: one block for each run of changes in a field, three items of context.
//!
//! The numbers in `@@ -1,3 +1,4 @@ core.progress` count items of the field, from 1; an item of several lines has its
//! sign on each of them. Kept items are context, so the ` ` and `-` lines of a block are the older items in order
//! and the ` ` and `+` lines the newer ones; a moved item is a `-` here and a `+` there.

use super::{Frame, Line, LineKind, Page, whole};
use crate::diff::Item;
use crate::diff::display::visible;
use crate::diff::outcome::{BodyDiff, FieldDiff, ListDiff, Op};

/// Items of context before and after a change.
const CONTEXT: usize = 3;

/// Returns the comparison as unified text. Fields that are the same on both sides do not occur.
pub fn unified(diff: &BodyDiff, frame: &Frame<'_>) -> Vec<Line> {
    let mut page = Page::default();
    page.line(LineKind::Heading, format!("--- {}", visible(frame.from)));
    page.line(LineKind::Heading, format!("+++ {}", visible(frame.to)));
    for field in diff.fields.iter().filter(|field| !field.is_unchanged()) {
        let script = match field {
            FieldDiff::Value(value) => {
                let side = |kind, item: &Option<Item>| item.as_ref().map(|item| Step { kind, item: item.clone() });
                side(LineKind::Removed, &value.from).into_iter().chain(side(LineKind::Added, &value.to)).collect()
            }
            FieldDiff::List(list) => script(list),
        };
        write_blocks(&mut page, field.path(), &script);
    }
    page.0
}

/// One item of the edit script: kept, removed or added.
struct Step {
    kind: LineKind,
    item: Item,
}

/// Returns the edit script of a list: between two kept items first what the older side has there, then what the
/// newer side has.
fn script(list: &ListDiff) -> Vec<Step> {
    let mut left = Vec::new();
    let mut right = Vec::new();
    for row in &list.items {
        left.extend(row.from.as_ref().map(|placed| (placed.index, row.op == Op::Kept, &placed.item)));
        right.extend(row.to.as_ref().map(|placed| (placed.index, row.op == Op::Kept, &placed.item)));
    }
    left.sort_unstable_by_key(|(index, ..)| *index);
    right.sort_unstable_by_key(|(index, ..)| *index);
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    let mut steps = Vec::new();
    let step = |kind, item: &Item| Step { kind, item: item.clone() };
    loop {
        while let Some((.., item)) = left.next_if(|(_, kept, _)| !kept) {
            steps.push(step(LineKind::Removed, item));
        }
        while let Some((.., item)) = right.next_if(|(_, kept, _)| !kept) {
            steps.push(step(LineKind::Added, item));
        }
        // Both sides now stand at the same kept item, or at their ends.
        match (left.next(), right.next()) {
            (Some((.., item)), Some(_)) => steps.push(step(LineKind::Kept, item)),
            _ => return steps,
        }
    }
}

fn write_blocks(page: &mut Page, path: &str, script: &[Step]) {
    let changed: Vec<usize> =
        (0..script.len()).filter(|at| script.get(*at).is_some_and(|s| s.kind != LineKind::Kept)).collect();
    let mut blocks: Vec<std::ops::Range<usize>> = Vec::new();
    for at in changed {
        let (start, end) = (at.saturating_sub(CONTEXT), (at + 1 + CONTEXT).min(script.len()));
        match blocks.last_mut() {
            Some(last) if start <= last.end => last.end = end,
            _ => blocks.push(start..end),
        }
    }
    let (mut done, mut old, mut new) = (0, 0, 0);
    for block in blocks {
        let count = |range: std::ops::Range<usize>, without: LineKind| {
            script.get(range).unwrap_or(&[]).iter().filter(|step| step.kind != without).count()
        };
        old += count(done..block.start, LineKind::Added);
        new += count(done..block.start, LineKind::Removed);
        let (olds, news) = (count(block.clone(), LineKind::Added), count(block.clone(), LineKind::Removed));
        // As diff does: the number before the block when the block has no item on a side.
        let range = |before: usize, count: usize| format!("{},{count}", before + usize::from(count > 0));
        page.line(LineKind::Heading, format!("@@ -{} +{} @@ {}", range(old, olds), range(new, news), visible(path)));
        for step in script.get(block.clone()).unwrap_or(&[]) {
            let sign = match step.kind {
                LineKind::Removed => "-",
                LineKind::Added => "+",
                _ => " ",
            };
            page.stored(step.kind, sign, sign, &whole(&step.item));
        }
        (done, old, new) = (block.end, old + olds, new + news);
    }
}
