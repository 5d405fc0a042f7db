//! Shows A* step by step: the node that is expanded, and the number of open nodes. `cargo run -p taquin
//! --example trace`.

use std::io::Write;
use std::ops::ControlFlow;

use taquin::trace::{Node, NodeLists, Tracer};
use taquin::{HeuristicName, Hints, Instance, Plan};

struct Told;

impl Tracer for Told {
    fn expand(&mut self, node: Node, lists: &dyn NodeLists) -> ControlFlow<()> {
        let Node { state, g, h, .. } = node;
        let open = lists.open_len();
        match writeln!(std::io::stdout(), "f = {g} + {h}  {state}  ({open} open)") {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

fn main() -> Result<(), taquin::Error> {
    let instance = Instance::parse("1 2 3 / 0 4 6 / 7 5 8", &Hints::default())?;
    let plan = Plan { heuristic: Some(HeuristicName::MANHATTAN), ..Plan::default() };
    instance.trace(&plan, &mut Told)?;
    Ok(())
}
