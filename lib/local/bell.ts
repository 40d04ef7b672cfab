// Wakes waiters in this process when something happens under a name.

export const openBell = () => {
  const listening = new Map<string, Set<() => void>>();

  const forget = (name: string, notify: () => void): void => {
    const all = listening.get(name);
    all?.delete(notify);
    if (all?.size === 0) listening.delete(name);
  };

  return {
    ring: (name: string): void => {
      for (const notify of listening.get(name) ?? []) notify();
    },

    /** Starts to listen under a name, until it is ended. */
    listen: (name: string) => {
      const { promise: notified, resolve: notify } = Promise.withResolvers<void>();
      const all = listening.get(name) ?? new Set();
      listening.set(name, all.add(notify));
      return {
        /** Resolves once it has rung since `listen`, after `ms`, or when `signal` is aborted. */
        rung: (ms: number, signal?: AbortSignal): Promise<void> => {
          const timer = setTimeout(notify, ms);
          timer.unref();
          const stopWaiting = () => notify();
          if (signal?.aborted) stopWaiting();
          signal?.addEventListener('abort', stopWaiting);
          return notified.finally(() => {
            clearTimeout(timer);
            signal?.removeEventListener('abort', stopWaiting);
          });
        },
        end: (): void => forget(name, notify),
      };
    },
  };
};
