/* Buttons that can be pressed now, or not. */

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
