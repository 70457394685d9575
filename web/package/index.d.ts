/**
 * libbattleship: the rules, the opponents and the analysis of Battleship.
 *
 * The classes are the objects of the C library, and its headers are their full contract: a method
 * `checkPlace` of `Board` is `bship_board_check_place`. What differs in JavaScript:
 *
 * - Failures are thrown, as {@link BattleshipError}; on failure nothing has changed.
 * - Values of enumerations are their names, such as `'no-sides'`; what has no name, such as no
 *   side, is null. Typed arrays of states hold numbers, which {@link BoardState}, {@link ChartState}
 *   and {@link HitState} name.
 * - Seeds are bigints, and may be given as numbers. Other numbers of 64 bits are numbers.
 * - Arguments are checked before the library is called: one of a wrong type, that is missing, or a
 *   number that C's type does not hold, throws a TypeError that names it. So does an option that
 *   there is not. An optional argument or property may be undefined, but not null.
 * - `free()` frees an object's memory; so does the garbage collector, but it does not know how much
 *   memory an object has, and frees none before the running code returns to the event loop. A freed
 *   object throws a TypeError when it is used, and so does what needs it: the boards and charts of a
 *   game need the game, and a game needs its AIs.
 *
 * Calls are synchronous, but {@link load} must have been awaited before the first one: until then
 * they throw an Error that says so. `libbattleship/background.js` runs long ones in a worker.
 *
 * The words of enumerations and the fields of structs are in table.d.ts, which is made from the
 * headers.
 */
import * as made from './table.js';
import {
    AICandidate,
    AIInfo,
    Cell,
    Conflict,
    Contact,
    Detail,
    DrawMethod,
    EndReason,
    Feasibility,
    FleetPreset,
    Forecast,
    GameEntry,
    Level,
    MatchSummary,
    Outcome,
    Phase,
    Placement,
    PosteriorInfo,
    Progress,
    RecordEntry,
    RecordGameOptions,
    Report,
    ReviewInfo,
    ReviewTurn,
    Side,
    Sinking,
    Status,
    Turn,
} from './table.js';

export * from './table.js';

export interface LoadOptions {
    /** False loads the module without vectors; by default {@link hasVectors}. */
    vectors?: boolean;
}

/**
 * Loads the library: fetches, compiles and starts its WebAssembly module, from beside the files of
 * the package. It is loaded once: later calls give the same promise, whatever their options. After a
 * failure, such as of the network, the next call tries again.
 */
export function load(options?: LoadOptions): Promise<void>;

export type Seed = number | bigint;

/** A report that is given: what is left out is not disclosed. */
export type GivenReport = Pick<Report, 'result'> & Partial<Report>;

/** The report of a salvo by totals. The arrays have an item for each ship of the fleet. */
export interface Total extends made.Total {
    sunkOf: Int32Array;
    hitsOf: Int32Array;
}

export interface GivenTotal {
    hits?: number;
    sunk?: number;
    sunkOf?: ArrayLike<number>;
    hitsOf?: ArrayLike<number>;
}

/** What a failed call throws. */
export class BattleshipError extends Error {
    /** The number of the status. */
    readonly status: number;
    /** Its name in the headers, such as `BSHIP_ERROR_CONTRADICTION`. */
    readonly code: Status;
    /** If the input is text: the line at fault, from 1; else 0. */
    readonly line: number;
    /** If the input is text: the byte in the line, from 1; else 0. */
    readonly column: number;
    /** The item of an array, the side or the number at fault; else -1. */
    readonly index: number;
}

/** How a call is watched while it runs. */
export interface Watch {
    /**
     * Called about every millisecond with the share that is done. No answer means `go-on`. What it
     * throws, the call throws. It cannot use objects of the library, which may be at work.
     */
    progress?: (done: number) => Progress | void;
    /** Milliseconds after which it is to finish; all but aims and reviews are cancelled then. */
    timeLimit?: number;
    /** In shared memory: 1 cancels, 2 finishes. */
    flag?: Int32Array;
}

