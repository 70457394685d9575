/*
 * The tab Play: laying a fleet, and a game against the computer. Here its buttons, keys and forms are
 * connected; play_state.js has its state, play_view.js draws that, play_turns.js plays, and
 * play_games.js keeps games.
 */
import { AI, Record } from './battleship/index.js';
import { connectKeys } from './buttons.js';
import { keptGames } from './games.js';
import { Laying } from './laying.js';
import { startGames } from './play_games.js';
import { isPlaying, positionOf, randomSeed, state } from './play_state.js';
import {
    begin,
    enter,
    fire,
    giveHint,
    leaveGame,
    pressTarget,
    resign,
    startDaily,
    startGame,
    toggleHeat,
    undo,
} from './play_turns.js';
import { connect, focusTarget, makeGrids, say, show, showOwn } from './play_view.js';
import { startPractice } from './practice.js';
import { hideReview } from './review.js';
import { RulesForm, sentence } from './rules_form.js';
import { readGame } from './saved.js';
import { startSettings } from './settings.js';
import { levelWords } from './words.js';

const byId = (id) => document.getElementById(id);
const capital = (text) => text[0].toUpperCase() + text.slice(1);

let form = null;

/* Ends the game, and has a fleet laid for another one. */
function newGame(rules) {
    const seed = randomSeed();
    state.task?.cancel();
    state.game?.free();
    const laying = new Laying(rules, { say, show, showGhost: showOwn });
    state.level = chosenLevel();
    laying.shuffle(seed);
    Object.assign(state, { rules, seed, laying, game: null, id: '', date: '', chosen: [] });
    hideReview();
    makeGrids();
    say('Press Start. Or drag a ship to move it, or choose it twice to turn it.');
    show();
}

/* Has a fleet laid for another game, where a button was pressed that is gone then. */
function newGameHere(rules) {
    newGame(rules);
    byId('start').focus({ preventScroll: true });
}

/* Goes on with a record, if it is a game; `kept` is its id if the browser keeps it. */
function openGame(text, kept = new Date().toISOString()) {
    byId('record-error').textContent = '';
    try {
        const read = readGame(text);
        state.task?.cancel();
        enter({ ...read, id: kept, seed: read.game.seed });
        showLevel();
        form.show(state.rules);
        makeGrids();
        window.scrollTo(0, 0);
        const whose = state.date ? `The game of ${state.date}` : 'The game';
        const isOver = state.game.phase === 'over';
        begin(isOver ? '' : `${whose} goes on against level ${state.level}.`);
        return true;
    } catch (error) {
        const place = error.line ? `Line ${error.line}: ` : '';
        byId('record-error').textContent = place + sentence(error);
        return false;
    }
}

/* The buttons that have keys. */
const keys = () =>
    state.game ? { h: 'hint', m: 'heat', u: 'undo', f: 'fire' } : { r: 'turn' };

const laid = (name) => (...cells) => state.game || state.laying[name](...cells);

function connectBoards() {
    connect({
        target: { press: pressTarget },
        own: {
            press: laid('press'),
            over: laid('over'),
            drag: laid('drag'),
            point: laid('point'),
            key: (cell, key) =>
                !state.game && key.toLowerCase() === 'r' && state.laying.turnAt(cell),
        },
    });
}

function connectForm() {
    const element = byId('new-form');
    form = new RulesForm(element, byId('play-rules'));
    element.onsubmit = (event) => {
        event.preventDefault();
        try {
            newGameHere(form.rules());
            byId('new-error').textContent = '';
            byId('new-game').open = false;
            window.scrollTo(0, 0);
        } catch (error) {
            byId('new-error').textContent = sentence(error);
        }
    };
}

/* A row for each level, from the easiest: its name, and how it plays. */
function makeLevels() {
    const rows = AI.levels.map((level) => {
        const { name } = level;
        const row = document.createElement('label');
        const choice = Object.assign(document.createElement('input'), {
            type: 'radio',
            name: 'level',
            value: name,
            onchange: () => {
                state.level = name;
            },
        });
        const title = document.createElement('b');
        title.textContent = capital(name);
        row.append(choice, title, ` ${levelWords(level)}`);
        return row;
    });
    byId('levels').append(...rows);
    showLevel();
}

/* The level of the game is chosen for the next; that of a game of a day, which is given, is not. */
function showLevel() {
    if (!state.date) {
        byId('levels').querySelector(`[value="${state.level}"]`).checked = true;
    }
}

const chosenLevel = () => byId('levels').querySelector(':checked').value;

function connectLaying() {
    makeLevels();
    byId('start').onclick = () => {
        if (startGame()) {
            focusTarget();
        }
    };
    byId('daily-start').onclick = () => {
        startDaily();
        form.show(state.rules);
        focusTarget();
    };
    byId('turn').onclick = () => state.laying.turn();
    byId('shuffle').onclick = () => {
        state.laying.shuffle(randomSeed());
        say('Your fleet was laid at random.');
        show();
    };
    byId('clear').onclick = () => state.laying.clear();
}

/* Copies a line, or says why not. */
async function copyLine(text) {
    try {
        await navigator.clipboard.writeText(text);
        say('The line is copied.');
    } catch {
        say(`The browser does not let the page copy: select the line, ${text}`);
    }
}

/* The record of the game, in which whoever it is shared with reads who is who. */
function namedRecord() {
    const record = Record.fromGame(state.game);
    record.set('player', 'the player', 'a');
    record.set('player', 'the computer', 'b');
    const text = record.format();
    record.free();
    return text;
}

function connectPlaying() {
    byId('fire').onclick = () => fire(state.chosen);
    byId('hint').onclick = giveHint;
    byId('heat').onclick = toggleHeat;
    byId('undo').onclick = undo;
    byId('finish').onclick = () => state.task?.finish();
    const question = byId('resign-question');
    byId('resign').onclick = () => {
        question.returnValue = '';
        question.showModal();
    };
    question.onclose = () => {
        if (question.returnValue === 'resign' && isPlaying()) {
            resign();
        }
    };
    byId('again').onclick = () => newGameHere(state.rules);
    byId('daily-copy').onclick = () => copyLine(byId('daily-line').textContent);
    byId('look').onclick = () => {
        const text = state.game.phase === 'over' ? namedRecord() : positionOf('a');
        location.hash = `#analyse?${encodeURIComponent(text)}`;
        byId('to-analyse').focus({ preventScroll: true });
    };
}

export function startPlay() {
    connectBoards();
    connectKeys(byId('play'), keys);
    connectForm();
    connectLaying();
    connectPlaying();
    startSettings();
    startPractice();
    startGames({
        openGame: (text, kept) => {
            if (openGame(text, kept)) {
                focusTarget();
            }
        },
        leave: leaveGame,
    });
    newGame(form.rules());
    const [last] = keptGames();
    if (last && !last.isOver) {
        openGame(last.text, last.id);
    }
}
