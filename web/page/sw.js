/*
 * The service worker: keeps the files of the page, so that it works without a network. Before this,
 * scripts/web writes VERSION, a hash of all of FILES. A page loads all of its files at its start, so
 * a new version may take over at once: it is seen when the page is opened next. The page names the
 * one of the two modules that this machine does not use, and that is not kept.
 */
const PREFIX = `battleship ${registration.scope} `;
const NAME = PREFIX + VERSION;

async function keep() {
    const cache = await caches.open(NAME);
    const unused = new URLSearchParams(location.search).get('unused');
    const files = FILES.filter((file) => file !== unused);
    // What the browser has just loaded is asked for again, but sent only if it has changed.
    await cache.addAll(files.map((file) => new Request(file, { cache: 'no-cache' })));
    await skipWaiting();
}

async function forgetOthers() {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith(PREFIX) && name !== NAME);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
}

async function answer(request) {
    const cache = await caches.open(NAME);
    return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

addEventListener('install', (event) => event.waitUntil(keep()));
addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
addEventListener('fetch', (event) => {
    if (event.request.method === 'GET' && event.request.url.startsWith(registration.scope)) {
        event.respondWith(answer(event.request));
    }
});
