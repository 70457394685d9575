import type {
    AICandidate,
    AIInfo,
    Cell,
    Forecast,
    GivenReport,
    Level,
    PosteriorInfo,
    PosteriorOptions,
    ReviewInfo,
    ReviewOptions,
    ReviewShot,
    ReviewTurn,
    Seed,
    Side,
} from './index.js';

/** A task: a promise of its result. */
export interface Task<Result> extends Promise<Result> {
    /** Rejects it with `BSHIP_ERROR_CANCELLED`, unless it is settled. */
    cancel(): void;
    /**
     * Ends an aim or a review with what it has; cancels others. Where memory cannot be shared with
     * the worker, on pages that are not cross-origin isolated, the task begins anew instead, with
     * half a second at most.
     */
    finish(): void;
}

export interface Position {
    /** A record: of a position, or of a game, whose side is looked at. */
    position: string;
    /** The side that fires; by default `a`. */
    side?: Side;
    /** What it throws cancels the task, which is rejected with it. */
    progress?: (done: number) => void;
    /** Milliseconds after which the task is to finish. */
    timeLimit?: number;
}

export interface AimTask extends Position {
    strategy?: string;
    level?: Level;
    seed?: Seed;
    /** The number of shots; by default 1. */
    count?: number;
    workLimit?: number;
}

export type PosteriorTask = Position &
    Omit<PosteriorOptions, 'progress' | 'flag'> & {
        /** How many of the best cells are told, with forecasts; by default 10. */
        best?: number;
    };

export interface PosteriorResult {
    info: PosteriorInfo;
    /** The number of layouts in decimal digits. */
    layouts: string;
    occupancy: Float64Array;
    /** The standard error of the occupancy of every cell; 0 if exact. */
    standardError: Float64Array;
    /** The same for the ships of each length. */
    byLength: { [length: number]: Float64Array };
    best: { cell: Cell; forecast: Forecast }[];
}

export type ReviewTask = Position &
    Omit<ReviewOptions, 'board'> & {
        workLimit?: number;
    };

/** What a `Review` has found until the task ended; `info.isComplete` tells whether that is all. */
export interface ReviewResult {
    info: ReviewInfo;
    shots: ReviewShot[];
    turns: ReviewTurn[];
    /** The numbers of the turns that gave shots away beyond doubt, from the costliest. */
    costliest: number[];
}

export interface Contradiction {
    /** The number of the first shot whose report disagrees with those before it. */
    first: number;
    /** The numbers of the shots, up to that one, without which all others are possible. */
    suspects: number[];
}

/**
 * A worker that runs tasks one after the other. It is started by the first one. Like all else, it is
 * made after `load()`: it uses the module that was loaded.
 */
export class Background {
    posterior(task: PosteriorTask): Task<PosteriorResult>;
    aim(task: AimTask): Task<{ cells: Cell[]; info: AIInfo | null }>;
    scores(task: AimTask): Task<Float64Array>;
    /** The cells between which `search` decides. Experimental. */
    candidates(task: Omit<AimTask, 'strategy' | 'level' | 'count'>): Task<AICandidate[]>;
    /**
     * The review of a side's game, by the class `Review`. If the record has all ships of the other
     * side, it knows the board. Experimental.
     */
    review(task: ReviewTask): Task<ReviewResult>;
    /** Why shots cannot be; null if they can. Rejects, blaming none, if that cannot be found out. */
    contradiction(task: {
        /** The rules as {@link Rules.format} writes them. */
        rules: string;
        shots: { cell: Cell; report: GivenReport }[];
        timeLimit?: number;
        workLimit?: PosteriorOptions['workLimit'];
    }): Task<Contradiction | null>;
    /** Cancels all tasks and ends the worker. */
    close(): void;
}
