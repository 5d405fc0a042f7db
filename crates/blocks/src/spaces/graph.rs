//! The graph of a component: positions joined by moves; its diameter, and its export.
//!
//! The diameter is found by bounding eccentricities (Takes and Kosters, 2011): a search from one
//! vertex bounds the eccentricity of all others, so most of them never need one of their own.

use std::io::{self, Write};

use taquin_search::Cost;

use crate::compiled::blocks::Blocks;
use crate::compiled::word::Word;
use crate::format::picture;
use crate::search::levels::Levels;
use crate::search::sort::sort;

/// Fewer vertices than this are not worth another thread.
const SMALL: usize = 1 << 14;

/// A component as an explicit graph. Vertices are numbered by their distance from the start.
#[derive(Clone, Debug)]
pub struct StateGraph<C> {
    states: Vec<C>,
    /// Where the neighbours of each vertex begin, and the end of the last.
    begins: Vec<usize>,
    neighbours: Vec<u32>,
}

/// A search from one vertex.
struct Traversal {
    distances: Vec<Cost>,
    queue: Vec<u32>,
    /// The largest distance.
    farthest: Cost,
}

impl Traversal {
    fn new(vertices: usize) -> Self {
        Traversal { distances: vec![0; vertices], queue: vec![], farthest: 0 }
    }

    fn run<C: Word>(&mut self, graph: &StateGraph<C>, source: u32) {
        let Traversal { distances, queue, farthest } = self;
        distances.fill(Cost::MAX);
        distances[source as usize] = 0;
        queue.clear();
        queue.push(source);
        let mut at = 0;
        while at < queue.len() {
            let vertex = queue[at];
            let next = distances[vertex as usize] + 1;
            for &neighbour in graph.neighbours(vertex) {
                if distances[neighbour as usize] == Cost::MAX {
                    distances[neighbour as usize] = next;
                    queue.push(neighbour);
                }
            }
            at += 1;
        }
        *farthest = distances[queue[at - 1] as usize];
    }
}

/// The longest of all shortest paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diameter {
    /// Its length.
    pub moves: Cost,
    /// The pairs of vertices that are so far apart, each in both orders.
    pub pairs: Vec<(u32, u32)>,
}

impl<C: Word> StateGraph<C> {
    /// The graph of a component that was explored to its end without merging images, made on
    /// `threads` threads.
    ///
    /// # Panics
    /// If the component is not complete.
    #[must_use]
    pub fn new<O: Word>(blocks: &Blocks<O, C>, component: &Levels<C>, threads: usize) -> Self {
        let states = component.states().to_vec();
        let mut sorted: Vec<(C, u32)> = states.iter().copied().zip(0..).collect();
        sort(&mut sorted, threads);
        let vertex_of = |state: C| {
            let at = sorted.binary_search_by_key(&state, |&(state, _)| state);
            sorted[at.expect("a component is closed under moves")].1
        };
        // The neighbours of some vertices, one after the other, and how many each of them has.
        let part = |part: &[C]| {
            let (mut degrees, mut neighbours) = (Vec::with_capacity(part.len()), vec![]);
            for &state in part {
                let before = neighbours.len();
                blocks.each_move(state, &mut |_, after| neighbours.push(vertex_of(after)));
                degrees.push(neighbours.len() - before);
            }
            (degrees, neighbours)
        };
        let share = states.len().div_ceil(threads.max(1)).max(SMALL);
        let parts: Vec<(Vec<usize>, Vec<u32>)> = taquin_search::host::scope(|scope| {
            let running: Vec<_> = states.chunks(share).map(|chunk| scope.spawn(|| part(chunk))).collect();
            running.into_iter().map(|one| one.join().expect("it ends")).collect()
        });
        let (mut begins, mut neighbours) = (vec![0], vec![]);
        for (degrees, own) in parts {
            for degree in degrees {
                begins.push(begins[begins.len() - 1] + degree);
            }
            neighbours.extend(own);
        }
        StateGraph { states, begins, neighbours }
    }

    /// The states; a vertex is an index into them.
    #[must_use]
    pub fn states(&self) -> &[C] {
        &self.states
    }

