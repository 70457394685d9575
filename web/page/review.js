/* The review of a game on the page: an account of its shots, and a graph of its turns. */
import {
    causeWords,
    costliestTurns,
    figureRows,
    hitWords,
    isSettled,
    lessonWords,
    reviewedTurn,
} from './hindsight.js';

const GRAPH_HEIGHT = 100;
const TURN_WIDTH = 10;
const GAP = 6; /* between luck and cost, in units of the height */

const byId = (id) => document.getElementById(id);

export function hideReview() {
    byId('review').hidden = true;
}

/** Says how far a review is, or why there is none. */
export function sayReview(words) {
    byId('review').hidden = false;
    byId('review-account').hidden = true;
    byId('review-words').textContent = words;
}

function made(name, attributes) {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
    return element;
}

function withText(name, text) {
    const element = document.createElement(name);
    element.textContent = text;
    return element;
}

const greatest = (values) => Math.max(0, ...values);

/*
 * Bars of shots, all on one scale: luck upwards from a line, bad luck downwards; below them, from
 * another line, what was given away. What is within its error, and so may be nothing, is no bar.
 */
function drawGraph({ turns, costliest }, worst) {
    const costs = turns.map(({ cost }, i) => (costliest.includes(i) ? cost : 0));
    const good = greatest(turns.map(({ luck }) => luck));
    const bad = greatest(turns.map(({ luck }) => -luck));
    const scale = (GRAPH_HEIGHT - GAP) / Math.max(good + bad + greatest(costs), 1);
    const luckLine = good * scale;
    const costLine = (good + bad) * scale + GAP;
    const bar = (turn, y, shots, kind) =>
        made('rect', {
            x: turn * TURN_WIDTH + 1,
            y,
            width: TURN_WIDTH - 2,
            height: shots * scale,
            class: kind,
        });
    const width = turns.length * TURN_WIDTH;
    const graph = byId('review-graph');
    graph.setAttribute('viewBox', `0 0 ${width} ${GRAPH_HEIGHT}`);
    graph.replaceChildren(
        made('rect', { id: 'review-at', width: TURN_WIDTH, height: GRAPH_HEIGHT }),
        ...[luckLine, costLine].map((y) => made('path', { d: `M0 ${y}h${width}` })),
        ...turns.map(({ luck }, i) =>
            bar(i, luckLine - greatest([luck]) * scale, Math.abs(luck), luck < 0 ? 'bad' : 'good'),
        ),
        ...costs.map((cost, i) =>
            bar(i, costLine, cost, worst.includes(i) ? 'costliest' : 'cost'),
        ),
    );
}

/** Shows a review; `mark` is called with the cells of a turn that is chosen, and the expert's. */
export function showReview(found, mark) {
    if (!isSettled(found)) {
        sayReview(hitWords(found));
        return;
    }
    sayReview(causeWords(found));
    byId('review-account').hidden = false;
    byId('review-figures').replaceChildren(
        ...figureRows(found).map(([value, meaning]) => {
            const row = document.createElement('tr');
            const head = withText('th', meaning);
            head.scope = 'row';
            row.append(withText('td', value), head);
            return row;
        }),
    );
    byId('review-lesson').textContent = lessonWords(found);
    const costly = costliestTurns(found);
    byId('review-costly').hidden = costly.length === 0;
    byId('review-shots').replaceChildren(...costly.map(({ words }) => withText('li', words)));
    drawGraph(
        found,
        costly.map(({ turn }) => turn),
    );
    const slider = byId('review-turn');
    const show = () => {
        const turn = slider.value - 1;
        byId('review-at').setAttribute('x', turn * TURN_WIDTH);
        const { words, cells, expertCells } = reviewedTurn(found, turn);
        byId('review-turn-words').textContent = words;
        slider.setAttribute('aria-valuetext', words);
        return { cells, expertCells };
    };
    slider.max = found.turns.length;
    slider.value = (costly[0]?.turn ?? found.turns.length - 1) + 1;
    show();
    slider.oninput = () => mark(show());
    byId('review-graph').onclick = ({ clientX }) => {
        const { left, width } = byId('review-graph').getBoundingClientRect();
        slider.value = Math.floor(((clientX - left) / width) * found.turns.length) + 1;
        mark(show());
    };
}
