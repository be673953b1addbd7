//! SQLite's own file system with a spy in front of it: every write, sync, truncation and removal is counted, can be
//! noted down, and can be made to fail.

use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex, MutexGuard};

use rusqlite::ffi::{self, sqlite3_file, sqlite3_io_methods, sqlite3_vfs};

/// What was done to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Write { file: PathBuf, offset: u64, bytes: Vec<u8> },
    Truncate { file: PathBuf, len: u64 },
    Sync { file: PathBuf },
    Remove { file: PathBuf },
}

/// What happens at an operation of a given number, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    /// Nothing.
    Spare,
    /// That one fails.
    FailOnce(u64),
    /// That one and all behind it fail, and writes say that the disk is full.
    FullFrom(u64),
    /// The process dies before it.
    Die(u64),
}

#[derive(Default)]
struct Spy {
    plan: Option<Plan>,
    count: u64,
    hit: bool,
    noted: Option<Vec<Op>>,
    /// Temporary files that were opened.
    temporary: u64,
    files: HashMap<usize, (PathBuf, usize)>,
    tables: HashMap<usize, usize>,
}

static SPY: LazyLock<Mutex<Spy>> = LazyLock::new(Mutex::default);
/// Tests take turns: SQLite has one default file system.
static TURN: Mutex<()> = Mutex::new(());

fn spy() -> MutexGuard<'static, Spy> {
    SPY.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// What a run did.
pub(crate) struct Ran<T> {
    pub(crate) answer: T,
    /// Operations.
    pub(crate) count: u64,
    /// Whether the plan came to anything.
    pub(crate) hit: bool,
    pub(crate) noted: Vec<Op>,
    pub(crate) temporary: u64,
}

/// Takes this test's turn.
pub(crate) fn turn() -> MutexGuard<'static, ()> {
    install();
    TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Runs something with a plan.
pub(crate) fn with<T>(plan: Plan, note: bool, run: impl FnOnce() -> T) -> Ran<T> {
    {
        let mut spy = spy();
        (spy.plan, spy.count, spy.hit, spy.temporary) = (Some(plan), 0, false, 0);
        spy.noted = note.then(Vec::new);
    }
    let answer = run();
    let mut spy = spy();
    spy.plan = None;
    let noted = spy.noted.take().unwrap_or_default();
    Ran { answer, count: spy.count, hit: spy.hit, noted, temporary: spy.temporary }
}

/// Returns how many operations were noted so far.
pub(crate) fn noted_so_far() -> usize {
    spy().noted.as_ref().map_or(0, Vec::len)
}

/// Counts an operation. Returns the code that it fails with, or 0.
fn meet(op: impl FnOnce() -> Op, failure: c_int) -> c_int {
    let mut spy = spy();
    let Some(plan) = spy.plan else { return ffi::SQLITE_OK };
    spy.count += 1;
    let number = spy.count;
    let code = match plan {
        Plan::FailOnce(at) if number == at => failure,
        Plan::FullFrom(at) if number >= at => {
            if failure == ffi::SQLITE_IOERR_WRITE {
                ffi::SQLITE_FULL
            } else {
                failure
            }
        }
        Plan::Die(at) if number == at => std::process::abort(),
        _ => ffi::SQLITE_OK,
    };
    spy.hit |= code != ffi::SQLITE_OK;
    if code == ffi::SQLITE_OK
        && let Some(noted) = &mut spy.noted
    {
        noted.push(op());
    }
    code
}

/// Path and own methods of an open file.
fn known(file: *mut sqlite3_file) -> (PathBuf, &'static sqlite3_io_methods) {
    let (path, table) = spy().files.get(&(file as usize)).expect("an open file").clone();
    // The table is SQLite's own and lives as long as the program.
    (path, unsafe { &*(table as *const sqlite3_io_methods) })
}

