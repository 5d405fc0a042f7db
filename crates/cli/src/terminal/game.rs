//! A game of any puzzle: where the pieces are, the moves so far, and the possible moves.
//!
//! Pieces move step by step. The puzzle's metric says what counts as one move: a step that leads to a
//! neighbour of the position before the last move belongs to that move.

use std::time::{Duration, Instant};

use taquin::picture::{Motion, Place};
use taquin::{Instance, Step};

/// A game in progress.
pub(crate) struct Game {
    start: Instance,
    now: Instance,
    /// The position before the last move.
    base: Instance,
    moves: Vec<Step>,
    past: Vec<Turn>,
    /// The steps that were taken back, the last of them first to be made again.
    future: Vec<Motion>,
    picked: Option<usize>,
    /// The piece that the mouse holds, where, and whether it has moved.
    held: Option<(usize, Place, bool)>,
    began: Option<Instant>,
    took: Option<Duration>,
}

/// What there was before a step.
struct Turn {
    now: Instance,
    base: Instance,
    moves: usize,
    last: Option<Step>,
    motion: Motion,
}

impl Game {
    pub(crate) fn new(start: Instance) -> Self {
        let (now, base) = (start.clone(), start.clone());
        let (moves, past, future) = (Vec::new(), Vec::new(), Vec::new());
        Game { start, now, base, moves, past, future, picked: None, held: None, began: None, took: None }
    }

    pub(crate) fn start(&self) -> &Instance {
        &self.start
    }

    pub(crate) fn now(&self) -> &Instance {
        &self.now
    }

    pub(crate) fn moves(&self) -> &[Step] {
        &self.moves
    }

    /// How many moves these are, as the puzzle counts.
    pub(crate) fn count(&self) -> u64 {
        self.start.cost(&self.moves).into()
    }

    pub(crate) fn picked(&self) -> Option<usize> {
        self.picked
    }

    /// Whether the person has solved it.
    pub(crate) fn is_over(&self) -> bool {
        self.now.has_goal() && self.now.is_solved() && !self.moves.is_empty()
    }

    /// The time since the first step, up to the last one of a game that is over.
    pub(crate) fn time(&self) -> Duration {
        self.took.or_else(|| self.began.map(|began| began.elapsed())).unwrap_or_default()
    }

    /// Whether the clock runs.
    pub(crate) fn is_running(&self) -> bool {
        self.began.is_some() && self.took.is_none()
    }

    /// Makes a step; says whether it is legal.
    pub(crate) fn step(&mut self, piece: usize, way: Place) -> bool {
        let motion = Motion { piece, path: vec![way] };
        let made = self.make(motion);
        if made {
            self.future.clear();
            self.picked = Some(piece);
        }
        made
    }

    fn make(&mut self, motion: Motion) -> bool {
        let Some(next) = self.now.moved(&motion) else { return false };
        let last = self.moves.last().cloned();
        let turn =
            Turn { now: self.now.clone(), base: self.base.clone(), moves: self.moves.len(), last, motion };
        let goes_on = if self.moves.is_empty() { None } else { leads(&self.base, &next) };
        if goes_on.is_some() {
            self.moves.pop();
        } else {
            self.base = self.now.clone();
        }
        self.moves.extend(goes_on.or_else(|| leads(&self.base, &next)));
        self.past.push(turn);
        self.now = next;
        let began = *self.began.get_or_insert_with(Instant::now);
        self.took = self.is_over().then(|| began.elapsed());
        true
    }

    /// Takes the last step back.
    pub(crate) fn undo(&mut self) -> bool {
        let Some(Turn { now, base, moves, last, motion }) = self.past.pop() else { return false };
        self.moves.truncate(moves);
        if let (Some(place), Some(last)) = (self.moves.last_mut(), last) {
            *place = last;
        }
        self.picked = Some(motion.piece);
        self.future.push(motion);
        (self.now, self.base) = (now, base);
        self.took = None;
        true
    }

    /// Makes the step again that was taken back last.
    pub(crate) fn redo(&mut self) -> bool {
        self.future.pop().is_some_and(|motion| self.make(motion))
    }

    /// Back to the start, with a new clock.
    pub(crate) fn restart(&mut self) {
        *self = Game::new(self.start.clone());
    }

