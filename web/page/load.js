/*
 * In place of the package's load.js, since a page that is opened from a disk can fetch no files:
 * the WebAssembly module comes as a script that holds it as text.
 */
import { loadBy } from './module.js';

function addScript(file) {
    return new Promise((resolve, reject) => {
        const script = document.createElement('script');
        script.src = file;
        script.onload = resolve;
        script.onerror = () => reject(new Error(`${script.src} cannot be loaded`));
        document.head.append(script);
    });
}

async function compile(vectors) {
    await addScript(vectors ? 'battleship.wasm.js' : 'battleship-scalar.wasm.js');
    const text = atob(globalThis.battleshipModule);
    delete globalThis.battleshipModule;
    const bytes = new Uint8Array(text.length);
    // Uint8Array.from() takes many times as long.
    for (let i = 0; i < text.length; i++) {
        bytes[i] = text.charCodeAt(i);
    }
    return WebAssembly.compile(bytes);
}

export const load = () => loadBy(compile);
