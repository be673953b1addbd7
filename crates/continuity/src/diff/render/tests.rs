#![allow(clippy::unwrap_used)]

use super::{Frame, LineKind, dropped_markdown, markdown, plain_text, text, unified};
use crate::diff::{BodyDiff, Deadline, FieldValue, FlatBody, Item, Note, compare};
use proptest::prelude::*;

const FRAME: Frame<'static> = Frame { from: "1.1", to: "1.2", notes: &[Note::Fork] };

fn sample() -> BodyDiff {
    let from = FlatBody::new()
        .with_text("core.objective", "Ship the generator.")
        .with_texts("core.constraints", ["Keep *all* tests.", "Two\nlines <b>bold</b>."])
        .with_texts("core.decisions", ["One.", "Two.", "Three words here.", "Four.", "Five."])
        .with_texts("core.progress", ["Reader done.", "Template works."]);
    let to = FlatBody::new()
        .with_text("core.objective", "Ship the generator now.")
        .with_texts("core.constraints", ["Keep *all* tests."])
        .with_texts("core.decisions", ["Five.", "One.", "Two.", "Three words there.", "Four.", "Template works."])
        .with_texts("core.progress", ["Reader done."]);
    compare(&from, &to, &Deadline::never())
}

#[test]
fn the_text_begins_with_what_was_lost() {
    let expected = "\
1.1 -> 1.2
The same revision exists with two digests: a fork.

Dropped (1)
  ! core.constraints: Two
    lines <b>bold</b>.

core.objective
  ~ Ship the generator.
  = Ship the generator now.

core.constraints
    (1 unchanged)
  - Two
    lines <b>bold</b>.

core.decisions
  > (5 -> 1) Five.
    (2 unchanged)
  ~ Three words here.
  = Three words there.
    (1 unchanged)
  + (from core.progress) Template works.

core.progress
    (1 unchanged)
  - (now in core.decisions) Template works.
";
    assert_eq!(plain_text(&text(&sample(), &FRAME, &Deadline::never())), expected);
}

#[test]
fn changed_words_can_be_coloured() {
    let lines = text(&sample(), &FRAME, &Deadline::never());
    let line = lines.iter().find(|line| line.kind == LineKind::ChangedTo).unwrap();
    let marked: Vec<&str> = line.pieces.iter().filter(|p| p.marked).map(|p| p.text.as_str()).collect();
    assert_eq!(marked, [" now"]);
}

#[test]
fn unified_text_has_blocks_with_item_numbers() {
    let expected = "\
--- 1.1
+++ 1.2
@@ -1,1 +1,1 @@ core.objective
-Ship the generator.
+Ship the generator now.
@@ -1,2 +1,1 @@ core.constraints
 Keep *all* tests.
-Two
-lines <b>bold</b>.
@@ -1,5 +1,6 @@ core.decisions
+Five.
 One.
 Two.
-Three words here.
+Three words there.
 Four.
-Five.
+Template works.
@@ -1,2 +1,1 @@ core.progress
 Reader done.
-Template works.
";
    assert_eq!(plain_text(&unified(&sample(), &FRAME)), expected);
}

#[test]
fn far_away_changes_are_blocks_of_their_own() {
    let names: Vec<String> = (0..30).map(|n| format!("n{n}")).collect();
    let mut changed: Vec<&str> = names.iter().map(String::as_str).collect();
    let from = FlatBody::new().with_texts("x", changed.clone());
    changed.remove(20);
    changed.insert(5, "new");
    let diff = compare(&from, &FlatBody::new().with_texts("x", changed), &Deadline::never());
    let expected = "\
--- 1.1
+++ 1.2
@@ -3,6 +3,7 @@ x
 n2
 n3
 n4
+new
 n5
 n6
 n7
@@ -18,7 +19,6 @@ x
 n17
 n18
 n19
-n20
 n21
 n22
 n23
";
    assert_eq!(plain_text(&unified(&diff, &FRAME)), expected);
}

