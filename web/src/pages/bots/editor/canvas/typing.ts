const textFields =
  'input:not([type="checkbox"], [type="radio"]), textarea, [contenteditable="true"]';

/** Whether a key or the clipboard belongs to a text field or a list, not to the canvas. */
export const isTyping = ({ target }: { target: EventTarget | null }): boolean =>
  target instanceof HTMLElement && target.matches(`${textFields}, [role="listbox"] *`);

/** When an act takes away the node that has the focus, the next key still is the canvas's. */
export const holdFocus = (canvas: Element): void => {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body && canvas instanceof HTMLElement) canvas.focus();
  });
};
