import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { SqlFailure, sqlCodes } from '#lib/domain/inventory/sql.ts';
import type {
  Answered,
  Asked,
  Begun,
  CompiledPostgres,
  SqlError,
  ThreadStart,
} from './messages.ts';

/** Opening a database, making it included (ms). */
const longestStart = 120_000;

/** The files of a database without tables, which threads of this process begin from. */
let empty: Uint8Array | undefined;

/** Postgres, compiled by the first thread: compiling is half of what a start costs. */
let compiled: CompiledPostgres | undefined;

/** What starts the thread of a database. */
export type SqlPlace = {
  /** The file of `worker.ts`. */
  worker: string | URL;
  /** Postgres as WebAssembly. */
  postgres: string | URL;
  /** The files of a database without tables, packed; where there is none a thread makes them. */
  files?: string | URL;
};

export const ended = (): SqlError => ({ code: 'XX000', message: 'The database ended by itself.' });

/** What is told of what took too long: a query, or the rows that it would read. */
const tooLong = ({ kind }: Asked): SqlError =>
  kind === 'query'
    ? { code: sqlCodes.outOfTime, message: 'The query took too long.' }
    : { code: sqlCodes.loadOutOfTime, message: 'Loading rows took too long.' };

/** A thread given what earlier ones, or the build, have made already. */
const openWorker = ({ worker, postgres, files }: SqlPlace): Worker => {
  if (files !== undefined && existsSync(files)) empty ??= readFileSync(files);
  return new Worker(worker, {
    workerData: {
      files: empty,
      postgres: compiled ?? (postgres instanceof URL ? fileURLToPath(postgres) : postgres),
    } satisfies ThreadStart,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
};

/** Starts the thread of a database without tables. */
export const startThread = (place: SqlPlace) => {
  const thread = openWorker(place);
  let isOpen = true;
  let isUsed = false;
  let isAtWork = false;
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
  const next = async <A extends Answered | Begun>(
    ms: number,
    why: SqlError,
  ): Promise<A> => {
    const answer = await new Promise<Answered | Begun>((resolve) => {
      const late = () => {
        isOpen = false;
        void thread.terminate();
        settle({ error: why });
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
    const { files: made, postgres: module } = await next<Begun>(longestStart, ended());
    empty ??= made;
    compiled ??= module;
  };
  const ready = begin();
  // Whoever asks is told.
  ready.catch(() => undefined);

  return {
    isOpen: () => isOpen,

    /** Nothing was asked of it: it holds no rows. */
    isUnused: () => isOpen && !isUsed,

    /** It works on what it was asked, and can be stopped by its end alone. */
    isAtWork: () => isAtWork,

    /**
     * Asks one thing and waits, so long (ms); throws a `SqlFailure`. Where nobody waits any more by
     * the time that the thread has started, it is asked nothing.
     */
    async ask(asked: Asked, ms: number, signal?: AbortSignal): Promise<Answered> {
      await ready;
      signal?.throwIfAborted();
      if (!isOpen) throw new SqlFailure(ended());
      const answer = next<Answered>(ms, tooLong(asked));
      isUsed = true;
      isAtWork = true;
      thread.postMessage(asked);
      return answer.finally(() => {
        isAtWork = false;
      });
    },

    end: async (): Promise<void> => {
      isOpen = false;
      await thread.terminate();
    },
  };
};

export type Thread = ReturnType<typeof startThread>;
