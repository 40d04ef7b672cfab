const textFields =
  'input:not([type="checkbox"], [type="radio"]), textarea, [contenteditable="true"]';

/** Whether a key or a clipboard event belongs to a text field or a list, not to the canvas. */
export const isTyping = ({ target }: { target: EventTarget | null }): boolean =>
  target instanceof HTMLElement && target.matches(`${textFields}, [role="listbox"] *`);

/** Keeps the focus on the canvas when an action removes the focused node. */
export const holdFocus = (canvas: Element): void => {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body && canvas instanceof HTMLElement) canvas.focus();
  });
};