unsafe extern "C" fn open(
    _: *mut sqlite3_vfs,
    name: *const c_char,
    file: *mut sqlite3_file,
    flags: c_int,
    out: *mut c_int,
) -> c_int {
    let real = real();
    let code = unsafe { (*real).xOpen.expect("xOpen")(real, name, file, flags, out) };
    if code != ffi::SQLITE_OK || unsafe { (*file).pMethods.is_null() } {
        return code;
    }
    let path = match name.is_null() {
        true => PathBuf::new(),
        false => PathBuf::from(unsafe { CStr::from_ptr(name) }.to_str().expect("a path in UTF-8")),
    };
    let table = unsafe { (*file).pMethods } as usize;
    let mut spy = spy();
    spy.temporary += u64::from(flags & ffi::SQLITE_OPEN_DELETEONCLOSE != 0);
    spy.files.insert(file as usize, (path, table));
    let ours = *spy.tables.entry(table).or_insert_with(|| {
        let mut ours = unsafe { *(table as *const sqlite3_io_methods) };
        ours.xWrite = Some(write);
        ours.xTruncate = Some(truncate);
        ours.xSync = Some(sync);
        ours.xClose = Some(close);
        std::ptr::from_mut(Box::leak(Box::new(ours))) as usize
    });
    unsafe { (*file).pMethods = ours as *const sqlite3_io_methods };
    code
}

unsafe extern "C" fn close(file: *mut sqlite3_file) -> c_int {
    let (_, methods) = known(file);
    spy().files.remove(&(file as usize));
    unsafe { methods.xClose.expect("xClose")(file) }
}

unsafe extern "C" fn write(file: *mut sqlite3_file, bytes: *const c_void, len: c_int, offset: i64) -> c_int {
    let (path, methods) = known(file);
    let copied = || unsafe { std::slice::from_raw_parts(bytes.cast::<u8>(), len as usize) }.to_vec();
    let op = || Op::Write { file: path, offset: offset as u64, bytes: copied() };
    match meet(op, ffi::SQLITE_IOERR_WRITE) {
        ffi::SQLITE_OK => unsafe { methods.xWrite.expect("xWrite")(file, bytes, len, offset) },
        code => code,
    }
}

unsafe extern "C" fn truncate(file: *mut sqlite3_file, len: i64) -> c_int {
    let (path, methods) = known(file);
    match meet(|| Op::Truncate { file: path, len: len as u64 }, ffi::SQLITE_IOERR_TRUNCATE) {
        ffi::SQLITE_OK => unsafe { methods.xTruncate.expect("xTruncate")(file, len) },
        code => code,
    }
}

unsafe extern "C" fn sync(file: *mut sqlite3_file, flags: c_int) -> c_int {
    let (path, methods) = known(file);
    match meet(|| Op::Sync { file: path }, ffi::SQLITE_IOERR_FSYNC) {
        ffi::SQLITE_OK => unsafe { methods.xSync.expect("xSync")(file, flags) },
        code => code,
    }
}

unsafe extern "C" fn remove(_: *mut sqlite3_vfs, name: *const c_char, sync: c_int) -> c_int {
    let path = PathBuf::from(unsafe { CStr::from_ptr(name) }.to_str().expect("a path in UTF-8"));
    let real = real();
    match meet(|| Op::Remove { file: path }, ffi::SQLITE_IOERR_DELETE) {
        ffi::SQLITE_OK => unsafe { (*real).xDelete.expect("xDelete")(real, name, sync) },
        code => code,
    }
}

unsafe extern "C" fn access(_: *mut sqlite3_vfs, name: *const c_char, flags: c_int, out: *mut c_int) -> c_int {
    let real = real();
    unsafe { (*real).xAccess.expect("xAccess")(real, name, flags, out) }
}

unsafe extern "C" fn full_path(_: *mut sqlite3_vfs, name: *const c_char, len: c_int, out: *mut c_char) -> c_int {
    let real = real();
    unsafe { (*real).xFullPathname.expect("xFullPathname")(real, name, len, out) }
}

/// SQLite's own file system.
fn real() -> *mut sqlite3_vfs {
    static REAL: LazyLock<usize> = LazyLock::new(|| unsafe { ffi::sqlite3_vfs_find(std::ptr::null()) as usize });
    *REAL as *mut sqlite3_vfs
}

/// Puts the spy in front of SQLite's own file system, for every connection of this process from now on.
fn install() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let mut spying = unsafe { *real() };
        spying.zName = c"spy".as_ptr();
        spying.pNext = std::ptr::null_mut();
        spying.xOpen = Some(open);
        spying.xDelete = Some(remove);
        spying.xAccess = Some(access);
        spying.xFullPathname = Some(full_path);
        let spying = Box::leak(Box::new(spying));
        assert_eq!(unsafe { ffi::sqlite3_vfs_register(spying, 1) }, ffi::SQLITE_OK);
    });
}
