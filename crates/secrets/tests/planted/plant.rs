//! A text with things planted in it, and where they are.

use std::ops::Range;

/// One thing in the text.
pub(crate) struct Planted {
    /// The rule that should find it; `None` for a trap.
    pub(crate) rule: Option<&'static str>,
    /// Where its value stands, or where the whole trap does.
    pub(crate) range: Range<usize>,
    /// Its lines, with what stands before and behind the value.
    pub(crate) lines: Range<usize>,
}

/// A text in the making.
#[derive(Default)]
pub(crate) struct Text {
    pub(crate) text: String,
    pub(crate) planted: Vec<Planted>,
}

const BETWEEN: [&str; 6] = [
    "The importer reads each row twice and keeps the order of the file.\n",
    "다음 단계에서는 목록을 정렬하고 결과를 확인한다.\n",
    "- [ ] split the parser, then measure again\n",
    "fn total(rows: &[Row]) -> usize { rows.iter().map(|row| row.len()).sum() }\n",
    "See docs/design.md, section 4.2, for the reason 🙂.\n",
    "Decision: one pass over the table, no second index.\n",
];

impl Text {
    /// Plants a value between what stands before and behind it on its line.
    pub(crate) fn plant(&mut self, rule: &'static str, before: &str, value: &str, behind: &str) {
        self.filler();
        let first = self.text.len();
        self.text.push_str(before);
        let start = self.text.len();
        self.text.push_str(value);
        let range = start..self.text.len();
        self.text.push_str(behind);
        self.planted.push(Planted { rule: Some(rule), range, lines: first..self.text.len() });
        self.text.push('\n');
    }

    /// Plants a line in which nothing may be found.
    pub(crate) fn trap(&mut self, line: &str) {
        self.filler();
        let start = self.text.len();
        self.text.push_str(line);
        let range = start..self.text.len();
        self.planted.push(Planted { rule: None, lines: range.clone(), range });
        self.text.push('\n');
    }

    fn filler(&mut self) {
        self.text.push_str(BETWEEN[self.planted.len() % BETWEEN.len()]);
    }
}
