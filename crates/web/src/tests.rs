//! The interface as a client sees it.

mod description;
mod lessons;

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use axum::response::Response;
use serde_json::{Value, json};
use taquin::{EnumeratePlan, Hints, Instance, enumerate};
use tower::ServiceExt;

use crate::server::router;
use crate::{Error, Settings, connection, serve};

fn settings() -> Settings {
    Settings { running: 2, waiting: 2, time: Duration::from_secs(5), ..Settings::default() }
}

async fn ask(request: Request<Body>) -> Response {
    router(&settings()).oneshot(request).await.expect("a router always answers")
}

fn post(path: &str, body: &Value) -> Request<Body> {
    Request::post(format!("/api/v1/{path}"))
        .header(header::HOST, "localhost:7878")
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(body.to_string()))
        .expect("a request")
}

fn get(path: &str) -> Request<Body> {
    Request::get(path).header(header::HOST, "localhost").body(Body::empty()).expect("a request")
}

async fn text(response: Response) -> String {
    let bytes = to_bytes(response.into_body(), usize::MAX).await.expect("a whole body");
    String::from_utf8(bytes.to_vec()).expect("text")
}

async fn answer(path: &str, body: Value) -> (StatusCode, Value) {
    let response = ask(post(path, &body)).await;
    let status = response.status();
    let answer = serde_json::from_str(&text(response).await).expect("JSON");
    description::check(path, &body, status, &answer);
    (status, answer)
}

/// The puzzle that starts after a move, from the puzzle before and what the move has changed.
fn after(puzzle: &Value, moved: &Value) -> Value {
    let mut state: Vec<u16> = puzzle["state"].as_str().expect("a text").encode_utf16().collect();
    let number = |name: &str| moved["at"][name].as_u64().expect("a number") as usize;
    let inserted = moved["at"]["inserted"].as_str().expect("a text");
    state.splice(number("at")..number("at") + number("removed"), inserted.encode_utf16());
    let mut text = puzzle["puzzle"].clone();
    text["at"] = String::from_utf16(&state).expect("a text").into();
    text
}

#[tokio::test]
async fn a_puzzle_is_described_and_played() {
    let (status, puzzle) = answer("puzzle", json!({ "text": "1 2 3 / 4 0 6 / 7 5 8" })).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(puzzle["title"], "3 × 3 tiles");
    assert_eq!(puzzle["gauge"]["value"], 2);
    assert_eq!(puzzle["reach"].as_array().map(Vec::len), Some(4));
    let (_, moved) =
        answer("move", json!({ "puzzle": puzzle["puzzle"], "piece": 4, "path": [[-1, 0]] })).await;
    let (_, puzzle) = answer("puzzle", after(&puzzle, &moved)).await;
    assert_eq!(puzzle["state"], "1 2 3 / 4 5 6 / 7 0 8");
    assert_eq!((&moved["reach"], &moved["gauge"]), (&puzzle["reach"], &puzzle["gauge"]["value"]));
    let (_, moved) =
        answer("move", json!({ "puzzle": puzzle["puzzle"], "piece": 7, "path": [[0, -1]] })).await;
    assert_eq!(moved["solved"], true);
    let after = after(&puzzle, &moved);
    let (status, refused) = answer("move", json!({ "puzzle": after, "piece": 0, "path": [[0, 1]] })).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refused["message"], "this move is not legal");
}

