//! The engine as WebAssembly, in a web worker: it answers the same requests as a server.
#![cfg(target_family = "wasm")]

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use js_sys::Function;
use taquin_handlers::{Engine, Problem, Progress, Question, Reply, Watch};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The time that one search may take.
const TIME: Duration = Duration::from_secs(300);
/// The bytes that one search may hold.
const MEMORY: usize = 512 << 20;

/// An answer.
#[wasm_bindgen]
pub struct Answer(Reply);

#[wasm_bindgen]
impl Answer {
    /// Its media type.
    #[wasm_bindgen(getter)]
    pub fn kind(&self) -> String {
        self.0.kind.into()
    }

    /// What it says.
    #[wasm_bindgen(getter)]
    pub fn body(&self) -> Vec<u8> {
        self.0.body.clone()
    }
}

/// Answers a request and calls `progress` from time to time with the state of a search. To cancel a request,
/// terminate the worker.
///
/// # Errors A description of the mistake in the request, in JSON.
#[wasm_bindgen]
pub fn ask(question: &str, body: &str, progress: &Function) -> Result<Answer, JsValue> {
    let engine = Engine { time: TIME, memory: MEMORY, distances: Arc::default() };
    let tell = &mut |now: &Progress| {
        let _ = progress.call1(&JsValue::NULL, &JsValue::from_str(&text(now)));
        ControlFlow::Continue(())
    };
    let question = Question::named(question).ok_or_else(|| Problem::new("there is no such question"));
    question
        .and_then(|question| question.read(body.as_bytes()))
        .and_then(|work| work(&engine, &mut Watch { cancel: Arc::default(), progress: tell }))
        .map(Answer)
        .map_err(|problem| JsValue::from_str(&text(&problem)))
}

fn text(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