/** A fleet: the lengths and names of the ships. */
export class Fleet {
    constructor(lengths: ArrayLike<number>, options?: { names?: string[] });
    static readonly presets: FleetPreset[];
    static preset(name: FleetPreset): Fleet;
    static presetContact(name: FleetPreset): Contact;
    /** Reads a fleet, such as `5 4 3 3 2` or `Carrier:5:10 Destroyer:2`, with points. */
    static parse(text: string): Fleet;
    format(): string;
    readonly count: number;
    readonly cells: number;
    readonly lengths: Int32Array;
    length(ship: number): number;
    /** What it is worth to sink a ship: 1, unless the text of the fleet says otherwise. */
    points(ship: number): number;
    /** Ships that can change places form a class; the longest come first. */
    readonly classes: { length: number; ships: number }[];
    /** Null if there is no such ship. */
    name(ship: number): string | null;
    firstOfName(ship: number): number;
    /** The first ship of a name; -1 if there is none. */
    find(name: string): number;
    equals(other: Fleet): boolean;
    free(): void;
}

export interface RulesOptions extends made.RulesOptions {
    blocked?: Cell[];
}

export class Rules {
    constructor(fleet: Fleet, options?: RulesOptions);
    /** Reads the lines of rules of a record. */
    static parse(lines: string): Rules;
    format(): string;
    equals(other: Rules): boolean;
    readonly fleet: Fleet;
    readonly width: number;
    readonly height: number;
    readonly feasibility: Feasibility;
    isBlocked(cell: Cell): boolean;
    readonly blocked: Cell[];
    describe(): Required<Omit<RulesOptions, 'workLimit'>>;
    /** The value of a rule by its keyword, such as `salvo-report`. */
    get(rule: string): string;
    /** The number that the value of a rule takes, such as the 4 of `salvo 4`; 0 if it takes none. */
    number(rule: string): number;
    formatRule(rule: string): string;
    discloses(detail: Detail): boolean;
    readonly placementCount: number;
    placementIndex(placement: Placement): number;
    placement(index: number): Placement;
    /** The cells of a placement, on the board or not. */
    placementCells(placement: Placement): Cell[];
    /** Reads shots, such as `C2, C3`. */
    parseCells(text: string): Cell[];
    free(): void;
}

/** Experimental: the size of the board of a grid, for {@link Chart.parseGrid}. */
export function gridSize(grid: string): { width: number; height: number };

/** The range of the number that a value of a rule takes, as `turn` `salvo` does; null: none. */
export function numberRange(rule: string, value: string): { least: number; most: number } | null;

/** Reads a cell, such as `B4`. */
export function parseCell(text: string): Cell;
export function formatCell(cell: Cell): string;

/** A stream of random numbers, the same on every machine. */
export class Rng {
    constructor(seed: Seed, options?: { purpose?: number; index?: Seed });
    next(): bigint;
    /** A number from 0 to `bound` - 1; the bound is at most 2^53. */
    below(bound: Seed): number;
}

export interface DrawOptions extends made.DrawOptions, Watch {}

/** The board of a game: it can be asked, but not changed. */
export class BoardView {
    protected constructor();
    readonly rules: Rules;
    /** Why a ship cannot be placed; null if it can. */
    checkPlace(placement: Placement): BattleshipError | null;
    conflicts(placement: Placement): Conflict[];
    missing(from?: number): number;
    readonly isComplete: boolean;
    placement(ship: number): Placement;
    readonly layout: Placement[];
    /** The ship in a cell, or -1. */
    shipAt(cell: Cell): number;
    stateAt(cell: Cell): made.BoardState;
    /** Row by row, numbers of {@link BoardState}. */
    readonly states: Uint8Array;
    /** Why a cell cannot be fired at; null if it can. */
    checkFire(cell: Cell): BattleshipError | null;
    hitsOfShip(ship: number): number;
    readonly shots: number;
    readonly shipsAfloat: number;
    /** Those of the ships that have sunk. */
    readonly points: number;
    /** The shots of this side's next turn, which fires at a chart; without one, of its first turn. */
    shotsDue(target?: ChartView | null): number;
    readonly isDefeated: boolean;
    free(): void;
}

