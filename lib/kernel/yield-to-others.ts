// Read when the module loads, since tests replace timers. Browsers have no setImmediate.
const later = 'setImmediate' in globalThis ? setImmediate : setTimeout;

/** Resolves after the other work that waits for this thread had its turn. */
export const yieldToOthers = (): Promise<void> =>
  new Promise((resolve) => {
    later(() => resolve());
  });
