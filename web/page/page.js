/* The page: loads the library, and shows the part that the address names. */
import { load } from './battleship/index.js';
import { hasVectors } from './battleship/module.js';

const parts = ['play', 'analyse', 'watch'];

function show() {
    const name = parts.find((part) => location.hash.startsWith(`#${part}`)) ?? 'play';
    const isOther = document.getElementById(name).hidden;
    for (const part of parts) {
        document.getElementById(part).hidden = part !== name;
        const link = document.getElementById(`to-${part}`);
        if (part === name) {
            link.setAttribute('aria-current', 'page');
        } else {
            link.removeAttribute('aria-current');
        }
    }
    if (isOther) {
        window.scrollTo(0, 0);
    }
    return name;
}

/* Who comes from the documentation, of which the page is a folder then, finds the way back. */
function linkGuides() {
    if (new URLSearchParams(location.search).has('documentation')) {
        for (const link of document.querySelectorAll('[data-guide]')) {
            link.href = `../${link.dataset.guide}`;
            link.hidden = false;
        }
    }
}

try {
    show();
    linkGuides();
    await load();
    const [{ startPlay }, { startAnalysis }, { startWatch }] = await Promise.all([
        import('./play.js'),
        import('./analyse.js'),
        import('./watch.js'),
    ]);
    startPlay();
    const analysis = await startAnalysis();
    const watch = startWatch();
    const views = { analyse: () => analysis.readAddress(), watch: () => watch.show() };
    window.onhashchange = () => views[show()]?.();
    if (show() === 'watch') {
        watch.show();
    }
    document.body.dataset.ready = '';
    // From a server the page can be installed and, where there are service workers, works without a
    // network from now on.
    if (location.protocol.startsWith('http')) {
        const manifest = document.createElement('link');
        manifest.rel = 'manifest';
        manifest.href = 'manifest.webmanifest';
        document.head.append(manifest);
        const unused = hasVectors ? 'battleship-scalar.wasm.js' : 'battleship.wasm.js';
        navigator.serviceWorker?.register(`sw.js?unused=${unused}`).catch(() => {});
    }
} catch (error) {
    const broken = document.getElementById('broken');
    broken.hidden = false;
    broken.textContent = `The page could not start: ${error.message}`;
    throw error;
}
