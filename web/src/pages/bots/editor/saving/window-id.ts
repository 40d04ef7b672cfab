import { randomHex } from '../document/random-hex.ts';

const storageKey = 'cloudwarden:window';

/**
 * The id left by the previous page in this tab; removed, so that a copy of the tab does not get it.
 */
const takeStoredId = (): string | undefined => {
  try {
    const found = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
    return found ?? undefined;
  } catch {
    return undefined;
  }
};

/** Identifies this tab to the server, also after a reload: 128 random bits. */
export const windowId = takeStoredId() ?? randomHex(16);

window.addEventListener('pagehide', () => {
  try {
    sessionStorage.setItem(storageKey, windowId);
  } catch {
    // Without storage the page gets a new id after a reload.
  }
});
