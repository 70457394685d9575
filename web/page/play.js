/* Play: laying a fleet, and a game against the computer. */
import { AI, Board, ChartState, Game, Record, Rng, formatCell } from './battleship/index.js';
import { Background, canFinish } from './battleship/background.js';
import { setDisabled } from './buttons.js';
import { saveText } from './files.js';
import { keepGame, keptGames, listGames } from './games.js';
import { Grid, percent, percentMark, same } from './grid.js';
import { endWords } from './hindsight.js';
import { Laying } from './laying.js';
import { hideReview, sayReview, showReview } from './review.js';
import { RulesForm, nameOfShip, sentence } from './rules_form.js';
import { gameText, readGame } from './saved.js';
import { BOARD_LOOKS, CHART_LOOKS, chartText, turnWords, wreckJoints } from './words.js';

const AIM_MILLISECONDS = 4000; /* where an aim cannot be finished by hand */
const REVIEW_MILLISECONDS = 8000; /* enough for figures where reports tell little, too */

const byId = (id) => document.getElementById(id);
const capital = (text) => text[0].toUpperCase() + text.slice(1);

const background = new Background();
let form = null;
let rules = null;
let level = 'medium';
let seed = 0n;
let laying = null; /* the fleet that is laid, or was before the game */

/* Playing; no game: the fleet is being laid */
let game = null;
let id = ''; /* of the game among those that are kept */
let chosen = []; /* cells of a salvo */
let hints = [];
let occupancy = null; /* the heat map */
let isHeatShown = false;
let task = null; /* what the worker does */
let said = '';
let target = null;
let ownGrid = null;

function say(text) {
    said = text;
    byId('play-status').textContent = text;
}

function randomSeed() {
    return crypto.getRandomValues(new BigUint64Array(1))[0];
}

/* ---- laying ---- */

function newGame(newRules) {
    task?.cancel();
    game?.free();
    game = null;
    id = '';
    rules = newRules;
    seed = randomSeed();
    laying = new Laying(rules, { say, show, showGhost: showOwn });
    laying.shuffle(seed);
    hideReview();
    makeGrids();
    say('Press Start. Or drag a ship to move it, or choose it twice to turn it.');
    show();
}

function makeGrids() {
    target = new Grid(byId('target'), rules, "The computer's board", {
        press: pressTarget,
        key: (cell, key) => command(key),
    });
    ownGrid = new Grid(byId('own'), rules, 'Your board', {
        press: (cell) => game || laying.press(cell),
        over: (from, to) => game || laying.over(from, to),
        drag: (from, to) => game || laying.drag(from, to),
        point: (cell) => game || laying.point(cell),
        key: (cell, key) =>
            !game && key.toLowerCase() === 'r' ? laying.turnAt(cell) : command(key),
    });
}

/* ---- playing ---- */

function start() {
    const theirs = new Board(rules);
    try {
        const ai = new AI(rules, { level, seed, side: 'b' });
        ai.place(theirs, new Rng(seed, { index: 1 }));
        ai.free();
        game = new Game(rules, { seed });
        game.setBoard('a', laying.board);
        game.setBoard('b', theirs);
        game.start();
        id = new Date().toISOString();
    } catch (error) {
        game = null;
        say(sentence(error));
        return;
    }
    begin(`The game begins, against level ${level}.`);
    focusTarget();
}

function begin(words) {
    chosen = [];
    say(words);
    next();
}

/* What was pressed is gone, and on a small screen the computer's board has just appeared. */
function focusTarget() {
    byId('target').querySelector('[tabindex="0"]').focus({ preventScroll: true });
}

function shotWords(entry) {
    const { side, chartTurn } = game.logEntry(entry);
    return turnWords(game.chart(side), chartTurn, side === 'b' ? game.board('a') : null);
}

/* What was fired since the last shots of `side`'s opponent. */
function lastWords(side) {
    const words = [];
    for (let i = game.logLength - 1; i >= 0 && game.logEntry(i).side === side; i--) {
        words.unshift(shotWords(i));
    }
    return words.join(', ');
}

/* What you are asked to do; at the beginning, where. */
function askWords(due, isFirst) {
    const choose = `Choose ${due > 1 ? `${due} cells` : 'a cell'}`;
    if (isFirst) {
        return `${choose} of the computer's board.`;
    }
    return due > 1 ? `${choose}.` : 'Your shot.';
}