#[tokio::test]
async fn blocks_are_described_and_played_in_any_metric() {
    let classic = json!({ "text": "1A9BF0C", "metric": "unit" });
    let (_, puzzle) = answer("puzzle", classic.clone()).await;
    assert_eq!((&puzzle["kind"], &puzzle["metric"]), (&json!("blocks"), &json!("unit")));
    let reach = &puzzle["reach"][0];
    let (status, moved) =
        answer("move", json!({ "puzzle": classic, "piece": reach["piece"], "path": reach["paths"][0] }))
            .await;
    assert_eq!(status, StatusCode::OK);
    let (_, again) = answer("puzzle", after(&puzzle, &moved)).await;
    assert_eq!(again["reach"], moved["reach"]);
    assert_eq!(again["plain"], moved["plain"]);
    let (status, problem) = answer("puzzle", json!({ "text": "1A9BF0C", "metric": "miles" })).await;
    assert_eq!((status, &problem["field"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("metric")));
    let (_, trace) =
        answer("trace", json!({ "puzzle": { "text": "2112 2112 2332 2442 4004" }, "steps": 20 })).await;
    assert_eq!(trace["states"][0].as_array().map(Vec::len), Some(20));
    assert_eq!(trace["cut"], true);
}

#[tokio::test]
async fn pieces_keep_their_numbers_in_a_game() {
    let text = json!({ "text": "AAB\n..B\nC.." });
    let (_, puzzle) = answer("puzzle", text.clone()).await;
    // C goes up past the others' first cells.
    let (_, moved) = answer("move", json!({ "puzzle": text, "piece": 2, "path": [[-1, 0]] })).await;
    let (_, now) = answer("puzzle", after(&puzzle, &moved)).await;
    let shape = |puzzle: &Value, index: usize| puzzle["scene"]["pieces"][index]["shape"].clone();
    assert_eq!(now["scene"]["pieces"][2]["at"], json!([1, 0]));
    for index in 0..3 {
        assert_eq!(shape(&now, index), shape(&puzzle, index));
    }
}

#[tokio::test]
async fn a_move_on_a_large_board_takes_few_bytes() {
    let board: Vec<String> = (1..=1024).map(|tile| (tile % 1024).to_string()).collect();
    for path in [[0, 1], [1, 0]] {
        let piece = if path == [0, 1] { 1022 } else { 991 };
        let body = json!({ "puzzle": { "text": board.join(" ") }, "piece": piece, "path": [path] });
        let answer = text(ask(post("move", &body)).await).await;
        assert!(answer.contains("\"reach\"") && answer.len() < 4 << 10, "{} bytes: {answer}", answer.len());
    }
}

#[tokio::test]
async fn a_wrong_text_names_its_place() {
    let (status, problem) = answer("puzzle", json!({ "text": "1 2 3\n4 x 6\n7 5 8" })).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(
        (&problem["field"], &problem["line"], &problem["column"]),
        (&json!("text"), &json!(2), &json!(3))
    );
    let (_, problem) = answer("puzzle", json!({ "text": "1 2 3 / 4 0 6 / 7 5 8", "goal": "1 2" })).await;
    assert_eq!(problem["field"], "goal");
    let row: Vec<String> = (0..1600).map(|tile| tile.to_string()).collect();
    let (status, _) = answer("puzzle", json!({ "text": row.join(" ") })).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn a_scramble_depends_on_its_seed_alone() {
    let scramble = |seed: u64| {
        answer("scramble", json!({ "puzzle": { "text": "1 2 3 / 4 5 6 / 7 8 0" }, "seed": seed }))
    };
    let (first, again, other) = (scramble(7).await.1, scramble(7).await.1, scramble(8).await.1);
    assert_eq!(first["puzzle"], again["puzzle"]);
    assert_ne!(first["puzzle"], other["puzzle"]);
    assert_eq!(first["solvable"], true);
}

#[tokio::test]
async fn solving_ends_with_an_answer() {
    let response = ask(post("solve", &json!({ "puzzle": { "text": "1 2 3 / 4 6 8 / 7 5 0" } }))).await;
    assert_eq!(response.headers()[header::CONTENT_TYPE], "text/event-stream");
    let events = text(response).await;
    let data =
        events.split("event: answer\ndata: ").nth(1).expect("an answer").lines().next().expect("a line");
    let solved: Value = serde_json::from_str(data).expect("JSON");
    description::check_events(&events);
    assert_eq!(solved["outcome"], "solved");
    assert_eq!(
        solved["film"]["shots"].as_array().map(Vec::len),
        Some(solved["cost"].as_u64().expect("a cost") as usize)
    );
}

#[tokio::test]
async fn a_table_of_distances_answers_where_it_fits() {
    let file = std::env::temp_dir().join(format!("taquin-web-{}.taq", std::process::id()));
    let ten = Instance::parse("1 2 3 4 5 / 6 7 8 9 0", &Hints::default()).expect("a board");
    let plan = EnumeratePlan { save: Some(file.clone()), ..EnumeratePlan::default() };
    enumerate(&ten, &plan, &mut ()).expect("a small space");
    let settings = Settings { distances: vec!["nowhere".into(), file.clone()], ..settings() };
    for (board, algorithm) in
        [("1 2 3 4 5 / 6 7 0 8 9", "exhaustive"), ("1 2 3 4 / 5 6 7 8 / 9 10 0 11", "ida-star")]
    {
        let request = post("solve", &json!({ "puzzle": { "text": board } }));
        let events = text(router(&settings).oneshot(request).await.expect("an answer")).await;
        assert!(events.contains(&format!("\"algorithm\":\"{algorithm}\"")), "{events}");
        assert!(events.contains("\"outcome\":\"solved\""), "{events}");
    }
    // More positions than are surveyed, and all of them from the table.
    let request = post("survey", &json!({ "puzzle": { "text": "1 2 3 4 5 / 6 7 0 8 9" } }));
    let told = text(router(&settings).oneshot(request).await.expect("an answer")).await;
    let space: Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!((&space["complete"], &space["distance"]), (&json!(false), &json!(2)));
    let count =
        |levels: &Value| levels.as_array().map(|counts| counts.iter().filter_map(Value::as_u64).sum());
    assert_eq!(count(&space["to_goal"]), Some(1_814_400_u64));
    std::fs::remove_file(file).expect("it was there");
}

#[tokio::test]
async fn a_table_tells_what_a_survey_does() {
    let file = std::env::temp_dir().join(format!("taquin-web-blocks-{}.taq", std::process::id()));
    let board = "start:\nAB.\n...\ngoal:\n...\nA..";
    let puzzle = Instance::parse(board, &Hints::default()).expect("a puzzle");
    let plan = EnumeratePlan { save: Some(file.clone()), ..EnumeratePlan::default() };
    enumerate(&puzzle, &plan, &mut ()).expect("a small space");
    let narrow = Settings { memory: 1000, ..settings() };
    let saved = Settings { distances: vec![file.clone()], ..narrow.clone() };
    let survey = |settings: Settings| async move {
        let request = post("survey", &json!({ "puzzle": { "text": board } }));
        let told = text(router(&settings).oneshot(request).await.expect("an answer")).await;
        serde_json::from_str::<Value>(&told).expect("JSON")
    };
    let whole = survey(settings()).await;
    assert_eq!(whole["complete"], json!(true));
    assert_eq!(survey(narrow).await["to_goal"], Value::Null);
    let known = survey(saved).await;
    assert_eq!((&known["to_goal"], &known["distance"]), (&whole["to_goal"], &whole["distance"]));
    std::fs::remove_file(file).expect("it was there");
}

#[tokio::test]
async fn unsolvable_and_stopped_are_answers_too() {
    let solve = |body: Value| async move { text(ask(post("solve", &body)).await).await };
    let events = solve(json!({ "puzzle": { "text": "2 1 3 / 4 5 6 / 7 8 0" } })).await;
    assert!(events.contains("\"outcome\":\"unsolvable\""), "{events}");
    let hard = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1";
    let events = solve(json!({ "puzzle": { "text": hard }, "algorithm": "ida-star", "heuristic": "manhattan", "seconds": 0.3 })).await;
    assert!(events.contains("\"outcome\":\"stopped\""), "{events}");
    assert!(events.contains("event: progress"), "{events}");
    description::check_events(&events);
    let (status, problem) =
        answer("solve", json!({ "puzzle": { "text": hard }, "algorithm": "magic" })).await;
    assert_eq!((status, &problem["field"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("algorithm")));
}

#[tokio::test]
async fn a_client_that_goes_away_ends_its_search_and_a_crowd_is_told_so() {
    let settings = Settings { running: 1, waiting: 1, time: Duration::from_secs(60), ..Settings::default() };
    let app = router(&settings);
    let hard = json!({
        "puzzle": { "text": "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1" },
        "algorithm": "iterative-deepening"
    });
    let ask = |body: &Value| app.clone().oneshot(post("solve", body));
    let first = ask(&hard).await.expect("a router always answers");
    assert_eq!(first.status(), StatusCode::OK);
    let near = json!({ "puzzle": { "text": "1 2 3 / 4 0 6 / 7 5 8" } });
    let (mut one, mut other) = (tokio::spawn(ask(&near)), tokio::spawn(ask(&near)));
    // One of the two waits for its turn; the other finds no place to wait.
    let (refused, waiting) = tokio::select! {
        refused = &mut one => (refused, other),
        refused = &mut other => (refused, one),
    };
    let refused = refused.expect("no panic").expect("a router always answers");
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert!(refused.headers().contains_key(header::RETRY_AFTER));
    drop(first);
    let second = waiting.await.expect("no panic").expect("a router always answers");
    assert!(text(second).await.contains("\"outcome\":\"solved\""));
}

#[tokio::test]
async fn a_search_has_its_time_and_its_memory() {
    let hard = json!({
        "puzzle": { "text": "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1" },
        "algorithm": "a-star",
        "heuristic": "misplaced",
        "seconds": 60
    });
    let short = Settings { time: Duration::from_millis(200), ..settings() };
    let narrow = Settings { memory: 4 << 20, ..settings() };
    for (settings, limit) in [(short, "time"), (narrow, "memory")] {
        let response =
            router(&settings).oneshot(post("solve", &hard)).await.expect("a router always answers");
        let events = text(response).await;
        assert!(events.contains("\"outcome\":\"stopped\""), "{events}");
        assert!(events.contains(limit), "{limit}: {events}");
    }
}

#[tokio::test]
async fn a_picture_has_its_time_too() {
    let cells = 900;
    let board: Vec<String> = (1..=cells).map(|tile| (tile % cells).to_string()).collect();
    let to_and_fro =
        [json!({ "piece": cells - 2, "path": [[0, 1]] }), json!({ "piece": cells - 2, "path": [[0, -1]] })];
    let moves: Vec<&Value> = to_and_fro.iter().cycle().take(600).collect();
    let body = json!({ "puzzle": { "text": board.join(" ") }, "moves": moves, "form": "gif" });
    let short = Settings { time: Duration::from_millis(100), ..settings() };
    let response = router(&short).oneshot(post("export", &body)).await.expect("a router always answers");
    assert_eq!(response.status(), StatusCode::UNPROCESSABLE_ENTITY);
    assert!(text(response).await.contains("takes longer"));
}

#[tokio::test]
async fn a_page_may_prefer_refusals_as_answers() {
    let mut wrong = post("puzzle", &json!({ "text": "1 2 2" }));
    wrong.headers_mut().insert("prefer", "handling=lenient".parse().expect("a value"));
    let response = ask(wrong).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()["preference-applied"], "handling=lenient");
    let problem: Value = serde_json::from_str(&text(response).await).expect("JSON");
    assert_eq!(problem["field"], "text");
}

/// Bytes out of which boards, pictures and nonsense can be made.
const ALPHABET: &[u8] = b"0123456789 /\n,-.#ABab[]>:flygoalstrt\"{}\\xz\xf0\x9f\x92";

#[tokio::test]
async fn whatever_is_sent_nothing_breaks() {
    let settings = Settings { time: Duration::from_millis(20), memory: 1 << 20, ..settings() };
    let app = router(&settings);
    let seeds = [
        "1 2 3 / 4 0 6 / 7 5 8",
        "1A9BF0C",
        "2332 2402 2112 2112 4044",
        "start:\nAB.\n...\ngoal:\n...\nA..",
        "3\n0 1 3\n4 2 5\n7 8 6",
    ];
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    for round in 0..600 {
        let mut bytes = seeds[random(seeds.len())].as_bytes().to_vec();
        for _ in 0..random(6) {
            let at = random(bytes.len() + 1);
            match random(3) {
                0 => bytes.insert(at, ALPHABET[random(ALPHABET.len())]),
                1 if at < bytes.len() => drop(bytes.remove(at)),
                _ if at < bytes.len() => bytes[at] = ALPHABET[random(ALPHABET.len())],
                _ => {}
            }
        }
        let word = String::from_utf8_lossy(&bytes).into_owned();
        let puzzle = json!({ "text": word, "torus": random(4) == 0, "goal": (random(5) == 0).then_some(seeds[random(seeds.len())]) });
        let motion = json!({ "piece": random(12), "path": [[random(3) as i64 - 1, random(3) as i64 - 1]] });
        let (path, body) = match round % 7 {
            0 => ("puzzle", puzzle),
            1 => ("move", json!({ "puzzle": puzzle, "piece": motion["piece"], "path": motion["path"] })),
            2 => ("scramble", json!({ "puzzle": puzzle, "seed": random(usize::MAX) })),
            3 => (
                "export",
                json!({ "puzzle": puzzle, "moves": [motion], "form": (["html", "svg", "gif", "json"])[random(4)] }),
            ),
            4 => (
                "trace",
                json!({ "puzzle": puzzle, "steps": random(30), "algorithm": (["a-star", "course solver", "course klotski 400", "magic"])[random(4)] }),
            ),
            5 => ("survey", json!({ "puzzle": puzzle, "graph": random(100) })),
            _ => ("solve", json!({ "puzzle": puzzle, "seconds": -1.0 })),
        };
        let response = app.clone().oneshot(post(path, &body)).await.expect("a router always answers");
        let status = response.status();
        assert!(status == StatusCode::OK || status.is_client_error(), "{status} for {path} {body}");
        let said = to_bytes(response.into_body(), usize::MAX).await.expect("a whole body");
        if path == "solve" && status == StatusCode::OK {
            let said = String::from_utf8_lossy(&said);
            assert!(said.contains("event: answer") || said.contains("event: problem"), "{body}: {said}");
        }
    }
}

#[tokio::test]
async fn a_search_is_traced_and_a_space_surveyed() {
    let puzzle = json!({ "text": "1 2 3 / 0 4 6 / 7 5 8" });
    let (_, trace) =
        answer("trace", json!({ "puzzle": puzzle, "algorithm": "a-star", "heuristic": "manhattan" })).await;
    assert_eq!(trace["solution"].as_array().map(Vec::len), Some(4));
    assert_eq!(trace["states"][0], json!([0, 1, 2, -1, 3, 5, 6, 4, 7]));
    let (_, space) = answer("survey", json!({ "puzzle": { "text": "1 2 / 3 0" }, "graph": 100 })).await;
    assert_eq!(space["to_goal"], json!([1, 2, 2, 2, 2, 2, 1]));
    assert_eq!(space["graph"]["edges"].as_array().map(Vec::len), Some(12));
}

#[tokio::test]
async fn a_solution_is_taken_away_in_every_form() {
    let moves = json!([{ "piece": 4, "path": [[-1, 0]] }, { "piece": 7, "path": [[0, -1]] }]);
    for (form, begin) in [("html", "<!doctype html>"), ("svg", "<svg "), ("json", "{"), ("gif", "GIF89a")] {
        let body = json!({ "puzzle": { "text": "1 2 3 / 4 0 6 / 7 5 8" }, "moves": moves, "form": form });
        let response = ask(post("export", &body)).await;
        assert_eq!(response.status(), StatusCode::OK, "{form}");
        let bytes = to_bytes(response.into_body(), usize::MAX).await.expect("a whole body");
        assert!(bytes.starts_with(begin.as_bytes()), "{form}");
    }
    for size in [64, 300] {
        let body = json!({ "puzzle": { "text": "1 2 3 / 4 0 6 / 7 5 8" }, "moves": moves, "form": "png", "size": size });
        let response = ask(post("export", &body)).await;
        let bytes = to_bytes(response.into_body(), usize::MAX).await.expect("a whole body");
        assert!(bytes.starts_with(b"\x89PNG"));
        assert_eq!(
            bytes[16..24],
            [[0, 0], (size as u16).to_be_bytes()].concat().repeat(2),
            "width and height"
        );
    }
    let body =
        json!({ "puzzle": { "text": "1 2 3 / 4 0 6 / 7 5 8" }, "moves": moves, "form": "png", "size": 9999 });
    assert_eq!(answer("export", body).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    let body = json!({ "puzzle": { "text": "1 2 3 / 4 0 6 / 7 5 8" }, "moves": [{ "piece": 0, "path": [[0, 1]] }], "form": "svg" });
    assert_eq!(answer("export", body).await.0, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn pages_are_strict_and_only_for_this_machine() {
    let response = ask(get("/")).await;
    assert_eq!(response.status(), StatusCode::OK);
    let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str().expect("text");
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"));
    assert!(text(response).await.contains("<title>Taquin"));
    let elsewhere =
        Request::get("/").header(header::HOST, "example.org").body(Body::empty()).expect("a request");
    assert_eq!(ask(elsewhere).await.status(), StatusCode::FORBIDDEN);
    let mut foreign = post("puzzle", &json!({ "text": "1 0" }));
    foreign.headers_mut().insert("sec-fetch-site", "cross-site".parse().expect("a value"));
    assert_eq!(ask(foreign).await.status(), StatusCode::FORBIDDEN);
    for path in ["/../Cargo.toml", "/nothing.js", "/api/v1/nothing"] {
        assert_eq!(ask(get(path)).await.status(), StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn a_request_has_its_size_and_its_form() {
    let large = json!({ "text": "1 ".repeat(300_000) });
    assert_eq!(ask(post("puzzle", &large)).await.status(), StatusCode::PAYLOAD_TOO_LARGE);
    let mut plain = post("puzzle", &json!({ "text": "1 0" }));
    plain.headers_mut().remove(header::CONTENT_TYPE);
    assert_eq!(ask(plain).await.status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert!(ask(post("puzzle", &json!({ "wrong": 1 }))).await.status().is_client_error());
}

#[test]
fn other_machines_are_let_in_only_on_request() {
    let open = Settings { address: "0.0.0.0:0".parse().expect("an address"), ..settings() };
    assert!(matches!(serve(&open, &AtomicBool::new(false), |_| ()), Err(Error::Remote(_))));
}

/// A text of 3 KB with as many ways for its pieces as can be: every second row is free, and they are joined.
fn wide() -> Value {
    let pieces: Vec<char> = (0..512).filter_map(|number| char::from_u32(0x4e00 + number)).collect();
    let row = |row: usize| -> String {
        let cell = |col: usize| if row.is_multiple_of(2) && col > 0 { pieces[16 * row + col] } else { '.' };
        (0..32).map(cell).collect()
    };
    json!({ "text": (0..32).map(row).collect::<Vec<_>>().join("\n") })
}

#[tokio::test]
async fn the_ways_of_many_pieces_are_told_as_far_as_there_is_room() {
    let (status, puzzle) = answer("puzzle", wide()).await;
    assert_eq!(status, StatusCode::OK, "{puzzle}");
    let bytes = puzzle.to_string().len();
    assert!(bytes < 2 << 20, "{bytes}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_that_stall_are_closed() {
    let patience = Duration::from_millis(300);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let server =
        tokio::spawn(connection::answer(listener, router(&Settings { patience, ..settings() }), patience));
    let clients = tokio::task::spawn_blocking(move || {
        let connect = || TcpStream::connect(address).expect("the server listens");
        let head = "POST /api/v1/puzzle HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
        for half in ["".to_string(), head.to_string(), format!("{head}Content-Length: 99\r\n\r\n{{")] {
            // Before the server can begin to wait: what this thread does late makes the time longer, not shorter.
            let begun = std::time::Instant::now();
            let mut stream = connect();
            stream.write_all(half.as_bytes()).expect("it is there");
            stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
            assert!(stream.read_to_end(&mut Vec::new()).is_ok(), "{half}");
            assert!(begun.elapsed() >= patience, "{half}");
        }
        // Requests one after the other, of whose answers none is read.
        let body = wide().to_string();
        let request = format!("{head}Content-Length: {}\r\n\r\n{body}", body.len());
        let mut stream = connect();
        stream.set_write_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        let refused = (0..10_000).find_map(|_| stream.write_all(request.as_bytes()).err());
        let kind = refused.expect("the server does not answer for ever").kind();
        assert!(matches!(kind, ErrorKind::ConnectionReset | ErrorKind::BrokenPipe), "{kind:?}");
    });
    clients.await.expect("no client fails");
    server.abort();
}
