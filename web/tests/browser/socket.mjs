/* A WebSocket to a browser on this machine: text messages, and no more than that. */
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';

const TEXT = 0x81; /* the first byte of a whole message */
const MASKED = 0x80; /* in the second, beside the length or what says how it is written */

/* A length as it stands from the second byte on, in as few bytes as can be. */
function lengthBytes(length) {
    const bytes = Buffer.alloc(length < 126 ? 1 : length < 1 << 16 ? 3 : 9);
    bytes[0] = MASKED | { 1: length, 3: 126, 9: 127 }[bytes.length];
    if (bytes.length === 3) {
        bytes.writeUInt16BE(length, 1);
    } else if (bytes.length === 9) {
        bytes.writeBigUInt64BE(BigInt(length), 1);
    }
    return bytes;
}

function frame(text) {
    const body = Buffer.from(text);
    const mask = randomBytes(4);
    const masked = body.map((byte, i) => byte ^ mask[i % 4]);
    return Buffer.concat([Buffer.of(TEXT), lengthBytes(body.length), mask, masked]);
}

/* The first frame of the bytes, `{ isText, isLast, body, rest }`; null if it is not whole yet. */
function parse(bytes) {
    const short = bytes.length < 2 ? 0 : bytes[1] & 127;
    const start = { 126: 4, 127: 10 }[short] ?? 2;
    if (bytes.length < start) {
        return null;
    }
    const lengths = { 4: () => bytes.readUInt16BE(2), 10: () => Number(bytes.readBigUInt64BE(2)) };
    const end = start + (lengths[start]?.() ?? short);
    return bytes.length < end
        ? null
        : {
              isText: (bytes[0] & 15) < 2, // or more of one
              isLast: Boolean(bytes[0] & 0x80),
              body: bytes.subarray(start, end),
              rest: bytes.subarray(end),
          };
}

/** Opens a socket, `{ send(text), close() }`; every text that comes is handed to `receive`. */
export function connect(address, receive) {
    return new Promise((resolve, reject) => {
        const asked = request(address.replace(/^ws/, 'http'), {
            headers: {
                Connection: 'Upgrade',
                Upgrade: 'websocket',
                'Sec-WebSocket-Version': 13,
                'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
            },
        });
        asked.on('error', reject);
        asked.on('response', ({ statusCode }) => reject(new Error(`no socket: ${statusCode}`)));
        asked.on('upgrade', (_, socket, first) => {
            let rest = Buffer.alloc(0);
            let parts = [];
            const take = (data) => {
                rest = Buffer.concat([rest, data]);
                for (let found = parse(rest); found; found = parse(rest)) {
                    rest = found.rest;
                    if (!found.isText) {
                        continue;
                    }
                    parts.push(found.body);
                    if (found.isLast) {
                        receive(Buffer.concat(parts).toString());
                        parts = [];
                    }
                }
            };
            socket.on('data', take).on('error', () => {});
            take(first);
            resolve({ send: (text) => socket.write(frame(text)), close: () => socket.destroy() });
        });
        asked.end();
    });
}
