type Waiting = { key: string; start: () => void };

type Turn<T> = {
  /** Whose it is: turns go round among these. */
  who: string;
  /** What it works with; changing that costs time. */
  key: string;
  act: () => Promise<T>;
  /** Aborted where nobody waits any more: it leaves the line. What has begun ends by itself. */
  signal?: AbortSignal | undefined;
  /** It stands in line however many of its own wait. */
  isUnbounded?: boolean;
};

type Options = {
  /** How many of one may wait besides what runs. */
  most: number;
  /** What one more is told. */
  tooMany: () => Error;
  /** Milliseconds that a turn goes on with the next of the same key, after its first. */
  stay: number;
  now: () => number;
};

/** What waits, by asker, and the order in which askers have their turns. */
const openLine = () => {
  const waiting = new Map<string, Waiting[]>();
  /** Who has something waiting, besides whoever is at work; the first is next. */
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

/** Waits until `join` lets it start; rejects where it is aborted before. */
const untilStarted = (
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
 * Does one thing at a time: of one asker in the order in which they were asked for, and of several
 * in turn, so that whoever asks for a first thing waits for what runs and one turn of each other.
 * A turn is one thing, and more of the same key for a moment; somebody new ends it.
 */
export const fairTurns = ({ most, tooMany, stay, now }: Options) => {
  const line = openLine();
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
    async take<T>({ who, key, act, signal, isUnbounded = false }: Turn<T>): Promise<T> {
      signal?.throwIfAborted();
      if (running && !isUnbounded && line.of(who).length >= most) throw tooMany();
      const place = {
        join: (one: Waiting) => join(who, one),
        leave: (one: Waiting) => line.remove(who, one),
      };
      await untilStarted(key, place, signal);
      try {
        return await act();
      } finally {
        next();
      }
    },
  };
};
