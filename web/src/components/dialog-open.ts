/** A dialog, a popover or a list of choices is open; such lists stay in the page once closed. */
export const isDialogOpen = (): boolean =>
  document.querySelector('[role="dialog"]:not([data-open="false"])') !== null;
