/*
 * Makes web/page/preview.jpg, the picture of links to the page, from what scripts/web has built: a
 * position that is analysed, in Chromium. The picture is kept with the sources.
 */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { Chromium } from './tests/browser/chromium.mjs';
import { build, root } from './tests/folder.mjs';

const SIZE = { width: 1200, height: 630 };
const POSITION = `battleship 1
board 10x10
fleet 5 4 3 3 2
a E5 hit
a C3 miss
a G7 miss
a F5 miss
a E4 hit
a H2 miss
a B8 miss
`;

const browser = new Chromium(process.env.CHROMIUM ?? 'chromium');
const page = await browser.page(SIZE);
const address = pathToFileURL(join(build, 'page', 'index.html')).href;
await page.go(`${address}#analyse?${encodeURIComponent(POSITION)}`);
await page.untilText('#ahead', /./);
const { data } = await page.send('Page.captureScreenshot', { format: 'jpeg', quality: 60 });
writeFileSync(join(root, 'web', 'page', 'preview.jpg'), Buffer.from(data, 'base64'));
await page.close();
await browser.close();
