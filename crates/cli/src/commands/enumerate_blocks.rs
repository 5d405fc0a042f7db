//! `taquin enumerate` on blocks: components, distances to the goal, diameters, layouts.

use std::io::{BufWriter, Write};
use std::process::ExitCode;

use anyhow::bail;
#[cfg(feature = "cluster")]
use taquin::Instance;
use taquin::blocks::Problem;
use taquin::{Component, EnumeratePlan, LayoutFacts, Limit, Limits, Plan, Progress, render};

use crate::args::{CensusFormat, EnumerateArgs};
use crate::exit;

/// What the start leads to, or all components of its pieces.
pub(crate) fn run(
    args: &EnumerateArgs,
    problem: &Problem,
    plan: &EnumeratePlan,
    progress: &mut dyn Progress,
) -> anyhow::Result<ExitCode> {
    if args.blocks.components {
        return components(args, problem, plan);
    }
    let found = look(args, problem, plan, progress)?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    match args.format {
        CensusFormat::Text => render::component_text(&mut out, &found)?,
        CensusFormat::Json => render::component_json(&mut out, &found)?,
        CensusFormat::Csv => render::census_csv(&mut out, &found.census)?,
        CensusFormat::Svg => render::census_svg(&mut out, &found.census)?,
    }
    out.flush()?;
    // A depth that was asked for is no limit that was run into.
    let stopped = found.census.stopped.or(found.to_goal.and_then(|to_goal| to_goal.stopped));
    let done = stopped.is_none_or(|limit| limit == Limit::Depth) && !plan.limits.is_cancelled();
    Ok(ExitCode::from(if done { exit::SOLVED } else { exit::STOPPED }))
}

/// Looks at everything that the start leads to, on this machine or with others.
fn look(
    args: &EnumerateArgs,
    problem: &Problem,
    plan: &EnumeratePlan,
    progress: &mut dyn Progress,
) -> anyhow::Result<Component> {
    #[cfg(feature = "cluster")]
    if let Some(hosts) = &args.cluster.cluster {
        let instance = Instance::Blocks(problem.clone());
        let (counted, gathered) = super::enumerate::together(args, hosts, &instance, plan, progress)?;
        return Ok(gathered.component(problem, plan, counted.census, counted.from_goals, progress)?);
    }
    let _ = args;
    Ok(taquin::component(problem, plan, progress)?)
}

fn components(args: &EnumerateArgs, problem: &Problem, plan: &EnumeratePlan) -> anyhow::Result<ExitCode> {
    let Some(set) = taquin::piece_set(problem, plan)? else {
        #[expect(clippy::print_stderr, reason = "a word to the person, beside the output")]
        {
            eprintln!("taquin: stopped at a limit before all positions of the pieces were seen");
        }
        return Ok(ExitCode::from(exit::STOPPED));
    };
    let mut out = BufWriter::new(std::io::stdout().lock());
    match args.format {
        CensusFormat::Text => render::piece_set_text(&mut out, &set)?,
        CensusFormat::Json => render::piece_set_json(&mut out, &set)?,
        CensusFormat::Csv => render::piece_set_csv(&mut out, &set)?,
        CensusFormat::Svg => bail!("--format svg draws levels, and components have none"),
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// All layouts of the Klotski board.
pub(crate) fn layouts(args: &EnumerateArgs, limits: &Limits) -> anyhow::Result<ExitCode> {
    let threads = Plan { threads: args.threads, ..Plan::default() }.threads();
    let facts = match LayoutFacts::new(args.puzzle.metric.unwrap_or_default(), threads, limits) {
        Ok(facts) => facts,
        Err(limit) => {
            #[expect(clippy::print_stderr, reason = "a word to the person, beside the output")]
            {
                eprintln!("taquin: stopped ({limit}) before all layouts were seen");
            }
            return Ok(ExitCode::from(exit::STOPPED));
        }
    };
    let mut out = BufWriter::new(std::io::stdout().lock());
    match args.format {
        CensusFormat::Text => render::layouts_text(&mut out, &facts)?,
        CensusFormat::Json => render::layouts_json(&mut out, &facts)?,
        CensusFormat::Csv | CensusFormat::Svg => bail!("--layouts is printed as text or as json"),
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
