import { randomHex } from '../document/random-hex.ts';

const storageKey = 'cloudwarden:window';

/** What the page before it in this tab left; taken out, or a copy of the tab would have it too. */
const left = (): string | undefined => {
  try {
    const found = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
    return found ?? undefined;
  } catch {
    return undefined;
  }
};

/** Names this tab to the server, and stays when the page is loaded again: 128 random bits. */
export const windowId = left() ?? randomHex(16);

window.addEventListener('pagehide', () => {
  try {
    sessionStorage.setItem(storageKey, windowId);
  } catch {
    // Without storage the page is another window after it was loaded again.
  }
});
