//! `taquin trace`: a search step by step, as text or as JSON with one event on each line.

use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;

use serde_json::{Value, json};
use taquin::search::Fate;
use taquin::trace::{Node, NodeLists, Tracer};
use taquin::{Cost, Plan, render};

use crate::args::{PlainFormat, TraceArgs};
use crate::commands::{solve, step};
use crate::{input, screen};

pub(crate) fn run(args: &TraceArgs) -> anyhow::Result<ExitCode> {
    let instance = input::instance_with(&args.puzzle, args.method.distances.as_deref())?;
    let lesson = args.course;
    let plan = Plan { lesson, ..solve::plan(&args.method, solve::limits(&args.limits)?)? };
    if args.interactive {
        return step::run(instance, plan, args.steps);
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let json = args.format == PlainFormat::Json;
    let (lists, most) = (args.lists, args.steps);
    let mut teller =
        Teller { out: &mut out, json, lists, most, left: most, fresh: false, step: 0, failure: None };
    let answer = instance.trace(&plan, &mut teller)?;
    if let Some(error) = teller.failure {
        return Err(error.into());
    }
    if json {
        write!(out, "{{\"event\":\"answer\",\"answer\":")?;
        let mut object = Vec::new();
        render::json(&mut object, &instance, &answer)?;
        out.write_all(object.trim_ascii_end())?;
        writeln!(out, "}}")?;
    } else {
        render::outcome(&mut out, &instance, &answer)?;
        if let Some(steps) = answer.steps() {
            render::counts(&mut out, &instance, steps)?;
        }
        match screen::screen() {
            None => render::stats(&mut out, &answer.report.stats)?,
            Some(_) => render::stats_in_words(&mut out, &answer.report.stats)?,
        }
    }
    out.flush()?;
    Ok(ExitCode::from(solve::code(&answer)))
}

/// Writes every event as it comes.
struct Teller<'a> {
    out: &'a mut dyn Write,
    json: bool,
    lists: bool,
    /// The most steps of a phase, and how many of them are left.
    most: u64,
    left: u64,
    /// Whether a phase has just begun.
    fresh: bool,
    step: u64,
    failure: Option<io::Error>,
}

impl Teller<'_> {
    /// Writes, unless writing has failed before.
    fn tell(&mut self, event: impl FnOnce() -> Value, words: impl FnOnce() -> String) {
        if self.failure.is_none() {
            let text = if self.json { event().to_string() } else { words() };
            self.failure = writeln!(self.out, "{text}").err();
        }
    }

    fn tell_list(&mut self, name: &'static str, nodes: &[Node]) {
        let event = || json!({ "event": name, "step": self.step, "nodes": nodes.iter().map(value).collect::<Vec<_>>() });
        let words = || {
            let lines: Vec<String> = nodes.iter().map(|node| format!("\n    {}", describe(node))).collect();
            format!("  {} ({}){}", name.to_uppercase(), nodes.len(), lines.concat())
        };
        let (event, words) = if self.json { (event(), String::new()) } else { (Value::Null, words()) };
        self.tell(|| event, || words);
    }
}

impl Tracer for Teller<'_> {
    fn phase(&mut self, words: &str) {
        self.fresh = true;
        self.tell(|| json!({ "event": "phase", "phase": words }), || format!("phase  {words}"));
    }

    fn bound(&mut self, bound: Cost) {
        self.tell(|| json!({ "event": "bound", "bound": bound }), || format!("bound {bound}"));
    }

    fn expand(&mut self, node: Node, _: &dyn NodeLists) -> ControlFlow<()> {
        // The limit holds for every tree of a phase.
        if std::mem::take(&mut self.fresh) && node.parent.is_none() {
            self.left = self.most;
        }
        if self.left == 0 {
            let most = self.most;
            self.tell(
                || json!({ "event": "cut", "steps": most }),
                || format!("… cut after {most} steps; --steps shows more"),
            );
            return ControlFlow::Break(());
        }
        self.left -= 1;
        self.step += 1;
        let step = self.step;
        self.tell(
            || {
                let mut event = value(&node);
                event["event"] = "expand".into();
                event["step"] = step.into();
                event["why"] = node.why.clone().into();
                event
            },
            || format!("step {step}  {}\n  taken: {}", describe(&node), node.why),
        );
        if self.failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn generate(&mut self, words: String, node: Node, fate: Fate) {
        let fate = format!("{fate:?}").to_lowercase();
        self.tell(
            || {
                let mut event = value(&node);
                event["event"] = "generate".into();
                event["move"] = words.clone().into();
                event["fate"] = fate.clone().into();
                event["why"] = node.why.clone().into();
                event
            },
            || format!("  {words:<12} {fate:<10} {}  {}", describe(&node), node.why),
        );
    }

    fn expanded(&mut self, lists: &dyn NodeLists) {
        if self.lists {
            self.tell_list("open", &lists.open());
            self.tell_list("closed", &lists.closed());
        } else {
            let (open, closed) = (lists.open_len(), lists.closed_len());
            self.tell(
                || json!({ "event": "lists", "open": open, "closed": closed }),
                || format!("  open {open}, closed {closed}"),
            );
        }
    }

    fn end(&mut self, why: &str) {
        self.tell(|| json!({ "event": "end", "why": why }), || why.to_string());
    }
}

fn value(node: &Node) -> Value {
    json!({ "state": node.state, "parent": node.parent, "f": node.g.saturating_add(node.h), "g": node.g, "h": node.h })
}

fn describe(node: &Node) -> String {
    format!("f {:<3} g {:<3} h {:<3} {}", node.g.saturating_add(node.h), node.g, node.h, node.state)
}
