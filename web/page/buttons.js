/* Buttons that can be pressed now, or not, and their keys. */

/**
 * Enables or disables a button. A disabled button loses the focus; then the nearest one of its group
 * has it, or else a cell of the board.
 */
export function setDisabled(button, isDisabled) {
    const hadFocus = isDisabled && document.activeElement === button;
    button.disabled = isDisabled;
    if (hadFocus) {
        (neighbour(button) ?? button.closest('section, main').querySelector('[tabindex="0"]'))?.focus();
    }
}

function neighbour(button) {
    const group = [...button.closest('.actions').querySelectorAll('button')];
    const at = group.indexOf(button);
    const distance = (one) => Math.abs(group.indexOf(one) - at);
    return group
        .filter((one) => !one.disabled && one.checkVisibility())
        .sort((a, b) => distance(a) - distance(b))[0];
}

/* Whether a key that is pressed at an element is for that, or for a dialog, which need not have the
 * focus. */
const isTakenBy = (element) =>
    element.closest('input, select, textarea') !== null ||
    document.querySelector('dialog[open]') !== null;

/**
 * Has keys press buttons while a part of the page is shown, wherever the focus is. `keys` is called
 * for the ids of the buttons by their keys.
 */
export function connectKeys(part, keys) {
    document.addEventListener('keydown', (event) => {
        const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey;
        if (part.hidden || event.defaultPrevented || !isPlain || isTakenBy(event.target)) {
            return;
        }
        const button = document.getElementById(keys()[event.key.toLowerCase()]);
        if (button && !button.hidden && !button.disabled) {
            event.preventDefault();
            button.click();
        }
    });
}