/** The grid of one side, with its ships and the shots received. */
export class Board extends BoardView {
    constructor(rules: Rules);
    copy(source: BoardView): void;
    place(placement: Placement): void;
    placeLayout(placements: Placement[]): void;
    placeRandom(rng: Rng, options?: DrawOptions): DrawMethod;
    placeMissing(rng: Rng, options?: DrawOptions): DrawMethod;
    remove(ship: number): void;
    clear(): void;
    clearShots(): void;
    fire(cell: Cell): Report;
    fireSalvo(cells: Cell[]): Report[];
    fireTotal(cells: Cell[]): { total: Total; fired: number };
}

/** The chart of a game: it can be asked, but not changed. */
export class ChartView {
    protected constructor();
    readonly rules: Rules;
    checkFire(cell: Cell): BattleshipError | null;
    checkLayout(placements: Placement[]): BattleshipError | null;
    readonly turns: number;
    readonly shots: number;
    turn(turn: number): Turn;
    shot(shot: number): { cell: Cell; report: Report };
    total(turn: number): Total;
    hash(turns?: number): bigint;
    stateAt(cell: Cell): made.ChartState;
    /** Row by row, numbers of {@link ChartState}. */
    readonly states: Uint8Array;
    /** Row by row, numbers of {@link HitState}. */
    readonly hitStates: Uint8Array;
    readonly changes: Cell[];
    readonly unknown: number;
    readonly hits: number;
    readonly shipsAfloat: number;
    /** Those of the ships that have sunk; -1 if the reports do not tell. */
    readonly points: number;
    shipsAfloatOfClass(shipClass: number): number;
    shipsAfloatOfName(ship: number): number;
    /**
     * The shots of this side's next turn. `own` is the chart that the other side has of its fleet;
     * without one, none of its ships has sunk.
     */
    shotsDue(own?: ChartView | null): number;
    readonly sinkings: number;
    sinking(sinking: number): Sinking;
    readonly isDefeated: boolean;
    free(): void;
}

/** What one side knows of the other's board: its shots and their reports. */
export class Chart extends ChartView {
    constructor(rules: Rules);
    /**
     * Experimental: the chart that a grid shows, a picture of a position with a letter for each
     * cell: `.-?~` unknown, `mow0` a miss, `hx1` a hit, `ds#` a cell of a sunk ship. `sunk` has the
     * lengths of the sunk ships; without, they are read from the cells.
     */
    static parseGrid(rules: Rules, grid: string, options?: { sunk?: ArrayLike<number> }): Chart;
    reset(): void;
    truncate(turns: number): void;
    copy(source: ChartView): void;
    record(cell: Cell, report: GivenReport): void;
    recordTurn(cells: Cell[], reports: GivenReport[]): void;
    recordTotal(cells: Cell[], total: GivenTotal): void;
}

/** The memory limit is by default 512 MiB, less than in C, since a page has little memory. */
export interface PosteriorOptions extends made.PosteriorOptions, Watch {
    /** A weight for every placement, by {@link Rules.placementIndex}. */
    weights?: ArrayLike<number>;
}

/** The probability of everything that a chart leaves open. */
export class Posterior {
    constructor(chart: ChartView, options?: PosteriorOptions);
    /** Throws if no layout agrees with a chart. */
    static check(chart: ChartView, options?: PosteriorOptions): void;
    /** After a failure the posterior is empty until an update succeeds. */
    update(chart: ChartView): void;
    describe(): PosteriorInfo;
    /** The number of possible layouts in decimal digits; empty if it is not known. */
    formatLayouts(): string;
    /** Row by row: the probability that a ship covers the cell. */
    readonly occupancy: Float64Array;
    occupancyOfClass(shipClass: number): Float64Array;
    readonly standardError: Float64Array;
    placement(placement: Placement): number;
    forecast(cell: Cell): Forecast;
    /** The unknown cells from the best to the worst. */
    readonly best: Cell[];
    sample(rng: Rng, shipCount: number): Placement[];
    free(): void;
}