/* Goes on with whoever is to move. */
function next() {
    hints = [];
    occupancy = null;
    hideReview();
    keep();
    if (game.phase === 'over') {
        say(endWords(game));
        lookBack();
        return;
    }
    if (game.toMove === 'b') {
        show();
        letComputerFire();
        return;
    }
    say(`${said} ${askWords(game.shotsDue, game.logLength === 0)}`);
    show();
    if (isHeatShown) {
        showHeat();
    }
}

/* The record of the game, with both fleets. */
function gameRecord() {
    const record = Record.fromGame(game, { layouts: true });
    const text = record.format();
    record.free();
    return text;
}

/* Tells luck from choice, and names the shots that gave most away. */
async function lookBack() {
    const over = game;
    chosen = [];
    if (game.chart('a').shots === 0) {
        show();
        return;
    }
    sayReview('Looking back at your shots, for some seconds.');
    const found = await work(
        background.review({ position: gameRecord(), timeLimit: REVIEW_MILLISECONDS }),
        sayReview,
    );
    if (!found || game !== over || game.phase !== 'over') {
        return;
    }
    showReview(found, ({ cells, expertCells }) => {
        chosen = cells;
        hints = expertCells;
        show();
    });
}

/* Runs a task of the worker; null if it was cancelled or failed, which is told. */
async function work(started, tell = say) {
    task = started;
    show();
    try {
        return await started;
    } catch (error) {
        if (error.code !== 'BSHIP_ERROR_CANCELLED') {
            tell(sentence(error));
        }
        return null;
    } finally {
        if (task === started) {
            task = null;
        }
        show();
    }
}

const positionOf = (side) => chartText(game.chart(side));

async function letComputerFire() {
    const playing = game;
    const found = await work(
        background.aim({
            position: positionOf('b'),
            level,
            seed,
            count: game.shotsDue,
            timeLimit: canFinish ? undefined : AIM_MILLISECONDS,
        }),
    );
    if (!found || game !== playing || game.phase !== 'aiming' || game.toMove !== 'b') {
        return;
    }
    const mine = game.logLength > 0 ? lastWords('a') : '';
    fireAt(found.cells);
    const theirs = lastWords('b');
    say(`${mine ? `You: ${mine}. ` : ''}The computer: ${theirs}.`);
    next();
}

function fireAt(cells) {
    if (cells.length > 1 || rules.get('salvo-report') === 'total') {
        game.fireSalvo(cells);
    } else {
        game.fire(cells[0]);
    }
}

function pressTarget(cell) {
    if (!game || game.phase !== 'aiming' || game.toMove !== 'a') {
        return;
    }
    const refused = game.chart('a').checkFire(cell);
    if (refused) {
        say(sentence(refused));
        return;
    }
    if (game.shotsDue > 1) {
        const isChosen = chosen.some((other) => same(other, cell));
        chosen = isChosen ? chosen.filter((other) => !same(other, cell)) : [...chosen, cell];
        chosen = chosen.slice(-game.shotsDue);
        say(`${chosen.length} of ${game.shotsDue} cells are chosen.`);
        show();
        return;
    }
    fire([cell]);
}

function fire(cells) {
    task?.cancel();
    try {
        fireAt(cells);
    } catch (error) {
        say(sentence(error));
        return;
    }
    chosen = [];
    say(`You: ${lastWords('a')}.`);
    next();
}

/* The posterior of your position; null if that is no longer the position. */
async function analyse(options = {}) {
    const position = positionOf('a');
    const found = await work(
        background.posterior({ position, timeLimit: AIM_MILLISECONDS, ...options }),
    );
    return found && game?.toMove === 'a' && positionOf('a') === position ? found : null;
}

async function giveHint() {
    say('Looking for the likeliest hit.');
    const found = await analyse({ best: game.shotsDue });
    if (found) {
        hints = found.best.map(({ cell }) => cell);
        const words = found.best.map(
            ({ cell, forecast }) =>
                `${formatCell(cell)} (${percent(forecast.hit + forecast.sunk)})`,
        );
        say(`Where a hit is most likely: ${words.join(', ')}.`);
        show();
    }
}

async function showHeat() {
    const found = await analyse();
    if (found) {
        ({ occupancy } = found);
        show();
    }
}

function undo() {
    const entries = Array.from({ length: game.logLength }, (_, i) => game.logEntry(i));
    if (entries.every(({ side }) => side !== 'a')) {
        say('You have not fired yet: there is nothing to take back.');
        return;
    }
    task?.cancel();
    let isMine = false;
    let isAlone = true;
    do {
        isMine = game.lastEntry().side === 'a';
        isAlone &&= isMine;
        game.undo();
    } while (!isMine || game.toMove !== 'a');
    chosen = [];
    say(`Your last shot${isAlone ? ' was' : " and the computer's were"} taken back.`);
    next();
}

