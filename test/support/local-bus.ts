import type { DatabaseSync } from 'node:sqlite';
import { createLog, type Log } from '#lib/kernel/log.ts';
import { type BusOptions, type LocalBus, openBus } from '#lib/local/bus.ts';
import type { Fact } from '#lib/ports/bus.ts';

type Settings = {
  database: DatabaseSync;
  clock?: () => number;
  handle?: (fact: Fact) => Promise<void>;
} & Pick<BusOptions, 'concurrency' | 'delayAfter' | 'onParked'>;

/** A log whose lines the test can read. */
export const createLineLog = (): { log: Log; lines: string[] } => {
  const lines: string[] = [];
  return { lines, log: createLog({ write: (line) => lines.push(line), clock: Date.now }) };
};

/** Lets a test wait until a condition holds; `changed` checks it again. */
export const conditionWaiter = () => {
  const waiting = new Set<() => void>();
  return {
    changed: () => waiting.forEach((check) => check()),
    until: (isSo: () => boolean) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (!isSo()) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
  };
};

export type TestBus = {
  bus: LocalBus;
  handled: Fact[];
  lines: string[];
  /** Resolves when this many facts have been handled. */
  handledCount: (count: number) => Promise<void>;
};

/** An embedded bus that has not been started, and the facts that it handled. */
export const localBus = ({ handle, clock = Date.now, ...settings }: Settings): TestBus => {
  const handled: Fact[] = [];
  const { log, lines } = createLineLog();
  const { changed, until } = conditionWaiter();
  const bus = openBus({
    ...settings,
    clock,
    log,
    handle: async (fact) => {
      await handle?.(fact);
      handled.push(fact);
      changed();
    },
  });
  const handledCount = (count: number) => until(() => handled.length >= count);
  return { bus, handled, lines, handledCount };
};
