//! The baseline that remit is measured against: list a tree, read each Markdown file, split off its front matter, parse it into a typed
//! definition, check the name, and keep the first of each name. What a host's own loader does, without places and without findings.
//!
//!     baseline ROOT RUNS [parallel]
//!
//! Prints one line of JSON: the median of RUNS in seconds, and what was found.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use rayon::prelude::*;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(untagged)]
enum Entries {
    Text(String),
    List(Vec<String>),
    Other(serde_yaml::Value),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code)]
struct Front {
    name: String,
    description: String,
    tools: Option<Entries>,
    disallowed_tools: Option<Entries>,
    model: Option<Entries>,
    permission_mode: Option<String>,
}

#[allow(dead_code)]
struct Definition {
    name: String,
    description: String,
    tools: usize,
    prompt: String,
}

fn list(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut entries: Vec<_> = entries.flatten().collect();
    entries.sort_by_key(|entry| entry.file_name());
    for entry in entries {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => list(&entry.path(), found),
            Ok(kind) if kind.is_file() && entry.path().extension().is_some_and(|ending| ending == "md") => found.push(entry.path()),
            _ => {}
        }
    }
}

fn valid(name: &str) -> bool {
    let bytes = name.as_bytes();
    (1..=64).contains(&bytes.len())
        && bytes[0].is_ascii_alphanumeric()
        && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

fn load(path: &Path) -> Option<Definition> {
    let text = fs::read_to_string(path).ok()?;
    let rest = text.strip_prefix("---\n").or_else(|| text.strip_prefix("---\r\n"))?;
    let (front, body) = rest.split_once("\n---")?;
    let front: Front = serde_yaml::from_str(front).ok()?;
    if !valid(&front.name) {
        return None;
    }
    let tools = match front.tools {
        Some(Entries::Text(text)) => text.split(',').count(),
        Some(Entries::List(list)) => list.len(),
        Some(Entries::Other(_)) | None => 0,
    };
    Some(Definition { name: front.name, description: front.description, tools, prompt: body.trim().to_string() })
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let runs: usize = words[2].parse().expect("RUNS is a number");
    let parallel = words.get(3).is_some_and(|word| word == "parallel");
    let mut times = Vec::new();
    let mut kept = 0;
    for _ in 0..runs {
        let start = Instant::now();
        let mut paths = Vec::new();
        list(Path::new(&words[1]), &mut paths);
        let loaded: Vec<Option<Definition>> =
            if parallel { paths.par_iter().map(|path| load(path)).collect() } else { paths.iter().map(|path| load(path)).collect() };
        let mut names = HashSet::new();
        let definitions: Vec<Definition> = loaded.into_iter().flatten().filter(|one| names.insert(one.name.clone())).collect();
        kept = definitions.len();
        times.push(start.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    println!("{{\"seconds\": {:.4}, \"definitions\": {kept}}}", times[times.len() / 2]);
}
