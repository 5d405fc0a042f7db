//! PDDL, the planning domain definition language: a domain and a problem, with types or without.
//!
//! Nothing beyond STRIPS is used but types, where they are wanted, and costs of actions, where a move of the
//! puzzle is several actions.

use super::Export;
use crate::error::Error;
use crate::planning::{Action, Condition, Fact, Table, Task};

/// PDDL with types.
pub(super) struct Typed;

/// PDDL without types.
pub(super) struct Untyped;

impl Export for Typed {
    fn name(&self) -> &'static str {
        "pddl"
    }

    fn about(&self) -> &'static str {
        "a domain and a problem in PDDL, with types"
    }

    fn files(&self, task: &Task) -> Result<Vec<(&'static str, String)>, Error> {
        Ok(files(&Writer { task, typed: true }))
    }
}

impl Export for Untyped {
    fn name(&self) -> &'static str {
        "pddl-untyped"
    }

    fn about(&self) -> &'static str {
        "a domain and a problem in PDDL, with predicates in place of types"
    }

    fn files(&self, task: &Task) -> Result<Vec<(&'static str, String)>, Error> {
        Ok(files(&Writer { task, typed: false }))
    }
}

fn files(writer: &Writer<'_>) -> Vec<(&'static str, String)> {
    vec![("domain.pddl", writer.domain()), ("problem.pddl", writer.problem())]
}

struct Writer<'a> {
    task: &'a Task,
    typed: bool,
}

impl Writer<'_> {
    fn domain(&self) -> String {
        let task = self.task;
        let costs = !task.is_unit_cost();
        let requirements: Vec<&str> = [(true, ":strips"), (self.typed, ":typing"), (costs, ":action-costs")]
            .into_iter()
            .filter_map(|(is_needed, word)| is_needed.then_some(word))
            .collect();
        let mut out = format!("(define (domain {})\n", task.name);
        out += &format!("  (:requirements {})\n", requirements.join(" "));
        if self.typed {
            let types: Vec<&str> = task.types.iter().map(|of| of.name).collect();
            out += &format!("  (:types {})\n", types.join(" "));
        }
        out += "  (:predicates";
        let mut declare = |name: &str, types: &[usize]| {
            let arguments =
                types.iter().enumerate().map(|(at, &of)| self.declared(&format!("x{}", at + 1), of));
            out += &format!("\n    ({}{})", name, arguments.collect::<String>());
        };
        if !self.typed {
            (0..task.types.len()).for_each(|of| declare(task.types[of].name, &[of]));
        }
        task.fluents.iter().for_each(|fluent| declare(fluent.name, &fluent.types));
        for (table, parameters) in self.tables() {
            declare(&table.name, &parameters.iter().map(|parameter| parameter.1).collect::<Vec<_>>());
        }
        out += ")\n";
        if costs {
            out += "  (:functions (total-cost) - number)\n";
        }
        task.actions.iter().for_each(|action| out += &self.action(action, costs));
        out + ")\n"
    }

    /// The tables of the actions, each once, with the parameters that they are about.
    fn tables(&self) -> Vec<(&Table, &[(String, usize)])> {
        let mut found: Vec<(&Table, &[(String, usize)])> = Vec::new();
        for action in &self.task.actions {
            let Some(table) = action.table.as_ref().filter(|table| !table.rows.is_empty()) else { continue };
            let bound = &action.parameters[action.parameters.len() - table.rows[0].len()..];
            if found.iter().all(|(other, _)| other.name != table.name) {
                found.push((table, bound));
            }
        }
        found
    }

    /// A variable where it is declared.
    fn declared(&self, name: &str, of: usize) -> String {
        if self.typed { format!(" ?{name} - {}", self.task.types[of].name) } else { format!(" ?{name}") }
    }

    fn action(&self, action: &Action, costs: bool) -> String {
        let parameters: String =
            action.parameters.iter().map(|(name, of)| self.declared(name, *of)).collect();
        let condition = |(fluent, objects): &Condition| {
            let objects: String =
                objects.iter().map(|&place| format!(" ?{}", action.parameters[place].0)).collect();
            format!("({}{objects})", self.task.fluents[*fluent].name)
        };
        let mut before: Vec<String> = Vec::new();
        if !self.typed {
            let typed = |(name, of): &(String, usize)| format!("({} ?{name})", self.task.types[*of].name);
            before.extend(action.parameters.iter().map(typed));
        }
        if let Some(table) = action.table.as_ref().filter(|table| !table.rows.is_empty()) {
            let bound = &action.parameters[action.parameters.len() - table.rows[0].len()..];
            let objects: String = bound.iter().map(|(name, _)| format!(" ?{name}")).collect();
            before.push(format!("({}{objects})", table.name));
        }
        before.extend(action.before.iter().map(condition));
        let ends = action.ends.iter().map(|fact| format!("(not {})", condition(fact)));
        let mut effects: Vec<String> = ends.chain(action.begins.iter().map(condition)).collect();
        if costs {
            effects.push(format!("(increase (total-cost) {})", action.cost));
        }
        format!(
            "  (:action {}\n    :parameters ({})\n    :precondition (and {})\n    :effect (and {}))\n",
            action.name,
            parameters.trim_start(),
            before.join(" "),
            effects.join(" ")
        )
    }

    fn problem(&self) -> String {
        let task = self.task;
        let mut out: String = task.remarks.iter().map(|line| format!("; {line}\n")).collect();
        out += &format!("(define (problem puzzle)\n  (:domain {})\n  (:objects", task.name);
        for of in &task.types {
            out += &format!("\n    {}", of.objects.join(" "));
            if self.typed {
                out += &format!(" - {}", of.name);
            }
        }
        out += ")\n  (:init";
        if !self.typed {
            for of in &task.types {
                of.objects.iter().for_each(|object| out += &format!("\n    ({} {object})", of.name));
            }
        }
        task.start.iter().for_each(|fact| out += &format!("\n    {}", self.fact(fact)));
        for (table, parameters) in self.tables() {
            for row in &table.rows {
                let objects = row.iter().zip(parameters);
                let objects: String = objects
                    .map(|(&object, &(_, of))| format!(" {}", task.types[of].objects[object]))
                    .collect();
                out += &format!("\n    ({}{objects})", table.name);
            }
        }
        if !task.is_unit_cost() {
            out += "\n    (= (total-cost) 0)";
        }
        let goal: Vec<String> = task.goal.iter().map(|fact| self.fact(fact)).collect();
        out += &format!(")\n  (:goal (and {}))", goal.join(" "));
        if !task.is_unit_cost() {
            out += "\n  (:metric minimize (total-cost))";
        }
        out + ")\n"
    }

    fn fact(&self, (fluent, objects): &Fact) -> String {
        let fluent = &self.task.fluents[*fluent];
        let objects = objects.iter().zip(&fluent.types);
        let objects: String =
            objects.map(|(&object, &of)| format!(" {}", self.task.types[of].objects[object])).collect();
        format!("({}{objects})", fluent.name)
    }
}