/* ---- showing ---- */

function lastCells(side) {
    for (let i = (game?.logLength ?? 0) - 1; i >= 0; i--) {
        if (game.logEntry(i).side === side) {
            return game.logShots(i).cells;
        }
    }
    return [];
}

/* The classes of a cell whose ship goes on to the right or downwards. */
function joints(board, { x, y }) {
    const ship = board.shipAt({ x, y });
    const isSame = (cell) => ship >= 0 && board.shipAt(cell) === ship;
    return [
        isSame({ x: x + 1, y }) && 'goes-right',
        isSame({ x, y: y + 1 }) && 'goes-down',
    ].filter(Boolean);
}

function showOwn(wrong = []) {
    const board = game?.board('a') ?? laying.board;
    const states = board.states;
    const last = lastCells('b');
    const { ghost } = laying;
    ownGrid.show((cell, i) => {
        const [state, mark, words] = BOARD_LOOKS[states[i]];
        const there = board.shipAt(cell);
        const classes = joints(board, cell);
        if (!game && there >= 0 && there === laying.ship) classes.push('chosen');
        if (wrong.some((other) => same(other, cell))) classes.push('wrong');
        if (!game && ghost.cells.some((other) => same(other, cell))) {
            classes.push(ghost.isRefused ? 'ghost-refused' : 'ghost');
        }
        if (last.some((other) => same(other, cell))) classes.push('last');
        const name = there >= 0 ? nameOfShip(rules.fleet, there) : '';
        const named = name ? `${words}, ${name}` : words;
        return { state, mark, words: named, classes };
    });
}

function showTarget() {
    const isOver = game?.phase === 'over';
    const board = isOver ? game.board('b') : null;
    const states = board?.states ?? game?.chart('a').states;
    const names = isOver ? BOARD_LOOKS : CHART_LOOKS;
    const last = game ? lastCells('a') : [];
    const warmest = occupancy ? Math.max(...occupancy.filter((_, i) => states[i] === 0)) : 1;
    const jointsOf = wreckJoints(game?.chart('a'));
    target.show((cell, i) => {
        const [state, mark, words] = game ? names[states[i]] : CHART_LOOKS[ChartState.unknown];
        const isWarm = isHeatShown && occupancy && state === 'unknown';
        const classes = isOver ? joints(board, cell) : [...jointsOf(i)];
        const isChosen = chosen.some((other) => same(other, cell));
        if (isChosen) classes.push('chosen');
        if (hints.some((other) => same(other, cell))) classes.push('hint');
        if (last.some((other) => same(other, cell))) classes.push('last');
        return {
            state,
            classes,
            words: [words, isWarm && `a ship: ${percent(occupancy[i])}`, isChosen && 'chosen']
                .filter(Boolean)
                .join(', '),
            mark: isWarm ? percentMark(occupancy[i]) : mark,
            warmth: isWarm ? (0.9 * occupancy[i]) / warmest : 0,
        };
    });
}

function afloatWords(side) {
    const other = side === 'a' ? 'b' : 'a';
    if (!rules.discloses('length') || !game) {
        return `Fleet: ${[...rules.fleet.lengths].join(', ')}`;
    }
    const chart = game.chart(other);
    const lengths = rules.fleet.classes.flatMap(({ length }, i) =>
        Array(Math.max(0, chart.shipsAfloatOfClass(i))).fill(length),
    );
    return lengths.length > 0 ? `Afloat: ${lengths.join(', ')}` : 'All ships are sunk.';
}

function show(wrong = []) {
    const isPlaying = Boolean(game) && game.phase !== 'over';
    const isMine = isPlaying && game.toMove === 'a';
    byId('play').classList.toggle('laying', !game);
    byId('laying-actions').hidden = Boolean(game);
    byId('playing-actions').hidden = !game;
    setDisabled(byId('start'), !laying.board.isComplete);
    setDisabled(byId('turn'), laying.ship < 0);
    setDisabled(byId('hint'), !isMine);
    setDisabled(byId('heat'), !isPlaying);
    byId('heat').setAttribute('aria-pressed', isHeatShown);
    setDisabled(byId('undo'), !game || game.logLength === 0);
    setDisabled(byId('resign'), !isPlaying);
    byId('finish').hidden = !task || isMine || !canFinish;
    byId('again').classList.toggle('main', !isPlaying);
    showGames();
    byId('fire').hidden = !isMine || game.shotsDue === 1;
    setDisabled(byId('fire'), chosen.length !== game?.shotsDue);
    showTarget();
    showOwn(wrong);
    byId('target-fleet').textContent = afloatWords('b');
    byId('own-fleet').textContent = afloatWords('a');
}

