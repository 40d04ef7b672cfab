/** Puts the address of a page of the console into the clipboard. */
export const copyLink = (to: string): Promise<void> =>
  navigator.clipboard.writeText(new URL(`#${to}`, window.location.href).href);