    /// A key moves the selected piece, or the only one that can move in this direction. If several can, the first is
    /// selected and nothing moves. The error says why nothing moved.
    pub(crate) fn push(&mut self, way: Place) -> Result<(), &'static str> {
        let can = |piece: usize| self.now.moved(&Motion { piece, path: vec![way] }).is_some();
        let able: Vec<usize> =
            self.now.reach().iter().map(|reach| reach.piece).filter(|&piece| can(piece)).collect();
        match (self.picked.filter(|piece| able.contains(piece)), &able[..]) {
            (Some(piece), _) | (None, &[piece]) => {
                self.step(piece, way);
                Ok(())
            }
            (None, []) => Err("nothing can go there"),
            (None, &[first, ..]) => {
                self.picked = Some(first);
                Err("several pieces can go there; again moves this one, Tab picks another")
            }
        }
    }

    /// Picks the next piece that can move.
    pub(crate) fn pick_next(&mut self, back: bool) {
        let mut pieces: Vec<usize> = self.now.reach().iter().map(|reach| reach.piece).collect();
        pieces.sort_unstable();
        if back {
            pieces.reverse();
        }
        let after = |piece: &&usize| {
            self.picked.is_none_or(|picked| if back { **piece < picked } else { **piece > picked })
        };
        self.picked = pieces.iter().find(after).or(pieces.first()).copied();
    }

    /// Picks the piece with this label; says whether there is one.
    pub(crate) fn pick(&mut self, label: char) -> bool {
        let mut text = [0; 4];
        let label: &str = label.encode_utf8(&mut text);
        let found = self.now.scene().pieces.iter().position(|piece| piece.label == label);
        self.picked = found.or(self.picked);
        found.is_some()
    }

    /// The mouse is pressed on a cell: it takes hold of a piece, or sends the picked one to an empty cell.
    pub(crate) fn press(&mut self, place: Place) {
        let scene = self.now.scene();
        self.held = scene.piece_at(place).map(|piece| (piece, place, false));
        match (self.held, self.picked) {
            (Some((piece, ..)), _) => self.picked = Some(piece),
            (None, Some(piece)) => self.send(piece, place),
            (None, None) => {}
        }
    }

    /// Sends a piece along the shortest of its ways that ends on `place`.
    fn send(&mut self, piece: usize, place: Place) {
        let reach = self.now.reach();
        let paths = reach.iter().filter(|reach| reach.piece == piece).flat_map(|reach| &reach.paths);
        let ends = paths.filter(|path| {
            let mut scene = self.now.scene();
            scene.apply(&Motion { piece, path: path.to_vec() });
            scene.piece_at(place) == Some(piece)
        });
        let Some(path) = ends.min_by_key(|path| path.len()).cloned() else { return };
        self.walk(piece, &path);
    }

    /// Makes the steps of a way that is known to be free.
    fn walk(&mut self, piece: usize, path: &[Place]) {
        for &way in path {
            self.step(piece, way);
        }
    }

    /// The mouse pulls what it holds to a cell.
    pub(crate) fn drag(&mut self, place: Place) {
        while let Some((piece, at, _)) = self.held {
            let (down, right) = (place.0 - at.0, place.1 - at.1);
            let ways = [(down.signum(), 0), (0, right.signum())];
            let first = usize::from(down.abs() < right.abs());
            let ways = [ways[first], ways[1 - first]];
            let Some(way) = ways.into_iter().find(|&way| way != (0, 0) && self.step(piece, way)) else {
                return;
            };
            self.held = Some((piece, (at.0 + way.0, at.1 + way.1), true));
        }
    }

    /// The mouse button is released: a piece that was clicked and has only one way to move moves there, and single
    /// cells push those before them.
    pub(crate) fn release(&mut self) {
        let Some((piece, _, false)) = self.held.take() else { return };
        match self.now.reach().iter().find(|reach| reach.piece == piece).map(|reach| &reach.paths[..]) {
            Some([path]) => self.walk(piece, path),
            Some(_) => {}
            None => {
                let line = [(-1, 0), (0, -1), (1, 0), (0, 1)].map(|way| (way, self.line(piece, way)));
                if let Some((way, line)) = line.into_iter().find(|(_, line)| !line.is_empty()) {
                    line.into_iter().rev().all(|piece| self.step(piece, way));
                    self.picked = Some(piece);
                }
            }
        }
    }

    /// The pieces of one cell from `piece` up to a free cell, the way they would go; none if there is no such line.
    fn line(&self, piece: usize, way: Place) -> Vec<usize> {
        let scene = self.now.scene();
        let (mut line, mut next) = (Vec::new(), Some(piece));
        while let Some(piece) = next {
            let (row, col) = scene.pieces[piece].at;
            let place = (row + way.0, col + way.1);
            let floor = scene.floor().contains(&place);
            if scene.pieces[piece].shape.len() != 1 || !floor {
                return Vec::new();
            }
            line.push(piece);
            next = scene.piece_at(place);
        }
        line
    }
}

/// The move from one position to another; `None` if it takes several.
fn leads(from: &Instance, to: &Instance) -> Option<Step> {
    let wanted = to.state_text();
    from.neighbors().ok()?.into_iter().find(|(_, next)| next.state_text() == wanted).map(|(step, _)| step)
}

