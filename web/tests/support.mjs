/* What the tests share: the package as it was built, and the native program. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { build, folder } from './folder.mjs';

export { build, root } from './folder.mjs';
export const library = await import(join(folder, 'node.js'));
export const background = await import(join(folder, 'node-background.js'));

await library.load({ vectors: library.hasVectors && !process.env.BATTLESHIP_SCALAR });

const program = join(build, 'native-program');

/** What the native program prints. */
export function native(...args) {
    return execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
}
