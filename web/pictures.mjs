/*
 * Makes the pictures of web/page in Chromium: preview.jpg, the picture of links to the page, from what
 * scripts/web has built, a position that is analysed; and from icon.svg the icons of platforms that
 * want PNG: 180 pixels for Apple's, 192 and 512 for others. They are kept with the sources.
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

const ICONS = [180, 192, 512];

const browser = new Chromium(process.env.CHROMIUM ?? 'chromium');
const source = (file) => join(root, 'web', 'page', file);

async function picture(page, file, options) {
    const { data } = await page.send('Page.captureScreenshot', options);
    writeFileSync(source(file), Buffer.from(data, 'base64'));
    await page.close();
}

const page = await browser.page(SIZE);
const address = pathToFileURL(join(build, 'page', 'index.html')).href;
await page.go(`${address}#analyse?${encodeURIComponent(POSITION)}`);
await page.untilText('#ahead', /./);
await picture(page, 'preview.jpg', { format: 'jpeg', quality: 60 });
for (const size of ICONS) {
    const icon = await browser.page({ width: size, height: size });
    await icon.navigate(pathToFileURL(source('icon.svg')).href);
    await icon.until(() => document.readyState === 'complete', 'the icon');
    await picture(icon, `icon-${size}.png`, { format: 'png' });
}
await browser.close();
