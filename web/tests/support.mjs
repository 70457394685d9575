/* What the tests share: the package as it was built, and the native program. */
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const build = process.env.BATTLESHIP_WEB ?? join(root, 'build', 'web');

export const library = await import(join(build, 'package', 'index.js'));
export const background = await import(join(build, 'package', 'background.js'));

const program = join(build, 'native-program');

/** What the native program prints. */
export function native(...args) {
    return execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
}
