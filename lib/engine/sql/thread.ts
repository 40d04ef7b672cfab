import { Worker } from 'node:worker_threads';
import { SqlFailure, sqlCodes } from '#lib/domain/inventory/sql.ts';
import type { Answered, Asked, Begun, SqlError } from './messages.ts';

/** Opening a database, making it included (ms). */
const longestStart = 120_000;

/** The files of a new database, which later threads of this process begin from. */
let made: Uint8Array | undefined;

const ended = (): SqlError => ({ code: 'XX000', message: 'The database ended by itself.' });

/** Starts the thread of a database without tables. `worker` is the file of `worker.ts`. */
export const startThread = (worker: string | URL) => {
  const thread = new Worker(worker, {
    workerData: made ? { files: made } : {},
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  let isOpen = true;
  let settle: (answer: Answered | Begun) => void = () => undefined;
  thread.on('message', (answer: Answered | Begun) => settle(answer));
  const end = (): void => {
    isOpen = false;
    settle({ error: ended() });
  };
  // What it ended of is told to whoever waits; the exit follows.
  thread.on('error', end);
  thread.on('exit', end);

  /** The next answer; past the time the thread is ended, whatever it is at. */
  const next = async <A extends Answered | Begun>(ms: number): Promise<A> => {
    const answer = await new Promise<Answered | Begun>((resolve) => {
      const late = () => {
        isOpen = false;
        void thread.terminate();
        settle({ error: { code: sqlCodes.outOfTime, message: 'The query took too long.' } });
      };
      const timer = setTimeout(late, ms);
      settle = (answered) => {
        clearTimeout(timer);
        resolve(answered);
      };
    });
    if ('error' in answer) throw new SqlFailure(answer.error);
    return answer as A;
  };

  const begin = async (): Promise<void> => {
    const { files } = await next<Begun>(longestStart);
    made ??= files;
  };
  const ready = begin();
  // Whoever asks is told.
  ready.catch(() => undefined);

  return {
    isOpen: () => isOpen,

    /** Asks one thing and waits, so long (ms); throws a `SqlFailure`. */
    async ask(asked: Asked, ms: number): Promise<Answered> {
      await ready;
      if (!isOpen) throw new SqlFailure(ended());
      const answer = next<Answered>(ms);
      thread.postMessage(asked);
      return answer;
    },

    end: async (): Promise<void> => {
      isOpen = false;
      await thread.terminate();
    },
  };
};

export type Thread = ReturnType<typeof startThread>;
