/** An app's name as people read it: hyphens as spaces. */
export const shownName = (name: string): string => name.replaceAll('-', ' ');

/** Puts the address of a page of the console into the clipboard. */
export const copyLink = (to: string): Promise<void> =>
  navigator.clipboard.writeText(new URL(`#${to}`, window.location.href).href);
