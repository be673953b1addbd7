//! The search for bodies in a store of some size with a log.
#![allow(clippy::unwrap_used)]

use divan::Bencher;
use divan::counter::BytesCount;
use fixtures::{Bulk, StoreBuilder};
use sqlite_pages::PageImage;

use continuity_store::recover::{recover, recover_all};

fn main() {
    divan::main();
}

/// About 10 MB, and a log of 8 MB.
fn image() -> (PageImage, usize, String) {
    let folder = tempfile::tempdir().unwrap();
    let bulk = Bulk::new(1_000).epochs(2).body_bytes(4_000);
    let store = StoreBuilder::new().bulk(bulk).build(folder.path()).unwrap();
    bulk.revise(&store, 8_000_000).unwrap();
    let image = PageImage::read(&store.path).unwrap();
    let bytes = image.main_len() + image.log().map_or(0, |log| log.file_len());
    (image, bytes as usize, store.correlation(&Bulk::session(500)).as_str().to_owned())
}

#[divan::bench(sample_count = 20)]
fn rows_of_all_tasks(bencher: Bencher<'_, '_>) {
    let (image, bytes, _) = image();
    bencher.counter(BytesCount::new(bytes)).bench_local(|| {
        let mut count = 0;
        recover(&image, None, |_| count += 1);
        count
    });
}

#[divan::bench(sample_count = 20)]
fn everything_of_all_tasks(bencher: Bencher<'_, '_>) {
    let (image, bytes, _) = image();
    bencher.counter(BytesCount::new(bytes)).bench_local(|| {
        let mut count = 0;
        recover_all(&image, None, |_| count += 1);
        count
    });
}

#[divan::bench(sample_count = 20)]
fn everything_of_one_task(bencher: Bencher<'_, '_>) {
    let (image, bytes, task) = image();
    bencher.counter(BytesCount::new(bytes)).bench_local(|| {
        let mut count = 0;
        recover_all(&image, Some(&task), |_| count += 1);
        count
    });
}
