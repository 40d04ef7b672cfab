// Wakes waiters in this process when something happens under a name.

export const openBell = () => {
  const listening = new Map<string, Set<() => void>>();

  const forget = (name: string, hear: () => void): void => {
    const all = listening.get(name);
    all?.delete(hear);
    if (all?.size === 0) listening.delete(name);
  };

  return {
    ring: (name: string): void => {
      for (const hear of listening.get(name) ?? []) hear();
    },

    /** Starts to listen under a name, until it is ended. */
    listen: (name: string) => {
      const { promise: heard, resolve: hear } = Promise.withResolvers<void>();
      const all = listening.get(name) ?? new Set();
      listening.set(name, all.add(hear));
      return {
        /** Resolves once it has rung since `listen`, after `ms`, or when `gone` is aborted. */
        rung: (ms: number, gone?: AbortSignal): Promise<void> => {
          const timer = setTimeout(hear, ms);
          timer.unref();
          const leave = () => hear();
          if (gone?.aborted) leave();
          gone?.addEventListener('abort', leave);
          return heard.finally(() => {
            clearTimeout(timer);
            gone?.removeEventListener('abort', leave);
          });
        },
        end: (): void => forget(name, hear),
      };
    },
  };
};
