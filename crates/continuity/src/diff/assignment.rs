//! The assignment of the greatest total weight.
//!
//! Small tables are solved exactly (the Hungarian method with potentials, O(n²m); Kuhn 1955, in the form of
//! Jonker and Volgenant 1987); long sparse lists take the heaviest pair first, which finds at least half of the best total.

/// One possible pair with its weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) left: usize,
    pub(crate) right: usize,
    /// Greater than 0; the more alike the greater.
    pub(crate) weight: i64,
}

/// Longest side, in items, of a table that is solved exactly; the contract's lists hold at most 64 items.
pub(crate) const EXACT_SIDE: usize = 128;

/// Returns pairs of greatest total weight, each left and right index at most once, sorted by left index. `lefts` and
/// `rights` are the numbers of items on both sides.
pub(crate) fn assign(lefts: usize, rights: usize, candidates: &[Candidate]) -> Vec<(usize, usize)> {
    if lefts <= EXACT_SIDE && rights <= EXACT_SIDE {
        exact(lefts, rights, candidates)
    } else {
        heaviest_first(lefts, rights, candidates)
    }
}

fn heaviest_first(lefts: usize, rights: usize, candidates: &[Candidate]) -> Vec<(usize, usize)> {
    let mut order: Vec<&Candidate> = candidates.iter().collect();
    order.sort_unstable_by_key(|c| (std::cmp::Reverse(c.weight), c.left, c.right));
    let (mut left_used, mut right_used) = (vec![false; lefts], vec![false; rights]);
    let mut pairs = Vec::new();
    for c in order {
        if let (Some(l), Some(r)) = (left_used.get_mut(c.left), right_used.get_mut(c.right))
            && !*l
            && !*r
        {
            (*l, *r) = (true, true);
            pairs.push((c.left, c.right));
        }
    }
    pairs.sort_unstable();
    pairs
}

fn exact(lefts: usize, rights: usize, candidates: &[Candidate]) -> Vec<(usize, usize)> {
    // The method wants at least as many columns as rows.
    let turned = lefts > rights;
    let (rows, columns) = if turned { (rights, lefts) } else { (lefts, rights) };
    let mut table = Table::new(rows, columns);
    for c in candidates {
        let (row, column) = if turned { (c.right, c.left) } else { (c.left, c.right) };
        table.set(row, column, c.weight);
    }
    let mut pairs: Vec<(usize, usize)> = table
        .solve()
        .into_iter()
        .filter(|&(row, column)| table.weight(row, column) > 0)
        .map(|(row, column)| if turned { (column, row) } else { (row, column) })
        .collect();
    pairs.sort_unstable();
    pairs
}

/// Weights by row and column; what is no candidate weighs nothing.
struct Table {
    rows: usize,
    columns: usize,
    weights: Vec<i64>,
}

impl Table {
    fn new(rows: usize, columns: usize) -> Self {
        Self { rows, columns, weights: vec![0; rows.saturating_mul(columns)] }
    }

    fn weight(&self, row: usize, column: usize) -> i64 {
        self.weights.get(row * self.columns + column).copied().unwrap_or(0)
    }

    fn set(&mut self, row: usize, column: usize, weight: i64) {
        if column < self.columns
            && let Some(slot) = self.weights.get_mut(row * self.columns + column)
        {
            *slot = weight;
        }
    }