/** The memory limit of `posterior` and `search` is by default 512 MiB, less than in C. */
export interface AIOptions extends made.AIOptions {
    /** The strategy by its name; without it, that of the level. */
    strategy?: string;
}

export interface AimOptions extends made.AimOptions, Watch {}

/** An opponent. */
export class AI {
    constructor(rules: Rules, options?: AIOptions);
    /** The AI that a record states for a side; null if the side had none. */
    static fromRecord(record: Record, side: Side): AI | null;
    static readonly strategies: { name: string; text: string }[];
    static readonly levels: { name: Level; text: string }[];
    static levelStrategy(level: Level): string;
    readonly rules: Rules;
    readonly strategy: string;
    reset(seed: Seed): void;
    aim(chart: ChartView, options?: AimOptions): Cell;
    aimSalvo(chart: ChartView, count: number, options?: AimOptions): Cell[];
    describe(): AIInfo;
    scores(chart: ChartView, options?: AimOptions): Float64Array;
    /** The cells between which `search` decides, best first. Experimental. */
    candidates(chart: ChartView, options?: AimOptions): AICandidate[];
    place(board: Board, rng: Rng, options?: DrawOptions): DrawMethod | null;
    free(): void;
}

export interface ReviewOptions extends made.ReviewOptions {
    /** The board that was fired at, with all ships; without it, it is not known. */
    board?: BoardView;
}

export interface ReviewShot extends Omit<made.ReviewShot, 'isHit'> {
    /** Whether it hit or sank a ship; null: that is not known. */
    isHit: boolean | null;
}

/**
 * What luck and the choice of cells have made of a side's shots. Experimental. When a limit or
 * `progress` ends `run()`, what it has completed can be read, and the next call goes on there.
 * Figures that are not known yet are NaN.
 */
export class Review {
    /** Nothing is computed yet. */
    constructor(chart: ChartView, options?: ReviewOptions);
    run(options?: AimOptions): void;
    describe(): ReviewInfo;
    /** The shots that have chances. */
    readonly shots: ReviewShot[];
    /** The turns of these shots. */
    readonly turns: ReviewTurn[];
    /** The numbers of the turns that gave shots away beyond doubt, from the costliest. */
    readonly costliest: number[];
    free(): void;
}

export interface GameOptions extends made.GameOptions, Watch {
    aiA?: AI | null;
    aiB?: AI | null;
    /** What this record states of the other options is taken from it, before they are set. */
    record?: Record;
}

/** Two sides that take turns. */
export class Game {
    constructor(rules: Rules, options?: GameOptions);
    /** A game that goes on where a recorded one was; it makes the AIs that the record states. */
    static restore(record: Record, options?: Watch): Game;
    reset(seed: Seed, firstSeed?: Seed): void;
    readonly rules: Rules;
    readonly seed: bigint;
    /** The board of a local side; null for a remote one. */
    board(side: Side): BoardView | null;
    chart(side: Side): ChartView;
    ai(side: Side): AI | null;
    /** Gives a side another AI, or null: none. Undo does not bring the one before back. */
    setAI(side: Side, ai: AI | null): void;
    setBoard(side: Side, board: BoardView): void;
    placeRandom(side: Side, options?: DrawOptions): DrawMethod;
    start(): void;
    readonly phase: Phase;
    readonly toMove: Side | null;
    readonly began: Side | null;
    readonly shotsDue: number;
    readonly round: number;
    /** Those of a side; -1 if the other is remote and reports do not tell. */
    points(side: Side): number;
    readonly outcome: Outcome | null;
    readonly endReason: EndReason;
    /** Fires one shot; returns its report, or null if it is awaited. */
    fire(cell: Cell): Report | null;
    fireSalvo(cells: Cell[]): void;
    /** Lets the AI of the side to move fire. */
    step(options?: AimOptions): GameEntry;
    readonly pending: Cell[];
    report(reports: GivenReport[]): void;
    reportTotal(total: GivenTotal, fired: number): void;
    readonly logLength: number;
    logEntry(entry: number): GameEntry;
    lastEntry(): GameEntry;
    logShots(entry: number): { cells: Cell[]; reports: Report[] };
    undo(): void;
    resign(side: Side): void;
    abandon(): void;
    claimContradiction(): void;
    claimUnrevealed(side: Side): void;
    reveal(side: Side, placements: Placement[]): void;
    free(): void;
}