#[cfg(test)]
mod tests {
    use taquin::Hints;

    use super::*;

    const UP: Place = (-1, 0);
    const LEFT: Place = (0, -1);
    const DOWN: Place = (1, 0);
    const RIGHT: Place = (0, 1);

    fn game(text: &str) -> Game {
        Game::new(Instance::parse(text, &Hints::default()).unwrap())
    }

    fn told(game: &Game) -> Vec<String> {
        game.moves().iter().map(|step| game.start().short(step)).collect()
    }

    #[test]
    fn arrows_move_tiles() {
        let mut game = game("1 2 3 / 4 0 6 / 7 5 8");
        assert_eq!(game.push(UP), Ok(()));
        assert!(!game.is_over() && game.is_running());
        assert_eq!(game.push(UP), Err("nothing can go there"));
        assert_eq!(game.push(LEFT), Ok(()));
        assert!(game.is_over() && !game.is_running());
        assert_eq!(told(&game), ["5↑", "8←"]);
        assert!(game.undo() && game.undo() && !game.undo());
        assert_eq!((game.moves().len(), game.now().state_text()), (0, game.start().state_text()));
        assert!(game.redo() && game.redo() && !game.redo() && game.is_over());
    }

    #[test]
    fn a_way_of_several_steps_is_as_many_moves_as_the_puzzle_says() {
        let metrics: [(&str, &[&str], &[&str]); 3] = [
            ("finger", &["a→→↓"], &["a→→"]),
            ("straight", &["a→→", "a↓"], &["a→→"]),
            ("unit", &["a→", "a→", "a↓"], &["a→", "a→"]),
        ];
        for (metric, moves, before) in metrics {
            let mut game = game(&format!("metric: {metric}\na..\n...\ngoal: .../..a"));
            game.pick('a');
            for way in [RIGHT, RIGHT, DOWN] {
                assert_eq!(game.push(way), Ok(()));
            }
            assert!(game.is_over());
            assert_eq!(told(&game), moves, "{metric}");
            assert!(game.undo() && !game.is_over());
            assert_eq!(told(&game), before, "{metric}");
        }
    }

    #[test]
    fn without_a_goal_a_game_goes_on() {
        let mut game = game("a..\n...");
        assert_eq!(game.push(RIGHT), Ok(()));
        assert!(!game.is_over() && game.is_running());
    }

    #[test]
    fn where_several_can_go_one_is_picked_first() {
        let mut game = game("ab.\n...\ngoal: .../ab.");
        assert!(game.push(DOWN).is_err());
        assert_eq!(game.picked(), Some(0));
        assert_eq!(game.push(DOWN), Ok(()));
        game.pick_next(false);
        assert_eq!(game.picked(), Some(1));
        game.pick_next(false);
        assert_eq!(game.picked(), Some(0));
        assert!(game.pick('b') && !game.pick('z'));
        assert_eq!(game.push(DOWN), Ok(()));
        assert!(game.is_over());
    }

    #[test]
    fn the_mouse_clicks_and_pulls() {
        let mut tiles = game("1 2 3 / 4 0 6 / 7 5 8");
        for place in [(2, 1), (2, 2)] {
            tiles.press(place);
            tiles.release();
        }
        assert!(tiles.is_over());
        let hints = Hints { metric: Some("line".into()), ..Hints::default() };
        let mut line = Game::new(Instance::parse("1 2 3 / 4 5 6 / 0 7 8", &hints).unwrap());
        line.press((2, 2));
        line.release();
        assert!(line.is_over());
        assert_eq!((line.moves().len(), line.count()), (2, 1));
        let mut blocks = game("metric: finger\na..\n...\ngoal: .../..a");
        blocks.press((0, 0));
        blocks.drag((1, 2));
        blocks.release();
        assert!(blocks.is_over());
        let mut sent = game("metric: finger\na..\n...\ngoal: .../..a");
        sent.press((0, 0));
        sent.release();
        sent.press((1, 2));
        assert!(sent.is_over() && sent.moves().len() == 1);
    }

    #[test]
    fn a_step_is_made_within_a_frame() {
        let klotski = "abbc\nabbc\ndeef\ndghf\ni..j\ngoal: ..../..../..../.bb./.bb.";
        for text in ["1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 0 15", klotski] {
            let mut game = game(text);
            let ways = [UP, LEFT, DOWN, RIGHT];
            let clock = Instant::now();
            for number in 0..200 {
                let _ = game.push(ways[number * 7 % 11 % 4]);
                std::hint::black_box(
                    taquin::picture::Boxes::new(&game.now().scene()).tall(3).lines(Default::default()),
                );
            }
            let each = clock.elapsed() / 200;
            assert!(each < Duration::from_millis(16), "{each:?}");
        }
    }
}
