/*
 * Prints the link of a position to the page, as guides have it, from a record on stdin; the shots of
 * side a are shown:
 *
 *     printf 'battleship 1\nboard 6x5\nfleet 3\n' | node web/link.mjs
 */
import { readFileSync } from 'node:fs';
import { formatLink } from './page/link.js';

const text = readFileSync(0, 'utf8');
const turn = text.match(/^a (?!ship)/gm)?.length ?? 0;
console.log(`page/index.html?documentation${await formatLink({ text, side: 'a', turn })}`);
