/* What players have chosen on the page: check boxes that the browser keeps. */
import { read, write } from './store.js';

const KEY = 'battleship-settings';
const USUAL = { 'aims-first': false, vibrates: true };

const settings = { ...USUAL, ...read(KEY) };

/** Whether a setting is on. */
export const isOn = (name) => settings[name] === true;

/** Connects the check boxes, whose ids are the names of the settings. */
export function startSettings() {
    for (const name of Object.keys(USUAL)) {
        const box = document.getElementById(name);
        box.checked = isOn(name);
        box.onchange = () => {
            settings[name] = box.checked;
            write(KEY, settings);
        };
    }
    document.getElementById('vibrates').closest('label').hidden = !navigator.vibrate;
}
