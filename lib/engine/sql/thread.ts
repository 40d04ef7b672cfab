import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { sqlCodes, SqlFailure } from '#lib/domain/inventory/sql.ts';
import type {
  CompiledPostgres,
  SqlError,
  ThreadAnswer,
  ThreadReady,
  ThreadRequest,
  ThreadStart,
} from './messages.ts';

/** The time limit (ms) for opening a database, including creating it. */
const startTimeout = 120_000;

/** The packed files of a database without tables, from which threads of this process start. */
let empty: Uint8Array | undefined;

/** Postgres as compiled by the first thread: compiling is half the time of a start. */
let compiled: CompiledPostgres | undefined;

/** The files from which the thread of a database is started. */
export type SqlPlace = {
  /** The file of `worker.ts`. */
  worker: string | URL;
  /** Postgres as WebAssembly. */
  postgres: string | URL;
  /** The packed files of a database without tables; if they are missing, a thread creates them. */
  files?: string | URL;
};

export const stoppedError = (): SqlError => ({
  code: 'XX000',
  message: 'The database stopped unexpectedly.',
});

/** The error of a query, or of loading its rows, that took too long. */
const tooLongError = ({ kind }: ThreadRequest): SqlError =>
  kind === 'query'
    ? { code: sqlCodes.outOfTime, message: 'The query took too long.' }
    : { code: sqlCodes.loadOutOfTime, message: 'Loading rows took too long.' };

/** A thread that gets what earlier threads or the build have produced. */
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
export const startThread = (threadFiles: SqlPlace) => {
  const thread = openWorker(threadFiles);
  let isOpen = true;
  let isUsed = false;
  let isAtWork = false;
  let settle: (answer: ThreadAnswer | ThreadReady) => void = () => undefined;
  thread.on('message', (answer: ThreadAnswer | ThreadReady) => settle(answer));
  const end = (): void => {
    isOpen = false;
    settle({ error: stoppedError() });
  };
  // The caller that waits is told that it ended; the exit event follows.
  thread.on('error', end);
  thread.on('exit', end);

  /** The next answer. When the time is over, the thread is ended, whatever it is doing. */
  const next = async <A extends ThreadAnswer | ThreadReady>(
    ms: number,
    timeoutError: SqlError,
  ): Promise<A> => {
    const answer = await new Promise<ThreadAnswer | ThreadReady>((resolve) => {
      const onTimeout = () => {
        isOpen = false;
        void thread.terminate();
        settle({ error: timeoutError });
      };
      const timer = setTimeout(onTimeout, ms);
      settle = (reply) => {
        clearTimeout(timer);
        resolve(reply);
      };
    });
    if ('error' in answer) throw new SqlFailure(answer.error);
    return answer as A;
  };

  const begin = async (): Promise<void> => {
    const { files: emptyFiles, postgres: module } = await next<ThreadReady>(
      startTimeout,
      stoppedError(),
    );
    empty ??= emptyFiles;
    compiled ??= module;
  };
  const ready = begin();
  // A failed start is reported by `ask`, which awaits it.
  ready.catch(() => undefined);

  return {
    isOpen: () => isOpen,

    /** Whether nothing was ever asked of it, so that it holds no rows. */
    isUnused: () => isOpen && !isUsed,

    /** Whether it is working on a request, which only ending it can stop. */
    isAtWork: () => isAtWork,

    /**
     * Sends one request and waits for at most `ms`; throws a `SqlFailure`. If the signal is aborted
     * before the thread has started, nothing is sent.
     */
    async ask(request: ThreadRequest, ms: number, signal?: AbortSignal): Promise<ThreadAnswer> {
      await ready;
      signal?.throwIfAborted();
      if (!isOpen) throw new SqlFailure(stoppedError());
      const answer = next<ThreadAnswer>(ms, tooLongError(request));
      isUsed = true;
      isAtWork = true;
      thread.postMessage(request);
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