/* A key that is a command; whether it is one. */
function command(key) {
    const buttons = game ? { h: 'hint', m: 'heat', u: 'undo', f: 'fire' } : { r: 'turn' };
    const button = byId(buttons[key.toLowerCase()]);
    if (!button || button.hidden || button.disabled) {
        return false;
    }
    button.click();
    return true;
}

/* ---- records ---- */

function keep() {
    const isOver = game.phase === 'over';
    const { width, height } = rules;
    const shots = game.chart('a').shots;
    const ending = isOver
        ? endWords(game)
        : `${shots} ${shots === 1 ? 'shot' : 'shots'} so far.`;
    const words = `${width}x${height}, level ${level}. ${ending}`;
    keepGame({ id, words, isOver, text: gameText(game, level) });
}

function showGames() {
    if (!byId('record').open) {
        return;
    }
    if (document.activeElement !== byId('record-text')) {
        byId('record-text').value = game ? gameText(game, level) : '';
    }
    listGames(byId('kept'), byId('kept-note'), { current: id, open: chooseGame });
}

const saveFile = () => saveText(byId('record-text').value, 'battleship.record', 'text/plain');

/* Goes on with a record, if it is a game; `kept` is its id if the browser keeps it. */
function openGame(text, kept = new Date().toISOString()) {
    byId('record-error').textContent = '';
    try {
        const read = readGame(text);
        task?.cancel();
        ({ game, rules, level } = read);
        id = kept;
        seed = game.seed;
        byId('level').value = level;
        form.show(rules);
        makeGrids();
        window.scrollTo(0, 0);
        begin(`The game goes on against level ${level}.`);
        return true;
    } catch (error) {
        const place = error.line ? `Line ${error.line}: ` : '';
        byId('record-error').textContent = place + sentence(error);
        return false;
    }
}

/* The same, if a button asks for it. */
function chooseGame(text, kept) {
    if (openGame(text, kept)) {
        focusTarget();
    }
}

export function startPlay() {
    const element = byId('new-form');
    form = new RulesForm(element, byId('play-rules'));
    byId('level').append(...AI.levels.map(({ name }) => new Option(capital(name), name)));
    byId('level').value = level;
    byId('level').onchange = () => {
        level = byId('level').value;
        say(`The computer ${AI.levels.find(({ name }) => name === level).text}.`);
    };
    byId('again').onclick = () => newGame(rules);
    element.onsubmit = (event) => {
        event.preventDefault();
        try {
            newGame(form.rules());
            byId('new-error').textContent = '';
            byId('new-game').open = false;
            window.scrollTo(0, 0);
        } catch (error) {
            byId('new-error').textContent = sentence(error);
        }
    };
    byId('start').onclick = start;
    byId('turn').onclick = () => laying.turn();
    byId('shuffle').onclick = () => {
        laying.shuffle(randomSeed());
        say('Your fleet was laid at random.');
        show();
    };
    byId('clear').onclick = () => laying.clear();
    byId('fire').onclick = () => fire(chosen);
    byId('hint').onclick = giveHint;
    byId('heat').onclick = () => {
        isHeatShown = !isHeatShown;
        if (isHeatShown) {
            say('Each cell shows how likely a ship is there, in %. An empty one has none.');
        }
        show();
        if (isHeatShown && !occupancy && game.toMove === 'a') {
            showHeat();
        }
    };
    byId('undo').onclick = undo;
    byId('finish').onclick = () => task?.finish();
    byId('resign').onclick = () => {
        task?.cancel();
        game.resign('a');
        next();
    };
    byId('look').onclick = () => {
        const record = game.phase === 'over' ? Record.fromGame(game) : null;
        location.hash = `#analyse?${encodeURIComponent(record?.format() ?? positionOf('a'))}`;
        record?.free();
    };
    byId('record').ontoggle = showGames;
    byId('export').onclick = saveFile;
    byId('import').onclick = () => chooseGame(byId('record-text').value);
    byId('open').onchange = async () => {
        const [file] = byId('open').files;
        if (file) {
            chooseGame(await file.text());
        }
        byId('open').value = '';
    };
    newGame(form.rules());
    const [last] = keptGames();
    if (last && !last.isOver) {
        openGame(last.text, last.id);
    }
}
