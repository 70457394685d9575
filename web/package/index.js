/* The package for browsers: see index.d.ts. In Node, node.js stands for this file. */
export { load } from './load.js';
export * from './library.js';
