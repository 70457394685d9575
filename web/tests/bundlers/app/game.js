/* A whole game, and the position of its winner before the last shot. */
import { AI, Chart, Fleet, Game, Record, Rules } from 'libbattleship';

export function playGame() {
    const rules = new Rules(Fleet.preset('classic'));
    const game = new Game(rules, {
        seed: 7,
        aiA: new AI(rules, { level: 'hard' }),
        aiB: new AI(rules, { level: 'medium' }),
    });
    game.placeRandom('a');
    game.placeRandom('b');
    game.start();
    while (game.phase !== 'over') game.step();
    const chart = new Chart(rules);
    chart.copy(game.chart(game.outcome));
    chart.truncate(chart.turns - 1);
    const position = Record.fromChart(chart).format();
    return { game: Record.fromGame(game, { layouts: true }).format(), position };
}
