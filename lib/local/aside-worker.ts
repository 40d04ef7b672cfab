// A thread that calls one function once, and then ends (see `aside.ts`).
import { parentPort, workerData } from 'node:worker_threads';
import { Refusal, type RefusalExtra } from '#lib/kernel/refusal.ts';

export type AsideWork = { module: string; name: string; input: unknown };

type Refused = { status: number; error: string; extra: RefusalExtra };
export type AsideAnswer = { done: unknown } | Refused;

const { module, name, input }: AsideWork = workerData;

const answer = async (): Promise<AsideAnswer> => {
  const { [name]: act } = await import(module);
  try {
    return { done: await act(input) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, error: error.message, extra: error.extra };
  }
};

parentPort?.postMessage(await answer());
