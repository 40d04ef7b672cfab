import { once } from 'node:events';
import { createServer } from 'node:http';

/** One call of the target: when it arrived, and when its answer was sent (ms). */
export type TargetCall = { path: string; at: number; answeredAt: number };

/** Twenty of these make one page of a list; five pages are 4 MB. */
const item = { id: 'i-0a1', text: 'x'.repeat(41_900) };
const page = JSON.stringify(Array.from({ length: 20 }, () => item));

/** A peer on this machine that answers at once and records when it was called. */
export const openTarget = async (port: number) => {
  const calls: TargetCall[] = [];
  const waiting: ((at: number) => void)[] = [];
  const server = createServer((request, response) => {
    const call = { path: request.url ?? '', at: performance.now(), answeredAt: 0 };
    calls.push(call);
    request.resume();
    request.once('end', () => {
      const json = { 'content-type': 'application/json' };
      response.writeHead(200, json).end(call.path.startsWith('/list') ? page : '{}');
    });
    response.once('finish', () => {
      call.answeredAt = performance.now();
    });
    for (const resolve of waiting.splice(0)) resolve(call.at);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${port}/call`,
    listUrl: `http://127.0.0.1:${port}/list`,
    nextCall: () => new Promise<number>((resolve) => waiting.push(resolve)),
    /** The calls since the last time this was called. */
    taken: (): TargetCall[] => calls.splice(0),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

export type Target = Awaited<ReturnType<typeof openTarget>>;