#[test]
fn markdown_shows_stored_text_as_it_is() {
    let expected = "\
# 1.1 → 1.2

> The same revision exists with two digests: a fork.

## Dropped

### core.constraints

- Two<br>lines &lt;b&gt;bold&lt;/b&gt;.

## core.objective

- changed: Ship the generator.<br>now: Ship the generator<ins> now</ins>.

## core.constraints

- removed: Two<br>lines &lt;b&gt;bold&lt;/b&gt;.
- 1 unchanged

## core.decisions

- moved (5 → 1): Five.
- changed: Three words <del>here</del>.<br>now: Three words <ins>there</ins>.
- added (from core.progress): Template works.
- 3 unchanged

## core.progress

- removed (now in core.decisions): Template works.
- 1 unchanged
";
    assert_eq!(markdown(&sample(), &FRAME, &Deadline::never()), expected);
}

#[test]
fn stored_text_cannot_steer_a_terminal_or_make_markdown() {
    let from = FlatBody::new().with_texts("core.constraints", ["\u{1b}[2J\u{202e}gnp.exe\r# [x](http://x) `c`"]);
    let diff = compare(&from, &FlatBody::new(), &Deadline::never());
    let shown = plain_text(&text(&diff, &FRAME, &Deadline::never()));
    assert!(shown.contains(r"\u{1b}[2J\u{202e}gnp.exe\u{d}# [x](http://x) `c`"), "{shown}");
    assert!(plain_text(&unified(&diff, &FRAME)).contains(r"-\u{1b}[2J\u{202e}"));
    assert_eq!(
        dropped_markdown(&diff),
        "### core.constraints\n\n- \\\\u\\{1b\\}\\[2J\\\\u\\{202e\\}gnp.exe\\\\u\\{d\\}\\# \\[x\\](http://x) \\`c\\`\n"
    );
}

#[test]
fn two_equal_bodies_say_so() {
    let body = FlatBody::new().with_texts("core.constraints", ["x"]);
    let diff = compare(&body, &body, &Deadline::never());
    let frame = Frame { notes: &[], ..FRAME };
    assert_eq!(plain_text(&text(&diff, &frame, &Deadline::never())), "1.1 -> 1.2\nNo difference.\n");
    assert_eq!(plain_text(&unified(&diff, &frame)), "--- 1.1\n+++ 1.2\n");
    assert_eq!(markdown(&diff, &frame, &Deadline::never()), "# 1.1 → 1.2\n\nNo difference.\n");
    assert_eq!(dropped_markdown(&diff), "");
}

proptest! {
    #[test]
    fn unified_text_rebuilds_what_it_shows_of_both_sides(
        from in prop::collection::vec("[a-d]{1,2}( [a-d]{1,2})?", 0..8),
        to in prop::collection::vec("[a-d]{1,2}( [a-d]{1,2})?", 0..8),
    ) {
        let body = |texts: &[String]| {
            let mut body = FlatBody::new();
            body.set("x", FieldValue::List(texts.iter().map(|text| Item::text(text.as_str())).collect()));
            body
        };
        let diff = compare(&body(&from), &body(&to), &Deadline::never());
        let lines = plain_text(&unified(&diff, &FRAME));
        // A patch of the shown blocks: replace what each block says the older side has there.
        let mut rebuilt: Vec<String> = Vec::new();
        let mut next = 0;
        let mut left_in_block = Vec::new();
        for line in lines.lines().skip(2) {
            if let Some(header) = line.strip_prefix("@@ -") {
                let (start, count) = header.split_once(' ').unwrap().0.split_once(',').unwrap();
                let (start, count): (usize, usize) = (start.parse().unwrap(), count.parse().unwrap());
                let start = if count == 0 { start } else { start - 1 };
                rebuilt.extend(from[next..start].iter().cloned());
                next = start + count;
                left_in_block = from[start..next].iter().rev().cloned().collect();
            } else {
                let (sign, text) = line.split_at(1);
                if sign != "+" {
                    prop_assert_eq!(left_in_block.pop(), Some(text.to_owned()));
                }
                if sign != "-" {
                    rebuilt.push(text.to_owned());
                }
            }
        }
        rebuilt.extend(from[next..].iter().cloned());
        prop_assert_eq!(rebuilt, to);
    }
}
