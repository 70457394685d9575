/* What the analysis looks like: drawn anew after every change. */
import { ChartState } from './battleship/index.js';
import { setDisabled } from './buttons.js';
import { Grid, chanceWords, percent, percentMark, same, warmthOf } from './grid.js';
import { nameOfShip } from './rules_form.js';
import { METHODS, aheadWords, bestRow, isLikelier } from './tables.js';
import { CHART_LOOKS, wreckJoints } from './words.js';

const byId = (id) => document.getElementById(id);

export class AnalyseView {
    #rules = null; /* of the grid */
    #grid = null;
    #handlers;

    /** The handlers are those of the grid. */
    constructor(handlers) {
        this.#handlers = handlers;
    }

    say(text) {
        byId('analyse-status').textContent = text;
    }

    /** Draws an analysis and what was found of it. */
    show(analysis, findings) {
        if (this.#rules !== analysis.rules) {
            this.#useRules(analysis.rules);
        }
        this.#showBoard(analysis, findings);
        showBest(analysis, findings);
        showSteps(analysis);
        setDisabled(byId('analyse-undo'), !analysis.canUndo);
        setDisabled(byId('analyse-clear'), analysis.shots.length === 0 && !analysis.isFixed);
    }

    #useRules(rules) {
        this.#rules = rules;
        this.#grid = new Grid(byId('chart'), rules, 'What is known of the board', this.#handlers);
        const lengths = [...new Set(rules.fleet.lengths)];
        byId('heat-of').replaceChildren(
            new Option('all ships', ''),
            ...lengths.map((length) => new Option(lengthWords(rules.fleet, length), length)),
        );
    }

    #showBoard(analysis, { result, suspects }) {
        const { chart, refused } = analysis;
        const { states } = chart;
        const ofLength = byId('heat-of').value;
        const occupancy = ofLength ? result?.byLength[ofLength] : result?.occupancy;
        const [best] = result?.isOrdered ? result.best : [];
        const wrong = [...suspects, ...(refused ? [refused.shot.cell] : [])];
        const jointsOf = wreckJoints(chart);
        this.#grid.show((cell, i) => {
            const isUnknown = states[i] === ChartState.unknown;
            const isWrong = wrong.some((other) => same(other, cell));
            const isBest = best && isUnknown && !ofLength && same(best.cell, cell);
            const report = analysis.shotAt(cell)?.report;
            const length = report?.result === 'sunk' ? report.length : 0;
            const [state, mark, stateWords] = CHART_LOOKS[states[i]];
            const words = isWrong ? 'contradiction' : stateWords;
            const look = {
                state,
                classes: [...jointsOf(i), isWrong && 'wrong', isBest && 'hint'].filter(Boolean),
            };
            if (occupancy && (isUnknown || states[i] === ChartState.shot)) {
                return {
                    ...look,
                    mark: mark + percentMark(occupancy[i]),
                    words: `${words}, ${chanceWords(occupancy[i])}`,
                    warmth: isUnknown ? warmthOf(occupancy[i]) : 0,
                };
            }
            // What contradicts the chart is not in it.
            const told = report ? CHART_LOOKS[ChartState[report.result]][1] : mark;
            return {
                ...look,
                mark: (length || told) + (isWrong ? '!' : ''),
                words: words + (length ? `, length ${length}` : ''),
            };
        });
    }
}

/* The ships of a length: `length 5: Carrier`. */
function lengthWords(fleet, length) {
    const ships = [...fleet.lengths.keys()].filter((ship) => fleet.length(ship) === length);
    const names = [...new Set(ships.map((ship) => nameOfShip(fleet, ship)))].filter(Boolean);
    return names.length > 0 ? `length ${length}: ${names.join(', ')}` : `length ${length}`;
}

function methodWords({ info, error }) {
    const about = ` A chance is off by ${percent(error)} or so, seldom by more than twice that.`;
    return METHODS[info.method] + (error > 0 ? about : '');
}

function showBest({ isPicture, shots, refused }, { result, suspects }) {
    byId('best').replaceChildren(
        ...(result?.best ?? []).map((row) => bestRow(row, !isLikelier(result.likeliest, row))),
    );
    const isContradiction = suspects.length > 0 || refused !== null;
    byId('best-table').hidden = isContradiction;
    byId('best-words').hidden = isContradiction;
    const isGuess = ({ report }) => report.result === 'sunk' && !report.isShown;
    const guess = isPicture && shots.some(isGuess) ? ' Sunk cells are taken as shown.' : '';
    byId('method').textContent = result ? methodWords(result) + guess : '';
    byId('ahead').textContent = result?.lookahead ? aheadWords(result) : '';
}

/* Who fires for a side. */
const playerWords = (record, side) =>
    record.get('player', side) ?? (side === 'a' ? 'player A' : 'player B');

/* Where one is in the record that is stepped through. */
function showSteps({ steps, turns }) {
    const count = turns.length;
    byId('steps').hidden = count === 0;
    if (count === 0) {
        return;
    }
    const { record, sides, side, turn, isLeft } = steps;
    byId('step-side-label').hidden = sides.length < 2;
    byId('step-side').replaceChildren(
        ...sides.map((one) => new Option(playerWords(record, one), one, false, one === side)),
    );
    const where = isLeft ? 'Changed after turn' : 'Turn';
    byId('step-where').textContent = `${where} ${turn} of ${count}`;
    const isEnd = {
        'step-first': turn === 0 && !isLeft,
        'step-back': turn === 0 && !isLeft,
        'step-on': turn === count,
        'step-last': turn === count,
    };
    // Those that can be pressed first, for the focus goes to one of them.
    for (const name of Object.keys(isEnd).sort((a, b) => isEnd[a] - isEnd[b])) {
        setDisabled(byId(name), isEnd[name]);
    }
}
