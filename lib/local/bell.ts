/** Wakes what waits in this process for something to happen under a name. */
export const openBell = () => {
  const waiting = new Map<string, Set<() => void>>();
  return {
    ring: (name: string): void => {
      for (const wake of waiting.get(name) ?? []) wake();
    },

    /** Resolves when it rings, or after `ms`. */
    wait: (name: string, ms: number): Promise<void> =>
      new Promise((resolve) => {
        const all = waiting.get(name) ?? new Set();
        waiting.set(name, all);
        const wake = () => {
          clearTimeout(timer);
          all.delete(wake);
          if (all.size === 0 && waiting.get(name) === all) waiting.delete(name);
          resolve();
        };
        const timer = setTimeout(wake, ms);
        timer.unref();
        all.add(wake);
      }),
  };
};
