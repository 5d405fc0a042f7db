// All tests of the pages, in one browser.
import './play.test.mjs';
import './game.test.mjs';
import './solve.test.mjs';
import './search.test.mjs';
import './learn.test.mjs';
import './rest.test.mjs';
import './axe.test.mjs';
import './site.test.mjs';
