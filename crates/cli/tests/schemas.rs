//! The JSON of every command is what the schemas in `docs/schemas` say.

mod support;

use std::path::Path;

use serde_json::Value;
use support::{piped, taquin, text};

/// The part of JSON Schema that the schemas use. `$ref` names another file of the folder.
struct Schemas<'a>(&'a Path);

impl Schemas<'_> {
    fn open(&self, name: &str) -> Value {
        let file = self.0.join(name);
        let text =
            std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// What is wrong with a value, and where.
    fn check(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        if let Some(name) = schema["$ref"].as_str() {
            return self.check(&self.open(name), value, at);
        }
        if let Some(choices) = schema["anyOf"].as_array() {
            let found: Vec<String> =
                choices.iter().filter_map(|choice| self.check(choice, value, at).err()).collect();
            return if found.len() < choices.len() { Ok(()) } else { Err(found.join("; ")) };
        }
        let kinds: Vec<&str> = match &schema["type"] {
            Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
            kind => kind.as_str().into_iter().collect(),
        };
        let is = |kind: &&str| match *kind {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "null" => value.is_null(),
            "integer" => value.is_u64() || value.is_i64(),
            "number" => value.is_number(),
            other => panic!("{other} is no type"),
        };
        if !kinds.is_empty() && !kinds.iter().any(is) {
            return Err(format!("{at}: expected {kinds:?}, found {value}"));
        }
        if schema["enum"].as_array().is_some_and(|known| !known.contains(value)) {
            return Err(format!("{at}: {value} is none of {}", schema["enum"]));
        }
        if let (Some(items), Some(list)) = (schema.get("items"), value.as_array()) {
            for (number, item) in list.iter().enumerate() {
                self.check(items, item, &format!("{at}[{number}]"))?;
            }
        }
        let Some(object) = value.as_object() else { return Ok(()) };
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            object.get(name).ok_or_else(|| format!("{at}: {name} is missing"))?;
        }
        for (name, inner) in object {
            match (schema["properties"].get(name), &schema["additionalProperties"]) {
                (Some(schema), _) => self.check(schema, inner, &format!("{at}.{name}"))?,
                (None, Value::Bool(false)) => return Err(format!("{at}: {name} is not in the schema")),
                (None, Value::Object(_)) => {
                    self.check(&schema["additionalProperties"], inner, &format!("{at}.{name}"))?;
                }
                (None, _) => (),
            }
        }
        Ok(())
    }
}

/// A command, what it reads, and the schema of each line that it prints.
const COMMANDS: [(&str, &str, &str); 33] = [
    ("solve --format json", "B W B / 0 W W -> W W W / B B 0", "answer.json"),
    ("info --format json", "1 2 3 / 4 0 0 -> a * * / * * *", "facts.json"),
    ("solve --format json", "8 6 7 / 2 5 4 / 3 0 1", "answer.json"),
    ("solve --format json", "1 2 3 / 4 5 6 / 8 7 0", "answer.json"),
    ("solve --format json --limit-nodes 10", "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1", "answer.json"),
    (
        "solve --format json --algorithm ida-star --heuristic manhattan",
        "8 6 7 / 2 5 4 / 3 0 1",
        "answer.json",
    ),
    ("solve --format json --all", "8 6 7 / 2 5 4 / 3 0 1\n1 2 3 / 4 5 6 / 8 7 0", "answer.json"),
    ("solve --format json", "1A9BF0C", "answer.json"),
    ("solve --format json", "2332 2402 2112 2112 4044", "answer.json"),
    ("solve --format json", "1 2 / 3 0\n1 2 / 3 3\n1 2 / 0 3", "answer.json"),
    ("solve --format json --near", "5 1 3 4 / 2 6 8 0 / 9 10 7 11 / 13 14 15 12", "answer.json"),
    ("info --format json", "8 6 7 / 2 5 4 / 3 0 1", "facts.json"),
    ("info --format json", "0 1 / 2 3", "facts.json"),
    ("info --format json", "1A9BF0C", "facts.json"),
    ("generate 3x3 -n 2 --format json", "", "puzzle.json"),
    ("generate blocks --rush-hour 5 -n 2 --seed 1 --format json", "", "generated.json"),
    ("generate blocks --size 3x4 --pieces 2x2,1x2,2x1,1x1 -n 2 --format json", "", "generated.json"),
    ("puzzles list --format json", "", "named.json"),
    ("puzzles show klotski --format json", "", "named.json"),
    ("tables list --known --format json", "", "partition.json"),
    ("enumerate 3x3 --format json", "", "space.json"),
    ("enumerate 3x3 --format json --depth 3", "", "space.json"),
    ("enumerate pennant --format json --diameter", "", "space.json"),
    ("enumerate pennant --format json --components", "", "components.json"),
    (
        "compare --format json --algorithms bfs,a-star",
        "1 2 3 / 4 0 6 / 7 5 8\n1 2 3 / 4 5 6 / 8 7 0",
        "comparison.json",
    ),
    ("apply 3x3 RD --format json", "", "played.json"),
    ("check 3x3 RL --format json", "", "checked.json"),
    ("check 3x3 RR --format json", "", "checked.json"),
    ("analyse 3x3 RDLURDLU --times 2.5 --format json", "", "review.json"),
    ("analyse klotski j:LL --limit-nodes 100 --format json", "", "review.json"),
    ("survey 3x3 -n 50 --format json", "", "lengths.json"),
    ("trace --format json --steps 5 --lists", "8 6 7 / 2 5 4 / 3 0 1", "event.json"),
    ("trace --format json --algorithm ida-star", "1 2 3 / 0 4 6 / 7 5 8", "event.json"),
];

#[test]
fn every_line_is_what_its_schema_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas");
    let schemas = Schemas(&folder);
    for (command, input, name) in COMMANDS {
        let words: Vec<&str> = command.split(' ').collect();
        let output = if input.is_empty() { taquin(&words) } else { piped(&words, input.as_bytes()) };
        assert!(!output.stdout.is_empty(), "{command}: {}", text(&output.stderr));
        let schema = schemas.open(name);
        for line in text(&output.stdout).lines() {
            let value: Value =
                serde_json::from_str(line).unwrap_or_else(|error| panic!("{command}: {error}: {line}"));
            schemas.check(&schema, &value, name).unwrap_or_else(|why| panic!("{command}: {why}"));
        }
    }
    // The test can fail.
    let broken = serde_json::json!({ "kind": "tiles", "rows": "three" });
    assert!(schemas.check(&schemas.open("puzzle.json"), &broken, "").is_err());
}

#[test]
fn tables_that_are_kept_have_a_schema() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    let built = taquin(&["tables", "build", "3x3", "--tables", tables]);
    assert_eq!(built.status.code(), Some(0), "{}", text(&built.stderr));
    let built = taquin(&["tables", "build", "3x3", "--metric", "line", "--tables", tables]);
    assert_eq!(built.status.code(), Some(0), "{}", text(&built.stderr));
    let list = taquin(&["tables", "list", "--format", "json", "--tables", tables]);
    let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas");
    let schemas = Schemas(&schemas);
    for line in text(&list.stdout).lines() {
        let value: Value = serde_json::from_str(line).unwrap();
        schemas.check(&schemas.open("table.json"), &value, "table").unwrap();
    }
    assert!(!list.stdout.is_empty());
}
