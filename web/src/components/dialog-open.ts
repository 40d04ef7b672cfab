/**
 * Whether a dialog, a popover or a list of options is open; such lists stay in the page when
 * closed.
 */
export const isDialogOpen = (): boolean =>
  document.querySelector('[role="dialog"]:not([data-open="false"])') !== null;
