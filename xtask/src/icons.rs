//! The app icon in every size and container that Tauri bundles, from two drawings.
//!
//! `icon.svg` has the margin that macOS wants; elsewhere it is cut off. `icon-small.svg` is for 48 pixels and less.
//! Containers: ICO and ICNS, both holding PNG images.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use crate::checkout;
use crate::step::command;

/// What the drawing shows, in its own units: with margin, and without.
const WHOLE: &str = "viewBox=\"0 0 1024 1024\"";
const CROPPED: &str = "viewBox=\"64 64 896 896\"";

/// ICNS types that hold PNG, with their sizes in pixels.
const ICNS: &[(&[u8; 4], u32)] = &[
    (b"ic11", 32),
    (b"ic12", 64),
    (b"ic07", 128),
    (b"ic13", 256),
    (b"ic08", 256),
    (b"ic14", 512),
    (b"ic09", 512),
    (b"ic10", 1024),
];

/// Writes all icons; needs `rsvg-convert` (Debian: librsvg2-bin).
///
/// # Errors
/// When a file cannot be read or written, or the renderer fails.
pub(crate) fn write() -> Result<(), String> {
    let folder = checkout::root().join("icons");
    let read = |name: &str| fs::read_to_string(folder.join(name)).map_err(|error| format!("icons/{name}: {error}"));
    let whole = read("icon.svg")?;
    let small = read("icon-small.svg")?;
    if !whole.contains(WHOLE) {
        return Err(format!("icons/icon.svg has no {WHOLE}"));
    }
    let cropped = whole.replace(WHOLE, CROPPED);
    let flat = |size: u32| render(if size <= 48 { &small } else { &cropped }, size);
    for (name, size) in [("32x32", 32), ("128x128", 128), ("128x128@2x", 256), ("icon", 512)] {
        save(&folder, &format!("{name}.png"), &flat(size)?)?;
    }
    let mut ico = Vec::new();
    for size in [16, 24, 32, 48, 64, 256] {
        ico.push((size, flat(size)?));
    }
    save(&folder, "icon.ico", &ico_of(&ico))?;
    let mut icns = Vec::new();
    for (kind, size) in ICNS {
        icns.push((*kind, render(&whole, *size)?));
    }
    save(&folder, "icon.icns", &icns_of(&icns))
}

/// Renders a drawing as PNG of `size` times `size` pixels.
fn render(svg: &str, size: u32) -> Result<Vec<u8>, String> {
    let size = size.to_string();
    let failed = |error: std::io::Error| format!("rsvg-convert: {error}");
    let mut renderer = command("rsvg-convert")
        .args(["--width", &size, "--height", &size])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    if let Some(mut input) = renderer.stdin.take() {
        input.write_all(svg.as_bytes()).map_err(failed)?;
    }
    let output = renderer.wait_with_output().map_err(failed)?;
    if output.status.success() { Ok(output.stdout) } else { Err(format!("rsvg-convert ended with {}", output.status)) }
}

/// Header, a directory of 16-byte entries, then the images. A size of 256 is written as 0.
fn ico_of(images: &[(u32, Vec<u8>)]) -> Vec<u8> {
    let mut out = vec![0, 0, 1, 0];
    out.extend((images.len() as u16).to_le_bytes());
    let mut offset = 6 + 16 * images.len() as u32;
    for (size, png) in images {
        let side = (*size % 256) as u8;
        out.extend([side, side, 0, 0, 1, 0, 32, 0]);
        out.extend((png.len() as u32).to_le_bytes());
        out.extend(offset.to_le_bytes());
        offset += png.len() as u32;
    }
    for (_, png) in images {
        out.extend(png);
    }
    out
}

/// Header with the length of the file, then each image after its type and length, big-endian.
fn icns_of(images: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let length: usize = 8 + images.iter().map(|(_, png)| 8 + png.len()).sum::<usize>();
    let mut out = b"icns".to_vec();
    out.extend((length as u32).to_be_bytes());
    for (kind, png) in images {
        out.extend(*kind);
        out.extend((8 + png.len() as u32).to_be_bytes());
        out.extend(png);
    }
    out
}

fn save(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), String> {
    fs::write(folder.join(name), bytes).map_err(|error| format!("icons/{name}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::{icns_of, ico_of};

    #[test]
    fn containers_point_at_their_images() {
        let ico = ico_of(&[(16, b"ab".to_vec()), (256, b"cde".to_vec())]);
        assert_eq!(ico[..6], [0, 0, 1, 0, 2, 0]);
        assert_eq!(ico[6..22], [16, 16, 0, 0, 1, 0, 32, 0, 2, 0, 0, 0, 38, 0, 0, 0]);
        assert_eq!(ico[22..38], [0, 0, 0, 0, 1, 0, 32, 0, 3, 0, 0, 0, 40, 0, 0, 0]);
        assert_eq!(&ico[38..], b"abcde");
        assert_eq!(icns_of(&[(b"ic07", b"xyz".to_vec())]), b"icns\0\0\0\x13ic07\0\0\0\x0bxyz");
    }
}
