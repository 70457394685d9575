/* Reviews: what luck and the choice of cells have made of a side's shots. */
import { Handle, Struct, check, create, fill, fillStructs, instance, withMemory } from './memory.js';
import { writeAimOptions } from './ai.js';
import { BoardView } from './board.js';
import { ChartView } from './chart.js';
import { watched } from './progress.js';

const reviewOptions = new Struct('bship_review_options');

const reviewInfo = new Struct('bship_review_info');

const reviewShot = new Struct('bship_review_shot');

const reviewTurn = new Struct('bship_review_turn');

/** Experimental, as in the library. */
export class Review extends Handle {
    /** With `board` among the options, the one that was fired at. */
    constructor(chart, options = {}) {
        const { board } = options;
        super(
            withMemory(() =>
                create(
                    'bship_review_new',
                    instance(ChartView, 'chart', chart),
                    board === undefined ? 0 : instance(BoardView, 'board', board),
                    reviewOptions.write(options, { board: undefined }),
                ),
            ),
            { free: 'bship_review_free' },
        );
    }

    /** Goes on where the last call ended. */
    run(options = {}) {
        withMemory(() => {
            const written = writeAimOptions(options);
            watched(options, () => check('bship_review_run', this, written));
        });
    }

    describe() {
        return withMemory(() => {
            const out = reviewInfo.allocate();
            check('bship_review_describe', this, out);
            return reviewInfo.read(out);
        });
    }

    get shots() {
        return fillStructs(reviewShot, 'bship_review_shots', this).map(({ isHit, ...shot }) => ({
            ...shot,
            isHit: isHit < 0 ? null : isHit === 1,
        }));
    }

    get turns() {
        return fillStructs(reviewTurn, 'bship_review_turns', this);
    }

    /** The numbers of the turns that gave shots away beyond doubt, from the costliest. */
    get costliest() {
        return withMemory(() => {
            const turns = reviewTurn.writeAll('turns', this.turns);
            return Array.from(fill(BigInt64Array, 'bship_review_costliest', ...turns), Number);
        });
    }
}
