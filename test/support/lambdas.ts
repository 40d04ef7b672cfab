import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { FunctionName } from '#lib/stack/functions.ts';

export type Invoke = (name: FunctionName, event: unknown) => Promise<unknown>;

type Answer = { id: number; result: string; error?: { name: string; message: string } };
type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void };

/** One Lambda in a thread. When the thread ends, its unanswered calls fail. */
const openLambda = (bundle: string, env: Record<string, string>, onEnd: () => void) => {
  const worker = new Worker(resolve('test/support/lambda-worker.ts'), {
    env,
    stdout: true,
    workerData: { bundle: pathToFileURL(bundle).href },
  });
  const waiting = new Map<number, Waiting>();
  let calls = 0;
  let cause: unknown;
  worker.on('message', ({ id, result, error }: Answer) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(Object.assign(new Error(error.message), { name: error.name }));
    else call?.resolve(JSON.parse(result));
  });
  // An uncaught error; the thread ends after it.
  worker.on('error', (error) => {
    cause = error;
  });
  worker.on('exit', (code) => {
    onEnd();
    const error = new Error(`${bundle} ended with code ${code} before it answered.`, { cause });
    for (const call of waiting.values()) call.reject(error);
  });
  return {
    call: (event: unknown) =>
      new Promise<unknown>((done, fail) => {
        calls += 1;
        waiting.set(calls, { resolve: done, reject: fail });
        worker.postMessage({ id: calls, event });
      }),
    close: () => worker.terminate(),
  };
};

type Lambda = ReturnType<typeof openLambda>;

/**
 * The bundled Lambdas below a folder. Each is started at its first call, and again at the next call
 * after it ended, as on AWS.
 */
export const openLambdas = (
  folder: string,
  environmentOf: (name: FunctionName) => Record<string, string>,
) => {
  const lambdasByName = new Map<FunctionName, Lambda>();
  const lambda = (name: FunctionName): Lambda => {
    const bundle = join(folder, name, 'index.mjs');
    const found =
      lambdasByName.get(name) ??
      openLambda(bundle, environmentOf(name), () => lambdasByName.delete(name));
    lambdasByName.set(name, found);
    return found;
  };
  const invoke: Invoke = (name, event) => lambda(name).call(event);
  return {
    invoke,
    close: async () => {
      await Promise.all([...lambdasByName.values()].map((one) => one.close()));
    },
  };
};