    /// How many edges there are, each counted once.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.neighbours.len() / 2
    }

    /// The vertices one move away from `vertex`.
    #[must_use]
    pub fn neighbours(&self, vertex: u32) -> &[u32] {
        &self.neighbours[self.begins[vertex as usize]..self.begins[vertex as usize + 1]]
    }

    /// The diameter and every pair of vertices that attains it, by searches on this many threads.
    ///
    /// # Errors If it is `stopped` meanwhile, the longest path that was found until then.
    pub fn diameter(&self, threads: usize, stopped: impl Fn() -> bool) -> Result<Diameter, Diameter> {
        let count = self.states.len();
        let threads = if count < SMALL { 1 } else { threads.max(1) };
        let (mut lower, mut upper) = (vec![0; count], vec![Cost::MAX; count]);
        let mut searches: Vec<Traversal> = (0..threads).map(|_| Traversal::new(count)).collect();
        let mut open: Vec<u32> = (0..count as u32).collect();
        let mut best = Diameter { moves: 0, pairs: vec![] };
        let mut from_above = false;
        while !open.is_empty() {
            if stopped() {
                return Err(best);
            }
            let mut sources: Vec<u32> = vec![];
            while sources.len() < threads.min(open.len()) {
                // Alternately the vertex that may be the farthest out and the one that may be most central.
                let others = open.iter().copied().filter(|vertex| !sources.contains(vertex));
                let pick = if from_above {
                    others.max_by_key(|&vertex| upper[vertex as usize])
                } else {
                    others.min_by_key(|&vertex| lower[vertex as usize])
                };
                sources.push(pick.expect("some are open"));
                from_above = !from_above;
            }
            self.search_all(&sources, &mut searches);
            for (&source, Traversal { distances, farthest, .. }) in sources.iter().zip(&searches) {
                if *farthest > best.moves {
                    best = Diameter { moves: *farthest, pairs: vec![] };
                }
                if *farthest == best.moves {
                    let far = (0..count as u32).filter(|&other| distances[other as usize] == *farthest);
                    best.pairs.extend(far.map(|other| (source, other)));
                }
                for (vertex, &distance) in distances.iter().enumerate() {
                    lower[vertex] = lower[vertex].max(distance).max(farthest - distance);
                    upper[vertex] = upper[vertex].min(farthest.saturating_add(distance));
                }
            }
            open.retain(|vertex| !sources.contains(vertex) && upper[*vertex as usize] >= best.moves);
        }
        best.pairs.sort_unstable();
        Ok(best)
    }

    /// Searches from all `sources`, each on a thread of its own.
    fn search_all(&self, sources: &[u32], searches: &mut [Traversal]) {
        let (first, others) = searches.split_first_mut().expect("there is a thread");
        taquin_search::host::scope(|scope| {
            for (&source, search) in sources[1..].iter().zip(others) {
                scope.spawn(move || search.run(self, source));
            }
            first.run(self, sources[0]);
        });
    }

    /// Writes one line `a,b` for each edge.
    ///
    /// # Errors
    /// Errors of `out`.
    pub fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "source,target")?;
        self.each_edge(|a, b| writeln!(out, "{a},{b}"))
    }

    /// Writes the graph as GraphML; every node has its picture and whether it satisfies the goal.
    ///
    /// # Errors
    /// Errors of `out`.
    pub fn write_graphml<O: Word>(&self, blocks: &Blocks<O, C>, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
        writeln!(out, r#"<graphml xmlns="http://graphml.graphdrawing.org/xmlns">"#)?;
        writeln!(out, r#"  <key id="board" for="node" attr.name="board" attr.type="string"/>"#)?;
        writeln!(out, r#"  <key id="goal" for="node" attr.name="goal" attr.type="boolean"/>"#)?;
        writeln!(out, r#"  <graph edgedefault="undirected">"#)?;
        for (vertex, &state) in self.states.iter().enumerate() {
            let board = picture::one_line(blocks, state);
            let board = board.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            let goal = blocks.reached(state);
            writeln!(
                out,
                r#"    <node id="n{vertex}"><data key="board">{board}</data><data key="goal">{goal}</data></node>"#
            )?;
        }
        self.each_edge(|a, b| writeln!(out, r#"    <edge source="n{a}" target="n{b}"/>"#))?;
        writeln!(out, "  </graph>\n</graphml>")
    }

    /// Calls `visit` with every edge once.
    fn each_edge(&self, mut visit: impl FnMut(u32, u32) -> io::Result<()>) -> io::Result<()> {
        for vertex in 0..self.states.len() as u32 {
            let up = self.neighbours(vertex).iter().filter(|&&neighbour| vertex < neighbour);
            up.into_iter().try_for_each(|&neighbour| visit(vertex, neighbour))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use taquin_search::Limits;

    use super::*;
    use crate::format::plain;
    use crate::spaces::enumerate::component;

    fn graph(text: &str) -> (Blocks<u64, u64>, StateGraph<u64>) {
        let blocks = Blocks::new(&plain::parse(text).expect("a puzzle")).expect("a small one");
        let whole = component(&blocks, &Limits::default(), &mut ());
        let graph = StateGraph::new(&blocks, &whole.levels, 2);
        (blocks, graph)
    }

    #[test]
    fn diameters_agree_with_searches_from_everywhere() {
        for text in
            ["metric: unit\nab.\nac.\n", "metric: finger\naab\ncdb\nc..", "metric: straight\nab..\nac.."]
        {
            let (_, graph) = graph(text);
            let count = graph.states().len();
            let (mut search, mut pairs) = (Traversal::new(count), vec![]);
            for source in 0..count as u32 {
                search.run(&graph, source);
                pairs
                    .extend((0..count as u32).map(|other| (search.distances[other as usize], source, other)));
            }
            let moves = pairs.iter().map(|pair| pair.0).max().expect("some pair");
            let pairs = pairs.iter().filter(|pair| pair.0 == moves).map(|pair| (pair.1, pair.2)).collect();
            assert_eq!(graph.diameter(1, || false), Ok(Diameter { moves, pairs }));
            let nothing = Diameter { moves: 0, pairs: vec![] };
            assert_eq!(graph.diameter(1, || true), Err(nothing));
        }
    }

    #[test]
    fn exports_have_every_vertex_and_edge() {
        let (blocks, graph) = graph("metric: unit\nab.\n...\ngoal: .ba/...");
        let (mut csv, mut xml) = (vec![], vec![]);
        graph.write_csv(&mut csv).expect("memory");
        graph.write_graphml(&blocks, &mut xml).expect("memory");
        let (csv, xml) = (String::from_utf8(csv).expect("text"), String::from_utf8(xml).expect("text"));
        assert_eq!(csv.lines().count(), 1 + graph.edges());
        assert_eq!(xml.matches("<node").count(), graph.states().len());
        assert_eq!(xml.matches("<edge").count(), graph.edges());
        assert_eq!(xml.matches(">true<").count(), 1);
    }
}
