//! SAS+, as Fast Downward's translator writes it (version 3): variables with their values, and every action
//! with its objects.

use std::collections::{BTreeMap, HashMap};

use super::Export;
use crate::error::Error;
use crate::planning::{Action, Condition, Fact, Pattern, Task};

/// The most actions that are listed.
const MOST_ACTIONS: u64 = 5_000_000;

/// Finite-domain variables.
pub(super) struct Sas;

impl Export for Sas {
    fn name(&self) -> &'static str {
        "sas"
    }

    fn about(&self) -> &'static str {
        "SAS+ as Fast Downward's translator writes it, version 3"
    }

    fn files(&self, task: &Task) -> Result<Vec<(&'static str, String)>, Error> {
        if task.ground_actions() > MOST_ACTIONS {
            return Err(Error::TooManyActions { most: MOST_ACTIONS });
        }
        Ok(vec![("output.sas", write(task))])
    }
}

/// Where a fact is kept: a variable, and the value that it then has.
type Slot = (usize, usize);

/// Variables, and the facts that are their values.
struct Variables {
    values: Vec<Vec<Fact>>,
    slots: HashMap<Fact, Slot>,
}

impl Variables {
    fn of(task: &Task) -> Self {
        let mut variables = Variables { values: Vec::new(), slots: HashMap::new() };
        for patterns in &task.variables {
            let mut values = Vec::new();
            patterns.iter().for_each(|pattern| all_of(task, pattern, &mut values));
            for (value, fact) in values.iter().enumerate() {
                variables.slots.insert(fact.clone(), (variables.values.len(), value));
            }
            variables.values.push(values);
        }
        variables
    }

    /// The value of a variable none of whose facts holds.
    fn none(&self, variable: usize) -> usize {
        self.values[variable].len()
    }
}

/// Adds all facts of a pattern.
fn all_of(task: &Task, (fluent, objects): &Pattern, values: &mut Vec<Fact>) {
    let mut found = vec![Vec::new()];
    for (object, &of) in objects.iter().zip(&task.fluents[*fluent].types) {
        let choices = match object {
            Some(object) => *object..object + 1,
            None => 0..task.types[of].objects.len(),
        };
        let longer = |begun: &Vec<usize>| {
            choices.clone().map(|object| [&begun[..], &[object]].concat()).collect::<Vec<_>>()
        };
        found = found.iter().flat_map(longer).collect();
    }
    values.extend(found.into_iter().map(|objects| (*fluent, objects)));
}

/// An action with its objects.
struct Operator {
    name: String,
    /// What must hold and stays as it is.
    prevail: Vec<Slot>,
    /// Variables with their values before, where those are asked for, and after.
    effects: Vec<(usize, Option<usize>, usize)>,
    cost: u32,
}

fn operator(task: &Task, variables: &Variables, action: &Action, objects: &[usize]) -> Operator {
    let slot = |(fluent, places): &Condition| {
        let fact = (*fluent, places.iter().map(|&place| objects[place]).collect());
        variables.slots[&fact]
    };
    let mut before: BTreeMap<usize, usize> = action.before.iter().map(slot).collect();
    let begins: BTreeMap<usize, usize> = action.begins.iter().map(slot).collect();
    let ends = action.ends.iter().map(|condition| slot(condition).0);
    let mut after: BTreeMap<usize, usize> =
        ends.map(|variable| (variable, variables.none(variable))).collect();
    after.extend(begins);
    let effects = after.into_iter().map(|(variable, value)| (variable, before.remove(&variable), value));
    let effects = effects.collect();
    let names = objects.iter().zip(&action.parameters);
    let names: String =
        names.map(|(&object, &(_, of))| format!(" {}", task.types[of].objects[object])).collect();
    let name = format!("{}{names}", action.name);
    Operator { name, prevail: before.into_iter().collect(), effects, cost: action.cost }
}

fn write(task: &Task) -> String {
    let variables = Variables::of(task);
    let start = start(task, &variables);
    let mut operators = Vec::new();
    for action in &task.actions {
        action.ground(task, &mut |objects| {
            if is_known(&variables, action, objects) {
                operators.push(operator(task, &variables, action, objects));
            }
        });
    }
    let mut out = String::from("begin_version\n3\nend_version\nbegin_metric\n");
    out += &format!("{}\nend_metric\n", u8::from(!task.is_unit_cost()));
    out += &domains(task, &variables, &start, &operators);
    // No groups of facts beyond the variables.
    out += "0\nbegin_state\n";
    start.iter().for_each(|value| out += &format!("{value}\n"));
    out += &format!("end_state\nbegin_goal\n{}\n", task.goal.len());
    for fact in &task.goal {
        let (variable, value) = variables.slots[fact];
        out += &format!("{variable} {value}\n");
    }
    out += &format!("end_goal\n{}\n", operators.len());
    for Operator { name, prevail, effects, cost } in &operators {
        out += &format!("begin_operator\n{name}\n{}\n", prevail.len());
        prevail.iter().for_each(|(variable, value)| out += &format!("{variable} {value}\n"));
        out += &format!("{}\n", effects.len());
        for (variable, before, after) in effects {
            let before = before.map_or("-1".to_string(), |before| before.to_string());
            out += &format!("0 {variable} {before} {after}\n");
        }
        out += &format!("{cost}\nend_operator\n");
    }
    // No axioms.
    out + "0\n"
}

/// Whether all facts of an action are values of variables, which those of impossible places are not.
fn is_known(variables: &Variables, action: &Action, objects: &[usize]) -> bool {
    [&action.before, &action.ends, &action.begins].into_iter().flatten().all(|(fluent, places)| {
        let fact = (*fluent, places.iter().map(|&place| objects[place]).collect());
        variables.slots.contains_key(&fact)
    })
}

/// The values of the variables at the start.
fn start(task: &Task, variables: &Variables) -> Vec<usize> {
    let mut start: Vec<usize> =
        (0..variables.values.len()).map(|variable| variables.none(variable)).collect();
    for fact in &task.start {
        let (variable, value) = variables.slots[fact];
        start[variable] = value;
    }
    start
}

/// The variables with the names of their values. Where one of the facts always holds, there is no value for none.
fn domains(task: &Task, variables: &Variables, start: &[usize], operators: &[Operator]) -> String {
    let mut has_none: Vec<bool> =
        (0..start.len()).map(|variable| start[variable] == variables.none(variable)).collect();
    for operator in operators {
        for &(variable, _, after) in &operator.effects {
            has_none[variable] |= after == variables.none(variable);
        }
    }
    // A variable has two values, also where it never changes.
    (0..start.len()).for_each(|variable| has_none[variable] |= variables.none(variable) < 2);
    let name = |(fluent, objects): &Fact| {
        let fluent = &task.fluents[*fluent];
        let objects = objects.iter().zip(&fluent.types);
        let objects: Vec<&str> = objects.map(|(&object, &of)| &*task.types[of].objects[object]).collect();
        format!("{}({})", fluent.name, objects.join(", "))
    };
    let mut out = format!("{}\n", start.len());
    for (variable, values) in variables.values.iter().enumerate() {
        let count = values.len() + usize::from(has_none[variable]);
        out += &format!("begin_variable\nvar{variable}\n-1\n{count}\n");
        values.iter().for_each(|fact| out += &format!("Atom {}\n", name(fact)));
        match (&values[..], has_none[variable]) {
            ([only], true) => out += &format!("NegatedAtom {}\n", name(only)),
            (_, true) => out += "<none of those>\n",
            (_, false) => (),
        }
        out += "end_variable\n";
    }
    out
}
