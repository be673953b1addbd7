//! The disk fails at every operation in turn, once or from then on.

use fixtures::Journal;
use rstest::rstest;

use crate::disk::{Plan, turn, with};
use crate::work::{Case, rounds, work};

#[rstest]
#[case::once_with_a_log(Journal::CLOSED, Plan::FailOnce)]
#[case::full_with_a_log(Journal::CLOSED, Plan::FullFrom)]
#[case::once_with_a_kept_log(Journal::KEPT_LOG, Plan::FailOnce)]
#[case::once_with_a_journal(Journal::Delete, Plan::FailOnce)]
#[case::full_with_a_journal(Journal::Delete, Plan::FullFrom)]
fn whatever_fails_the_store_is_whole_and_the_answer_says_so(#[case] journal: Journal, #[case] plan: fn(u64) -> Plan) {
    let _turn = turn();
    let case = Case::new(journal);
    let total = with(Plan::Spare, false, || work(&case.path, &case.task, || ())).count;
    assert!(total > 20, "{total} operations");
    let step = (total / rounds(20)).max(1) as usize;
    let mut failed = 0;
    for number in (1..=total).step_by(step) {
        case.reset();
        let ran = with(plan(number), false, || work(&case.path, &case.task, || ()));
        let what = format!("{:?} of {total}, {journal:?}", plan(number));
        assert_eq!(ran.temporary, 0, "{what}");
        if let Err(error) = &ran.answer {
            failed += 1;
            assert!(["sqlite-error", "disk-full", "read-only", "busy"].contains(&error.code()), "{error:?} {what}");
        }
        case.check(&what);
        case.finishes(&what);
        let _ = ran.hit;
    }
    assert!(failed > 0, "nothing failed in {total} operations");
}
