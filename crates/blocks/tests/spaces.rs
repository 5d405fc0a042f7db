//! Whole spaces against published results.

use taquin_blocks::{
    Blocks, Distances, Metric, Scope, StateGraph, WholeSpace, catalogue, component, components, farthest,
    format, level_counts,
};
use taquin_search::{Cost, Limits};

fn klotski(metric: Metric, scope: Scope) -> Blocks<u64, u64> {
    let problem = catalogue::find("klotski").expect("it is there").problem().with_metric(metric);
    Blocks::with_scope(&problem, scope).expect("a small board")
}

/// tmuetze.de: 190 single steps between the farthest two of the 25,955 positions.
#[test]
fn the_classic_component_has_its_diameters() {
    for (metric, moves, pairs) in
        [(Metric::Unit, 190, 8), (Metric::Straight, 156, 16), (Metric::Finger, 145, 16)]
    {
        let blocks = klotski(metric, Scope::Reachable);
        let whole = component(&blocks, &Limits::default(), &mut ());
        assert_eq!(whole.levels.states().len(), 25_955);
        assert_eq!(
            level_counts(&blocks, &Limits::default(), &mut ()).as_deref(),
            Some(whole.levels.counts())
        );
        let diameter =
            StateGraph::new(&blocks, &whole.levels, 2).diameter(3, || false).expect("nobody cancels it");
        assert_eq!((diameter.moves, diameter.pairs.len()), (moves, pairs), "{metric}");
    }
}

/// dnomd343/klotski: 65,880 placements of the classic pieces.
#[test]
fn the_classic_pieces_have_65_880_placements() {
    let parts =
        components(&klotski(Metric::Unit, Scope::Everywhere), 3, &Limits::default()).expect("no limit");
    assert_eq!(parts.iter().map(|part| part.states).sum::<u64>(), 65_880);
    assert_eq!(parts[0].states, 25_955);
    // The classic component and its image upside down.
    assert_eq!(parts[1].states, 25_955);
}

#[test]
fn distances_lead_to_the_goal() {
    let blocks = klotski(Metric::Finger, Scope::Reachable);
    let limits = Limits::default();
    let mut space = WholeSpace::new(&blocks, 2, &limits);
    assert_eq!(space.from_start(Cost::MAX, false, &mut ()).nearest_goal, Some(81));
    let from_goals = space.from_goals(true, &mut ()).states.expect("they were to be kept");
    let distances = Distances::new(&from_goals, 2);
    assert_eq!(distances.of(blocks.start()), Some(81));
    let mut state = blocks.start();
    for left in (0..81).rev() {
        let mv = distances.next(&blocks, state).expect("not yet there");
        state = blocks.moved(state, mv);
        assert_eq!(distances.of(state), Some(left));
    }
    assert!(blocks.reached(state) && distances.next(&blocks, state).is_none());
    assert_eq!(distances.all().count(), 25_955);
}

/// Super Century is the hardest position of its pieces; its mirror image is another.
#[test]
fn the_farthest_position_of_a_piece_set() {
    let problem = format::parse("4FEA134").expect("a code");
    let blocks = Blocks::<u64, u64>::with_scope(&problem, Scope::Everywhere).expect("a small board");
    let found = farthest(&blocks, &Limits::default(), &mut ());
    assert_eq!(found.levels.depth(), 138);
    let codes: Vec<Option<String>> = found
        .positions(&blocks)
        .into_iter()
        .map(|state| format::klotski::write(&blocks.problem_at(state).expect("a board")))
        .collect();
    assert!(codes.contains(&Some("4FEA134".into())));
    assert_eq!(codes.len(), 6);
}
