import { Worker } from 'node:worker_threads';
import { Refusal } from '#lib/kernel/refusal.ts';
import type { WorkerCall, WorkerCallResult } from './call-worker.ts';

type WorkerThreadOptions = {
  /** The file of `call-worker.ts`. */
  worker: string | URL;
  /** The module that exports the function, and the function's name. */
  module: string | URL;
  name: string;
  /** The limits of one call, in megabytes and milliseconds. */
  limits: { memory: number; time: number };
  /** The error message for a call that exceeds them. */
  excessMessage: string;
};

/** How many calls may wait while another one runs. */
const maxWaitingCalls = 10;

const callInWorker = (
  call: WorkerCall,
  { worker, limits, excessMessage }: WorkerThreadOptions,
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(worker, {
      workerData: call,
      resourceLimits: { maxOldGenerationSizeMb: limits.memory, maxYoungGenerationSizeMb: 8 },
    });
    const refuse = () => reject(new Refusal(400, excessMessage));
    const timer = setTimeout(() => {
      refuse();
      void thread.terminate();
    }, limits.time);
    thread.once('message', (answer: WorkerCallResult) => {
      if ('done' in answer) resolve(answer.done);
      else reject(new Refusal(answer.status, answer.error, answer.extra));
    });
    thread.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') refuse();
      else reject(error);
    });
    thread.once('exit', (code) => {
      clearTimeout(timer);
      // No effect after an answer, which arrives before the exit event.
      reject(new Error(`The thread of ${call.name} ended with code ${code} and no answer.`));
    });
  });

/**
 * Makes a function run on a thread of its own, one call at a time, limited in memory and time
 * whatever its input, while other requests are served. It takes a text and returns data, and may
 * throw a `Refusal` as usual. Throws 429 if too many calls wait.
 */
export const inWorkerThread = <Out>(
  options: WorkerThreadOptions,
): ((input: string) => Promise<Out>) => {
  const { module, name } = options;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async (input) => {
    if (waiting > maxWaitingCalls) {
      throw new Refusal(429, 'Too many of these calls are running now. Try again in a moment.', {
        headers: { 'retry-after': '5' },
      });
    }
    waiting += 1;
    const previous = last;
    const result = previous.then(() =>
      callInWorker({ module: String(module), name, input }, options),
    );
    last = result.then(
      () => (waiting -= 1),
      () => (waiting -= 1),
    );
    return (await result) as Out;
  };
};
