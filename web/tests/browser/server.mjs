/* A web server of a folder, as plain as they come. */
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

const TYPES = {
    '.html': 'text/html',
    '.css': 'text/css',
    '.js': 'text/javascript',
    '.wasm': 'application/wasm',
    '.svg': 'image/svg+xml',
    '.jpg': 'image/jpeg',
    '.png': 'image/png',
    '.webmanifest': 'application/manifest+json',
};

/** Serves a folder from its own port; `stop()` ends it, and `change(file, text)` replaces a file. */
export async function serve(folder) {
    const changed = new Map();
    const server = createServer(({ url }, response) => {
        const path = new URL(url, 'http://localhost').pathname;
        const file = path === '/' ? 'index.html' : path.slice(1);
        try {
            const body = changed.get(file) ?? readFileSync(join(folder, file));
            response.writeHead(200, {
                'Content-Type': TYPES[extname(file)] ?? 'text/plain',
                'Cache-Control': 'no-cache',
            });
            response.end(body);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return {
        address: `http://127.0.0.1:${server.address().port}/`,
        change: (file, text) => changed.set(file, text),
        stop() {
            server.close();
            server.closeAllConnections();
        },
    };
}
