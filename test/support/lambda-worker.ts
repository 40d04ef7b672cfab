// Runs one Lambda as AWS would: its bundle, its environment, one call after the other.
import { parentPort, workerData } from 'node:worker_threads';

const { handler } = await import(workerData.bundle);

/** An error as Lambda reports it: its name and message. */
const describeError = (error: unknown) =>
  error instanceof Error ? { name: error.name, message: error.message } : { name: 'Error' };

type Call = { id: number; event: unknown };

const answer = async ({ id, event }: Call): Promise<void> => {
  try {
    const result = await handler(event, {});
    parentPort?.postMessage({ id, result: JSON.stringify(result ?? null) });
  } catch (error) {
    parentPort?.postMessage({ id, error: describeError(error) });
  }
};

parentPort?.on('message', (call: Call) => void answer(call));
