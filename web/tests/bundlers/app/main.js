/*
 * A page that plays a game and asks a worker, for the test beside it. The address says which module
 * is loaded.
 */
import { BattleshipError, hasVectors, load, version } from 'libbattleship';
import { Background } from 'libbattleship/background.js';
import { playGame } from './game.js';

async function start() {
    const vectors = hasVectors && location.search !== '?scalar';
    await load({ vectors });
    const { game, position } = playGame();
    const background = new Background();
    const { cells } = await background.aim({ position, level: 'hard', seed: 3 });
    const { layouts } = await background.posterior({ position });
    const failure = await background.posterior({ position: 'nothing' }).catch((error) => error);
    background.close();
    const isRefused = failure instanceof BattleshipError;
    return { version: version(), game, cells, layouts, isRefused };
}

start().then(
    (result) => {
        globalThis.result = result;
        document.body.dataset.ready = '';
    },
    (error) => {
        globalThis.result = { error: String(error) };
        document.body.dataset.ready = '';
    },
);
