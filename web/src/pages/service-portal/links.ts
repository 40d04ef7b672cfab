/** Copies the address of a page of the console to the clipboard. */
export const copyLink = (to: string): Promise<void> =>
  navigator.clipboard.writeText(new URL(`#${to}`, window.location.href).href);
