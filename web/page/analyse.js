/*
 * Analyse: a position by clicks, and at once what it leaves possible. What is known is in
 * analysis.js, what the worker finds of it in findings.js, how both look in analyse_view.js.
 */
import { formatCell } from './battleship/index.js';
import { Background } from './battleship/background.js';
import { Address } from './address.js';
import { Analysis } from './analysis.js';
import { AnalyseView } from './analyse_view.js';
import { saveText } from './files.js';
import { Findings } from './findings.js';
import { emptyBoards } from './paper.js';
import { RulesForm, sentence } from './rules_form.js';

const ENTRY_MILLISECONDS = 700; /* without a tap, until what was entered is analysed */

const KEYS = { m: 'miss', h: 'hit', s: 'sunk', Delete: null, Backspace: null };

const byId = (id) => document.getElementById(id);

const address = new Address();
let form = null;
let analysis = null;
let findings = null;
let view = null;
let entry = 0; /* the timer of what is being entered */
let isAnalysed = false; /* or is being, since the last change */
let fault = ''; /* what was wrong with the address, until something else is shown */

function show() {
    view.say(fault ? `${fault} ${findings.words}` : findings.words);
    view.show(analysis, findings);
}

/* Nothing is counted before this part of the page is shown: the others need the processor. */
function analyse() {
    isAnalysed = !byId('analyse').hidden;
    if (isAnalysed) {
        findings.find(analysis);
    }
}

/* After a change, what was entered may wait for more. */
function update({ fault: newFault = '', wait = 0 } = {}) {
    clearTimeout(entry);
    fault = newFault;
    byId('position').value = analysis.text;
    address.show(analysis.link);
    if (wait > 0) {
        const { length } = analysis.shots;
        findings.reset(`${length} ${length === 1 ? 'cell is' : 'cells are'} entered.`);
        entry = setTimeout(analyse, wait);
    } else {
        analyse();
    }
}

/* ---- the board ---- */

/* What a tap makes of a cell; empty: its next result. */
const toolOf = () => document.querySelector('[name="tool"]:checked').value;

/* Changes the report of a cell, unless that cannot be. */
function change(cell, call) {
    if (analysis.rules.isBlocked(cell)) {
        view.say(`${formatCell(cell)} is blocked.`);
    } else if (analysis.isFixed) {
        view.say('Salvos reported by totals cannot be clicked. Change the position as text.');
    } else {
        call();
    }
}

const HANDLERS = {
    press(cell) {
        const tool = toolOf();
        const enter = () => analysis.enter(cell, tool, { wait: ENTRY_MILLISECONDS });
        change(cell, tool ? enter : () => analysis.cycle(cell));
    },
    key(cell, key) {
        const name = key.length === 1 ? key.toLowerCase() : key;
        if (!(name in KEYS)) {
            return false;
        }
        change(cell, () => analysis.set(cell, KEYS[name]));
        return true;
    },
};

/* ---- text and address ---- */

/* Shows a record or a picture of a board, which has the rules of the form. */
function read(position) {
    const sunk = byId('position-sunk');
    analysis.read(position, (size) => form.rules(size), sunk.value.trim());
    form.show(analysis.rules);
    sunk.value = '';
}

/* Reads what was pasted or typed. */
function readText() {
    const [sunk] = byId('position-sunk').labels;
    byId('position-error').textContent = '';
    try {
        address.leave();
        read({ text: byId('position').value });
        sunk.hidden = true;
        window.scrollTo(0, 0);
    } catch (error) {
        const place = error.line ? `Line ${error.line}, column ${error.column}: ` : '';
        byId('position-error').textContent = place + sentence(error);
        // Only a picture that can be read in several ways lacks something.
        sunk.hidden &&= error.code !== 'BSHIP_ERROR_ARGUMENT';
    }
}

/* Shows what the address holds or, if that is no position, says so and keeps what is shown. */
async function readAddress() {
    if (!address.isForeign) {
        address.show(analysis.link);
        if (!isAnalysed) {
            analyse();
        }
        return;
    }
    try {
        const position = await address.read();
        if (position) {
            read(position);
        }
    } catch (error) {
        update({ fault: `The position in the address cannot be shown: ${error.message}.` });
    }
}

async function copyLink() {
    await address.write();
    try {
        await navigator.clipboard.writeText(location.href);
        view.say('The link to this position was copied.');
    } catch {
        view.say(`The link to this position is ${location.href}`);
    }
}

function useForm(event) {
    event.preventDefault();
    try {
        analysis.use(form.rules());
        byId('analyse-error').textContent = '';
        window.scrollTo(0, 0);
    } catch (error) {
        byId('analyse-error').textContent = sentence(error);
    }
}

/* A picture or a record can be pasted anywhere but in a field. */
function paste(event) {
    const text = event.clipboardData.getData('text');
    if (!byId('analyse').hidden && text && !event.target.matches?.('input, textarea')) {
        byId('position').value = text;
        byId('position').closest('details').open = true;
        readText();
    }
}

/* ---- the start ---- */

function listen() {
    const step = (turnOf) => () => {
        const { turn, isLeft } = analysis.steps;
        analysis.step(turnOf(turn, isLeft));
    };
    const clicks = {
        'step-first': step(() => 0),
        'step-back': step((turn, isLeft) => (isLeft ? turn : turn - 1)),
        'step-on': step((turn) => turn + 1),
        'step-last': step(() => Infinity),
        'analyse-undo': () => analysis.undo(),
        'analyse-clear': () => analysis.forget(),
        'position-read': readText,
        copy: copyLink,
        paper: () =>
            saveText(emptyBoards(analysis.rules), 'battleship-boards.svg', 'image/svg+xml'),
    };
    for (const [id, click] of Object.entries(clicks)) {
        byId(id).onclick = click;
    }
    byId('analyse-form').onsubmit = useForm;
    byId('heat-of').onchange = show;
    byId('step-side').onchange = () => analysis.step(Infinity, byId('step-side').value);
    document.addEventListener('paste', paste);
}

export async function startAnalysis() {
    form = new RulesForm(byId('analyse-form'), byId('analyse-rules'));
    const leave = () => address.leave();
    analysis = new Analysis(form.rules(), { leave, changed: update });
    findings = new Findings(new Background(), new Background(), show);
    view = new AnalyseView(HANDLERS);
    view.show(analysis, findings);
    listen();
    if (address.isForeign) {
        await readAddress();
    } else {
        update();
    }
    return { readAddress };
}
