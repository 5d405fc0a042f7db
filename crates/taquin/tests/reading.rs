//! Any text is puzzles, moves or an error, and moves can be undone.

use proptest::prelude::*;
use taquin::{Hints, Instance, Reading, play, read};

const PUZZLES: [&str; 3] = ["1 2 3 / 4 0 6 / 7 5 8", "1A9BF0C", "2332 2402 2112 2112 4044"];

proptest! {
    #[test]
    fn any_text_is_read_or_refused(
        text in "([0-9]{1,2}|[ ,/;_.·x#\n:*{}]|->|goal:|start:|klotski|AAoo|\n\n|# |\u{feff}|[A-Fa-z]|\\PC){0,60}",
    ) {
        if let Ok(Reading::Many(found)) = read(text, &Hints::default()) {
            let _ = found.count();
        }
    }

    #[test]
    fn any_moves_are_played_or_refused(
        puzzle in 0..PUZZLES.len(),
        text in "([UDLRudlr↑↓←→]|[0-9]{1,3}|[ ,:*+-]|[a-jZ]|\\PC){0,30}",
    ) {
        let instance = Instance::parse(PUZZLES[puzzle], &Hints::default()).unwrap();
        if let Ok(played) = play(&instance, &text) {
            // The steps that were played lead where the moves led.
            let end = played.steps.iter().try_fold(instance, |now, step| now.after(step));
            prop_assert_eq!(end.map(|end| end.state_text()), Some(played.end.state_text()));
        }
    }
}
