// Another client of the server: it measures how long it waits for answers, on a thread of its own
// so that the time in which the bench prepares and sends requests is not counted.
import { parentPort, workerData } from 'node:worker_threads';

export type OtherClient = { url: string };

const { url }: OtherClient = workerData;

const measureRequest = async (): Promise<number> => {
  const began = performance.now();
  await (await fetch(`${url}/healthz`)).text();
  return performance.now() - began;
};

let isEnded = false;
parentPort?.once('message', () => (isEnded = true));

// The first call loads the client and opens its connection.
await measureRequest();
parentPort?.postMessage('ready');
let longest = 0;
while (!isEnded) longest = Math.max(longest, await measureRequest());
parentPort?.postMessage(longest);
