/*
 * Links to a game or a position, with the side and the turn that are shown:
 * `#analyse?1.SIDE.TURN.TEXT`, a version and a text by `deflate` in base64url. A link that begins with
 * no version is the text itself, percent-encoded; such links open for ever, and all turns of the first
 * side are shown.
 */
export const LINK = '#analyse?';

const VERSION = '1';
const MOST = 1 << 18; /* bytes of a text: a few of a hostile link could become any number */

async function pass(bytes, stream) {
    const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
    const parts = [];
    let size = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
        size += part.value.length;
        if (size > MOST) {
            reader.cancel().catch(() => {});
            throw new RangeError(`the text is longer than ${MOST} bytes`);
        }
        parts.push(part.value);
    }
    return new Blob(parts).arrayBuffer();
}

async function pack(text) {
    const bytes = await pass(text, new CompressionStream('deflate'));
    const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte));
    return btoa(letters.join('')).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

async function unpack(packed) {
    try {
        const letters = atob(packed.replace(/-/g, '+').replace(/_/g, '/'));
        const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
        const text = await pass(bytes, new DecompressionStream('deflate'));
        return new TextDecoder('utf-8', { fatal: true }).decode(text);
    } catch (error) {
        throw error instanceof RangeError ? error : new Error('the link is cut off or mistyped');
    }
}

/** The link of a text, a side and a number of turns. */
export const formatLink = async ({ text, side, turn }) =>
    `${LINK}${VERSION}.${side}.${turn}.${await pack(text)}`;

/** The text, the side and the number of turns of a link, both undefined if it has none; throws what
 * is wrong with it. */
export async function parseLink(link) {
    const words = link.slice(LINK.length);
    const [version] = /^\d+(?=\.)/.exec(words) ?? [];
    if (version === undefined) {
        return { text: decodeURIComponent(words) };
    }
    if (version !== VERSION) {
        throw new Error(`links of version ${version} are unknown here`);
    }
    const [, side, turn, packed] = /^\d+\.([ab])\.(\d{1,6})\.([\w-]+)$/.exec(words) ?? [];
    if (packed === undefined) {
        throw new Error('the link is cut off or mistyped');
    }
    return { text: await unpack(packed), side, turn: Number(turn) };
}