    /// Returns one column for each row, of greatest total weight.
    #[allow(clippy::indexing_slicing)] // Every index below is a row ≤ rows or a column ≤ columns by construction.
    fn solve(&self) -> Vec<(usize, usize)> {
        // Rows and columns count from 1; column 0 is where the row being added stands first.
        let mut row_potential = vec![0i64; self.rows + 1];
        let mut column_potential = vec![0i64; self.columns + 1];
        let mut row_of = vec![0usize; self.columns + 1];
        for row in 1..=self.rows {
            row_of[0] = row;
            let mut column = 0;
            let mut slack = vec![i64::MAX; self.columns + 1];
            let mut came_from = vec![0usize; self.columns + 1];
            let mut done = vec![false; self.columns + 1];
            while row_of[column] != 0 {
                done[column] = true;
                let here = row_of[column];
                let (mut step, mut next) = (i64::MAX, 0);
                for j in 1..=self.columns {
                    if done[j] {
                        continue;
                    }
                    let cost = -self.weight(here - 1, j - 1) - row_potential[here] - column_potential[j];
                    if cost < slack[j] {
                        slack[j] = cost;
                        came_from[j] = column;
                    }
                    if slack[j] < step {
                        step = slack[j];
                        next = j;
                    }
                }
                for j in 0..=self.columns {
                    if done[j] {
                        row_potential[row_of[j]] += step;
                        column_potential[j] -= step;
                    } else if slack[j] != i64::MAX {
                        slack[j] -= step;
                    }
                }
                column = next;
            }
            while column != 0 {
                let before = came_from[column];
                row_of[column] = row_of[before];
                column = before;
            }
        }
        (1..=self.columns).filter(|&j| row_of[j] != 0).map(|j| (row_of[j] - 1, j - 1)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Candidate, assign, heaviest_first};
    use proptest::prelude::*;

    fn candidates(rows: &[&[i64]]) -> Vec<Candidate> {
        let cell = |left, (right, weight): (usize, &i64)| Candidate { left, right, weight: *weight };
        rows.iter()
            .enumerate()
            .flat_map(|(l, row)| row.iter().enumerate().map(move |c| cell(l, c)))
            .filter(|c| c.weight > 0)
            .collect()
    }

    #[test]
    fn a_greedy_first_choice_does_not_spoil_the_rest() {
        // Heaviest first takes (0,0)=10 and leaves (1,1)=0: 10 in all. The best is 9 + 9.
        let table = candidates(&[&[10, 9], &[9, 0]]);
        assert_eq!(assign(2, 2, &table), [(0, 1), (1, 0)]);
        assert_eq!(heaviest_first(2, 2, &table), [(0, 0)]);
    }

    #[test]
    fn sides_of_different_length_and_empty_sides_are_fine() {
        assert_eq!(assign(3, 1, &candidates(&[&[1], &[5], &[2]])), [(1, 0)]);
        assert_eq!(assign(1, 3, &candidates(&[&[1, 5, 2]])), [(0, 1)]);
        assert_eq!(assign(0, 3, &[]), []);
        assert_eq!(assign(3, 0, &[]), []);
        assert_eq!(assign(2, 2, &[]), []);
    }

    fn best_by_trying(rows: &[Vec<i64>], used: &mut Vec<bool>) -> i64 {
        let Some((row, rest)) = rows.split_first() else { return 0 };
        let mut best = best_by_trying(rest, used);
        for c in 0..row.len() {
            if !used[c] {
                used[c] = true;
                best = best.max(row[c] + best_by_trying(rest, used));
                used[c] = false;
            }
        }
        best
    }

    proptest! {
        #[test]
        fn the_total_is_the_best_of_all_assignments(
            rows in (0usize..6, 0usize..6).prop_flat_map(|(l, r)| prop::collection::vec(prop::collection::vec(0i64..20, r), l))
        ) {
            let columns = rows.first().map_or(0, Vec::len);
            let slices: Vec<&[i64]> = rows.iter().map(Vec::as_slice).collect();
            let total = |pairs: &[(usize, usize)]| pairs.iter().map(|(l, r)| rows[*l][*r]).sum::<i64>();
            let table = candidates(&slices);
            let pairs = assign(rows.len(), columns, &table);
            let best = best_by_trying(&rows, &mut vec![false; columns]);
            prop_assert_eq!(total(&pairs), best);
            prop_assert!(2 * total(&heaviest_first(rows.len(), columns, &table)) >= best);
            let mut rights: Vec<_> = pairs.iter().map(|p| p.1).collect();
            rights.sort_unstable();
            rights.dedup();
            prop_assert_eq!(rights.len(), pairs.len());
        }
    }
}