/** A game or a position as text, in the format of doc/records.md. */
export class Record {
    constructor(rules: Rules);
    static fromChart(chart: ChartView, side?: Side): Record;
    /** All three options save a game so that it can go on exactly as it would have. */
    static fromGame(game: Game, options?: RecordGameOptions): Record;
    static parse(text: string): Record;
    format(): string;
    readonly rules: Rules;
    readonly isGame: boolean;
    /** The value of a fact, such as `player`; null if the record does not contain it. */
    get(fact: string, side?: Side | null): string | null;
    number(fact: string, side?: Side | null): bigint;
    set(fact: string, value: string | null, side?: Side | null): void;
    readonly extras: string[];
    addExtra(line: string): void;
    layout(side: Side): Placement[];
    setLayout(side: Side, placements: Placement[] | null): void;
    readonly logLength: number;
    logEntry(entry: number): RecordEntry;
    shot(shot: number): { cell: Cell; report: Report };
    /** The strategy of the AI that a side had at a line of shots; null if it had none. */
    strategy(side: Side, entry: number): string | null;
    total(entry: number): Total;
    readonly pending: Cell[];
    toBoard(side: Side, board: Board): void;
    toChart(side: Side, chart: Chart): void;
    toGame(game: Game): void;
    free(): void;
}

export interface MatchOptions extends made.MatchOptions, Watch {}

/** Many games in one call: of entries on their own, or of two against each other. */
export class Match {
    constructor(rules: Rules, options?: MatchOptions);
    /** Adds an entry. The match sets seed and side. */
    add(options: Omit<AIOptions, 'seed' | 'side'>): void;
    /** The strategy of an entry; null if there is none of this number. */
    entryName(entry: number): string | null;
    run(): void;
    /** The mean shots of an entry of a solo match. */
    mean(entry: number, confidence?: number): MatchSummary;
    /** The mean difference between the shots of two entries of a solo match. */
    difference(a: number, b: number, confidence?: number): MatchSummary;
    /** The mean score of an entry of a duel. */
    score(entry: number, confidence?: number): MatchSummary;
    free(): void;
}

/** The version of the library. */
export function version(): string;
/** Whether this machine computes with vectors, which makes the library many times as fast. */
export const hasVectors: boolean;
/** A constant of the headers, such as `BSHIP_BOARD_EDGE_MAX`; NaN if there is none. */
export function constant(name: string): number;
/** The names of an enumeration's values, at their numbers; null where there is no value. */
export function namesOf(enumeration: string): (string | null)[];
/** A line of English about each value. */
export function textsOf(enumeration: string): (string | null)[];

/** The values of an enumeration by their words, in camelCase. */
type CamelCase<Word extends string> = Word extends `${infer First}-${infer Rest}`
    ? `${First}${Capitalize<CamelCase<Rest>>}`
    : Word;
type Numbers<Words extends string> = { readonly [Word in Words as CamelCase<Word>]: number };

export const BoardState: Numbers<made.BoardState>;
export const ChartState: Numbers<made.ChartState>;
export const HitState: Numbers<made.HitState>;
