//! The description of the interface: it names every question, explains every name it uses, and what is really
//! asked and answered fits it.

use axum::http::{Method, StatusCode, header};
use serde_json::{Map, Value, json};

use super::{Request, ask, get, text};

fn description() -> Value {
    serde_json::from_str(&taquin_handlers::description()).expect("JSON")
}

/// Checks a question and its answer against their description.
pub(super) fn check(path: &str, question: &Value, status: StatusCode, answer: &Value) {
    let whole = description();
    let about = &whole["paths"][format!("/{path}")]["post"];
    assert!(about.is_object(), "{path} is not described");
    if status == StatusCode::OK {
        let form = &about["requestBody"]["content"]["application/json"]["schema"];
        fits(&whole, form, question).unwrap_or_else(|why| panic!("the question of {path}: {why}"));
    }
    let form = resolved(&whole, &about["responses"][status.as_str()]);
    let form = &form["content"]["application/json"]["schema"];
    assert!(form.is_object(), "{path} has no answer {status}");
    fits(&whole, form, answer).unwrap_or_else(|why| panic!("the answer of {path}: {why}"));
}

/// Checks every event of a search against its description.
pub(super) fn check_events(events: &str) {
    let whole = description();
    for event in events.split("event: ").skip(1) {
        let (name, data) = event.split_once("\ndata: ").expect("an event has data");
        let form = match name {
            "progress" => "Progress",
            "answer" => "Solved",
            _ => "Problem",
        };
        let value = serde_json::from_str(data.lines().next().unwrap_or_default()).expect("JSON");
        let form = &whole["components"]["schemas"][form];
        fits(&whole, form, &value).unwrap_or_else(|why| panic!("{name}: {why}"));
    }
}

/// What stands behind a reference; anything else stands for itself.
fn resolved<'a>(whole: &'a Value, form: &'a Value) -> &'a Value {
    let Some(name) = form["$ref"].as_str() else { return form };
    whole.pointer(name.trim_start_matches('#')).unwrap_or_else(|| panic!("{name} is not explained"))
}

/// Whether `value` is as `form` says: of its type, nothing missing, nothing that is not described.
fn fits(whole: &Value, form: &Value, value: &Value) -> Result<(), String> {
    let form = resolved(whole, form);
    if let Some(forms) = form["oneOf"].as_array() {
        let fitting = forms.iter().filter(|form| fits(whole, form, value).is_ok()).count();
        return if fitting == 1 { Ok(()) } else { Err(format!("{fitting} forms fit {value}")) };
    }
    if let Some(parts) = form["allOf"].as_array() {
        return fits(whole, &joined(whole, parts), value);
    }
    if form["type"].as_array().is_some_and(|types| types.contains(&json!("null"))) && value.is_null() {
        return Ok(());
    }
    let kind = form["type"].as_array().map_or(&form["type"], |types| &types[0]).as_str().ok_or("no type")?;
    let right = match (kind, value) {
        ("object", Value::Object(fields)) => return object_fits(whole, form, fields),
        ("array", Value::Array(items)) => return array_fits(whole, form, items),
        ("string", Value::String(_)) => form["enum"].as_array().is_none_or(|words| words.contains(value)),
        ("integer", _) if form["minimum"].is_u64() => value.is_u64(),
        ("integer", _) => value.is_i64(),
        ("number", _) => value.is_number(),
        ("boolean", _) => value.is_boolean(),
        ("null", _) => value.is_null(),
        _ => false,
    };
    if right { Ok(()) } else { Err(format!("{value} is no {kind} like {form}")) }
}

/// The form that has the fields of all `parts`.
fn joined(whole: &Value, parts: &[Value]) -> Value {
    let parts = || parts.iter().map(|part| resolved(whole, part));
    let fields = |part: &Value| part["properties"].as_object().cloned().unwrap_or_default();
    let required = |part: &Value| part["required"].as_array().cloned().unwrap_or_default();
    let properties: Map<String, Value> = parts().flat_map(fields).collect();
    json!({ "type": "object", "properties": properties, "required": parts().flat_map(required).collect::<Vec<_>>() })
}

fn object_fits(whole: &Value, form: &Value, fields: &Map<String, Value>) -> Result<(), String> {
    for name in form["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        fields.get(name).ok_or_else(|| format!("'{name}' is missing"))?;
    }
    for (name, value) in fields {
        let form = form["properties"].get(name).ok_or_else(|| format!("'{name}' is not described"))?;
        fits(whole, form, value).map_err(|why| format!("{name}: {why}"))?;
    }
    Ok(())
}

fn array_fits(whole: &Value, form: &Value, items: &[Value]) -> Result<(), String> {
    match form["prefixItems"].as_array() {
        Some(forms) if forms.len() != items.len() => Err(format!("{} items", items.len())),
        Some(forms) => forms.iter().zip(items).try_for_each(|(form, item)| fits(whole, form, item)),
        None => items.iter().try_for_each(|item| fits(whole, &form["items"], item)),
    }
}

#[tokio::test]
async fn every_question_is_asked_as_it_is_described() {
    let response = ask(get("/api/v1/openapi.json")).await;
    assert_eq!(response.headers()[header::CONTENT_TYPE], "application/json");
    let description: Value = serde_json::from_str(&text(response).await).expect("JSON");
    assert_eq!(description["info"]["version"], env!("CARGO_PKG_VERSION"));
    let base = description["servers"][0]["url"].as_str().expect("an address");
    let paths = description["paths"].as_object().expect("paths");
    for path in ["/puzzle", "/move", "/scramble", "/solve", "/trace", "/survey", "/export", "/catalogue"] {
        assert!(paths.contains_key(path), "{path}");
    }
    for (path, about) in paths {
        for method in about.as_object().expect("methods").keys() {
            let mut request: Request<_> = get(&format!("{base}{path}"));
            *request.method_mut() = Method::from_bytes(method.to_uppercase().as_bytes()).expect("a method");
            let status = ask(request).await.status();
            assert!(![StatusCode::NOT_FOUND, StatusCode::METHOD_NOT_ALLOWED].contains(&status), "{path}");
        }
    }
    // Every name that it uses, it explains.
    for name in
        taquin_handlers::description().split("\"$ref\": \"").skip(1).filter_map(|rest| rest.split('"').next())
    {
        resolved(&description, &json!({ "$ref": name }));
    }
    let catalogue: Value =
        serde_json::from_str(&text(ask(get("/api/v1/catalogue")).await).await).expect("JSON");
    let form = &description["paths"]["/catalogue"]["get"]["responses"]["200"]["content"]["application/json"];
    fits(&description, &form["schema"], &catalogue).expect("a list of named puzzles");
}

#[test]
fn what_is_not_described_does_not_fit() {
    let whole = description();
    let wrong =
        |name: &str, value: Value| fits(&whole, &whole["components"]["schemas"][name], &value).is_err();
    assert!(wrong("Gauge", json!({ "name": "distance" })));
    assert!(wrong("Gauge", json!({ "name": "distance", "value": -1 })));
    assert!(wrong("Gauge", json!({ "name": "distance", "value": 1, "unit": "moves" })));
    assert!(wrong("Motion", json!({ "piece": 1, "path": [[0]] })));
    assert!(wrong("Form", json!("bmp")));
    assert!(wrong("MoveRequest", json!({ "piece": 1, "path": [] })));
    assert!(wrong("Change", json!({ "all": [1], "edit": { "out": [], "put": [] } })));
}
