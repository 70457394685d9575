/* Laying a fleet: ships are dragged, or chosen and put down, and turned. */
import { Board, Rng, formatCell } from './battleship/index.js';
import { nameOfShip } from './rules_form.js';

const other = (orientation) => (orientation === 'right' ? 'down' : 'right');

/**
 * A fleet that is being laid. `say` is called with words; `show` when the fleet or the ship in hand
 * has changed, with the cells that were in the way of a ship; `showGhost` when only the place has
 * changed where the ship in hand would come to lie.
 */
export class Laying {
    #rules;
    #say;
    #show;
    #showGhost;
    #orientation = 'right'; /* of the ship in hand */
    #preview = null; /* where the ship in hand would come to lie */

    constructor(rules, { say, show, showGhost }) {
        this.#rules = rules;
        this.#say = say;
        this.#show = show;
        this.#showGhost = showGhost;
        this.board = new Board(rules);
        /** The ship in hand; -1: none. */
        this.ship = -1;
    }

    #nameOf(ship) {
        return nameOfShip(this.#rules.fleet, ship) || 'The ship';
    }

    #length(ship) {
        return this.#rules.fleet.length(ship);
    }

    #shipWords(ship) {
        return `${this.#nameOf(ship)}, ${this.#length(ship)} cells`;
    }

    #wayWords() {
        return `will lie ${this.#orientation === 'right' ? 'to the right' : 'downwards'}`;
    }

    #firstCellWords(ship) {
        return `${this.#shipWords(ship)}: choose its first cell. It ${this.#wayWords()}.`;
    }

    /** Lays all ships, by a seed. */
    shuffle(seed) {
        this.board.placeRandom(new Rng(seed));
        this.ship = -1;
        this.#preview = null;
    }

    /** Takes all ships off the board, the first of them into the hand. */
    clear() {
        this.board.clear();
        this.ship = 0;
        this.#preview = null;
        this.#say(this.#firstCellWords(0));
        this.#show();
    }

    /** A ship is chosen, turned if it is in hand, or put down. */
    press(cell) {
        const there = this.board.shipAt(cell);
        if (there >= 0 && there === this.ship) {
            this.turn();
            return;
        }
        if (there >= 0) {
            this.#take(there);
            this.#say(
                `${this.#shipWords(there)}: choose its first cell, or choose it again to turn it.`,
            );
        } else if (this.ship >= 0) {
            this.#move({ ship: this.ship, ...cell, orientation: this.#orientation });
            return;
        }
        this.#show();
    }

    #take(ship) {
        this.ship = ship;
        this.#orientation = this.board.placement(ship).orientation;
    }

    #move(placement) {
        this.#preview = null;
        try {
            this.board.place(placement);
            this.#orientation = placement.orientation;
            const missing = this.board.missing();
            const laid = `${this.#nameOf(placement.ship)} lies at ${formatCell(placement)}.`;
            if (missing >= 0) {
                this.ship = missing;
                this.#say(`${laid} ${this.#firstCellWords(missing)}`);
            } else {
                this.#say(`${laid} Start when you are ready.`);
            }
            this.#show();
        } catch (error) {
            const wrong = this.board.conflicts(placement).map(({ cell }) => cell);
            this.#say(
                `${this.#nameOf(placement.ship)} cannot lie there: ${error.message}. ` +
                    'Turn it, or choose another cell.',
            );
            this.#show(wrong);
        }
    }

    /** Turns the ship in hand, or else that of a cell; whether there is one. */
    turnAt(cell) {
        const there = this.board.shipAt(cell);
        if (this.ship < 0 && there >= 0) {
            this.#take(there);
        }
        if (this.ship >= 0) {
            this.turn();
        }
        return this.ship >= 0;
    }

    /**
     * Turns the ship in hand. On the board it turns about its first cell or, at an edge, about the
     * nearest cell where it fits.
     */
    turn() {
        const { ship } = this;
        const orientation = other(this.#orientation);
        const isPlaced = this.board.layout.some((placement) => placement.ship === ship);
        if (!isPlaced) {
            this.#orientation = orientation;
            this.#preview &&= { ...this.#preview, orientation };
            this.#say(`${this.#nameOf(ship)} ${this.#wayWords()}.`);
            this.#showGhost();
            return;
        }
        const at = { ...this.board.placement(ship), orientation };
        for (const cell of this.#rules.placementCells(at)) {
            const turned = { ...at, x: 2 * at.x - cell.x, y: 2 * at.y - cell.y };
            if (!this.board.checkPlace(turned)) {
                this.#move(turned);
                return;
            }
        }
        this.#say(`${this.#nameOf(ship)} cannot be turned here: something is in its way.`);
        this.#show();
    }

    /* Where the ship that lies at a cell comes to lie when it is dragged; null if none does. */
    #dragged(from, to) {
        const ship = this.board.shipAt(from);
        if (ship < 0) {
            return null;
        }
        const at = this.board.placement(ship);
        return { ...at, x: at.x + to.x - from.x, y: at.y + to.y - from.y };
    }

    /** A ship is being dragged. */
    over(from, to) {
        this.#preview = this.#dragged(from, to);
        this.#showGhost();
    }

    /** A ship was dragged. */
    drag(from, to) {
        const placement = this.#dragged(from, to);
        if (placement) {
            this.ship = placement.ship;
            this.#move(placement);
        }
    }

    /** The mouse or the focus is at a cell, or left the board: null. */
    point(cell) {
        const { ship } = this;
        const isPlace = cell && ship >= 0 && this.board.shipAt(cell) !== ship;
        const preview = isPlace ? { ship, ...cell, orientation: this.#orientation } : null;
        if (preview || this.#preview) {
            this.#preview = preview;
            this.#showGhost();
        }
    }

    /** The cells where the ship in hand would come to lie, and whether it cannot. */
    get ghost() {
        const at = this.#preview;
        if (!at) {
            return { cells: [], isRefused: false };
        }
        const isRefused = this.board.checkPlace(at) !== null;
        return { cells: this.#rules.placementCells(at), isRefused };
    }
}
