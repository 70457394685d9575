/* Files for who uses the page. */

/** Saves a text under a name, where the browser puts what it downloads. */
export function saveText(text, name, type) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    link.click();
    // Some browsers read it later.
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
