/*
 * What every view has to keep to for those who hear it, enlarge it or use it by keys: the rules of
 * WCAG 2.2 that matter most here and that a program can check, without any package. axe-core has more
 * of them, where it is there.
 */
const TARGET = 24; /* pixels that a control has at least, both ways */

/** Runs in the page; a line for each fault of what is shown. */
export function faults(leastTarget) {
    const found = [];
    const all = (selector) =>
        [...document.querySelectorAll(selector)].filter((one) =>
            one.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
        );
    const report = (one, what) => found.push(`${what}: ${one.outerHTML.slice(0, 100)}`);
    const textOf = (ids) =>
        ids.split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
    const nameOf = (one) =>
        one.getAttribute('aria-label') ??
        (one.hasAttribute('aria-labelledby') ? textOf(one.getAttribute('aria-labelledby')) : null) ??
        [...(one.labels ?? []), one].map(({ textContent }) => textContent).join('');

    const CONTROLS = 'button, a[href], input, select, textarea, summary';
    for (const one of all(`${CONTROLS}, [role=grid], [role=group], [role=radiogroup], [role=img]`)) {
        if (!nameOf(one).trim()) report(one, 'no name');
    }
    for (const one of all('[role=gridcell]')) {
        if (!one.closest('[role=row]')?.closest('[role=grid]')) report(one, 'no row or grid');
    }
    for (const one of all('[role=grid]')) {
        if (one.querySelectorAll('.cell[tabindex="0"]').length !== 1) report(one, 'order of focus');
    }
    for (const one of all('[tabindex]')) {
        if (one.tabIndex > 0) report(one, 'order of focus');
    }
    for (const one of document.querySelectorAll('[id]')) {
        if (document.getElementById(one.id) !== one) report(one, 'an id twice');
    }
    for (const name of ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls']) {
        for (const one of document.querySelectorAll(`[${name}]`)) {
            const ids = one.getAttribute(name).split(' ');
            if (!ids.every((id) => document.getElementById(id))) report(one, `no such ${name}`);
        }
    }
    // Links in a sentence are as high as its lines; cells of boards to look at are not pressed.
    const EXEMPT = 'p a, [aria-readonly=true] .cell';
    for (const one of all(CONTROLS).filter((control) => !control.matches(EXEMPT))) {
        const boxes = [one, ...(one.labels ?? [])].map((part) => part.getBoundingClientRect());
        if (!boxes.some(({ width, height }) => width >= leastTarget && height >= leastTarget)) {
            report(one, 'too small');
        }
    }

    const numbers = (colour) => colour.match(/[\d.]+/g)?.map(Number) ?? [];
    const over = ([r, g, b, alpha = 1], below) =>
        [r, g, b].map((value, i) => alpha * value + (1 - alpha) * below[i]);
    const painted = ({ backgroundColor, backgroundImage }, below) => {
        const shade = over(numbers(backgroundColor), below);
        const [first] = backgroundImage.match(/rgba?\([^)]*\)/) ?? [];
        return first ? over(numbers(first), shade) : shade;
    };
    /* The colour below a text: those of its element, of what is drawn in it before and after the text,
     * and of all around it, one over the other. */
    const ground = (one) =>
        ['::before', '::after']
            .map((part) => getComputedStyle(one, part))
            .filter(({ content }) => content !== 'none')
            .reduce(
                (below, style) => painted(style, below),
                painted(
                    getComputedStyle(one),
                    one.parentElement ? ground(one.parentElement) : [255, 255, 255],
                ),
            );
    const light = (colour) => {
        const [r, g, b] = colour.map((value) => {
            const share = value / 255;
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const hasText = (one) =>
        [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const isDisabled = (one) => one.closest(':disabled, [aria-disabled=true]');
    for (const one of all('body *').filter((part) => hasText(part) && !isDisabled(part))) {
        const { color, fontSize, fontWeight } = getComputedStyle(one);
        const [dark, bright] = [light(over(numbers(color), ground(one))), light(ground(one))].sort(
            (a, b) => a - b,
        );
        const contrast = (bright + 0.05) / (dark + 0.05);
        const isLarge = parseFloat(fontSize) >= (fontWeight >= 700 ? 18.66 : 24);
        if (contrast < (isLarge ? 3 : 4.5)) report(one, `contrast ${contrast.toFixed(2)}`);
    }
    return found;
}

/** The faults of a page. */
export const faultsOf = (page) => page.run(faults, TARGET);
