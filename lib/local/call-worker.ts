// A thread that calls one function once, and then ends (see `worker-thread.ts`).
import { parentPort, workerData } from 'node:worker_threads';
import { Refusal, type RefusalExtra } from '#lib/kernel/refusal.ts';

export type WorkerCall = { module: string; name: string; input: unknown };

type WorkerRefusal = { status: number; error: string; extra: RefusalExtra };
export type WorkerCallResult = { done: unknown } | WorkerRefusal;

const { module, name, input }: WorkerCall = workerData;

const runCall = async (): Promise<WorkerCallResult> => {
  const { [name]: operation } = await import(module);
  try {
    return { done: await operation(input) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, error: error.message, extra: error.extra };
  }
};

parentPort?.postMessage(await runCall());
