/* Where scripts/web has built the package. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const build = process.env.BATTLESHIP_WEB ?? join(root, 'build', 'web');
export const folder = join(build, 'package');
