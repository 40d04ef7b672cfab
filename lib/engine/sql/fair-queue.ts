type Waiting = { key: string; start: () => void };

type QueuedWork<T> = {
  /** The owner; turns are given to owners in rotation. */
  who: string;
  /** The data that it works with; changing to other data takes time. */
  key: string;
  act: () => Promise<T>;
  /** If aborted before it starts, it leaves the queue. Work that has begun must end by itself. */
  signal?: AbortSignal | undefined;
  /** It may queue whatever the number of waiting items of its owner. */
  isUnbounded?: boolean;
};

type Options = {
  /** The most waiting items of one owner, besides the running one. */
  most: number;
  /** The error for one more item. */
  tooMany: () => Error;
  /** Milliseconds from the end of its first item in which a turn may continue with the same key. */
  stay: number;
  now: () => number;
};

/** The waiting items of each owner, and the order in which owners get their turns. */
const createWaitingLine = () => {
  const waiting = new Map<string, Waiting[]>();
  /** Owners with waiting items, except the running one; the first is next. */
  const line: string[] = [];

  const leaveLine = (who: string): void => {
    const at = line.indexOf(who);
    if (at >= 0) line.splice(at, 1);
  };

  return {
    of: (who: string): readonly Waiting[] => waiting.get(who) ?? [],
    add: (who: string, one: Waiting) => void waiting.set(who, [...(waiting.get(who) ?? []), one]),
    stand: (who: string) => void line.push(who),
    first: (): string | undefined => line[0],
    leaveLine,

    remove(who: string, one: Waiting): void {
      const left = (waiting.get(who) ?? []).filter((other) => other !== one);
      if (left.length > 0) waiting.set(who, left);
      else {
        waiting.delete(who);
        leaveLine(who);
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
export const createFairQueue = ({ most, tooMany, stay, now }: Options) => {
  const line = createWaitingLine();
  let running: { who: string; key: string; until: number | undefined } | undefined;

  const begin = (who: string, one: Waiting, until?: number): void => {
    line.remove(who, one);
    line.leaveLine(who);
    running = { who, key: one.key, until };
    one.start();
  };

  const next = (): void => {
    const last = running;
    running = undefined;
    const [own] = last ? line.of(last.who) : [];
    if (last && own) {
      const until = last.until ?? now() + stay;
      const isAlone = line.first() === undefined;
      if (isAlone || (own.key === last.key && now() < until)) {
        begin(last.who, own, until);
        return;
      }
      line.stand(last.who);
    }
    const who = line.first();
    const [first] = who === undefined ? [] : line.of(who);
    if (who !== undefined && first) begin(who, first);
  };

  const join = (who: string, one: Waiting): void => {
    const isNew = line.of(who).length === 0 && who !== running?.who;
    line.add(who, one);
    if (isNew) {
      line.stand(who);
      if (running) running.until = -Infinity;
    }
    if (!running) next();
  };

  return {
    async take<T>({ who, key, act, signal, isUnbounded = false }: QueuedWork<T>): Promise<T> {
      signal?.throwIfAborted();
      if (running && !isUnbounded && line.of(who).length >= most) throw tooMany();
      const place = {
        join: (one: Waiting) => join(who, one),
        leave: (one: Waiting) => line.remove(who, one),
      };
      await waitForStart(key, place, signal);
      try {
        return await act();
      } finally {
        next();
      }
    },
  };
};
