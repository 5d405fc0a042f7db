//! A puzzle for planners: objects, facts about them, and actions that change the facts.
//!
//! A family describes its puzzle once; the forms that planners read are written from that. The description
//! is restricted, so that each of them is easy to write: an action has at most one [`Table`], which lists
//! all combinations of objects for some of its parameters; its other parameters take every object of their
//! type. The costs are those of the puzzle's own metric.

/// A puzzle as a planning task.
#[derive(Clone, Debug, Default)]
pub struct Task {
    /// A name for puzzles that differ only in their objects.
    pub name: &'static str,
    /// The types of objects.
    pub types: Vec<Type>,
    /// The facts that actions change.
    pub fluents: Vec<Fluent>,
    /// The actions.
    pub actions: Vec<Action>,
    /// The facts that hold at the start.
    pub start: Vec<Fact>,
    /// The facts that must hold at the goal.
    pub goal: Vec<Fact>,
    /// The facts by variable: of each of these at most one holds at any time. Every fact that actions change
    /// is in one of them.
    pub variables: Vec<Vec<Pattern>>,
    /// What the names stand for, a line each.
    pub remarks: Vec<String>,
}

/// A type and its objects.
#[derive(Clone, Debug)]
pub struct Type {
    /// Its name.
    pub name: &'static str,
    /// The names of its objects, which no other type has.
    pub objects: Vec<String>,
}

/// A kind of facts.
#[derive(Clone, Debug)]
pub struct Fluent {
    /// Its name.
    pub name: &'static str,
    /// The types of the objects that it speaks of, by index.
    pub types: Vec<usize>,
}

/// A fluent, by index, of objects, each by its index in its type.
pub type Fact = (usize, Vec<usize>);

/// Facts of a fluent: with the given objects, and any where there is none.
pub type Pattern = (usize, Vec<Option<usize>>);

/// A fluent of parameters of an action, by index.
pub type Condition = (usize, Vec<usize>);

/// What can be done.
#[derive(Clone, Debug)]
pub struct Action {
    /// Its name.
    pub name: String,
    /// What it costs.
    pub cost: u32,
    /// The names and types of its parameters.
    pub parameters: Vec<(String, usize)>,
    /// Which objects the last of them may be together.
    pub table: Option<Table>,
    /// What must hold before.
    pub before: Vec<Condition>,
    /// What holds no more afterwards.
    pub ends: Vec<Condition>,
    /// What holds afterwards.
    pub begins: Vec<Condition>,
}

/// Combinations of objects that never change.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// The combinations, in the order of the last parameters of the action.
    pub rows: Vec<Vec<usize>>,
}

impl Task {
    /// Whether all actions cost one, so that a plan costs as much as it is long.
    #[must_use]
    pub fn is_unit_cost(&self) -> bool {
        self.actions.iter().all(|action| action.cost == 1)
    }

    /// How many actions there are when every parameter is an object.
    #[must_use]
    pub fn ground_actions(&self) -> u64 {
        let of = |action: &Action| {
            let (free, rows) = action.free(self);
            free.iter().fold(rows.len() as u64, |count, &objects| count.saturating_mul(objects as u64))
        };
        self.actions.iter().fold(0, |sum, action| sum.saturating_add(of(action)))
    }
}

impl Action {
    /// How many objects each parameter before those of the table has, and the rows of the table.
    fn free(&self, task: &Task) -> (Vec<usize>, &[Vec<usize>]) {
        const ALONE: &[Vec<usize>] = &[Vec::new()];
        let rows = self.table.as_ref().map_or(ALONE, |table| &table.rows);
        let bound = rows.first().map_or(0, Vec::len);
        let free = &self.parameters[..self.parameters.len() - bound];
        (free.iter().map(|&(_, of)| task.types[of].objects.len()).collect(), rows)
    }

    /// Calls `tell` with the objects of every combination of parameters, each as its index in its type.
    pub fn ground(&self, task: &Task, tell: &mut dyn FnMut(&[usize])) {
        let (free, rows) = self.free(task);
        let mut objects = vec![0; free.len()];
        loop {
            for row in rows {
                tell(&[&objects[..], row].concat());
            }
            // The next combination, as a counter goes on.
            let Some(place) = (0..free.len()).rev().find(|&place| objects[place] + 1 < free[place]) else {
                return;
            };
            objects[place] += 1;
            objects[place + 1..].fill(0);
        }
    }
}
