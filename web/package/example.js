/* Two levels play a game, and then: what did the winner know before the last shot? */
import { AI, Chart, Fleet, Game, Posterior, Record, Rules, formatCell, load } from 'libbattleship';

await load();

const rules = new Rules(Fleet.preset('classic'), { contact: 'no-sides' });
const game = new Game(rules, {
    seed: 7,
    aiA: new AI(rules, { level: 'hard' }),
    aiB: new AI(rules, { level: 'medium' }),
});
game.placeRandom('a');
game.placeRandom('b');
game.start();
while (game.phase !== 'over') game.step();
console.log(Record.fromGame(game, { layouts: true }).format());

const chart = new Chart(rules);
chart.copy(game.chart(game.outcome));
chart.truncate(chart.turns - 1);
const posterior = new Posterior(chart);
const [best] = posterior.best;
console.log(`${posterior.formatLayouts()} layouts were left, the best shot was ${formatCell(best)}`);
