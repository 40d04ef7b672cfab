type Waiting = { key: string; start: () => void };

type QueuedWork<T> = {
  /** The owner; turns are given to owners in rotation. */
  owner: string;
  /** The data that it works with; changing to other data takes time. */
  key: string;
  execute: () => Promise<T>;
  /** If aborted before it starts, it leaves the queue. Work that has begun must end by itself. */
  signal?: AbortSignal | undefined;
  /** It may queue whatever the number of waiting items of its owner. */
  isUnbounded?: boolean;
};

type Options = {
  /** The most waiting items of one owner, besides the running one. */
  maxWaiting: number;
  /** The error for one more item. */
  tooMany: () => Error;
  /** Milliseconds from the end of its first item in which a turn may continue with the same key. */
  maxTurnMs: number;
  now: () => number;
};

/** The waiting items of each owner, and the order in which owners get their turns. */
const createWaitingLine = () => {
  const waiting = new Map<string, Waiting[]>();
  /** Owners with waiting items, except the running one; the first is next. */
  const line: string[] = [];

  const leaveLine = (owner: string): void => {
    const at = line.indexOf(owner);
    if (at >= 0) line.splice(at, 1);
  };

  return {
    of: (owner: string): readonly Waiting[] => waiting.get(owner) ?? [],
    add: (owner: string, one: Waiting) =>
      void waiting.set(owner, [...(waiting.get(owner) ?? []), one]),
    joinLine: (owner: string) => void line.push(owner),
    first: (): string | undefined => line[0],
    leaveLine,

    remove(owner: string, one: Waiting): void {
      const remaining = (waiting.get(owner) ?? []).filter((other) => other !== one);
      if (remaining.length > 0) waiting.set(owner, remaining);
      else {
        waiting.delete(owner);
        leaveLine(owner);
      }
    },
  };
};

/** Waits until it is started; rejects if the signal is aborted before. */
const waitForStart = (
  key: string,
  { join, leave }: { join: (one: Waiting) => void; leave: (one: Waiting) => void },
  signal: AbortSignal | undefined,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const one: Waiting = {
      key,
      start: () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      },
    };
    const stop = () => {
      leave(one);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', stop, { once: true });
    join(one);
  });

/**
 * Runs one item at a time: those of one owner in order, and several owners in rotation, so that an
 * owner's first item waits for the running one and one turn of each other owner. A turn is one
 * item, and further items with the same key for a while; a new owner ends it.
 */
export const createFairQueue = ({ maxWaiting, tooMany, maxTurnMs, now }: Options) => {
  const line = createWaitingLine();
  let running: { owner: string; key: string; turnEndsAt: number | undefined } | undefined;

  const begin = (owner: string, one: Waiting, turnEndsAt?: number): void => {
    line.remove(owner, one);
    line.leaveLine(owner);
    running = { owner, key: one.key, turnEndsAt };
    one.start();
  };

  const next = (): void => {
    const last = running;
    running = undefined;
    const [nextItem] = last ? line.of(last.owner) : [];
    if (last && nextItem) {
      const turnEndsAt = last.turnEndsAt ?? now() + maxTurnMs;
      const isAlone = line.first() === undefined;
      if (isAlone || (nextItem.key === last.key && now() < turnEndsAt)) {
        begin(last.owner, nextItem, turnEndsAt);
        return;
      }
      line.joinLine(last.owner);
    }
    const owner = line.first();
    const [first] = owner === undefined ? [] : line.of(owner);
    if (owner !== undefined && first) begin(owner, first);
  };

  const join = (owner: string, one: Waiting): void => {
    const isNew = line.of(owner).length === 0 && owner !== running?.owner;
    line.add(owner, one);
    if (isNew) {
      line.joinLine(owner);
      if (running) running.turnEndsAt = -Infinity;
    }
    if (!running) next();
  };

  return {
    async take<T>({ owner, key, execute, signal, isUnbounded = false }: QueuedWork<T>): Promise<T> {
      signal?.throwIfAborted();
      if (running && !isUnbounded && line.of(owner).length >= maxWaiting) throw tooMany();
      const queue = {
        join: (one: Waiting) => join(owner, one),
        leave: (one: Waiting) => line.remove(owner, one),
      };
      await waitForStart(key, queue, signal);
      try {
        return await execute();
      } finally {
        next();
      }
    },
  };
};
